"""What PettingZoo's two doors share: one game, its agents by name, spaces, drawings and the state for critics."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from rush_envs.contract import Config, Game
from rush_envs.doors.masks import Masks, never_empty
from rush_envs.doors.options import ILLEGAL, config_of
from rush_envs.doors.rows import RowBatch
from rush_envs.drawing.painter import RENDER_MODES, Painter
from rush_envs.engine.drivers import FORFEIT
from rush_envs.engine.edge import checked_answer, checked_choice, checked_count
from rush_envs.errors import UnknownAgent, hint, shown

MOST_CYCLES = 1 << 31


class Door:
    """One game in a batch of its own. The classes that inherit say how agents are asked.

    An agent's info has `acting`, whether its answer is due, with `illegal="random"` also `illegal`, whether its last
    answer was replaced, and the mask, if it is wanted there. A game that `max_cycles` cuts short is truncated.
    """

    def __init__(
        self,
        game: Game,
        *,
        reward: str = "outcome",
        illegal: str = "raise",
        render_mode: str | None = None,
        mask: str = "observation",
        observation_key: str = "observation",
        mask_key: str = "action_mask",
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        config = config_of(game, options, Door)
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        kind = "raise" if illegal == "raise" else "lose"  # to the batch a replaced answer is one that was legal
        self._batch = RowBatch(game, config, 1, reward=reward, illegal=kind, autoreset=False)
        self._masks = Masks(mask, observation_key, mask_key)
        self.max_cycles = None if max_cycles is None else checked_count("max_cycles", max_cycles, 1, MOST_CYCLES)
        self._cut = False  # by max_cycles
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
        self._observation_spaces = {agent: self._masks.space(game) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(game.actions.size) for agent in self.possible_agents}
        self.state_space = spaces.Box(
            0.0, 1.0, (len(self.possible_agents) * game.observation.size + game.hidden.size,), np.float32
        )
        self._rows = np.zeros(1, np.int64)
        self._action = np.zeros(1, np.int64)
        self._seats = np.arange(len(self.possible_agents))
        self._replaced = [False] * len(self.possible_agents)  # whether each seat's last answer was not legal

    def _teams(self, game: Game, config: Config) -> list[list[str]]:
        """The agents that win and lose together."""
        teams: dict[int, list[str]] = {}
        for agent, team in zip(self.possible_agents, game.teams(config), strict=True):
            teams.setdefault(team, []).append(agent)
        return list(teams.values())

    def _checked(self, seat: int, action: Any, mask: np.ndarray) -> int:
        """A seat's answer as a number, or FORFEIT; nothing has changed if it is refused."""
        batch = self._batch
        return checked_answer(batch.game, action, mask, self.possible_agents[seat], batch.illegal)

    def _play(self, seat: int, number: int) -> None:
        """A checked answer of the seat that is asked; with `illegal="random"` one that is not legal is replaced."""
        self._replaced[seat] = number == FORFEIT
        if number == FORFEIT and self.illegal == "random":
            number = int(self._batch.random_actions()[0])
        self._action[0] = number
        self._batch._step_checked(self._rows, self._action)

    def _acting(self) -> list[bool]:
        """Of every seat, whether its answer is due."""
        active = self._active()
        return [active >> seat & 1 == 1 for seat in range(len(self.possible_agents))]

    def _active(self) -> int:
        """The same as bits."""
        return 0 if self._cut else self._batch._states["active"].item(0)

    def _legal(self, masks: np.ndarray) -> np.ndarray:
        """Masks as they are handed out: with the one action of those who have nothing to decide."""
        if self._cut:
            masks[:] = 0
        return never_empty(masks)

    def _told(self) -> dict[str, dict[str, Any]]:
        """Every agent's info."""
        infos: dict[str, dict[str, Any]] = {
            agent: {"acting": acting} for agent, acting in zip(self.possible_agents, self._acting(), strict=True)
        }
        if self.illegal == "random":
            for agent, replaced in zip(self.possible_agents, self._replaced, strict=True):
                infos[agent]["illegal"] = replaced
        if self._masks.place != "observation":
            masks = self._legal(self._batch.legal(np.zeros_like(self._seats), self._seats))
            for agent, mask in zip(self.possible_agents, masks, strict=True):
                infos[agent] |= self._masks.told(mask)
        return infos

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
