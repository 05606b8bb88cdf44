"""Coffin Rush!, rules CO-10: servants, their targets, their actions, their attacks."""

from __future__ import annotations

import pytest

from games.coffin_rush.oracle_temple import KEEP, OUT, RUSH
from games.coffin_rush.positions import (
    AMULET,
    CHARM,
    COINS,
    RUNE,
    TORCH,
    N,
    S,
    Table,
    card,
    cell,
    die,
    roll,
    set_red,
    target,
)

ALTAR, OTHER_ALTAR = cell("Q5", 1, 1), cell("Q9", 1, 3)
LINE = [cell("CRYPT", 4, column) for column in range(5)]
ROW = [cell("Q5", 4, column) for column in range(5)]
POWER_1, POWER_2 = die("green", 1), die("green", 2)
MUMMY = 3  # the number of the first mummy among the servants


def cards_of(table: Table) -> list[int]:
    return [len(table.hand(seat).split()) for seat in range(table.players)]


# ------------------------------------------------------------------------------------------------------------------
# CO-10.1 to CO-10.3 Targets


@pytest.mark.parametrize("refuge", [OUT, ALTAR])
def test_co_10_1_invisible_players_are_no_targets(refuge: int) -> None:
    table = Table().blast().at(refuge, LINE[4]).bag(0, 0, 1, 2).bag(1, TORCH).cards(1, "rush").mummies(LINE[0])
    table.spectres(LINE[0]).pharaoh("quicksand", chance=[POWER_1])
    assert table.s["target"][[0, MUMMY]].tolist() == [1, 1]
    assert (table.s["mummy"][0], table.s["spectre"][0]) == (LINE[3], LINE[3])


def test_co_10_1_invisible_players_do_not_suffer_and_stop_nobody() -> None:
    table = (
        Table().at(ALTAR, cell("Q5", 1, 3)).bag(0, 0, 1).bag(1, 2).mummies(cell("Q5", 1, 0)).spectres(cell("Q5", 1, 0))
    )
    table.cards(1, "rush").pharaoh("quicksand", chance=[POWER_1, card(0, 1), roll(1, 1)])
    assert (table.bags(0), table.lies(cell("Q5", 1, 3)), cards_of(table)) == ([0, 1], [2], [5, 0])
    assert table.s["mummy"][0] == cell("Q5", 1, 3)


def test_co_10_1_nobody_visible() -> None:
    table = Table().at(ALTAR, OTHER_ALTAR).bag(0, 0).spectres(LINE[0]).mummies(LINE[0]).pharaoh("quicksand")
    assert (table.s["mummy"][0], table.s["spectre"][0], table.s["target"][[0, MUMMY]].tolist()) == (
        LINE[0], LINE[0], [-1, -1],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mine", "theirs", "chosen"),
    [
        ((0,), (TORCH,), 0),  # 3 against 2
        ((TORCH,), (COINS,), 1),  # 2 against 3
        ((0, 1), (TORCH, CHARM, COINS), 1),  # 6 against 7
        ((0, AMULET), (1, 2), 1),  # 5 − 1 against 6
        ((0, AMULET), (TORCH, CHARM), 0),  # 4 against 4: the nearer
        ((AMULET,), (), 0),  # 1 is enough
        ((), (), -1),
    ],
)
def test_co_10_2_mummies_seek_the_richest(mine: tuple[int, ...], theirs: tuple[int, ...], chosen: int) -> None:
    """Seat 0 is nearer."""
    table = Table().at(ROW[3], ROW[0]).bag(0, *mine).bag(1, *theirs).mummies(ROW[4])
    table.pharaoh("quicksand", chance=[POWER_1, roll(3, 4)])
    assert table.s["target"][MUMMY] == chosen


