"""The data files of Coffin Rush! (CO-2, CO-3, CO-9): a wrong value is refused with file and line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from games import data_files
from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.positions import GAME, TRAPS
from games.data_files import copied, last_line, read, refused_when_missing_or_empty, spoil_cell, surround, write
from rush_envs.games.coffin_rush import components
from rush_envs.games.coffin_rush.temple import Quadrant

FILES = ("dice.txt", "items.txt", "numbers.txt", "temple.txt", "traps.txt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data to spoil."""
    return copied(GAME, tmp_path)


refused = partial(data_files.refused, components.load)


def redraw(folder: Path, old: str, new: str, nth: int = 0) -> int:
    """Replaces a whole line of the map; returns its number."""
    path = folder / "temple.txt"
    lines = read(path)
    place = [k for k, text in enumerate(lines) if text == old][nth]
    lines[place] = new
    write(path, lines)
    return place + 1


def in_quadrant(folder: Path, quadrant: str, row: int, new: str) -> int:
    """Replaces a row of a quadrant."""
    path = folder / "temple.txt"
    lines = read(path)
    (head,) = [k for k, text in enumerate(lines) if text.startswith(quadrant + ":")]
    lines[head + 1 + row] = new
    write(path, lines)
    return head + 2 + row


# ------------------------------------------------------------------------------------------------------------------
# The box as it is


def test_an_untouched_copy_is_the_box(folder: Path) -> None:
    found = components.load(folder)
    assert found.arrangement == components.BOX.arrangement
    assert (found.kind == components.BOX.kind).all()
    assert (found.copies == components.BOX.copies).all()


def test_the_numbers_of_the_specification() -> None:
    assert components.KIND.tolist() == ct.KIND_OF_ITEM
    assert np.flatnonzero(components.WITH_MUMMY).tolist() == list(ct.WITH_MUMMY)
    assert components.POINTS.tolist() == [3, 3, 3, 3, 3, 2, 2, 2, 3]
    assert components.COPIES.tolist() == ct.TRAP_COPIES
    assert components.TRAP_NAMES == TRAPS
    assert components.DICE.tolist() == [ct.FACES[colour] for colour in ("green", "yellow", "red")]
    assert list(components.BOX.numbers.values()) == [24, 16, 8, 4, 6, 8, 3, 3, 3, 7]


def test_the_map_of_the_specification() -> None:
    """Cell by cell and edge by edge, as the oracle reads its drawing."""
    codes = {".": 0, "S": 0, "B": 0, "D": 1, "P": 2, "T": 3, "A": 4, "R": 5, "r": 6, "y": 7, "b": 8}
    names = [*(f"Q{k}" for k in range(1, 11)), "CRYPT"]
    for name, printed in zip(names, components.BOX.quadrants, strict=True):
        assert isinstance(printed, Quadrant)
        drawn = ct.quadrants()[name]
        for (r, c), symbol in drawn.symbols.items():
            square = 5 * r + c
            assert printed.kind[square] == codes[symbol]
            assert (square in printed.sarcophagi, square in printed.chests) == (symbol == "S", symbol == "B")
            for way in range(4):
                inner = ct.beyond(r, c, way) in drawn.symbols
                expected = 3 if (r, c, way) in drawn.doors else 1 if inner and (r, c, way) not in drawn.walls else 0
                assert printed.edge[square, way] == expected


def test_comments_and_blank_lines_do_not_count(folder: Path) -> None:
    for name in FILES:
        surround(folder / name)
    assert (components.load(folder).dice == components.DICE).all()


# ------------------------------------------------------------------------------------------------------------------
# Tables


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_empty_file_is_named(folder: Path, name: str) -> None:
    refused_when_missing_or_empty(components.load, folder, name)


