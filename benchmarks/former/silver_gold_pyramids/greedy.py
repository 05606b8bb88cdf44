"""An explorer's rule of thumb for Silver & Gold Pyramids: `greedy(s, seat, mask)`.

Every mark is judged by what it brings now (symbols, a completed pyramid with its award) and by how much closer it comes
to a tomb that can still be reached with the cards left. The way to the tomb is measured in a table: cells to mark,
where a skull on the way counts as a detour. Cards are kept and taken by how short and rich their ways are, and by
colour.
"""

from __future__ import annotations

import heapq

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    AWARD_POINTS,
    AWARDS,
    CARDS,
    CARDS_A_ROUND,
    CELLS,
    COLOUR,
    CROSS,
    ENTRANCE,
    GREEN_GEM,
    MOST_GEMS,
    MOST_SKULLS,
    OPEN_CELLS,
    PAIR_FIRST,
    PAIR_SECOND,
    POTION,
    RED_GEM,
    ROUNDS,
    SHAPE_CELLS,
    SHAPES,
    SKULL,
    SKULL_POINTS,
    SYMBOL_CELLS,
    TOMB,
    TORCH,
    around,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.marking import frontier, size
from rush_envs.games.silver_gold_pyramids.state import GREEN, KEEP, MARK, RED, SKULLS, TORCHES
from rush_envs.games.silver_gold_pyramids.view import A_CELL, A_DECK, A_OFFER, A_SHAPE
from rush_envs.kit import kernel

# ------------------------------------------------------------------------------------------------------------------
# What things are worth: a point is 100. Found by playing versions of this file against each other.

POINT = 100
PYRAMID = 10 * POINT
GEM, PAIR = 130, 330  # a gem that waits for its partner, and one that makes a pair
TORCH_WORTH = 5 * POINT
EXTRA = 300  # a cross
SKULL_FEAR = 100  # more than its points: the next ones cost more
POTION_HOPE = 20
STEP = 160  # a cell less on the way to a tomb
FRESH_STEP = 20  # less for pyramids that are far from done: one after the other
DETOUR = 2  # a skull on the way counts as so many cells
AWARD_HOPE = 45  # of the next award, in percent, for the pyramid before the one that earns it
CELLS_A_CARD = 3  # that a card brings, crosses included
WASTE = 4  # each cell marked: openings are for later

# ------------------------------------------------------------------------------------------------------------------
# Tables


