"""Contract 8: the same sources as plain Python, and once with numba's bounds checks, play the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rush_envs.contract import Game

PLAY = """
import hashlib, sys
import rush_envs
from rush_envs import jit
name, steps = sys.argv[1], int(sys.argv[2])
for options in rush_envs.game(name).variants:
    batch = rush_envs.make_batch(name, 3, seed=31, reward="shaped", **options)
    batch.reset()
    for step in range(steps):
        batch.step(batch.random_actions())
        if step % 10 == 0:
            view = batch.view(rng=__import__("numpy").random.default_rng(step))
            parts = (batch.states, batch.features, batch.mask, batch.reward, view.states, batch.reveal([0, 1, 2]))
            assert not batch.broken_invariants().any()
            print(options, step, hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest())
print("plain" if jit.PLAIN else "jit", file=sys.stderr)
"""


def play(game: Game, steps: int, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PLAY, game.name, str(steps)]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)


def test_plain_python_equals_jit_row_by_row(game: Game) -> None:
    plain, jitted = play(game, 130, NUMBA_DISABLE_JIT="1"), play(game, 130)
    assert plain.stderr.split()[-1] == "plain"
    assert jitted.stderr.split()[-1] == "jit"
    assert plain.stdout.splitlines() == jitted.stdout.splitlines()


def test_bounds_checks_find_nothing(game: Game, tmp_path_factory: pytest.TempPathFactory) -> None:
    """numba's cache key does not know the flag, so this run keeps its kernels apart."""
    base = Path(os.environ.get("RUSH_BOUNDS_CACHE") or tmp_path_factory.mktemp("bounds"))
    checked = play(game, 600, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(base))
    assert checked.stdout == play(game, 600).stdout


PROXY = """
import numpy as np
from rush_envs.plain import PlainArray
array = PlainArray(np.zeros(3, np.int8))
array[2] = 127
assert type(array[2]) is int and array[2] + 144 == 271
for bad in (lambda: array[-1], lambda: array.__setitem__(-1, 0)):
    try:
        bad()
    except IndexError as error:
        assert "negative" in str(error)
    else:
        raise SystemExit("a negative index was taken")
try:
    array[0] = 128
except OverflowError:
    print("strict")
"""


def test_plain_arrays_refuse_what_a_kernel_would_get_wrong() -> None:
    done = subprocess.run([sys.executable, "-c", PROXY], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "strict"
