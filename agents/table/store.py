"""Where tables and replays survive: one SQLite file in the user's data folder."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path
from typing import Any

from rush_envs.errors import RushError
from rush_envs.replay import Replay

from .game import Facts, Seat

MARK, VERSION = 0x52757354, 1  # "RusT"
MOST_REPLAYS = 200
TABLES = """
CREATE TABLE tables (id TEXT PRIMARY KEY, begun REAL NOT NULL, facts TEXT NOT NULL, over INTEGER NOT NULL DEFAULT 0);
CREATE TABLE answers (id TEXT NOT NULL, ply INTEGER NOT NULL, seat INTEGER NOT NULL, action INTEGER NOT NULL,
    PRIMARY KEY (id, ply)) WITHOUT ROWID;
CREATE TABLE replays (id TEXT PRIMARY KEY, begun REAL NOT NULL, name TEXT NOT NULL, replay BLOB NOT NULL);
"""


class BadStore(RushError):
    """The file cannot be used."""


class Store:
    """Every answer is written when it is given."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = NORMAL")
            mark, version = (
                self._base.execute(f"PRAGMA {n}").fetchone()[0] for n in ("application_id", "user_version")
            )
            if not self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self._base.executescript(TABLES)
                self._base.execute(f"PRAGMA application_id = {MARK}")
                self._base.execute(f"PRAGMA user_version = {VERSION}")
            elif (mark, version) != (MARK, VERSION):
                raise BadStore(f"{path} is not a file of tables of this version; give another --data folder")
        except (OSError, sqlite3.Error) as error:
            raise BadStore(f"{path}: {error}; give another --data folder") from None

    def add(self, table: str, begun: float, facts: Facts) -> None:
        self._base.execute("INSERT INTO tables VALUES (?, ?, ?, 0)", (table, begun, self._packed(facts)))

    @staticmethod
    def _packed(facts: Facts) -> str:
        seats = [[seat.player, seat.key] for seat in facts.seats]
        return json.dumps([facts.game, facts.options, str(facts.seed), seats, facts.resigned])

    def answer(self, table: str, ply: int, seat: int, action: int) -> None:
        self._base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", (table, ply, seat, action))

    def go_back(self, table: str, ply: int) -> None:
        self._base.execute("DELETE FROM answers WHERE id = ? AND ply >= ?", (table, ply))

    def note(self, table: str, facts: Facts, over: bool) -> None:
        self._base.execute("UPDATE tables SET facts = ?, over = ? WHERE id = ?", (self._packed(facts), over, table))

    def tables(self) -> list[tuple[str, float, bool, str]]:
        """(id, when it began, whether it is over, the game), the newest first."""
        rows = self._base.execute("SELECT id, begun, over, facts FROM tables ORDER BY begun DESC LIMIT 200").fetchall()
        return [(name, begun, bool(over), json.loads(facts)[0]) for name, begun, over, facts in rows]

    def unfinished(self) -> int:
        """How many games are not over."""
        return int(self._base.execute("SELECT count(*) FROM tables WHERE NOT over").fetchone()[0])

    def facts(self, table: str) -> Facts | None:
        row = self._base.execute("SELECT facts FROM tables WHERE id = ?", (table,)).fetchone()
        if row is None:
            return None
        game, options, seed, seats, resigned = json.loads(row[0])
        query = "SELECT seat, action FROM answers WHERE id = ? ORDER BY ply"
        answers = [(int(seat), int(action)) for seat, action in self._base.execute(query, (table,))]
        made = [Seat(player, key) for player, key in seats]
        return Facts(game, options, int(seed), made, answers, (resigned[0], resigned[1]) if resigned else None)

    # ---------------------------------------------------------------------------------------------------------------

    def add_replay(self, name: str, begun: float, title: str, replay: Replay) -> None:
        blob = zlib.compress(replay.to_json().encode())
        self._base.execute("INSERT OR REPLACE INTO replays VALUES (?, ?, ?, ?)", (name, begun, title, blob))
        self._base.execute(
            "DELETE FROM replays WHERE id NOT IN (SELECT id FROM replays ORDER BY begun DESC LIMIT ?)", (MOST_REPLAYS,)
        )

    def replays(self) -> list[dict[str, Any]]:
        rows = self._base.execute("SELECT id, begun, name FROM replays ORDER BY begun DESC").fetchall()
        return [{"id": name, "begun": begun, "title": title} for name, begun, title in rows]

    def replay(self, name: str) -> Replay | None:
        row = self._base.execute("SELECT replay FROM replays WHERE id = ?", (name,)).fetchone()
        return Replay.from_json(zlib.decompress(row[0]), name) if row else None

    def close(self) -> None:
        self._base.close()