@pytest.mark.parametrize(
    ("name", "row", "column", "value", "says"),
    [
        ("items.txt", 0, "kind", "pink", "kind is 'pink'"),
        ("items.txt", 0, "kind", "yellow", "yellow stands where green belongs"),
        ("items.txt", 1, "copies", "six", "copies"),
        ("items.txt", 1, "copies", "0", "copies"),
        ("items.txt", 1, "copies", "19", "copies"),
        ("items.txt", 0, "with a mummy", "6", "with a mummy"),
        ("items.txt", 5, "with a mummy", "1", "with a mummy"),
        ("items.txt", 8, "points", "4", "points"),
        ("items.txt", 8, "source", "hearsay", "source"),
        ("traps.txt", 1, "trap", "toxicity", "toxicity stands where quicksand belongs"),
        ("traps.txt", 1, "trap", "rain", "trap is 'rain'"),
        ("traps.txt", 3, "copies", "13", "copies"),
        ("traps.txt", 0, "copies", "2", "one ritual bomb"),
        ("dice.txt", 0, "die", "red", "red stands where green belongs"),
        ("dice.txt", 1, "face 6", "7", "face 6"),
        ("dice.txt", 2, "face 1", "0", "face 1"),
        ("numbers.txt", 0, "number", "red from", "stands where 'counter' belongs"),
        ("numbers.txt", 0, "value", "61", "value"),
        ("numbers.txt", 5, "value", "14", "from 1 to 13"),
        ("numbers.txt", 6, "value", "1", "from 2 to 3"),
        ("numbers.txt", 6, "value", "4", "from 2 to 3"),
        ("numbers.txt", 7, "value", "4", "from 1 to 3"),
        ("numbers.txt", 8, "value", "0", "value"),
        ("numbers.txt", 9, "value", "2", "from 3 to 9"),
        ("numbers.txt", 9, "value", "10", "from 3 to 9"),
    ],
)
def test_a_wrong_value(folder: Path, name: str, row: int, column: str, value: str, says: str) -> None:
    line = spoil_cell(folder / name, row, column, value)
    assert refused(folder, name, says) == line


@pytest.mark.parametrize(
    ("name", "changes", "line_of", "says"),
    [
        ("items.txt", [(0, "copies", "4")], 4, "16 treasures; there must be 17"),
        ("items.txt", [(5, "copies", "3")], 8, "9 relics; there must be 8"),
        ("items.txt", [(0, "with a mummy", "3")], 4, "6 treasures lie with a mummy; there can be 5"),
        ("traps.txt", [(1, "copies", "1")], 8, "12 traps; there must be 13"),
        ("numbers.txt", [(1, "value", "24")], 2, "from green over yellow to red"),
        ("numbers.txt", [(2, "value", "16")], 2, "from green over yellow to red"),
        ("numbers.txt", [(4, "value", "9")], 5, "comes before the earliest"),
    ],
)
def test_a_wrong_total(
    folder: Path, name: str, changes: list[tuple[int, str, str]], line_of: int, says: str
) -> None:  # fmt: skip
    """Found where the sum is complete."""
    first = {spoil_cell(folder / name, *change) - change[0] for change in changes}
    assert {refused(folder, name, says) - line_of} == first


@pytest.mark.parametrize("name", [name for name in FILES if name != "temple.txt"])
def test_missing_rows_and_columns(folder: Path, name: str) -> None:
    path = folder / name
    text = path.read_text("utf-8").rstrip().splitlines()
    write(path, text[:-1])
    refused(folder, name, "rows; there must be")
    path.write_text("\n".join([*text[:-1], text[-1] + " | more"]) + "\n", encoding="utf-8")
    assert refused(folder, name, "columns; there must be") == len(text)
    path.write_text("\n".join(line.replace("source", "origin") for line in text) + "\n", encoding="utf-8")
    refused(folder, name, "they must be")


# ------------------------------------------------------------------------------------------------------------------
# Another box

OTHER_BOX = {
    "items.txt": [(0, "copies", "2"), (4, "copies", "5"), (1, "with a mummy", "2"), (5, "copies", "3"),
                  (6, "copies", "1")],
    "traps.txt": [(2, "copies", "0"), (7, "copies", "3")],
    "dice.txt": [(0, "face 6", "3"), (1, "face 2", "5"), (2, "face 6", "6")],
    "numbers.txt": [(0, "value", "40"), (1, "value", "30"), (2, "value", "12"), (5, "value", "11"), (9, "value", "9")],
}  # fmt: skip

