"""The data files of Silver & Gold Pyramids (SG-2.1, SG-2.2, SG-2.5): a wrong value is refused with file and line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from by_hand import elements
from silver_gold_pyramids_oracle import AWARDS, CARDS, EXPEDITION_CARDS, PATTERNS, SKULL_VALUES
from silver_gold_pyramids_positions import GAME

from rush_envs.errors import BadData
from rush_envs.games.silver_gold_pyramids import components

FILES = ("cards.txt", "patterns.txt", "score_card.txt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data to spoil."""
    return Path(shutil.copytree(GAME.folder / "data", tmp_path / "data"))


def spoil(path: Path, start: str, old: str, new: str) -> int:
    """Changes one line of a table, found by its first words; returns its number."""
    lines = path.read_text("utf-8").splitlines()
    number = next(k for k, text in enumerate(lines, 1) if text.startswith(start))
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return number


def redraw(folder: Path, number: int, drawing: str) -> int:
    """Gives a card other rows; returns its line."""
    path = folder / "cards.txt"
    lines = path.read_text("utf-8").splitlines()
    line = next(k for k, text in enumerate(lines, 1) if text.startswith(f"{number:02d} "))
    first, colour, *_rows, source = lines[line - 1].split("|")
    lines[line - 1] = " | ".join([first, colour, *drawing.split(), source])
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return line


def refused(folder: Path, name: str, says: str = "") -> int:
    """The data is refused with this file; returns the line."""
    with pytest.raises(BadData, match=rf"^{re.escape(name)}, line \d+: .*{says}") as caught:
        components.load(folder)
    return int(re.findall(r"line (\d+)", str(caught.value))[0])


# ------------------------------------------------------------------------------------------------------------------
# The box as it is


def test_an_untouched_copy_is_the_box(folder: Path) -> None:
    found = components.load(folder)
    for number, card in CARDS.items():
        assert found.colour[number - 1] == card.colour
        for place, sign in enumerate("#ETxrgfsp"):
            assert elements(found.cells[number - 1, place]) == {k for k in range(25) if card.grid[k] == sign}
    assert [sorted(shape) for shape in found.shapes] == [sorted(pattern) for pattern in PATTERNS]
    assert found.copies.tolist() == [EXPEDITION_CARDS.count(pattern) for pattern in range(6)]
    worth = found.score_card
    assert (worth.pyramid, worth.torch, worth.pair, worth.gem) == (10, 5, 5, 1)
    assert worth.awards.tolist() == AWARDS
    assert worth.skulls.tolist() == [0, *SKULL_VALUES]


def test_other_values_in_range_are_taken(folder: Path) -> None:
    """Owners of the box may write down their own cards; entrance and tomb need not be in corners (SG-2.1)."""
    redraw(folder, 8, "#.E.. .#... ..s.. x...p ..T.f")
    spoil(folder / "score_card.txt", "skulls", "13 16 20", "12 15 18")
    spoil(folder / "patterns.txt", "S4", "01 02 10 11", "00 01 02 11")
    spoil(folder / "patterns.txt", "I2", "| 1 ", "| 2 ")
    spoil(folder / "patterns.txt", "V3", "| 2 ", "| 1 ")
    found = components.load(folder)
    assert [elements(cells) for cells in found.cells[7, :4]] == [{0, 6}, {2}, {22}, {15}]
    assert found.score_card.skulls.tolist()[-3:] == [12, 15, 18]
    assert found.shapes[5] == ((0, 0), (0, 1), (0, 2), (1, 1))
    assert found.copies.tolist() == [2, 2, 1, 1, 1, 1]


def test_comments_and_blank_lines_do_not_count(folder: Path) -> None:
    for name in FILES:
        path = folder / name
        path.write_text("# mine\n\n" + path.read_text("utf-8") + "\n# end\n", encoding="utf-8")
    assert (components.load(folder).cells == components.BOX.cells).all()


# ------------------------------------------------------------------------------------------------------------------
# SG-2.1 Cards


@pytest.mark.parametrize(("drawing", "says"), [
    ("E.... ..... ##### ..... ....T", "no path leads from the entrance to the tomb"),  # cut in two
    ("E#... .#... ##... ..... ....T", "no path leads from the entrance"),
    ("E.... ..... ..... ...## ...#T", "no path leads from the entrance to the tomb"),
    ("E.... .#... #.#.. .#... ....T", "r2c1"),  # a cell walled in
    ("E..#. ...## ..... ..... ....T", "r0c4"),
    ("..#.. .E... ..... ..... ....T", "exactly one entrance"),
    ("E.... ..... ..... ....T .....", "exactly one tomb"),
    ("E...E ..... ..... ..... ....T", "exactly one entrance"),  # two entrances
    ("E.... ....E ..... ..... ....T", "exactly one entrance"),
    ("..... ..... ..... ..... ....T", "exactly one entrance"),
    ("E.... ..... ..... ..... T...T", "exactly one tomb"),
    ("E.... ..... ..... ..... .....", "exactly one tomb"),
    ("E.... ..z.. ..... ..... ....T", "symbol 'z' in row 1"),
    ("E.... ..... ..... ..X.. ....T", "symbol 'X' in row 3"),
    ("e.... ..... ..... ..... ....T", "symbol 'e' in row 0"),
    ("E.... ..... ....  ..... ....T", "row 2 is '....'"),
    ("E.... ..... ..... ...... ....T", "row 3 is '......'"),
])  # fmt: skip
def test_sg_2_1_a_wrong_grid(folder: Path, drawing: str, says: str) -> None:
    line = redraw(folder, 20, drawing)
    assert refused(folder, "cards.txt", re.escape(says)) == line


