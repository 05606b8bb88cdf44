"""Results on their way to the scorebook: a sheet is a small database of finished games, its rows as the book will have
them, made where they were played. What is left to whoever collects sheets is to copy rows."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

GAMES = """
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
WRITE = f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * 11)})"


@dataclass(frozen=True)
class Result:
    """How one game went. Agents are numbers, by seat."""

    number: int
    round: int
    seed: int
    agents: list[int]
    scores: list[int]
    outcome: list[int]  # +1 won, -1 lost, 0 none, by seat
    length: int  # answers
    truncated: bool
    fault_seat: int | None  # who lost by crashing, hanging or playing illegally
    fault: str | None  # and how
    replay: str  # JSON; of a game with a fault, what was played before

    def row(self) -> tuple[Any, ...]:
        """As the table has it."""
        return (
            self.number, self.round, str(self.seed), json.dumps(self.agents), json.dumps(self.scores),
            json.dumps(self.outcome), self.length, self.truncated, self.fault_seat, self.fault,
            zlib.compress(self.replay.encode()),
        )  # fmt: skip


def sheet_of(results: Sequence[Result]) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(GAMES)
        with database:
            database.executemany(WRITE, [result.row() for result in results])
        return database.serialize()
