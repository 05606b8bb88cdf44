"""Curse of the Mummy, rules CM-14 and CM-15: bounds and invariants, in many games played at random and on purpose."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import rush_envs
from games.by_hand import dealt
from games.curse_of_the_mummy import positions as box
from games.curse_of_the_mummy.oracle import PRISON, START
from games.curse_of_the_mummy.positions import GAME, GO, PAWNS, STEP, STOP, Position, Table, words_of
from games.whole_games import Steps, at_random, play_out, steps_of
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.records import broken_invariants

PLAYERS = (2, 3, 4, 5)
GAMES = 24
RELEASE, BUSY, MUMMY = range(3)


@cache
def played(players: int, policy: str) -> Steps:
    rng = np.random.default_rng(players)

    def on_purpose(batch: BatchEnv, rows: np.ndarray) -> np.ndarray:
        return np.array([box.purposeful(batch, int(row), rng) for row in rows])

    batch = dealt(GAME, GAMES, seed=100 + players, num_players=players)
    return steps_of(batch, at_random if policy == "random" else on_purpose)


@pytest.fixture(params=[(n, p) for n in PLAYERS for p in ("random", "purposeful")], ids=lambda p: f"{p[0]}-{p[1]}")
def steps(request: pytest.FixtureRequest) -> Steps:
    return played(*request.param)


# ------------------------------------------------------------------------------------------------------------------
# CM-14 Bounds


def test_cm_14_1_default_number_of_decisions() -> None:
    assert rush_envs.make_batch(GAME.name, 1).config.max_steps == 30_000
    assert rush_envs.make_batch(GAME.name, 1, max_rounds=40).config.max_steps == 4_000
    assert rush_envs.make_batch(GAME.name, 1, max_rounds=40, max_steps=77).config.max_steps == 77


def test_cm_14_1_games_end_within_their_rounds(steps: Steps) -> None:
    assert (steps.final["rounds"] <= 300).all()
    assert (steps.final["done"] + steps.final["truncated"] == 1).all()
    assert (steps.final["ply"] < 30_000).all()
    assert (steps.final["rounds"][steps.final["truncated"] == 1] == 300).all()


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_14_2_usual_length_of_random_games(players: int) -> None:
    batch = play_out(dealt(GAME, 200, seed=3, num_players=players))
    assert 90 <= batch.states["rounds"].mean() <= 190
    assert 900 <= batch.states["ply"].mean() <= 2_400
    assert batch.states["truncated"].mean() <= 0.12


# ------------------------------------------------------------------------------------------------------------------
# CM-15 Invariants


def test_cm_15_1_no_ankh_and_no_card_is_lost(steps: Steps) -> None:
    for s in (steps.before, steps.final):
        assert (s["ankhs"].sum(axis=1) + s["mummy_ankhs"] == 3 * PAWNS[steps.players]).all()
        assert GAME.state.outside(s) is None, "no number of ankhs is negative"
        places = s["hand"].sum(axis=1) + s["laid"].sum(axis=1)
        assert ((places == 0) | (places == 1)).all(), "the others are set aside"
    gone = steps.before["hand"].sum(axis=1) + steps.before["laid"].sum(axis=1)
    left = steps.after["hand"].sum(axis=1) + steps.after["laid"].sum(axis=1)
    assert (left <= gone).all(), "what is set aside stays there"
    assert (steps.after["laid"] >= steps.before["laid"]).all()


def test_cm_15_2_nobody_meets_or_enters_where_it_must_not(steps: Steps) -> None:
    for s in (steps.before, steps.final):
        pawns = PAWNS[steps.players]
        alive = s["out"][:, :pawns] == 0
        cells = s["cell"][:, :pawns].astype(int)
        corridor = alive & (cells != START) & (cells != PRISON)
        assert not (corridor & (cells == s["mummy"][:, None])).any()
        apart = np.sort(np.where(corridor, cells, -1 - np.arange(pawns)), axis=1)
        assert (np.diff(apart, axis=1) != 0).all()
        assert (s["mummy"] != START).all()
    moved = steps.before["mummy"] != steps.after["mummy"]
    assert (steps.after["mummy"][moved] != PRISON).all()
    assert np.isin(steps.actions[moved], range(STEP, STOP)).all()
    goes = (steps.actions >= GO) & (steps.actions < STEP)
    assert not np.isin(steps.actions[goes] - GO, (START, PRISON)).any()
    assert not steps.masks[:, [GO + START, GO + PRISON]].any()


def test_cm_15_3_locked_falls_only_by_a_release(steps: Steps) -> None:
    fell = steps.after["locked"] < steps.before["locked"]
    assert fell.any()
    assert (steps.before["phase"][fell] == MUMMY).all()
    assert (steps.before["intermediate"][fell] == 1).all(), "the mummy has just made its intermediate move"


def test_cm_15_3_an_arrow_never_ends_where_it_began(steps: Steps) -> None:
    arrows = np.flatnonzero((steps.before["phase"] == BUSY) & (steps.before["announced"] == 5) & (steps.actions < STEP))
    assert arrows.size > 20
    turn = steps.before["turn"][arrows]
    assert (steps.before["cell"][arrows, turn] != steps.actions[arrows] - GO).all()
    numbers = np.flatnonzero((steps.before["announced"] == 2) & (steps.actions < STEP))
    same = steps.before["cell"][numbers, steps.before["turn"][numbers]] == steps.actions[numbers] - GO
    assert same.any(), "numbers do"


def test_cm_15_4_p_is_never_empty_and_never_where_the_mummy_is(steps: Steps) -> None:
    s = steps.before
    alive = s["out"][:, : PAWNS[steps.players]] == 0
    assert (s["possible"][:, : PAWNS[steps.players]].any(axis=2) == alive).all()
    mummy = np.array([words_of([cell]) for cell in range(99)], np.int64)[s["mummy"]]
    assert not (s["possible"] & mummy[:, None]).any()
    open_ = np.isin(s["phase"], (RELEASE, MUMMY))
    bits = np.array([words_of([cell]) for cell in range(99)], np.int64)[s["cell"]]
    inside = (s["possible"] & bits).any(axis=2)[:, : PAWNS[steps.players]]
    assert (inside | ~alive)[open_].all(), "CM-11.8"


def test_cm_15_5_somebody_can_always_do_something(steps: Steps) -> None:
    assert steps.masks.any(axis=1).all()
    rolled = (steps.before["phase"] == BUSY) & (steps.before["deed"] == 0)
    assert steps.masks[rolled, 2].all()
    assert (steps.before["locked"][rolled] < 5).all()
    assert not steps.masks[~rolled, 2].any()


def test_cm_15_1_seats_keep_their_cards_unless_laid_or_out(steps: Steps) -> None:
    fewer = (steps.after["hand"] < steps.before["hand"]).any(axis=(1, 2))
    out = (steps.after["out"] != steps.before["out"]).any(axis=1)
    assert (fewer >= (steps.actions == 112)).all()
    assert (fewer <= ((steps.actions == 112) | out)).all()
    assert (steps.after["hand"] <= steps.before["hand"]).all()
    caught = steps.after["mummy_ankhs"] - steps.before["mummy_ankhs"]
    assert ((caught == 0) | (caught == 1)).all()
    assert caught.any()


# ------------------------------------------------------------------------------------------------------------------
# The engine notices when something is wrong


@pytest.mark.parametrize(("rule", "name", "place", "value"), [
    ("CM-15.1", "ankhs", (0,), 2), ("CM-15.1", "mummy_ankhs", (), 1), ("CM-15.1", "hand", (1, 6), 1),
    ("CM-15.1", "laid", (0, 0), 1), ("CM-15.1", "colours", (1, 0), 0), ("CM-15.2", "cell", (0,), 70),
    ("CM-15.2", "cell", (0,), 1), ("CM-15.3", "locked", (), 1), ("CM-15.4", "possible", (1,), 0),
    ("CM-15.4", "possible", (0, 0), 2), ("CM-10.4", "score", (2,), 20), ("CM-15.5", "active", (), 0),
])  # fmt: skip
def test_cm_15_the_engine_notices_a_broken_state(rule: str, name: str, place: tuple[int, ...], value: Any) -> None:
    table = Table(Position(cells=(67, 70, START)))

    states = table.batch.states.copy()
    states[name][(0, *place)] = value
    assert GAME.invariants[int(broken_invariants(GAME, states)[0])].startswith(rule)


def test_cm_11_8_the_engine_notices_a_pawn_where_it_cannot_be() -> None:
    for phase in ("MUMMY", "ROLLED"):
        table = Table(Position(cells=(67, 70, START), phase=phase, steps=2 * (phase == "MUMMY")))
        states = table.batch.states.copy()
        states["possible"][0] = words_of({5, 6})
        assert GAME.invariants[int(broken_invariants(GAME, states)[0])].startswith("CM-11.8")
