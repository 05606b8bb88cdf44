"""`rush-envs warm`."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, suppress
from math import ceil
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rush_envs import registry
from rush_envs.doors.solo import Solo
from rush_envs.engine.agents import load
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.kernels import sources
from rush_envs.engine.threads import WORTH_SHARING
from rush_envs.errors import UnknownAgent

from ..mcts import MctsAgent
from ..policies.files import BadPolicy
from ..policies.scoring import ScoringNetwork
from ..search.settings import Budget, Settings
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


def begun(game: str) -> BatchEnv:
    """Several games, some of which leave whoever is asked a choice."""
    batch = BatchEnv.of(game, 16, seed=0)
    batch.reset()
    for _ in range(8):
        batch.step(batch.random_actions())
    return batch


def agent(game: str, name: str) -> None:
    """One decision of an agent; nothing if it cannot play the game."""
    with suppress(UnknownAgent, BadPolicy):
        load(name, game, seed=0).act(begun(game).view())


def search(game: str) -> None:
    """With one tree for a decision and with several."""
    agent(game, "mcts:1")
    agent(game, "mcts:1:trees=2")


def search_by_network(game: str) -> None:
    """The same whatever the weights, so that networks yet to be trained find it compiled."""
    batch = begun(game)
    with suppress(UnknownAgent):
        network = ScoringNetwork(batch.game, (1, 1))
        MctsAgent(batch.game, Budget(1), Settings(depth=1), seed=0, network=network).act(batch.view())


PARTS = {
    "rules": rules,
    "threads": threads,
    "changes": changes,
    "greedy": lambda game: agent(game, "greedy"),
    "search": search,
    "search by network": search_by_network,
    "policy": lambda game: agent(game, "ppo"),
}


def compile_part(job: Job) -> None:
    """In a process of its own, which has nothing to tell. A compiler leaves little garbage and much to look through for
    it, a seventh of its time: that is done once, afterwards."""
    os.environ["RUSH_ENVS_QUIET"] = "1"
    game, part = job
    gc.disable()
    PARTS[part](game)
    gc.collect()


def much(game: str) -> int:
    """How much of a game there is to compile, roughly: bytes of its sources."""
    return sources.size(frozenset([registry.homes()[game].partition(":")[0]]))


class Plan:
    """Which process compiles what. One that has compiled a part of a game has its rules at hand, typed and lowered,
    which is half of the work: it stays with the game, and games are shared only where processes outnumber them."""

    def __init__(self, games: list[str], processes: int) -> None:
        self.left = {game: list(PARTS) for game in games}
        self.free = [game for _ in range(ceil(processes / len(games))) for game in games]  # one name for each process

    def next(self, game: str = "") -> Job | None:
        """For a process that is at a game, or at none yet; None if there is nothing left for it."""
        while not self.left.get(game):
            if not self.free:
                return None
            game = self.free.pop(0)
        return game, self.left[game].pop(0)

    def carried_out(self, processes: int) -> Iterator[Job]:
        """Every job when it is done."""
        context = multiprocessing.get_context("spawn")
        with ExitStack() as stack:
            workers = [stack.enter_context(ProcessPoolExecutor(1, context)) for _ in range(processes)]
            running: dict[Future[None], tuple[ProcessPoolExecutor, Job]] = {}

            def go_on(worker: ProcessPoolExecutor, game: str = "") -> None:
                if job := self.next(game):
                    running[worker.submit(compile_part, job)] = worker, job

            for worker in workers:
                go_on(worker)
            while running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    worker, job = running.pop(future)
                    future.result()
                    go_on(worker, job[0])
                    yield job


def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games.", show_default="all")] = None,
    processes: Annotated[int, typer.Option(min=1, help="How many compile at a time.", show_default="cores")] = CORES,
) -> None:
    """Compile ahead, so that nobody waits later; what is compiled already takes no time."""
    names = list(dict.fromkeys(registry.game(name).name for name in games or registry.games()))
    total = len(names) * len(PARTS)
    plan = Plan(sorted(names, key=much, reverse=True), processes)  # at the end nobody waits long for another
    columns = (
        BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False),
    )  # fmt: skip
    with Progress(*columns, console=ERR, disable=not ERR.is_terminal) as progress:
        task = progress.add_task("compiling …", total=total)
        for number, (name, part) in enumerate(plan.carried_out(min(processes, total)), 1):
            progress.update(task, advance=1, description=f"{name}: {part}")
            if not ERR.is_terminal:  # a log has no bar: a line for each part, so that nobody waits in silence
                ERR.print(f"{number}/{total} {name}: {part}", soft_wrap=True)
    OUT.print(f"Compiled and kept: {', '.join(names)}.", soft_wrap=True)
