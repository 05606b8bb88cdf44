"""The record of one game, field by field, with who sees it (SG-11).

What a player does on the card in play is its own secret: it goes to `marks` and `tally`, and when all have finished
these are copied to `marks_shown` and `tally_shown`, the only ones that others look at.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rush_envs.contract import Field, record
from rush_envs.games.silver_gold_pyramids.components import (
    ALL_CELLS,
    AWARD_POINTS,
    AWARDS,
    CARDS,
    CARDS_A_ROUND,
    COLOURS,
    DRAWN,
    EXPEDITION,
    FEWEST,
    GEM_POINTS,
    KEEP_PAIRS,
    MOST_EXTRA,
    MOST_GEMS,
    MOST_SKULLS,
    OFFERS,
    PAIR_POINTS,
    PATTERNS,
    PYRAMID_POINTS,
    ROUNDS,
    SEATS,
    SKULL_POINTS,
    SLOTS,
    TORCH_POINTS,
)  # fmt: skip


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


ALL_CARDS = (1 << CARDS) - 1  # as a set
MOST_OF_A_TALLY = (MOST_GEMS, MOST_GEMS, MOST_SKULLS, (1 << ROUNDS) - 1)
# Every pyramid and award, all torches, and gems only in pairs or only single.
MOST_POINTS = (
    PYRAMID_POINTS * CARDS + COLOURS * int(AWARD_POINTS.sum()) + TORCH_POINTS * ROUNDS
    + max(PAIR_POINTS, GEM_POINTS) * MOST_GEMS
)  # fmt: skip

i8 = np.int8
STATE = record(
    SEATS,
    # set of the cards in the deck; empty during KEEP, when nobody knows it
    Field("in_deck", np.int64, low=0, high=ALL_CARDS),
    Field("set_aside", np.int64, (SEATS,), low=0, high=ALL_CARDS),  # set of the pyramids completed by each seat
    Field("fresh", np.int64, (SEATS,), low=0, high=ALL_CARDS),  # those of the card in play, until its awards are given
    Field("marks", np.int32, (SEATS, SLOTS), "owner", low=0, high=ALL_CELLS),  # set of marked cells
    Field("marks_shown", np.int32, (SEATS, SLOTS), low=0, high=ALL_CELLS),
    Field("tally", i8, (SEATS, TALLY), "owner", low=0, high=MOST_OF_A_TALLY),
    Field("tally_shown", i8, (SEATS, TALLY), low=0, high=MOST_OF_A_TALLY),
    Field("phase", i8, low=0, high=max(Phase)),
    Field("round_now", i8, low=0, high=ROUNDS - 1),
    Field("revealed", i8, low=0, high=CARDS_A_ROUND),  # expedition cards turned up this round
    # patterns in the order they turn up
    Field("expedition", i8, (EXPEDITION,), unrevealed, low=0, high=PATTERNS - 1),
    Field("drawn", i8, (SEATS, DRAWN), "owner", low=-1, high=CARDS - 1),  # cards to keep from, -1 once that is over
    Field("kept", i8, (SEATS,), "owner", low=-1, high=len(KEEP_PAIRS) - 1),  # the sealed answer of KEEP, -1 before
    Field("slot", i8, (SEATS, SLOTS), low=-1, high=CARDS - 1),  # card of each pyramid, -1 where there is none
    Field("main_due", i8, (SEATS,), "owner", low=0, high=1),
    Field("extra_due", i8, (SEATS,), "owner", low=0, high=MOST_EXTRA),
    Field("taking", i8, low=-1, high=SEATS - 1),  # the seat whose TAKE it is, -1 outside
    Field("takes", i8, (SEATS,), low=0, high=SLOTS),  # cards each seat has still to take
    Field("offer", i8, (OFFERS,), low=-1, high=CARDS - 1),  # cards, -1 where a place is empty
    Field("deck_size", i8, low=0, high=CARDS - OFFERS),  # as many as the offer takes are out of it at least
    Field("deck", i8, (CARDS,), "nobody", low=0, high=CARDS - 1),  # the top card last
    Field("completed", i8, (SEATS, COLOURS), low=0, high=CARDS // COLOURS),
    Field("lowest", i8, (SEATS,), low=0, high=CARDS),  # lowest number completed, 0 without
    Field("awards", i8, (SEATS, COLOURS), low=0, high=(1 << AWARDS) - 1),  # set of the awards held, bit 0 the largest
    Field("awarded", i8, (COLOURS,), low=0, high=AWARDS),  # awards given so far
    fewest=FEWEST,
    score=(-int(SKULL_POINTS.max()), MOST_POINTS),
)
