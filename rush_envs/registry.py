"""The one table of games, and what the outside world calls them. Adding a game is one line in `_HOMES`."""

from __future__ import annotations

import importlib
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from rush_envs.errors import UnknownGame, hint

if TYPE_CHECKING:
    from rush_envs.batch import BatchEnv
    from rush_envs.contract import Game

_HOMES = {
    "coffee_rush": "rush_envs.games.coffee_rush",
    "curse_of_the_mummy": "rush_envs.games.curse_of_the_mummy",
    "silver_gold_pyramids": "rush_envs.games.silver_gold_pyramids",
    "rush_out": "rush_envs.games.rush_out",
    "coffin_rush": "rush_envs.games.coffin_rush",
}


def games() -> list[str]:
    """The names of all games."""
    return list(_HOMES)


@cache
def game(name: str) -> Game:
    """The game of that name; its kernels compile on first use."""
    if name not in _HOMES:
        raise UnknownGame(f"no game is called {name!r}; {hint(name, _HOMES)}")
    found: Game = importlib.import_module(_HOMES[name]).GAME
    return found


def make_batch(name: str, num_envs: int = 1, **options: Any) -> BatchEnv:
    """Many games in one array. `options` are those of `BatchEnv` and of the game's configuration."""
    from rush_envs.batch import BatchEnv

    chosen = game(name)
    engine = {key: options.pop(key) for key in _ENGINE_OPTIONS if key in options}
    return BatchEnv(chosen, chosen.config.of(name, options), num_envs, **engine)


_ENGINE_OPTIONS = ("seed", "reward", "illegal", "threads", "features", "autoreset")


def gym_id(name: str, version: int = 0) -> str:
    """`rush_envs/CoffeeRush-v0`, the same in Gymnasium's and PettingZoo's registries."""
    return f"rush_envs/{name.title().replace('_', '')}-v{version}"


@cache
def module(name: str) -> SimpleNamespace:
    """What `rush_envs.coffee_rush_v0` is: `env`, `raw_env`, `parallel_env`."""
    from rush_envs.aec import AECDoor
    from rush_envs.parallel import ParallelDoor

    chosen = game(name)

    def env(**options: Any) -> AECDoor:
        """A PettingZoo AEC environment; order, bounds and legality are checked inside, without wrappers."""
        return AECDoor(chosen, **options)

    def parallel_env(**options: Any) -> ParallelDoor:
        """A PettingZoo Parallel environment: every agent that may answer is asked at each step."""
        return ParallelDoor(chosen, **options)

    return SimpleNamespace(__name__=chosen.id, env=env, raw_env=env, parallel_env=parallel_env)


def _register(name: str) -> None:
    import gymnasium
    from pettingzoo.env_registry import registration

    gymnasium.register(
        gym_id(name),
        entry_point="rush_envs.gym:SoloEnv",
        vector_entry_point="rush_envs.vector:SoloVectorEnv",
        kwargs={"game": name},
        disable_env_checker=True,
    )
    registration.register("aec", gym_id(name), "rush_envs.registry:make_aec", kwargs={"game": name})
    registration.register("parallel", gym_id(name), "rush_envs.registry:make_parallel", kwargs={"game": name})


def make_aec(game: str, **options: Any) -> Any:
    """PettingZoo's registry calls this."""
    return module(game).env(**options)


def make_parallel(game: str, **options: Any) -> Any:
    """PettingZoo's registry calls this."""
    return module(game).parallel_env(**options)


def register_all() -> None:
    """Puts every game into Gymnasium's and PettingZoo's registries; nothing is imported or compiled."""
    for name in _HOMES:
        _register(name)
