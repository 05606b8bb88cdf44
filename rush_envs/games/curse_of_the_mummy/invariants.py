"""What must hold in every state of Curse of the Mummy (CM-15), jitted so that millions of states can be checked."""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    BIT,
    CARD_AT,
    CARDS,
    COLOUR,
    COLOURS,
    CORRIDOR,
    DICE,
    FACES,
    FEWEST,
    LIVES,
    NEEDED,
    NEXT,
    PAWNS,
    PRISON,
    SEATS,
    START,
)
from rush_envs.games.curse_of_the_mummy.hidden import clash, may_stand
from rush_envs.games.curse_of_the_mummy.paths import arrow_ends, has_destination, spread
from rush_envs.games.curse_of_the_mummy.rules import is_laid
from rush_envs.games.curse_of_the_mummy.state import BUSY, HISTORY, MOVE, MUMMY, RELEASE, ROLLED, TREASURE
from rush_envs.kit import kernel

INVARIANTS = {
    1: "CM-15.1: ankhs of the explorers and of the mummy add up to 3 for each pawn",
    2: "CM-15.1: every card is in one hand, laid or set aside; colours say what the hands hold",
    3: "CM-15.2: no two pawns on one corridor, no pawn on the mummy's cell, nobody beyond the maze",
    4: "CM-15.3: five dice, locked or free",
    5: "CM-15.4: a living pawn may stand somewhere, never on the mummy's cell; an eliminated one nowhere",
    6: "CM-11.8: the true cell is among the possible ones, but for a pawn that has moved and is asked about a treasure",
    7: "CM-10.4: scores follow from cards laid and ankhs taken",
    8: "CM-15.5: exactly one living seat is asked, nobody once the game is over",
    9: "CM-1.5: pawns and needed ankhs follow from the players, and nobody else has anything",
    10: "CM-8.3: who has no ankh left is out and holds no card; the pool of two players is in one place (CM-9.2)",
    11: "CM-10.1: the game is done exactly when the mummy has its ankhs (CM-10.2) or an explorer has laid all cards",
    12: "CM-7.7: at most max_rounds rounds, fewer while the game goes on",
    13: "CM-4.4: one to four dice are locked at RELEASE, fewer than five while an explorer is busy",
    14: "CM-4.10: free dice show faces in ROLLED alone, a value is announced in MOVE and TREASURE alone",
    15: "CM-4.8: an announced value has a destination",
    16: "CM-6.1: TREASURE is asked where a card lies that nobody has laid, and the announced move leads there",
    17: "CM-7.1: the mummy is asked while it has steps left, after all turns or in the turn of a release (CM-7.2)",
}


@kernel
def check(s):
    ankhs = s.mummy_ankhs
    for pawn in range(s.pawns):
        ankhs += s.ankhs[pawn]
    if ankhs != LIVES * s.pawns:
        return 1
    if not cards_hold(s):
        return 2
    if not places_hold(s):
        return 3
    dice = s.locked
    for face in range(FACES - 1):
        dice += s.shown[face]
    if s.locked < 0 or s.locked > DICE or (s.active and s.phase == BUSY and s.deed == ROLLED and dice != DICE):
        return 4
    for pawn in range(s.pawns):
        some = s.possible[pawn, 0] != 0 or s.possible[pawn, 1] != 0
        if some == (s.out[pawn] == 1) or may_stand(s, pawn, s.mummy):
            return 5
        moved = s.phase == BUSY and s.deed == TREASURE and pawn == s.turn
        if s.active and not moved and not s.out[pawn] and not may_stand(s, pawn, s.cell[pawn]):
            return 6
    if not scores_hold(s):
        return 7
    if not seats_hold(s):
        return 8
    return check_numbers(s)


@kernel
def check_numbers(s):
    """What follows from the number of players, lives, the end; then the decision, while there is one."""
    if not box_holds(s):
        return 9
    if not lives_hold(s):
        return 10
    won = s.mummy_ankhs >= s.ankhs_needed
    for seat in range(1, s.seats):
        won |= s.score[seat] >= 100
    if won != (s.done == 1):
        return 11
    if s.rounds > s.max_rounds or (s.active and s.rounds == s.max_rounds):
        return 12
    return check_decision(s) if s.active else 0


