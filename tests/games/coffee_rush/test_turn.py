"""Coffee Rush, rules CR-4, CR-5, CR-7 and CR-8: a turn from its upgrades to its last order served."""

from __future__ import annotations

import numpy as np
import pytest

from games.coffee_rush import positions as box
from games.coffee_rush.positions import GAME, Position, Table
from rush_envs.errors import IllegalAction

STRAIGHT = {"north", "east", "south", "west"}

# r0  ice     caramel  steam      coffee
# r1  coffee  milk     ice        water
# r2  tea     steam    milk       coffee
# r3  milk    ice      chocolate  steam


# ------------------------------------------------------------------------------------------------------------------
# CR-4 A turn


def test_cr_4_1_phases_with_nothing_but_done_are_passed() -> None:
    """No order to spend, no cup filled, no caramel to collect, nothing to serve: only the move is asked."""
    board = """
        a . . b
        . . . .
        . . . .
        d . . c"""
    position = Position(board=board, cups={1: ("A" * 12,)}, slots={0: ("CC",), 1: ("CS",)})
    table = Table(position)
    assert (table.seat, table.phase) == (0, "MOVE")
    table.play("move pawn 1 east")
    assert table.legal() == {"done", "move pawn 1 west", "move pawn 1 east", "move pawn 1 south"}
    table.play("done")
    assert (table.seat, table.phase) == (1, "MOVE"), "EMPTY, POUR and SERVE of seat 0 and UPGRADE of seat 1 are passed"


def test_cr_4_1_phases_come_in_order_where_there_is_a_choice() -> None:
    position = Position(
        phase="UPGRADE", completed={0: 3, 1: 3}, cups={0: ("CMS",), 1: ("C",)}, slots={0: ("CMS",), 1: ("CS",)}
    )
    table = Table(position)
    asked = []
    while table.seat == 0:
        asked.append(table.phase)
        first = min(words for words in table.legal() if not words.startswith("pour"))
        table.play("done" if "done" in table.legal() else first)
    assert asked == ["UPGRADE", "MOVE", "MOVE", "EMPTY", "POUR", "SERVE"]
    assert (table.seat, table.phase) == (1, "UPGRADE")


def test_cr_4_1_a_decision_with_one_choice_is_asked() -> None:
    board = """
        . . c ab
        . . . .
        . . . .
        . . . d"""
    table = Table(Position(board=board, moving=0, free_steps=1))
    assert (table.seat, table.legal()) == (0, {"move pawn 1 south"})


def test_cr_4_2_nothing_is_random_inside_a_turn() -> None:
    """Five streams of chance, one deck: the same answers lead to the same game."""
    position = Position(deck="CMS CHAI CC CWI TWS", slots={0: ("CS CMS",), 1: ("TWI",), 2: ("TWI",)}, cups={0: ("CS",)})
    ends = []
    for seed in range(5):
        table = Table(position, seed=seed)
        table.play("move pawn 1 east", "done", "done", "return caramel", "serve cup 1 to slot 1")
        assert (table.seat, table.slots(1)[0], table.slots(2)[0]) == (1, "CMS TWI", "TWI CHAI"), "the top cards"
        table.idle(3)
        ends.append({name: table.s[name].tobytes() for name in table.s.dtype.names or () if name != "rng"})
    assert all(end == ends[0] for end in ends)


# ------------------------------------------------------------------------------------------------------------------
# CR-5 UPGRADE


def test_cr_5_1_three_completed_orders_buy_any_tile_face_down() -> None:
    table = Table(Position(phase="UPGRADE", completed={0: 3}, upgrades={0: ["diagonal"]}))
    assert table.legal() == {"upgrade double pawns", "upgrade double corners", "upgrade double specials", "done"}
    table.play("done")
    assert (table.phase, table.row("completed")[0]) == ("MOVE", 3)


