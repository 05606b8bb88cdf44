"""A rule of thumb for both sides of Curse of the Mummy: `greedy(s, seat, mask)`.

An explorer thinks in turns: how many it will need for all the treasures in its hand in their best order, and how many
a catch would cost it, times the chance of one. The chance depends on the mummy's distance and on what it must weigh
against the pawn's cell: the possible cells within its reach, those where it looks first more than others, and what it
may find of the other pawns there. Laying a card leaves just one cell. Dice are rolled again while the faces to hope for
promise more than those shown, and released as soon as the mummy cannot come; when it is about to win, to nobody. Only
the winner wins, so it is a race: an explorer that fears the mummy much is safe and late. Two pawns of one player share
the hand by who is nearer.

The mummy tries every path of its move and adds up how likely the pawns stand on it, those nearer to winning weighing
more, those on their last ankh less (out of the game they are nobody's prey), and cells near treasures of their colours
likelier than others. Where a path ends, the possible cells and the treasures that pawns may reach next count too, the
nearer the more. It reads only what is public.
"""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.state import MUMMY
from rush_envs.kit import kernel

from .explorers import explore
from .mummy import hunt


@kernel
def greedy(s, seat, mask):
    """A legal action that a sensible explorer or mummy would take."""
    if s.phase == MUMMY:
        return hunt(s)
    return explore(s, seat, mask)
