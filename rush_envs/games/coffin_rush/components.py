"""The box: temple, items, traps and dice, loaded from data/ and checked; constant tables for the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rush_envs.games.coffin_rush.temple import CHESTS, SARCOPHAGI, Quadrant, load_temple
from rush_envs.kit.datafile import read_table

FOLDER = Path(__file__).parent
FEWEST, SEATS = 2, 6  # players
CARDS = 5
FIRST_SLOT = 2  # slot 1 is the RUSH! token's
MONSTERS = 7  # of the 13 pawns six are the players'
CARD_NAMES = ("aggression", "betrayal", "analysis", "adrenaline", "rush")
AGGRESSION, BETRAYAL, ANALYSIS, ADRENALINE, RUSH_CARD = range(CARDS)
ALL_CARDS = (1 << CARDS) - 1
KIND_NAMES = ("green", "yellow", "orange", "red", "violet", "torch", "lucky charm", "amulet", "coins")
KINDS, COLOURS = len(KIND_NAMES), 5
TORCH, CHARM_RELIC, AMULET = COLOURS, COLOURS + 1, COLOURS + 2
TRAP_NAMES = ("bomb", "quicksand", "toxicity", "summoning", "feather", "seals", "silence", "fury", "earthquake")
TRAPS = len(TRAP_NAMES)
BOMB, QUICKSAND, TOXICITY, SUMMONING, FEATHER, SEALS, SILENCE, FURY, EARTHQUAKE = range(TRAPS)
DIE_NAMES = ("green", "yellow", "red")
GREEN, YELLOW, RED = range(3)
FACES = 6
DECK = 13
STAIRS_TILE = SARCOPHAGI + CHESTS - 1  # content of the sarcophagus that is the blue stairs: one more than the items
ITEMS = STAIRS_TILE
# The smallest and the largest value: what a record, the drawing and the rules can take.
NUMBERS = {
    "counter": (3, 60), "yellow from": (2, 59), "red from": (1, 58), "bomb": (1, 59), "earliest bomb": (1, DECK),
    "latest bomb": (1, DECK), "tokens": (2, 3), "steps": (1, 3), "servant actions": (1, 3), "slots": (3, 9),
}  # fmt: skip


class Box(NamedTuple):
    """Everything read from the data files."""

    arrangement: tuple[int, ...]  # quadrant at each position, -1 for the camp
    quadrants: tuple[Quadrant, ...]
    kind: np.ndarray  # (ITEMS,)
    mummy: np.ndarray  # (ITEMS,) 1 = lies with one
    points: np.ndarray  # (KINDS,)
    copies: np.ndarray  # (TRAPS,)
    dice: np.ndarray  # (3, FACES)
    numbers: Mapping[str, int]


def load(folder: Path) -> Box:
    """Reads and checks the data files; a bad value raises `BadData` with file and line."""
    arrangement, quadrants = load_temple(folder / "temple.txt")
    numbers = _load_numbers(folder / "numbers.txt")
    copies = _load_traps(folder / "traps.txt")
    dice = _load_dice(folder / "dice.txt")
    return Box(arrangement, quadrants, *_load_items(folder / "items.txt"), copies, dice, numbers)


def _load_items(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = read_table(path, ("kind", "copies", "with a mummy", "points"), rows=KINDS)
    kind, mummy, points = [], [], []
    for number, row in enumerate(rows):
        if row.choice("kind", KIND_NAMES) != number:
            row.fail(f"{row['kind']} stands where {KIND_NAMES[number]} belongs")
        copies = row.number("copies", 1, SARCOPHAGI)
        guarded = row.number("with a mummy", 0, copies if number < COLOURS else 0)
        points.append(row.number("points", 1, 3))
        kind += [number] * copies
        mummy += [0] * (copies - guarded) + [1] * guarded
    treasures = sum(k < COLOURS for k in kind)
    if treasures != SARCOPHAGI - 1:
        rows[COLOURS - 1].fail(
            f"{treasures} treasures; there must be {SARCOPHAGI - 1}, as the manual counts {SARCOPHAGI} sarcophagi "
            "and one is the blue stairs"
        )
    if len(kind) - treasures != CHESTS:
        rows[-1].fail(f"{len(kind) - treasures} relics; there must be {CHESTS}, as the manual counts the chests")
    if sum(mummy) > MONSTERS - 2:
        rows[COLOURS - 1].fail(
            f"{sum(mummy)} treasures lie with a mummy; there can be {MONSTERS - 2}, as the manual's {MONSTERS} pawns "
            "of servants are these mummies, the one on the rune and at least one spectre"
        )
    return np.array(kind, np.int64), np.array(mummy, np.int64), np.array(points, np.int64)


def _load_traps(path: Path) -> np.ndarray:
    rows = read_table(path, ("trap", "copies"), rows=TRAPS)
    for number, row in enumerate(rows):
        if row.choice("trap", TRAP_NAMES) != number:
            row.fail(f"{row['trap']} stands where {TRAP_NAMES[number]} belongs")
    copies = np.array([row.number("copies", 0, DECK - 1) for row in rows], np.int64)
    if copies[BOMB] != 1:
        rows[BOMB].fail("there is one ritual bomb: it opens the temple once")
    if copies.sum() != DECK:
        rows[-1].fail(f"{copies.sum()} traps; there must be {DECK}, as the manual counts them")
    return copies


def _load_dice(path: Path) -> np.ndarray:
    columns = [f"face {k}" for k in range(1, FACES + 1)]
    rows = read_table(path, ("die", *columns), rows=len(DIE_NAMES))
    for number, row in enumerate(rows):
        if row.choice("die", DIE_NAMES) != number:
            row.fail(f"{row['die']} stands where {DIE_NAMES[number]} belongs")
    return np.array([[row.number(column, 1, FACES) for column in columns] for row in rows], np.int64)


def _load_numbers(path: Path) -> dict[str, int]:
    rows = read_table(path, ("number", "value"), rows=len(NUMBERS))
    numbers = {}
    for (name, (low, high)), row in zip(NUMBERS.items(), rows, strict=True):
        if row["number"] != name:
            row.fail(f"{row['number']} stands where {name!r} belongs")
        numbers[name] = row.number("value", low, high)
    if not numbers["red from"] < numbers["yellow from"] < numbers["counter"]:
        rows[2].fail("the counter runs from green over yellow to red")
    if not numbers["earliest bomb"] <= numbers["latest bomb"]:
        rows[5].fail("the latest draw of the bomb comes before the earliest")
    return numbers


BOX = load(FOLDER / "data")
KIND, WITH_MUMMY, POINTS, COPIES, DICE = BOX.kind, BOX.mummy, BOX.points, BOX.copies, BOX.dice
COUNTER, YELLOW_FROM, RED_FROM, BOMB_STEPS, EARLIEST_BOMB, LATEST_BOMB, TOKENS, STEPS, SERVANT_ACTIONS, _slots = (
    BOX.numbers.values()
)
SLOTS = _slots - FIRST_SLOT + 1  # for items
MUMMIES = 1 + int(WITH_MUMMY.sum())  # the first is on the rune from the beginning
SPECTRES = MONSTERS - MUMMIES
# (faces,) the numbers that each die of a slot roll can show: those that a lucky charm can turn it to
YELLOW_FACES, RED_FACES = np.unique(DICE[YELLOW]), np.unique(DICE[RED])
VALUE = POINTS[KIND]  # (ITEMS,)
# CO-16.1: every Pharaoh's turn takes one from the counter at least, and the bomb takes its steps when it comes at last.
MOST_ROUNDS = max(min(COUNTER, LATEST_BOMB), COUNTER - BOMB_STEPS)
MOST_POWER = int(DICE.max()) + 2  # of the servants: the ritual die, and twice the fury at red
