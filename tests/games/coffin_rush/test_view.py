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
    "company": ((6,), 1), "at": ((6, 277), 1), "monsters": ((7, 37), 1), "laid": ((10, 10, 4), 1),
    "doors": ((17,), 1), "rooms": ((10,), 1), "here": ((11,), 1), "edges": ((4, 4), 1), "beyond": ((4, 11), 1),
    "stairs": ((275,), 1), "home": ((24,), 1), "sarcophagi": ((275,), 1), "chests": ((275,), 1),
    "in_sarcophagi": ((18, 7), 1), "in_chests": ((8, 4), 1), "analysed": ((5, 12), 1), "pile": ((277,), 25),
    "pile_here": ((9,), 5), "window": ((6, 41), 1), "bag": ((6, 6, 9), 1), "wealth": ((6,), 18), "held": ((9,), 1),
    "tent": ((6, 9), 5), "cards": ((6, 3, 5), 1), "playing": ((5,), 1), "rush": ((6,), 1), "immune": ((6,), 1),
    "points": ((6,), 74), "tokens": ((4,), 1), "steps": ((4,), 1), "moving": ((1,), 1), "torch": ((1,), 1),
    "adrenaline": ((2,), 1), "card_used": ((1,), 1), "recovers": ((2,), 1), "yellow": ((3,), 1), "red": ((4,), 1),
    "victim": ((6,), 1), "near": ((1,), 1), "candidates": ((6,), 1), "hunter": ((7,), 1), "counter": ((25,), 1),
    "colour": ((3,), 1), "power": ((7,), 1), "trap": ((9,), 1), "trap_red": ((1,), 1), "drawn": ((9,), 3),
    "temple_door": ((1,), 1), "feather": ((1,), 1),
}  # fmt: skip


def place(row: np.ndarray) -> int:
    """The one place of a one-hot row."""
    (found,) = np.flatnonzero(row)
    return int(found)


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
        assert place(seen["at"][(players - 1 - viewer) % players]) == cell("Q1", 2, 3)
        assert place(seen["wealth"]) == (1 - viewer) % players
        assert not seen["at"][players:].any()
        assert not seen["cards"][players:].any()
        assert seen["cards"][:players, 0].all()
        assert not seen["cards"][:, 1:].any()


def test_members_of_a_company() -> None:
    table = Table(6, teams=TEAMS[6])
    for viewer in range(6):
        assert table.sees(viewer)["company"].tolist() == [1, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("content", "features"),
    [
        *((0, [0]), (5, [1]), (9, [2]), (12, [3]), (15, [4]), (11, [2, 5]), (14, [3, 5]), (16, [4, 5]), (STAIRS, [6])),
        *((17, [0]), (18, [0]), (19, [1]), (21, [2]), (23, [3])),
    ],
)
def test_tiles(content: int, features: list[int]) -> None:
    chest = 17 <= content < 25
    tile = cell("Q6", 4, 4) if chest else cell("Q6", 4, 0)
    table = Table().hide(tile, content).at(cell("Q6", 2, 2))
    number = int(np.flatnonzero(table.s["spot"] == tile)[0]) - (18 if chest else 0)
    name = "in_chests" if chest else "in_sarcophagi"
    for viewer in (0, 1):
        assert table.sees(viewer)["chests" if chest else "sarcophagi"][tile] == 1
        assert table.sees(viewer)["sarcophagi" if chest else "chests"][tile] == 0
        assert not table.sees(viewer)[name].any()
    table.play(analyse(6))
    assert np.flatnonzero(table.sees(0)[name][number]).tolist() == features
    assert not table.sees(1)[name].any()
    revealed = GAME.hidden.decode(table.batch.reveal(0)[0])
    assert np.flatnonzero(revealed[name][number]).tolist() == features


