"""Coffin Rush!, rules CO-5: a player's turn."""

from __future__ import annotations

import numpy as np
import pytest

from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import END_MOVEMENT, OPEN, OUT, PASS, PICK_UP, RUSH, STAIRS
from games.coffin_rush.positions import (
    CHARM,
    DISCARDS,
    DOORS,
    RUNE,
    STEPS,
    TORCH,
    E,
    N,
    S,
    Table,
    W,
    aggress,
    cell,
    discard,
    door,
    drop,
    roll,
    step,
    take,
)

MIDDLE = cell("Q5", 2, 2)  # floor all around, debris two steps east
BY_DEBRIS = cell("Q5", 2, 3)
LINE = [cell("CRYPT", 4, column) for column in range(5)]  # five cells of floor


def spent(table: Table) -> Table:
    """A table whose seat on turn has used its card: it ends with the last token."""
    return table.set(card_used=1)


@pytest.mark.parametrize(("trap", "tokens"), [("quicksand", 3), ("toxicity", 2), ("seals", 3)])
def test_co_5_1_tokens_at_the_beginning(trap: str, tokens: int) -> None:
    table = Table(3).at(RUSH, cell("Q5", 1, 1))
    assert (table.turn_numbers, table.s["torch"]) == ((3, 0), 1)
    table.set(card_used=1, moving=1, steps=2, torch=0, adrenaline=2).play(PASS)
    names = ("tokens", "moving", "steps", "torch", "adrenaline", "card_used")
    assert [int(table.s[name]) for name in names] == [3, 0, 0, 1, 0, 0]
    table.pharaoh(trap)
    assert table.turn_numbers == (tokens, 0)
    assert table.play(PASS).turn_numbers == (3, 0), "on an altar"


def test_co_5_2_base_tokens_first_then_the_rush_token() -> None:
    table = Table().rush(0, 1).at(LINE[1])
    for tokens in (2, 1, 0):
        table.play(step(E) if tokens % 2 else step(W), END_MOVEMENT)
        assert (table.turn_numbers[0], table.s["rush"][:2].tolist()) == (tokens, [1, 1])
    table.play(step(E))
    assert (table.turn_numbers, table.s["rush"][:2].tolist()) == ((0, 2), [0, 1])
    table.play(END_MOVEMENT)
    assert table.ids() & (STEPS | DOORS) == set()


def test_co_5_2_red_toxicity_forbids_rush_tokens() -> None:
    for red in (False, True):
        table = Table(2).trap("toxicity", red=red).rush(0).at(RUNE).turn(0, tokens=0)
        assert table.may(step(N), step(S)) == (not red)
        table.trap("toxicity", red=red, immune=[0])
        assert table.may(step(N), step(S))


def test_co_5_3_a_step_opens_a_movement_of_three() -> None:
    table = Table().at(LINE[0]).play(step(E))
    assert (table.turn_numbers, table.s["moving"], table.cell_of(0)) == ((2, 2), 1, LINE[1])
    table.play(step(E), step(W))
    assert (table.turn_numbers, table.s["moving"], table.cell_of(0)) == ((2, 0), 0, LINE[1])


@pytest.mark.parametrize(("red", "steps"), [(False, 2), (True, 1)])
def test_co_5_3_quicksand(red: bool, steps: int) -> None:
    for immune, expected in (([], steps), ([0], 3)):
        table = Table().trap("quicksand", red=red, immune=immune).at(LINE[0])
        table.play(step(E))
        assert table.turn_numbers == (2, expected - 1)


def test_co_5_3_debris_costs_two_steps() -> None:
    table = Table().at(BY_DEBRIS).play(step(E))
    assert table.turn_numbers == (2, 1)
    table = Table().at(MIDDLE).play(step(E), step(E))
    assert (table.turn_numbers, table.s["moving"]) == ((2, 0), 0)
    table = Table().at(BY_DEBRIS).set(adrenaline=1).play(step(E))
    assert table.turn_numbers == (2, 2)
    table = Table().at(BY_DEBRIS).play(step(W), step(E))
    assert table.turn_numbers == (2, 1)
    assert not table.may(step(E)), "one step does not suffice"


def test_co_5_3_debris_under_red_quicksand() -> None:
    """A Movement of one step: only a torch or adrenaline gets one there."""
    table = Table().trap("quicksand", red=True).at(BY_DEBRIS)
    assert not table.may(step(E))
    table.bag(0, TORCH).play(step(E))
    assert (table.turn_numbers, table.s["torch"], table.s["moving"]) == ((2, 0), 0, 0)
    assert Table().trap("quicksand", red=True).at(BY_DEBRIS).set(adrenaline=1).may(step(E))


