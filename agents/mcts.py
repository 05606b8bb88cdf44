"""`mcts:400`: information-set Monte-Carlo tree search for every game; `search/` has the tree and the simulations.

    mcts                  400 simulations for each decision
    mcts:2000             that many
    mcts:50ms             as many as fit into 50 milliseconds
    mcts:400:playout=random:depth=3:threads=2

Options (each game has defaults of its own in `search/<game>.py`): `playout` greedy or random; `depth` cuts playouts
after so many own turns, 0 never; `explore`, `trust`, `widen`, `branch`, `margin`, `scale`, `rivals` as in
`search/settings.py`; `threads` search that many games of a batch at a time. With a budget in simulations the same seed
gives the same actions, for any number of threads.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from types import ModuleType, SimpleNamespace

import numpy as np

from rush_envs.batch import View
from rush_envs.contract import Game
from rush_envs.edge import checked_seed
from rush_envs.errors import UnknownAgent
from rush_envs.jit import PLAIN, bind, kernel
from rush_envs.rng import mixed

from .base import Agent
from .search import driver
from .search.settings import Budget, Settings, parse
from .search.tree import NODE

NODES = 1 << 18  # for a budget in milliseconds; the search ends when they are used up
Given = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
FEW = 8  # simulations between two looks at the clock, at first


@kernel
def nothing(s, seat):  # type: ignore[no-untyped-def]
    pass


@kernel
def no_answer(s, seat, mask):  # type: ignore[no-untyped-def]
    pass


def _module(package: str, game: Game) -> ModuleType | None:
    name = f"{__package__}.{package}.{game.name}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


@kernel
def always(s, seat):  # type: ignore[no-untyped-def]
    return True


@kernel
def score_of(s, seat):  # type: ignore[no-untyped-def]
    return float(s.score[seat])


@cache
def kernels(game: Game) -> SimpleNamespace:
    """The search bound to a game, once: every agent of a tournament uses the same."""
    heuristic, own = _module("heuristics", game), _module("search", game)
    if heuristic is None:
        raise UnknownAgent(f"{game.title} has no greedy agent, which a search begins with")
    names = {name: getattr(game.drivers, name) for name in ("play", "pay_outcomes")}
    names |= {"legal": game.legal, "determinize": game.determinize, "greedy": heuristic.greedy}
    names |= {"settle": getattr(own, "settle", nothing), "suppose": getattr(own, "suppose", nothing)}
    names |= {"standing": getattr(own, "standing", score_of), "leads": getattr(own, "leads", always)}
    names |= {"strike": getattr(own, "strike", no_answer)}
    bound = bind(driver, game.name, names)
    vars(bound).update(names)
    return bound


class Memory:
    """What one thread needs: a tree, an imagined game and the small things of a simulation."""

    def __init__(self, game: Game, nodes: int) -> None:
        self.work = np.zeros(1, game.state.dtype)
        self.tree = np.zeros(nodes, NODE)
        self.path = np.zeros(nodes, np.int64)
        self.mask = np.zeros(game.actions.size, np.int8)
        self.reward = np.zeros(game.state.seats, np.float64)
        self.favourites = np.zeros(nodes, np.float64)
        self.stand = np.zeros((3, game.state.seats), np.float64)
        self.picks = np.zeros(1, np.uint64)
        self.used = np.zeros(1, np.int64)


class MctsAgent:
    """Searches every row of a view on its own; sees nothing but what the asked seat knows."""

    def __init__(
        self, game: Game, budget: Budget, settings: Settings, threads: int = 1, seed: int | None = None
    ) -> None:
        self.kernels = kernels(game)
        self.budget = budget
        self.settings = settings
        self.threads = 1 if PLAIN else threads
        self.plan = settings.packed(game.score_scale)
        nodes = budget.simulations + 1 if budget.simulations else NODES
        self.memories = [Memory(game, nodes) for _ in range(self.threads)]
        self._seed = np.array([checked_seed(seed)], np.uint64)
        self._calls = 0

    @property
    def memory(self) -> int:
        """Bytes, all of them taken when the agent was made."""
        return sum(part.nbytes for memory in self.memories for part in vars(memory).values())

    def act(self, view: View) -> np.ndarray:
        actions = view.mask.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero(view.mask.sum(axis=1, dtype=np.int64) > 1)
        if rows.size:
            given = self.given(view)
            waiting = iter(rows.tolist())
            if self.threads == 1:
                self._serve(waiting, self.memories[0], given, actions)
            else:
                serving = [self._pool.submit(self._serve, waiting, part, given, actions) for part in self.memories]
                for thread in serving:
                    thread.result()
        self._calls += 1
        return actions

    def given(self, view: View) -> Given:
        """What a search works on: copies of imagined states and masks, seats, and a stream for each row and call."""
        streams = mixed(mixed(self._seed, [self._calls]), np.arange(len(view)))
        return view.states.copy(), view.seat, view.mask.copy(), streams

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, "mcts")

    def _serve(self, waiting: Iterator[int], memory: Memory, given: Given, actions: np.ndarray) -> None:
        """Searches the next waiting row until there is none; the kernel does not hold the interpreter."""
        for row in waiting:
            if self.budget.simulations:
                self.grow(row, self.budget.simulations, True, memory, given, actions)
            else:
                self._grow_in_time(row, memory, given, actions)

    def _grow_in_time(self, row: int, memory: Memory, given: Given, actions: np.ndarray) -> None:
        """Goes on while the simulations of the next call, at the pace so far, fit into the time."""
        begun = time.perf_counter()
        total, count, left = 0, FEW, 1.0
        while left > 0 and count > 0:
            if not self.grow(row, count, total == 0, memory, given, actions):
                return
            total += count
            passed = time.perf_counter() - begun
            left = self.budget.milliseconds / 1000 - passed
            count = min(total, int(left * total / passed), NODES - 1 - total)

    def grow(self, row: int, count: int, fresh: bool, memory: Memory, given: Given, actions: np.ndarray) -> bool:
        """More simulations for a row; false if its seat does not search now."""
        states, seats, masks, streams = given
        searched: bool = self.kernels.search(
            states, row, seats, masks, streams, count, fresh, memory.work, memory.tree, memory.path, memory.mask,
            memory.reward, memory.favourites, memory.stand, memory.picks, self.plan, memory.used, actions,
        )  # fmt: skip
        return searched


def make(game: Game, argument: str, seed: int | None) -> Agent:
    settings = getattr(_module("search", game), "SETTINGS", Settings())
    budget, settings, threads = parse(argument, settings)
    return MctsAgent(game, budget, settings, threads, seed)
