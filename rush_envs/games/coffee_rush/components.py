"""The box: tokens, board and order cards, loaded from data/ and checked; constant tables for the kernels.

Tables are int64: their values then count the same in kernels and in plain Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from rush_envs.errors import BadData
from rush_envs.kit.datafile import Row, read_table

FOLDER = Path(__file__).parent
FEWEST, SEATS = 2, 4  # players
PAWNS, CUPS, SLOTS = 2, 3, 4
KIND_NAMES = ("coffee", "milk", "steam", "ice", "water", "tea", "chocolate", "caramel")
KINDS = len(KIND_NAMES)
CARDS, BEGINNER_CARDS = 80, 4  # as the manual counts them; how many recipes and copies of each is the box's affair
WIDTH = 4
CELLS = WIDTH * WIDTH
CORNERS = (0, 3, 12, 15)
UPGRADE_NAMES = ("double pawns", "diagonal", "double corners", "double specials")
UPGRADES = len(UPGRADE_NAMES)
DOUBLE_PAWNS, DIAGONAL, DOUBLE_CORNERS, DOUBLE_SPECIALS = range(UPGRADES)
DIRECTION_NAMES = ("north", "east", "south", "west", "north-east", "south-east", "south-west", "north-west")
DIRECTIONS = len(DIRECTION_NAMES)
STRAIGHT = 4  # the directions everybody may take come first
FREE_STEPS = 3
PENALTIES_TO_CLOSE = 5
ORDERS_PER_UPGRADE = 3
UPGRADE_POINTS = 2


class Box(NamedTuple):
    """Everything read from the data files."""

    letters: str  # of the kinds, in order
    tokens: np.ndarray  # (KINDS,) supply of each kind
    special_kind: np.ndarray  # (KINDS,) 1 where cells of the kind are special
    rush_tokens: int
    board: np.ndarray  # (CELLS,) kind of each cell
    recipe_names: tuple[str, ...]
    recipes: np.ndarray  # (recipes, KINDS) tokens of each kind
    copies: np.ndarray  # (recipes,)
    special: np.ndarray  # (recipes,) 1 where serving gives a rush token
    beginner: np.ndarray  # (recipes,) 1 for the optional starting orders


def load(folder: Path) -> Box:
    """Reads and checks the three data files; a bad value raises `BadData` with file and line."""
    letters, tokens, special_kind, rush_tokens = _load_tokens(folder / "tokens.txt")
    board = _load_board(folder / "board.txt")
    return Box(letters, tokens, special_kind, rush_tokens, board, *_load_orders(folder / "orders.txt", letters))


def _load_tokens(path: Path) -> tuple[str, np.ndarray, np.ndarray, int]:
    rows = read_table(path, ("token", "letter", "count", "special"), rows=KINDS + 1)
    for row, name in zip(rows, (*KIND_NAMES, "rush"), strict=True):
        if row["token"] != name:
            row.fail(f"token {row['token']!r} stands where {name!r} belongs")
        if len(row["letter"]) != 1 or sum(other["letter"] == row["letter"] for other in rows) != 1:
            row.fail(f"letter {row['letter']!r}: give each token one letter of its own")
    kinds = rows[:KINDS]
    # At least one for each pawn that may start on the kind (CR-3.5), at most what the observation can show.
    tokens = np.array([row.number("count", SEATS, 18) for row in kinds], np.int64)
    special = np.array([row.flag("special") for row in kinds], np.int64)
    return "".join(row["letter"] for row in kinds), tokens, special, rows[-1].number("count", 0, 15)


def _load_board(path: Path) -> np.ndarray:
    columns = ("west", "mid west", "mid east", "east")
    rows = read_table(path, columns, rows=WIDTH)
    board = np.array([row.choice(column, KIND_NAMES) for row in rows for column in columns], np.int64)
    for kind in range(KINDS):
        if not (board == kind).any():
            raise BadData(f"{path.name}, line {rows[-1].line}: no cell gives {KIND_NAMES[kind]}")
    return board


def _load_orders(path: Path, letters: str) -> tuple[tuple[str, ...], np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """As many recipes, and as many copies of each, as the box has; the manual gives only their sums."""
    rows = read_table(path, ("name", "ingredients", "copies", "special", "beginner"))
    if not rows:
        raise BadData(f"{path.name}, line 1: the table has no orders")
    recipes = np.stack([_recipe(row, letters) for row in rows])
    for k, row in enumerate(rows):
        for other in range(k):
            if row["name"] == rows[other]["name"] or (recipes[k] == recipes[other]).all():
                row.fail(f"same name or recipe as line {rows[other].line}; a cup must match at most one recipe")
    copies = np.array([row.number("copies", 1, CARDS) for row in rows], np.int64)
    beginner = np.array([row.flag("beginner") for row in rows], np.int64)
    if copies.sum() != CARDS:
        rows[-1].fail(
            f"the copies add up to {copies.sum()}; they must be {CARDS}, since the manual counts so many cards"
        )
    if copies[beginner == 1].sum() != BEGINNER_CARDS:
        found = f"the copies of beginner recipes add up to {copies[beginner == 1].sum()}"
        rows[-1].fail(f"{found}; they must be {BEGINNER_CARDS}, as the manual says: one for each player")
    special = np.array([row.flag("special") for row in rows], np.int64)
    return tuple(row["name"] for row in rows), recipes, copies, special, beginner


def _recipe(row: Row, letters: str) -> np.ndarray:
    text = row["ingredients"]
    if not 1 <= len(text) <= 8 or any(letter not in letters for letter in text):
        row.fail(f"ingredients {text!r}: give 1 to 8 letters out of {letters}")
    return np.array([text.count(letter) for letter in letters], np.int64)


def cell_place(cell: int) -> str:
    """`r0c3`: row and column, as the board shows them."""
    return f"r{cell // WIDTH}c{cell % WIDTH}"


def cell_name(cell: int) -> str:
    """`r0c3 (coffee)`."""
    return f"{cell_place(cell)} ({KIND_NAMES[BOX.board[cell]]})"


def _neighbours() -> np.ndarray:
    """(CELLS, DIRECTIONS): the cell in each direction, or -1 off the board."""
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
    table = np.full((CELLS, DIRECTIONS), -1, np.int64)
    for cell in range(CELLS):
        for d, (down, right) in enumerate(steps):
            r, c = cell // WIDTH + down, cell % WIDTH + right
            if 0 <= r < WIDTH and 0 <= c < WIDTH:
                table[cell, d] = WIDTH * r + c
    return table


BOX = load(FOLDER / "data")
BOARD, TOKENS, RUSH_TOKENS = BOX.board, BOX.tokens, BOX.rush_tokens
RECIPE, COPIES, SPECIAL, BEGINNER = BOX.recipes, BOX.copies, BOX.special, BOX.beginner
RECIPES, MAX_COPIES = len(COPIES), int(COPIES.max())
CORNER_CELL = np.array([cell in CORNERS for cell in range(CELLS)], np.int64)
SPECIAL_CELL = BOX.special_kind[BOX.board]
NEIGHBOUR = _neighbours()
# (2, CELLS): bit set of the cells one step away, without and with the tile *diagonal*
REACH = np.array(
    [[sum(1 << int(k) for k in NEIGHBOUR[cell, :ways] if k >= 0) for cell in range(CELLS)]
     for ways in (STRAIGHT, DIRECTIONS)], np.int64,
)  # fmt: skip
# A cup's content as one number, a byte for each kind: equal numbers are equal multisets.
RECIPE_KEY = np.array([sum(int(n) << (8 * kind) for kind, n in enumerate(row)) for row in RECIPE], np.int64)
BEGINNER_COPIES = COPIES * BEGINNER
OTHER_COPIES = COPIES * (1 - BEGINNER)
