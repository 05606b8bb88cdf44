"""Silver & Gold Pyramids, rules SG-4 and SG-5: the course of an expedition card and what may be marked."""

from __future__ import annotations

import pytest

from games.by_hand import members
from games.silver_gold_pyramids.oracle import CARDS, CELL
from games.silver_gold_pyramids.positions import (
    LAST,
    NOTHING_LEFT,
    SHAPES,
    Position,
    Side,
    Table,
    cells,
    copies,
    mark,
    nearly,
    open_cells,
    positions,
    shape,
    tomb,
)
from rush_envs.errors import BadAction

# 08  E g . s .      09  E # s g .
#     . . . # .          . r # s s
#     s . # . r          . # . . f
#     . x # . #          s . s # .
#     s # . . T          . . x # T


def with_08(marks: str, pattern: str) -> Table:
    """Card 08 before seat 0, marked so far."""
    return Table(Position({0: Side((8, None), (cells(marks), ()))}, pattern=pattern))


# ------------------------------------------------------------------------------------------------------------------
# SG-4 The course of one expedition card


def test_sg_4_1_the_next_card_is_revealed_to_all() -> None:
    table = Table(Position(players=3, pattern="O4", then=("L4", "V3")))
    assert table.pattern == "O4"
    for number, pattern in ((2, "L4"), (3, "V3")):
        table.rest()
        assert (table.time, table.pattern, table.phase) == ((0, number), pattern, "MARK")
        for viewer in range(3):
            assert table.sees(viewer)["pattern"].tolist() == [int(words == pattern) for words in SHAPES]
            assert table.sees(viewer)["card"].sum() == number


def test_sg_4_1_every_seat_with_a_pyramid_becomes_active() -> None:
    sides = {0: Side((8, 9)), 1: Side((None, None)), 2: Side((None, 10)), 3: Side((11, None))}
    table = Table(Position(sides, 4, **NOTHING_LEFT)).rest()
    assert table.time == (0, 2)
    assert (table.active, table.row("main_due")) == ([0, 2, 3], [1, 0, 1, 1])


def test_sg_4_2_a_main_mark_then_extra_marks_then_inactive() -> None:
    """Card 32: the shape covers one cross."""
    table = Table(Position({0: Side((32, 8))}, 3)).play(2, mark("r0c0"))
    assert table.active == [0, 1], "any seat may finish first"
    table.play(0, shape(1, "r0c0"))
    assert (table.active, table.row("main_due"), table.row("extra_due")) == ([0, 1], [0, 1, 0], [1, 0, 0])
    table.play(0, mark("r1c1"))
    assert (table.active, table.row("extra_due")) == ([1], [0, 0, 0])
    with pytest.raises(BadAction, match="nothing to answer"):
        table.play(0, mark("r2c0"))
    table.play(1, mark("r0c0"))
    assert (table.active, table.time) == ([0, 1, 2], (0, 2))


def test_sg_4_2_everything_is_open_when_the_last_seat_has_finished() -> None:
    table = Table(Position({0: Side((1, 8), skulls=5)}, 3)).play(0, shape(0, "r0c0"))
    for viewer in (1, 2):
        seen = table.sees(viewer)
        assert not seen["marked"][3 - viewer, 0].any()
        assert seen["skulls"][3 - viewer] == 5
    table.rest(1, 2)
    for viewer in (1, 2):
        seen = table.sees(viewer)
        assert members(seen["marked"][3 - viewer, 0]) == {0, 1}
        assert seen["skulls"][3 - viewer] == 3


def test_sg_4_2_first_replaced_then_pyramid_points() -> None:
    """Seat 0 completes its 2nd green: marks are open and the pyramid aside before it takes, the award comes after."""
    sides = {0: Side((7, 8), (nearly(7), ()), completed=(1,)), 1: Side((9, 10))}
    table = Table(Position(sides)).play(0, tomb(7)).play(1, shape(1, "r0c0"))
    assert (table.phase, table.active) == ("TAKE", [0])
    assert members(table.sees(0)["marked"][1, 0]) == {0, 5}
    assert (table.aside(0), table.awards(0), table.row("score")) == ({1, 7}, set(), [10, 0])
    table.play(0, "take offer 1")
    assert (table.phase, table.awards(0), table.row("score")) == ("MARK", {"green 10"}, [30, 0])


def test_sg_4_3_a_seat_without_pyramid_is_skipped() -> None:
    sides = {0: Side((8, None)), 1: Side((None, None), completed=(3,)), 2: Side((None, 9))}
    table = Table(Position(sides, 3, **NOTHING_LEFT))
    for number in range(2, 5):
        assert (table.active, table.ids(1)) == ([0, 2], set())
        table.rest()
        assert table.time == (0, number)


