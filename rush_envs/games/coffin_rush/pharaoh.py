"""The Pharaoh's turn: traps, ritual power, and his servants (CO-8, CO-9, CO-10)."""

from __future__ import annotations

from rush_envs.games.coffin_rush.cards import at_red, count, discard_any, terrify
from rush_envs.games.coffin_rush.components import (
    AMULET,
    BOMB,
    BOMB_STEPS,
    COPIES,
    EARTHQUAKE,
    FEATHER,
    FURY,
    MONSTERS,
    SEALS,
    SERVANT_ACTIONS,
    SILENCE,
    SPECTRES,
    SUMMONING,
    TRAPS,
)
from rush_envs.games.coffin_rush.state import TARGET
from rush_envs.games.coffin_rush.temple import (
    ALTAR,
    BEYOND,
    CELLS,
    CLOSED_DOOR,
    OPEN,
    OPEN_DOOR,
    OUT,
    RUSH,
    SOUTH,
)
from rush_envs.games.coffin_rush.things import ask, carries, roll, slot_roll, suffer, wealth
from rush_envs.games.coffin_rush.turn import begin_turn, set_door
from rush_envs.games.coffin_rush.view import colour_of
from rush_envs.games.coffin_rush.ways import FORWARD, distance, next_way
from rush_envs.kit import inlined, kernel
from rush_envs.kit.piles import shuffle


@inlined
def in_order(s, place):
    """[1.5] The seat that plays at this place of the coming round."""
    return (s.seats - place) % s.seats if s.feather else place


# ------------------------------------------------------------------------------------------------------------------
# Traps and the counter


@kernel
def pharaoh(s):
    """[8.1] to [8.4] Up to the servants' turn."""
    s.turn = -1
    s.tokens = s.moving = s.steps = s.torch = s.adrenaline = s.card_used = 0
    draw_trap(s)
    for seat in range(s.seats):
        s.affected[seat] = s.ground[s.cell[seat]] != ALTAR
    fury = spring(s)
    if s.counter > 0:
        power = roll(s, colour_of(s.counter))
        s.power = power + fury
        s.counter = max(0, s.counter - power)
    if s.counter == 0:
        s.done = 1
    s.monster = -1
    next_servant(s)


@kernel
def next_servant(s):
    s.monster += 1
    s.acts = SERVANT_ACTIONS
    s.cells_left = 0
    s.heading = FORWARD


@kernel
def draw_trap(s):
    """[8.1] The bomb never comes back."""
    if s.deck_count == 0:
        for trap in range(TRAPS):
            s.drawn[trap] = 0
            for _ in range(COPIES[trap] if trap != BOMB else 0):
                s.deck[s.deck_count] = trap
                s.deck_count += 1
        shuffle(s, s.deck, s.deck_count)
    s.deck_count -= 1
    s.trap = s.deck[s.deck_count]
    s.trap_red = at_red(s)
    s.drawn[s.trap] += 1


@kernel
def spring(s):
    """[9] What a trap does at once; returns the fury of the servants."""
    times = 2 if s.trap_red else 1
    if s.trap == BOMB:
        s.counter = max(0, s.counter - BOMB_STEPS)
        set_door(s, RUSH, SOUTH, OPEN)
    elif s.trap == SUMMONING:
        summon(s, times)
    elif s.trap == FEATHER:
        s.feather = 1 - s.feather
    elif s.trap == SEALS:
        for cell in range(CELLS):
            for way in range(4):
                if s.edge[cell, way] == OPEN_DOOR:
                    s.edge[cell, way] = CLOSED_DOOR
    elif s.trap == FURY:
        return times
    elif (s.trap == SILENCE and s.trap_red) or s.trap == EARTHQUAKE:
        for place in range(s.seats):
            seat = in_order(s, place)
            if s.affected[seat] and s.trap == SILENCE:
                discard_any(s, seat)
            elif s.affected[seat]:
                for _ in range(times):
                    slot_roll(s, seat)
    return 0


@kernel
def summon(s, number):
    """[9.4] [3.10] `spectres` counts all that ever came: one that leaves does not come back."""
    for _ in range(number):
        if s.spectres < SPECTRES:
            s.spectre[s.spectres] = s.rune
            s.spectres += 1


# ------------------------------------------------------------------------------------------------------------------
# Targets


@inlined
def is_visible(s, seat):
    """[10.1]"""
    return s.cell[seat] != OUT and s.ground[s.cell[seat]] != ALTAR


@kernel
def place_of(s, monster):
    """The servant's cell, -1 if it is not on the board."""
    return s.spectre[monster] if monster < SPECTRES else s.mummy[monster - SPECTRES]


