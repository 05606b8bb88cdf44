"""The data files of Silver & Gold Pyramids (SG-2.1, SG-2.2, SG-2.5): a wrong value is refused with file and line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from games import data_files
from games.by_hand import elements
from games.data_files import (
    copied,
    last_line,
    line_of,
    read,
    refused_when_missing_or_empty,
    refused_without_or_with_a_row_more,
    spoil_line,
    surround,
    write,
)
from games.silver_gold_pyramids.oracle import AWARDS, CARDS, EXPEDITION_CARDS, PATTERNS, SKULL_VALUES
from games.silver_gold_pyramids.positions import GAME
from rush_envs.games.silver_gold_pyramids import components

FILES = ("cards.txt", "patterns.txt", "score_card.txt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data to spoil."""
    return copied(GAME, tmp_path)


refused = partial(data_files.refused, components.load)


def redraw(folder: Path, number: int, drawing: str) -> int:
    """Gives a card other rows; returns its line."""
    path = folder / "cards.txt"
    lines, line = read(path), line_of(path, f"{number:02d} ")
    first, colour, *_rows, source = lines[line - 1].split("|")
    lines[line - 1] = " | ".join([first, colour, *drawing.split(), source])
    write(path, lines)
    return line


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
    spoil_line(folder / "score_card.txt", "skulls", "13 16 20", "12 15 18")
    spoil_line(folder / "patterns.txt", "S4", "01 02 10 11", "00 01 02 11")
    spoil_line(folder / "patterns.txt", "L4", "00 10 20 21", "00 10 20 30 31")
    spoil_line(folder / "patterns.txt", "I2", "| 1 ", "| 3 ")
    spoil_line(folder / "patterns.txt", "V3", "| 2 ", "| 1 ")
    spoil_line(folder / "patterns.txt", "I3", "| 2 ", "| 1 ")
    found = components.load(folder)
    assert [elements(cells) for cells in found.cells[7, :4]] == [{0, 6}, {2}, {22}, {15}]
    assert found.score_card.skulls.tolist()[-3:] == [12, 15, 18]
    assert found.shapes[5] == ((0, 0), (0, 1), (0, 2), (1, 1))
    assert found.shapes[4] == ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1)), "five cells"
    assert found.copies.tolist() == [3, 1, 1, 1, 1, 1]


def test_comments_and_blank_lines_do_not_count(folder: Path) -> None:
    for name in FILES:
        surround(folder / name)
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
    assert refused(folder, "cards.txt", says) == line


@pytest.mark.parametrize(("start", "old", "new", "says"), [
    ("07", "07", "08", "number 8"), ("07", "07", "00", "number"), ("07", "07", "49", "number"),
    ("07", "07", "xx", "number"), ("07", "07", "  ", "number"), ("07", "green ", "yellow", "colour"),
    ("07", "green ", "Green ", "colour"), ("07", "reconstruction", "guessed", "source"),
    ("07", "| reconstruction", "| reconstruction | nice", "columns"), ("number", "colour", "color ", "columns"),
])  # fmt: skip
def test_sg_2_1_a_wrong_value_of_a_card(folder: Path, start: str, old: str, new: str, says: str) -> None:
    line = spoil_line(folder / "cards.txt", start, old, new)
    assert refused(folder, "cards.txt", says) - line in ({1} if says == "number 8" else {0})


def test_sg_2_1_wrong_numbers_of_a_colour(folder: Path) -> None:
    """Fifteen green and seventeen violet cards: nobody can say which line is wrong, the last one is named."""
    spoil_line(folder / "cards.txt", "07", "green ", "violet")
    last = last_line(folder / "cards.txt")
    assert refused(folder, "cards.txt", "15 green cards; there must be 16 of each colour") == last


@pytest.mark.parametrize("change", ["one less", "one more"])
def test_sg_2_1_there_are_48_cards(folder: Path, change: str) -> None:
    path = folder / "cards.txt"
    lines = read(path)
    lines = lines[:-1] if change == "one less" else [*lines, lines[-1].replace("48", "49", 1)]
    write(path, lines)
    assert refused(folder, "cards.txt", "rows; there must be 48") == len(lines)


# ------------------------------------------------------------------------------------------------------------------
# SG-2.2 Patterns, SG-2.5 score card


@pytest.mark.parametrize(("start", "old", "new", "says"), [
    ("I3", "00 01 02", "00 01 05", "from 0 to 4"), ("I3", "00 01 02", "00 01 0a", "from 0 to 4"),
    ("I3", "00 01 02", "00 01 2 ", "row and column"), ("I3", "00 01 02", "00 01 002", "row and column"),
    ("I3", "00 01 02", "00 01 01", "different"), ("I3", "00 01 02", "00      ", "2 to 5"),
    ("O4", "00 01 10 11", "00 01 10 11 12 13", "2 to 5"), ("I3", "I3", "X3", "'X3' stands where 'I3' belongs"),
    ("V3", "V3", "I3", "'I3' stands where 'V3' belongs"), ("S4", "reconstruction", "dreamt", "source"),
    ("L4", "| 1 ", "| 0 ", "cards is '0'"), ("L4", "| 1 ", "| 9 ", "cards is '9'"), ("L4", "| 1 ", "| x ", "cards"),
    ("pattern", "cells", "shape", "columns"), ("I3", "00 01 02", "00 01 03", "hang together"),
    ("I3", "| 2 ", "| 4 ", "cards is '4'"), ("S4", "01 02 10 11", "10 11 12 02", "turned or mirrored, that is L4"),
    ("V3", "00 10 11", "00 01 02", "that is I3"),
])  # fmt: skip
def test_sg_2_2_a_wrong_pattern(folder: Path, start: str, old: str, new: str, says: str) -> None:
    line = spoil_line(folder / "patterns.txt", start, old, new)
    assert refused(folder, "patterns.txt", says) == line


def test_sg_2_2_there_are_eight_expedition_cards(folder: Path) -> None:
    spoil_line(folder / "patterns.txt", "I2", "| 1 ", "| 2 ")
    last = last_line(folder / "patterns.txt")
    assert refused(folder, "patterns.txt", "add up to 9; the manual gives 8") == last


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
    line = spoil_line(folder / "score_card.txt", start, old, new)
    assert refused(folder, "score_card.txt", says) == line


# ------------------------------------------------------------------------------------------------------------------
# The files


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_empty_file_is_named(folder: Path, name: str) -> None:
    refused_when_missing_or_empty(components.load, folder, name)


@pytest.mark.parametrize(("name", "start"), [("patterns.txt", "O4"), ("score_card.txt", "gem")])
def test_a_missing_or_surplus_row_is_refused(folder: Path, name: str, start: str) -> None:
    refused_without_or_with_a_row_more(components.load, folder, name, start, "rows; there must be 6")
