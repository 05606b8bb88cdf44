"""A drawing in character cells, described once and shown as terminal text or SVG.

    scene = Scene(40, 12, "Coffee Rush")                        # columns, rows
    scene.box(0, 0, 40, 12, line="blue", label="player_0")      # a frame, or an area of colour
    scene.text(2, 2, "score 6", bold=True)                      # words
    scene.chip(2, 4, "C", fill="brown")                         # a token, pawn, die, card or badge with words on it
    scene.line(10, 6, 30, 6, heavy=True)                        # a wall; dashed, a door
    print(scene.to_ansi()); scene.to_svg()                      # pixels: rush_envs.drawing.pixels

Columns count from the left, rows from the top, both from 0. Frames and lines run through the middle of their cells, so
frames that share a column or row of cells share that side. What is drawn later covers what was drawn before. Without
colour only words and lines remain, so the words alone must tell everything. What lies outside the scene is cut off.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from rush_envs.errors import hint
from rush_envs.kit.printable import printable

# Strong colours differ in lightness as well as in hue, so they stay apart for colour-blind eyes.
PALETTE = {
    "ink": "#22262e", "grey": "#6b7280", "silver": "#c3c8d1", "fog": "#eef0f3", "white": "#ffffff",
    "blue": "#0072b2", "vermilion": "#d55e00", "green": "#00805c", "purple": "#8e4585", "crimson": "#b3202c",
    "sky": "#7cc4ee", "orange": "#e69f00", "yellow": "#f2e34c", "pink": "#e3a5c7", "lime": "#a4cf57",
    "brown": "#8a5a33", "cocoa": "#4b2e20", "cream": "#f7efd9", "gold": "#c9a227", "sand": "#e6d3a7",
    "pale blue": "#e3f0f9", "pale green": "#e1f3ec", "pale red": "#fbe6e2", "pale purple": "#f2e6f0",
}  # fmt: skip

COLUMN, ROW, MARGIN, FONT_SIZE = 10, 20, 10, 14  # of the SVG, in pixels
INSET = 1.5  # from the middle of a border cell to the frame: neighbours that share a side stand a little apart
CHIP, LETTER = 18, 9  # height of a chip, and so the diameter of a disc; width of a letter on it
FONTS = "DejaVu Sans, Verdana, Liberation Sans, Arial, Helvetica, sans-serif"
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8  # where a cell's lines go: an index into the glyphs
LIGHT, HEAVY = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
DASHED = {"│": "╎", "─": "╌", "┃": "╏", "━": "╍"}

Anchor = Literal["start", "middle", "end"]


def fit(words: str, width: int) -> str:
    """The words, cut with `…` when they take more than `width` columns."""
    return words if len(words) <= width else words[: max(width - 1, 0)] + "…"[:width]


class Scene:
    """A drawing of `width` columns and `height` rows; colours are names of `PALETTE`."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height, self.title = width, height, printable(title)
        self._cells = [[_Cell()] * width for _ in range(height)]
        self._svg: list[str] = []

    def box(
        self, x: int, y: int, width: int, height: int, *,
        fill: str | None = None, line: str | None = "silver", heavy: bool = False, label: str = "",
    ) -> None:  # fmt: skip
        """A frame on the outer cells, with a label in its upper side if wanted; with `line=None` an area of colour."""
        edge = 1 if line else 0
        if fill:
            self._fill(x + edge, y + edge, width - 2 * edge, height - 2 * edge, fill)
        paint = _hex(fill) if fill else "none"
        left, top, wide, tall = x * COLUMN, y * ROW, width * COLUMN, height * ROW
        if not line:
            self._rect(left, top, wide, tall, 0, paint)
            return
        right, bottom = x + width - 1, y + height - 1
        for ends in ((x, y, right, y), (x, bottom, right, bottom), (x, y, x, bottom), (right, y, right, bottom)):
            self._trace(*ends, line, heavy, False)
        dx, dy = COLUMN / 2 + INSET, ROW / 2 + INSET
        stroke = f' stroke="{_hex(line)}" stroke-width="{3 if heavy else 1.5}"'
        self._rect(left + dx, top + dy, wide - 2 * dx, tall - 2 * dy, 7, paint, stroke)
        if label:
            self.chip(x + 2, y, f" {fit(printable(label), width - 6)} ", fill=line, square=True)

    def line(
        self, x1: int, y1: int, x2: int, y2: int, *, colour: str = "ink", heavy: bool = False, dashed: bool = False
    ) -> None:
        """A straight line from the middle of one cell to the middle of another in the same row or column."""
        if x1 != x2 and y1 != y2:
            raise ValueError(f"a line runs along a row or a column, not from ({x1}, {y1}) to ({x2}, {y2})")
        self._trace(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), colour, heavy, dashed)
        path = f"M{(x1 + 0.5) * COLUMN:g} {(y1 + 0.5) * ROW:g}L{(x2 + 0.5) * COLUMN:g} {(y2 + 0.5) * ROW:g}"
        looks = f'stroke-width="{4 if heavy else 1.5}" ' + ("stroke-dasharray" if dashed else "stroke-linecap")
        self._svg.append(f'<path d="{path}" stroke="{_hex(colour)}" {looks}="{"5 4" if dashed else "round"}"/>')

    def text(
        self, x: int, y: int, words: str, *,
        colour: str = "ink", bold: bool = False, anchor: Anchor = "start", width: int = 0,
    ) -> None:  # fmt: skip
        """Words from column x on; with a width, set within that many columns as `anchor` says, and cut to fit."""
        words = printable(words)
        width = width or len(words)
        words = fit(words, width)
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        self._write(x + int(before * (width - len(words))), y, words, colour, None, bold)
        self._words(x + before * width, y, words, colour, bold, anchor, FONT_SIZE)

    def chip(self, x: int, y: int, words: str, *, fill: str = "silver", square: bool = False) -> None:
        """Words on a disc, on a pill if they are long, on a card if square. Leave a column free between chips."""
        words = printable(words)
        self._write(x, y, words, "ink", fill, True)
        words = words.strip()
        left, wide = x * COLUMN + (COLUMN - CHIP) / 2, CHIP + (len(words) - 1) * LETTER
        stroke = f' stroke="{PALETTE["ink"]}" stroke-opacity="0.35"'
        self._rect(left, y * ROW + (ROW - CHIP) / 2, wide, CHIP, 4 if square else CHIP / 2, _hex(fill), stroke)
        self._words((left + wide / 2) / COLUMN, y, words, _readable_on(fill), True, "middle", FONT_SIZE - 1)

    def to_ansi(self, colour: bool = True) -> str:
        """The drawing as terminal text with 24-bit colours, or with no escape codes at all."""
        return "\n".join(_coloured(row) if colour else "".join(map(_glyph, row)).rstrip() for row in self._cells)

    def to_svg(self) -> str:
        """The drawing as one self-contained SVG."""
        width, height = self.width * COLUMN + 2 * MARGIN, self.height * ROW + 2 * MARGIN
        frame = f'width="{width}" height="{height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {frame} viewBox="{-MARGIN} {-MARGIN} {width} {height}"'
        head += f' font-family="{FONTS}" font-size="{FONT_SIZE}">\n<title>{escape(self.title)}</title>'
        paper = f'<rect x="{-MARGIN}" y="{-MARGIN}" {frame} fill="{PALETTE["white"]}"/>'
        return "\n".join([head, paper, *self._svg, "</svg>\n"])

    def _write(self, x: int, y: int, words: str, front: str, back: str | None, bold: bool) -> None:
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        for column, glyph in enumerate(words, x):
            if 0 <= column < self.width:
                row[column] = _Cell(glyph, front, back or row[column].back, bold)

    def _fill(self, x: int, y: int, width: int, height: int, back: str) -> None:
        left, right = max(x, 0), min(x + width, self.width)
        if left < right:
            for row in self._cells[max(y, 0) : max(y + height, 0)]:
                row[left:right] = [_Cell(back=back)] * (right - left)

    def _trace(self, x1: int, y1: int, x2: int, y2: int, colour: str, heavy: bool, dashed: bool) -> None:
        forth, back = (RIGHT, LEFT) if y1 == y2 else (DOWN, UP)
        for y in range(max(y1, 0), min(y2 + 1, self.height)):
            row = self._cells[y]
            for x in range(max(x1, 0), min(x2 + 1, self.width)):
                cell = row[x]
                ways = cell.ways | forth * ((x, y) != (x2, y2)) | back * ((x, y) != (x1, y1))
                row[x] = _Cell(cell.glyph, colour, cell.back, False, ways, heavy, dashed)

    def _rect(self, x: float, y: float, wide: float, tall: float, radius: float, fill: str, stroke: str = "") -> None:
        place = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}"'
        self._svg.append(f'<rect {place} rx="{radius:g}" fill="{fill}"{stroke}/>')

    def _words(self, x: float, y: int, words: str, colour: str, bold: bool, anchor: Anchor, size: int) -> None:
        place = f'x="{x * COLUMN:g}" y="{(y + 0.5) * ROW + 0.36 * size:g}" text-anchor="{anchor}"'
        looks = f'font-size="{size}" fill="{_hex(colour)}"' + ' font-weight="bold"' * bold
        self._svg.append(f"<text {place} {looks}>{escape(words)}</text>")


