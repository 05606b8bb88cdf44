"""Stable-Baselines3: MaskablePPO on our VecEnv beneath each of SB3's wrappers, and PPO on its own DummyVecEnv."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from settings import asked, report
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import (
    VecCheckNan,
    VecExtractDictObs,
    VecFrameStack,
    VecMonitor,
    VecNormalize,
    VecVideoRecorder,
)

import rush_envs
from rush_envs.doors.sb3 import RushVecEnv

STEPS = 512
SETTINGS = {"n_steps": 32, "batch_size": 128, "n_epochs": 1, "device": "cpu"}


def main() -> None:
    name, options = asked()

    def games(**more: Any) -> RushVecEnv:
        return RushVecEnv(name, 8, seed=0, **options, **more)

    with tempfile.TemporaryDirectory() as folder:
        filmed = {"video_length": 5, "record_video_trigger": lambda step: step == 0}
        wrapped: dict[str, Callable[[], Any]] = {
            "none": games,
            "VecMonitor": lambda: VecMonitor(games()),
            "VecNormalize": lambda: VecNormalize(games()),
            "VecCheckNan": lambda: VecCheckNan(games(), raise_exception=True),
            "VecFrameStack": lambda: VecFrameStack(games(), 2),
            "VecExtractDictObs": lambda: VecExtractDictObs(games(mask="both"), "observation"),
            "VecVideoRecorder": lambda: VecVideoRecorder(games(render_mode="rgb_array"), folder, **filmed),
        }
        decisions = 0
        for make in wrapped.values():
            env = make()
            model = MaskablePPO("MlpPolicy", env, seed=0, **SETTINGS).learn(STEPS)
            decisions += model.num_timesteps
            env.close()
    ident = rush_envs.game(name).gym_id
    check_env(gymnasium.make(ident, illegal="random", **options))
    single = ActionMasker(gymnasium.make(ident, **options), lambda env: env.unwrapped.action_masks())
    decisions += MaskablePPO("MlpPolicy", single, seed=0, **SETTINGS).learn(STEPS).num_timesteps
    own = make_vec_env(ident, n_envs=4, seed=0, env_kwargs={"illegal": "random", **options})
    decisions += PPO("MlpPolicy", own, seed=0, **SETTINGS).learn(STEPS).num_timesteps
    report(decisions, wrappers=len(wrapped) - 1)


if __name__ == "__main__":
    main()
