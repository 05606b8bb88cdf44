"""SuperSuit as PettingZoo's tutorials use it: its wrappers on both doors, then a vector environment of many games.

What fails and why: `black_death_v3` sees the end only of games that are terminated and truncated at once, and
`frame_skip_v0` wants a random generator within the environment.
"""

from __future__ import annotations

import warnings

import numpy as np
import supersuit as ss
from settings import asked, report

import rush_envs

STEPS = 60


def main() -> None:
    name, options = asked()
    module = getattr(rush_envs, rush_envs.game(name).id)

    def plain() -> object:
        return module.parallel_env(mask="info", illegal="random", **options)

    wrapped = {
        "black_death_v3": lambda: ss.black_death_v3(plain()),
        "clip_reward_v0": lambda: ss.clip_reward_v0(plain(), -1, 1),
        "dtype_v0": lambda: ss.dtype_v0(plain(), np.float16),
        "flatten_v0": lambda: ss.flatten_v0(plain()),
        "frame_skip_v0": lambda: ss.frame_skip_v0(plain(), 2),
        "frame_stack_v2": lambda: ss.frame_stack_v2(plain(), 2),
        "normalize_obs_v0": lambda: ss.normalize_obs_v0(plain()),
        "pad_action_space_v0": lambda: ss.pad_action_space_v0(plain()),
        "pad_observations_v0": lambda: ss.pad_observations_v0(plain()),
        "agent_indicator_v0": lambda: ss.agent_indicator_v0(plain()),
        "sticky_actions_v0": lambda: ss.sticky_actions_v0(plain(), 0.1),
    }
    decisions, failed = 0, {}
    for kind, make in wrapped.items():
        try:
            decisions += play(make())
        except Exception as error:
            failed[kind] = f"{type(error).__name__}: {error}"[:200]
    vector = ss.pettingzoo_env_to_vec_env_v1(plain())
    many = ss.concat_vec_envs_v1(vector, 4, num_cpus=1, base_class="gymnasium")
    seen, _ = many.reset(seed=0)
    for _ in range(STEPS):
        seen, *_ = many.step(np.array([many.action_space.sample() for _ in range(many.num_envs)]))
        decisions += len(seen)
    report(decisions, wrappers=len(wrapped) - len(failed), failed=failed)


def play(env: object) -> int:
    decisions = 0
    env.reset(seed=0)
    for _ in range(STEPS):
        if not env.agents:
            env.reset()
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})
        decisions += len(env.agents)
    return decisions


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
