"""A learner whose games are played by troupes on a cluster.

As many troupes play as there are cores. An update takes as many decisions as it does on one machine, from the troupes
that have some first; each then gets the newest weights, through the object store, and plays on. So no troupe is ahead
by more than what it has in hand, and what is learned from is a few updates old at most: the expert's word does not
mind, PPO would. A troupe that is lost costs its games, and a new one with games of its own takes its place.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rush_envs.contract import Game
from rush_envs.errors import BadOption, RushError

from ...cluster.joining import NoCluster, checked_place, cores_of, joined
from ..league import League
from ..learner.learner import Learner
from ..learner.lessons import Lesson
from ..learner.player import CORES
from ..recipe import Recipe
from .hauls import Haul, merged
from .troupes import Hire, Score, Troupe, own_likeness

BEAT = 1.0  # seconds between two looks at how many cores there are
MOST_LOSSES = 100  # of troupes, one after the other, without anything that was played
Noted = Callable[[str], None]


class TroupeLost(RushError, RuntimeError):
    """Troupes fail again and again, or must not take part."""


class LearnerElsewhere(Learner):
    """Learns here; plays nothing itself."""

    def __init__(self, game: Game, recipe: Recipe, ray: Any, noted: Noted) -> None:
        super().__init__(game, recipe)
        self._ray, self._noted = ray, noted
        self._troupe = ray.remote(num_cpus=1, max_restarts=0)(Troupe)
        self._likeness = own_likeness(game.name)
        self._playing: dict[Any, Any] = {}  # troupes by what they will bring
        self._hired = self._lost = 0
        self._score: Any = None
        self._counted = -BEAT

    def collect(self, lesson: Lesson, league: League) -> None:
        """What troupes bring first."""
        self._score = self._ray.put(Score(lesson.phase, self.average.copy(), league.arrays()))
        hauls: list[Haul] = []
        try:
            while len(hauls) < CORES:
                self._hire()
                done, _ = self._ray.wait(list(self._playing), num_returns=1, timeout=BEAT)
                found = (self._taken(one) for one in done)
                hauls += [haul for haul in found if haul is not None and haul.phase == lesson.phase]
        except ConnectionError as error:
            raise NoCluster(f"the cluster is not there any more ({error}); go on with --resume") from None
        for player, haul in zip(self.players, hauls, strict=True):
            player.memory = merged([haul.decisions])
            self.elsewhere += haul.cpu
            for rivals, companies, won in haul.results:
                league.note(rivals, companies, won)

    def _hire(self) -> None:
        """As many as there are cores; nodes come and go."""
        if time.monotonic() - self._counted < BEAT:
            return
        self._counted = time.monotonic()
        while len(self._playing) < max(1, cores_of(self._ray)):
            hire = Hire(self.game.name, self.recipe, self._likeness, self.updates, self._hired)
            self._hired += 1
            self._ask(self._troupe.remote(hire))

    def _ask(self, troupe: Any) -> None:
        self._playing[troupe.play.remote(self._score)] = troupe

    def _taken(self, brought: Any) -> Haul | None:
        """What a troupe brings, which plays on at once; None if it is lost."""
        troupe, errors = self._playing.pop(brought), self._ray.exceptions
        try:
            haul: Haul = self._ray.get(brought)
        except errors.RayTaskError as error:
            raise TroupeLost(f"a troupe failed: {error.cause}; go on with --resume") from None
        except errors.RayError as error:
            self._bear(type(error).__name__)
            return None
        if haul.refusal:
            raise TroupeLost(haul.refusal)
        self._lost = 0
        self._ask(troupe)
        return haul

    def _bear(self, kind: str) -> None:
        self._lost += 1
        if self._lost >= MOST_LOSSES:
            raise TroupeLost(f"{MOST_LOSSES} troupes were lost, one after the other ({kind}); go on with --resume")
        self._noted(f"A troupe was lost with its games ({kind}); another takes its place.")


def possible_place(recipe: Recipe, on: str) -> str:
    """Where games for such a recipe may be played; refused otherwise."""
    if recipe.method != "expert":
        raise BadOption("--on needs --method expert: PPO learns from games that it has just played itself")
    return checked_place(on)


@contextmanager
def learner_of(game: Game, recipe: Recipe, on: str | None, noted: Noted) -> Iterator[Learner]:
    """One who plays here, or on a cluster."""
    if on is None:
        yield Learner(game, recipe)
        return
    with joined(possible_place(recipe, on), CORES) as ray:
        yield LearnerElsewhere(game, recipe, ray, noted)
