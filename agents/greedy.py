"""The readable rule of thumb of each game: `games/<game>/greedy.py` has one kernel `greedy(s, seat, mask)`.

It looks at a record determinized for its seat, so it cannot peek; a test holds it to choosing the same whatever the
hidden part is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent, refuse_argument
from rush_envs.engine.jit import bind, template
from rush_envs.engine.view import View
from rush_envs.errors import UnknownAgent

from .games import part

greedy: Any = None  # bound to each game's kernel


@template()
def choose(S, seats, masks, actions):  # type: ignore[no-untyped-def]
    for k in range(S.shape[0]):
        actions[k] = greedy(S[k], seats[k], masks[k])


def rule_of_thumb(game: Game) -> Any:
    """The game's kernel `greedy(s, seat, mask)`."""
    module = part(game.name, "greedy")
    if module is None:
        raise UnknownAgent(f"{game.title} has no greedy agent: nobody has written a greedy.py for it")
    return module.greedy


@cache  # agents are loaded often, by tournaments for every block of games
def chooser(game: Game) -> Callable[..., None]:
    chosen: Callable[..., None] = bind(
        sys.modules[__name__], game.name, {"greedy": rule_of_thumb(game)}, "greedy"
    ).choose
    return chosen


class GreedyAgent:
    """Plays the game's rule of thumb; the same view gives the same action."""

    sees = ("states",)

    def __init__(self, game: Game) -> None:
        self._game, self._choose = game, chooser(game)

    def act(self, view: View) -> np.ndarray:
        seen, actions = view.for_kernels(self._game, "states"), np.empty(len(view), np.int64)
        self._choose(seen.states, seen.seat, seen.mask, actions)
        return actions


def make(game: Game, argument: str, seed: int | None) -> Agent:
    refuse_argument("greedy", argument)
    return GreedyAgent(game)
