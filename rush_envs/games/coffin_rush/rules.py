"""The rules of Coffin Rush!: set-up, answers and which are legal, the order of things, the end.

Numbers in brackets are rules of the page.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.cards import choose_slot, finish_card, legal_cards, play_card, recover
from rush_envs.games.coffin_rush.components import (
    ALL_CARDS,
    BOMB,
    BOX,
    CARDS,
    COPIES,
    COUNTER,
    DECK,
    EARLIEST_BOMB,
    FIRST_SLOT,
    ITEMS,
    LATEST_BOMB,
    MUMMIES,
    RED_FACES,
    SEATS,
    SLOTS,
    SPECTRES,
    STAIRS_TILE,
    YELLOW_FACES,
)
from rush_envs.games.coffin_rush.config import LAYOUT
from rush_envs.games.coffin_rush.pharaoh import pharaoh, servants, settle_target
from rush_envs.games.coffin_rush.state import CHARM, DROP, IN_TILE, OVERFLOW, RECOVER, SLOT, TARGET, TURN
from rush_envs.games.coffin_rush.temple import (
    BLUE_STAIRS,
    CAMP_AT,
    CHESTS,
    CLOSED_DOOR,
    CRYPT_AT,
    MIDDLES,
    NEIGHBOUR,
    OUT,
    OUT_CELL,
    POSITIONS,
    PRINTED,
    RED_STAIRS,
    RUNE,
    RUSH,
    RUSH_CELL,
    SARCOPHAGI,
    SOUTH,
    SQUARE,
    TEMPLE_DOOR,
    cell_at,
)
from rush_envs.games.coffin_rush.things import ask, lose_slot, resolve_overflow, suffer, take_next, treasures
from rush_envs.games.coffin_rush.turn import act, begin_turn, drop, goes_on, legal_acts, legal_moves, rise
from rush_envs.games.coffin_rush.view import (
    A_BORROW,
    A_DONE,
    A_DROP,
    A_KEEP,
    A_PASS,
    A_RECOVER,
    A_RED,
    A_TAKE,
    A_TARGET,
    A_YELLOW,
)
from rush_envs.kit import below, kernel
from rush_envs.kit.piles import fill, shuffle

ARRANGEMENT = np.array(BOX.arrangement)
GROUND = np.array([quadrant.kind for quadrant in BOX.quadrants])  # (quadrants, SQUARE) as printed
EDGES = np.array([quadrant.edge for quadrant in BOX.quadrants])
# (quadrants, SQUARE) 1 sarcophagus, 2 chest
TILES = np.array([
    [1 if k in quadrant.sarcophagi else 2 if k in quadrant.chests else 0 for k in range(SQUARE)]
    for quadrant in BOX.quadrants
])  # fmt: skip
FIRST_CELL = np.array([cell_at(position, 0, 0) if position != CAMP_AT else RUSH for position in range(POSITIONS)])
ORDINARY = np.array([position for position in range(POSITIONS) if position not in (CAMP_AT, CRYPT_AT)])

# ------------------------------------------------------------------------------------------------------------------
# Set-up (CO-4)


@kernel
def init(s, config):
    build(s, config[LAYOUT])
    deal(s)
    stack_traps(s)
    s.counter = COUNTER
    s.held = s.playing = s.victim = s.trap = -1
    for k in range(MUMMIES):
        s.mummy[k] = -1
    for k in range(SPECTRES):
        s.spectre[k] = -1
    s.mummy[0] = s.rune
    for seat in range(SEATS):
        for k in range(SLOTS):
            s.bag[seat, k] = -1
    for seat in range(s.seats):
        s.cell[seat] = RUSH
        s.hand[seat] = ALL_CARDS
    begin_turn(s, 0)
    proceed(s)


@kernel
def build(s, at_random):
    """[1.3] [2] The temple, drawn or dealt."""
    for position in range(POSITIONS):
        s.quadrant[position] = ARRANGEMENT[position]
    if at_random:
        for k in range(ORDINARY.shape[0] - 1, -1, -1):
            exchange(s, ORDINARY[k], ORDINARY[below(s, k + 1)])
            s.turned[ORDINARY[k]] = below(s, 4)
    for colour in range(3):
        s.stairs[colour, 0] = s.stairs[colour, 1] = -1
    s.ground[RUSH], s.ground[OUT] = RUSH_CELL, OUT_CELL
    for position in range(POSITIONS):
        lay(s, position)
        join(s, position)
    s.edge[RUSH, SOUTH] = s.edge[OUT, 0] = TEMPLE_DOOR


@kernel
def exchange(s, position, other):
    quadrant = s.quadrant[position]
    s.quadrant[position] = s.quadrant[other]
    s.quadrant[other] = quadrant


@kernel
def lay(s, position):
    """A quadrant's cells."""
    turns, quadrant = s.turned[position], s.quadrant[position]
    for square in range(SQUARE if position != CAMP_AT else 0):
        cell, printed = FIRST_CELL[position] + square, PRINTED[turns, square]
        ground = GROUND[quadrant, printed]
        s.ground[cell] = ground
        for way in range(4):
            s.edge[cell, (way + turns) % 4] = EDGES[quadrant, printed, way]
        if ground == RUNE:
            s.rune = cell
        elif RED_STAIRS <= ground <= BLUE_STAIRS:
            s.stairs[ground - RED_STAIRS, 0 if s.stairs[ground - RED_STAIRS, 0] < 0 else 1] = cell


