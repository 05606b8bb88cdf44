"""A rule of thumb for both sides of Curse of the Mummy: `greedy(s, seat, mask)`.

An explorer thinks in turns: how many it will need for all the treasures in its hand, always going on to the nearest,
and how many a catch would cost it, times the chance of one. The chance depends on the mummy's distance and on how many
cells the mummy must think possible; laying a card leaves just one. Dice are rolled again while the faces to hope for
promise more than those shown, and released as soon as the mummy cannot come. Only the winner wins, so it is a race: an
explorer that fears the mummy much is safe and late. Two pawns of one player share the hand by who is nearer.

The mummy tries every path of its move and adds up how likely the pawns stand on it, those nearer to winning weighing
more and cells near treasures of their colours likelier than others. Where a path ends, the possible cells and the
treasures that pawns may reach next count too, the nearer the more. It reads only what is public.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    BIT,
    CARD_AT,
    CARDS,
    CELLS,
    COLOUR,
    DICE,
    DIRECTIONS,
    FACES,
    NEXT,
    TREASURE_CELL,
    WORD,
)
from rush_envs.games.curse_of_the_mummy.paths import arrow_end, arrow_ends, pawns_on, spread
from rush_envs.games.curse_of_the_mummy.rules import is_laid, seat_of
from rush_envs.games.curse_of_the_mummy.state import MOVE, MUMMY, RELEASE, ROLLED
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
from rush_envs.jit import inlined, kernel

# ------------------------------------------------------------------------------------------------------------------
# What things are worth: a turn is 100. Found by playing versions of this file against each other.

TURN = 100
CAUGHT = (0, 400, 80, 60)  # what a catch costs a pawn with so many ankhs left (more: as with three)
CAUGHT_LATE = (0, 720, 180, 40)  # and in addition when the mummy needs so many ankhs to win (more: as with three)
TEAM = 2  # times that with two players, where every catch is a third of the game
FEARLESS = 100  # the fear fades until this round, or a mummy that guards the last treasure would never be challenged
GUESS = 3  # the mummy finds a pawn among n cells with a chance of about (1 + GUESS) / (n + GUESS)
LOCK = 3  # for each die of a roll: it may be locked
WIN = 5000
COMRADE = 150  # for a treasure that the other pawn of a player need not fetch any more
SAFE_RELEASE = 1  # release this many dice or more if the mummy cannot come
BOLD_RELEASE = 4  # or this many though it can

PREY = (8, 10, 12, 17, 28, 30)  # what a pawn with so many cards laid (more: as with five) is worth to the mummy
SURE = 5040  # the chances of all cells of a pawn add up to about this
LIKELY = 2  # a possible cell close to a treasure that the pawn may look for counts for so many more
RADIUS = (2, 4, 7, 12)  # how near things are to where the mummy's move ends; the first is close
NEAR_CELL = (18, 10, 4, 3)  # a possible cell within each radius, in 1/512 of a catch
NEAR_GOAL = (30, 20, 10, 4)  # a treasure within each radius
STRIDE = 4  # a pawn may reach treasures so many steps from its possible cells in its next turn
LONGEST = 7  # paths are tried up to this many steps

# ------------------------------------------------------------------------------------------------------------------
# Tables

NONE = np.int64(0)  # numba compiles a kernel anew for a bare 0 or 1
ONE, FAR = np.int64(1), np.int64(1 << 40)
CARD_BITS, CELL_BITS = 5, 7
CARD, CELL = (1 << CARD_BITS) - 1, (1 << CELL_BITS) - 1
ENOUGH = PREY[0] * SURE  # as good as a sure catch, which ends the move
SITE = np.concatenate(([0], TREASURE_CELL)).astype(np.int64)  # by card + 1, as in a packed hand
FULL_ROLL = 4  # free dice a turn is expected to have
STEP = (NEXT[:, :, None] == np.arange(CELLS)).any(axis=1).astype(np.int64)  # (CELLS, CELLS): 1 where a step leads


def _distance() -> np.ndarray:
    """(CELLS, CELLS) steps from one cell to another, CELLS if there is no way: nothing enters start or prison."""
    table = np.full((CELLS + 1, CELLS), CELLS)  # the last row stands for what is behind a wall
    np.fill_diagonal(table, 0)
    for _ in range(CELLS // 2):
        table[:CELLS] = np.minimum(table[:CELLS], 1 + table[NEXT].min(axis=1))
    return table[:CELLS].astype(np.int64)


def _arrows() -> np.ndarray:
    """(CELLS, CELLS): where an arrow leads on an empty board."""
    arrows = np.zeros((CELLS, CELLS))
    for cell in range(CELLS):
        for direction in range(DIRECTIONS):
            end = cell
            while NEXT[end, direction] >= 0:
                end = NEXT[end, direction]
            arrows[cell, end] = end != cell
    return arrows


def _chances() -> np.ndarray:
    """(1 + DICE, FACES): that the best face shown by so many dice is the k-th best of the five, or none at all."""
    missed = (1 - np.arange(FACES) / FACES) ** np.arange(DICE + 1)[:, None]
    return np.hstack([missed[:, :-1] - missed[:, 1:], missed[:, -1:]])


def _turns() -> np.ndarray:
    """(CELLS, 1 + CARDS): the turns a pawn needs from a cell to end on the treasure of card k - 1, in 1/100; from that
    cell itself, until it is back there."""
    faces = [np.linalg.matrix_power(STEP, number) for number in range(1, ARROW)] + [_arrows()]
    most = max(int((face > 0).sum(axis=1).max()) for face in faces)
    nowhere = CELLS  # a row of its own, for announcements without a destination
    index = np.full((CELLS, ARROW, most), nowhere)
    for k, face in enumerate(faces):
        for cell in range(CELLS):
            ends = np.flatnonzero(face[cell])
            index[cell, k, : len(ends)] = ends
    chance = _chances()[FULL_ROLL]
    turns = np.full((CELLS + 1, CARDS), 3.0)
    for _ in range(25):
        turns[nowhere] = 60
        turns[TREASURE_CELL, np.arange(CARDS)] = 0
        best = np.sort(turns[index].min(axis=2), axis=1)
        turns[:CELLS] = 1 + np.einsum("ckt,k->ct", best, chance[:-1]) + chance[-1] * turns[:CELLS]
    arrive = np.hstack([np.full((CELLS, 1), 1e6), turns[:CELLS]])
    return np.rint(TURN * arrive).astype(np.int64)


def _balls(distance: np.ndarray) -> np.ndarray:
    """(CELLS, radii, 2): the cells from which a cell is that near, as sets; that may be start and prison."""
    near = distance.T[:, None] <= np.array(RADIUS)[:, None]
    words = near[..., :WORD], near[..., WORD:]
    return np.stack([word @ (np.int64(1) << np.arange(word.shape[-1])) for word in words], axis=-1)


DISTANCE, TURNS = _distance(), _turns()
BALL = _balls(DISTANCE)
CHANCE = np.rint(1024 * _chances()).astype(np.int64)

# ------------------------------------------------------------------------------------------------------------------
# Sets


@inlined
def has(low, high, cell):
    return (low >> cell if cell < WORD else high >> (cell - WORD)) & 1


@inlined
def count(word):
    """How many bits a word of 50 has."""
    pairs = word - (word >> 1 & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    bytes_ = fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F
    bytes_ += bytes_ >> 32
    bytes_ += bytes_ >> 16
    return bytes_ + (bytes_ >> 8) & 63


# ------------------------------------------------------------------------------------------------------------------
# Explorers


@inlined
def detour(s, pawn, card):
    """How much farther a treasure is for a pawn than for its comrade."""
    return TURNS[s.cell[pawn], card + 1] - TURNS[s.cell[1 - pawn], card + 1]


@inlined
def is_comrades(s, seat, pawn, card):
    """Two players: whether the other pawn had better fetch a treasure. Each leaves the farther half to the other."""
    nearer, farther = NONE, NONE
    for other in range(CARDS):
        if s.hand[seat, other] and other != card:
            more = detour(s, pawn, other) - detour(s, pawn, card)
            if more < 0 or (more == 0 and other < card):
                nearer += 1
            else:
                farther += 1
    return nearer > farther


@kernel
def pack_hand(s, seat, pawn):
    """The cards the pawn is after as a list in one number, five bits for each: card + 1."""
    cards = 0
    for card in range(CARDS):
        if s.hand[seat, card] and not (s.seats == 2 and is_comrades(s, seat, pawn, card)):
            cards = cards << CARD_BITS | card + 1
    return cards


@kernel
def tour(cell, cards):
    """The turns for all these treasures, always going on to the nearest."""
    total = 0
    while cards > 0:
        nearest = FAR
        place = 0
        shift = 0
        while cards >> shift > 0:
            turns = TURNS[cell, cards >> shift & CARD]
            if turns < nearest:
                nearest = turns
                place = shift
            shift += CARD_BITS
        total += nearest
        cell = SITE[cards >> place & CARD]
        cards &= ~(CARD << place)
    return total


@inlined
def without(cards, card):
    """The list without that card."""
    shift = NONE
    while cards >> shift > 0:
        if cards >> shift & CARD == card + 1:
            cards = cards & (1 << shift) - 1 | cards >> shift + CARD_BITS << shift
        shift += CARD_BITS
    return cards


@kernel
def peril(s, pawn, cell, size):
    """What the mummy's next move is likely to cost a pawn that stands on a cell, one of `size` it may be on."""
    missing = DISTANCE[s.mummy, cell] - s.locked  # start and prison are out of reach
    reach = 0  # in quarters of a face
    for face in range(FACES):
        lacking = missing - s.mummy_die[face]
        reach += 4 if lacking <= 0 else 1 if lacking == 1 else 0  # others may lock or release a die until then
    left = s.ankhs[0 if s.seats == 2 else pawn]
    cost = CAUGHT[min(left, 3)] + CAUGHT_LATE[min(s.ankhs_needed - s.mummy_ankhs, 3)]
    if s.seats == 2:
        cost *= TEAM
    cost = cost * max(FEARLESS - s.rounds, 0) // FEARLESS
    return cost * reach * (1 + GUESS) // (4 * FACES * (size + GUESS))


