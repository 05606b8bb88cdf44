"""What growth costs us: batch sizes, threads, memory, compiling and importing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np

import rush_envs
from peers.protocol import Work, alternate
from rush_envs import games
from rush_envs.engine.batch import BatchEnv

SIZES = tuple(4**k for k in range(9))  # 1 to 65,536
SMALL, LARGE = 256, SIZES[-1]
SHARED = 4096  # games in a batch for one thread and two
TURNS, SECONDS = 5, 0.06
DECISIONS = 4096  # of a piece of work, at least

PROBE = """
import json, sys, time
import rush_envs
imported = time.process_time()
batch = rush_envs.make_batch(sys.argv[1], 64, seed=0)
batch.reset()
batch.step(batch.random_actions())
print(json.dumps({"import": imported, "first": time.process_time() - imported}))
"""


def measure(tell: Callable[[str], None]) -> dict[str, Any]:
    """By game: rates by batch size, and what else growth costs."""
    found: dict[str, Any] = {"turns": TURNS, "games": {}}
    for name in games():
        game = rush_envs.make_batch(name).game
        row: dict[str, Any] = {"record": game.state.dtype.itemsize, "features": game.observation.size}
        row |= {"actions": game.actions.size, "bytes": memory(name), "start": start(name)}
        tell(f"{name}: {row}")
        for shown, features in (("with", True), ("without", False)):
            row[shown] = curve(name, features)
            tell(f"{name}, {shown} features: {[round(rates[0]) for rates in row[shown].values()]}")
        row["few of many"] = few_of_many(name)
        row["threads"] = threads(name)
        tell(f"{name}, threads: {row['threads']}")
        found["games"][name] = row
    return found


def play(batch: BatchEnv, size: int) -> Work:
    rounds = max(1, DECISIONS // size)

    def work() -> int:
        for _ in range(rounds):
            batch.step(batch.random_actions())
        return rounds * size

    return work


def made(name: str, size: int, **options: Any) -> BatchEnv:
    batch = rush_envs.make_batch(name, size, seed=0, **options)
    batch.reset()
    for _ in range(30):  # away from the openings, where all games look alike
        batch.step(batch.random_actions())
    return batch


def curve(name: str, features: bool) -> dict[str, list[float]]:
    """Decisions a CPU second for every batch size, all of them by turns."""
    works = {str(size): play(made(name, size, features=features), size) for size in SIZES}
    return alternate(works, TURNS, SECONDS)


def few_of_many(name: str) -> dict[str, list[float]]:
    """The same few games stepped alone, and within the largest batch: is it their number that costs, or the memory?"""
    many = made(name, LARGE)
    rows = np.arange(SMALL)

    def some() -> int:
        for _ in range(DECISIONS // SMALL):
            many.step(many.random_actions(rows), rows)
        return DECISIONS

    works = {"alone": play(made(name, SMALL), SMALL), "in many": some, "all of many": play(many, LARGE)}
    return alternate(works, TURNS, SECONDS)


def threads(name: str) -> dict[str, list[float]]:
    """How many times as fast two threads are as one by the clock on the wall, and in CPU time, pair by pair."""
    works = {count: play(made(name, SHARED, threads=count), SHARED) for count in (1, 2)}
    found: dict[str, list[float]] = {"wall": [], "cpu": []}
    for work in works.values():
        work()
    for _ in range(2 * TURNS):
        spent = {}
        for count, work in works.items():
            clocks, decisions = (time.perf_counter(), time.process_time()), 0
            while time.perf_counter() - clocks[0] < SECONDS:
                decisions += work()
            spent[count] = [(now - then) / decisions for now, then in zip(
                (time.perf_counter(), time.process_time()), clocks, strict=True)]  # fmt: skip
        found["wall"].append(spent[1][0] / spent[2][0])
        found["cpu"].append(spent[1][1] / spent[2][1])
    return found


def memory(name: str) -> float:
    """Bytes that a batch holds for each game, everything included."""
    made(name, 1)
    tracemalloc.start()
    batch = made(name, SHARED)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / batch.num_envs


def start(name: str) -> dict[str, float]:
    """CPU seconds of the import and of the first batch step, in new processes, without kernels on disk and with."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = (_probe(name, cache) for _ in range(2))
    return {"import": warm["import"], "cold": cold["first"], "warm": warm["first"]}


def _probe(name: str, cache: str) -> dict[str, float]:
    env = os.environ | {"NUMBA_CACHE_DIR": cache, "RUSH_ENVS_QUIET": "1"}
    done = subprocess.run([sys.executable, "-c", PROBE, name], env=env, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found
