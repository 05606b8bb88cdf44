"""Silver & Gold Pyramids, rules SG-16: the golden examples of the specification, word by word."""

from __future__ import annotations

import pytest

from games.silver_gold_pyramids.positions import LAST, Position, Side, Table, cells, mark, nearly, shape, tomb


@pytest.mark.parametrize(("own", "other"), [
    ("orange 10, green 6, green 3", "green 10"),
    ("orange 6, green 10, green 3", "orange 10, green 6"),
    ("orange 3, green 10, green 6", "orange 10, orange 6"),
])  # fmt: skip
def test_sg_16_1_final_scoring(own: str, other: str) -> None:
    """Luca: 2 orange, 4 green and a violet pyramid; the 19 points may be split in three ways."""
    luca = Side(
        completed=(2, 5, 1, 4, 7, 10, 3), torches=(0, 3), awards=own, red=6, green=3, skulls=5,
    )  # fmt: skip
    rival = Side(completed=(8, 11, 14, 17, 13, 16), awards=other)
    table = Table(Position({0: luca, 1: rival}, **LAST)).rest()
    assert table.over
    assert table.row("score")[0] == 70 + 10 + 19 + 18 - 6 == 111


def test_sg_16_2_race() -> None:
    sides = {
        0: Side((7, None), (nearly(7), ()), completed=(1,)), 1: Side((12, None), (nearly(12), ()), completed=(3,)),
    }  # fmt: skip
    table = Table(Position(sides, 3)).play(0, tomb(7)).play(1, tomb(12)).rest(2)
    table.play(0, "take deck").play(1, "take deck")
    assert [table.awards(seat) for seat in range(3)] == [{"green 10"}, {"violet 10"}, set()]
    assert table.row("score") == [30, 30, 0]


def test_sg_16_3_tie_by_number() -> None:
    """A's (Sara's) 2nd violet is card 33, B's (Teo's) 4th is 15; B has the 10 already."""
    sara = Side((33, None), (nearly(33), ()), completed=(3,))
    teo = Side((15, None), (nearly(15), ()), completed=(6, 9, 12), awards="violet 10")
    third = Side((18, None), (nearly(18), ()), completed=(21,))
    table = Table(Position({0: sara, 1: teo, 2: third}, 3, pattern="I3")).play(0, tomb(33)).play(1, tomb(15)).rest(2)
    assert table.active == [1]
    table.play(1, "take offer 1").play(0, "take offer 1")
    assert [table.awards(seat) for seat in range(3)] == [{"violet 3"}, {"violet 10", "violet 6"}, set()]
    assert table.row("score") == [23, 56, 10]
    table.play(2, tomb(18)).rest(0, 1).play(2, "take offer 1")
    assert (table.awards(2), table.row("score")[2]) == (set(), 20), "violet is closed"


def test_sg_16_4_torch() -> None:
    """Cards 01 and 26 have a torch beside the entrance, card 42 one further."""
    marks = (cells("r0c0"), cells("r0c0"))
    table = Table(Position({0: Side((1, 26), marks)}, card=6)).play(0, mark("r1c0")).rest()
    assert table.tally(0)[3] == {0}
    table.play(0, mark("r0c1", 2)).rest()
    assert (table.tally(0)[3], table.row("score")[0], table.time) == ({0}, 5, (1, 1))
    table = Table(Position({0: Side((1, 26), marks, torches=(0,))}, round=1)).play(0, mark("r0c1", 2)).rest()
    assert (table.tally(0)[3], table.row("score")[0]) == ({0, 1}, 10)


def test_sg_16_5_first_marks() -> None:
    table = Table(Position({0: Side((8, 9))}, pattern="L4"))
    assert (7, "r0c0") in table.shapes(0)
    assert (4, "r0c0") not in table.shapes(0)
    table.play(0, shape(7, "r0c0"))
    assert table.marks(0) == cells("r0c0 r0c1 r0c2 r1c2")
    assert table.tally(0) == (0, 1, 0, set())
    table = Table(Position({0: Side((8, 9), (cells("r0c0"), ()))}, pattern="L4")).play(0, shape(4, "r0c0"))
    assert table.marks(0) == cells("r0c0 r0c1 r1c1 r2c0 r2c1"), "what orientation 4 is"


@pytest.mark.parametrize(("before", "after"), [(3, 2), (10, 8)])
def test_sg_16_6_skull_and_potion(before: int, after: int) -> None:
    """Card 01: entrance, potion, skull in one line."""
    table = Table(Position({0: Side((1, 8), skulls=before)}, pattern="I3")).play(0, shape(0, "r0c0"))
    assert table.tally(0) == (0, 0, after, set())


def test_sg_16_7_cross_chain() -> None:
    table = Table(Position({0: Side((32, 8))}, pattern="I2")).play(0, shape(1, "r0c0"))
    assert table.marks(0) == cells("r0c0 r1c0")
    assert table.row("extra_due") == [1, 0]
    assert table.cells(0) == {"r0c1", "r1c1", "r2c0"}
    assert table.cells(0, 1) == {"r0c0"}
    table.play(0, mark("r1c1"))
    assert (table.tally(0), table.row("extra_due"), table.active) == ((0, 1, 0, set()), [0, 0], [1])


def test_sg_16_8_offer() -> None:
    table = Table(Position({0: Side((7, 8), (nearly(7), ()))}, offer=(11, 12, 13, 14), deck=(20, 21, 22)))
    table.play(0, tomb(7)).rest().play(0, "take offer 2")
    assert table.slots(0) == [12, 8]
    assert (table.offer(), table.deck()) == ([11, 20, 13, 14], [21, 22])


def test_sg_16_9_two_completed() -> None:
    """A completes 40 and 7 (a line over the cross and the tomb of 7, then the tomb of 40), B 12, C 5."""
    sides = {
        0: Side((40, 7), (nearly(40), nearly(7) - cells("r2c4 r3c4") | cells("r1c4"))),
        1: Side((12, None), (nearly(12), ())), 2: Side((5, None), (nearly(5), ())),
    }  # fmt: skip
    table = Table(Position(sides, 3, pattern="I3", offer=(21, 22, 23, 24), deck=(31, 32, 33, 34, 35)))
    table.play(0, shape(1, "r2c4", 2), tomb(40, 1)).play(1, tomb(12)).play(2, tomb(5))
    assert table.active == [2]
    table.play(2, "take offer 1")
    assert (table.offer(), table.active) == ([31, 22, 23, 24], [0])
    table.play(0, "take offer 1")
    assert (table.offer(), table.active) == ([None, 22, 23, 24], [0])
    table.play(0, "take offer 2")
    assert (table.offer(), table.active) == ([32, 33, 23, 24], [1])
    table.play(1, "take deck")
    assert (table.offer(), table.deck()) == ([32, 33, 23, 24], [35])
    assert [table.slots(seat) for seat in range(3)] == [[31, 22], [34, None], [21, None]]
    assert (table.phase, table.time) == ("MARK", (0, 2))