def test_sg_4_3_nobody_has_a_pyramid_cards_are_resolved_at_once() -> None:
    """Both complete their last pyramid on the 3rd card of round 2: the rest of the game passes by itself."""
    sides = {seat: Side((number, None), (nearly(number), ())) for seat, number in enumerate((7, 12))}
    table = Table(Position(sides, round=1, card=3, **NOTHING_LEFT))
    score = table.row("score")
    table.play(0, tomb(7)).play(1, tomb(12))
    assert (table.over, table.time, table.active) == (True, (3, 7), [])
    assert table.row("score")[0] == score[0] + 10
    assert table.row("outcome") == [-1, 1], "seat 1 has all the other cards"


def test_sg_4_3_a_seat_with_a_pyramid_always_has_a_legal_cell() -> None:
    """At the start of every card of some games: no pyramid complete, a single cell open to everybody."""
    starts = 0
    for batch in positions(3, 21):
        s = batch.states[0]
        if s["phase"] == 1 and not s["done"] and s["main_due"][:3].all():
            starts += 1
            for seat in range(3):
                assert batch.legal([0], [seat])[0, CELL : CELL + 50].any()
                for slot, marks in zip(s["slot"][seat], s["marks"][seat], strict=True):
                    assert slot < 0 or not marks >> CARDS[int(slot) + 1].tomb & 1
    assert starts == 28


def test_sg_4_3_even_if_only_the_tomb_is_left() -> None:
    table = Table(Position({0: Side((12, None), (open_cells(12) - {24}, ()))}, **NOTHING_LEFT))
    assert table.legal(0) == {mark("r4c4")}


# ------------------------------------------------------------------------------------------------------------------
# SG-5 The main mark


def test_sg_5_1_shape_or_cell_on_one_pyramid_and_no_pass() -> None:
    table = Table(Position({0: Side((8, 9))}, pattern="I2"))
    assert table.legal(0) == {
        mark("r0c0", 1), mark("r0c0", 2), mark("r0c0 r0c1", 1), mark("r0c0 r1c0", 1), mark("r0c0 r1c0", 2),
    }  # fmt: skip
    table.play(0, shape(1, "r0c0", 2))
    assert (table.marks(0, 0), table.marks(0, 1)) == (set(), cells("r0c0 r1c0"))
    assert table.active == [1], "one mark on one pyramid was all"


def test_sg_5_1_a_single_cell_is_free_to_choose_on_either_pyramid() -> None:
    for pyramid in (1, 2):
        table = Table(Position({0: Side((8, 9))}, pattern="V3"))
        assert table.shapes(0, 0)
        table.play(0, mark("r0c0", pyramid))
        assert (table.marks(0, pyramid - 1), table.marks(0, 2 - pyramid)) == (cells("r0c0"), set())


def test_sg_5_1_nothing_but_marks_in_this_phase() -> None:
    ids = Table(Position({0: Side((8, 9))})).ids(0)
    assert ids == {6, 26, 320, 594, 619}


@pytest.mark.parametrize(("marks", "places"), [
    ("r0c0", {(0, "r0c1"), (0, "r1c0")}),
    ("r0c0 r0c1 r0c2 r1c2", {(0, "r1c0")}),
    ("r0c0 r0c1 r0c2 r0c3 r0c4 r1c4", {(0, "r1c0")}),
    ("r0c0 r1c0", {(0, "r0c1"), (0, "r2c0")}),
    ("r0c0 r1c0 r1c1", {(0, "r2c0")}),
    ("r0c0 r1c0 r2c0", {(0, "r0c1")}),
    ("r0c0 r1c0 r1c1 r2c1", set()),
])  # fmt: skip
def test_sg_5_2_a_whole_shape_inside_without_walls_and_marks(marks: str, places: set[tuple[int, str]]) -> None:
    """The square on card 08: at r1c1 or r3c0 it would need a wall."""
    assert with_08(marks, "O4").shapes(0) == places


def test_sg_5_2_not_over_the_edge() -> None:
    """The line at r0c3 would leave the grid, or go on in the next row."""
    table = with_08("r0c0 r0c1 r0c2", "I3")
    assert table.shapes(0) == {(0, "r1c0"), (1, "r1c0"), (1, "r1c1")}
    assert not {(0, "r0c3"), (0, "r0c4")} & table.shapes(0)


