"""Curse of the Mummy, rules CM-11.1 to CM-11.3, CM-12 and CM-13: who knows what, actions and observations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.by_hand import members
from games.curse_of_the_mummy.oracle import NB, PRISON, START
from games.curse_of_the_mummy.positions import GAME, GO, Position, Table, cards
from rush_envs.errors import BadAction

FIVE = "1 2 3 4 arrow"
P = {0: {53, 67, 68}, 1: {70, 71}, 2: {START}}


def seen(position: Position, seat: int) -> np.ndarray:
    return Table(position).batch.observe([0], [seat])[0]


def alike(one: Position, other: Position, seat: int) -> bool:
    return bool(np.array_equal(seen(one, seat), seen(other, seat)))


# ------------------------------------------------------------------------------------------------------------------
# CM-11 Who knows what


@pytest.mark.parametrize("change", [
    {"mummy": 2}, {"locked": 1}, {"turn": 1}, {"taken": {1: 1}}, {"laid": {1: "R2"}}, {"history": {0: [3]}},
    {"history": {2: [6, 7]}}, {"possible": {0: {53, 67}}}, {"hands": {0: "R1 B1 W1 G1"}}, {"rounds": 30},
    {"cells": (53, None, START), "taken": {1: 3}}, {"phase": "RELEASE", "locked": 1},
    {"phase": "MUMMY", "steps": 3}, {"phase": "MUMMY", "steps": 3, "intermediate": True, "locked": 3},
])  # fmt: skip
def test_cm_11_1_public_facts_show(change: dict[str, object]) -> None:
    base = {"cells": (53, 70, START), "possible": P}
    one, other = Position(**base), Position(**base | change)  # type: ignore[arg-type]
    for seat in range(4):
        assert not alike(one, other, seat)


def test_cm_11_1_the_mummy_dies_result_shows() -> None:
    table = Table(Position(phase="MOVE", announced="1", turn=2, cells=(53, 69), locked=1)).rolls("", 3).play(86)
    assert [members(table.sees(seat)["steps"]) for seat in range(4)] == [{0, 1, 2, 3}] * 4


def test_cm_11_2_explorers_know_pawns_dice_and_end_cells() -> None:
    base = Position(cells=(53, 70, START), possible=P)
    for other in (
        Position(cells=(67, 70, START), possible=P),
        Position(cells=(53, 70, START), possible=P, dice="1 1 3 4 arrow"),
        Position(cells=(53, 70, START), possible=P, phase="MOVE", announced="1"),
    ):
        for seat in (1, 2, 3):
            assert not alike(base, other, seat)


def test_cm_11_2_explorers_do_not_know_each_others_hands() -> None:
    one = Position(hands={0: "R1 B1 W1 G1 Y1", 1: "R2 B2 W2 G2 Y2", 2: "R3 B3 W3 G3 Y3"})
    other = Position(hands={0: "R1 B1 W1 G1 Y1", 1: "R3 B5 W2 G4 Y2", 2: "R5 B2 W3 G2 Y4"})
    assert alike(one, other, 1)
    assert not alike(one, other, 2)
    assert not alike(one, other, 3)
    assert alike(one, other, 0)


@pytest.mark.parametrize("hidden", [
    {"cells": (67, 71, START)}, {"dice": "arrow arrow 1 1 1"}, {"phase": "MOVE", "announced": "1"},
    {"phase": "MOVE", "announced": "arrow"}, {"phase": "TREASURE", "announced": "4", "cells": (36, 70, START)},
    {"hands": {0: "R5 B4 W3 G2 Y1", 1: "R4 B5 W1 G1 Y2", 2: "R1 B2 W5 G4 Y4"}},
])  # fmt: skip
def test_cm_11_3_what_the_mummy_does_not_know(hidden: dict[str, object]) -> None:
    base = {"cells": (53, 70, START), "possible": P}
    assert alike(Position(**base), Position(**base | hidden), 0)  # type: ignore[arg-type]


def test_cm_11_3_rerolls_are_not_counted() -> None:
    table = Table(Position(cells=(53, 70), possible=P))
    before = table.batch.observe([0], [0])
    for _ in range(3):
        table.rolls("2 2 3 3 1").play("roll again")
    assert np.array_equal(before, table.batch.observe([0], [0]))


def test_cm_11_3_holding_a_treasure_tells_nothing() -> None:
    """Pawn 0 ends on the scarab and holds it, or has another card and must hold, or ends elsewhere and is not asked:
    at every moment the mummy sees the same, and in the end what the announcement alone says."""
    views = []
    for cell, hand in ((36, "R1 B1"), (36, "R2 B1"), (25, "R1 B1")):
        table = Table(Position(cells=(24,), possible={0: {24, 50}}, hands={0: hand, 1: "R3", 2: "R4"}))
        table.play("announce 1").rolls(FIVE)
        view = [looks(table)]
        table.play(cell)
        if cell == 36:
            assert table.asked == (1, "TREASURE")
            assert ("play the treasure" in table.legal()) == ("R1" in hand)
            view.append(looks(table))
            table.rolls(FIVE).play("hold the treasure")
        assert table.P(0) == {target for k in (24, 50) for target in NB[k] if target is not None}
        assert (table.s["history"][0, 0], int(table.s["laid"].sum()), table.hand(0)) == (1, 0, cards(hand))
        views.append((view[0], view[-1], looks(table)))
    assert views[0] == views[1] == views[2]
    assert views[0][0] == views[0][1] != views[0][2]


def looks(table: Table) -> tuple[bytes, bytes, str]:
    """All that the mummy sees."""
    scene = GAME.draw(table.batch.states, 0)
    return table.batch.observe([0], [0]).tobytes(), table.batch.legal([0], [0]).tobytes(), scene.to_ansi()


def test_cm_11_3_the_fields_and_their_eyes() -> None:
    hidden = {name for name, rule in GAME.state.sees.items() if rule != "public"}
    assert hidden == {"rng", "ply", "deed", "cell", "shown", "announced", "hand"}


# ------------------------------------------------------------------------------------------------------------------
# CM-12 Actions


def test_cm_12_ids_and_words() -> None:
    assert GAME.actions.size == 114
    words = {
        0: "release the dice", 1: "keep the dice", 2: "roll again", 3: "announce 1", 4: "announce 2", 5: "announce 3",
        6: "announce 4", 7: "announce arrow", 44: "go to (5,4) red scarab", 107: "step north", 108: "step east",
        109: "step south", 110: "step west", 111: "stop", 112: "play the treasure", 113: "hold the treasure",
    }  # fmt: skip
    for action, sentence in words.items():
        assert GAME.describe(action) == sentence
        assert GAME.parse(sentence) == action
    cell = 0
    for row in range(9):
        for column in range(8 - row, 11 + row):
            assert GAME.describe(GO + cell).startswith(f"go to ({row},{column})")
            assert GAME.parse(GAME.describe(GO + cell)) == GO + cell
            cell += 1
    assert cell == 99
    with pytest.raises(BadAction):
        GAME.describe(114)


def test_cm_12_start_and_prison_are_never_a_goal() -> None:
    for cells, mummy in (((START, PRISON), 1), ((69, 86), 1), ((73, 92), 1), ((53, 93), 91)):
        for value in ("1", "2", "3", "4", "arrow"):
            table = Table(Position(cells=cells, mummy=mummy))
            if f"announce {value}" in table.legal():
                table.play(f"announce {value}")
                assert table.batch.mask[0, 8 + 87] == table.batch.mask[0, 8 + 91] == 0


# ------------------------------------------------------------------------------------------------------------------
# CM-13 Observation


def test_cm_13_pieces_shapes_and_maxima() -> None:
    assert [(p.name, p.shape, p.maximum) for p in GAME.observation] == [
        ("role", (1,), 1), ("players", (4,), 1), ("phase", (6,), 1), ("acting", (4,), 1), ("mummy", (99,), 1),
        ("pawns", (4, 99), 1), ("possible", (4, 99), 1), ("distance", (4, 12), 1), ("near", (4, 3), 99),
        ("history", (4, 8, 7), 1), ("ankhs", (4,), 6), ("mummy_ankhs", (7,), 1), ("missing", (7,), 1),
        ("locked", (5,), 1), ("shown", (5,), 5), ("announced", (5,), 1), ("leads", (5,), 10), ("steps", (11,), 1),
        ("intermediate", (1,), 1), ("hand", (23,), 1), ("close", (2, 23), 13), ("colours", (4, 5), 2),
        ("laid", (4, 23), 1), ("time", (1,), 100),
    ]  # fmt: skip


def entries(rows: Any) -> list[int]:
    """One-hot turns as numbers, 0 for none."""
    return [max((k for k, value in enumerate(row, 1) if value), default=0) for row in rows]


ROLLED = Position(
    4, cells=(53, 67, START), turn=1, locked=1, dice="2 2 arrow 4", mummy=5, possible={1: {67, 68}}, taken={2: 1},
    history={0: [5, 1], 2: [7]}, hands={1: "W2 G2"}, laid={0: "R1", 1: "R2 B2 Y2"}, rounds=45,
)  # fmt: skip


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_cm_13_a_position_from_every_chair(viewer: int) -> None:
    order = {0: [0, 1, 2], 1: [0, 1, 2], 2: [1, 2, 0], 3: [2, 0, 1]}[viewer]
    sees = {name: value.tolist() for name, value in Table(ROLLED).sees(viewer).items()}
    assert sees["role"] == [int(viewer == 0)]
    assert sees["players"] == [0, 0, 1, 0]
    assert sees["phase"] == ([0, 0, 0, 0, 0, 1] if viewer == 0 else [0, 1, 0, 0, 0, 0])
    assert sees["acting"] == [int(pawn == 1) for pawn in order] + [0]
    assert members(sees["mummy"]) == {5}
    cells = [{53}, {67}, {START}]
    assert [members(row) for row in sees["pawns"]] == [set() if viewer == 0 else cells[p] for p in order] + [set()]
    possible = [{53}, {67, 68}, {START}]
    assert [members(row) for row in sees["possible"]] == [possible[pawn] for pawn in order] + [set()]
    history = [[5, 1, 0, 0, 0, 0, 0, 0], [0] * 8, [7, 0, 0, 0, 0, 0, 0, 0]]
    assert [entries(rows) for rows in sees["history"]] == [history[pawn] for pawn in order] + [[0] * 8]
    assert sees["ankhs"] == [[3, 3, 2][pawn] for pawn in order] + [0]
    assert [sum(sees[name]) for name in ("mummy_ankhs", "missing", "locked", "steps", "intermediate")] == [
        1,
        5,
        1,
        0,
        0,
    ]
    assert sees["shown"] == ([0] * 5 if viewer == 0 else [0, 2, 0, 1, 1])
    assert sees["announced"] == [0] * 5
    hands = [set(), cards("B1 W1 G1 Y1"), cards("W2 G2"), cards("R3 B3 W3 G3 Y3")]
    assert members(sees["hand"]) == hands[viewer]
    colours = [[0, 1, 1, 1, 1], [0, 0, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert sees["colours"] == [colours[pawn] for pawn in order] + [[0] * 5]
    laid = [cards("R1"), cards("R2 B2 Y2"), set()]
    assert [members(row) for row in sees["laid"]] == [laid[pawn] for pawn in order] + [set()]
    assert sees["time"] == [15]


@pytest.mark.parametrize(("players", "viewer", "order"), [
    (5, 0, [0, 1, 2, 3]), (5, 3, [2, 3, 0, 1]), (3, 2, [1, 0]), (2, 0, [0, 1]), (2, 1, [0, 1]),
])  # fmt: skip
def test_cm_13_the_pawn_axis(players: int, viewer: int, order: list[int]) -> None:
    cells = (53, 67, 70, 85)[: max(players - 1, 2)]
    sees = Table(Position(players, cells=cells, turn=1)).sees(viewer)
    rest = [set()] * (4 - len(cells))
    assert [members(row) for row in sees["possible"]] == [{cells[pawn]} for pawn in order] + rest
    assert sees["acting"].tolist() == [int(pawn == 1) for pawn in order] + [0] * len(rest)
    assert sees["players"].tolist() == [int(number == players) for number in (2, 3, 4, 5)]


@pytest.mark.parametrize(("position", "explorers", "mummy"), [
    (Position(phase="RELEASE", locked=2), 0, 0), (Position(), 1, 5), (Position(phase="MOVE", announced="1"), 2, 5),
    (Position(phase="TREASURE", announced="1", cells=(36,)), 3, 5), (Position(phase="MUMMY", steps=1), 4, 4),
    (Position(phase="MUMMY", steps=2, intermediate=True, locked=2), 4, 4),
])  # fmt: skip
def test_cm_13_phases(position: Position, explorers: int, mummy: int) -> None:
    table = Table(position)
    for seat, phase in enumerate([mummy, explorers, explorers, explorers]):
        assert table.sees(seat)["phase"].tolist() == [int(k == phase) for k in range(6)]


def test_cm_13_acting_during_the_mummys_moves() -> None:
    normal = Table(Position(phase="MUMMY", steps=4))
    release = Table(Position(phase="MUMMY", steps=2, turn=2, intermediate=True, locked=2))
    for seat, place in enumerate([2, 2, 1, 0]):
        assert not normal.sees(seat)["acting"].any()
        assert members(release.sees(seat)["acting"]) == {place}
        assert (normal.sees(seat)["intermediate"], release.sees(seat)["intermediate"]) == ([0], [1])
        assert [members(table.sees(seat)["steps"]) for table in (normal, release)] == [{0, 1, 2, 3}, {0, 1}]


def test_cm_13_announced_in_move_and_treasure() -> None:
    for value, place in {"1": 0, "4": 3, "arrow": 4}.items():
        for phase in ("MOVE", "TREASURE"):
            table = Table(Position(phase=phase, announced=value, cells=(36,)))
            assert members(table.sees(0)["announced"]) == set()
            assert [members(table.sees(seat)["announced"]) for seat in (1, 2, 3)] == [{place}] * 3
            assert not any(table.sees(seat)["shown"].any() for seat in range(4))


def test_cm_13_history_keeps_the_last_eight_turns_newest_first() -> None:
    table = Table(Position(cells=(67, 70), history={0: [1, 2, 3, 4, 5, 6, 7, 1]})).play("announce 3")
    assert entries(table.sees(0)["history"][0]) == [1, 2, 3, 4, 5, 6, 7, 1], "written when the turn ends"
    table.rolls(FIVE).play(68)
    assert entries(table.sees(0)["history"][0]) == [3, 1, 2, 3, 4, 5, 6, 7]


def test_cm_13_two_players_share_hand_and_ankhs() -> None:
    table = Table(Position(2, taken={0: 2}, hands={0: "R1 R2 B1 G3 G4 Y1"}))
    for seat in (0, 1):
        sees = table.sees(seat)
        assert sees["ankhs"].tolist() == [4, 4, 0, 0]
        assert sees["colours"].tolist() == [[2, 1, 0, 2, 1]] * 2 + [[0] * 5] * 2
        assert (members(sees["mummy_ankhs"]), members(sees["missing"])) == ({0, 1}, {0})
    assert members(table.sees(1)["hand"]) == cards("R1 R2 B1 G3 G4 Y1")


def test_cm_13_eliminated_pawns_are_zero_but_for_laid_and_history() -> None:
    position = Position(cells=(53, None, 67), taken={1: 3}, laid={1: "R2"}, history={1: [4, 2]})
    for seat, place in enumerate([1, 1, 0, 2]):
        sees = Table(position).sees(seat)
        for name in ("acting", "pawns", "possible", "distance", "near", "ankhs", "colours"):
            assert not sees[name][place].any(), name
        assert members(sees["laid"][place]) == cards("R2")
        assert entries(sees["history"][place]) == [4, 2, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("rounds", "limit", "time"), [(0, 300, 0), (2, 300, 0), (3, 300, 1), (299, 300, 99), (5, 10, 50)]
)
def test_cm_13_time(rounds: int, limit: int, time: int) -> None:
    table = Table(Position(rounds=rounds), max_rounds=limit)
    assert [table.sees(seat)["time"].tolist() for seat in range(4)] == [[time]] * 4


# ------------------------------------------------------------------------------------------------------------------
# CM-13 Distances on the maze


def test_cm_13_distance_from_the_mummy_to_each_pawn() -> None:
    """From 66 to 67 and 70 along the corridor; far away from 7 to 85; nobody enters the start."""
    position = Position(5, cells=(67, 70, START, PRISON), mummy=66, possible={0: {67, 70}, 1: {70, 98}})
    assert [members(row) for row in Table(position).sees(1)["distance"]] == [{0}, {3}, set(), set()]
    assert [members(row) for row in Table(position).sees(3)["distance"]] == [set(), set(), {0}, {3}]
    far = Position(3, cells=(85, 1), mummy=7, possible={0: {85}, 1: {1}})
    assert [members(row) for row in Table(far).sees(2)["distance"][:2]] == [{4}, {11}]


def test_cm_13_the_mummys_distance_is_to_the_nearest_possible_cell() -> None:
    position = Position(5, cells=(70, 98, START, 67), mummy=66, possible={0: {START, 70, 69}, 1: {98}, 3: {START, 67}})
    found = [members(row) for row in Table(position).sees(0)["distance"]]
    assert found == [{2}, {11}, set(), {0}]
    hidden = Table(position, belief=False)
    assert not hidden.sees(0)["distance"].any()
    assert hidden.sees(1)["distance"].any()


def test_cm_13_possible_cells_near_the_mummy() -> None:
    """Within 3, 6 and 10 steps of 66: 67 to 69, then 70 to 72, then 73 and 75; start and prison never."""
    position = Position(3, cells=(67, START), mummy=66, possible={0: {67, 68, 69, 70, 72, 73, 75, START, PRISON}})
    for seat in range(3):
        near = Table(position).sees(seat)["near"].tolist()
        assert near[:2] == ([[3, 5, 7], [0, 0, 0]] if seat < 2 else [[0, 0, 0], [3, 5, 7]])
    assert not Table(position, belief=False).sees(0)["near"].any()


def test_cm_13_how_close_the_own_treasures_are() -> None:
    """R1 is on 36: one step from 24. Y4, on the far side, is more than twelve away."""
    position = Position(cells=(24, 36), hands={0: "R1 Y4", 1: "R2 B2 W2 G2 Y2", 2: "R3"})
    sees = Table(position).sees(1)["close"]
    assert {int(k): int(sees[0, k]) for k in np.flatnonzero(sees[0])} == {0: 12, 22: 1}
    assert not sees[1].any()
    assert not Table(position).sees(0)["close"].any()
    both = Table(Position(2, cells=(24, 36), hands={0: "R1 Y4"})).sees(1)["close"]
    assert (both[:, 0].tolist(), both[:, 22].tolist()) == ([12, 13], [1, 1])


def test_cm_13_where_a_roll_leads() -> None:
    """From 38 four steps lead to R1, as in the manual's example; a pawn on it is in the way."""
    position = Position(cells=(38, 70), hands={0: "R1 R4", 1: "R2"})
    table = Table(position)
    ends = table.ends()
    expected = [len(ends[value] & {36, 51}) for value in ("1", "2", "3", "4", "arrow")]
    assert expected[3] >= 1
    assert table.sees(1)["leads"].tolist() == expected
    assert not any(table.sees(seat)["leads"].any() for seat in (0, 2, 3))
    taken = Table(Position(cells=(38, 36), hands={0: "R1", 1: "R2"}))
    assert taken.sees(1)["leads"].tolist() == [0] * 5
    assert not Table(Position(cells=(38, 70), phase="MOVE", announced="4", hands={0: "R1"})).sees(1)["leads"].any()
