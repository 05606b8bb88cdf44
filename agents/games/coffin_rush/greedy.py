"""A rule of thumb for Coffin Rush!: the best loot for the tokens it takes, and home before the counter runs out. With
enough in the backpack it waits at an altar near the exit for what comes within reach.

Distances are those of the servants' tables, which know walls but neither doors nor stairs; a closed door on the way is
opened when one stands before it.
"""

from __future__ import annotations

from rush_envs.games.coffin_rush import view
from rush_envs.games.coffin_rush.cards import is_near
from rush_envs.games.coffin_rush.components import (
    ADRENALINE,
    AGGRESSION,
    ANALYSIS,
    BETRAYAL,
    BOMB_STEPS,
    FIRST_SLOT,
    ITEMS,
    KIND,
    MUMMIES,
    POINTS,
    RED_FROM,
    RUSH_CARD,
    SLOTS,
    SPECTRES,
    STAIRS_TILE,
    TOKENS,
    VALUE,
    WITH_MUMMY,
    YELLOW_FROM,
)
from rush_envs.games.coffin_rush.state import CHARM, DROP, OVERFLOW, RECOVER, SLOT, TURN
from rush_envs.games.coffin_rush.temple import (
    ALTAR,
    BEYOND,
    CLOSED_DOOR,
    DEBRIS,
    GRID,
    NORTH,
    OPEN,
    OUT,
    PESTILENCE,
    PLACES,
    POSITION,
    RUSH,
    SARCOPHAGI,
    SOUTH,
    TRAP_CELL,
    WALL,
)
from rush_envs.games.coffin_rush.things import wealth
from rush_envs.games.coffin_rush.turn import can_borrow, funds
from rush_envs.games.coffin_rush.ways import distance
from rush_envs.kit import inlined, kernel

# Worths are hundredths of a point, times hundredths of a token.
SARCOPHAGUS_WORTH, CHEST_WORTH, GUARD_LOSS, STAIRS_WORTH = 280, 230, 90, 20
STRIDE = 46  # a step, with what doors and halts cost on average
SLACK = 250  # tokens kept in hand on the way home
WAITING = -1  # the goal when there is nothing to fetch
ENOUGH = 4  # items with which one takes no more risks
RICH = 3  # items from which an Aggression more often hits than misses
PREY, RED_PREY = 300, 400  # what an Aggression takes from a full backpack, and off a rival; at red from any


@kernel
def greedy(s, seat, mask):
    if s.phase == TURN:
        return take_turn(s, seat, mask)
    if s.phase == DROP:
        return view.A_DROP if s.cell[seat] == OUT else view.A_DONE
    if s.phase == OVERFLOW:
        return view.A_DROP + cheapest_slot(s, seat)
    if s.phase == SLOT:
        return view.A_TAKE + dearest_slot(s, s.victim)
    if s.phase == RECOVER:
        return view.A_RECOVER + wanted_card(s.discards[seat])
    if s.phase == CHARM:
        return use_charm(s, seat)
    return point_at(s, seat, mask)


# ------------------------------------------------------------------------------------------------------------------
# Small decisions


@inlined
def slot_value(s, seat, slot):
    """What is lost with a slot."""
    k = slot - FIRST_SLOT
    return POINTS[KIND[s.bag[seat, k]]] if k < s.bag_count[seat] else 0


@kernel
def cheapest_slot(s, seat):
    """Of the seven with the item held, the last one among equals."""
    best, worth = SLOTS, POINTS[KIND[s.held]]
    for k in range(SLOTS):
        if slot_value(s, seat, k + FIRST_SLOT) < worth:
            best, worth = k, slot_value(s, seat, k + FIRST_SLOT)
    return best


@kernel
def dearest_slot(s, seat):
    best, worth = 0, 0
    for k in range(s.bag_count[seat]):
        if slot_value(s, seat, k + FIRST_SLOT) > worth:
            best, worth = k, slot_value(s, seat, k + FIRST_SLOT)
    return best


@kernel
def wanted_card(cards):
    for card in (RUSH_CARD, AGGRESSION, ADRENALINE, ANALYSIS):
        if cards >> card & 1:
            return card
    return BETRAYAL


@kernel
def use_charm(s, seat):
    """The change that costs least; none if none helps."""
    yellow, red = s.dice[0], s.dice[1]
    best, loss = view.A_KEEP, slot_value(s, seat, yellow + red)
    for value in range(1, 4):
        if slot_value(s, seat, value + red) < loss:
            best, loss = view.A_YELLOW + value - 1, slot_value(s, seat, value + red)
    for value in range(1, 5):
        if slot_value(s, seat, yellow + value) < loss:
            best, loss = view.A_RED + value - 1, slot_value(s, seat, yellow + value)
    return best


