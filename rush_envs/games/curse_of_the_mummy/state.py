"""The record of one game, field by field, with who sees it (CM-11.1 to 11.3)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.curse_of_the_mummy.components import CARDS, COLOURS, FACES, PAWNS, SEATS

HISTORY = 8  # turns remembered for each pawn
LOST, SKIPPED = 6, 7  # entries of the history beside 1-4 and 5, the arrow


class Phase(IntEnum):
    """What everybody sees of the turn: the mummy does not know what a busy explorer is at."""

    RELEASE = 0
    BUSY = 1
    MUMMY = 2


class Deed(IntEnum):
    """What a busy explorer decides."""

    ROLLED = 0
    MOVE = 1
    TREASURE = 2


RELEASE, BUSY, MUMMY = (int(phase) for phase in Phase)
ROLLED, MOVE, TREASURE = (int(deed) for deed in Deed)


def explorers(state: np.ndarray, viewer: int) -> np.ndarray:
    """Hidden from the mummy: where the pawns are and what the free dice show."""
    return np.array(viewer == 0)


i8 = np.int8
STATE = record(
    SEATS,
    Field("possible", np.int64, (PAWNS, 2)),  # the cells a pawn may stand on, as the mummy can work them out (CM-11.4)
    Field("rounds", np.int16),  # completed
    Field("max_rounds", np.int16),
    Field("mummy_die", i8, (FACES,)),
    Field("belief", i8),
    Field("pawns", i8),  # in the game at the start
    Field("phase", i8),
    Field("deed", i8, (), explorers),
    Field("turn", i8),  # the pawn whose turn it is; `pawns` during the mummy's normal move
    Field("mummy", i8),  # its cell
    Field("cell", i8, (PAWNS,), explorers),  # of each pawn
    Field("out", i8, (PAWNS,)),  # 1 = eliminated
    Field("ankhs", i8, (PAWNS,)),  # left; two players: the pool in place 0
    Field("mummy_ankhs", i8),
    Field("ankhs_needed", i8),
    Field("locked", i8),  # dice showing a mummy
    Field("shown", i8, (FACES - 1,), explorers),  # free dice by face 1, 2, 3, 4, arrow
    Field("announced", i8, (), explorers),  # 1-4, 5 the arrow, 0 none
    Field("steps", i8),  # left of the mummy's move
    Field("intermediate", i8),  # the mummy moves because dice were released
    Field("hand", i8, (SEATS, CARDS), "owner"),
    Field("colours", i8, (SEATS, COLOURS)),  # cards in each hand by colour
    Field("laid", i8, (PAWNS, CARDS)),  # by the pawn that laid them
    Field("history", i8, (PAWNS, HISTORY)),  # newest first
)
