"""Marks as SVG: one element for each, in the colours of light or dark paper, or of a page's style sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape

from rush_envs.kit.scene.canvas import FONT_SIZE, Canvas, Mark
from rush_envs.kit.scene.colours import TURNING, painted, readable_on

COLUMN, ROW, MARGIN = 10, 20, 10  # in pixels
INSET = 1.5  # from the middle of a border cell to the frame: neighbours that share a side stand a little apart
CHIP, LETTER = 18, 9  # height of a chip, and so the diameter of a disc; width of a letter on it
FONTS = "DejaVu Sans, Verdana, Liberation Sans, Arial, Helvetica, sans-serif"
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
RADII = {"frame": 7, "card": 9, "tile": 5, "slot": 7}
Colours = Callable[[str], str]


class Ground:
    """Which areas of colour lie under words: ink on a strong one must be readable there on any paper."""

    def __init__(self, canvas: Canvas) -> None:
        self.rows: list[list[str | None]] = [[None] * canvas.width for _ in range(canvas.height)]

    def under(self, mark: Mark) -> str | None:
        """The strong colour under words; areas are remembered as they come."""
        if mark.kind == "box" and mark.values[4]:
            self._fill(*mark.values[:6])  # type: ignore[arg-type]
        elif mark.kind == "text":
            x, y, _, _, _, anchor, width, _ = mark.values
            column, row = int(x + BEFORE[anchor] * max(width - 1, 0)), int(y)  # type: ignore
            if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]):
                back = self.rows[row][column]
                return None if back in TURNING else back
        return None

    def _fill(self, x: float, y: float, width: float, height: float, fill: str, line: str | None) -> None:
        edge = 0.5 if line else 0.0
        left, right = max(round(x + edge), 0), round(x + width - edge)
        for row in self.rows[max(round(y + edge), 0) : max(round(y + height - edge), 0)]:
            row[left:right] = [fill] * len(row[left:right])


def elements(canvas: Canvas, theme: str) -> list[str]:
    """One element for each mark that pictures show (`canvas.pictured`)."""
    ground = Ground(canvas)
    return [element(mark.kind, mark.values, ground.under(mark), theme) for mark in canvas.pictured]


@lru_cache(1 << 14)  # most marks of a table stand there again in the next picture
def element(kind: str, values: tuple[Any, ...], back: str | None, theme: str) -> str:
    """One mark; `back` is the strong colour that lies under its words."""
    parts = list(_WAYS[kind](lambda colour: painted(colour, theme), back, *values))
    return parts[0] if len(parts) == 1 else f"<g>{''.join(parts)}</g>"


def document(width: float, height: float, title: str, body: Sequence[str], theme: str) -> str:
    """A self-contained picture of so many columns and rows."""
    wide, tall = width * COLUMN + 2 * MARGIN, height * ROW + 2 * MARGIN
    frame = f'width="{wide:g}" height="{tall:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {frame} viewBox="{-MARGIN} {-MARGIN} {wide:g} {tall:g}"'
    head += f' font-family="{FONTS}" font-size="{FONT_SIZE}">\n<title>{escape(title)}</title>'
    paper = f'<rect x="{-MARGIN}" y="{-MARGIN}" {frame} fill="{painted("white", theme)}"/>'
    return "\n".join([head, paper, *(part for part in body if part), "</svg>\n"])


# ------------------------------------------------------------------------------------------------------------------
# One function for each kind of mark: (colours, what lies under it, its values) -> elements


def _box(
    ink: Colours, _: str | None, x: float, y: float, width: float, height: float,
    fill: str | None, line: str | None, heavy: bool, look: str, opacity: float,
) -> Iterator[str]:  # fmt: skip
    dx = dy = 0.0
    if line and look == "frame":
        dx, dy = COLUMN / 2 + INSET, ROW / 2 + INSET
    elif look != "frame":
        dx = dy = INSET
    left, top, wide, tall = x * COLUMN + dx, y * ROW + dy, width * COLUMN - 2 * dx, height * ROW - 2 * dy
    radius = RADII[look] if line or look != "frame" else 0
    if look == "card":
        shade = f'fill="{ink("night")}" fill-opacity="0.22"'
        yield _rect(left + 1, top + 2.5, wide, tall, radius, shade)
    looks = f'fill="{ink(fill) if fill else "none"}"'
    if line:
        looks += f' stroke="{ink(line)}" stroke-width="{3 if heavy else 1.5}"'
        looks += ' stroke-dasharray="5 4"' * (look == "slot")
    looks += f' opacity="{opacity:g}"' * (opacity != 1)
    yield _rect(left, top, wide, tall, radius, looks)


def _line(
    ink: Colours, _: str | None, x1: float, y1: float, x2: float, y2: float, colour: str, heavy: bool, dashed: bool
) -> Iterator[str]:
    path = f"M{(x1 + 0.5) * COLUMN:g} {(y1 + 0.5) * ROW:g}L{(x2 + 0.5) * COLUMN:g} {(y2 + 0.5) * ROW:g}"
    looks = f'stroke-width="{4 if heavy else 1.5}" ' + ("stroke-dasharray" if dashed else "stroke-linecap")
    yield f'<path d="{path}" stroke="{ink(colour)}" {looks}="{"5 4" if dashed else "round"}"/>'


def _text(
    ink: Colours, back: str | None, x: float, y: float, words: str, colour: str, bold: bool, anchor: str, width: int,
    size: float,
) -> Iterator[str]:  # fmt: skip
    if back and colour == "ink":
        colour = readable_on(back)
    elif back and colour == "white":
        colour = "day"
    yield _words(ink, x + BEFORE[anchor] * width, y, words, colour, bold, anchor, size)


def _chip(ink: Colours, _: str | None, x: float, y: float, words: str, fill: str, square: bool) -> Iterator[str]:
    words = words.strip()
    left, wide = x * COLUMN + (COLUMN - CHIP) / 2, CHIP + (len(words) - 1) * LETTER
    looks = f'fill="{ink(fill)}" stroke="{ink("night")}" stroke-opacity="0.35"'
    yield _rect(left, y * ROW + (ROW - CHIP) / 2, wide, CHIP, 4 if square else CHIP / 2, looks)
    yield _words(ink, (left + wide / 2) / COLUMN, y, words, readable_on(fill), True, "middle", FONT_SIZE - 1)


def _icon(
    ink: Colours, _: str | None, x: float, y: float, name: str, words: str, wide: float, tall: float,
    colour: str, back: str | None, opacity: float,
) -> Iterator[str]:  # fmt: skip
    place = f'x="{x * COLUMN:g}" y="{y * ROW:g}" width="{wide * COLUMN:g}" height="{tall * ROW:g}"'
    see = f' opacity="{opacity:g}"' * (opacity != 1)
    yield f'<use href="#icon-{name}" {place} color="{ink(colour)}"{see}/>'


def _shape(
    ink: Colours, _: str | None, x: float, y: float, path: str, fill: str | None, line: str | None, weight: float,
    opacity: float,
) -> Iterator[str]:  # fmt: skip
    looks = f'fill="{ink(fill) if fill else "none"}"'
    if line:
        looks += f' stroke="{ink(line)}" stroke-width="{weight:g}" stroke-linejoin="round" stroke-linecap="round"'
    looks += f' opacity="{opacity:g}"' * (opacity != 1)
    move = f' transform="translate({x * COLUMN:g} {y * ROW:g})"' if x or y else ""
    yield f'<path d="{path}" {looks}{move}/>'


def _zone(ink: Colours, _: str | None, x: float, y: float, width: float, height: float) -> Iterator[str]:
    yield _rect(x * COLUMN, y * ROW, width * COLUMN, height * ROW, 6, 'fill="none" pointer-events="all"')


_WAYS: dict[str, Callable[..., Iterator[str]]] = {
    "box": _box, "line": _line, "text": _text, "chip": _chip, "icon": _icon, "shape": _shape, "zone": _zone,
}  # fmt: skip


def _rect(x: float, y: float, wide: float, tall: float, radius: float, looks: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}" rx="{radius:g}" {looks}/>'


def _words(ink: Colours, x: float, y: float, words: str, colour: str, bold: bool, anchor: str, size: float) -> str:
    place = f'x="{x * COLUMN:g}" y="{(y + 0.5) * ROW + 0.36 * size:g}" text-anchor="{anchor}"'
    looks = f'font-size="{size:g}" fill="{ink(colour)}"' + ' font-weight="bold"' * bold
    return f"<text {place} {looks}>{escape(words)}</text>"
