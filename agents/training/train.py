"""Trains a policy from its recipe to its card.

    rush-envs train coffee_rush --minutes 10
    rush-envs train coffee_rush --method expert --minutes 30

From scratch the network knows nothing but the rules and plays against itself; from greedy it imitates the rule of thumb
for a while first, and then meets it in the league. It goes on by PPO, or studies what an expert says of its answers. At
play it stands alone in every case.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from rush_envs.errors import BadOption, MissingExtra

try:
    from tensorboard.summary import Writer
except ImportError:
    raise MissingExtra("training", "train") from None

from rush_envs.contract import Game
from rush_envs.registry import game as find_game

from ..policies import files
from ..policy import PolicyAgent
from ..storage.writing import sole_writer
from .curve import draw_curve
from .elsewhere.learner import Noted, learner_of, possible_place
from .league import League
from .measure import Limit, Tell, strength_of
from .recipe import Recipe, recipe_of
from .run import RUN, Run
from .watch import Watch

LAST_RATE = 0.1  # of the learning rate is left at the end


def train(
    game_name: str,
    folder: Path,
    *,
    recipe: Recipe | None = None,
    minutes: float | None = 10.0,
    steps: int | None = None,
    look_every: float = 60.0,
    look_games: int = 2000,
    final_games: int = 2000,
    resume: bool = False,
    learning_rate: float | None = None,
    command: str = "",
    on: str | None = None,
    tell: Tell = lambda progress: None,
    noted: Noted = lambda words: None,
) -> Run:
    """Trains a policy and leaves it in the folder; Ctrl-C ends the training early and keeps what was learned.

    To resume, the recipe must be that of the run, or None; a learning rate that is given holds from there on.
    """
    game, limit = find_game(game_name), Limit(minutes, steps, look_every, look_games)
    if recipe is not None and on is not None:
        possible_place(recipe, on)  # before there is a folder
    with making(folder), sole_writer(folder):
        run = open_run(game, folder, recipe, resume, learning_rate)
        files.check_size(game, run.recipe.network, run.recipe.hidden)  # rather than after the first minutes
        run.begin(command, minutes, steps, learning_rate)
        league = League(game, shares=run.recipe.league)
        with (
            learner_of(game, run.recipe, on, noted) as learner,
            closing(Writer(str(folder / "tensorboard"))) as log,
        ):
            if resume:
                run.restore(learner, league)
            watch = Watch(run, learner, league, limit, tell, log)
            with suppress(KeyboardInterrupt):  # what was learned is kept
                learn(watch)
            watch.look()
        finish(run, final_games)
    return run


def learn(watch: Watch) -> None:
    """One lesson after another, until the watch says that it is enough."""
    run, learner = watch.run, watch.learner
    while not watch.limit.reached(run):
        left = max(0.0, 1.0 - watch.limit.share(run))
        lesson = learner.lesson(run.steps)
        update = learner.take(lesson, watch.league, run.learning_rate * (LAST_RATE + (1.0 - LAST_RATE) * left))
        watch.after(lesson.phase, update)


@contextmanager
def making(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"{folder} cannot be made ({error.strerror}); choose another folder") from None
    yield


def open_run(game: Game, folder: Path, recipe: Recipe | None, resume: bool, learning_rate: float | None) -> Run:
    """A new run, or the one that is there; nothing of a run changes unless that is written down."""
    if resume:
        run = Run.resume(folder, game)
        if recipe is not None:
            run.compare(recipe)
        return run
    if (folder / RUN).exists():
        raise BadOption(f"{folder} already holds a run; go on with --resume, or choose another --out")
    recipe = recipe or recipe_of(game.name)
    return Run(folder, game, recipe if learning_rate is None else replace(recipe, learning_rate=learning_rate))


def finish(run: Run, games: int) -> None:
    """The best policy with its whole card, measured anew in games that did not choose it, and the curve."""
    best = files.load(run.policy, run.game)
    strength = strength_of(run, PolicyAgent(best), games)
    files.save(run.policy, replace(best, training=run.training(), strength=strength))
    draw_curve(run)
