"""Random legal actions, from streams of their own: never from the game's."""

from __future__ import annotations

from rush_envs.engine.jit import entry, inlined, kernel
from rush_envs.engine.rng import next_below


@inlined
def pick_one(row, i, picks):
    """One of the legal actions of a mask, each equally likely, from stream i."""
    count = 0
    for a in range(row.shape[0]):
        count += row[a]
    picks[i], left = next_below(picks[i], max(count, 1))
    a = 0
    while a + 8 <= row.shape[0]:  # skip blocks first: most of a wide mask is zero
        block = row[a] + row[a + 1] + row[a + 2] + row[a + 3] + row[a + 4] + row[a + 5] + row[a + 6] + row[a + 7]
        if left < block:
            break
        left -= block
        a += 8
    while a < row.shape[0] - 1 and left >= row[a]:
        left -= row[a]
        a += 1
    return a


@kernel
def pick_some(mask, rows, picks, actions, first, last):
    """`pick_one` for the rows from place `first` on, up to `last`, each from the row's own stream."""
    for k in range(first, last):
        actions[k] = pick_one(mask[rows[k]], rows[k], picks)


@entry
def pick(mask, rows, picks, actions):
    """`pick_one` for each of the given rows."""
    pick_some(mask, rows, picks, actions, 0, rows.shape[0])
