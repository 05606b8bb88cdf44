"""Silver & Gold Pyramids, rules SG-6: what lies under the marks."""

from __future__ import annotations

from typing import Any

import pytest

from games.silver_gold_pyramids.positions import (
    LAST,
    NOTHING_LEFT,
    Position,
    Side,
    Table,
    all_but,
    cells,
    mark,
    nearly,
    shape,
    tomb,
)

# 01  E p s r s   22  E . s . #   25  E s s . .   32  E s . . .   34  E # . # .   38  E . s g #
#     f # g # .       # x . # .       . s g . #       x g x . #       . r s . g       p . x s r
#     # s x . .       g g # . s       s r x . f       r . # f s       . s # . .       # # x . s
#     r . s s .       s # x # s       . # # s #       s # . . .       s # # . .       . # # . #
#     # . # g T       . . f r T       # . . x T       # . . . T       r s . x T       . r . s T


def on(number: int, marks: str, pattern: str = "I2", **side: Any) -> Table:
    """A card before seat 0, and how its score card stands."""
    return Table(Position({0: Side((number, None), (cells(marks), ()), **side)}, pattern=pattern))


# ------------------------------------------------------------------------------------------------------------------
# SG-6.1, SG-6.2 Skulls and potions


@pytest.mark.parametrize(("before", "after"), [(0, 2), (7, 9), (8, 10), (9, 10), (10, 10)])
def test_sg_6_1_each_skull_crosses_the_next_at_most_ten(before: int, after: int) -> None:
    assert on(25, "", "I3", skulls=before).play(0, shape(0, "r0c0")).tally(0) == (0, 0, after, set())


def test_sg_6_1_skulls_beyond_ten_are_forgotten() -> None:
    """Two skulls more than ten; then a potion leaves eight."""
    table = Table(Position({0: Side((25, 1), ((), cells("r0c0")), skulls=10)}, pattern="I3"))
    table.play(0, shape(0, "r0c0")).rest().play(0, mark("r0c1", 2))
    assert table.tally(0)[2] == 8


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 1), (10, 8)])
def test_sg_6_2_a_potion_removes_the_two_last_skulls(before: int, after: int) -> None:
    assert on(1, "", skulls=before).play(0, shape(0, "r0c0")).tally(0) == (0, 0, after, set())


def test_sg_6_2_a_potion_is_not_stored() -> None:
    table = on(1, "r0c0").play(0, mark("r0c1")).rest().play(0, mark("r0c2"))
    assert table.tally(0)[2] == 1


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 1), (3, 2), (9, 8), (10, 8)])
def test_sg_6_2_skulls_of_a_placement_come_before_its_potion(before: int, after: int) -> None:
    """Entrance, potion and skull in one line: with ten crossed the skull is lost, then two go."""
    assert on(1, "", "I3", skulls=before).play(0, shape(0, "r0c0")).tally(0)[2] == after


# ------------------------------------------------------------------------------------------------------------------
# SG-6.3, SG-6.4 Gems and torches


@pytest.mark.parametrize(("before", "after"), [(0, 2), (8, 10), (9, 10), (10, 10)])
def test_sg_6_3_green_gems_at_most_ten(before: int, after: int) -> None:
    """Card 22: two green gems in one row."""
    marks = "r0c0 r0c1 r1c1"
    assert on(22, marks, green=before, red=4).play(0, shape(0, "r2c0")).tally(0) == (4, after, 0, set())


@pytest.mark.parametrize(("before", "after"), [(0, 1), (9, 10), (10, 10)])
def test_sg_6_3_red_gems_at_most_ten(before: int, after: int) -> None:
    assert on(34, "r0c0 r1c0", red=before, green=3).play(0, mark("r1c1")).tally(0) == (after, 3, 0, set())


def test_sg_6_3_different_symbols_of_one_placement() -> None:
    """Card 01: skull, red gem, skull. Card 25: green gem and cross, below each other."""
    assert on(1, "r0c0 r0c1", "I3", red=2, green=2).play(0, shape(0, "r0c2")).tally(0) == (3, 2, 2, set())
    table = on(25, "r0c0 r1c0 r1c1", red=2, green=2).play(0, shape(1, "r1c2"))
    assert (table.tally(0), table.row("extra_due")) == ((2, 3, 0, set()), [1, 0])


@pytest.mark.parametrize("number", range(4))
def test_sg_6_4_a_torch_is_that_of_the_current_round(number: int) -> None:
    side = Side((1, None), (cells("r0c0"), ()))
    table = Table(Position({0: side}, round=number)).play(0, mark("r1c0"))
    assert table.tally(0) == (0, 0, 0, {number})
    table.rest()
    assert table.row("score") == [5, 0]


def test_sg_6_4_further_torches_of_a_round_do_nothing() -> None:
    """Cards 01 and 26: torches beside their entrances."""
    side = Side((1, 26), (cells("r0c0"), cells("r0c0")), torches=(0,))
    table = Table(Position({0: side}, round=2))
    table.play(0, mark("r1c0")).rest().play(0, mark("r0c1", 2))
    assert table.tally(0) == (0, 0, 0, {0, 2})
    table.rest()
    assert table.row("score") == [10, 0]


# ------------------------------------------------------------------------------------------------------------------
# SG-6.5 The tomb


