"""Games of a tournament that are being played now, for whoever watches: each process keeps one of its own in a file."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from rush_envs.errors import BadReplay
from rush_envs.replay import Replay
from rush_envs.replay.reading import MAX_BYTES

from ..storage.writing import write_safely

SECONDS = 0.5  # between two looks at a game
MOST = 64  # games shown
FRESH = 120.0  # seconds after which a file was left by a process that is lost


def folder_of(database: Path) -> Path:
    """Where the running games of a tournament stand, beside its results."""
    return database.with_name(database.name + ".running")


class Showing:
    """One process's file; the first game of its block that still goes on."""

    def __init__(self, folder: Path) -> None:
        self._path, self._last = folder / f"{os.getpid()}.json", 0.0

    def look(self, made: Callable[[], tuple[int, list[int], Replay] | None]) -> None:
        """Writes what is made (the game's number, the agents by seat, the replay so far), but not all the time."""
        if time.monotonic() - self._last < SECONDS:
            return
        found = made()
        if found is not None:
            number, agents, replay = found
            with suppress(OSError):  # nobody loses a game because it could not be shown
                self._path.parent.mkdir(exist_ok=True)
                text = json.dumps({"number": number, "agents": agents, "replay": replay.to_json()})
                write_safely(self._path, text.encode())
        self._last = time.monotonic()

    def close(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def running(database: Path, agents: int) -> dict[int, tuple[list[int], Replay]]:
    """The games that are being played, by their numbers: who sits where, and the replay so far. What is no such file is
    passed over: it may be in the middle of anything."""
    found = {}
    with suppress(OSError):
        for path in sorted(folder_of(database).glob("*.json"))[:MOST]:
            one = _read(path, agents)
            if one is not None:
                found[one[0]] = one[1:]
    return found


def _read(path: Path, agents: int) -> tuple[int, list[int], Replay] | None:
    try:
        if time.time() - path.stat().st_mtime > FRESH:
            return None
        with path.open("rb") as file:
            content: Any = json.loads(file.read(2 * MAX_BYTES))
        number, seats, text = content["number"], content["agents"], content["replay"]
        whole = [number, *seats]
        if not all(type(one) is int and one >= 0 for one in whole) or max(seats) >= agents:
            return None
        replay = Replay.from_json(text, path.name)
    except (OSError, ValueError, KeyError, TypeError, RecursionError, BadReplay):
        return None
    return (number, seats, replay) if len(seats) == replay.config.num_players else None


def clear(database: Path) -> None:
    """Takes away what processes that were killed have left."""
    folder = folder_of(database)
    with suppress(OSError):
        for path in folder.glob("*.json"):
            path.unlink(missing_ok=True)
        folder.rmdir()
