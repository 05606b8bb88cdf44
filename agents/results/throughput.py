"""What `rush-envs bench` and `benchmarks/throughput.py` measure: decisions per second through every door.

Each figure is the median of several short runs with jitted random legal actions, in CPU seconds of this thread (wall
seconds with more than one). Machines are noisy, so read the ratio to the AEC door of the same game: both take turns in
one process, and the ratio is the median over the turns.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from rich.table import Table

from rush_envs.doors.modules import module
from rush_envs.engine import threads as threading
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.edge import checked_choice, checked_count
from rush_envs.errors import BadOption
from rush_envs.registry import game

DOORS = ("batch", "aec", "vector", "sb3")
Rate = dict[str, Any]
Loop = Callable[[], int]  # plays a little and says how many decisions it made


def run(
    games: list[str],
    sizes: list[int],
    threads: list[int],
    doors: list[str],
    seconds: float,
    progress: Callable[[str], None] = lambda text: None,
) -> list[Rate]:
    """One row for each game, door, batch size and thread count that makes sense together."""
    for door in doors:
        checked_choice("door", door, DOORS)
    for size in sizes:
        checked_count("batch", size, 1, 1 << 20)
    for count in threads:
        checked_count("threads", count, 1, threading.MOST)
    settings = list(_settings(sizes, threads, doors))
    if not settings:
        raise BadOption(f"nothing to measure: more than one thread needs a batch of {threading.WORTH_SHARING} or more")
    rows = []
    for name in games:
        baseline = aec_loop(module(name).env())
        for door, size, count in settings:
            progress(f"{game(name).title}: {door}, batch {size}, {count} thread{'s' if count > 1 else ''}")
            rows.append(_measure(name, door, size, count, baseline, seconds))
    return rows


def _settings(sizes: list[int], threads: list[int], doors: list[str]) -> Iterator[tuple[str, int, int]]:
    for door in doors:
        for size in [1] if door == "aec" else sizes:
            for count in threads if door == "batch" else [1]:
                if count == 1 or size >= threading.WORTH_SHARING:
                    yield door, size, count


def _measure(name: str, door: str, size: int, threads: int, baseline: Loop, seconds: float) -> Rate:
    work = baseline if door == "aec" else _PLAYERS[door](name, size, threads)
    clock = time.thread_time if threads == 1 else time.perf_counter
    turns = rates([work, baseline], seconds, [clock, time.thread_time])
    return {
        "game": name,
        "door": door,
        "batch": size,
        "threads": threads,
        "steps_per_second": round(float(np.median(turns[:, 0]))),
        "times_aec": round(ratio(turns)[1], 2),
    }


def rates(works: list[Loop], seconds: float, clocks: list[Callable[[], float]]) -> np.ndarray:
    """(turns, works): decisions a second of each piece of work, by turns for about `seconds` each, so that noise hits
    all alike; at least three turns."""
    for work in works:
        work()  # compiles
    turns: list[list[float]] = []
    end = time.perf_counter() + seconds * len(works)
    while len(turns) < 3 or time.perf_counter() < end:
        turns.append([])
        for work, clock in zip(works, clocks, strict=True):
            start = clock()
            steps = work()
            turns[-1].append(steps / (clock() - start))
    return np.array(turns)


def ratio(turns: np.ndarray) -> tuple[float, float, float]:
    """Quartiles of how many times as fast as the second piece of work the first is; the one in the middle counts."""
    low, middle, high = np.quantile(turns[:, 0] / turns[:, 1], (0.25, 0.5, 0.75))
    return float(low), float(middle), float(high)


def batch_loop(name: str, size: int, threads: int = 1, **options: Any) -> Loop:
    """Pick, step, mask, features and auto-reset in the engine itself."""
    batch = BatchEnv.of(name, size, seed=0, threads=threads, **options)
    batch.reset()
    rounds = max(1, 20_000 // size)

    def play() -> int:
        for _ in range(rounds):
            batch.step(batch.random_actions())
        return rounds * size

    return play


def aec_loop(env: Any) -> Loop:
    """Any AEC environment with an action mask: `agent_iter`, `last`, a random legal pick, `step`."""
    draw = random.Random(0).random
    env.reset(seed=0)

    def play() -> int:
        steps = 0
        while steps < 2_000:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(draw() * legal.size)]))
                steps += 1
        return steps

    return play


def _vector_loop(name: str, size: int, threads: int) -> Loop:
    from rush_envs.doors.vector import SoloVectorEnv

    env = SoloVectorEnv(size, name, seed=0)
    env.reset()
    return _solo_loop(env.step, env.solo, size)


def _sb3_loop(name: str, size: int, threads: int) -> Loop:
    from rush_envs.doors.sb3 import RushVecEnv

    env = RushVecEnv(name, size, seed=0)
    env.reset()
    return _solo_loop(env.step, env.solo, size)


def _solo_loop(step: Callable[[np.ndarray], Any], solo: Any, size: int) -> Loop:
    rounds = max(1, 4_000 // size)

    def play() -> int:
        for _ in range(rounds):
            step(solo.batch.random_actions())
        return rounds * size  # the learner's decisions only

    return play


_PLAYERS = {"batch": batch_loop, "vector": _vector_loop, "sb3": _sb3_loop}


def table(rows: list[Rate]) -> Table:
    """The rows for people."""
    shown = Table(title="Decisions per second (vector and sb3: the learner's, random opponents included)")
    for name in ("game", "door", "batch", "threads"):
        shown.add_column(name)
    shown.add_column("steps/s", justify="right")
    shown.add_column("x AEC", justify="right")
    for row in rows:
        shown.add_row(
            row["game"], row["door"], str(row["batch"]), str(row["threads"]),
            f"{row['steps_per_second']:,}", f"{row['times_aec']:.2f}",
        )  # fmt: skip
    return shown
