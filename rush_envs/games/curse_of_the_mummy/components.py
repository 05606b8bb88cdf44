"""The box: maze, dice and treasures, loaded from data/ and checked; constant tables for the kernels.

Tables are int64. A set of cells is two words of at most 62 bits, so that its numbers never turn negative.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np

from rush_envs.errors import BadData
from rush_envs.kit.datafile import read_lines, read_table

FOLDER = Path(__file__).parent
FEWEST, SEATS = 2, 5  # players
PAWNS, CARDS, DICE, FACES = 4, 23, 5, 6
MOST_CELLS = 124  # of a maze: two words of 62 bits
COLOUR_NAMES = ("red", "blue", "white", "green", "yellow")
COLOUR_CARDS = (5, 5, 5, 4, 4)
COLOURS = len(COLOUR_NAMES)
DIRECTION_NAMES = ("north", "east", "south", "west")
DIRECTIONS = len(DIRECTION_NAMES)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
FACE_NAMES = ("1", "2", "3", "4", "arrow", "mummy")
ARROW = 5  # an announcement: 1-4 steps or the arrow
LIVES = 3  # ankhs of each pawn
MOST_STEPS = 6  # that a face of the mummy's die may show
NEEDED = np.array([3, 4, 6, 7], np.int64)  # CM-10.2: ankhs that the mummy needs, by players from FEWEST on


class Maze(NamedTuple):
    """What the drawing says."""

    cells: tuple[tuple[int, int], ...]  # (row, column) of each cell, row by row [2.4]
    opening: np.ndarray  # (CELLS, DIRECTIONS) the cell behind each opening, -1 for a wall
    start: int
    prison: int
    treasure: np.ndarray  # (CARDS,) cell of each card


class Box(NamedTuple):
    """Everything read from the data files."""

    maze: Maze
    mummy_die: tuple[int, ...]
    colour: np.ndarray  # (CARDS,)
    card_names: tuple[str, ...]


def load(folder: Path) -> Box:
    """Reads and checks the three data files; a bad value raises `BadData` with file and line."""
    letters, colour, names = _load_treasures(folder / "treasures.txt")
    return Box(_load_maze(folder / "maze.txt", letters), _load_dice(folder / "dice.txt"), colour, names)


def _load_treasures(path: Path) -> tuple[list[str], np.ndarray, tuple[str, ...]]:
    rows = read_table(path, ("card", "colour", "name"))
    if len(rows) != CARDS:
        counts = ", ".join(f"{count} {name}" for count, name in zip(COLOUR_CARDS, COLOUR_NAMES, strict=True))
        raise BadData(
            f"{path.name}, line {rows[-1].line if rows else 1}: the table has {len(rows)} rows; there must be {CARDS}, "
            f"as the manual counts the cards: {counts}"
        )
    colour = [row.choice("colour", COLOUR_NAMES) for row in rows]
    expected = [k for k, count in enumerate(COLOUR_CARDS) for _ in range(count)]
    for number, row in enumerate(rows):
        first = expected.index(expected[number])
        name = f"{COLOUR_NAMES[expected[number]][0].upper()}{number - first + 1}"
        if row["card"] != name or colour[number] != expected[number]:
            row.fail(f"card {row['card']!r} of colour {row['colour']!r} stands where {name} belongs")
        if not row["name"] or sum(other["name"] == row["name"] for other in rows) != 1:
            row.fail(f"name {row['name']!r}: give each card a name of its own")
    names = tuple(f"{row['colour']} {row['name']}" for row in rows)
    return [row["card"] for row in rows], np.array(colour, np.int64), names


def _load_dice(path: Path) -> tuple[int, ...]:
    columns = [f"face {k}" for k in range(1, FACES + 1)]
    explorer, mummy = read_table(path, ("die", *columns), rows=2)
    if (explorer["die"], mummy["die"]) != ("explorer", "mummy"):
        explorer.fail("the first die is the explorer's, the second the mummy's")
    if sorted(explorer[column] for column in columns) != sorted(FACE_NAMES):
        explorer.fail(f"an explorer's die shows {', '.join(FACE_NAMES)}, one of each")
    return tuple(mummy.number(column, 1, MOST_STEPS) for column in columns)


class _Drawing:
    """The lines of the maze with their numbers: cells stand on every second line, walls between them.

    The maze may have any shape: a cell is where a symbol or a point stands.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = [(n, text) for n, text in enumerate(read_lines(path), start=1) if text and not text.startswith("#")]
        if len(lines) < 3 or len(lines) % 2 == 0:
            self.fail(
                lines[-1][0] if lines else 1,
                f"{len(lines)} lines are drawn; there must be an odd number: walls, and between them rows of cells",
            )
        self.numbers = [number for number, _ in lines]
        width = max(len(text) for _, text in lines) + 3
        self.lines = [text.ljust(width) for _, text in lines]
        rows, columns = len(lines) // 2, width // 3
        self.cells = [(row, column) for row in range(rows) for column in range(columns) if self.content(row, column)]
        if len(self.cells) > MOST_CELLS:
            self.fail(lines[-1][0], f"{len(self.cells)} cells are drawn; a set of cells has room for {MOST_CELLS}")

    def fail(self, line: int, message: str) -> NoReturn:
        raise BadData(f"{self.path.name}, line {line}: {message}")

    def line(self, row: int) -> int:
        return self.numbers[2 * row + 1]

    def content(self, row: int, column: int) -> str:
        return self.lines[2 * row + 1][3 * column + 1 : 3 * column + 3].strip()

    def is_open(self, row: int, column: int, down: int, right: int) -> bool:
        if right:
            mark = self.lines[2 * row + 1][3 * (column + (right > 0))]
            return self._gap(row, mark, mark == " ", mark == "|")
        mark = self.lines[2 * row + 1 + down][3 * column + 1 : 3 * column + 3]
        return self._gap(row, mark, mark == "  ", mark == "--")

    def _gap(self, row: int, mark: str, gap: bool, wall: bool) -> bool:
        if not gap and not wall:
            self.fail(self.line(row), f"{mark!r} beside a cell is neither a wall nor a gap")
        return gap


