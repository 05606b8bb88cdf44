"""Coffin Rush!, rules CO-3: items, backpacks, piles, tents, dice, the counter, pawns."""

from __future__ import annotations

import numpy as np
import pytest

from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import OPEN, OUT, PASS, PICK_UP, RUSH
from games.coffin_rush.positions import (
    AMULET,
    ATTIC,
    CHARM,
    COINS,
    ORANGE,
    RED,
    RUNE,
    TORCH,
    VIOLET,
    E,
    N,
    Table,
    about,
    aggress,
    cell,
    copies,
    die,
    drop,
    roll,
    shares,
    step,
    take,
)

SIX = (0, 1, 2, 3, 4, 5)
SLOT_SHARES = {slot: share / 18 for slot, share in zip(range(2, 8), (1, 3, 5, 5, 3, 1), strict=True)}


def test_co_3_1_kinds_and_points_of_items() -> None:
    kinds = [0] * 5 + [1] * 4 + [2] * 3 + [3] * 3 + [4] * 2 + [5] * 2 + [6] * 2 + [7] * 2 + [8] * 2
    for item, kind in enumerate(kinds):
        table = Table().pile(RUSH, item)
        seen = table.sees(0)
        assert seen["pile_here"].tolist() == [int(k == kind) for k in range(9)]
        assert seen["pile"][RUSH] == 1
        table.play(PICK_UP)
        bag = table.sees(1)["bag"][1]
        assert (bag.sum(), bag[0, kind], table.sees(1)["wealth"][1]) == (1, 1, 2 if kind in (5, 6, 7) else 3)
    assert Table().pile(RUSH, *range(25)).sees(0)["pile"][RUSH] == 25


@pytest.mark.parametrize("item", range(17))
def test_co_3_1_which_treasures_lie_with_a_mummy(item: int) -> None:
    place = cell("Q5", 3, 0)
    table = Table().hide(place, item).at(place).play(OPEN, chance=[roll(3, 4)])
    assert (table.s["mummy"][1] == place) == (item in (11, 14, 16))


def test_co_3_2_slots_fill_in_order_and_slide_down() -> None:
    table = Table().pile(RUSH, 8, 17, 2, 23, 10)
    table.play(PICK_UP)
    assert table.bags(0) == [8, 17, 2, 23, 10]
    assert table.s["bag"][0].tolist() == [8, 17, 2, 23, 10, -1]
    table.play(drop(4), drop(2), ct.DONE)
    assert (table.bags(0), table.lies(RUSH)) == ([17, 23, 10], [2, 8])
    table.play(PICK_UP)
    assert table.bags(0) == [17, 23, 10, 2, 8]


