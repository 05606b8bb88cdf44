"""Contract 5: a record is its bytes; copies never touch the original."""

from __future__ import annotations

import copy
import io
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import Variant

from rush_envs import registry
from rush_envs.vector import SoloVectorEnv


def test_stepping_a_copy_leaves_the_original(variant: Variant) -> None:
    batch = variant.played(8, 30)
    kept = batch.states.tobytes()
    other = copy.deepcopy(batch)
    for _ in range(50):
        other.step(other.random_actions())
    assert batch.states.tobytes() == kept
    assert other.states.tobytes() != kept


def test_states_survive_bytes_and_npy(variant: Variant) -> None:
    batch = variant.played(8, 30)
    again = np.frombuffer(batch.states.tobytes(), batch.states.dtype)
    assert again.tobytes() == batch.states.tobytes()
    file = io.BytesIO()
    np.save(file, batch.states, allow_pickle=False)
    file.seek(0)
    assert np.load(file, allow_pickle=False).tobytes() == batch.states.tobytes()


def test_a_loaded_state_goes_on_alike(variant: Variant) -> None:
    batch = variant.played(8, 30)
    other = variant.batch(8, seed=123)
    other.load(batch.states)
    assert (other.seat == batch.seat).all()
    assert (other.mask == batch.mask).all()
    assert (other.features == batch.features).all()
    for _ in range(20):
        actions = batch.random_actions()
        batch.step(actions)
        other.step(actions)
        rows = ~(batch.done | batch.truncated)
        assert other.states[rows].tobytes() == batch.states[rows].tobytes()


def test_the_record_has_no_padding(variant: Variant) -> None:
    dtype = variant.game.state.dtype
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize
    assert dtype.itemsize * 4096 < 10_000_000


def aec(variant: Variant) -> Any:
    env = registry.module(variant.game.name).env(**variant.options)
    env.reset(seed=3)
    return env


def single(variant: Variant) -> Any:
    env = gymnasium.make(registry.gym_id(variant.game.name), **variant.options).unwrapped
    env.reset(seed=3)
    return env


def vector(variant: Variant) -> Any:
    env = SoloVectorEnv(4, variant.game.name, **variant.options)
    env.reset(seed=3)
    return env


def go_on(env: Any, steps: int) -> bytes:
    """Plays lowest legal actions; everything seen on the way, as bytes."""
    seen = []
    for _ in range(steps):
        if hasattr(env, "agent_iter"):
            if not env.agents:
                env.reset()
            observation, reward, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
            seen += [observation["observation"].tobytes(), str((reward, terminated, truncated)).encode()]
        else:
            masks = env.action_masks()
            result = env.step(masks.argmax(axis=-1))
            seen += [np.asarray(part).tobytes() for part in result[:4]]
            if masks.ndim == 1 and (result[2] or result[3]):
                env.reset()
    return b"".join(seen)


@pytest.mark.parametrize("make", [aec, single, vector])
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_adapters_are_copied_mid_game(variant: Variant, make: Any, duplicate: Any) -> None:
    env = make(variant)
    go_on(env, 12)
    twin = duplicate(env)
    assert go_on(twin, 60) == go_on(env, 60)
