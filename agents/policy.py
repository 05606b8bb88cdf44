"""`ppo`: a trained policy, played with numpy alone; the one that comes with the package, or `ppo:<file>`."""

from __future__ import annotations

import numpy as np

from rush_envs.batch import View
from rush_envs.contract import Game

from . import store
from .base import Agent, load

NEVER = np.float32(-1e9)  # the number of an action that is not legal


class PolicyAgent:
    """The most likely action, or with `sample` each as often as the policy wants it."""

    def __init__(self, policy: store.Policy, *, sample: bool = False, seed: int | None = None) -> None:
        self.policy = policy
        self._adviser = load(policy.advice, policy.game) if policy.advice else None
        self.sample = sample
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> np.ndarray:
        advised = self._adviser.act(view) if self._adviser else None
        logits = np.where(view.mask, self.policy.logits(view.features, advised), NEVER)
        if self.sample:
            logits = logits + self._rng.gumbel(size=logits.shape)  # the largest sum is a draw from the softmax
        return logits.argmax(axis=1)


def make(game: Game, argument: str, seed: int | None) -> Agent:
    return PolicyAgent(store.load(argument or store.shipped(game), game), seed=seed)