@pytest.mark.parametrize(("start", "old", "new", "says"), [
    ("07", "07", "08", "number 8"), ("07", "07", "00", "number"), ("07", "07", "49", "number"),
    ("07", "07", "xx", "number"), ("07", "07", "  ", "number"), ("07", "green ", "yellow", "colour"),
    ("07", "green ", "Green ", "colour"), ("07", "reconstruction", "guessed", "source"),
    ("07", "| reconstruction", "| reconstruction | nice", "columns"), ("number", "colour", "color ", "columns"),
])  # fmt: skip
def test_sg_2_1_a_wrong_value_of_a_card(folder: Path, start: str, old: str, new: str, says: str) -> None:
    line = spoil(folder / "cards.txt", start, old, new)
    assert refused(folder, "cards.txt", says) - line in ({1} if says == "number 8" else {0})


def test_sg_2_1_wrong_numbers_of_a_colour(folder: Path) -> None:
    """Fifteen green and seventeen violet cards: nobody can say which line is wrong, the last one is named."""
    spoil(folder / "cards.txt", "07", "green ", "violet")
    last = len((folder / "cards.txt").read_text("utf-8").splitlines())
    assert refused(folder, "cards.txt", "15 green cards; there must be 16 of each colour") == last


@pytest.mark.parametrize("change", ["one less", "one more"])
def test_sg_2_1_there_are_48_cards(folder: Path, change: str) -> None:
    path = folder / "cards.txt"
    lines = path.read_text("utf-8").splitlines()
    lines = lines[:-1] if change == "one less" else [*lines, lines[-1].replace("48", "49", 1)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert refused(folder, "cards.txt", "rows; there must be 48") == len(lines)


# ------------------------------------------------------------------------------------------------------------------
# SG-2.2 Patterns, SG-2.5 score card


@pytest.mark.parametrize(("start", "old", "new", "says"), [
    ("I3", "00 01 02", "00 01 05", "from 0 to 4"), ("I3", "00 01 02", "00 01 0a", "from 0 to 4"),
    ("I3", "00 01 02", "00 01 2 ", "row and column"), ("I3", "00 01 02", "00 01 002", "row and column"),
    ("I3", "00 01 02", "00 01 01", "different"), ("I3", "00 01 02", "00      ", "2 to 4"),
    ("O4", "00 01 10 11", "00 01 10 11 12", "2 to 4"), ("I3", "I3", "X3", "'X3' stands where 'I3' belongs"),
    ("V3", "V3", "I3", "'I3' stands where 'V3' belongs"), ("S4", "reconstruction", "dreamt", "source"),
    ("L4", "| 1 ", "| 0 ", "cards is '0'"), ("L4", "| 1 ", "| 9 ", "cards is '9'"), ("L4", "| 1 ", "| x ", "cards"),
    ("pattern", "cells", "shape", "columns"), ("I3", "00 01 02", "00 01 03", "hang together"),
    ("I3", "| 2 ", "| 3 ", "cards is '3'"),
])  # fmt: skip
def test_sg_2_2_a_wrong_pattern(folder: Path, start: str, old: str, new: str, says: str) -> None:
    line = spoil(folder / "patterns.txt", start, old, new)
    assert refused(folder, "patterns.txt", re.escape(says)) == line


def test_sg_2_2_there_are_eight_expedition_cards(folder: Path) -> None:
    spoil(folder / "patterns.txt", "I2", "| 1 ", "| 2 ")
    last = len((folder / "patterns.txt").read_text("utf-8").splitlines())
    assert refused(folder, "patterns.txt", "add up to 9; there are 8") == last


@pytest.mark.parametrize(("start", "old", "new", "says"), [
    ("pyramid", "10", "  ", "give 1 of"), ("pyramid", "10", "1 0", "give 1 of"), ("pyramid", "10", "-1", "give 1 of"),
    ("torch", "5", "x", "0 to 99"), ("gem", "1 ", "100", "0 to 99"), ("awards", "10 6 3", "10 6  ", "give 3 of"),
    ("awards", "10 6 3", "10 6 3 1", "give 3 of"), ("skulls", "16 20", "16   ", "give 10 of"),
    ("skulls", "16 20", "16 20 25", "give 10 of"), ("skulls", "13 16 20", "13 20 16", "ever more"),
    ("awards", "10 6 3", "10 3 6", "ever less"),
    ("pair", "pair", "hair", "'hair' stands where 'pair' belongs"), ("gem", "given", "known", "source"),
    ("item", "points", "values", "columns"),
])  # fmt: skip
def test_sg_2_5_a_wrong_score_card(folder: Path, start: str, old: str, new: str, says: str) -> None:
    line = spoil(folder / "score_card.txt", start, old, new)
    assert refused(folder, "score_card.txt", re.escape(says)) == line


# ------------------------------------------------------------------------------------------------------------------
# The files


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_empty_file_is_named(folder: Path, name: str) -> None:
    (folder / name).write_text("")
    assert refused(folder, name) == 1
    (folder / name).unlink()
    with pytest.raises(BadData, match=re.escape(name)):
        components.load(folder)


@pytest.mark.parametrize(("name", "start"), [("patterns.txt", "O4"), ("score_card.txt", "gem")])
def test_a_missing_or_surplus_row_is_refused(folder: Path, name: str, start: str) -> None:
    path = folder / name
    lines = path.read_text("utf-8").splitlines()
    row = next(line for line in lines if line.startswith(start))
    for changed in ([line for line in lines if line != row], [*lines, row]):
        path.write_text("\n".join(changed) + "\n", encoding="utf-8")
        refused(folder, name, "rows; there must be 6")
