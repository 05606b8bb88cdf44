"""The record of one game, field by field, with who sees it (CO-13).

Places are the 26 sarcophagi (0-17) and chests (18-25); items are 0-24. Sets are numbers with a bit for each member.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.coffin_rush.components import (
    DECK,
    ITEMS,
    KINDS,
    MONSTERS,
    MUMMIES,
    SEATS,
    SLOTS,
    SPECTRES,
    TRAPS,
)
from rush_envs.games.coffin_rush.temple import CELLS, PLACES, POSITIONS


class Phase(IntEnum):
    """What is being decided; kernels use the plain numbers below."""

    TURN = 0
    DROP = 1
    OVERFLOW = 2
    SLOT = 3
    RECOVER = 4
    CHARM = 5
    TARGET = 6


TURN, DROP, OVERFLOW, SLOT, RECOVER, CHARM, TARGET = (int(phase) for phase in Phase)

# Where an item is, if it does not lie on a cell.
IN_TILE, IN_BAG, HELD, IN_TENT = -1, -2, -3, -4  # the tent of seat k: IN_TENT - k


def unseen(state: np.ndarray, viewer: int) -> np.ndarray:
    """CO-13.2: what is in an unopened tile that the viewer has not analysed."""
    seen = state["seen"][0, viewer] >> np.arange(PLACES) & 1
    return (state["closed"][0] == 1) & (seen == 0)


i8, i16 = np.int8, np.int16
STATE = record(
    SEATS,
    Field("seen", np.int32, (SEATS,)),  # set of the places that each seat has analysed; that it has is public
    Field("where", i16, (ITEMS,)),  # the cell where each item lies, or one of the words above
    Field("order", i16, (ITEMS,)),  # of falling: a pile is taken from the smallest on
    Field("taking", i16),  # the pile being taken: items up to this order; 0 none
    Field("spot", i16, (PLACES,)),  # the cell of each place
    Field("stairs", i16, (3, 2)),  # both ends of the red, yellow, blue ones; -1 while blue is unfound
    Field("cell", i16, (SEATS,)),
    Field("mummy", i16, (MUMMIES,)),  # cells in order of appearing, -1 not there
    Field("spectre", i16, (SPECTRES,)),
    Field("rune", i16),
    Field("edge", i8, (CELLS, 4)),
    Field("ground", i8, (CELLS,)),  # what each cell is
    Field("quadrant", i8, (POSITIONS,)),  # at each position
    Field("turned", i8, (POSITIONS,)),  # quarter turns clockwise
    Field("content", i8, (PLACES,), unseen),  # item of each place, or the stairs
    Field("closed", i8, (PLACES,)),  # 1 = not opened
    Field("bag", i8, (SEATS, SLOTS)),  # items, -1 empty
    Field("bag_count", i8, (SEATS,)),
    Field("held", i8),  # the item that found the backpack full, -1 none
    Field("tent", i8, (SEATS, KINDS)),
    Field("hand", i8, (SEATS,)),  # sets of Looting cards
    Field("discards", i8, (SEATS,)),
    Field("removed", i8, (SEATS,)),
    Field("playing", i8),  # card that is being resolved, -1 none
    Field("rush", i8, (SEATS,)),  # 1 = the token is active
    Field("affected", i8, (SEATS,)),  # by the trap in force
    Field("phase", i8),
    Field("rounds", i8),  # completed
    Field("turns", i8),  # taken in this round
    Field("turn", i8),  # seat whose turn it is, -1 the Pharaoh's
    Field("tokens", i8),
    Field("moving", i8),  # 1 = a Movement is open
    Field("steps", i8),
    Field("torch", i8),  # 1 = its step is not used yet
    Field("adrenaline", i8),  # 1 played, 2 at red
    Field("card_used", i8),
    Field("surprise", i8),  # 1 = a mummy rises from the tile just opened
    Field("strikes", i8),  # Aggressions that the seat on turn still suffers
    Field("victim", i8),  # of an Aggression being decided, -1 none
    Field("near", i8),  # 1 = its item goes to the attacker
    Field("dice", i8, (2,)),  # yellow, red
    Field("recovers", i8),  # cards still to recover
    Field("monster", i8),  # servant at work: first each chooses its target, then each acts; spectres come first
    Field("target", i8, (MONSTERS,)),
    Field("candidates", i8),  # set of seats that draw this kind of servant
    Field("tied", i8),  # set of seats that a TARGET decision is about
    Field("acts", i8),  # actions left to the servant
    Field("cells_left", i8),  # cells left of its Movement
    Field("heading", i8),  # direction of its last step, 4 before the first
    Field("victims", i8),  # set of seats that it still strikes
    Field("counter", i8),
    Field("power", i8),  # of the servants in the last Pharaoh's turn
    Field("trap", i8),  # in force, -1 none
    Field("trap_red", i8),  # drawn at red
    Field("drawn", i8, (TRAPS,)),  # since the last shuffle
    Field("deck", i8, (DECK,), "nobody"),  # the next trap last
    Field("deck_count", i8),
    Field("spectres", i8),  # that have appeared
    Field("feather", i8),  # 1 = counter-clockwise
)
