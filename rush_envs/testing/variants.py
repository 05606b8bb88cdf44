"""One configuration of one game, the batches that checks play with, and what can be known of the game beforehand.

A check asks for nothing that a game need not have: `hides` says whether anything can be kept from a player, `shortest`
how soon a game may be over. What a check demands follows from these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv

ENGINE_HIDES = ("rng", "ply")  # of every game; what a game hides of its own comes on top


class Variant(NamedTuple):
    """One configuration of one game."""

    game: Game
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.game.name, *(f"{key}={value}" for key, value in self.options.items())])

    def batch(self, num_envs: int = 1, **more: Any) -> BatchEnv:
        """A batch that has been reset; seed 0 unless another is given."""
        made = BatchEnv.of(self.game.name, num_envs, **{"seed": 0} | self.options | more)
        made.reset()
        return made

    def played(self, num_envs: int, steps: int, **more: Any) -> BatchEnv:
        """A batch after some random decisions."""
        made = self.batch(num_envs, **more)
        for _ in range(steps):
            made.step(made.random_actions())
        return made

    def running(self, num_envs: int, steps: int, **more: Any) -> BatchEnv:
        """A batch after some random decisions, fewer if a game would be over by then, without automatic restarts."""
        fewer = min(steps, int(self.lengths(num_envs).min()) - 1)
        return self.played(num_envs, fewer, autoreset=False, **more)

    def lengths(self, num_envs: int, seed: int = 0) -> np.ndarray:
        """How many decisions each of these games lasts when it is played at random to its end."""
        made = self.batch(num_envs, seed=seed, autoreset=False, features=False)
        while (rows := np.flatnonzero(made.seat >= 0)).size:
            made.step(made.random_actions(rows), rows)
        return made.states["ply"].copy()

    def positions(self, seed: int = 0, count: int = 12) -> Iterator[BatchEnv]:
        """About `count` positions of one game played at random, and its end; one batch shows them one after another."""
        shown = self.batch(seed=seed, autoreset=False)
        course = [shown.states.copy()]
        while shown.seat[0] >= 0:
            shown.step(shown.random_actions())
            course.append(shown.states.copy())
        length = len(course) - 1
        for state in [*course[: length : max(1, length // count)], course[length]]:
            shown.load(state)
            yield shown


def variants(game: Game) -> list[Variant]:
    """Every configuration that the game wants to be checked in."""
    return [Variant(game, dict(options)) for options in game.variants]


def hides(game: Game) -> bool:
    """Whether the game keeps anything of its own from a player; its stream of chance is hidden in any case."""
    return any(sees != "public" for name, sees in game.state.sees.items() if name not in ENGINE_HIDES)


def span(game: Game, option: str) -> tuple[int, int]:
    """The smallest and the largest value of an option, as the configuration declares them."""
    low, high = next(row[2].split("–") for row in game.config.table() if row[0] == option)
    return int(low), int(high)


def active_seats(batch: BatchEnv) -> list[int]:
    """The seats whose answer is due in row 0."""
    return [seat for seat in range(batch.num_seats) if batch.states["active"][0] >> seat & 1]
