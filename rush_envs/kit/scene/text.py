"""Marks as terminal text: a grid of characters with colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from rush_envs.kit.scene.canvas import Mark
from rush_envs.kit.scene.colours import readable_on, rgb

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8  # where a cell's lines go: an index into the glyphs
LIGHT, HEAVY = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
DASHED = {"│": "╎", "─": "╌", "┃": "╏", "━": "╍"}
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of the free room stands before the words


class Cell(NamedTuple):
    """One character of terminal text: a glyph of its own, or the lines that meet here."""

    glyph: str = " "
    front: str = "ink"
    back: str | None = None
    bold: bool = False
    ways: int = 0
    heavy: bool = False
    dashed: bool = False


BLANK = Cell()


class Grid:
    """Cells that marks are written into; what lies outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[BLANK] * width for _ in range(height)]

    def draw(self, marks: Iterable[Mark]) -> Grid:
        for mark in marks:
            if mark.only != "picture":
                _WAYS[mark.kind](self, *mark.values)
        return self

    def paste(self, other: Grid, x: int, y: int) -> None:
        """Another grid upon this one, with its corner at (x, y)."""
        for row, cells in enumerate(other.cells, y):
            if 0 <= row < self.height:
                left = max(-x, 0)
                self.cells[row][max(x, 0) : max(x, 0) + len(cells) - left] = cells[left : self.width - x]

    def to_ansi(self, colour: bool, area: tuple[int, int, int, int] | None = None) -> str:
        """With 24-bit colours, or with no escape codes at all; all of it or an area (x, y, width, height)."""
        x, y, wide, tall = area or (0, 0, self.width, self.height)
        rows = [row[x : x + wide] for row in self.cells[y : y + tall]]
        return "\n".join(_coloured(row) if colour else "".join(map(_glyph, row)).rstrip() for row in rows)

    def write(self, x: int, y: int, words: str, front: str, back: str | None, bold: bool) -> None:
        if not 0 <= y < self.height:
            return
        row = self.cells[y]
        for column, glyph in enumerate(words, x):
            if 0 <= column < self.width:
                row[column] = Cell(glyph, front, back or row[column].back, bold)

    def fill(self, x: int, y: int, width: int, height: int, back: str) -> None:
        left, right = max(x, 0), min(x + width, self.width)
        if left < right:
            for row in self.cells[max(y, 0) : max(y + height, 0)]:
                row[left:right] = [Cell(back=back)] * (right - left)

    def trace(self, x1: int, y1: int, x2: int, y2: int, colour: str, heavy: bool, dashed: bool) -> None:
        forth, back = (RIGHT, LEFT) if y1 == y2 else (DOWN, UP)
        for y in range(max(y1, 0), min(y2 + 1, self.height)):
            row = self.cells[y]
            for x in range(max(x1, 0), min(x2 + 1, self.width)):
                cell = row[x]
                ways = cell.ways | forth * ((x, y) != (x2, y2)) | back * ((x, y) != (x1, y1))
                row[x] = Cell(cell.glyph, colour, cell.back, False, ways, heavy, dashed)


# ------------------------------------------------------------------------------------------------------------------
# One function for each kind of mark


def _box(
    grid: Grid,
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str | None,
    line: str | None,
    heavy: bool,
    *_: Any,
) -> None:
    left, top, right, bottom = round(x), round(y), round(x) + round(width) - 1, round(y) + round(height) - 1
    edge = 1 if line else 0
    if fill:
        grid.fill(left + edge, top + edge, right - left + 1 - 2 * edge, bottom - top + 1 - 2 * edge, fill)
    if line:
        for ends in (
            (left, top, right, top),
            (left, bottom, right, bottom),
            (left, top, left, bottom),
            (right, top, right, bottom),
        ):
            grid.trace(*ends, line, heavy, False)


def _line(grid: Grid, x1: float, y1: float, x2: float, y2: float, colour: str, heavy: bool, dashed: bool) -> None:
    (left, right), (top, bottom) = sorted((round(x1), round(x2))), sorted((round(y1), round(y2)))
    grid.trace(left, top, right, bottom, colour, heavy, dashed)


def _text(
    grid: Grid, x: float, y: float, words: str, colour: str, bold: bool, anchor: str, width: int, _: float
) -> None:
    grid.write(round(x) + int(BEFORE[anchor] * (width - len(words))), round(y), words, colour, None, bold)


def _chip(grid: Grid, x: float, y: float, words: str, fill: str, _: bool) -> None:
    grid.write(round(x), round(y), words, "ink", fill, True)


def _icon(
    grid: Grid,
    x: float,
    y: float,
    _: str,
    words: str,
    wide: float,
    tall: float,
    colour: str,
    back: str | None,
    *__: Any,
) -> None:
    left, top = round(x + max(wide - len(words), 0) // 2), round(y + (tall - 1) // 2)
    front = "ink" if back or colour in ("day", "night", "white") else colour  # these are seen on some papers only
    grid.write(left, top, words, front, back, True)


_WAYS: dict[str, Callable[..., None]] = {"box": _box, "line": _line, "text": _text, "chip": _chip, "icon": _icon}


# ------------------------------------------------------------------------------------------------------------------
# Characters and colour codes


def _glyph(cell: Cell) -> str:
    if not cell.ways:
        return cell.glyph
    glyph = (HEAVY if cell.heavy else LIGHT)[cell.ways]
    return DASHED.get(glyph, glyph) if cell.dashed else glyph


@cache
def _style(front: str, back: str | None, bold: bool) -> str:
    """The colour codes. Ink on no colour is whatever the terminal writes with, be it dark or light."""
    if back and front == "ink":
        front = readable_on(back)
    codes = ["1"] * bold
    if front != "ink" or back:
        codes.append("38;2;{};{};{}".format(*rgb(front)))
    if back:
        codes.append("48;2;{};{};{}".format(*rgb(back)))
    return ";".join(codes)


def _coloured(row: list[Cell]) -> str:
    size = len(row)
    while size and not row[size - 1].back and _glyph(row[size - 1]) == " ":
        size -= 1
    parts, last = [], ""
    for cell in row[:size]:
        style = _style(cell.front, cell.back, cell.bold)
        if style != last:
            parts.append(f"\x1b[0;{style}m" if style else "\x1b[0m")
            last = style
        parts.append(_glyph(cell))
    return "".join(parts) + "\x1b[0m" * bool(last)
