"""Hidden cards in a fixed order: what `settle` needs."""

from __future__ import annotations

from rush_envs.jit import kernel


@kernel
def arrange(pile, count):
    """The first `count` cards from the lowest to the highest."""
    for k in range(1, count):
        card = pile[k]
        place = k
        while place > 0 and pile[place - 1] > card:
            pile[place] = pile[place - 1]
            place -= 1
        pile[place] = card
