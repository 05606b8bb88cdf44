"""Gymnasium's single-learner door: `gymnasium.make("rush_envs/CoffeeRush-v1", opponents="random", seat="random")`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from rush_envs.doors.solo import PASSED_OVER, Solo, never_asked
from rush_envs.drawing.painter import RENDER_MODES, Painter
from rush_envs.engine.edge import checked_seed, whole_number


class SoloEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One game from the learner's chair; the mask is `info["action_mask"]` and `action_masks()`."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponents: Any = "random",
        seat: int | str = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.solo = Solo(game, 1, opponents=opponents, seat=seat, autoreset=False, **options)
        self.observation_space = self.solo.observation_space
        self.action_space = self.solo.action_space
        self.render_mode = render_mode
        self._painter = Painter(self.solo.game, render_mode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A new game, played on to the learner's first decision; without a seed the next episode of the last one."""
        super().reset(seed=None if seed is None else checked_seed(seed))
        self.solo.reset(seed)
        passed_over = 0
        while self.solo.batch.seat[0] < 0:  # over before the learner was asked
            passed_over += 1
            if passed_over > PASSED_OVER:
                raise never_asked(self.solo.batch)
            self.solo.reset()
        self._draw()
        return self.solo.observations()[0], self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """The learner's action; returns when it is asked again or the game is over."""
        solo = self.solo
        solo.step([whole_number(action)])
        self._draw()
        over = solo.ended()
        if not over.size:
            return solo.observations()[0], float(solo.reward[0]), False, False, self._info()
        info = self._info() | solo.results(over)[0]
        return (
            solo.final_observations(over)[0],
            float(solo.reward[0]),
            bool(solo.terminated[0]),
            bool(solo.truncated[0]),
            info,
        )

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "agent": self.solo.batch.agents[self.solo.learner[0]]}

    def action_masks(self) -> np.ndarray:
        """The legal actions, as sb3-contrib asks for them."""
        self.solo.batch.require_reset()
        return self.solo.masks()[0]

    def _draw(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        self.solo.batch.require_reset()
        self._painter.viewer = int(self.solo.learner[0])
        return self._painter.paint(self.solo.batch.states)

    def close(self) -> None:
        self._painter.close()
