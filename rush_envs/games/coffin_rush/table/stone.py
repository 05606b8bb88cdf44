"""What the temple is built of: floors, walls and doors, worked out once for each layout.

A cell takes 4 × 2 characters with its upper and left wall, a square in pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from rush_envs.games.coffin_rush.table.signs import ICONS
from rush_envs.games.coffin_rush.table.words import row_and_column
from rush_envs.games.coffin_rush.temple import (
    BEYOND,
    CAMP_AT,
    CELLS,
    CLOSED_DOOR,
    COLUMNS,
    CRYPT_AT,
    GRID,
    OPEN,
    OPEN_DOOR,
    POSITION,
    POSITIONS,
    ROWS,
    SIDE,
    WALL,
    cell_at,
)
from rush_envs.kit.scene.paths import rectangle

WIDE, TALL = 4, 2  # from one cell to the next
EDGE, TOP = 3, 1  # left of and above the temple
COLUMN, ROW = 10, 20  # pixels
SIZE = WIDE * COLUMN  # of a cell
BLOCK = SIDE * SIZE  # of a quadrant
BOARD_WIDE, BOARD_TALL = EDGE + COLUMNS * SIDE * WIDE + 2, TOP + ROWS * SIDE * TALL + 1
HALL = 3  # rows of cells of the camp's quadrant that are inside the temple
Ends = tuple[int, int, int, int]  # of a wall, in columns and rows


def block_corner(position: int) -> tuple[int, int]:
    """Of a quadrant."""
    return EDGE + position % COLUMNS * SIDE * WIDE, TOP + position // COLUMNS * SIDE * TALL


def _corner(cell: int) -> tuple[int, int]:
    row, column = row_and_column(cell)
    return EDGE + column * WIDE, TOP + row * TALL


CORNERS = tuple(_corner(cell) for cell in range(GRID))


def pixels(x: float, y: float) -> tuple[float, float]:
    """The middle of a character."""
    return (x + 0.5) * COLUMN, (y + 0.5) * ROW


class Stone(NamedTuple):
    """The walls and doors of a layout."""

    walls: tuple[Ends, ...]  # those in one line are one
    rooms: tuple[str, ...]  # the paths of their floors
    doors: tuple[tuple[Ends, bool, tuple[tuple[int, int], ...]], ...]  # ends, shut, (cell, direction) of both sides


def stone(s: np.void) -> Stone:
    return _stone(s["edge"].tobytes())


def _sides(x: int, y: int) -> tuple[Ends, Ends, Ends, Ends]:
    right, down = x + WIDE, y + TALL
    return (x, y, right, y), (right, y, right, down), (x, down, right, down), (x, y, x, down)


@lru_cache(256)
def _stone(edges: bytes) -> Stone:
    edge = np.frombuffer(edges, np.int8).reshape(CELLS, 4)
    walls: set[Ends] = set()
    doors: dict[Ends, tuple[bool, list[tuple[int, int]]]] = {}
    for cell, corner in enumerate(CORNERS):
        for way, ends in enumerate(_sides(*corner)):
            kind = int(edge[cell, way])
            if kind == WALL:
                walls.add(ends)
            elif kind in (OPEN_DOOR, CLOSED_DOOR):
                back = [(int(BEYOND[cell, way]), (way + 2) % 4)] if BEYOND[cell, way] >= GRID else []
                doors.setdefault(ends, (kind == CLOSED_DOOR, []))[1].extend([(cell, way), *back])
    places = tuple((ends, shut, tuple(sides)) for ends, (shut, sides) in doors.items())
    return Stone(tuple(_joined(walls)), tuple(_rooms(edge)), places)


def _joined(walls: set[Ends]) -> list[Ends]:
    joined: list[Ends] = []
    for upright in (False, True):
        lines = sorted((wall for wall in walls if (wall[0] == wall[2]) == upright), key=lambda w: (w[upright ^ 1], w))
        for wall in lines:
            if joined and joined[-1][2:] == wall[:2] and (joined[-1][0] == joined[-1][2]) == upright:
                joined[-1] = (*joined[-1][:2], *wall[2:])
            else:
                joined.append(wall)
    return joined


def _rooms(edge: np.ndarray) -> Iterator[str]:
    """The cells that doors part from the middle of their quadrant: a path for each quadrant that has some."""
    rooms = set(range(GRID))
    reached = [cell_at(position, SIDE // 2, SIDE // 2) for position in range(POSITIONS) if position != CAMP_AT]
    while reached:
        cell = reached.pop()
        rooms.discard(cell)
        reached += [int(b) for e, b in zip(edge[cell], BEYOND[cell], strict=True) if e == OPEN and b in rooms]
    for position in range(POSITIONS):
        cells = [cell for cell in sorted(rooms) if POSITION[cell] == position]
        if cells:
            yield "".join(rectangle(*pixels(*CORNERS[cell]), SIZE, SIZE) for cell in cells)


# ------------------------------------------------------------------------------------------------------------------
# What is the same in every layout


def _ground() -> str:
    """Floors, their seams, crypt and camp as one icon, which is painted once and sent once."""
    left, top = pixels(EDGE, TOP)
    wide, tall = COLUMNS * BLOCK, ROWS * BLOCK
    (x, y), (camp_x, camp_y) = (pixels(*block_corner(position)) for position in (CRYPT_AT, CAMP_AT))
    hall = HALL * SIZE
    areas = [
        (rectangle(left - 7, top - 7, wide + 14, tall + 14, 8), "cocoa"), (rectangle(left, top, wide, tall), "cream"),
        (rectangle(x, y, BLOCK, BLOCK), "pale purple"), (rectangle(camp_x, camp_y, BLOCK, hall), "sand"),
        (rectangle(camp_x - 1, camp_y + hall, BLOCK + 2, BLOCK - hall + 8), "pale green"),
    ]  # fmt: skip
    parts = [f'<path d="{path}" fill="{{{fill}}}"/>' for path, fill in areas]
    seams = []
    for cell_x, cell_y in CORNERS:
        a, b = pixels(cell_x, cell_y)
        seams.append(f"M{a:g} {b:g}h{SIZE}M{a:g} {b:g}v{SIZE}")
    parts.insert(3, f'<path d="{"".join(seams)}" fill="none" stroke="{{sand}}" stroke-width="1.2"/>')
    return "".join(parts)


ICONS["temple"], ICONS.boxes["temple"] = _ground(), f"0 0 {BOARD_WIDE * COLUMN} {BOARD_TALL * ROW}"