def test_sg_5_2_every_orientation_on_one_pyramid() -> None:
    """L4 on card 08 with the entrance marked, read off the drawing by hand."""
    assert with_08("r0c0", "L4").shapes(0) == {
        (0, "r1c0"), (1, "r0c1"), (1, "r1c0"), (2, "r1c0"), (3, "r0c0"), (4, "r0c0"), (6, "r0c1"), (6, "r1c0"),
    }  # fmt: skip


@pytest.mark.parametrize(("pattern", "places"), [
    ("I2", {(0, "r0c0"), (1, "r0c0")}),
    ("I3", {(0, "r0c0"), (1, "r0c0")}),
    ("V3", {(0, "r0c0"), (1, "r0c0"), (2, "r0c0")}),
    ("O4", {(0, "r0c0")}),
    ("L4", {(o, "r0c0") for o in (0, 1, 2, 5, 6, 7)}),
    ("S4", {(1, "r0c0"), (4, "r0c0")}),
])  # fmt: skip
def test_sg_5_3_on_an_unmarked_pyramid_the_shape_contains_the_entrance(
    pattern: str, places: set[tuple[int, str]]
) -> None:
    assert with_08("", pattern).shapes(0) == places


def test_sg_5_3_on_any_other_it_touches_a_mark_by_a_side() -> None:
    table = with_08("r0c0", "I2")
    assert table.shapes(0) == {(0, "r0c1"), (0, "r1c0"), (1, "r0c1"), (1, "r1c0")}
    assert (0, "r1c1") not in table.shapes(0), "r1c1 touches r0c0 by a corner"
    table = with_08("r0c0 r0c1 r0c2 r0c3 r0c4 r1c4 r2c4", "I2")
    assert (0, "r4c3") not in table.shapes(0), "the tomb lies two below the last mark"
    assert (1, "r2c3") in table.shapes(0)


def test_sg_5_3_the_end_of_a_row_does_not_touch_the_next_row() -> None:
    """Card 36: r1c0 is marked, the cell before it in numbers is r0c4, a cross."""
    table = Table(Position({0: Side((36, None), (cells("r0c0 r0c1 r1c0"), ()))}, pattern="I2"))
    assert table.cells(0) == {"r2c0"}
    assert table.shapes(0) == {(0, "r2c0"), (1, "r2c0")}


def test_sg_5_4_single_cells() -> None:
    assert with_08("", "I3").cells(0) == {"r0c0"}
    assert with_08("r0c0", "I3").cells(0) == {"r0c1", "r1c0"}
    assert with_08("r0c0 r0c1 r0c2", "I3").cells(0) == {"r0c3", "r1c0", "r1c1", "r1c2"}
    assert with_08("r0c0 r1c0 r1c1 r1c2", "I3").cells(0) == {"r0c1", "r0c2", "r2c0", "r2c1"}, "walls r1c3 and r2c2"
    marks = "r0c0 r0c1 r0c2 r0c3 r0c4 r1c4 r2c4"
    assert with_08(marks, "I3").cells(0) == {"r1c0", "r1c1", "r1c2", "r2c3"}, "no corner, no edge"


def test_sg_5_4_every_pyramid_begins_at_its_entrance() -> None:
    batch = copies([Position({0: Side((number, None))}) for number in CARDS])
    assert (batch.mask[:, CELL : CELL + 25].argmax(axis=1) == [CARDS[number].entrance for number in CARDS]).all()
    assert (batch.mask[:, CELL : CELL + 50].sum(axis=1) == 1).all()


def test_sg_5_5_the_tomb_is_an_ordinary_cell() -> None:
    """Card 04 has a gem behind its tomb; the shape covers both and is connected through the tomb."""
    table = Table(Position({0: Side((4, None), (open_cells(4) - cells("r3c4 r4c4"), ()))}, pattern="I2", **LAST))
    assert table.legal(0) == {table.words(shape(1, "r3c4")), mark("r4c4")}
    table.play(0, shape(1, "r3c4")).rest()
    assert (table.aside(0), table.tally(0)[1], table.row("score")) == ({4}, 1, [11, 0])


def test_sg_5_5_a_shape_over_the_tomb_and_more() -> None:
    before = nearly(8) - cells("r4c3")
    table = Table(Position({0: Side((8, None), (before, ()))}, pattern="I3")).play(0, shape(0, "r4c2"))
    assert table.marks(0) == before | cells("r4c2 r4c3 r4c4")
    assert (table.slots(0), table.active) == ([8, None], [1])
    table.rest()
    assert (table.slots(0), table.aside(0)) == ([None, None], {8})
