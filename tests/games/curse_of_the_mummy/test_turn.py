"""Curse of the Mummy, rules CM-4 and CM-6: an explorer's turn and the treasures."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import members
from games.curse_of_the_mummy.oracle import PRISON, START, TREASURES
from games.curse_of_the_mummy.positions import VALUES, Position, Table, cards, copies
from rush_envs.errors import IllegalAction

REROLL = 2
BOXED = {"cells": (67, 88, 70), "mummy": 89}  # pawn 1 stands in a dead end, the mummy before it


# ------------------------------------------------------------------------------------------------------------------
# CM-4 An explorer's turn


def test_cm_4_1_an_eliminated_pawn_has_no_turn() -> None:
    table = Table(Position(cells=(67, None, 70), taken={1: 3})).idle()
    assert (table.asked, table.s["turn"]) == ((3, "ROLLED"), 2)
    table = Table(Position(cells=(67, 70, None), turn=1, taken={2: 3})).idle()
    assert (table.asked, table.s["intermediate"]) == ((0, "MUMMY"), 0), "the normal move comes all the same"
    table = Table(Position(cells=(None, 67, 70), phase="MUMMY", steps=2, taken={0: 3})).play("stop")
    assert (table.seat, table.s["turn"], table.s["rounds"]) == (2, 1, 1)


@pytest.mark.parametrize("locked", [0, 1, 4])
def test_cm_4_2_boxed_in_the_whole_turn_is_skipped(locked: int) -> None:
    """No die is rolled: the loaded dice are still there for pawn 2."""
    table = Table(Position(**BOXED, locked=locked))
    table.play("announce 1").rolls("2 2 3 arrow arrow").play(66)
    assert (table.seat, table.s["turn"], table.locked) == (3, 2, locked)
    assert table.s["history"][1].tolist() == [7, 0, 0, 0, 0, 0, 0, 0]
    assert table.cells[1] == 88
    if locked:
        assert table.legal() == {"release the dice", "keep the dice"}, "pawn 1 was not asked"
    else:
        assert table.dice == ["2", "2", "3", "arrow", "arrow"]
    for seat in range(4):
        turns = np.roll(table.sees(seat)["history"][:3], max(seat - 1, 0), axis=0).argmax(axis=2)
        assert turns[:2, 0].tolist() == [0, 6], "everybody knows: pawn 0 moved 1, pawn 1 was skipped"


def test_cm_4_2_no_treasure_in_a_skipped_turn() -> None:
    position = Position(cells=(67, 98, 70), mummy=97, hands={1: "Y4"})
    table = Table(position)
    table.play("announce 1").rolls("2 2 3 3 3").play(66)
    assert (table.asked, members(table.s["laid"][1])) == ((3, "ROLLED"), set())
    assert table.s["history"][1, 0] == 7


def test_cm_4_3_five_locked_dice_force_a_release() -> None:
    table = Table(Position(locked=4, dice="1", cells=(53, 70, 69))).rolls("mummy").play("roll again")
    assert table.asked == (0, "MUMMY")
    assert (table.s["turn"], table.s["intermediate"], table.s["steps"], table.locked) == (1, 1, 5, 5)
    table.rolls("mummy 1 1 1 1").play("stop")
    assert (table.asked, table.locked, table.dice) == ((2, "ROLLED"), 1, ["1"] * 4)


def test_cm_4_3_the_force_stays_for_the_next_pawn_able_to_act() -> None:
    table = Table(Position(**BOXED, locked=4, dice="1")).rolls("mummy").play("roll again")
    assert (table.asked, table.s["turn"], table.s["steps"], table.locked) == ((0, "MUMMY"), 2, 5, 5)
    assert table.s["history"][:3, 0].tolist() == [6, 7, 0]
    table = Table(Position(cells=(67, None, 70), taken={1: 3}, locked=4, dice="1")).rolls("mummy").play("roll again")
    assert (table.asked, table.s["turn"], table.s["steps"], table.locked) == ((0, "MUMMY"), 2, 5, 5)


def test_cm_4_3_the_force_stays_over_the_round() -> None:
    """Pawn 1 loses its move, pawn 2 is boxed in: normal move of 5 + die, then the force is on pawn 0."""
    position = Position(turn=1, cells=(53, 69, 88), mummy=89, locked=4, dice="1")
    table = Table(position).rolls("mummy", 2).play("roll again")
    assert (table.asked, table.s["intermediate"], table.s["steps"], table.locked) == ((0, "MUMMY"), 0, 7, 5)
    table.play("stop")
    assert (table.s["turn"], table.s["intermediate"], table.s["steps"], table.locked) == (0, 1, 5, 5)


@pytest.mark.parametrize("locked", [1, 2, 3, 4])
def test_cm_4_4_locked_dice_may_be_released(locked: int) -> None:
    table = Table(Position(locked=locked, cells=(53,))).idle()
    assert (table.asked, table.legal()) == ((2, "RELEASE"), {"release the dice", "keep the dice"})
    assert (table.locked, table.dice) == (locked, [])


def test_cm_4_4_nothing_to_release_no_decision() -> None:
    table = Table(Position(cells=(53,))).idle(then="1 1 2 2 3")
    assert (table.asked, table.dice) == ((2, "ROLLED"), ["1", "1", "2", "2", "3"])


@pytest.mark.parametrize("locked", [1, 2, 3, 4])
def test_cm_4_5_a_release_gives_the_mummy_a_move_and_frees_all_dice(locked: int) -> None:
    table = Table(Position(phase="RELEASE", locked=locked, cells=(69,))).play("release the dice")
    assert table.asked == (0, "MUMMY")
    assert (table.s["intermediate"], table.s["steps"], table.locked) == (1, locked, locked)
    table.rolls("2 mummy mummy 3 4").play("stop")
    assert (table.asked, table.s["turn"]) == ((1, "ROLLED"), 0)
    assert (table.locked, table.dice) == (2, ["2", "3", "4"]), "five dice were rolled"


def test_cm_4_5_caught_by_the_own_release_the_turn_goes_on_in_prison() -> None:
    table = Table(Position(phase="RELEASE", locked=2, cells=(69, 53), mummy=70)).play("release the dice")
    table.rolls("1 1 2 arrow mummy").walk(69)
    assert (table.asked, table.s["turn"], table.cells[0]) == ((1, "ROLLED"), 0, PRISON)
    assert (table.locked, table.s["mummy"], table.s["mummy_ankhs"]) == (1, 69, 1)
    assert table.ends("1") == {"1": {73, 92}}


def test_cm_4_5_eliminated_by_the_own_release_the_turn_ends() -> None:
    position = Position(phase="RELEASE", locked=3, cells=(69, 53), mummy=70, taken={0: 2})
    table = Table(position).play("release the dice").rolls("1 1 2 arrow 3").walk(69)
    assert table.s["out"].tolist()[:3] == [1, 0, 0]
    assert (table.asked, table.s["turn"], table.locked, len(table.dice)) == ((2, "ROLLED"), 1, 0, 5)


def test_cm_4_5_boxed_in_by_the_own_release_the_turn_is_skipped() -> None:
    position = Position(phase="RELEASE", locked=2, cells=(88, 53), mummy=71)
    table = Table(position).play("release the dice").walk(89).rolls("1 1 2 arrow 3").play("stop")
    assert (table.asked, table.s["turn"]) == ((2, "ROLLED"), 1)
    assert (table.locked, len(table.dice)) == (0, 5), "the dice are free"
    assert table.s["history"][0, 0] == 7


def test_cm_4_6_only_free_dice_are_rolled_and_mummies_stay() -> None:
    table = Table(Position(phase="RELEASE", locked=3, cells=(69,))).rolls("mummy 4").play("keep the dice")
    assert (table.asked, table.locked, table.dice) == ((1, "ROLLED"), 4, ["4"])
    games = 3000
    batch = copies(Position(phase="RELEASE", locked=2, cells=(69,)), games)
    batch.step(np.ones(games, int))
    rolled = batch.states[batch.states["turn"] == 0]
    assert (rolled["shown"].sum(axis=1) + rolled["locked"] == 5).all()
    assert abs((batch.states["locked"] - 2).mean() - 3 / 6) < 0.06
    assert np.abs(rolled["shown"].mean(axis=0) - 3 / 6).max() < 0.06


@pytest.mark.parametrize("how", ["keep the dice", "roll again", "stop"])
def test_cm_4_7_five_mummies_lose_the_move(how: str) -> None:
    phase = {"keep the dice": "RELEASE", "roll again": "ROLLED", "stop": "MUMMY"}[how]
    position = Position(
        phase=phase, locked=3, dice="1 2", intermediate=phase == "MUMMY", steps=3, cells=(36, 53), hands={0: "R1"}
    )
    table = Table(position).rolls("mummy " * (5 if phase == "MUMMY" else 2)).play(how)
    assert (table.cells[0], table.locked) == (36, 5)
    assert (table.asked, table.s["turn"]) == ((0, "MUMMY"), 1), "no treasure; the next pawn is forced to release"
    assert table.s["history"][0].tolist() == [6, 0, 0, 0, 0, 0, 0, 0]
    assert table.s["laid"].sum() == 0


def test_cm_4_8_announce_what_a_free_die_shows() -> None:
    for dice, offered in {
        "1 1 1 1 1": "1", "4 4 2 2 arrow": "2 4 arrow", "3 arrow 1 2 4": "1 2 3 4 arrow",
    }.items():  # fmt: skip
        table = Table(Position(cells=(53,), dice=dice))
        assert table.legal() == {"roll again", *(f"announce {value}" for value in offered.split())}
    table = Table(Position(cells=(53,), locked=4, dice="3"))
    assert table.legal() == {"roll again", "announce 3"}


def test_cm_4_8_reroll_rolls_all_free_dice_without_limit() -> None:
    table = Table(Position(cells=(53,)))
    for _ in range(40):
        table.rolls("1 2 2 4 4").play("roll again")
        assert (table.asked, table.dice, table.locked) == ((1, "ROLLED"), ["1", "2", "2", "4", "4"], 0)
    table.rolls("mummy 3 mummy 3 1").play("roll again")
    assert (table.dice, table.locked) == (["1", "3", "3"], 2)
    table.rolls("arrow arrow mummy").play("roll again")
    assert (table.dice, table.locked) == (["arrow", "arrow"], 3), "the locked ones stay"
    games = 3000
    batch = copies(Position(cells=(53,), dice="1 1 1 1 1"), games)
    batch.step(np.full(games, REROLL))
    assert np.abs(batch.states["shown"].mean(axis=0) - 5 / 6).max() < 0.07


def test_cm_4_9_no_value_can_be_moved_reroll_is_all() -> None:
    blocked = {"cells": (88, 89), "mummy": 1}
    for dice in ("1 arrow 1 arrow 1", "1 1 1 1 1", "arrow arrow arrow arrow arrow"):
        assert Table(Position(**blocked, dice=dice)).legal() == {"roll again"}
    table = Table(Position(**blocked, locked=3, dice="1 arrow")).rolls("mummy 1").play("roll again")
    assert (table.legal(), table.locked) == ({"roll again"}, 4), "more may lock"
    table.rolls("2").play("roll again")
    assert table.legal() == {"roll again", "announce 2"}


def test_cm_4_10_an_announcement_binds() -> None:
    table = Table(Position(cells=(53,), locked=1, dice="1 2 3 arrow")).play("announce 1")
    assert (table.asked, table.goes()) == ((1, "MOVE"), {39, 69})
    assert (table.dice, table.locked, table.s["announced"]) == ([], 1, 1), "the others lose their faces"
    for words in ("announce 2", "roll again", "stop", "hold the treasure"):
        with pytest.raises(IllegalAction):
            table.play(words)
    for cell in (53, 54, START, PRISON):
        with pytest.raises(IllegalAction):
            table.play(cell)
    table.play(69)
    assert table.cells[0] == 69


@pytest.mark.parametrize("value", VALUES)
def test_cm_4_11_after_the_move_and_its_treasure_the_turn_ends(value: str) -> None:
    table = Table(Position(cells=(69,))).play(f"announce {value}")
    goes = table.goes()
    for cell in goes:
        table = Table(Position(cells=(69,))).play(f"announce {value}").rolls("1 2 3 4 arrow").play(cell)
        if cell in TREASURES:
            assert table.asked == (1, "TREASURE")
            table.rolls("1 2 3 4 arrow").play("hold the treasure")
        assert (table.asked, table.s["turn"], table.s["announced"]) == ((2, "ROLLED"), 1, 0)
        assert table.s["history"][0, 0] == VALUES.index(value) + 1


# ------------------------------------------------------------------------------------------------------------------
# CM-6 Treasures


def scarab(hand: str = "R1 B1 W1", **more: object) -> Table:
    """Pawn 0 goes from 24 to the scarab on 36."""
    return Table(Position(cells=(24,), hands={0: hand}, **more)).play("announce 1", 36)  # type: ignore[arg-type]


def test_cm_6_1_asked_with_and_without_the_card() -> None:
    table = scarab()
    assert (table.asked, table.legal()) == ((1, "TREASURE"), {"hold the treasure", "play the treasure"})
    table = scarab("R2 B1 W1")
    assert (table.asked, table.legal()) == ((1, "TREASURE"), {"hold the treasure"})
    table = scarab("R2 B1 W1", laid={1: "R1"})
    assert table.seat != 1, "somebody has laid it: unasked"
    table = scarab("R2 B1 W1", laid={0: "R1"})
    assert table.seat != 1
    table = Table(Position(cells=(24,))).play("announce 1", 25)
    assert table.seat != 1, "no treasure there"


def test_cm_6_1_asked_although_an_eliminated_explorer_had_the_card() -> None:
    table = Table(Position(cells=(24, 53, None), taken={2: 3})).play("announce 1", 36)
    assert table.phase == "TREASURE"
    table = Table(Position(cells=(24, 53, None), taken={2: 3}, laid={2: "R1"})).play("announce 1", 36)
    assert table.seat == 2


def test_cm_6_2_a_card_that_is_played_lies_open_for_all() -> None:
    table = scarab().play("play the treasure")
    assert members(table.s["laid"][0]) == cards("R1")
    assert table.hand(0) == cards("B1 W1")
    for seat in range(4):
        place = [0, 0, 2, 1][seat]
        assert members(table.sees(seat)["laid"][place]) == cards("R1")
    assert table.s["score"].tolist()[:4] == [0, 20, 0, 0]


def test_cm_6_2_a_card_that_is_held_can_be_played_later() -> None:
    table = scarab().rolls("1 2 3 4 arrow").play("hold the treasure")
    assert (table.hand(0), table.s["laid"].sum(), table.seat) == (cards("R1 B1 W1"), 0, 2)
    for cell in (48, 36):  # away to R3 and, a round later, back
        table.idle(2).rolls("1 2 3 4 arrow").play("stop", "announce 3", cell).rolls("1 2 3 4 arrow")
        if cell == 48:
            table.play("hold the treasure")
    assert table.legal() == {"hold the treasure", "play the treasure"}
    assert members(table.play("play the treasure").s["laid"][0]) == cards("R1")


def test_cm_6_3_only_the_end_cell_of_the_pawn_that_moved() -> None:
    over = Table(Position(cells=(24, 53, 69), hands={0: "R1"})).play("announce 2", 35)
    assert over.seat != 1, "passing over the scarab (36) does not count"
    other = Table(Position(cells=(53, 36, 69), hands={0: "R2", 1: "R1"})).play("announce 1", 39)
    assert other.asked == (1, "TREASURE")
    other.rolls("1 2 3 4 arrow").play("play the treasure")
    assert (other.asked, other.hand(1)) == ((2, "ROLLED"), cards("R1")), "pawn 1 has not moved yet"
    two = Table(Position(2, cells=(36, 53), turn=1, hands={0: "R1 R2"})).play("announce 1", 69)
    assert two.asked == (0, "MUMMY"), "the other pawn's cell does not count either"


@pytest.mark.parametrize("value", ["2", "4"])
def test_cm_6_4_going_back_to_the_same_cell_counts(value: str) -> None:
    table = Table(Position(cells=(36,), hands={0: "R1"})).play(f"announce {value}", 36)
    assert table.legal() == {"hold the treasure", "play the treasure"}