@inlined
def set_after(s, pawn, value):
    """How many cells the mummy will think possible after an announcement."""
    low, high = s.possible[pawn, 0], s.possible[pawn, 1]
    if value == ARROW:
        low, high = arrow_ends(s, pawn, low, high)
    else:
        for _ in range(value):
            low, high = spread(low, high, s.mummy)
    return count(low) + count(high)


@inlined
def ends_of(s, pawn, value):
    """Where an announcement leads, as a set."""
    low, high = NONE, NONE
    if value == ARROW:
        for direction in range(DIRECTIONS):
            end = arrow_end(s, pawn, direction)
            if end >= 0:
                low |= BIT[end, 0]
                high |= BIT[end, 1]
    else:
        low, high = pawns_on(s, pawn, value)
    return low, high


@inlined
def laid_worth(s, seat, pawn, cell, cards, card):
    """What it is worth to lay a card on a cell: the mummy then knows where the pawn is."""
    if s.score[seat] >= (90 if s.seats == 2 else 80):  # the last card
        return WIN
    rest = without(cards, card)
    return (COMRADE if rest == cards else 0) - tour(cell, rest) - peril(s, pawn, cell, ONE)


@kernel
def best_end(s, seat, pawn, value, cards):
    """The best end cell of an announcement: its worth << 7 | the cell; -FAR if there is none."""
    low, high = ends_of(s, pawn, value)
    if low == 0 and high == 0:
        return -FAR
    size = set_after(s, pawn, value)
    best = -FAR
    for cell in range(CELLS):
        if has(low, high, cell):
            worth = -tour(cell, cards) - peril(s, pawn, cell, size)
            card = CARD_AT[cell]
            if card >= 0 and s.hand[seat, card]:
                worth = max(worth, laid_worth(s, seat, pawn, cell, cards, card))
            best = max(best, worth << CELL_BITS | cell)
    return best


