"""PettingZoo's, Gymnasium's and SB3's own kits, warnings as errors."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import Variant, fewest
from gymnasium.utils.env_checker import check_env
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.env_registry import registration
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from stable_baselines3.common.env_checker import check_env as check_sb3

from rush_envs.doors import modules
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.doors.vector import SoloVectorEnv

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
    """The kit ignores masks, so an illegal action ends the game here."""
    make = modules.module(variant.game.name).parallel_env
    parallel_seed_test(lambda: make(illegal="lose", **variant.options), num_cycles=50)


def test_pettingzoo_drawing(game) -> None:
    def make(render_mode: str | None = None) -> Any:
        return modules.module(game.name).env(render_mode=render_mode)

    render_test(
        make, custom_tests={"svg": lambda drawn: drawn.startswith("<svg"), "human": lambda drawn: drawn is None}
    )


def test_pettingzoo_registry(game) -> None:
    env = registration.make("aec", game.gym_id, num_players=fewest(game))
    assert isinstance(env, AECEnv)
    assert len(env.possible_agents) == fewest(game)
    assert str(env) == game.id
    beside = registration.make("parallel", game.gym_id, num_players=fewest(game))
    assert isinstance(beside, ParallelEnv)
    assert beside.possible_agents == env.possible_agents
    assert str(beside) == game.id


def test_gymnasium_env(variant: Variant) -> None:
    """The kit ignores masks, so an illegal action ends the game here."""
    env = gymnasium.make(variant.game.gym_id, illegal="lose", **variant.options)
    check_env(env.unwrapped, skip_render_check=True)


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
    env = gymnasium.make(variant.game.gym_id, illegal="lose", **variant.options)
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
