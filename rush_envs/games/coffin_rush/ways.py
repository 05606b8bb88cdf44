"""The servants' ways: shortest, then fewest turns, then the smallest sequence of directions (CO-10.4, CO-10.5).

A way is priced as one number, 32 for each step and 1 for each turn, so that the cheapest one is the right one. Tables
hold prices together with the directions in which the best ways begin: 16 × price + a bit for each direction. For
spectres, who walk through walls, one table has it all. Mummies' ways depend on the layout, but quadrants join only at
midpoints, and from one midpoint to another is always the same: the tables below have every way inside a quadrant as it
is printed, and every way from crossing to crossing. A mummy's price is then a sum of three.
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
from rush_envs.kit import kernel

STEP_PRICE = 32
NO_PRICE = 2047
NO_WAY = 16 * NO_PRICE
FORWARD = 4  # heading of who has not moved yet


def ways(beyond: np.ndarray) -> np.ndarray:
    """(nodes, nodes, 5) the best ways from a node to another, for each heading."""
    nodes = len(beyond)
    steps = np.where(np.eye(nodes, dtype=np.bool_), 0, -1)
    price = np.full((nodes + 1, nodes, 4), NO_PRICE, np.int64)  # by first direction; the last row: no neighbour
    while True:
        last = steps.max()
        reached = np.vstack([steps == last, np.zeros(nodes, np.bool_)])
        here, there = np.nonzero(reached[beyond].any(axis=1) & (steps < 0))
        if not here.size:
            return _best(price[:nodes])
        steps[here, there] = last + 1
        for way in range(4):
            following = beyond[here, way]
            straight = price[following, there, way]
            rest = np.minimum(straight, price[following, there].min(axis=1) + 1)
            rest = np.where(following == there, 0, rest)
            price[here, there, way] = np.where(reached[following, there], rest + STEP_PRICE, NO_PRICE)


def _best(price: np.ndarray) -> np.ndarray:
    """Prices by first direction -> best ways by heading."""
    found = np.empty((*price.shape[:2], 5), np.int16)
    for heading in range(5):
        turned = price + ((np.arange(4) != heading) & (heading != FORWARD))
        least = turned.min(axis=2, keepdims=True)
        begins = (turned == least) @ (1 << np.arange(4))
        found[:, :, heading] = np.where(least[:, :, 0] < NO_PRICE, 16 * least[:, :, 0] + begins, NO_WAY)
    return found


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
    price = np.array([inside[MIDDLES[side], :SQUARE, (side + 2) % 4] // 16 for side in range(4)])
    price[range(4), MIDDLES] = 0
    return price


def _crossings() -> np.ndarray:
    """(48, 48) the price from having left a position by a side to having left another; 4 × position + side."""
    price = np.full((4 * POSITIONS, 4 * POSITIONS), NO_PRICE, np.int64)
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
    return np.minimum(price, NO_PRICE).astype(np.int16)


_through = BEYOND[: RUSH + 1].copy()
_through[RUSH, SOUTH] = -1
SPECTRE_WAY = ways(_through).swapaxes(0, 1).copy()  # goal, cell, heading: the cells of a way lie near each other
INSIDE_WAY = np.array([ways(_inside(quadrant.edge))[:SQUARE] for quadrant in BOX.quadrants])
ENTERING = np.array([_entering(inside) for inside in INSIDE_WAY])
CROSSING = _crossings()
TURNED = np.array([[(bits << turns | bits >> (4 - turns)) & 15 for bits in range(16)] for turns in range(4)])
LOWEST = np.array([0 if bits & 1 else 1 if bits & 2 else 2 if bits & 4 else 3 for bits in range(16)])


@kernel
def entering(s, place, side, goal):
    """The price from coming into the goal's position by a side to the goal."""
    if place == CAMP_AT:
        return 0
    turns = s.turned[place]
    return np.int64(ENTERING[s.quadrant[place], (side - turns) & 3, PRINTED[turns, LOCAL[goal]]])


@kernel
def onward(s, start, side, goal):
    """The price from having left a position by a side to a goal in another one."""
    end = POSITION[goal]
    best = NO_PRICE
    for door in range(4):
        before = NEIGHBOUR[end, door]
        if before >= 0:
            between = CROSSING[4 * start + side, 4 * before + (door + 2 & 3)]
            best = min(best, between + entering(s, end, door, goal))
    return best


@kernel
def inside(s, place, here, heading, node):
    """The best ways within a position, to a printed cell or beyond a printed midpoint."""
    turns = s.turned[place]
    seen = heading if heading == FORWARD else (heading - turns) & 3
    found = np.int64(INSIDE_WAY[s.quadrant[place], PRINTED[turns, LOCAL[here]], node, seen])
    return (found & ~15) | TURNED[turns, found & 15]


@kernel
def leaving(s, place, here, heading, side):
    """The best ways out of a position by a side."""
    if place == CAMP_AT:
        return 16 * (STEP_PRICE + (heading not in (FORWARD, side))) + (1 << side)
    return inside(s, place, here, heading, SQUARE + ((side - s.turned[place]) & 3))


@kernel
def mummy_way(s, here, heading, goal):
    """The best ways of a mummy; doors do not count."""
    place = POSITION[here]
    if place == POSITION[goal]:
        return inside(s, place, here, heading, PRINTED[s.turned[place], LOCAL[goal]])
    best = NO_WAY
    for side in range(4):
        if NEIGHBOUR[place, side] >= 0:
            found = leaving(s, place, here, heading, side) + 16 * onward(s, place, side, goal)
            if found >> 4 == best >> 4:
                best |= found
            elif found < best:
                best = found
    return best


@kernel
def next_way(s, spectral, here, heading, goal):
    """The direction of the next step; it is FORWARD's heading before the first."""
    found = np.int64(SPECTRE_WAY[goal, here, heading]) if spectral else mummy_way(s, here, heading, goal)
    return LOWEST[found & 15]


@kernel
def distance(s, spectral, here, goal):
    """Steps of the shortest way."""
    if here == goal:
        return 0
    found = np.int64(SPECTRE_WAY[goal, here, FORWARD]) if spectral else mummy_way(s, here, FORWARD, goal)
    return found // (16 * STEP_PRICE)
