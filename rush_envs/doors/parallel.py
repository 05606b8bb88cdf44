"""PettingZoo's door for games with sealed choices: at each step every agent that may answer does, at once.

Agents that are not asked have a mask with the one action `masks.IDLE`; whatever is sent for them is ignored, and
`infos[agent]["acting"]` says who is asked. Answers go to the game in rising order of seat; no rule depends on that, so
this door and the turn-by-turn one play the same games. With `max_cycles` the game is truncated after so many steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from rush_envs.contract import Game
from rush_envs.doors.base import Door
from rush_envs.doors.masks import Observation
from rush_envs.errors import BadAction, GameOver

Infos = dict[str, dict[str, Any]]


class ParallelDoor(Door, ParallelEnv[str, Observation, int | None]):
    """One game, all open decisions at a time."""

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(game, **options)
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Starts a new game; without a seed the next episode of the last one. `options` are not used."""
        self._batch.reset(seed)
        self.agents = list(self.possible_agents)
        self._cut, self._cycles = False, 0
        self._replaced = [False] * len(self.agents)
        if self.render_mode == "human":
            self.render()
        return self._look(), self._told()

    def step(
        self, actions: Mapping[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """The answers of all agents that are asked. After an error the game is as it was."""
        if not self.agents:
            self._batch.require_reset()
            raise GameOver("the game has ended; call reset() first")
        batch = self._batch
        rewards = np.zeros(len(self.possible_agents), np.float32)
        answers = self._answers(actions)
        self._replaced = [False] * len(self.possible_agents)
        for seat, number in answers.items():
            if batch.seat[0] < 0:
                break  # truncated, or lost by an illegal answer, before this one came up
            batch.ask(seat)
            self._play(seat, number)
            rewards += batch.reward[0]
        agents = self.agents
        self._cycles += 1
        self._cut = self._cycles == self.max_cycles and bool(batch.seat[0] >= 0)
        if self._cut or batch.seat[0] < 0:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._look(),
            dict(zip(agents, rewards.tolist(), strict=True)),
            dict.fromkeys(agents, bool(batch.done[0])),
            dict.fromkeys(agents, self._cut or bool(batch.truncated[0])),
            self._told(),
        )

    def _answers(self, actions: Mapping[str, int | None]) -> dict[int, int]:
        """The checked answer of every seat that is asked, in rising order."""
        batch = self._batch
        if not isinstance(actions, Mapping):
            raise BadAction(f"actions are {type(actions).__name__}; give a dict of agent and action")
        given = {self._seat_for(agent): action for agent, action in actions.items()}
        masks = batch.legal(np.zeros_like(self._seats), self._seats)
        answers = {}
        for seat, (agent, acting) in enumerate(zip(self.possible_agents, self._acting(), strict=True)):
            if not acting:
                continue
            if given.get(seat) is None:
                raise BadAction(f"{agent} may answer now, but no action was given for it")
            answers[seat] = self._checked(seat, given[seat], masks[seat])
        return answers

    def _look(self) -> dict[str, Observation]:
        batch = self._batch
        features, masks = batch.look(np.zeros_like(self._seats), self._seats)
        views = features * batch.game.observation.scale
        masks = self._legal(masks)
        return {agent: self._masks.seen(views[seat], masks[seat]) for seat, agent in enumerate(self.possible_agents)}
