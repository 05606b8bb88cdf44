"""What agents know of each game, a folder a game: `greedy` (the rule of thumb), `search` (hooks of the tree search),
`insight` (what networks are told besides what is seen), `recipe` (how it is trained) and `policy.npz` with its card and
curve. Each may be missing.

A game of another package brings such a folder as a package of its own, named by an entry point:

    [project.entry-points."rush_agents.games"]
    nim = "nim_for_rush_envs.agents"
"""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from rush_envs.errors import BadGame, RushError

GROUP = "rush_agents.games"


@cache
def home(game: str) -> str | None:
    """The package that holds what agents know of a game."""
    own = f"{__name__}.{game}"
    if find_spec(own) is not None:
        return own
    return next((point.value for point in entry_points(group=GROUP, name=game)), None)


def part(game: str, name: str) -> ModuleType | None:
    """The module of that name in the game's folder, if there is one."""
    package = home(game)
    try:
        if package is None or find_spec(f"{package}.{name}") is None:
            return None
        return importlib.import_module(f"{package}.{name}")
    except RushError:
        raise
    except Exception as error:  # of a guest, most likely: say whose fault it is
        raise BadGame(f"{package}.{name}, which agents need for {game}: {type(error).__name__}: {error}") from error


def folder(game: str) -> Path | None:
    """Where the game's files lie."""
    package = home(game)
    spec = find_spec(package) if package else None
    return Path(spec.origin).parent if spec is not None and spec.origin else None
