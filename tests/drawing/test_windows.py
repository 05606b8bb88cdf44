"""Windows of several environments live side by side, and each closes alone."""

from __future__ import annotations

import numpy as np
import pytest

import rush_envs
from rush_envs.drawing.painter import Painter

pygame = pytest.importorskip("pygame")
pytest.importorskip("resvg_py")


def test_closing_one_window_leaves_the_other_open() -> None:
    painters, states = [], []
    for name in ("coffee_rush", "silver_gold_pyramids"):
        batch = rush_envs.make_batch(name, 1, seed=0)
        batch.reset()
        states.append(batch.states)
        painters.append(Painter(batch.game, "human"))
    for painter, state in zip(painters, states, strict=True):
        painter.paint(state)
    one, other = painters
    assert one._window is not other._window
    assert {one._window.title, other._window.title} == {one.game.title, other.game.title}
    one.close()
    one.close()
    assert pygame.display.get_init()
    other.paint(states[1])
    shown = pygame.surfarray.array3d(other._window.get_surface())
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 2, "the table is drawn"
    other.close()
    one.paint(states[0])  # opens again
    one.close()
