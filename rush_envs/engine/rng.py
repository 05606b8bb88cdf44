"""Random streams of one 64-bit word (splitmix64): in the record of every game, and for actions and agents.

Integers only and no global state, so a seed means the same on every machine, in any batch and thread.
"""

from __future__ import annotations

import numpy as np

from rush_envs.engine.jit import inlined, kernel

U64 = np.uint64
GOLD = U64(0x9E3779B97F4A7C15)
M1, M2 = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)
S27, S30, S31, S32 = U64(27), U64(30), U64(31), U64(32)
LOW32 = U64(0xFFFFFFFF)
TWO32 = U64(1 << 32)


def _scramble(x):
    """The output function of splitmix64: a one-to-one map of 64-bit words that looks random."""
    z = (x ^ (x >> S30)) * M1
    z = (z ^ (z >> S27)) * M2
    return z ^ (z >> S31)


scramble = inlined(_scramble)


@kernel
def mix(seed, number):
    """The stream that belongs to `number` below `seed`: rows of a batch, episodes of a row, purposes of an episode."""
    return scramble(scramble(U64(seed) + GOLD) ^ (U64(number) * GOLD))


def mixed(seed, numbers):
    """`mix` for numpy: arrays of seeds or of numbers, outside kernels."""
    return _scramble(_scramble(seed + GOLD) ^ (np.asarray(numbers, np.uint64) * GOLD))


def row_seeds(word: int, rows: int) -> np.ndarray:
    """Of a batch: row 0 has the given seed itself, so that row i equals a batch of one made with the i-th."""
    seeds = mixed(np.array([word], np.uint64), np.arange(rows))
    seeds[0] = word
    return seeds


@kernel
def next_below(word, n):
    """The stream after one draw, and a number from 0 to n − 1, each equally likely (n up to 2**31)."""
    word += GOLD
    limit = U64(n)
    product = (scramble(word) >> S32) * limit
    if product & LOW32 < limit:  # the rare zone where a plain multiply-shift would favour some numbers
        reject = (TWO32 - limit) % limit
        while product & LOW32 < reject:
            word += GOLD
            product = (scramble(word) >> S32) * limit
    return word, np.int64(product >> S32)


@kernel
def below(s, n):
    """A number from 0 to n − 1 from the stream of record `s`."""
    word, number = next_below(s.rng, n)
    s.rng = word
    return number
