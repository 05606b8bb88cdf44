"""What is printed on the cards, as tables for the eyes: where symbols lie, how far it is to a tomb, what reaches it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    BOX,
    CARDS,
    CELLS,
    CROSS,
    ENTRANCE,
    GREEN_GEM,
    OPEN_CELLS,
    PATTERNS,
    PLACEMENTS,
    POTION,
    RED_GEM,
    SKULL,
    SYMBOL_CELLS,
    SYMBOLS,
    TOMB,
    TORCH,
    WIDTH,
    around,
)


def _filled(rows: Sequence[Sequence[int]], rest: np.ndarray) -> np.ndarray:
    """Rows of different lengths as one table; `rest[k]` fills up row k."""
    table = np.repeat(rest[:, None], max(map(len, rows)), axis=1).astype(np.int32)
    for k, row in enumerate(rows):
        table[k, : len(row)] = row
    return table


def _steps(card: int) -> list[int]:
    """From every cell to the tomb; walls are as far as can be."""
    steps, ring = [CELLS] * CELLS, int(SYMBOL_CELLS[card, TOMB])
    for step in range(CELLS):
        for cell in range(CELLS):
            if ring >> cell & 1:
                steps[cell] = min(steps[cell], step)
        ring = (ring | around(ring)) & int(OPEN_CELLS[card])
    return steps


def _last_shapes(card: int, pattern: int) -> list[int]:
    """The ways to lay a pattern over the tomb, as sets of cells."""
    tomb, walls = int(SYMBOL_CELLS[card, TOMB]), ~int(OPEN_CELLS[card])
    return [cells for cells in PLACEMENTS[pattern] if cells & tomb and not cells & walls]


_CARDS, _ROWS = range(CARDS), range(1 << WIDTH)
_entrances = np.array([int(cells).bit_length() - 1 for cells in SYMBOL_CELLS[:, ENTRANCE]], np.int64)
_far = [_steps(card) for card in _CARDS]
_symbols = [[(s, c) for s in range(SYMBOLS) for c in range(CELLS) if SYMBOL_CELLS[k, s] >> c & 1] for k in _CARDS]
# (CARDS, most): each symbol of a card, its place among the planes (symbol, cell), and its cell as a set; at the end of
# a row a place that is never filled, the wall in the entrance, and no cell. Loops over whole rows have no end to guess.
SYMBOL_PLACE = _filled([[CELLS * s + c for s, c in places] for places in _symbols], _entrances)
SYMBOL_CELL = _filled([[1 << c for _, c in places] for places in _symbols], np.zeros(CARDS))
WAY = np.array([1 + _far[card][_entrances[card]] for card in _CARDS], np.int64)  # cells, entrance and tomb included
# (CARDS, rows, sets of cells of a row): the fewest steps from one of these cells to the tomb; without any the whole way
ROW_STEPS = np.array(
    [
        [
            [min([int(WAY[k]), *(_far[k][WIDTH * row + c] for c in range(WIDTH) if marks >> c & 1)]) for marks in _ROWS]
            for row in range(WIDTH)
        ]
        for k in _CARDS
    ],
    np.int8,
)
MOST_OPEN = max(int(cells).bit_count() for cells in OPEN_CELLS)
# (CARDS, 7): what a look at a card tells before it is begun
FACT_NAMES = ("crosses", "red gems", "green gems", "torches", "skulls", "potions", "cells of the shortest way")
FACTS = np.array(
    [
        [int(SYMBOL_CELLS[k, s]).bit_count() for s in (CROSS, RED_GEM, GREEN_GEM, TORCH, SKULL, POTION)] + [WAY[k]]
        for k in _CARDS
    ],
    np.int8,
)
# (CARDS, PATTERNS, most): the shapes that could mark the tomb
LAST_SHAPES = _filled([_last_shapes(card, k) for card in _CARDS for k in range(PATTERNS)], np.zeros(CARDS * PATTERNS))
LAST_SHAPES = LAST_SHAPES.reshape(CARDS, PATTERNS, -1)
PATTERN_CELLS = np.array([sum(1 << (WIDTH * r + c) for r, c in BOX.shapes[k]) for k in range(PATTERNS)], np.int64)
