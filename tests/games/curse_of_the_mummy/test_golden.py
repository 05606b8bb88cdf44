"""Curse of the Mummy, rules CM-16: the golden examples of the specification, word by word."""

from __future__ import annotations

import pytest

from games.by_hand import members
from games.curse_of_the_mummy.oracle import PRISON, START
from games.curse_of_the_mummy.positions import Position, Table, cards

FIVE = "1 2 3 4 arrow"


def ends(cell: int, *others: int, mummy: int) -> dict[str, set[int]]:
    return Table(Position(cells=(cell, *others), mummy=mummy)).ends()


def test_cm_16_1_the_example_of_the_manual() -> None:
    """Grey keeps two mummies, rolls mummy, 1, 2, rerolls 1, 4 and lays the scarab; orange releases."""
    table = Table(Position(phase="RELEASE", locked=2, cells=(38, 70), hands={0: "R1 B1"}, possible={0: {38, 5}}))
    table.rolls("mummy 1 2").play("keep the dice")
    assert (table.locked, table.dice) == (3, ["1", "2"])
    table.rolls("1 4").play("roll again")
    assert (table.locked, table.dice) == (3, ["1", "4"])
    table.play("announce 4", "go to (5,4) red scarab", "play the treasure")
    assert (members(table.s["laid"][0]), table.P(0)) == (cards("R1"), {36})
    assert (table.seat, table.legal()) == (2, {"release the dice", "keep the dice"})
    table.play("release the dice")
    assert (table.seat, table.s["steps"], table.s["intermediate"]) == (0, 3, 1)
    for steps in range(4):
        kept = table.batch.states.copy()
        table.rolls(FIVE).walk(*[5, 11, 19][:steps])
        if steps < 3:
            table.play("stop")
        assert (table.asked, table.dice) == ((2, "ROLLED"), ["1", "2", "3", "4", "arrow"])
        assert table.locked == 0
        table.batch.load(kept)


def test_cm_16_2_from_the_start() -> None:
    found = ends(START, mummy=91)
    assert (found["1"], found["2"], found["arrow"]) == ({69, 86}, {53, 68, 70, 85}, {39, 80})


def test_cm_16_3_from_the_prison() -> None:
    found = ends(PRISON, mummy=1)
    assert (found["1"], found["2"], found["arrow"]) == ({73, 92}, {72, 74, 93}, {73, 94})
    found = ends(PRISON, mummy=73)
    assert (found["1"], found["2"], found["arrow"]) == ({92}, {93}, {94})


def test_cm_16_4_boxed_in_or_not() -> None:
    table = Table(Position(cells=(67, 88), mummy=89)).idle()
    assert (table.s["history"][1, 0], table.seat) == (7, 3)
    table = Table(Position(cells=(88, 89), mummy=1))
    assert table.legal() == {"announce 2", "announce 3", "announce 4", "roll again"}
    found = table.ends()
    assert (found["1"], found["arrow"]) == (set(), set())
    assert found["2"] == {71, 88, 90}
    assert found["3"] == {70, 72}


def test_cm_16_5_a_normal_move_releases_nothing() -> None:
    table = Table(Position(phase="MOVE", announced="1", turn=2, locked=3, cells=(53, 69))).rolls("", 2).play(86)
    assert table.s["steps"] == 5
    table.walk(0, 1, 0, 1, 0)
    assert (table.locked, table.asked) == (3, (1, "RELEASE"))


def test_cm_16_6_the_last_pawn_locks_the_fifth_die() -> None:
    table = Table(Position(turn=2, locked=4, dice="1", cells=(53, 69, 70))).rolls("mummy", 4).play("roll again")
    assert (table.seat, table.s["steps"], table.s["intermediate"]) == (0, 9, 0)
    table.play("stop")
    assert (table.seat, table.s["steps"], table.s["intermediate"], table.s["turn"]) == (0, 5, 1, 0)
    table.rolls(FIVE).play("stop")
    assert (table.asked, table.locked, len(table.dice)) == ((1, "ROLLED"), 0, 5)


@pytest.mark.parametrize("another", [False, True])
def test_cm_16_7_possible_cells(another: bool) -> None:
    table = Table(Position(mummy=91, cells=(START,))).play("announce 2").rolls(FIVE).play(70)
    assert table.P(0) == {53, 68, 70, 85}
    other = {"cells": (70, 67), "possible": {0: {53, 68, 70, 85}, 1: {67}}} if another else {}
    position = Position(mummy=91, **({"cells": (70,), "possible": {0: {53, 68, 70, 85}}} | other))
    table = Table(position).play("announce arrow", 77)
    assert table.P(0) == {8, 39, 66, 67, 69, 77, 80, 86} | ({68} if another else set())


def test_cm_16_8_the_mummy_wins_at_once() -> None:
    three = Position(phase="MUMMY", mummy=66, steps=4, cells=(67, 70, 53), taken={0: 1, 1: 2, 2: 2})
    table = Table(three).walk(67)
    assert (table.over, table.s["mummy_ankhs"], table.s["outcome"][0]) == (True, 6, 1)
    table = Table(Position(2, phase="MUMMY", mummy=66, steps=4, cells=(67, 70), taken={1: 2})).walk(67)
    assert (table.over, table.s["mummy_ankhs"], table.s["outcome"][0]) == (True, 3, 1)
