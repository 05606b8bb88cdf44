"""What must hold in every state of Silver & Gold Pyramids (SG-15), jitted so that millions of states can be checked."""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    AWARDS,
    CARDS,
    CARDS_A_ROUND,
    COLOUR_CARDS,
    COLOURS,
    COPIES,
    DRAWN,
    ENTRANCE,
    EXPEDITION,
    MOST_EXTRA,
    MOST_GEMS,
    MOST_SKULLS,
    OFFERS,
    OPEN_CELLS,
    PATTERNS,
    ROUNDS,
    SEATS,
    SLOTS,
    SYMBOL_CELLS,
    TOMB,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.marking import can_mark, frontier, size
from rush_envs.games.silver_gold_pyramids.resolving import cards_to_take, points
from rush_envs.games.silver_gold_pyramids.state import GREEN, KEEP, MARK, RED, SKULLS, TAKE, TALLY, TORCHES
from rush_envs.kit import inlined, kernel

INVARIANTS = {
    1: "SG-15.1: each of the 48 cards is in exactly one place, and the deck is what everybody knows of it",
    2: "SG-15.2: marks, and those shown, are one connected group with the entrance without walls, and none vanish",
    3: "SG-15.3: outside MARK no pyramid in a slot has its tomb marked, and nobody's marks are secret",
    4: "SG-15.4: gems and skulls are 0 to 10, torches of rounds played, each award is held once",
    5: "SG-15.5: no seat holds more awards of a colour than half its pyramids counted so far, nor more than three",
    6: "SG-14.2: no more extra marks are due than a shape has cells, and only to a seat that is active",
    7: "SG-10.2: the score is what the open score card is worth, but for awards still to be given",
    8: "SG-15.6: a seat is active exactly while it has something to decide, one alone in TAKE",
    9: "SG-4.1: the expedition cards are the 8 of the box, and one is revealed as soon as KEEP is over",
    10: "SG-3.2: in KEEP every seat has four cards and nobody anything else; afterwards there are none to keep from",
    11: "SG-10.1: completed pyramids and the lowest of them are those set aside",
    12: "SG-4.2: a seat that has its main mark to make has nothing marked in secret, and no shown tomb is marked",
    13: "SG-6.6: who has a mark to make has a cell for it",
    14: "SG-11.2: score cards differ from the shown ones in MARK only, by more gems and the torch of the round",
    15: "SG-7.2: a card is taken only for a pyramid of this card and for an empty slot, the lowest number first",
    16: "SG-2.5: nothing lies before a seat without a player",
}


@kernel
def check(s):
    """Later invariants may rely on earlier ones: sets of cards and marks are what they ought to be from 3 on."""
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
        if not awards_hold(s, seat):
            return 5
    for seat in range(s.seats):
        due = s.main_due[seat] or s.extra_due[seat]
        if s.extra_due[seat] < 0 or s.extra_due[seat] > MOST_EXTRA or (due and s.phase != MARK):
            return 6
    for seat in range(s.seats):
        # A game that ends by the rules has nobody taking; one that was given up may.
        if (s.phase != TAKE or (s.done and s.taking < 0)) and s.score[seat] != points(s, seat):
            return 7
    if not activity_holds(s):
        return 8
    return check_course(s)


@kernel
def check_course(s):
    """The rest of `check`: the course of the game, and phases against everything that belongs to them."""
    if not expedition_holds(s):
        return 9
    if not keeping_holds(s):
        return 10
    for seat in range(s.seats):
        if not set_aside_holds(s, seat):
            return 11
    for seat in range(s.seats):
        if not main_mark_holds(s, seat):
            return 12
        if (s.main_due[seat] or s.extra_due[seat]) and not can_mark(s, seat):
            return 13
        if not secrets_hold(s, seat):
            return 14
    if not taking_holds(s):
        return 15
    for seat in range(s.seats, SEATS):
        if not is_bare(s, seat):
            return 16
    return 0


# ------------------------------------------------------------------------------------------------------------------
# Cards, marks, score cards


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
    """The shown marks are of the same kind: `determinize` puts others back to them."""
    card, marks, shown = s.slot[seat, slot], s.marks[seat, slot], s.marks_shown[seat, slot]
    if card < 0:
        return marks == 0 and shown == 0
    return shown & ~marks == 0 and is_group(card, marks) and is_group(card, shown)


@kernel
def is_group(card, marks):
    """Whether marks hang together and reach the entrance, without walls; no marks do."""
    if marks & ~OPEN_CELLS[card]:
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


@kernel
def awards_hold(s, seat):
    """Awards are given for pyramids counted one by one; those of the card in play still wait for it [8.1]."""
    for colour in range(COLOURS):
        counted = s.completed[seat, colour] - size(s.fresh[seat] & COLOUR_CARDS[colour])
        if 2 * size(np.int64(s.awards[seat, colour])) > counted:
            return False
    return True


