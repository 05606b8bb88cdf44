"""The map: cells and edges of the quadrants as they are printed, read from data/temple.txt and checked (CO-2)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np

from rush_envs.errors import BadData
from rush_envs.kit.datafile import read_lines

SIDE = 5  # cells along a quadrant
SQUARE = SIDE * SIDE
ROWS, COLUMNS = 3, 4
POSITIONS = ROWS * COLUMNS
CRYPT_AT, CAMP_AT = 2, 9
GRID = SQUARE * (POSITIONS - 1)
RUSH, OUT = GRID, GRID + 1
CELLS = GRID + 2
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTION_NAMES = ("north", "east", "south", "west")
STEP = ((-1, 0), (0, 1), (1, 0), (0, -1))
MIDDLE = ((0, 2), (2, 4), (4, 2), (2, 0))  # of each side

# Edges, as observations show them.
WALL, OPEN, OPEN_DOOR, CLOSED_DOOR, TEMPLE_DOOR = range(5)
# Cells, as observations show them.
FLOOR, DEBRIS, PESTILENCE, TRAP_CELL, ALTAR, RUNE, RED_STAIRS, YELLOW_STAIRS, BLUE_STAIRS, RUSH_CELL, OUT_CELL = range(
    11
)
CELL_NAMES = (
    "floor", "debris", "pestilence", "trap", "altar", "rune", "red stairs", "yellow stairs", "blue stairs", "RUSH!",
    "camp",
)  # fmt: skip
SYMBOLS = {
    ".": FLOOR, "D": DEBRIS, "P": PESTILENCE, "T": TRAP_CELL, "A": ALTAR, "R": RUNE, "r": RED_STAIRS,
    "y": YELLOW_STAIRS, "b": BLUE_STAIRS, "S": FLOOR, "B": FLOOR,
}  # fmt: skip
TOTALS = {"S": 18, "B": 8, "A": 10, "R": 1, "r": 2, "y": 2, "b": 1}
TOTAL_WORDS = {
    "S": "sarcophagi", "B": "chests", "A": "altars", "R": "runes", "r": "red stairs", "y": "yellow stairs",
    "b": "blue stairs",
}  # fmt: skip
SARCOPHAGI, CHESTS = TOTALS["S"], TOTALS["B"]
PLACES = SARCOPHAGI + CHESTS
STONE_DOORS = 24
NAMES = (*(f"Q{k}" for k in range(1, 11)), "CRYPT")
CRYPT = NAMES.index("CRYPT")
CORNERS = {"top left": (0, 0), "top right": (0, 3), "bottom left": (3, 0), "bottom right": (3, 3)}


class Quadrant(NamedTuple):
    """One quadrant as it is printed."""

    kind: np.ndarray  # (SQUARE,) what each cell is
    edge: np.ndarray  # (SQUARE, 4) inner edges; a wall all around
    sarcophagi: tuple[int, ...]
    chests: tuple[int, ...]


class _Lines:
    """The lines of the map that say something, with their numbers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = [(n, t.strip()) for n, t in enumerate(read_lines(path), 1) if t.strip() and t[0] != "#"]
        self.at = 0

    def fail(self, message: str, line: int | None = None) -> NoReturn:
        last = self.lines[min(self.at, len(self.lines) - 1)][0] if self.lines else 1
        raise BadData(f"{self.path.name}, line {line or last}: {message}")

    def take(self, what: str) -> tuple[int, str]:
        if self.at >= len(self.lines):
            self.fail(f"the map ends where {what} should follow")
        self.at += 1
        return self.lines[self.at - 1]


def load_temple(path: Path) -> tuple[tuple[int, ...], tuple[Quadrant, ...]]:
    """The quadrant at each position (-1: the camp), and the quadrants."""
    lines = _Lines(path)
    if lines.take("the arrangement")[1] != "arrangement":
        lines.fail("the map begins with the arrangement")
    arrangement = _arrangement(lines)
    found: dict[str, Quadrant] = {}
    totals = dict.fromkeys(TOTALS, 0)
    doors = ROWS * (COLUMNS - 1) + (ROWS - 1) * COLUMNS
    for _ in NAMES:
        number, head = lines.take("a quadrant")
        name, _, room = head.partition(":")
        if name not in NAMES or name in found:
            lines.fail(f"{name!r} is no quadrant or stands twice; they are {', '.join(NAMES)}", number)
        found[name] = _quadrant(lines, number, name, room.strip(), totals)
        doors += room.strip() != "no room"
    if lines.at < len(lines.lines):
        lines.fail(f"{lines.lines[lines.at][1]!r} follows the last quadrant")
    last = lines.lines[-1][0]
    for symbol, count in TOTALS.items():
        if totals[symbol] != count:
            lines.fail(f"{totals[symbol]} {TOTAL_WORDS[symbol]} ({symbol}); there must be {count}", last)
    if doors != STONE_DOORS:
        lines.fail(f"{doors} stone doors, 17 between quadrants and one a room; there must be {STONE_DOORS}", last)
    return arrangement, tuple(found[name] for name in NAMES)


def _arrangement(lines: _Lines) -> tuple[int, ...]:
    names: list[str] = []
    for _ in range(ROWS):
        number, text = lines.take("a row of the arrangement")
        row = text.split()
        if len(row) != COLUMNS:
            lines.fail(f"{len(row)} quadrants in a row; there must be {COLUMNS}", number)
        for name in row:
            if name not in (*NAMES, "CAMP") or name in names:
                lines.fail(f"{name!r} is no quadrant or stands twice in the arrangement", number)
            names.append(name)
    if names[CRYPT_AT] != "CRYPT" or names[CAMP_AT] != "CAMP":
        lines.fail(f"CRYPT must be at position {CRYPT_AT} and CAMP at {CAMP_AT}, counted row by row from 0", number)
    return tuple(-1 if name == "CAMP" else NAMES.index(name) for name in names)