@kernel
def point_at(s, seat, mask):
    """A servant goes to the opponent with the most points, to a friend or oneself only if it must."""
    best, worth = view.A_TARGET, -2
    for other in range(s.seats):
        victim = (seat + other) % s.seats
        value = s.score[victim] if s.team[victim] != s.team[seat] else -1
        if mask[view.A_TARGET + other] and value > worth:
            best, worth = view.A_TARGET + other, value
    return best


# ------------------------------------------------------------------------------------------------------------------
# Time


@kernel
def turns_left(s):
    """Own turns after this one, in hundredths, if the Pharaoh rolls a little better than he should."""
    counter, turns = 100 * s.counter, 0
    if s.edge[RUSH, SOUTH] != OPEN:
        counter -= 100 * BOMB_STEPS
    while counter > 0:
        turns += 1
        counter -= 170 if counter > 100 * YELLOW_FROM else 230 if counter > 100 * RED_FROM else 290
    return max(0, turns - 1)


@kernel
def way_home(s, cell):
    """Tokens in hundredths from a cell to the tent, the drop included."""
    if cell == OUT:
        return 100
    return STRIDE * (distance(s, False, cell, RUSH) + 1) + 100


# ------------------------------------------------------------------------------------------------------------------
# Goals


@kernel
def tile_worth(s, seat, place):
    """Of what may be in a tile, as far as the seat knows."""
    if not s.seen[seat] >> place & 1:
        return SARCOPHAGUS_WORTH if place < SARCOPHAGI else CHEST_WORTH
    content = s.content[place]
    if content == STAIRS_TILE:
        return STAIRS_WORTH
    return 100 * VALUE[content] - (GUARD_LOSS if WITH_MUMMY[content] else 0)


@kernel
def pile_worth(s, cell):
    worth = 0
    for item in range(ITEMS):
        if s.where[item] == cell:
            worth += 100 * VALUE[item]
    return worth


@kernel
def rivals(s, seat, cell):
    """Opponents in the same quadrant as a cell."""
    number = 0
    for other in range(s.seats):
        if other != seat and POSITION[s.cell[other]] == POSITION[cell] and s.cell[seat] != cell:
            number += 1
    return number


@kernel
def rate(s, seat, cell, worth, budget):
    """Worth for each token on the way to a cell; little if it could not be brought home any more."""
    here = s.cell[seat]
    start = RUSH if here == OUT else here
    effort = 100 + STRIDE * (distance(s, False, start, cell) + (1 if here == OUT else 0))
    if effort + way_home(s, cell) > budget:
        worth = worth // 3 if effort < budget else 0
    return 200 * worth // (effort * (4 + rivals(s, seat, cell)))


@kernel
def best_loot(s, seat, budget):
    """The cell with the best rate, and the rate; WAITING if there is none."""
    goal, best = WAITING, 0
    if s.bag_count[seat] == SLOTS:
        return goal, best
    for place in range(PLACES):
        if s.closed[place]:
            value = rate(s, seat, s.spot[place], tile_worth(s, seat, place), budget)
            if value > best:
                goal, best = s.spot[place], value
    for item in range(ITEMS):
        cell = s.where[item]
        if 0 <= cell < OUT:
            value = rate(s, seat, cell, pile_worth(s, cell), budget)
            if value > best:
                goal, best = cell, value
    if s.hand[seat] >> AGGRESSION & 1 and not s.card_used:
        return best_prey(s, seat, budget, goal, best)
    return goal, best


@kernel
def best_prey(s, seat, budget, goal, best):
    """The same, if an opponent within this turn's reach is not the better loot."""
    for other in range(s.seats):
        cell = s.cell[other]
        if s.team[other] != s.team[seat] and s.bag_count[other] > 0 and cell != OUT and in_reach(s, seat, cell):
            value = rate(s, seat, cell, prey_worth(s, other), budget)
            if value > best:
                goal, best = cell, value
    return goal, best


@inlined
def prey_worth(s, seat):
    """The more slots are filled the likelier the dice hit one, and the more is in it."""
    return RED_PREY if s.counter <= RED_FROM else PREY * s.bag_count[seat] * s.bag_count[seat] // (SLOTS * SLOTS)


@kernel
def in_reach(s, seat, cell):
    """Whether this turn's tokens get one to a cell and leave one to act there."""
    start = RUSH if s.cell[seat] == OUT else s.cell[seat]
    return STRIDE * distance(s, False, start, cell) + 100 <= 100 * funds(s, seat) + STRIDE * s.steps


@kernel
def choose_goal(s, seat):
    """Loot, or the camp with what is carried, or a safe place."""
    here = s.cell[seat]
    budget = 100 * funds(s, seat) + 100 * TOKENS * turns_left(s)
    goal, best = best_loot(s, seat, budget)
    carried = wealth(s, seat) - s.bag_count[seat]
    if s.edge[RUSH, SOUTH] == OPEN and s.bag_count[seat] > 0:
        home = way_home(s, here)
        late = home + SLACK > budget
        if here == OUT or goal == WAITING or late or 100 * 100 * carried // home > 2 * best:
            return OUT
    if goal == WAITING or (s.bag_count[seat] >= ENOUGH and here != OUT and not in_reach(s, seat, goal)):
        return shelter(s, seat)
    return goal


