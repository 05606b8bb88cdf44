"""Coffee Rush, rule CR-6: the move."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from games.coffee_rush import positions as box
from games.coffee_rush.positions import Position, Table

PLAYERS = (2, 3, 4)
STRAIGHT = {"north", "east", "south", "west"}

# r0  ice     caramel  steam      coffee
# r1  coffee  milk     ice        water
# r2  tea     steam    milk       coffee
# r3  milk    ice      chocolate  steam

CROWDED_CORNER = """
    . a c b
    . . . d
    . . . .
    . . . ."""


@pytest.mark.parametrize("rush", [0, 1, 2, 5])
def test_cr_6_1_three_free_steps_then_a_rush_token_each(rush: int) -> None:
    table = Table(Position(rush={0: rush, 1: 3}))
    assert "done" not in table.legal(), "at least one step"
    for step in range(3 + rush):
        assert table.phase == "MOVE"
        if step:
            assert "done" in table.legal()
        table.play(f"move pawn 1 {('east', 'west')[step % 2]}")
        paid = max(step - 2, 0)
        assert table.row("rush") == [rush - paid, 3, 0, 0]
        assert table.s["rush_supply"] == 12 - rush + paid, "paid when the step is made"
    assert table.phase == "POUR", "no step left"


def test_cr_6_1_two_players_move_one_pawn_a_turn() -> None:
    board = """
        . . . .
        . a . .
        . . A .
        b . . B"""
    for mover, other in ((1, 2), (2, 1)):
        table = Table(Position(2, board, slots={1: ("CC",)}))
        assert (table.moves(1), table.moves(2)) == (STRAIGHT, STRAIGHT)
        table.play(f"move pawn {mover} north")
        assert table.moves(mover) == (STRAIGHT if mover == 2 else STRAIGHT - {"north"})
        assert table.moves(other) == set()
    table.play("done", "return ice")
    assert (table.seat, table.s["pawn"][0].tolist()) == (1, [5, 6])
    assert (table.moves(1), table.moves(2)) == ({"north", "east"}, {"north", "west"}), "the next player chooses anew"


@pytest.mark.parametrize("tiles", [(), ("diagonal",)])
@pytest.mark.parametrize("cell", range(16))
def test_cr_6_2_directions_never_leave_the_board(cell: int, tiles: tuple[str, ...]) -> None:
    board = ["."] * 16
    board[cell], board[(cell + 5) % 16], board[(cell + 10) % 16] = "a", "b", "c"
    table = Table(Position(3, " ".join(board), upgrades={0: tiles}))
    wanted = {}
    for name, (down, right) in box.DIRECTIONS.items():
        row, column = cell // 4 + down, cell % 4 + right
        if 0 <= row < 4 and 0 <= column < 4 and (tiles or name in STRAIGHT):
            wanted[name] = 4 * row + column
    assert table.moves() == set(wanted)
    for name, target in wanted.items():
        stepped = Table(Position(3, " ".join(board), upgrades={0: tiles})).play(f"move pawn 1 {name}")
        assert stepped.s["pawn"][0, 0] == target


def test_cr_6_3_every_step_takes_the_entered_cells_kind() -> None:
    table = Table(Position(rush={0: 2}))
    assert table.hand == "", "the cell the turn starts on gives nothing"
    expected = ""
    for step, letter in (("south", "C"), ("north", "I"), ("south", "C"), ("east", "M"), ("west", "C")):
        table.play(f"move pawn 1 {step}")
        expected += letter
        assert sorted(table.hand) == sorted(expected), "cells may be revisited and give again"
    assert [table.supply(letter) for letter in "CMI"] == [15, 11, 11]


def test_cr_6_3_the_turn_may_end_where_it_began() -> None:
    table = Table(Position()).play("move pawn 1 east", "move pawn 1 west")
    assert "done" in table.legal()
    assert table.play("done").s["pawn"][0, 0] == 0
    assert table.hand == "IA"


def test_cr_6_3_an_empty_supply_gives_less_or_nothing() -> None:
    hoard = {1: ("A" * 12, "S" * 11, "")}
    table = Table(Position(cups=hoard)).play("move pawn 1 east")
    assert table.hand == ""
    table.play("move pawn 1 east")
    assert table.hand == "S"
    assert table.supply("S") == 0
    table.play("move pawn 1 west")
    assert table.hand == "S"


def test_cr_6_3_a_doubling_is_judged_on_entering() -> None:
    """Cells that the pawn itself has left or passed are empty again; other pawns count each time."""
    board = """
        . . . .
        . a b .
        . . . .
        c . . d"""
    table = Table(Position(board=board, rush={0: 1}, upgrades={0: ["double pawns"]}))
    table.play("move pawn 1 east")
    assert table.hand == "II"
    table.play("move pawn 1 west")
    assert table.hand == "MII"
    table.play("move pawn 1 east", "move pawn 1 west")
    assert table.hand == "MMIIII"


def test_cr_6_4_the_move_may_pass_but_not_end_on_another_pawn() -> None:
    table = Table(Position(board=CROWDED_CORNER)).play("move pawn 1 east")
    assert table.hand == "S"
    assert "done" not in table.legal()
    table.play("move pawn 1 south")
    assert "done" in table.legal()


def test_cr_6_4_the_last_step_needs_a_free_cell() -> None:
    for free_steps, rush, allowed in ((1, 0, False), (1, 1, True), (2, 0, True), (0, 1, False), (0, 2, True)):
        table = Table(Position(board=CROWDED_CORNER, moving=0, free_steps=free_steps, rush={0: rush}))
        assert table.moves() == {"west", "south"} | ({"east"} if allowed else set()), (free_steps, rush)


def test_cr_6_4_step_onto_occupied_cell_needs_a_way_out() -> None:
    """In the crowded corner b both neighbours are taken: leaving it takes two steps, so entering it a budget of 3."""
    board = CROWDED_CORNER.replace("a c", ". ac")
    for free_steps, rush, moves in (
        (1, 0, {"west", "south"}), (2, 0, {"west", "south"}), (1, 2, {"west", "south", "east"}),
        (2, 1, {"west", "south", "east"}), (0, 2, {"west", "south"}), (0, 3, {"west", "south", "east"}),
    ):  # fmt: skip
        table = Table(Position(board=board, moving=0, free_steps=free_steps, rush={0: rush}))
        assert table.moves() == moves, (free_steps, rush)


def test_cr_6_4_the_way_out_uses_the_steps_of_this_seat() -> None:
    """With `diagonal` the free cell r1c2 is one step from the crowded corner."""
    board = CROWDED_CORNER.replace("a c", ". ac")
    table = Table(Position(board=board, moving=0, free_steps=2, upgrades={1: ["diagonal"]}))
    assert "east" not in table.moves(), "another seat's tile does not help"
    table = Table(Position(board=board, moving=0, free_steps=2, upgrades={0: ["diagonal"]}))
    assert table.moves() == {"west", "south", "east", "south-west", "south-east"}
    table.play("move pawn 1 east")
    assert table.moves() == {"south-west"}


def test_cr_6_4_the_cell_the_pawn_left_is_empty() -> None:
    """The only way out of r0c0 is back to where the pawn came from."""
    board = """
        b a . .
        c . . .
        . . . .
        . . . d"""
    table = Table(Position(board=board, moving=0, free_steps=2))
    table.play("move pawn 1 west")
    assert table.moves() == {"east"}


def test_cr_6_4_two_players_own_pawn_is_in_the_way_too() -> None:
    board = """
        . a A .
        . . . .
        . . . .
        b . . B"""
    table = Table(Position(2, board))
    table.play("move pawn 1 east")
    assert "done" not in table.legal()
    last = Table(Position(2, board, moving=0, free_steps=1))
    assert last.moves() == {"west", "south"}


def test_cr_6_5_done_after_a_step_on_a_free_cell() -> None:
    table = Table(Position(rush={0: 1}))
    assert "done" not in table.legal()
    for step in ("east", "east"):
        table.play(f"move pawn 1 {step}")
        assert "done" in table.legal()
    table.play("move pawn 1 east")
    assert table.legal() == {"move pawn 1 west", "move pawn 1 south"}, "b stands here"


def test_cr_6_5_without_budget_the_move_ends_by_itself() -> None:
    table = Table(Position()).play("move pawn 1 east", "move pawn 1 west", "move pawn 1 east")
    assert table.phase == "POUR"
    table = Table(Position(free_steps=0, moving=0, rush={0: 1})).play("move pawn 1 east")
    assert table.phase == "POUR"
    table = Table(Position(free_steps=1, moving=0, rush={0: 1})).play("move pawn 1 east")
    assert table.phase == "MOVE", "a rush token is a step"


def all_moves(table: Table) -> Iterator[tuple[str, ...]]:
    """Every way to end the move from here; a dead end fails."""
    if table.phase != "MOVE":
        yield ()
        return
    states = table.batch.states.copy()
    assert table.legal(), "a dead end"
    for words in table.legal():
        table.batch.load(states)
        table.play(words)
        for rest in all_moves(table):
            yield (words, *rest)
    table.batch.load(states)


@pytest.mark.parametrize(("players", "board", "tiles", "rush"), [
    (4, CROWDED_CORNER, (), 0),
    (4, CROWDED_CORNER, (), 1),
    (4, CROWDED_CORNER, ("diagonal",), 0),
    (4, "a b . . c d . . . . . . . . . .", (), 0),
    (2, "a A . . b B . . . . . . . . . .", (), 0),
], ids=["crowded", "crowded with a rush token", "crowded with diagonal", "cornered", "two players"])  # fmt: skip
def test_cr_6_6_a_first_step_is_always_legal_and_nothing_is_a_dead_end(
    players: int, board: str, tiles: tuple[str, ...], rush: int
) -> None:
    table = Table(Position(players, board, rush={0: rush}, upgrades={0: tiles}))
    cells = box.pawn_cells(board)
    own = [cells[pawn] for pawn in "aA" if pawn in cells]
    others = [cell for pawn, cell in cells.items() if pawn not in "aA"]

    def ends(pawn: int, start: int, budget: int) -> int:
        """How many walks of 1 to `budget` steps end on a free cell: the rule in one line of arithmetic."""
        taken = {*others, *(cell for k, cell in enumerate(own) if k != pawn)}
        reach = [(start, 0)]
        count = 0
        while reach:
            cell, length = reach.pop()
            count += length > 0 and cell not in taken
            if length < budget:
                for name, (down, right) in box.DIRECTIONS.items():
                    row, column = cell // 4 + down, cell % 4 + right
                    if 0 <= row < 4 and 0 <= column < 4 and (tiles or name in STRAIGHT):
                        reach.append((4 * row + column, length + 1))
        return count

    walks = {tuple(words for words in walk if words != "done") for walk in all_moves(table)}
    assert len(walks) == sum(ends(pawn, cell, 3 + rush) for pawn, cell in enumerate(own))


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_6_6_a_first_step_is_legal_wherever_the_pawns_stand(players: int) -> None:
    rng = np.random.default_rng(6)
    pawns = list("abAB" if players == 2 else "abcd"[:players])
    for _ in range(60):
        board = np.full(16, ".")
        board[rng.permutation(16)[: len(pawns)]] = pawns
        table = Table(Position(players, " ".join(board)))
        assert table.moves(1)
        assert bool(table.moves(2)) == (players == 2)
