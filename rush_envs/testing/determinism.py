"""Contract 4 and 8: the same seed is the same game, in any batch, thread, company and process, and the same sources
play the same games as plain Python and with numba's bounds checks."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

from rush_envs import registry
from rush_envs.contract import Game
from rush_envs.engine import jit
from rush_envs.testing.variants import Variant, variants

STEPS = 200


def check_a_row_equals_a_batch_of_one_with_its_seed(variant: Variant) -> None:
    for num_envs in (1, 7, 64):
        many = variant.batch(num_envs, seed=11)
        alone = {i: variant.batch(1, seed=int(many.seeds[i])) for i in {0, num_envs // 2, num_envs - 1}}
        for step in range(STEPS):
            many.step(many.random_actions())
            for i, one in alone.items():
                one.step(one.random_actions())
                same = many.states[i].tobytes() == one.states[0].tobytes()
                assert same, f"row {i} of {num_envs} differs from a batch of one with its seed after {step + 1} steps"


def check_threads_change_nothing(variant: Variant) -> None:
    one, two = variant.batch(600, seed=3), variant.batch(600, seed=3, threads=2)
    for step in range(STEPS):
        one.step(one.random_actions())
        two.step(two.random_actions())
        assert one.states.tobytes() == two.states.tobytes(), f"two threads play another game after {step + 1} steps"


def check_global_generators_change_nothing(variant: Variant) -> None:
    quiet, batch = [], variant.batch(7, seed=3)
    for _ in range(STEPS):
        batch.step(batch.random_actions())
        quiet.append(batch.states.copy())
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
    noisy = variant.batch(7, seed=3)  # the deal must not depend on them either
    for expected in quiet:
        random.random()
        np.random.random()  # noqa: NPY002
        noisy.step(noisy.random_actions())
        assert noisy.states.tobytes() == expected.tobytes(), "Python's or numpy's global generator changes the game"


def check_reset_without_seed_goes_on_to_the_next_episode(variant: Variant) -> None:
    batch = variant.batch(4, seed=9)
    first = batch.states.copy()
    batch.reset()
    second = batch.states.copy()
    assert second.tobytes() != first.tobytes(), "reset() without a seed deals the same games again"
    assert (batch.episodes == 1).all(), "reset() without a seed does not go on to episode 1"
    batch.reset(seed=9)
    assert batch.states.tobytes() == first.tobytes(), "reset(seed) does not deal the first games again"
    batch.reset()
    assert batch.states.tobytes() == second.tobytes(), "the second episode of a seed is not always the same"


def check_auto_reset_begins_the_same_episode_as_reset(variant: Variant) -> None:
    batch = variant.batch(1, seed=2)
    while batch.episodes[0] == 0:
        batch.step(batch.random_actions())
    again = variant.batch(1, seed=2)
    again.reset()
    assert batch.states.tobytes() == again.states.tobytes(), "a game restarted by itself differs from a reset one"


def check_other_seeds_are_other_games(variant: Variant) -> None:
    batch = variant.batch(256, seed=1)
    assert len(set(batch.seeds.tolist())) == 256, "two rows have the same seed"
    assert len({state.tobytes() for state in batch.states}) == 256, "two seeds give the same record"


def check_no_seed_takes_one_from_the_system(variant: Variant) -> None:
    one, other = variant.batch(1, seed=None), variant.batch(1, seed=None)
    assert one.seeds[0] != other.seeds[0], "without a seed two batches play the same games"


# ------------------------------------------------------------------------------------------------------------------
# Other processes. A new one is told where the game lives, so no entry point need name it.

START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])["path"]
from rush_envs.testing import determinism
determinism.main()
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
    plain = run(game, "rows", 130, NUMBA_DISABLE_JIT="1")
    assert plain.stderr.split()[-1] == "plain", "NUMBA_DISABLE_JIT=1 does not run the rules as plain Python"
    assert not jit.PLAIN, "the rules are not compiled"
    _compare(plain.stdout, rows(game, 130), "as plain Python and compiled")


def check_bounds_checks_find_nothing(game: Game) -> None:
    """numba's cache key does not know the flag, so this run keeps its kernels apart. They run once: optimising them
    would take longer than it saves."""
    with tempfile.TemporaryDirectory() as new:
        base = os.environ.get("RUSH_BOUNDS_CACHE") or new
        checked = run(game, "rows", 600, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="0", NUMBA_CACHE_DIR=base)
    _compare(checked.stdout, rows(game, 600), "with and without bounds checks")


def _compare(printed: str, here: list[str], how: str) -> None:
    there = printed.splitlines()
    assert len(there) == len(here), f"the game is of another length {how}"
    for mine, yours in zip(there, here, strict=True):
        assert mine == yours, f"the game differs {how}: {mine.rpartition(' ')[0]} (variant, step)"
