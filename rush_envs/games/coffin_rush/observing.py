"""The kernels of the observation: what lies on the table, put piece by piece (CO-15).

Hardly anything here branches on what cannot be foreseen: a zero is put instead, which costs less than a wrong guess.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush import view
from rush_envs.games.coffin_rush.components import (
    ALL_CARDS,
    CARDS,
    COLOURS,
    FACES,
    ITEMS,
    KIND,
    KINDS,
    MONSTERS,
    POINTS,
    RED_FACES,
    SEATS,
    SLOTS,
    SPECTRES,
    STAIRS_TILE,
    TRAPS,
    WITH_MUMMY,
    YELLOW_FACES,
)
from rush_envs.games.coffin_rush.sight import (
    BETWEEN,
    CELL_NUMBER,
    FARTHEST,
    HOMEWARD,
    INSIDE,
    LAID_AT,
    LEAVING,
    OFFSET,
    OUTSIDE,
    QUADRANTS,
    ROOM,
)
from rush_envs.games.coffin_rush.state import CHARM, IN_TENT, OVERFLOW, RECOVER, SLOT, TARGET, TURN
from rush_envs.games.coffin_rush.temple import (
    BEYOND,
    BLUE_STAIRS,
    CELLS,
    CRYPT,
    GRID,
    LOCAL,
    OPEN_DOOR,
    OUT,
    PLACES,
    POSITION,
    POSITIONS,
    PRINTED,
    RED_STAIRS,
    RUSH,
    SARCOPHAGI,
    SOUTH,
    TEMPLE_DOOR,
    WALL,
)
from rush_envs.kit import inlined, kernel, lowest_bit
from rush_envs.kit.features import RUN, put, put_bits, put_counts, put_each, put_ones

_BITS = np.arange(ALL_CARDS + 1)[:, None] >> np.arange(CARDS) & 1
# (sets discarded, gone, RUN) where each card lies: in hand, discarded, gone
CARDS_LIE = np.zeros((ALL_CARDS + 1, ALL_CARDS + 1, RUN), np.int16)
CARDS_LIE[:, :, :CARDS] = CARDS * (_BITS[:, None] + 2 * _BITS[None]) + np.arange(CARDS)
FACE_PLACE = np.zeros((2, FACES + 1), np.int64)  # of a face among those of the yellow, of the red die
FACE_PLACE[0, YELLOW_FACES], FACE_PLACE[1, RED_FACES] = np.arange(len(YELLOW_FACES)), np.arange(len(RED_FACES))


@kernel
def observe(s, seat, out):
    here = s.cell[seat]
    observe_map(s, out)
    observe_cell(s, here, out)
    observe_tiles(s, seat, here, out)
    observe_piles(s, here, out)
    observe_monsters(s, here, out)
    observe_players(s, seat, here, out)
    observe_pharaoh(s, out)
    if s.active != 0:
        observe_decision(s, seat, out)


@inlined
def ahead_of(s, seat, other):
    """How many seats on from the viewer."""
    return other - seat if other >= seat else other - seat + s.seats


# ------------------------------------------------------------------------------------------------------------------
# The temple


@kernel
def observe_map(s, out):
    """The quadrants as they lie, and which doors are open."""
    found = np.int64(0)
    for k in range(BETWEEN.shape[0]):
        found |= is_open(s, BETWEEN[k]) << k
    for k in range(LAID_AT.shape[0]):
        lies = 4 * s.quadrant[LAID_AT[k]] + s.turned[LAID_AT[k]]
        put(out, view.O_LAID + 4 * CRYPT * k + lies, 1)
        found |= is_open(s, ROOM[k, np.uint64(lies)]) << (BETWEEN.shape[0] + k)
    put_bits(out, view.O_DOORS, found, view.DOORS)


@inlined
def is_open(s, edge):
    return np.int64(s.edge[edge >> np.uint16(2), edge & np.uint16(3)] == OPEN_DOOR)


@kernel
def observe_cell(s, here, out):
    """Where the viewer stands, the ways from there, and how far it is to the camp."""
    put(out, view.O_HERE + s.ground[here], 1)
    for way in range(4):
        edge = s.edge[here, way]
        put(out, view.O_EDGES + TEMPLE_DOOR * way + max(edge - 1, 0), edge != WALL)
        put(out, view.O_BEYOND + view.GROUNDS * way + s.ground[max(BEYOND[here, way], 0)], edge != WALL)
    blue = s.stairs[BLUE_STAIRS - RED_STAIRS, 1]
    put(out, view.O_STAIRS + max(blue, 0), blue >= 0)
    put(out, view.O_HOME + home(s, here), 1)


@kernel
def home(s, here):
    """Steps to the camp; doors do not count."""
    if here >= GRID:
        return OUT - here
    place = POSITION[here]
    turns = s.turned[place]
    quadrant, printed = s.quadrant[place], PRINTED[turns, LOCAL[here]]
    steps = FARTHEST
    for side in range(4):
        steps = min(steps, LEAVING[quadrant, printed, (side - turns) & 3] + HOMEWARD[place, side])
    return steps + 1


@kernel
def observe_tiles(s, seat, here, out):
    """Unopened tiles, and what the viewer and others know of them."""
    put_each(out, view.O_SARCOPHAGI, s.spot[:SARCOPHAGI], s.closed[:SARCOPHAGI])
    put_each(out, view.O_CHESTS, s.spot[SARCOPHAGI:], s.closed[SARCOPHAGI:])
    sarcophagi, chests, seen = np.int64(0), np.int64(0), 0
    for place in range(SARCOPHAGI):
        sarcophagi |= near_bit(here, s.spot[place], s.closed[place])
    for place in range(SARCOPHAGI, PLACES):
        chests |= near_bit(here, s.spot[place], s.closed[place])
    put_near(out, view.W_SARCOPHAGI, sarcophagi, chests)
    for other in range(SEATS):
        seen |= s.seen[other]
    if seen:
        observe_analysed(s, seat, out)


@inlined
def near_bit(here, cell, value):
    """A bit for something in the window; one that `put_near` takes off for what lies outside."""
    return np.int64(value) << OFFSET[np.uint64(here), np.uint64(cell)]


@inlined
def put_near(out, start, first, second):
    """Two planes of the window, one after the other; many are empty."""
    bits = first & INSIDE | (second & INSIDE) << view.WINDOW_SIZE
    if bits:
        put_bits(out, start, bits, 2 * view.WINDOW_SIZE)


@kernel
def observe_analysed(s, seat, out):
    """What the viewer knows of unopened tiles, and of which positions others know some."""
    left = s.seen[seat]
    while left:
        place = lowest_bit(left)
        left &= left - 1
        if s.closed[place]:
            put_inside(view.O_INSIDE, view.O_RELICS, place, s.content[place], out)
    other, analysed = seat, np.int64(0)
    for ahead in range(s.seats - 1):
        other = other + 1 if other + 1 < s.seats else 0
        left = s.seen[other]
        while left:
            place = lowest_bit(left)
            left &= left - 1
            analysed |= np.int64(s.closed[place]) << (POSITIONS * ahead + POSITION[s.spot[place]])
    if analysed != 0:
        put_bits(out, view.O_ANALYSED, analysed, (SEATS - 1) * POSITIONS)


@inlined
def put_inside(sarcophagi, chests, place, content, out):
    """What is in a tile, in the pieces that begin there."""
    if place >= SARCOPHAGI:
        put(out, chests + view.RELICS * (place - SARCOPHAGI) + KIND[content] - COLOURS, 1)
    elif content == STAIRS_TILE:
        put(out, sarcophagi + view.SARCOPHAGUS_WIDE * place + view.STAIRS, 1)
    else:
        put(out, sarcophagi + view.SARCOPHAGUS_WIDE * place + KIND[content], 1)
        put(out, sarcophagi + view.SARCOPHAGUS_WIDE * place + view.GUARD, WITH_MUMMY[content])


@kernel
def observe_piles(s, here, out):
    """The first item of a pile speaks for all of it."""
    signs = -1
    for item in range(ITEMS):
        signs &= s.where[item]
    if signs < 0:
        return  # nothing lies anywhere: all places are negative
    for item in range(ITEMS):
        cell = s.where[item]
        if cell >= 0 and lying(s, cell, item) == 0:
            put(out, view.O_PILE + cell, lying(s, cell, ITEMS))
            if OFFSET[here, cell] != OUTSIDE:
                put(out, view.W_PILES + np.int64(OFFSET[here, cell]), 1)
            if cell == here:
                observe_own_pile(s, here, out)


@inlined
def lying(s, cell, end):
    """How many of the first items lie on a cell."""
    number = 0
    for item in range(end):
        number += s.where[item] == cell
    return number


@kernel
def observe_own_pile(s, here, out):
    """How many of each kind; the items of a kind are numbered one after the other."""
    number = 0
    for item in range(ITEMS):
        number += s.where[item] == here
        if item + 1 == ITEMS or KIND[item + 1] != KIND[item]:
            put(out, view.O_PILE_HERE + KIND[item], number)
            number = 0


@kernel
def observe_monsters(s, here, out):
    """Where each servant is; in the window those of a kind on one cell are one."""
    spectres, mummies = np.int64(0), np.int64(0)
    for monster in range(MONSTERS):
        cell = s.spectre[monster] if monster < SPECTRES else s.mummy[monster - SPECTRES]
        if cell < 0:
            continue
        put(out, view.O_MONSTERS + view.WHERE * monster + CELL_NUMBER[cell], 1)
        if cell != RUSH:
            put(out, view.O_MONSTERS + view.WHERE * monster + QUADRANTS + 1 + LOCAL[cell], 1)
        if monster < SPECTRES:
            spectres |= near_bit(here, cell, 1)
        else:
            mummies |= near_bit(here, cell, 1)
    put_near(out, view.W_SPECTRES, spectres, mummies)


# ------------------------------------------------------------------------------------------------------------------
# The players


@kernel
def observe_players(s, seat, here, out):
    other, found, packed = seat, np.int64(0), 0
    for place in range(s.seats):
        put(out, view.O_AT + CELLS * place + s.cell[other], 1)
        found |= near_bit(here, s.cell[other], place > 0)
        put(out, view.O_COMPANY + place, s.team[other] == s.team[seat])
        put(out, view.O_RUSH + place, s.rush[other])
        put(out, view.O_IMMUNE + place, s.trap >= 0 and s.affected[other] == 0)
        put(out, view.O_POINTS + place, s.score[other])
        observe_cards(s, other, place, out)
        packed |= s.bag_count[other]
        other = other + 1 if other + 1 < s.seats else 0
    put_bits(out, view.W_PLAYERS, found & INSIDE, view.WINDOW_SIZE)
    put(out, view.O_PLAYERS + s.seats - 2, 1)
    put(out, view.O_FIRST + ahead_of(s, seat, 0), 1)
    if s.turn >= 0:
        put(out, view.O_TURN + ahead_of(s, seat, s.turn), 1)
    if packed:
        observe_bags(s, seat, out)
    if s.edge[RUSH, SOUTH] != TEMPLE_DOOR:
        observe_tents(s, seat, out)


@kernel
def observe_bags(s, seat, out):
    other = seat
    for place in range(s.seats):
        wealth = 0
        for k in range(SLOTS):
            kind, filled = KIND[max(s.bag[other, k], 0)], s.bag[other, k] >= 0
            put(out, view.O_BAG + KINDS * (SLOTS * place + k) + kind, filled)
            wealth += POINTS[kind] * filled
        put(out, view.O_WEALTH + place, wealth)
        other = other + 1 if other + 1 < s.seats else 0


@kernel
def observe_tents(s, seat, out):
    """Nothing but zeros as long as nothing has been brought home."""
    lowest = 0
    for item in range(ITEMS):
        lowest = min(lowest, s.where[item])
    if lowest <= IN_TENT:
        other = seat
        for place in range(s.seats):
            put_counts(out, view.O_TENT + KINDS * place, s.tent[other])
            other = other + 1 if other + 1 < s.seats else 0


@inlined
def observe_cards(s, seat, place, out):
    """Each card in hand, discarded or gone; nowhere while it is being played."""
    known = s.hand[seat] | s.discards[seat] | s.removed[seat]
    lie = CARDS_LIE[s.discards[seat], s.removed[seat]]
    if known == ALL_CARDS:
        put_ones(out, view.O_CARDS + 3 * CARDS * place, lie, CARDS)
    else:
        for card in range(CARDS):
            put(out, view.O_CARDS + 3 * CARDS * place + lie[card], known >> card & 1)


# ------------------------------------------------------------------------------------------------------------------
# The Pharaoh and the decision


@kernel
def observe_pharaoh(s, out):
    put(out, view.O_COUNTER + s.counter, 1)
    if s.counter > 0:
        put(out, view.O_COLOUR + view.colour_of(s.counter), 1)
    put(out, view.O_POWER + s.power, 1)
    if s.trap >= 0:
        put(out, view.O_TRAP + s.trap, 1)
    put(out, view.O_TRAP_RED, s.trap_red)
    put_counts(out, view.O_DRAWN, s.drawn)
    put(out, view.O_DOOR, s.edge[RUSH, SOUTH] == TEMPLE_DOOR)
    put(out, view.O_FEATHER, s.feather)


@kernel
def observe_decision(s, seat, out):
    put(out, view.O_PHASE + s.phase, 1)
    if s.active == 1 << seat:
        put(out, view.O_ACTING, 1)
    else:
        for other in range(s.seats):
            if s.active >> other & 1:
                put(out, view.O_ACTING + ahead_of(s, seat, other), 1)
    if s.turn >= 0:
        put(out, view.O_TOKENS + s.tokens, 1)
        put(out, view.O_STEPS + s.steps, 1)
        put(out, view.O_MOVING, s.moving)
        put(out, view.O_TORCH, s.torch)
        put(out, view.O_ADRENALINE + max(s.adrenaline - 1, 0), s.adrenaline > 0)
        put(out, view.O_USED, s.card_used)
    if s.phase != TURN:
        observe_question(s, seat, out)


@kernel
def observe_question(s, seat, out):
    """What the phases are about in which one does not take one's turn."""
    if s.playing >= 0:
        put(out, view.O_PLAYING + s.playing, 1)
    if s.phase == OVERFLOW:
        put(out, view.O_HELD + KIND[s.held], 1)
    elif s.phase == RECOVER:
        put(out, view.O_RECOVERS + s.recovers - 1, 1)
    elif s.phase == TARGET:
        put(out, view.O_HUNTER + s.monster, 1)
        for other in range(s.seats):
            put(out, view.O_CANDIDATES + ahead_of(s, seat, other), s.tied >> other & 1)
    elif s.phase == SLOT or s.phase == CHARM:
        put(out, view.O_VICTIM + ahead_of(s, seat, s.victim), 1)
        put(out, view.O_NEAR, s.near)
    if s.phase == CHARM:
        put(out, view.O_YELLOW + FACE_PLACE[0, s.dice[0]], 1)
        put(out, view.O_RED + FACE_PLACE[1, s.dice[1]], 1)


@kernel
def reveal(s, out):
    for place in range(PLACES):
        if s.closed[place]:
            put_inside(0, view.H_RELICS, place, s.content[place], out)
    for k in range(s.deck_count):
        put(out, view.H_TRAPS + TRAPS * k + s.deck[s.deck_count - 1 - k], 1)
