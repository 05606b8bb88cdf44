"""Searching Curse of the Mummy, whose `determinize` deals hands, pawns and dice without looking at the old ones."""

from __future__ import annotations

from rush_envs.games.curse_of_the_mummy.components import CARDS, TREASURE_CELL
from rush_envs.games.curse_of_the_mummy.hidden import any_cell, clash
from rush_envs.games.curse_of_the_mummy.rules import seat_of
from rush_envs.games.curse_of_the_mummy.sets import DISTANCE
from rush_envs.kit import below, kernel

from ...search.settings import Settings
from .explorers import TURN, onwards, pack_hand, tour
from .mummy import LIKELY, RADIUS

SETTINGS = Settings(depth=6, scale=0.4)
BY_NETWORK = Settings(depth=2)

POINTS = 7  # of a hundred, for each turn nearer to the last treasure
TRIES = 4


@kernel
def suppose(s, seat):
    """Explorers stay near treasures of theirs: other cells are drawn again, as greedy thinks them less likely."""
    if seat != 0:
        return
    for pawn in range(s.pawns):
        for _ in range(0 if s.out[pawn] else TRIES):
            if is_near_treasure(s, pawn) or below(s, 1 + LIKELY) == 0:
                break
            cell = s.cell[pawn]
            s.cell[pawn] = any_cell(s, pawn)
            if clash(s, s.pawns):
                s.cell[pawn] = cell


@kernel
def is_near_treasure(s, pawn):
    for card in range(CARDS):
        if s.hand[seat_of(s, pawn), card] and DISTANCE[s.cell[pawn], TREASURE_CELL[card]] <= RADIUS[0]:
            return True
    return False


@kernel
def turns_left(s, seat, pawn):
    """The turns for all the treasures that a pawn is after."""
    cards = pack_hand(s, seat, pawn)
    return tour(s.cell[pawn], cards, onwards(cards))


@kernel
def standing(s, seat):
    """The mummy's share of the ankhs; the turns that explorers still need for all their treasures."""
    if seat == 0:
        return float(s.score[0])
    if s.seats == 2:
        turns = turns_left(s, seat, 0) + turns_left(s, seat, 1)
    elif s.out[seat - 1]:
        return 0.0
    else:
        turns = turns_left(s, seat, seat - 1)
    return 100.0 - POINTS * turns / TURN