@kernel
def check_decision(s):
    if (s.phase == RELEASE and s.locked == 0) or (s.phase != MUMMY and s.locked == DICE):
        return 13
    shown = 0
    for face in range(FACES - 1):
        shown += s.shown[face]
    rolled = s.phase == BUSY and s.deed == ROLLED
    if (not rolled and shown != 0) or (s.announced != 0) != (s.phase == BUSY and s.deed != ROLLED):
        return 14
    if s.phase == BUSY and s.deed == MOVE and not has_destination(s, s.turn, s.announced):
        return 15
    if s.phase == BUSY and s.deed == TREASURE and not treasure_holds(s):
        return 16
    return 0 if mummy_holds(s) else 17


@kernel
def cards_hold(s):
    for card in range(CARDS):
        places = 0
        for seat in range(s.seats):
            places += s.hand[seat, card]
        for pawn in range(s.pawns):
            places += s.laid[pawn, card]
        if places > 1:
            return False
    for seat in range(s.seats):
        for colour in range(COLOURS):
            held = 0
            for card in range(CARDS):
                if COLOUR[card] == colour:
                    held += s.hand[seat, card]
            if held != s.colours[seat, colour]:
                return False
    return True


@kernel
def places_hold(s):
    if clash(s, s.pawns) or s.mummy == START:
        return False
    for pawn in range(s.pawns):
        if s.cell[pawn] < 0 or s.cell[pawn] >= NEXT.shape[0]:
            return False
        if not s.out[pawn] and s.cell[pawn] == s.mummy and s.mummy != PRISON:
            return False
    return True


@kernel
def scores_hold(s):
    if s.score[0] != 100 * s.mummy_ankhs // s.ankhs_needed:
        return False
    for seat in range(1, s.seats):
        laid = 0
        for pawn in range(s.pawns):
            if s.seats == 2 or pawn == seat - 1:
                for card in range(CARDS):
                    laid += s.laid[pawn, card]
        goal = 2 * COLOURS if s.seats == 2 else COLOURS
        if s.score[seat] != 100 * laid // goal:
            return False
    return True


@kernel
def seats_hold(s):
    if s.done or s.truncated:
        return s.active == 0
    if s.phase == MUMMY:
        return s.active == 1
    owner = 1 if s.seats == 2 else s.turn + 1
    return s.turn < s.pawns and not s.out[s.turn] and s.active == 1 << owner


@kernel
def box_holds(s):
    if s.pawns != (2 if s.seats == 2 else s.seats - 1) or s.ankhs_needed != NEEDED[s.seats - FEWEST]:
        return False
    for pawn in range(s.pawns, PAWNS):
        if s.possible[pawn, 0] != 0 or s.possible[pawn, 1] != 0 or s.out[pawn] or s.ankhs[pawn]:
            return False
        for card in range(CARDS):
            if s.laid[pawn, card]:
                return False
        for k in range(HISTORY):
            if s.history[pawn, k]:
                return False
    for seat in range(s.seats, SEATS):
        if s.score[seat] != 0:
            return False
        for card in range(CARDS):
            if s.hand[seat, card]:
                return False
        for colour in range(COLOURS):
            if s.colours[seat, colour]:
                return False
    return True


@kernel
def lives_hold(s):
    """The pawn whose ankh ends the game stays in it (CM-8.2 goes before CM-8.3)."""
    if s.seats == 2:
        return s.out[0] == 0 and s.out[1] == 0 and s.ankhs[1] == 0
    for pawn in range(s.pawns):
        if s.out[pawn]:
            if s.ankhs[pawn] != 0:
                return False
            for card in range(CARDS):
                if s.hand[pawn + 1, card]:
                    return False
        elif s.ankhs[pawn] == 0 and not s.done:
            return False
    return True


@kernel
def treasure_holds(s):
    """The pawn came from a cell where it may have stood, and where no other pawn stands."""
    pawn = s.turn
    cell = s.cell[pawn]
    card = CARD_AT[cell]
    if card < 0 or is_laid(s, card):
        return False
    low, high = s.possible[pawn, 0], s.possible[pawn, 1]
    for other in range(s.pawns):
        if other != pawn and not s.out[other] and CORRIDOR[s.cell[other]]:
            low &= ~BIT[s.cell[other], 0]
            high &= ~BIT[s.cell[other], 1]
    if s.announced == ARROW:
        low, high = arrow_ends(s, pawn, low, high)
    else:
        for _ in range(s.announced):
            low, high = spread(low, high, s.mummy)
    return (low & BIT[cell, 0]) | (high & BIT[cell, 1]) != 0


@kernel
def mummy_holds(s):
    if s.phase != MUMMY:
        return s.steps == 0 and s.intermediate == 0
    if s.intermediate:
        return s.steps > 0 and s.locked > 0 and s.turn < s.pawns and not s.out[s.turn]
    return s.steps > 0 and s.turn == s.pawns