def test_hidden_pieces_tell_all() -> None:
    table = Table().stack("fury", "seals", "bomb").trap("quicksand")
    revealed = GAME.hidden.decode(table.batch.reveal(0)[0])
    assert [place(row) for row in revealed["next_traps"][:3]] == [ct.FURY, ct.SEALS, ct.BOMB]
    assert revealed["next_traps"].sum(axis=1).tolist() == [1] * 12 + [0]
    assert (revealed["in_sarcophagi"][:, [0, 1, 2, 3, 4, 6]].sum(), revealed["in_chests"].sum()) == (18, 8)
    table.at(cell("Q5", 3, 0)).hide(cell("Q5", 3, 0), 0).play(OPEN)
    number = int(np.flatnonzero(table.s["spot"] == cell("Q5", 3, 0))[0])
    assert not GAME.hidden.decode(table.batch.reveal(0)[0])["in_sarcophagi"][number].any()


def test_piles() -> None:
    here = cell("Q1", 2, 3)
    table = Table().pile(here, 0, TORCH, COINS, 1).pile(RUSH, CHARM).at(here)
    seen = table.sees(0)
    assert (seen["pile"][here], seen["pile"][RUSH], seen["pile"].sum()) == (4, 1, 5)
    assert seen["pile_here"].tolist() == [2, 0, 0, 0, 0, 1, 0, 0, 1]
    assert table.sees(1)["pile_here"].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0]


def test_monsters() -> None:
    """Spectres, then mummies: position and square."""
    table = Table().mummies(RUSH, cell("Q10", 4, 3)).spectres(None, cell("Q2", 1, 0))
    rows = [np.flatnonzero(row).tolist() for row in table.sees(1)["monsters"]]
    assert rows == [[], [1, 12 + 5], [], [11], [10, 12 + 23], [], []]


def test_the_map() -> None:
    """Which quadrant lies where and how it is turned; doors that are open."""
    table = Table().open((RUSH, N), (cell("Q6", 2, 1), S))
    seen = table.sees(0)
    assert [place(row.ravel()) for row in seen["laid"]] == [4 * k for k in range(10)]
    assert [seen["doors"].sum(), seen["rooms"].tolist()] == [1, [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]]
    turned = Table(layout="random", seed=5)
    rows = turned.sees(1)["laid"].reshape(10, 40)
    laid = [divmod(place(row), 4) for row in rows]
    assert [k for k, _ in laid] == turned.s["quadrant"][ct.ORDINARY].tolist() != list(range(10))
    assert [k for _, k in laid] == turned.s["turned"][ct.ORDINARY].tolist()
    assert len(set(laid)) == 10
    for here, way in ((cell("Q1", 2, 4), E), (cell("Q1", 4, 2), S), (RUSH, E), (RUSH, 3)):
        places = np.flatnonzero(Table().open((here, way)).sees(0)["doors"]).tolist()
        assert places == [{(cell("Q1", 2, 4), E): 0, (cell("Q1", 4, 2), S): 1, (RUSH, E): 15, (RUSH, 3): 14}[here, way]]


def test_the_own_cell() -> None:
    table = Table().open((RUSH, N))
    seen = table.sees(0)
    assert np.argwhere(seen["edges"]).tolist() == [[0, 1], [1, 2], [2, 3], [3, 2]]
    assert np.argwhere(seen["beyond"]).tolist() == [[0, 0], [1, 0], [2, 10], [3, 0]]
    assert (place(seen["here"]), place(seen["home"])) == (9, 1)
    seen = table.at(cell("Q6", 3, 1)).sees(0)
    assert np.argwhere(seen["edges"]).tolist() == [[0, 2], [2, 0], [3, 0]], "a wall in the east, a door in the north"
    assert np.argwhere(table.blast().at(RUSH).sees(0)["edges"])[2].tolist() == [2, 0]
    seen = table.at(OUT).sees(0)
    assert (place(seen["here"]), place(seen["home"]), np.argwhere(seen["beyond"]).tolist()) == (10, 0, [[0, 9]])
    seen = table.at(cell("Q5", 3, 1)).sees(0)
    assert np.argwhere(seen["beyond"]).tolist()[1] == [1, 3], "a trap in the east"
    assert place(seen["home"]) == 4 - 3 + 1 + 1 + 1, "two to the midpoint, RUSH!, the camp"


