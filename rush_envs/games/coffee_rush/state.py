"""The record of one game of Coffee Rush, field by field. Everything is public but the order of the deck (CR-11.1)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.coffee_rush.components import (
    CARDS,
    CELLS,
    COPIES,
    CUPS,
    FEWEST,
    FREE_STEPS,
    KINDS,
    PAWNS,
    RECIPES,
    RUSH_TOKENS,
    SEATS,
    SLOTS,
    TOKENS,
    UPGRADES,
)  # fmt: skip


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

MOST_PLACED = max(SEATS, FEWEST * PAWNS)  # pawns in a game: two each only with two players
# The second pawns are in the game with two players only.
LAST_CELL = np.full((SEATS, PAWNS), CELLS - 1)
LAST_CELL[FEWEST:, 1:] = -1

i8 = np.int8
STATE = record(
    SEATS,
    Field("upgrades_per_turn", i8, low=1, high=UPGRADES, fixed=True),  # CR-1.4
    Field("phase", i8, low=0, high=max(Phase)),
    Field("turn", i8, low=0, high=SEATS - 1),  # the seat that decides
    Field("placed", i8, low=0, high=MOST_PLACED),  # pawns placed so far
    Field("closed", i8, low=0, high=1),  # the sign
    # cell of each pawn, -1 before it is placed and for pawns not in the game
    Field("pawn", i8, (SEATS, PAWNS), low=-1, high=LAST_CELL),
    Field("moving", i8, low=-1, high=PAWNS - 1),  # pawn moved this turn, -1 before the first step
    Field("free_steps", i8, low=0, high=FREE_STEPS),  # free steps left this turn
    Field("hand", i8, (KINDS,), low=0, high=TOKENS),  # tokens collected this turn
    Field("cups", i8, (SEATS, CUPS, KINDS), low=0, high=TOKENS),
    Field("supply", i8, (KINDS,), low=0, high=TOKENS),
    Field("rush", i8, (SEATS,), low=0, high=RUSH_TOKENS),
    Field("rush_supply", i8, low=0, high=RUSH_TOKENS),
    Field("upgraded", i8, (SEATS, UPGRADES), low=0, high=1),  # 1 = tile face up
    Field("upgraded_now", i8, low=0, high=UPGRADES),  # tiles flipped this turn
    Field("completed", i8, (SEATS,), low=0, high=CARDS),  # completed orders held
    Field("penalties", i8, (SEATS,), low=0, high=CARDS),
    Field("served_now", i8, low=0, high=CUPS),  # orders completed this turn
    Field("orders", i8, (SEATS, SLOTS, RECIPES), low=0, high=COPIES),  # cards of each recipe in each slot
    # cards taken out of the game: some beginner orders at set-up, any number in a position made by hand
    Field("removed", i8, low=0, high=CARDS),
    Field("deck_size", i8, low=0, high=CARDS),
    Field("deck_count", i8, (RECIPES,), low=0, high=COPIES),  # cards of each recipe in the deck
    Field("deck", i8, (CARDS,), "nobody", low=0, high=RECIPES - 1),  # recipes in order, the top card last
    fewest=FEWEST,
    score=(-CARDS, CARDS),  # an upgrade takes more orders than it brings points
)
