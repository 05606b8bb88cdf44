"""Games to learn from: each half of them is played by a thread of its own into a memory of its own.

A game belongs to the learner alone, who then learns from every seat, or to the learner in one company and an opponent
of the league in all others. Equal seeds give equal games: threads share nothing that they change.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent, ask
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.changes import ActionTable
from rush_envs.engine.streams import derived
from rush_envs.engine.view import Sound

from ..league import League
from ..recipe import Recipe
from .kernels import advantages
from .memory import Memory
from .students import Student

CORES = 2
GAMES = "training games"  # the purpose of their seeds
ENDED, STOPPED = 1, 2
AHEAD = 512  # decisions, at most, by which a game is ahead of another at the beginning

Describe = Callable[[Sound], ActionTable]
Choose = Callable[["Player", np.ndarray, np.ndarray], np.ndarray]  # actions for rows, whose decisions have these places


class Player:
    """Half of the games, and the memory of what was decided in them."""

    def __init__(self, game: Game, recipe: Recipe, number: int, describe: Describe | None) -> None:
        self.game, self.recipe, self.number = game, recipe, number
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
        self.seen: Sound | None = None  # what the last decisions were made by, if it was described
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
        self.company = np.zeros(count, np.int64)  # which of the companies is the learner's in each game
        self.results: list[tuple[np.ndarray, ...]] = []  # opponents met, the learner's companies, and whether it won

    def scatter(self) -> None:
        """Games that began together and last equally long would end together: most updates would see no outcome, and
        learn from noise. So some are ahead, by random play."""
        ahead = self.rng.integers(AHEAD, size=self.batch.num_envs)
        for step in range(AHEAD):
            rows = np.flatnonzero(ahead > step)
            if rows.size:
                self.batch.step(self.batch.random_actions()[rows], rows)

    def sit(self, rows: np.ndarray, league: League) -> None:
        """Who plays the next games of these rows."""
        self.rival[rows], self.company[rows] = league.draw(rows.size, len(self.companies), self.rng)
        self.ours[rows] = self.companies[self.company[rows]] | (self.rival[rows] == League.ITSELF)[:, None]

    def play(
        self, choose: Choose, league: League, agents: list[Agent], weights: tuple[float, float], alone: bool = False
    ) -> None:
        """Fills the memory with decisions in the learner's seats, which are all of them if it is `alone`; `weights` are
        gamma and lambda for looking back on them."""
        self.memory.clear()
        self.results = []
        for step in range(self.recipe.rollout):
            if alone:
                self.ours[:] = True
            self._step(step, choose, league, agents)
        m = self.memory.arrays
        factors = np.array(weights, np.float32)
        advantages(self.place, self.seat, self.reward, self.over, m.value, factors, self.seats, m)

    def decide(self, student: Student, places: np.ndarray) -> np.ndarray:
        """What the learner itself would do, drawn by its own chances."""
        m = self.memory.arrays
        student.decide(places, m, self.rng.random(places.size, dtype=np.float32))
        return m.action[places]

    def ask(self, teacher: Agent, rows: np.ndarray) -> np.ndarray:
        """What somebody else would do."""
        return ask(self.batch, rows, [teacher], np.zeros(rows.size, np.int64), self.rng)

    def _step(self, step: int, choose: Choose, league: League, agents: list[Agent]) -> None:
        batch = self.batch
        mine = self.ours[np.arange(batch.num_envs), batch.seat]
        rows, others = np.flatnonzero(mine), np.flatnonzero(~mine)
        actions = np.zeros(batch.num_envs, np.int64)
        places = self._note(rows)
        self.place[step], self.seat[step] = -1, batch.seat
        self.place[step, rows] = places
        if rows.size:
            actions[rows] = choose(self, rows, places)
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
        self.seen = self.batch.view(rows, self.rng, ("states",)).for_kernels(self.game)
        table = self.describe(self.seen)
        places = self.memory.note(table.seen, self.seen.mask, np.arange(rows.size))
        self.memory.note_changes(table)
        return places

    def _note_results(self, ended: np.ndarray) -> None:
        against = ended[~self.ours[ended].all(axis=1)]
        won = (self.batch.final_states["outcome"][against, : self.batch.num_seats] > 0) & self.ours[against]
        self.results.append((self.rival[against].copy(), self.company[against].copy(), won.any(axis=1)))
