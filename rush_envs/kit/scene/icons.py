"""Small pictures as data: SVG symbols in a file, of ours or of a game.

    ICONS = Icons.read(Path(__file__).with_name("icons.svg"))        # the file's own, and those that all games have

A file is one `<svg>` of `<symbol id="pawn" viewBox="0 0 24 24">` elements made of paths and simple shapes. A `fill` or
`stroke` is `none`, `currentColor` (what the drawer says) or a name of the palette, which follows the paper.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from xml.sax.saxutils import quoteattr

from rush_envs.kit.scene.colours import PALETTE, painted

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = ("path", "circle", "ellipse", "rect", "line", "polygon", "polyline", "g")
COLOURED = ("fill", "stroke")
ATTRIBUTES = frozenset(
    (*COLOURED, "d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "points",
     "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "fill-opacity",
     "stroke-opacity", "fill-rule", "transform")
)  # fmt: skip
NAME = re.compile(r"[a-z][a-z0-9-]*")


class Icons(dict[str, str]):
    """Symbols by name, as the markup within `<symbol>` with `{colour}` for palette names; see `symbol`."""

    boxes: dict[str, str]
    __hash__ = object.__hash__  # type: ignore[assignment]  # each set is read once and stays as it is

    def __init__(self) -> None:
        super().__init__()
        self.boxes = {}

    @classmethod
    def read(cls, path: Path) -> Icons:
        """The icons of a file, and those that every game has."""
        icons = cls()
        if path != BASIC:
            icons |= cls.basic()
            icons.boxes |= cls.basic().boxes
        for element in ElementTree.parse(path).getroot():
            name, box = element.get("id", ""), element.get("viewBox", "")
            if element.tag != f"{SVG}symbol" or not NAME.fullmatch(name) or not box:
                raise ValueError(f"{path.name}: {element.tag} {name!r} is no symbol with an id and a viewBox")
            icons[name] = "".join(_markup(child, f"{path.name}: {name}") for child in element)
            icons.boxes[name] = box
        return icons

    @staticmethod
    @cache
    def basic() -> Icons:
        """What many games need: pawn, die faces, heart, coin, star …"""
        return Icons.read(BASIC)

    def symbol(self, name: str, theme: str) -> str:
        """One `<symbol>` in the colours of a theme."""
        inner = re.sub(r"\{([a-z ]+)\}", lambda found: painted(found[1], theme), self[name])
        return f'<symbol id="icon-{name}" viewBox="{self.boxes[name]}">{inner}</symbol>'

    def symbols(self, theme: str) -> str:
        """All of them, for a page."""
        return "".join(self.symbol(name, theme) for name in self)


BASIC = Path(__file__).with_name("icons.svg")


def _markup(element: ElementTree.Element, where: str) -> str:
    """An element of a symbol, checked, with palette names in braces."""
    tag = element.tag.removeprefix(SVG)
    if tag not in SHAPES:
        raise ValueError(f"{where}: a symbol holds {', '.join(SHAPES)}, not {tag}")
    parts = []
    for name, value in element.attrib.items():
        if name not in ATTRIBUTES or "{" in value:
            raise ValueError(f"{where}: no attribute {name}={value!r} of {tag}")
        if name in COLOURED and value not in ("none", "currentColor"):
            if value not in PALETTE:
                raise ValueError(f"{where}: {name}={value!r} is no name of the palette, none or currentColor")
            value = f"{{{value}}}"
        parts.append(f" {name}={quoteattr(value)}")
    inner = "".join(_markup(child, where) for child in element)
    return f"<{tag}{''.join(parts)}>{inner}</{tag}>" if inner else f"<{tag}{''.join(parts)}/>"


def definitions(icons: Icons, names: Iterable[str], theme: str) -> str:
    """The `<defs>` of a picture with these icons."""
    found = "".join(icons.symbol(name, theme) for name in sorted(names))
    return f"<defs>{found}</defs>" if found else ""
