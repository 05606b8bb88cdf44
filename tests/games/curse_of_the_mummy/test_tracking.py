"""Curse of the Mummy, rules CM-11.4 to CM-11.9: the cells on which the mummy must expect each pawn."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import members
from games.curse_of_the_mummy.oracle import PRISON, START
from games.curse_of_the_mummy.positions import DEAD_ENDS, Position, Table

FIVE = "1 2 3 4 arrow"


def moved(value: str, cell: int, to: int, possible: set[int], **more: object) -> Table:
    """Pawn 0 goes somewhere; the turn is over (a treasure is held)."""
    position = Position(cells=(cell, *more.pop("others", ())), possible={0: possible, **more.pop("P", {})}, **more)  # type: ignore[arg-type,dict-item,misc]
    table = Table(position).play(f"announce {value}").rolls(FIVE).play(to)
    return table.play("hold the treasure") if table.phase == "TREASURE" else table


# ------------------------------------------------------------------------------------------------------------------
# CM-11.4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cm_11_4_at_first_everybody_is_on_the_start(players: int) -> None:
    table = Table(players)
    pawns = 2 if players == 2 else players - 1
    assert [table.P(pawn) for pawn in range(4)] == [{START}] * pawns + [set()] * (4 - pawns)


def test_cm_11_4_an_eliminated_pawn_is_nowhere() -> None:
    position = Position(
        phase="MUMMY", steps=3, mummy=66, cells=(67, 70, 53), taken={0: 2}, possible={0: {67, 68}, 1: {70, 67, 71}}
    )
    table = Table(position).rolls(FIVE).walk(67)
    assert (table.s["out"][0], table.P(0), table.P(1)) == (1, set(), {70, 71})


# ------------------------------------------------------------------------------------------------------------------
# CM-11.5


@pytest.mark.parametrize("locked", [0, 2])
def test_cm_11_5_a_turn_that_is_not_skipped_rules_out_dead_ends(locked: int) -> None:
    position = Position(cells=(67, 53), mummy=89, locked=locked, possible={1: {88, 53, 7, START}, 2: {88, START}})
    table = Table(position)
    assert table.P(1) == {88, 53, 7, START}
    table.idle()
    assert table.phase == ("RELEASE" if locked else "ROLLED")
    assert table.P(1) == {53, 7, START}, "88 is closed by the mummy, 7 is not"
    assert table.P(2) == {88, START}, "its turn has not come"


def test_cm_11_5_start_and_prison_stay() -> None:
    position = Position(cells=(67, PRISON), mummy=93, possible={1: {PRISON, 92}})
    assert Table(position).idle().P(1) == {PRISON}


def test_cm_11_5_again_when_the_roll_follows_a_release() -> None:
    position = Position(phase="RELEASE", locked=2, cells=(53,), mummy=71, possible={0: {88, 53}})
    table = Table(position).play("release the dice").walk(89)
    assert table.P(0) == {88, 53}
    table.rolls(FIVE).play("stop")
    assert (table.phase, table.P(0)) == ("ROLLED", {53})


def test_cm_11_5_a_skipped_turn_leaves_only_dead_ends() -> None:
    position = Position(cells=(67, 88), mummy=89, possible={1: {88, 53, 70, 7, START}})
    table = Table(position).idle()
    assert (table.s["history"][1, 0], table.P(1)) == (7, {88})


def test_cm_11_5_skipped_by_the_own_release() -> None:
    position = Position(phase="RELEASE", locked=2, cells=(88,), mummy=71, possible={0: {88, 53, PRISON}})
    table = Table(position).play("release the dice").walk(89).rolls(FIVE).play("stop")
    assert (table.s["history"][0, 0], table.P(0)) == (7, {88})


def test_cm_11_5_every_dead_end() -> None:
    for cell, mummy in ((7, 13), (18, 10), (54, 40), (80, 81), (88, 89), (98, 97), (92, 93)):
        everywhere = set(range(99)) - {mummy, START, PRISON}
        skipped = Table(Position(cells=(67, cell), mummy=mummy, possible={1: everywhere})).idle()
        assert skipped.P(1) == {cell}
        asked = Table(Position(cells=(67, 53), mummy=mummy, possible={1: everywhere})).idle()
        assert asked.P(1) == everywhere - {cell}
    assert len(DEAD_ENDS) == 6


# ------------------------------------------------------------------------------------------------------------------
# CM-11.6


@pytest.mark.parametrize(("value", "to", "after"), [
    ("1", 69, {69, 86}), ("2", 53, {53, 68, 70, 85}),
    ("3", 39, {39, 69, 67, 52, 86, 71, 84}), ("arrow", 39, {39, 80}),
])  # fmt: skip
def test_cm_11_6_numbers_and_arrow_from_the_start(value: str, to: int, after: set[int]) -> None:
    assert moved(value, START, to, {START}, mummy=PRISON).P(0) == after


def test_cm_11_6_nothing_changes_before_the_turn_ends() -> None:
    table = Table(Position(cells=(24,), possible={0: {24, 35}}))
    for words in ("announce 1", 36):
        table.play(words)
        assert table.P(0) == {24, 35}
    assert table.phase == "TREASURE"
    table.play("hold the treasure")
    assert table.P(0) == {25, 36, 49}


def test_cm_11_6_a_number_ignores_other_pawns_but_not_the_mummy() -> None:
    table = moved("1", 67, 66, {67}, others=(68,))
    assert table.P(0) == {66, 68, 85}, "68 stays although pawn 1 is surely there"
    assert moved("1", 67, 66, {67}, mummy=68).P(0) == {66, 85}
    assert moved("2", 67, 50, {67}, mummy=68).P(0) == {50, 67, 84, 86}


def test_cm_11_6_an_arrow_stops_before_any_obstacle() -> None:
    assert moved("arrow", 69, 39, {69}).P(0) == {39, 77, 66}
    assert moved("arrow", 69, 39, {69}, mummy=73).P(0) == {39, 72, 66}
    assert moved("arrow", 69, 39, {69, 53}).P(0) == {39, 77, 66, 69}, "from 53 south to 69, before the start"
    assert moved("arrow", 94, 92, {94}).P(0) == {92, 76}, "before the prison"


def test_cm_11_6_an_arrow_may_stop_before_a_possible_pawn() -> None:
    both = moved("arrow", 69, 39, {69}, others=(73,), P={1: {73, 75, 67}})
    assert both.P(0) == {39, 77, 66, 72, 74, 68}
    near = moved("arrow", 69, 39, {69}, others=(71,), P={1: {71, 70, 68}})
    assert near.P(0) == {39, 77, 66, 70}, "70 and 68 are next to it: the arrow must move"
    nobody = moved("arrow", 69, 39, {69}, P={1: {START}, 2: {START}})
    assert nobody.P(0) == {39, 77, 66}


def test_cm_11_6_an_eliminated_pawn_stops_no_arrow() -> None:
    table = moved("arrow", 69, 39, {69}, others=(None, 5), taken={1: 3})
    assert table.P(0) == {39, 77, 66}


def test_cm_11_6_the_own_cells_stop_no_arrow() -> None:
    assert moved("arrow", 69, 39, {69, 72}).P(0) == {39, 77, 66, 90}, "72: west to 66, east to 77, south to 90"


@pytest.mark.parametrize("value", ["1", "arrow"])
def test_cm_11_6_a_laid_card_gives_the_cell_away(value: str) -> None:
    start, to = (24, 36) if value == "1" else (50, 36)
    more = {"1": {}, "arrow": {"mummy": 24}}[value]
    position = Position(cells=(start, 53, 70), possible={0: {start, 5}, 1: {36, 53}, 2: {70, 71}}, **more)  # type: ignore[arg-type]
    table = Table(position).play(f"announce {value}", to)
    assert (table.phase, table.P(0)) == ("TREASURE", {start, 5})
    table.play("play the treasure")
    assert [table.P(pawn) for pawn in range(3)] == [{36}, {53}, {70, 71}]


def test_cm_11_6_a_lost_turn_changes_nothing() -> None:
    position = Position(cells=(67,), locked=4, dice="1", possible={0: {67, 70, 5}})
    table = Table(position).rolls("mummy").play("roll again")
    assert (table.s["history"][0, 0], table.P(0)) == (6, {67, 70, 5})


def test_cm_11_6_a_reroll_changes_nothing() -> None:
    table = Table(Position(cells=(67,), possible={0: {67, 70, 5}})).rolls("1 mummy 2 3 4").play("roll again")
    assert table.P(0) == {67, 70, 5}


def test_cm_11_6_cells_of_both_words_of_the_record() -> None:
    """Cells below and from 50 on, in and out of each other: row 6 to row 7 and back."""
    assert moved("1", 50, 66, {49, 50}).P(0) == {35, 36, 48, 49, 50, 51, 66}
    table = moved("4", 67, 67, set(range(99)) - {START, PRISON, 1})
    assert table.P(0) == set(range(99)) - {START, PRISON, 1}


# ------------------------------------------------------------------------------------------------------------------
# CM-11.7


def test_cm_11_7_where_the_mummy_walks_nobody_is() -> None:
    position = Position(
        phase="MUMMY", steps=5, mummy=66, cells=(53, 71, 70), possible={0: {53, 67, 68}, 1: {71, 67}, 2: {70, 69, 85}}
    )
    table = Table(position).walk(67)
    assert [table.P(pawn) for pawn in range(3)] == [{53, 68}, {71}, {70, 69, 85}]
    table.walk(68, 69)
    assert [table.P(pawn) for pawn in range(3)] == [{53}, {71}, {70, 85}]


def test_cm_11_7_a_caught_pawn_is_in_prison() -> None:
    position = Position(
        phase="MUMMY", steps=5, mummy=66, cells=(67, 71, 70), possible={0: {53, 67, 68}, 1: {71, 67}, 2: {70}}
    )
    table = Table(position).rolls(FIVE).walk(67)
    assert [table.P(pawn) for pawn in range(3)] == [{PRISON}, {71}, {70}]


# ------------------------------------------------------------------------------------------------------------------
# CM-11.8 is played through in the differential tests; CM-11.9


def test_cm_11_8_p_is_a_superset_of_the_truth() -> None:
    """Another pawn's true cell is unknown: P holds cells that a pawn cannot really have reached."""
    table = moved("1", 67, 66, {67}, others=(68, 85))
    assert table.P(0) == {66, 68, 85}
    assert table.cells[0] == 66


@pytest.mark.parametrize("belief", [True, False])
def test_cm_11_9_without_belief_nobody_is_shown_p(belief: bool) -> None:
    position = Position(cells=(67, 70), possible={0: {67, 5}})
    table = Table(position, belief=belief).play("announce 1").rolls(FIVE).play(66)
    assert table.P(0) == {66, 68, 85, 4, 6, 11}, "kept all the same"
    for seat in range(4):
        shown = table.sees(seat)["possible"]
        place = (0 - max(seat - 1, 0)) % 3
        assert members(shown[place]) == (table.P(0) if belief else set())
        assert shown.any() == belief
    assert np.flatnonzero(table.sees(1)["history"][0]).tolist() == [0], "announcements are shown"
