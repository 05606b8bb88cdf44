"""Stable-Baselines3's door: a VecEnv without a Python loop over games, with batched `action_masks`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from rush_envs.doors.masks import Observation
from rush_envs.doors.solo import Solo
from rush_envs.drawing.painter import Painter
from rush_envs.errors import BadOption, MissingExtra, shown

try:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv
except ImportError:
    raise MissingExtra("rush_envs.doors.sb3", "train") from None


class RushVecEnv(VecEnv):
    """`MaskablePPO("MlpPolicy", RushVecEnv("coffee_rush", 64))` works as it is.

    With `mask="observation"` or `"both"` observations are dicts, for `MultiInputPolicy`; `action_masks()` works always.
    `render_mode="rgb_array"` draws all games in one picture, for `VecVideoRecorder`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise BadOption(f"render_mode={shown(render_mode)}: give None or 'rgb_array'")
        self.solo = Solo(game, num_envs, opponents=opponents, seat=seat, **options)
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 2}
        self._painter = Painter(self.solo.game, render_mode)
        self._chosen: Any = None
        self._started = time.time()
        self._return = np.zeros(self.solo.batch.num_envs, np.float64)
        self._length = np.zeros(self.solo.batch.num_envs, np.int64)
        super().__init__(self.solo.batch.num_envs, self.solo.observation_space, self.solo.action_space)

    def reset(self) -> Observation:
        """New games; `env.seed(s)` before it makes them episode 0 of seed s."""
        seed = self._seeds[0]
        self._reset_seeds()
        self.solo.reset(seed)
        self._return[:] = self._length[:] = 0
        observations, self.reset_infos = self._look()
        return observations

    def _look(self) -> tuple[Observation, list[dict[str, Any]]]:
        """What every learner sees, and is told."""
        solo = self.solo
        masks = solo.masks()
        told = solo.told(masks)
        columns = [list(values) if values.ndim > 1 else values.tolist() for values in told.values()]
        infos = [dict(zip(told, values, strict=True)) for values in zip(*columns, strict=True)]
        return solo.shown.seen(solo.observations(), masks), infos

    def step_async(self, actions: np.ndarray) -> None:
        self._chosen = actions

    def step_wait(self) -> tuple[Observation, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        solo = self.solo
        solo.step(self._chosen)
        self._return += solo.reward
        self._length += 1
        observations, infos = self._look()
        over = solo.ended()
        if over.size:
            self._note_ends(over, infos)
        return observations, solo.reward.copy(), solo.terminated | solo.truncated, infos

    def _note_ends(self, over: np.ndarray, infos: list[dict[str, Any]]) -> None:
        solo = self.solo
        elapsed = round(time.time() - self._started, 6)
        for i, last, result in zip(over, solo.final_seen(over), solo.results(over), strict=True):
            # `acting` and the mask are already those of the game that has begun
            infos[i] |= {key: value for key, value in result.items() if key not in infos[i]} | {
                "agent": result["agent"],
                "terminal_observation": last,
                "TimeLimit.truncated": bool(solo.truncated[i]),
                "episode": {"r": float(self._return[i]), "l": int(self._length[i]), "t": elapsed},
            }
        self._return[over] = self._length[over] = 0

    def action_masks(self) -> np.ndarray:
        """(N, A) bool."""
        self.solo.batch.require_reset()
        return self.solo.masks().astype(np.bool_)

    def agent_name(self, agent: int) -> str:
        """The name of the chair that an info's `agent` gives."""
        return self.solo.agent_name(agent)

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
        """Every game's table from its learner's eyes."""
        return self.solo.drawings(self._painter) if self.render_mode else [None] * self.num_envs

    def close(self) -> None:
        self._painter.close()
