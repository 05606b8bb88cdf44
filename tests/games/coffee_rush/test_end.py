"""Coffee Rush, rules CR-9, CR-10 and CR-16: the end of a turn, the end of the game, the golden examples of the page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.coffee_rush.positions import Position, Table
from rush_envs.errors import GameOver

PLAYERS = (2, 3, 4)
FULL_CUPS = ("CMS", "CMI", "CCM")  # three cups that match the orders below
THREE_ORDERS = ("", "CMS", "CMI", "CCM")
SERVE_ALL = ("serve cup 1 to slot 2", "serve cup 2 to slot 3", "serve cup 3 to slot 4")


def serving(players: int, seat: int, served: int, **more: Any) -> Table:
    """A seat has served so many of three matching orders and ends its turn (`done` where a cup is left to serve).

    The next seat holds a Hot Chocolate in slot 2, so that orders are left on the table.
    """
    slots = {seat: THREE_ORDERS, (seat + 1) % players: ("", "HMS", "", "")}
    table = Table(Position(players, turn=seat, phase="SERVE", cups={seat: FULL_CUPS}, slots=slots, **more))
    table.play(*SERVE_ALL[:served])
    if served < 3:
        table.play("done")
    return table


def winners(table: Table) -> set[int]:
    assert table.over
    outcome = table.row("outcome")
    assert set(outcome) <= {1, -1}
    return {seat for seat, result in enumerate(outcome) if result == 1}


def final(players: int = 4, **piles: Any) -> Table:
    """The last seat of a closed café plays an idle turn: the game is over with these piles."""
    table = Table(Position(players, turn=players - 1, closed=True, slots={0: ("CC",)}, **piles)).idle()
    assert table.over
    return table


# ------------------------------------------------------------------------------------------------------------------
# CR-9 End of turn


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("served", [0, 1, 2, 3])
def test_cr_9_1_the_next_two_seats_draw_as_many_orders_as_were_completed(players: int, served: int) -> None:
    deck = ["CS", "CC", "CWS", "CWI", "TWS", "TWI", "CHAI"]
    for seat in range(players):
        table = serving(players, seat, served, deck=" ".join(deck))
        near, far = (seat + 1) % players, (seat + 2) % players
        assert table.slots(near) == (" ".join(deck[:served]), "HMS", "", ""), "the nearer seat draws first"
        assert table.slots(far) == (" ".join(deck[served : 2 * served]), "", "", "")
        for other in set(range(players)) - {near, far}:
            assert table.slots(other)[0] == ""
        assert table.s["deck_size"] == 7 - 2 * served
        assert table.seat == near


@pytest.mark.parametrize("served", [0, 1, 2, 3])
def test_cr_9_1_of_two_players_only_the_opponent_draws(served: int) -> None:
    deck = ["CS", "CC", "CWS", "CWI", "TWS"]
    for seat in range(2):
        table = serving(2, seat, served, deck=" ".join(deck))
        assert table.slots(1 - seat)[0] == " ".join(deck[:served])
        assert table.slots(seat)[0] == deck[served], "and the one card of CR-9.5"


@pytest.mark.parametrize(("left", "near", "far"), [(1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 3, 1), (5, 3, 2)])
def test_cr_9_1_with_too_few_cards_the_nearer_seat_draws_first(left: int, near: int, far: int) -> None:
    table = serving(4, 3, 3, deck=" ".join(["CS", "CC", "CWS", "CWI", "TWS"][:left]))
    assert table.over, "the deck is empty after seat 3's turn"
    assert table.s["orders"][0, 0].sum() == near
    assert table.s["orders"][1, 0].sum() == far
    assert table.s["orders"][2].sum() == 0
    assert table.s["deck_size"] == 0


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("left", "closed"), [(1, True), (3, True), (4, True), (5, False)])
def test_cr_9_2_an_empty_deck_closes(players: int, left: int, closed: bool) -> None:
    table = serving(players, 0, 2, deck=" ".join(["CS"] * min(left, 2) + ["CWI"] * max(left - 2, 0)))
    assert bool(table.s["closed"]) == closed
    assert table.sees()["closed"].tolist() == [int(closed)]
    assert table.seat == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_9_3_orders_move_down_and_leave_slot_4_as_penalties(players: int) -> None:
    slots = {0: ("CS CC", "CMS", "CMI CMI", "TWS TWS CHAI"), 1: ("CWS", "CWI", "HMS", "HMI")}
    table = Table(Position(players, slots=slots, deck="TAWS TAWS TAWS")).idle()
    assert table.slots(0) == ("TAWS" if players == 2 else "", "CS CC", "CMS", "CMI CMI")
    assert table.slots(1) == slots[1], "only the seat's own orders"
    assert table.row("penalties")[:2] == [3, 0]
    assert table.row("rush")[:2] == [3, 0]
    assert table.row("score")[:2] == [-3, 0]
    assert table.s["rush_supply"] == 12


def test_cr_9_3_penalties_give_rush_tokens_only_while_there_are_any() -> None:
    position = Position(slots={0: ("", "", "", "TWS TWS CHAI"), 1: ("CC",)}, rush={0: 4, 2: 10})
    table = Table(position).idle()
    assert (table.row("penalties")[0], table.row("rush"), table.s["rush_supply"]) == (3, [5, 0, 10, 0], 0)


def test_cr_9_3_a_served_order_does_not_expire() -> None:
    table = serving(4, 0, 3)
    assert (table.row("penalties"), table.row("completed")) == ([0] * 4, [3, 0, 0, 0])
    table = serving(4, 0, 2)
    assert (table.row("penalties"), table.row("rush")) == ([1, 0, 0, 0], [1, 0, 0, 0])


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("before", "closed"), [(3, False), (4, True), (5, True), (1, False)])
def test_cr_9_4_five_penalties_close(players: int, before: int, closed: bool) -> None:
    slots = {0: ("", "", "", "CMS"), 1: ("CC",)}
    table = Table(Position(players, slots=slots, penalties={0: before})).idle()
    assert table.row("penalties")[0] == before + 1
    assert bool(table.s["closed"]) == closed
    assert table.seat == 1


def test_cr_9_4_only_the_seat_whose_turn_ends_is_counted() -> None:
    table = Table(Position(slots={0: ("", "", "", "CMS"), 1: ("CC",)}, penalties={2: 4, 0: 3})).idle()
    assert not table.s["closed"]
    many = Table(Position(slots={0: ("", "", "", "CMS CMS CMI CMI"), 1: ("CC",)}, penalties={0: 2})).idle()
    assert (many.row("penalties")[0], bool(many.s["closed"])) == (6, True)


def test_cr_9_5_two_players_draw_one_order_after_the_shift() -> None:
    table = Table(Position(2, slots={0: ("CS", "", "", "")}, deck="TWS CC TAWS")).idle()
    assert table.slots(0) == ("TWS", "CS", "", "")
    assert not table.s["closed"]
    table.idle()
    assert table.slots(1) == ("CC", "", "", "")
    assert not table.s["closed"]
    table.idle()
    assert table.slots(0) == ("TAWS", "TWS", "CS", "")
    assert table.s["closed"], "the deck is empty now"


def test_cr_9_5_the_card_is_drawn_even_when_closed_if_one_is_left() -> None:
    table = Table(Position(2, turn=1, slots={0: ("CS",)}, deck="TWS CC", closed=True)).idle()
    assert (table.over, table.slots(1)[0], table.s["deck_size"]) == (True, "TWS", 1)
    penalties = Position(2, slots={0: ("", "", "", "CMS")}, deck="TWS CC", penalties={0: 4})
    table = Table(penalties).idle()
    assert (bool(table.s["closed"]), table.slots(0)[0]) == (True, "TWS")
    table = serving(2, 0, 2, deck="TWS CC")
    assert (table.slots(1)[0], table.slots(0)[0], bool(table.s["closed"])) == ("CC TWS", "", True), "none is left"


@pytest.mark.parametrize("players", [3, 4])
def test_cr_9_5_with_three_or_four_players_nobody_draws_without_a_serve(players: int) -> None:
    table = Table(Position(players, slots={0: ("CS",)}, deck="TWS CC")).idle()
    assert (table.slots(0), table.s["deck_size"]) == (("", "CS", "", ""), 2)


@pytest.mark.parametrize("players", [3, 4])
def test_cr_9_6_no_order_in_any_slot_closes(players: int) -> None:
    empty = Table(Position(players, slots={0: ("", "", "", "CMS")})).idle()
    assert (bool(empty.s["closed"]), empty.seat) == (True, 1), "the round is played to its end"
    assert empty.idle(players - 1).over
    for seat in range(1, players):
        table = Table(Position(players, slots={0: ("", "", "", "CMS"), seat: ("", "", "", "CC")})).idle()
        assert not table.s["closed"], "another seat has an order"
    kept = Table(Position(players, slots={0: ("", "", "CMS", "")})).idle()
    assert not kept.s["closed"], "it may still be served from slot 4"


def test_cr_9_6_the_last_order_served_brings_new_ones() -> None:
    slots = {0: ("CMS", "", "", "")}
    table = Table(Position(phase="SERVE", cups={0: ("CMS",)}, slots=slots)).play("serve cup 1 to slot 1")
    assert not table.s["closed"]
    assert table.s["orders"].sum() == 2


@pytest.mark.parametrize(("players", "closer"), [(players, seat) for players in PLAYERS for seat in range(players)])
def test_cr_9_7_a_closed_cafe_finishes_the_round(players: int, closer: int) -> None:
    slots = {seat: ("", "CC" if seat == 0 else "CMS", "", "CWI" if seat == closer else "") for seat in range(players)}
    table = Table(Position(players, turn=closer, slots=slots, penalties={closer: 4})).idle()
    assert table.s["closed"]
    for seat in range(closer + 1, players):
        assert not table.over
        assert table.seat == seat
        table.idle()
        assert table.s["closed"], "CLOSED never turns back"
    assert table.over
    assert (table.seat, table.legal()) == (-1, set())
    with pytest.raises(GameOver):
        table.batch.step([83])


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_9_7_an_open_cafe_goes_on_after_the_last_seat(players: int) -> None:
    table = Table(Position(players, turn=players - 1, slots={0: ("CC",)})).idle()
    assert (table.over, table.seat) == (False, 0)


# ------------------------------------------------------------------------------------------------------------------
# CR-10 Score and outcome


def test_cr_10_1_the_score_is_kept_up_to_date() -> None:
    slots = {0: ("CMS CMI", "", "", "TWS TWS"), 1: ("CC",)}
    position = Position(
        phase="UPGRADE", slots=slots, cups={0: ("CM", "CMI", "")}, completed={0: 4, 1: 2}, penalties={1: 3},
        upgrades={2: ["diagonal"]}, board=". a . b . . . . . . . . d . . c",
    )  # fmt: skip
    table = Table(position)
    assert table.row("score") == [4, -1, 2, 0]
    table.play("upgrade double specials")
    assert table.row("score") == [3, -1, 2, 0], "three orders discarded, a tile worth 2"
    table.play("move pawn 1 east", "done", "done", "pour steam into cup 1")
    assert table.row("score") == [3, -1, 2, 0]
    table.play("serve cup 1 to slot 1")
    assert table.row("score") == [4, -1, 2, 0]
    table.play("serve cup 2 to slot 1")
    assert table.row("score") == [5 - 2, -1, 2, 0], "and two orders expired"


@pytest.mark.parametrize(("piles", "best"), [
    ({"completed": {0: 3, 1: 4, 2: 2, 3: 1}}, {1}),
    ({"completed": {0: 1}, "upgrades": {2: ["diagonal"]}}, {2}),
    ({"penalties": {0: 1, 1: 2, 2: 3, 3: 1}, "rush": {3: 1}}, {3}),
    ({"completed": {0: 2}, "upgrades": {1: ["diagonal"]}, "rush": {1: 9}}, {0}),
    ({"completed": {0: 2, 3: 3}, "penalties": {3: 1}, "rush": {0: 9}}, {3}),
    ({"completed": {0: 2, 3: 2}, "rush": {0: 1, 3: 2, 1: 9}}, {3}),
    ({"completed": {0: 2, 3: 2}, "rush": {0: 2, 3: 2, 1: 9}}, {0, 3}),
    ({"completed": {1: 2, 2: 2, 3: 2}}, {1, 2, 3}),
    ({}, {0, 1, 2, 3}),
])  # fmt: skip
def test_cr_10_2_score_then_orders_held_then_rush_tokens_then_shared(piles: dict[str, Any], best: set[int]) -> None:
    assert winners(final(**piles)) == best


@pytest.mark.parametrize("players", [2, 3])
def test_cr_10_2_with_fewer_players(players: int) -> None:
    assert winners(final(players, completed={1: 1})) == {1}
    assert winners(final(players, completed={0: 1, 1: 1}, rush={0: 1})) == {0}
    assert winners(final(players)) == set(range(players))
    assert final(players).row("outcome") == [1] * players
    assert (final(players).s["outcome"][players:] == 0).all()


def test_cr_10_3_cups_orders_and_tokens_count_nothing() -> None:
    slots = {0: ("CC", "CS", "CMS CMS", ""), 1: ("CMI", "", "", "")}
    cups = {0: ("CC", "CS", "CMS"), 2: ("A" * 12, "", "")}
    table = Table(Position(turn=3, closed=True, slots=slots, cups=cups, completed={3: 1})).idle()
    assert table.row("score") == [0, 0, 0, 1]
    assert winners(table) == {3}
    one_rush = final(rush={1: 3}, completed={0: 1})
    assert (one_rush.row("score"), winners(one_rush)) == ([1, 0, 0, 0], {0}), "rush tokens only break ties"


# ------------------------------------------------------------------------------------------------------------------
# CR-16 Golden examples

CORNER = """
    . . a b
    . . . .
    . . . .
    d . c ."""
CUMULATIVE = {0: ["double pawns", "double corners"]}


def test_cr_16_1_cumulative_upgrades() -> None:
    table = Table(Position(board=CORNER, upgrades=CUMULATIVE)).play("move pawn 1 east")
    assert table.hand == "CCCC"
    assert "done" not in table.legal()
    table.play("move pawn 1 west")
    assert table.hand == "CCCCS"
    assert "done" in table.legal()
    assert table.s["free_steps"] == 1, "one free step unused"
    table.play("done")
    assert table.s["pawn"][0, 0] == 2
    scarce = Table(Position(board=CORNER, upgrades=CUMULATIVE, cups={3: ("C" * 15,)})).play("move pawn 1 east")
    assert (scarce.hand, scarce.supply("C")) == ("CCC", 0)


def test_cr_16_2_occupied_end() -> None:
    """From r0c0 to r0c2 by two steps; the third would end on b."""
    board = CORNER.replace(". . a b", "a . . b")
    table = Table(Position(board=board)).play("move pawn 1 east", "move pawn 1 east")
    assert table.moves() == {"west", "south"}
    rich = Table(Position(board=board, rush={0: 1})).play("move pawn 1 east", "move pawn 1 east")
    assert rich.moves() == {"west", "south", "east"}
    rich.play("move pawn 1 east")
    assert rich.legal() == {"move pawn 1 west", "move pawn 1 south"}, "a fourth step is forced"
    rich.play("move pawn 1 south")
    assert (rich.phase, rich.row("rush")[0]) == ("POUR", 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_16_3_flow_of_time(players: int) -> None:
    position = Position(players, slots={0: ("CS", "CMS", "TWS", "CHAI"), 1: ("CC",)}, deck="TAWS HMS")
    table = Table(position).idle()
    assert table.slots(0) == ("TAWS" if players == 2 else "", "CS", "CMS", "TWS")
    assert (table.row("penalties")[0], table.row("rush")[0], table.row("score")[0]) == (1, 1, -1)


def test_cr_16_4_too_many_orders() -> None:
    table = serving(4, 1, 2, deck="CS CC CWS CWI TWS")
    assert [table.slots(seat)[0] for seat in range(4)] == ["", "", "CS CC", "CWS CWI"]


def play_last_orders(deck: str, near: str, far: str) -> None:
    """Seat 0 of 4 completes 2; the next two seats draw what is left, and everybody else has one more turn."""
    table = serving(4, 0, 2, deck=deck)
    assert (table.slots(1)[0], table.slots(2)[0]) == (near, far)
    assert table.s["closed"]
    for seat in (1, 2, 3):
        assert (table.over, table.seat) == (False, seat)
        table.idle()
    assert table.over


def test_cr_16_5_last_orders() -> None:
    play_last_orders("CS CC CWS", "CS CC", "CWS")


def test_cr_16_6_exact_emptying() -> None:
    play_last_orders("CS CC CWS CWI", "CS CC", "CWS CWI")


def test_cr_16_7_score() -> None:
    table = final(completed={0: 5, 1: 6}, upgrades={0: ["diagonal", "double pawns"]}, penalties={0: 3})
    assert table.row("score") == [6, 6, 0, 0]
    assert winners(table) == {1}, "6 orders held to 5"


def test_cr_16_8_exact_match() -> None:
    slots = {0: ("CMS", "CMSS", "CMS", "")}
    table = Table(Position(phase="SERVE", cups={0: ("CMSI", "CMSS", "CM")}, slots=slots))
    assert table.legal() == {"serve cup 2 to slot 2", "done"}


@pytest.mark.parametrize("players", [3, 4])
def test_cr_16_9_nobody_serves(players: int) -> None:
    table = Table(players, seed=16).place(*range(players)).idle(4 * players - 1)
    assert not table.over
    assert (table.seat, table.s["orders"].sum()) == (players - 1, 1)
    table.idle()
    expired = [3] + [2] * (players - 1)
    assert table.over
    assert table.s["closed"]
    assert (table.row("penalties"), table.row("rush")) == (expired, expired)
    assert table.row("score") == [-number for number in expired]
    assert winners(table) == set(range(1, players))
    assert np.flatnonzero(table.s["orders"]).size == 0
