"""What each render mode gives, and what is said where it cannot."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from conftest import Variant

from rush_envs.contract import Game
from rush_envs.drawing.painter import Painter
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
