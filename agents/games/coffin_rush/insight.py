"""What an explorer of Coffin Rush! works out before a decision: the time left beyond the way home, what the
best loot and the way home bring for their tokens, how far it is to go, and what lurks."""

from __future__ import annotations

import numpy as np

from rush_envs.engine.changes import Insight
from rush_envs.games.coffin_rush.components import AGGRESSION, ITEMS, MUMMIES, SLOTS, SPECTRES, TOKENS
from rush_envs.games.coffin_rush.temple import BEYOND, CLOSED_DOOR, OPEN, OUT, PLACES, RUSH, SOUTH, WALL
from rush_envs.games.coffin_rush.things import wealth
from rush_envs.games.coffin_rush.turn import funds
from rush_envs.games.coffin_rush.view import OBSERVATION
from rush_envs.games.coffin_rush.ways import FORWARD, SPECTRE_WAY, STEP_PRICE, distance
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import put
from rush_envs.layout import FeatureLayout, Piece

from .greedy import (
    ENOUGH,
    SLACK,
    STRIDE,
    WAITING,
    hazard,
    in_reach,
    pile_worth,
    prey_worth,
    rivals,
    shelter,
    tile_worth,
    turns_left,
    way_home,
)

LEVEL = 32  # most of a feature that is one of many which a number fills one after the other
QUARTER, EIGHTH = 25, 12  # of a token, and about of a step, in hundredths
SPARES, RATES, STEPS = 4, 5, 10  # features of such numbers
LOOT, AIM = range(2)
MOST = 127
LAYOUT = FeatureLayout(
    Piece("spare", (SPARES,), LEVEL, "quarters of tokens left beyond the way home, one feature filled after the other"),
    Piece("late", (1,), 1, "home is farther than the tokens left"),
    Piece("loot", (RATES,), LEVEL, "points that the best loot brings for its tokens, filled like `spare`"),
    Piece("carried", (RATES,), LEVEL, "points that the way home brings for its tokens, the same"),
    Piece(
        "ways",
        (2, STEPS),
        LEVEL,
        "eighths of steps to that loot, and to where time and rates suggest to go",
    ),
    Piece("there", (2,), 1, "the explorer stands at the end of each of these ways"),
    Piece("harm", (2,), MOST, "what the own cell does to who enters it, and the next one on the second of these ways"),
    Piece("near", (2,), MOST, "how near the nearest mummy and the nearest spectre are, walls or not"),
)
START = OBSERVATION.size
FEWEST = SPECTRE_WAY[:, :, FORWARD].T // (16 * STEP_PRICE)  # (cell, goal) steps through walls: no way is shorter
np.fill_diagonal(FEWEST, 0)
FEWEST = FEWEST.astype(np.int8)
SPARE, LATE, LOOT_RATE, CARRIED, WAYS, THERE, HARM, NEAR = (START + LAYOUT.start(piece.name) for piece in LAYOUT)


@inlined
def put_level(out, start, level, places):
    for place in range(places):
        put(out, start + place, max(0, min(level - LEVEL * place, LEVEL)))


# ------------------------------------------------------------------------------------------------------------------
# Loot


@inlined
def effort(s, seat, steps):
    """Tokens in hundredths to go so many steps into the temple and act there."""
    return 100 + STRIDE * (steps + (1 if s.cell[seat] == OUT else 0))


