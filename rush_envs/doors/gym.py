"""Gymnasium's single-learner door: `gymnasium.make("rush_envs/CoffeeRush-v1", opponents="random", seat="random")`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from rush_envs.doors.masks import Observation
from rush_envs.doors.solo import Solo
from rush_envs.drawing.painter import RENDER_MODES, Painter
from rush_envs.engine.edge import checked_seed, whole_number


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """One game from the learner's chair; the mask is `info["action_mask"]` and `action_masks()`.

    `mask="observation"` or `"both"` makes the observation a dict with the mask. Infos hold numbers and arrays only:
    `acting` (false once the game is over), `agent` (the chair; `agent_name` knows its name) and at the end the results.
    """

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
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, played on to the learner's first decision; without a seed the next episode of the last one."""
        super().reset(seed=None if seed is None else checked_seed(seed))
        self.solo.reset(seed)
        self._draw()
        return self._look()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's action; returns when it is asked again or the game is over."""
        solo = self.solo
        solo.step([whole_number(action)])
        self._draw()
        observation, info = self._look()
        over = solo.ended()
        if over.size:
            info |= solo.results(over)[0]
        return observation, float(solo.reward[0]), bool(solo.terminated[0]), bool(solo.truncated[0]), info

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        mask = self.action_masks()
        told = {key: value[0] for key, value in self.solo.told(mask[None]).items()}
        info = {key: value if isinstance(value, np.ndarray) else value.item() for key, value in told.items()}
        return self.solo.shown.seen(self.solo.observations()[0], mask), info

    def action_masks(self) -> np.ndarray:
        """The legal actions, as sb3-contrib asks for them; never none: after the end the first, which is ignored."""
        self.solo.batch.require_reset()
        return self.solo.masks()[0]

    def agent_name(self, agent: int) -> str:
        """The name of the chair that `info["agent"]` gives."""
        return self.solo.agent_name(agent)

    def _draw(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        self.solo.batch.require_reset()
        self._painter.viewer = int(self.solo.learner[0])
        return self._painter.paint(self.solo.batch.states)

    def close(self) -> None:
        self._painter.close()
