"""Silver & Gold Pyramids, rules SG-8 to SG-10: pyramid points, rounds, the end and the score."""

from __future__ import annotations

import numpy as np
import pytest

from games.silver_gold_pyramids.positions import (
    GAME,
    LAST,
    PLAYERS,
    SHAPES,
    Position,
    Side,
    Table,
    all_but,
    cells,
    copies,
    mark,
    nearly,
    positions,
    shape,
    tomb,
)

GREEN = (1, 4, 10, 13, 16, 22, 25, 28)  # pyramids to have completed before, besides 7, 19, 34 and 40
MANY = 3000


def near(number: int, completed: int = 0, awards: str = "", cards: tuple[int, ...] = GREEN) -> Side:
    """One mark from completing a pyramid."""
    return Side((number, None), (nearly(number), ()), completed=cards[:completed], awards=awards)


def both(completed: tuple[int, ...]) -> Side:
    """Greens 34 and 7: a shape over cross and tomb of the first, then the tomb of the second."""
    return Side((34, 7), (all_but(34, "r4c3"), nearly(7)), completed=completed)


# ------------------------------------------------------------------------------------------------------------------
# SG-8 Pyramid points


@pytest.mark.parametrize("before", range(8))
def test_sg_8_1_the_second_fourth_and_sixth_of_a_colour_earn_an_award(before: int) -> None:
    table = Table(Position({0: near(7, before)}, **LAST)).play(0, tomb(7)).rest()
    wins = before in (1, 3, 5)
    assert table.awards(0) == ({"green 10"} if wins else set())
    assert table.row("score")[0] == 10 * (before + 1) + 10 * wins


@pytest.mark.parametrize(("taken", "award", "points"), [
    ("", {"green 10"}, 10), ("green 10", {"green 6"}, 6), ("green 10, green 6", {"green 3"}, 3),
    ("green 10, green 6, green 3", set(), 0),
])  # fmt: skip
def test_sg_8_1_the_largest_award_still_there(taken: str, award: set[str], points: int) -> None:
    sides = {0: near(7, 1), 1: Side(completed=GREEN[1:], awards=taken)}
    table = Table(Position(sides, **LAST)).play(0, tomb(7)).rest()
    assert (table.awards(0), table.row("score")[0]) == (award, 20 + points)
    assert table.awards(1) == {words for words in taken.split(", ") if words}


def test_sg_8_1_each_colour_has_its_own_awards() -> None:
    """2nd green, 2nd orange, 2nd violet and a first of a colour on one card."""
    sides = {
        0: near(7, 1), 1: near(8, 1, cards=(2,)), 2: near(9, 1, cards=(3,)), 3: near(12, 2, cards=(5, 11)),
    }  # fmt: skip
    table = Table(Position(sides, 4, **LAST))
    for seat, number in enumerate((7, 8, 9, 12)):
        table.play(seat, tomb(number))
    assert [table.awards(seat) for seat in range(4)] == [{"green 10"}, {"orange 10"}, {"violet 10"}, set()]
    assert table.row("score") == [30, 30, 30, 30]


@pytest.mark.parametrize("swap", [False, True])
def test_sg_8_1_counted_in_rising_order_of_number_over_all_seats(swap: bool) -> None:
    """Greens 19 and 40 on one card, whoever marks first and wherever they sit."""
    first, second = (1, 0) if swap else (0, 1)
    sides = {first: near(40, 1), second: Side((19, None), (nearly(19), ()), completed=(31, 37, 43), awards="")}
    table = Table(Position(sides, **LAST)).play(first, tomb(40)).play(second, tomb(19))
    assert (table.awards(first), table.awards(second)) == ({"green 6"}, {"green 10"})


@pytest.mark.parametrize(("completed", "first", "second"), [
    ((31,), {"green 10"}, {"green 6"}),  # from 1 to 3: the 2nd is card 7, before 19
    ((), {"green 6"}, {"green 10"}),  # from 0 to 2: the 2nd is card 34, after 19
    ((31, 37, 43), {"green 10"}, {"green 6"}),  # from 3 to 5: the 4th is card 7
    ((31, 37), {"green 6"}, {"green 10"}),  # from 2 to 4: the 4th is card 34
])  # fmt: skip
def test_sg_8_2_two_of_a_colour_on_one_card(completed: tuple[int, ...], first: set[str], second: set[str]) -> None:
    sides = {0: both(completed), 1: near(19, 1)}
    table = Table(Position(sides, **LAST)).play(0, shape(0, "r4c3"), tomb(7, 2)).play(1, tomb(19))
    assert (table.awards(0), table.awards(1)) == (first, second)
    assert len(table.aside(0)) == len(completed) + 2


