"""What all tests share: every registered game in every variant, and batches that were played for a while."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

import rush_envs
from rush_envs.batch import BatchEnv
from rush_envs.contract import Game

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows open nowhere


class Variant(NamedTuple):
    """One configuration of one game."""

    game: Game
    options: dict[str, Any]

    def batch(self, num_envs: int = 1, **more: Any) -> BatchEnv:
        """A batch that has been reset; seed 0 unless another is given."""
        made = rush_envs.make_batch(self.game.name, num_envs, **{"seed": 0} | self.options | more)
        made.reset()
        return made

    def played(self, num_envs: int, steps: int, **more: Any) -> BatchEnv:
        """A batch after some random decisions."""
        made = self.batch(num_envs, **more)
        for _ in range(steps):
            made.step(made.random_actions())
        return made

    def positions(self, seed: int = 0, count: int = 12) -> Iterator[BatchEnv]:
        """One game played at random to its end, stopped about `count` times (the batch of one goes on afterwards)."""
        length = self._length(seed)
        made = self.batch(seed=seed, autoreset=False)
        while made.seat[0] >= 0:
            if made.states["ply"][0] % max(1, length // count) == 0:
                yield made
            made.step(made.random_actions())
        yield made

    def _length(self, seed: int) -> int:
        trial = self.batch(seed=seed, autoreset=False)
        while trial.seat[0] >= 0:
            trial.step(trial.random_actions())
        return int(trial.states["ply"][0])


def fewest(game: Game) -> int:
    """The smallest number of players."""
    return next(int(row[2].split("–")[0]) for row in game.config.table() if row[0] == "num_players")


VARIANTS = [
    Variant(rush_envs.game(name), dict(options))
    for name in rush_envs.games()
    for options in rush_envs.game(name).variants
]


def _label(variant: Variant) -> str:
    return "-".join([variant.game.name, *(f"{key}={value}" for key, value in variant.options.items())])


@pytest.fixture(params=VARIANTS, ids=_label)
def variant(request: pytest.FixtureRequest) -> Variant:
    return request.param


@pytest.fixture(params=rush_envs.games())
def game(request: pytest.FixtureRequest) -> Game:
    return rush_envs.game(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20261116)
