"""Decks as small jitted helpers on slices of the record. The top of a pile is its last card."""

from __future__ import annotations

from rush_envs.engine.jit import kernel
from rush_envs.engine.rng import below


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


@kernel
def arrange(pile, count):
    """The first `count` cards from the lowest to the highest: the one order that tells nothing of any other."""
    for k in range(1, count):
        card = pile[k]
        place = k
        while place > 0 and pile[place - 1] > card:
            pile[place] = pile[place - 1]
            place -= 1
        pile[place] = card


@kernel
def forget(pile, count):
    """Blanks what lies past the first `count` cards: cards that have left a pile still stand there, in their order."""
    for k in range(count, pile.shape[0]):
        pile[k] = 0
