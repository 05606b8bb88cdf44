"""A rule of thumb for both sides of Curse of the Mummy: `greedy(s, seat, mask)`.

An explorer thinks in turns: how many it will need for all the treasures in its hand, always going on to the nearest,
and how many a catch would cost it, times the chance of one. The chance depends on the mummy's distance and on how many
cells the mummy must think possible; laying a card leaves just one. Dice are rolled again while the faces to hope for
promise more than those shown, and released as soon as the mummy cannot come. Only the winner wins, so it is a race: an
explorer that fears the mummy much is safe and late. Two pawns of one player share the hand by who is nearer.

The mummy tries every path of its move and adds up how likely the pawns stand on it, those nearer to winning weighing
more and cells near treasures of their colours likelier than others. Where a path ends, the possible cells and the
treasures that pawns may reach next count too, the nearer the more. It reads only what is public.
"""

from __future__ import annotations

from former.curse_of_the_mummy.explorers import explore
from former.curse_of_the_mummy.mummy import hunt

from rush_envs.games.curse_of_the_mummy.state import MUMMY
from rush_envs.kit import kernel


@kernel
def greedy(s, seat, mask):
    """A legal action that a sensible explorer or mummy would take."""
    if s.phase == MUMMY:
        return hunt(s)
    return explore(s, seat, mask)
