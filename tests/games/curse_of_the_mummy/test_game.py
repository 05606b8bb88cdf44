"""Curse of the Mummy as a whole: game after game against the slow oracle and the brute-force tracker."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import rush_envs
from games.by_hand import members
from games.curse_of_the_mummy import positions as box
from games.curse_of_the_mummy.oracle import PRISON, Oracle
from games.curse_of_the_mummy.oracle_view import observe
from games.curse_of_the_mummy.positions import GAME, PAWNS, cells_of, copies, naive
from games.curse_of_the_mummy.tracker import Tracker
from rush_envs.engine.batch import BatchEnv

PLAYERS = (2, 3, 4, 5)
RARE = ("caught", "eliminated", "skipped", "lost", "forced", "released", "laid", "catch in a release")


def dealt(games: int, seed: int, **options: Any) -> BatchEnv:
    batch: BatchEnv = rush_envs.make_batch(GAME.name, games, seed=seed, autoreset=False, **options)
    batch.reset()
    return batch


def scattered(players: int, games: int, seed: int, **options: Any) -> BatchEnv:
    rng = np.random.default_rng(seed)
    return copies([box.scattered(players, rng) for _ in range(games)], seed=seed, **options)


def compare(batch: BatchEnv, row: int, oracle: Oracle, *, look: bool) -> None:
    """Acting seat, legal actions, P, scores and (with `look`) every viewer's observation are the same."""
    s, players = batch.states[row], batch.num_seats
    seat = oracle.acting()
    assert int(batch.seat[row]) == (-1 if seat is None else seat)
    assert members(batch.mask[row]) == oracle.legal()
    assert s["score"][:players].tolist() == oracle.scores()
    for pawn in oracle.pawn_range if seat is not None else ():  # what P is after the end is not specified
        possible = cells_of(s["possible"][pawn])
        assert possible == oracle.possible(pawn), f"P of pawn {pawn}"
        if oracle.phase in ("RELEASE", "MUMMY") and oracle.pawns[pawn] is not None:
            assert int(s["cell"][pawn]) in possible, "CM-11.8"
    if seat is None:
        winners = {place for place in range(players) if s["outcome"][place] == 1}
        assert winners == oracle.winners()
        assert (s["outcome"][:players] == -1).sum() == (players - 1 if winners else 0)
        assert (bool(s["truncated"]), bool(s["done"])) == (oracle.truncated, not oracle.truncated)
    elif look:
        oracle.content_check()
        features = batch.observe(np.full(players, row), np.arange(players))
        for viewer in range(players):
            pieces = GAME.observation.decode(features[viewer])
            expected = observe(oracle, viewer)
            assert set(pieces) == set(expected)
            for name, value in pieces.items():
                assert value.ravel().tolist() == expected[name], f"{name} seen by {viewer}"


def side_by_side(batch: BatchEnv, seed: int) -> Counter[str]:
    """Plays all games to the end on both sides; returns how often some rare things happened."""
    rng = np.random.default_rng(seed)
    seen: Counter[str] = Counter()
    for row in range(batch.num_envs):
        oracle = naive(batch.config, batch.states[row : row + 1])
        decisions = 0
        while batch.seat[row] >= 0:
            compare(batch, row, oracle, look=(decisions + row) % 7 == 0)
            told, was_release, turn = len(oracle.events), oracle.intermediate, oracle.turn
            lost = sum(entries.count(6) for entries in oracle.history)
            action = box.purposeful(batch, row, rng)
            batch.step([action], [row])
            oracle.apply(action)
            seen["forced"] += oracle.intermediate and oracle.steps == 5 and (not was_release or oracle.turn != turn)
            seen["released"] += action == 0
            seen["lost"] += sum(entries.count(6) for entries in oracle.history) - lost
            names = [name for name, _pawn, _number in oracle.events[told:]]
            seen.update(names)
            seen["catch in a release"] += was_release and "caught" in names
            decisions += 1
        compare(batch, row, oracle, look=True)
        assert batch.broken_invariants()[row] == 0
        seen["truncated" if oracle.truncated else "mummy wins" if oracle.winner == 0 else "explorer wins"] += 1
    return seen


