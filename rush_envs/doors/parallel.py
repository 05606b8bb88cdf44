"""PettingZoo's door for games with sealed choices: at each step every agent that may answer does, at once.

Agents that are not asked see a zero mask, and whatever is sent for them is ignored. Answers go to the game in rising
order of seat; no rule depends on that, so this door and the turn-by-turn one play the same games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from rush_envs.contract import Game
from rush_envs.doors.base import Door, Observation
from rush_envs.engine.edge import checked_answer
from rush_envs.errors import BadAction, GameOver

Infos = dict[str, dict[str, Any]]


class ParallelDoor(Door, ParallelEnv[str, Observation, int | None]):
    """One game, all open decisions at a time."""

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(game, **options)
        self._seats = np.arange(len(self.possible_agents))

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Starts a new game; without a seed the next episode of the last one. `options` are not used."""
        self._batch.reset(seed)
        self.agents = list(self.possible_agents)
        if self.render_mode == "human":
            self.render()
        return self._look(), self._infos()

    def step(
        self, actions: Mapping[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """The answers of all agents with a mask that is not zero. After an error the game is as it was."""
        if not self.agents:
            self._batch.require_reset()
            raise GameOver("the game has ended; call reset() first")
        batch = self._batch
        rewards = np.zeros(len(self.possible_agents), np.float32)
        for seat, number in self._answers(actions).items():
            if batch.seat[0] < 0:
                break  # truncated, or lost by an illegal answer, before this one came up
            batch.ask(seat)
            self._action[0] = number
            batch._step_checked(self._rows, self._action)
            rewards += batch.reward[0]
        agents = self.agents
        if batch.seat[0] < 0:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._look(),
            dict(zip(agents, rewards.tolist(), strict=True)),
            dict.fromkeys(agents, bool(batch.done[0])),
            dict.fromkeys(agents, bool(batch.truncated[0])),
            self._infos(),
        )

    def _answers(self, actions: Mapping[str, int | None]) -> dict[int, int]:
        """The checked answer of every seat that is asked, in rising order."""
        batch = self._batch
        if not isinstance(actions, Mapping):
            raise BadAction(f"actions are {type(actions).__name__}; give a dict of agent and action")
        given = {self._seat_for(agent): action for agent, action in actions.items()}
        masks = batch.legal(np.zeros_like(self._seats), self._seats)
        answers = {}
        for seat in self._asked():
            agent = self.possible_agents[seat]
            if given.get(seat) is None:
                raise BadAction(f"{agent} may answer now, but no action was given for it")
            answers[seat] = checked_answer(batch.game, given[seat], masks[seat], agent, batch.illegal)
        return answers

    def _asked(self) -> list[int]:
        """The seats whose answer is due, in rising order."""
        active = int(self._batch.states["active"][0])
        return [seat for seat in range(len(self.possible_agents)) if active >> seat & 1]

    def _look(self) -> dict[str, Observation]:
        batch = self._batch
        features, masks = batch.look(np.zeros_like(self._seats), self._seats)
        views = features * batch.game.observation.scale
        return {
            agent: {"observation": views[seat], "action_mask": masks[seat]}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _infos(self) -> Infos:
        return {agent: {} for agent in self.possible_agents}
