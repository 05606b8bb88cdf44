"""RLCard: `step` with the legal actions and observation of its state dictionary; it has no batches."""

from __future__ import annotations

import random
from functools import partial

import rlcard

from peers.libraries import loops
from peers.protocol import Game, Work, serve

MADE = {"limit hold'em": "limit-holdem", "UNO": "uno", "gin rummy": "gin-rummy", "mahjong": "mahjong"}


def single(name: str) -> Work:
    env = rlcard.make(name, config={"seed": 0})
    draw = random.Random(0).random

    def play() -> int:
        decisions = 0
        while decisions < loops.DECISIONS:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return play


def entry(name: str) -> Game:
    env = rlcard.make(name, config={"seed": 0})
    return Game(env.reset()[0]["obs"].size, env.num_actions, partial(single, name))


if __name__ == "__main__":
    serve({name: entry(made) for name, made in MADE.items()})