@pytest.mark.parametrize("variant", GAME.variants, ids=lambda variant: "-".join(map(str, variant.values())))
def test_the_oracle_agrees_on_whole_games(variant: dict[str, Any]) -> None:
    seen = side_by_side(dealt(15, 11, **variant), 1)
    assert min(seen["caught"], seen["laid"], seen["released"], seen["moved"]) > 0
    assert seen["mummy wins"] + seen["explorer wins"] + seen["truncated"] == 15


@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_agrees_on_late_positions(players: int) -> None:
    seen = side_by_side(scattered(players, 48, 12), 2)
    rare = [name for name in RARE if players > 2 or name != "eliminated"]
    assert all(seen[name] > 0 for name in rare), seen
    assert min(seen["mummy wins"], seen["explorer wins"]) > 0


def test_the_oracle_agrees_on_truncated_games() -> None:
    seen = side_by_side(dealt(6, 13, num_players=5, max_rounds=10), 3)
    assert seen["truncated"] > 0
    assert seen["truncated"] + seen["mummy wins"] + seen["explorer wins"] == 6


def test_the_oracle_starts_where_the_engine_is() -> None:
    """`naive` takes over at any point of a game, not only after the deal."""
    batch = scattered(4, 3, 14)
    rng = np.random.default_rng(5)
    for row in range(3):
        while batch.seat[row] >= 0:
            compare(batch, row, naive(batch.config, batch.states[row : row + 1]), look=True)
            batch.step([box.purposeful(batch, row, rng)], [row])
        compare(batch, row, naive(batch.config, batch.states[row : row + 1]), look=True)


# ------------------------------------------------------------------------------------------------------------------
# CM-11.8: P against all histories


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_11_8_p_is_what_every_pawn_alone_could_have_done(players: int) -> None:
    """The tracker walks every path of every pawn on its own, with public facts only."""
    batch = dealt(6, 15, num_players=players, max_rounds=12)
    rng = np.random.default_rng(6)
    for row in range(6):
        oracle = naive(batch.config, batch.states[row : row + 1])
        tracker, told = Tracker(PAWNS[players], PRISON, independent=True), 0
        while batch.seat[row] >= 0:
            action = box.purposeful(batch, row, rng)
            batch.step([action], [row])
            oracle.apply(action)
            tracker.replay(oracle.events[told:])
            told = len(oracle.events)
            for pawn in oracle.pawn_range:
                assert cells_of(batch.states["possible"][row, pawn]) == tracker.cells(pawn)


@pytest.mark.parametrize(("players", "rounds"), [(2, 4), (3, 4), (4, 3)])
def test_cm_11_8_p_holds_all_worlds_that_fit_the_public_facts(players: int, rounds: int) -> None:
    """Brute force over all histories of all pawns together: the truth is among them, and they are within P."""
    batch = dealt(6, 16, num_players=players)
    rng = np.random.default_rng(7)
    smaller = 0
    for row in range(6):
        oracle = naive(batch.config, batch.states[row : row + 1])
        tracker, told = Tracker(PAWNS[players], PRISON), 0
        while batch.seat[row] >= 0 and oracle.rounds < rounds:
            action = box.purposeful(batch, row, rng)
            batch.step([action], [row])
            oracle.apply(action)
            tracker.replay(oracle.events[told:])
            told = len(oracle.events)
            if len(tracker.groups[0]) > 20_000:
                break
            for pawn in oracle.pawn_range:
                possible, exact = cells_of(batch.states["possible"][row, pawn]), tracker.cells(pawn)
                assert exact <= possible
                smaller += exact < possible
                cell = oracle.pawns[pawn]
                if cell is not None and oracle.phase in ("RELEASE", "MUMMY"):
                    assert cell in exact
    assert smaller > 0, "P ignores other pawns' unseen positions"
