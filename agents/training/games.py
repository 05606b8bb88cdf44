"""The games that a run learns in, and the memory of the decisions between two updates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from rush_envs.contract import Game
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.engine.agents import load
from rush_envs.engine.streams import derived

from .league import League
from .recipe import Recipe

GAMES = "training games"  # the purpose of their seeds


class Rollouts(MaskableRolloutBuffer):
    """The decisions between two updates. Its large arrays are made once and never copied as a whole: memory that is
    touched for the first time costs more than the games that fill it."""

    def reset(self) -> None:
        super(MaskableRolloutBuffer, self).reset()
        if not hasattr(self, "large"):
            self.mask_dims = int(self.action_space.n)  # type: ignore[attr-defined]
            self.large = self.observations, np.zeros((self.buffer_size, self.n_envs, self.mask_dims), np.bool_)
        self.observations, self.action_masks = self.large

    @staticmethod
    def swap_and_flatten(arr: np.ndarray) -> np.ndarray:
        """In the order of time: minibatches are drawn at random anyway."""
        return arr.reshape(-1, *arr.shape[2:])


class CappedVecEnv(RushVecEnv):
    """The learner's games. A cap keeps what a game pays in the end, much of it luck, from drowning what led there."""

    def __init__(self, *given: Any, cap: float, **more: Any) -> None:
        super().__init__(*given, **more)
        self.cap = cap

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Called by SB3 with the learner's seed, which must not become the seed of the deals."""
        return super().seed(None if seed is None else derived(seed, GAMES))

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        seen, paid, over, infos = super().step_wait()
        return seen, np.clip(paid, -self.cap, self.cap), over, infos


def open_games(game: Game, recipe: Recipe, league: League) -> CappedVecEnv:
    """The games that a run learns in."""
    return CappedVecEnv(
        game.name,
        recipe.games,
        opponents=league,
        raw=True,
        adviser=load("greedy", game) if recipe.advice else None,
        seed=derived(recipe.seed, GAMES),
        reward=recipe.reward,
        cap=recipe.cap,
        **recipe.options,
    )