def test_co_5_3_no_token_no_step() -> None:
    table = Table().at(MIDDLE).turn(0, tokens=0)
    assert table.ids() & STEPS == set()
    table.rush(0).play(step(N))
    assert (table.s["rush"][0], table.turn_numbers) == (0, (0, 2))
    assert not Table().at(cell("Q1", 0, 4)).turn(0, tokens=0).may(ct.TAKE_STAIRS), "nor by the stairs"


def test_co_5_3_the_torch_step_comes_by_itself_once_a_turn() -> None:
    table = Table().at(LINE[0]).bag(0, TORCH).play(*[step(E)] * 3)
    assert (table.turn_numbers, table.s["moving"], table.s["torch"]) == ((2, 0), 1, 1)
    table.play(step(E))
    assert (table.turn_numbers, table.s["moving"], table.s["torch"]) == ((2, 0), 0, 0)
    table.play(*[step(W)] * 3)
    assert (table.turn_numbers, table.s["moving"]) == ((1, 0), 0), "the second Movement has three"


def test_co_5_3_the_torch_step_helps_over_debris() -> None:
    table = Table().at(BY_DEBRIS).bag(0, TORCH).play(step(W), step(E), step(E))
    assert (table.turn_numbers, table.s["torch"], table.s["moving"]) == ((2, 0), 0, 0)


def test_co_5_4_end_movement() -> None:
    table = Table().at(LINE[0])
    assert not table.may(END_MOVEMENT)
    table.play(step(E))
    assert table.may(END_MOVEMENT)
    table.play(END_MOVEMENT)
    assert (table.turn_numbers, table.s["moving"]) == ((2, 0), 0)
    assert table.play(step(E)).turn_numbers == (1, 2)


def test_co_5_4_paying_for_something_else_closes_it() -> None:
    place = cell("Q5", 4, 2)
    deeds = {door(S): Table(), drop(2): Table().bag(0, 0, 1), PICK_UP: Table().pile(place, 3)}
    for action, table in deeds.items():
        table.at(cell("Q5", 4, 1)).play(step(E), action)
        assert (table.turn_numbers, table.s["moving"]) == ((1, 0), 0)
    table = Table().at(cell("Q5", 4, 3)).hide(cell("Q5", 4, 4), 0).play(step(E), OPEN)
    assert (table.turn_numbers, table.s["moving"]) == ((1, 0), 0)


def test_co_5_4_free_cards_do_not_close_it() -> None:
    for action in (discard("rush"), ct.PLAY_RUSH, ct.PLAY_ADRENALINE, ct.ANALYSE + 5, aggress(1)):
        table = Table().at(cell("Q5", 4, 1), cell("Q5", 4, 3)).bag(1, 0).play(step(E))
        table.play(action)
        assert (table.turn_numbers, table.s["moving"], table.s["card_used"]) == ((2, 2), 1, 1)
        assert table.play(step(W)).turn_numbers == (2, 1)


def test_co_5_4_a_movement_kept_by_a_torch_closes_when_the_torch_is_gone() -> None:
    table = Table().counter(8).at(LINE[1], LINE[4]).bag(0, TORCH, 0, 1, 2, 3, 4).bag(1, 5)
    table.play(*[step(E)] * 3)
    assert (table.turn_numbers, table.s["moving"]) == ((2, 0), 1)
    table.play(aggress(1), take(2), drop(2))
    assert (table.turn_numbers, table.s["moving"]) == ((2, 0), 0)


def test_co_5_5_doors() -> None:
    """Whoever is near; both sides turn."""
    table = Table().at(RUSH, RUSH).mummies(cell("Q5", 4, 2))
    assert table.may(door(N), door(E), door(W))
    assert not table.may(door(S))
    table.play(door(N))
    assert (table.turn_numbers, table.s["edge"][RUSH, N], table.s["edge"][cell("Q5", 4, 2), S]) == ((2, 0), 2, 2)
    table.play(door(N))
    assert (table.turn_numbers, table.s["edge"][RUSH, N], table.s["edge"][cell("Q5", 4, 2), S]) == ((1, 0), 3, 3)
    assert not table.at(MIDDLE).ids() & DOORS