def test_the_window() -> None:
    """Up to four cells away, row by row: the own cell is the twenty-first."""
    here = cell("Q5", 2, 2)
    table = Table(3).at(here, here, cell("Q5", 2, 3)).mummies(cell("Q5", 0, 2), cell("Q5", 0, 2)).spectres(RUSH)
    table.pile(cell("Q5", 2, 1), 0).hide(cell("Q5", 3, 0), 5).hide(cell("Q5", 4, 4), 6)
    sarcophagi, chests, piles, spectres, mummies, players = (
        np.flatnonzero(plane).tolist() for plane in table.sees(0)["window"]
    )
    assert (sarcophagi, chests) == ([26, 36], []), "Q5(3, 0) and Q5(4, 4)"
    assert (piles, spectres, mummies, players) == ([19], [38], [6], [20, 21])
    planes = table.at(RUSH).sees(0)["window"]
    assert np.flatnonzero(planes[4]).tolist() == [] != np.flatnonzero(planes[5]).tolist()
    assert np.flatnonzero(planes[3]).tolist() == [20], "the spectre on the own cell"


def test_the_numbers_of_the_turn() -> None:
    table = Table(3).counter(8).at(cell("CRYPT", 4, 0)).bag(0, TORCH)

    def numbers(viewer: int) -> list[int]:
        seen = table.sees(viewer)
        flags = [int(seen[name][0]) for name in ("torch", "card_used", "moving")]
        return [place(seen["tokens"]), place(seen["steps"]), *flags, *seen["adrenaline"].tolist()]

    assert numbers(0) == numbers(2) == [3, 0, 1, 0, 0, 0, 0]
    table.play(step(E), ct.PLAY_ADRENALINE)
    assert numbers(1) == [2, 2, 1, 1, 1, 0, 1]
    table.play(*[step(E)] * 3)
    assert numbers(1) == [2, 0, 0, 1, 0, 0, 1]
    assert Table().play(ct.PLAY_ADRENALINE).sees(1)["adrenaline"].tolist() == [1, 0]


def test_the_pharaoh() -> None:
    seen = Table().counter(13).trap("fury", red=True).set(power=4).sees(0)
    assert (place(seen["counter"]), place(seen["power"]), place(seen["trap"])) == (13, 4, ct.FURY)
    assert (seen["trap_red"][0], place(seen["colour"]), place(seen["drawn"])) == (1, 1, ct.FURY)


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
        assert (seen["yellow"].tolist(), seen["red"].tolist()) == (
            ([0, 1, 0], [0, 0, 1, 0]) if phase == 5 else ([0] * 3, [0] * 4)
        )
        assert np.flatnonzero(seen["recovers"]).tolist() == ([0] if phase == 4 else [])
        assert np.flatnonzero(seen["hunter"]).tolist() == ([3] if phase == 6 else [])
        assert np.flatnonzero(seen["playing"]).tolist() == {3: [0], 4: [1], 5: [0]}.get(phase, [])
        assert seen["near"][0] == (phase in (3, 5))
        assert seen["turn"].tolist() == ([0] * 6 if phase == 6 else [0, 1, 0, 0, 0, 0])
        assert seen["acting"].tolist() == ([1, 0, 0, 0, 0, 0] if phase in (5, 6) else [0, 1, 0, 0, 0, 0])
    assert tables[2].sees(0)["held"].tolist() == [0] * 8 + [1]
    assert tables[3].sees(1)["victim"][0] == 1
    assert tables[6].sees(0)["candidates"].tolist() == [1, 1, 0, 0, 0, 0]
    assert tables[6].may(target(0), target(1))
