"""Silver & Gold Pyramids as a whole: game after game against the slow oracle, seats asked in any order."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from games.by_hand import answer, members
from games.silver_gold_pyramids import positions as box
from games.silver_gold_pyramids.oracle import Oracle, observation
from games.silver_gold_pyramids.positions import GAME, PLAYERS, active_seats, copies, dealt, facts, oracle_of
from rush_envs.engine.batch import BatchEnv


def compare(batch: BatchEnv, row: int, oracle: Oracle, *, look: bool) -> None:
    """All facts are the same and (with `look`) every seat's legal actions and observation."""
    s, players = batch.states[row], batch.num_seats
    assert active_seats(s) == oracle.active
    assert facts(oracle_of(s, players)) == facts(oracle)
    assert s["score"][:players].tolist() == oracle.scores()
    if oracle.over:
        assert s["outcome"][:players].tolist() == [1 if seat in oracle.winners() else -1 for seat in range(players)]
    if look:
        oracle.content_check()
        assert batch.broken_invariants()[row] == 0
        everybody = np.full(players, row), np.arange(players)
        features, masks = batch.observe(*everybody), batch.legal(*everybody)
        for viewer in range(players):
            assert members(masks[viewer]) == oracle.legal(viewer), f"seat {viewer}"
            pieces, expected = GAME.observation.decode(features[viewer]), observation(oracle, viewer)
            assert list(pieces) == list(expected)
            for piece, value in pieces.items():
                assert value.tolist() == expected[piece], f"{piece} seen by {viewer}"


def notice(oracle: Oracle, seen: Counter[str]) -> None:
    """Counts what there is, to be sure that the games held all of it."""
    players = oracle.players
    seen["half answered"] += oracle.phase == "MARK" and 0 < len(oracle.active) < oracle.num_players
    seen["extra marks"] += any(player.extra_due for player in players)
    seen["two extra marks"] += any(player.extra_due == 2 for player in players)
    if oracle.phase == "TAKE":
        seen["takes"] += 1
        seen["two takes"] += oracle.takes_left == 2
        seen["several takers"] += len(oracle.queue) > 1
        seen["empty deck"] += not oracle.deck
        seen["one card for two"] += len(players[oracle.queue[0]].fresh) == 2 and oracle.offer.count(None) == 3
    seen["no pyramid"] += oracle.phase == "MARK" and any(player.slots == [None, None] for player in players)
    seen["one pyramid"] += any(player.slots.count(None) == 1 for player in players)
    seen["awards"] += any(player.awards for player in players)
    seen["full gems"] += any(10 in (player.red, player.green) for player in players)
    seen["full skulls"] += any(player.skulls == 10 for player in players)
    seen["no loss"] += any(player.score > 0 for player in players)


def side_by_side(batch: BatchEnv, seed: int, *, wild: float = 0.0, every: int = 7) -> Counter[str]:
    """Plays all games to the end on both sides, random seats first; `wild` of the answers are random ones."""
    rng = np.random.default_rng(seed)
    seen: Counter[str] = Counter()
    for row in range(batch.num_envs):
        oracle = oracle_of(batch.states[row], batch.num_seats)
        decisions = row
        while not oracle.over:
            compare(batch, row, oracle, look=decisions % every == 0)
            notice(oracle, seen)
            seat = int(rng.choice(oracle.active))
            mask = batch.legal([row], [seat])[0]
            assert members(mask) == oracle.legal(seat), f"seat {seat}"
            if rng.random() < wild:
                action = int(rng.choice(np.flatnonzero(mask)))
            else:
                action = box.purposeful(batch.states[row], seat, mask, rng)
            answer(batch, row, seat, action)
            oracle.apply(seat, action)
            decisions += 1
        assert batch.done[row]
        compare(batch, row, oracle, look=True)
        seen["games"] += 1
        seen["winners"] += len(oracle.winners())
    return seen


@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_agrees_on_whole_games(players: int) -> None:
    seen = side_by_side(dealt(players, 4, seed=11), 1, wild=0.1)
    assert seen["games"] == 4
    assert min(seen[k] for k in ("half answered", "extra marks", "takes", "several takers", "awards", "no loss")) > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_agrees_on_random_games(players: int) -> None:
    seen = side_by_side(dealt(players, 2, seed=12), 2, wild=1.0, every=11)
    assert min(seen[k] for k in ("games", "half answered", "extra marks", "takes")) > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_agrees_on_late_positions(players: int) -> None:
    rng = np.random.default_rng(players)
    seen = side_by_side(copies([box.scattered(players, rng) for _ in range(30)]), 3, wild=0.2, every=5)
    assert seen["games"] == 30
    assert min(seen[k] for k in (
        "half answered", "two extra marks", "takes", "two takes", "several takers", "empty deck", "no pyramid",
        "one pyramid", "awards", "full gems", "full skulls", "no loss", "one card for two",
    )) > 0, seen  # fmt: skip


def test_the_oracle_agrees_when_asked_in_the_engines_order() -> None:
    """`naive` as the contract's tests use it, at any point of a game."""
    batch = dealt(3, 1, seed=13)
    rng = np.random.default_rng(4)
    asked = box.naive(batch.config, batch.states)
    while batch.seat[0] >= 0:
        again = box.naive(batch.config, batch.states)
        assert asked.acting() == again.acting() == batch.seat[0]
        assert asked.legal() == again.legal() == members(batch.mask[0])
        action = box.purposeful(batch.states[0], int(batch.seat[0]), batch.mask[0], rng)
        asked.apply(action)
        batch.step([action])
    assert asked.over
    assert box.naive(batch.config, batch.states).over
    assert asked.acting() is None
    assert asked.legal() == set()
