"""This package: single games by the AEC door, batches by `BatchEnv`, picks and restarts included."""

from __future__ import annotations

from functools import partial

import rush_envs
from peers.libraries import loops
from peers.protocol import Game, Work, serve
from rush_envs.doors.modules import module


def single(name: str) -> Work:
    return loops.aec(module(name).env())


def batch(name: str, size: int) -> Work:
    games = rush_envs.make_batch(name, size, seed=0)
    games.reset()
    rounds = max(1, 4096 // size)

    def play() -> int:
        for _ in range(rounds):
            games.step(games.random_actions())
        return rounds * size

    return play


def entry(name: str) -> Game:
    game = rush_envs.make_batch(name).game
    return Game(game.observation.size, game.actions.size, partial(single, name), partial(batch, name))


if __name__ == "__main__":
    serve({name: entry(name) for name in rush_envs.games()})
