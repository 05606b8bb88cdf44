"""Data files to spoil, for tests of `components.load`: a wrong value is refused with the file and the line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from rush_envs.contract import Game
from rush_envs.errors import BadData

Load = Callable[[Path], Any]


def copied(game: Game, tmp_path: Path) -> Path:
    """A copy of a game's data to spoil."""
    return Path(shutil.copytree(game.folder / "data", tmp_path / "data"))


def read(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def write(path: Path, lines: Sequence[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def table_of(path: Path) -> tuple[list[str], list[int]]:
    """The lines of a file, and the places of head and rows among them."""
    lines = read(path)
    return lines, [k for k, text in enumerate(lines) if text.strip() and not text.startswith("#")]


def last_line(path: Path) -> int:
    """The number of the last line that says something."""
    return table_of(path)[1][-1] + 1


def line_of(path: Path, start: str) -> int:
    """The number of the line that starts with these words."""
    return next(k for k, text in enumerate(read(path), 1) if text.startswith(start))


# ------------------------------------------------------------------------------------------------------------------
# Spoiling


def spoil_line(path: Path, start: str, old: str, new: str) -> int:
    """Changes one line of a table, found by its first words; returns its number."""
    lines, number = read(path), line_of(path, start)
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    write(path, lines)
    return number


def spoil_cell(path: Path, row: int, column: str, value: str) -> int:
    """Changes one cell of a table; returns the number of its line."""
    lines, places = table_of(path)
    columns = [cell.strip() for cell in lines[places[0]].split("|")]
    cells = [cell.strip() for cell in lines[places[1 + row]].split("|")]
    assert cells[columns.index(column)] != value
    cells[columns.index(column)] = value
    lines[places[1 + row]] = " | ".join(cells)
    write(path, lines)
    return places[1 + row] + 1


def surround(path: Path) -> None:
    """Puts comments and blank lines around what a file says."""
    path.write_text("# mine\n\n" + path.read_text("utf-8") + "\n\n# end\n", encoding="utf-8")


# ------------------------------------------------------------------------------------------------------------------
# What must follow


def refused(load: Load, folder: Path, name: str, says: str = "") -> int:
    """The data is refused with this file and, somewhere in the message, these words; returns the line."""
    with pytest.raises(BadData, match=rf"^{re.escape(name)}, line \d+: .*{re.escape(says)}") as caught:
        load(folder)
    return int(re.findall(r"line (\d+)", str(caught.value))[0])


def refused_when_missing_or_empty(load: Load, folder: Path, name: str) -> None:
    """A file that is empty is named with its first line, one that is not there by its name."""
    (folder / name).write_text("")
    assert refused(load, folder, name) == 1
    (folder / name).unlink()
    with pytest.raises(BadData, match=f"^{re.escape(name)}: the file is missing"):
        load(folder)


def refused_without_or_with_a_row_more(load: Load, folder: Path, name: str, start: str, says: str = "") -> None:
    """The row that starts with these words is left out, or stands twice."""
    lines = read(folder / name)
    row = lines[line_of(folder / name, start) - 1]
    for changed in ([line for line in lines if line != row], [*lines, row]):
        write(folder / name, changed)
        refused(load, folder, name, says)
