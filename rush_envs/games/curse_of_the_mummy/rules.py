"""The rules of Curse of the Mummy: set-up, answers and which are legal, the end.

Numbers in brackets are rules of the page.
"""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    CARD_AT,
    CARDS,
    CARDS_OF,
    CELLS,
    COLOUR,
    COLOURS,
    DICE,
    DIRECTIONS,
    FACES,
    FEWEST,
    FIRST_CARD,
    LIVES,
    NEEDED,
    NEXT,
    PRISON,
    START,
    WORD,
)
from rush_envs.games.curse_of_the_mummy.config import BELIEF, MAX_ROUNDS, MUMMY_DIE
from rush_envs.games.curse_of_the_mummy.paths import arrow_end, has_destination, is_boxed_in, pawn_at, pawns_on, walk
from rush_envs.games.curse_of_the_mummy.state import (
    BUSY,
    HISTORY,
    LOST,
    MOVE,
    MUMMY,
    RELEASE,
    ROLLED,
    SKIPPED,
    TREASURE,
)
from rush_envs.games.curse_of_the_mummy.tracking import forget, leave, put, stay
from rush_envs.games.curse_of_the_mummy.view import (
    A_ANNOUNCE,
    A_GO,
    A_HOLD,
    A_KEEP,
    A_PLAY,
    A_RELEASE,
    A_REROLL,
    A_STEP,
    A_STOP,
)
from rush_envs.kit import below, inlined, kernel

# ------------------------------------------------------------------------------------------------------------------
# Set-up (CM-3)


@kernel
def init(s, config):
    s.max_rounds = config[MAX_ROUNDS]
    s.belief = config[BELIEF]
    for face in range(FACES):
        s.mummy_die[face] = config[MUMMY_DIE + face]
    s.pawns = 2 if s.seats == 2 else s.seats - 1
    s.ankhs_needed = NEEDED[s.seats - FEWEST]
    s.mummy = PRISON
    for pawn in range(s.pawns):
        s.cell[pawn] = START
        s.ankhs[pawn] = LIVES
        put(s, pawn, START)
    if s.seats == 2:
        s.ankhs[0] = 2 * LIVES
        s.ankhs[1] = 0
    for colour in range(COLOURS):
        for seat in range(1, s.seats):
            s.colours[seat, colour] = 2 if s.seats == 2 else 1
    deal(s, 0)
    proceed(s)


@kernel
def deal(s, spared):
    """[3.2] [11.10] Every hand but the spared one gets as many cards of each colour as it is known to hold."""
    for colour in range(COLOURS):
        for seat in range(1, s.seats):
            if seat != spared:
                for card in range(FIRST_CARD[colour], FIRST_CARD[colour] + CARDS_OF[colour]):
                    s.hand[seat, card] = 0
        for seat in range(1, s.seats):
            if seat != spared:
                for _ in range(s.colours[seat, colour]):
                    draw(s, seat, colour)


@kernel
def draw(s, seat, colour):
    """A random card of the colour that is neither laid nor in a hand."""
    first = FIRST_CARD[colour]
    free = 0
    for card in range(first, first + CARDS_OF[colour]):
        free += is_free(s, card)
    skip = below(s, free)
    for card in range(first, first + CARDS_OF[colour]):
        if is_free(s, card):
            if skip == 0:
                s.hand[seat, card] = 1
                return
            skip -= 1


@kernel
def is_free(s, card):
    for seat in range(1, s.seats):
        if s.hand[seat, card]:
            return False
    return not is_laid(s, card)


@kernel
def is_laid(s, card):
    for pawn in range(s.pawns):
        if s.laid[pawn, card]:
            return True
    return False


# ------------------------------------------------------------------------------------------------------------------
# Turns (CM-4)


@inlined
def seat_of(s, pawn):
    return 1 if s.seats == 2 else pawn + 1


