"""What must hold in every state of Silver & Gold Pyramids (SG-15), jitted so that millions of states can be checked."""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    AWARDS,
    CARDS,
    CARDS_A_ROUND,
    COLOURS,
    DRAWN,
    ENTRANCE,
    MOST_GEMS,
    MOST_SKULLS,
    OFFERS,
    OPEN_CELLS,
    ROUNDS,
    SLOTS,
    SYMBOL_CELLS,
    TOMB,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.marking import frontier, size
from rush_envs.games.silver_gold_pyramids.resolving import cards_to_take, points
from rush_envs.games.silver_gold_pyramids.state import GREEN, KEEP, MARK, RED, SKULLS, TAKE, TORCHES
from rush_envs.jit import inlined, kernel

INVARIANTS = {
    1: "SG-15.1: each of the 48 cards is in exactly one place, and the deck is what everybody knows of it",
    2: "SG-15.2: marks are one connected group with the entrance and without walls, and none vanish",
    3: "SG-15.3: outside MARK no pyramid in a slot has its tomb marked, and nobody's marks are secret",
    4: "SG-15.4: gems and skulls are 0 to 10, torches of rounds played, each award is held once",
    5: "SG-15.5: no seat holds more awards of a colour than half its completed pyramids, nor more than three",
    6: "SG-14.2: at most 4 extra marks are due, and only to a seat that is active",
    7: "SG-10.2: the score is what the open score card is worth, but for awards still to be given",
    8: "SG-15.6: a seat is active exactly while it has something to decide, one alone in TAKE",
}


@kernel
def check(s):
    if not cards_hold(s):
        return 1
    for seat in range(s.seats):
        for slot in range(SLOTS):
            if not marks_hold(s, seat, slot):
                return 2
            card, marks = s.slot[seat, slot], s.marks[seat, slot]
            if s.phase != MARK and (
                marks != s.marks_shown[seat, slot] or (card >= 0 and marks & SYMBOL_CELLS[card, TOMB])
            ):
                return 3
    if not tallies_hold(s):
        return 4
    for seat in range(s.seats):
        for colour in range(COLOURS):
            if 2 * size(np.int64(s.awards[seat, colour])) > s.completed[seat, colour]:
                return 5
    for seat in range(s.seats):
        due = s.main_due[seat] or s.extra_due[seat]
        if s.extra_due[seat] < 0 or s.extra_due[seat] > 4 or (due and s.phase != MARK):
            return 6
    for seat in range(s.seats):
        if (s.phase != TAKE or s.done) and s.score[seat] != points(s, seat):
            return 7
    if not activity_holds(s):
        return 8
    return 0


@kernel
def cards_hold(s):
    seen, count, deck = 0, s.deck_size, 0
    for k in range(s.deck_size):
        deck |= 1 << s.deck[k]
    seen |= deck
    for k in range(OFFERS):
        if s.offer[k] >= 0:
            seen |= 1 << s.offer[k]
            count += 1
    for seat in range(s.seats):
        seen |= s.set_aside[seat]
        count += size(s.set_aside[seat])
        for k in range(DRAWN):
            if s.drawn[seat, k] >= 0:
                seen |= 1 << s.drawn[seat, k]
                count += 1
        for slot in range(SLOTS):
            if s.slot[seat, slot] >= 0:
                seen |= 1 << s.slot[seat, slot]
                count += 1
    return count == CARDS and seen == (1 << CARDS) - 1 and s.in_deck == (0 if s.phase == KEEP else deck)


@kernel
def marks_hold(s, seat, slot):
    card, marks = s.slot[seat, slot], s.marks[seat, slot]
    if s.marks_shown[seat, slot] & ~marks:
        return False
    if marks == 0:
        return True
    if card < 0 or marks & ~OPEN_CELLS[card]:
        return False
    group = marks & SYMBOL_CELLS[card, ENTRANCE]
    more = group
    while more:
        more = frontier(card, group) & marks
        group |= more
    return group == marks


@kernel
def tallies_hold(s):
    for seat in range(s.seats):
        for tally in (s.tally[seat], s.tally_shown[seat]):
            if min(tally[RED], tally[GREEN], tally[SKULLS], tally[TORCHES]) < 0:
                return False
            if tally[RED] > MOST_GEMS or tally[GREEN] > MOST_GEMS or tally[SKULLS] > MOST_SKULLS:
                return False
            if tally[TORCHES] >> (s.round_now + 1):
                return False
    for colour in range(COLOURS):
        held, count = 0, 0
        for seat in range(s.seats):
            held |= s.awards[seat, colour]
            count += size(np.int64(s.awards[seat, colour]))
        if count != s.awarded[colour] or held != (1 << s.awarded[colour]) - 1 or count > AWARDS:
            return False
    return s.round_now < ROUNDS and s.revealed <= CARDS_A_ROUND


@inlined
def activity_holds(s):
    if s.done or s.truncated:
        return s.active == 0
    wanted = 0
    if s.phase == TAKE:
        wanted = 1 << s.taking if s.taking >= 0 and 0 < s.takes[s.taking] <= cards_to_take(s) else 0
    else:
        for seat in range(s.seats):
            undecided = s.kept[seat] < 0 if s.phase == KEEP else s.main_due[seat] or s.extra_due[seat]
            wanted |= 1 << seat if undecided else 0
    return s.active == wanted and wanted != 0
