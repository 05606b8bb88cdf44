"""The rules of Silver & Gold Pyramids: set-up, answers and which are legal, the end, what is hidden.

Numbers in brackets are rules of the page.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    BLOCK,
    CARDS,
    CARDS_A_ROUND,
    CELLS,
    COPIES,
    DRAWN,
    EXPEDITION,
    KEEP_PAIRS,
    OFFERS,
    OPEN_CELLS,
    PAIR_FIRST,
    PAIR_SECOND,
    ROUNDS,
    SHAPE_BLOCKS,
    SHAPE_CELLS,
    SHAPE_COUNT,
    SHAPE_FIRST,
    SHAPES,
    SLOTS,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.marking import frontier, mark
from rush_envs.games.silver_gold_pyramids.resolving import ask_taker, give_awards, publish, set_aside, take
from rush_envs.games.silver_gold_pyramids.state import KEEP, MARK, TAKE
from rush_envs.games.silver_gold_pyramids.view import A_CELL, A_DECK, A_OFFER, A_SHAPE
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import put_bits
from rush_envs.kit.piles import fill, forget, shuffle


@kernel
def init(s, config):
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s, s.deck, CARDS)
    s.deck_size = CARDS
    for seat in range(s.drawn.shape[0]):
        s.kept[seat] = -1
        for slot in range(SLOTS):
            s.slot[seat, slot] = -1
        for k in range(DRAWN):
            s.drawn[seat, k] = -1
            if seat < s.seats:
                s.deck_size -= 1
                s.drawn[seat, k] = s.deck[s.deck_size]
    for k in range(OFFERS):
        s.offer[k] = -1
    fill(s.expedition, COPIES)
    s.taking = -1
    s.phase = KEEP
    s.active = (1 << s.seats) - 1


@kernel
def step(s, seat, action):
    if action < A_SHAPE:
        s.kept[seat] = action
        s.active &= ~(1 << seat)
    elif action < A_CELL:
        way = action - A_SHAPE
        mark(s, seat, way // SHAPES, SHAPE_CELLS[way % SHAPES])
    elif action < A_OFFER:
        way = action - A_CELL
        mark(s, seat, way // CELLS, 1 << way % CELLS)
    else:
        take(s, seat, action - A_OFFER)
    proceed(s)


@kernel
def proceed(s):
    """Everything that happens by itself, until somebody must decide or the game is over."""
    while s.active == 0 and not s.done:
        if s.phase == KEEP:
            lay_out(s)
            next_card(s)
        elif s.phase == MARK:
            publish(s)
            set_aside(s)
            s.phase = TAKE
        elif not ask_taker(s):
            give_awards(s)
            next_card(s)


@inlined
def lay_out(s):
    """[3.3]"""
    for seat in range(s.seats):
        first, second = PAIR_FIRST[s.kept[seat]], PAIR_SECOND[s.kept[seat]]
        s.slot[seat, 0] = s.drawn[seat, first]
        s.slot[seat, 1] = s.drawn[seat, second]
        for k in range(DRAWN):
            if k != first and k != second:
                s.deck[s.deck_size] = s.drawn[seat, k]
                s.deck_size += 1
            s.drawn[seat, k] = -1
        s.kept[seat] = -1
    shuffle(s, s.deck, s.deck_size)
    for k in range(OFFERS):
        s.deck_size -= 1
        s.offer[k] = s.deck[s.deck_size]
    for k in range(s.deck_size):
        s.in_deck |= 1 << s.deck[k]
    shuffle(s, s.expedition, EXPEDITION)


@inlined
def next_card(s):
    """[4.1, 4.3, 9.1, 9.2]"""
    if s.revealed == CARDS_A_ROUND:
        if s.round_now == ROUNDS - 1:
            s.done = 1
            return
        s.round_now += 1
        s.revealed = 0
        shuffle(s, s.expedition, EXPEDITION)
    s.revealed += 1
    s.phase = MARK
    for seat in range(s.seats):
        if s.slot[seat, 0] >= 0 or s.slot[seat, 1] >= 0:
            s.main_due[seat] = 1
            s.active |= 1 << seat


@kernel
def legal(s, seat, mask):
    if not s.active >> seat & 1:
        return
    if s.phase == KEEP:
        for pair in range(len(KEEP_PAIRS)):
            mask[pair] = 1
    elif s.phase == MARK:
        if s.main_due[seat]:
            for slot in range(SLOTS):
                if s.slot[seat, slot] >= 0:
                    legal_shapes(s, seat, slot, mask)
        for slot in range(SLOTS):
            if s.slot[seat, slot] >= 0:
                put_bits(mask, A_CELL + slot * CELLS, frontier(s.slot[seat, slot], s.marks[seat, slot]), CELLS)
    else:
        for k in range(OFFERS):
            mask[A_OFFER + k] = s.offer[k] >= 0
        mask[A_DECK] = s.deck_size > 0


@kernel
def legal_shapes(s, seat, slot, mask):
    """[5.2, 5.3] What may be marked next is one set of cells: a shape must touch it, and nothing that is taken.

    Blocks of shapes are looked at together. The last one of a pattern may reach past its ids, where nothing is legal:
    ids of other patterns, or of single cells, which are written later.
    """
    card, marks = s.slot[seat, slot], s.marks[seat, slot]
    near, taken = np.int32(frontier(card, marks)), np.int32(~OPEN_CELLS[card] | marks)
    pattern = s.expedition[s.revealed - 1]
    start = A_SHAPE + slot * SHAPES + SHAPE_FIRST[pattern]
    count = SHAPE_COUNT[pattern] + BLOCK - 1 & -BLOCK
    shapes, ways = SHAPE_BLOCKS[pattern], mask[start : start + count]
    for k in range(count):
        ways[k] = (shapes[k] & taken == 0) & (shapes[k] & near != 0)


@kernel
def outcome(s):
    """[10.3]"""
    best, number = -32768, CARDS + 1
    for seat in range(s.seats):
        lowest = s.lowest[seat] if s.lowest[seat] > 0 else CARDS + 1
        if s.score[seat] > best or (s.score[seat] == best and lowest < number):
            best, number = s.score[seat], lowest
    for seat in range(s.seats):
        lowest = s.lowest[seat] if s.lowest[seat] > 0 else CARDS + 1
        s.outcome[seat] = 1 if s.score[seat] == best and lowest == number else -1


@kernel
def determinize(s, seat):
    """[11.4]"""
    if s.phase == KEEP:
        deal_anew(s, seat)
    else:
        shuffle(s, s.deck, s.deck_size)
        hidden = s.expedition[s.revealed :]
        shuffle(s, hidden, EXPEDITION - s.revealed)
    forget(s.deck, s.deck_size)
    if s.active == 0:
        return
    for other in range(s.seats):
        if other != seat:
            unanswer(s, other)


@inlined
def deal_anew(s, seat):
    """In KEEP: all cards but the viewer's own go back, are shuffled and dealt again."""
    for other in range(s.seats):
        if other != seat:
            for k in range(DRAWN):
                s.deck[s.deck_size] = s.drawn[other, k]
                s.deck_size += 1
    shuffle(s, s.deck, s.deck_size)
    for other in range(s.seats):
        if other != seat:
            for k in range(DRAWN):
                s.deck_size -= 1
                s.drawn[other, k] = s.deck[s.deck_size]


@inlined
def unanswer(s, seat):
    """Another player of an open sealed choice is put back to its start: nobody knows how far it has got."""
    if s.phase == KEEP:
        s.kept[seat] = -1
        s.active |= 1 << seat
    elif s.phase == MARK and (s.slot[seat, 0] >= 0 or s.slot[seat, 1] >= 0):
        for slot in range(SLOTS):
            s.marks[seat, slot] = s.marks_shown[seat, slot]
        for k in range(s.tally.shape[1]):
            s.tally[seat, k] = s.tally_shown[seat, k]
        s.main_due[seat] = 1
        s.extra_due[seat] = 0
        s.active |= 1 << seat
