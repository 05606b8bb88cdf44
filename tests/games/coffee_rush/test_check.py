"""Coffee Rush: each invariant of `check` speaks up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from games.coffee_rush.positions import GAME, Position, Table
from games.damage import Damage, add, assert_found, both, put, store
from rush_envs.engine.records import broken_invariants

PLACE, START, UPGRADE, MOVE, EMPTY, POUR, SERVE = range(7)
ICE, CARAMEL, STEAM, COFFEE, MILK = 3, 7, 2, 0, 1  # kinds


def moving() -> Table:
    """The first move: pawns stand, the hand is empty."""
    table = Table(4, seed=2)
    while table.s["phase"] != MOVE:
        table.batch.step(table.batch.random_actions())
    return table


def moving_on(**more: Any) -> Table:
    """Pawn a has entered the crowded corner and needs two steps to a free cell."""
    board = """
        . . c ab
        . . . d
        . . . .
        . . . ."""
    return Table(Position(board=board, moving=0, free_steps=2, **more))


def moving_one_of_two() -> Table:
    """A move of two players: the first has made a step with pawn 2."""
    return Table(Position(2)).play("move pawn 2 north")


def last_step() -> Table:
    """One step is left, and one cell to go to."""
    board = """
        a . c .
        b . . .
        . . . .
        . . . d"""
    return Table(Position(board=board, moving=0, free_steps=1))


def placing(players: int = 4) -> Table:
    """Two pawns stand."""
    return Table(players, seed=2).place(0, 5)


def starting() -> Table:
    """Seat 1 has answered, seat 0 has caramel in hand; pawns on ice (seat 1), milk (0), steam (1), caramel (0)."""
    table = Table(2, seed=2).place(0, 5, 2, 1)
    return table.play("pour steam into cup 2")


def starting_first() -> Table:
    return Table(2, seed=2).place(0, 5, 2, 1)


def upgrading() -> Table:
    """One tile was bought this turn, a second one can be."""
    return Table(Position(phase="UPGRADE", completed={0: 6}, slots={1: ("CC",)})).play("upgrade diagonal")


def emptying() -> Table:
    return Table(Position(phase="EMPTY", hand="W", cups={0: ("CC",)}))


def pouring() -> Table:
    return Table(Position(phase="POUR", hand="W"))


def serving() -> Table:
    """One order was served, one more can be; the third cup holds something else."""
    position = Position(phase="SERVE", cups={0: ("CC", "CS", "M")}, slots={0: ("CC CS",)})
    return Table(position).play("serve cup 1 to slot 1")


def over() -> Table:
    return Table(Position(turn=3, closed=True, slots={0: ("CC",)})).idle()


def lose_a_card(s: np.record) -> None:
    s["deck_size"] -= 1


def forge_a_recipe(s: np.record) -> None:
    s["orders"][0, 0, 0] += 3
    s["removed"] -= 3


def stack_two_pawns(s: np.record) -> None:
    s["phase"] = EMPTY
    s["pawn"][1, 0] = s["pawn"][0, 0]


def stack_two_others(s: np.record) -> None:
    s["pawn"][1, 0] = s["pawn"][3, 0]


def spend_what_is_held(s: np.record) -> None:
    """Two completed orders less, and two cards more that are out of the game."""
    s["completed"][0] -= 2
    s["score"][0] -= 2
    s["removed"] += 2


def hold_an_order(s: np.record) -> None:
    s["completed"][0] += 1
    s["score"][0] += 1
    s["deck_size"] -= 1
    s["deck_count"][s["deck"][s["deck_size"]]] -= 1


def collect(kind: int, place: tuple[int, int]) -> Damage:
    """A token from the supply into a cup."""
    return both(add("supply", kind, -1), add("cups", (*place, kind), 1))


def hold(kind: int, many: int = 1) -> Damage:
    """Tokens from the supply into the hand."""
    return both(add("supply", kind, -many), add("hand", kind, many))


def swap_cups(s: np.record) -> None:
    s["cups"][1, 0], s["cups"][1, 1] = s["cups"][1, 1].copy(), s["cups"][1, 0].copy()


@pytest.mark.parametrize(("number", "moment", "damage"), [
    (1, moving, add("supply", 3, -1)),
    (2, moving, both(store("phase", UPGRADE), add("hand", 0, 1), add("supply", 0, -1))),
    (3, moving, lose_a_card),
    (4, moving, add("deck_count", 5, 1)),
    (4, moving, forge_a_recipe),
    (5, moving, add("rush", 1, 1)),
    (6, moving, stack_two_pawns),
    (6, moving_on, stack_two_others),
    (6, moving_on, store("moving", -1)),
    (7, moving, add("score", 2, 1)),
    (8, moving, store("active", 3)),
    # 9 placing
    (9, moving, store("placed", 3)),
    (9, moving, store("phase", PLACE)),
    (9, moving, put("pawn", (2, 0), -1)),
    (9, moving_one_of_two, store("placed", 3)),
    (9, moving_one_of_two, put("pawn", (0, 1), -1)),
    (9, placing, store("placed", 3)),
    (9, placing, store("placed", 4)),
    (9, placing, store("phase", MOVE)),
    (9, placing, both(store("turn", 3), store("active", 8))),
    (9, placing, put("pawn", (0, 0), 9)),
    (9, placing, put("pawn", (3, 0), -1)),
    (9, partial(placing, 2), put("pawn", (1, 1), 9)),
    (9, partial(placing, 3), put("pawn", (3, 0), 9)),
    (9, partial(placing, 3), both(store("turn", 3), store("active", 8))),
    # 10 before the first turn
    (10, moving, store("phase", START)),
    (10, placing, store("closed", 1)),
    (10, placing, both(store("rush_supply", 14), put("rush", 0, 1))),
    (10, placing, hold_an_order),
    (10, placing, collect(MILK, (0, 0))),
    (10, starting, both(hold(CARAMEL, -1), hold(ICE))),
    (10, starting, hold(CARAMEL)),
    (10, starting, hold(CARAMEL, -1)),
    (10, starting, collect(MILK, (0, 0))),
    (10, starting, collect(CARAMEL, (0, 1))),
    (10, starting, swap_cups),
    (10, starting_first, collect(STEAM, (1, 0))),
    # 11 the move
    (11, moving, store("moving", 1)),
    (11, moving, store("moving", 0)),
    (11, moving, store("free_steps", 2)),
    (11, moving, hold(COFFEE)),
    (11, moving_one_of_two, store("free_steps", 3)),
    (11, pouring, store("moving", 1)),
    (11, upgrading, store("moving", 0)),
    (11, upgrading, store("free_steps", 1)),
    (11, emptying, store("moving", -1)),
    (11, pouring, store("free_steps", 0)),
    (11, serving, store("moving", -1)),
    (11, over, store("moving", 1)),
    # 12 something to decide
    (12, upgrading, spend_what_is_held),
    (12, moving_on, store("free_steps", 1)),
    (12, moving_on, store("free_steps", 0)),
    (12, last_step, store("free_steps", 0)),
    (12, last_step, put("pawn", (2, 0), 1)),
    (12, pouring, store("phase", EMPTY)),
    (12, pouring, hold(4, -1)),
    (12, serving, both(store("phase", POUR), store("served_now", 0))),
    (12, serving, both(collect(MILK, (0, 1)), store("served_now", 0))),
    # 13 this turn
    (13, moving, store("upgraded_now", 1)),
    (13, upgrading, store("upgraded_now", 2)),
    (13, emptying, store("served_now", 1)),
    (13, serving, store("served_now", 2)),
    (13, serving, collect(MILK, (0, 0))),
    # 14 seats without a player
    (14, moving_one_of_two, put("cups", (2, 0, 0), 1)),
    (14, moving_one_of_two, put("orders", (3, 3, 20), 1)),
    (14, moving_one_of_two, put("upgraded", (2, 3), 1)),
    (14, moving_one_of_two, put("rush", 2, 1)),
    (14, moving_one_of_two, put("completed", 3, 1)),
    (14, moving_one_of_two, put("penalties", 3, 1)),
    (14, moving_one_of_two, put("score", 2, -1)),
])  # fmt: skip
def test_a_broken_rule_is_found(number: int, moment: Callable[[], Table], damage: Damage) -> None:
    assert_found(moment(), damage, number)


def test_a_limit_of_upgrades_holds_for_the_turn() -> None:
    table = Table(Position(completed={0: 3}, upgrades={0: ["diagonal", "double pawns"]}), upgrades_per_turn=1)
    assert_found(table, store("upgraded_now", 2), 13)
    table.edit(store("upgraded_now", 1)).check("one was bought")


def test_a_forfeit_in_any_phase_leaves_a_possible_position() -> None:
    for moment in (placing, starting, upgrading, moving, moving_on, emptying, pouring, serving):
        records = moment().batch.states.copy()
        records["done"], records["active"] = 1, 0
        assert not broken_invariants(GAME, records).any(), moment.__name__
