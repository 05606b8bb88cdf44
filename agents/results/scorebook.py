"""The results of a tournament in one SQLite file: every game as soon as its block is finished, or not at all."""

from __future__ import annotations

import json
import sqlite3
import zlib
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import numpy as np

from rush_envs.engine.edge import checked_count
from rush_envs.errors import RushError
from rush_envs.replay import Replay
from rush_envs.replay.reading import MAX_BYTES

from ..storage.reading import Damaged
from . import rows
from .sheets import GAMES, WRITE, Result

MARK = 0x52757368  # "Rush": SQLite's application_id, so that a file is known for ours
VERSION = 2  # of the tables and of the facts
PAGE = 16384  # bytes of a new file's pages: rows are large, and fewer pages are written with less work
LOG = 2000  # such pages of new games that may wait beside the file, so that a page is not copied for every few games
FACTS = "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


class BadScorebook(RushError, ValueError):
    """A file that holds no results, or those of another tournament."""


class NotWritten(RushError, OSError):
    """Results could not be written, for example because the disk is full; those written before are kept."""


class Scorebook:
    """Opens or creates a file; `facts` (see `Tournament.facts`) must be those it was made with.

    Without facts it is opened for reading, on read-only media too, and nothing in it is believed unchecked.
    """

    def __init__(self, path: Path, facts: dict[str, Any] | None = None) -> None:
        self.path = path
        if facts is None and not path.is_file():
            raise BadScorebook(f"{path}: there is no such file")
        try:
            self._database = self._connected("mode=rw" if facts is None else "mode=rwc")
        except sqlite3.Error as error:
            raise BadScorebook(f"{path}: cannot be opened ({error}); give another file") from None
        try:
            self._open(facts)
        except BaseException:
            self.close()
            raise

    def _connected(self, mode: str) -> sqlite3.Connection:
        address = f"{self.path.absolute().as_uri()}?{mode}"
        database = sqlite3.connect(address, uri=True, timeout=60, isolation_level=None)
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, rows.LARGEST)  # no value takes more memory
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute(f"PRAGMA wal_autocheckpoint = {LOG}")
        return database

    def _open(self, facts: dict[str, Any] | None) -> None:
        with self._reading():
            if facts is not None:
                self._create(facts)
            else:
                self._look()
            mark, version = (self._value(f"PRAGMA {name}") for name in ("application_id", "user_version"))
            if (mark, version) != (MARK, VERSION):
                words = f"results in form {version}, not {VERSION}" if mark == MARK else "a database of something else"
                raise BadScorebook(f"{self.path} holds {words}; give another file")
            rows.check_tables(self._database)
            self.facts = rows.read_facts(self._database)
        if facts is not None:
            self.compare(facts)

    def _look(self) -> None:
        """What cannot be written, nor the files that SQLite lays beside it, is read as a file that never changes."""
        try:
            self._value("SELECT count(*) FROM sqlite_master")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
            waiting = self.path.with_name(self.path.name + "-wal")
            if waiting.exists() and waiting.stat().st_size:
                raise BadScorebook(
                    f"{self.path}: a tournament that was stopped has left games in {waiting.name}; copy both files to "
                    "a folder that you can write to"
                ) from None
            self.close()
            self._database = self._connected("mode=ro&immutable=1")
        self._database.execute("PRAGMA query_only = ON")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, Damaged) as error:
            raise BadScorebook(f"{self.path}: damaged ({Damaged(error)}); give another file") from None

    def _value(self, query: str) -> Any:
        return self._database.execute(query).fetchone()[0]

    def _create(self, facts: dict[str, Any]) -> None:
        """In one transaction, so that a file has either all of it or nothing."""
        if self._value("SELECT count(*) FROM sqlite_master"):
            return
        self._database.execute(f"PRAGMA page_size = {PAGE}")
        self._database.execute("PRAGMA journal_mode = WAL")
        with self._writing():
            if self._value("SELECT count(*) FROM sqlite_master"):
                return  # by another process, just now
            self._database.execute(FACTS)
            self._database.execute(GAMES)
            named = [(name, json.dumps(value)) for name, value in facts.items()]
            self._database.executemany("INSERT INTO facts VALUES (?, ?)", named)
            self._database.execute(f"PRAGMA application_id = {MARK}")
            self._database.execute(f"PRAGMA user_version = {VERSION}")

    def compare(self, facts: dict[str, Any]) -> None:
        """Refuses the facts of another tournament, or of one whose agents have changed since."""
        facts = json.loads(json.dumps(facts))
        for name, value in facts.items():
            if self.facts.get(name) != value:
                raise BadScorebook(
                    f"{self.path} holds another tournament: {self._difference(name, value)}; give another --out"
                )

    def _difference(self, name: str, value: Any) -> str:
        before = self.facts.get(name)
        if name == "players":
            return next(changes(self.facts["agents"], before or [{}] * len(value), value))
        own, given = (Damaged(repr(one)) for one in (before, value))  # of limited length
        return f"its {name} is {own}, not {given}"

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
        with self._writing():
            self._database.executemany(WRITE, [result.row() for result in results])

    def add_sheet(self, sheet: bytes) -> None:
        """The same for results that come as a sheet."""
        if "sheet" not in self._attached():
            self._database.execute("ATTACH ':memory:' AS sheet")
        self._database.deserialize(sheet, name="sheet")
        with self._writing():
            self._database.execute("INSERT OR IGNORE INTO main.games SELECT * FROM sheet.games")

    def _attached(self) -> list[str]:
        return [name for _, name, _ in self._database.execute("PRAGMA database_list")]

    def missing(self, games: int) -> Sequence[int]:
        """The numbers below `games` that have not been played, eight bytes each."""
        checked_count("games", games, 1, rows.MOST_GAMES)
        there = np.zeros(games, np.bool_)
        query = "SELECT number FROM games WHERE number >= 0 AND number < ?"
        with self._reading():
            for (number,) in self._database.execute(query, (games,)):
                there[number] = True
        return array("q", np.flatnonzero(~there).astype(np.int64).tobytes())

    def __len__(self) -> int:
        with self._reading():
            return int(self._value("SELECT count(*) FROM games"))

    def games(self) -> list[dict[str, Any]]:
        """Every game without its replay, in the order of the numbers."""
        if len(self) > rows.MOST_GAMES:
            raise BadScorebook(f"{self.path} holds {len(self):,} games; {rows.MOST_GAMES:,} can be rated, give fewer")
        query = f"SELECT {', '.join(rows.COLUMNS)} FROM games ORDER BY number"
        with self._reading():
            return [rows.read_row(values, self.facts) for values in self._database.execute(query)]

    def replay(self, number: int) -> Replay:
        """The replay of a game; `verify()` plays it back."""
        with self._reading():
            row = self._database.execute("SELECT replay FROM games WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise BadScorebook(f"{self.path} has no game {number}; give one of those it has")
        try:
            text = zlib.decompressobj().decompress(row[0], MAX_BYTES)  # a small blob may unpack to very much
        except (zlib.error, TypeError) as error:
            raise BadScorebook(
                f"{self.path}: the replay of game {number} is damaged ({error}); give another file"
            ) from None
        return Replay.from_json(text, f"{self.path}: game {number}")

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def changes(labels: list[str], before: list[dict[str, Any]], now: list[dict[str, Any]]) -> Iterator[str]:
    """In words, what is not as it was of the agents."""
    for label, old, new in zip(labels, before, now, strict=True):
        flat_old, flat_new = _flat(old), _flat(new)
        for key in sorted(flat_old.keys() | flat_new.keys()):
            if flat_old.get(key) != flat_new.get(key):
                yield f"{label} is not what it was, its {key} was {flat_old.get(key)!r} and is {flat_new.get(key)!r}"


def _flat(facts: dict[str, Any]) -> dict[str, Any]:
    parts = [value.items() if isinstance(value, dict) else [(key, value)] for key, value in facts.items()]
    return {name: value for part in parts for name, value in part}
