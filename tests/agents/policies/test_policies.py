"""The policies that come with the package: small, whole, with the command that made them, and stronger than random."""

from __future__ import annotations

import pytest

import rush_envs
from rush_agents import load
from rush_agents.arena.duels import duel, total
from rush_agents.policies import files
from rush_envs.contract import Game


def shipped(game: Game) -> files.Policy:
    return files.load(files.shipped(game), game)


def test_it_is_small_and_has_its_card_and_curve(game: Game) -> None:
    path = files.shipped(game)
    assert path.stat().st_size <= 4 << 20
    assert path.with_name("curve.png").stat().st_size <= 100_000
    policy = shipped(game)
    assert policy.training["command"].startswith(f"rush-envs train {game.name}")
    for word in ("greedy", "random", "even"):
        assert all(games >= 2000 for *_, games in policy.strength[word].values())


def test_it_beats_random(game: Game) -> None:
    """On the same deals: far more victories than random itself has in its place."""
    options = shipped(game).training["recipe"]["options"]
    ours, same = (
        total(duel(game, load(name, game, seed=1), load("random", game, seed=2), 64, seed=5, options=options))
        for name in ("ppo", "random")
    )
    assert ours.rate > same.rate + 0.3


def test_what_is_not_shipped_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(files, "folder", lambda name: tmp_path)
    with pytest.raises(files.BadPolicy, match="train one: rush-envs train coffee_rush"):
        load("ppo", rush_envs.game("coffee_rush"))