def _ways(card: int) -> list[int]:
    """For each cell the cells to mark from it to the tomb, itself and detours included; 99 where there is none."""
    length = [99] * CELLS
    skulls, walkable = int(SYMBOL_CELLS[card, SKULL]), int(OPEN_CELLS[card])
    tomb = int(SYMBOL_CELLS[card, TOMB]).bit_length() - 1
    queue = [(1, tomb)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cost < length[cell]:
            length[cell] = cost
            beside = around(1 << cell) & walkable
            for other in range(CELLS):
                if beside >> other & 1:
                    heapq.heappush(queue, (cost + 1 + DETOUR * (skulls >> other & 1), other))
    return length


def _richness(card: int) -> int:
    """What a card promises before it is begun, in points × 100."""
    symbols = {symbol: int(SYMBOL_CELLS[card, symbol]).bit_count() for symbol in (CROSS, RED_GEM, GREEN_GEM, TORCH)}
    entrance = int(SYMBOL_CELLS[card, ENTRANCE]).bit_length() - 1
    gems = symbols[RED_GEM] + symbols[GREEN_GEM]
    return EXTRA * symbols[CROSS] // 2 + GEM * gems + 200 * symbols[TORCH] - STEP * WAY[card, entrance]


WAY = np.array([_ways(card) for card in range(CARDS)], np.int64)
RICH = np.array([_richness(card) for card in range(CARDS)], np.int64)


@kernel
def greedy(s, seat, mask):
    best, choice = -(1 << 40), 0
    for action in range(mask.shape[0]):
        if mask[action]:
            worth = judge(s, seat, action)
            if worth > best:
                best, choice = worth, action
    return choice


@kernel
def judge(s, seat, action):
    if s.phase == KEEP:
        first, second = s.drawn[seat, PAIR_FIRST[action]], s.drawn[seat, PAIR_SECOND[action]]
        return RICH[first] + RICH[second] + (PYRAMID * 3 // 10 if COLOUR[first] == COLOUR[second] else 0)
    if s.phase == MARK:
        if action < A_CELL:
            way = action - A_SHAPE
            return judge_mark(s, seat, way // SHAPES, SHAPE_CELLS[way % SHAPES])
        way = action - A_CELL
        return judge_mark(s, seat, way // CELLS, 1 << way % CELLS)
    if action == A_DECK:
        return PYRAMID // 5 - 8 * STEP  # an average card
    return judge_card(s, seat, s.offer[action - A_OFFER])


@kernel
def cards_left(s):
    """Expedition cards still to come, after the one in play."""
    return (ROUNDS - 1 - s.round_now) * CARDS_A_ROUND + CARDS_A_ROUND - s.revealed


@kernel
def award_hope(s, seat, colour):
    """What one more pyramid of a colour promises: an award, or half of one."""
    count = s.completed[seat, colour] + 1
    if s.awarded[colour] == AWARDS or count > 2 * AWARDS:
        return 0
    award = POINT * AWARD_POINTS[s.awarded[colour]]
    return award if count % 2 == 0 else award * AWARD_HOPE // 100


@kernel
def judge_card(s, seat, card):
    """A new pyramid: worth little if its tomb cannot be reached any more."""
    entrance = 0
    while not SYMBOL_CELLS[card, ENTRANCE] >> entrance & 1:
        entrance += 1
    reach = CELLS_A_CARD * cards_left(s)
    hope = award_hope(s, seat, COLOUR[card]) if WAY[card, entrance] <= reach else -PYRAMID
    return RICH[card] + hope


@kernel
def way_left(card, marks):
    """Cells still to mark up to the tomb."""
    if marks & SYMBOL_CELLS[card, TOMB]:
        return 0
    near = frontier(card, marks)
    best = 99
    for cell in range(CELLS):
        if near >> cell & 1:
            best = min(best, WAY[card, cell])
    return best


@kernel
def judge_mark(s, seat, slot, cells):
    card, marks = s.slot[seat, slot], s.marks[seat, slot]
    worth = judge_symbols(s, s.tally[seat], card, cells) - WASTE * size(cells)
    before, after = way_left(card, marks), way_left(card, marks | cells)
    if before == 0:
        return worth
    if after == 0:
        return worth + PYRAMID + award_hope(s, seat, COLOUR[card]) + STEP * before
    if after <= CELLS_A_CARD * cards_left(s):
        worth += (STEP - FRESH_STEP * after // 4) * (before - after)
    return worth


@kernel
def judge_symbols(s, tally, card, cells):
    """What the symbols under a mark bring."""
    red, green = tally[RED], tally[GREEN]
    more_red = min(size(cells & SYMBOL_CELLS[card, RED_GEM]), MOST_GEMS - red)
    more_green = min(size(cells & SYMBOL_CELLS[card, GREEN_GEM]), MOST_GEMS - green)
    pairs = min(red + more_red, green + more_green) - min(red, green)
    worth = PAIR * pairs + GEM * (more_red + more_green - pairs)
    skulls = min(tally[SKULLS] + size(cells & SYMBOL_CELLS[card, SKULL]), MOST_SKULLS)
    worth -= SKULL_FEAR * (skulls - tally[SKULLS])
    potions = size(cells & SYMBOL_CELLS[card, POTION])
    worth += POTION_HOPE * potions
    skulls = max(skulls - 2 * potions, 0)
    worth -= POINT * (SKULL_POINTS[skulls] - SKULL_POINTS[tally[SKULLS]])
    if cells & SYMBOL_CELLS[card, TORCH] and not tally[TORCHES] >> s.round_now & 1:
        worth += TORCH_WORTH
    return worth + EXTRA * size(cells & SYMBOL_CELLS[card, CROSS])
