"""What the kit cannot ask of every game, but we ask of ours."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from conftest import Variant

from rush_envs.engine.batch import BatchEnv


def naive_game(batch: BatchEnv) -> Any:
    """The game's second, slow implementation: `naive` in tests/games/<game>/positions.py."""
    return importlib.import_module(f"games.{batch.game.name}.positions").naive(batch.config, batch.states)


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


def test_no_game_needs_all_the_decisions_it_may_take(variant: Variant) -> None:
    """Our bounds have room to spare; the kit allows a game to use up its own."""
    lengths = variant.lengths(128)
    assert (lengths < variant.batch().config.max_steps).all()
