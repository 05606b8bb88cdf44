"""The cells a pawn may stand on, kept from public facts alone (CM-11.4 to 11.7)."""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import BIT, PRISON, START
from rush_envs.games.curse_of_the_mummy.sets import CLOSED
from rush_envs.kit import inlined, kernel


@inlined
def put(s, pawn, cell):
    """Everybody knows where the pawn is."""
    s.possible[pawn, 0] = BIT[cell, 0]
    s.possible[pawn, 1] = BIT[cell, 1]


@kernel
def forget(s, cell):
    """No pawn stands there: the mummy entered it, or another pawn laid a card there [11.6] [11.7]."""
    for pawn in range(s.pawns):
        s.possible[pawn, 0] &= ~BIT[cell, 0]
        s.possible[pawn, 1] &= ~BIT[cell, 1]


@kernel
def leave(s, pawn):
    """[11.5] The turn was not skipped, so the pawn is not closed in."""
    for word in range(2):
        s.possible[pawn, word] &= ~CLOSED[s.mummy, word]


@kernel
def stay(s, pawn):
    """[11.5] The turn was skipped: if the pawn may be on a corridor, it is one that is closed in."""
    corridors = 0
    for word in range(2):
        corridors |= s.possible[pawn, word] & ~BIT[START, word] & ~BIT[PRISON, word]
    if corridors:
        for word in range(2):
            s.possible[pawn, word] &= CLOSED[s.mummy, word]
