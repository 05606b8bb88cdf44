"""Pyramid cards, in text and in pictures: what each cell shows, what is marked, and what a click on a cell stands for.

In pictures a card is a slab of sandstone in a frame of its colour; a marked cell is golden and crossed out with a pen,
one marked on the card in play yellow. In text a letter is a symbol still to be reached, and marked cells are shaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    CARDS,
    CELLS,
    COLOUR,
    COLOUR_NAMES,
    ENTRANCE,
    SHAPE_CELLS,
    SHAPE_COUNT,
    SHAPE_FIRST,
    SYMBOL_CELLS,
    SYMBOL_NAMES,
    TOMB,
    WALL,
    WIDTH,
)
from rush_envs.kit.scene import Canvas, Icons
from rush_envs.kit.scene.colours import readable_on
from rush_envs.kit.scene.parts import Part
from rush_envs.kit.scene.paths import rectangle

ICONS = Icons.read(Path(__file__).with_name("icons.svg"))
BANDS = ("green", "orange", "purple")  # in the order of COLOUR_NAMES
LETTERS = "#ET+RGFSP"  # in the order of SYMBOL_NAMES, and so are the others
FILLS = ("cocoa", "white", "ink", "blue", "crimson", "green", "orange", "grey", "pink")
PICTURES = ("", "entrance", "tomb", "extra", "red-gem", "green-gem", "torch", "skull", "potion")
DARK = {"cocoa", "ink", "blue", "crimson", "green", "grey", "purple"}  # to be written on in white
FLOOR, MARKED, FRESH = "cream", "gold", "yellow"
NOTHING = -1

# Columns and rows in text, pixels in pictures
CELL, TALL = 4, 2  # from one cell of a pyramid to the next
GRID, GRID_TALL = WIDTH * CELL + 1, WIDTH * TALL + 1
MINI, NEXT = 2 * WIDTH, 2 * WIDTH + 1  # a small card, and from one to the next
LARGE, SMALL = 40, 20  # pixels of a cell
COLUMN, ROW = 10, 20


def _symbols() -> np.ndarray:
    """(CARDS, CELLS) the symbol of each cell, or NOTHING."""
    found = np.full((CARDS, CELLS), NOTHING)
    for symbol in range(len(SYMBOL_NAMES)):
        found[SYMBOL_CELLS[:, symbol, None] >> np.arange(CELLS) & 1 == 1] = symbol
    return found


SYMBOL_AT = _symbols()


def card_name(card: int) -> str:
    """`green 07`"""
    return f"{COLOUR_NAMES[COLOUR[card]]} {card + 1:02}"


@lru_cache(1 << 10)
def cell_parts(slot: int, cell: int, pattern: int) -> list[dict[str, int | str | list[int]]]:
    """What a click on a cell of a pyramid may mean: it alone, or any way to lay the pattern that takes it in."""
    means: list[dict[str, int | str | list[int]]] = [{"range": "cell", "pyramid": slot, "cell": cell}]
    first = int(SHAPE_FIRST[pattern])
    shapes = [k for k in range(first, first + int(SHAPE_COUNT[pattern])) if SHAPE_CELLS[k] >> cell & 1]
    return [*means, {"range": "shape", "pyramid": slot, "cells": shapes}] if shapes else means


# ------------------------------------------------------------------------------------------------------------------
# In text


def write_area(canvas: Canvas, x: int, y: int, fill: str, words: str) -> None:
    """An area of colour; its words are seen only where there is no colour."""
    canvas.box(x, y, len(words), 1, fill=fill, line=None, only="text")
    canvas.text(x, y, words, colour=fill, only="text")


def _write_band(canvas: Canvas, card: int, x: int, y: int, width: int, words: str = "") -> None:
    """Colour and number of a card, after some words."""
    fill = BANDS[COLOUR[card]]
    canvas.box(x, y, width, 1, fill=fill, line=None, only="text")
    colour = "white" if fill in DARK else "ink"
    canvas.text(x, y, words + card_name(card), colour=colour, bold=True, anchor="middle", width=width, only="text")


def write_mini(canvas: Canvas, card: int, x: int, y: int) -> None:
    """A small card of two columns a cell."""
    _write_band(canvas, card, x, y, MINI)
    canvas.box(x, y + 1, MINI, WIDTH, fill=FLOOR, line=None, only="text")
    for row in range(WIDTH):
        canvas.text(x, y + 1 + row, "· " * WIDTH, colour="silver", only="text")
    for cell in np.flatnonzero(SYMBOL_AT[card] >= 0).tolist():
        left, top, symbol = x + cell % WIDTH * 2, y + 1 + cell // WIDTH, int(SYMBOL_AT[card, cell])
        if symbol == WALL:
            canvas.text(left, top, "██", colour=FILLS[WALL], only="text")
        else:
            canvas.chip(left, top, f"{LETTERS[symbol]} ", fill=FILLS[symbol], only="text")


def write_card(canvas: Canvas, slot: int, card: int, marks: int, fresh: int, x: int, y: int) -> None:
    """A card of a player with its place among both, and the numbers of rows and columns beside it: moves use them."""
    _write_band(canvas, card, x + 1, y, GRID - 2, f"{slot + 1} · ")
    for k in range(WIDTH):
        canvas.text(x - 1, y + 2 + k * TALL, str(k), colour="grey", only="text")
        canvas.text(x + 1 + k * CELL, y + 1 + GRID_TALL, f"c{k}", colour="grey", anchor="middle", width=CELL - 1,
                    only="text")  # fmt: skip
    for cell in range(CELLS):
        place = x + cell % WIDTH * CELL, y + 1 + cell // WIDTH * TALL
        _write_cell(canvas, int(SYMBOL_AT[card, cell]), bool(marks >> cell & 1), bool(fresh >> cell & 1), *place)


def _write_cell(canvas: Canvas, symbol: int, marked: bool, fresh: bool, x: int, y: int) -> None:
    fill = FRESH if fresh else MARKED if marked else FILLS[WALL] if symbol == WALL else FLOOR
    canvas.box(x, y, CELL + 1, TALL + 1, fill=fill, only="text")
    if symbol == WALL:
        canvas.text(x + 1, y + 1, "███", colour=fill, only="text")
    elif marked:
        used = symbol >= 0
        canvas.text(x + 1, y + 1, "░░░" if fresh else "▒▒▒", colour=fill, only="text")
        canvas.text(x + 2, y + 1, LETTERS[symbol] if used else "×", colour="cocoa" if used else "brown", bold=used,
                    only="text")  # fmt: skip
    elif symbol >= 0:
        canvas.chip(x + 2, y + 1, LETTERS[symbol], fill=FILLS[symbol], square=symbol in (ENTRANCE, TOMB), only="text")


# ------------------------------------------------------------------------------------------------------------------
# In pictures


def paint_card(
    canvas: Canvas, card: int, x: float, y: float, side: int, words: str = "", *,
    marks: int = 0, fresh: int = 0, part: Part | None = None, cells: Sequence[Part] = (),
) -> None:  # fmt: skip
    """A card with cells of so many pixels, its grid from (x, y) on; `cells`: what each cell stands for.

    A large one has the numbers of rows and columns in its frame.
    """
    large, size = side == LARGE, side * WIDTH
    left, top, below = (18 if large else 4), 22, (18 if large else 4)
    wide, tall = (left + size + 4) / COLUMN, (top + size + below) / ROW
    fill = BANDS[COLOUR[card]]
    ink = readable_on(fill)
    canvas.box(x - left / COLUMN, y - top / ROW, wide, tall, fill=fill, line="night", look="card", only="picture",
               part=part)  # fmt: skip
    canvas.text(x + size / COLUMN / 2 - 8, y - 1.05, words + card_name(card), colour=ink, bold=True, anchor="middle",
                width=16, size=14 if large else 12, only="picture", part=part)  # fmt: skip
    _paint_stone(canvas, card, marks & ~fresh, fresh, x, y, side)
    for cell in np.flatnonzero(SYMBOL_AT[card] > WALL).tolist():
        _paint_symbol(canvas, int(SYMBOL_AT[card, cell]), bool(marks >> cell & 1), cell, x, y, side)
    canvas.shape(x, y, _crosses(marks, side), line="cocoa", weight=side / 14)
    if large:
        for k in range(WIDTH):
            canvas.text(
                x - 1.9, y + 0.5 + 2 * k, f"r{k}", colour=ink, anchor="middle", width=2, size=12, only="picture"
            )
            canvas.text(x + 1 + 4 * k, y + 9.95, f"c{k}", colour=ink, anchor="middle", width=2, size=12, only="picture")
    for cell, means in enumerate(cells):
        across, down = cell % WIDTH * side / COLUMN, cell // WIDTH * side / ROW
        canvas.zone(x + across, y + down, side / COLUMN, side / ROW, part=means)


def _paint_stone(canvas: Canvas, card: int, marks: int, fresh: int, x: float, y: float, side: int) -> None:
    """The floor with its joints, walls of brick, and what is marked."""
    size, walls = side * WIDTH, int(SYMBOL_CELLS[card, WALL])
    canvas.shape(x, y, rectangle(0, 0, size, size, 3), fill=FLOOR)
    for cells, fill in ((marks, MARKED), (fresh, FRESH), (walls, "cocoa")):
        canvas.shape(x, y, _squares(cells, side), fill=fill)
    canvas.shape(x, y, _bricks(walls, side), fill="brown")
    joints = "".join(f"M0 {k * side}h{size}M{k * side} 0v{size}" for k in range(1, WIDTH))
    canvas.shape(x, y, joints, line="grey", weight=1, opacity=0.5)


def _paint_symbol(canvas: Canvas, symbol: int, marked: bool, cell: int, x: float, y: float, side: int) -> None:
    share = 0.95 if symbol in (ENTRANCE, TOMB) else 0.8
    inset = side * (1 - share) / 2
    left, top = x + (cell % WIDTH * side + inset) / COLUMN, y + (cell // WIDTH * side + inset) / ROW
    size = (side * share / COLUMN, side * share / ROW)
    opacity = 0.45 if marked else 1
    canvas.icon(left, top, PICTURES[symbol], size=size, colour="day", opacity=opacity, only="picture")


def _places(cells: int, side: int) -> list[tuple[int, int]]:
    return [(cell % WIDTH * side, cell // WIDTH * side) for cell in range(CELLS) if cells >> cell & 1]


@lru_cache(1 << 12)
def _squares(cells: int, side: int) -> str:
    return "".join(f"M{x} {y}h{side}v{side}h-{side}Z" for x, y in _places(cells, side))


@lru_cache(1 << 10)
def _bricks(cells: int, side: int) -> str:
    """Three rows of bricks in each cell, every other one shifted."""
    tall, gap, half = side / 3, side / 20, side / 2
    paths = []
    for x, y in _places(cells, side):
        for row, widths in enumerate(((half, half), (half / 2, half, half / 2), (half, half))):
            across = 0.0
            for wide in widths:
                paths.append(f"M{x + across + gap / 2:g} {y + row * tall + gap / 2:g}h{wide - gap:g}v{tall - gap:g}"
                             f"h{gap - wide:g}Z")  # fmt: skip
                across += wide
    return "".join(paths)


@lru_cache(1 << 12)
def _crosses(cells: int, side: int) -> str:
    a, b = round(side * 0.2), round(side * 0.6)
    return "".join(f"M{x + a} {y + a}l{b} {b}m0-{b}l-{b} {b}" for x, y in _places(cells, side))


def paint_back(canvas: Canvas, x: float, y: float, wide: float, tall: float, part: Part | None = None) -> None:
    canvas.icon(x, y, "back", size=(wide, tall), only="picture", part=part)
