"""What a file of results may hold: types, lengths and ranges, checked before anything is computed from them."""

from __future__ import annotations

import sqlite3
from typing import Annotated, Any

from pydantic import ConfigDict, Field, Json, JsonValue, with_config
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from ..storage import reading
from ..storage.reading import Damaged, Facts

MOST_GAMES = 1_000_000  # of a tournament: all of them are rated at once, in memory
MOST_AGENTS = 100  # every pair of them is rated
LARGEST = 8 << 20  # bytes of one value; a replay has 4 MB at most before it is packed
LONGEST_NAME = 900  # characters of an agent's name
LONGEST = 1000  # of any word: a name with a number, a fault

Name = Annotated[str, Field(max_length=LONGEST)]
Number = Annotated[int, Field(ge=0, lt=MOST_GAMES)]
Names = Annotated[list[Name], Field(min_length=1, max_length=64)]
Points = Annotated[int, Field(ge=-(1 << 15), lt=1 << 15)]


class BookFacts(Facts):
    """The facts that ratings and reports are made of; a tournament may keep others."""

    model_config = ConfigDict(extra="allow")

    game: Name
    data: Name
    config: dict[str, JsonValue]
    agents: Annotated[list[Name], Field(min_length=1, max_length=MOST_AGENTS)]
    format: Name
    seed: Annotated[int, Field(ge=0, lt=1 << 64)]
    seats: Names
    roles: Names
    sides: Annotated[list[Annotated[int, Field(ge=0, lt=64)]], Field(min_length=1, max_length=64)]
    round_size: Annotated[int, Field(ge=1, lt=1 << 62)]
    block_size: Annotated[int, Field(ge=1, lt=1 << 62)]


@with_config(ConfigDict(strict=True))
class GameRow(TypedDict):
    """One game without its replay, as the database has it."""

    number: Number
    round: Number
    seed: Annotated[str, Field(pattern="^[0-9]{1,20}$")]
    agents: Json[list[Annotated[int, Field(ge=0, lt=MOST_AGENTS)]]]
    scores: Json[list[Points]]
    outcome: Json[list[Annotated[int, Field(ge=-1, le=1)]]]
    length: Annotated[int, Field(ge=0, lt=1 << 31)]
    truncated: Annotated[int, Field(ge=0, le=1)]
    fault_seat: Annotated[int, Field(ge=0)] | None
    fault: Name | None


COLUMNS = tuple(GameRow.__annotations__)


def check_tables(database: sqlite3.Connection) -> None:
    """Two plain tables and nothing else: a view, a trigger or a computed column could run for ever."""
    found = database.execute("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    if found.fetchall() != [("table", "facts"), ("table", "games")]:
        raise Damaged("has other tables than results have")
    for table, columns in (("facts", ("name", "value")), ("games", (*COLUMNS, "replay"))):
        facts = database.execute(f"PRAGMA table_xinfo({table})").fetchall()
        if [(name, hidden) for _, name, *_, hidden in facts] != [(name, 0) for name in columns]:
            raise Damaged(f"has other columns in {table} than results have")


def read_facts(database: sqlite3.Connection) -> dict[str, Any]:
    """By name."""
    facts = {}
    for name, value in database.execute("SELECT name, value FROM facts LIMIT 100"):
        if not isinstance(name, str) or not isinstance(value, str):
            raise Damaged("facts are not in words")
        facts[name] = reading.any_json(value)
    found = reading.checked(facts, BookFacts)
    sides = found.sides
    if not len(found.seats) == len(found.roles) == len(sides) or set(sides) != set(range(max(sides) + 1)):
        raise Damaged("facts: seats, roles and sides do not go together")
    return facts


def read_row(values: tuple[Any, ...], facts: dict[str, Any]) -> dict[str, Any]:
    """One game of the tournament with these facts."""
    row: dict[str, Any] = dict(reading.checked(dict(zip(COLUMNS, values, strict=True)), GameRow))
    seats = len(facts["seats"])
    if not len(row["agents"]) == len(row["scores"]) == len(row["outcome"]) == seats:
        raise Damaged(f"game {row['number']}: agents, scores or outcome are not as many as the {seats} seats")
    if max(row["agents"]) >= len(facts["agents"]):
        raise Damaged(f"game {row['number']}: there is no agent {max(row['agents'])}")
    if row["fault_seat"] is not None and (row["fault"] is None or row["fault_seat"] >= seats):
        raise Damaged(f"game {row['number']}: a fault without words, or nobody's")
    row["seed"] = int(row["seed"])
    if row["seed"] >> 64:
        raise Damaged(f"game {row['number']}: the seed has more than 64 bits")
    return row | {"truncated": bool(row["truncated"])}
