"""Coffin Rush!: the golden examples CO-18.1 to CO-18.8."""

from __future__ import annotations

from games.coffin_rush.oracle_temple import DONE, END_MOVEMENT, OPEN, OUT, PICK_UP, PLAY_ADRENALINE, RUSH
from games.coffin_rush.positions import (
    CHARM,
    COINS,
    GREEN,
    ORANGE,
    RED,
    RUNE,
    STANDARD,
    TEAMS,
    TORCH,
    YELLOW,
    E,
    N,
    S,
    Table,
    W,
    aggress,
    betray,
    borrow,
    card,
    cell,
    die,
    door,
    drop,
    recover,
    roll,
    set_red,
    step,
)


def test_co_18_1_the_scoring_picture() -> None:
    table = Table(3).blast()
    table.tent(0, GREEN[0], YELLOW[0], TORCH, CHARM)  # two treasures, two relics; green is tied
    table.tent(1, GREEN[1], ORANGE[0], TORCH + 1).bag(1, COINS)
    table.tent(2, ORANGE[1], RED[0], RED[1]).bag(2, COINS + 1).check()
    assert table.s["score"][:3].tolist() == [11, 9, 11]
    table.counter(1).pharaoh("quicksand", chance=[die("red", 1)])
    assert table.s["outcome"][:3].tolist() == [-1, -1, 1]


def test_co_18_2_quicksand_and_adrenaline() -> None:
    """In Q2's room: over debris to the door, open it, two steps onto the altar; the turn ends by itself."""
    table = Table().trap("quicksand").at(cell("Q2", 0, 3)).play(PLAY_ADRENALINE, step(S))
    assert (table.cell_of(0), table.turn_numbers) == (cell("Q2", 1, 3), (2, 1)), "debris at price 1"
    table.play(END_MOVEMENT, door(S), step(S))
    assert (table.turn_numbers, table.seat) == ((0, 1), 0)
    table.play(step(W))
    assert (table.cell_of(0), table.s["ground"][table.cell_of(0)], table.seat) == (cell("Q2", 2, 2), 4, 1)


def test_co_18_3_toxicity_and_a_borrowed_token() -> None:
    """Seat 0 begins on a mummy's cell with two tokens; seat 2's token lets it open the sarcophagus."""
    here, there = cell("Q5", 4, 2), cell("Q5", 4, 4)
    table = Table(4, teams=TEAMS[4]).trap("toxicity").at(here).mummies(here).pile(here, 3).hide(there, 7)
    table.rush(2).turn(0, tokens=2).play(PICK_UP, step(E), step(E), END_MOVEMENT)
    assert (table.turn_numbers, table.bags(0)) == ((0, 0), [3])
    table.play(borrow(2), OPEN)
    assert (table.bags(0), table.s["rush"].any(), table.turn_numbers) == ([3, 7], False, (0, 0))
    assert table.s["mummy"][0] == here


def test_co_18_4_depositing_and_a_betrayal() -> None:
    table = Table().stack("bomb").cards(0, "betrayal analysis", "rush").bag(0, 0, CHARM, 5)
    table.pharaoh("bomb", chance=[die("green", 1)])
    table.mummies(RUNE).play(step(S), drop(2), drop(2), DONE)
    assert (table.cell_of(0), table.turn_numbers, table.bags(0)) == (OUT, (1, 0), [5])
    assert table.s["tent"][0].tolist() == [1, 0, 0, 0, 0, 0, 1, 0, 0]
    table.play(step(N))
    assert (table.cell_of(0), table.turn_numbers) == (RUSH, (0, 2))
    table.play(betray(1), chance=[card(2, 5)])
    assert (table.discards(1), table.phase) == ("analysis", "RECOVER")
    table.play(recover("rush"))
    assert (table.hand(0), table.discards(0), table.turn_numbers) == ("analysis rush", "betrayal", (0, 2))


def test_co_18_5_the_mummys_way_to_the_rush_field() -> None:
    assert STANDARD.path("mummy", RUNE, RUSH) == [S] * 10 + [W] * 3
    table = Table().bag(0, 0).at(RUSH, cell("Q5", 1, 1)).pharaoh("quicksand", chance=[die("green", 2)])
    assert table.s["mummy"][0] == cell("Q6", 1, 2)
    assert (table.s["edge"][cell("CRYPT", 4, 2), S], table.s["edge"][cell("Q6", 0, 2), N]) == (2, 2)
    assert (table.s["edge"] == 2).sum() == 2


def test_co_18_6_thirteen_steps_each_its_own_way() -> None:
    goal = cell("Q5", 3, 0)
    assert STANDARD.path("spectre", RUNE, goal) == [S] * 6 + [W] * 7
    assert STANDARD.path("mummy", RUNE, goal) == [S] * 5 + [W] * 7 + [S]
    for kind, turns in (("spectre", 1), ("mummy", 2)):
        table = Table().at(goal, cell("Q5", 1, 1))
        table = table.bag(0, 0) if kind == "mummy" else table.spectres(RUNE)
        for trap in ("fury", "quicksand")[:turns]:
            assert table.s[kind][0] not in (goal, -1)
            table.counter(8).pharaoh(trap, chance=[die("red", 3), roll(3, 4)])
        assert table.s[kind][0] == (goal if kind == "mummy" else -1)
        assert (table.s["edge"] == 2).sum() == (4 if kind == "mummy" else 0), "two doors of two sides"


def test_co_18_7_in_line_from_the_rush_field() -> None:
    table = Table().at(RUSH, cell("Q5", 2, 2)).bag(1, 0)
    assert not table.may(aggress(1))
    assert table.open((RUSH, N)).may(aggress(1))
    assert not table.at(RUSH, cell("Q5", 1, 2)).may(aggress(1))


def test_co_18_8_a_charm_saves_itself() -> None:
    table = Table().at(RUSH, RUSH).bag(1, 0, CHARM, COINS).play(aggress(1), chance=[roll(1, 2)])
    assert (table.phase, table.seat) == ("CHARM", 1)
    table.play(set_red(4))
    assert (table.bags(0), table.bags(1), table.lies(RUSH)) == ([], [0, CHARM, COINS], [])
