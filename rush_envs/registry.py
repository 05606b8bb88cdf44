"""The one table of games: ours, one line each, and those of other packages, found by their entry points.

    [project.entry-points."rush_envs.games"]      # in the pyproject.toml of a package that brings a game
    nim = "nim_for_rush_envs:GAME"

Nothing here imports a game before it is asked for.
"""

from __future__ import annotations

import ast
import copyreg
import importlib
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from rush_envs.contract import Game
from rush_envs.errors import BadGame, GameWarning, RushError, UnknownGame, hint, shown

GROUP = "rush_envs.games"
_OURS = {
    "coffee_rush": "rush_envs.games.coffee_rush:GAME",
    "curse_of_the_mummy": "rush_envs.games.curse_of_the_mummy:GAME",
    "silver_gold_pyramids": "rush_envs.games.silver_gold_pyramids:GAME",
    "rush_out": "rush_envs.games.rush_out:GAME",
    "coffin_rush": "rush_envs.games.coffin_rush:GAME",
}


_added: dict[str, str] = {}  # by `add`
_left_out: set[str] = set()  # homes of guests that were warned of


@cache
def _installed() -> Mapping[str, str]:
    return {point.name: point.value for point in entry_points(group=GROUP)}


def homes() -> Mapping[str, str]:
    """Where every game lives, `module:NAME`, ours first. A guest cannot take the name of one of ours."""
    guests = {**_installed(), **_added}
    return {**_OURS, **{name: guests[name] for name in sorted(guests) if name not in _OURS}}


def add(name: str, home: str) -> None:
    """Makes a game known in this process without an entry point: `add("nim", "my_nim:GAME")`."""
    _added[name] = home


def forget(name: str) -> None:
    """Takes back what `add` has made known."""
    _added.pop(name, None)


def games() -> list[str]:
    """The names of all games, ours first. Guests are loaded for this; a broken one is left out, with a warning."""
    return [name for name in homes() if name in _OURS or _loads(name)]


def _loads(name: str) -> bool:
    try:
        game(name)
    except Exception as error:
        leave_out(name, error, stacklevel=5)
        return False
    return True


def leave_out(name: str, error: Exception, stacklevel: int) -> None:
    """Warns, once, that a guest cannot be played."""
    home = homes()[name]
    if home not in _left_out:
        _left_out.add(home)
        warnings.warn(f"the game {name!r} ({home}) is left out: {error}", GameWarning, stacklevel=stacklevel)


def game(name: str) -> Game:
    """The game of that name; its kernels compile on first use."""
    if not isinstance(name, str) or name not in homes():
        raise UnknownGame(f"no game is called {shown(name)}; {hint(name, homes())}")
    return _loaded(name)


@cache
def _loaded(name: str) -> Game:
    module, _, attribute = homes()[name].partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute or "GAME")
    except RushError:
        raise  # it says by itself what is wrong with the game's data or layouts
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BadGame(f"{homes()[name]}, the game {name!r}, cannot be loaded: {why}") from error
    if not isinstance(found, Game) or found.name != name:
        raise BadGame(f"{homes()[name]} is registered as the game {name!r}, but it is {found!r}")
    return found


def version(name: str) -> int:
    """A game's version without importing the game: as its source declares it in `Game(…, version=N)`."""
    spec = find_spec(homes()[name].partition(":")[0])
    if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
        for node in ast.walk(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "Game":
                given = {word.arg: word.value for word in node.keywords}.get("version")
                if given is None:
                    return Game.version
                if isinstance(given, ast.Constant) and isinstance(given.value, int):
                    return given.value
    return game(name).version


def _find_again(found: Game) -> tuple[Callable[..., Game], tuple[str]]:
    return game, (found.name,)


copyreg.pickle(Game, _find_again)  # one object for each game: copies and pickles find it again by name
