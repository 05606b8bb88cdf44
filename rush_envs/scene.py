"""A drawing in character cells, described once and shown as terminal text, SVG or pixels.

    scene = Scene(40, 12, "Coffee Rush")                        # columns, rows
    scene.box(0, 0, 40, 12, line="blue", label="player_0")      # a frame, or an area of colour
    scene.text(2, 2, "score 6", bold=True)                      # words
    scene.chip(2, 4, "C", fill="brown")                         # a token, pawn, die, card or badge with words on it
    scene.line(10, 6, 30, 6, heavy=True)                        # a wall; dashed, a door
    print(scene.to_ansi()); scene.to_svg(); scene.to_png(); scene.to_rgb()

Columns count from the left, rows from the top, both from 0. Frames and lines run through the middle of their cells, so
frames that share a column or row of cells share that side. What is drawn later covers what was drawn before. Without
colour only words and lines remain, so the words alone must tell everything. What lies outside the scene is cut off.
"""

from __future__ import annotations

import unicodedata
import zlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from xml.sax.saxutils import escape

from rush_envs.errors import MissingExtra, hint

if TYPE_CHECKING:
    import numpy as np

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
        self.width, self.height, self.title = width, height, _clean(title)
        self._cells = [[_Cell() for _ in range(width)] for _ in range(height)]
        self._svg: list[str] = []

    def box(
        self, x: int, y: int, width: int, height: int, *,
        fill: str | None = None, line: str | None = "silver", heavy: bool = False, label: str = "",
    ) -> None:  # fmt: skip
        """A frame on the outer cells, with a label in its upper side if wanted; with `line=None` an area of colour."""
        edge = 1 if line else 0
        if fill:
            for row in range(y + edge, y + height - edge):
                self._write(x + edge, row, " " * (width - 2 * edge), "ink", fill, False)
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
            self.chip(x + 2, y, f" {fit(_clean(label), width - 6)} ", fill=line, square=True)

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
        words = _clean(words)
        width = width or len(words)
        words = fit(words, width)
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        self._write(x + int(before * (width - len(words))), y, words, colour, None, bold)
        self._words(x + before * width, y, words, colour, bold, anchor, FONT_SIZE)

    def chip(self, x: int, y: int, words: str, *, fill: str = "silver", square: bool = False) -> None:
        """Words on a disc, on a pill if they are long, on a card if square. Leave a column free between chips."""
        words = _clean(words)
        self._write(x, y, words, "ink", fill, True)
        words = words.strip()
        left, wide = x * COLUMN + (COLUMN - CHIP) / 2, CHIP + (len(words) - 1) * LETTER
        stroke = f' stroke="{PALETTE["ink"]}" stroke-opacity="0.35"'
        self._rect(left, y * ROW + (ROW - CHIP) / 2, wide, CHIP, 4 if square else CHIP / 2, _hex(fill), stroke)
        self._words((left + wide / 2) / COLUMN, y, words, _readable_on(fill), True, "middle", FONT_SIZE - 1)

    def to_ansi(self, colour: bool = True) -> str:
        """The drawing as terminal text with 24-bit colours, or with no escape codes at all."""
        return "\n".join(_coloured(row) if colour else "".join(map(str, row)).rstrip() for row in self._cells)

    def to_svg(self) -> str:
        """The drawing as one self-contained SVG."""
        width, height = self.width * COLUMN + 2 * MARGIN, self.height * ROW + 2 * MARGIN
        frame = f'width="{width}" height="{height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {frame} viewBox="{-MARGIN} {-MARGIN} {width} {height}"'
        head += f' font-family="{FONTS}" font-size="{FONT_SIZE}">\n<title>{escape(self.title)}</title>'
        paper = f'<rect x="{-MARGIN}" y="{-MARGIN}" {frame} fill="{PALETTE["white"]}"/>'
        return "\n".join([head, paper, *self._svg, "</svg>\n"])

    def to_png(self) -> bytes:
        """The drawing as a PNG file."""
        try:
            from resvg_py import svg_to_bytes
        except ImportError as error:
            raise MissingExtra("drawing as pixels", "render") from error
        pygame = find_spec("pygame")  # of the same extra: it brings a font, for machines that have none
        fonts = [str(Path(pygame.origin).with_name("freesansbold.ttf"))] if pygame and pygame.origin else None
        return svg_to_bytes(svg_string=self.to_svg(), font_files=fonts, sans_serif_family="FreeSans" if fonts else None)

    def to_rgb(self) -> np.ndarray:
        """The drawing as pixels: (height, width, 3) uint8."""
        return _read_png(self.to_png())

    def _write(self, x: int, y: int, words: str, front: str, back: str | None, bold: bool) -> None:
        for column, glyph in enumerate(words, x):
            if 0 <= column < self.width and 0 <= y < self.height:
                self._cells[y][column] = _Cell(glyph, front, back or self._cells[y][column].back, bold)

    def _trace(self, x1: int, y1: int, x2: int, y2: int, colour: str, heavy: bool, dashed: bool) -> None:
        forth, back = (RIGHT, LEFT) if y1 == y2 else (DOWN, UP)
        for y in range(max(y1, 0), min(y2 + 1, self.height)):
            for x in range(max(x1, 0), min(x2 + 1, self.width)):
                cell = self._cells[y][x]
                cell.ways |= forth * ((x, y) != (x2, y2)) | back * ((x, y) != (x1, y1))
                cell.front, cell.heavy, cell.dashed, cell.bold = colour, heavy, dashed, False

    def _rect(self, x: float, y: float, wide: float, tall: float, radius: float, fill: str, stroke: str = "") -> None:
        place = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}"'
        self._svg.append(f'<rect {place} rx="{radius:g}" fill="{fill}"{stroke}/>')

    def _words(self, x: float, y: int, words: str, colour: str, bold: bool, anchor: Anchor, size: int) -> None:
        place = f'x="{x * COLUMN:g}" y="{(y + 0.5) * ROW + 0.36 * size:g}" text-anchor="{anchor}"'
        looks = f'font-size="{size}" fill="{_hex(colour)}"' + ' font-weight="bold"' * bold
        self._svg.append(f"<text {place} {looks}>{escape(words)}</text>")


