"""Marks on the pyramids and the symbols under them (SG-5, SG-6)."""

from __future__ import annotations

from rush_envs.games.silver_gold_pyramids.components import (
    ALL_CELLS,
    CELLS,
    CROSS,
    ENTRANCE,
    GREEN_GEM,
    MOST_GEMS,
    MOST_SKULLS,
    NOT_EAST,
    NOT_WEST,
    OPEN_CELLS,
    POTION,
    RED_GEM,
    SKULL,
    SYMBOL_CELLS,
    TORCH,
    WIDTH,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.printed import ROW_STEPS
from rush_envs.games.silver_gold_pyramids.state import GREEN, RED, SKULLS, TORCHES
from rush_envs.kit import inlined, kernel

ROW = (1 << WIDTH) - 1  # a row of cells as a set


@inlined
def frontier(card, marks):
    """[5.4] The set of cells that a single mark may take: the entrance, or what lies beside the marks."""
    beside = (marks << WIDTH | marks >> WIDTH | (marks & NOT_EAST) << 1 | (marks & NOT_WEST) >> 1) & ALL_CELLS
    return beside & OPEN_CELLS[card] & ~marks if marks != 0 else SYMBOL_CELLS[card, ENTRANCE]


@kernel
def size(cells):
    """How many cells a set has."""
    count = 0
    while cells:
        cells &= cells - 1
        count += 1
    return count


@kernel
def cells_left(card, marks):
    """How many cells must be marked at least until the tomb is."""
    left = CELLS
    for row in range(WIDTH):
        left = min(left, ROW_STEPS[card, row, marks >> WIDTH * row & ROW])
    return left


@kernel
def mark(s, seat, slot, cells):
    """A main or an extra mark of the card in play; the seat is finished when no extra mark is left to make."""
    s.marks[seat, slot] |= cells
    if s.main_due[seat]:
        s.main_due[seat] = 0
    else:
        s.extra_due[seat] -= 1
    card = s.slot[seat, slot]
    cross_off(s, s.tally[seat], card, cells)
    s.extra_due[seat] += size(cells & SYMBOL_CELLS[card, CROSS])
    if s.extra_due[seat] > 0 and not can_mark(s, seat):
        s.extra_due[seat] = 0
    if s.extra_due[seat] == 0:
        s.active &= ~(1 << seat)


@inlined
def cross_off(s, tally, card, cells):
    """[6.1 to 6.4] In the order that is best for the player."""
    skulls = min(tally[SKULLS] + size(cells & SYMBOL_CELLS[card, SKULL]), MOST_SKULLS)
    tally[SKULLS] = max(skulls - 2 * size(cells & SYMBOL_CELLS[card, POTION]), 0)
    tally[RED] = min(tally[RED] + size(cells & SYMBOL_CELLS[card, RED_GEM]), MOST_GEMS)
    tally[GREEN] = min(tally[GREEN] + size(cells & SYMBOL_CELLS[card, GREEN_GEM]), MOST_GEMS)
    if cells & SYMBOL_CELLS[card, TORCH]:
        tally[TORCHES] |= 1 << s.round_now


@inlined
def can_mark(s, seat):
    """[6.6] Whether any single cell is legal."""
    cells = 0
    for slot in range(s.slot.shape[1]):
        card = s.slot[seat, slot]
        if card >= 0:
            cells |= frontier(card, s.marks[seat, slot])
    return cells != 0