class _Cell(NamedTuple):
    """One character of terminal text: a glyph of its own, or the lines that meet here."""

    glyph: str = " "
    front: str = "ink"
    back: str | None = None
    bold: bool = False
    ways: int = 0
    heavy: bool = False
    dashed: bool = False


def _glyph(cell: _Cell) -> str:
    if not cell.ways:
        return cell.glyph
    glyph = (HEAVY if cell.heavy else LIGHT)[cell.ways]
    return DASHED.get(glyph, glyph) if cell.dashed else glyph


@cache
def _style(front: str, back: str | None, bold: bool) -> str:
    """The colour codes. Ink on no colour is whatever the terminal writes with, be it dark or light."""
    if back and front == "ink":
        front = _readable_on(back)
    codes = ["1"] * bold
    if front != "ink" or back:
        codes.append("38;2;{};{};{}".format(*_rgb(front)))
    if back:
        codes.append("48;2;{};{};{}".format(*_rgb(back)))
    return ";".join(codes)


def _coloured(row: list[_Cell]) -> str:
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


def _hex(colour: str) -> str:
    if colour not in PALETTE:
        raise ValueError(f"no colour is called {colour!r}; {hint(colour, PALETTE)}")
    return PALETTE[colour]


def _rgb(colour: str) -> bytes:
    return bytes.fromhex(_hex(colour)[1:])


@cache
def _readable_on(colour: str) -> str:
    red, green, blue = _rgb(colour)
    return "ink" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "white"
