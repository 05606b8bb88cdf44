"""What a pyramid promises: a table made once, by thinking some expedition cards ahead.

A pyramid is looked at as if only one of its cells were marked. Then what it promises with n cards to come follows from
what it promises with one card less: the next card shows some pattern, the player lays it (or a single cell) where
symbols and the new outlook are worth most, and spends a card, which would have been worth `CARD` elsewhere. The best
marked cell stands for a whole pyramid: treasures behind it are counted a second time, but all in all the outlook is
good enough to prefer openings that many shapes fit.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    CARDS,
    CELLS,
    COPIES,
    CROSS,
    ENTRANCE,
    GREEN_GEM,
    OPEN_CELLS,
    PATTERNS,
    POTION,
    RED_GEM,
    SHAPE_CELLS,
    SHAPE_FIRST,
    SKULL,
    SYMBOL_CELLS,
    TOMB,
    TORCH,
    around,
)

# In points × 100, found by playing versions of these files against each other.
COMPLETED = 1300  # a pyramid, and some of an award
CARD = 475  # an expedition card: about what one brings
SYMBOL_WORTH = {CROSS: 200, RED_GEM: 150, GREEN_GEM: 150, TORCH: 150, SKULL: -250, POTION: 200}
HORIZON = 10  # with more cards to come nothing changes much

NEVER = -(10**6)


def _cells(sets: np.ndarray) -> np.ndarray:
    """(sets, CELLS) which cells are in which set."""
    return (sets[:, None] >> np.arange(CELLS) & 1) == 1


MARKS = np.concatenate([SHAPE_CELLS, 1 << np.arange(CELLS)])  # what a card can mark at once, single cells last
INSIDE = _cells(MARKS)
_STARTS = [*SHAPE_FIRST, len(SHAPE_CELLS)]


def _follows() -> np.ndarray:
    """(CARDS, sets, CELLS + 1): which of MARKS may follow when a cell is marked, or none."""
    beside = _cells(np.array([around(int(cells)) & ~int(cells) for cells in MARKS]))
    entrance = (MARKS & SYMBOL_CELLS[:, ENTRANCE, None]) != 0
    return np.concatenate([np.broadcast_to(beside, (CARDS, *beside.shape)), entrance[..., None]], axis=2)


FOLLOWS = _follows()
WALLED = np.where(MARKS & ~OPEN_CELLS[:, None], NEVER, 0)  # (CARDS, sets): NEVER for those that a wall forbids
TOMBS = _cells(SYMBOL_CELLS[:, TOMB])  # (CARDS, CELLS)


def next_best(found: np.ndarray, outlook: np.ndarray) -> np.ndarray:
    """(CARDS, CELLS + 1, PATTERNS): the most that the next card's mark can be worth, of those that may follow: what it
    finds, (CARDS, sets), and the best outlook, (CARDS, CELLS), of its cells."""
    after = found + np.where(INSIDE, outlook[:, None, :], NEVER).max(axis=2)
    best = np.maximum.reduceat(np.where(FOLLOWS, after[..., None], NEVER), _STARTS, axis=1)
    best = np.maximum(best[:, :-1], best[:, -1:])  # a single cell is always free to choose
    return np.asarray(best.transpose(0, 2, 1))


def _prospects() -> np.ndarray:
    """(HORIZON + 1, CARDS, CELLS + 1, PATTERNS): cards to come, the card, the marked cell (the last stands for a
    pyramid without marks), the pattern that comes next."""
    worth = np.zeros((CARDS, CELLS))
    for symbol, points in SYMBOL_WORTH.items():
        worth += points * _cells(SYMBOL_CELLS[:, symbol])
    found = worth @ INSIDE.T + WALLED
    outlook = np.where(TOMBS, COMPLETED, 0).astype(float)  # (CARDS, CELLS), with no card to come
    table = np.zeros((HORIZON + 1, CARDS, CELLS + 1, PATTERNS))
    for cards in range(1, HORIZON + 1):
        table[cards] = next_best(found, outlook) - CARD
        outlook = np.where(TOMBS, COMPLETED, table[cards, :, :CELLS] @ (COPIES / COPIES.sum()))
    return np.rint(table).astype(np.int32)


PROSPECTS = _prospects()
