"""Fast, faithful reinforcement-learning environments for modern board games.

`make_batch("coffee_rush", num_envs=1024)` is the engine; `coffee_rush_v0.env()` the PettingZoo door;
`gymnasium.make("rush_envs/CoffeeRush-v0")` and `gymnasium.make_vec` the single-learner doors; `rush_envs.sb3` for SB3.
Importing this package compiles nothing and loads no game.
"""

from __future__ import annotations

import os
from typing import Any

# A thread that spins while it waits costs a busy machine 10x and more. OpenMP reads this when numba or torch loads it.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# The folder of the games and the function that lists them share a name. Loading the folder first leaves the name to
# the function for good; `from rush_envs.games.coffee_rush import …` finds the folder all the same.
import rush_envs.games  # noqa: F401
from rush_envs import registry
from rush_envs.registry import game, games, make_batch
from rush_envs.version import __version__

__all__ = ["__version__", "game", "games", "make", "make_batch"]

registry.register_all()


def make(name: str, **options: Any) -> Any:
    """The PettingZoo AEC environment of a game: `make("coffee_rush", num_players=2)`."""
    return registry.module(name).env(**options)


def __getattr__(name: str) -> Any:
    if name.endswith("_v0") and name[:-3] in registry.games():
        return registry.module(name[:-3])
    raise AttributeError(f"module 'rush_envs' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *(f"{name}_v0" for name in registry.games())])
