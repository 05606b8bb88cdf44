"""Plays any legal action, each equally likely."""

from __future__ import annotations

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent, refuse_argument
from rush_envs.engine.pick import pick
from rush_envs.engine.view import View


class RandomAgent:
    """Draws from a stream of its own, never from the game's."""

    sees = ()

    def __init__(self, seed: int | None = None) -> None:
        self._rng = np.random.default_rng(seed)
        self._streams = np.zeros(0, np.uint64)

    def act(self, view: View) -> np.ndarray:
        missing = len(view) - len(self._streams)
        if missing > 0:
            fresh = self._rng.integers(0, 1 << 64, missing, np.uint64)
            self._streams = np.concatenate([self._streams, fresh])
        actions = np.empty(len(view), np.int64)
        pick(view.for_kernels(view.game).mask, np.arange(len(view)), self._streams, actions)
        return actions


def make(game: Game, argument: str, seed: int | None) -> Agent:
    refuse_argument("random", argument)
    return RandomAgent(seed)