def test_co_5_5_each_door_is_one_and_needs_a_token() -> None:
    """No other edge turns; the temple door cannot be worked, shut or gone; a RUSH! token pays too."""
    for way, beyond in ((N, cell("Q5", 4, 2)), (E, cell("Q9", 2, 0)), (W, cell("Q8", 2, 4))):
        table = Table().at(RUSH, beyond)
        before = table.s["edge"].copy()
        table.play(door(way))
        turned = {tuple(edge) for edge in np.argwhere(table.s["edge"] != before).tolist()}
        assert turned == {(RUSH, way), (beyond, (way + 2) % 4)}
        table.turn(1).play(door((way + 2) % 4))
        assert (table.s["edge"] == before).all(), "from the other side, with somebody on both"
    table = Table().blast().at(RUSH)
    assert table.may(step(S))
    assert not table.may(door(S))
    table.turn(0, tokens=0)
    assert table.ids() & DOORS == set()
    table.rush(0).play(door(N))
    assert (table.s["rush"][0], table.s["edge"][RUSH, N]) == (0, 2)


def test_co_5_5_doors_of_rooms() -> None:
    table = Table().at(cell("Q6", 2, 1))
    assert table.ids() & (DOORS | STEPS) == {door(S), step(N), step(E), step(W)}
    assert table.play(door(S)).may(step(S))


def test_co_5_5_red_seals_double_the_price_of_opening() -> None:
    table = Table().trap("seals", red=True).at(RUSH).play(door(N))
    assert table.turn_numbers == (1, 0)
    assert not table.may(door(E), door(W))
    assert table.may(door(N)), "to close costs 1"
    table.play(door(N))
    assert table.turn_numbers == (0, 0)
    table.turn(0, tokens=1).rush(0).play(door(E))
    assert (table.turn_numbers, table.s["rush"][0]) == ((0, 0), 0)
    for red, immune in ((False, []), (True, [0])):
        table = Table().trap("seals", red=red, immune=immune).at(RUSH).play(door(N))
        assert table.turn_numbers == (2, 0)


def test_co_5_6_open_a_sarcophagus_and_a_chest() -> None:
    for place, item in ((cell("Q5", 3, 0), 7), (cell("Q8", 4, 1), 22)):
        table = Table().hide(place, item).at(place)
        assert not Table().at(place).turn(0, tokens=0).may(OPEN)
        table.play(OPEN)
        assert (table.bags(0), table.turn_numbers, table.s["closed"].sum()) == ([item], (2, 0), 25)
        assert (table.s["mummy"] >= 0).sum() == 1


def test_co_5_6_with_a_mummy() -> None:
    """First the treasure, then the mummy, then an Aggression on the opener alone."""
    place = cell("Q5", 3, 0)
    table = Table().hide(place, 11).at(place, place).bag(0, 3).bag(1, 4).play(OPEN, chance=[roll(2, 1)])
    assert (table.bags(0), table.bags(1), table.lies(place)) == ([3], [4], [11])
    assert table.s["mummy"].tolist() == [RUNE, place, -1, -1]
    assert (table.turn_numbers, table.phase) == ((2, 0), "TURN")


def test_co_5_6_overflow_then_the_mummy_then_the_charm() -> None:
    place = cell("Q5", 3, 0)
    table = Table().hide(place, 16).at(place).bag(0, 0, 1, 2, 3, 4, CHARM).set(adrenaline=2)
    table.play(OPEN, chance=[roll(3, 4)])
    assert (table.phase, table.s["mummy"][1], table.s["surprise"]) == ("OVERFLOW", -1, 1)
    table.play(drop(3))
    assert (table.phase, table.s["mummy"][1], table.s["dice"].tolist()) == ("CHARM", place, [3, 4])
    table.play(ct.YELLOW + 2)
    assert (table.bags(0), table.lies(place)) == ([0, 2, 3, 4, 16], [1, CHARM])


def test_co_5_6_the_blue_stairs() -> None:
    place = cell("Q5", 3, 0)
    table = Table().hide(place, STAIRS).at(place).bag(0, 0, 1, 2, 3, 4, 5).play(OPEN)
    assert (table.phase, table.bags(0), table.lies(place)) == ("TURN", [0, 1, 2, 3, 4, 5], [])
    assert (table.s["ground"][place], table.s["stairs"][2].tolist()) == (8, [cell("Q6", 0, 3), place])
    assert not table.may(OPEN)


def test_co_5_7_pick_up() -> None:
    table = Table().at(RUSH).pile(RUSH, 3, 20)
    table.play(PICK_UP)
    assert (table.bags(0), table.turn_numbers) == ([3, 20], (2, 0))
    assert not table.may(PICK_UP)
    table = Table().blast().at(OUT).pile(OUT, 3).pile(RUSH, 4).play(PICK_UP)
    assert (table.bags(0), table.lies(RUSH)) == ([3], [4])


