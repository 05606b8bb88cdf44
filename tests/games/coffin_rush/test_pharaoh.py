"""Coffin Rush!, rules CO-8 and CO-9: the Pharaoh's turn and his traps."""

from __future__ import annotations

import numpy as np
import pytest

from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import KEEP, OUT, PASS, RUSH, TRAP_COPIES
from games.coffin_rush.positions import (
    CHARM,
    CLOSED_DOOR,
    DISCARDS,
    OPEN,
    OPEN_DOOR,
    RUNE,
    TRAPS,
    E,
    N,
    S,
    Table,
    about,
    card,
    cell,
    copies,
    die,
    door,
    roll,
    shares,
    step,
)

ALTAR, OTHER_ALTAR = cell("Q5", 1, 1), cell("Q9", 1, 3)
LINE = [cell("CRYPT", 4, column) for column in range(5)]


def calm(players: int = 2, counter: int = 24) -> Table:
    """Nobody carries anything: no mummy has a target."""
    return Table(players).counter(counter)


# ------------------------------------------------------------------------------------------------------------------
# CO-8 The Pharaoh's turn


def test_co_8_1_a_trap_replaces_the_last() -> None:
    table = calm().pharaoh("quicksand").pharaoh("toxicity")
    assert (table.s["trap"], table.s["deck_count"]) == (ct.TOXICITY, 11)
    drawn = table.sees(0)["drawn"]
    assert (drawn[ct.QUICKSAND], drawn[ct.TOXICITY], drawn.sum()) == (1, 1, 2)
    assert table.sees(0)["trap"].tolist() == [int(k == ct.TOXICITY) for k in range(9)]


def exhausted(last: str = "fury") -> Table:
    """The deck is empty, this trap is in force."""

    def change(s: np.record) -> None:
        s["deck_count"], s["drawn"], s["counter"] = 0, TRAP_COPIES, 20
        s["trap"], s["affected"][:2] = TRAPS.index(last), 1
        s["edge"][RUSH, S] = s["edge"][OUT, N] = OPEN

    return calm().edit(change).check()


def test_co_8_1_an_empty_deck_is_made_anew_without_the_bomb() -> None:
    table = exhausted().turn(1)
    batch = copies(table)
    batch.step(np.full(3000, PASS))
    assert (batch.states["deck_count"] == 11).all()
    assert (batch.states["drawn"].sum(axis=1) == 1).all()
    copies_left = {k: number / 12 for k, number in enumerate(TRAP_COPIES) if k != ct.BOMB}
    assert about(shares(batch.states["trap"]), copies_left), "the one just ending included"
    assert about(shares(batch.states["deck"][:, 0]), copies_left)
    assert not (batch.states["deck"][:, :11] == ct.BOMB).any()
    assert table.play(PASS).s["deck_count"] == 11


def test_co_8_2_affected_are_all_but_those_on_altars() -> None:
    table = calm(4).blast().at(RUSH, ALTAR, OUT, cell("Q5", 1, 2)).pharaoh("toxicity")
    assert table.s["affected"][:4].tolist() == [1, 0, 1, 1]
    assert table.sees(1)["immune"].tolist() == [1, 0, 0, 0, 0, 0]
    tokens = []
    for _ in range(4):
        tokens.append(int(table.s["tokens"]))
        table.stack("quicksand").play(PASS)
    assert tokens == [2, 3, 2, 2]


def test_co_8_2_as_one_stood_when_it_was_drawn() -> None:
    table = calm().at(RUSH, ALTAR).pharaoh("quicksand").play(PASS)
    table.play(step(E))
    assert table.turn_numbers == (2, 2), "immune also away from the altar"
    assert table.pharaoh("quicksand").s["affected"][:2].tolist() == [1, 1]


@pytest.mark.parametrize(("counter", "over"), [(4, True), (3, True), (5, False)])
def test_co_8_3_the_bomb_may_end_the_game(counter: int, over: bool) -> None:
    table = calm(counter=counter).set(power=2).pharaoh("bomb", chance=[die("red", 1)])
    assert table.s["counter"] == 0, "or the power of 1 does it"
    assert table.s["done"] == 1
    assert table.s["power"] == (2 if over else 1), "no power is rolled any more"
    assert table.s["edge"][RUSH, S] == OPEN


@pytest.mark.parametrize(
    ("counter", "colour"), [(24, "green"), (17, "green"), (16, "yellow"), (9, "yellow"), (8, "red")]
)
def test_co_8_4_the_die_of_the_counters_colour(counter: int, colour: str) -> None:
    for value in sorted(set(ct.FACES[colour])):
        table = calm(counter=counter).pharaoh("quicksand", chance=[die(colour, value)])
        assert (table.s["counter"], table.s["power"]) == (counter - value, value)


