"""Multisets of tokens as single numbers: six bits for each kind, five for the count and a spare one, so that a
comparison of all kinds is one subtraction."""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush.components import BOARD, KINDS, RECIPE
from rush_envs.kit import inlined

BITS = 6  # for each kind
SPARE = sum(32 << BITS * kind for kind in range(KINDS))  # the sixth bit of each kind
DIGITS = (1 << BITS) - 1
ONES = sum(1 << BITS * kind for kind in range(KINDS))
MOST = 12  # more of one kind nobody can use, and five bits must hold it with a walk's tokens on top

SHIFT = BITS * BOARD.astype(np.int64)  # (CELLS,) where the kind of each cell is counted
# (1 + RECIPES,) each recipe as a multiset; entry 0 stands for no card
NEED = np.array([0] + [sum(int(n) << BITS * kind for kind, n in enumerate(row)) for row in RECIPE], np.int64)


@inlined
def beyond(tokens, others):
    """`tokens` less `others`, kind by kind, never below zero."""
    rest = (tokens | SPARE) - others
    enough = rest & SPARE
    return rest & (enough - (enough >> BITS - 1))


@inlined
def count(tokens):
    """How many: times 1 + 64 + 64² + …, the highest digit is the sum of all."""
    return tokens * ONES >> BITS * (KINDS - 1) & DIGITS


@inlined
def fits(part, whole):
    """Whether nothing in the part is too much for the whole."""
    return (whole | SPARE) - part & SPARE == SPARE


@inlined
def kinds_in(tokens):
    """The kinds there are any of, as the spare bit of each."""
    return (tokens + SPARE - ONES) & SPARE


@inlined
def pack(counts):
    """A field with a number for each kind as a multiset."""
    tokens = 0
    for kind in range(KINDS):
        tokens |= min(counts[kind], MOST) << BITS * kind
    return tokens