@kernel
def better(s, seat, cell, worth, budget, best):
    """Points in hundredths for each token to a cell if that is more than the best so far, or else the best; a third of
    it if it could not be brought home any more."""
    start = RUSH if s.cell[seat] == OUT else s.cell[seat]
    if 50 * worth // effort(s, seat, FEWEST[start, cell]) <= best:
        return best
    share, tokens = 4 + rivals(s, seat, cell), effort(s, seat, distance(s, False, start, cell))
    if 200 * worth // (tokens * share) <= best:
        return best
    if tokens + way_home(s, cell) > budget:
        worth = worth // 3 if tokens < budget else 0
    return max(best, 200 * worth // (tokens * share))


@kernel
def best_loot(s, seat, budget):
    """The cell whose loot brings most for its tokens, and how much; WAITING if there is none."""
    goal, best = WAITING, 0
    if s.bag_count[seat] == SLOTS:
        return goal, best
    for place in range(PLACES):
        if s.closed[place]:
            found = better(s, seat, s.spot[place], tile_worth(s, seat, place), budget, best)
            if found > best:
                goal, best = s.spot[place], found
    for item in range(ITEMS):
        cell = s.where[item]
        if 0 <= cell < OUT:
            found = better(s, seat, cell, pile_worth(s, cell), budget, best)
            if found > best:
                goal, best = cell, found
    if s.hand[seat] >> AGGRESSION & 1 and not s.card_used and s.turn == seat:
        for other in range(s.seats):
            cell = s.cell[other]
            if s.team[other] != s.team[seat] and s.bag_count[other] > 0 and cell != OUT and in_reach(s, seat, cell):
                found = better(s, seat, cell, prey_worth(s, other), budget, best)
                if found > best:
                    goal, best = cell, found
    return goal, best


# ------------------------------------------------------------------------------------------------------------------
# Ways


@kernel
def way_to(s, seat, goal):
    """Hundredths of steps to a cell, with the harm of the next cell and half a step for a closed door before it; and
    that harm."""
    here, best, harm = s.cell[seat], 1 << 30, 0
    if here == goal:
        return 0, 0
    for d in range(4):
        if s.edge[here, d] != WALL and (goal == OUT or BEYOND[here, d] != OUT):
            to = BEYOND[here, d]
            rest = 0 if to == goal else distance(s, False, RUSH if to == OUT else to, RUSH if goal == OUT else goal)
            rest += 2 if (to == OUT) != (goal == OUT) else 1
            bad = hazard(s, seat, to)
            cost = 100 * rest + bad + (50 if s.edge[here, d] == CLOSED_DOOR else 0)
            if cost < best:
                best, harm = cost, bad
    return best, harm


@inlined
def nearness(steps):
    return MOST // (1 + steps)


@kernel
def aim_of(s, seat, loot, rate, carried, home, budget):
    """Where to: home with what brings more than the best loot, or while there is time; else to that loot, or to shelter
    if there is none or enough is carried to wait for what comes within reach."""
    here, bag = s.cell[seat], s.bag_count[seat]
    late = home + SLACK > budget
    if s.edge[RUSH, SOUTH] == OPEN and bag > 0 and (here == OUT or loot == WAITING or late or carried > rate):
        return OUT
    if loot == WAITING or (bag >= ENOUGH and here != OUT and not in_reach(s, seat, loot)):
        return shelter(s, seat)
    return loot


@kernel
def observe_servants(s, seat, out):
    here, mummies, spectres = s.cell[seat], 0, 0
    if here != OUT:
        for k in range(MUMMIES):
            if s.mummy[k] >= 0:
                mummies = max(mummies, nearness(FEWEST[s.mummy[k], here]))
        for k in range(SPECTRES):
            if s.spectre[k] >= 0:
                spectres = max(spectres, nearness(FEWEST[s.spectre[k], here]))
    put(out, NEAR, mummies)
    put(out, NEAR + 1, spectres)


@inlined
def put_way(out, number, way):
    put_level(out, WAYS + number * STEPS, way // EIGHTH, STEPS)
    put(out, THERE + number, way == 0)


@kernel
def observe(s, seat, out):
    if s.done:
        return
    here = s.cell[seat]
    means = funds(s, seat) if s.turn == seat else s.rush[seat]
    budget, home = 100 * means + 100 * TOKENS * turns_left(s), way_home(s, here)
    loot, rate = best_loot(s, seat, budget)
    carried = 5000 * (wealth(s, seat) - s.bag_count[seat]) // home
    put_level(out, SPARE, (budget - home) // QUARTER, SPARES)
    put(out, LATE, home > budget)
    put_level(out, LOOT_RATE, rate, RATES)
    put_level(out, CARRIED, carried, RATES)
    aim = aim_of(s, seat, loot, rate, carried, home, budget)
    way, harm = way_to(s, seat, aim)
    put_way(out, AIM, way)
    put(out, HARM + 1, harm // 2)
    if loot != WAITING:
        put_way(out, LOOT, way if loot == aim else way_to(s, seat, loot)[0])
    put(out, HARM, hazard(s, seat, here) // 2 if here != OUT else 0)
    observe_servants(s, seat, out)


INSIGHT = Insight(LAYOUT, observe)
