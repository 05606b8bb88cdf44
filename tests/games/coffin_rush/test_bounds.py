"""Coffin Rush!, rules CO-16 and CO-17: bounds and invariants, in many games played at random and on purpose."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import OUT
from games.coffin_rush.positions import GAME, IN_TENT, PLAYERS, TEAMS, dealt, purposeful, temple_of
from games.whole_games import Steps, at_random, play_out, steps_of
from rush_envs.engine.batch import BatchEnv

GAMES = 12
KINDS = ("purposeful", "random")


@cache
def played(players: int, policy: str) -> Steps:
    options: dict[str, Any] = {"layout": "random" if players % 2 else "standard", "teams": TEAMS.get(players)}
    batch = dealt(GAMES, num_players=players, seed=40 + players, **options)
    rng = np.random.default_rng(players)

    def on_purpose(batch: BatchEnv, rows: np.ndarray) -> np.ndarray:
        return np.array([purposeful(batch.states[row], batch.mask[row], rng) for row in rows])

    return steps_of(batch, at_random if policy == "random" else on_purpose)


@pytest.fixture(params=[(n, k) for n in PLAYERS for k in KINDS if k == "random" or n % 2 == 0])
def steps(request: pytest.FixtureRequest) -> Steps:
    return played(*request.param)


# ------------------------------------------------------------------------------------------------------------------
# CO-16 Bounds


def test_co_16_1_at_most_twenty_rounds(steps: Steps) -> None:
    """`rounds` counts those completed."""
    assert GAME.state.high["rounds"] + 1 == 20
    assert GAME.state.outside(steps.final) is None
    assert (steps.final["rounds"] + 1 >= 6).all()
    assert (steps.final["done"] == 1).all()


def test_co_16_1_usual_number_of_rounds() -> None:
    def idle(batch: BatchEnv, rows: np.ndarray) -> np.ndarray:
        return np.where(batch.mask[rows, ct.PASS], ct.PASS, batch.random_actions(rows))

    batch = play_out(dealt(400, num_players=2, seed=3), idle)
    rounds = batch.states["rounds"] + 1
    assert 10 <= rounds.mean() <= 12
    assert (rounds.min() >= 7, rounds.max() <= 16) == (True, True)


def test_co_16_2_few_decisions(steps: Steps) -> None:
    assert GAME.config().max_steps == 60_000
    assert (steps.final["ply"] < 400 * steps.players).all()
    assert not steps.final["truncated"].any()


# ------------------------------------------------------------------------------------------------------------------
# CO-17 Invariants


def test_co_17_1_items_cards_and_traps(steps: Steps) -> None:
    after = steps.after
    tiles = (after["closed"] * (after["content"] < 25)).sum(axis=1)
    piles = (after["where"] >= 0).sum(axis=1)
    held = (after["held"] >= 0).astype(int)
    assert (tiles + piles + after["bag_count"].sum(axis=1) + held + after["tent"].sum(axis=(1, 2)) == 25).all()
    cards = sum(np.bitwise_count(after[name]).sum(axis=1) for name in ("hand", "discards", "removed"))
    assert (cards + (after["playing"] >= 0) == 5 * steps.players).all()
    gone = (after["edge"][:, ct.RUSH, 2] == 1) & (after["drawn"][:, ct.BOMB] == 0)
    assert (after["deck_count"] + after["drawn"].sum(axis=1) + gone == 13).all()


def test_co_17_2_what_never_grows_or_shrinks(steps: Steps) -> None:
    before, after = steps.before, steps.after
    assert (after["counter"] <= before["counter"]).all()
    assert (after["tent"] >= before["tent"]).all()
    stowed = before["where"] <= IN_TENT
    assert (after["where"][stowed] == before["where"][stowed]).all()
    assert (GAME.state.high["bag_count"] == 6).all()
    assert GAME.state.outside(after) is None
    for k in range(6):
        assert ((after["bag"][:, :, k] >= 0) == (after["bag_count"] > k))[:, : steps.players].all()
    assert (after["removed"] & before["removed"] == before["removed"]).all()
    assert (after["seen"] & before["seen"] == before["seen"]).all()


def test_co_17_3_monsters(steps: Steps) -> None:
    after = steps.after
    guarded = np.isin(after["content"], ct.WITH_MUMMY)
    opened = (guarded & (after["closed"] == 0)).sum(axis=1) - after["surprise"]
    assert ((after["mummy"] >= 0).sum(axis=1) == 1 + opened).all()
    assert GAME.state.high["spectres"] == 3
    assert GAME.state.outside(after) is None
    assert ((after["spectre"] >= 0).sum(axis=1) <= after["spectres"]).all()
    assert (after["mummy"] != OUT).all()
    assert (after["spectre"] != OUT).all()


def test_co_17_3_mummies_stay_where_doors_let_them(steps: Steps) -> None:
    """From where it was to where it is there is a way that is open now: a mummy opens what it passes."""
    moved = np.argwhere((steps.before["mummy"] >= 0) & (steps.after["mummy"] != steps.before["mummy"]))
    assert len(moved)
    for row, k in moved[:60]:
        s, temple = steps.after[row], temple_of(steps.after[row])
        start, end = int(steps.before["mummy"][row, k]), int(s["mummy"][k])
        reached, line = {start}, [start]
        for here in line:
            for way in range(4):
                there = temple.edges[here][way][1]
                if s["edge"][here, way] in (1, 2) and there not in reached and there is not None:
                    reached.add(there)
                    line.append(there)
        assert end in reached


def test_co_17_4_one_seat_is_asked_and_has_an_answer(steps: Steps) -> None:
    assert steps.masks.any(axis=1).all()
    assert (np.bitwise_count(steps.before["active"]) == 1).all()
    assert (steps.final["active"] == 0).all()
    shut = steps.after["edge"][:, ct.RUSH, 2] == 4
    assert not (steps.after["cell"][shut] == OUT).any()
    assert not (steps.after["tent"][shut]).any()
