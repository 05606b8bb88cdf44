"""The data files of Coffee Rush: a wrong value is refused with the file and the line, never played with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import rush_envs
from games import data_files
from games.coffee_rush import positions as box
from games.coffee_rush.positions import GAME
from games.data_files import (
    copied,
    line_of,
    refused_when_missing_or_empty,
    refused_without_or_with_a_row_more,
    spoil_line,
)
from rush_envs.games.coffee_rush import components

FILES = ("tokens.txt", "board.txt", "orders.txt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data to spoil."""
    return copied(GAME, tmp_path)


refused = partial(data_files.refused, components.load)


def test_an_untouched_copy_is_the_box(folder: Path) -> None:
    found = components.load(folder)
    assert "".join(found.letters[kind] for kind in found.board) == box.BOARD
    assert found.tokens.tolist() == list(box.TOKENS)
    assert found.rush_tokens == box.RUSH_TOKENS
    assert [found.letters[kind] for kind in np.flatnonzero(found.special_kind)] == list("WTHA")
    rows = zip(found.recipe_names, found.recipes, found.copies, found.special, strict=True)
    assert [box.Recipe(name, box.letters_of(row), int(n), bool(s)) for name, row, n, s in rows] == [
        recipe._replace(letters="".join(sorted(recipe.letters, key=box.LETTERS.index))) for recipe in box.RECIPES
    ]
    assert np.flatnonzero(found.beginner).tolist() == [0, 1], "Espresso and Ristretto"


def test_other_values_in_range_are_taken(folder: Path) -> None:
    """Owners of the box may write down their own cards."""
    spoil_line(folder / "orders.txt", "Americano", "CWS", "HHH")
    spoil_line(folder / "tokens.txt", "coffee", "18", "17")
    found = components.load(folder)
    assert box.letters_of(found.recipes[2]) == "HHH"
    assert found.tokens[0] == 17


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_empty_file_is_named(folder: Path, name: str) -> None:
    refused_when_missing_or_empty(components.load, folder, name)


@pytest.mark.parametrize(("name", "start", "old", "new"), [
    # the table itself
    ("tokens.txt", "token ", "count", "number"),
    ("board.txt", "west ", "mid west", "middle"),
    ("orders.txt", "name ", "special", "ribbon"),
    ("orders.txt", "name ", "| source", "| source | remark"),
    ("orders.txt", "Macchiato", "| reconstruction", "| reconstruction | tasty"),
    ("orders.txt", "Macchiato", "| reconstruction", ""),
    # where a value comes from
    ("tokens.txt", "milk", "given", "guessed"),
    ("board.txt", "tea", "found", ""),
    ("orders.txt", "Green Tea", "reconstruction", "Reconstruction"),
    # tokens
    ("tokens.txt", "steam", "steam", "cream"),
    ("tokens.txt", "water", "W ", "WA"),
    ("tokens.txt", "coffee", "18", "19"),
    ("tokens.txt", "tea", "12", "-1"),
    ("tokens.txt", "tea", "12", "1.5"),
    ("tokens.txt", "rush", "15", "16"),
    ("tokens.txt", "caramel", "yes", "y"),
    # board
    ("board.txt", "coffee", "milk", "cream"),
    ("board.txt", "milk", "steam", "Steam"),
    # orders
    ("orders.txt", "Hot Chocolate", "HMS", "HMX"),
    ("orders.txt", "Hot Chocolate", "HMS", "hms"),
    ("orders.txt", "Hot Chocolate", "HMS", "   "),
    ("orders.txt", "Hot Chocolate", "HMS", "HMR"),
    ("orders.txt", "Dirty Chai", "CTMS", "SMHC"),
    ("orders.txt", "Ristretto", "Ristretto", "Espresso "),
    ("orders.txt", "Iced Tea", "4", "0"),
    ("orders.txt", "Iced Tea", "4", "81"),
    ("orders.txt", "Iced Tea", "4", "four"),
    ("orders.txt", "Mocha Frapp", "yes", "no"),
    ("orders.txt", "Espresso", "yes", "no"),
])  # fmt: skip
def test_a_wrong_value_is_refused_with_file_and_line(folder: Path, name: str, start: str, old: str, new: str) -> None:
    line = spoil_line(folder / name, start, old, new)
    assert refused(folder, name) == line


