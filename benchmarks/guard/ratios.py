"""How fast every door of every game is, as a multiple of a reference that runs by turns with it."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from guard import reference
from rush_agents.results import throughput
from rush_envs import games
from rush_envs.doors.modules import module

RUNS = 5
SECONDS = 0.15  # CPU seconds of a run, at least
SIZE = 1024
# Door, batch size, the reference it is measured against. Gymnasium's doors play the opponents, too.
DOORS = {
    "batch": (SIZE, reference.compiled),
    "batch, no features": (SIZE, reference.compiled),
    "batch, active": (SIZE, reference.compiled),
    "vector": (SIZE, reference.compiled),
    "sb3": (SIZE, reference.compiled),
    "aec": (1, reference.interpreted),
    "parallel": (1, reference.interpreted),
    "gym": (1, reference.interpreted),
}
SHOWN = {"batch": {}, "batch, no features": {"features": False}, "batch, active": {"features": False, "active": True}}


def usable() -> list[str]:
    """The doors whose packages are installed."""
    return [door for door in DOORS if door in SHOWN or door in throughput.usable()]


def key(game: str, door: str) -> str:
    """What a ratio is stored under."""
    return f"{game}: {door}"


def work_of(game: str, door: str) -> throughput.Loop:
    size = DOORS[door][0]
    if door in SHOWN:
        return throughput.batch_loop(game, size, **SHOWN[door])
    if door == "aec":
        return throughput.aec_loop(module(game).env())
    return throughput.LOOPS[door](game, size, 1)


def measured(
    doors: dict[str, tuple[str, str]],
    tell: Callable[[str], None],
    make: Callable[[str, str], throughput.Loop] = work_of,
) -> dict[str, list[float]]:
    """The ratios of RUNS alternating runs each; `doors` names game and door by key."""
    found: dict[str, list[float]] = {}
    references = {make_one: make_one() for make_one in (reference.compiled, reference.interpreted)}
    for name, (game, door) in doors.items():
        ours, other = make(game, door), references[DOORS[door][1]]
        for loop in (ours, other):
            loop()  # compiles, fills caches
        found[name] = [rate(ours) / rate(other) for _ in range(RUNS)]
        tell(f"{name}: {np.median(found[name]):.4g} ({min(found[name]):.4g}–{max(found[name]):.4g})")
    return found


def rate(loop: throughput.Loop) -> float:
    """Pieces a CPU second of this thread."""
    done, begun = 0, time.thread_time()
    while True:
        done += loop()
        spent = time.thread_time() - begun
        if spent >= SECONDS:
            return done / spent


def everything() -> dict[str, tuple[str, str]]:
    """Game and door of every ratio."""
    return {key(game, door): (game, door) for game in games() for door in DOORS}