@pytest.mark.parametrize("slot", range(2, 9))
def test_co_3_3_overflow(slot: int) -> None:
    place = cell("Q5", 3, 0)
    table = Table().bag(0, *SIX).hide(place, 8).at(place).play(OPEN)
    assert (table.phase, table.seat, table.s["held"]) == ("OVERFLOW", 0, 8)
    assert table.sees(1)["held"].tolist() == [0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert table.ids() == {drop(k) for k in range(2, 9)}
    table.play(drop(slot))
    everything = [*SIX, 8]
    gone = everything.pop(slot - 2)
    assert (table.bags(0), table.lies(place), table.phase) == (everything, [gone], "TURN")


def test_co_3_3_each_item_of_a_pile_has_its_own_decision() -> None:
    table = Table().bag(0, 0, 1, 2, 3, 4).pile(RUSH, 5, 6, 7)
    table.play(PICK_UP)
    assert (table.phase, table.s["held"], table.bags(0), table.lies(RUSH)) == ("OVERFLOW", 6, [0, 1, 2, 3, 4, 5], [7])
    table.play(drop(2))
    assert (table.phase, table.s["held"], table.bags(0), table.lies(RUSH)) == ("OVERFLOW", 7, [1, 2, 3, 4, 5, 6], [0])
    table.play(drop(8))
    assert (table.phase, table.bags(0), table.lies(RUSH)) == ("TURN", [1, 2, 3, 4, 5, 6], [0, 7])
    assert table.turn_numbers == (2, 0)


def test_co_3_4_what_falls_comes_to_the_end_of_the_pile() -> None:
    place = cell("Q5", 3, 2)  # a trap
    table = Table().at(cell("Q5", 4, 2)).bag(0, 3, 4).pile(place, 9, 1)
    table.play(step(N), chance=[roll(1, 2)])
    assert table.lies(place) == [9, 1, 4]


def test_co_3_4_outside_only_a_drop_reaches_the_tent() -> None:
    """An Aggression and an overflow in the camp leave the items on the ground."""
    table = Table().blast().at(RUSH, OUT).bag(1, 0, 1).counter(8)
    table.open_all().at(cell("Q5", 3, 2)).play(aggress(1), take(3))
    assert (table.lies(OUT), table.bags(1), table.s["tent"].sum()) == ([1], [0], 0)
    table = Table().blast().at(OUT).bag(0, *SIX).pile(OUT, 6)
    table.play(PICK_UP, drop(3))
    assert (table.lies(OUT), table.s["tent"].sum()) == ([1], 0)
    table.play(drop(2), ct.DONE)
    assert (table.lies(OUT), table.s["tent"][0, 0]) == ([1], 1)


def test_co_3_5_a_pile_is_taken_whole_first_fallen_first() -> None:
    table = Table().pile(RUSH, 20, 3, 15).bag(0, 0).pile(ATTIC, 1)
    table.play(PICK_UP)
    assert (table.bags(0), table.lies(RUSH), table.lies(ATTIC)) == ([0, 20, 3, 15], [], [1])


def test_co_3_5_what_overflows_starts_the_new_pile() -> None:
    """It is not taken up again, whichever item it was."""
    table = Table().pile(RUSH, 8, 7, 6).bag(0, *SIX)
    table.play(PICK_UP, drop(2), drop(2), drop(2))
    assert (table.bags(0), table.lies(RUSH), table.phase) == ([3, 4, 5, 8, 7, 6], [0, 1, 2], "TURN")
    table.play(PICK_UP, drop(8), drop(8), drop(8))
    assert (table.bags(0), table.lies(RUSH)) == ([3, 4, 5, 8, 7, 6], [0, 1, 2])


def test_co_3_6_tents_are_out_of_reach() -> None:
    table = Table(2, seed=3).blast().at(OUT, OUT).bag(0, 0, 19).play(drop(2), drop(2))
    assert table.s["tent"][0].tolist() == [1, 0, 0, 0, 0, 0, 1, 0, 0]
    assert table.lies(OUT) == []
    assert not table.may(PICK_UP)
    assert not table.play(PASS).may(PICK_UP, aggress(1))


def test_co_3_7_two_of_a_kind_work_as_one() -> None:
    line = [cell("CRYPT", 4, column) for column in range(5)]
    for torches in ((TORCH,), (TORCH, TORCH + 1)):
        table = Table().at(line[0]).bag(0, *torches)
        table.play(*[step(E)] * 4)
        assert (table.turn_numbers, table.s["moving"]) == ((2, 0), 0), "four steps, not five"
    table = Table(3).at(cell("Q5", 4, 3), cell("Q5", 4, 2)).mummies(cell("Q5", 4, 4))
    table.bag(0, AMULET, AMULET + 1).bag(1, 0).pharaoh("quicksand", chance=[die("green", 1), roll(1, 1)])
    assert table.s["target"][3] == 0, "seat 0 has 4 − 1, seat 1 has 3: the nearer one"
    assert table.lies(cell("Q5", 4, 3)) == [AMULET]


def test_co_3_7_relics_stop_when_they_leave_the_backpack() -> None:
    """The charm falls with the first mummy: with the second nobody is asked."""
    place = cell("Q5", 4, 3)
    table = Table().at(cell("Q5", 4, 2)).bag(0, CHARM, 0).mummies(place, place, place)
    table.play(step(E), chance=[roll(1, 1), roll(1, 1), roll(3, 4)])
    assert table.phase == "CHARM"
    table.play(ct.KEEP)
    assert (table.phase, table.bags(0), table.lies(place)) == ("TURN", [], [CHARM, 0])


def test_co_3_7_a_torch_that_is_dropped_gives_no_step() -> None:
    line = [cell("CRYPT", 4, column) for column in range(5)]
    table = Table().at(line[0]).bag(0, 0, TORCH).play(drop(3), ct.DONE, *[step(E)] * 3)
    assert (table.turn_numbers, table.s["moving"]) == ((1, 0), 0)


def test_co_3_8_the_slot_is_the_sum_of_yellow_and_red() -> None:
    table = Table().at(cell("Q5", 4, 2)).bag(0, *SIX)
    batch = copies(table)
    batch.step(np.full(3000, step(N)))
    fallen = (batch.states["where"][:, :6] >= 0).argmax(axis=1)
    assert (batch.states["bag_count"][:, 0] == 5).all()
    assert about(shares(fallen + 2), SLOT_SHARES, 0.03)


def test_co_3_8_both_dice_of_an_aggression() -> None:
    place = cell("Q5", 4, 3)
    batch = copies(Table().at(cell("Q5", 4, 2)).bag(0, CHARM).mummies(place))
    batch.step(np.full(3000, step(E)))
    assert about(shares(batch.states["dice"][:, 0]), dict.fromkeys((1, 2, 3), 1 / 3))
    assert about(shares(batch.states["dice"][:, 1]), {1: 1 / 6, 2: 1 / 3, 3: 1 / 3, 4: 1 / 6})


@pytest.mark.parametrize(
    ("counter", "faces"),
    [
        (24, {1: 1 / 2, 2: 1 / 2}),
        (16, {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}),
        (8, {1: 1 / 6, 2: 1 / 3, 3: 1 / 3, 4: 1 / 6}),
    ],
)
def test_co_3_8_ritual_dice(counter: int, faces: dict[int, float]) -> None:
    batch = copies(Table().counter(counter).stack("quicksand").turn(1))
    batch.step(np.full(3000, PASS))
    assert about(shares(counter - batch.states["counter"]), faces)
    assert (batch.states["power"] == counter - batch.states["counter"]).all()


@pytest.mark.parametrize(("slot", "rolled"), [(2, (1, 1)), (4, (1, 3)), (4, (3, 1)), (5, (1, 4)), (7, (3, 4))])
def test_co_3_8_an_empty_slot_loses_nothing(slot: int, rolled: tuple[int, int]) -> None:
    place = cell("Q5", 3, 2)
    for items in range(7):
        table = Table().at(cell("Q5", 4, 2)).bag(0, *SIX[:items]).play(step(N), chance=[roll(*rolled)])
        assert table.lies(place) == ([SIX[slot - 2]] if items > slot - 2 else [])
        assert len(table.bags(0)) == items - (items > slot - 2)


@pytest.mark.parametrize(
    ("counter", "colour"), [(24, 0), (17, 0), (16, 1), (9, 1), (8, 2), (1, 2)]
)  # fmt: skip
def test_co_3_9_colours_of_the_counter(counter: int, colour: int) -> None:
    table = Table().counter(counter).at(RUSH, RUSH).bag(1, 0)
    assert table.sees(0)["colour"].tolist() == [int(k == colour) for k in range(3)]
    table.play(aggress(1))
    assert (table.phase == "SLOT") == (colour == 2)


def test_co_3_9_at_red_holds_as_it_was_when_the_card_was_drawn() -> None:
    """Quicksand drawn at 9 stays a plain one when the counter comes to red with it."""
    table = Table().counter(9).pharaoh("quicksand", chance=[die("yellow", 2)])
    assert (table.s["counter"], table.s["trap_red"]) == (7, 0)
    table.open_all().play(step(N))
    assert table.turn_numbers == (2, 1)
    table = Table().counter(9).pharaoh("bomb", chance=[die("red", 1)])
    assert (table.s["counter"], table.s["trap_red"]) == (4, 0)


def test_co_3_10_four_mummies_and_three_spectres() -> None:
    place = cell("Q5", 3, 0)
    table = Table().bag(0, ORANGE[2], RED[2]).hide(place, VIOLET[1]).at(place).play(OPEN, chance=[roll(3, 4)])
    assert table.s["mummy"].tolist() == [RUNE, RUNE, RUNE, place]
    table = Table().spectres(ATTIC, ATTIC, None).pharaoh("summoning")
    assert table.s["spectres"] == 3
    assert (table.s["spectre"] >= 0).sum() <= 2, "the one that has left does not come back"


def test_co_3_10_with_one_pawn_left_one_appears() -> None:
    table = Table().at(cell("Q5", 1, 1), cell("Q9", 1, 3)).spectres(None, None).counter(8)
    table.pharaoh("summoning", chance=[die("red", 1)])
    assert (table.s["trap_red"], table.s["spectre"].tolist(), table.s["spectres"]) == (1, [-1, -1, RUNE], 3)


def test_coins_are_worth_three_in_the_backpack_of_a_target() -> None:
    """Coins draw mummies as a treasure does, other relics less."""
    near, far = cell("Q5", 4, 4), cell("Q5", 4, 2)
    table = Table().at(near, far).bag(0, AMULET - 2).bag(1, COINS).mummies(cell("Q6", 2, 0))
    table.pharaoh("quicksand", chance=[die("green", 1)])
    assert table.s["target"][3] == 1
