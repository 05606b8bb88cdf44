"""Every walk there is on the board, found once: from each cell, for each number of steps.

Of walks that enter the same cells, in any order, and end on the same one, only the first is kept: they bring the same.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush.components import CELLS, DIRECTIONS, NEIGHBOUR, STRAIGHT
from rush_envs.games.coffee_rush.multisets import SHIFT

LONGEST = (6, 4)  # steps, without and with the tile *diagonal*, with which there are far more walks
CELL_BITS, CELL = 4, CELLS - 1
Walk = tuple[tuple[int, ...], int]  # the cells it enters, sorted, and where it ends
DIRECTION_AT = 32  # where a walk's first direction stands


def _grown(walks: dict[Walk, int], ways: int) -> dict[Walk, int]:
    """All walks of one step more. A walk is known by the cells it enters and where it ends, and is kept as its cells,
    the last one lowest, with its first direction on top."""
    found: dict[Walk, int] = {}
    for (entered, at), path in walks.items():
        for direction in range(ways):
            cell = int(NEIGHBOUR[at, direction])
            if cell >= 0:
                first = path >> DIRECTION_AT if entered else direction
                cells = (path & (1 << DIRECTION_AT) - 1) << CELL_BITS | cell
                found.setdefault((tuple(sorted((*entered, cell))), cell), first << DIRECTION_AT | cells)
    return found


def _walks() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(2, CELLS, steps) where the walks of so many steps begin and, one place on, end; the walks; what each brings."""
    begin = np.zeros((2, CELLS, max(LONGEST) + 2), np.int64)
    paths: list[int] = []
    found: list[int] = []
    for diagonal, ways in enumerate((STRAIGHT, DIRECTIONS)):
        for start in range(CELLS):
            walks: dict[Walk, int] = {((), start): start}  # of no step: it ends where it is
            for steps in range(LONGEST[diagonal] + 1):
                begin[diagonal, start, steps] = len(paths)
                paths += walks.values()
                found += [sum(1 << int(SHIFT[cell]) for cell in entered) for entered, _ in walks]
                walks = _grown(walks, ways)
            begin[diagonal, start, LONGEST[diagonal] + 1] = len(paths)
    return begin, np.array(paths, np.int64), np.array(found, np.int64)


WALKS, PATH, BRINGS = _walks()


def _next_turn() -> tuple[np.ndarray, np.ndarray]:
    """(2, CELLS + 1) where the multisets that three steps from a cell bring begin; these multisets."""
    begin = np.zeros((2, CELLS + 1), np.int64)
    found: list[int] = []
    for diagonal in range(2):
        for cell in range(CELLS):
            begin[diagonal, cell] = len(found)
            found += np.unique(BRINGS[WALKS[diagonal, cell, 3] : WALKS[diagonal, cell, 4]]).tolist()
        begin[diagonal, CELLS] = len(found)
    return begin, np.array(found, np.int64)


NEXT_TURN, NEXT_BRINGS = _next_turn()