def test_sg_8_2_two_of_different_colours_are_counted_apart() -> None:
    """Violet 48 and green 7: the 2nd violet and the 2nd green."""
    side = Side((48, 7), (all_but(48, "r4c3"), nearly(7)), completed=(1, 3))
    table = Table(Position({0: side}, **LAST)).play(0, shape(0, "r4c3"), tomb(7, 2)).rest()
    assert (table.awards(0), table.row("score")[0]) == ({"green 10", "violet 10"}, 60)


def test_sg_8_3_several_awards_of_one_colour() -> None:
    sides = {0: near(7, 5, "green 10, green 6")}
    table = Table(Position(sides, **LAST)).play(0, tomb(7)).rest()
    assert (table.awards(0), table.row("score")[0]) == ({"green 10", "green 6", "green 3"}, 79)


def test_sg_8_3_an_eighth_pyramid_earns_nothing() -> None:
    """Although the 10 is still there (only by hand)."""
    table = Table(Position({0: near(7, 7)}, **LAST)).play(0, tomb(7)).rest()
    assert (table.awards(0), table.row("score")[0]) == (set(), 80)
    table = Table(Position({0: both(GREEN[:6])}, **LAST)).play(0, shape(0, "r4c3"), tomb(7, 2)).rest()
    assert (table.awards(0), table.row("score")[0]) == (set(), 80)


# ------------------------------------------------------------------------------------------------------------------
# SG-9 Rounds and end


def test_sg_9_1_a_round_is_seven_cards() -> None:
    """The eighth is never revealed; the pyramids, the offer and the deck stay."""
    table = Table(Position(players=3, card=7, then=()))
    past = table.s["expedition"].copy()
    offer, deck = table.offer(), table.deck()
    table.rest()
    assert table.time == (1, 1)
    assert sorted(table.s["expedition"]) == sorted(past) == [0, 1, 1, 2, 2, 3, 4, 5]
    assert (table.offer(), table.deck()) == (offer, deck)
    assert [table.marks(seat) for seat in range(3)] == [cells("r0c0")] * 3


def test_sg_9_1_all_eight_cards_are_shuffled_anew() -> None:
    """The card that was left over may come first."""
    batch = copies(Position(card=7), MANY)
    for _ in range(2):
        batch.step(np.full(MANY, GAME.parse(mark("r0c0"))))
    assert (batch.states["round_now"] == 1).all()
    for place in range(8):
        shares = np.bincount(batch.states["expedition"][:, place], minlength=6) / MANY
        assert np.abs(shares - np.array([1, 2, 2, 1, 1, 1]) / 8).max() < 0.03


@pytest.mark.parametrize("players", PLAYERS)
def test_sg_9_2_over_after_four_rounds(players: int) -> None:
    """28 cards, seven of the eight in each round, each of them once."""
    seen: dict[tuple[int, int], str] = {}
    for batch in positions(players, 31):
        s = batch.states[0]
        if s["phase"] > 0:
            pattern = SHAPES[s["expedition"][s["revealed"] - 1]]
            assert seen.setdefault((int(s["round_now"]), int(s["revealed"])), pattern) == pattern
        assert bool(s["done"]) == (s["active"] == 0)
    assert s["done"] == 1
    assert sorted(seen) == [(number, card) for number in range(4) for card in range(1, 8)]
    for number in range(4):
        left = ["I2", "I3", "I3", "V3", "V3", "O4", "L4", "S4"]
        for card in range(1, 8):
            left.remove(seen[number, card])
        assert len(left) == 1


