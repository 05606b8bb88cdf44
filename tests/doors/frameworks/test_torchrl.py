"""TorchRL's door, where TorchRL is installed (`make clients`): its specs, and the games of the parallel door."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import fewest

from rush_envs.contract import Game
from rush_envs.doors import modules
from rush_envs.errors import BadAction, BadOption, IllegalAction

torchrl = pytest.importorskip("torchrl", reason="the extra `torchrl` is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")  # TorchRL's own

import torch  # noqa: E402
from tensordict import TensorDict  # noqa: E402
from torchrl.envs.utils import check_env_specs  # noqa: E402

from rush_envs.doors.torchrl import RushEnv  # noqa: E402


@pytest.mark.parametrize("groups", ["role", "team", "all", "each"])
def test_specs(game: Game, groups: str) -> None:
    env = RushEnv(game.name, 3, groups=groups, num_players=fewest(game), state=True, scaled=groups != "team")
    check_env_specs(env)
    assert sorted(agent for group in env.group_map.values() for agent in group) == sorted(env.agents)


def answered(env: Any, seen: Any, actions: dict[str, int]) -> Any:
    """One step of a single game."""
    for group, agents in env.group_map.items():
        seen[group, "action"] = torch.tensor([[actions[agent] for agent in agents]])
    return env.step(seen)["next"]


def test_it_plays_the_games_of_the_parallel_door(game: Game) -> None:
    """The same answers see, allow, ask and pay the same, to the end."""
    options = {"num_players": fewest(game), "reward": "shaped", "max_steps": 300}
    env = RushEnv(game.name, 1, seed=5, state=True, **options)
    door = modules.module(game.name).parallel_env(**options)
    observations, infos = door.reset(seed=5)
    seen, rng = env.reset(), np.random.default_rng(0)
    while door.agents:
        for group, agents in env.group_map.items():
            for place, agent in enumerate(agents):
                assert np.array_equal(seen[group, "observation"][0, place], observations[agent]["observation"])
                assert np.array_equal(seen[group, "action_mask"][0, place], observations[agent]["action_mask"])
                assert bool(seen[group, "acting"][0, place]) == infos[agent]["acting"]
        assert np.allclose(seen["state"][0], door.state())
        actions = {agent: int(rng.choice(np.flatnonzero(observations[agent]["action_mask"]))) for agent in door.agents}
        observations, rewards, terminated, truncated, infos = door.step(actions)
        seen = answered(env, seen, actions)
        for group, agents in env.group_map.items():
            paid = [rewards[agent] for agent in agents]
            assert seen[group, "reward"].flatten().tolist() == pytest.approx(paid)
        assert bool(seen["terminated"]) == terminated[env.agents[0]]
        assert bool(seen["truncated"]) == truncated[env.agents[0]]
    assert bool(seen["done"])
    assert not any(seen[group, "acting"].any() for group in env.group_map)


def test_only_ended_games_begin_anew(game: Game) -> None:
    env = RushEnv(game.name, 4, seed=1, num_players=fewest(game), max_steps=40)
    torch.manual_seed(0)
    played = env.rollout(60, break_when_any_done=False)
    assert played["next", "done"].sum() >= 4
    rows = env._joint.batch
    assert (rows.episodes >= 1).all()
    for group in env.group_map:
        assert played[group, "action_mask"].any(-1).all(), "no mask is without a one"
        taken = played[group, "action_mask"].gather(-1, played[group, "action"][..., None])
        assert taken.all(), "random actions are legal"
    again = RushEnv(game.name, 4, num_players=fewest(game), max_steps=40)
    again.set_seed(1)
    torch.manual_seed(0)
    assert (again.rollout(60, break_when_any_done=False)["next", "done"] == played["next", "done"]).all()


def test_what_comes_from_outside_is_checked() -> None:
    env = RushEnv("coffee_rush", 2, num_players=2)
    seen = env.reset()
    before = env._joint.batch.states.copy()
    asked = int(seen["player", "acting"][0].nonzero()[0])
    wrong = int((~seen["player", "action_mask"][0, asked]).nonzero()[0])
    seen["player", "action"] = torch.full((2, 2), wrong)
    with pytest.raises(IllegalAction, match=f"row 0, player_{asked}"):
        env._step(seen)
    seen["player", "action"] = torch.zeros((2, 2))
    with pytest.raises(BadAction, match="dtype"):
        env._step(seen)
    assert (env._joint.batch.states == before).all()
    with pytest.raises(BadOption, match="groups"):
        RushEnv("coffee_rush", groups="colour")
    with pytest.raises(BadAction, match="exactly one"):
        RushEnv("coffee_rush", num_players=2, groups={"a": ["player_0"]})
    replaced = RushEnv("coffee_rush", 2, num_players=2, illegal="random")
    seen = replaced.reset()
    seen["player", "action"] = torch.full((2, 2), wrong)
    assert isinstance(replaced.step(seen), TensorDict)


@pytest.mark.parametrize("page", ["README.md", "docs/doors/torchrl.md"])
def test_the_pages_run(page: str) -> None:
    text = (Path(__file__).parents[3] / page).read_text(encoding="utf-8")
    (snippet,) = (found for found in re.findall(r"```py\n(.*?)```", text, re.DOTALL) if "doors.torchrl" in found)
    exec(compile(snippet, page, "exec"), {})
