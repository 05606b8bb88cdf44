"""Coffin Rush!, rules CO-6: what happens to a player who enters a cell."""

from __future__ import annotations

import numpy as np
import pytest

from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import KEEP
from games.coffin_rush.positions import (
    CHARM,
    CHARM_ANSWERS,
    E,
    N,
    S,
    Table,
    W,
    about,
    card,
    cell,
    copies,
    drop,
    roll,
    set_red,
    set_yellow,
    shares,
    step,
)

PESTILENCE, TRAP = cell("Q5", 0, 2), cell("Q5", 3, 2)
ABOVE_TRAP, BELOW_PESTILENCE = cell("Q5", 2, 2), cell("Q5", 1, 2)
FLOOR, BESIDE = cell("Q5", 4, 3), cell("Q5", 4, 2)


def test_co_6_1_pestilence_closes_the_movement() -> None:
    table = Table().at(BELOW_PESTILENCE).bag(0, 0).play(step(N))
    assert (table.cell_of(0), table.turn_numbers, table.s["moving"], table.bags(0)) == (PESTILENCE, (2, 0), 0, [0])
    table.play(step(S))
    assert table.turn_numbers == (1, 2), "standing there costs nothing"


def test_co_6_1_a_trap_closes_it_and_rolls_without_charm() -> None:
    table = Table().at(ABOVE_TRAP).bag(0, 0, CHARM, 2).play(step(S), chance=[roll(1, 2)])
    assert (table.phase, table.turn_numbers, table.s["moving"]) == ("TURN", (2, 0), 0)
    assert (table.bags(0), table.lies(TRAP)) == ([0, 2], [CHARM])


@pytest.mark.parametrize("strength", [1, 2])
def test_co_6_1_adrenaline_ignores_both(strength: int) -> None:
    table = Table().at(ABOVE_TRAP).bag(0, 0).set(adrenaline=strength).play(step(S), step(N), step(N))
    assert (table.bags(0), table.turn_numbers) == ([0], (2, 0))
    table = Table().at(BELOW_PESTILENCE).set(adrenaline=strength).play(step(N), step(S))
    assert table.turn_numbers == (2, 1)


@pytest.mark.parametrize(
    ("start", "way"),
    [
        (cell("Q5", 1, 0), E),  # altar
        (cell("Q5", 3, 1), W),  # sarcophagus
        (cell("Q10", 4, 3), E),  # stairs
        (cell("Q6", 0, 2), E),  # unfound blue stairs
    ],
)
def test_co_6_1_no_other_cell_acts(start: int, way: int) -> None:
    table = Table().at(start).bag(0, 0, 1, 2, 3, 4, 5).play(step(way))
    assert (table.turn_numbers, table.s["moving"], len(table.bags(0))) == ((2, 2), 1, 6)


def test_co_6_2_spectres() -> None:
    """A Terror for each, and they leave."""
    table = Table().at(BESIDE).spectres(FLOOR, cell("Q1", 0, 0), FLOOR).cards(0, "aggression analysis rush", "betrayal")
    table.play(step(E), chance=[card(1, 3), card(0, 2)])
    assert (table.hand(0), table.discards(0), table.turn_numbers, table.s["moving"]) == ("rush", "betrayal", (2, 0), 0)
    assert (table.s["spectre"].tolist(), table.s["removed"][0]) == ([-1, cell("Q1", 0, 0), -1], 0b01101)


def test_co_6_2_red_adrenaline_passes_spectres() -> None:
    for strength, passed in ((1, False), (2, True)):
        table = Table().at(BESIDE).spectres(FLOOR).set(adrenaline=strength).play(step(E))
        assert (table.s["moving"], table.s["spectre"][0] == FLOOR, table.s["hand"][0] == 31) == (passed,) * 3


def test_co_6_2_a_trap_comes_before_spectres_and_these_before_mummies() -> None:
    """The item that falls into the trap is not there for the mummy; the charm asks once, for the mummy."""
    table = Table().at(ABOVE_TRAP).bag(0, 0, CHARM, 2).spectres(TRAP).mummies(TRAP)
    table.play(step(S), chance=[roll(1, 1), card(4, 5), roll(1, 1)])
    assert (table.phase, table.lies(TRAP), table.hand(0)) == (
        "CHARM", [0], "aggression betrayal analysis adrenaline",
    )  # fmt: skip
    table.play(set_yellow(2))
    assert (table.lies(TRAP), table.bags(0), table.turn_numbers) == ([0, 2], [CHARM], (2, 0))


