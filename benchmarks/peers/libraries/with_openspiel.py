"""OpenSpiel: `legal_actions`, an observation written into one numpy array, `apply_action`; it has no batches."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from peers.libraries import loops
from peers.protocol import Game, Work, serve

MADE = {
    "connect four": "connect_four",
    "backgammon": "backgammon",
    "gin rummy": "gin_rummy",
    "Hanabi, 2 players": "hanabi(players=2)",
}


def single(name: str) -> Work:
    game = pyspiel.load_game(name)
    seen = make_observation(game)
    draw = random.Random(0).random
    chance = np.random.default_rng(0)

    def play() -> int:
        decisions = 0
        while decisions < loops.DECISIONS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(outcomes[chance.choice(len(outcomes), p=odds)])
                    continue
                seen.set_from(state, state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return play


def entry(name: str) -> Game:
    game = pyspiel.load_game(name)
    return Game(make_observation(game).tensor.size, game.num_distinct_actions(), partial(single, name))


if __name__ == "__main__":
    serve({name: entry(made) for name, made in MADE.items()})
