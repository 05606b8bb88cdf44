"""Silver & Gold Pyramids, rules SG-7: completed pyramids and what replaces them."""

from __future__ import annotations

from typing import Any

import pytest

from games.silver_gold_pyramids.positions import (
    LAST,
    NOTHING_LEFT,
    PLAYERS,
    Position,
    Side,
    Table,
    all_but,
    cells,
    mark,
    named,
    nearly,
    shape,
    tomb,
)

OFFERS = ["take offer 1", "take offer 2", "take offer 3", "take offer 4"]


def done(*numbers: int | None) -> Side:
    """Pyramids that want nothing but their tombs (or the cross before it)."""
    first, second = (*numbers, None)[:2]
    return Side((first, second), tuple(nearly(number) if number else () for number in (first, second)))


def twice(first: int, second: int) -> Side:
    """Card 48 (or another whose cross lies left of its tomb) and one that its extra mark completes."""
    return Side((first, second), (all_but(first, "r4c3"), nearly(second)))


def complete(position: Position, **seats: int) -> Table:
    """Seats (`a` to `d`) mark the tomb of their first pyramid, all others something else."""
    table = Table(position)
    for letter, number in seats.items():
        table.play("abcd".index(letter), tomb(number))
    return table.rest()


# ------------------------------------------------------------------------------------------------------------------
# SG-7.1, SG-7.2 Set aside, in which order


def test_sg_7_1_completed_pyramids_are_set_aside_and_their_slots_empty() -> None:
    table = Table(Position({0: done(7, 8), 1: Side((9, 12), ((), nearly(12)))}, 3))
    table.play(0, tomb(7)).play(1, tomb(12, 2)).rest(2)
    assert (table.slots(0), table.slots(1)) == ([None, 8], [9, None])
    assert [table.aside(seat) for seat in range(3)] == [{7}, {12}, set()]
    assert (table.marks(0, 0), table.marks(0, 1), table.marks(1, 1)) == (set(), nearly(8), set())
    seen = table.sees(2)
    assert seen["completed"].tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, 0, 0]]
    assert seen["lowest"].tolist() == [0, 7, 12, 0]
    assert named(seen["number"])[1:3] == [[0, 8], [9, 0]]


def test_sg_7_1_for_good() -> None:
    table = complete(Position({0: done(7, 8)}), a=7).play(0, "take deck").quiet(6)
    assert table.aside(0) == {7}
    assert 7 not in [*table.deck(), *table.offer(), *table.slots(0), *table.slots(1)]


def test_sg_7_1_a_pyramid_without_its_tomb_stays() -> None:
    """All but the tomb is marked: nothing is completed."""
    table = Table(Position({0: Side((8, 9), (all_but(8, "r4c2"), ()))})).play(0, mark("r4c2")).rest()
    assert (table.phase, table.slots(0), table.aside(0)) == ("MARK", [8, 9], set())


@pytest.mark.parametrize("numbers", [(7, 12, 5, 33), (48, 47, 46, 45), (1, 2, 3, 4), (16, 32, 8, 24)])
def test_sg_7_2_the_lowest_number_replaces_first(numbers: tuple[int, ...]) -> None:
    sides = {seat: done(number) for seat, number in enumerate(numbers)}
    table = Table(Position(sides, 4))
    for seat, number in enumerate(numbers):
        table.play(seat, tomb(number))
    order = []
    while table.phase == "TAKE":
        order.append(table.active[0])
        assert len(table.active) == 1
        table.play(order[-1], "take deck")
    assert order == sorted(range(4), key=lambda seat: numbers[seat])


def test_sg_7_2_by_the_lowest_number_completed_on_this_card() -> None:
    """Seat 0 has completed card 1 before and 48 with 20 now; seat 1 completes 19: earlier ones do not count."""
    first = Side((48, 20), (all_but(48, "r4c3"), nearly(20)), completed=(1,))
    table = Table(Position({0: first, 1: done(19)})).play(0, shape(0, "r4c3"), tomb(20, 2)).play(1, tomb(19))
    assert table.active == [1]
    table.play(1, "take deck")
    assert table.active == [0]


# ------------------------------------------------------------------------------------------------------------------
# SG-7.3, SG-7.4 Taking


