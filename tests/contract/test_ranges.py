"""Contract: what a field may hold is declared beside it, no position leaves its range, and what does is found."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import Variant

import rush_agents
from rush_envs.contract import Bound, Field, Game, record
from rush_envs.engine.batch import BatchEnv
from rush_envs.testing.ranges import records_of, stays_inside

ROWS, STEPS = 128, 200


def test_no_position_of_greedy_leaves_the_ranges(variant: Variant, rng: np.random.Generator) -> None:
    """Random play is the kit's; greedy comes to other positions."""
    batch = variant.batch(ROWS)
    agent = rush_agents.load("greedy", variant.game.name)
    for _ in range(STEPS):
        for records in records_of(batch, rng):
            stays_inside(variant.game, records)
        batch.step(agent.act(batch.view(rng=rng)))


# ------------------------------------------------------------------------------------------------------------------
# What lies outside is found


def reset(game: Game) -> BatchEnv:
    batch: BatchEnv = Variant(game, {}).batch()
    return batch


def test_every_element_beyond_its_range_is_found(game: Game) -> None:
    state = game.state
    good = reset(game).states
    for name, bounds in state.low.items():
        limits = np.iinfo(state.dtype[name].base)
        for index in np.ndindex(bounds.shape):
            for value in (int(bounds[index]) - 1, int(state.high[name][index]) + 1):
                if limits.min <= value <= limits.max:
                    bad = good.copy()
                    bad[name][(0, *index)] = value
                    assert state.outside(bad) == (0, name, index, value)


def test_every_element_may_reach_the_ends_of_its_range(game: Game) -> None:
    state = game.state
    for ends in (state.low, state.high):
        records = reset(game).states.copy()
        for name, values in ends.items():
            records[name] = values
        assert state.outside(records) is None


def test_the_first_row_and_its_first_field_are_named(game: Game) -> None:
    records = np.repeat(reset(game).states, 5)
    records["outcome"][2:, 1] = 7
    records["max_steps"][3] = 0
    assert game.state.outside(records) == (2, "outcome", (1,), 7)
    records["max_steps"][2] = -5
    assert game.state.outside(records) == (2, "max_steps", (), -5)
    assert game.state.outside(records[:2]) is None
    assert game.state.outside(records[:0]) is None


def test_every_field_but_the_stream_has_a_range_in_the_order_of_the_record(game: Game) -> None:
    state = game.state
    names = [name for name in state.dtype.names if name != "rng"]
    assert list(state.low) == list(state.high) == names
    for name in names:
        for bounds in (state.low[name], state.high[name]):
            assert bounds.dtype == np.int64
            assert bounds.shape == state.dtype[name].shape
            assert not bounds.flags.writeable
    records = reset(game).states.copy()
    for word in (0, 1 << 63, (1 << 64) - 1):
        records["rng"] = word
        assert state.outside(records) is None


def test_spare_bytes_are_zero() -> None:
    state = record(2, Field("odd", np.int8, low=0, high=1))
    assert state.dtype.itemsize % 8 == 0
    records = np.zeros(2, state.dtype)
    records["max_steps"], records["seats"] = 1, 2
    assert state.outside(records) is None
    records["spare"][1, 0] = 1
    assert state.outside(records) == (1, "spare", (0,), 1)


# ------------------------------------------------------------------------------------------------------------------
# Ranges that are none


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [
        (1, 0, "field cards: low 1 is more than high 0"),
        ([[0], [2]], [1, 1, 1], r"field cards: low \[\[0\], \[2\]\] is more than high"),
        (0, 128, "field cards: int8 cannot hold the bound 128"),
        (-129, 0, "field cards: int8 cannot hold the bound -129"),
        (0, 1 << 70, "int8 cannot hold the bound"),
        (0, 1.5, "int8 cannot hold the bound 1.5"),
        (0, [1, 2], r"field cards: a bound of shape \(2,\) does not broadcast to \(2, 3\)"),
        (np.zeros((4, 2, 3), int), 1, r"a bound of shape \(4, 2, 3\) does not broadcast to \(2, 3\)"),
    ],
)
def test_a_wrong_range_is_refused(low: Bound, high: Bound, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Field("cards", np.int8, (2, 3), low=low, high=high)


def test_a_range_must_be_given() -> None:
    with pytest.raises(TypeError, match="low"):
        Field("cards", np.int8)  # type: ignore[call-arg]


def test_bounds_may_be_given_for_every_element() -> None:
    state = record(2, Field("cards", np.int8, (2, 3), low=[[-1], [0]], high=[4, 5, 6]), fewest=2, score=(0, [8, 9]))
    assert state.low["cards"].tolist() == [[-1, -1, -1], [0, 0, 0]]
    assert state.high["cards"].tolist() == [[4, 5, 6], [4, 5, 6]]
    assert state.low["seats"] == 2
    assert state.high["score"].tolist() == [8, 9]
