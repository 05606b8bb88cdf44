"""Searching Coffee Rush."""

from __future__ import annotations

from rush_envs.games.coffee_rush.components import RECIPES, SLOTS, UPGRADES
from rush_envs.games.coffee_rush.multisets import pack
from rush_envs.kit import kernel
from rush_envs.kit.piles import arrange

from ...search.settings import Settings
from .greedy import LATE, POINT, RUSH, UPGRADE_DECK, list_orders, plan

SETTINGS = Settings()
BY_NETWORK = Settings(depth=2)


@kernel
def settle(s, seat):
    arrange(s.deck, s.deck_size)


@kernel
def standing(s, seat):
    """Points, drinks half made, orders that wait, rush tokens, and tiles while there is time for them to pay."""
    orders = list_orders(s, seat)
    cup0, cup1, cup2 = pack(s.cups[seat, 0]), pack(s.cups[seat, 1]), pack(s.cups[seat, 2])
    value = plan(cup0, cup1, cup2, 0, orders, True, 0, 0)[0]
    value += RUSH * s.rush[seat]
    for slot in range(SLOTS):
        for recipe in range(RECIPES):
            value -= LATE[slot] * s.orders[seat, slot, recipe]
    for tile in range(UPGRADES):
        value += POINT * s.deck_size // UPGRADE_DECK * s.upgraded[seat, tile]
    return s.score[seat] + value / POINT
