"""Fast, faithful reinforcement-learning environments for modern board games.

`make_batch("coffee_rush", num_envs=1024)` is the engine; `coffee_rush_v1.env()` the PettingZoo door;
`gymnasium.make("rush_envs/CoffeeRush-v1")` and `gymnasium.make_vec` the single-learner doors; `rush_envs.doors.sb3` for
SB3. Importing this package compiles nothing and loads no game.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

# A thread that spins while it waits costs a busy machine 10x and more. OpenMP reads this when numba or torch loads it.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# The folder of the games and the function that lists them share a name. Loading the folder first leaves the name to
# the function for good; `from rush_envs.games.coffee_rush import …` finds the folder all the same.
import rush_envs.games  # noqa: F401
from rush_envs import registry
from rush_envs.doors import modules
from rush_envs.registry import game, games
from rush_envs.version import __version__

if TYPE_CHECKING:
    from rush_envs.engine.batch import BatchEnv

__all__ = ["__version__", "game", "games", "make", "make_batch"]

modules.register_all()


def make_batch(name: str, num_envs: int = 1, **options: Any) -> BatchEnv:
    """Many games in one array. `options` are those of `BatchEnv` and of the game's configuration."""
    from rush_envs.doors.options import config_of, own_options
    from rush_envs.engine.batch import BatchEnv  # with numba: not before it is needed

    known = own_options(BatchEnv)
    config_of(game(name), {key: value for key, value in options.items() if key not in known}, BatchEnv)
    return BatchEnv.of(name, num_envs, **options)


def make(name: str, **options: Any) -> Any:
    """The PettingZoo AEC environment of a game: `make("coffee_rush", num_players=2)`."""
    return modules.module(game(name).name).env(**options)


def __getattr__(name: str) -> Any:
    try:
        found = modules.named(name)
    except ModuleNotFoundError as error:  # of another version
        raise AttributeError(str(error)) from None
    if found is None:
        raise AttributeError(f"module 'rush_envs' has no attribute {name!r}")
    return modules.module(found)


def __dir__() -> list[str]:
    return sorted([*__all__, *(f"{name}_v{registry.version(name)}" for name in games())])
