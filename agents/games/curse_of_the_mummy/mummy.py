"""The mummy's half of the rule of thumb for Curse of the Mummy: see `greedy`."""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import (
    BIT,
    CARDS,
    COLOUR,
    DIRECTIONS,
    NEXT,
    TREASURE_CELL,
)
from rush_envs.games.curse_of_the_mummy.paths import spread
from rush_envs.games.curse_of_the_mummy.rules import is_laid, seat_of
from rush_envs.games.curse_of_the_mummy.sets import DISTANCE, count, has, words
from rush_envs.games.curse_of_the_mummy.view import A_STEP, A_STOP
from rush_envs.kit import inlined, kernel

# What things are worth to the mummy. Found by playing versions of this file against each other.
PREY = (8, 10, 12, 17, 28, 30)  # what a pawn with so many cards laid (more: as with five) is worth to the mummy
SPARED = 60  # and in percent of that on its last ankh: caught once more it is out, and there is one prey less
SURE = 5040  # the chances of all cells of a pawn add up to about this
LIKELY = 2  # a possible cell close to a treasure that the pawn may look for counts for so many more
RADIUS = (2, 4, 7, 12)  # how near things are to where the mummy's move ends; the first is close
NEAR_CELL = (22, 12, 4, 3)  # a possible cell within each radius, in 1/512 of a catch
NEAR_GOAL = (30, 20, 10, 5)  # a treasure within each radius
STRIDE = 4  # a pawn may reach treasures so many steps from its possible cells in its next turn
LONGEST = 7  # paths are tried up to this many steps
ENOUGH = PREY[0] * SURE  # as good as a sure catch, which ends the move


def _balls(distance: np.ndarray) -> np.ndarray:
    """(CELLS, radii, 2): the cells from which a cell is that near, as sets; that may be start and prison."""
    return words(distance.T[:, None] <= np.array(RADIUS)[:, None])


BALL = _balls(DISTANCE)


@inlined
def goals_of(s, pawn):
    """The treasures a pawn may look for, as far as everybody knows, and the cells close to them, as sets."""
    low, high, close_low, close_high = 0, 0, 0, 0
    for card in range(CARDS):
        if s.colours[seat_of(s, pawn), COLOUR[card]] > 0 and not is_laid(s, card):
            cell = TREASURE_CELL[card]
            low |= BIT[cell, 0]
            high |= BIT[cell, 1]
            close_low |= BALL[cell, 0, 0]
            close_high |= BALL[cell, 0, 1]
    return low, high, close_low, close_high


@kernel
def prey_of(s, pawn):
    laid = 0
    for card in range(CARDS):
        laid += s.laid[pawn, card]
    return PREY[min(laid, 5)]


@kernel
def trail(s, pawn):
    """What the mummy makes of a pawn: its possible cells, the likely ones among them, the treasures it may reach next,
    as sets, and what a cell and a treasure promise."""
    low, high = s.possible[pawn, 0], s.possible[pawn, 1]
    if low == 0 and high == 0:
        return 0, 0, 0, 0, 0, 0, 0, 0
    prey = prey_of(s, pawn) * SURE
    if s.seats > 2 and s.ankhs[pawn] == 1:
        prey = prey * SPARED // 100
    goal_low, goal_high, likely_low, likely_high = goals_of(s, pawn)
    likely_low &= low
    likely_high &= high
    reach_low, reach_high = low, high
    for _ in range(STRIDE):
        step_low, step_high = spread(reach_low, reach_high, s.mummy)
        reach_low |= step_low
        reach_high |= step_high
    if goal_low & reach_low or goal_high & reach_high:
        goal_low &= reach_low
        goal_high &= reach_high
    goals = max(count(goal_low) + count(goal_high), 1)
    cells = count(low) + count(high) + LIKELY * (count(likely_low) + count(likely_high))
    return low, high, likely_low, likely_high, goal_low, goal_high, prey // cells, prey // goals


@inlined
def promise(trail, cell):
    """That a pawn is on a cell, in SURE times its weight."""
    low, high, likely_low, likely_high, _, _, worth, _ = trail
    return worth * (has(low, high, cell) + LIKELY * has(likely_low, likely_high, cell))


@inlined
def prospect(trail, cell):
    """What a pawn's cells and treasures around a cell promise for later moves."""
    low, high, likely_low, likely_high, goal_low, goal_high, worth, goal_worth = trail
    cells, goals = 0, 0
    for k in range(len(RADIUS)):
        ball_low, ball_high = BALL[cell, k, 0], BALL[cell, k, 1]
        likely = count(likely_low & ball_low) + count(likely_high & ball_high)
        cells += NEAR_CELL[k] * (count(low & ball_low) + count(high & ball_high) + LIKELY * likely)
        goals += NEAR_GOAL[k] * (count(goal_low & ball_low) + count(goal_high & ball_high))
    return cells * worth + goals * goal_worth


@kernel
def found(cell, a, b, c, d):
    """What entering a cell promises; a, b, c, d are the trails of the pawns."""
    return promise(a, cell) + promise(b, cell) + promise(c, cell) + promise(d, cell)


@kernel
def around(cell, a, b, c, d):
    """What ending on a cell promises."""
    return prospect(a, cell) + prospect(b, cell) + prospect(c, cell) + prospect(d, cell) >> 9


@kernel
def best_way(s, first, a, b, c, d):
    """What the best path promises that begins in a direction and crosses no cell twice, and the most that any of them
    may find: all are tried, depth first. Twice -1 if there is a wall."""
    cell = NEXT[s.mummy, first]
    if cell < 0:
        return -1, -1
    seen_low, seen_high = BIT[s.mummy, 0] | BIT[cell, 0], BIT[s.mummy, 1] | BIT[cell, 1]
    limit = min(s.steps, LONGEST)
    gain = found(cell, a, b, c, d)
    best, most = gain + around(cell, a, b, c, d), gain
    path, depth = first, 1  # directions gone, two bits each; how many
    way = DIRECTIONS if gain >= ENOUGH else 0  # the next to try
    while True:
        ahead = NEXT[cell, way] if way < DIRECTIONS and depth < limit else -1
        if ahead >= 0 and not has(seen_low, seen_high, ahead):
            cell = ahead
            seen_low |= BIT[cell, 0]
            seen_high |= BIT[cell, 1]
            path = path << 2 | way
            depth += 1
            here = found(cell, a, b, c, d)
            gain += here
            best, most = max(best, gain + around(cell, a, b, c, d)), max(most, gain)
            way = DIRECTIONS if here >= ENOUGH else 0
        elif way < DIRECTIONS - 1 and depth < limit:
            way += 1
        elif depth == 1:
            return best, most
        else:  # back where this step came from
            gain -= found(cell, a, b, c, d)
            seen_low &= ~BIT[cell, 0]
            seen_high &= ~BIT[cell, 1]
            depth -= 1
            cell = NEXT[cell, path & 3 ^ 2]
            way = (path & 3) + 1
            path >>= 2


@kernel
def hunt(s):
    """The first step of the best path, or `stop`."""
    a, b, c, d = trail(s, 0), trail(s, 1), trail(s, 2), trail(s, 3)
    best, action = around(s.mummy, a, b, c, d), A_STOP
    for way in range(DIRECTIONS):
        value, _ = best_way(s, way, a, b, c, d)
        if value > best:
            best, action = value, A_STEP + way
    return action