@pytest.mark.parametrize(("completed", "tiles", "phase"), [
    (2, (), "MOVE"), (3, (), "UPGRADE"), (3, box.TILES[:3], "UPGRADE"), (9, box.TILES, "MOVE"),
])  # fmt: skip
def test_cr_5_1_without_a_tile_to_buy_the_phase_is_passed(completed: int, tiles: tuple[str, ...], phase: str) -> None:
    table = Table(Position(turn=3, completed={0: completed}, upgrades={0: tiles}, slots={1: ("CC",)})).idle()
    assert (table.seat, table.phase) == (0, phase)


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_cr_5_1_upgrades_per_turn_limit_the_purchases(limit: int) -> None:
    position = Position(phase="UPGRADE", completed={0: 14}, slots={1: ("CC",)})
    table = Table(position, upgrades_per_turn=limit)
    for tile in box.TILES[:limit]:
        assert table.phase == "UPGRADE"
        table.play(f"upgrade {tile}")
    assert (table.phase, table.row("completed")[0], table.row("score")[0]) == ("MOVE", 14 - 3 * limit, 14 - limit)
    table.idle(4)
    assert table.seat == 0
    left = 14 - 3 * limit >= 3 and limit < 4
    assert table.phase == ("UPGRADE" if left else "MOVE"), "the limit starts anew every turn"


def test_cr_5_2_three_orders_are_discarded_for_good_and_the_tile_stays() -> None:
    table = Table(Position(phase="UPGRADE", completed={0: 5}, slots={1: ("CC",)}))
    deck = table.deck()
    table.play("upgrade diagonal")
    assert (table.row("completed")[0], table.row("score")[0]) == (2, 4)
    assert table.s["upgraded"][0].tolist() == [0, 1, 0, 0]
    assert (table.phase, table.moves()) == ("MOVE", {"east", "south", "south-east"}), "it works at once"
    table.idle(4)
    assert table.deck() == deck, "never reshuffled"
    assert table.s["upgraded"][0].tolist() == [0, 1, 0, 0]
    assert table.s["upgraded"].sum() == 1


@pytest.mark.parametrize("tile", ["double pawns", "double corners", "double specials"])
def test_cr_5_3_doubling_tiles_double_their_own_cells_only(tile: str) -> None:
    """Walks from r1c0 to a plain cell, a special cell, a corner and another pawn's cell."""
    board = """
        . . . .
        a b . .
        . . . .
        . . . c"""
    walks = {
        "plain": (["south", "east"], "S"),
        "double specials": (["south"], "T"),
        "double corners": (["north"], "I"),
        "double pawns": (["east"], "M"),
    }
    for kind, (steps, letter) in walks.items():
        table = Table(Position(3, board, upgrades={0: [tile]}))
        table.play(*(f"move pawn 1 {step}" for step in steps))
        assert table.hand.count(letter) == (2 if tile == kind else 1), kind


def test_cr_5_3_double_pawns_counts_any_other_pawn() -> None:
    board = """
        . . . .
        . a b .
        . . . .
        . . . c"""
    for tiles, ice in (((), "I"), (("double pawns",), "II")):
        assert Table(Position(3, board, upgrades={0: tiles})).play("move pawn 1 east").hand == ice
    alone = Table(Position(3, board, upgrades={0: ["double pawns"]}))
    assert alone.play("move pawn 1 west", "move pawn 1 east").hand == "CM", "one's own pawn is no other pawn"


def test_cr_5_3_double_pawns_of_two_players_counts_the_own_second_pawn() -> None:
    board = """
        . . . .
        . a A .
        . . . .
        b . . B"""
    assert Table(Position(2, board, upgrades={0: ["double pawns"]})).play("move pawn 1 east").hand == "II"
    assert Table(Position(2, board, upgrades={0: ["double pawns"]})).play("move pawn 2 west").hand == "MM"
    assert Table(Position(2, board)).play("move pawn 2 west").hand == "M"
    board = board.replace("b . .", "b A .").replace("a A", "a .")
    assert Table(Position(2, board, upgrades={0: ["double pawns"]})).play("move pawn 2 west").hand == "MM"


