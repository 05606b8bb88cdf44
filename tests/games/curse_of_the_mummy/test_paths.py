"""Curse of the Mummy, rule CM-5: where a pawn may go."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import members
from games.curse_of_the_mummy import positions as box
from games.curse_of_the_mummy.oracle import NB, PRISON, START
from games.curse_of_the_mummy.positions import GO, STEP, Position, Table, copies

ANNOUNCE = 3
BOXES = ((7, 13), (18, 10), (54, 40), (80, 81), (88, 89), (98, 97), (92, 93))  # a pawn's cell, the mummy's


def ends(*cells: int, mummy: int = 1, pawn: int = 0) -> dict[str, set[int]]:
    """Where pawn `pawn` of some pawns may go with each value."""
    return Table(Position(5, turn=pawn, cells=cells, mummy=mummy)).ends()


def walks(cell: int, steps: int, mummy: int) -> set[int]:
    """The ends of all walks of so many steps, one by one."""
    if steps == 0:
        return {cell}
    targets = [target for target in NB[cell] if target not in (None, START, PRISON, mummy)]
    return {end for target in targets if target is not None for end in walks(target, steps - 1, mummy)}


def straight(cell: int, direction: int, obstacles: set[int]) -> int:
    """The last cell before the next obstacle."""
    while NB[cell][direction] is not None and NB[cell][direction] not in obstacles:
        cell = NB[cell][direction] or 0
    return cell


@pytest.mark.parametrize("mummy", [1, 69, 42])
def test_cm_5_1_exactly_so_many_steps_from_every_cell(mummy: int) -> None:
    cells = [cell for cell in (*box.CORRIDORS, START, PRISON) if cell != mummy]
    for n in (1, 2, 3, 4):
        batch = copies([Position(3, cells=(cell,), mummy=mummy, dice=f"{n} {n} {n} {n} {n}") for cell in cells])
        possible = np.flatnonzero(batch.mask[:, ANNOUNCE + n - 1])
        batch.step(np.full(len(possible), ANNOUNCE + n - 1), possible)
        for row, cell in enumerate(cells):
            found = {action - GO for action in members(batch.mask[row]) if GO <= action < STEP}
            assert found == walks(cell, n, mummy), (cell, n)
            assert (row in possible) == bool(found)


def test_cm_5_1_turning_back_and_visiting_again() -> None:
    """In the dead end 88–89: 89 is left and entered again."""
    found = ends(88)
    assert found["1"] == {89}
    assert found["2"] == {88, 71, 90}
    assert found["3"] == {89, 70, 72}
    assert found["4"] == {88, 71, 90, 69, 73}


def test_cm_5_1_the_mummy_and_walls_stop_a_number() -> None:
    assert ends(88, mummy=89) != ends(88)
    assert ends(80, mummy=82)["2"] == {80, 63}
    assert ends(80, mummy=82)["3"] == {81, 64}
    assert ends(70, mummy=71)["1"] == {69}


def test_cm_5_2_other_pawns_may_be_passed_but_not_joined() -> None:
    alone, crowded = ends(80), ends(80, 81, 82)
    assert alone["1"] == {81}
    assert crowded["1"] == set()
    assert crowded["2"] == alone["2"] - {82} == {80, 63}
    assert crowded["3"] == alone["3"] - {81} == {64, 83}, "over 81 and 82"
    assert crowded["4"] == alone["4"] - {82}


def test_cm_5_3_a_move_may_end_where_it_began() -> None:
    for cell in (53, 80, 5):
        found = ends(cell)
        assert cell in found["2"]
        assert cell in found["4"]
        assert cell not in found["1"] | found["3"] | found["arrow"]
    table = Table(Position(cells=(53,))).play("announce 2", 53)
    assert table.cells[0] == 53
    for cell in (START, PRISON):
        assert not {START, PRISON} & set().union(*ends(cell).values())


def test_cm_5_4_the_arrow_goes_on_to_the_next_obstacle() -> None:
    """From 69: north 53, 39 and a wall; east 70 to 77 and a wall; south the start; west 68, 67, 66 and a wall."""
    assert ends(69)["arrow"] == {39, 77, 66}
    assert ends(69, mummy=73)["arrow"] == {39, 72, 66}, "the mummy"
    assert ends(69, 71)["arrow"] == {39, 70, 66}, "a pawn"
    assert ends(69, 70, 68)["arrow"] == {39}, "nothing to go to there: at least one cell"
    assert ends(69, 53, 68, 70)["arrow"] == set()
    assert ends(39)["arrow"] == {38, 40, 69}, "the start"
    assert ends(94)["arrow"] == {92, 76}, "the prison to the west"
    assert ends(69, START, PRISON)["arrow"] == {39, 77, 66}


@pytest.mark.parametrize("mummy", [1, 69, 42])
def test_cm_5_4_the_arrow_from_every_cell(mummy: int) -> None:
    others = (50, 75)
    cells = [cell for cell in (*box.CORRIDORS, START, PRISON) if cell not in (mummy, *others)]
    dice = " ".join(["arrow"] * 5)
    batch = copies([Position(cells=(cell, *others), mummy=mummy, dice=dice) for cell in cells])
    possible = np.flatnonzero(batch.mask[:, ANNOUNCE + 4])
    batch.step(np.full(len(possible), ANNOUNCE + 4), possible)
    for row, cell in enumerate(cells):
        wanted = {straight(cell, d, {START, PRISON, mummy, *others}) for d in range(4)} - {cell}
        assert {action - GO for action in members(batch.mask[row]) if GO <= action < STEP} == wanted
        assert (row in possible) == bool(wanted)


def test_cm_5_5_out_of_start_and_prison_through_any_opening() -> None:
    assert ends(START)["1"] == {69, 86}
    assert ends(PRISON)["1"] == {73, 92}
    assert ends(START, 69)["1"] == {86}
    assert ends(START, 69)["2"] == {53, 68, 70, 85}, "over the pawn at the exit"


def test_cm_5_5_many_may_share_start_and_prison_but_no_corridor() -> None:
    table = Table(Position(5, cells=(START, START, PRISON, PRISON)))
    assert table.cells == [START, START, PRISON, PRISON]
    table.rolls("1 2 3 4 arrow").play("announce 1", 69).rolls("1 2 3 4 arrow")
    assert table.ends("1") == {"1": {86}}


def test_cm_5_6_pawns_on_start_or_prison_block_nobody() -> None:
    for pawn, cell in ((0, START), (2, PRISON)):
        crowd = ends(START, START, PRISON, PRISON, pawn=pawn)
        assert crowd == ends(cell)
    assert ends(53, START, START, PRISON) == ends(53)
    assert ends(94, START, PRISON, PRISON) == ends(94)


def test_cm_5_6_pawns_on_start_or_prison_cannot_be_caught() -> None:
    for cell, way in ((69, "south"), (86, "east"), (73, "south"), (92, "west")):
        table = Table(Position(cells=(START, PRISON), phase="MUMMY", mummy=cell, steps=9))
        assert f"step {way}" not in table.legal()


@pytest.mark.parametrize("locked", [0, 2])
@pytest.mark.parametrize(("cell", "mummy"), BOXES)
def test_cm_5_7_boxed_in(cell: int, mummy: int, locked: int) -> None:
    """By the mummy on the only way out, whatever the dice: not by another pawn there, nor by a mummy farther off."""
    dice = " ".join(["2"] * (5 - locked))
    farther = next(k for k in NB[mummy] if k not in (None, START, PRISON, cell, 70))
    for there, beside, boxed in ((mummy, 70, True), (1, 70, False), (farther, mummy, False), (farther, 70, False)):
        position = Position(cells=(67, cell, beside), mummy=there or 0, locked=locked, dice=dice)
        table = Table(position).play("announce 2").rolls(dice).play(67)
        assert (table.s["turn"] == 2) == boxed
        assert (table.s["history"][1, 0] == 7) == boxed
        assert table.asked == (3 if boxed else 2, "RELEASE" if locked else "ROLLED")
        assert table.locked == locked


def test_cm_5_7_boxed_in_is_exactly_no_free_neighbour() -> None:
    """Every corridor with the mummy on any neighbour of it (or far away), and other pawns on all its free ones."""
    pairs = [
        (cell, mummy)
        for cell in box.CORRIDORS
        for mummy in (*NB[cell], 0)
        if mummy not in (None, START, PRISON, cell, 86) and cell != 86
    ]
    positions = []
    for cell, mummy in pairs:
        beside = [k for k in NB[cell] if k not in (None, START, PRISON, mummy, 86)][:2]
        cells = (START, cell, *beside, *[START] * (2 - len(beside)))
        positions.append(Position(5, phase="MOVE", announced="1", cells=cells, mummy=mummy or 0))
    batch = copies(positions)
    batch.step(np.full(len(pairs), GO + 86))
    skipped = {pair for row, pair in enumerate(pairs) if batch.states["history"][row, 1, 0] == 7}
    assert skipped == set(BOXES)


def test_cm_5_7_another_pawn_boxes_nobody_in() -> None:
    for cell, neighbour in BOXES:
        found = ends(cell, neighbour)
        assert found["1"] == found["arrow"] == set()
        assert cell in found["2"]
        table = Table(Position(cells=(67, cell, neighbour))).idle()
        assert table.s["turn"] == 1


def test_cm_5_7_start_and_prison_never_box_in() -> None:
    """Each has two openings: beyond the one that the mummy leaves there is always a second step."""
    for cell, exits in ((START, (69, 86)), (PRISON, (73, 92))):
        for mummy, other in (exits, exits[::-1]):
            found = ends(cell, other, mummy=mummy)
            assert found["1"] == found["arrow"] == set()
            assert found["2"]
            table = Table(Position(cells=(67, cell, other), mummy=mummy)).idle(then="2 2 2 2 2")
            assert (table.asked, table.s["history"][1, 0]) == ((2, "ROLLED"), 0), "its turn begins"
