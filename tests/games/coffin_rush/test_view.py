"""Coffin Rush!, CO-14 and CO-15: actions and their words, the pieces of an observation."""

from __future__ import annotations

import numpy as np
import pytest

from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import OPEN, OUT, RUSH, STAIRS
from games.coffin_rush.positions import (
    CHARM,
    COINS,
    GAME,
    TEAMS,
    TORCH,
    E,
    N,
    S,
    Table,
    aggress,
    analyse,
    cell,
    drop,
    roll,
    step,
    target,
)

PIECES = {  # the table of CO-15: shape and maximum
    "phase": ((7,), 1), "players": ((5,), 1), "acting": ((6,), 1), "first": ((6,), 1), "turn": ((6,), 1),
    "company": ((6,), 1), "cell": ((277,), 10), "edge": ((277, 4), 4), "tile": ((277,), 15), "pile": ((277,), 25),
    "pile_value": ((277,), 74), "pile_here": ((9,), 5), "at": ((6, 3), 12), "monsters": ((7, 4), 12),
    "bag": ((6, 6), 9), "held": ((9,), 1), "tent": ((6, 9), 5), "hand": ((6, 5), 1), "discards": ((6, 5), 1),
    "rush": ((6,), 1), "immune": ((6,), 1), "tokens": ((1,), 5), "steps": ((1,), 5), "torch": ((1,), 5),
    "adrenaline": ((1,), 5), "card_used": ((1,), 5), "moving": ((1,), 5), "dice": ((2,), 4), "victim": ((6,), 1),
    "candidates": ((6,), 1), "counter": ((1,), 24), "colour": ((3,), 1), "power": ((1,), 6), "trap": ((9,), 1),
    "trap_red": ((1,), 1), "drawn": ((9,), 3), "temple_door": ((1,), 1), "feather": ((1,), 1), "points": ((6,), 100),
}  # fmt: skip


def test_pieces_are_those_of_the_table() -> None:
    pieces = GAME.observation.decode(GAME.observation.maxima.astype(np.int8))
    assert {name: (value.shape, int(value.max())) for name, value in pieces.items()} == PIECES
    assert list(pieces) == list(PIECES)


def test_actions_are_those_of_the_table() -> None:
    """Numbers of the table of CO-14, in words."""
    words = {
        0: "step north", 3: "step west", 4: "take the stairs", 5: "end movement", 10: "open the tile",
        11: "pick up the pile", 12: "drop slot 2", 18: "drop slot 8", 19: "done dropping", 20: "pass",
        31: "take slot 2", 36: "take slot 7", 37: "recover aggression", 41: "recover rush", 42: "analyse position 0",
        53: "analyse position 11", 54: "adrenaline", 55: "rush", 56: "discard aggression", 60: "discard rush",
        61: "keep the dice", 62: "set yellow to 1", 64: "set yellow to 3", 65: "set red to 1", 68: "set red to 4",
    }  # fmt: skip
    assert GAME.actions.size == ct.ACTIONS == 80
    assert {action: GAME.describe(action) for action in words} == words
    for first, last, verb in ((21, 25, "aggression on"), (26, 30, "betray"), (69, 73, "use"), (74, 79, "target")):
        assert all(GAME.describe(action).startswith(verb) for action in range(first, last + 1))
    assert [GAME.describe(action).split()[-1] for action in range(6, 10)] == ["north", "east", "south", "west"]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_seats_are_seen_from_the_viewer_on(players: int) -> None:
    table = Table(players).rush(1).bag(1, 0).at(*[RUSH] * (players - 1), cell("Q1", 2, 3)).check()
    for viewer in range(players):
        seen = table.sees(viewer)
        assert seen["players"].tolist() == [int(k == players - 2) for k in range(5)]
        seats = {"acting": 0, "first": 0, "turn": 0, "company": viewer, "rush": 1, "points": 1}
        for name, seat in seats.items():
            assert seen[name].tolist() == [int(k == (seat - viewer) % players) for k in range(6)], name
        assert seen["at"][(players - 1 - viewer) % players].tolist() == [1, 3, 4]
        assert not seen["at"][players:].any()
        assert not seen["hand"][players:].any()
        assert seen["hand"][:players].all()


def test_members_of_a_company() -> None:
    table = Table(6, teams=TEAMS[6])
    for viewer in range(6):
        assert table.sees(viewer)["company"].tolist() == [1, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        *((0, 3), (5, 4), (9, 5), (12, 6), (15, 7), (11, 8), (14, 9), (16, 10), (STAIRS, 11)),
        *((17, 12), (18, 12), (19, 13), (21, 14), (23, 15)),
    ],
)
def test_tiles(content: int, code: int) -> None:
    place = cell("Q6", 4, 4) if 17 <= content < 25 else cell("Q6", 4, 0)
    table = Table().hide(place, content).at(cell("Q6", 2, 2))
    assert table.sees(0)["tile"][place] == (2 if 17 <= content < 25 else 1)
    table.play(analyse(6))
    assert table.sees(0)["tile"][place] == code
    assert table.sees(1)["tile"][place] < 3
    revealed = GAME.hidden.decode(table.batch.reveal(0)[0])
    assert revealed["contents"][place] == code