def test_cr_5_3_diagonal_is_for_its_owner_only() -> None:
    board = """
        . . . .
        . a . .
        . . b .
        c . . d"""
    position = Position(board=board, upgrades={0: ["diagonal"]}, slots={1: ("CC",)})
    table = Table(position)
    assert table.moves() == set(box.DIRECTIONS)
    assert table.idle().moves() == STRAIGHT


def test_cr_5_4_doublings_multiply() -> None:
    board = """
        . c . .
        . . . d
        . . . a
        . . . b"""
    every = Position(board=board, upgrades={0: ["double pawns", "double corners", "double specials"]})
    assert Table(every).play("move pawn 1 north").hand == "WWWW", "a pawn on a special cell"
    assert Table(every).play("move pawn 1 south").hand == "SSSS", "a pawn on a corner"
    assert Table(every).play("move pawn 1 west").hand == "M", "a plain cell"
    assert Table(Position(board=board, upgrades={0: ["double corners"]})).play("move pawn 1 south").hand == "SS"


# ------------------------------------------------------------------------------------------------------------------
# CR-7 EMPTY and POUR


def test_cr_7_1_cups_may_be_emptied_after_the_move() -> None:
    table = Table(Position(cups={0: ("CCM", "", "T"), 1: ("S",)}))
    table.play("move pawn 1 east")
    assert not any(words.startswith("empty") for words in table.legal()), "never before the move is over"
    table.play("done")
    assert (table.phase, table.legal()) == ("EMPTY", {"empty cup 1", "empty cup 3", "done"})
    table.play("empty cup 1")
    assert (table.cups(0), table.hand) == (("", "", "T"), "A")
    assert [table.supply(letter) for letter in "CMTA"] == [18, 12, 11, 11]
    assert (table.phase, table.legal()) == ("EMPTY", {"empty cup 3", "done"})
    table.play("empty cup 3")
    assert (table.phase, table.cups(0), table.cups(1)) == ("POUR", ("", "", ""), ("S", "", ""))
    assert table.supply("T") == 12


def test_cr_7_1_done_keeps_the_cups() -> None:
    table = Table(Position(phase="EMPTY", hand="W", cups={0: ("CCM", "", "T")})).play("done")
    assert (table.phase, table.cups(0)) == ("POUR", ("CCM", "", "T"))


def test_cr_7_2_tokens_are_dealt_with_one_at_a_time_lowest_kind_first() -> None:
    table = Table(Position(phase="POUR", hand="CCTA", slots={1: ("CC",)}))
    order = []
    while table.phase == "POUR":
        kind = next(words for words in table.legal() if words.startswith("return")).removeprefix("return ")
        order.append(kind)
        assert table.legal() == {f"return {kind}", *(f"pour {kind} into cup {cup}" for cup in (1, 2, 3))}
        table.play(f"return {kind}" if len(order) == 2 else f"pour {kind} into cup {len(order) % 3 + 1}")
        if table.seat != 0:
            break
    assert order == ["coffee", "coffee", "tea", "caramel"]
    assert table.cups(0) == ("T", "CA", "")
    assert [table.supply(letter) for letter in "CTA"] == [17, 11, 11]
    assert table.seat == 1, "the phase ends when the hand is empty"


def test_cr_7_2_an_empty_hand_passes_the_phase() -> None:
    table = Table(Position(phase="EMPTY", cups={0: ("CS",)}, slots={0: ("CS",)})).play("done")
    assert table.phase == "SERVE"


def test_cr_7_3_poured_tokens_never_change_cups() -> None:
    """Whatever is done in POUR, a cup only grows; afterwards nothing can be poured."""
    position = Position(phase="POUR", hand="MH", cups={0: ("CC", "T", "")}, slots={0: ("CC",)})
    for cup in (1, 2, 3):
        table = Table(position).play(f"pour milk into cup {cup}")
        wanted = ["CC", "T", ""]
        wanted[cup - 1] = {1: "CCM", 2: "MT", 3: "M"}[cup]
        assert table.cups(0) == tuple(wanted), "useful or not"
        assert table.legal() == {"return chocolate", *(f"pour chocolate into cup {k}" for k in (1, 2, 3))}
    table.play("pour chocolate into cup 3")
    assert table.legal() == {"serve cup 1 to slot 1", "done"}


