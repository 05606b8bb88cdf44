"""Contract 4: the same seed is the same game, in any batch, thread, process and company."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys

import numpy as np
import pytest
from conftest import Variant

STEPS = 200


def history(variant: Variant, num_envs: int, seed: int, threads: int = 1, steps: int = STEPS) -> list[np.ndarray]:
    """All states along a random run over several episodes."""
    batch = variant.batch(num_envs, seed=seed, threads=threads)
    states = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        states.append(batch.states.copy())
    return states


@pytest.mark.parametrize("num_envs", [1, 7, 64])
def test_a_row_equals_a_batch_of_one_with_its_seed(variant: Variant, num_envs: int) -> None:
    seeds = variant.batch(num_envs, seed=11).seeds
    many = history(variant, num_envs, 11)
    for i in {0, num_envs // 2, num_envs - 1}:
        alone = history(variant, 1, int(seeds[i]))
        assert all(a[i].tobytes() == b[0].tobytes() for a, b in zip(many, alone, strict=True))


def test_threads_change_nothing(variant: Variant) -> None:
    one, two = history(variant, 600, 3), history(variant, 600, 3, threads=2)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one, two, strict=True))


def test_global_generators_change_nothing(variant: Variant) -> None:
    before = history(variant, 7, 3)
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
    batch = variant.batch(7, seed=3)
    for expected in before:
        random.random()
        np.random.random()  # noqa: NPY002
        batch.step(batch.random_actions())
        assert batch.states.tobytes() == expected.tobytes()


def test_reset_without_seed_goes_on_to_the_next_episode(variant: Variant) -> None:
    batch = variant.batch(4, seed=9)
    first = batch.states.copy()
    batch.reset()
    second = batch.states.copy()
    assert second.tobytes() != first.tobytes()
    assert (batch.episodes == 1).all()
    batch.reset(seed=9)
    assert batch.states.tobytes() == first.tobytes()
    batch.reset()
    assert batch.states.tobytes() == second.tobytes()


def test_auto_reset_begins_the_same_episode_as_reset(variant: Variant) -> None:
    batch = variant.batch(1, seed=2)
    while batch.episodes[0] == 0:
        batch.step(batch.random_actions())
    again = variant.batch(1, seed=2)
    again.reset()
    assert batch.states.tobytes() == again.states.tobytes()


def test_other_seeds_are_other_games(variant: Variant) -> None:
    batch = variant.batch(256, seed=1)
    assert len(set(batch.seeds.tolist())) == 256
    assert len({state.tobytes() for state in batch.states}) == 256


def test_no_seed_takes_one_from_the_system(variant: Variant) -> None:
    assert variant.batch(1, seed=None).seeds[0] != variant.batch(1, seed=None).seeds[0]


FRESH = """
import hashlib, sys, rush_envs
digest = hashlib.sha256()
for options in rush_envs.game(sys.argv[1]).variants:
    batch = rush_envs.make_batch(sys.argv[1], 16, seed=77, **options)
    batch.reset()
    for _ in range(150):
        batch.step(batch.random_actions())
        digest.update(batch.states.tobytes())
print(digest.hexdigest())
"""


def test_a_fresh_process_plays_the_same(game) -> None:
    digest = hashlib.sha256()
    for options in game.variants:
        batch = Variant(game, dict(options)).batch(16, seed=77)
        for _ in range(150):
            batch.step(batch.random_actions())
            digest.update(batch.states.tobytes())
    fresh = subprocess.run([sys.executable, "-c", FRESH, game.name], capture_output=True, text=True, check=True)
    assert fresh.stdout.strip() == digest.hexdigest()