def _quadrant(lines: _Lines, head: int, name: str, room: str, totals: dict[str, int]) -> Quadrant:
    kind = np.zeros(SQUARE, np.int64)
    places: dict[str, list[int]] = {"S": [], "B": []}
    for row in range(SIDE):
        number, text = lines.take(f"row {row} of {name}")
        if len(text) != SIDE:
            lines.fail(f"{name} has {len(text)} cells in row {row}; there must be {SIDE}", number)
        for column, symbol in enumerate(text):
            if symbol not in SYMBOLS:
                lines.fail(f"unknown symbol {symbol!r} in {name}; known are {' '.join(SYMBOLS)}", number)
            if symbol in "SBA" and (row, column) in MIDDLE:
                lines.fail(f"{TOTAL_WORDS[symbol]} may not stand on the midpoint of a side", number)
            if ((symbol == "R") and name != "CRYPT") or (symbol == "A" and name == "CRYPT"):
                lines.fail("the rune is in the crypt, altars are in the other quadrants", number)
            kind[SIDE * row + column] = SYMBOLS[symbol]
            if symbol in places:
                places[symbol].append(SIDE * row + column)
            if symbol in totals:
                totals[symbol] += 1
    return Quadrant(kind, _edges(lines, head, name, room), tuple(places["S"]), tuple(places["B"]))


def _edges(lines: _Lines, head: int, name: str, room: str) -> np.ndarray:
    """Open floor but for a room's walls and its door."""
    inside = np.zeros((SIDE, SIDE), np.bool_)
    door = (-1, -1, -1)
    if room != "no room":
        corner, way = _room(lines, head, name, room)
        top, left = CORNERS[corner]
        inside[top : top + 2, left : left + 2] = True
        door = (1 if top == 0 else 3, 1 if left == 0 else 3, way)
    edge = np.full((SQUARE, 4), WALL, np.int64)
    for row in range(SIDE):
        for column in range(SIDE):
            for way, (down, right) in enumerate(STEP):
                r, c = row + down, column + right
                if 0 <= r < SIDE and 0 <= c < SIDE and inside[r, c] == inside[row, column]:
                    edge[SIDE * row + column, way] = OPEN
    if room != "no room":
        row, column, way = door
        r, c = row + STEP[way][0], column + STEP[way][1]
        if inside[r, c]:
            lines.fail(f"the room of {name} cannot be reached: its door {DIRECTION_NAMES[way]} leads into itself", head)
        edge[SIDE * row + column, way] = edge[SIDE * r + c, (way + 2) % 4] = CLOSED_DOOR
    return edge


def _room(lines: _Lines, head: int, name: str, room: str) -> tuple[str, int]:
    words, _, door = room.removeprefix("room ").partition(", door ")
    if not room.startswith("room ") or words not in CORNERS:
        lines.fail(f"{room!r}: write 'no room' or 'room top left, door south'; corners: {', '.join(CORNERS)}", head)
    if door not in DIRECTION_NAMES:
        lines.fail(f"the room of {name} cannot be reached: give it a door north, east, south or west", head)
    return words, DIRECTION_NAMES.index(door)


def cell_at(position: int, row: int, column: int) -> int:
    """CO-2.1"""
    return SQUARE * (position if position < CAMP_AT else position - 1) + SIDE * row + column


def _geometry() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position and place within it of each cell, and the cell next to it in each direction, walls or not."""
    position = np.full(CELLS, CAMP_AT, np.int64)
    local = np.full(CELLS, 0, np.int64)
    beyond = np.full((CELLS, 4), -1, np.int64)
    for place in range(POSITIONS):
        for square in range(SQUARE if place != CAMP_AT else 0):
            row, column = divmod(square, SIDE)
            cell = cell_at(place, row, column)
            position[cell], local[cell] = place, square
            for way, (down, right) in enumerate(STEP):
                r, c = place // COLUMNS * SIDE + row + down, place % COLUMNS * SIDE + column + right
                if 0 <= r < ROWS * SIDE and 0 <= c < COLUMNS * SIDE:
                    other = r // SIDE * COLUMNS + c // SIDE
                    if other != CAMP_AT:
                        beyond[cell, way] = cell_at(other, r % SIDE, c % SIDE)
                    elif (row, column) == MIDDLE[way]:
                        beyond[cell, way] = RUSH
                        beyond[RUSH, (way + 2) % 4] = cell
    beyond[RUSH, SOUTH], beyond[OUT, NORTH] = OUT, RUSH
    return position, local, beyond


POSITION, LOCAL, BEYOND = _geometry()
# (POSITIONS, 4) the position next to each, -1 at the rim and, for the camp, outside
NEIGHBOUR = np.full((POSITIONS, 4), -1, np.int64)
for _place in range(POSITIONS):
    for _way, (_down, _right) in enumerate(STEP):
        _r, _c = _place // COLUMNS + _down, _place % COLUMNS + _right
        if 0 <= _r < ROWS and 0 <= _c < COLUMNS:
            NEIGHBOUR[_place, _way] = _r * COLUMNS + _c
# (4, SQUARE) the printed cell that lies on each cell of a position when its quadrant is turned clockwise
PRINTED = np.array([np.rot90(np.arange(SQUARE).reshape(SIDE, SIDE), -turns).ravel() for turns in range(4)])
MIDDLES = np.array([SIDE * row + column for row, column in MIDDLE])
