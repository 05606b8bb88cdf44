"""The data files of Curse of the Mummy (CM-2.6): a wrong value is refused with the file and the line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from games import data_files
from games.curse_of_the_mummy.oracle import CARD_COLOURS, CARD_NAMES, MAZE, NB, PRISON, START, TREASURES
from games.curse_of_the_mummy.positions import GAME, MUMMY_DIE
from games.data_files import (
    copied,
    read,
    refused_when_missing_or_empty,
    refused_without_or_with_a_row_more,
    spoil_line,
    surround,
    write,
)
from rush_envs.games.curse_of_the_mummy import components

ROOT = Path(__file__).parents[3]
FILES = ("maze.txt", "dice.txt", "treasures.txt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data to spoil."""
    return copied(GAME, tmp_path)


refused = partial(data_files.refused, components.load)


def draw(folder: Path, *changes: tuple[int, int, str]) -> list[int]:
    """Writes text into the drawing at (line, position), counted from 0; returns the lines' numbers in the file."""
    path = folder / "maze.txt"
    lines = read(path)
    first = lines.index(MAZE[0])
    for row, position, text in changes:
        line = lines[first + row].ljust(position)
        lines[first + row] = line[:position] + text + line[position + len(text) :]
    write(path, lines)
    return [first + row + 1 for row, _, _ in changes]


def wall(row: int, column: int, side: str, mark: str) -> tuple[int, int, str]:
    """The change of a wall of a cell: north, south, west or east of it."""
    if side in ("north", "south"):
        return 2 * row + (0 if side == "north" else 2), 3 * column + 1, mark * 2
    return 2 * row + 1, 3 * (column + (side == "east")), mark


def place(row: int, column: int, name: str) -> tuple[int, int, str]:
    """The change of what stands on a cell."""
    return 2 * row + 1, 3 * column + 1, name.rjust(2)


# ------------------------------------------------------------------------------------------------------------------
# The box as it is


def test_an_untouched_copy_is_the_box(folder: Path) -> None:
    found = components.load(folder)
    assert [[None if k < 0 else int(k) for k in ways] for ways in found.maze.opening] == NB
    assert (found.maze.start, found.maze.prison) == (START, PRISON) == (87, 91)
    assert {int(cell): card for card, cell in enumerate(found.maze.treasure)} == TREASURES
    assert found.mummy_die == MUMMY_DIE
    assert found.colour.tolist() == CARD_COLOURS
    assert found.card_names[0] == "red scarab"
    assert len(set(found.card_names)) == len(CARD_NAMES) == 23


def test_other_values_in_range_are_taken(folder: Path) -> None:
    """Owners of the box may write down their own die, names and maze."""
    spoil_line(folder / "dice.txt", "mummy", "| 4 ", "| 6 ")
    spoil_line(folder / "treasures.txt", "R2", "falcon", "hippo ")
    draw(folder, place(8, 0, "."), place(8, 1, "G2"), wall(6, 8, "east", " "))
    found = components.load(folder)
    assert found.mummy_die == (1, 2, 2, 3, 3, 6)
    assert found.card_names[1] == "red hippo"
    assert found.maze.treasure[16] == 81
    assert (found.maze.opening[54, 1], found.maze.opening[55, 3]) == (55, 54)


def test_the_mummys_die_is_the_default_of_the_option() -> None:
    assert GAME.config.of(GAME.name, {}).options()["mummy_die"] == components.BOX.mummy_die


# ------------------------------------------------------------------------------------------------------------------
# CM-2.6 The maze


def test_cm_2_6_a_sealed_cell(folder: Path) -> None:
    (line,) = draw(folder, wall(8, 0, "east", "|"))
    assert refused(folder, "maze.txt", "80") == line


def test_cm_2_6_a_sealed_region(folder: Path) -> None:
    """The east wing (78, 79, 95 to 98, 62): only reached through 61–62 and 77–95."""
    draw(folder, wall(6, 15, "east", "|"), wall(7, 15, "south", "-"))
    refused(folder, "maze.txt", "sealed")


def test_cm_2_6_connected_only_through_start_or_prison(folder: Path) -> None:
    """92 to 94 and more hang on the prison alone: not connected without it."""
    draw(folder, wall(8, 13, "north", "-"), wall(8, 14, "north", "-"))
    refused(folder, "maze.txt", "sealed")


def test_cm_2_6_a_missing_treasure(folder: Path) -> None:
    draw(folder, place(5, 4, "."))
    refused(folder, "maze.txt", "R1")


@pytest.mark.parametrize("name", ["St", "Pr"])
def test_cm_2_6_start_and_prison_must_be_there(folder: Path, name: str) -> None:
    draw(folder, place(8, 7 if name == "St" else 11, "."))
    refused(folder, "maze.txt", name)


