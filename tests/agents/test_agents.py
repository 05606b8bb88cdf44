"""Agents: legal, blind to what is hidden, and as strong as the page says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import Variant
from some_policy import some_policy

import rush_agents
import rush_envs
from rush_agents import Agent
from rush_agents.arena.duels import duel, total
from rush_agents.policies import files
from rush_envs.contract import Game
from rush_envs.engine.view import View
from rush_envs.errors import BadOption, UnknownAgent


def full_name(name: str, game: Game, folder: Path) -> str:
    """A name with what it needs: a few simulations, or a policy."""
    if name == "ppo":
        return f"ppo:{files.save(folder / 'policy.npz', some_policy(game))}"
    return "mcts:3:depth=1" if name == "mcts" else name


def test_load_finds_agents_by_name(game, tmp_path: Path) -> None:
    for name in (full_name(name, game, tmp_path) for name in rush_agents.names()):
        assert isinstance(rush_agents.load(name, game.name), Agent)
        assert isinstance(rush_agents.load(name, game), Agent)


def test_load_names_what_is_wrong(game) -> None:
    with pytest.raises(UnknownAgent, match="did you mean 'greedy'"):
        rush_agents.load("greddy", game)
    with pytest.raises(BadOption, match="no argument"):
        rush_agents.load("random:7", game)
    with pytest.raises(BadOption, match="give a name"):
        rush_agents.load(3, game)


@pytest.mark.parametrize("name", rush_agents.names())
def test_agents_play_whole_games_legally(variant: Variant, name: str, tmp_path: Path) -> None:
    agent = rush_agents.load(full_name(name, variant.game, tmp_path), variant.game, seed=1)
    batch = variant.batch(32)
    while batch.episodes.max() == 0:
        batch.step(agent.act(batch.view()))  # an illegal answer would raise


def test_random_draws_from_its_own_seed(variant: Variant) -> None:
    batch = variant.played(64, 20)
    before = batch.states.tobytes()
    first, again, other = (rush_agents.load("random", variant.game, seed=s).act(batch.view()) for s in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
    assert batch.states.tobytes() == before


def test_random_takes_every_legal_action_alike(game) -> None:
    batch = Variant(game, {}).batch(1)
    agent = rush_agents.load("random", game, seed=5)
    legal = np.flatnonzero(batch.mask[0])
    counts = np.bincount(np.concatenate([agent.act(batch.view()) for _ in range(4000)]), minlength=game.actions.size)
    assert counts[legal].sum() == 4000
    expected = 4000 / legal.size
    assert (np.abs(counts[legal] - expected) < 6 * np.sqrt(expected)).all()


def test_greedy_does_not_peek(variant: Variant) -> None:
    """The same choice whatever the hidden part is, and nothing written into the record."""
    agent = rush_agents.load("greedy", variant.game)
    batch = variant.batch(64)
    for step in range(200):
        chosen = agent.act(batch.view(rng=np.random.default_rng(step)))
        view = batch.view(rng=np.random.default_rng(step + 1000))
        kept = [part.tobytes() for part in view.for_kernels(variant.game) if part is not None]
        assert (agent.act(view) == chosen).all()
        assert [part.tobytes() for part in view.for_kernels(variant.game) if part is not None] == kept
        batch.step(np.where(step % 5 == 0, batch.random_actions(), chosen))


def win_rate(ours: str, theirs: str, players: int) -> float:
    """Share of 2000 games of Coffee Rush won, the seat rotated; a shared victory counts its share."""
    game = rush_envs.game("coffee_rush")
    first, second = rush_agents.load(ours, game, seed=1), rush_agents.load(theirs, game, seed=2)
    return total(duel(game, first, second, 2000, seed=12, options={"num_players": players})).rate


@pytest.mark.parametrize(("players", "least"), [(2, 0.95), (4, 0.85)])
def test_greedy_beats_random_at_coffee_rush(players: int, least: float) -> None:
    assert win_rate("greedy", "random", players) >= least


def test_equal_agents_win_alike() -> None:
    """The duel itself is fair: random against random wins its share."""
    assert abs(win_rate("random", "random", 2) - 0.5) < 0.04


class Stubborn:
    """Not an agent's base class, just an object with `act`."""

    def act(self, view: View) -> np.ndarray:
        return view.mask.argmax(axis=1)


def test_any_object_with_act_is_an_opponent(game) -> None:
    from rush_envs.doors.vector import SoloVectorEnv

    env = SoloVectorEnv(4, game.name, opponents=Stubborn(), seed=0)
    env.reset()
    env.step(env.solo.batch.random_actions())
    assert isinstance(Stubborn(), Agent)
