"""Curse of the Mummy, rules CM-7 and CM-8: the mummy's moves and what happens to those it catches."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import members
from games.curse_of_the_mummy.oracle import NB, PRISON, START
from games.curse_of_the_mummy.positions import Position, Table, cards, copies
from rush_envs.errors import IllegalAction


def hunt(mummy: int, *cells: int | None, steps: int = 5, **more: object) -> Table:
    """The mummy's normal move, pawns on these cells."""
    return Table(Position(phase="MUMMY", mummy=mummy, cells=cells, steps=steps, **more))  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------------
# CM-7 The mummy's moves


@pytest.mark.parametrize(("locked", "die"), [(0, 1), (0, 4), (1, 2), (4, 3)])
def test_cm_7_1_the_normal_move_is_die_plus_locked(locked: int, die: int) -> None:
    table = Table(Position(phase="MOVE", announced="1", turn=2, cells=(53, 69), locked=locked)).rolls("", die).play(86)
    assert table.asked == (0, "MUMMY")
    assert (table.s["steps"], table.locked, table.s["intermediate"]) == (die + locked, locked, 0)
    table.play("stop")
    assert table.asked == (1, "RELEASE" if locked else "ROLLED")
    assert table.locked == locked or locked == 0


@pytest.mark.parametrize("how", ["skipped", "lost", "eliminated", "treasure held"])
def test_cm_7_1_the_normal_move_comes_however_the_round_ended(how: str) -> None:
    locked = 3
    if how == "skipped":
        table = Table(Position(turn=1, cells=(53, 67, 88), mummy=89, locked=3))
        table.play("announce 1").rolls("", 2).play(66)
    elif how == "lost":
        table = Table(Position(turn=2, cells=(53, 67, 70), locked=3, dice="1 1")).rolls("mummy mummy", 2)
        table.play("roll again")
        locked = 5
    elif how == "eliminated":
        table = Table(Position(turn=1, cells=(53, 67, None), locked=3, taken={2: 3}))
        table.play("announce 1").rolls("", 2).play(66)
    else:
        table = Table(Position(turn=2, phase="TREASURE", announced="2", cells=(53, 67, 36), locked=3)).rolls("", 2)
        table.play("hold the treasure")
    assert (table.asked, table.s["intermediate"]) == ((0, "MUMMY"), 0)
    assert (table.s["steps"], table.locked) == (2 + locked, locked)


@pytest.mark.parametrize("locked", [1, 2, 3, 4])
def test_cm_7_2_the_intermediate_move_needs_no_die(locked: int) -> None:
    """The stream is untouched: the dice loaded before the release are those rolled after it."""
    table = Table(Position(phase="RELEASE", locked=locked, cells=(69,))).rolls("1 2 2 3 arrow")
    table.play("release the dice")
    assert (table.s["steps"], table.s["intermediate"]) == (locked, 1)
    table.play("stop")
    assert table.dice == ["1", "2", "2", "3", "arrow"]
    assert table.s["rounds"] == 0


def test_cm_7_2_an_intermediate_move_is_like_a_normal_one() -> None:
    for intermediate in (False, True):
        table = hunt(5, 53, steps=3, intermediate=intermediate, locked=3)
        assert table.legal() == {"step north", "step east", "step south", "step west", "stop"}
        table.walk(11, 5)
        assert (table.s["mummy"], table.s["steps"]) == (5, 1)


def test_cm_7_3_stop_at_once_or_walk_step_by_step() -> None:
    table = hunt(5, 53, steps=3)
    kept = table.batch.states.copy()
    assert (table.rolls("1 2 3 4 1").play("stop").seat, table.s["mummy"]) == (1, 5)
    table.batch.load(kept)
    for left, cell in ((2, 11), (1, 5)):
        table.walk(cell)
        assert (table.asked, table.s["steps"], table.s["mummy"]) == ((0, "MUMMY"), left, cell)
        assert "stop" in table.legal()
    table.walk(11)
    assert (table.seat, table.s["mummy"], table.s["steps"], table.s["rounds"]) == (1, 11, 0, 1), "ends by itself"


def test_cm_7_3_walls_start_and_prison() -> None:
    assert hunt(69, 53).legal() == {"step north", "step east", "step west", "stop"}
    assert hunt(92, 53).legal() == {"step east", "stop"}
    table = hunt(88, 53)
    assert table.legal() == {"step east", "stop"}
    with pytest.raises(IllegalAction):
        table.play("step north")


