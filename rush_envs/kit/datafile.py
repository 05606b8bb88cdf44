"""Readable data files of the games: tables of `|`-separated columns, where every error names file and line.

    # a comment
    name     | copies | source
    Espresso | 2      | reconstruction

Every table ends with a `source` column: where the value comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from rush_envs.errors import BadData

SOURCES = ("given", "deduced", "found", "reconstruction")


class Row:
    """One line of a table: cells by column name, and how to complain about them."""

    def __init__(self, path: Path, line: int, cells: dict[str, str]) -> None:
        self.path = path
        self.line = line
        self.cells = cells

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def fail(self, message: str) -> NoReturn:
        raise BadData(f"{self.path.name}, line {self.line}: {message}")

    def number(self, column: str, low: int, high: int) -> int:
        """A whole number within its range."""
        text = self.cells[column]
        if not text.isdecimal() or not low <= int(text) <= high:
            self.fail(f"{column} is {text!r}; give a whole number from {low} to {high}")
        return int(text)

    def choice(self, column: str, known: Sequence[str]) -> int:
        """The place of a word in the list of known ones."""
        text = self.cells[column]
        if text not in known:
            self.fail(f"{column} is {text!r}; give one of {', '.join(known)}")
        return list(known).index(text)

    def flag(self, column: str) -> bool:
        """`yes` or nothing."""
        return self.choice(column, ("", "yes")) == 1


def read_table(path: Path, columns: Sequence[str], rows: int | None = None) -> list[Row]:
    """The rows of a table with exactly these columns (and `source`), as many as `rows` says if it is given."""
    expected = [*columns, "source"]
    found: list[Row] = []
    headed = False
    for line, text in enumerate(read_lines(path), start=1):
        if not text.strip() or text.startswith("#"):
            continue
        cells = [cell.strip() for cell in text.split("|")]
        row = Row(path, line, dict(zip(expected, cells, strict=False)))
        if not headed:
            if cells != expected:
                row.fail(f"the columns are {' | '.join(cells)}; they must be {' | '.join(expected)}")
            headed = True
            continue
        if len(cells) != len(expected):
            row.fail(f"{len(cells)} columns; there must be {len(expected)}: {' | '.join(expected)}")
        row.choice("source", SOURCES)
        found.append(row)
    if rows is not None and len(found) != rows:
        last = found[-1].line if found else 1
        raise BadData(f"{path.name}, line {last}: the table has {len(found)} rows; there must be {rows}")
    return found


def read_lines(path: Path) -> list[str]:
    """The lines of a data file that is no table: a map, a drawing."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise BadData(f"{path.name}: the file is missing from {path.parent}") from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise BadData(f"{path.name}, line {line}: not UTF-8 text") from None
