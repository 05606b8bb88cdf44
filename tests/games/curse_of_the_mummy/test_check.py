"""Curse of the Mummy: each invariant of `check` speaks up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from games.curse_of_the_mummy.positions import Position, Table
from games.damage import Damage, add, assert_found, both, put, store


def copy_a_card(s: np.record) -> None:
    s["laid"][0] = s["hand"][1]


def be_in_two_places(s: np.record) -> None:
    s["possible"][0] = (1 << 40, 0)
    s["cell"][0] = 41
    s["phase"] = 0


@pytest.mark.parametrize(("number", "damage"), [
    (1, add("ankhs", 1, 1)),
    (2, copy_a_card),
    (2, add("colours", (2, 3), 1)),
    (3, put("cell", slice(2), 40)),  # two pawns on a corridor
    (3, both(store("mummy", 40), put("cell", 0, 40))),
    (4, both(store("locked", 0), store("shown", (1, 1, 1, 1, 0)))),
    (5, put("possible", 2, 0)),
    (6, be_in_two_places),
    (7, add("score", 0, 1)),
    (8, store("active", 0)),
])  # fmt: skip
def test_a_broken_rule_is_found(number: int, damage: Damage) -> None:
    assert_found(Table(4, seed=2), damage, number)


def dealt() -> Table:
    return Table(4, seed=2)


def pair() -> Table:
    return Table(2, seed=2)


def releasing() -> Table:
    return Table(Position(phase="RELEASE", locked=2, cells=(67, 70, 53)))


def moving() -> Table:
    return Table(Position(phase="MOVE", announced="1", cells=(67, 70, 53)))


def finding() -> Table:
    return Table(Position(phase="TREASURE", announced="1", cells=(36, 70, 53)))


def haunting() -> Table:
    return Table(Position(phase="MUMMY", steps=2, cells=(67, 70, 53)))


def halting() -> Table:
    """The mummy moves because two dice are released."""
    return Table(Position(phase="MUMMY", steps=2, locked=2, intermediate=True, turn=1, cells=(67, 70, 53)))


def lose_the_last_ankh(s: np.record) -> None:
    s["ankhs"][1], s["mummy_ankhs"], s["score"][0] = 0, 3, 50


def lose_too_many_ankhs(s: np.record) -> None:
    s["ankhs"][:3], s["mummy_ankhs"], s["score"][0] = 1, 6, 100


@pytest.mark.parametrize(("number", "moment", "damage"), [
    (6, moving, put("possible", 0, (1 << 5, 0))),
    (9, dealt, store("ankhs_needed", 7)),
    (9, dealt, put("possible", 3, (1 << 5, 0))),
    (9, dealt, put("out", 3, 1)),
    (9, dealt, put("history", (3, 0), 1)),
    (9, dealt, put("score", 4, 20)),
    (10, dealt, lose_the_last_ankh),
    (10, pair, both(put("ankhs", 0, 5), put("ankhs", 1, 1))),
    (10, pair, both(put("out", 1, 1), put("possible", 1, 0))),
    (11, dealt, lose_too_many_ankhs),
    (12, dealt, store("rounds", 300)),
    (12, haunting, store("rounds", 301)),
    (13, releasing, store("locked", 0)),
    (13, releasing, store("locked", 5)),
    (13, moving, store("locked", 5)),
    (14, moving, store("announced", 0)),
    (14, dealt, store("announced", 1)),
    (14, haunting, put("shown", 0, 1)),
    (15, moving, both(store("mummy", 66), put("cell", 0, 88), store("mummy", 89), put("possible", 0, (0, 1 << 38)))),
    (16, finding, both(put("laid", (1, 0), 1), put("hand", (1, 0), 0), put("colours", (1, 0), 0), put("score", 2, 20))),
    (16, finding, put("cell", 0, 38)),
    (16, finding, put("possible", 0, (1 << 5, 0))),
    (17, haunting, store("steps", 0)),
    (17, haunting, store("turn", 1)),
    (17, halting, store("locked", 0)),
    (17, halting, store("turn", 3)),
    (17, dealt, store("steps", 1)),
    (17, dealt, store("intermediate", 1)),
])  # fmt: skip
def test_a_broken_decision_is_found(number: int, moment: Callable[[], Table], damage: Damage) -> None:
    assert_found(moment(), damage, number)
