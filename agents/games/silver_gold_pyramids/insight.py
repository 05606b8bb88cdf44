"""What an explorer works out before a mark: what each pattern could do next, how many cards the way to a tomb takes at
least, how likely so many are enough, and what pyramids promise by greedy's table."""

from __future__ import annotations

import numpy as np

from rush_envs.engine.changes import Insight
from rush_envs.games.silver_gold_pyramids.components import (
    CARDS,
    CELLS,
    COPIES,
    CROSS,
    ENTRANCE,
    GREEN_GEM,
    OFFERS,
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
from rush_envs.games.silver_gold_pyramids.state import KEEP
from rush_envs.games.silver_gold_pyramids.view import OBSERVATION
from rush_envs.kit import kernel
from rush_envs.kit.features import put_bits
from rush_envs.layout import FeatureLayout, Piece

from ..grades import put_grades
from .greedy import UNBEGUN, cards_left, hidden_cards, hidden_patterns, outlook, over_hidden, promise
from .prospects import INSIDE, MARKS, TOMBS, WALLED, next_best

FACTS = 7  # a pattern fits; takes the tomb; covers at least 1, 2, 3 treasures; a cross; only with a skull
WAY = 6  # cards
AHEAD, EIGHTHS = 6, 8  # cards to come; steps of a thermometer
# Of what a pyramid promises, by greedy's table, from LOWEST points on.
LOWEST, GRADES, GRADE, TWENTIETH = -10, 8, 60, 5
LAYOUT = FeatureLayout(
    Piece("next_patterns", (SLOTS, PATTERNS, FACTS), 1, "each pattern, if it came next: fits, takes the tomb, finds …"),
    Piece("cards_left", (SLOTS, WAY), 1, "thermometer of the cards that the way to the tomb takes at least"),
    Piece("chance", (SLOTS, AHEAD, EIGHTHS), 1, "thermometers: how likely 1, 2 … cards take it, if all else is left"),
    Piece("promise", (SLOTS, GRADES), GRADE, "the viewer's pyramid, in twentieths of a point, grade upon grade"),
    Piece("offer_promise", (OFFERS, GRADES), GRADE, "the same of each card on offer, in KEEP of the drawn ones"),
)
START = OBSERVATION.size
NEXT, CARDS_LEFT, CHANCE, PROMISE, OFFER_PROMISE = (START + LAYOUT.start(piece.name) for piece in LAYOUT)
TREASURES = np.array(
    [sum(int(SYMBOL_CELLS[card, kind]) for kind in (CROSS, RED_GEM, GREEN_GEM, TORCH, POTION)) for card in range(CARDS)]
)
# (sets, CELLS) beside which cells a set lies, its own among them: for a bound from below they need not be free
BESIDE = (np.array([around(int(cells)) for cells in MARKS])[:, None] >> np.arange(CELLS) & 1) == 1


def _ways() -> np.ndarray:
    """(CARDS, CELLS + 1) cards that the way to the tomb takes at least from a marked cell, or from the beginning."""
    ways = np.full((CARDS, CELLS + 1), WAY)
    for card in range(CARDS):
        fits = (MARKS & ~OPEN_CELLS[card]) == 0
        begins = (MARKS & SYMBOL_CELLS[card, ENTRANCE]) != 0
        left = np.where(SYMBOL_CELLS[card, TOMB] >> np.arange(CELLS) & 1, 0, WAY)
        for _ in range(WAY):
            after = np.where(INSIDE[fits], left, WAY).min(axis=1) + 1
            left = np.minimum(left, np.where(BESIDE[fits], after[:, None], WAY).min(axis=0))
        ways[card, :CELLS] = left
        ways[card, CELLS] = min(WAY, (np.where(INSIDE, left, WAY).min(axis=1) + 1)[fits & begins].min())
    return ways


def _chances() -> np.ndarray:
    """(AHEAD, CARDS, CELLS + 1, PATTERNS) how likely 1, 2 … cards take the tomb from one marked cell, or from the
    beginning, if the next card shows a pattern: in thousandths, for whoever wants nothing else."""
    found, likely = np.zeros((AHEAD, CARDS, CELLS + 1, PATTERNS)), TOMBS.astype(float)
    for cards in range(AHEAD):
        found[cards] = np.maximum(next_best(WALLED, likely), 0.0)
        likely = np.where(TOMBS, 1.0, found[cards, :, :CELLS] @ (COPIES / COPIES.sum()))
    return np.rint(1000 * found).astype(np.int64)


WAYS, CHANCES = _ways(), _chances()


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
def chances_of(card, marks, hidden, count):
    """The thermometers of a pyramid."""
    known = np.int64(0)
    for cards in range(AHEAD):
        best = over_hidden(CHANCES[cards, card, UNBEGUN], hidden) if marks == 0 else 0
        left = marks
        while left:
            cell = left & -left
            best = max(best, over_hidden(CHANCES[cards, card, size(cell - 1)], hidden))
            left ^= cell
        known |= ((1 << (EIGHTHS * best + 500 * count) // (1000 * count)) - 1) << EIGHTHS * cards
    return known


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
def put_promise(out, first, worth, count):
    """A promise that is summed over so many hidden cards."""
    put_grades(out, first, worth // (TWENTIETH * count) - LOWEST * 100 // TWENTIETH, GRADES, GRADE)


@kernel
def observe(s, seat, out):
    hidden, count, cards = hidden_patterns(s), hidden_cards(s), cards_left(s)
    for place in range(OFFERS):
        card = s.drawn[seat, place] if s.phase == KEEP else s.offer[place]
        if card >= 0:
            put_promise(out, OFFER_PROMISE + place * GRADES, promise(card, UNBEGUN, cards, hidden), count)
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
        put_promise(out, PROMISE + slot * GRADES, outlook(card, marks, cards, hidden), count)
        put_bits(out, CARDS_LEFT + slot * WAY, (1 << way_of(card, marks)) - 1, WAY)
        put_bits(out, CHANCE + slot * AHEAD * EIGHTHS, chances_of(card, marks, hidden, count), AHEAD * EIGHTHS)


INSIGHT = Insight(LAYOUT, observe)
