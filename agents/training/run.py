"""The folder of a run: what it was asked for, how far it came, and everything that is needed to go on."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from rush_envs.contract import Game
from rush_envs.errors import BadOption
from rush_envs.kit.printable import printable

from ..policies import files
from ..storage import reading
from ..storage.arrays import Promise, Promises, most_bytes, read_arrays
from ..storage.reading import Damaged, Facts
from ..storage.writing import write_safely
from .league import League
from .learner.learner import Learner
from .recipe import Recipe, differences, problem_of

RUN, CHECKPOINT = "run.json", "checkpoint.npz"
COUNTS = ("steps", "updates", "settled")  # of a checkpoint: of the optimiser, of lessons, of the average
LARGEST = 16 << 20  # bytes of run.json, whose history grows by 200 a minute
ANEW = "start anew in another folder"

Count = Annotated[int, Field(ge=0, lt=1 << 62)]
Seconds = Annotated[float, Field(ge=0, le=1e12)]
Rate = Annotated[float, Field(ge=0, le=1)]
Interval = Annotated[list[Rate], Field(min_length=3, max_length=3)]  # a share, and from where to where it may be


class BadRun(BadOption):
    """A folder whose run cannot be resumed, or not in that way."""


class Point(Facts):
    """One measurement."""

    steps: Count
    seconds: Seconds
    cpu: Seconds
    greedy: Interval
    random: Interval


class Part(Facts):
    """One start of the run: what it was asked for, and how many steps there were before."""

    command: str
    begun: Count
    learning_rate: Annotated[float, Field(gt=0, le=1)]
    minutes: Annotated[float, Field(gt=0)] | None
    steps: Annotated[int, Field(ge=1)] | None


class RunFacts(Facts):
    """What `run.json` holds."""

    game: str
    recipe: Recipe
    parts: list[Part]
    steps: Count
    seconds: Seconds
    cpu: Seconds
    even: Rate | None
    history: list[Point]
    best: Point | None


class Run:
    """Files of one training run: the recipe and history, a checkpoint, snapshots, the policy, the curve.

    The recipe is what the run began with and never changes; what later starts were asked for stands in `parts`.
    """

    def __init__(self, folder: Path, game: Game, recipe: Recipe) -> None:
        self.folder, self.game, self.recipe = folder, game, recipe
        self.parts: list[dict[str, Any]] = []
        self.steps = 0
        self.seconds = 0.0  # by the clock
        self.cpu = 0.0  # of all cores together
        self.even: float | None = None  # what greedy wins in our place, once measured
        self.history: list[dict[str, Any]] = []
        self.best: dict[str, Any] | None = None  # the point of the history whose policy is kept

    @property
    def policy(self) -> Path:
        return self.folder / "policy.npz"

    @property
    def commands(self) -> list[str]:
        """That made it, one for each start."""
        return [part["command"] for part in self.parts]

    @property
    def learning_rate(self) -> float:
        """Of the present part."""
        return float(self.parts[-1]["learning_rate"]) if self.parts else self.recipe.learning_rate

    def begin(self, command: str, minutes: float | None, steps: int | None, learning_rate: float | None) -> None:
        """One more start; the learning rate stays as it was unless another is given."""
        rate = self.learning_rate if learning_rate is None else learning_rate
        asked = {"begun": self.steps, "learning_rate": rate, "minutes": minutes, "steps": steps}
        self.parts.append({"command": command} | asked)

    def facts(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "recipe": asdict(self.recipe),
            "parts": self.parts,
            "steps": self.steps,
            "seconds": round(self.seconds, 1),
            "cpu": round(self.cpu, 1),
            "even": self.even,
            "history": self.history,
            "best": self.best,
        }

    def training(self) -> dict[str, Any]:
        """What a card says of the run so far."""
        return {
            "command": " && ".join(self.commands),
            "recipe": asdict(self.recipe),
            "parts": list(self.parts),
            "steps": self.steps,
            "minutes": round(self.seconds / 60, 1),
            "cpu_minutes": round(self.cpu / 60, 1),
            "kept": self.best,
        }

    def save(self, learner: Learner, league: League) -> None:
        """The checkpoint first: whatever stops us in between, `run.json` never promises more than there is."""
        buffer = io.BytesIO()
        np.savez(buffer, **_arrays(learner, league))  # type: ignore[arg-type]
        write_safely(self.folder / CHECKPOINT, buffer.getvalue())
        write_safely(self.folder / RUN, (json.dumps(self.facts(), indent=1) + "\n").encode())

    # ---------------------------------------------------------------------------------------------------------------

    @classmethod
    def resume(cls, folder: Path, game: Game) -> Run:
        """A run as its last checkpoint left it."""
        try:
            content = reading.read_bytes(folder / RUN, LARGEST)
            found = reading.any_json(content)
            trained = found.get("game", game.name) if isinstance(found, dict) else game.name
            if trained != game.name:
                raise BadRun(f"{folder} holds a run of {printable(trained)[:80]}, not of {game.name}; give its folder")
            run = cls._of(folder, game, reading.facts(content, RunFacts))
        except FileNotFoundError:
            raise BadRun(f"{folder} has no run to resume (no {RUN}); leave out --resume to start one") from None
        except OSError as error:
            raise BadRun(f"{folder / RUN} cannot be read ({error.strerror}); {ANEW}") from None
        except Damaged as damage:
            raise BadRun(f"{folder / RUN} is damaged ({damage}); {ANEW}") from None
        run._find_best()
        return run

    @classmethod
    def _of(cls, folder: Path, game: Game, facts: RunFacts) -> Run:
        problem = problem_of(facts.recipe)
        if problem:
            raise Damaged(f"recipe: {problem}")
        try:
            game.config.of(game.name, dict(facts.recipe.options))
        except (BadOption, TypeError) as error:
            raise Damaged(f"recipe.options: {error}") from None
        run = cls(folder, game, replace(facts.recipe, hidden=tuple(facts.recipe.hidden)))
        run.parts = [part.model_dump() for part in facts.parts]
        run.steps, run.seconds, run.cpu, run.even = facts.steps, facts.seconds, facts.cpu, facts.even
        run.history = [point.model_dump() for point in facts.history]
        run.best = facts.best.model_dump() if facts.best else None
        return run

    def _find_best(self) -> None:
        """A run that was killed may have kept a policy that its history does not know yet; the card does."""
        if not self.policy.exists():
            self.best = None
        elif self.best:
            kept = files.load(self.policy, self.game).training.get("kept")
            try:
                self.best = reading.checked(kept, Point).model_dump() if kept else self.best
            except Damaged as damage:
                raise BadRun(f"{self.policy} is damaged (training.kept.{damage}); {ANEW}") from None

    def compare(self, recipe: Recipe) -> None:
        """Refuses to go on with another recipe."""
        options = [self.game.config.of(self.game.name, dict(r.options)).options() for r in (self.recipe, recipe)]
        mine, asked = (replace(r, options=o) for r, o in zip((self.recipe, recipe), options, strict=True))
        for name, (own, given) in differences(mine, asked).items():
            raise BadRun(
                f"{self.folder} holds a run with {name}={own!r}, which cannot become {given!r} on the way; "
                f"leave it out, or {ANEW}"
            )

    # ---------------------------------------------------------------------------------------------------------------

    def restore(self, learner: Learner, league: League) -> None:
        """Weights, the optimiser's memory and the league's snapshots, from plain arrays; all of it or nothing."""
        path, like = self.folder / CHECKPOINT, learner.policy()
        promised, (always, places) = _promises(learner), league.promises(like)
        promised |= _prefixed("l.", always)
        groups = [_prefixed("l.", place) for place in places]
        try:
            most = most_bytes(promised) + sum(map(most_bytes, groups))
            found = read_arrays(reading.read_bytes(path, most), promised, groups)
            if (found["square"] < 0).any() or min(found[name] for name in COUNTS) < 0:
                raise Damaged("holds squares or counts that are less than nothing")
            if not 0 < found["pace"][0] <= 1:
                raise Damaged("holds a pace that is not between 0 and 1")
            league.restore(_part(found, "l."), like)
        except OSError as error:
            raise BadRun(f"{path} cannot be read ({error.strerror}); {ANEW}") from None
        except Damaged as damage:
            raise BadRun(f"{path} does not fit this run ({damage}); {ANEW}") from None
        for name, array in _vectors(learner).items():
            array[:] = found[name]
        learner.optimiser.steps, learner.updates, learner.settled = (int(found[name]) for name in COUNTS)


def _prefixed(prefix: str, promised: Promises) -> dict[str, Promise]:
    return {prefix + name: promise for name, promise in promised.items()}


def _part(found: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {name.removeprefix(prefix): part for name, part in found.items() if name.startswith(prefix)}


def _vectors(learner: Learner) -> dict[str, np.ndarray]:
    optimiser = learner.optimiser
    own = {"weights": learner.network.whole, "average": learner.average, "pace": learner.pace}
    return own | {"mean": optimiser.mean, "square": optimiser.square}


def _promises(learner: Learner) -> dict[str, Promise]:
    found = {name: Promise(array.shape) for name, array in _vectors(learner).items()}
    return found | {name: Promise((), "int64") for name in COUNTS}


def _arrays(learner: Learner, league: League) -> dict[str, np.ndarray]:
    counts = zip(COUNTS, (learner.optimiser.steps, learner.updates, learner.settled), strict=True)
    arrays = _vectors(learner) | {name: np.array(count, np.int64) for name, count in counts}
    return arrays | {f"l.{name}": part for name, part in league.arrays().items()}