def test_co_8_4_the_bomb_may_change_the_colour() -> None:
    """From 20 to 16: yellow; from 12 to 8: red."""
    table = calm(counter=20).pharaoh("bomb", chance=[die("yellow", 3)])
    assert (table.s["counter"], table.s["power"]) == (13, 3)
    table = calm(counter=12).pharaoh("bomb", chance=[die("red", 4)])
    assert (table.s["counter"], table.s["power"], table.s["trap_red"]) == (4, 4, 0)


def test_co_8_4_at_zero_the_servants_do_not_act() -> None:
    place = cell("CRYPT", 2, 3)
    table = calm(counter=2).at(place).bag(0, 0).pharaoh("quicksand", chance=[die("red", 3)])
    assert (table.s["counter"], table.s["done"], table.s["active"]) == (0, 1, 0)
    assert (table.s["mummy"][0], table.bags(0), table.seat) == (RUNE, [0], -1)


def test_co_8_5_spectres_act_before_mummies_in_the_order_of_appearing() -> None:
    """Both spectres seek seat 0; the first takes its card and leaves, then the second, then the mummies strike."""
    place = cell("Q5", 4, 3)
    table = Table().at(place, ALTAR).bag(0, 0, 1, 2).cards(0, "betrayal rush")
    table.spectres(cell("Q5", 4, 1), cell("Q5", 4, 0)).mummies(cell("Q5", 4, 4), cell("Q5", 4, 2))
    table.pharaoh("quicksand", chance=[die("green", 2), card(0, 2), card(0, 1), roll(1, 1), roll(1, 1)])
    assert (table.hand(0), table.s["spectre"].tolist()) == ("", [-1, -1, -1])
    assert (table.lies(place), table.s["mummy"][:2].tolist()) == ([0, 1], [place, place])
    assert (table.seat, table.s["rounds"], table.turn_numbers) == (0, 1, (3, 0))


@pytest.mark.parametrize("feather", [0, 1])
def test_co_8_6_victims_in_the_order_of_the_coming_round(feather: int) -> None:
    """Seats 0, 1, 2, or 0, 2, 1, lose an item each to the same pile."""
    table = Table(3).set(feather=feather).bag(0, 0).bag(1, 1).bag(2, 2)
    table.pharaoh("earthquake", chance=[*[roll(1, 1)] * 3, die("green", 1)])
    assert table.lies(RUSH) == ([0, 2, 1] if feather else [0, 1, 2])
    table = Table(3).set(feather=feather).at(*[LINE[2]] * 3).mummies(LINE[0]).bag(0, 0).bag(1, CHARM).bag(2, CHARM + 1)
    table.pharaoh("quicksand", chance=[die("green", 2), roll(1, 1), roll(1, 1), roll(1, 1)])
    assert (table.lies(LINE[2]), table.seat, table.phase) == ([0], 2 if feather else 1, "CHARM")
    table.play(KEEP)
    assert (table.seat, table.phase) == (1 if feather else 2, "CHARM")


def test_co_8_6_the_feather_drawn_now_counts() -> None:
    table = Table(3).at(*[LINE[2]] * 3).mummies(LINE[0]).bag(0, 0).bag(1, CHARM).bag(2, CHARM + 1)
    table.pharaoh("feather", chance=[die("green", 2), roll(1, 1), roll(1, 1), roll(1, 1)])
    assert (table.seat, table.phase) == (2, "CHARM")


# ------------------------------------------------------------------------------------------------------------------
# CO-9 Traps


def test_co_9_1_ritual_bomb() -> None:
    table = calm().pharaoh("bomb", chance=[die("green", 2)])
    assert (table.s["counter"], table.s["power"]) == (18, 2)
    assert (table.s["edge"][RUSH, S], table.s["edge"][OUT, N]) == (OPEN, OPEN)
    assert table.sees(0)["temple_door"][0] == 0
    assert table.play(step(S)).cell_of(0) == OUT


@pytest.mark.parametrize(("counter", "steps"), [(24, 2), (9, 2), (8, 1)])
def test_co_9_2_quicksand(counter: int, steps: int) -> None:
    table = calm(counter=counter).at(LINE[0], LINE[0]).pharaoh("quicksand")
    table.play(step(E))
    assert table.turn_numbers == (2, steps - 1)


@pytest.mark.parametrize("red", [False, True])
def test_co_9_3_toxicity(red: bool) -> None:
    table = calm(counter=8 if red else 24).at(LINE[0], LINE[0]).pharaoh("toxicity").rush(0)
    assert table.turn_numbers == (2, 0)
    table.turn(0, tokens=0)
    assert table.may(step(E)) == (not red)