@pytest.mark.parametrize("mummies", [1, 2, 3])
def test_co_6_3_one_aggression_for_each_mummy(mummies: int) -> None:
    table = Table().at(BESIDE).mummies(*[FLOOR] * mummies).bag(0, 0, 1, 2, 3)
    table.play(step(E), chance=[roll(1, 1)] * mummies)
    assert (table.lies(FLOOR), table.bags(0)) == ([0, 1, 2, 3][:mummies], [0, 1, 2, 3][mummies:])
    assert (table.turn_numbers, table.s["moving"], table.phase) == ((2, 0), 0, "TURN")


def test_co_6_3_adrenaline() -> None:
    for strength, passed in ((1, False), (2, True)):
        table = Table().at(BESIDE).mummies(FLOOR).bag(0, 0).set(adrenaline=strength)
        table.play(step(E), chance=[roll(1, 1)])
        assert (table.s["moving"], table.bags(0) == [0]) == (passed, passed)


def test_co_6_3_only_entering_counts() -> None:
    table = Table().at(FLOOR, FLOOR).mummies(FLOOR).spectres(FLOOR).bag(0, 0, 1).play(drop(2), ct.DONE, step(W))
    assert (table.bags(0), table.turn_numbers, table.s["spectre"][0]) == ([1], (1, 2), FLOOR)


def test_co_6_3_by_the_stairs_too() -> None:
    place = cell("Q10", 4, 4)
    table = Table().at(cell("Q1", 0, 4)).mummies(place).bag(0, 0).play(ct.TAKE_STAIRS, chance=[roll(1, 1)])
    assert (table.lies(place), table.turn_numbers) == ([0], (2, 0))


@pytest.mark.parametrize(
    ("answer", "slot"),
    [
        (KEEP, 4),
        (set_yellow(1), 3),
        (set_yellow(2), 4),
        (set_yellow(3), 5),
        (set_red(1), 3),
        (set_red(2), 4),
        (set_red(3), 5),
        (set_red(4), 6),
    ],
)
def test_co_6_4_the_charm_changes_one_die(answer: int, slot: int) -> None:
    table = Table().at(BESIDE).mummies(FLOOR).bag(0, 0, 1, 2, CHARM, 4, 5).play(step(E), chance=[roll(2, 2)])
    assert (table.phase, table.seat, table.ids()) == ("CHARM", 0, CHARM_ANSWERS)
    assert (table.sees(1)["yellow"].tolist(), table.sees(1)["red"].tolist()) == ([0, 1, 0], [0, 1, 0, 0])
    assert table.sees(1)["victim"].tolist() == [0, 1, 0, 0, 0, 0]
    table.play(answer)
    assert table.lies(FLOOR) == [[0, 1, 2, CHARM, 4, 5][slot - 2]]


def test_co_6_4_a_charm_may_save_itself() -> None:
    table = Table().at(BESIDE).mummies(FLOOR).bag(0, CHARM).play(step(E), chance=[roll(1, 1)])
    table.play(set_red(2))
    assert (table.bags(0), table.lies(FLOOR)) == ([CHARM], [])


def test_co_6_4_no_charm_no_question() -> None:
    table = Table().at(BESIDE).mummies(FLOOR).bag(0, 0).bag(1, CHARM).play(step(E), chance=[roll(1, 1)])
    assert (table.phase, table.seat, table.lies(FLOOR)) == ("TURN", 0, [0])


def test_co_6_4_the_victim_decides_in_anybodys_turn() -> None:
    table = Table(3).at(FLOOR, FLOOR, FLOOR).bag(2, CHARM, 0).play(ct.AGGRESS + 2, chance=[roll(1, 2)])
    assert (table.phase, table.seat, table.s["turn"]) == ("CHARM", 2, 0)
    table.play(KEEP)
    assert (table.phase, table.seat, table.bags(0), table.bags(2)) == ("TURN", 0, [0], [CHARM])


def test_co_6_5_terror_takes_a_random_card_out_of_the_game() -> None:
    for k, left in enumerate(("adrenaline rush", "betrayal rush", "betrayal adrenaline")):
        table = Table().at(BESIDE).spectres(FLOOR).cards(0, "betrayal adrenaline rush", "analysis")
        table.play(step(E), chance=[card(k, 3)])
        assert (table.hand(0), table.discards(0)) == (left, "analysis")


def test_co_6_5_cards_are_drawn_fairly() -> None:
    batch = copies(Table().at(BESIDE).spectres(FLOOR).cards(0, "betrayal adrenaline rush"))
    batch.step(np.full(3000, step(E)))
    assert about(shares(batch.states["hand"][:, 0]), {0b11000: 1 / 3, 0b10010: 1 / 3, 0b01010: 1 / 3})


def test_co_6_5_with_an_empty_hand_the_spectre_leaves_all_the_same() -> None:
    table = Table().at(BESIDE).spectres(FLOOR).cards(0, "", "rush").play(step(E))
    assert (table.s["spectre"][0], table.discards(0), table.s["removed"][0]) == (-1, "rush", 0b01111)
