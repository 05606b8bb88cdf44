"""The readable rule of thumb of each game: `heuristics/<game>.py` has one kernel `greedy(s, seat, mask)`.

It looks at a record determinized for its seat, so it cannot peek; a test holds it to choosing the same whatever the
hidden part is.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from rush_envs.batch import View
from rush_envs.contract import Game
from rush_envs.errors import UnknownAgent
from rush_envs.jit import bind, template

from .base import Agent, refuse_argument

greedy: Any = None  # bound to each game's kernel


@template()
def choose(S, seats, masks, actions):  # type: ignore[no-untyped-def]
    for k in range(S.shape[0]):
        actions[k] = greedy(S[k], seats[k], masks[k])


@cache  # agents are loaded often, by tournaments for every block of games
def chooser(game: Game) -> Callable[..., None]:
    try:
        heuristic = importlib.import_module(f".heuristics.{game.name}", __package__)
    except ModuleNotFoundError:
        raise UnknownAgent(f"{game.title} has no greedy agent") from None
    chosen: Callable[..., None] = bind(sys.modules[__name__], game.name, {"greedy": heuristic.greedy}).choose
    return chosen


class GreedyAgent:
    """Plays the game's rule of thumb; the same view gives the same action."""

    def __init__(self, game: Game) -> None:
        self._choose = chooser(game)

    def act(self, view: View) -> np.ndarray:
        actions = np.empty(len(view), np.int64)
        self._choose(view.states, view.seat, view.mask, actions)
        return actions


def make(game: Game, argument: str, seed: int | None) -> Agent:
    refuse_argument("greedy", argument)
    return GreedyAgent(game)
