"""Learning curves from scratch: several seeds of each game, kept as plain data that others can draw theirs beside."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field, TypeAdapter, ValidationError

from rush_envs import registry
from rush_envs.errors import BadOption
from rush_envs.kit.printable import printable

from ..storage import reading
from ..storage.reading import Damaged, Facts
from ..storage.writing import write_safely
from .measure import RIVALS, Progress
from .recipe import recipe_of
from .run import RUN, Point, Run
from .train import train

DATA, PICTURE = "curves.json", "curves.png"
LARGEST = 64 << 20  # bytes of a file of curves
GIVE = "give a file that `rush-envs curves` wrote"
POINTS = 60  # of the time axis, for bands over seeds

Tell = Callable[[str, int, Progress], None]


class Curve(Facts):
    """One run: who learned what, and how it went."""

    learner: Annotated[str, Field(max_length=80)]
    game: Annotated[str, Field(max_length=80)]
    seed: int
    even: float | None  # what greedy wins in the learner's place
    points: list[Point]


def record(game: str, seed: int, minutes: float, folder: Path, look: float, games: int, tell: Tell) -> Curve:
    """A run from scratch, or the rest of one that was stopped, as a curve."""
    recipe = recipe_of(game, seed=seed, start="scratch")
    resume = (folder / RUN).exists()
    run = Run.resume(folder, registry.game(game)) if resume else None
    if run is None or run.seconds < 60 * minutes:
        run = train(
            game, folder, recipe=recipe, minutes=minutes, look_every=look, look_games=games, final_games=0,
            resume=resume, command=f"rush-envs curves {game} --minutes {minutes:g}",
            tell=lambda progress: tell(game, seed, progress),
        )  # fmt: skip
    points = [Point(**point) for point in run.history]
    return Curve(learner="rush-envs", game=game, seed=seed, even=run.even, points=points)


def save(curves: Sequence[Curve], path: Path) -> None:
    write_safely(path, (json.dumps([curve.model_dump() for curve in curves], indent=1) + "\n").encode())


def load(path: Path) -> list[Curve]:
    """The curves of a file, ours or somebody else's."""
    try:
        content = reading.read_bytes(path, LARGEST)
        return TypeAdapter(list[Curve]).validate_python(reading.any_json(content))
    except OSError as error:
        raise BadOption(
            f"{path} cannot be read ({error.strerror}); give a file that `rush-envs curves` wrote"
        ) from None
    except (Damaged, ValidationError) as damage:
        words = damage.errors()[0]["msg"] if isinstance(damage, ValidationError) else damage
        raise BadOption(f"{path} holds no curves ({words}); {GIVE}") from None


def draw(curves: Sequence[Curve], path: Path) -> None:
    """A row a game: victories against random and against greedy over CPU minutes, the seeds of each learner as a band
    around their median."""
    from matplotlib.figure import Figure

    games = list(dict.fromkeys(curve.game for curve in curves))
    figure = Figure(figsize=(9, 2.4 * len(games)), layout="constrained")
    grid = figure.subplots(len(games), len(RIVALS), squeeze=False, sharex="row")
    for row, game in zip(grid, games, strict=True):
        mine = [curve for curve in curves if curve.game == game and curve.points]
        for axes, rival in zip(row, reversed(RIVALS), strict=True):
            for learner in dict.fromkeys(curve.learner for curve in mine):
                _band(axes, [curve for curve in mine if curve.learner == learner], rival, printable(learner))
            axes.set(ylim=(-2, 102), title=f"{printable(game)}: % won against {rival}")
            even = [curve.even for curve in mine if curve.even is not None]
            if rival == "greedy" and even:
                axes.axhline(100 * float(np.mean(even)), color="grey", linestyle=":", label="greedy itself")
        row[0].legend(fontsize="small", loc="lower right")
    for axes in grid[-1]:
        axes.set(xlabel="CPU minutes")
    figure.savefig(path, dpi=100)


def _band(axes, curves: Sequence[Curve], rival: str, learner: str) -> None:  # type: ignore[no-untyped-def]
    last = min(curve.points[-1].cpu for curve in curves)
    first = max(curve.points[0].cpu for curve in curves)
    grid = np.linspace(min(first, last), last, POINTS)
    rates = np.array([np.interp(grid, *_line(curve, rival)) for curve in curves])
    axes.plot(grid / 60, np.median(rates, axis=0), label=f"{learner}, {len(curves)} seeds")
    axes.fill_between(grid / 60, rates.min(axis=0), rates.max(axis=0), alpha=0.25)


def _line(curve: Curve, rival: str) -> tuple[list[float], list[float]]:
    return [point.cpu for point in curve.points], [100 * getattr(point, rival)[0] for point in curve.points]