@kernel
def set_aside_holds(s, seat):
    for colour in range(COLOURS):
        if s.completed[seat, colour] != size(s.set_aside[seat] & COLOUR_CARDS[colour]):
            return False
    lowest = s.set_aside[seat] & -s.set_aside[seat]  # as a set
    return s.lowest[seat] == (size(lowest - 1) + 1 if lowest else 0)


@kernel
def is_bare(s, seat):
    """Whether a seat has nothing at all."""
    if s.set_aside[seat] or s.fresh[seat] or s.lowest[seat] or s.score[seat] or s.outcome[seat] or s.kept[seat] >= 0:
        return False
    if s.main_due[seat] or s.extra_due[seat] or s.takes[seat]:
        return False
    for slot in range(SLOTS):
        if s.slot[seat, slot] >= 0 or s.marks[seat, slot] or s.marks_shown[seat, slot]:
            return False
    for k in range(TALLY):
        if s.tally[seat, k] or s.tally_shown[seat, k]:
            return False
    for k in range(DRAWN):
        if s.drawn[seat, k] >= 0:
            return False
    for colour in range(COLOURS):
        if s.completed[seat, colour] or s.awards[seat, colour]:
            return False
    return True


# ------------------------------------------------------------------------------------------------------------------
# The course of the game


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


@kernel
def expedition_holds(s):
    for pattern in range(PATTERNS):
        cards = 0
        for k in range(EXPEDITION):
            cards += s.expedition[k] == pattern
        if cards != COPIES[pattern]:
            return False
    return (s.revealed == 0 and s.round_now == 0) if s.phase == KEEP else s.revealed > 0


@kernel
def keeping_holds(s):
    """What KEEP will lay out must not lie there yet; that nobody has marks then follows from empty slots."""
    keeping = s.phase == KEEP
    for seat in range(s.seats):
        for k in range(DRAWN):
            if (s.drawn[seat, k] >= 0) != keeping:
                return False
        if s.kept[seat] >= 0 and not keeping:
            return False
        for slot in range(SLOTS):
            if keeping and s.slot[seat, slot] >= 0:
                return False
        for k in range(TALLY):
            if keeping and s.tally_shown[seat, k]:
                return False
        if keeping and s.set_aside[seat]:
            return False
    for k in range(OFFERS):
        if keeping and s.offer[k] >= 0:
            return False
    return True


@kernel
def main_mark_holds(s, seat):
    """Shown marks never reach a tomb, as such a pyramid is set aside; so there always is something to mark [4.3]."""
    for slot in range(SLOTS):
        card, shown = s.slot[seat, slot], s.marks_shown[seat, slot]
        if card >= 0 and shown & SYMBOL_CELLS[card, TOMB]:
            return False
        if s.main_due[seat] and s.marks[seat, slot] != shown:
            return False
    for k in range(TALLY):
        if s.main_due[seat] and s.tally[seat, k] != s.tally_shown[seat, k]:
            return False
    return not (s.main_due[seat] and s.extra_due[seat])


@kernel
def secrets_hold(s, seat):
    if s.phase != MARK:
        for k in range(TALLY):
            if s.tally[seat, k] != s.tally_shown[seat, k]:
                return False
        return True
    if s.tally[seat, RED] < s.tally_shown[seat, RED] or s.tally[seat, GREEN] < s.tally_shown[seat, GREEN]:
        return False
    torch = s.tally[seat, TORCHES] & ~s.tally_shown[seat, TORCHES]
    lost = s.tally_shown[seat, TORCHES] & ~s.tally[seat, TORCHES]
    return lost == 0 and (torch == 0 or torch == 1 << s.round_now)


@kernel
def taking_holds(s):
    """`fresh`, `takes` and `taking` belong to TAKE, and when a game ends by the rules nothing of them is left."""
    if s.taking >= s.seats or (s.taking >= 0 and s.phase != TAKE):
        return False
    # [7.6]
    if s.taking >= 0 and s.round_now == ROUNDS - 1 and s.revealed == CARDS_A_ROUND:
        return False
    for seat in range(s.seats):
        fresh = size(s.fresh[seat])
        if s.fresh[seat] & ~s.set_aside[seat] or fresh > (SLOTS if s.taking >= 0 else 0):
            return False
        empty = 0
        for slot in range(SLOTS):
            empty += s.slot[seat, slot] < 0
        if s.takes[seat] > min(fresh, empty):
            return False
        # A seat with a lower number would have been asked before. Numbers are compared as sets of one card.
        if s.takes[seat] > 0 and s.fresh[seat] & -s.fresh[seat] < s.fresh[s.taking] & -s.fresh[s.taking]:
            return False
    return s.taking < 0 or s.takes[s.taking] > 0
