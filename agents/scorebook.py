"""The results of a tournament in one SQLite file: every game as soon as its block is finished, or not at all."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import numpy as np

from rush_envs.errors import RushError
from rush_envs.replay import MAX_BYTES, Replay

from .block import Result

MARK = 0x52757368  # "Rush": SQLite's application_id, so that a file is known for ours
VERSION = 1  # of the tables below
TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    number INTEGER PRIMARY KEY,  -- from 0; the line-up is a function of it
    round INTEGER NOT NULL,      -- games of one round have one seed
    seed TEXT NOT NULL,          -- 64 bits without sign
    agents TEXT NOT NULL,        -- JSON lists by seat: numbers of agents,
    scores TEXT NOT NULL,
    outcome TEXT NOT NULL,       -- +1 won, -1 lost, 0 none
    length INTEGER NOT NULL,     -- decisions
    truncated INTEGER NOT NULL,
    fault_seat INTEGER,          -- lost by crashing, hanging or playing illegally
    fault TEXT,
    replay BLOB NOT NULL         -- zlib of the replay's JSON
);
"""
COLUMNS = "number, round, seed, agents, scores, outcome, length, truncated, fault_seat, fault"


class BadScorebook(RushError, ValueError):
    """A file that holds no results, or those of another tournament."""


class NotWritten(RushError, OSError):
    """Results could not be written, for example because the disk is full; those written before are kept."""


class Scorebook:
    """Opens or creates a file; `facts` (see `Tournament.facts`) must be those it was made with."""

    def __init__(self, path: Path, facts: dict[str, Any] | None = None) -> None:
        self.path = path
        if facts is None and not path.is_file():
            raise BadScorebook(f"{path}: there is no such file")
        try:
            self._database = sqlite3.connect(path, timeout=60, isolation_level=None)
        except sqlite3.Error as error:
            raise BadScorebook(f"{path}: cannot be opened ({error})") from None
        try:
            self._open(facts)
        except BaseException:
            self.close()
            raise

    def _open(self, facts: dict[str, Any] | None) -> None:
        try:
            if facts is not None:
                self._create(facts)
            mark, version = (self._value(f"PRAGMA {name}") for name in ("application_id", "user_version"))
            if (mark, version) != (MARK, VERSION):
                words = f"results in form {version}, not {VERSION}" if mark == MARK else "a database of something else"
                raise BadScorebook(f"{self.path} holds {words}; give another file")
            self.facts = {name: json.loads(value) for name, value in self._database.execute("SELECT * FROM facts")}
        except (sqlite3.Error, ValueError) as error:
            if isinstance(error, RushError):
                raise
            raise BadScorebook(f"{self.path}: {error}; give another file") from None
        if facts is not None:
            self._compare(json.loads(json.dumps(facts)))

    def _value(self, query: str) -> Any:
        return self._database.execute(query).fetchone()[0]

    def _create(self, facts: dict[str, Any]) -> None:
        """In one transaction, so that a file has either all of it or nothing."""
        if self._value("SELECT count(*) FROM sqlite_master"):
            return
        self._database.execute("PRAGMA journal_mode = WAL")
        with self._writing():
            if self._value("SELECT count(*) FROM sqlite_master"):
                return  # by another process, just now
            for statement in TABLES.split(";\n"):
                self._database.execute(statement)
            rows = [(name, json.dumps(value)) for name, value in facts.items()]
            self._database.executemany("INSERT INTO facts VALUES (?, ?)", rows)
            self._database.execute(f"PRAGMA application_id = {MARK}")
            self._database.execute(f"PRAGMA user_version = {VERSION}")

    def _compare(self, facts: dict[str, Any]) -> None:
        for name, value in facts.items():
            if self.facts.get(name) != value:
                raise BadScorebook(
                    f"{self.path} holds another tournament: its {name} is {self.facts.get(name)!r}, not {value!r}; "
                    "give another file"
                )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            raise NotWritten(f"{self.path}: {error}; finished games are kept, run again to go on") from None
        finally:
            if self._database.in_transaction:
                self._database.rollback()

    # ---------------------------------------------------------------------------------------------------------------

    def add(self, results: Sequence[Result]) -> None:
        """All or none; games that another process has written in the meantime stay as they are."""
        rows = [
            (
                r.number, r.round, str(r.seed), json.dumps(r.agents), json.dumps(r.scores), json.dumps(r.outcome),
                r.length, r.truncated, r.fault_seat, r.fault, zlib.compress(r.replay.encode()),
            )
            for r in results
        ]  # fmt: skip
        with self._writing():
            self._database.executemany(f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * len(rows[0]))})", rows)

    def missing(self, games: int) -> list[int]:
        """The numbers below `games` that have not been played."""
        there = np.zeros(games, np.bool_)
        for (number,) in self._database.execute("SELECT number FROM games WHERE number < ?", (games,)):
            there[number] = True
        return np.flatnonzero(~there).tolist()

    def __len__(self) -> int:
        return int(self._value("SELECT count(*) FROM games"))

    def games(self) -> list[dict[str, Any]]:
        """Every game without its replay, in the order of the numbers."""
        rows = self._database.execute(f"SELECT {COLUMNS} FROM games ORDER BY number")
        names = COLUMNS.split(", ")
        try:
            return [_read(dict(zip(names, row, strict=True))) for row in rows]
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise BadScorebook(f"{self.path}: damaged ({error})") from None

    def replay(self, number: int) -> Replay:
        """The replay of a game; `verify()` plays it back."""
        row = self._database.execute("SELECT replay FROM games WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise BadScorebook(f"{self.path} has no game {number}")
        try:
            text = zlib.decompressobj().decompress(row[0], MAX_BYTES)  # a small blob may unpack to very much
        except (zlib.error, TypeError) as error:
            raise BadScorebook(f"{self.path}: the replay of game {number} is damaged ({error})") from None
        return Replay.from_json(text)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read(row: dict[str, Any]) -> dict[str, Any]:
    lists = {name: json.loads(row[name]) for name in ("agents", "scores", "outcome")}
    return row | lists | {"truncated": bool(row["truncated"]), "seed": int(row["seed"])}
