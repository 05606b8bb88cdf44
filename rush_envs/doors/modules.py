"""What others call the games: `rush_envs.coffee_rush_v1`, and ids in Gymnasium's and PettingZoo's registries.

Ids carry the game's own version (`registry.version`), so that a raised one shows everywhere.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from rush_envs import registry
from rush_envs.contract import gym_id


@cache
def module(name: str) -> SimpleNamespace:
    """What `rush_envs.coffee_rush_v1` is: `env`, `raw_env`, `parallel_env`."""
    from rush_envs.doors.aec import AECDoor  # with numba: not before it is needed
    from rush_envs.doors.parallel import ParallelDoor

    chosen = registry.game(name)

    def env(**options: Any) -> AECDoor:
        """A PettingZoo AEC environment; order, bounds and legality are checked inside, without wrappers."""
        return AECDoor(chosen, **options)

    def parallel_env(**options: Any) -> ParallelDoor:
        """A PettingZoo Parallel environment: every agent that may answer is asked at each step."""
        return ParallelDoor(chosen, **options)

    return SimpleNamespace(__name__=chosen.id, env=env, raw_env=env, parallel_env=parallel_env)


def make_aec(game: str, **options: Any) -> Any:
    """PettingZoo's registry calls this."""
    return module(game).env(**options)


def make_parallel(game: str, **options: Any) -> Any:
    """PettingZoo's registry calls this."""
    return module(game).parallel_env(**options)


def register(name: str) -> None:
    """Puts a game into Gymnasium's and PettingZoo's registries, once; it is neither imported nor compiled."""
    import gymnasium
    from pettingzoo.env_registry import registration

    known = gym_id(name, registry.version(name))
    if known in gymnasium.registry:
        return
    gymnasium.register(
        known,
        entry_point="rush_envs.doors.gym:SoloEnv",
        vector_entry_point="rush_envs.doors.vector:SoloVectorEnv",
        kwargs={"game": name},
        disable_env_checker=True,
    )
    registration.register("aec", known, f"{__name__}:make_aec", kwargs={"game": name})
    registration.register("parallel", known, f"{__name__}:make_parallel", kwargs={"game": name})


def register_all() -> None:
    """Registers every game that has a home. A guest whose source cannot be found is left out, with a warning: it must
    not keep the others from being played."""
    for name in registry.homes():
        try:
            register(name)
        except Exception as error:
            registry.leave_out(name, error, stacklevel=4)
