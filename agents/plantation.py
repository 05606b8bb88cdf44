"""Trees that grow on the nodes of a cluster: `mcts:…:trees=8:on=ray`.

A task grows one tree for one decision. It is sent what the asked seat knows and imagines, as an agent sees it, and
sends back what it has learned of the answers; whatever is lost with a node is grown again, the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import load, module_of
from rush_envs.engine.view import View
from rush_envs.errors import RushError
from rush_envs.registry import game as find_game
from rush_envs.registry import homes

from .cluster.joining import connect
from .cluster.likeness import likeness, refusal, unlikeness
from .games import part

RETRIES = 20  # of a task whose node is lost


class Seedling(NamedTuple):
    """One decision, to be searched by one tree: arrays of one row, as in a view."""

    options: dict[str, Any]  # of the game
    seat: np.ndarray
    mask: np.ndarray
    features: np.ndarray | None
    states: np.ndarray
    stream: int

    @classmethod
    def of(cls, one: View, stream: int) -> Seedling:
        seen = one.for_kernels(one.game)
        assert seen.states is not None
        return cls(one.config.options(), seen.seat, seen.mask, seen.features, seen.states, stream)

    def view(self, game: Game) -> View:
        """With arrays of its own: what comes from a store cannot be written to."""
        arrays = (None if array is None else array.copy() for array in self[1:-1])
        return View.sound(game, game.config.of(game.name, self.options), *arrays)  # type: ignore[arg-type]


class NotGrown(RushError, RuntimeError):
    """A node cannot take part in a search, or failed."""


def own_likeness(game: str) -> dict[str, str]:
    known = (part(game, name) for name in ("greedy", "search", "insight"))
    return likeness(
        module_of("mcts"), homes()[game].partition(":")[0], *(module.__name__ for module in known if module)
    )


@cache
def _gardener(name: str, game: str) -> Any:
    """The agent of a worker, made once."""
    return load(name, game, seed=0)


def grow(name: str, game: str, wanted: dict[str, str], seedling: Seedling) -> np.ndarray | str:
    """A task's life, in a process of some node; words if it cannot be done there."""
    if words := unlikeness(wanted, own_likeness(game)):
        return refusal(words)
    found: np.ndarray = _gardener(name, game).grown(seedling.view(find_game(game)), np.uint64(seedling.stream))
    return found


class Plantation:
    """The cluster, as a search sees it; connected for as long as this process lives."""

    def __init__(self, where: str, cores: int, name: str, game: str) -> None:
        self._ray = connect(where, cores)
        self._task = self._ray.remote(num_cpus=1, max_retries=RETRIES)(grow)
        self._told = name, game, own_likeness(game)

    def grown(self, seedlings: Sequence[Seedling]) -> list[np.ndarray]:
        """What each tree has learned, in their order."""
        tasks = [self._task.remote(*self._told, seedling) for seedling in seedlings]
        try:
            found = self._ray.get(tasks)
        except self._ray.exceptions.RayError as error:
            raise NotGrown(f"a search on the cluster failed: {type(error).__name__}: {error}") from None
        for one in found:
            if isinstance(one, str):
                raise NotGrown(one)
        return list(found)