def test_sg_6_5_a_complete_pyramid_stays_until_the_card_is_resolved() -> None:
    table = Table(Position({0: Side((7, 8), (nearly(7), ()))})).play(0, tomb(7))
    assert (table.slots(0), table.aside(0), table.row("score")) == ([7, 8], set(), [0, 0])
    assert table.sees(0)["completed"].sum() == 0
    table.rest(1)
    assert (table.phase, table.slots(0), table.aside(0)) == ("TAKE", [None, 8], {7})


def test_sg_6_5_it_can_still_be_marked_by_extra_marks() -> None:
    """Card 34: cross and tomb in one shape; r3c4 touches nothing but the tomb."""
    table = on(34, "r0c0 r1c0 r2c0 r3c0 r4c0 r4c1 r4c2").play(0, shape(0, "r4c3"))
    assert (table.row("extra_due")[0], table.shapes(0)) == (1, set())
    assert table.cells(0) == {"r1c1", "r2c1", "r3c3", "r3c4"}
    table.play(0, mark("r3c4"))
    assert table.marks(0) == cells("r0c0 r1c0 r2c0 r3c0 r4c0 r4c1 r4c2 r4c3 r4c4 r3c4")
    table.rest(1)
    assert table.aside(0) == {34}


# ------------------------------------------------------------------------------------------------------------------
# SG-6.6 Crosses


def test_sg_6_6_an_extra_mark_is_a_single_cell_on_either_pyramid() -> None:
    """Card 32 with its cross r1c0, and card 08 unmarked."""
    table = Table(Position({0: Side((32, 8), (cells("r0c0"), ()))})).play(0, mark("r1c0"))
    assert table.row("extra_due") == [1, 0]
    assert table.legal(0) == {mark("r0c1"), mark("r1c1"), mark("r2c0"), mark("r0c0", 2)}, "no shape"
    table.play(0, mark("r0c0", 2))
    assert (table.marks(0, 1), table.row("extra_due"), table.active) == (cells("r0c0"), [0, 0], [1])


def test_sg_6_6_two_crosses_are_two_extra_marks() -> None:
    table = on(38, "r0c0 r0c1 r1c1", skulls=3).play(0, shape(1, "r1c2"))
    assert table.row("extra_due") == [2, 0]
    assert table.cells(0) == {"r0c2", "r1c0", "r1c3", "r2c3"}
    table.play(0, mark("r1c0"))
    assert (table.tally(0)[2], table.row("extra_due")) == (1, [1, 0]), "symbols count at once"
    assert table.cells(0) == {"r0c2", "r1c3", "r2c3"}
    table.play(0, mark("r1c3"))
    assert (table.tally(0)[2], table.row("extra_due"), table.active) == (2, [0, 0], [1])


def test_sg_6_6_a_cross_under_an_extra_mark_adds_another() -> None:
    """Card 32: from cross r1c0 over the gem r1c1 ends; card 42: cross under cross goes on."""
    table = on(42, "r0c0 r1c0 r2c0").play(0, mark("r3c0"))
    assert (table.row("extra_due"), table.cells(0)) == ([1, 0], {"r1c1", "r2c1", "r3c1", "r4c0"})
    table.play(0, mark("r4c0"))
    assert (table.row("extra_due"), table.cells(0)) == ([1, 0], {"r1c1", "r2c1", "r3c1", "r4c1"})
    table.play(0, mark("r4c1"))
    assert (table.row("extra_due"), table.tally(0), table.active) == ([0, 0], (1, 0, 0, set()), [1])


def test_sg_6_6_an_extra_mark_may_complete_the_other_pyramid() -> None:
    sides = {0: Side((48, 7), (all_but(48, "r4c3"), nearly(7)))}
    table = Table(Position(sides, **LAST)).play(0, shape(0, "r4c3")).play(0, tomb(7, 2)).rest(1)
    assert (table.aside(0), table.row("score")) == ({7, 48}, [20, 0])


def test_sg_6_6_it_must_be_made_if_any_cell_is_legal() -> None:
    """Card 38 with nothing left but two crosses and the tomb: the first extra mark is forced, the second lost."""
    side = Side((38, None), (all_but(38, "r1c2 r2c2"), ()))
    table = Table(Position({0: side}, **NOTHING_LEFT)).play(0, shape(1, "r1c2"))
    assert (table.row("extra_due"), table.legal(0), table.active) == ([2, 0], {mark("r4c4")}, [0, 1])
    table.play(0, mark("r4c4"))
    assert (table.row("extra_due"), table.legal(0), table.active) == ([0, 0], set(), [1])


def test_sg_6_6_all_extra_marks_left_are_lost_when_everything_is_marked() -> None:
    """Card 23: two crosses, a cell and the tomb in one shape, all else marked before, no second pyramid."""
    side = Side((23, None), (all_but(23, "r3c2 r3c3 r4c3"), ()))
    table = Table(Position({0: side}, pattern="S4", **NOTHING_LEFT)).play(0, shape(4, "r3c2"))
    assert (table.row("extra_due"), table.row("main_due"), table.active) == ([0, 0], [0, 1], [1])
    table.rest(1)
    assert table.aside(0) == {23}


def test_sg_6_6_lost_marks_do_not_come_back_on_the_next_card() -> None:
    side = Side((23, None), (all_but(23, "r3c2 r3c3 r4c3"), ()))
    table = Table(Position({0: side}, pattern="S4", offer=(8, None, None, None), deck=()))
    table.play(0, shape(4, "r3c2")).rest(1).play(0, "take offer 1")
    assert (table.row("extra_due"), table.row("main_due")) == ([0, 0], [1, 1])
    table.play(0, mark("r0c0"))
    assert 0 not in table.active
