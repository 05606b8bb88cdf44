"""A scene as pixels: resvg paints the SVG, pygame reads the picture. Both come with the extra `render`."""

from __future__ import annotations

import io
import os
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from rush_envs.errors import MissingExtra
from rush_envs.kit.scene import Scene

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it greets on stdout otherwise


def to_png(scene: Scene) -> bytes:
    """The drawing as a PNG file."""
    return _painted(scene.to_svg())


@lru_cache(1)  # a step draws into a window, and often somebody asks for the same table again
def _painted(svg: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingExtra("drawing as pixels", "render") from error
    pygame = find_spec("pygame")  # of the same extra: it brings a font, for machines that have none
    fonts = [str(Path(pygame.origin).with_name("freesansbold.ttf"))] if pygame and pygame.origin else None
    return svg_to_bytes(svg_string=svg, font_files=fonts, sans_serif_family="FreeSans" if fonts else None)


def to_rgb(scene: Scene) -> np.ndarray:
    """The drawing as pixels: (height, width, 3) uint8."""
    picture = to_png(scene)
    try:
        import pygame
    except ImportError as error:
        raise MissingExtra("drawing as pixels", "render") from error
    surface = pygame.image.load(io.BytesIO(picture), "table.png")
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))
