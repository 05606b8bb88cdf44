"""A troupe: an actor of a cluster that plays half as many games as a learner on its own, by the weights it is sent."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from rush_envs.engine.streams import derived
from rush_envs.registry import game as find_game
from rush_envs.registry import homes

from ...cluster.likeness import likeness, refusal, unlikeness
from ...games import part
from ..league import League
from ..learner.learner import Learner
from ..learner.memory import Memory
from ..recipe import Recipe
from .hauls import Haul, trimmed

LESSONS = {"imitating": "imitation", "studying": "study"}  # attributes of a learner, by the phases of a method


class Hire(NamedTuple):
    """What a troupe is told once."""

    game: str
    recipe: Recipe
    likeness: dict[str, str]  # of who learns
    begun: int  # updates that there were before
    number: int


class Score(NamedTuple):
    """What it plays by; every update makes a new one."""

    phase: str
    weights: np.ndarray
    league: Mapping[str, np.ndarray]


def own_likeness(game: str) -> dict[str, str]:
    """Of this node, as far as games for learning depend on it."""
    known = (part(game, name) for name in ("greedy", "search", "insight"))
    return likeness(__name__, homes()[game].partition(":")[0], *(module.__name__ for module in known if module))


class Troupe:
    """Plays when it is asked, and nothing in between: what is not fetched yet holds it up."""

    def __init__(self, hire: Hire) -> None:
        if words := unlikeness(hire.likeness, own_likeness(hire.game)):
            self.refusal = refusal(words)
            return
        self.refusal = ""
        game = find_game(hire.game)
        seed = derived(hire.recipe.seed, "games elsewhere", hire.begun, hire.number) % (1 << 32)
        self.learner = Learner(game, replace(hire.recipe, seed=seed))
        self.player = self.learner.players[0]
        self.league = League(game, shares=hire.recipe.league)
        self.rounds = 0

    def play(self, score: Score) -> Haul:
        if self.refusal:
            return Haul(score.phase, trimmed(Memory(0)), [], 0.0, self.refusal)
        begun = time.process_time()
        self.learner.network.whole[:] = score.weights
        self.league.restore(score.league, self.learner.policy())
        if not self.rounds:
            self.player.scatter()
            self.player.sit(np.arange(self.player.batch.num_envs), self.league)
        lesson = getattr(self.learner, LESSONS[score.phase])
        agents = self.league.agents(derived(self.learner.recipe.seed, "opponents", self.rounds) % (1 << 32))
        self.player.play(lesson.choose, self.league, agents, lesson.weights, lesson.alone)
        self.rounds += 1
        decisions = trimmed(self.player.memory)
        return Haul(score.phase, decisions, self.player.results, time.process_time() - begun)