@pytest.mark.parametrize(
    ("mine", "theirs", "amulet", "chosen"),
    [
        ("rush betrayal", "rush", (), 0),
        ("rush", "rush betrayal", (), 1),
        ("rush", "rush", (), 0),  # the nearer
        ("rush betrayal", "rush betrayal", (0,), 1),
        ("rush", "", (0,), -1),  # one card and an amulet count as none
        ("", "rush", (1,), -1),
        ("rush betrayal", "", (0,), 0),
        ("", "", (), -1),
    ],
)
def test_co_10_2_spectres_seek_the_most_cards(mine: str, theirs: str, amulet: tuple[int, ...], chosen: int) -> None:
    table = Table().at(ROW[2], ROW[0]).cards(0, mine).cards(1, theirs).spectres(ROW[4])
    for seat in amulet:
        table.bag(seat, AMULET)
    table.pharaoh("quicksand", chance=[POWER_1])
    assert table.s["target"][0] == chosen


def test_co_10_3_the_nearest_candidate() -> None:
    table = Table(3).at(ROW[0], ROW[2], RUSH).bag(0, 0).bag(1, 1).bag(2, 2).mummies(ROW[4])
    table.pharaoh("quicksand", chance=[POWER_1, roll(3, 4)])
    assert table.s["target"][MUMMY] == 1, "RUSH! is at three steps through its door"


@pytest.mark.parametrize("feather", [0, 1])
def test_co_10_3_the_last_of_the_coming_round_decides(feather: int) -> None:
    table = Table(4).set(feather=feather).at(ROW[1], ROW[3], ALTAR, OTHER_ALTAR).bag(0, 0).bag(1, 1).mummies(ROW[2])
    table.pharaoh("quicksand", chance=[POWER_1, roll(1, 1)])
    decider = 1 if feather else 3
    assert (table.phase, table.seat, table.s["turn"]) == ("TARGET", decider, -1)
    assert table.ids() == {target(-decider % 4), target((1 - decider) % 4)}
    assert table.sees(0)["candidates"].tolist() == [1, 1, 0, 0, 0, 0]
    assert table.sees(decider)["candidates"][-decider % 4] == 1
    assert not table.sees(0)["turn"].any()
    table.play(target(-decider % 4))
    assert (table.lies(ROW[1]), table.lies(ROW[3])) == ([0], [])


def test_co_10_3_all_targets_before_any_acts_spectres_first() -> None:
    """Two spectres, then the mummy: each tie is a decision of its own; wealth is counted as it is then."""
    table = Table(3).at(ROW[1], ROW[3], ALTAR).bag(0, 0).bag(1, 1).mummies(ROW[2]).spectres(ROW[2], ROW[2])
    table.pharaoh("quicksand", chance=[POWER_1, card(0, 5), card(0, 5), roll(1, 1)])
    for number, chosen in enumerate((0, 1, 0)):
        assert (table.phase, table.seat, table.s["monster"]) == ("TARGET", 2, (0, 1, MUMMY)[number])
        assert (table.s["spectre"][:2].tolist(), table.s["mummy"][0]) == ([ROW[2], ROW[2]], ROW[2])
        table.play(target(1 + chosen))
    assert (cards_of(table), table.lies(ROW[1]), table.lies(ROW[3])) == ([4, 4, 5], [0], [])


def test_co_10_3_a_target_does_not_change() -> None:
    """The first mummy takes the target's only treasure: now another is the richest. The second still comes."""
    table = Table().at(ROW[3], cell("Q5", 3, 1)).bag(0, 0).bag(1, TORCH).mummies(ROW[4], ROW[0])
    table.pharaoh("quicksand", chance=[POWER_1, roll(1, 1), roll(1, 1)])
    assert (table.s["mummy"][:2].tolist(), table.lies(ROW[3]), table.bags(1)) == ([ROW[3], ROW[3]], [0], [TORCH])


def test_co_10_3_a_spectres_target_does_not_change() -> None:
    """The first spectre takes a card, so that another has the most; the second goes on to the first one's target."""
    table = Table(3).at(ROW[3], ROW[0], ALTAR).cards(0, "rush betrayal").cards(1, "rush analysis")
    table.spectres(ROW[4], ROW[2]).pharaoh("quicksand", chance=[POWER_1, card(0, 2), card(0, 1)])
    assert (table.s["spectre"][:2].tolist(), cards_of(table)) == ([-1, -1], [0, 2, 5])


# ------------------------------------------------------------------------------------------------------------------
# CO-10.6 Actions