@pytest.mark.parametrize("name", ["R1", "Y4", "St", "Pr"])
def test_cm_2_6_something_twice(folder: Path, name: str) -> None:
    lines = draw(folder, place(3, 5, name))
    where = {"R1": 5, "Y4": 8, "St": 8, "Pr": 8}[name]
    assert refused(folder, "maze.txt", name) == lines[0] + 2 * (where - 3)


@pytest.mark.parametrize("name", ["R6", "G5", "X1", "..", "r1", "st", "?", ""])
def test_cm_2_6_an_unknown_symbol(folder: Path, name: str) -> None:
    (line,) = draw(folder, place(4, 4, name))
    assert refused(folder, "maze.txt") == line


def test_cm_2_6_a_prison_with_one_opening(folder: Path) -> None:
    draw(folder, wall(8, 11, "north", "-"))
    assert refused(folder, "maze.txt", "prison") == draw(folder, place(8, 11, "Pr"))[0]


def test_cm_2_6_a_prison_with_three_openings(folder: Path) -> None:
    (line,) = draw(folder, wall(8, 11, "west", " "))
    assert refused(folder, "maze.txt", "prison") == line


def test_cm_2_6_a_start_without_opening(folder: Path) -> None:
    draw(folder, wall(8, 7, "north", "-"), wall(8, 7, "west", "|"))
    refused(folder, "maze.txt", "start")


@pytest.mark.parametrize(("row", "column", "side"), [
    (0, 8, "north"), (0, 8, "west"), (4, 4, "west"), (4, 14, "east"), (8, 9, "south"), (8, 18, "east"), (3, 5, "north"),
])  # fmt: skip
def test_cm_2_6_open_to_the_outside(folder: Path, row: int, column: int, side: str) -> None:
    draw(folder, wall(row, column, side, " "))
    refused(folder, "maze.txt", "outside")


@pytest.mark.parametrize("mark", [" -", "- ", "+-", "||", "=="])
def test_cm_2_6_half_a_wall(folder: Path, mark: str) -> None:
    """A mark that is neither a wall nor a gap would be an opening on one side only."""
    row, column, _ = wall(5, 3, "south", "-")
    (line,) = draw(folder, (row, column, mark))
    assert abs(refused(folder, "maze.txt") - line) <= 1


@pytest.mark.parametrize("mark", ["-", "+", "I", "."])
def test_cm_2_6_a_mark_that_is_no_wall(folder: Path, mark: str) -> None:
    (line,) = draw(folder, wall(4, 6, "west", mark))
    assert refused(folder, "maze.txt") == line


@pytest.mark.parametrize("change", ["one less", "one more", "no row"])
def test_cm_2_6_a_wrong_number_of_lines(folder: Path, change: str) -> None:
    path = folder / "maze.txt"
    lines = read(path)
    first = lines.index(MAZE[0])
    if change == "one more":
        lines.insert(first + 5, lines[first + 5])
    else:
        del lines[first + 5 : first + 6 if change == "one less" else None]
        del lines[first + 1 : first + (1 if change == "one less" else 5)]
    write(path, lines)
    refused(folder, "maze.txt", "lines")


def test_cm_2_6_a_row_left_out(folder: Path) -> None:
    lines = read(folder / "maze.txt")
    first = lines.index(MAZE[0])
    write(folder / "maze.txt", lines[: first + 5] + lines[first + 7 :])
    refused(folder, "maze.txt", "outside")


# ------------------------------------------------------------------------------------------------------------------
# CM-2.4 A maze of another shape


def rectangle(rows: int, columns: int) -> list[str]:
    """An open field of cells with all treasures, start and prison in its first ones; walls keep the prison to two."""
    names = ["St", ".", "Pr", *CARD_NAMES]
    between = ["  "] * columns
    lines = ["+--" * columns + "+"]
    for row in range(rows):
        here = [(names + ["."] * rows * columns)[row * columns + column].rjust(2) for column in range(columns)]
        lines += ["|" + " ".join(here) + "|", "+" + "+".join(between) + "+"]
    lines[1] = lines[1].replace("Pr ", "Pr|")
    lines[-1] = lines[0]
    return lines


def test_cm_2_4_a_maze_of_another_shape(folder: Path) -> None:
    write(folder / "maze.txt", rectangle(5, 8))
    maze = components.load(folder).maze
    assert maze.cells == tuple((row, column) for row in range(5) for column in range(8))
    assert (maze.start, maze.prison, maze.treasure.tolist()) == (0, 2, list(range(3, 26)))
    assert maze.opening[9].tolist() == [1, 10, 17, 8]
    assert maze.opening[2].tolist() == [-1, -1, 10, 1]
    assert maze.opening[39].tolist() == [31, -1, -1, 38]


def test_cm_2_4_cells_may_be_missing_inside(folder: Path) -> None:
    """A block of stone: no symbol, and walls around it."""
    lines = rectangle(5, 8)
    lines[8], lines[10] = lines[8][:13] + "--" + lines[8][15:], lines[10][:13] + "--" + lines[10][15:]
    lines[9] = lines[9][:12] + "|  |" + lines[9][16:]
    write(folder / "maze.txt", lines)
    maze = components.load(folder).maze
    assert len(maze.cells) == 39
    assert (4, 4) not in maze.cells
    assert maze.opening[maze.cells.index((4, 5)), 3] == -1


