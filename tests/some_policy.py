"""A policy of any game, of random weights: for tests of files and of agents, which need one and not a good one."""

from __future__ import annotations

import itertools

import numpy as np

from rush_agents.policies.files import Policy
from rush_envs.contract import Game

HIDDEN = (12, 7)


def some_policy(game: Game) -> Policy:
    rng = np.random.default_rng(0)
    shapes = itertools.pairwise([game.observation.size, *HIDDEN, game.actions.size])
    layers = tuple(
        (rng.normal(size=(a, b)).astype(np.float32), rng.normal(size=b).astype(np.float32)) for a, b in shapes
    )
    return Policy(game, layers, {"steps": 1}, {})
