"""Searching Coffin Rush!."""

from __future__ import annotations

from rush_envs.games.coffin_rush.components import COLOURS, KINDS, POINTS, TOKENS
from rush_envs.games.coffin_rush.hidden import is_unknown
from rush_envs.games.coffin_rush.temple import CHESTS, SARCOPHAGI
from rush_envs.games.coffin_rush.things import has_most, wealth
from rush_envs.kit import kernel
from rush_envs.kit.piles import arrange

from ...search.settings import Settings
from .greedy import turns_left, way_home

SETTINGS = Settings(margin=0.5, scale=0.4)
BY_NETWORK = Settings(depth=2)

HOPE = 0.8  # of what is in a backpack, if there is time to bring it home
EFFORT = 0.12  # a token of the way


@kernel
def settle(s, seat):
    """Unknown contents in rising order; the bomb as the next trap, the others in order."""
    sort_unknown(s, seat, 0, SARCOPHAGI)
    sort_unknown(s, seat, SARCOPHAGI, SARCOPHAGI + CHESTS)
    arrange(s.deck, s.deck_count)


@kernel
def sort_unknown(s, seat, first, end):
    for place in range(first, end):
        for other in range(first, place):
            if is_unknown(s, seat, place) and is_unknown(s, seat, other) and s.content[other] > s.content[place]:
                content = s.content[place]
                s.content[place] = s.content[other]
                s.content[other] = content


@kernel
def standing(s, seat):
    """Points in tents, and what backpacks promise: more the nearer home, one point each if it is too late."""
    value = 0.0
    for other in range(s.seats):
        if s.team[other] == s.team[seat]:
            for kind in range(KINDS):
                value += POINTS[kind] * s.tent[other, kind]
            value += promise(s, other)
    for colour in range(COLOURS):
        value += has_most(s, s.team[seat], colour)
    return value


@kernel
def promise(s, seat):
    if s.bag_count[seat] == 0:
        return 0.0
    way = way_home(s, s.cell[seat])
    if s.done or way > 100 * TOKENS * turns_left(s):
        return float(s.bag_count[seat])
    return max(HOPE * wealth(s, seat) - EFFORT * way / 100, float(s.bag_count[seat]))
