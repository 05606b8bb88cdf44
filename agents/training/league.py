"""Who a learner plays against: itself, what it was before, greedy and random, drawn anew for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent, load
from rush_envs.engine.view import View

from ..policies import files
from ..policies.files import Policy
from ..policy import PolicyAgent
from ..storage.arrays import Promise
from ..storage.reading import Damaged
from .recipe import SHARES

MEMORY = 0.98  # of older results in the learner's rate against an opponent


class _Empty:
    """A place for a snapshot that is not there yet; never drawn."""

    def act(self, view: View) -> np.ndarray:
        raise AssertionError("an empty place of the league was asked to play")


class League:
    """A field for `Solo`: `agents` and `draw`. Places: 0 itself, 1 greedy, 2 random, then snapshots, the oldest
    of which makes room when all places are taken."""

    ITSELF, GREEDY, RANDOM, FIRST_PAST = range(4)

    def __init__(self, game: Game, *, seed: int, places: int = 3, shares: Mapping[str, float] | None = None) -> None:
        self._rng = np.random.default_rng(seed)
        self._shares = dict(shares or SHARES)
        self._seeds = seed + 1
        past: list[Agent] = [_Empty() for _ in range(places)]
        basic = [load(name, game, seed=seed) for name in ("greedy", "random")]
        self.agents: list[Agent] = [_Empty(), *basic, *past]
        self.rate = np.full(len(self.agents), 0.5)  # how often the learner wins against each
        self._filled = np.zeros(places, np.bool_)
        self._next = 0

    def update(self, policy: Policy) -> None:
        """What the learner has become."""
        self.agents[self.ITSELF] = PolicyAgent(policy, sample=True, seed=self._fresh_seed())

    def remember(self, policy: Policy) -> None:
        """A snapshot takes the next place."""
        place = self.FIRST_PAST + self._next
        self.agents[place] = PolicyAgent(policy, sample=True, seed=self._fresh_seed())
        self.rate[place] = 0.5
        self._filled[self._next] = True
        self._next = (self._next + 1) % self._filled.size

    def _fresh_seed(self) -> int:
        self._seeds += 1
        return self._seeds

    def arrays(self) -> dict[str, np.ndarray]:
        """The snapshots and how the learner fares against them, to be kept in a file."""
        kept = {"rate": self.rate, "next": np.array(self._next, np.int64)}
        for place, agent in enumerate(self.agents[self.FIRST_PAST :], self.FIRST_PAST):
            if isinstance(agent, PolicyAgent):
                for k, (weights, biases) in enumerate(agent.policy.layers):
                    kept |= {f"{place}.w{k}": weights, f"{place}.b{k}": biases}
        return kept

    def promises(self, like: Policy) -> tuple[dict[str, Promise], list[dict[str, Promise]]]:
        """What `arrays` always has, and what it has of each snapshot that is there; these are policies like `like`."""
        layers = files.promises([weights.shape for weights, _ in like.layers])
        places = range(self.FIRST_PAST, len(self.agents))
        always = {"rate": Promise(self.rate.shape, "float64"), "next": Promise((), "int64")}
        return always, [{f"{place}.{name}": promise for name, promise in layers.items()} for place in places]

    def restore(self, kept: Mapping[str, np.ndarray], like: Policy) -> None:
        """The league as `arrays` has kept it; `like` is a policy of the same kind as the snapshots."""
        if not ((kept["rate"] >= 0) & (kept["rate"] <= 1)).all() or not 0 <= kept["next"] < self._filled.size:
            raise Damaged("the league's rates or the place of its next snapshot are out of range")
        for place in range(self.FIRST_PAST, len(self.agents)):
            if f"{place}.w0" in kept:
                layers = tuple((kept[f"{place}.w{k}"], kept[f"{place}.b{k}"]) for k in range(len(like.layers)))
                self._next = place - self.FIRST_PAST
                self.remember(replace(like, layers=layers))
        self.rate[:] = kept["rate"]
        self._next = int(kept["next"])

    def weights(self) -> np.ndarray:
        """How often each place is drawn: of the snapshots those most that the learner loses against."""
        weight = np.zeros(len(self.agents))
        weight[self.GREEDY], weight[self.RANDOM] = self._shares["greedy"], self._shares["random"]
        weight[self.ITSELF] = self._shares["itself"] if not isinstance(self.agents[self.ITSELF], _Empty) else 0.0
        if self._filled.any():
            hard = np.where(self._filled, (1.0 - self.rate[self.FIRST_PAST :]) ** 2 + 0.01, 0.0)
            weight[self.FIRST_PAST :] = self._shares["past"] * hard / hard.sum()
        return weight / weight.sum()

    def draw(self, count: int) -> np.ndarray:
        """The place of the opponent in each of so many new games."""
        return self._rng.choice(len(self.agents), size=count, p=self.weights())

    def note(self, opponents: np.ndarray, won: np.ndarray) -> None:
        """Results of the learner: the opponents' places, and 1 won, 0 lost, between for a shared victory."""
        for place, result in zip(opponents, won, strict=True):
            self.rate[place] = MEMORY * self.rate[place] + (1.0 - MEMORY) * result
