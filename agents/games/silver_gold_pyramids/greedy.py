"""An explorer's rule of thumb for Silver & Gold Pyramids: `greedy(s, seat, mask)`.

A mark is judged by what it brings now (symbols, a completed pyramid with its award, the best extra mark if it covers
a cross), and by how it changes what the pyramid promises. That is a table (`prospects`), weighed by the shapes which
still lie face down: every player can count them. Cards are kept and taken by the same table, and by colour.

All worths are points × 100; `judge_mark` and what it calls multiply them by the number of hidden cards, because the
outlook is a sum over these.
"""

from __future__ import annotations

from rush_envs.games.silver_gold_pyramids.components import (
    AWARD_POINTS,
    AWARDS,
    CARDS_A_ROUND,
    CELLS,
    COLOUR,
    COPIES,
    CROSS,
    EXPEDITION,
    GREEN_GEM,
    MOST_GEMS,
    MOST_SKULLS,
    OFFERS,
    PAIR_FIRST,
    PAIR_SECOND,
    PATTERNS,
    POTION,
    RED_GEM,
    ROUNDS,
    SHAPE_CELLS,
    SHAPE_COUNT,
    SHAPE_FIRST,
    SHAPES,
    SKULL,
    SKULL_POINTS,
    SLOTS,
    SYMBOL_CELLS,
    TOMB,
    TORCH,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.marking import frontier, size
from rush_envs.games.silver_gold_pyramids.state import GREEN, KEEP, MARK, RED, SKULLS, TORCHES
from rush_envs.games.silver_gold_pyramids.view import A_CELL, A_DECK, A_OFFER, A_SHAPE
from rush_envs.kit import kernel

from .prospects import HORIZON, PROSPECTS

# What things are worth: a point is 100. Found by playing versions of this file against each other.
POINT = 100
PYRAMID = 10 * POINT
GEM, PAIR = 170, 250  # a gem that waits for its partner, and one that makes a pair
TORCH_WORTH = 360  # less than its points: there may be another one this round
EXTRA = 250  # a cross that is not looked into
SKULL_FEAR = 70  # more than its points: the next ones cost more
POTION_HOPE = 20
AWARD_HOPE = 55  # of the next award, in percent, for the pyramid before the one that earns it
FRESH = 300  # a new pyramid in place of the old one
WASTE = 4  # each cell marked: openings are for later
SAME_COLOUR = 300  # two pyramids of a colour, to begin with
NEW_AWARD = 70  # of the award that a new pyramid may earn, in percent
UNSEEN = -300  # a card from the deck

BITS = 3  # for each pattern in the number that holds how many cards of it are hidden
ALL_COPIES = sum(int(count) << BITS * pattern for pattern, count in enumerate(COPIES))
UNBEGUN = CELLS  # in place of a cell: the pyramid has no marks
NOTHING = -(1 << 40)


@kernel
def greedy(s, seat, mask):
    if s.phase == KEEP:
        return choose_pair(s, seat, mask)
    if s.phase == MARK:
        return choose_mark(s, seat, mask)
    return choose_card(s, seat, mask)


# ------------------------------------------------------------------------------------------------------------------
# What is to come


@kernel
def cards_left(s):
    """Expedition cards still to come after the one in play, as far as the table goes."""
    return min((ROUNDS - s.round_now) * CARDS_A_ROUND - s.revealed, HORIZON)


@kernel
def hidden_patterns(s):
    """How many of the next cards show each pattern: those face down, or all 8 when the round is over."""
    hidden = ALL_COPIES
    if s.revealed < CARDS_A_ROUND:
        for k in range(s.revealed):
            hidden -= 1 << BITS * s.expedition[k]
    return hidden


@kernel
def hidden_cards(s):
    return EXPEDITION - s.revealed if s.revealed < CARDS_A_ROUND else EXPEDITION


@kernel
def over_hidden(worths, hidden):
    """What each pattern is worth, summed over the hidden cards."""
    total = 0
    for pattern in range(PATTERNS):
        total += worths[pattern] * (hidden >> BITS * pattern & ((1 << BITS) - 1))
    return total


@kernel
def promise(card, cell, cards, hidden):
    """What a pyramid promises from one marked cell, summed over the hidden cards."""
    return over_hidden(PROSPECTS[cards, card, cell], hidden)


@kernel
def best_promise(card, cells, cards, hidden):
    """From the best of some cells."""
    best = NOTHING
    while cells:
        cell = cells & -cells
        best = max(best, promise(card, size(cell - 1), cards, hidden))
        cells ^= cell
    return best


@kernel
def outlook(card, marks, cards, hidden):
    """What a pyramid promises as it stands; a complete one nothing more."""
    if marks == 0:
        return promise(card, UNBEGUN, cards, hidden)
    if marks & SYMBOL_CELLS[card, TOMB]:
        return 0
    return best_promise(card, marks, cards, hidden)


# ------------------------------------------------------------------------------------------------------------------
# Cards


@kernel
def award_hope(s, seat, colour):
    """What one more pyramid of a colour promises: an award, or half of one."""
    count = s.completed[seat, colour] + 1
    if s.awarded[colour] == AWARDS or count > 2 * AWARDS:
        return 0
    award = POINT * AWARD_POINTS[s.awarded[colour]]
    return award if count % 2 == 0 else award * AWARD_HOPE // 100


@kernel
def choose_pair(s, seat, mask):
    best, choice = NOTHING, 0
    for pair in range(PAIR_FIRST.shape[0]):
        first, second = s.drawn[seat, PAIR_FIRST[pair]], s.drawn[seat, PAIR_SECOND[pair]]
        worth = promise(first, UNBEGUN, HORIZON, ALL_COPIES) + promise(second, UNBEGUN, HORIZON, ALL_COPIES)
        worth += EXPEDITION * SAME_COLOUR if COLOUR[first] == COLOUR[second] else 0
        if mask[pair] and worth > best:
            best, choice = worth, pair
    return choice


@kernel
def choose_card(s, seat, mask):
    cards, hidden, count = cards_left(s), hidden_patterns(s), hidden_cards(s)
    best, choice = NOTHING, A_DECK
    if mask[A_DECK]:
        best = count * UNSEEN
    for place in range(OFFERS):
        card = s.offer[place]
        if mask[A_OFFER + place]:
            worth = promise(card, UNBEGUN, cards, hidden) + count * award_hope(s, seat, COLOUR[card]) * NEW_AWARD // 100
            if worth > best:
                best, choice = worth, A_OFFER + place
    return choice


# ------------------------------------------------------------------------------------------------------------------
# Marks


@kernel
def choose_mark(s, seat, mask):
    cards, hidden = cards_left(s), hidden_patterns(s)
    best, choice = NOTHING, 0
    for slot in range(SLOTS):
        card = s.slot[seat, slot]
        if card < 0:
            continue
        before = outlook(card, s.marks[seat, slot], cards, hidden)
        if s.main_due[seat]:
            pattern = s.expedition[s.revealed - 1]
            start = A_SHAPE + slot * SHAPES
            for shape in range(SHAPE_FIRST[pattern], SHAPE_FIRST[pattern] + SHAPE_COUNT[pattern]):
                if mask[start + shape]:
                    worth = judge_mark(s, seat, slot, SHAPE_CELLS[shape], before, cards, hidden)
                    if worth > best:
                        best, choice = worth, start + shape
        start = A_CELL + slot * CELLS
        for cell in range(CELLS):
            if mask[start + cell]:
                worth = judge_mark(s, seat, slot, 1 << cell, before, cards, hidden)
                if worth > best:
                    best, choice = worth, start + cell
    return choice


@kernel
def judge_mark(s, seat, slot, cells, before, cards, hidden):
    """A main or an extra mark, on a pyramid that promised `before`; of several crosses one is looked into."""
    card, count = s.slot[seat, slot], hidden_cards(s)
    worth = judge_cells(s, seat, card, s.marks[seat, slot], cells, before, cards, hidden)
    crosses = size(cells & SYMBOL_CELLS[card, CROSS])
    if crosses:
        worth += best_extra(s, seat, slot, cells, cards, hidden) + count * EXTRA * (crosses - 1)
    return worth


@kernel
def best_extra(s, seat, marked, cells, cards, hidden):
    """What the best single cell brings after some cells of the slot `marked` have been."""
    best = NOTHING
    for slot in range(SLOTS):
        card = s.slot[seat, slot]
        if card >= 0:
            marks = s.marks[seat, slot] | (cells if slot == marked else 0)
            before, near = outlook(card, marks, cards, hidden), frontier(card, marks)
            while near:
                cell = near & -near
                near ^= cell
                worth = judge_cells(s, seat, card, marks, cell, before, cards, hidden)
                worth += hidden_cards(s) * EXTRA if cell & SYMBOL_CELLS[card, CROSS] else 0
                best = max(best, worth)
    return best if best > NOTHING else 0


@kernel
def judge_cells(s, seat, card, marks, cells, before, cards, hidden):
    """What cells bring but for their crosses: symbols, the tomb, a better outlook."""
    worth = judge_symbols(s, s.tally[seat], card, cells) - WASTE * size(cells)
    if marks & SYMBOL_CELLS[card, TOMB]:
        return hidden_cards(s) * worth
    if cells & SYMBOL_CELLS[card, TOMB]:
        worth += PYRAMID + award_hope(s, seat, COLOUR[card]) + FRESH
        return hidden_cards(s) * worth - before
    after = best_promise(card, cells, cards, hidden)
    if marks != 0:
        after = max(after, before)
    return hidden_cards(s) * worth + after - before


@kernel
def judge_symbols(s, tally, card, cells):
    """What the symbols under a mark bring, but for crosses."""
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
    return worth
