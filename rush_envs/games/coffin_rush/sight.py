"""Tables for what a player sees: how cells lie to each other, where doors can be, how far the camp is.

All of them come from the map as it is printed, so that an observation only looks things up.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import BOX
from rush_envs.games.coffin_rush.temple import (
    CAMP_AT,
    CELLS,
    CLOSED_DOOR,
    COLUMNS,
    CRYPT,
    CRYPT_AT,
    EAST,
    GRID,
    LOCAL,
    MIDDLES,
    NEIGHBOUR,
    NORTH,
    OUT,
    POSITION,
    POSITIONS,
    PRINTED,
    RUSH,
    SIDE,
    SOUTH,
    SQUARE,
    WEST,
    cell_at,
)
from rush_envs.games.coffin_rush.ways import CROSSING, FORWARD, INSIDE_WAY, STEP_PRICE

FAR = 3  # steps, as the crow flies, that the window around a pawn has: a Movement
ORDINARY = [place for place in range(POSITIONS) if place not in (CAMP_AT, CRYPT_AT)]
QUADRANTS = POSITIONS - 1  # drawn ones, the crypt last: positions but for the camp
# (CELLS,) the place of a cell's position among those that are drawn; the camp's is the last
CELL_NUMBER = np.where(POSITION == CAMP_AT, QUADRANTS, POSITION - (POSITION > CAMP_AT))


def _window() -> np.ndarray:
    """The cells of the window: (rows down, columns right) of each, the own one among them."""
    reach = range(-FAR, FAR + 1)
    return np.array([(down, right) for down in reach for right in reach if abs(down) + abs(right) <= FAR])


WINDOW = _window()
OUTSIDE = 63
INSIDE = (1 << len(WINDOW)) - 1  # the window as a set


def _places() -> np.ndarray:
    """(CELLS, 2) row and column of each cell on the whole map; RUSH! and the camp have none."""
    down, right = np.divmod(POSITION, COLUMNS)
    row, column = np.divmod(LOCAL, SIDE)
    return np.stack([down * SIDE + row, right * SIDE + column], axis=1)


def _offsets() -> np.ndarray:
    """(CELLS, CELLS) the place in the window of a cell seen from another; OUTSIDE it, the last bit of a set.

    The RUSH! field is one step from three cells that do not lie around one: from each side it is where its door leads.
    """
    number = {tuple(offset): k for k, offset in enumerate(WINDOW.tolist())}
    place = _places()
    found = np.full((CELLS, CELLS), OUTSIDE, np.uint8)
    delta = place[None, :GRID] - place[:GRID, None]
    near = np.abs(delta).sum(axis=2) <= FAR
    found[:GRID, :GRID][near] = [number[tuple(offset)] for offset in delta[near].tolist()]
    for way, back in ((NORTH, (1, 0)), (EAST, (0, -1)), (WEST, (0, 1))):
        beyond = int(NEIGHBOUR[CAMP_AT, way])
        door = cell_at(beyond, 0, 0) + int(MIDDLES[(way + 2) % 4])
        for cell in range(cell_at(beyond, 0, 0), cell_at(beyond, 0, 0) + SQUARE):
            offset = place[door] + back - place[cell]
            if tuple(offset.tolist()) in number:
                found[cell, RUSH] = number[tuple(offset.tolist())]
                found[RUSH, cell] = number[tuple((-offset).tolist())]
    found[RUSH, RUSH] = found[OUT, OUT] = number[0, 0]
    found[RUSH, OUT], found[OUT, RUSH] = number[1, 0], number[-1, 0]
    return found


OFFSET = _offsets()


def _doors() -> np.ndarray:
    """(between,) the edges, as 4 × cell + direction, of the stone doors between positions: each once, EAST or SOUTH."""
    found = []
    for place in range(POSITIONS):
        for way in (EAST, SOUTH):
            other = int(NEIGHBOUR[place, way])
            if other >= 0 and place != CAMP_AT:
                found.append(4 * (cell_at(place, 0, 0) + int(MIDDLES[way])) + way)
            elif other >= 0:
                found.append(4 * RUSH + way)
    return np.array(found, np.uint16)


def _rooms() -> np.ndarray:
    """(ordinary positions, 4 × quadrant + turns) the edge of a room's door; of a quadrant without a room, a wall."""
    found = np.full((len(ORDINARY), 4 * CRYPT), 4 * OUT + EAST, np.uint16)
    for quadrant in range(CRYPT):
        doors = np.argwhere(BOX.quadrants[quadrant].edge == CLOSED_DOOR).tolist()
        for turns in range(4) if doors else ():
            printed, way = doors[0]
            square = int(np.flatnonzero(PRINTED[turns] == printed)[0])
            for k, place in enumerate(ORDINARY):
                found[k, 4 * quadrant + turns] = 4 * (cell_at(place, 0, 0) + square) + (way + turns) % 4
    return found


BETWEEN, ROOM = _doors(), _rooms()
LAID_AT = np.array(ORDINARY, np.uint8)


def _homes() -> np.ndarray:
    """(positions, sides) steps from having left a position by a side to RUSH!; many where there is no way."""
    steps = np.full((POSITIONS, 4), 99)
    for place in range(POSITIONS):
        for side in range(4):
            if NEIGHBOUR[place, side] >= 0:
                ends = [4 * int(NEIGHBOUR[CAMP_AT, door]) + (door + 2) % 4 for door in range(4)
                        if NEIGHBOUR[CAMP_AT, door] >= 0]  # fmt: skip
                steps[place, side] = min(CROSSING[4 * place + side, ends]) // STEP_PRICE
    return steps


# (quadrants, SQUARE, 4) steps from a printed cell to beyond a printed midpoint
LEAVING = (INSIDE_WAY[:, :, SQUARE:, FORWARD] // (16 * STEP_PRICE)).astype(np.int64)
HOMEWARD = _homes()


def _farthest() -> int:
    """Steps from the farthest cell of any layout to the camp."""
    most = 0
    for place in [*ORDINARY, CRYPT_AT]:
        for turns in range(4):
            sides = [(side - turns) % 4 for side in range(4)]
            quadrants = [CRYPT] if place == CRYPT_AT else range(CRYPT)
            most = max(most, int((LEAVING[quadrants][:, :, sides] + HOMEWARD[place]).min(axis=2).max()))
    return most + 1


FARTHEST = _farthest()
