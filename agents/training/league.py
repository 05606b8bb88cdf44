"""Who a learner plays against: itself, what it was before, greedy and random, drawn anew for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent, load

from ..policies.files import Policy
from ..policy import PolicyAgent
from ..storage.arrays import Promise
from ..storage.reading import Damaged
from .recipe import SHARES

MEMORY = 0.98  # of older results in the learner's rate against an opponent
MOST_RANDOM = 0.5  # of the games are against random, for a learner who always loses them


class League:
    """Places: 0 itself, in whose games the learner plays all seats, 1 greedy, 2 random, then snapshots, the oldest of
    which makes room when all places are taken.

    The learner meets most whom it loses against, and takes most the company in which it does: against itself, who wins
    as one side and loses as the other would hear of nothing but defeats, and learn nothing, as the other. For the same
    reason random play is met until it is beaten from everywhere."""

    ITSELF, GREEDY, RANDOM, FIRST_PAST = range(4)

    def __init__(self, game: Game, *, places: int = 6, shares: Mapping[str, float] | None = None) -> None:
        self.game = game
        self._shares = dict(shares or SHARES)
        self.past: list[Policy | None] = [None] * places
        # how often the learner wins against each, in each company; there are at most as many as seats
        self.rate = np.full((self.FIRST_PAST + places, game.state.seats), 0.5)
        self._next = 0

    def agents(self, seed: int) -> list[Agent]:
        """The opponents by place, for one player who has them to itself."""
        nobody = load("random", self.game, seed=seed)  # stands where nobody is drawn
        basic = [nobody, load("greedy", self.game), load("random", self.game, seed=seed)]
        snapshots = (
            PolicyAgent(policy, sample=True, seed=seed + k) if policy else nobody for k, policy in enumerate(self.past)
        )
        return [*basic, *snapshots]

    def remember(self, policy: Policy) -> None:
        """A snapshot takes the next place."""
        self.past[self._next] = policy
        self.rate[self.FIRST_PAST + self._next] = 0.5
        self._next = (self._next + 1) % len(self.past)

    def arrays(self) -> dict[str, np.ndarray]:
        """The snapshots and how the learner fares against them, to be kept in a file."""
        kept = {"rate": self.rate, "next": np.array(self._next, np.int64)}
        return kept | {str(place): policy.network.whole for place, policy in enumerate(self.past) if policy}

    def promises(self, like: Policy) -> tuple[dict[str, Promise], list[dict[str, Promise]]]:
        """What `arrays` always has, and what it has of each snapshot that is there; these are policies like `like`."""
        always = {"rate": Promise(self.rate.shape, "float64"), "next": Promise((), "int64")}
        return always, [{str(place): Promise(like.network.whole.shape)} for place in range(len(self.past))]

    def restore(self, kept: Mapping[str, np.ndarray], like: Policy) -> None:
        """The league as `arrays` has kept it; `like` is a policy of the same kind as the snapshots."""
        if not ((kept["rate"] >= 0) & (kept["rate"] <= 1)).all() or not 0 <= kept["next"] < len(self.past):
            raise Damaged("the league's rates or the place of its next snapshot are out of range")
        for place in range(len(self.past)):
            if str(place) in kept:
                network = like.network.copy()
                network.whole[:] = kept[str(place)]
                self.past[place] = replace(like, network=network)
        self.rate[:] = kept["rate"]
        self._next = int(kept["next"])

    def weights(self, companies: int) -> np.ndarray:
        """How often each place is drawn."""
        weight = np.zeros(len(self.rate))
        weight[: self.FIRST_PAST] = [self._shares[name] for name in ("itself", "greedy", "random")]
        if self._shares["random"] > 0:
            worst = 1.0 - self.rate[self.RANDOM, :companies].min()
            weight[self.RANDOM] = max(self._shares["random"], MOST_RANDOM * worst)
        filled = np.array([policy is not None for policy in self.past])
        if filled.any():
            hard = np.where(filled, self._hard(companies)[self.FIRST_PAST :].mean(axis=1), 0.0)
            weight[self.FIRST_PAST :] = self._shares["past"] * hard / hard.sum()
        return weight / weight.sum()

    def draw(self, count: int, companies: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """The place of the opponent in each of so many new games, and the learner's company."""
        places = rng.choice(len(self.rate), size=count, p=self.weights(companies))
        hard = self._hard(companies)
        ends = np.cumsum(hard / hard.sum(axis=1, keepdims=True), axis=1)[places, :-1]
        return places, (rng.random(count)[:, None] >= ends).sum(axis=1)

    def note(self, opponents: np.ndarray, companies: np.ndarray, won: np.ndarray) -> None:
        """Results of the learner: the opponents' places, its own company, and whether it won."""
        for place, company, result in zip(opponents, companies, won, strict=True):
            self.rate[place, company] = MEMORY * self.rate[place, company] + (1.0 - MEMORY) * result

    def _hard(self, companies: int) -> np.ndarray:
        """(places, companies) how much each is worth practising."""
        found: np.ndarray = (1.0 - self.rate[:, :companies]) ** 2 + 0.01
        return found
