"""PPO by self-play, on two cores: each half of the games is played by a thread of its own into a memory of its own, and
each half of a minibatch gives a gradient of its own; compiled code lets both run at the same time.

A game belongs to the learner alone, who then learns from every seat, or to the learner in one company and an opponent
of the league in all others. Equal seeds give equal runs: threads share nothing that they change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent, ask
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.changes import ActionTable
from rush_envs.engine.streams import derived
from rush_envs.engine.view import Sound

from ..policies.files import Policy
from ..policies.kinds import KINDS
from .kernels import advantages
from .league import League
from .memory import Memory
from .recipe import Recipe
from .students import Adam, Plan, Student, student_of

CORES = 2
GAMES = "training games"  # the purpose of their seeds
CLIP, VALUE, LONGEST = 0.2, 1.0, 0.5  # of chances; weight of the critic; length of a gradient
LEAST = 1e-3  # of an action's step: see Plan
ENDED, STOPPED = 1, 2


Describe = Callable[[Sound], ActionTable]


class Update(NamedTuple):
    """What an update tells of itself."""

    entropy: float
    change: float  # of the chances of what was done, in logarithms
    error: float  # of the critic, squared
    explained: float  # part of the variance of what was paid


class Player:
    """Half of the games, and the memory of what was decided in them."""

    def __init__(self, game: Game, recipe: Recipe, number: int, describe: Describe | None) -> None:
        self.game, self.recipe = game, recipe
        count = max(1, recipe.games // CORES)
        seed = derived(recipe.seed, GAMES, number)
        self.batch = BatchEnv.of(
            game.name,
            count,
            seed=seed,
            reward=recipe.reward,
            features=False,
            active=describe is None,
            **recipe.options,
        )
        self.batch.reset()
        self.rng = np.random.default_rng(derived(seed, "luck"))
        self.memory = Memory(count * recipe.rollout)
        self.describe = describe
        team = np.array(game.teams(self.batch.config))
        self.companies = np.stack([team == company for company in np.unique(team)])
        self.rival = np.zeros(count, np.int64)  # the place in the league of each game's opponent
        self.ours = np.ones((count, self.batch.num_seats), np.bool_)  # the learner's seats
        steps, seats = recipe.rollout, self.batch.num_seats
        self.place = np.zeros((steps, count), np.int64)
        self.seat = np.zeros((steps, count), np.int64)
        self.reward = np.zeros((steps, count, seats), np.float32)
        self.over = np.zeros((steps, count), np.int64)
        self.seats = np.zeros((count, seats, 4), np.float32)
        self.results: list[tuple[np.ndarray, np.ndarray]] = []  # opponents met, and who won

    def sit(self, rows: np.ndarray, league: League) -> None:
        """Who plays the next games of these rows."""
        self.rival[rows] = league.draw(rows.size, self.rng)
        company = self.rng.integers(len(self.companies), size=rows.size)
        self.ours[rows] = self.companies[company] | (self.rival[rows] == League.ITSELF)[:, None]

    def play(self, student: Student, league: League, agents: list[Agent]) -> None:
        """Fills the memory with the learner's decisions."""
        self.memory.clear()
        self.results = []
        for step in range(self.recipe.rollout):
            self._step(step, lambda rows, places: self._decide(student, places), league, agents)
        self._look_back(self.recipe.gamma, self.recipe.smoothing)

    def follow(self, teacher: Agent, student: Student, own: float, league: League) -> None:
        """Fills the memory with what a teacher would decide in all seats. As often as `own` says the learner's answer
        is played instead: it must know what to do after its own mistakes."""
        self.memory.clear()
        self.ours[:] = True
        for step in range(self.recipe.rollout):
            self._step(step, lambda rows, places: self._learn_from(teacher, student, rows, places, own), league, [])
            self.ours[:] = True
        self._look_back(1.0, 1.0)

    def _step(
        self, step: int, choose: Callable[[np.ndarray, np.ndarray], np.ndarray], league: League, agents: list[Agent]
    ) -> None:
        batch = self.batch
        mine = self.ours[np.arange(batch.num_envs), batch.seat]
        rows, others = np.flatnonzero(mine), np.flatnonzero(~mine)
        actions = np.zeros(batch.num_envs, np.int64)
        places = self._note(rows)
        self.place[step], self.seat[step] = -1, batch.seat
        self.place[step, rows] = places
        if rows.size:
            actions[rows] = choose(rows, places)
        if others.size:
            actions[others] = ask(batch, others, agents, self.rival[others], self.rng)
        batch.step(actions)
        np.clip(batch.reward, -self.recipe.cap, self.recipe.cap, out=self.reward[step])
        self.over[step] = np.where(batch.done, ENDED, np.where(batch.truncated, STOPPED, 0))
        ended = np.flatnonzero(self.over[step])
        if ended.size:
            self._note_results(ended)
            self.sit(ended, league)

    def _note(self, rows: np.ndarray) -> np.ndarray:
        """What the learner decides by in these rows; returns the decisions' places."""
        if self.describe is None:
            return self.memory.note(self.batch.active, self.batch.mask, rows)
        seen = self.batch.view(rows, self.rng, ("states",)).for_kernels(self.game)
        table = self.describe(seen)
        places = self.memory.note(table.seen, seen.mask, np.arange(rows.size))
        self.memory.note_changes(table)
        return places

    def _note_results(self, ended: np.ndarray) -> None:
        against = ended[self.rival[ended] != League.ITSELF]
        won = (self.batch.final_states["outcome"][against, : self.batch.num_seats] > 0) & self.ours[against]
        self.results.append((self.rival[against].copy(), won.any(axis=1)))

    def _decide(self, student: Student, places: np.ndarray) -> np.ndarray:
        m = self.memory.arrays
        student.decide(places, m, self.rng.random(places.size, dtype=np.float32))
        return m.action[places]

    def _learn_from(
        self, teacher: Agent, student: Student, rows: np.ndarray, places: np.ndarray, own: float
    ) -> np.ndarray:
        answers = self._decide(student, places)
        shown = ask(self.batch, rows, [teacher], np.zeros(rows.size, np.int64), self.rng)
        self.memory.arrays.action[places] = shown
        return np.where(self.rng.random(rows.size) < own, answers, shown)

    def _look_back(self, gamma: float, smoothing: float) -> None:
        m, weights = self.memory.arrays, np.array([gamma, smoothing], np.float32)
        advantages(self.place, self.seat, self.reward, self.over, m.value, weights, self.seats, m)