@inlined
def choose_value(s, seat, mask, pawn, cards):
    """Announces the best value shown, or rolls again if the faces to hope for promise more."""
    worth = (
        best_end(s, seat, pawn, 1 * ONE, cards) >> CELL_BITS,
        best_end(s, seat, pawn, 2 * ONE, cards) >> CELL_BITS,
        best_end(s, seat, pawn, 3 * ONE, cards) >> CELL_BITS,
        best_end(s, seat, pawn, 4 * ONE, cards) >> CELL_BITS,
        best_end(s, seat, pawn, ARROW * ONE, cards) >> CELL_BITS,
    )
    free = DICE - s.locked
    size = count(s.possible[pawn, 0]) + count(s.possible[pawn, 1])
    stay = -TURN - tour(NONE + s.cell[pawn], cards) - peril(s, pawn, NONE + s.cell[pawn], size)
    hope = CHANCE[free, FACES - 1] * stay
    best = -FAR
    action = A_REROLL
    for face in range(FACES - 1):
        rank = NONE
        for other in range(FACES - 1):
            rank += worth[other] > worth[face] or (worth[other] == worth[face] and other < face)
        hope += CHANCE[free, rank] * max(worth[face], stay)
        if mask[A_ANNOUNCE + face] and worth[face] > best:
            best = worth[face]
            action = A_ANNOUNCE + face
    return A_REROLL if (hope >> 10) - LOCK * free > best else action


