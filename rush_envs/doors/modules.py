"""What others call the games: `rush_envs.coffee_rush_v1`, and ids in Gymnasium's and PettingZoo's registries.

Ids carry the game's own version (`registry.version`), so that a raised one shows everywhere. There is no file for such
a module, since any installed package can bring a game; `Finder` makes it when it is imported. What editors and mypy see
of ours, `rush_envs/*.pyi`, is written from the games' options by `stubs`.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rush_envs import registry
from rush_envs.contract import gym_id

if TYPE_CHECKING:
    from rush_envs.doors.aec import AECDoor
    from rush_envs.doors.parallel import ParallelDoor

PACKAGE = "rush_envs"


def named(name: str) -> str | None:
    """The game of a module like `coffee_rush_v1`; an old version is an error that names the new one."""
    found = re.fullmatch(r"(\w+)_v\d+", name)
    if not found or found[1] not in registry.homes():
        return None
    now = f"{found[1]}_v{registry.version(found[1])}"
    if name != now:
        full = f"{PACKAGE}.{name}"
        raise ModuleNotFoundError(f"module {PACKAGE!r} has no {name}; {found[1]} is now {now}", name=full)
    return found[1]


class Finder(MetaPathFinder, Loader):
    """Finds `rush_envs.<game>_v<version>` for every game of the registry; imports no game and compiles nothing."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        return ModuleSpec(fullname, self) if package == PACKAGE and named(name) else None

    def exec_module(self, module: ModuleType) -> None:
        """`env`, `raw_env` and `parallel_env` as functions of that module: pickles and other processes find them."""
        name = module.__name__.rpartition(".")[2].rpartition("_v")[0]
        module.__doc__ = f"PettingZoo's doors of the game {name}; its page has the options."
        for make in (_env(name), _parallel_env(name)):
            make.__module__, make.__qualname__ = module.__name__, make.__name__
            setattr(module, make.__name__, make)
        module.raw_env = module.env  # type: ignore[attr-defined]
        module.__all__ = ["env", "parallel_env", "raw_env"]  # type: ignore[attr-defined]

    @classmethod
    def install(cls) -> None:
        """Once a process, after those that find files."""
        if not any(isinstance(finder, cls) for finder in sys.meta_path):
            sys.meta_path.append(cls())


def _env(name: str) -> Callable[..., AECDoor]:
    def env(**options: Any) -> AECDoor:
        """A PettingZoo AEC environment; order, bounds and legality are checked inside, without wrappers."""
        from rush_envs.doors.aec import AECDoor  # with numba: not before it is needed

        return AECDoor(registry.game(name), **options)

    return env


def _parallel_env(name: str) -> Callable[..., ParallelDoor]:
    def parallel_env(**options: Any) -> ParallelDoor:
        """A PettingZoo Parallel environment: every agent that may answer is asked at each step."""
        from rush_envs.doors.parallel import ParallelDoor

        return ParallelDoor(registry.game(name), **options)

    return parallel_env


def module(name: str) -> Any:
    """What `rush_envs.coffee_rush_v1` is: `env`, `raw_env`, `parallel_env`."""
    return importlib.import_module(f"{PACKAGE}.{registry.game(name).id}")


def make_aec(game: str, **options: Any) -> Any:
    """PettingZoo's registry calls this."""
    return module(game).env(**options)


def make_parallel(game: str, **options: Any) -> Any:
    """PettingZoo's registry calls this."""
    return module(game).parallel_env(**options)


def register(name: str) -> None:
    """Puts a game into Gymnasium's and PettingZoo's registries, once; it is neither imported nor compiled."""
    import gymnasium

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
    try:
        from pettingzoo.env_registry import registration
    except ImportError:  # before 1.27 PettingZoo has no registry
        return
    registration.register("aec", known, f"{__name__}:make_aec", kwargs={"game": name})
    registration.register("parallel", known, f"{__name__}:make_parallel", kwargs={"game": name})


def register_all() -> None:
    """Registers every game that has a home. A guest whose source cannot be found is left out, with a warning: it must
    not keep the others from being played."""
    Finder.install()
    for name in registry.homes():
        try:
            register(name)
        except Exception as error:
            registry.leave_out(name, error, stacklevel=4)
