"""A whole drawing: one area, or several panels with coordinates of their own."""

from __future__ import annotations

from typing import Any, NoReturn

from rush_envs.kit.printable import printable
from rush_envs.kit.scene.canvas import Canvas, Mark
from rush_envs.kit.scene.icons import Icons, definitions
from rush_envs.kit.scene.svg import COLUMN, ROW, document, elements
from rush_envs.kit.scene.text import Grid
from rush_envs.kit.scene.wire import Wire

TABLE = "table"  # the name of a drawing that is not parted


class Panel(Canvas):
    """A named part of a drawing, whose corner is at (x, y) of the whole; its own coordinates begin there."""

    def __init__(self, name: str, title: str, x: int, y: int, width: int, height: int, icons: Icons) -> None:
        super().__init__(width, height, icons)
        self.name, self.title, self.x, self.y = name, title, x, y

    @property
    def place(self) -> list[int]:
        return [self.x, self.y, self.width, self.height]

    def to_ansi(self, colour: bool = True, area: tuple[int, int, int, int] | None = None) -> str:
        """The panel alone as terminal text, or an area of it: x, y, width, height."""
        return Grid(self.width, self.height).draw(self.marks).to_ansi(colour, area)

    def to_svg(self, theme: str = "light") -> str:
        """The panel alone as one self-contained SVG."""
        body = [definitions(self.icons, _icons(self.marks), theme), *elements(self, theme)]
        return document(self.width, self.height, self.title, body, theme)


class Scene(Canvas):
    """A drawing of `width` columns and `height` rows; colours are names of `PALETTE`."""

    def __init__(self, width: int, height: int, title: str, icons: Icons | None = None) -> None:
        super().__init__(width, height, icons)
        self.title = printable(title)
        self._panels: list[Panel] = []

    def panel(
        self, name: str, x: int, y: int, width: int, height: int, *,
        title: str = "", frame: bool | None = None, line: str = "silver", fill: str | None = None, heavy: bool = False,
    ) -> Panel:  # fmt: skip
        """A part to draw on; one with a title has a frame that shows it, unless told otherwise."""
        if self.marks:
            raise ValueError("a drawing with panels is drawn on its panels")
        if not name or any(name == panel.name for panel in self._panels):
            raise ValueError(f"panels have names of their own, not {name!r}")
        panel = Panel(name, printable(title) or name, x, y, width, height, self.icons)
        self._panels.append(panel)
        if frame or (frame is None and title):
            panel.box(0, 0, width, height, fill=fill, line=line, heavy=heavy, label=title)
        return panel

    @property
    def panels(self) -> list[Panel]:
        """Its panels; a drawing that is not parted is one of its own size."""
        if self._panels:
            return self._panels
        whole = Panel(TABLE, self.title, 0, 0, self.width, self.height, self.icons)
        whole.marks = self.marks
        return [whole]

    def _add(self, kind: str, *args: Any) -> None:
        if self._panels:
            _refuse(kind)
        super()._add(kind, *args)

    def to_ansi(self, colour: bool = True) -> str:
        """The drawing as terminal text with 24-bit colours, or with no escape codes at all."""
        if not self._panels:
            return Grid(self.width, self.height).draw(self.marks).to_ansi(colour)
        whole = Grid(self.width, self.height)
        for panel in self._panels:
            whole.paste(Grid(panel.width, panel.height).draw(panel.marks), panel.x, panel.y)
        return whole.to_ansi(colour)

    def to_svg(self, theme: str = "light") -> str:
        """The drawing as one self-contained SVG on `light` or `dark` paper."""
        names = {name for panel in self.panels for name in _icons(panel.marks)}
        body = [definitions(self.icons, names, theme)]
        for panel in self.panels:
            moved = f'<g transform="translate({panel.x * COLUMN} {panel.y * ROW})">' if self._panels else ""
            body += [moved, *elements(panel, theme), "</g>" if moved else ""]
        return document(self.width, self.height, self.title, body, theme)

    def to_wire(self) -> Wire:
        """The drawing for a page; see `wire`."""
        panels = [
            {"name": panel.name, "title": panel.title, "place": panel.place, "marks": elements(panel, "page")}
            for panel in self.panels
        ]
        return {"title": self.title, "panels": panels}

    def plain(self) -> tuple[Any, ...]:
        """Everything that is drawn as nested tuples: two drawings that are equal here look the same everywhere."""
        panels = ((panel.name, panel.title, *panel.place, *panel.marks) for panel in self.panels)
        return self.width, self.height, self.title, *panels


def _icons(marks: list[Mark]) -> set[str]:
    return {str(mark.values[2]) for mark in marks if mark.kind == "icon" and mark.only != "text"}


def _refuse(kind: str) -> NoReturn:
    raise ValueError(f"a drawing with panels is drawn on its panels: no {kind} on the whole")
