"""What is drawn on: marks in character cells, kept as plain data."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from rush_envs.errors import hint
from rush_envs.kit.printable import printable
from rush_envs.kit.scene.colours import known
from rush_envs.kit.scene.icons import Icons
from rush_envs.kit.scene.parts import Part, Plain, plain

Anchor = Literal["start", "middle", "end"]
Look = Literal["frame", "card", "tile", "slot"]
Only = Literal["", "text", "picture"]
LOOKS: tuple[Look, ...] = ("frame", "card", "tile", "slot")
FONT_SIZE = 14
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE .,+-]*")


class Mark(NamedTuple):
    """One thing on a drawing: a kind, its values in the order of the method that draws it, and what it stands for."""

    kind: str
    values: tuple[int | float | str | bool | None, ...]
    only: str = ""
    part: Plain = ()


def fit(words: str, width: int) -> str:
    """The words, cut with `…` when they take more than `width` columns."""
    return words if len(words) <= width else words[: max(width - 1, 0)] + "…"[:width]


class Canvas:
    """An area of `width` columns and `height` rows; colours are names of `PALETTE`."""

    def __init__(self, width: int, height: int, icons: Icons | None = None) -> None:
        self.width, self.height = width, height
        self.icons = Icons.basic() if icons is None else icons
        self.marks: list[Mark] = []

    @property
    def pictured(self) -> list[Mark]:
        """The marks that pictures show."""
        return [mark for mark in self.marks if mark.only != "text"]

    def _add(
        self, kind: str, values: tuple[int | float | str | bool | None, ...], only: Only, part: Part | None
    ) -> None:
        if only not in ("", "text", "picture"):
            raise ValueError(f"only={only!r}: {hint(only, ('text', 'picture'))}")
        self.marks.append(Mark(kind, values, only, plain(part) if part else ()))

    def box(
        self, x: float, y: float, width: float, height: float, *,
        fill: str | None = None, line: str | None = "silver", heavy: bool = False, label: str = "",
        look: Look = "frame", opacity: float = 1.0, only: Only = "", part: Part | None = None,
    ) -> None:  # fmt: skip
        """A frame on the outer cells, with a label in its upper side if wanted; with `line=None` an area of colour.

        In pictures a `frame` runs through the middle of its outer cells; `card` (rounded, with a shadow), `tile` and
        `slot` (dashed: an empty place) take the whole of them.
        """
        if look not in LOOKS:
            raise ValueError(f"look={look!r}: {hint(look, LOOKS)}")
        fill, line = known(fill) if fill else None, known(line) if line else None
        self._add("box", (x, y, width, height, fill, line, bool(heavy), look, opacity), only, part)
        if label:
            words = f" {fit(printable(label), int(width) - 6)} "
            self.chip(x + 2, y, words, fill=line or "silver", square=True, only=only, part=part)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *,
        colour: str = "ink", heavy: bool = False, dashed: bool = False, only: Only = "", part: Part | None = None,
    ) -> None:  # fmt: skip
        """A straight line from the middle of one cell to the middle of another; in text along a row or a column."""
        if x1 != x2 and y1 != y2 and only != "picture":
            raise ValueError(f"a line runs along a row or a column, not from ({x1}, {y1}) to ({x2}, {y2})")
        self._add("line", (x1, y1, x2, y2, known(colour), heavy, dashed), only, part)

    def text(
        self, x: float, y: float, words: str, *,
        colour: str = "ink", bold: bool = False, anchor: Anchor = "start", width: int = 0, size: float = FONT_SIZE,
        only: Only = "", part: Part | None = None,
    ) -> None:  # fmt: skip
        """Words from column x on; with a width, set within that many columns as `anchor` says, and cut to fit.

        `size` is that of the letters in pictures. Ink on an area of strong colour is whatever can be read there.
        """
        words = printable(words)
        width = width or len(words)
        self._add("text", (x, y, fit(words, width), known(colour), bool(bold), anchor, width, size), only, part)

    def chip(
        self, x: float, y: float, words: str, *,
        fill: str = "silver", square: bool = False, only: Only = "", part: Part | None = None,
    ) -> None:  # fmt: skip
        """Words on a disc, on a pill if they are long, on a card if square. Leave a column free between chips."""
        self._add("chip", (x, y, printable(words), known(fill), square), only, part)

    def icon(
        self, x: float, y: float, name: str, words: str = "", *,
        size: tuple[float, float] = (2, 1), colour: str = "ink", back: str | None = None, opacity: float = 1.0,
        only: Only = "", part: Part | None = None,
    ) -> None:  # fmt: skip
        """A small picture in a box of `size` cells, and in text its words in the middle of that box.

        `colour` is what the icon's own drawing leaves open (`currentColor`); in text the words are written in it, or on
        `back` if that is given.
        """
        if name not in self.icons:
            raise ValueError(f"no icon is called {name!r}; {hint(name, self.icons)}")
        back = known(back) if back else None
        self._add("icon", (x, y, name, printable(words), *size, known(colour), back, opacity), only, part)

    def shape(
        self, x: float, y: float, path: str, *,
        fill: str | None = None, line: str | None = None, weight: float = 1.5, opacity: float = 1.0,
        part: Part | None = None,
    ) -> None:  # fmt: skip
        """A free shape, in pictures only: an SVG path in pixels (10 a column, 20 a row) from the corner of a cell."""
        if not _PATH.fullmatch(path):
            raise ValueError(f"no path: {path[:60]!r}")
        fill, line = known(fill) if fill else None, known(line) if line else None
        self._add("shape", (x, y, path, fill, line, weight, opacity), "picture", part)

    def zone(self, x: float, y: float, width: float, height: float, *, part: Part) -> None:
        """An area that shows nothing and stands for a part of an action: where it may be clicked, a page says so."""
        self._add("zone", (x, y, width, height), "picture", part)