# ------------------------------------------------------------------------------------------------------------------
# CR-8 SERVE


def test_cr_8_1_a_cup_serves_an_equal_order_in_an_own_slot() -> None:
    position = Position(
        phase="SERVE",
        cups={0: ("CMS", "CC", "CCM")},
        slots={0: ("CMSS", "CMS", "CC", "CMS CC"), 1: ("CCM",)},
    )
    table = Table(position)
    assert table.legal() == {
        "serve cup 1 to slot 2", "serve cup 1 to slot 4", "serve cup 2 to slot 3", "serve cup 2 to slot 4", "done"
    }  # fmt: skip
    table.play("serve cup 1 to slot 4")
    assert table.slots(0) == ("CMSS", "CMS", "CC", "CC")
    assert table.legal() == {"serve cup 2 to slot 3", "serve cup 2 to slot 4", "done"}


def test_cr_8_1_serving_is_optional() -> None:
    table = Table(Position(phase="SERVE", cups={0: ("CC",)}, slots={0: ("CC",), 1: ("CS",)})).play("done")
    assert table.seat == 1
    assert (table.cups(0)[0], table.slots(0), table.row("completed")[0]) == ("CC", ("", "CC", "", ""), 0)


def test_cr_8_1_one_order_for_each_cup() -> None:
    position = Position(phase="SERVE", cups={0: ("CMS", "CMS", "CMS")}, slots={0: ("CMS CMS CMS CMS",)})
    table = Table(position)
    table.play("serve cup 2 to slot 1", "serve cup 1 to slot 1")
    assert (table.s["served_now"], table.legal()) == (2, {"serve cup 3 to slot 1", "done"})
    table.play("serve cup 3 to slot 1")
    assert (table.seat, table.row("completed")[0]) == (1, 3), "at most three, then the phase is passed"
    assert table.slots(0) == ("", "CMS", "", "")


def test_cr_8_1_one_card_cannot_be_served_twice() -> None:
    position = Position(phase="SERVE", cups={0: ("CMS", "CMS", "CC")}, slots={0: ("CMS", "", "CC")})
    table = Table(position).play("serve cup 2 to slot 1")
    assert table.legal() == {"serve cup 3 to slot 3", "done"}
    with pytest.raises(IllegalAction):
        table.play("serve cup 1 to slot 1")


def test_cr_8_2_tokens_return_and_the_card_is_completed() -> None:
    position = Position(phase="SERVE", cups={0: ("CCM", "CS", "")}, slots={0: ("", "CCM CCM", "CS")}, penalties={0: 2})
    table = Table(position)
    assert [table.supply(letter) for letter in "CMS"] == [15, 11, 11]
    table.play("serve cup 1 to slot 2")
    assert table.cups(0) == ("", "CS", "")
    assert [table.supply(letter) for letter in "CMS"] == [17, 12, 11]
    assert table.slots(0) == ("", "CCM", "CS", "")
    assert (table.row("completed")[0], table.row("score")[0], table.row("rush")[0]) == (1, -1, 0)


@pytest.mark.parametrize(("left", "gained"), [(15, 1), (1, 1), (0, 0)])
def test_cr_8_2_a_special_gives_a_rush_token_if_any_is_left(left: int, gained: int) -> None:
    position = Position(phase="SERVE", cups={0: ("CAMS", "CS", "")}, slots={0: ("CAMS", "CS")}, rush={1: 15 - left})
    table = Table(position).play("serve cup 1 to slot 1")
    assert (table.seat, table.phase) == (0, "SERVE")
    assert table.row("rush")[0] == gained, "at once"
    assert table.s["rush_supply"] == left - gained
    assert table.row("completed")[0] == 1
    assert GAME.parse("serve cup 2 to slot 2") in np.flatnonzero(table.batch.mask[0])
