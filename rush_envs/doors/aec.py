"""PettingZoo's turn-by-turn door. Order, bounds and illegal moves are handled here, not by stacked wrappers.

It asks the lowest active seat until that has finished. An agent with nothing to decide, or whose game is over (then
PettingZoo takes only None), has a mask with the one action `masks.IDLE`. With `max_cycles` the game is truncated when
an agent would be asked for more answers than that.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from rush_envs.contract import Game
from rush_envs.doors.base import Door
from rush_envs.doors.masks import Observation
from rush_envs.errors import GameOver, NotReset, RushError

INTERRUPTED = -2  # in place of the seat asked: a step was broken off, and who is asked is not known here


class AECDoor(Door, AECEnv[str, Observation, int | None]):
    """One game, one decision at a time."""

    def __init__(self, game: Game, *, reward: str = "outcome", **options: Any) -> None:
        super().__init__(game, reward=reward, **options)
        self._seat = -1  # the one asked; -1 when the game is over
        self._paid = False  # some reward of the last step is not zero
        self._pays_often = reward == "shaped"
        self._answered = [0] * len(self.possible_agents)
        self._told_active = 0  # the seats that infos call acting
        self._tells_more = self.illegal == "random" or self._masks.place != "observation"

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game; without a seed the next episode of the last one. `options` are not used."""
        before, self._seat = self._seat, INTERRUPTED
        try:
            self._batch.reset(seed)
        except RushError:  # nothing has changed
            self._seat = before
            raise
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._cut = False
        self._replaced = [False] * len(self.agents)
        self._answered = [0] * len(self.agents)
        self.infos = self._told()
        self._told_active = self._active()
        self._skip_agent_selection = None
        self._paid = False
        seat = self._batch.seat.item(0)
        self.agent_selection = self.possible_agents[seat]
        self._seat = seat
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """The answer of `agent_selection`; None for an agent whose game is over."""
        self._require_agents()
        agent = self.agent_selection
        if self._seat < 0:
            self._require_whole()
            self._was_dead_step(action)
            return
        batch, asked = self._batch, self._seat
        number = self._checked(asked, action, batch.mask[0])
        self._seat = INTERRUPTED  # until everything below belongs together again
        self._play(asked, number)
        self._answered[asked] += 1
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self._clear_rewards()
            self._paid = False
        seat = batch.seat.item(0)
        if seat >= 0 and self._answered[seat] == self.max_cycles:
            self._cut, seat = True, -1
        if seat < 0:
            self._end()
        else:
            self.agent_selection = self.possible_agents[seat]
            if self._pays_often:
                self._pay()
        self._tell()
        self._seat = seat
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What `agent_selection` sees and has been paid since it was asked last."""
        self._require_agents()
        self._require_whole()
        return super().last(observe)

    def _require_agents(self) -> None:
        if not self.agents:
            self._batch.require_reset()
            raise GameOver("the game has ended; call reset() first")

    def _require_whole(self) -> None:
        """After an interrupt nobody gets another's eyes or chair."""
        if self._seat == INTERRUPTED:
            raise GameOver("a step was interrupted, and the game is given up; call reset() first")

    def _tell(self) -> None:
        """New infos for those whom something new is told; what was handed out stays as it is."""
        active = self._active()
        if self._tells_more:
            self.infos = self._told()
        elif active != self._told_active:
            for seat, agent in enumerate(self.possible_agents):
                if (active ^ self._told_active) >> seat & 1:
                    self.infos[agent] = {"acting": active >> seat & 1 == 1}
        self._told_active = active

    def _pay(self) -> None:
        self.rewards = dict(zip(self.agents, self._batch.reward[0].tolist(), strict=True))
        self._accumulate_rewards()
        self._paid = True

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, bool(self._batch.done[0]))
        self.truncations = dict.fromkeys(self.agents, self._cut or bool(self._batch.truncated[0]))
        self._pay()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What the agent sees, in [0, 1], and which actions it may choose."""
        batch = self._batch
        seat = self._seat_for(agent)
        if seat == self._seat:
            features, mask = batch.features[0], batch.mask[0].copy()
        else:
            self._require_whole()
            (features,), masks = batch.look(0, seat)
            (mask,) = self._legal(masks)
        return self._masks.seen(features * batch.game.observation.scale, mask)

    def __getattr__(self, name: str) -> Any:
        # Only reached for attributes that reset() makes.
        if name in {"agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards"}:
            raise NotReset("call reset() first")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
