"""Items: in backpacks, on the ground, under tents, and what they are worth (CO-3, CO-11.2, CO-12.2)."""

from __future__ import annotations

from rush_envs.games.coffin_rush.components import (
    CHARM_RELIC,
    COLOURS,
    DICE,
    FACES,
    FIRST_SLOT,
    ITEMS,
    KIND,
    KINDS,
    POINTS,
    RED,
    SLOTS,
    YELLOW,
)
from rush_envs.games.coffin_rush.state import CHARM, HELD, IN_BAG, IN_TENT, OVERFLOW
from rush_envs.kit import below, inlined, kernel


@inlined
def ask(s, seat, phase):
    """The seat must decide."""
    s.phase = phase
    s.active = 1 << seat


@kernel
def carries(s, seat, kind):
    for k in range(s.bag_count[seat]):
        if KIND[s.bag[seat, k]] == kind:
            return True
    return False


@kernel
def roll(s, die):
    return DICE[die, below(s, FACES)]


# ------------------------------------------------------------------------------------------------------------------
# Moving items


@kernel
def lie_down(s, item, cell):
    """[3.4] To the end of the pile."""
    last = 0
    for other in range(ITEMS):
        if s.where[other] == cell:
            last = max(last, s.order[other])
    s.order[item] = max(last, s.taking) + 1
    s.where[item] = cell


@kernel
def take_out(s, seat, k):
    """The k-th item leaves the backpack, those behind it slide down."""
    item = s.bag[seat, k]
    for place in range(k, s.bag_count[seat] - 1):
        s.bag[seat, place] = s.bag[seat, place + 1]
    s.bag_count[seat] -= 1
    s.bag[seat, s.bag_count[seat]] = -1
    return item


@kernel
def fall(s, seat, slot):
    """The content of a slot falls to the ground; an empty one does nothing."""
    if slot - FIRST_SLOT < s.bag_count[seat]:
        lie_down(s, take_out(s, seat, slot - FIRST_SLOT), s.cell[seat])
        count_points(s)


@kernel
def slot_roll(s, seat):
    """[3.8] Without a charm."""
    fall(s, seat, roll(s, YELLOW) + roll(s, RED))


@kernel
def put_in(s, seat, item):
    s.bag[seat, s.bag_count[seat]] = item
    s.bag_count[seat] += 1
    s.where[item] = IN_BAG
    count_points(s)


@kernel
def receive(s, seat, item):
    """[3.3] Into the backpack, or its taker decides."""
    if s.bag_count[seat] < SLOTS:
        put_in(s, seat, item)
    else:
        s.held = item
        s.where[item] = HELD
        ask(s, seat, OVERFLOW)


@kernel
def resolve_overflow(s, seat, slot):
    """[3.3] Slot 8 is the item held."""
    item = s.held
    s.held = -1
    if slot == FIRST_SLOT + SLOTS:
        lie_down(s, item, s.cell[seat])
    else:
        fall(s, seat, slot)
        put_in(s, seat, item)


@kernel
def stow(s, seat, slot):
    """[5.8] Under the seat's own tent."""
    item = take_out(s, seat, slot - FIRST_SLOT)
    s.where[item] = IN_TENT - seat
    s.tent[seat, KIND[item]] += 1
    count_points(s)


@kernel
def first_lying(s, cell, limit):
    """The item of a pile that fell first, up to an order; -1 if there is none."""
    first = -1
    for item in range(ITEMS):
        if s.where[item] == cell and s.order[item] <= limit and (first < 0 or s.order[item] < s.order[first]):
            first = item
    return first


@kernel
def start_taking(s, cell):
    """[3.5] What falls while the pile is taken starts a new one."""
    for item in range(ITEMS):
        if s.where[item] == cell:
            s.taking = max(s.taking, s.order[item])


@kernel
def take_next(s, seat):
    """The next item of the pile being taken."""
    item = first_lying(s, s.cell[seat], s.taking)
    if item < 0:
        s.taking = 0
    else:
        receive(s, seat, item)


# ------------------------------------------------------------------------------------------------------------------
# Aggression (CO-6.4)


@kernel
def suffer(s, seat):
    """An Aggression: dice, then the victim's charm, then the slot."""
    s.dice[0] = roll(s, YELLOW)
    s.dice[1] = roll(s, RED)
    s.victim = seat
    if carries(s, seat, CHARM_RELIC):
        ask(s, seat, CHARM)
    else:
        lose_slot(s, s.dice[0] + s.dice[1])


@kernel
def lose_slot(s, slot):
    """The victim's slot falls, or goes to an attacker who is near."""
    seat = s.victim
    s.victim = -1
    if s.near == 0:
        fall(s, seat, slot)
        return
    s.near = 0
    if slot - FIRST_SLOT < s.bag_count[seat]:
        item = take_out(s, seat, slot - FIRST_SLOT)
        receive(s, s.turn, item)
        count_points(s)


# ------------------------------------------------------------------------------------------------------------------
# Points


@kernel
def wealth(s, seat):
    """[10.2] Points of the backpack."""
    total = 0
    for k in range(s.bag_count[seat]):
        total += POINTS[KIND[s.bag[seat, k]]]
    return total


@kernel
def treasures(s, seat):
    """In tent and backpack."""
    total = 0
    for kind in range(COLOURS):
        total += s.tent[seat, kind]
    for k in range(s.bag_count[seat]):
        total += KIND[s.bag[seat, k]] < COLOURS
    return total


@kernel
def pieces(s, company, colour):
    """Of a collection in a company's tents."""
    total = 0
    for seat in range(s.seats):
        if s.team[seat] == company:
            total += s.tent[seat, colour]
    return total


@kernel
def has_most(s, company, colour):
    mine = pieces(s, company, colour)
    if mine == 0:
        return False
    for seat in range(s.seats):
        if s.team[seat] != company and pieces(s, s.team[seat], colour) >= mine:
            return False
    return True


@kernel
def company_points(s, company):
    """[11.2] [12.2]"""
    points = 0
    for seat in range(s.seats):
        if s.team[seat] == company:
            points += s.bag_count[seat]
            for kind in range(KINDS):
                points += POINTS[kind] * s.tent[seat, kind]
    for colour in range(COLOURS):
        points += has_most(s, company, colour)
    return points


@kernel
def count_points(s):
    for seat in range(s.seats):
        s.score[seat] = company_points(s, s.team[seat])
