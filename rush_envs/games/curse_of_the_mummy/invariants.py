"""What must hold in every state of Curse of the Mummy (CM-15), jitted so that millions of states can be checked."""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import (
    CARDS,
    COLOUR,
    COLOURS,
    DICE,
    FACES,
    LIVES,
    NEXT,
    PRISON,
    START,
)
from rush_envs.games.curse_of_the_mummy.hidden import clash, may_stand
from rush_envs.games.curse_of_the_mummy.state import BUSY, MUMMY, ROLLED
from rush_envs.jit import kernel

INVARIANTS = {
    1: "CM-15.1: ankhs of the explorers and of the mummy add up to 3 for each pawn",
    2: "CM-15.1: every card is in one hand, laid or set aside; colours say what the hands hold",
    3: "CM-15.2: no two pawns on one corridor, no pawn on the mummy's cell, nobody beyond the maze",
    4: "CM-15.3: five dice, locked or free",
    5: "CM-15.4: a living pawn may stand somewhere, never on the mummy's cell; an eliminated one nowhere",
    6: "CM-11.8: at RELEASE and MUMMY decisions the true cell is among the possible ones",
    7: "CM-10.4: scores follow from cards laid and ankhs taken",
    8: "CM-15.5: exactly one living seat is asked, nobody once the game is over",
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
        if s.active and s.phase != BUSY and not s.out[pawn] and not may_stand(s, pawn, s.cell[pawn]):
            return 6
    if not scores_hold(s):
        return 7
    return 0 if seats_hold(s) else 8


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