@inlined
def ask_explorer(s, phase, deed):
    s.phase = phase
    s.deed = deed
    s.active = 1 << seat_of(s, s.turn)


@inlined
def ask_mummy(s, steps, intermediate):
    s.phase = MUMMY
    s.steps = steps
    s.intermediate = intermediate
    s.active = 1


@kernel
def remember(s, pawn, entry):
    """The turn goes into the pawn's history, newest first."""
    for k in range(HISTORY - 1, 0, -1):
        s.history[pawn, k] = s.history[pawn, k - 1]
    s.history[pawn, 0] = entry


@kernel
def proceed(s):
    """From the beginning of pawn `turn`'s turn on, or from the end of the release in it, until somebody is asked."""
    while s.turn < s.pawns:
        pawn = s.turn
        if s.out[pawn]:  # [4.1]
            s.turn += 1
        elif is_boxed_in(s, pawn):  # [4.2]
            stay(s, pawn)
            remember(s, pawn, SKIPPED)
            s.turn += 1
        else:
            leave(s, pawn)
            if s.locked == DICE:  # [4.3]
                ask_mummy(s, s.locked, 1)
            elif s.locked > 0:  # [4.4]
                ask_explorer(s, RELEASE, ROLLED)
            else:
                roll(s)
            if s.active != 0:
                return
    ask_mummy(s, s.mummy_die[below(s, FACES)] + s.locked, 0)  # [7.1]


@kernel
def roll(s):
    """[4.6] All free dice; five mummies end the turn [4.7]."""
    for face in range(FACES - 1):
        s.shown[face] = 0
    for _ in range(DICE - s.locked):
        face = below(s, FACES)
        if face == FACES - 1:
            s.locked += 1
        else:
            s.shown[face] += 1
    if s.locked == DICE:
        remember(s, s.turn, LOST)
        s.turn += 1
    else:
        ask_explorer(s, BUSY, ROLLED)


@kernel
def go(s, pawn, cell):
    """[4.10] [4.11] A treasure that nobody has laid asks its question; otherwise the turn ends."""
    s.cell[pawn] = cell
    card = CARD_AT[cell]
    if card >= 0 and not is_laid(s, card):
        ask_explorer(s, BUSY, TREASURE)


@kernel
def end_turn(s, laid_on):
    """[11.6] Only now does the turn change what the mummy can work out."""
    pawn = s.turn
    walk(s, pawn, s.announced)
    if laid_on >= 0:
        forget(s, laid_on)
        put(s, pawn, laid_on)
    remember(s, pawn, s.announced)
    s.announced = 0
    s.turn += 1


@kernel
def play_treasure(s, pawn):
    """[6.2] [10.1] Lays the card of the cell and says which cell that was."""
    seat = seat_of(s, pawn)
    cell = s.cell[pawn]
    card = CARD_AT[cell]
    s.hand[seat, card] = 0
    s.colours[seat, COLOUR[card]] -= 1
    s.laid[pawn, card] = 1
    goal = 2 * COLOURS if s.seats == 2 else COLOURS
    count = 0
    for k in range(CARDS):
        count += s.laid[pawn, k]
        if s.seats == 2:
            count += s.laid[1 - pawn, k]
    s.score[seat] = 100 * count // goal
    s.done = count == goal
    return cell


# ------------------------------------------------------------------------------------------------------------------
# The mummy (CM-7, CM-8)


@kernel
def step_mummy(s, direction):
    """[7.3] [7.4]"""
    s.mummy = NEXT[s.mummy, direction]
    s.steps -= 1
    caught = pawn_at(s, s.mummy)
    forget(s, s.mummy)
    if caught >= 0:
        catch(s, caught)
    if caught >= 0 or s.steps == 0:
        end_mummy_move(s)
    else:
        s.active = 1