PLAY = """
import sys
from pathlib import Path
import numpy as np
from rush_envs.kit import datafile

true = datafile.read_lines
datafile.read_lines = lambda path: true(Path(sys.argv[1]) / path.name if "coffin_rush" in str(path) else path)
import rush_envs
from rush_envs.games.coffin_rush import components as box

game = rush_envs.game("coffin_rush")
assert (box.MUMMIES, box.SPECTRES, box.SLOTS, box.COUNTER) == (6, 1, 8, 40)
assert [game.describe(game.actions.id("yellow", k)) for k in range(4)] == [f"set yellow to {v}" for v in (1, 2, 3, 5)]
assert game.describe(game.actions.id("drop", 8)) == "drop slot 10"
batch = rush_envs.make_batch("coffin_rush", 1, seed=3, num_players=3, autoreset=False)
batch.reset()
rng = np.random.default_rng(1)
liked = np.ones(game.actions.size)
liked[game.actions.id("pass")] = liked[game.actions.id("end movement")] = 0.02
liked[game.actions.id("open")] = 50
for number in range(120):
    if batch.seat[0] < 0:
        break
    chances = liked * batch.mask[0]
    batch.step([int(rng.choice(game.actions.size, p=chances / chances.sum()))])
    assert batch.broken_invariants()[0] == 0
    assert game.state.outside(batch.states) is None
    assert ((batch.features >= 0) & (batch.features <= game.observation.maxima)).all()
    if number % 40 == 0:
        assert "counter" in game.draw(batch.states, 0).to_ansi(colour=False)
print(number, batch.states["counter"][0])
"""


