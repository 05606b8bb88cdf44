"""Tournaments that the server was started with: standings, the latest games, and those that are being played."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Lock
from typing import Any

from rush_envs.errors import RushError
from rush_envs.replay import Replay

from ..results.running import running
from ..results.scorebook import Scorebook
from .replays import NotFound

REST = 2.0  # seconds between two looks at all the games of a tournament
LATEST = 60  # games told


class Tournaments:
    """The books by name: that of their folder, with a number where there are several of one name."""

    def __init__(self, paths: list[Path]) -> None:
        self.books: dict[str, Path] = {}
        for path in paths:
            name = path.absolute().parent.name or path.name
            others = sum(known == name or known.startswith(f"{name} ") for known in self.books)
            self.books[f"{name} {others + 1}" if others else name] = path
        self._known: dict[str, tuple[float, dict[str, Any]]] = {}
        self._lock = Lock()

    def standings(self) -> list[dict[str, Any]]:
        """How all stand; worked out anew now and then, however many pages ask."""
        with self._lock:
            found = []
            for name, path in self.books.items():
                told, known = self._known.get(name, (0.0, {}))
                if not known or time.monotonic() - told > REST:
                    known = {"name": name, **standing(path)}
                    self._known[name] = time.monotonic(), known
                found.append(known)
            return found

    def replay(self, address: str) -> tuple[Replay, bool]:
        """A game by `name:number`, and whether it is over; of one that is being played what has been answered."""
        name, _, number = address.rpartition(":")
        if name not in self.books or not number.isdecimal() or len(number) > 9:
            raise NotFound("there is no such tournament")
        with Scorebook(self.books[name]) as book:
            going = running(self.books[name], len(book.facts["agents"])).get(int(number))
            try:
                return book.replay(int(number)), True
            except RushError:
                if going is None:
                    raise
                return going[1], False


def standing(path: Path) -> dict[str, Any]:
    """How a tournament stands now: wins and games of every agent, the latest games, and those that go on."""
    try:
        with Scorebook(path) as book:
            games, labels, game = book.games(), book.facts["agents"], book.facts["game"]
    except RushError as error:
        return {"game": "", "agents": [], "games": [], "running": [], "total": 0, "error": str(error)}
    rows = [{"agent": label, "games": 0, "won": 0} for label in labels]
    for one in games:
        for agent, outcome in zip(one["agents"], one["outcome"], strict=True):
            rows[agent]["games"] += 1
            rows[agent]["won"] += outcome > 0
    latest = [
        {"number": one["number"], "agents": [labels[k] for k in one["agents"]], "scores": one["scores"],
         "outcome": one["outcome"], "length": one["length"], "fault": one["fault"]}
        for one in games[-LATEST:][::-1]
    ]  # fmt: skip
    rows.sort(key=lambda row: -row["won"] / max(row["games"], 1))
    over = {one["number"] for one in games}
    going = [
        {"number": number, "agents": [labels[k] for k in seats], "length": len(replay.answers)}
        for number, (seats, replay) in running(path, len(labels)).items()
        if number not in over
    ]
    return {"game": game, "agents": rows, "games": latest, "running": going, "total": len(games)}
