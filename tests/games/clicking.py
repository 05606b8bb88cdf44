"""Whether a page that knows no game could play one: clicks on a drawing single out every legal action."""

from __future__ import annotations

from typing import Any

import numpy as np

import rush_envs
from rush_envs.engine.batch import BatchEnv


def not_singled_out(batch: BatchEnv, row: int) -> list[str]:
    """The legal actions, in words, that the marks for the seat which is asked do not tell from other legal ones."""
    game, legal = batch.game, np.flatnonzero(batch.mask[row])
    scene = game.draw(batch.states[row : row + 1], int(batch.seat[row]))
    parts = {mark.part for panel in scene.panels for mark in panel.pictured if mark.part}
    meant = np.stack([game.actions.meant(part)[legal] for part in parts])  # (parts, legal actions)
    missed = []
    for k, action in enumerate(legal):
        left = meant[meant[:, k]].all(axis=0)  # after a click on each mark that stands for this action
        if not meant[:, k].any() or left.sum() > 1:
            missed.append(game.describe(int(action)))
    return missed


def out_of_reach(game: str, options: dict[str, Any], *, seed: int, decisions: int, every: int = 5) -> set[str]:
    """The same for a whole random game, looked at now and then."""
    batch = rush_envs.make_batch(game, 1, seed=seed, autoreset=False, **options)
    batch.reset()
    found: set[str] = set()
    for decision in range(decisions):
        if batch.seat[0] < 0:
            break
        if decision % every == 0:
            found.update(not_singled_out(batch, 0))
        batch.step([int(batch.random_actions()[0])])
    return found
