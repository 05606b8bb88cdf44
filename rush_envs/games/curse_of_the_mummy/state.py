"""The record of one game, field by field, with who sees it (CM-11.1 to 11.3)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    CARDS,
    CELLS,
    COLOURS,
    DICE,
    FACES,
    FEWEST,
    LIVES,
    MOST_STEPS,
    NEEDED,
    PAWNS,
    SEATS,
    WORD,
)  # fmt: skip
from rush_envs.games.curse_of_the_mummy.config import FEWEST_ROUNDS, MOST_ROUNDS

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


ALL_CELLS = ((1 << WORD) - 1, (1 << (CELLS - WORD)) - 1)  # as a set
# The mummy has no cards; with two players the explorer holds the cards and the pool of ankhs for two pawns.
MOST_OF_A_CARD = np.array([0] + [1] * (SEATS - 1))[:, None]
MOST_OF_A_COLOUR = np.array([0, 2] + [1] * (SEATS - 2))[:, None]
MOST_ANKHS = [2 * LIVES] + [LIVES] * (PAWNS - 1)

i8 = np.int8
STATE = record(
    SEATS,
    # the cells a pawn may stand on, as the mummy can work them out (CM-11.4)
    Field("possible", np.int64, (PAWNS, 2), low=0, high=ALL_CELLS),
    Field("rounds", np.int16, low=0, high=MOST_ROUNDS),  # completed
    Field("max_rounds", np.int16, low=FEWEST_ROUNDS, high=MOST_ROUNDS, fixed=True),
    Field("mummy_die", i8, (FACES,), low=1, high=MOST_STEPS, fixed=True),
    Field("belief", i8, low=0, high=1, fixed=True),
    Field("pawns", i8, low=2, high=PAWNS),  # in the game at the start
    Field("phase", i8, low=0, high=max(Phase)),
    Field("deed", i8, (), explorers, low=0, high=max(Deed)),
    Field("turn", i8, low=0, high=PAWNS),  # the pawn whose turn it is; `pawns` during the mummy's normal move
    Field("mummy", i8, low=0, high=CELLS - 1),  # its cell
    Field("cell", i8, (PAWNS,), explorers, low=0, high=CELLS - 1),  # of each pawn
    Field("out", i8, (PAWNS,), low=0, high=1),  # 1 = eliminated
    Field("ankhs", i8, (PAWNS,), low=0, high=MOST_ANKHS),  # left; two players: the pool in place 0
    Field("mummy_ankhs", i8, low=0, high=NEEDED.max()),
    Field("ankhs_needed", i8, low=NEEDED.min(), high=NEEDED.max()),
    Field("locked", i8, low=0, high=DICE),  # dice showing a mummy
    Field("shown", i8, (FACES - 1,), explorers, low=0, high=DICE),  # free dice by face 1, 2, 3, 4, arrow
    Field("announced", i8, (), explorers, low=0, high=ARROW),  # 1-4, 5 the arrow, 0 none
    Field("steps", i8, low=0, high=MOST_STEPS + DICE),  # left of the mummy's move
    Field("intermediate", i8, low=0, high=1),  # the mummy moves because dice were released
    Field("hand", i8, (SEATS, CARDS), "owner", low=0, high=MOST_OF_A_CARD),
    Field("colours", i8, (SEATS, COLOURS), low=0, high=MOST_OF_A_COLOUR),  # cards in each hand by colour
    Field("laid", i8, (PAWNS, CARDS), low=0, high=1),  # by the pawn that laid them
    Field("history", i8, (PAWNS, HISTORY), low=0, high=SKIPPED),  # newest first
    fewest=FEWEST,
    score=(0, 100),
)