class _Cell:
    """One character of terminal text: a glyph of its own, or the lines that meet here."""

    __slots__ = ("back", "bold", "dashed", "front", "glyph", "heavy", "ways")

    def __init__(self, glyph: str = " ", front: str = "ink", back: str | None = None, bold: bool = False) -> None:
        self.glyph, self.front, self.back, self.bold = glyph, front, back, bold
        self.ways, self.heavy, self.dashed = 0, False, False

    def __str__(self) -> str:
        glyph = (HEAVY if self.heavy else LIGHT)[self.ways] if self.ways else self.glyph
        return DASHED.get(glyph, glyph) if self.dashed else glyph

    def style(self) -> str:
        """The colour codes. Ink on no colour is whatever the terminal writes with, be it dark or light."""
        front = _readable_on(self.back) if self.back and self.front == "ink" else self.front
        codes = ["1"] * self.bold
        if front != "ink" or self.back:
            codes.append("38;2;{};{};{}".format(*_rgb(front)))
        if self.back:
            codes.append("48;2;{};{};{}".format(*_rgb(self.back)))
        return ";".join(codes)


def _coloured(row: list[_Cell]) -> str:
    size = max((x + 1 for x, cell in enumerate(row) if cell.back or str(cell) != " "), default=0)
    parts, last = [], ""
    for cell in row[:size]:
        style = cell.style()
        if style != last:
            parts.append(f"\x1b[0;{style}m" if style else "\x1b[0m")
            last = style
        parts.append(str(cell))
    return "".join(parts) + "\x1b[0m" * bool(last)


def _clean(words: str) -> str:
    """One column a character, and nothing that a terminal or an XML reader would take for a command."""
    return "".join(c if c.isprintable() else "?" for c in unicodedata.normalize("NFC", words))


def _hex(colour: str) -> str:
    if colour not in PALETTE:
        raise ValueError(f"no colour is called {colour!r}; {hint(colour, PALETTE)}")
    return PALETTE[colour]


def _rgb(colour: str) -> bytes:
    return bytes.fromhex(_hex(colour)[1:])


def _readable_on(colour: str) -> str:
    red, green, blue = _rgb(colour)
    return "ink" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "white"


def _read_png(png: bytes) -> np.ndarray:
    """Red, green and blue of a PNG as resvg writes it: 8-bit RGBA, not interlaced, any row filter.

    Filters guess a pixel from those to the left, above and above left, so all pixels of a rising diagonal can be worked
    out at once: `slant[d + 2]` holds those with x + y = d, after two empty diagonals and with an empty row on top.
    Filters 0 to 2 are the fourth (Paeth: whichever comes nearest to left + above - corner) without some neighbours.
    """
    import numpy as np

    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    if png[24:29] != b"\x08\x06\0\0\0":
        raise ValueError("not an 8-bit RGBA image without interlacing")
    packed, at = b"", 8
    while at < len(png):
        end = at + 8 + int.from_bytes(png[at : at + 4])
        packed += png[at + 8 : end] if png[at + 4 : at + 8] == b"IDAT" else b""
        at = end + 4
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 4 * width)
    kind, y, x = rows[:, :1], *np.ogrid[:height, :width]
    slant = np.zeros((width + height + 1, height + 1, 3), np.int16)
    slant[x + y + 2, y + 1] = rows[:, 1:].reshape(height, width, 4)[:, :, :3]
    has_left, has_above, has_corner = (-np.isin(kind, which).astype(np.int16) for which in ((1, 3, 4), (2, 3, 4), 4))
    for d in range(width + height - 1):
        here = slice(max(0, d - width + 1), min(height, d + 1))
        shifted = slice(here.start + 1, here.stop + 1)
        left, above = slant[d + 1, shifted] & has_left[here], slant[d + 1, here] & has_above[here]
        corner = slant[d, here] & has_corner[here]
        off_left, off_above, off_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
        guess = np.where(off_above <= off_corner, above, corner)
        guess = np.where(off_left <= np.minimum(off_above, off_corner), left, guess)
        guess = np.where(kind[here] == 3, (left + above) // 2, guess)
        slant[d + 2, shifted] = (slant[d + 2, shifted] + guess) & 255
    return slant[x + y + 2, y + 1].astype(np.uint8)
