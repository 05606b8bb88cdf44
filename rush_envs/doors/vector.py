"""Gymnasium's vector door, batched in the engine: `gymnasium.make_vec("rush_envs/CoffeeRush-v1", num_envs=256)`."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from rush_envs.doors.solo import Solo
from rush_envs.errors import BadOption


class SoloVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """N games with one learner each; an ended game restarts in the same step and leaves `final_obs`, `final_info`."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: str,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise BadOption("a vector of games is not drawn; make a single environment to render")
        self.solo = Solo(game, num_envs, opponents=opponents, seat=seat, **options)
        self.num_envs = self.solo.batch.num_envs
        self.render_mode = None
        self.single_observation_space = self.solo.observation_space
        self.single_action_space = self.solo.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """New games in all rows; one seed for the whole batch (row i then has `batch.seeds[i]`)."""
        if isinstance(seed, list | tuple | np.ndarray):
            raise BadOption("give one seed; every row gets its own from it (see batch.seeds)")
        self.solo.reset(seed)
        return self.solo.observations(), self._infos()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        solo = self.solo
        solo.step(actions)
        infos = self._infos()
        over = solo.ended()
        if over.size:
            self._add_final(infos, over)
        return solo.observations(), solo.reward.copy(), solo.terminated.copy(), solo.truncated.copy(), infos

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.solo.masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _add_final(self, infos: dict[str, Any], over: np.ndarray) -> None:
        ended = np.zeros(self.num_envs, np.bool_)
        ended[over] = True
        observations = np.full(self.num_envs, None, object)
        for i, observation in zip(over, self.solo.final_observations(over), strict=True):
            observations[i] = observation
        final: dict[str, Any] = {}
        for i, result in zip(over, self.solo.results(over), strict=True):
            final = self._add_info(final, result, i)
        infos |= {"final_obs": observations, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}

    def action_masks(self) -> np.ndarray:
        """(N, A) int8."""
        self.solo.batch.require_reset()
        return self.solo.masks()
