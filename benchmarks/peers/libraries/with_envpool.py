"""EnvPool: its C++ environments by the Gymnasium interface, one thread; picks from its masks by one numba kernel."""

from __future__ import annotations

from functools import partial
from typing import Any

import envpool
import numpy as np

from peers.libraries import loops
from peers.protocol import Game, Work, serve

MADE = {
    "connect four": "ConnectFour-v1",
    "backgammon": "Backgammon-v1",
    "sparrow mahjong": "SparrowMahjong-v1",
    "2048": "Game2048-v1",
}


def make(name: str, size: int) -> Any:
    return envpool.make_gymnasium(name, num_envs=size, num_threads=1, seed=0)


def mask_of(observation: Any, info: dict[str, Any]) -> np.ndarray:
    return observation["action_mask"] if isinstance(observation, dict) else info["legal_action_mask"]


def batch(name: str, size: int) -> Work:
    env, pick = make(name, size), loops.picker()
    seen, info = env.reset()
    actions, rng = np.zeros(size, np.int32), np.random.default_rng(0)
    rounds = max(1, 1024 // size)

    def play() -> int:
        nonlocal seen, info
        restarts = 0
        for _ in range(rounds):
            pick(mask_of(seen, info), rng.random(size), actions)
            seen, _, _, _, info = env.step(actions)
            restarts += int(np.count_nonzero(info["elapsed_step"] == 0))  # such steps only restart a game
        return rounds * size - restarts

    return play


def entry(name: str) -> Game:
    seen, info = make(name, 1).reset()
    players = int(np.count_nonzero(info["players"]["env_id"] == 0))
    parts = [part for key, part in seen.items() if key != "action_mask"] if isinstance(seen, dict) else [seen]
    numbers = sum(part.size for part in parts) // players
    note = "every step observes all players" if players > 1 else ""
    return Game(numbers, mask_of(seen, info).size, partial(batch, name, 1), partial(batch, name), note)


if __name__ == "__main__":
    serve({name: entry(made) for name, made in MADE.items()})
