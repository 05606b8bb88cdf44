"""Records that are nearly real positions."""

from __future__ import annotations

from typing import Any

import numpy as np

import rush_envs
from attacks import Tries
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadRecord
from rush_envs.testing import variants

PLAYED_ON = 60  # decisions after a record that was admitted


def positions(game: str, rng: np.random.Generator) -> list[tuple[BatchEnv, np.ndarray]]:
    """For every variant a batch of one and some hundred positions."""
    found = []
    for variant in variants(rush_envs.game(game)):
        batch = variant.batch(64, seed=int(rng.integers(1 << 30)), features=False)
        kept = [batch.states.copy()]
        for step in range(240):
            batch.step(batch.random_actions())
            if step % 30 == 0:
                kept.append(batch.states.copy())
        found.append((variant.batch(1, features=False, autoreset=False), np.concatenate(kept)))
    return found


def corrupted(state: Any, record: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A copy with one to four numbers replaced: mostly by others of their range, some by anything."""
    bad = record.copy()
    names = list(state.low)
    for _ in range(int(rng.integers(1, 5))):
        name = names[int(rng.integers(len(names)))]
        values = bad[name].reshape(1, -1)
        place = int(rng.integers(values.shape[1]))
        low, high = (int(bound[name].reshape(-1)[place]) for bound in (state.low, state.high))
        limits = np.iinfo(values.dtype)
        if rng.random() < 0.1:
            low, high = int(limits.min), int(limits.max)
        near = int(values[0, place]) + int(rng.integers(-2, 3))
        value = near if rng.random() < 0.5 and low <= near <= high else int(rng.integers(low, high, endpoint=True))
        values[0, place] = value
        bad[name] = values.reshape(bad[name].shape)
    return bad


def attack_records(game: str, seed: int) -> Tries:
    rng = np.random.default_rng(seed)
    worlds = positions(game, rng)
    state = rush_envs.game(game).state
    while True:
        batch, kept = worlds[int(rng.integers(len(worlds)))]
        bad = corrupted(state, kept[[int(rng.integers(len(kept)))]], rng)
        before = batch.states.tobytes()
        yield "about to", bad.tobytes().hex()
        try:
            batch.load(bad)
        except BadRecord:
            assert batch.states.tobytes() == before, "a refused record changed the batch"
            yield "refused", ""
            continue
        for _ in range(PLAYED_ON):
            if batch.seat[0] < 0:
                break
            batch.view(parts=("states",))
            batch.step(batch.random_actions())
            broken = int(batch.broken_invariants()[0])
            assert not broken, f"an admitted record broke invariant {broken} later"
        yield "admitted", ""
