"""What an agent is, and how one is found by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np

from rush_envs.batch import View
from rush_envs.contract import Game
from rush_envs.errors import BadOption, UnknownAgent, hint
from rush_envs.registry import game as find_game


@runtime_checkable
class Agent(Protocol):
    """Anything with `act`: one legal action for every row of a view."""

    def act(self, view: View) -> np.ndarray: ...


# Each kind of agent lives in a module of this package with a `make(game, argument, seed)`; what follows a colon in
# the name is the argument.
_KINDS = {"random": ".random", "greedy": ".greedy", "mcts": ".mcts", "ppo": ".policy"}


def names() -> list[str]:
    """The agents that `load` knows."""
    return list(_KINDS)


def is_guest(name: str) -> bool:
    """`my_module:MyAgent`: not one of ours."""
    kind, colon, _ = name.partition(":")
    return kind not in _KINDS and bool(colon)


def load(name: str, game: str | Game, *, seed: int | None = None) -> Agent:
    """The agent of that name for a game: `load("greedy", "coffee_rush")`; or anybody's, named `my_module:MyAgent`."""
    if not isinstance(name, str):
        raise BadOption(f"agent {name!r}: give a name ({', '.join(_KINDS)}) or an object with act(view)")
    chosen = find_game(game) if isinstance(game, str) else game
    kind, _, argument = name.partition(":")
    if is_guest(name):
        from .guests import invite

        return invite(name, chosen, seed, _KINDS)
    if kind not in _KINDS:
        raise UnknownAgent(f"no agent is called {name!r}; {hint(kind, _KINDS)}")
    make: Callable[..., Agent] = importlib.import_module(_KINDS[kind], __package__).make
    return make(chosen, argument, seed)


def refuse_argument(kind: str, argument: Any) -> None:
    """For agents that take nothing after a colon."""
    if argument:
        raise BadOption(f"agent {kind!r} takes no argument; {kind}:{argument} was given")