def test_sg_9_3_chance_is_drawn_four_times_after_setup() -> None:
    words, times = [], []
    for batch in positions(3, 32):
        s = batch.states[0]
        if not words or s["rng"] != words[-1]:
            words.append(s["rng"])
            times.append((int(s["phase"]), int(s["round_now"]), int(s["revealed"])))
    assert times == [(0, 0, 0), (1, 0, 1), (1, 1, 1), (1, 2, 1), (1, 3, 1)]


# ------------------------------------------------------------------------------------------------------------------
# SG-10 Score and outcome


@pytest.mark.parametrize(("side", "score"), [
    (Side(), 0),
    (Side(completed=(1, 2, 3)), 30),
    (Side(completed=(1, 4), awards="green 10"), 30),
    (Side(completed=GREEN[:6], awards="green 10, green 6, green 3"), 79),
    (Side(torches=(0,)), 5),
    (Side(torches=(0, 1, 2, 3)), 20),
    (Side(red=1), 1),
    (Side(red=4, green=4), 20),
    (Side(red=2, green=9), 17),
    (Side(red=10, green=7), 38),
    (Side(skulls=1), -1),
    (Side(skulls=5), -6),
    (Side(skulls=10, red=3), -17),
    (Side((7, 8), (nearly(7), nearly(8))), 0),
    (Side(completed=(2, 5, 9), awards="orange 10", torches=(1,), red=2, green=1, skulls=3), 48),
])  # fmt: skip
def test_sg_10_1_the_sum(side: Side, score: int) -> None:
    table = Table(Position({1: side}, **LAST)).rest()
    assert table.row("score") == [0, score]


def test_sg_10_2_the_score_changes_when_a_card_is_resolved() -> None:
    """Seat 0 marks two gems, seat 1 a skull and another completes: nobody's score moves until all is done."""
    sides = {
        0: Side((22, 8), (cells("r0c0 r0c1 r1c1"), ())), 1: Side((25, 9)), 2: Side((7, 10), (nearly(7), ()), red=3),
    }  # fmt: skip
    table = Table(Position(sides, 3))
    for seat, words in ((0, shape(0, "r2c0")), (1, shape(0, "r0c0")), (2, tomb(7))):
        assert table.row("score") == [0, 0, 3]
        table.play(seat, words)
    assert (table.phase, table.row("score")) == ("TAKE", [0, 0, 3])
    table.play(2, "take deck")
    assert table.row("score") == [2, -1, 13]


@pytest.mark.parametrize(("sides", "outcome"), [
    ([Side(red=3), Side(red=2)], [1, -1]),
    ([Side(red=2), Side(red=3), Side(red=1)], [-1, 1, -1]),
    ([Side(skulls=9), Side(skulls=8)], [-1, 1]),
    # ties: the lowest number among the tied
    ([Side(completed=(20,)), Side(completed=(30,))], [1, -1]),
    ([Side(completed=(30, 40)), Side(completed=(44, 21)), Side(completed=(1,), red=9)], [-1, 1, -1]),
    ([Side(completed=(48,)), Side(red=10)], [1, -1]),
    ([Side(red=10), Side(completed=(48,)), Side(completed=(47,))], [-1, -1, 1]),
    # none of the tied completed any: shared
    ([Side(red=3), Side(green=3)], [1, 1]),
    ([Side(), Side(), Side(), Side()], [1, 1, 1, 1]),
    ([Side(red=9), Side(red=9), Side(completed=(1,), skulls=2), Side(green=9)], [1, 1, -1, 1]),
])  # fmt: skip
def test_sg_10_3_highest_score_then_lowest_number(sides: list[Side], outcome: list[int]) -> None:
    table = Table(Position(dict(enumerate(sides)), len(sides), **LAST)).rest()
    assert table.over
    assert table.row("outcome") == outcome


def test_sg_10_3_the_last_card_counts() -> None:
    """Seat 1 leads until seat 0 completes 7 and wins the tie with it."""
    table = Table(Position({0: near(7), 1: Side(completed=(8,))}, **LAST))
    assert table.row("score") == [0, 10]
    table.play(0, tomb(7)).rest()
    assert (table.row("score"), table.row("outcome")) == ([10, 10], [1, -1])


def test_sg_10_3_no_outcome_before_the_end() -> None:
    table = Table(Position({0: Side(red=5)}, round=3, card=6)).rest()
    assert (table.over, table.row("outcome")) == (False, [0, 0])
