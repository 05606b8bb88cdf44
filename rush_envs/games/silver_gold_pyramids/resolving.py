"""What happens when all have finished an expedition card: pyramids replaced, awards, points (SG-7, SG-8, SG-10)."""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    AWARD_POINTS,
    AWARDS,
    CARDS,
    CARDS_A_ROUND,
    COLOUR,
    COLOUR_CARDS,
    COLOURS,
    GEM_POINTS,
    OFFERS,
    PAIR_POINTS,
    PYRAMID_POINTS,
    ROUNDS,
    SKULL_POINTS,
    SLOTS,
    SYMBOL_CELLS,
    TOMB,
    TORCH_POINTS,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.marking import size
from rush_envs.games.silver_gold_pyramids.state import GREEN, RED, SKULLS, TALLY, TORCHES
from rush_envs.kit import inlined, kernel


@inlined
def publish(s):
    """[4.2] What everybody did on this card lies open."""
    for seat in range(s.seats):
        for slot in range(SLOTS):
            s.marks_shown[seat, slot] = s.marks[seat, slot]
        for k in range(TALLY):
            s.tally_shown[seat, k] = s.tally[seat, k]


@kernel
def set_aside(s):
    """[7.1, 7.6] Complete pyramids leave their slots, and will be replaced unless this was the last card."""
    last = s.round_now == ROUNDS - 1 and s.revealed == CARDS_A_ROUND
    for seat in range(s.seats):
        for slot in range(SLOTS):
            card = s.slot[seat, slot]
            if card >= 0 and s.marks[seat, slot] & SYMBOL_CELLS[card, TOMB]:
                s.set_aside[seat] |= 1 << card
                s.fresh[seat] |= 1 << card
                s.completed[seat, COLOUR[card]] += 1
                if s.lowest[seat] == 0 or card + 1 < s.lowest[seat]:
                    s.lowest[seat] = card + 1
                clear_slot(s, seat, slot)
                s.takes[seat] += 0 if last else 1


@inlined
def clear_slot(s, seat, slot):
    s.slot[seat, slot] = -1
    s.marks[seat, slot] = 0
    s.marks_shown[seat, slot] = 0


@inlined
def cards_to_take(s):
    """Those on offer and in the deck."""
    count = s.deck_size
    for k in range(OFFERS):
        count += 1 if s.offer[k] >= 0 else 0
    return count


@kernel
def ask_taker(s):
    """[7.2, 7.5] Asks the seat that is next to replace a pyramid, if there are cards for it; false when nobody is."""
    s.taking = -1
    first = 1 << CARDS
    for seat in range(s.seats):
        s.takes[seat] = min(s.takes[seat], cards_to_take(s))
        number = s.fresh[seat] & -s.fresh[seat]  # its lowest card, as a set
        if s.takes[seat] > 0 and number < first:
            s.taking, first = seat, number
    if s.taking < 0:
        return False
    s.active = 1 << s.taking
    return True


@kernel
def take(s, seat, place):
    """[7.3] From a place of the offer, or beyond its last place from the deck."""
    slot = 0 if s.slot[seat, 0] < 0 else 1
    if place < OFFERS:
        s.slot[seat, slot] = s.offer[place]
        s.offer[place] = -1
    else:
        s.slot[seat, slot] = draw(s)
    s.takes[seat] -= 1
    if s.takes[seat] == 0:
        s.active = 0
        for k in range(OFFERS):  # [7.4]
            if s.offer[k] < 0 and s.deck_size > 0:
                s.offer[k] = draw(s)


@inlined
def draw(s):
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.in_deck &= ~(1 << card)
    return card


@kernel
def give_awards(s):
    """[8.1] Counts the pyramids of this card one by one in rising order of number; then all points stand."""
    waiting = 0
    for seat in range(s.seats):
        waiting |= s.fresh[seat]
    while waiting:
        card = waiting & -waiting
        waiting &= waiting - 1
        for seat in range(s.seats):
            if s.fresh[seat] & card:
                count_pyramid(s, seat, card)
    for seat in range(s.seats):
        s.fresh[seat] = 0
        s.score[seat] = points(s, seat)


@inlined
def count_pyramid(s, seat, card):
    """One pyramid, given as a set: later ones of this card are not counted yet."""
    colour = COLOUR[size(card - 1)]
    later = s.fresh[seat] & ~(card | (card - 1))
    count = s.completed[seat, colour] - size(later & COLOUR_CARDS[colour])
    if count % 2 == 0 and count <= 2 * AWARDS and s.awarded[colour] < AWARDS:
        s.awards[seat, colour] |= 1 << s.awarded[colour]
        s.awarded[colour] += 1


@kernel
def points(s, seat):
    """[10.1]"""
    red, green = s.tally_shown[seat, RED], s.tally_shown[seat, GREEN]
    pairs = min(red, green)
    total = PAIR_POINTS * pairs + GEM_POINTS * (red + green - 2 * pairs)
    total += TORCH_POINTS * size(np.int64(s.tally_shown[seat, TORCHES]))
    total -= SKULL_POINTS[s.tally_shown[seat, SKULLS]]
    for colour in range(COLOURS):
        total += PYRAMID_POINTS * s.completed[seat, colour]
        for award in range(AWARDS):
            total += AWARD_POINTS[award] * (s.awards[seat, colour] >> award & 1)
    return total