@pytest.mark.parametrize(("name", "start", "old", "new", "says"), [
    ("orders.txt", "Iced Tea", "4", "3", "79; they must be 80, since the manual counts so many"),
    ("orders.txt", "Iced Tea", "4", "5", "81; they must be 80, since the manual counts so many"),
    ("orders.txt", "Ristretto", "yes", "   ", "2; they must be 4, as the manual says"),
    ("orders.txt", "Americano", "|         |          |", "|         | yes      |", "8; they must be 4"),
    ("board.txt", "tea", "tea", "ice", "tea"),  # no cell gives tea
    ("tokens.txt", "ice", "I ", "M ", "letter"),  # two kinds with one letter
])  # fmt: skip
def test_a_wrong_whole_is_refused(folder: Path, name: str, start: str, old: str, new: str, says: str) -> None:
    spoil_line(folder / name, start, old, new)
    refused(folder, name, says)


@pytest.mark.parametrize(("name", "start"), [("tokens.txt", "rush"), ("board.txt", "tea"), ("orders.txt", "Espresso")])
def test_a_missing_or_surplus_row_is_refused(folder: Path, name: str, start: str) -> None:
    refused_without_or_with_a_row_more(components.load, folder, name, start)


def write_own_box(folder: Path) -> None:
    """A recipe less, three more, and one of seven copies: 23 recipes of 80 cards."""
    path = folder / "orders.txt"
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("Iced Tea")]
    own = ["Lungo | CW | 1 | | | given", "Babyccino | MH | 1 | | | given", "Affogato | CII | 2 | yes | | given"]
    path.write_text("\n".join([*lines, *own]) + "\n", encoding="utf-8")
    spoil_line(path, "Green Tea", "4", "7")
    spoil_line(path, "Dirty Chai", "4", "1")


def test_cr_2_3_a_box_has_as_many_recipes_and_copies_as_it_has(folder: Path) -> None:
    write_own_box(folder)
    found = components.load(folder)
    assert len(found.recipe_names) == len(found.recipes) == len(found.copies) == 23
    assert found.copies.sum() == 80
    assert found.copies.max() == 7
    assert found.copies[found.recipe_names.index("Dirty Chai")] == 1


PLAY_OWN_BOX = """
import numpy as np, rush_envs, rush_agents
from rush_envs.games.coffee_rush import components
assert components.RECIPES == 23 and components.MAX_COPIES == 7
batch = rush_envs.make_batch("coffee_rush", 2, seed=1, num_players=3)
batch.reset()
greedy = rush_agents.load("greedy", "coffee_rush")
assert batch.states["orders"].shape == (2, 4, 4, 23)
while batch.states["ply"].max() < 45:
    batch.step(greedy.act(batch.view(rng=np.random.default_rng(0))))
    assert not batch.broken_invariants().any()
    assert (batch.features <= batch.game.observation.maxima).all()
assert batch.states["completed"].sum() > 0
batch.game.draw(batch.states[:1], 0).to_ansi()
print("played")
"""


def test_cr_2_3_an_own_box_is_played_with(tmp_path: Path) -> None:
    """What an owner does: other values in the files, and nothing else."""
    shutil.copytree(Path(rush_envs.__file__).parent, tmp_path / "rush_envs")
    write_own_box(tmp_path / "rush_envs" / "games" / "coffee_rush" / "data")
    own = {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PLAY_OWN_BOX], env=os.environ | own, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "played\n", done.stderr


@pytest.mark.parametrize(("name", "start"), [("tokens.txt", "milk"), ("board.txt", "tea"), ("orders.txt", "Caff")])
def test_text_that_is_not_utf_8_is_refused(folder: Path, name: str, start: str) -> None:
    path = folder / name
    line = line_of(path, start)
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = lines[line - 1].replace(start.encode(), start.encode() + b"\xe8")
    path.write_bytes(b"\n".join(lines))
    assert refused(folder, name, "not UTF-8") == line


def test_comments_and_blank_lines_do_not_count_as_rows(folder: Path) -> None:
    path = folder / "board.txt"
    spoil_line(path, "tea", "tea", "\n# the third row\ntea")
    path.write_text("# mine\n\n" + path.read_text("utf-8"), encoding="utf-8")
    assert np.array_equal(components.load(folder).board, components.BOX.board)