def test_cm_2_4_as_many_cells_as_a_set_has_room_for(folder: Path) -> None:
    write(folder / "maze.txt", rectangle(4, 31))
    assert len(components.load(folder).maze.cells) == 124
    write(folder / "maze.txt", rectangle(5, 25))
    refused(folder, "maze.txt", "125 cells")


OWN_BOX = """
import numpy as np, rush_agents, rush_envs
game = rush_envs.game("curse_of_the_mummy")
for players, name in ((2, "random"), (4, "greedy")):
    batch = rush_envs.make_batch(game.name, 2, seed=players, num_players=players, max_rounds=10, autoreset=False)
    agent = rush_agents.load(name, game, seed=1)
    batch.reset()
    while (rows := np.flatnonzero(batch.seat >= 0)).size:
        assert not batch.broken_invariants().any()
        batch.step(agent.act(batch.view(rows)), rows)
    for viewer in (None, 0, 1):
        assert "mummy" in game.draw(batch.states[:1], viewer).to_ansi()
print(game.actions.size, game.observation.slices["mummy"].stop - game.observation.slices["mummy"].start)
"""


@pytest.mark.long
def test_cm_2_4_games_are_played_in_a_maze_of_another_shape(tmp_path: Path) -> None:
    """Actions, sets, features, drawings and rules of thumb follow the drawing: four rows of thirty-one cells."""
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "rush_envs", tmp_path / "rush_envs", ignore=skip)
    shutil.copytree(ROOT / "agents", tmp_path / "rush_agents", ignore=skip)
    write(tmp_path / "rush_envs/games/curse_of_the_mummy/data/maze.txt", rectangle(4, 31))
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", OWN_BOX], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["139", "124"]


def test_comments_and_blank_lines_do_not_count(folder: Path) -> None:
    surround(folder / "maze.txt")
    assert (components.load(folder).maze.opening == components.BOX.maze.opening).all()


# ------------------------------------------------------------------------------------------------------------------
# The tables


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_empty_file_is_named(folder: Path, name: str) -> None:
    refused_when_missing_or_empty(components.load, folder, name)


@pytest.mark.parametrize(("name", "start", "old", "new"), [
    # the table itself
    ("dice.txt", "die ", "face 1", "face a"),
    ("treasures.txt", "card ", "colour", "color "),
    ("treasures.txt", "R3", "| reconstruction", "| reconstruction | nice"),
    ("treasures.txt", "R3", "reconstruction", "guessed"),
    ("dice.txt", "mummy", "reconstruction", "dreamt"),
    # cards of the wrong colour or name
    ("treasures.txt", "R3", "red ", "blue"),
    ("treasures.txt", "G4", "green ", "yellow"),
    ("treasures.txt", "B1", "blue ", "pink "),
    ("treasures.txt", "B1", "B1", "B6"),
    ("treasures.txt", "Y4", "Y4", "Y3"),
    ("treasures.txt", "W2", "feather", "       "),
    ("treasures.txt", "W5", "key", "cat"),
    # dice
    ("dice.txt", "mummy", "| 4 ", "| 7 "),
    ("dice.txt", "mummy", "| 1 ", "| 0 "),
    ("dice.txt", "mummy", "| 1 ", "| x "),
    ("dice.txt", "explorer", "arrow", "mummy"),
    ("dice.txt", "explorer", "| 4 ", "| 5 "),
    ("dice.txt", "explorer", "arrow", "Arrow"),
    ("dice.txt", "explorer", "explorer", "hero    "),
])  # fmt: skip
def test_a_wrong_value_is_refused_with_file_and_line(folder: Path, name: str, start: str, old: str, new: str) -> None:
    line = spoil_line(folder / name, start, old, new)
    found = refused(folder, name)
    assert found == line or (new.strip() == "cat" and found < line)


@pytest.mark.parametrize(("name", "start"), [
    ("treasures.txt", "R5"), ("treasures.txt", "G1"), ("dice.txt", "mummy"), ("dice.txt", "explorer"),
])  # fmt: skip
def test_a_missing_or_surplus_row_is_refused(folder: Path, name: str, start: str) -> None:
    refused_without_or_with_a_row_more(components.load, folder, name, start)


def test_cm_2_3_the_numbers_of_cards_are_the_manuals(folder: Path) -> None:
    refused_without_or_with_a_row_more(components.load, folder, "treasures.txt", "R5", "the manual counts")


def test_wrong_numbers_of_cards_of_a_colour(folder: Path) -> None:
    """Six red and four blue cards, although there are 23."""
    line = spoil_line(folder / "treasures.txt", "B1", "B1   | blue ", "R6   | red  ")
    assert refused(folder, "treasures.txt") == line
