"""A scene as pixels: resvg paints its marks, pygame puts them together. Both come with the extra `render`.

Painting a whole drawing takes resvg some tenths of a second, most of them for letters. But most marks of a table stand
on many of its cells, and in the next picture again: each is painted once, alone, and kept.
"""

from __future__ import annotations

import io
import math
import os
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rush_envs.errors import MissingExtra
from rush_envs.kit.scene import Icons, Mark, Panel, Scene
from rush_envs.kit.scene.colours import THEMES
from rush_envs.kit.scene.icons import definitions
from rush_envs.kit.scene.paths import extent
from rush_envs.kit.scene.svg import BEFORE, COLUMN, FONT_SIZE, FONTS, MARGIN, ROW, Ground, element

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it greets on stdout otherwise

KEPT = 4096  # painted marks
EDGE = 4  # pixels round a mark for its line and its shadow
LETTER = 0.8  # of the size of letters: more than the width of nearly all of them
CORNER = 24  # pixels of a frame's corner: all that is not straight
FOLDERS = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/TTF", "/usr/share/fonts/dejavu", "/Library/Fonts")


class Area(NamedTuple):
    """What a mark may cover, in whole pixels from the corner of its cell."""

    left: int
    top: int
    wide: int
    tall: int


def to_png(scene: Scene, theme: str = "light") -> bytes:
    """The drawing as a PNG file."""
    file = io.BytesIO()
    _pygame().image.save(_surface(scene, theme), file, "table.png")
    return file.getvalue()


def to_rgb(scene: Scene, theme: str = "light") -> np.ndarray:
    """The drawing as pixels: (height, width, 3) uint8."""
    pygame, surface = _pygame(), _surface(scene, theme)
    pixels = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8)
    return pixels.reshape(surface.get_height(), surface.get_width(), 3).copy()


def _surface(scene: Scene, theme: str) -> Any:
    _resvg()
    size = scene.width * COLUMN + 2 * MARGIN, scene.height * ROW + 2 * MARGIN
    surface = _pygame().Surface(size)
    surface.fill(THEMES[theme]["white"])
    for panel in scene.panels:
        _put_marks(surface, panel, theme)
    return surface


def _put_marks(surface: Any, panel: Panel, theme: str) -> None:
    ground = Ground(panel)
    x0, y0 = MARGIN + panel.x * COLUMN, MARGIN + panel.y * ROW
    for mark in panel.pictured:
        under = ground.under(mark)
        if mark.kind == "zone":
            continue
        column, row, values = _moved(mark)
        area, picture = _painted(mark.kind, values, under, theme, panel.icons)
        surface.blit(picture, (x0 + column * COLUMN + area.left, y0 + row * ROW + area.top))


def _moved(mark: Mark) -> tuple[int, int, tuple[Any, ...]]:
    """The cell of a mark, and its values as they would be in the first cell of all."""
    x, y, *rest = mark.values
    column, row = math.floor(x), math.floor(y)  # type: ignore[arg-type]
    if mark.kind == "line":
        rest[:2] = rest[0] - column, rest[1] - row  # type: ignore[operator]
    return column, row, (x - column, y - row, *rest)  # type: ignore[operator]


@lru_cache(KEPT)
def _painted(kind: str, values: tuple[Any, ...], under: str | None, theme: str, icons: Icons) -> tuple[Area, Any]:
    area = _area(kind, values)
    if kind == "box" and area.wide > 3 * CORNER and area.tall > 3 * CORNER and values[7] != "slot":
        return area, _stretched(values, area, theme)
    return area, _paint(element(kind, values, under, theme), area, theme, _symbol(kind, values, theme, icons))


def _symbol(kind: str, values: tuple[Any, ...], theme: str, icons: Icons) -> str:
    return definitions(icons, [values[2]], theme) if kind == "icon" else ""


