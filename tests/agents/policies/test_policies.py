"""The policies that come with the package: small, whole, with the command that made them, and stronger than random; or
there is none, and whoever asks for it is told how to make one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rush_agents import load
from rush_agents.arena.duels import duel, total
from rush_agents.policies import files
from rush_envs.contract import Game


def test_a_game_ships_a_good_policy_or_says_that_there_is_none(game: Game) -> None:
    try:
        path = files.shipped(game)
    except files.BadPolicy:
        with pytest.raises(files.BadPolicy, match=f"train one: rush-envs train {game.name}"):
            load("ppo", game)
        return
    check_files(path.parent, game)
    check_strength(game)


def check_files(folder: Path, game: Game) -> None:
    assert (folder / "policy.npz").stat().st_size <= 5 << 20
    assert (folder / "curve.png").stat().st_size <= 100_000
    policy = files.load(folder / "policy.npz", game)
    assert policy.training["command"].startswith(f"rush-envs train {game.name}")
    for word in ("greedy", "random", "even"):
        assert all(games >= 2000 for *_, games in policy.strength[word].values())


def check_strength(game: Game) -> None:
    """On the same deals: far more victories than random itself has in its place."""
    options = files.load(files.shipped(game), game).training["recipe"]["options"]
    ours, same = (
        total(duel(game, load(name, game, seed=1), load("random", game, seed=2), 64, seed=5, options=options))
        for name in ("ppo", "random")
    )
    assert ours.rate > same.rate + 0.3
