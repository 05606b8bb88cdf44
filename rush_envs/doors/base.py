"""What PettingZoo's two doors share: one game, its agents by name, spaces, drawings and the state for critics."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from rush_envs.contract import Config, Game
from rush_envs.drawing.painter import RENDER_MODES, Painter
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import UnknownAgent, hint, shown

Observation = dict[str, np.ndarray]


class Door:
    """One game in a batch of its own. The classes that inherit say how agents are asked."""

    def __init__(
        self,
        game: Game,
        *,
        reward: str = "outcome",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        config = game.config.of(game.name, options)
        self._batch = BatchEnv(game, config, 1, reward=reward, illegal=illegal, autoreset=False)
        self._painter = Painter(game, render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(self._batch.agents)
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.metadata = {
            "name": game.id,
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "teams": self._teams(game, config),
            "is_parallelizable": False,  # PettingZoo's converter assumes one answer of everybody; see parallel_env()
        }
        self._observation_spaces = {agent: self._observation_space(game) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(game.actions.size) for agent in self.possible_agents}
        self.state_space = spaces.Box(
            0.0, 1.0, (len(self.possible_agents) * game.observation.size + game.hidden.size,), np.float32
        )
        self._rows = np.zeros(1, np.int64)
        self._action = np.zeros(1, np.int64)

    def _teams(self, game: Game, config: Config) -> list[list[str]]:
        """The agents that win and lose together."""
        teams: dict[int, list[str]] = {}
        for agent, team in zip(self.possible_agents, game.teams(config), strict=True):
            teams.setdefault(team, []).append(agent)
        return list(teams.values())

    @staticmethod
    def _observation_space(game: Game) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (game.observation.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space:
        self._seat_for(agent)
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        self._seat_for(agent)
        return self._action_spaces[agent]

    def state(self) -> np.ndarray:
        """Everything, for centralised critics: all seats' observations in seat order, then what no seat sees."""
        batch = self._batch
        seats = np.arange(len(self.possible_agents))
        views = batch.observe(np.zeros_like(seats), seats) * batch.game.observation.scale
        return np.concatenate([views.ravel(), batch.reveal(0)[0] * batch.game.hidden.scale])

    def render(self) -> Any:
        """The table as `render_mode` says: a string (`ansi`, `svg`), pixels (`rgb_array`) or a window (`human`)."""
        self._batch.require_reset()
        return self._painter.paint(self._batch.states)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._painter.close()

    def _seat_for(self, agent: str) -> int:
        try:
            return self._seat_of[agent]
        except (KeyError, TypeError):
            raise UnknownAgent(f"no agent {shown(agent)} plays here; {hint(agent, self.possible_agents)}") from None
