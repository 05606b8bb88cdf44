"""What an explorer works out before a mark: what each pattern could do next, how many cards the way to a tomb takes."""

from __future__ import annotations

import numpy as np

from rush_envs.engine.changes import Insight
from rush_envs.games.silver_gold_pyramids.components import (
    CARDS,
    CELLS,
    CROSS,
    ENTRANCE,
    GREEN_GEM,
    OPEN_CELLS,
    PATTERNS,
    POTION,
    RED_GEM,
    SHAPE_CELLS,
    SHAPE_COUNT,
    SHAPE_FIRST,
    SKULL,
    SLOTS,
    SYMBOL_CELLS,
    TOMB,
    TORCH,
    around,
)
from rush_envs.games.silver_gold_pyramids.marking import frontier, size
from rush_envs.games.silver_gold_pyramids.view import OBSERVATION
from rush_envs.kit import kernel
from rush_envs.kit.features import put_bits
from rush_envs.layout import FeatureLayout, Piece

FACTS = 7  # a pattern fits; takes the tomb; covers at least 1, 2, 3 treasures; a cross; only with a skull
WAY = 6  # cards
LAYOUT = FeatureLayout(
    Piece("next_patterns", (SLOTS, PATTERNS, FACTS), 1, "each pattern, if it came next: fits, takes the tomb, finds …"),
    Piece("cards_left", (SLOTS, WAY), 1, "thermometer of the cards that the way to the tomb takes at least"),
)
START = OBSERVATION.size
NEXT, CARDS_LEFT = (START + LAYOUT.start(piece.name) for piece in LAYOUT)
TREASURES = np.array(
    [sum(int(SYMBOL_CELLS[card, kind]) for kind in (CROSS, RED_GEM, GREEN_GEM, TORCH, POTION)) for card in range(CARDS)]
)


def _ways() -> np.ndarray:
    """(CARDS, CELLS + 1) cards that the way to the tomb takes at least from a marked cell, or from the beginning."""
    sets = np.concatenate([SHAPE_CELLS, 1 << np.arange(CELLS)])
    inside = (sets[:, None] >> np.arange(CELLS) & 1) == 1
    beside = (np.array([around(int(cells)) for cells in sets])[:, None] >> np.arange(CELLS) & 1) == 1
    ways = np.full((CARDS, CELLS + 1), WAY)
    for card in range(CARDS):
        fits = (sets & ~OPEN_CELLS[card]) == 0
        begins = (sets & SYMBOL_CELLS[card, ENTRANCE]) != 0
        left = np.where(SYMBOL_CELLS[card, TOMB] >> np.arange(CELLS) & 1, 0, WAY)
        for _ in range(WAY):
            after = np.where(inside[fits], left, WAY).min(axis=1) + 1
            left = np.minimum(left, np.where(beside[fits], after[:, None], WAY).min(axis=0))
        ways[card, :CELLS] = left
        ways[card, CELLS] = min(WAY, (np.where(inside, left, WAY).min(axis=1) + 1)[fits & begins].min())
    return ways


WAYS = _ways()


@kernel
def way_of(card, marks):
    """Cards that the way to the tomb takes at least."""
    if marks == 0:
        return WAYS[card, CELLS]
    left = WAY
    while marks:
        cell = marks & -marks
        left = min(left, WAYS[card, size(cell - 1)])
        marks ^= cell
    return left


@kernel
def facts_of(card, marks, near, pattern):
    """What a pattern could do: the bits of FACTS."""
    taken = marks | ~OPEN_CELLS[card]
    treasures, skulls, tomb, crosses = TREASURES[card], SYMBOL_CELLS[card, SKULL], SYMBOL_CELLS[card, TOMB], 0
    fits, most, reaches, spoilt = 0, 0, 0, 1
    for shape in range(SHAPE_FIRST[pattern], SHAPE_FIRST[pattern] + SHAPE_COUNT[pattern]):
        cells = SHAPE_CELLS[shape]
        if cells & taken == 0 and cells & near:
            fits = 1
            reaches |= cells & tomb
            crosses |= cells & SYMBOL_CELLS[card, CROSS]
            if cells & treasures:
                most = max(most, size(cells & treasures))
            if cells & skulls == 0:
                spoilt = 0
    return fits | (reaches != 0) << 1 | ((1 << min(most, 3)) - 1) << 2 | (crosses != 0) << 5 | (fits & spoilt) << 6


@kernel
def observe(s, seat, out):
    for slot in range(SLOTS):
        card = s.slot[seat, slot]
        if card < 0:
            continue
        marks = s.marks[seat, slot]
        if marks & SYMBOL_CELLS[card, TOMB]:
            continue
        near, known = frontier(card, marks), 0
        for pattern in range(PATTERNS):
            known |= facts_of(card, marks, near, pattern) << FACTS * pattern
        put_bits(out, NEXT + slot * PATTERNS * FACTS, known, PATTERNS * FACTS)
        put_bits(out, CARDS_LEFT + slot * WAY, (1 << way_of(card, marks)) - 1, WAY)


INSIGHT = Insight(LAYOUT, observe)
