"""Contract 4: the same seed is the same game, in any batch, thread and company; `processes` sees to other processes."""

from __future__ import annotations

import random

import numpy as np

from rush_envs.testing.variants import Variant

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
    quiet, noisy = [], variant.batch(7, seed=3)
    batch = variant.batch(7, seed=3)
    for _ in range(STEPS):
        batch.step(batch.random_actions())
        quiet.append(batch.states.copy())
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
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
