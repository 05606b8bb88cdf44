"""Stable-Baselines3's door: a VecEnv without a Python loop over games, with batched `action_masks`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from rush_envs.doors.solo import Solo
from rush_envs.errors import BadOption, MissingExtra

try:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv
except ImportError:
    raise MissingExtra("rush_envs.doors.sb3", "train") from None


class RushVecEnv(VecEnv):
    """`MaskablePPO("MlpPolicy", RushVecEnv("coffee_rush", 64))` works as it is."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        **options: Any,
    ) -> None:
        self.solo = Solo(game, num_envs, opponents=opponents, seat=seat, **options)
        self.render_mode = None
        self._chosen: Any = None
        self._started = time.time()
        self._return = np.zeros(self.solo.batch.num_envs, np.float64)
        self._length = np.zeros(self.solo.batch.num_envs, np.int64)
        space = spaces.Box(0.0, 1.0, (self.solo.game.observation.size,), np.float32)
        super().__init__(self.solo.batch.num_envs, space, self.solo.action_space)

    def reset(self) -> np.ndarray:
        """New games; `env.seed(s)` before it makes them episode 0 of seed s."""
        seed = self._seeds[0]
        self._reset_seeds()
        self.solo.reset(seed)
        self._return[:] = self._length[:] = 0
        return self._observations()

    def _observations(self) -> np.ndarray:
        return self._shown(self.solo.batch.features)

    def _shown(self, features: np.ndarray) -> np.ndarray:
        scaled: np.ndarray = features * self.solo.game.observation.scale
        return scaled

    def step_async(self, actions: np.ndarray) -> None:
        self._chosen = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        solo = self.solo
        solo.step(self._chosen)
        self._return += solo.reward
        self._length += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        over = solo.ended()
        if over.size:
            self._note_ends(over, infos)
        return self._observations(), solo.reward.copy(), solo.terminated | solo.truncated, infos

    def _note_ends(self, over: np.ndarray, infos: list[dict[str, Any]]) -> None:
        solo = self.solo
        elapsed = round(time.time() - self._started, 6)
        final = self._shown(solo.batch.observe(over, solo.final_learner[over], final=True))
        for i, last, result in zip(over, final, solo.results(over), strict=True):
            infos[i] = result | {
                "terminal_observation": last,
                "TimeLimit.truncated": bool(solo.truncated[i]),
                "episode": {"r": float(self._return[i]), "l": int(self._length[i]), "t": elapsed},
            }
        self._return[over] = self._length[over] = 0

    def action_masks(self) -> np.ndarray:
        """(N, A) bool."""
        self.solo.batch.require_reset()
        return self.solo.masks().astype(np.bool_)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        result = getattr(self, method_name)(*args, **kwargs)
        rows = self._get_indices(indices)
        return [result[i] for i in rows] if method_name == "action_masks" else [result for _ in rows]

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise BadOption(f"the games of a batch share their attributes; set {attr_name!r} on the environment itself")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [None] * self.num_envs

    def close(self) -> None:
        """Nothing to release."""
