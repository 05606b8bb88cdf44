"""What each render mode gives, and what is said where it cannot."""

from __future__ import annotations

import io
import struct
import sys

import numpy as np
import pytest
from conftest import Variant

from rush_envs.contract import Game
from rush_envs.drawing.apng import apng
from rush_envs.drawing.painter import Painter
from rush_envs.drawing.pixels import _fonts, to_rgb
from rush_envs.errors import BadOption, MissingExtra


def test_pixels(game: Game) -> None:
    batch = Variant(game, {}).batch()
    pixels = Painter(game, "rgb_array").paint(batch.states)
    assert pixels.ndim == 3
    assert pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 5


@pytest.mark.parametrize(("mode", "package"), [("rgb_array", "resvg_py"), ("human", "pygame")])
def test_a_missing_extra_is_named(game: Game, mode: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"rush-envs\[render\]"):
        Painter(game, mode).paint(Variant(game, {}).batch().states)


def test_render_modes_are_checked(game: Game) -> None:
    with pytest.raises(BadOption, match="render_mode"):
        Painter(game, "film")
    with pytest.raises(BadOption, match="render_mode"):
        Painter(game, None).paint(Variant(game, {}).batch().states)


def test_pixels_from_single_marks_are_those_of_the_whole_drawing(game: Game) -> None:
    """Marks are painted one by one and kept: what they make up looks as if painted at once."""
    resvg, pygame = pytest.importorskip("resvg_py"), pytest.importorskip("pygame")
    batch = Variant(game, {}).batch(seed=3)
    for _ in range(30):
        batch.step(batch.random_actions())
    scene = game.draw(batch.states, None)
    for theme in ("light", "dark"):
        whole = resvg.svg_to_bytes(svg_string=scene.to_svg(theme), skip_system_fonts=True, font_files=list(_fonts()))
        picture = pygame.surfarray.array3d(pygame.image.load(io.BytesIO(whole), "x.png")).swapaxes(0, 1)
        pixels = to_rgb(scene, theme)
        assert pixels.shape == picture.shape
        far = np.abs(pixels.astype(int) - picture).max(axis=2) > 48  # but for the edges of lines and letters
        assert far.mean() < 0.004


def test_a_picture_that_moves_begins_with_the_first_one() -> None:
    pygame = pytest.importorskip("pygame")
    first = np.random.default_rng(0).integers(0, 256, (20, 30, 3), np.uint8)
    second = first.copy()
    second[5:8, 10:14] = 7
    second[6, 11] = first[6, 11]  # shows through
    content = apng([first, second, second])
    surface = pygame.image.load(io.BytesIO(content), "x.png")  # readers that know no films show the first picture
    assert (pygame.surfarray.array3d(surface).swapaxes(0, 1) == first).all()
    place = content.index(b"fcTL", content.index(b"fcTL") + 4) + 8
    assert struct.unpack(">IIII", content[place : place + 16]) == (4, 3, 10, 5)  # only what differs
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(content))
    for number, picture in enumerate((first, second, second)):
        image.seek(number)
        assert (np.asarray(image.convert("RGB")) == picture).all()
    with pytest.raises(ValueError, match="among pictures"):
        apng([first, second[1:]])
    with pytest.raises(ValueError, match="no picture"):
        apng([])
