"""Coffee Rush in C beside Coffee Rush in numba: first the same games, byte by byte, then their rates by turns.

    PYTHONPATH=benchmarks python -m peers.c.race
    PYTHONPATH=benchmarks python -m peers.c.race --games 2000 --turns 5

The C is compiled with the system's compiler for this very machine and works on the arrays of a `BatchEnv`.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from peers.c.tables import header
from peers.protocol import alternate
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.drivers import drivers_of
from rush_envs.engine.jit import direct
from rush_envs.engine.pick import pick

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-std=c11", "-Wall", "-shared", "-fPIC")
SIZE = 1024
ROUNDS = 20  # steps of a piece of work
ARRAYS = (
    "states", "final_states", "seat", "features", "mask", "reward", "done", "truncated", "blank", "packed", "seeds",
    "episodes", "picks", "actions",
)  # fmt: skip
COMPARED = ("states", "final_states", "seat", "features", "mask", "reward", "done", "truncated", "episodes", "picks")


class Pointers(ctypes.Structure):
    """`Batch` of loop.c."""

    _fields_ = [(name, ctypes.c_void_p) for name in ARRAYS]


def compiler() -> str:
    """The C compiler, or an error that says what to install."""
    found = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if found is None:
        raise SystemExit("no C compiler is installed: install gcc or clang, or name one in CC")
    return found


def build() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables.h").write_text(header(), encoding="utf-8")
        library = Path(folder) / "coffee_rush.so"
        command = [compiler(), *FLAGS, f"-I{folder}", "-o", str(library), str(HERE / "loop.c")]
        subprocess.run(command, check=True)
        return ctypes.CDLL(str(library))


class Table:
    """A batch whose games C plays instead of numba, on the same arrays."""

    def __init__(self, library: ctypes.CDLL, size: int, *, features: bool = True, **options: Any) -> None:
        self.library, self.size = library, ctypes.c_int64(size)
        self.batch = BatchEnv.of("coffee_rush", size, seed=0, features=features, **options)
        self.batch.reset()
        wanted = ARRAYS if features else [name for name in ARRAYS if name != "features"]
        addresses = {name: getattr(self.batch, f"_{name}").ctypes.data for name in wanted}
        self.pointers = ctypes.byref(Pointers(**addresses))

    def step(self) -> None:
        self.library.pick(self.pointers, self.size)
        self.library.advance(self.pointers, self.size)


def digest(batch: BatchEnv) -> str:
    """Of everything that a step may change."""
    found = hashlib.sha256()
    for name in COMPARED:
        found.update(np.ascontiguousarray(getattr(batch, f"_{name}")).tobytes())
    return found.hexdigest()


def compare(library: ctypes.CDLL, games: int) -> dict[str, Any]:
    """Plays on until so many games have ended in each variant; every array must be the same after every step."""
    ended = decisions = 0
    last = ""
    for players in (2, 3, 4):
        for beginner in (False, True):
            options = {"num_players": players, "beginner_orders": beginner}
            theirs, ours = Table(library, 256, **options), BatchEnv.of("coffee_rush", 256, seed=0, **options)
            ours.reset()
            while int(ours.episodes.sum()) < games:
                theirs.step()
                ours.step(ours.random_actions())
                decisions += 256
                last = digest(ours)
                if digest(theirs.batch) != last:
                    raise SystemExit(f"C and numba differ after {decisions:,} decisions, with {options}")
            ended += int(ours.episodes.sum())
    return {"games": ended, "decisions": decisions, "digest": last}


def works(library: ctypes.CDLL, features: bool) -> dict[str, Any]:
    """Pieces of equal work: in C, the same kernels of ours without the checks of the door, and the door."""
    theirs = Table(library, SIZE, features=features)
    kernels, door = (BatchEnv.of("coffee_rush", SIZE, seed=0, features=features) for _ in range(2))
    kernels.reset()
    door.reset()
    rows, actions = kernels._rows, kernels._actions
    advance = direct(drivers_of(kernels.game).advance_rows, kernels._buffers, rows, actions)

    def in_c() -> int:
        for _ in range(ROUNDS):
            theirs.step()
        return ROUNDS * SIZE

    def in_kernels() -> int:
        for _ in range(ROUNDS):
            pick(kernels._mask, rows, kernels._picks, actions)
            advance(kernels._buffers, rows, actions)
        return ROUNDS * SIZE

    def through_door() -> int:
        for _ in range(ROUNDS):
            door.step(door.random_actions())
        return ROUNDS * SIZE

    return {"c": in_c, "kernels": in_kernels, "batch": through_door}


def race(games: int, turns: int) -> dict[str, Any]:
    """What is written down: that the games are the same, and all rates in the order of the turns."""
    library = build()
    version = subprocess.run([compiler(), "--version"], check=True, capture_output=True, text=True).stdout
    found: dict[str, Any] = {
        "compiler": version.splitlines()[0],
        "flags": " ".join(FLAGS[:2]),
        "batch": SIZE,
        "same": compare(library, games),
    }
    for name, features in (("features", True), ("no features", False)):
        found[name] = alternate(works(library, features), turns)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="to compare in each of six variants")
    parser.add_argument("--turns", type=int, default=15)
    asked = parser.parse_args()
    print(json.dumps(race(asked.games, asked.turns)))


if __name__ == "__main__":
    main()