@pytest.mark.parametrize("power", [1, 2])
def test_co_10_6_three_movements_of_power_cells(power: int) -> None:
    table = Table().open_all().at(RUSH, ALTAR).bag(0, 0).pharaoh("quicksand", chance=[die("green", power)])
    assert table.s["mummy"][0] == (cell("Q6", 0, 2) if power == 1 else cell("Q6", 3, 2))


def test_co_10_6_a_closed_door_ends_a_movement_and_costs_an_action() -> None:
    """Beside the door with power 2: one step is lost; open; two steps."""
    here = cell("CRYPT", 3, 2)
    table = Table().at(RUSH, ALTAR).bag(0, 0).mummies(here).pharaoh("quicksand", chance=[POWER_2])
    assert table.s["mummy"][0] == cell("Q6", 1, 2)
    assert table.s["edge"][cell("CRYPT", 4, 2), S] == table.s["edge"][cell("Q6", 0, 2), N] == 2
    table = Table().at(RUSH, ALTAR).bag(0, 0).mummies(cell("CRYPT", 4, 2)).pharaoh("quicksand", chance=[POWER_1])
    assert table.s["mummy"][0] == cell("Q6", 1, 2), "opens, then two Movements of one cell"


def test_co_10_6_a_door_opened_with_the_last_action() -> None:
    here = cell("CRYPT", 2, 2)
    table = Table().at(RUSH, ALTAR).bag(0, 0).mummies(here).pharaoh("quicksand", chance=[POWER_1])
    assert table.s["mummy"][0] == cell("CRYPT", 4, 2)
    assert table.s["edge"][cell("CRYPT", 4, 2), S] == 2


def test_co_10_6_spectres_go_through_walls_and_closed_doors() -> None:
    table = Table().at(cell("Q6", 4, 1), ALTAR).spectres(cell("Q6", 4, 4)).pharaoh(
        "quicksand", chance=[POWER_1, card(0, 5)]
    )  # fmt: skip
    assert (table.s["spectre"][0], cards_of(table)) == (-1, [4, 5])
    assert (table.s["edge"] == 2).sum() == 0


def test_co_10_6_no_target_it_waits_even_beside_players() -> None:
    table = Table().at(ROW[0], ROW[0]).mummies(ROW[0]).cards(0, "").cards(1, "").spectres(ROW[0])
    table.pharaoh("quicksand", chance=[POWER_2])
    assert (table.s["mummy"][0], table.s["spectre"][0]) == (ROW[0], ROW[0])


def test_co_10_6_monsters_ignore_what_cells_do() -> None:
    """Debris, pestilence and traps."""
    column = [cell("Q5", row, 2) for row in range(5)]
    table = Table().at(column[4], ALTAR).bag(0, 0).mummies(column[0]).pharaoh("quicksand", chance=[POWER_2, roll(1, 1)])
    assert (table.s["mummy"][0], table.lies(column[4])) == (column[4], [0])


# ------------------------------------------------------------------------------------------------------------------
# CO-10.7 to CO-10.9 Attacks


def test_co_10_7_somebody_on_the_way_suffers_and_ends_the_movement() -> None:
    """Power 2: one step to seat 1, the rest of the Movement is lost; then 2 + 2."""
    table = Table(3).at(cell("Q8", 2, 4), ROW[1], ALTAR).bag(0, 0, 1).bag(1, 2).mummies(ROW[0])
    table.pharaoh("quicksand", chance=[POWER_2, roll(1, 1)])
    assert (table.lies(ROW[1]), table.bags(0), table.s["mummy"][0]) == ([2], [0, 1], ROW[2])
    assert table.s["edge"][ROW[2], S] == 2, "one step, one door after the stop"


def test_co_10_7_all_visible_players_of_the_cell_suffer() -> None:
    table = Table(3).at(ROW[2], ROW[2], ROW[2]).bag(0, 0, 1).bag(1, 2).bag(2, 3).mummies(ROW[0])
    table.pharaoh("quicksand", chance=[POWER_2, *[roll(1, 1)] * 3])
    assert table.lies(ROW[2]) == [0, 2, 3]


def test_co_10_7_on_its_targets_cell_it_waits() -> None:
    """One Aggression, though two actions are left."""
    table = Table().at(ROW[1], ALTAR).bag(0, 0, 1, 2).mummies(ROW[0]).pharaoh("quicksand", chance=[POWER_2, roll(1, 1)])
    assert (table.lies(ROW[1]), table.s["mummy"][0]) == ([0], ROW[1])


