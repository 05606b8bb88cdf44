"""A policy of any game, of random weights: for tests of files and of agents, which need one and not a good one."""

from __future__ import annotations

import numpy as np

from rush_agents.policies.files import Policy
from rush_agents.policies.kinds import KINDS
from rush_envs.contract import Game

HIDDEN = (12, 7)


def some_policy(game: Game, kind: str = "plain", seed: int = 0) -> Policy:
    network = KINDS[kind](game, HIDDEN)
    network.whole[:] = np.random.default_rng(seed).normal(size=network.whole.size)
    return Policy(network, {"steps": 1}, {})


def leaky(sums: np.ndarray) -> np.ndarray:
    """What the second layers of a network that scores actions make of their sums."""
    return np.where(sums > 0, sums, sums / 16)
