"""What plays under a name: so that games of an agent that has changed are never taken for games of the one before.

For ours the digest of all sources in reach for that game; of a search all settings as they were resolved, of a policy
the hash of its file. For a guest the digest of its files and its time limits: of a package everything in it, of a
single file that file and what it imports from beside it. Packages that a guest imports from elsewhere are not looked
at, nor is the machine, which matters to whoever searches by the clock.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rush_envs.contract import Game
from rush_envs.engine.agents import is_guest, load, module_of
from rush_envs.engine.kernels.sources import digest
from rush_envs.registry import homes

from .. import games
from ..mcts import MctsAgent
from ..policies import files
from ..search.settings import take_net
from .guests.guest import START_LIMIT
from .guests.sandbox import home_of

PARTS = ("greedy", "search")  # of what agents know of a game, that which plays
LENGTH = 16  # hexadecimal digits


def identity(name: str, game: Game, move_timeout: float) -> dict[str, Any]:
    """Everything that makes an agent what it is, as JSON can hold it."""
    kind = name.partition(":")[0]
    if is_guest(name):
        limits = {"move": move_timeout, "start": START_LIMIT} if move_timeout else {"move": 0}
        return {"files": guest_digest(kind), "seconds": limits}
    known = [module.__name__ for name in PARTS if (module := games.part(game.name, name)) is not None]
    found: dict[str, Any] = {"code": digest(frozenset([module_of(kind), homes()[game.name].partition(":")[0], *known]))}
    agent, file = load(name, game, seed=0), file_of(name)
    if isinstance(agent, MctsAgent):
        found |= {"settings": asdict(agent.settings) | asdict(agent.budget) | {"threads": agent.threads}}
    return found if file is None else found | {"policy": policy_digest(file, game)}


def file_of(name: str) -> str | None:
    """The policy that one of our agents plays by: empty for the one that comes with the game, None without one."""
    kind, _, argument = name.partition(":")
    if kind == "mcts":
        return take_net(argument)[0]
    return argument if kind == "ppo" else None


def policy_digest(file: str, game: Game) -> str:
    """Changes when a policy's file does."""
    arrays = Path(file or files.shipped(game)).with_suffix(".npz")
    return hashlib.sha256(arrays.read_bytes()).hexdigest()[:LENGTH]


def guest_digest(module: str) -> str:
    """Changes when a file of a guest does."""
    found, home = hashlib.sha256(), home_of(module)
    for path in guest_files(module, home) if home else ():
        found.update(str(path.relative_to(home or "")).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:LENGTH]


def guest_files(module: str, home: Path) -> list[Path]:
    """All that a guest is made of."""
    return sorted(set(_files(module.partition(".")[0], home, set())))


def _files(name: str, folder: Path, seen: set[str]) -> Iterator[Path]:
    """Of a module in a folder, and of those beside it that it imports."""
    if name in seen:
        return
    seen.add(name)
    inside, single = folder / name, folder / f"{name}.py"
    if inside.is_dir():
        yield from (path for path in inside.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    elif single.is_file():
        yield single
        for other in _imported(single):
            yield from _files(other, folder, seen)


def _imported(path: Path) -> Iterator[str]:
    """The outermost names that a file imports; of one that is no Python none, it cannot play either."""
    with suppress(SyntaxError, ValueError):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module.partition(".")[0]
