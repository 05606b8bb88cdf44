"""`rush-envs warm`."""

from __future__ import annotations

import multiprocessing
import os
from contextlib import suppress
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rush_envs import registry
from rush_envs.doors.solo import Solo
from rush_envs.engine.agents import load
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.threads import WORTH_SHARING
from rush_envs.errors import UnknownAgent

from ..policies.files import BadPolicy
from ..terminal.console import ERR, OUT

CORES = os.cpu_count() or 1
EXAMPLES = ("warm", "warm coffee_rush rush_out")
Job = tuple[str, str]  # a game and one of PARTS


def rules(game: str) -> None:
    """What every door and tool calls for one game or for many."""
    batch = BatchEnv.of(game, 2, seed=0)
    batch.reset()
    batch.step(batch.random_actions())
    batch.observe(0, 0)
    batch.reveal(0)
    batch.broken_invariants()
    batch.view().states  # noqa: B018
    Solo(game, 2, seed=0).reset()


def threads(game: str) -> None:
    """The same for `threads=2`."""
    batch = BatchEnv.of(game, WORTH_SHARING, seed=0, threads=2)
    batch.reset()


def changes(game: str) -> None:
    """Active features, and what actions change in them."""
    batch = BatchEnv.of(game, 2, seed=0, features=False, active=True)
    batch.reset()
    batch.describe_actions()


def agent(game: str, name: str) -> None:
    """One decision of an agent in several games, some of which leave it a choice; nothing if it cannot play them."""
    batch = BatchEnv.of(game, 16, seed=0)
    batch.reset()
    for _ in range(8):
        batch.step(batch.random_actions())
    with suppress(UnknownAgent, BadPolicy):
        load(name, game, seed=0).act(batch.view())


PARTS = {
    "rules": rules,
    "threads": threads,
    "changes": changes,
    "greedy": lambda game: agent(game, "greedy"),
    "search": lambda game: agent(game, "mcts:1"),
    "search by network": lambda game: agent(game, "mcts:1:net"),
    "policy": lambda game: agent(game, "ppo"),
}


def compile_part(job: Job) -> Job:
    """In a process of its own, which has nothing to tell."""
    os.environ["RUSH_ENVS_QUIET"] = "1"
    game, part = job
    PARTS[part](game)
    return job


def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games.", show_default="all")] = None,
    processes: Annotated[int, typer.Option(min=1, help="How many compile at a time.", show_default="cores")] = CORES,
) -> None:
    """Compile ahead, so that nobody waits later; what is compiled already takes no time."""
    names = [registry.game(name).name for name in games or registry.games()]
    jobs = [(name, part) for part in PARTS for name in names]  # agents need the rules: these come first
    columns = (
        BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False),
    )  # fmt: skip
    context = multiprocessing.get_context("spawn")
    with (
        Progress(*columns, console=ERR, disable=not ERR.is_terminal) as progress,
        context.Pool(min(processes, len(jobs))) as pool,
    ):
        task = progress.add_task("compiling …", total=len(jobs))
        for number, (name, part) in enumerate(pool.imap_unordered(compile_part, jobs), 1):
            progress.update(task, advance=1, description=f"{name}: {part}")
            if not ERR.is_terminal:  # a log has no bar: a line for each part, so that nobody waits in silence
                ERR.print(f"{number}/{len(jobs)} {name}: {part}", soft_wrap=True)
    OUT.print(f"Compiled and kept: {', '.join(names)}.", soft_wrap=True)
