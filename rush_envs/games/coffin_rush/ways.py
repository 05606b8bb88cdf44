"""The servants' ways: shortest, then fewest turns, then the smallest sequence of directions (CO-10.4, CO-10.5).

A way is priced as one number, 32 for each step and 1 for each turn, so that the cheapest one is the right one. For
spectres, who walk through walls, one table has all prices. Mummies' prices depend on the layout, but quadrants join
only at midpoints, and from one midpoint to another is always the same: the tables below have the price of every way
inside a quadrant as it is printed, and of every way from crossing to crossing. A price is then a sum of three.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import BOX
from rush_envs.games.coffin_rush.temple import (
    BEYOND,
    CAMP_AT,
    LOCAL,
    MIDDLES,
    NEIGHBOUR,
    POSITION,
    POSITIONS,
    PRINTED,
    RUSH,
    SIDE,
    SOUTH,
    SQUARE,
    STEP,
    WALL,
)
from rush_envs.jit import kernel

STEP_PRICE = 32
NO_WAY = 30_000


def prices(beyond: np.ndarray) -> np.ndarray:
    """(nodes, nodes, 4) the price of the best shortest way from a node to another that begins in a direction."""
    nodes = len(beyond)
    steps = np.where(np.eye(nodes, dtype=np.bool_), 0, -1)
    price = np.full((nodes + 1, nodes, 4), NO_WAY, np.int64)  # the last row is where no neighbour is
    while True:
        last = steps.max()
        reached = np.vstack([steps == last, np.zeros(nodes, np.bool_)])
        here, there = np.nonzero(reached[beyond].any(axis=1) & (steps < 0))
        if not here.size:
            return np.where(price[:nodes] < NO_WAY, price[:nodes], NO_WAY).astype(np.int16)
        steps[here, there] = last + 1
        for way in range(4):
            following = beyond[here, way]
            straight = price[following, there, way]
            rest = np.minimum(straight, price[following, there].min(axis=1) + 1)
            rest = np.where(following == there, 0, rest)
            price[here, there, way] = np.where(reached[following, there], rest + STEP_PRICE, NO_WAY)


def _inside(edge: np.ndarray) -> np.ndarray:
    """Neighbours within a printed quadrant; nodes 25 to 28 lie beyond its midpoints."""
    beyond = np.full((SQUARE + 4, 4), -1, np.int64)
    for square in range(SQUARE):
        for way, (down, right) in enumerate(STEP):
            if edge[square, way] != WALL:
                beyond[square, way] = square + SIDE * down + right
    for way in range(4):
        beyond[MIDDLES[way], way] = SQUARE + way
    return beyond


def _entering(inside: np.ndarray) -> np.ndarray:
    """(4, SQUARE) the price from the midpoint of the side where one enters, straight on, to each cell."""
    price = np.zeros((4, SQUARE), np.int16)
    for side in range(4):
        ahead = (side + 2) % 4
        start = inside[MIDDLES[side], :SQUARE]
        price[side] = np.minimum(start[:, ahead], start.min(axis=1) + 1)
        price[side, MIDDLES[side]] = 0
    return price


def _crossings() -> np.ndarray:
    """(48, 48) the price from having left a position by a side to having left another; 4 × position + side."""
    price = np.full((4 * POSITIONS, 4 * POSITIONS), NO_WAY, np.int64)
    np.fill_diagonal(price, 0)
    for place in range(POSITIONS):
        for side in range(4):
            new = NEIGHBOUR[place, side]
            for way in range(4):
                if new >= 0 and NEIGHBOUR[new, way] >= 0 and way != (side + 2) % 4:
                    steps = 1 if new == CAMP_AT else SIDE
                    price[4 * place + side, 4 * new + way] = steps * STEP_PRICE + (way != side)
    for middle in range(4 * POSITIONS):
        price = np.minimum(price, price[:, [middle]] + price[[middle]])
    return np.minimum(price, NO_WAY).astype(np.int16)


_through = BEYOND[: RUSH + 1].copy()
_through[RUSH, SOUTH] = -1
SPECTRE_WAY = prices(_through)  # (cells but OUT, the same, 4)
INSIDE_WAY = np.array([prices(_inside(quadrant.edge))[:SQUARE] for quadrant in BOX.quadrants])
ENTERING_WAY = np.array([_entering(inside) for inside in INSIDE_WAY])
CROSSING_WAY = _crossings()


@kernel
def leaving(s, here, first, side):
    """The price of leaving the position by a side, beginning in a direction."""
    place = POSITION[here]
    if place == CAMP_AT:
        return STEP_PRICE if first == side else NO_WAY
    turns = s.turned[place]
    printed = PRINTED[turns, LOCAL[here]]
    return np.int64(INSIDE_WAY[s.quadrant[place], printed, SQUARE + (side - turns) % 4, (first - turns) % 4])


@kernel
def entering(s, place, side, goal):
    """The price from coming in by a side to the goal."""
    if place == CAMP_AT:
        return 0
    turns = s.turned[place]
    return np.int64(ENTERING_WAY[s.quadrant[place], (side - turns) % 4, PRINTED[turns, LOCAL[goal]]])


@kernel
def mummy_way(s, here, first, goal):
    """The price of a mummy's best way to another cell that begins in a direction; doors do not count."""
    start, end = POSITION[here], POSITION[goal]
    if start == end:
        turns = s.turned[start]
        printed = PRINTED[turns, LOCAL[here]]
        return np.int64(INSIDE_WAY[s.quadrant[start], printed, PRINTED[turns, LOCAL[goal]], (first - turns) % 4])
    best = NO_WAY
    for side in range(4):
        if NEIGHBOUR[start, side] < 0:
            continue
        out = leaving(s, here, first, side)
        for door in range(4):
            before = NEIGHBOUR[end, door]
            if out < NO_WAY and before >= 0:
                between = CROSSING_WAY[4 * start + side, 4 * before + (door + 2) % 4]
                best = min(best, out + between + entering(s, end, door, goal))
    return best


@kernel
def servant_way(s, spectral, here, first, goal):
    return np.int64(SPECTRE_WAY[here, goal, first]) if spectral else mummy_way(s, here, first, goal)


@kernel
def next_way(s, spectral, here, heading, goal):
    """The direction of the next step; heading -1 before the first."""
    best, chosen = 2 * NO_WAY, 0
    for first in range(4):
        price = servant_way(s, spectral, here, first, goal) + (heading >= 0 and heading != first)
        if price < best:
            best, chosen = price, first
    return chosen


@kernel
def distance(s, spectral, here, goal):
    """Steps of the shortest way."""
    best = 0 if here == goal else NO_WAY
    if best > 0:
        for first in range(4):
            best = min(best, servant_way(s, spectral, here, first, goal))
    return best // STEP_PRICE
