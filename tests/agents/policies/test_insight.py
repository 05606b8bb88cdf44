"""What networks are told beside the observation: bounded, no more than was promised, and nothing that a seat does not
know."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import VARIANTS

from rush_agents.policies.scoring import insight_of
from rush_envs.engine.changes import described
from rush_envs.testing import Variant

WITH_INSIGHT = [variant for variant in VARIANTS if insight_of(variant.game).layout.size]


def told(variant: Variant, states: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """(n, features) of the insight of these seats."""
    game, insight = variant.game, insight_of(variant.game)
    nothing = np.zeros((len(states), game.actions.size), np.int8)  # what actions do is not looked at
    seen = described(game, states, seats, nothing, insight).seen
    found = np.zeros((len(states), game.observation.size + insight.layout.size), np.int8)
    for row, count in enumerate(seen.counts):
        found[row, seen.indices[row, :count]] = seen.values[row, :count]
    return found[:, game.observation.size :]


@pytest.mark.parametrize("variant", WITH_INSIGHT, ids=str)
def test_insight_is_bounded_and_knows_no_secrets(variant: Variant) -> None:
    batch, rng = variant.batch(32, seed=3), np.random.default_rng(4)
    layout, most = insight_of(variant.game).layout, 0
    for step in range(120):
        if step % 6 == 0:
            rows = np.arange(32)
            imagined = batch.view(rows, rng, ("states",)).states
            real = told(variant, batch.states[rows], batch.seat[rows])
            assert (real == told(variant, imagined, batch.seat[rows])).all()
            assert ((real >= 0) & (real <= layout.maxima)).all()
            for piece in layout:
                assert (np.count_nonzero(real[:, layout.slices[piece.name]], axis=1) <= piece.width).all()
            most = max(most, int(np.count_nonzero(real)))
        batch.step(batch.random_actions())
    assert most > 0
