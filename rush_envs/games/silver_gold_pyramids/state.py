"""The record of one game, field by field, with who sees it (SG-11).

What a player does on the card in play is its own secret: it goes to `marks` and `tally`, and when all have finished
these are copied to `marks_shown` and `tally_shown`, the only ones that others look at.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.silver_gold_pyramids.components import CARDS, COLOURS, DRAWN, EXPEDITION, OFFERS, SEATS, SLOTS


class Phase(IntEnum):
    """What is being decided; kernels use the plain numbers below."""

    KEEP = 0
    MARK = 1
    TAKE = 2


KEEP, MARK, TAKE = (int(phase) for phase in Phase)
RED, GREEN, SKULLS, TORCHES = range(4)  # columns of a tally; torches are a set of rounds
TALLY = 4


def unrevealed(state: np.ndarray, viewer: int) -> np.ndarray:
    """The expedition cards that still lie face down."""
    return np.arange(EXPEDITION) >= state["revealed"][0]


i8 = np.int8
STATE = record(
    SEATS,
    Field("in_deck", np.int64),  # set of the cards in the deck; empty during KEEP, when nobody knows it
    Field("set_aside", np.int64, (SEATS,)),  # set of the pyramids completed by each seat
    Field("fresh", np.int64, (SEATS,)),  # those of the card in play, until its awards are given
    Field("marks", np.int32, (SEATS, SLOTS), "owner"),  # set of marked cells
    Field("marks_shown", np.int32, (SEATS, SLOTS)),
    Field("tally", i8, (SEATS, TALLY), "owner"),
    Field("tally_shown", i8, (SEATS, TALLY)),
    Field("phase", i8),
    Field("round_now", i8),
    Field("revealed", i8),  # expedition cards turned up this round
    Field("expedition", i8, (EXPEDITION,), unrevealed),  # patterns in the order they turn up
    Field("drawn", i8, (SEATS, DRAWN), "owner"),  # cards to keep from, -1 once that is over
    Field("kept", i8, (SEATS,), "owner"),  # the sealed answer of KEEP, -1 before
    Field("slot", i8, (SEATS, SLOTS)),  # card of each pyramid, -1 where there is none
    Field("main_due", i8, (SEATS,), "owner"),
    Field("extra_due", i8, (SEATS,), "owner"),
    Field("taking", i8),  # the seat whose TAKE it is, -1 outside
    Field("takes", i8, (SEATS,)),  # cards each seat has still to take
    Field("offer", i8, (OFFERS,)),  # cards, -1 where a place is empty
    Field("deck_size", i8),
    Field("deck", i8, (CARDS,), "nobody"),  # the top card last
    Field("completed", i8, (SEATS, COLOURS)),
    Field("lowest", i8, (SEATS,)),  # lowest number completed, 0 without
    Field("awards", i8, (SEATS, COLOURS)),  # set of the awards held, bit 0 the largest
    Field("awarded", i8, (COLOURS,)),  # awards given so far
)
