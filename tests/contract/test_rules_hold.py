"""Contract 1-3: the mask is law, invariants hold, every game ends within its bound."""

from __future__ import annotations

import copy
import importlib
from typing import Any

import numpy as np
import pytest
from conftest import Variant

from rush_envs import registry
from rush_envs.batch import BatchEnv
from rush_envs.errors import IllegalAction


def naive_game(batch: BatchEnv) -> Any:
    """The game's second, slow implementation: every game's tests have one in <game>_positions.naive."""
    return importlib.import_module(f"{batch.game.name}_positions").naive(batch.config, batch.states)


def test_mask_is_what_a_second_implementation_says(variant: Variant) -> None:
    for seed in range(3):
        batch = variant.batch(seed=seed, autoreset=False)
        naive = naive_game(batch)
        while batch.seat[0] >= 0:
            assert naive.acting() == batch.seat[0]
            assert naive.legal() == set(np.flatnonzero(batch.mask[0]).tolist())
            action = int(batch.random_actions()[0])
            naive.apply(action)
            batch.step([action])
        assert naive.over
        assert naive.legal() == set()


def test_only_active_seats_have_legal_actions(variant: Variant) -> None:
    batch = variant.batch(64)
    seats = batch.num_seats
    rows, chairs = np.repeat(np.arange(64), seats), np.tile(np.arange(seats), 64)
    for _ in range(150):
        some = batch.legal(rows, chairs).any(axis=1).reshape(64, seats)
        active = batch.states["active"][:, None] >> np.arange(seats) & 1 == 1
        assert (some == active).all()
        batch.step(batch.random_actions())


def test_doors_accept_exactly_the_mask(variant: Variant) -> None:
    env = registry.module(variant.game.name).env(**variant.options)
    env.reset(seed=5)
    for turn, agent in enumerate(env.agent_iter(60)):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        mask = observation["action_mask"]
        if turn % 20 == 0:
            for action in range(-1, mask.size + 1):
                trial = copy.deepcopy(env)
                if 0 <= action < mask.size and mask[action]:
                    trial.step(action)
                else:
                    with pytest.raises(IllegalAction):
                        trial.step(action)
                    assert trial._batch.states.tobytes() == env._batch.states.tobytes()
        env.step(env.action_space(agent).sample(mask))


def test_invariants_hold_and_features_stay_within_their_maxima(variant: Variant) -> None:
    batch = variant.batch(256)
    maxima = variant.game.observation.maxima
    for _ in range(400):
        broken = batch.broken_invariants()
        assert not broken.any(), variant.game.invariants[int(broken.max())]
        assert (batch.features >= 0).all()
        assert (batch.features <= maxima).all()
        batch.step(batch.random_actions())


def test_hidden_features_stay_within_their_maxima(variant: Variant) -> None:
    for batch in variant.positions():
        hidden = batch.reveal(0)
        assert (hidden >= 0).all()
        assert (hidden <= variant.game.hidden.maxima).all()


@pytest.mark.parametrize("damage", ["score", "active"])
def test_check_finds_a_broken_record(variant: Variant, damage: str) -> None:
    """An invariant that never speaks up proves nothing; each game's own tests break the rest."""
    batch = variant.played(64, 40)
    states = batch.states.copy()
    if damage == "score":
        states["score"][:, 0] += 1
    else:
        states["active"] = 0
    batch.load(states)
    found = (batch.broken_invariants() > 0).mean()
    assert found == 1 or (damage == "score" and found > 0.8)  # a score may have to lag behind while a card is resolved


def test_every_game_ends_by_itself(variant: Variant) -> None:
    batch = variant.batch(128, autoreset=False)
    for _ in range(batch.config.max_steps):
        rows = np.flatnonzero(batch.seat >= 0)
        if not rows.size:
            break
        batch.step(batch.random_actions(rows), rows)
    assert (batch.done | batch.truncated).all()
    final = batch.final_states
    assert (final["ply"] < batch.config.max_steps).all()  # a game's own limit may stop it, the engine's never does
    outcome = final["outcome"][:, : batch.num_seats]
    assert (outcome[batch.truncated] == 0).all()
    assert ((outcome[batch.done] == 1) | (outcome[batch.done] == -1)).all()
    assert (outcome[batch.done] == 1).any(axis=1).all()


def test_max_steps_truncates_and_pays_no_outcome(variant: Variant) -> None:
    batch = variant.batch(8, max_steps=10, autoreset=False)
    for k in range(10):
        assert not batch.truncated.any(), k
        batch.step(batch.random_actions())
    assert batch.truncated.all()
    assert not batch.done.any()
    assert (batch.reward == 0).all()
    assert (batch.states["outcome"] == 0).all()
    assert (batch.seat == -1).all()
