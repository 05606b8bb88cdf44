"""Coffin Rush!, rules CO-11 and CO-12: the end, points, winners, companies."""

from __future__ import annotations

import pytest

from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import OPEN, OUT, PASS, RUSH
from games.coffin_rush.positions import (
    AMULET,
    CHARM,
    COINS,
    GREEN,
    ORANGE,
    TEAMS,
    TORCH,
    VIOLET,
    YELLOW,
    E,
    Table,
    aggress,
    borrow,
    cell,
    die,
    door,
    drop,
    step,
    take,
)

LINE = [cell("CRYPT", 4, column) for column in range(5)]


def scores(table: Table) -> list[int]:
    return table.s["score"][: table.players].tolist()


def finished(table: Table) -> list[int]:
    """The last Pharaoh's turn; the outcome of each seat."""
    table.counter(1).pharaoh("quicksand", chance=[die("red", 1)])
    assert table.s["done"] == 1
    return table.s["outcome"][: table.players].tolist()


# ------------------------------------------------------------------------------------------------------------------
# CO-11 End, score, outcome


def test_co_11_1_the_game_ends_at_zero_and_not_before() -> None:
    table = Table().counter(2).pharaoh("quicksand", chance=[die("red", 1)])
    assert (table.s["counter"], table.s["done"], table.seat) == (1, 0, 0)
    table.pharaoh("toxicity", chance=[die("red", 4)])
    assert (table.s["counter"], table.s["done"], table.seat, table.s["active"]) == (0, 1, -1, 0)
    assert all(not table.ids(seat) for seat in (0, 1))
    assert table.cell_of(0) == RUSH, "nobody need have reached the camp"
    assert not table.sees(0)["colour"].any()
    assert not table.sees(0)["phase"].any()


def test_co_11_2_points_of_the_tent() -> None:
    """No collection is anybody's: both have a piece of each."""
    table = Table().blast().tent(1, GREEN[1], YELLOW[1])
    for items, points in (((GREEN[0],), 3), ((TORCH,), 2), ((CHARM, AMULET), 4), ((COINS,), 3), ((YELLOW[0],), 3)):
        before = scores(table)[0]
        table.tent(0, *items)
        assert scores(table)[0] == before + points
    table.check()


@pytest.mark.parametrize("item", [GREEN[0], TORCH, COINS])
def test_co_11_2_one_point_for_each_item_carried(item: int) -> None:
    assert scores(Table().bag(0, item).check()) == [1, 0]
    assert scores(Table().bag(1, item, 3, 4, 5).check()) == [0, 4]


def test_co_11_2_collections() -> None:
    """Strictly the most pieces in the tent; backpacks do not count."""
    table = Table(3).blast().tent(0, GREEN[0]).check()
    assert scores(table) == [4, 0, 0]
    table.tent(1, GREEN[1]).check()
    assert scores(table) == [3, 3, 0], "a tie: nobody"
    table.tent(1, GREEN[2]).check()
    assert scores(table) == [3, 7, 0]
    table.bag(0, GREEN[3], GREEN[4]).check()
    assert scores(table) == [5, 7, 0]
    table.tent(2, VIOLET[0], ORANGE[0]).tent(0, ORANGE[1], TORCH, TORCH + 1).check()
    assert scores(table) == [5 + 3 + 4, 7, 3 + 3 + 1]


def test_co_11_2_kept_up_to_date() -> None:
    """Opening, falling, an overflow, a theft and the tent: after each the score is as if the game ended now."""
    place = cell("Q5", 3, 0)
    table = Table().hide(place, 0).at(place).play(OPEN)
    assert scores(table) == [1, 0]
    assert scores(table.play(drop(2))) == [0, 0]
    assert scores(table.play(ct.PICK_UP)) == [1, 0]
    table = Table().counter(8).bag(0, 1).bag(1, 0, 2).play(aggress(1), take(2))
    assert scores(table) == [2, 1]
    table = Table().counter(8).bag(0, 1, 3, 4, 5, 6, 7).bag(1, 0, 2).play(aggress(1), take(2))
    assert (table.phase, scores(table)) == ("OVERFLOW", [6, 1])
    assert scores(table.play(drop(8))) == [6, 1]
    table = Table().blast().at(OUT).bag(0, 0, 1).play(drop(2))
    assert scores(table) == [3 + 1 + 1, 0]
    assert table.sees(1)["points"].tolist() == [0, 5, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("tents", "bags", "outside", "outcome"),
    [
        (((0,), (5, 6)), ((), ()), (), [-1, 1, -1]),  # points: 4 against 7
        (((0,), (COINS,)), ((), (5,)), (), [1, 1, -1]),  # 4 and 4; one treasure each; nobody outside
        (((0,), (TORCH,)), ((), (5, 6)), (), [-1, 1, -1]),  # 4 and 4; treasures of the backpack count
        (((0,), (5,)), ((), ()), (1,), [-1, 1, -1]),  # 4 and 4, one treasure: who stands outside
        (((0,), (5,)), ((), ()), (0, 1), [1, 1, -1]),  # shared
        (((), ()), ((), ()), (), [1, 1, 1]),
        (((), ()), ((), ()), (2,), [-1, -1, 1]),
    ],
)
def test_co_11_3_winner(tents: tuple, bags: tuple, outside: tuple, outcome: list[int]) -> None:
    table = Table(3).blast()
    for seat in (0, 1):
        table.tent(seat, *tents[seat]).bag(seat, *bags[seat])
    table.at(*(OUT if seat in outside else RUSH for seat in range(3)))
    assert finished(table) == outcome


