"""After Ctrl-C at any line a door is as it was, has done its step, or says that only a reset goes on.

It never gives one agent another's eyes, mask or chair: people interrupt a cell of a notebook and run the next.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from attacks.interrupts import Interrupt

import rush_envs
from rush_envs.doors import aec as aec_module
from rush_envs.doors import gym, solo
from rush_envs.engine import batch as batch_module
from rush_envs.errors import GameOver, NotReset

STOPPED = (GameOver, NotReset)


def played(env: Any, steps: int) -> None:
    env.reset(seed=4)
    for _ in range(steps):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))


@pytest.mark.parametrize("reward", ["outcome", "shaped"])
@pytest.mark.parametrize("steps", [0, 7, 11])
@pytest.mark.parametrize("call", ["step", "reset"])
def test_aec(call: str, reward: str, steps: int) -> None:
    """The last of these steps ends the game."""
    env = rush_envs.silver_gold_pyramids_v1.env(num_players=2, max_steps=12, reward=reward)
    interrupted, number, stopped = True, 0, 0
    while interrupted:
        played(env, steps)
        action = int(env.observe(env.agent_selection)["action_mask"].argmax())
        use = (lambda action=action: env.step(action)) if call == "step" else env.reset
        interrupted = Interrupt(number, aec_module, batch_module).during(use)
        number += 1
        batch = env._batch
        try:
            observation, *_ = env.last()
        except STOPPED:
            stopped += 1
            for agent in env.possible_agents:
                with pytest.raises(STOPPED):
                    env.observe(agent)
            with pytest.raises(STOPPED):
                env.step(0)
            continue
        if batch.seat[0] < 0:
            assert all(env.terminations.values()) or all(env.truncations.values())
            continue
        seat = env.possible_agents.index(env.agent_selection)
        assert batch.seat[0] == seat, number
        assert (observation["action_mask"] == batch.legal(0, seat)[0]).all()
        assert (observation["observation"] == batch.observe(0, seat)[0] * batch.game.observation.scale).all()
    assert stopped >= 3


@pytest.mark.parametrize("call", ["step", "reset"])
def test_a_learner(call: str) -> None:
    env = gymnasium.make(
        rush_envs.game("coffee_rush").gym_id, num_players=3, seat=1, disable_env_checker=True
    ).unwrapped
    interrupted, number, stopped = True, 0, 0
    while interrupted:
        env.reset(seed=4)
        action = int(env.action_masks().argmax())
        use = (lambda action=action: env.step(action)) if call == "step" else env.reset
        interrupted = Interrupt(number, gym, solo, batch_module).during(use)
        number += 1
        try:
            mask, seen = env.action_masks(), env.solo.observations()
        except STOPPED:
            stopped += 1
            with pytest.raises(STOPPED):
                env.step(0)
            continue
        batch = env.solo.batch
        assert batch.seat[0] in (1, -1), number
        if batch.seat[0] == 1:
            assert (mask == batch.legal(0, 1)[0]).all()
            assert np.array_equal(seen[0], batch.observe(0, 1)[0] * batch.game.observation.scale)
    assert stopped >= 3