class Learner:
    """The network, its optimiser, and the players that show it games."""

    def __init__(self, game: Game, recipe: Recipe) -> None:
        self.game, self.recipe = game, recipe
        self.network = KINDS[recipe.network](game, recipe.hidden)
        self.network.begin(np.random.default_rng(derived(recipe.seed, "network")))
        self.student = student_of(self.network)
        self.optimiser = Adam(self.network)
        self.players = [Player(game, recipe, number, self.student.describe) for number in range(CORES)]
        self.gradients = [type(self.network)(game, recipe.hidden) for _ in range(CORES)]
        self.rng = np.random.default_rng(derived(recipe.seed, "order of decisions"))
        self.threads = ThreadPoolExecutor(CORES)
        self.updates = 0

    def policy(self, training: Mapping[str, Any] | None = None) -> Policy:
        """What has been learned so far, as agents play it."""
        return Policy(self.network.copy(), training or {}, {})

    def collect(self, league: League) -> int:
        """Games against the league; returns how many decisions were made."""
        seeds = [derived(self.recipe.seed, "opponents", self.updates, k) for k in range(CORES)]
        if self.updates == 0:
            for player in self.players:
                player.sit(np.arange(player.batch.num_envs), league)
        agents = [league.agents(seed % (1 << 32)) for seed in seeds]
        list(self.threads.map(lambda k: self.players[k].play(self.student, league, agents[k]), range(CORES)))
        for player in self.players:
            for rivals, won in player.results:
                league.note(rivals, won)
        return sum(player.memory.count for player in self.players)

    def follow(self, teacher: Agent, own: float, league: League) -> int:
        """Games in which a teacher says what to do."""
        list(self.threads.map(lambda player: player.follow(teacher, self.student, own, league), self.players))
        return sum(player.memory.count for player in self.players)

    def learn(self, rate: float) -> Update:
        """Some epochs over what was collected."""
        self._standardise()
        plan = Plan(False, CLIP, VALUE, self.recipe.entropy, 0.0, LEAST)
        told = np.sum([self._pass(plan, rate) for _ in range(self.recipe.epochs)], axis=0)
        self.updates += 1
        entropy, change, error = (float(part) for part in told[:3] / max(1.0, told[4]))
        return Update(entropy, change, error, self._explained())

    def imitate(self, rate: float) -> float:
        """One pass over what a teacher did; returns how sure the network was of it."""
        told = self._pass(Plan(True, CLIP, VALUE, 0.0, 0.0, LEAST), rate)
        return float(told[3] / max(1.0, told[4]))

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

    def _pass(self, plan: Plan, rate: float) -> np.ndarray:
        """Once over everything in minibatches, half of each on each core; sums of what is told, and how many."""
        memories = [player.memory for player in self.players]
        orders = [self.rng.permutation(np.arange(m.count) if plan.imitate else m.known()) for m in memories]
        half = self.recipe.batch // CORES
        told = np.zeros(5)
        for first in range(0, max(map(len, orders)), half):
            rows = [order[first : first + half] for order in orders]
            count = sum(map(len, rows))
            part = plan._replace(share=1.0 / count)
            parts = zip(rows, (m.arrays for m in memories), [part] * CORES, self.gradients, strict=True)
            sums = self.threads.map(lambda given: self.student.gradient(*given), parts)
            told[:4] += sum(sums)
            told[4] += count
            whole, *others = (gradient.whole for gradient in self.gradients)
            for other in others:
                whole += other
                other[:] = 0.0
            self.optimiser.step(whole, rate, LONGEST)
        return told