# ------------------------------------------------------------------------------------------------------------------
# CO-12 Companies


def test_co_12_1_turns_hands_backpacks_and_tents_stay_each_seats_own() -> None:
    table = Table(4, teams=TEAMS[4]).blast().at(OUT, RUSH, OUT, RUSH).bag(0, 0, 1).play(drop(2), ct.DONE)
    assert (table.bags(0), table.bags(2)) == ([1], [])
    assert (table.s["tent"][0, 0], table.s["tent"][2, 0]) == (1, 0)
    assert table.sees(0)["tent"][:, 0].tolist() == [1, 0, 0, 0, 0, 0]
    table.play(ct.PLAY_RUSH)
    assert (table.hand(0).split(), len(table.hand(2).split())) == (
        ["aggression", "betrayal", "analysis", "adrenaline"],
        5,
    )
    assert table.play(PASS).seat == 1, "turns by seats, not by companies"


def test_co_12_2_points_are_summed_and_pieces_pooled() -> None:
    """Seats 0 and 2 against 1 and 3: two greens in two tents are the most."""
    table = Table(4, teams=TEAMS[4]).blast().tent(0, GREEN[0]).tent(2, GREEN[1]).tent(1, GREEN[2]).bag(3, TORCH).check()
    assert scores(table) == [7, 4, 7, 4]
    table.tent(3, GREEN[3]).check()
    assert scores(table) == [6, 7, 6, 7], "a tie between companies; the collection is 1 point to the company"


@pytest.mark.parametrize(
    ("things", "outside", "outcome"),
    [
        ({0: (0,), 2: (1,), 1: (5, COINS)}, (), [1, -1, 1, -1]),  # 7 and 7: two treasures against one
        ({0: (0,), 1: (5,)}, (2, 3, 1), [-1, 1, -1, 1]),  # one member outside against two
        ({0: (0,), 1: (5,)}, (2, 3), [1, 1, 1, 1]),
        ({0: (0,), 3: (5, 6)}, (0, 2), [-1, 1, -1, 1]),
    ],
)
def test_co_12_3_members_win_or_lose_together(things: dict, outside: tuple, outcome: list[int]) -> None:
    table = Table(4, teams=TEAMS[4]).blast()
    for seat, items in things.items():
        table.tent(seat, *items)
    table.at(*(OUT if seat in outside else RUSH for seat in range(4)))
    assert finished(table) == outcome


def test_co_12_3_members_outside_count_and_not_which() -> None:
    """A company of three against one of two, all outside: three are more."""
    table = Table(5, teams=TEAMS[5]).blast().at(*[OUT] * 5)
    assert finished(table) == [-1, 1, 1, 1, -1]


def test_co_12_4_borrow() -> None:
    table = Table(4, teams=TEAMS[4]).at(LINE[0]).rush(0, 1, 2, 3).turn(0, tokens=1)
    assert not table.ids() & {borrow(k) for k in range(1, 6)}, "with a base token left"
    table.play(step(E))
    assert table.ids() & {borrow(k) for k in range(1, 6)} == {borrow(2)}, "members only, not oneself"
    table.play(borrow(2))
    assert (table.turn_numbers, table.s["moving"]) == ((1, 2), 1), "no Movement is closed"
    assert table.s["rush"][:4].tolist() == [1, 1, 0, 1]
    assert not table.may(borrow(2))
    table.play(PASS)
    assert (table.turn_numbers, table.seat) == ((3, 0), 1), "what is left is lost"
    assert table.s["rush"][:4].tolist() == [1, 1, 0, 1]


def test_co_12_4_not_without_an_active_token_nor_under_red_toxicity() -> None:
    table = Table(4, teams=TEAMS[4]).turn(0, tokens=0).rush(1, 3)
    assert not table.may(borrow(2))
    assert table.rush(2).may(borrow(2))
    assert Table(4, teams=TEAMS[4]).trap("toxicity").turn(0, tokens=0).rush(2).may(borrow(2))
    for immune, legal in ([], False), ([0], True), ([2], False):
        table = Table(4, teams=TEAMS[4]).trap("toxicity", red=True, immune=immune).turn(0, tokens=0).rush(2)
        assert table.may(borrow(2)) == legal
    assert not Table(4).turn(0, tokens=0).rush(1, 2, 3).may(borrow(1), borrow(2), borrow(3)), "nobody without companies"


def test_co_12_4_a_borrowed_token_and_the_own_one_open_a_sealed_door() -> None:
    table = Table(4, teams=TEAMS[4]).trap("seals", red=True).turn(0, tokens=0).rush(0, 2)
    assert not table.may(door(0))
    table.play(borrow(2), door(0))
    assert (table.turn_numbers, table.s["rush"].any()) == ((0, 0), False)
