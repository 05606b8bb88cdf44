"""RLlib through PettingZoo, where Ray is installed (`make rllib`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rush_envs

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


@pytest.fixture
def example() -> Any:
    pytest.importorskip("ray.rllib", reason="the extra `rllib` is not installed", exc_type=ImportError)
    from rush_agents.examples import rllib_ppo

    return rllib_ppo


@pytest.fixture
def algorithm(example: Any) -> Iterator[Any]:
    config = example.configure("silver_gold_pyramids", {"num_players": 2}, games=2, decisions=128, runners=0, seed=0)
    algorithm = config.build_algo()
    yield algorithm
    algorithm.stop()
    example.ray.shutdown()


def test_every_seat_answers_within_its_mask_and_is_paid_its_own(algorithm: Any) -> None:
    """With two seats, what one wins the other loses."""
    agents = rush_envs.make("silver_gold_pyramids", num_players=2).possible_agents
    for episode in algorithm.env_runner.sample(num_episodes=2):
        seats = episode.agent_episodes
        assert episode.is_terminated
        assert sorted(seats) == sorted(agents)
        for seat in seats.values():
            masks, actions = seat.get_observations()["action_mask"], seat.get_actions()
            assert len(actions) >= 28, "one mark a card at least"
            assert all(mask[action] == 1 for mask, action in zip(masks, actions, strict=False))
        first, second = (sum(seats[agent].get_rewards()) for agent in agents)
        assert first == pytest.approx(-second, abs=1e-5)


def test_it_learns_from_what_it_played(algorithm: Any, example: Any) -> None:
    network = algorithm.get_module(example.EVERYBODY)
    before = {name: part.detach().clone() for name, part in network.named_parameters()}
    result = algorithm.train()
    assert result["num_env_steps_sampled_lifetime"] >= 128
    changed = {name: bool((part != before[name]).any()) for name, part in network.named_parameters()}
    assert changed == dict.fromkeys(before, True)


def test_the_example_runs(example: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = "rllib_ppo --game coffee_rush --players 2 --iterations 2 --games 2 --decisions 128"
    monkeypatch.setattr("sys.argv", words.split())
    example.main()
    assert "decisions: wins against random" in capsys.readouterr().out
