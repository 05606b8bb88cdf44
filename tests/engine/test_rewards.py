"""Rewards, made by the engine from outcome and score (design: doors)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from conftest import Variant

from rush_envs.engine.batch import BatchEnv


def finish(variant: Variant, reward: str, teams: tuple[int, ...] | None = None, n: int = 64):
    """(total reward, last reward, final states) of whole games, every seat."""
    game = variant.game if teams is None else replace(variant.game, teams=lambda config: list(teams))
    batch = BatchEnv(game, variant.batch().config, n, seed=0, reward=reward, autoreset=False)
    batch.reset()
    total = np.zeros((n, batch.num_seats))
    last = np.zeros((n, batch.num_seats))
    while (rows := np.flatnonzero(batch.seat >= 0)).size:
        batch.step(batch.random_actions(rows), rows)
        total[rows] += batch.reward[rows]
        last[rows] = batch.reward[rows]
    return total, last, batch.final_states


def teams_of(variant: Variant) -> tuple[int, ...] | None:
    """The game's own teams, None where every seat plays alone."""
    teams = tuple(variant.game.teams(variant.batch().config))
    return teams if len(set(teams)) < len(teams) else None


def expected_outcome(final: np.ndarray, seats: int, teams: tuple[int, ...] | None) -> np.ndarray:
    won = final["outcome"][:, :seats] > 0
    winners = won.sum(axis=1, keepdims=True)
    share = np.where(won, 1 / np.maximum(winners, 1), -1 / np.maximum(seats - winners, 1))
    paid = share if teams is None else np.where(won, 1.0, -1.0)
    return np.where(winners % seats == 0, 0.0, paid)  # nobody: truncated; everybody: nothing to share


def wide(states: np.ndarray) -> np.ndarray:
    """Records of 64-bit numbers, with which a kernel counts the same in plain Python."""
    names = [name for name in states.dtype.names or () if name != "rng"]
    found = np.zeros(len(states), (np.record, [(name, np.int64, states.dtype[name].shape) for name in names]))
    for name in names:
        found[name] = states[name]
    return found


def margins(final: np.ndarray, seats: int, teams: tuple[int, ...] | None, progress: Any = None) -> np.ndarray:
    score = final["score"][:, :seats].astype(float)
    if progress is not None:
        score = np.array([[progress.py_func(s, seat) for seat in range(seats)] for s in wide(final)], float)
    team = np.array(teams if teams is not None else range(seats))
    return np.stack([score[:, k] - score[:, team != team[k]].max(axis=1) for k in range(seats)], axis=1)


def test_outcome_shares_one_among_winners_and_losers(variant: Variant) -> None:
    total, last, final = finish(variant, "outcome")
    seats = total.shape[1]
    teams = teams_of(variant)
    assert total == pytest.approx(expected_outcome(final, seats, teams))
    assert (total == last).all()  # nothing before the end
    if teams is None:
        assert total.sum(axis=1) == pytest.approx(0, abs=1e-6)


def test_score_pays_the_margin_at_the_end(variant: Variant) -> None:
    total, last, final = finish(variant, "score")
    assert (total == last).all()
    expected = margins(final, total.shape[1], teams_of(variant)) / variant.game.score_scale
    assert total == pytest.approx(np.where(final["done"][:, None] == 1, expected, 0.0), abs=1e-6)


def test_shaped_pays_changes_of_the_margin_and_the_outcome(variant: Variant) -> None:
    total, _, final = finish(variant, "shaped")
    seats = total.shape[1]
    teams = teams_of(variant)
    progress, scale = variant.game.progress, variant.game.shaped_scale
    expected = margins(final, seats, teams, progress) / scale + expected_outcome(final, seats, teams)
    start = margins(variant.batch(64).states, seats, teams, progress) / scale
    assert total == pytest.approx(expected - start, abs=1e-5)


@pytest.mark.parametrize("reward", ["outcome", "score", "shaped"])
def test_teams_win_and_lose_together(game, reward: str) -> None:
    variant = Variant(game, next(dict(options) for options in game.variants if options["num_players"] == 4))
    seats = variant.batch().num_seats
    teams = tuple(min(seat, seats - 1 - seat) for seat in range(seats))  # 0 1 1 0
    total, _, final = finish(variant, reward, teams)
    expected = np.zeros_like(total)
    progress, scale = (game.progress, game.shaped_scale) if reward == "shaped" else (None, game.score_scale)
    if reward != "outcome":
        paid = (final["done"] == 1) | (reward == "shaped")
        expected += np.where(paid[:, None], margins(final, seats, teams, progress) / scale, 0.0)
    if reward == "shaped":
        start = variant.batch(64).states
        expected -= margins(start, seats, teams, progress) / scale
    if reward != "score":
        expected += expected_outcome(final, seats, teams)
    assert total == pytest.approx(expected, abs=1e-5)


def test_a_truncated_game_pays_margins_on_the_way_only(game) -> None:
    variant = Variant(game, {})
    batch = variant.batch(32, reward="shaped", max_steps=40, autoreset=False)
    total = np.zeros((32, batch.num_seats))
    start = margins(batch.states, batch.num_seats, teams_of(variant), game.progress)
    for _ in range(40):
        batch.step(batch.random_actions())
        total += batch.reward
    assert batch.truncated.all()
    change = (margins(batch.states, batch.num_seats, teams_of(variant), game.progress) - start) / game.shaped_scale
    assert total == pytest.approx(change, abs=1e-5)


def test_the_solo_doors_pay_only_the_learner(game) -> None:
    """The classic mistake is to learn from the opponent's reward."""
    from rush_envs.doors.vector import SoloVectorEnv

    for seat in range(2):
        env = SoloVectorEnv(64, game.name, seat=seat, seed=4, **game.variants[0])
        env.reset()
        games = 0
        while games < 64:
            _, reward, terminated, truncated, infos = env.step(env.solo.batch.random_actions())
            games += truncated.sum()
            for i in np.flatnonzero(terminated):
                games += 1
                outcome = env.solo.batch.final_states["outcome"][i]
                shared = outcome[0] == outcome[1]
                assert reward[i] == (0 if shared else outcome[seat])
                assert infos["final_info"]["outcome"][i] == outcome[seat]
            assert (reward[~terminated] == 0).all()
