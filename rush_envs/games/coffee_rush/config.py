"""The variants of Coffee Rush (CR-1)."""

from __future__ import annotations

from dataclasses import dataclass

from rush_envs import contract
from rush_envs.contract import option
from rush_envs.games.coffee_rush.components import FEWEST, SEATS, UPGRADES

MAX_DECISIONS = 5300  # CR-14.2: a loose bound that no game reaches


@dataclass(frozen=True)
class Config(contract.Config):
    """Player count and options; every variant runs through the same compiled kernels."""

    num_players: int = option(4, "players at the table; two players move two pawns each", low=FEWEST, high=SEATS)
    max_steps: int = option(MAX_DECISIONS, "truncate after this many decisions", low=1, high=MAX_DECISIONS)
    beginner_orders: bool = option(False, "everybody starts with a Ristretto or an Espresso")
    upgrades_per_turn: int = option(4, "how many tiles may be flipped in one turn", low=1, high=UPGRADES)


# The order of `Config.pack()`; the engine itself reads the first two.
BEGINNER_ORDERS, UPGRADES_PER_TURN = 2, 3

VARIANTS = (
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 2, "beginner_orders": True},
    {"num_players": 3, "beginner_orders": True, "upgrades_per_turn": 1},
    {"num_players": 4, "beginner_orders": True, "upgrades_per_turn": 2},
)
