"""What `rush-envs bench` and `benchmarks/throughput.py` measure: decisions per second through every door.

Each figure is the median of several short runs with jitted random legal actions, in CPU seconds of this thread (wall
seconds with more than one). The column `x AEC` divides a game's rows by one figure, its AEC door's, which is measured
once and is the one shown if that door has a row.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from rich.table import Table

from rush_envs.doors.modules import module
from rush_envs.engine import threads as threading
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.edge import checked_choice, checked_count
from rush_envs.errors import BadOption
from rush_envs.registry import game

DOORS = ("batch", "aec", "parallel", "gym", "vector", "sb3", "torchrl", "rllib", "openspiel")
ONE_GAME = ("aec", "parallel", "gym", "rllib", "openspiel")  # doors without a batch
# By these doors. Ray may be there without what RLlib needs besides.
NEEDED = {"sb3": "stable_baselines3", "torchrl": "torchrl", "rllib": "ormsgpack", "openspiel": "pyspiel"}
Rate = dict[str, Any]
Loop = Callable[[], int]  # plays a little and says how many decisions it made


def usable() -> list[str]:
    """The doors whose packages are installed."""
    return [door for door in DOORS if door not in NEEDED or find_spec(NEEDED[door])]


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
        progress(f"{game(name).title}: aec, to compare with")
        baseline = _rate(aec_loop(module(name).env()), seconds)
        for door, size, count in settings:
            progress(f"{game(name).title}: {door}, batch {size}, {count} thread{'s' if count > 1 else ''}")
            rate = baseline if door == "aec" else _rate(LOOPS[door](name, size, count), seconds, count)
            rows.append(_row(name, door, size, count, rate, baseline))
    return rows


def _settings(sizes: list[int], threads: list[int], doors: list[str]) -> Iterator[tuple[str, int, int]]:
    for door in doors:
        for size in [1] if door in ONE_GAME else sizes:
            for count in threads if door == "batch" else [1]:
                if count == 1 or size >= threading.WORTH_SHARING:
                    yield door, size, count


def _rate(work: Loop, seconds: float, threads: int = 1) -> int:
    """Decisions a second."""
    clock = time.thread_time if threads == 1 else time.perf_counter
    return round(float(np.median(rates([work], seconds, [clock]))))


def _row(name: str, door: str, size: int, threads: int, rate: int, baseline: int) -> Rate:
    return {
        "game": name,
        "door": door,
        "batch": size,
        "threads": threads,
        "steps_per_second": rate,
        "times_aec": round(rate / baseline, 2),
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


def _parallel_loop(name: str, size: int, threads: int) -> Loop:
    """Every answer that is due counts; what those say who are not asked does not."""
    env = module(name).parallel_env()
    draw = random.Random(0).random
    env.reset(seed=0)

    def play() -> int:
        steps = 0
        while steps < 2_000:
            observations, infos = env.reset()
            while env.agents:
                actions = {}
                for agent in env.agents:
                    if infos[agent]["acting"]:
                        legal = np.flatnonzero(observations[agent]["action_mask"])
                        actions[agent] = int(legal[int(draw() * legal.size)])
                observations, _, _, _, infos = env.step(actions)
                steps += len(actions)
        return steps

    return play


def _gym_loop(name: str, size: int, threads: int) -> Loop:
    from rush_envs.doors.gym import SoloEnv

    env = SoloEnv(name, seed=0)
    env.reset()

    def play() -> int:
        for _ in range(500):
            _, _, terminated, truncated, _ = env.step(env.solo.batch.random_actions()[0])
            if terminated or truncated:
                env.reset()
        return 500

    return play


def _torchrl_loop(name: str, size: int, threads: int) -> Loop:
    """Every answer that is due counts, as at the parallel door."""
    from rush_envs.doors.torchrl import RushEnv

    env = RushEnv(name, size, seed=0)
    seen = env.reset()
    rounds = max(1, 4_000 // size)

    def play() -> int:
        nonlocal seen
        steps = 0
        for _ in range(rounds):
            steps += sum(int(seen[group, "acting"].sum()) for group in env.group_map)
            _, seen = env.step_and_maybe_reset(env.rand_action(seen))
        return steps

    return play


def _rllib_loop(name: str, size: int, threads: int) -> Loop:
    from rush_envs.doors.rllib import make_env

    env = make_env({"game": name})
    draw = random.Random(0).random

    def play() -> int:
        steps = 0
        while steps < 500:
            seen, over = env.reset()[0], False
            while not over:
                (agent,) = seen
                legal = np.flatnonzero(seen[agent]["action_mask"])
                seen, _, terminated, truncated, _ = env.step({agent: int(legal[int(draw() * legal.size)])})
                over = terminated["__all__"] or truncated["__all__"]
                steps += 1
        return steps

    return play


def _openspiel_loop(name: str, size: int, threads: int) -> Loop:
    """With the information state of whoever is asked, as learners want it."""
    import pyspiel

    from rush_envs.doors import openspiel

    openspiel.register_all()
    spiel = pyspiel.load_game(game(name).id)
    draw = random.Random(0).random

    def play() -> int:
        steps = 0
        while steps < 500:
            state = spiel.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(0)
                    continue
                state.information_state_tensor()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
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


LOOPS: dict[str, Callable[[str, int, int], Loop]] = {
    "batch": batch_loop,
    "parallel": _parallel_loop,
    "gym": _gym_loop,
    "vector": _vector_loop,
    "sb3": _sb3_loop,
    "torchrl": _torchrl_loop,
    "rllib": _rllib_loop,
    "openspiel": _openspiel_loop,
}


def table(rows: list[Rate]) -> Table:
    """The rows for people."""
    shown = Table(title="Decisions per second (gym, vector and sb3: the learner's, random opponents included)")
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