@pytest.mark.parametrize(("counter", "number"), [(24, 1), (8, 2)])
def test_co_9_4_summoning(counter: int, number: int) -> None:
    """It acts this turn already."""
    table = calm(counter=counter).at(ALTAR, cell("CRYPT", 2, 4)).cards(1, "rush betrayal analysis")
    table.pharaoh("summoning", chance=[die("red" if number == 2 else "green", 2)])
    assert (table.s["spectres"], table.s["spectre"].tolist()) == (number, [-1, -1, -1])
    assert len(table.hand(1).split()) == 3 - number
    table = calm(counter=counter).at(ALTAR, OTHER_ALTAR).pharaoh("summoning")
    assert table.s["spectre"].tolist() == [RUNE if k < number else -1 for k in range(3)]


def test_co_9_5_feather_of_maat() -> None:
    table = calm(3).pharaoh("feather")
    assert (table.s["feather"], table.sees(2)["feather"][0], table.seat) == (1, 1, 0)
    assert table.play(PASS).seat == 2


def test_co_9_5_twice_is_as_before() -> None:
    """After the reshuffle the feather may come again."""

    def change(s: np.record) -> None:
        s["deck"][:12], s["deck_count"] = [k for k, c in enumerate(TRAP_COPIES) if k for _ in range(c)], 12
        s["drawn"], s["counter"] = 0, 20
        s["edge"][RUSH, S] = s["edge"][OUT, N] = OPEN

    table = calm(3).edit(change).set(feather=1).pharaoh("feather")
    assert table.s["feather"] == 0
    assert table.play(PASS).seat == 1


def test_co_9_6_seals() -> None:
    table = calm().open_all().blast().pharaoh("seals")
    assert (table.s["edge"] == OPEN_DOOR).sum() == 0
    assert (table.s["edge"] == CLOSED_DOOR).sum() == 48
    assert table.s["edge"][RUSH, S] == OPEN, "the temple door stays away"
    table = calm(counter=8).pharaoh("seals").play(door(N))
    assert table.turn_numbers == (1, 0)


def test_co_9_7_silence() -> None:
    table = calm().at(RUSH, ALTAR).pharaoh("silence")
    assert (table.s["discards"][:2] == 0).all()
    assert (table.ids() & set(range(ct.AGGRESS + 1, ct.KEEP))) == DISCARDS
    assert table.play(PASS).may(ct.PLAY_RUSH)


def test_co_9_7_red_silence_discards_a_card_first() -> None:
    table = calm(3, counter=8).at(RUSH, ALTAR, RUSH).cards(2, "rush betrayal")
    table.pharaoh("silence", chance=[card(3, 5), card(1, 2), die("red", 1)])
    assert [table.discards(seat) for seat in range(3)] == ["adrenaline", "", "rush"]
    table = calm(2, counter=8).cards(0, "", "rush").pharaoh("silence", chance=[card(2, 5)])
    assert [table.discards(seat) for seat in range(2)] == ["rush", "analysis"]


@pytest.mark.parametrize(("counter", "bonus"), [(24, 1), (8, 2)])
def test_co_9_8_fury(counter: int, bonus: int) -> None:
    """The monsters go further, the counter does not."""
    table = Table().counter(counter).at(cell("CRYPT", 4, 0), RUSH).mummies(cell("Q6", 2, 2)).bag(1, 0)
    table.open_all().pharaoh("fury", chance=[die("red" if bonus == 2 else "green", 1)])
    assert (table.s["counter"], table.s["power"]) == (counter - 1, 1 + bonus)
    away = table.oracle.temple.distances("mummy", int(table.s["mummy"][0]))[cell("Q6", 2, 2)]
    assert away == 3 * (1 + bonus) if bonus == 1 else away == 8, "at the target after eight steps"
    assert table.pharaoh("quicksand", chance=[die("red" if bonus == 2 else "green", 1)]).s["power"] == 1


@pytest.mark.parametrize("red", [False, True])
def test_co_9_9_earthquake(red: bool) -> None:
    """Both rolls of a player come before the next player's; no charm is asked."""
    table = Table(3).counter(8 if red else 24).at(RUSH, ALTAR, RUSH).bag(0, CHARM, 1).bag(1, 2).bag(2, 3, 4)
    rolls = [roll(1, 1)] * (4 if red else 2)
    table.pharaoh("earthquake", chance=[*rolls, die("red" if red else "green", 1)])
    assert table.lies(RUSH) == ([CHARM, 1, 3, 4] if red else [CHARM, 3])
    assert table.bags(1) == [2]
