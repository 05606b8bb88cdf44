"""How a run is doing: when it has had enough, what is told of it, and how strong its policy is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rush_envs.engine.agents import Agent, load
from rush_envs.engine.streams import derived
from rush_envs.errors import BadOption, shown

from ..arena.duels import duel
from ..results.shares import Share
from .run import Run

LONGEST = 10**12  # minutes, or seconds between two looks
LOOKS = 20  # of a run that is limited by steps
RIVALS = ("greedy", "random")
LOOK, FINAL = "looks", "final measurement"  # the purposes of two streams of games


@dataclass
class Progress:
    """What is told after every update."""

    phase: str
    share: float  # of the whole run
    steps: int
    rate: float  # decisions of the learner a second
    left: float  # seconds
    sure: float  # of what was shown
    greedy: Share | None = None
    random: Share | None = None

    @property
    def countdown(self) -> str:
        """`1:05 left`"""
        minutes, seconds = divmod(int(max(0.0, self.left)), 60)
        return f"{minutes}:{seconds:02d} left"


Tell = Callable[[Progress], None]


@dataclass(frozen=True)
class Limit:
    """When to stop, and how often to look."""

    minutes: float | None
    steps: int | None
    look: float  # seconds between two looks; with nothing but steps to go by, LOOKS of them in all
    games: int  # of each look, against greedy

    def __post_init__(self) -> None:
        """A card holds them, and JSON knows neither infinity nor what is no number."""
        for name, value in (("minutes", self.minutes), ("look_every", self.look)):
            if value is not None and not 0 < value <= LONGEST:
                raise BadOption(f"{name}={shown(value)}: give more than 0 and at most {LONGEST:,}")

    def share(self, run: Run) -> float:
        by_time = run.seconds / (60 * self.minutes) if self.minutes else 0.0
        return max(by_time, run.steps / self.steps if self.steps else 0.0)

    def looks(self, run: Run) -> int:
        """How many there should have been so far. A run that is limited by steps alone repeats itself exactly, and
        what a look keeps as an opponent is part of it: no clock may say when."""
        if self.minutes is None and self.steps:
            return LOOKS * run.steps // self.steps
        return int(run.seconds / self.look)

    def reached(self, run: Run) -> bool:
        return self.share(run) >= 1.0


def meet(run: Run, ours: Agent, rival: str, games: int, purpose: str) -> dict[str, Share]:
    """Our victories by role against a rival, in games that training never sees."""
    seed = derived(run.recipe.seed, purpose)
    theirs = load(rival, run.game, seed=derived(seed, "opponents"))
    return duel(run.game, ours, theirs, games, seed=seed, options=run.recipe.options)


def strength_of(run: Run, ours: Agent, games: int) -> dict[str, Any]:
    """How often the policy wins, in games that did not choose it; `even` is what greedy wins against greedy there."""
    strength: dict[str, Any] = {"games": games}
    if games:
        greedy = load("greedy", run.game)
        for word, agent, rival in (("greedy", ours, "greedy"), ("random", ours, "random"), ("even", greedy, "greedy")):
            shares = meet(run, agent, rival, games, FINAL)
            strength[word] = {
                role: [round(s.rate, 4), *(round(x, 4) for x in s.interval), s.games] for role, s in shares.items()
            }
    return strength
