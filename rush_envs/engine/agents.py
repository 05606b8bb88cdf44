"""What an agent is, how one is found by name, and how several share the rows of a batch.

The agents themselves live in `rush_agents`, which stands above this package: here they are names of modules, each with
a `make(game, argument, seed)`, imported when one is asked for. What follows a colon in a name is the argument:
`mcts:400`. A name whose first part is none of these is anybody's: `my_module:MyAgent`.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.edge import whole_numbers
from rush_envs.engine.view import PARTS, View, checked_parts
from rush_envs.errors import BadOption, UnknownAgent, hint, shown
from rush_envs.registry import game as find_game

_HOMES = {
    "random": "rush_agents.random",
    "greedy": "rush_agents.greedy",
    "mcts": "rush_agents.mcts",
    "ppo": "rush_agents.policy",
}


@runtime_checkable
class Agent(Protocol):
    """Anything with `act`: one legal action for every row of a view.

    An attribute `sees` may name the parts of a view that it looks at, out of `view.PARTS`: the others are not made.
    """

    def act(self, view: View) -> np.ndarray: ...


def names() -> list[str]:
    """The agents that `load` knows."""
    return list(_HOMES)


def is_guest(name: str) -> bool:
    """`my_module:MyAgent`: not one of ours."""
    kind, colon, _ = name.partition(":")
    return kind not in _HOMES and bool(colon)


def module_of(kind: str) -> str:
    """Where one of our agents lives."""
    return _HOMES[kind]


def load(name: str, game: str | Game, *, seed: int | None = None) -> Agent:
    """The agent of that name for a game: `load("greedy", "coffee_rush")`; or anybody's, named `my_module:MyAgent`."""
    if not isinstance(name, str):
        raise BadOption(f"agent {shown(name)}: give a name ({', '.join(_HOMES)}) or an object with act(view)")
    chosen = find_game(game) if isinstance(game, str) else game
    kind, _, argument = name.partition(":")
    if is_guest(name):
        return _invite(name, chosen, seed)
    if kind not in _HOMES:
        raise UnknownAgent(f"no agent is called {shown(name)}; {hint(kind, _HOMES)}")
    make: Callable[..., Agent] = importlib.import_module(_HOMES[kind]).make
    return make(chosen, argument, seed)


def refuse_argument(kind: str, argument: Any) -> None:
    """For agents that take nothing after a colon."""
    if argument:
        raise BadOption(f"agent {kind!r} takes no argument; {kind}:{argument} was given")


def _invite(name: str, game: Game, seed: int | None) -> Agent:
    """The object that `module:Name` means; a class or function is called, with `game` and `seed` if it takes them."""
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())  # a console script does not look there by itself
    try:
        found = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except ModuleNotFoundError as error:
        raise UnknownAgent(f"agent {name!r}: {error}; {hint(module, _HOMES)}, or module:Name") from None
    except Exception as error:
        raise UnknownAgent(f"agent {name!r}: {type(error).__name__}: {error}") from None
    agent: Any = _made(name, found, {"game": game, "seed": seed})
    if not callable(getattr(agent, "act", None)):
        raise UnknownAgent(f"agent {name!r} has no method act(view)")
    return agent


def _made(name: str, found: Any, offered: dict[str, Any]) -> Any:
    if not inspect.isclass(found) and hasattr(found, "act"):
        return found
    try:
        taken = inspect.signature(found).parameters
        return found(**{key: value for key, value in offered.items() if key in taken})
    except Exception as error:
        raise UnknownAgent(f"agent {name!r} cannot be made: {type(error).__name__}: {error}") from None


def places(who: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Each of the numbers in `who`, and the places where it stands."""
    for number in np.unique(who):
        yield int(number), np.flatnonzero(who == number)


def ask(
    batch: BatchEnv, rows: np.ndarray, agents: Sequence[Agent], who: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """An action for each of the rows, `who[k]` being the place in `agents` of the one that answers in `rows[k]`.

    Each agent is asked once, for all its rows; `rng` is for what they imagine.
    """
    actions = np.empty(rows.size, np.int64)
    for number, mine in places(who):
        actions[mine] = answers(agents[number], batch, rows[mine], rng)
    return actions


def answers(agent: Agent, batch: BatchEnv, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """What one agent says in each of the rows: whole numbers, legal or not."""
    given = agent.act(batch.view(rows, rng, wanted(agent)))
    return whole_numbers(f"answers of {type(agent).__name__}", given, rows.shape)


def wanted(agent: Agent) -> tuple[str, ...]:
    """The parts of a view that an agent looks at; all of them if it does not say."""
    return checked_parts(getattr(agent, "sees", PARTS), f"sees of {type(agent).__name__}")
