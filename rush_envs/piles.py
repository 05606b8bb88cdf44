"""Decks as small jitted helpers on slices of the record. The top of a pile is its last card."""

from __future__ import annotations

from rush_envs.jit import kernel
from rush_envs.rng import below


@kernel
def shuffle(s, pile, count):
    """Every order of the first `count` cards equally likely."""
    for last in range(count - 1, 0, -1):
        other = below(s, last + 1)
        card = pile[last]
        pile[last] = pile[other]
        pile[other] = card


@kernel
def fill(pile, copies):
    """Lays out `copies[kind]` cards of each kind in order; returns how many there are."""
    count = 0
    for kind in range(copies.shape[0]):
        for _ in range(copies[kind]):
            pile[count] = kind
            count += 1
    return count
