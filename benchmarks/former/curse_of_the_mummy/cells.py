"""The cells of Curse of the Mummy for rules of thumb: how far apart they are, and sets of them in two words."""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import CELLS, NEXT, WORD
from rush_envs.kit import inlined


def _distance() -> np.ndarray:
    """(CELLS, CELLS) steps from one cell to another, CELLS if there is no way: nothing enters start or prison."""
    table = np.full((CELLS + 1, CELLS), CELLS)  # the last row stands for what is behind a wall
    np.fill_diagonal(table, 0)
    for _ in range(CELLS // 2):
        table[:CELLS] = np.minimum(table[:CELLS], 1 + table[NEXT].min(axis=1))
    return table[:CELLS].astype(np.int64)


DISTANCE = _distance()


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
