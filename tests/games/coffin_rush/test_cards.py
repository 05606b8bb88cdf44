"""Coffin Rush!, rules CO-7: Looting cards."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from games.by_hand import elements
from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import OPEN, OUT, PASS, PLAY_ADRENALINE, PLAY_RUSH, RUSH, STAIRS
from games.coffin_rush.positions import (
    CARDS,
    CHARM,
    DISCARDS,
    TEAMS,
    E,
    N,
    S,
    Table,
    W,
    about,
    aggress,
    analyse,
    betray,
    card,
    cell,
    copies,
    discard,
    drop,
    recover,
    roll,
    set_red,
    shares,
    step,
    take,
)

LINE = [cell("CRYPT", 4, column) for column in range(5)]
PLAYED = {PLAY_ADRENALINE, PLAY_RUSH, *range(aggress(1), betray(5) + 1), *range(analyse(0), analyse(11) + 1)}


# ------------------------------------------------------------------------------------------------------------------
# All cards


def test_co_7_1_one_card_a_turn_at_any_moment_for_nothing() -> None:
    table = Table().at(LINE[0]).play(step(E), PLAY_RUSH)
    assert (table.turn_numbers, table.s["card_used"], table.discards(0)) == ((2, 2), 1, "rush")
    assert not table.ids() & (PLAYED | DISCARDS)
    table = Table().turn(0, tokens=0)
    assert table.may(PLAY_RUSH, PLAY_ADRENALINE, discard("rush")), "after the last token"


# ------------------------------------------------------------------------------------------------------------------
# Aggression


@pytest.mark.parametrize("far", range(5))
def test_co_7_1_reaches_three_cells(far: int) -> None:
    for here, there in ((LINE[0], LINE[far]), (LINE[far], LINE[0])):
        table = Table().at(here, there).bag(1, 0)
        assert table.may(aggress(1)) == (far <= 3)
        if far <= 3:
            table.play(aggress(1), chance=[roll(1, 1)])
            assert table.bags(0) == ([0] if far <= 1 else [])
            assert table.lies(there) == ([] if far <= 1 else [0])


def test_co_7_1_in_all_four_directions_and_not_around_corners() -> None:
    middle = cell("Q5", 2, 2)
    targets = {(0, 2): 1, (3, 2): 1, (2, 0): 1, (2, 4): 1, (3, 3): 0, (1, 1): 0, (4, 2): 1}
    for (row, column), legal in targets.items():
        assert Table().at(middle, cell("Q5", row, column)).bag(1, 0).may(aggress(1)) == bool(legal)


def test_co_7_1_walls_and_closed_doors_block_pawns_do_not() -> None:
    outside, room = cell("Q6", 2, 1), cell("Q6", 3, 1)
    table = Table(3).at(outside, room, outside).bag(1, 0).mummies(outside)
    assert not table.may(aggress(1))
    assert table.open((outside, S)).may(aggress(1))
    assert not table.at(cell("Q6", 3, 2)).may(aggress(1)), "a wall"
    table = Table(4).at(LINE[0], LINE[3], LINE[1], LINE[2]).bag(1, 0).mummies(LINE[1]).spectres(LINE[2])
    assert table.may(aggress(1))


def test_co_7_1_the_line_leads_through_the_gap_of_the_temple_door() -> None:
    """While the door is shut nobody is beyond it."""
    table = Table().blast().at(RUSH, OUT).bag(1, 0)
    assert table.may(aggress(1))
    assert table.open((RUSH, N)).at(cell("Q5", 3, 2)).may(aggress(1))
    assert not table.at(cell("Q5", 2, 2)).may(aggress(1))


def test_co_7_1_stairs_do_not_count() -> None:
    assert not Table().at(cell("Q1", 0, 4), cell("Q10", 4, 4)).bag(1, 0).may(aggress(1))


def test_co_7_1_another_player_with_an_item_company_members_too() -> None:
    table = Table(4, teams=TEAMS[4]).at(*[RUSH] * 4).bag(0, 3).bag(2, 0).bag(3, 1)
    assert table.ids() & {aggress(k) for k in range(1, 6)} == {aggress(2), aggress(3)}


def test_co_7_1_the_victims_slot_by_the_dice() -> None:
    table = Table().at(LINE[0], LINE[2]).bag(1, 0, 1, 2).play(aggress(1), chance=[roll(2, 1)])
    assert (table.bags(1), table.lies(LINE[2]), table.discards(0)) == ([0, 2], [1], "aggression")
    table = Table().at(LINE[0], LINE[1]).bag(1, 0, 1, 2).play(aggress(1), chance=[roll(3, 4)])
    assert (table.bags(1), table.bags(0)) == ([0, 1, 2], []), "an empty slot"


def test_co_7_1_a_full_attacker_overflows() -> None:
    table = Table().at(LINE[0], LINE[1]).bag(0, 0, 1, 2, 3, 4, 5).bag(1, 6).play(aggress(1), chance=[roll(1, 1)])
    assert (table.phase, table.s["held"], table.s["playing"], table.discards(0)) == ("OVERFLOW", 6, 0, "")
    table.play(drop(2))
    assert (table.bags(0), table.lies(LINE[0]), table.discards(0)) == ([1, 2, 3, 4, 5, 6], [0], "aggression")


def test_co_7_1_only_this_item_goes_to_the_attacker() -> None:
    """What a mummy strikes off in the same turn lies on the ground again."""
    table = Table().at(LINE[0], LINE[0]).bag(0, 1).bag(1, 0).mummies(LINE[1]).play(aggress(1), chance=[roll(1, 1)])
    assert table.bags(0) == [1, 0]
    table.play(step(E), chance=[roll(1, 1)])
    assert (table.bags(0), table.lies(LINE[1])) == ([0], [1])


def test_co_7_1_the_victims_charm() -> None:
    table = Table().at(LINE[0], LINE[1]).bag(1, 0, CHARM, 2).play(aggress(1), chance=[roll(1, 1)])
    assert (table.phase, table.seat) == ("CHARM", 1)
    table.play(set_red(3))
    assert (table.bags(0), table.bags(1), table.seat) == ([2], [0, CHARM], 0)


@pytest.mark.parametrize("far", [0, 1, 2, 3])
def test_co_7_1_at_red_the_attacker_chooses(far: int) -> None:
    """No roll, no charm."""
    table = Table().counter(8).at(LINE[0], LINE[far]).bag(1, 0, CHARM, 2).play(aggress(1))
    assert (table.phase, table.seat, table.ids()) == ("SLOT", 0, {take(2), take(3), take(4)})
    assert table.sees(0)["victim"].tolist() == [0, 1, 0, 0, 0, 0]
    table.play(take(4))
    assert (table.bags(1), table.bags(0), table.lies(LINE[far])) == (
        [0, CHARM], [2] if far <= 1 else [], [2] if far > 1 else [],
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------
# Betrayal


def test_co_7_2_a_player_of_ones_quadrant() -> None:
    table = Table(4).at(LINE[0], cell("CRYPT", 0, 4), cell("Q6", 0, 2), LINE[0])
    assert table.ids() & {betray(k) for k in range(1, 6)} == {betray(1), betray(3)}


def test_co_7_2_a_card_goes_and_one_comes_back() -> None:
    table = Table().cards(0, "betrayal rush", "analysis adrenaline").cards(1, "analysis rush", "betrayal")
    table.play(betray(1), chance=[card(1, 2)])
    assert (table.hand(1), table.discards(1)) == ("analysis", "betrayal rush")
    assert (table.phase, table.ids()) == ("RECOVER", {recover("analysis"), recover("adrenaline")})
    table.play(recover("adrenaline"))
    assert (table.hand(0), table.discards(0), table.phase) == ("adrenaline rush", "betrayal analysis", "TURN")


def test_co_7_2_at_red_two_and_two_as_far_as_there_are() -> None:
    table = Table().counter(8).cards(0, "betrayal", "analysis adrenaline rush").cards(1, "analysis adrenaline rush")
    table.play(betray(1), chance=[card(1, 3), card(1, 2)])
    assert (table.hand(1), table.discards(1)) == ("analysis", "adrenaline rush")
    table.play(recover("rush"))
    assert (table.phase, table.ids()) == ("RECOVER", {recover("analysis"), recover("adrenaline")})
    table.play(recover("analysis"))
    assert (table.hand(0), table.discards(0)) == ("analysis rush", "betrayal adrenaline")
    table = Table().counter(8).cards(0, "betrayal", "rush").cards(1, "analysis").play(betray(1))
    assert (table.hand(1), table.phase, table.s["recovers"]) == ("", "RECOVER", 1)
    assert table.play(recover("rush")).phase == "TURN"


def test_co_7_2_legal_if_it_does_something() -> None:
    table = Table().cards(0, "betrayal").cards(1, "", "rush")
    assert not table.may(betray(1))
    assert table.cards(1, "rush").may(betray(1))
    table.cards(1, "").cards(0, "betrayal", "rush").play(betray(1), recover("rush"))
    assert (table.hand(0), table.discards(0)) == ("rush", "betrayal")
    table = Table().cards(0, "betrayal rush").play(betray(1), chance=[card(0, 5)])
    assert (table.phase, table.discards(0), table.discards(1)) == ("TURN", "betrayal", "aggression")


def test_co_7_2_cards_are_drawn_fairly() -> None:
    batch = copies(Table().cards(1, "aggression analysis rush"))
    batch.step(np.full(3000, betray(1)))
    gone = [CARDS[k] for word in batch.states["discards"][:, 1] for k in elements(word)]
    found = {name: number / 3000 for name, number in Counter(gone).items()}
    assert about(found, dict.fromkeys(("aggression", "analysis", "rush"), 1 / 3))
    batch = copies(Table().counter(8).cards(1, "aggression analysis rush"))
    batch.step(np.full(3000, betray(1)))
    assert about(shares(batch.states["hand"][:, 1]), {0b00001: 1 / 3, 0b00100: 1 / 3, 0b10000: 1 / 3})


# ------------------------------------------------------------------------------------------------------------------
# Analysis


def test_co_7_3_shows_the_own_quadrant() -> None:
    table = Table(3).hide(cell("Q3", 0, 4), 14).hide(cell("Q3", 4, 0), STAIRS).hide(cell("Q3", 4, 4), 21)
    table.at(cell("Q3", 2, 3), cell("Q3", 2, 3))
    assert table.ids() & PLAYED & set(range(analyse(0), analyse(12))) == {analyse(3)}
    table.play(analyse(3))
    places = [cell("Q3", *at) for at in ((0, 4), (4, 0), (4, 4))]
    assert table.knows(0) == dict(zip(places, (14, STAIRS, 21), strict=True)), "nothing else"
    assert table.knows(1) == {}


def test_co_7_3_only_with_an_unopened_tile() -> None:
    assert not Table().at(RUSH).ids() & set(range(analyse(0), analyse(12)))
    table = Table().at(cell("Q5", 3, 0)).hide(cell("Q5", 3, 0), 0).hide(cell("Q5", 4, 4), 1).play(OPEN)
    assert table.may(analyse(5))
    assert not table.at(cell("Q5", 4, 4)).play(OPEN).may(analyse(5))


def test_co_7_3_at_red_the_own_quadrant_and_another() -> None:
    table = Table().counter(8).at(cell("Q5", 2, 2))
    tiles = {ct.position_of(place) for place in table.oracle.tiles}
    assert table.ids() & set(range(analyse(0), analyse(12))) == {analyse(q) for q in tiles}
    assert tiles == set(range(12)) - {2, 9}
    table.play(analyse(11))
    assert {ct.position_of(place) for place in table.knows(0)} == {5, 11}
    assert Table().counter(8).at(RUSH).may(analyse(0)), "also from a quadrant without tiles"


# ------------------------------------------------------------------------------------------------------------------
# Adrenaline, RUSH!, discarding


@pytest.mark.parametrize(("counter", "strength"), [(9, 1), (8, 2)])
def test_co_7_4_adrenaline(counter: int, strength: int) -> None:
    table = Table().counter(counter).at(cell("Q5", 2, 3)).play(PLAY_ADRENALINE)
    assert (table.s["adrenaline"], table.discards(0)) == (strength, "adrenaline")
    table.play(step(E))
    assert table.turn_numbers == (2, 2), "debris at price 1"
    assert table.play(PASS).s["adrenaline"] == 0


def test_co_7_4_it_does_not_hinder_stairs_nor_the_mummy_of_a_sarcophagus() -> None:
    table = Table().counter(8).at(cell("Q1", 0, 4)).play(PLAY_ADRENALINE, ct.TAKE_STAIRS)
    assert table.cell_of(0) == cell("Q10", 4, 4)
    place = cell("Q5", 3, 0)
    table = Table().counter(8).at(place).hide(place, 11).play(PLAY_ADRENALINE, OPEN, chance=[roll(1, 1)])
    assert table.lies(place) == [11]


def test_co_7_4_steps_already_spent_stay_spent() -> None:
    table = Table().at(cell("Q5", 2, 3)).play(step(W), step(E), PLAY_ADRENALINE)
    assert table.turn_numbers == (2, 1)
    assert table.may(step(E)), "debris now costs 1"


def test_co_7_5_rush() -> None:
    table = Table().play(PLAY_RUSH)
    assert (table.s["rush"].tolist(), table.discards(0)) == ([1, 0, 0, 0, 0, 0], "rush")
    table.play(PASS, PASS)
    assert table.s["rush"][0] == 1, "it stays over turns"
    assert not Table().rush(0).may(PLAY_RUSH)
    assert Table().rush(1).may(PLAY_RUSH)
    assert Table().trap("toxicity", red=True).may(PLAY_RUSH)


def test_co_7_6_discard() -> None:
    table = Table().cards(0, "betrayal rush", "analysis")
    assert table.ids() & DISCARDS == {discard("betrayal"), discard("rush")}
    table.play(discard("rush"))
    assert (table.hand(0), table.discards(0), table.s["rush"][0]) == ("betrayal", "analysis rush", 0)
    assert not table.ids() & (PLAYED | DISCARDS)


def test_co_7_6_under_silence_cards_are_only_discarded() -> None:
    table = Table().at(LINE[0], LINE[0]).bag(1, 0).trap("silence")
    assert table.ids() & (PLAYED | DISCARDS) == DISCARDS
    table = Table().at(LINE[0], LINE[0]).bag(1, 0).trap("silence", immune=[0])
    assert table.ids() & (PLAYED | DISCARDS) == DISCARDS | {PLAY_ADRENALINE, PLAY_RUSH, aggress(1), betray(1)}
