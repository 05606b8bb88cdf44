"""The record of one game of Coffee Rush, field by field. Everything is public but the order of the deck (CR-11.1)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.coffee_rush.components import CARDS, CUPS, KINDS, PAWNS, RECIPES, SEATS, SLOTS, UPGRADES


class Phase(IntEnum):
    """What is being decided; kernels use the plain numbers below."""

    PLACE = 0
    START = 1
    UPGRADE = 2
    MOVE = 3
    EMPTY = 4
    POUR = 5
    SERVE = 6


PLACE, START, UPGRADE, MOVE, EMPTY, POUR, SERVE = (int(phase) for phase in Phase)

i8 = np.int8
STATE = record(
    SEATS,
    Field("upgrades_per_turn", i8),  # CR-1.4
    Field("phase", i8),
    Field("turn", i8),  # the seat that decides
    Field("placed", i8),  # pawns placed so far
    Field("closed", i8),  # the sign
    Field("pawn", i8, (SEATS, PAWNS)),  # cell of each pawn, -1 before it is placed and for pawns not in the game
    Field("moving", i8),  # pawn moved this turn, -1 before the first step
    Field("free_steps", i8),  # free steps left this turn
    Field("hand", i8, (KINDS,)),  # tokens collected this turn
    Field("cups", i8, (SEATS, CUPS, KINDS)),
    Field("supply", i8, (KINDS,)),
    Field("rush", i8, (SEATS,)),
    Field("rush_supply", i8),
    Field("upgraded", i8, (SEATS, UPGRADES)),  # 1 = tile face up
    Field("upgraded_now", i8),  # tiles flipped this turn
    Field("completed", i8, (SEATS,)),  # completed orders held
    Field("penalties", i8, (SEATS,)),
    Field("served_now", i8),  # orders completed this turn
    Field("orders", i8, (SEATS, SLOTS, RECIPES)),  # cards of each recipe in each slot
    Field("removed", i8),  # cards taken out of the game at set-up
    Field("deck_size", i8),
    Field("deck_count", i8, (RECIPES,)),  # cards of each recipe in the deck
    Field("deck", i8, (CARDS,), "nobody"),  # recipes in order, the top card last
)