def _load_maze(path: Path, letters: list[str]) -> Maze:
    drawing = _Drawing(path)
    found: dict[str, int] = {}
    number = {place: cell for cell, place in enumerate(drawing.cells)}
    opening = np.full((len(number), DIRECTIONS), -1, np.int64)
    for (row, column), cell in number.items():
        content = drawing.content(row, column)
        if content != ".":
            if content not in (*letters, "St", "Pr") or content in found:
                drawing.fail(
                    drawing.line(row),
                    f"{content!r} is no treasure, St, Pr or ., or stands twice: a card names one cell",
                )
            found[content] = cell
        for d, (down, right) in enumerate(STEPS):
            if drawing.is_open(row, column, down, right):
                if (row + down, column + right) not in number:
                    drawing.fail(drawing.line(row), f"the cell in column {column} is open to the outside")
                opening[cell, d] = number[row + down, column + right]
    last = drawing.numbers[-1]
    for name in (*letters, "St", "Pr"):
        if name not in found:
            drawing.fail(last, f"{name} is missing from the maze")
    treasure = np.array([found[name] for name in letters], np.int64)
    maze = Maze(tuple(drawing.cells), opening, found["St"], found["Pr"], treasure)
    _check_maze(drawing, maze)
    return maze


def _check_maze(drawing: _Drawing, maze: Maze) -> None:
    """CM-2.6"""
    rows = [row for row, _ in maze.cells]
    every = range(len(maze.cells))
    for cell in every:
        for d, other in enumerate(maze.opening[cell]):
            if other >= 0 and maze.opening[other, (d + 2) % DIRECTIONS] != cell:
                drawing.fail(drawing.line(rows[cell]), f"cell {cell} opens to {other}, but not the other way round")
    if (maze.opening[maze.prison] >= 0).sum() != 2:
        drawing.fail(drawing.line(rows[maze.prison]), "the prison must have exactly two openings")
    if (maze.opening[maze.start] >= 0).sum() == 0:
        drawing.fail(drawing.line(rows[maze.start]), "the start has no opening")
    if maze.prison in maze.opening[maze.start]:
        drawing.fail(drawing.line(rows[maze.start]), "start and prison open into each other")
    closed = {maze.start, maze.prison}
    reached, frontier = set(), [next(cell for cell in every if cell not in closed)]
    while frontier:
        cell = frontier.pop()
        reached.add(cell)
        frontier += [int(k) for k in maze.opening[cell] if k >= 0 and k not in closed and k not in reached]
    sealed = sorted(set(every) - reached - closed)
    if sealed:
        drawing.fail(drawing.line(rows[sealed[0]]), f"cell {sealed[0]} is sealed off from the other corridors")


BOX = load(FOLDER / "data")
CELLS = len(BOX.maze.cells)
WORD = (CELLS + 1) // 2  # cells of the first word of a set; the second has the others
START, PRISON = BOX.maze.start, BOX.maze.prison
COLOUR = BOX.colour
TREASURE_CELL = BOX.maze.treasure
# (CELLS,) the card whose treasure lies on a cell, -1 for none
CARD_AT = np.full(CELLS, -1, np.int64)
CARD_AT[TREASURE_CELL] = np.arange(CARDS)
# (CELLS, DIRECTIONS) where one step leads: nothing ever enters start or prison (CM-2.5)
NEXT = np.where((BOX.maze.opening == START) | (BOX.maze.opening == PRISON), -1, BOX.maze.opening)


# (CELLS, 2) a cell as a set of its own
BIT = np.array([[1 << c if c < WORD else 0, 1 << (c - WORD) if c >= WORD else 0] for c in range(CELLS)], np.int64)
# (CELLS,) 1 for all cells but start and prison
CORRIDOR = np.array([cell not in (START, PRISON) for cell in range(CELLS)], np.int64)
FIRST_CARD = np.array([sum(COLOUR_CARDS[:colour]) for colour in range(COLOURS)], np.int64)
CARDS_OF = np.array(COLOUR_CARDS, np.int64)


def cell_name(cell: int) -> str:
    """`(5,4) red scarab`."""
    row, column = BOX.maze.cells[cell]
    extra = {START: " start", PRISON: " prison"}.get(cell, "")
    card = CARD_AT[cell]
    return f"({row},{column})" + (f" {BOX.card_names[card]}" if card >= 0 else extra)
