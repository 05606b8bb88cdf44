"""RLlib: our configuration with a league through the AEC door, and RLlib's own masking module through the parallel."""

from __future__ import annotations

import warnings

import ray
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from settings import ROLES, asked, report

from rush_envs.doors.rllib import League, configure


def main() -> None:
    name, options = asked()
    decisions = 0
    share = "role" if name in ROLES else "all"
    settings = (
        {"door": "aec", "league": League.of(every=1), "runners": 1},
        {"door": "aec", "share": share},
        {"door": "parallel", "share": share, "network": ActionMaskingTorchRLModule, "observation_key": "observations"},
    )
    for setting in settings:
        algorithm = configure(name, games=2, decisions=128, **setting, **options).build_algo()
        for _ in range(2):
            result = algorithm.train()
        decisions += int(result["num_env_steps_sampled_lifetime"])
        algorithm.stop()
    ray.shutdown()
    report(decisions, settings=len(settings))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
