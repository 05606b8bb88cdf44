"""Catanatron: The Settlers of Catan by its Gymnasium environment; the others at the table play at random inside."""

from __future__ import annotations

import random

import catanatron_gym  # noqa: F401  registers the environment
import gymnasium

from peers.libraries import loops
from peers.protocol import Game, Work, serve


def single() -> Work:
    env = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True)
    draw = random.Random(0).random

    def play() -> int:
        decisions = 0
        while decisions < loops.DECISIONS // 5:
            _, info = env.reset(seed=int(draw() * 1e9))
            over = False
            while not over:
                legal = info["valid_actions"]
                _, _, terminated, truncated, info = env.step(legal[int(draw() * len(legal))])
                over = terminated or truncated
                decisions += 1
        return decisions

    return play


if __name__ == "__main__":
    env = gymnasium.make("catanatron_gym:catanatron-v1")
    sizes = env.observation_space.shape[0], int(env.action_space.n)
    serve({"Catan, 2 players": Game(*sizes, single, note="the learner's decisions; an opponent plays in between")})