def _area(kind: str, values: tuple[Any, ...]) -> Area:
    x, y = values[0] * COLUMN, values[1] * ROW
    if kind in ("box", "icon"):
        wide, tall = values[2:4] if kind == "box" else values[4:6]
        return _around(x, y, x + wide * COLUMN, y + tall * ROW)
    if kind == "line":
        ends = values[0], values[1], values[2], values[3]
        left, right = sorted(((ends[0] + 0.5) * COLUMN, (ends[2] + 0.5) * COLUMN))
        top, bottom = sorted(((ends[1] + 0.5) * ROW, (ends[3] + 0.5) * ROW))
        return _around(left, top, right, bottom)
    if kind == "shape":
        left, top, right, bottom = extent(values[2])
        half = values[5] / 2  # of its line
        return _around(x + left - half, y + top - half, x + right + half, y + bottom + half)
    size = values[7] if kind == "text" else FONT_SIZE
    wide = len(values[2]) * size * LETTER + size
    start = x + BEFORE[values[5]] * (values[6] * COLUMN - wide) if kind == "text" else x - size / 2
    middle = y + ROW / 2
    return _around(start - size / 2, middle - size, start + wide + size / 2, middle + size)


def _around(left: float, top: float, right: float, bottom: float) -> Area:
    x, y = math.floor(left) - EDGE, math.floor(top) - EDGE
    return Area(x, y, math.ceil(right) + EDGE - x, math.ceil(bottom) + EDGE - y)


def _stretched(values: tuple[Any, ...], area: Area, theme: str) -> Any:
    """A large box from a small one of the same look: its corners, its sides drawn out, its middle."""
    pygame = _pygame()
    shorter = 3 * CORNER // ROW * ROW
    small_values = (*values[:2], shorter / COLUMN + values[2] % 1, shorter / ROW + values[3] % 1, *values[4:])
    small = _paint(element("box", small_values, None, theme), _area("box", small_values), theme, "")
    large = pygame.Surface((area.wide, area.tall), pygame.SRCALPHA)
    across, down = _thirds(small.get_width(), area.wide), _thirds(small.get_height(), area.tall)
    for x, wide, to_x, to_wide in across:
        for y, tall, to_y, to_tall in down:
            piece = small.subsurface((x, y, wide, tall))
            large.blit(pygame.transform.scale(piece, (to_wide, to_tall)), (to_x, to_y))
    return large


def _thirds(small: int, large: int) -> list[tuple[int, int, int, int]]:
    """Where corner, side and corner of one length lie, and where they come to lie on another."""
    end = small - CORNER
    return [
        (0, CORNER, 0, CORNER),
        (CORNER, end - CORNER, CORNER, large - 2 * CORNER),
        (end, CORNER, large - CORNER, CORNER),
    ]


# ------------------------------------------------------------------------------------------------------------------
# The extra


def _paint(mark: str, area: Area, theme: str, definitions: str) -> Any:
    """One mark on nothing, as large as its area."""
    box = f'width="{area.wide}" height="{area.tall}" viewBox="{area.left} {area.top} {area.wide} {area.tall}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="{FONTS}" font-size="{FONT_SIZE}">'
    files = _fonts() if "<text" in mark else ()
    family = "FreeSans" if len(files) == 1 else None
    picture = _resvg()(
        svg_string=f"{head}{definitions}{mark}</svg>",
        skip_system_fonts=True,
        font_files=list(files) or None,
        sans_serif_family=family,
    )
    pygame = _pygame()
    loaded = pygame.image.load(io.BytesIO(picture), "mark.png")
    return loaded.convert(pygame.Surface((1, 1), pygame.SRCALPHA))  # blits many times as fast as a file's own format


@cache
def _fonts() -> tuple[str, ...]:
    """DejaVu Sans where it is found, be it matplotlib's; else the one font that pygame brings."""
    plot = find_spec("matplotlib")
    folders = [Path(folder) for folder in FOLDERS]
    if plot and plot.origin:
        folders.append(Path(plot.origin).parent / "mpl-data" / "fonts" / "ttf")
    for folder in folders:
        files = [folder / "DejaVuSans.ttf", folder / "DejaVuSans-Bold.ttf"]
        if all(file.is_file() for file in files):
            return tuple(map(str, files))
    return (str(Path(_pygame().__file__).with_name("freesansbold.ttf")),)


def _resvg() -> Any:
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingExtra("drawing as pixels", "render") from error
    return svg_to_bytes


def _pygame() -> Any:
    try:
        import pygame
    except ImportError as error:
        raise MissingExtra("drawing as pixels", "render") from error
    return pygame
