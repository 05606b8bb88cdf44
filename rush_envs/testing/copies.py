"""Contract 5: a record is its bytes; copies never touch the original."""

from __future__ import annotations

import copy
import io
import pickle
from typing import Any

import gymnasium
import numpy as np

from rush_envs.doors import modules
from rush_envs.doors.vector import SoloVectorEnv
from rush_envs.testing.variants import Variant


def check_stepping_a_copy_leaves_the_original(variant: Variant) -> None:
    batch = variant.played(8, 30)
    kept = batch.states.tobytes()
    other = copy.deepcopy(batch)
    for _ in range(50):
        other.step(other.random_actions())
    assert batch.states.tobytes() == kept, "stepping a copy changes the original"
    assert other.states.tobytes() != kept, "a copy does not move when it is stepped"


def check_states_survive_bytes_and_npy(variant: Variant) -> None:
    batch = variant.played(8, 30)
    again = np.frombuffer(batch.states.tobytes(), batch.states.dtype)
    assert again.tobytes() == batch.states.tobytes(), "records do not survive being read from bytes"
    file = io.BytesIO()
    np.save(file, batch.states, allow_pickle=False)
    file.seek(0)
    saved = np.load(file, allow_pickle=False).tobytes()
    assert saved == batch.states.tobytes(), "records do not survive being saved by numpy"


def check_a_loaded_state_goes_on_alike(variant: Variant) -> None:
    batch = variant.played(8, 30)
    other = variant.batch(8, seed=123)
    other.load(batch.states)
    assert (other.seat == batch.seat).all(), "after load another seat is asked"
    assert (other.mask == batch.mask).all(), "after load the mask differs"
    assert (other.features == batch.features).all(), "after load the features differ"
    rows = np.arange(8)
    for _ in range(20):
        actions = batch.random_actions(rows)
        batch.step(actions, rows)
        other.step(actions, rows)
        rows = rows[~(batch.done | batch.truncated)[rows]]  # the next game comes from the batch's own seed
        same = other.states[rows].tobytes() == batch.states[rows].tobytes()
        assert same, "a loaded record goes on in another way: something that matters is not in the record"


def check_the_record_has_no_padding(variant: Variant) -> None:
    dtype = variant.game.state.dtype
    known = sum(dtype[name].itemsize for name in dtype.names or ())
    assert known == dtype.itemsize, f"{dtype.itemsize - known} bytes of the record belong to no field"
    assert dtype.itemsize * 4096 < 10_000_000, f"a record of {dtype.itemsize} bytes: 4096 games take more than 10 MB"


def check_doors_are_copied_mid_game(variant: Variant) -> None:
    for make in (_aec, _single, _vector):
        env = make(variant)
        _go_on(env, 12)
        twins = {"deepcopy": copy.deepcopy(env), "pickle": pickle.loads(pickle.dumps(env))}
        seen = _go_on(env, 60)
        for way, twin in twins.items():
            assert _go_on(twin, 60) == seen, f"{type(env).__name__} copied by {way} goes on in another way"


def _aec(variant: Variant) -> Any:
    env = modules.module(variant.game.name).env(**variant.options)
    env.reset(seed=3)
    return env


def _single(variant: Variant) -> Any:
    env: Any = gymnasium.make(variant.game.gym_id, **variant.options).unwrapped
    env.reset(seed=3)
    return env


def _vector(variant: Variant) -> Any:
    env = SoloVectorEnv(4, variant.game.name, **variant.options)
    env.reset(seed=3)
    return env


def _go_on(env: Any, steps: int) -> bytes:
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
