"""The box: pyramid cards, patterns and score card, loaded from data/ and checked; constant tables for the kernels.

A set of cells is a number with bit `5 · row + column` for each of them. Tables that kernels count with are int64:
their values then count the same in kernels and in plain Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from rush_envs.kit.datafile import Row, read_table

FOLDER = Path(__file__).parent
FEWEST, SEATS = 2, 4  # players
SLOTS, DRAWN, OFFERS = 2, 4, 4
WIDTH = 5
CELLS = WIDTH * WIDTH
CARDS = 48
COLOUR_NAMES = ("green", "orange", "violet")
COLOURS = len(COLOUR_NAMES)
SYMBOL_NAMES = ("wall", "entrance", "tomb", "cross", "red gem", "green gem", "torch", "skull", "potion")
SYMBOL_LETTERS = "#ETxrgfsp"
SYMBOLS = len(SYMBOL_NAMES)
WALL, ENTRANCE, TOMB, CROSS, RED_GEM, GREEN_GEM, TORCH, SKULL, POTION = range(SYMBOLS)
PATTERN_NAMES = ("I2", "I3", "V3", "O4", "L4", "S4")
PATTERNS = len(PATTERN_NAMES)
EXPEDITION = 8  # cards
ORIENTATIONS = 8
ROUNDS, CARDS_A_ROUND = 4, 7
MOST_GEMS, MOST_SKULLS = 10, 10
LARGEST = 5  # cells of a pattern
AWARDS = 3  # of each colour
KEEP_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
ALL_CELLS = (1 << CELLS) - 1
NOT_WEST = sum(1 << cell for cell in range(CELLS) if cell % WIDTH > 0)
NOT_EAST = sum(1 << cell for cell in range(CELLS) if cell % WIDTH < WIDTH - 1)


class ScoreCard(NamedTuple):
    """What things are worth."""

    pyramid: int
    torch: int
    pair: int
    gem: int
    awards: np.ndarray  # (AWARDS,)
    skulls: np.ndarray  # (MOST_SKULLS + 1,) loss with so many skulls crossed


class Box(NamedTuple):
    """Everything read from the data files."""

    colour: np.ndarray  # (CARDS,)
    cells: np.ndarray  # (CARDS, SYMBOLS) set of the cells with each symbol
    shapes: tuple[tuple[tuple[int, int], ...], ...]  # cells of each pattern as printed
    copies: np.ndarray  # (PATTERNS,) expedition cards of each pattern
    score_card: ScoreCard


def load(folder: Path) -> Box:
    """Reads and checks the three data files; a bad value raises `BadData` with file and line."""
    colour, cells = _load_cards(folder / "cards.txt")
    return Box(colour, cells, *_load_patterns(folder / "patterns.txt"), _load_score_card(folder / "score_card.txt"))


def _load_cards(path: Path) -> tuple[np.ndarray, np.ndarray]:
    columns = [f"row {r}" for r in range(WIDTH)]
    rows = read_table(path, ("number", "colour", *columns), rows=CARDS)
    colour = np.zeros(CARDS, np.int64)
    cells = np.zeros((CARDS, SYMBOLS), np.int64)
    lines: dict[int, int] = {}
    for row in rows:
        card = row.number("number", 1, CARDS) - 1
        if card in lines:
            row.fail(f"number {card + 1} stands in line {lines[card]} already")
        lines[card] = row.line
        colour[card] = row.choice("colour", COLOUR_NAMES)
        cells[card] = _pyramid(row, [row[column] for column in columns])
    for k, name in enumerate(COLOUR_NAMES):
        if (colour == k).sum() != CARDS // COLOURS:
            number = CARDS // COLOURS
            rows[-1].fail(f"{(colour == k).sum()} {name} cards; there must be {number} of each colour, says the manual")
    return colour, cells


def _pyramid(row: Row, drawing: list[str]) -> np.ndarray:
    """The sets of cells of one card."""
    found = np.zeros(SYMBOLS, np.int64)
    for r, text in enumerate(drawing):
        if len(text) != WIDTH:
            row.fail(f"row {r} is {text!r}; give {WIDTH} cells")
        for c, letter in enumerate(text):
            if letter != ".":
                if letter not in SYMBOL_LETTERS:
                    row.fail(f"symbol {letter!r} in row {r}; give one of {' '.join(SYMBOL_LETTERS)} or .")
                found[SYMBOL_LETTERS.index(letter)] |= 1 << (WIDTH * r + c)
    top, bottom = (1 << WIDTH) - 1, ((1 << WIDTH) - 1) << (CELLS - WIDTH)
    for symbol, place, where in ((ENTRANCE, top, "top"), (TOMB, bottom, "bottom")):
        if int(found[symbol]).bit_count() != 1 or not found[symbol] & place:
            row.fail(f"there must be exactly one {SYMBOL_NAMES[symbol]}, in the {where} row")
    reached, free = int(found[ENTRANCE]), ALL_CELLS & ~int(found[WALL])
    while (more := (reached | around(reached)) & free) != reached:
        reached = more
    if reached != free:
        missed = (free & ~reached).bit_length() - 1
        word = "the tomb" if found[TOMB] >> missed & 1 else f"cell {cell_name(missed)}"
        row.fail(f"no path leads from the entrance to {word}")
    return found


def _load_patterns(path: Path) -> tuple[tuple[tuple[tuple[int, int], ...], ...], np.ndarray]:
    rows = read_table(path, ("pattern", "cells", "cards"), rows=PATTERNS)
    shapes: list[tuple[tuple[int, int], ...]] = []
    for row, name in zip(rows, PATTERN_NAMES, strict=True):
        if row["pattern"] != name:
            row.fail(f"pattern {row['pattern']!r} stands where {name!r} belongs")
        cells = row["cells"].split()
        if not 2 <= len(cells) <= LARGEST or len(set(cells)) != len(cells):
            row.fail(f"cells {row['cells']!r}: give 2 to {LARGEST} different cells")
        if any(len(cell) != 2 or set(cell) - set("01234") for cell in cells):
            row.fail(f"cells {row['cells']!r}: give row and column of each cell, from 0 to {WIDTH - 1}")
        together = {cells[0]}
        for _ in cells:
            together |= {
                b for a in together for b in cells if abs(int(a[0]) - int(b[0])) + abs(int(a[1]) - int(b[1])) == 1
            }
        if len(together) != len(cells):
            row.fail(f"cells {row['cells']!r} do not hang together")
        shape = tuple((int(cell[0]), int(cell[1])) for cell in cells)
        for other, known in zip(shapes, PATTERN_NAMES, strict=False):
            if turned(shape, 0) in [turned(other, orientation) for orientation in range(ORIENTATIONS)]:
                row.fail(f"cells {row['cells']!r}: turned or mirrored, that is {known}")
        shapes.append(shape)
    copies = np.array([row.number("cards", 1, EXPEDITION - PATTERNS + 1) for row in rows], np.int64)
    if copies.sum() != EXPEDITION:
        rows[-1].fail(f"the cards add up to {copies.sum()}; the manual gives {EXPEDITION}, of {PATTERNS} patterns")
    return tuple(shapes), copies


def _load_score_card(path: Path) -> ScoreCard:
    counts = (1, 1, 1, 1, AWARDS, MOST_SKULLS)
    rows = read_table(path, ("item", "points"), rows=len(counts))
    points = []
    for row, name, count in zip(rows, ScoreCard._fields, counts, strict=True):
        values = row["points"].split()
        if row["item"] != name:
            row.fail(f"item {row['item']!r} stands where {name!r} belongs")
        if len(values) != count or not all(value.isdecimal() and int(value) <= 99 for value in values):
            row.fail(f"points {row['points']!r}: give {count} of 0 to 99")
        points.append([int(value) for value in values])
    if points[-2] != sorted(points[-2], reverse=True):
        rows[-2].fail("awards must bring ever less")
    if points[-1] != sorted(points[-1]):
        rows[-1].fail("skulls must cost ever more")
    (pyramid,), (torch,), (pair,), (gem,), awards, skulls = points
    return ScoreCard(pyramid, torch, pair, gem, np.array(awards, np.int64), np.array([0, *skulls], np.int64))


def around(cells: int) -> int:
    """The cells beside a set of cells, up, down, left and right."""
    return (cells << WIDTH | cells >> WIDTH | (cells & NOT_EAST) << 1 | (cells & NOT_WEST) >> 1) & ALL_CELLS


def cell_name(cell: int) -> str:
    """`r2c1`"""
    return f"r{cell // WIDTH}c{cell % WIDTH}"


def cell_names(cells: int) -> str:
    """`r2c1 r2c2`"""
    return " ".join(cell_name(cell) for cell in range(CELLS) if cells >> cell & 1)


def turned(shape: tuple[tuple[int, int], ...], orientation: int) -> tuple[tuple[int, int], ...]:
    """SG-2.3: mirrored for 4 and up, then turned clockwise, then pushed into the top-left corner."""
    cells = [(r, -c) if orientation >= 4 else (r, c) for r, c in shape]
    for _ in range(orientation % 4):
        cells = [(c, -r) for r, c in cells]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


def placements(shape: tuple[tuple[int, int], ...]) -> list[int]:
    """SG-2.4: every way to lay the shape into the grid as a set of cells, orientation after orientation."""
    found = []
    for cells in dict.fromkeys(turned(shape, orientation) for orientation in range(ORIENTATIONS)):
        for anchor in range(CELLS):
            row, column = divmod(anchor, WIDTH)
            places = [(row + r, column + c) for r, c in cells]
            if all(r < WIDTH and c < WIDTH for r, c in places):
                found.append(sum(1 << (WIDTH * r + c) for r, c in places))
    return found


BOX = load(FOLDER / "data")
COLOUR, COPIES, SCORE_CARD = BOX.colour, BOX.copies, BOX.score_card
AWARD_POINTS, SKULL_POINTS = SCORE_CARD.awards, SCORE_CARD.skulls
PYRAMID_POINTS, TORCH_POINTS, PAIR_POINTS, GEM_POINTS = SCORE_CARD[:4]
SYMBOL_CELLS = BOX.cells
OPEN_CELLS = ALL_CELLS & ~BOX.cells[:, WALL]
COLOUR_CARDS = np.array([sum(1 << int(k) for k in np.flatnonzero(c == COLOUR)) for c in range(COLOURS)], np.int64)
CROSSES = sum(int(cells).bit_count() for cells in BOX.cells[:, CROSS])
PAIR_FIRST = np.array([pair[0] for pair in KEEP_PAIRS], np.int64)
PAIR_SECOND = np.array([pair[1] for pair in KEEP_PAIRS], np.int64)
MOST_EXTRA = max(map(len, BOX.shapes))  # SG-14.2: extra marks that may be due at once
PLACEMENTS = [placements(shape) for shape in BOX.shapes]
SHAPE_CELLS = np.array([cells for ways in PLACEMENTS for cells in ways], np.int32)  # pattern after pattern
SHAPES = len(SHAPE_CELLS)
SHAPE_COUNT = np.array([len(ways) for ways in PLACEMENTS], np.int64)  # of each pattern
SHAPE_FIRST = np.cumsum(SHAPE_COUNT) - SHAPE_COUNT
BLOCK = 16  # shapes that are looked at together, fewer than there are cells
SHAPE_BLOCKS = np.full((PATTERNS, -(-int(SHAPE_COUNT.max()) // BLOCK) * BLOCK), -1, np.int32)  # all cells fit nowhere
for _pattern, _ways in enumerate(PLACEMENTS):
    SHAPE_BLOCKS[_pattern, : len(_ways)] = _ways
