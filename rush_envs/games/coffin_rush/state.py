"""The record of one game, field by field, with who sees it (CO-13).

Places are the 26 sarcophagi (0-17) and chests (18-25); items are 0-24. Sets are numbers with a bit for each member.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.coffin_rush.components import (
    ALL_CARDS,
    CARDS,
    COLOURS,
    COPIES,
    COUNTER,
    DECK,
    DICE,
    FEWEST,
    ITEMS,
    KIND,
    KINDS,
    MONSTERS,
    MOST_POWER,
    MOST_ROUNDS,
    MUMMIES,
    RED,
    SEATS,
    SERVANT_ACTIONS,
    SLOTS,
    SPECTRES,
    STAIRS_TILE,
    STEPS,
    TOKENS,
    TRAPS,
    VALUE,
    YELLOW,
)
from rush_envs.games.coffin_rush.temple import (
    BEYOND,
    BLUE_STAIRS,
    CAMP_AT,
    CELLS,
    CHESTS,
    CLOSED_DOOR,
    CRYPT,
    CRYPT_AT,
    DIRECTION_NAMES,
    FLOOR,
    GRID,
    NORTH,
    OPEN,
    OUT,
    OUT_CELL,
    PLACES,
    POSITIONS,
    RUSH,
    RUSH_CELL,
    SARCOPHAGI,
    SIDE,
    SOUTH,
    TEMPLE_DOOR,
    WALL,
    cell_at,
)


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


def _ranges_of_edges() -> tuple[np.ndarray, np.ndarray]:
    """Walls where nothing lies beyond; the temple door is shut or blown open, all others are stone doors or none."""
    low = np.full((CELLS, 4), WALL)
    high = np.where(BEYOND < 0, WALL, CLOSED_DOOR)
    for cell, way in ((RUSH, SOUTH), (OUT, NORTH)):
        low[cell, way], high[cell, way] = OPEN, TEMPLE_DOOR
    return low, high


def _ranges_of_quadrants() -> tuple[np.ndarray, np.ndarray]:
    """Crypt and camp have their positions, the others are dealt."""
    low, high = np.full(POSITIONS, 0), np.full(POSITIONS, CRYPT - 1)
    low[CRYPT_AT] = high[CRYPT_AT] = CRYPT
    low[CAMP_AT] = high[CAMP_AT] = -1
    return low, high


LOW_EDGE, HIGH_EDGE = _ranges_of_edges()
LOW_QUADRANT, HIGH_QUADRANT = _ranges_of_quadrants()
MOST_TURNS = np.where(np.isin(np.arange(POSITIONS), (CRYPT_AT, CAMP_AT)), 0, 3)
LOW_GROUND = [FLOOR] * GRID + [RUSH_CELL, OUT_CELL]
HIGH_GROUND = [BLUE_STAIRS] * GRID + [RUSH_CELL, OUT_CELL]
# A sarcophagus holds a treasure or the stairs, a chest one of the relics, which are numbered last.
LOW_CONTENT = [0] * SARCOPHAGI + [ITEMS - CHESTS] * CHESTS
HIGH_CONTENT = [STAIRS_TILE] * SARCOPHAGI + [ITEMS - 1] * CHESTS
CRYPT_CELLS = cell_at(CRYPT_AT, 0, 0), cell_at(CRYPT_AT, SIDE - 1, SIDE - 1)
ALL_SEATS = (1 << SEATS) - 1  # as a set
MOST_ORDER = np.iinfo(np.int32).max  # grows with every item that falls and points at nothing

i8, i16 = np.int8, np.int16
STATE = record(
    SEATS,
    # set of the places that each seat has analysed; that it has is public
    Field("seen", np.int32, (SEATS,), low=0, high=(1 << PLACES) - 1),
    # the cell where each item lies, or one of the words above
    Field("where", i16, (ITEMS,), low=IN_TENT - (SEATS - 1), high=CELLS - 1),
    Field("order", np.int32, (ITEMS,), low=0, high=MOST_ORDER),  # of falling: a pile is taken from the smallest on
    Field("taking", np.int32, low=0, high=MOST_ORDER),  # the pile being taken: items up to this order; 0 none
    Field("spot", i16, (PLACES,), low=0, high=GRID - 1),  # the cell of each place
    # both ends of the red, yellow, blue ones; -1 while blue is unfound
    Field("stairs", i16, (3, 2), low=[[0, 0], [0, 0], [0, -1]], high=GRID - 1),
    Field("cell", i16, (SEATS,), low=0, high=CELLS - 1),
    # cells in order of appearing, -1 not there; the first is there from the beginning
    Field("mummy", i16, (MUMMIES,), low=[0] + [-1] * (MUMMIES - 1), high=RUSH),
    Field("spectre", i16, (SPECTRES,), low=-1, high=RUSH),
    Field("rune", i16, low=CRYPT_CELLS[0], high=CRYPT_CELLS[1]),
    Field("edge", i8, (CELLS, 4), low=LOW_EDGE, high=HIGH_EDGE),
    Field("ground", i8, (CELLS,), low=LOW_GROUND, high=HIGH_GROUND),  # what each cell is
    Field("quadrant", i8, (POSITIONS,), low=LOW_QUADRANT, high=HIGH_QUADRANT),  # at each position
    Field("turned", i8, (POSITIONS,), low=0, high=MOST_TURNS),  # quarter turns clockwise
    Field("content", i8, (PLACES,), unseen, low=LOW_CONTENT, high=HIGH_CONTENT),  # item of each place, or the stairs
    Field("closed", i8, (PLACES,), low=0, high=1),  # 1 = not opened
    Field("bag", i8, (SEATS, SLOTS), low=-1, high=ITEMS - 1),  # items, -1 empty
    Field("bag_count", i8, (SEATS,), low=0, high=SLOTS),
    Field("held", i8, low=-1, high=ITEMS - 1),  # the item that found the backpack full, -1 none
    Field("tent", i8, (SEATS, KINDS), low=0, high=np.bincount(KIND, minlength=KINDS)),
    Field("hand", i8, (SEATS,), low=0, high=ALL_CARDS),  # sets of Looting cards
    Field("discards", i8, (SEATS,), low=0, high=ALL_CARDS),
    Field("removed", i8, (SEATS,), low=0, high=ALL_CARDS),
    Field("playing", i8, low=-1, high=CARDS - 1),  # card that is being resolved, -1 none
    Field("rush", i8, (SEATS,), low=0, high=1),  # 1 = the token is active
    Field("affected", i8, (SEATS,), low=0, high=1),  # by the trap in force
    Field("phase", i8, low=0, high=max(Phase)),
    Field("rounds", i8, low=0, high=MOST_ROUNDS - 1),  # completed
    Field("turns", i8, low=0, high=SEATS),  # taken in this round
    Field("turn", i8, low=-1, high=SEATS - 1),  # seat whose turn it is, -1 the Pharaoh's
    Field("tokens", i8, low=0, high=TOKENS),
    Field("moving", i8, low=0, high=1),  # 1 = a Movement is open
    Field("steps", i8, low=0, high=STEPS),
    Field("torch", i8, low=0, high=1),  # 1 = its step is not used yet
    Field("adrenaline", i8, low=0, high=2),  # 1 played, 2 at red
    Field("card_used", i8, low=0, high=1),
    Field("surprise", i8, low=0, high=1),  # 1 = a mummy rises from the tile just opened
    Field("strikes", i8, low=0, high=MUMMIES - 1),  # Aggressions that the seat on turn still suffers
    Field("victim", i8, low=-1, high=SEATS - 1),  # of an Aggression being decided, -1 none
    Field("near", i8, low=0, high=1),  # 1 = its item goes to the attacker
    Field("dice", i8, (2,), low=0, high=DICE[[YELLOW, RED]].max(axis=1)),  # yellow, red
    Field("recovers", i8, low=0, high=2),  # cards still to recover
    # servant at work: first each chooses its target, then each acts; spectres come first
    Field("monster", i8, low=0, high=2 * MONSTERS),
    Field("target", i8, (MONSTERS,), low=-1, high=SEATS - 1),
    Field("candidates", i8, low=0, high=ALL_SEATS),  # set of seats that draw this kind of servant
    Field("tied", i8, low=0, high=ALL_SEATS),  # set of seats that a TARGET decision is about
    Field("acts", i8, low=0, high=SERVANT_ACTIONS),  # actions left to the servant
    Field("cells_left", i8, low=0, high=MOST_POWER),  # cells left of its Movement
    Field("heading", i8, low=0, high=len(DIRECTION_NAMES)),  # direction of its last step, 4 before the first
    Field("victims", i8, low=0, high=ALL_SEATS),  # set of seats that it still strikes
    Field("counter", i8, low=0, high=COUNTER),
    Field("power", i8, low=0, high=MOST_POWER),  # of the servants in the last Pharaoh's turn
    Field("trap", i8, low=-1, high=TRAPS - 1),  # in force, -1 none
    Field("trap_red", i8, low=0, high=1),  # drawn at red
    Field("drawn", i8, (TRAPS,), low=0, high=COPIES),  # since the last shuffle
    Field("deck", i8, (DECK,), "nobody", low=0, high=TRAPS - 1),  # the next trap last
    Field("deck_count", i8, low=0, high=DECK),
    Field("spectres", i8, low=0, high=SPECTRES),  # that have appeared
    Field("feather", i8, low=0, high=1),  # 1 = counter-clockwise
    fewest=FEWEST,
    score=(0, int(VALUE.sum()) + COLOURS),  # all items under one company's tents, and the most of every colour
)
