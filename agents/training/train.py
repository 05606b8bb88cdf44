"""Trains a policy from its recipe to its card.

    rush-envs train coffee_rush --minutes 10

With advice, the usual way, the network is told what greedy would do and at first mostly does it: it learns when to
deviate. Without, it imitates greedy for some minutes and then plays on its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rush_envs.errors import BadOption, MissingExtra

try:
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.logger import configure
except ImportError:
    raise MissingExtra("training", "train") from None

from rush_envs.contract import Game
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.engine.streams import derived
from rush_envs.registry import game as find_game

from ..policies import files
from ..policy import PolicyAgent
from ..storage.writing import sole_writer
from .curve import draw_curve
from .games import Rollouts, open_games
from .imitation import imitate
from .league import League
from .measure import Limit, Progress, Tell, strength_of
from .network import Brain, is_sound, policy_of
from .recipe import Recipe, recipe_of
from .run import RUN, Run
from .watch import Diverged, Watch


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
    tell: Tell = lambda progress: None,
) -> Run:
    """Trains a policy and leaves it in the folder; Ctrl-C ends the training early and keeps what was learned.

    To resume, the recipe must be that of the run, or None; a learning rate that is given holds from there on.
    """
    game, limit = find_game(game_name), Limit(minutes, steps, look_every, look_games)
    with making(folder), sole_writer(folder):
        run = open_run(game, folder, recipe, resume, learning_rate)
        files.check_size(game, run.recipe.hidden, run.recipe.advice)  # rather than after the first minutes
        run.begin(command, minutes, steps, learning_rate)
        league = League(game, seed=derived(run.recipe.seed, "league"), shares=run.recipe.league)
        model = make_model(run, open_games(game, run.recipe, league), lambda: max(0.0, 1.0 - limit.share(run)))
        if resume:
            run.restore(model, league)
        model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))
        if not resume:
            take_lessons(run, model, tell)
            league.remember(policy_of(model, game, {}, {}))
        watch = Watch(run, league, limit, tell)
        learn(model, watch)
        watch.count()
        watch.look(policy_of(model, game, {}, {}))
        finish(run, final_games)
    return run


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


def make_model(run: Run, env: RushVecEnv, left: Callable[[], float] = lambda: 1.0) -> MaskablePPO:
    """For an environment of raw observations; `left` is the share of the run that is still to come."""
    recipe = run.recipe
    return MaskablePPO(
        Brain,
        env,
        n_steps=recipe.rollout,
        batch_size=recipe.batch,
        n_epochs=recipe.epochs,
        learning_rate=lambda _: run.learning_rate * left(),
        gamma=recipe.gamma,
        gae_lambda=recipe.smoothing,
        ent_coef=recipe.entropy,
        seed=recipe.seed,
        device="cpu",
        policy_kwargs={"scale": run.game.observation.scale, "recipe": recipe},
        rollout_buffer_class=Rollouts,
    )


def take_lessons(run: Run, model: MaskablePPO, tell: Tell) -> None:
    """The head start of a network that gets no advice."""
    minutes = run.recipe.imitation
    if minutes > 0 and not run.recipe.advice:
        begun = time.monotonic()
        imitate(
            model,
            run.game,
            run.recipe,
            lambda share, agreed: tell(Progress("imitating", 0.0, 0, agreed, 60 * minutes * (1 - share))),
        )
        run.seconds = time.monotonic() - begun


def learn(model: MaskablePPO, watch: Watch) -> None:
    """Until the watch says that it is enough, or Ctrl-C: what was learned is kept."""
    try:
        model.learn(1 << 62, callback=watch)
    except KeyboardInterrupt:
        pass
    except ValueError:  # torch refuses to draw from what is not a distribution
        if is_sound(model):
            raise
        raise Diverged(watch.run.folder) from None


def finish(run: Run, games: int) -> None:
    """The best policy with its whole card, measured anew in games that did not choose it, and the curve."""
    best = files.load(run.policy, run.game)
    strength = strength_of(run, PolicyAgent(best), games)
    files.save(run.policy, replace(best, training=run.training(), strength=strength))
    draw_curve(run)
