"""The wrappers that Gymnasium and Stable-Baselines3 have for many games at once, as their documentation shows them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import fewest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers
from stable_baselines3.common import vec_env

from rush_envs.contract import Game
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.errors import BadOption

STEPS = 50
Wrap = Callable[[Any], Any]
OBSERVERS: dict[str, Wrap] = {
    "NormalizeObservation": wrappers.NormalizeObservation,
    "FlattenObservation": wrappers.FlattenObservation,
    "RescaleObservation": lambda env: wrappers.RescaleObservation(env, np.float32(-1), np.float32(1)),
    "TransformObservation": lambda env: wrappers.TransformObservation(env, lambda seen: 1 - seen),
    "DtypeObservation": lambda env: wrappers.DtypeObservation(env, np.float64),
}
OTHERS: dict[str, Wrap] = {
    "RecordEpisodeStatistics": wrappers.RecordEpisodeStatistics,
    "NormalizeReward": wrappers.NormalizeReward,
    "ClipReward": lambda env: wrappers.ClipReward(env, -1, 1),
    "DictInfoToList": wrappers.DictInfoToList,
}


def many(game: Game, **options: Any) -> Any:
    """Four short games, which end while a test lasts."""
    return gymnasium.make_vec(game.gym_id, num_envs=4, num_players=fewest(game), max_steps=40, **options)


def play(env: Any) -> int:
    """Legal actions by way of what the innermost environment allows; how many games have ended."""
    ended = 0
    observation, _ = env.reset(seed=1)
    for _ in range(STEPS):
        assert env.observation_space.contains(observation)
        actions = env.unwrapped.action_masks().argmax(axis=1)
        observation, _, terminated, truncated, _ = env.step(actions)
        over = terminated | truncated
        ended += over.sum()
        if over.any() and env.unwrapped.autoreset_mode is AutoresetMode.DISABLED:
            observation, _ = env.reset(options={"reset_mask": over})
    return int(ended)


@pytest.mark.filterwarnings("ignore:overflow encountered in cast")  # Gymnasium's, about its own box of doubles
@pytest.mark.parametrize("name", OBSERVERS)
def test_wrappers_of_observations(game: Game, name: str) -> None:
    assert play(OBSERVERS[name](many(game, autoreset_mode="NextStep"))) > 0
    if name != "NormalizeObservation":  # it admits no other
        assert play(OBSERVERS[name](many(game, autoreset_mode=AutoresetMode.DISABLED))) > 0


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("name", OTHERS)
def test_wrappers_of_the_rest(game: Game, name: str, mode: AutoresetMode) -> None:
    assert play(OTHERS[name](many(game, autoreset_mode=mode))) > 0


def test_flattened_observations_with_their_mask(game: Game) -> None:
    env = wrappers.FlattenObservation(many(game, autoreset_mode="NextStep", mask="observation"))
    assert env.single_observation_space.shape == (game.observation.size + game.actions.size,)
    assert play(env) > 0


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED])
def test_tensors(game: Game, mode: AutoresetMode) -> None:
    """Not SAME_STEP: Gymnasium's `final_obs` are objects, of which its wrapper makes no tensors."""
    import torch

    env = wrappers.NumpyToTorch(many(game, autoreset_mode=mode, mask="both"))
    observation, infos = env.reset(seed=1)
    ended = 0
    for _ in range(STEPS):
        assert observation["observation"].shape == (4, game.observation.size)
        assert infos["acting"].dtype == torch.bool
        observation, rewards, terminated, truncated, infos = env.step(observation["action_mask"].argmax(dim=1))
        assert rewards.shape == (4,)
        over = terminated | truncated
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            observation, infos = env.reset(options={"reset_mask": over})
    assert ended > 0


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_videos_of_many_games(game: Game, tmp_path: Path, mode: str) -> None:
    pytest.importorskip("moviepy")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*same-step")  # the last frame is not filmed: Gymnasium says so
        warnings.filterwarnings("ignore", ".*Overwriting")
        env = wrappers.RecordVideo(
            many(game, autoreset_mode=mode, render_mode="rgb_array"),
            str(tmp_path), step_trigger=lambda step: step == 0, video_length=4,
        )  # fmt: skip
    play(env)
    env.close()
    (film,) = tmp_path.glob("*.mp4")
    assert film.stat().st_size > 1000


def test_drawings_of_many_games_are_seen_from_their_learners_chairs(game: Game) -> None:
    env = many(game, render_mode="svg")
    env.reset(seed=1)
    solo = env.unwrapped.solo
    drawn = env.render()
    for row, picture in enumerate(drawn):
        own = game.draw(solo.batch.states[row : row + 1], int(solo.learner[row]))
        assert picture == own.to_svg()
    with pytest.raises(BadOption, match="rgb_array"):
        many(game, render_mode="human")
    with pytest.raises(BadOption, match="NextStep"):
        many(game, autoreset_mode="NextSteps")


SB3: dict[str, Wrap] = {
    "VecMonitor": vec_env.VecMonitor,
    "VecNormalize": vec_env.VecNormalize,
    "VecFrameStack": lambda env: vec_env.VecFrameStack(env, 2),
    "VecCheckNan": lambda env: vec_env.VecCheckNan(env, raise_exception=True),
}


@pytest.mark.parametrize("name", SB3)
def test_wrappers_of_stable_baselines(game: Game, name: str) -> None:
    inner = RushVecEnv(game.name, 4, seed=1, num_players=fewest(game), max_steps=40)
    env = SB3[name](inner)
    observation, ended = env.reset(), 0
    for _ in range(STEPS):
        assert observation.shape == (4, *env.observation_space.shape)
        observation, _, dones, infos = env.step(inner.action_masks().argmax(axis=1))
        ended += int(dones.sum())
        assert all(info["acting"] for info in infos)
        assert not any(isinstance(value, str) for info in infos for value in info.values())
    assert ended > 0


def test_one_key_of_many(game: Game) -> None:
    inner = RushVecEnv(game.name, 4, seed=1, num_players=fewest(game), mask="both", mask_key="allowed")
    assert isinstance(inner.observation_space, spaces.Dict)
    env = vec_env.VecExtractDictObs(inner, "allowed")
    assert (env.reset() == inner.action_masks()).all()
    seen, _, _, infos = env.step(inner.action_masks().argmax(axis=1))
    assert (np.stack([info["allowed"] for info in infos]) == seen).all()


def test_a_video_by_stable_baselines(game: Game, tmp_path: Path) -> None:
    pytest.importorskip("moviepy")
    inner = RushVecEnv(game.name, 3, seed=1, num_players=fewest(game), render_mode="rgb_array")
    env = vec_env.VecVideoRecorder(inner, str(tmp_path), lambda step: step == 0, video_length=3)
    env.reset()
    for _ in range(5):
        env.step(inner.action_masks().argmax(axis=1))
    picture = env.render()
    assert picture.ndim == 3
    env.close()
    (film,) = tmp_path.glob("*.mp4")
    assert film.stat().st_size > 1000
    with pytest.raises(BadOption, match="rgb_array"):
        RushVecEnv(game.name, render_mode="human")
