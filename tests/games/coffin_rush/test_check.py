"""Coffin Rush!: each invariant of `check` speaks up when its rule is broken (CO-17)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from games.coffin_rush.oracle_temple import BOMB, OPEN, OUT, PICK_UP, RUSH
from games.coffin_rush.positions import (
    ATTIC,
    CHARM,
    GAME,
    TEAMS,
    N,
    S,
    Table,
    aggress,
    betray,
    card,
    cell,
    die,
    roll,
    step,
)  # fmt: skip
from games.damage import Damage, add, assert_found, both, put, rules_of, store


def playing() -> Table:
    """Much lies about: a treasure of a mummy in a backpack, a tent, a pile, a spectre; the bomb has been."""
    table = Table(4, teams=TEAMS[4]).blast().bag(0, 0, 11, CHARM).bag(1, 17).tent(2, 1, 23).pile(ATTIC, 5, 18)
    return table.spectres(None, RUSH).cards(0, "rush", "analysis").trap("quicksand")


def early() -> Table:
    return Table(3)


def overflowing() -> Table:
    return Table(2).bag(0, 0, 1, 2, 3, 4, 5).pile(RUSH, 6, 7).play(PICK_UP)


def surprised() -> Table:
    """The treasure of a mummy overflows: the mummy has not risen yet."""
    place = cell("Q5", 3, 0)
    return Table(2).bag(0, 0, 1, 2, 3, 4, 5).hide(place, 11).at(place).play(OPEN)


def attacking() -> Table:
    """The aggression card is being played."""
    return Table(2).counter(8).bag(1, 0).play(aggress(1))


def anew() -> Table:
    """The traps were shuffled again, without the bomb; three have been drawn."""

    def change(s: np.record) -> None:
        s["deck"][:9], s["deck_count"] = [1, 1, 2, 2, 3, 3, 3, 4, 5], 9
        s["drawn"] = [0, 0, 0, 0, 0, 0, 1, 1, 1]
        s["edge"][RUSH, S] = s["edge"][OUT, N] = 1
        s["counter"] = 20

    return Table(2).edit(change)


def over() -> Table:
    return Table(2).counter(1).pharaoh("quicksand", chance=[die("red", 1)])


def betraying() -> Table:
    """One of two cards is to be recovered."""
    return Table(2).cards(0, "betrayal", "rush analysis").play(betray(1), chance=[card(0, 5)])


def entering() -> Table:
    """The owner of a charm has met two mummies: the first strikes, the second will."""
    here, there = cell("Q5", 3, 2), cell("Q5", 2, 2)
    return Table(2).bag(0, CHARM, 0).mummies(there, there).at(here).play(step(N), chance=[roll(1, 1)])


def struck() -> Table:
    """In the Pharaoh's turn a mummy strikes both owners of charms, on the cell of its target."""
    here = cell("Q5", 2, 2)
    table = Table(2).bag(0, CHARM, 0, 1).bag(1, CHARM + 1).mummies(here).at(here, here)
    return table.pharaoh("quicksand", chance=[die("green", 1), roll(1, 1)])


def choosing() -> Table:
    """The mummy has two equal targets."""
    return Table(2).bag(0, 0).bag(1, 1).pharaoh("quicksand", chance=[die("green", 1)])


def double_stairs(s: np.record) -> None:
    """An opened tile has the content of another one."""
    s["content"][int(np.flatnonzero(s["content"] == 0)[0])] = 1


def delay_bomb(s: np.record) -> None:
    deck = s["deck"]
    place = int(np.flatnonzero(deck == BOMB)[0])
    deck[place], deck[0] = deck[0], BOMB


def close_tile(item: int, state: int = 1) -> Damage:
    def damage(s: np.record) -> None:
        s["closed"][int(np.flatnonzero(s["content"] == item)[0])] = state

    return damage


def double_content(s: np.record) -> None:
    s["content"][int(np.flatnonzero(s["content"] == 3)[0])] = 4


def double_trap(s: np.record) -> None:
    deck = s["deck"][: s["deck_count"]]
    deck[int(np.flatnonzero(deck == 8)[0])] = 7