def test_co_5_8_drop() -> None:
    table = Table().at(RUSH).bag(0, 0, 1, 2, 3)
    assert table.ids() & set(range(drop(2), drop(8) + 1)) == {drop(2), drop(3), drop(4), drop(5)}
    table.play(drop(3))
    assert (table.phase, table.ids(), table.turn_numbers) == ("DROP", {drop(2), drop(3), drop(4), ct.DONE}, (2, 0))
    table.play(drop(3), ct.DONE)
    assert (table.bags(0), table.lies(RUSH), table.phase, table.turn_numbers) == ([0, 3], [1, 2], "TURN", (2, 0))
    table.play(drop(3), drop(2))
    assert (table.phase, table.lies(RUSH), table.turn_numbers) == ("TURN", [1, 2, 3, 0], (1, 0)), "ends by itself"


def test_co_5_8_outside_items_go_under_the_own_tent() -> None:
    table = Table().blast().at(RUSH, OUT).bag(1, 0, 23).turn(1).play(drop(2), drop(2))
    assert (table.lies(OUT), table.s["tent"][1].tolist()) == ([], [1, 0, 0, 0, 0, 0, 0, 0, 1])
    assert not table.s["tent"][0].any()
    assert table.s["score"][:2].tolist() == [0, 3 + 3 + 1]


def test_co_5_9_pass_is_always_legal() -> None:
    table = Table()
    for change in ({}, {"moving": 1, "steps": 1}, {"tokens": 0}, {"card_used": 1}):
        assert table.turn(0, **change).may(PASS)
    table.play(PASS)
    assert table.seat == 1


def test_co_5_10_the_turn_ends_by_itself() -> None:
    """No Movement, nothing to pay with or to borrow, no card left."""
    table = Table().at(LINE[0]).cards(0, "").turn(0, tokens=1)
    table.play(*[step(E)] * 3)
    assert table.seat == 1
    table = Table().at(LINE[0]).turn(0, tokens=1).play(*[step(E)] * 3)
    assert (table.seat, table.ids() & DISCARDS, table.ids() & STEPS) == (0, DISCARDS, set()), "a card is left"
    assert table.play(discard("rush")).seat == 1
    table = spent(Table().at(LINE[0]).turn(0, tokens=1)).rush(0).play(*[step(E)] * 3)
    assert table.seat == 0, "a RUSH! token is left"
    table = spent(Table().at(LINE[0]).turn(0, tokens=1)).play(step(E))
    assert table.seat == 0, "a Movement is open"
    assert table.play(END_MOVEMENT).seat == 1


def test_co_5_10_what_may_be_borrowed_keeps_the_turn_open() -> None:
    teams = ((0, 1), (2,))
    for active, asked in ((1, 0), (2, 1)):
        table = spent(Table(3, teams=teams).at(LINE[0]).turn(0, tokens=1)).rush(active).play(*[step(E)] * 3)
        assert table.seat == asked
    table = Table(3, teams=teams).at(LINE[0]).rush(0, 1).trap("toxicity", red=True)
    assert spent(table.turn(0, tokens=1)).play(*[step(E)] * 3).seat == 1, "red toxicity"


def test_co_5_10_under_silence_a_discard_is_left() -> None:
    table = Table().trap("silence").at(LINE[0]).turn(0, tokens=1).play(*[step(E)] * 3)
    assert table.ids() == {PASS, *DISCARDS}


def test_co_5_11_adrenaline_ends_and_an_empty_hand_comes_back() -> None:
    table = Table().cards(0, "adrenaline", "rush betrayal").play(ct.PLAY_ADRENALINE)
    assert (table.hand(0), table.s["adrenaline"]) == ("", 1)
    table.play(PASS)
    assert (table.hand(0), table.discards(0), table.s["adrenaline"]) == ("betrayal adrenaline rush", "", 0)
    assert table.s["removed"][0] == 0b00101
    table = Table().cards(0, "adrenaline", "rush").play(PASS)
    assert (table.hand(0), table.discards(0)) == ("adrenaline", "rush"), "no rest with a card in hand"
    table = Table().cards(0, "").play(PASS)
    assert (table.hand(0), table.s["removed"][0]) == ("", 0b11111)


def test_co_5_11_rest_when_the_turn_ends_by_itself() -> None:
    table = Table().cards(0, "rush", "aggression").at(LINE[0]).turn(0, tokens=1).rush(0)
    table.play(discard("rush"), step(E), END_MOVEMENT, step(E), END_MOVEMENT)
    assert (table.seat, table.hand(0), table.s["rush"][0]) == (1, "aggression rush", 0)