@kernel
def join(s, position):
    """Stone doors at the midpoints of a position's sides."""
    for way in range(4):
        if NEIGHBOUR[position, way] >= 0:
            cell = RUSH if position == CAMP_AT else FIRST_CELL[position] + MIDDLES[way]
            s.edge[cell, way] = CLOSED_DOOR


@kernel
def deal(s):
    """[4.1] Contents in places, sarcophagi first; places are numbered by cell."""
    sarcophagi, chests = 0, 0
    for position in range(POSITIONS):
        for square in range(SQUARE if position != CAMP_AT else 0):
            tile = TILES[s.quadrant[position], PRINTED[s.turned[position], square]]
            if tile == 1:
                s.spot[sarcophagi] = FIRST_CELL[position] + square
                sarcophagi += 1
            elif tile == 2:
                s.spot[SARCOPHAGI + chests] = FIRST_CELL[position] + square
                chests += 1
    for place in range(SARCOPHAGI + CHESTS):
        s.closed[place] = 1
        s.content[place] = place if place < SARCOPHAGI - 1 else STAIRS_TILE if place == SARCOPHAGI - 1 else place - 1
    shuffle(s, s.content, SARCOPHAGI)
    shuffle(s, s.content[SARCOPHAGI:], CHESTS)
    for item in range(ITEMS):
        s.where[item] = IN_TILE


@kernel
def stack_traps(s):
    """[4.3] The bomb is put in as the 6th, 7th or 8th."""
    s.deck_count = fill(s.deck, COPIES)
    for k in range(s.deck_count - 1):
        s.deck[k] = s.deck[k + 1]  # the bomb lay first
    shuffle(s, s.deck, s.deck_count - 1)
    bury(s, EARLIEST_BOMB)


@kernel
def bury(s, earliest):
    """Puts the bomb among the `deck_count` - 1 other traps, as one of the draws left to it."""
    draw = earliest + below(s, LATEST_BOMB - earliest + 1) - (DECK - s.deck_count)
    place = s.deck_count - draw
    for k in range(s.deck_count - 1, place, -1):
        s.deck[k] = s.deck[k - 1]
    s.deck[place] = BOMB


# ------------------------------------------------------------------------------------------------------------------
# Answers