DAMAGES = [
    # 1 items
    (1, playing, close_tile(0)),
    (1, playing, close_tile(3, 0)),
    (1, playing, double_content),
    (1, playing, put("where", 0, ATTIC)),
    (1, playing, put("where", 0, -1)),
    (1, playing, put("where", 5, -2)),
    (1, playing, put("where", 5, 277)),
    (1, playing, put("where", 5, -3)),
    (1, playing, put("where", 1, -8)),
    (1, playing, put("where", 1, -4)),
    (1, playing, put("where", 1, ATTIC)),
    (1, playing, put("bag", (1, 0), 0)),
    (1, playing, add("tent", (2, 0), 1)),
    (1, playing, add("tent", (2, 8), -1)),
    (1, playing, add("tent", (3, 4), 1)),
    (1, playing, put("bag_count", 1, 0)),
    (1, overflowing, store("held", 7)),
    (1, overflowing, store("held", -1)),
    # 2 cards
    (2, playing, add("hand", 1, -1)),
    (2, playing, put("discards", 1, 1)),
    (2, playing, put("removed", 0, 0)),
    (2, playing, store("playing", 2)),
    (2, attacking, store("playing", -1)),
    (2, attacking, store("playing", 1)),
    (2, attacking, store("turn", 1)),
    # 3 traps, the counter
    (3, playing, double_trap),
    (3, playing, add("drawn", 3, 1)),
    (3, playing, put("drawn", 1, 0)),
    (3, playing, lambda s: s.__setitem__("deck_count", s["deck_count"] - 1)),
    (3, playing, both(put("edge", (RUSH, S), 4), put("edge", (OUT, N), 4))),
    (3, early, both(put("edge", (RUSH, S), 1), put("edge", (OUT, N), 1))),
    (3, anew, put("drawn", 6, 0)),
    (3, anew, both(put("edge", (RUSH, S), 4), put("edge", (OUT, N), 4))),
    (3, anew, put("deck", 0, BOMB)),
    (3, playing, store("counter", 25)),
    (3, playing, store("counter", -1)),
    # 4 backpacks
    (4, playing, put("bag", (0, 3), 24)),
    (4, playing, put("bag", (3, 0), 0)),
    (4, overflowing, store("phase", 0)),
    (4, overflowing, store("active", 0)),
    (4, playing, store("phase", 2)),
    # 5 monsters
    (5, playing, put("mummy", 1, -1)),
    (5, playing, put("mummy", 2, RUSH)),
    (5, playing, put("mummy", 0, OUT)),
    (5, playing, put("spectre", 1, OUT)),
    (5, playing, put("spectre", 2, RUSH)),
    (5, playing, store("spectres", 1)),
    (5, surprised, store("surprise", 0)),
    (5, surprised, put("mummy", 1, RUSH)),
    # 6 players
    (6, early, put("cell", 1, OUT)),
    (6, playing, put("cell", 3, 277)),
    (6, playing, put("cell", 0, -1)),
    # 7 edges
    (7, playing, put("edge", (RUSH, N), 2)),
    (7, playing, put("edge", (cell("Q5", 2, 2), N), 0)),
    (7, playing, put("edge", (cell("Q1", 0, 0), N), 1)),
    (7, playing, both(put("edge", (cell("Q5", 2, 2), N), 3), put("edge", (cell("Q5", 1, 2), S), 3))),
    (7, playing, both(put("edge", (RUSH, N), 1), put("edge", (cell("Q5", 4, 2), S), 1))),
    # 8 scores
    (8, playing, add("score", 0, 1)),
    (8, playing, add("score", 3, -1)),
    # 9 who is asked
    (9, playing, store("active", 0)),
    (9, playing, store("active", 0b11)),
    (9, playing, store("active", 0b10000)),
    (9, playing, store("active", 0b10001)),
    (9, over, store("active", 1)),
    (9, playing, store("done", 1)),
    (9, playing, store("truncated", 1)),
    # 10 to 14 how far the game has come
    (10, playing, double_stairs),
    (11, playing, store("turns", 1)),
    (11, playing, store("turn", 1)),
    (11, choosing, store("turns", 1)),
    (11, early, store("turn", -1)),
    (12, playing, store("rounds", 1)),
    (12, early, store("rounds", 1)),
    (12, playing, store("counter", 0)),
    (12, choosing, store("counter", 24)),
    (13, early, delay_bomb),
    (13, early, both(store("rounds", 1), store("counter", 20))),
    (13, choosing, both(store("rounds", 1), store("counter", 20))),
    (14, playing, put("order", 5, 271)),
    (14, overflowing, store("taking", 271)),
    # 15 to 20 the decision
    (15, playing, store("active", 0b10)),
    (15, playing, store("phase", 5)),
    (15, playing, store("phase", 6)),
    (15, struck, store("phase", 0)),
    (15, entering, store("victim", 1)),
    (16, playing, store("taking", 1)),
    (16, overflowing, both(store("surprise", 1), close_tile(11, 0), put("where", 11, ATTIC))),
    (17, betraying, store("phase", 3)),
    (17, betraying, store("phase", 0)),
    (17, betraying, store("recovers", 0)),
    (17, attacking, store("phase", 4)),
    (18, attacking, store("victim", -1)),
    (18, attacking, store("victim", 0)),
    (18, attacking, store("strikes", 1)),
    (18, playing, store("near", 1)),
    (18, playing, store("strikes", 1)),
    (18, playing, store("victim", 1)),
    (18, entering, put("dice", 0, 0)),
    (18, entering, store("near", 1)),
    (18, struck, store("strikes", 1)),
    (19, playing, store("victims", 1)),
    (19, struck, store("victims", 0b100)),
    (19, struck, store("monster", 3)),
    (19, struck, store("cells_left", 1)),
    (19, struck, store("acts", 1)),
    (19, struck, put("target", 3, -1)),
    (20, choosing, store("tied", 1)),
    (20, choosing, store("candidates", 1)),
    (20, choosing, store("candidates", 7)),
    (20, choosing, store("monster", 4)),
    (20, choosing, store("monster", 7)),
]


@pytest.mark.parametrize(("number", "moment", "damage"), DAMAGES, ids=[f"{d[0]}-{k}" for k, d in enumerate(DAMAGES)])
def test_a_broken_rule_is_found(number: int, moment: Callable[[], Table], damage: Damage) -> None:
    assert_found(moment(), damage, number)


def test_every_invariant_names_its_rule_and_can_fail() -> None:
    rules = rules_of(GAME)
    assert rules == {
        1: "CO-17.1", 2: "CO-17.1", 3: "CO-17.1", 4: "CO-17.2", 5: "CO-17.3", 6: "CO-17.4", 7: "CO-2.3", 8: "CO-11.2",
        9: "CO-17.4", 10: "CO-4.1", 11: "CO-1.5", 12: "CO-16.1", 13: "CO-4.3", 14: "CO-3.4", 15: "CO-17.4",
        16: "CO-3.5", 17: "CO-7", 18: "CO-6.4", 19: "CO-10.7", 20: "CO-10.3",
    }  # fmt: skip
    assert {number for number, _, _ in DAMAGES} == set(rules)