@kernel
def shelter(s, seat):
    """The altar nearest to here and the exit; the camp if that is where one stands."""
    here = s.cell[seat]
    if here == OUT:
        return OUT
    goal, best = RUSH, 1000
    for cell in range(GRID):
        if s.ground[cell] == ALTAR:
            way = distance(s, False, here, cell) + distance(s, False, cell, RUSH)
            if way < best:
                goal, best = cell, way
    return goal


# ------------------------------------------------------------------------------------------------------------------
# A turn


@kernel
def take_turn(s, seat, mask):
    robbery = rob(s, seat, mask)
    if robbery >= 0:
        return robbery
    goal = choose_goal(s, seat)
    if s.cell[seat] == goal:
        for action in (view.A_OPEN, view.A_PICK_UP, view.A_DROP):
            if mask[action] and (action != view.A_DROP or goal == OUT):
                return action
    elif funds(s, seat) > 0 or s.moving:
        action = walk(s, seat, goal, mask)
        if action >= 0:
            return action
    if mask[view.A_RUSH]:
        return view.A_RUSH
    for other in range(1, s.seats):
        if s.cell[seat] != goal and can_borrow(s, seat, (seat + other) % s.seats):
            return view.A_BORROW + other - 1
    return spend_card(s, seat, mask)


@kernel
def rob(s, seat, mask):
    """An Aggression on an opponent so near that the item changes hands; -1 if there is none."""
    if s.bag_count[seat] < SLOTS:
        for other in range(1, s.seats):
            victim = (seat + other) % s.seats
            worth_it = s.team[victim] != s.team[seat] and (s.bag_count[victim] >= 2 or s.counter <= RED_FROM)
            if mask[view.A_AGGRESS + other - 1] and worth_it and is_near(s, seat, victim):
                return view.A_AGGRESS + other - 1
    return -1


@kernel
def hazard(s, seat, cell):
    """How bad entering a cell is, less than a detour of two steps costs."""
    harm = 0
    if not s.adrenaline:
        ground = s.ground[cell]
        harm += 60 if ground == DEBRIS else 80 if ground == PESTILENCE else 0
        harm += 60 + 20 * s.bag_count[seat] if ground == TRAP_CELL else 0
    for k in range(MUMMIES):
        harm += 30 * s.bag_count[seat] if s.mummy[k] == cell and s.adrenaline < 2 else 0
    for k in range(SPECTRES):
        harm += 60 if s.spectre[k] == cell and s.adrenaline < 2 else 0
    return min(harm, 190)


@kernel
def walk(s, seat, goal, mask):
    """The next step or door on the way; -1 if nothing can be done."""
    here = s.cell[seat]
    way, best = NORTH, 1 << 30
    for d in range(4):
        if s.edge[here, d] != WALL and (goal == OUT or BEYOND[here, d] != OUT):
            to = BEYOND[here, d]
            rest = 0 if to == goal else distance(s, False, RUSH if to == OUT else to, RUSH if goal == OUT else goal)
            rest += 1 if (to == OUT) != (goal == OUT) else 0
            cost = 100 * rest + hazard(s, seat, to) + (50 if s.edge[here, d] == CLOSED_DOOR else 0)
            if cost < best:
                way, best = d, cost
    if hazard(s, seat, BEYOND[here, way]) > 100 and mask[view.A_ADRENALINE]:
        return view.A_ADRENALINE
    if mask[view.A_STEP + way]:
        return view.A_STEP + way
    if s.edge[here, way] == CLOSED_DOOR and mask[view.A_DOOR + way]:
        return view.A_DOOR + way
    return view.A_END if s.moving and funds(s, seat) > 0 else -1


@kernel
def spend_card(s, seat, mask):
    """The turn is over: one more card, played if it does something, discarded for an earlier rest."""
    for other in range(1, s.seats):
        victim = (seat + other) % s.seats
        if s.team[victim] != s.team[seat]:
            if mask[view.A_AGGRESS + other - 1] and s.bag_count[victim] >= RICH:
                return view.A_AGGRESS + other - 1
            if mask[view.A_BETRAY + other - 1] and s.discards[seat] >> RUSH_CARD & 1:
                return view.A_BETRAY + other - 1
    if mask[view.A_ANALYSE + POSITION[s.cell[seat]]]:
        return view.A_ANALYSE + POSITION[s.cell[seat]]
    for card in (ADRENALINE, ANALYSIS, BETRAYAL, AGGRESSION):
        if mask[view.A_DISCARD + card]:
            return view.A_DISCARD + card
    return view.A_PASS
