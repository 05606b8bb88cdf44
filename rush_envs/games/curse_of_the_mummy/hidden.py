"""What a viewer cannot know, drawn anew (CM-11.10, CM-11.11)."""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import CELLS, CORRIDOR, DICE, FACES
from rush_envs.games.curse_of_the_mummy.rules import deal
from rush_envs.games.curse_of_the_mummy.sets import has
from rush_envs.games.curse_of_the_mummy.state import BUSY, ROLLED
from rush_envs.kit import below, inlined, kernel

TRIES = 64


@kernel
def determinize(s, seat):
    deal(s, seat)
    if seat == 0 and s.active != 0:
        place_pawns(s)
        if s.phase == BUSY:
            s.deed = ROLLED
            s.announced = 0
            roll_unseen(s)


@kernel
def roll_unseen(s):
    """Each free die shows one of its five other faces."""
    for face in range(FACES - 1):
        s.shown[face] = 0
    for _ in range(DICE - s.locked):
        s.shown[below(s, FACES - 1)] += 1


@inlined
def may_stand(s, pawn, cell):
    return has(s.possible[pawn, 0], s.possible[pawn, 1], cell)


@kernel
def place_pawns(s):
    """All living pawns on random cells of their sets, no two on a corridor: whole draws are repeated until one fits."""
    for _ in range(TRIES):
        for pawn in range(s.pawns):
            if not s.out[pawn]:
                s.cell[pawn] = any_cell(s, pawn)
        if not clash(s, s.pawns):
            return
    search_places(s)


@kernel
def any_cell(s, pawn):
    """A cell of the pawn's set, each equally likely."""
    count = 0
    for cell in range(CELLS):
        count += may_stand(s, pawn, cell)
    skip = below(s, count)
    for cell in range(CELLS):
        if may_stand(s, pawn, cell):
            if skip == 0:
                return cell
            skip -= 1
    return 0


@kernel
def clash(s, pawns):
    """Whether two of the first pawns share a corridor."""
    for pawn in range(pawns):
        cell = s.cell[pawn]
        if not s.out[pawn] and CORRIDOR[cell]:
            for other in range(pawn):
                if not s.out[other] and s.cell[other] == cell:
                    return True
    return False


@kernel
def search_places(s):
    """Backtracking from a random cell on, for sets so tight that independent draws keep clashing."""
    turn = below(s, CELLS)
    pawn = 0
    for k in range(s.pawns):
        if not s.out[k]:
            s.cell[k] = -1
    while pawn < s.pawns:
        if s.out[pawn]:
            pawn += 1
            continue
        if advance(s, pawn, turn):
            pawn += 1
        else:
            s.cell[pawn] = -1
            pawn -= 1
            while s.out[pawn]:
                pawn -= 1


@kernel
def advance(s, pawn, turn):
    """The pawn's next cell in the order that begins at `turn`, free of the pawns before it; false if there is none."""
    first = 0 if s.cell[pawn] < 0 else (s.cell[pawn] - turn + CELLS) % CELLS + 1
    for k in range(first, CELLS):
        cell = (turn + k) % CELLS
        if may_stand(s, pawn, cell):
            s.cell[pawn] = cell
            if not clash(s, pawn + 1):
                return True
    return False
