"""Sets of cells, two words each, and tables of them: what a step, a straight line or a number of steps leads to.

The union of a table's sets over the cells of a set is read off five cells at a time, so that it costs the same for one
possible cell or for ninety.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import ARROW, BIT, CELLS, CORRIDOR, DIRECTIONS, NEXT, WORD
from rush_envs.kit import inlined

CHUNK = 5
CHUNKS = -(-WORD // CHUNK)
ANY = (1 << CHUNK) - 1


def words(members: np.ndarray) -> np.ndarray:
    """(…, CELLS) true where a cell belongs to a set: (…, 2) the sets."""
    parts = members[..., :WORD], members[..., WORD:]
    return np.stack([part @ (np.int64(1) << np.arange(part.shape[-1])) for part in parts], axis=-1)


def _unions(sets: np.ndarray) -> np.ndarray:
    """(CELLS, 2) a set for each cell: (2, CHUNKS, 2 ** CHUNK, 2) the union for any choice of some cells in a row."""
    table = np.zeros((2, CHUNKS, 1 << CHUNK, 2), np.int64)
    for cell in range(CELLS):
        word, place = divmod(cell, WORD)
        chosen = np.arange(1 << CHUNK) >> place % CHUNK & 1 == 1
        table[word, place // CHUNK, chosen] |= sets[cell]
    return table


def _distance() -> np.ndarray:
    """(CELLS, CELLS) steps from one cell to another, CELLS if there is no way: nothing enters start or prison."""
    table = np.full((CELLS + 1, CELLS), CELLS)  # the last row stands for what is behind a wall
    np.fill_diagonal(table, 0)
    for _ in range(CELLS // 2):
        table[:CELLS] = np.minimum(table[:CELLS], 1 + table[NEXT].min(axis=1))
    return table[:CELLS].astype(np.int64)


def _ahead() -> np.ndarray:
    """(DIRECTIONS, CELLS, CELLS) true for the cells straight on before a wall, start or prison."""
    found = np.zeros((DIRECTIONS, CELLS, CELLS), np.bool_)
    for cell in range(CELLS):
        for direction in range(DIRECTIONS):
            ahead = NEXT[cell, direction]
            while ahead >= 0:
                found[direction, cell, ahead] = True
                ahead = NEXT[ahead, direction]
    return found


def _ends() -> np.ndarray:
    """(CELLS, ARROW, 2) the ends of exactly so many steps (0 to 4) with no mummy about."""
    step = (NEXT[:, :, None] == np.arange(CELLS)).any(axis=1).astype(np.int64)
    return np.stack([words(np.linalg.matrix_power(step, number) > 0) for number in range(ARROW)], axis=1)


def _closed() -> np.ndarray:
    """(CELLS, 2) the corridors without a free neighbour while the mummy is on a cell."""
    free = ((NEXT >= 0)[None] & (NEXT[None] != np.arange(CELLS)[:, None, None])).any(axis=2)
    return words(~free & (CORRIDOR == 1))


DISTANCE = _distance()
AHEAD = words(_ahead())  # (DIRECTIONS, CELLS, 2)
BEHIND = words(_ahead().swapaxes(1, 2))  # (DIRECTIONS, CELLS, 2) the cells that have a cell straight ahead
ENDS = _ends()
CLOSED = _closed()
STEPS_FROM = _unions(words((NEXT[:, :, None] == np.arange(CELLS)).any(axis=1)))
LINES_FROM = np.stack([_unions(sets) for sets in AHEAD])
# (DIRECTIONS, 2) the cells with a wall, start or prison next in a direction; and those before some cells, as unions
AT_A_WALL = words(NEXT.T < 0)
BEFORE = np.stack([_unions(words(NEXT[:, d] == np.arange(CELLS)[:, None])) for d in range(DIRECTIONS)])


@inlined
def has(low, high, cell):
    return (low >> cell if cell < WORD else high >> (cell - WORD)) & 1


@inlined
def count(word):
    """How many bits a word has."""
    pairs = word - (word >> 1 & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    return ((fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56) & 127


@inlined
def union(table, low, high):
    """The union of a table's sets over the cells of a set."""
    to_low = 0
    to_high = 0
    place = 0
    while low:
        to_low |= table[0, place, low & ANY, 0]
        to_high |= table[0, place, low & ANY, 1]
        low >>= CHUNK
        place += 1
    place = 0
    while high:
        to_low |= table[1, place, high & ANY, 0]
        to_high |= table[1, place, high & ANY, 1]
        high >>= CHUNK
        place += 1
    return to_low, to_high


@inlined
def without(low, high, cell):
    return low & ~BIT[cell, 0], high & ~BIT[cell, 1]