def test_hidden_pieces_tell_all() -> None:
    table = Table().stack("fury", "seals", "bomb").trap("quicksand")
    revealed = GAME.hidden.decode(table.batch.reveal(0)[0])
    assert revealed["next_traps"][:3].tolist() == [ct.FURY + 1, ct.SEALS + 1, ct.BOMB + 1]
    assert (revealed["next_traps"][:12] > 0).all()
    assert revealed["next_traps"][12] == 0
    assert (revealed["contents"] > 0).sum() == 26
    table.at(cell("Q5", 3, 0)).hide(cell("Q5", 3, 0), 0).play(OPEN)
    assert GAME.hidden.decode(table.batch.reveal(0)[0])["contents"][cell("Q5", 3, 0)] == 0


def test_piles() -> None:
    place = cell("Q1", 2, 3)
    table = Table().pile(place, 0, TORCH, COINS, 1).pile(RUSH, CHARM).at(place)
    seen = table.sees(0)
    assert (seen["pile"][place], seen["pile_value"][place], seen["pile"].sum()) == (4, 11, 5)
    assert seen["pile_here"].tolist() == [2, 0, 0, 0, 0, 1, 0, 0, 1]
    assert table.sees(1)["pile_here"].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0]


def test_monsters() -> None:
    table = Table().mummies(RUSH, cell("Q10", 4, 3)).spectres(None, cell("Q2", 1, 0))
    rows = table.sees(1)["monsters"].tolist()
    assert rows == [[1, 10, 3, 3], [1, 12, 5, 4], [0] * 4, [0] * 4, [0] * 4, [1, 2, 2, 1], [0] * 4]


def test_edges() -> None:
    table = Table().open((RUSH, N))
    edge = table.sees(0)["edge"]
    assert edge[RUSH].tolist() == [2, 3, 4, 3]
    assert edge[cell("Q5", 4, 2)].tolist() == [1, 1, 2, 1]
    assert edge[cell("Q6", 3, 1)].tolist() == [3, 0, 1, 1]
    assert table.blast().sees(0)["edge"][RUSH, S] == 1
    assert table.sees(0)["edge"][OUT].tolist() == [1, 0, 0, 0]
    assert edge[cell("Q1", 0, 0)].tolist() == [0, 1, 1, 0]


def test_the_numbers_of_the_turn() -> None:
    table = Table(3).counter(8).at(cell("CRYPT", 4, 0)).bag(0, TORCH)
    names = ("tokens", "steps", "torch", "adrenaline", "card_used", "moving")

    def numbers(viewer: int) -> list[int]:
        return [int(table.sees(viewer)[name][0]) for name in names]

    assert numbers(0) == numbers(2) == [3, 0, 1, 0, 0, 0]
    table.play(step(E), ct.PLAY_ADRENALINE)
    assert numbers(1) == [2, 2, 1, 2, 1, 1]
    table.play(*[step(E)] * 3)
    assert numbers(1) == [2, 0, 0, 2, 1, 0]


def test_phases_and_what_they_are_about() -> None:
    """One-hot; pieces of other phases are zero."""
    line = [cell("CRYPT", 4, column) for column in range(5)]
    tables = {
        0: Table().bag(0, 0),
        1: Table().bag(0, 0, 1).play(drop(2)),
        2: Table().bag(0, 0, 1, 2, 3, 4, 5).pile(RUSH, COINS).play(ct.PICK_UP),
        3: Table().counter(8).bag(1, 0).play(aggress(1)),
        4: Table().cards(0, "betrayal", "rush").play(ct.BETRAY + 1),
        5: Table().bag(1, CHARM).play(aggress(1), chance=[roll(2, 3)]),
        6: Table().at(line[1], line[3]).bag(0, 0).bag(1, 1).mummies(line[2]).pharaoh("quicksand"),
    }
    about = {2: "held", 3: "victim", 5: "victim", 6: "candidates"}
    for phase, table in tables.items():
        seen = table.sees(1)
        assert seen["phase"].tolist() == [int(k == phase) for k in range(7)]
        for name in ("held", "victim", "candidates"):
            assert seen[name].any() == (about.get(phase) == name), (phase, name)
        assert seen["dice"].tolist() == ([2, 3] if phase == 5 else [0, 0])
        assert seen["turn"].tolist() == ([0] * 6 if phase == 6 else [0, 1, 0, 0, 0, 0])
        assert seen["acting"].tolist() == ([1, 0, 0, 0, 0, 0] if phase in (5, 6) else [0, 1, 0, 0, 0, 0])
    assert tables[2].sees(0)["held"].tolist() == [0] * 8 + [1]
    assert tables[3].sees(1)["victim"][0] == 1
    assert tables[6].sees(0)["candidates"].tolist() == [1, 1, 0, 0, 0, 0]
    assert tables[6].may(target(0), target(1))
