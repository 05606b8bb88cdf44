"""Contract 4 and 8, what needs other processes: a fresh one plays the same games, and so do the same sources as plain
Python and with numba's bounds checks. A new process is told where the game lives, so no entry point need name it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

from rush_envs import registry
from rush_envs.contract import Game
from rush_envs.engine import jit
from rush_envs.testing.variants import variants

START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])["path"]
from rush_envs.testing import processes
processes.main()
"""


def run(game: Game, play: str, steps: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `digest` or `rows` prints in a new process with these variables set."""
    task = {
        "path": sys.path, "name": game.name, "home": registry.homes()[game.name], "play": play, "steps": steps
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", START, json.dumps(task)], env=os.environ | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"a process of its own cannot play {game.name}:\n{done.stderr[-3000:]}"
    return done


def main() -> None:
    """In the new process: how it runs goes to stderr, what it played to stdout."""
    task = json.loads(sys.argv[1])
    registry.add(task["name"], task["home"])
    game = registry.game(task["name"])
    print(digest(game) if task["play"] == "digest" else "\n".join(rows(game, task["steps"])))
    print("plain" if jit.PLAIN else "jit", file=sys.stderr)


def digest(game: Game) -> str:
    """Of all states of some games in every variant."""
    found = hashlib.sha256()
    for variant in variants(game):
        batch = variant.batch(16, seed=77)
        for _ in range(150):
            batch.step(batch.random_actions())
            found.update(batch.states.tobytes())
    return found.hexdigest()


def rows(game: Game, steps: int) -> list[str]:
    """One line for every tenth step: a hash of all that a batch shows."""
    lines = []
    for variant in variants(game):
        batch = variant.batch(3, seed=31, reward="shaped")
        for step in range(steps):
            batch.step(batch.random_actions())
            if step % 10 == 0:
                view = batch.view(rng=np.random.default_rng(step))
                parts = (batch.states, batch.features, batch.mask, batch.reward, view.states, batch.reveal([0, 1, 2]))
                assert not batch.broken_invariants().any(), f"{variant}: an invariant is broken after {step + 1} steps"
                shown = hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()
                lines.append(f"{variant} {step} {shown}")
    return lines


def check_a_fresh_process_plays_the_same(game: Game) -> None:
    there = run(game, "digest").stdout.strip()
    assert there == digest(game), "another process plays other games from the same seed"


def check_plain_python_equals_jit_row_by_row(game: Game) -> None:
    plain, jitted = run(game, "rows", 130, NUMBA_DISABLE_JIT="1"), run(game, "rows", 130)
    assert plain.stderr.split()[-1] == "plain", "NUMBA_DISABLE_JIT=1 does not run the rules as plain Python"
    assert jitted.stderr.split()[-1] == "jit", "the rules are not compiled"
    _compare(plain.stdout, jitted.stdout, "as plain Python and compiled")


def check_bounds_checks_find_nothing(game: Game) -> None:
    """numba's cache key does not know the flag, so this run keeps its kernels apart."""
    with tempfile.TemporaryDirectory() as new:
        base = os.environ.get("RUSH_BOUNDS_CACHE") or new
        checked = run(game, "rows", 600, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=base)
    _compare(checked.stdout, run(game, "rows", 600).stdout, "with and without bounds checks")


def _compare(one: str, other: str, how: str) -> None:
    ours, theirs = one.splitlines(), other.splitlines()
    assert len(ours) == len(theirs), f"the game is of another length {how}"
    for mine, yours in zip(ours, theirs, strict=True):
        assert mine == yours, f"the game differs {how}: {mine.rpartition(' ')[0]} (variant, step)"
