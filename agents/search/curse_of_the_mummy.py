"""Searching Curse of the Mummy, whose `determinize` deals hands, pawns and dice without looking at the old ones."""

from __future__ import annotations

from rush_envs.jit import kernel

from ..heuristics.curse_of_the_mummy import NONE, ONE, TURN, pack_hand, tour
from .settings import Settings

SETTINGS = Settings(depth=3, scale=0.4)

POINTS = 7  # of a hundred, for each turn nearer to the last treasure


@kernel
def standing(s, seat):
    """The mummy's share of the ankhs; the turns that explorers still need for all their treasures."""
    if seat == 0:
        return float(s.score[0])
    if s.seats == 2:
        turns = tour(NONE + s.cell[0], pack_hand(s, seat, NONE)) + tour(NONE + s.cell[1], pack_hand(s, seat, ONE))
    elif s.out[seat - 1]:
        return 0.0
    else:
        turns = tour(NONE + s.cell[seat - 1], pack_hand(s, seat, seat - 1))
    return 100.0 - POINTS * turns / TURN
