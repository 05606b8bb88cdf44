"""`ppo`: a trained policy, played with numpy alone; the one that comes with the package, or `ppo:<file>`."""

from __future__ import annotations

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent
from rush_envs.engine.view import View

from .policies import files


class PolicyAgent:
    """The most likely action, or with `sample` each as often as the policy wants it."""

    def __init__(self, policy: files.Policy, *, sample: bool = False, seed: int | None = None) -> None:
        self.policy = policy
        self.sees = policy.network.sees
        self.sample = sample
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> np.ndarray:
        # Weights from a file are finite, but their sums may not be: whatever comes out, a legal action is chosen.
        seen = view.for_kernels(self.policy.game, *self.sees)
        logits = np.where(seen.mask, np.nan_to_num(self.policy.network.logits(seen)), -np.inf)
        if self.sample:
            logits = logits + self._rng.gumbel(size=logits.shape)  # the largest sum is a draw from the softmax
        return logits.argmax(axis=1)


def make(game: Game, argument: str, seed: int | None) -> Agent:
    return PolicyAgent(files.load(argument or files.shipped(game), game), seed=seed)