def test_another_box_is_played(folder: Path) -> None:
    """Other numbers of copies, mummies, traps, faces and slots, another counter: sizes follow, nothing is broken."""
    for name, changes in OTHER_BOX.items():
        for change in changes:
            spoil_cell(folder / name, *change)
    assert components.load(folder).copies.tolist() == [1, 2, 0, 3, 1, 1, 1, 3, 1]
    run = [sys.executable, "-c", PLAY, str(folder)]
    found = subprocess.run(run, capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert found.returncode == 0, found.stderr
    number, counter = map(int, found.stdout.split())
    assert (number >= 100, counter < 40) == (True, True)


# ------------------------------------------------------------------------------------------------------------------
# The map


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [
        (lambda f: in_quadrant(f, "Q5", 1, ".A..x"), "unknown symbol 'x' in Q5"),
        (lambda f: in_quadrant(f, "Q5", 1, ".A.."), "Q5 has 4 cells in row 1"),
        (lambda f: in_quadrant(f, "Q5", 1, ".A...."), "Q5 has 6 cells in row 1"),
        (lambda f: in_quadrant(f, "Q5", 0, "..S.."), "sarcophagi may not stand on the midpoint"),
        (lambda f: in_quadrant(f, "Q5", 2, "B...D"), "chests may not stand on the midpoint"),
        (lambda f: in_quadrant(f, "Q5", 1, ".R..."), "the rune is in the crypt"),
        (lambda f: in_quadrant(f, "CRYPT", 1, ".P.A."), "altars are in the other quadrants"),
        (lambda f: redraw(f, "Q1: room top left, door south", "Q1: room top left, door north"), "cannot be reached"),
        (lambda f: redraw(f, "Q1: room top left, door south", "Q1: room top left, door west"), "cannot be reached"),
        (lambda f: redraw(f, "Q1: room top left, door south", "Q1: room top left"), "cannot be reached"),
        (lambda f: redraw(f, "Q1: room top left, door south", "Q1: room top left, door up"), "cannot be reached"),
        (lambda f: redraw(f, "Q1: room top left, door south", "Q1: room middle, door south"), "write 'no room' or"),
        (lambda f: redraw(f, "Q1: room top left, door south", "Q1: a room"), "write 'no room' or"),
        (lambda f: redraw(f, "Q5: no room", "Q4: no room"), "'Q4' is no quadrant or stands twice"),
        (lambda f: redraw(f, "Q5: no room", "Q11: no room"), "'Q11' is no quadrant or stands twice"),
        (lambda f: redraw(f, "Q4 Q5   Q6    Q7", "Q4 Q5   Q6"), "3 quadrants in a row"),
        (lambda f: redraw(f, "Q4 Q5   Q6    Q7", "Q4 Q4   Q6    Q7"), "'Q4' is no quadrant or stands twice"),
        (lambda f: redraw(f, "Q4 Q5   Q6    Q7", "Q4 Q0   Q6    Q7"), "'Q0' is no quadrant or stands twice"),
    ],
)
def test_a_wrong_map(folder: Path, spoilt: Callable[[Path], int], says: str) -> None:
    line = spoilt(folder)
    assert refused(folder, "temple.txt", says) == line


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [
        (lambda f: in_quadrant(f, "Q5", 3, "..T.."), "17 sarcophagi (S); there must be 18"),
        (lambda f: in_quadrant(f, "Q5", 3, "SST.."), "19 sarcophagi (S); there must be 18"),
        (lambda f: in_quadrant(f, "Q6", 4, "S...."), "7 chests (B); there must be 8"),
        (lambda f: in_quadrant(f, "Q5", 1, "....."), "9 altars (A); there must be 10"),
        (lambda f: in_quadrant(f, "CRYPT", 2, "....."), "0 runes (R); there must be 1"),
        (lambda f: in_quadrant(f, "CRYPT", 3, ".TRT."), "2 runes (R); there must be 1"),
        (lambda f: in_quadrant(f, "Q1", 0, "S.D.."), "1 red stairs (r); there must be 2"),
        (lambda f: in_quadrant(f, "Q1", 0, "S.D.y"), "1 red stairs (r); there must be 2"),
        (lambda f: in_quadrant(f, "Q3", 0, "....S"), "1 yellow stairs (y); there must be 2"),
        (lambda f: in_quadrant(f, "Q6", 0, "....."), "0 blue stairs (b); there must be 1"),
        (lambda f: redraw(f, "Q5: no room", "Q5: room top left, door south"), "25 stone doors"),
        (lambda f: redraw(f, "Q1: room top left, door south", "Q1: no room"), "23 stone doors"),
    ],
)
def test_wrong_totals_of_the_map(folder: Path, spoilt: Callable[[Path], int], says: str) -> None:
    spoilt(folder)
    assert refused(folder, "temple.txt", says) == last_line(folder / "temple.txt")


def test_the_camp_and_the_crypt_have_their_positions(folder: Path) -> None:
    redraw(folder, "Q1 Q2   CRYPT Q3", "Q1 CRYPT Q2 Q3")
    assert refused(folder, "temple.txt", "CRYPT must be at position 2 and CAMP at 9") > 0


def test_a_map_that_ends_too_soon_or_goes_on(folder: Path) -> None:
    path = folder / "temple.txt"
    text = path.read_text("utf-8").rstrip().splitlines()
    write(path, text[:-1])
    assert refused(folder, "temple.txt", "the map ends where row 4 of CRYPT should follow") == len(text) - 1
    path.write_text("\n".join([*text, "....."]) + "\n", encoding="utf-8")
    assert refused(folder, "temple.txt", "follows the last quadrant") == len(text) + 1
    path.write_text("\n".join(line for line in text if line != "arrangement") + "\n", encoding="utf-8")
    refused(folder, "temple.txt", "the map begins with the arrangement")
    path.write_text("# nothing\n", encoding="utf-8")
    refused(folder, "temple.txt", "the map ends where the arrangement should follow")


def test_text_that_is_none(folder: Path) -> None:
    path = folder / "temple.txt"
    path.write_bytes(path.read_bytes().replace(b"arrangement", b"\xff\xfe", 1))
    refused(folder, "temple.txt", "not UTF-8 text")
