"""Random legal actions, from streams of their own: never from the game's."""

from __future__ import annotations

import numpy as np

from rush_envs.engine.jit import entry, inlined, kernel
from rush_envs.engine.rng import next_below

BLOCK = 32  # actions


@inlined
def pick_one(row, i, picks):
    """One of the legal actions of a mask, each equally likely, from stream i."""
    count = 0
    for a in range(row.shape[0]):
        count += row[a]
    picks[i], left = next_below(picks[i], max(count, 1))
    a = 0
    while a + BLOCK <= row.shape[0]:  # skip blocks first: most of a wide mask is zero
        piece, block = row[a : a + BLOCK], np.int8(0)
        for k in range(BLOCK):
            block = np.int8(block + piece[k])  # in 8 bits, many at a time
        if left < block:
            break
        left -= block
        a += BLOCK
    piece, place = row[a : a + BLOCK], 0
    for k in range(piece.shape[0]):  # to the end: where to stop would be anybody's guess, and wrong guesses cost more
        left -= piece[k]
        place += left >= 0
    return min(a + place, row.shape[0] - 1)


@kernel
def pick_some(mask, rows, picks, actions, first, last):
    """`pick_one` for the rows from place `first` on, up to `last`, each from the row's own stream."""
    for k in range(first, last):
        actions[k] = pick_one(mask[rows[k]], rows[k], picks)


@entry
def pick(mask, rows, picks, actions):
    """`pick_one` for each of the given rows."""
    pick_some(mask, rows, picks, actions, 0, rows.shape[0])