@kernel
def allure(s, monster, seat):
    """[10.2] What draws the servant to a player; 0 for one that cannot be a target."""
    if not is_visible(s, seat):
        return 0
    value = count(s.hand[seat]) if monster < SPECTRES else wealth(s, seat)
    return value - carries(s, seat, AMULET)


@kernel
def name_candidates(s, monster):
    """[10.2] The same for all servants of a kind."""
    most = 1
    s.candidates = 0
    for seat in range(s.seats):
        value = allure(s, monster, seat)
        if value > most:
            most = value
            s.candidates = 0
        if value == most:
            s.candidates |= 1 << seat


@kernel
def nearest(s, monster):
    """[10.3] The candidates nearest to the servant, as a set."""
    if s.candidates & (s.candidates - 1) == 0:
        return s.candidates
    least, chosen = 0, 0
    for seat in range(s.seats):
        if s.candidates >> seat & 1:
            way = distance(s, monster < SPECTRES, place_of(s, monster), s.cell[seat])
            if chosen == 0 or way < least:
                least, chosen = way, 0
            if way == least:
                chosen |= 1 << seat
    return chosen


@kernel
def choose_target(s, monster):
    s.target[monster] = -1
    if monster == 0 or monster == SPECTRES:
        name_candidates(s, monster)
    s.tied = nearest(s, monster) if place_of(s, monster) >= 0 else 0
    if s.tied & (s.tied - 1):
        ask(s, in_order(s, s.seats - 1), TARGET)
        return
    for seat in range(s.seats):
        if s.tied >> seat & 1:
            settle_target(s, seat)
            return
    next_servant(s)


@kernel
def settle_target(s, seat):
    s.target[s.monster] = seat
    s.tied = 0
    next_servant(s)


# ------------------------------------------------------------------------------------------------------------------
# Acting


@kernel
def servants(s):
    """One piece of the servants' turn: a victim, a target, a servant's acts; in the end the next round."""
    if s.victims:
        strike_next(s)
    elif s.monster < MONSTERS:
        choose_target(s, s.monster)
    elif s.monster < 2 * MONSTERS:
        monster = s.monster - MONSTERS
        if s.target[monster] < 0 or (monster < SPECTRES and haunt(s, monster)) or march(s, monster):
            next_servant(s)
    else:
        s.rounds += 1
        s.turns = 0
        begin_turn(s, 0)


@kernel
def strike_next(s):
    """[8.6] [10.7]"""
    for place in range(s.seats):
        seat = in_order(s, place)
        if s.victims >> seat & 1:
            s.victims ^= 1 << seat
            suffer(s, seat)
            return


@kernel
def standing(s, cell):
    """The visible players on a cell, as a set."""
    found = 0
    for seat in range(s.seats):
        if s.cell[seat] == cell and is_visible(s, seat):
            found |= 1 << seat
    return found


@kernel
def haunt(s, monster):
    """[10.6] [10.8] [10.9] A spectre's whole turn; it leaves with the first players it meets. Always true: done."""
    cell = s.spectre[monster]
    goal = s.cell[s.target[monster]]
    heading = FORWARD
    found = standing(s, cell) if cell == goal else 0
    for _ in range(SERVANT_ACTIONS * s.power):
        if found == 0:
            heading = next_way(s, True, cell, heading, goal)
            cell = BEYOND[cell, heading]
            found = standing(s, cell)
    s.spectre[monster] = cell if found == 0 else -1
    for place in range(s.seats):
        seat = in_order(s, place)
        if found >> seat & 1:
            terrify(s, seat)
    return True


@kernel
def march(s, monster):
    """[10.6] to [10.8] A mummy goes on until it meets somebody; true when its turn is over."""
    k = monster - SPECTRES
    goal = s.cell[s.target[monster]]
    if s.mummy[k] == goal and s.acts > 0:
        s.victims = standing(s, goal)
        s.acts = 0
    while s.victims == 0 and (s.acts > 0 or s.cells_left > 0):
        way = next_way(s, False, s.mummy[k], s.heading, goal)
        shut = s.edge[s.mummy[k], way] == CLOSED_DOOR
        if s.cells_left == 0:
            s.acts -= 1
            if shut:
                set_door(s, s.mummy[k], way, OPEN_DOOR)
            else:
                s.cells_left = s.power
        elif shut:
            s.cells_left = 0
        else:
            s.mummy[k] = BEYOND[s.mummy[k], way]
            s.heading = way
            s.cells_left -= 1
            s.victims = standing(s, s.mummy[k])
            if s.victims:
                s.cells_left = 0
            if s.mummy[k] == goal:
                s.acts = s.cells_left = 0
    return s.victims == 0
