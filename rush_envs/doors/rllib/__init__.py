"""RLlib's door, for its new API stack: `configure("coffee_rush", num_players=2)` is a `PPOConfig` ready to build.

    algorithm = configure("coffee_rush", runners=2, league=League.of(every=5), num_players=2).build_algo()
    algorithm.train()
    agent = Learned(algorithm.get_module(LEARNER), "coffee_rush")  # plays in tournaments: it has `act(view)`

Environments are RLlib's own wrappers around our PettingZoo doors: `door="aec"` asks one agent at a time, so that each
sample is a real decision; `door="parallel"` shows everybody every step, and whoever is not asked has one action, which
is ignored. All seats share one masked network, or with `share="role"` those of a role. `League` lets the learner play
against its own past.
"""

from __future__ import annotations

from rush_envs.errors import MissingExtra

try:
    import ray.rllib  # noqa: F401
    import torch  # noqa: F401
except ImportError:
    raise MissingExtra("rush_envs.doors.rllib", "rllib") from None

from rush_envs.doors.rllib.league import League
from rush_envs.doors.rllib.network import Learned, MaskedNetwork
from rush_envs.doors.rllib.setting import LEARNER, configure, make_env

__all__ = ["LEARNER", "League", "Learned", "MaskedNetwork", "configure", "make_env"]
