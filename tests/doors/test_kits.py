"""PettingZoo's, Gymnasium's and SB3's own kits, warnings as errors."""

from __future__ import annotations

import traceback
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import Variant, fewest
from gymnasium.utils.env_checker import check_env
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from stable_baselines3.common.env_checker import check_env as check_sb3

from rush_envs.contract import Game
from rush_envs.doors import modules
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.doors.vector import SoloVectorEnv
from rush_envs.errors import BadOption, GameOver

# PettingZoo remarks that an observation with a mask is a dict and not an array or Box: its own games do the same.
REMARKS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.parametrize("reward", ["outcome", "score", "shaped"])
def test_pettingzoo_api(variant: Variant, reward: str) -> None:
    env = modules.module(variant.game.name).env(reward=reward, render_mode="ansi", **variant.options)
    with warnings.catch_warnings():
        for remark in REMARKS:
            warnings.filterwarnings("ignore", remark)
        api_test(env, num_cycles=400)


def test_pettingzoo_seeds(variant: Variant) -> None:
    seed_test(lambda: modules.module(variant.game.name).env(**variant.options), num_cycles=200)


def test_pettingzoo_parallel_api(variant: Variant) -> None:
    env = modules.module(variant.game.name).parallel_env(render_mode="ansi", **variant.options)
    with warnings.catch_warnings():
        for remark in REMARKS:
            warnings.filterwarnings("ignore", remark)
        parallel_api_test(env, num_cycles=400)


def test_pettingzoo_parallel_seeds(variant: Variant) -> None:
    """The kit ignores masks, so illegal actions are replaced here."""
    make = modules.module(variant.game.name).parallel_env
    parallel_seed_test(lambda: make(illegal="random", **variant.options), num_cycles=50)


def test_pettingzoo_max_cycles(game: Game) -> None:
    """The kit ignores masks, too. Its last sentence, that most agents are asked equally often, need not be true where a
    turn or a tick is several decisions; nothing else may be found."""
    doors = modules.module(game.name)
    kinds = {"env": partial(doors.env, illegal="random"), "parallel_env": partial(doors.parallel_env, illegal="random")}
    fault = None
    try:
        max_cycles_test(SimpleNamespace(**kinds))
    except AssertionError as error:
        fault = "".join(traceback.format_exception(error))
    assert fault is None or "np.median(agent_counts)" in fault, fault


def test_max_cycles_truncates_and_pays_no_outcome(game: Game) -> None:
    together = modules.module(game.name).parallel_env(max_cycles=3)
    _, infos = together.reset(seed=1)
    for cycle in range(3):
        assert together.agents == together.possible_agents, cycle
        masks = together._batch.legal(np.zeros_like(together._seats), together._seats)
        _, rewards, terminated, truncated, infos = together.step(
            {agent: int(masks[seat].argmax()) for seat, agent in enumerate(together.agents)}
        )
    assert all(truncated.values())
    assert not any(terminated.values())
    assert not together.agents
    assert not any(rewards.values())
    assert not any(info["acting"] for info in infos.values())
    with pytest.raises(GameOver, match="reset"):
        together.step({})
    together.reset()
    assert together.agents
    with pytest.raises(BadOption, match="max_cycles"):
        modules.module(game.name).env(max_cycles=0)


def test_pettingzoo_drawing(game) -> None:
    def make(render_mode: str | None = None) -> Any:
        return modules.module(game.name).env(render_mode=render_mode)

    render_test(
        make, custom_tests={"svg": lambda drawn: drawn.startswith("<svg"), "human": lambda drawn: drawn is None}
    )


def test_pettingzoo_registry(game) -> None:
    registration = pytest.importorskip("pettingzoo.env_registry.registration", reason="since PettingZoo 1.27")
    env = registration.make("aec", game.gym_id, num_players=fewest(game))
    assert isinstance(env, AECEnv)
    assert len(env.possible_agents) == fewest(game)
    assert str(env) == game.id
    beside = registration.make("parallel", game.gym_id, num_players=fewest(game))
    assert isinstance(beside, ParallelEnv)
    assert beside.possible_agents == env.possible_agents
    assert str(beside) == game.id


def test_gymnasium_env(variant: Variant) -> None:
    """The kit ignores masks, so illegal actions are replaced here, or end the game."""
    for illegal in ("random", "lose"):
        env = gymnasium.make(variant.game.gym_id, illegal=illegal, **variant.options)
        check_env(env.unwrapped, skip_render_check=True)


def test_gymnasium_sync_vector_env(game: Game) -> None:
    """Gymnasium's own vector of single environments never meets a mask without a one, whatever its mode."""
    for mode in gymnasium.vector.AutoresetMode:
        env = gymnasium.make_vec(
            game.gym_id, num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode},
            num_players=fewest(game), max_steps=30,
        )  # fmt: skip
        _, infos = env.reset(seed=1)
        ended = 0
        for _ in range(40):
            assert infos["action_mask"].any(axis=1).all()
            _, _, terminated, truncated, infos = env.step(infos["action_mask"].argmax(axis=1))
            over = terminated | truncated
            ended += over.sum()
            if mode is gymnasium.vector.AutoresetMode.DISABLED and over.any():
                masks = infos["action_mask"]
                _, again = env.reset(options={"reset_mask": over})
                masks[over] = again["action_mask"][over]
                infos = {"action_mask": masks}
        assert ended > 0
        env.close()


def test_gymnasium_drawing(game) -> None:
    env = gymnasium.make(game.gym_id, render_mode="rgb_array")
    env.reset(seed=0)
    pixels = env.render()
    assert pixels.dtype == np.uint8
    assert pixels.ndim == 3
    assert pixels.std() > 1


def test_gymnasium_vector(game) -> None:
    env = gymnasium.make_vec(game.gym_id, num_envs=3)
    assert isinstance(env.unwrapped, SoloVectorEnv)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    observation, infos = env.reset(seed=1)
    again, _ = env.reset(seed=1)
    assert (observation == again).all()
    assert infos["action_mask"].shape == (3, env.single_action_space.n)
    assert env.observation_space.contains(observation)


def test_sb3_env(variant: Variant) -> None:
    for illegal in ("random", "lose"):
        env = gymnasium.make(variant.game.gym_id, illegal=illegal, **variant.options)
        check_sb3(env, warn=True)


def test_sb3_vec_env_trains_with_masks(game) -> None:
    from sb3_contrib import MaskablePPO

    env = RushVecEnv(game.name, 8, seed=0, num_players=fewest(game))
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=64, n_epochs=1, seed=0, device="cpu")
    model.learn(256)
    assert model.num_timesteps == 256
    masks = env.env_method("action_masks")
    assert np.stack(masks).shape == (8, game.actions.size)
    assert np.stack(env.env_method("action_masks", indices=[0, 2])).shape == (2, game.actions.size)
    assert env.has_attr("action_masks")
    assert env.env_is_wrapped(object) == [False] * 8