@pytest.mark.parametrize("place", range(4))
def test_sg_7_3_take_from_the_offer(place: int) -> None:
    table = complete(Position({0: done(7, 8)}, offer=(11, 12, 13, 14)), a=7)
    assert table.legal(0) == {*OFFERS, "take deck"}
    table.play(0, f"take offer {place + 1}")
    assert (table.slots(0), table.marks(0, 0), table.marks(0, 1)) == ([11 + place, 8], set(), nearly(8))


def test_sg_7_3_take_the_top_of_the_deck() -> None:
    table = complete(Position({0: done(7, 8)}, offer=(11, 12, 13, 14)), a=7)
    top, offer, size = table.deck()[0], table.offer(), len(table.deck())
    table.play(0, "take deck")
    assert (table.slots(0), table.offer(), len(table.deck())) == ([top, 8], offer, size - 1)
    assert table.cells(0) == {"r0c0"}, "unmarked"


def test_sg_7_3_one_choice_for_each_completed_pyramid() -> None:
    """Both slots are empty: slot 0, then slot 1, and the first card is known when the second is chosen."""
    table = Table(Position({0: twice(48, 7)}, 3)).play(0, shape(0, "r4c3"), tomb(7, 2)).rest(1, 2)
    top = table.deck()[0]
    assert (table.slots(0), table.row("takes")) == ([None, None], [2, 0, 0])
    table.play(0, "take deck")
    assert (table.active, table.slots(0), table.row("takes")) == ([0], [top, None], [1, 0, 0])
    assert [named(table.sees(viewer)["number"])[-viewer % 3][0] for viewer in range(3)] == [top] * 3
    third = table.offer()[2]
    table.play(0, "take offer 3")
    assert (table.phase, table.slots(0)) == ("MARK", [top, third])


def test_sg_7_3_the_lowest_empty_slot() -> None:
    """Slot 1 is empty for good when the last cards were taken; slot 0 alone is filled when it is completed."""
    table = complete(Position({0: done(7)}, offer=(11, None, None, None), deck=()), a=7)
    table.play(0, "take offer 1")
    assert table.slots(0) == [11, None]
    table = Table(Position({0: Side((9, 12), ((), nearly(12)))}, offer=(11, 13, 14, 15))).play(0, tomb(12, 2)).rest()
    table.play(0, "take offer 2")
    assert table.slots(0) == [9, 13]


def test_sg_7_3_marks_on_the_kept_pyramid_stay() -> None:
    table = complete(Position({0: Side((7, 32), (nearly(7), cells("r0c0 r0c1 r0c2")))}), a=7).play(0, "take deck")
    assert table.marks(0, 1) == cells("r0c0 r0c1 r0c2")


def test_sg_7_4_refilled_after_the_last_choice_lowest_place_first() -> None:
    table = Table(Position({0: twice(48, 7), 1: done(12)}, offer=(11, 13, 14, 15)))
    table.play(0, shape(0, "r4c3"), tomb(7, 2)).play(1, tomb(12))
    deck = table.deck()
    table.play(0, "take offer 4")
    assert (table.offer(), table.deck()) == ([11, 13, 14, None], deck), "not between the two choices"
    assert table.legal(0) == {"take offer 1", "take offer 2", "take offer 3", "take deck"}
    table.play(0, "take offer 2")
    assert table.active == [1]
    assert (table.offer(), table.deck()) == ([11, deck[0], 14, deck[1]], deck[2:]), "before the next seat's"
    table.play(1, "take offer 2")
    assert table.slots(1)[0] == deck[0]
    assert (table.offer(), table.deck()) == ([11, deck[2], 14, deck[1]], deck[3:])


def test_sg_7_4_deck_and_offer_between_two_choices() -> None:
    """The second choice takes the top of the deck as it is, not what a refill would have left."""
    table = Table(Position({0: twice(48, 7)}, offer=(11, 13, 14, 15))).play(0, shape(0, "r4c3"), tomb(7, 2)).rest()
    deck = table.deck()
    table.play(0, "take offer 1", "take deck")
    assert (table.slots(0), table.offer(), table.deck()) == ([11, deck[0]], [deck[1], 13, 14, 15], deck[2:])


# ------------------------------------------------------------------------------------------------------------------
# SG-7.5 Few cards