def test_cm_7_4_entering_a_pawns_cell_ends_the_move() -> None:
    table = hunt(66, 68, 70, START, steps=7).walk(67)
    assert table.seat == 0
    table.rolls("1 2 3 4 1").walk(68)
    assert (table.s["mummy"], table.s["steps"], table.s["rounds"]) == (68, 0, 1), "unused steps are lost"
    assert table.cells == [PRISON, 70, START]
    assert table.asked == (1, "ROLLED")


def test_cm_7_4_catching_with_the_last_step() -> None:
    table = hunt(66, 67, 70, START, steps=1).rolls("1 2 3 4 1").walk(67)
    assert (table.s["mummy"], table.cells[0], table.s["mummy_ankhs"], table.s["rounds"]) == (67, PRISON, 1, 1)


def test_cm_7_5_the_mummy_may_stay_in_prison_and_never_returns() -> None:
    table = hunt(PRISON, 53, 67, START)
    assert table.legal() == {"step north", "step east", "stop"}
    table.rolls("1 2 3 4 1").play("stop")
    assert (table.s["mummy"], table.seat) == (PRISON, 1)
    for exit_, back in ((73, "step south"), (92, "step west")):
        table = hunt(PRISON, 53, 67, START).walk(exit_)
        assert table.s["mummy"] == exit_
        assert back not in table.legal()


def test_cm_7_6_five_mummies_on_the_last_pawn() -> None:
    table = Table(Position(turn=2, cells=(53, 67, 70), locked=4, dice="1")).rolls("mummy", 3).play("roll again")
    assert (table.asked, table.s["intermediate"], table.s["steps"]) == ((0, "MUMMY"), 0, 8)
    table.play("stop")
    assert (table.asked, table.s["intermediate"], table.s["steps"]) == ((0, "MUMMY"), 1, 5)
    assert (table.s["turn"], table.s["rounds"]) == (0, 1)
    table.rolls("1 2 3 4 1").play("stop")
    assert (table.asked, table.locked, len(table.dice)) == ((1, "ROLLED"), 0, 5)


def test_cm_7_6_the_forced_move_waits_for_an_able_pawn() -> None:
    """The normal move boxes pawn 0 in: pawn 1 is the next able one."""
    position = Position(turn=2, cells=(88, 67, 70), mummy=72, locked=4, dice="1")
    table = Table(position).rolls("mummy", 3).play("roll again").walk(90, 89).play("stop")
    assert (table.s["history"][0, 0], table.s["turn"], table.s["steps"], table.locked) == (7, 1, 5, 5)


def test_cm_7_7_rounds_are_counted_and_limited() -> None:
    table = Table(Position(phase="MUMMY", steps=2, rounds=8), max_rounds=10)
    table.rolls("1 2 3 4 1").play("stop")
    assert (table.s["rounds"], table.seat) == (9, 1)
    table.idle(3).play("stop")
    assert (table.s["rounds"], table.seat, bool(table.batch.truncated[0]), table.over) == (10, -1, True, False)


def test_cm_7_7_an_intermediate_move_ends_no_round() -> None:
    table = Table(Position(phase="MUMMY", intermediate=True, locked=2, steps=2, rounds=9), max_rounds=10)
    table.rolls("1 2 3 4 1").play("stop")
    assert (table.s["rounds"], table.seat) == (9, 1)


# ------------------------------------------------------------------------------------------------------------------
# CM-8 Caught


def test_cm_8_1_to_prison_for_an_ankh() -> None:
    table = hunt(66, 53, 67, START, laid={1: "R2 B2"}, hands={1: "W2 G2 Y2"}).rolls("1 2 3 4 1").walk(67)
    assert table.cells == [53, PRISON, START]
    assert (table.s["ankhs"].tolist()[:3], table.s["mummy_ankhs"]) == ([3, 2, 3], 1)
    assert (table.hand(1), members(table.s["laid"][1])) == (cards("W2 G2 Y2"), cards("R2 B2"))
    assert table.P(1) == {PRISON}


def test_cm_8_1_everybody_can_be_caught_one_after_the_other() -> None:
    table = hunt(66, 67, 70, 85)
    table.rolls("1 2 3 4 1").walk(67)
    assert (table.cells, table.s["mummy_ankhs"]) == ([PRISON, 70, 85], 1)


