"""Hanabi Learning Environment: Hanabi in C++ by its own `rl_env`, which observes all players at every step."""

from __future__ import annotations

import random
from functools import partial

from hanabi_learning_environment import rl_env

from peers.libraries import loops
from peers.protocol import Game, Work, serve


def single(players: int) -> Work:
    env = rl_env.make("Hanabi-Full", num_players=players)
    draw = random.Random(0).random

    def play() -> int:
        decisions = 0
        while decisions < loops.DECISIONS:
            seen, over = env.reset(), False
            while not over:
                legal = seen["player_observations"][seen["current_player"]]["legal_moves_as_int"]
                seen, _, over, _ = env.step(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return play


def entry(players: int) -> Game:
    env = rl_env.make("Hanabi-Full", num_players=players)
    numbers = len(env.reset()["player_observations"][0]["vectorized"])
    return Game(numbers, env.num_moves(), partial(single, players), note="every step observes all players")


if __name__ == "__main__":
    serve({f"Hanabi, {players} players": entry(players) for players in (2, 4)})