@inlined
def choose_release(s, pawn):
    """Fewer locked dice are a better roll and a slower mummy, but it comes nearer at once."""
    reached = False
    for k in range(s.pawns):
        mine = k == pawn or s.seats == 2
        reached |= mine and DISTANCE[s.mummy, s.cell[k]] <= s.locked
    return A_RELEASE if s.locked >= (BOLD_RELEASE if reached else SAFE_RELEASE) else A_KEEP


@inlined
def explore(s, seat, mask):
    pawn = s.turn
    if s.phase == RELEASE:
        return choose_release(s, pawn)
    cards = pack_hand(s, seat, pawn)
    if s.deed == ROLLED:
        return choose_value(s, seat, mask, pawn, cards)
    value = NONE + s.announced
    if s.deed == MOVE:
        return A_GO + (best_end(s, seat, pawn, value, cards) & CELL)
    cell = NONE + s.cell[pawn]
    hold = -tour(cell, cards) - peril(s, pawn, cell, set_after(s, pawn, value))
    if mask[A_PLAY] and laid_worth(s, seat, pawn, cell, cards, CARD_AT[cell]) >= hold:
        return A_PLAY
    return A_HOLD


# ------------------------------------------------------------------------------------------------------------------
# The mummy


@inlined
def goals_of(s, pawn):
    """The treasures a pawn may look for, as far as everybody knows, and the cells close to them, as sets."""
    low, high, close_low, close_high = NONE, NONE, NONE, NONE
    for card in range(CARDS):
        if s.colours[seat_of(s, pawn), COLOUR[card]] > 0 and not is_laid(s, card):
            cell = TREASURE_CELL[card]
            low |= BIT[cell, 0]
            high |= BIT[cell, 1]
            close_low |= BALL[cell, 0, 0]
            close_high |= BALL[cell, 0, 1]
    return low, high, close_low, close_high