def test_co_10_7_charms_in_the_middle_of_the_servants() -> None:
    """Seat 1 is asked on the way of the first mummy, which then goes on; the second acts after it."""
    table = Table(3).at(ROW[3], ROW[1], ALTAR).bag(0, 0, 1).bag(1, CHARM).mummies(ROW[0], ROW[4])
    table.pharaoh("quicksand", chance=[POWER_1, roll(1, 1), roll(1, 1), roll(1, 1)])
    assert (table.phase, table.seat, table.s["mummy"][:2].tolist()) == ("CHARM", 1, [ROW[1], ROW[4]])
    assert not table.sees(2)["turn"].any()
    table.play(set_red(4))
    assert (table.s["mummy"][:2].tolist(), table.lies(ROW[3]), table.bags(1)) == ([ROW[3], ROW[3]], [0, 1], [CHARM])
    assert (table.seat, table.phase) == (0, "TURN")


def test_co_10_7_a_charm_asked_with_the_last_action() -> None:
    table = Table().at(LINE[3], ALTAR).bag(0, CHARM).mummies(LINE[0]).pharaoh("quicksand", chance=[POWER_1, roll(1, 1)])
    assert (table.phase, table.seat) == ("CHARM", 0)
    assert (table.play(KEEP).lies(LINE[3]), table.seat, table.s["rounds"]) == ([CHARM], 0, 1)


def test_co_10_8_a_mummy_that_starts_on_its_targets_cell() -> None:
    """It strikes once, everybody there, and waits."""
    table = Table(3).at(ROW[0], ROW[0], ALTAR).bag(0, 0, 1, 4).bag(1, 2, 3).mummies(ROW[0])
    table.pharaoh("quicksand", chance=[POWER_2, roll(1, 1), roll(1, 2)])
    assert (table.lies(ROW[0]), table.s["mummy"][0]) == ([0, 3], ROW[0])


def test_co_10_8_beside_others_it_goes_on_its_way() -> None:
    """Only entering counts: seat 1 on the start cell is not struck."""
    table = Table(3).at(ROW[2], ROW[0], ALTAR).bag(0, 0, 1).bag(1, 2).mummies(ROW[0])
    table.pharaoh("quicksand", chance=[POWER_2, roll(1, 1)])
    assert (table.bags(1), table.lies(ROW[2])) == ([2], [0])


def test_co_10_8_a_spectre_that_starts_on_its_targets_cell() -> None:
    """It does not move: those on the cells around are not frightened."""
    table = Table(5).at(ROW[1], ROW[1], ROW[0], ROW[2], cell("Q5", 3, 1)).spectres(ROW[1])
    for seat in (1, 2, 3, 4):
        table.cards(seat, "rush")
    table.pharaoh("quicksand", chance=[POWER_2, card(0, 5), card(0, 1)])
    assert (table.hand(0), table.hand(1), table.s["spectre"][0]) == ("betrayal analysis adrenaline rush", "", -1)
    assert cards_of(table) == [4, 0, 1, 1, 1]


@pytest.mark.parametrize("feather", [0, 1])
def test_co_10_9_a_spectre_frightens_the_first_it_meets_and_leaves(feather: int) -> None:
    table = Table(4).set(feather=feather).at(ROW[4], ROW[1], ROW[1], ALTAR).cards(1, "rush analysis").cards(2, "rush")
    table.spectres(ROW[0]).pharaoh(
        "quicksand", chance=[POWER_2, *([card(0, 1), card(1, 2)] if feather else [card(1, 2), card(0, 1)])]
    )
    assert (table.s["spectre"][0], table.s["target"][0], cards_of(table)) == (-1, 0, [5, 1, 0, 5])
    assert table.hand(1) == "analysis"


def test_co_10_9_a_spectre_that_does_not_arrive() -> None:
    table = Table().at(RUSH, ALTAR).spectres(RUNE).pharaoh("quicksand", chance=[POWER_1])
    assert (table.s["spectre"][0], cards_of(table)) == (cell("Q6", 0, 2), [5, 5])