@pytest.mark.parametrize(("players", "needed"), [(2, 3), (3, 4), (4, 6), (5, 7)])
@pytest.mark.parametrize("intermediate", [False, True])
def test_cm_8_2_the_last_ankh_ends_the_game(players: int, needed: int, intermediate: bool) -> None:
    spread = {pawn: (needed - 1 + pawn) // (players - 1) for pawn in range(players - 1)}
    if players == 2:
        spread = {0: 2}
    assert sum(spread.values()) == needed - 1
    position = Position(
        players, phase="MUMMY", intermediate=intermediate, locked=3, steps=3, mummy=66, cells=(67, 70), taken=spread
    )
    table = Table(position).walk(67)
    assert table.over
    assert (table.seat, table.s["mummy_ankhs"]) == (-1, needed)
    assert table.s["outcome"].tolist()[:players] == [1] + [-1] * (players - 1)


def test_cm_8_2_one_ankh_short_the_game_goes_on() -> None:
    table = hunt(66, 67, 70, 85, taken={1: 2, 2: 2}).rolls("1 2 3 4 1").walk(67)
    assert (table.s["mummy_ankhs"], table.over, table.seat) == (5, False, 1)


def test_cm_8_3_without_ankhs_the_explorer_is_out() -> None:
    table = hunt(66, 67, 70, 85, taken={0: 2}, laid={0: "R1 B1"}, hands={0: "W1 G1 Y1"})
    table.rolls("1 2 3 4 1").walk(67)
    assert table.asked == (2, "ROLLED"), "pawn 0 has no turn any more"
    assert (table.s["out"].tolist()[:3], table.s["ankhs"].tolist()[:3]) == ([1, 0, 0], [0, 3, 3])
    assert table.hand(0) == set()
    assert members(table.s["laid"][0]) == cards("R1 B1"), "laid cards stay visible"
    assert table.P(0) == set()
    for seat in range(4):
        sees, place = table.sees(seat), [0, 0, 2, 1][seat]
        assert sees["pawns"][place].sum() == sees["possible"][place].sum() == sees["colours"][place].sum() == 0
        assert members(sees["laid"][place]) == cards("R1 B1")
    assert table.s["score"].tolist()[:2] == [50, 40]
    table.idle(2).rolls("1 2 3 4 1").play("stop")
    assert table.seat == 2, "never active again"


def test_cm_8_3_the_pawn_is_off_the_board() -> None:
    """Nobody is stopped by it, and it cannot be caught again."""
    table = hunt(66, 67, 70, 85, taken={0: 2}).rolls("1 2 3 4 1").walk(67)
    table.idle(2)
    assert (table.asked, table.s["mummy"]) == ((0, "MUMMY"), 67)
    far = Table(Position(turn=1, cells=(None, 69, 85), taken={0: 3}))
    assert far.ends("arrow") == {"arrow": {39, 77, 66}}


def test_cm_8_3_the_hand_is_set_aside_unseen() -> None:
    """Explorer 0 held R1: nobody can lay it, but the mummy thinks that everybody may have it or nobody."""
    table = hunt(66, 67, 70, 85, taken={0: 2}).rolls("1 2 3 4 1").walk(67)
    held = table.s["hand"].sum(axis=0) + table.s["laid"].sum(axis=0)
    assert held.sum() == 10
    assert not any(held[card] for card in cards("R1 B1 W1 G1 Y1"))


def test_cm_8_3_the_eliminated_lose_with_the_others() -> None:
    position = Position(
        phase="TREASURE", announced="1", turn=1, cells=(None, 36, 70), taken={0: 3}, laid={1: "B2 W2 G2 Y2"},
        hands={1: "R1"},
    )  # fmt: skip
    table = Table(position).play("play the treasure")
    assert table.s["outcome"].tolist()[:4] == [-1, -1, 1, -1]


def test_cm_7_3_any_walk_up_to_the_allowance() -> None:
    """200 mummies walk at random: no step leads through a wall, the moves are as long as they should be."""
    games = 200
    batch = copies(Position(3, phase="MUMMY", mummy=43, steps=6), games)
    rows = np.arange(games)
    for left in (5, 4, 3, 2, 1):
        before = batch.states["mummy"].copy()
        actions = np.array([107 + next(iter(members(mask[107:111]))) for mask in batch.mask])
        batch.step(actions, rows)
        assert (batch.states["steps"] == left).all()
        for here, there, action in zip(before, batch.states["mummy"], actions, strict=True):
            assert NB[here][action - 107] == there