def test_sg_7_5_an_empty_deck_cannot_be_taken_and_does_not_refill() -> None:
    table = complete(Position({0: done(7, 8)}, offer=(11, 12, 13, 14), deck=()), a=7)
    assert table.legal(0) == set(OFFERS)
    table.play(0, "take offer 2")
    assert table.offer() == [11, None, 13, 14]
    table = complete(Position({0: done(7, 8)}, offer=(11, None, 13, None), deck=()), a=7)
    assert table.legal(0) == {"take offer 1", "take offer 3"}


def test_sg_7_5_a_short_deck_refills_the_lowest_places() -> None:
    table = Table(Position({0: twice(48, 7)}, offer=(11, 12, 13, 14), deck=(20,)))
    table.play(0, shape(0, "r4c3"), tomb(7, 2)).rest().play(0, "take offer 4", "take offer 2")
    assert (table.offer(), table.deck()) == ([11, 20, 13, None], [])


def test_sg_7_5_the_deck_alone_may_be_left() -> None:
    """Only by hand: the offer is empty, the deck is not."""
    table = complete(Position({0: done(7, 8)}, offer=(None,) * 4, deck=(20, 21)), a=7)
    assert table.legal(0) == {"take deck"}
    table.play(0, "take deck")
    assert (table.slots(0), table.offer()) == ([20, 8], [21, None, None, None])


def test_sg_7_5_nothing_to_take_no_decision_and_the_slot_stays_empty() -> None:
    table = complete(Position({0: done(7, 8)}, **NOTHING_LEFT), a=7)
    assert (table.phase, table.time, table.slots(0)) == ("MARK", (0, 2), [None, 8])
    assert table.row("takes") == [0, 0]
    table.quiet(3)
    assert table.slots(0) == [None, 8]


def test_sg_7_5_one_card_for_two_slots() -> None:
    """Seat 0 completes both and gets the last card; seat 1 gets none and is not asked."""
    position = Position({0: twice(48, 7), 1: done(12, 9)}, offer=(None, None, 30, None), deck=())
    table = Table(position).play(0, shape(0, "r4c3"), tomb(7, 2)).play(1, tomb(12))
    assert (table.active, table.legal(0)) == ([0], {"take offer 3"})
    table.play(0, "take offer 3")
    assert (table.phase, table.slots(0), table.slots(1)) == ("MARK", [30, None], [None, 9])
    assert (table.row("takes"), table.row("main_due")) == ([0, 0], [1, 1])


def test_sg_7_5_two_cards_for_three_slots() -> None:
    position = Position({0: twice(48, 7), 1: done(12, 9)}, offer=(31, None, 30, None), deck=())
    table = Table(position).play(0, shape(0, "r4c3"), tomb(7, 2)).play(1, tomb(12))
    table.play(0, "take offer 3")
    assert (table.active, table.legal(0)) == ([0], {"take offer 1"})
    table.play(0, "take offer 1")
    assert (table.phase, table.slots(0), table.slots(1)) == ("MARK", [30, 31], [None, 9])


# ------------------------------------------------------------------------------------------------------------------
# SG-7.6 The last card


@pytest.mark.parametrize("players", PLAYERS)
def test_sg_7_6_nothing_is_replaced_after_the_last_card(players: int) -> None:
    sides = {seat: done(number, 8 + seat) for seat, number in enumerate((7, 12, 5, 33)[:players])}
    table = Table(Position(sides, players, **LAST))
    deck, offer = table.deck(), table.offer()
    for seat, number in enumerate((7, 12, 5, 33)[:players]):
        table.play(seat, tomb(number))
    assert (table.over, table.deck(), table.offer()) == (True, deck, offer)
    assert [table.slots(seat) for seat in range(players)] == [[None, 8 + seat] for seat in range(players)]
    assert table.row("score") == [10] * players


@pytest.mark.parametrize("when", [{"round": 3, "card": 6}, {"round": 2, "card": 7}])
def test_sg_7_6_on_any_other_card_it_is(when: dict[str, Any]) -> None:
    table = complete(Position({0: done(7, 8)}, **when), a=7)
    assert (table.phase, table.active) == ("TAKE", [0])
    table.play(0, "take offer 1")
    assert table.time == ((3, 7) if when["card"] == 6 else (3, 1))