@kernel
def catch(s, pawn):
    """[8.1] [8.2] [8.3]"""
    s.cell[pawn] = PRISON
    put(s, pawn, PRISON)
    purse = 0 if s.seats == 2 else pawn
    s.ankhs[purse] -= 1
    s.mummy_ankhs += 1
    s.score[0] = 100 * s.mummy_ankhs // s.ankhs_needed
    if s.mummy_ankhs == s.ankhs_needed:
        s.done = 1
    elif s.ankhs[purse] == 0:
        s.out[pawn] = 1
        s.possible[pawn, 0] = 0
        s.possible[pawn, 1] = 0
        for card in range(CARDS):
            s.hand[pawn + 1, card] = 0
        for colour in range(COLOURS):
            s.colours[pawn + 1, colour] = 0


@kernel
def end_mummy_move(s):
    """After an intermediate move the releasing pawn goes on with five free dice [4.5]."""
    s.steps = 0
    if s.intermediate:
        s.intermediate = 0
        s.locked = 0
    else:
        s.turn = 0
        s.rounds += 1
        if s.rounds == s.max_rounds and not s.done:  # [7.7]
            s.truncated = 1


# ------------------------------------------------------------------------------------------------------------------
# Answers (CM-12)


@kernel
def step(s, seat, action):
    """An answer either asks the next question or leaves nobody active: then the next turn begins."""
    s.active = 0
    moved = False
    laid_on = -1
    if action == A_RELEASE:
        ask_mummy(s, s.locked, 1)  # [7.2]
    elif action in (A_KEEP, A_REROLL):
        roll(s)
    elif action < A_GO:
        s.announced = action - A_ANNOUNCE + 1
        for face in range(FACES - 1):
            s.shown[face] = 0
        ask_explorer(s, BUSY, MOVE)
    elif action < A_STEP:
        go(s, s.turn, action - A_GO)
        moved = s.active == 0
    elif action < A_STOP:
        step_mummy(s, action - A_STEP)
    elif action == A_STOP:
        end_mummy_move(s)
    elif action == A_PLAY:
        laid_on = play_treasure(s, s.turn)
        moved = not s.done
    else:
        moved = True
    if moved:
        end_turn(s, laid_on)
    if s.active == 0 and not s.done and not s.truncated:
        proceed(s)


@kernel
def legal(s, seat, mask):
    if not s.active >> seat & 1:
        return
    if s.phase == RELEASE:
        mask[A_RELEASE] = 1
        mask[A_KEEP] = 1
    elif s.phase == MUMMY:
        for direction in range(DIRECTIONS):
            mask[A_STEP + direction] = NEXT[s.mummy, direction] >= 0
        mask[A_STOP] = 1
    elif s.deed == ROLLED:
        for face in range(FACES - 1):
            if s.shown[face] > 0:
                mask[A_ANNOUNCE + face] = has_destination(s, s.turn, face + 1)
        mask[A_REROLL] = 1
    elif s.deed == MOVE:
        legal_ends(s, s.turn, mask)
    else:
        mask[A_HOLD] = 1
        mask[A_PLAY] = s.hand[seat, CARD_AT[s.cell[s.turn]]]


@kernel
def legal_ends(s, pawn, mask):
    """[5.1] to [5.5]"""
    if s.announced == ARROW:
        for direction in range(DIRECTIONS):
            cell = arrow_end(s, pawn, direction)
            if cell >= 0:
                mask[A_GO + cell] = 1
        return
    low, high = pawns_on(s, pawn, s.announced)
    for k in range(WORD):
        mask[A_GO + k] = low >> k & 1
    for k in range(CELLS - WORD):
        mask[A_GO + WORD + k] = high >> k & 1


@kernel
def outcome(s):
    """[10.1] [10.2] Whoever ended the game wins alone."""
    winner = 0
    if s.mummy_ankhs < s.ankhs_needed:
        for seat in range(1, s.seats):
            if s.score[seat] == 100:
                winner = seat
    for seat in range(s.seats):
        s.outcome[seat] = 1 if seat == winner else -1