@kernel
def trail(s, pawn):
    """What the mummy makes of a pawn: its possible cells, the likely ones among them, the treasures it may reach next,
    as sets, and what a cell and a treasure promise."""
    low, high = s.possible[pawn, 0], s.possible[pawn, 1]
    if low == 0 and high == 0:
        return NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE
    laid = 0
    for card in range(CARDS):
        laid += s.laid[pawn, card]
    prey = PREY[min(laid, 5)] * SURE
    goal_low, goal_high, likely_low, likely_high = goals_of(s, pawn)
    likely_low &= low
    likely_high &= high
    reach_low, reach_high = low, high
    for _ in range(STRIDE):
        step_low, step_high = spread(reach_low, reach_high, s.mummy)
        reach_low |= step_low
        reach_high |= step_high
    if goal_low & reach_low or goal_high & reach_high:
        goal_low &= reach_low
        goal_high &= reach_high
    goals = max(count(goal_low) + count(goal_high), 1)
    cells = count(low) + count(high) + LIKELY * (count(likely_low) + count(likely_high))
    return low, high, likely_low, likely_high, goal_low, goal_high, prey // cells, prey // goals


@inlined
def promise(trail, cell):
    """That a pawn is on a cell, in SURE times its weight."""
    low, high, likely_low, likely_high, _, _, worth, _ = trail
    return worth * (has(low, high, cell) + LIKELY * has(likely_low, likely_high, cell))


@inlined
def prospect(trail, cell):
    """What a pawn's cells and treasures around a cell promise for later moves."""
    low, high, likely_low, likely_high, goal_low, goal_high, worth, goal_worth = trail
    cells, goals = NONE, NONE
    for k in range(len(RADIUS)):
        ball_low, ball_high = BALL[cell, k, 0], BALL[cell, k, 1]
        likely = count(likely_low & ball_low) + count(likely_high & ball_high)
        cells += NEAR_CELL[k] * (count(low & ball_low) + count(high & ball_high) + LIKELY * likely)
        goals += NEAR_GOAL[k] * (count(goal_low & ball_low) + count(goal_high & ball_high))
    return cells * worth + goals * goal_worth


@kernel
def found(cell, a, b, c, d):
    """What entering a cell promises; a, b, c, d are the trails of the pawns."""
    return promise(a, cell) + promise(b, cell) + promise(c, cell) + promise(d, cell)


@kernel
def around(cell, a, b, c, d):
    """What ending on a cell promises."""
    return prospect(a, cell) + prospect(b, cell) + prospect(c, cell) + prospect(d, cell) >> 9


@kernel
def hunt(s):
    """The first step of the best path that crosses no cell twice, or `stop`; tries all of them, depth first."""
    a, b, c, d = trail(s, NONE), trail(s, ONE), trail(s, 2 * ONE), trail(s, 3 * ONE)
    cell = NONE + s.mummy
    seen_low, seen_high = BIT[cell, 0], BIT[cell, 1]
    best, action = around(cell, a, b, c, d), A_STOP
    limit = min(NONE + s.steps, LONGEST)
    path, depth, gain, way = 0, 0, 0, 0  # directions gone, two bits each; how many; what they promise; the next to try
    while True:
        ahead = NEXT[cell, way] if way < DIRECTIONS and depth < limit else -1
        if ahead >= 0 and not has(seen_low, seen_high, ahead):
            cell = ahead
            seen_low |= BIT[cell, 0]
            seen_high |= BIT[cell, 1]
            path = path << 2 | way
            depth += 1
            here = found(cell, a, b, c, d)
            gain += here
            value = gain + around(cell, a, b, c, d)
            if value > best:
                best, action = value, A_STEP + (path >> 2 * (depth - 1))
            way = DIRECTIONS if here >= ENOUGH else 0
        elif way < DIRECTIONS - 1 and depth < limit:
            way += 1
        elif depth == 0:
            return action
        else:  # back where this step came from
            gain -= found(cell, a, b, c, d)
            seen_low &= ~BIT[cell, 0]
            seen_high &= ~BIT[cell, 1]
            depth -= 1
            cell = NEXT[cell, path & 3 ^ 2] if depth > 0 else NONE + s.mummy
            way = (path & 3) + 1
            path >>= 2


@kernel
def greedy(s, seat, mask):
    """A legal action that a sensible explorer or mummy would take."""
    if s.phase == MUMMY:
        return hunt(s)
    return explore(s, seat, mask)