@kernel
def step(s, seat, action):
    s.active = 0
    phase = s.phase
    if phase == TURN:
        take_turn(s, seat, action)
    elif phase == DROP:
        if action != A_DONE:
            drop(s, seat, action - A_DROP + FIRST_SLOT)
    elif phase == OVERFLOW:
        resolve_overflow(s, seat, action - A_DROP + FIRST_SLOT)
    elif phase == SLOT:
        choose_slot(s, action)
    elif phase == RECOVER:
        recover(s, seat, action - A_RECOVER)
    elif phase == CHARM:
        use_charm(s, action)
    else:
        settle_target(s, (seat + action - A_TARGET) % s.seats)
    proceed(s)


@kernel
def take_turn(s, seat, action):
    if action == A_PASS:
        end_turn(s, seat)
    elif action < A_PASS or action >= A_BORROW:
        act(s, seat, action)
    else:
        play_card(s, seat, action)


@kernel
def use_charm(s, action):
    """[6.4]"""
    if action >= A_RED:
        s.dice[1] = RED_FACES[action - A_RED]
    elif action >= A_YELLOW:
        s.dice[0] = YELLOW_FACES[action - A_YELLOW]
    lose_slot(s, s.dice[0] + s.dice[1])


@kernel
def proceed(s):
    """Goes on with what is unfinished, the innermost first, until somebody must decide or the game is over."""
    while s.active == 0 and not s.done:
        if s.taking > 0:
            take_next(s, s.turn)
        elif s.surprise:
            rise(s, s.turn)
        elif s.strikes > 0:
            s.strikes -= 1
            suffer(s, s.turn)
        elif s.turn < 0:
            servants(s)
        elif s.playing >= 0:
            finish_card(s, s.turn)
        elif goes_on(s, s.turn):
            ask(s, s.turn, TURN)
        else:
            end_turn(s, s.turn)


@kernel
def end_turn(s, seat):
    """[5.11] and the next player, or the Pharaoh."""
    if s.hand[seat] == 0:
        s.hand[seat] = s.discards[seat]
        s.discards[seat] = 0
    s.turns += 1
    if s.turns == s.seats:
        pharaoh(s)
    else:
        begin_turn(s, (s.seats - s.turns) % s.seats if s.feather else s.turns)


# ------------------------------------------------------------------------------------------------------------------
# Legal answers


@kernel
def legal(s, seat, mask):
    if not s.active >> seat & 1:
        return
    if s.phase == TURN:
        legal_moves(s, seat, mask)
        legal_acts(s, seat, mask)
        legal_cards(s, seat, mask)
    elif s.phase == TARGET:
        for other in range(s.seats):
            mask[A_TARGET + other] = s.tied >> (seat + other) % s.seats & 1
    elif s.phase == CHARM:
        for action in range(A_KEEP, A_BORROW):
            mask[action] = 1
    elif s.phase == RECOVER:
        for card in range(CARDS):
            mask[A_RECOVER + card] = s.discards[seat] >> card & 1
    else:
        legal_slots(s, seat, mask)


@kernel
def legal_slots(s, seat, mask):
    """DROP, OVERFLOW, SLOT."""
    first = A_TAKE if s.phase == SLOT else A_DROP
    slots = s.bag_count[s.victim if s.phase == SLOT else seat] + (s.phase == OVERFLOW)
    for k in range(slots):
        mask[first + k] = 1
    if s.phase == DROP:
        mask[A_DONE] = 1


# ------------------------------------------------------------------------------------------------------------------
# The end (CO-11.3, CO-12.3)


@kernel
def rank(s, seat):
    """What decides between companies: points, then treasures, then members outside."""
    riches, outside = 0, 0
    for other in range(s.seats):
        if s.team[other] == s.team[seat]:
            riches += treasures(s, other)
            outside += s.cell[other] == OUT
    return (s.score[seat] * ITEMS + riches) * SEATS + outside


@kernel
def outcome(s):
    best = 0
    for seat in range(s.seats):
        best = max(best, rank(s, seat))
    for seat in range(s.seats):
        s.outcome[seat] = 1 if rank(s, seat) == best else -1
