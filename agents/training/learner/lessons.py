"""What is learned from games: by trying (PPO), by imitating greedy, or by what an expert says of the answers.

A lesson says who decides in the games and what becomes of the decisions; `Learner.take` does the rest.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import load
from rush_envs.engine.view import Sound

from ...policies.scoring import ScoringNetwork
from ..recipe import Recipe
from .expert import Expert
from .player import CORES, Player
from .students import Plan, Student

CLIP, VALUE = 0.2, 1.0  # of chances; weight of the critic
LEAST = 1e-3  # of an action's step: see Plan
OWN = 0.1  # of the moves are the learner's while it imitates, so that it also sees what follows mistakes
AS_PAID = (1.0, 1.0)  # nothing is discounted or smoothed
AT_ONCE = 1.0
# Each minibatch pulls the weights about, most of all what an expert says, which is mostly luck: their average over some
# thousand of them is far better than they are.
HASTE, SETTLING = 0.25, 0.001


class Lesson(Protocol):
    """How one round of games and updates goes."""

    phase: str  # its name for people
    alone: bool  # the learner has all seats of all games
    weights: tuple[float, float]  # gamma and lambda
    plan: Plan
    batch: int  # decisions of a minibatch
    keeps: bool  # what was weighed, to learn from it again and again
    haste: float  # part of the learning rate
    settling: float  # how far the weights that it plays by follow those that are learned, at every step

    def choose(self, player: Player, rows: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Actions for these rows; `places` are those of the decisions in the player's memory."""


class Practice:
    """PPO: what was tried and went better than expected becomes likelier. Who began with greedy goes on to hear what it
    would do: where nothing is known to be better, that remains. At first it only hears, and learns what to expect of
    its own games: who does not know that takes luck for merit, and forgets what it was shown."""

    alone, keeps, haste, settling = False, False, AT_ONCE, AT_ONCE

    def __init__(self, game: Game, recipe: Recipe, student: Student, *, hears: bool = False) -> None:
        self.phase = "hearing" if hears else "learning"
        self.student, self.batch = student, recipe.batch
        self.weights = (recipe.gamma, recipe.smoothing)
        heed, anchor, entropy = (0.0, 1.0, 0.0) if hears else (1.0, recipe.anchor, recipe.entropy)
        self.plan = Plan(False, CLIP, VALUE, entropy, 0.0, LEAST, heed, anchor)
        self.teacher = load("greedy", game) if recipe.start == "greedy" and anchor > 0 else None

    def choose(self, player: Player, rows: np.ndarray, places: np.ndarray) -> np.ndarray:
        if self.teacher is not None:
            player.memory.point(places, player.ask(self.teacher, rows))
        return player.decide(self.student, places)


class Imitation:
    """Greedy shows what to do in all seats."""

    phase, alone, weights, keeps, haste, settling = "imitating", True, AS_PAID, False, AT_ONCE, SETTLING

    def __init__(self, game: Game, recipe: Recipe, student: Student) -> None:
        self.student, self.batch, self.teacher = student, recipe.taught, load("greedy", game)
        self.plan = Plan(True, 0.0, VALUE, 0.0, 0.0, LEAST)

    def choose(self, player: Player, rows: np.ndarray, places: np.ndarray) -> np.ndarray:
        answers, shown = player.decide(self.student, places), player.ask(self.teacher, rows)
        player.memory.point(places, shown)
        return np.where(player.rng.random(rows.size) < OWN, answers, shown)


class Study:
    """The learner plays, and an expert weighs answers at some of its decisions. The score goes on to imitate greedy;
    what is added to it is fitted to the gains, and decides wherever greedy's answer is not the only sensible one."""

    phase, alone, weights, keeps, haste, settling = "studying", False, AS_PAID, True, HASTE, SETTLING

    def __init__(self, game: Game, recipe: Recipe, student: Student) -> None:
        assert isinstance(student.network, ScoringNetwork)
        self.student, self.batch, self.share = student, recipe.taught, recipe.weighed
        self.experts = [Expert(game, recipe, student.network) for _ in range(CORES)]
        self.plan = Plan(True, 0.0, VALUE, 0.0, 0.0, LEAST, gains=recipe.heed)

    def choose(self, player: Player, rows: np.ndarray, places: np.ndarray) -> np.ndarray:
        answers, seen = player.decide(self.student, places), player.seen
        assert seen is not None
        drawn = player.rng.random(places.size) < self.share
        some = np.flatnonzero(drawn & (np.count_nonzero(seen.mask, axis=1) > 1))
        if some.size:
            self.experts[player.number].advise(places[some], player.memory, _some(seen, some), player.rng)
        return answers


def _some(seen: Sound, rows: np.ndarray) -> Sound:
    assert seen.states is not None
    return Sound(seen.seat[rows], seen.mask[rows], None, seen.states[rows])
