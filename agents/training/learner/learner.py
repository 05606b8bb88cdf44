"""The network, its optimiser, and the players that show it games: one lesson is games on both cores, then some passes
over their decisions, each half of a minibatch giving a gradient of its own; compiled code lets both run at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.streams import derived

from ...policies.files import Policy
from ...policies.kinds import KINDS
from ..league import League
from ..recipe import Recipe
from . import kernels
from .lessons import AT_ONCE, Imitation, Lesson, Practice, Study
from .memory import Memory
from .player import CORES, Player
from .students import Adam, Plan, student_of

LONGEST = 0.5  # length of a gradient
CAREFUL = 0.05  # the pace at first of who has been shown something
RISE = 100  # steps of the optimiser until the rate is what it should be: the first ones are of full length whatever the
# gradients say, and shut rectifiers for ever

LATELY = 3.0  # a growing average of n steps is that of the last n / LATELY, more or less


class Update(NamedTuple):
    """What a lesson tells of itself."""

    decisions: int
    entropy: float  # by PPO
    change: float  # by PPO, of the chances of what was done, in logarithms
    sure: float  # of what was shown
    gain: float  # by an expert's word: what the network's answers bring more than greedy's, on average
    error: float  # of the critic, squared
    explained: float  # part of the variance of what was paid


class Learner:
    """One who learns."""

    def __init__(self, game: Game, recipe: Recipe) -> None:
        self.game, self.recipe = game, recipe
        self.network = KINDS[recipe.network](game, recipe.hidden)
        self.network.begin(np.random.default_rng(derived(recipe.seed, "network")))
        self.student = student_of(self.network)
        self.optimiser = Adam(self.network)
        self.average = self.network.whole.copy()  # the weights it plays by: see `_settle`
        self.settled = 0  # steps of that average
        self.players = [Player(game, recipe, number, self.student.describe) for number in range(CORES)]
        self.gradients = [type(self.network)(game, recipe.hidden) for _ in range(CORES)]
        self.rng = np.random.default_rng(derived(recipe.seed, "order of decisions"))
        self.threads = ThreadPoolExecutor(CORES)
        self.updates = 0
        self.pace = np.full(1, CAREFUL if recipe.start == "greedy" else 1.0, np.float32)  # of PPO, part of the rate
        self.seated = False  # the games have not begun
        self.kept: deque[list[Memory]] = deque()  # what was weighed, lesson by lesson; a killed run begins it anew
        self.elsewhere = 0.0  # CPU seconds of others who play for it

    @cached_property
    def practice(self) -> Practice:
        return Practice(self.game, self.recipe, self.student)

    @cached_property
    def hearing(self) -> Practice:
        return Practice(self.game, self.recipe, self.student, hears=True)

    @cached_property
    def imitation(self) -> Imitation:
        return Imitation(self.game, self.recipe, self.student)

    @cached_property
    def study(self) -> Study:
        return Study(self.game, self.recipe, self.student)

    def lesson(self, steps: int) -> Lesson:
        """The one that is due after so many decisions."""
        if self.recipe.start == "greedy" and steps < self.recipe.imitation:
            return self.imitation
        if self.recipe.method == "expert":
            return self.study
        hears = self.recipe.start == "greedy" and steps < self.recipe.imitation + self.recipe.hearing
        return self.hearing if hears else self.practice

    def policy(self, training: Mapping[str, Any] | None = None) -> Policy:
        """What has been learned so far, as agents play it."""
        network = self.network.copy()
        network.whole[:] = self.average
        return Policy(network, training or {}, {})

    def take(self, lesson: Lesson, league: League, rate: float) -> Update:
        """Games, and some passes over what was decided in them."""
        if lesson.settling == AT_ONCE and self.settled:  # who was taught goes on as well as it plays
            self.network.whole[:], self.settled = self.average, 0
        learned = self.network.whole.copy()
        self.network.whole[:] = self.average
        try:
            self.collect(lesson, league)
        finally:
            self.network.whole[:] = learned
        return self.learn(lesson, rate)

    def learn(self, lesson: Lesson, rate: float) -> Update:
        """Some passes over what was collected."""
        if not lesson.plan.imitate:
            self._standardise()
        if lesson.plan.heed and not lesson.plan.imitate:
            rate *= float(self.pace[0])
        rate *= lesson.haste
        told = np.sum([self._pass(lesson, rate, memories) for memories in self._passes(lesson)], axis=0)
        if lesson.settling == AT_ONCE:
            self.average[:] = self.network.whole
        update = self._update(lesson.plan, told)
        self.updates += 1
        if lesson.plan.heed and not lesson.plan.imitate:
            self._keep_pace(update.change)
        return update

    def _passes(self, lesson: Lesson) -> list[list[Memory]]:
        """What each pass goes over: what was just collected; or that once, and then what was kept of some lesson. The
        first lessons are not gone over again and again: their luck would be learned by heart."""
        newest = [player.memory for player in self.players]
        if not lesson.keeps:
            return [newest] * self.recipe.epochs
        self.kept.append([memory.weighed() for memory in newest])
        while len(self.kept) > 1 and sum(memory.count for one in self.kept for memory in one) > self.recipe.kept:
            self.kept.popleft()
        passes = min(len(self.kept), self.recipe.epochs)
        earlier = self.rng.integers(len(self.kept), size=passes - 1)
        return [self.kept[-1], *(self.kept[place] for place in earlier)]

    def collect(self, lesson: Lesson, league: League) -> None:
        """Games against the league."""
        seeds = [derived(self.recipe.seed, "opponents", self.updates, k) for k in range(CORES)]
        if not self.seated:
            for player in self.players:
                player.scatter()
                player.sit(np.arange(player.batch.num_envs), league)
            self.seated = True
        agents = [league.agents(seed % (1 << 32)) for seed in seeds]
        list(
            self.threads.map(
                lambda k: self.players[k].play(lesson.choose, league, agents[k], lesson.weights, lesson.alone),
                range(CORES),
            )
        )
        for player in self.players:
            for rivals, companies, won in player.results:
                league.note(rivals, companies, won)

    def _keep_pace(self, change: float) -> None:
        """Steps of such a length that the chances of what was done change by about `stride` in an update: more unlearns
        by luck what was learned, the sooner the surer the network is; less is slow."""
        if change > 1.5 * self.recipe.stride:
            self.pace /= 1.3
        elif change < self.recipe.stride / 1.5:
            self.pace[:] = min(1.0, self.pace[0] * 1.15)

    @property
    def decisions(self) -> int:
        """How many were collected."""
        return sum(player.memory.count for player in self.players)

    def _update(self, plan: Plan, told: np.ndarray) -> Update:
        first, second, error, sure, count = (float(part) for part in told)
        critic = error / max(1.0, count), self._explained()
        if plan.imitate:  # see `kernels.steps_of`
            return Update(self.decisions, 0.0, 0.0, sure / max(1.0, second), first / max(1.0, second), *critic)
        entropy, change, certain = (part / max(1.0, count) for part in (first, second, sure))
        return Update(self.decisions, entropy, change, certain, 0.0, *critic)

    def _standardise(self) -> None:
        """Advantages of mean 0 and spread 1, over both memories."""
        every = self._known("advantage")
        mean, spread = (every.mean(), every.std()) if every.size else (0.0, 1.0)
        for player in self.players:
            advantage = player.memory.arrays.advantage[: player.memory.count]
            advantage[:] = (advantage - mean) / (spread + 1e-8)

    def _known(self, name: str) -> np.ndarray:
        """Of all decisions whose consequences are known."""
        memories = (player.memory for player in self.players)
        return np.concatenate([getattr(memory.arrays, name)[memory.known()] for memory in memories])

    def _explained(self) -> float:
        value, paid = self._known("value"), self._known("paid")
        spread = float(paid.var()) if paid.size else 0.0
        return 1.0 - float((paid - value).var()) / spread if spread > 0 else 0.0

    def _pass(self, lesson: Lesson, rate: float, memories: list[Memory]) -> np.ndarray:
        """Once over everything in minibatches, half of each on each core; sums of what is told, and how many."""
        orders = [self.rng.permutation(m.shown() if lesson.plan.imitate else m.known()) for m in memories]
        half = max(1, lesson.batch // CORES)
        told = np.zeros(5)
        for first in range(0, max(map(len, orders)), half):
            rows = [order[first : first + half] for order in orders]
            count = sum(map(len, rows))
            part = lesson.plan._replace(share=1.0 / count)
            parts = zip(rows, (m.arrays for m in memories), [part] * CORES, self.gradients, strict=True)
            sums = self.threads.map(lambda given: self.student.gradient(*given), parts)
            told[:4] += sum(sums)
            told[4] += count
            whole, *others = (gradient.whole for gradient in self.gradients)
            for other in others:
                whole += other
                other[:] = 0.0
            self.optimiser.step(whole, rate * min(1.0, (1 + self.optimiser.steps) / RISE), LONGEST)
            if lesson.settling < AT_ONCE:
                self._settle(lesson.settling)
        return told

    def _settle(self, share: float) -> None:
        """What it plays by is an average of what it learns, which becomes longer until each step counts for so much."""
        share = max(share, LATELY / (LATELY + self.settled))
        self.settled += 1
        kernels.settle(self.average, self.network.whole, np.float32(share))
