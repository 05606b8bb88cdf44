"""RLlib's door, where Ray is installed (`make rllib`): masks, rewards, roles, processes, and play against the past."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rush_envs
from rush_envs.errors import BadOption

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


@pytest.fixture(scope="module")
def door() -> Iterator[Any]:
    pytest.importorskip("ray.rllib", reason="the extra `rllib` is not installed", exc_type=ImportError)
    from rush_envs.doors import rllib

    yield rllib
    rllib.ray.shutdown()


@pytest.fixture
def build(door: Any) -> Iterator[Callable[..., Any]]:
    built = []

    def make(game: str = "silver_gold_pyramids", **options: Any) -> Any:
        built.append(door.configure(game, games=2, decisions=128, **options).build_algo())
        return built[-1]

    yield make
    for algorithm in built:
        algorithm.stop()


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_every_seat_answers_within_its_mask_and_is_paid_its_own(build: Any, kind: str) -> None:
    """With two seats, what one wins the other loses."""
    agents = rush_envs.make("silver_gold_pyramids", num_players=2).possible_agents
    algorithm = build(num_players=2, door=kind)
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


def test_it_learns_from_what_it_played(build: Any, door: Any) -> None:
    algorithm = build(num_players=2)
    network = algorithm.get_module(door.LEARNER)
    before = {name: part.detach().clone() for name, part in network.named_parameters()}
    result = algorithm.train()
    assert result["num_env_steps_sampled_lifetime"] >= 128
    changed = {name: bool((part != before[name]).any()) for name, part in network.named_parameters()}
    assert changed == dict.fromkeys(before, True)


def test_roles_have_networks_of_their_own(build: Any) -> None:
    algorithm = build("rush_out", share="role", num_players=3, scenario="training_1", max_ticks=30)
    (episode,) = algorithm.env_runner.sample(num_episodes=1)
    assert {agent: episode.module_for(agent) for agent in episode.agent_episodes} == {
        "wizard_0": "wizard", "hero_0": "hero", "hero_1": "hero",
    }  # fmt: skip
    algorithm.train()


def test_options_are_checked(door: Any) -> None:
    with pytest.raises(BadOption, match="share"):
        door.configure("rush_out", share="role", league=door.League.of())
    with pytest.raises(BadOption, match="did you mean 'num_players'"):
        door.configure("rush_out", num_player=3)
    with pytest.raises(BadOption, match="every"):
        door.League.of(every=0)
    setting = door.configure("rush_out", observation_key="observations", num_players=3).env_config
    assert door.make_env(setting).observation_spaces["wizard_0"]["observations"].shape


def test_the_past_joins_the_league_as_it_was_in_every_process(build: Any, door: Any) -> None:
    algorithm = build(num_players=2, league=door.League.of(every=1, size=2), runners=1)
    runners = algorithm.env_runner_group

    def weights(name: str) -> list[Any]:
        return runners.foreach_env_runner(lambda runner: runner.module[name].get_state()["actor.0.bias"].tolist())

    kept = {}
    for number in range(1, 4):
        result = algorithm.train()
        kept[number] = algorithm.get_module(door.LEARNER).get_state()["actor.0.bias"].tolist()
        assert result["league"] == min(number, 2)
    assert algorithm.config.policy_mapping_fn.past == ("past_2", "past_3"), "of the copies the last two stay"
    learned = algorithm.learner_group.get_state()["learner"]["rl_module"][door.LEARNER]["actor.0.bias"].tolist()
    for number in (2, 3):
        found = weights(f"past_{number}")
        assert len(found) == 2, "in this process and in the one that plays"
        assert all(each == found[0] for each in found)
    assert weights("past_2")[0] != weights("past_3")[0] == learned


def test_the_learner_plays_one_team_and_the_past_or_itself_the_others() -> None:
    pytest.importorskip("ray.rllib", exc_type=ImportError)
    from rush_envs.doors.rllib.league import LEARNER, Pairing

    agents, teams = ["wizard_0", "hero_0", "hero_1"], [0, 1, 1]
    pairing = Pairing(dict(zip(agents, teams, strict=True)), ("past_1", "past_2"))
    seen = Counter()
    for number in range(600):
        episode = SimpleNamespace(id_=f"episode {number}")
        modules = [pairing(agent, episode) for agent in agents]
        assert modules[1] == modules[2], "a team is one"
        assert LEARNER in modules
        seen[modules[0], modules[1]] += 1
    rivals = {(LEARNER, other) for other in ("past_1", "past_2")}
    assert set(seen) == rivals | {(b, a) for a, b in rivals} | {(LEARNER, LEARNER)}
    assert min(seen.values()) > 60


def test_the_example_runs(door: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from rush_agents.examples import rllib_ppo

    words = "rllib_ppo --game coffee_rush --players 2 --iterations 2 --games 2 --decisions 128 --league 1"
    monkeypatch.setattr("sys.argv", words.split())
    rllib_ppo.main()
    assert "decisions: wins against random" in capsys.readouterr().out


@pytest.mark.parametrize("page", ["README.md", "docs/doors/rllib.md"])
def test_the_pages_run(page: str) -> None:
    pytest.importorskip("ray.rllib", exc_type=ImportError)
    text = (Path(__file__).parents[3] / page).read_text(encoding="utf-8")
    (snippet,) = (found for found in re.findall(r"```py\n(.*?)```", text, re.DOTALL) if "doors.rllib" in found)
    exec(compile(snippet, page, "exec"), {})
