"""Curse of the Mummy, rules CM-1 to CM-3: agents, options, what is in the box, and how a game begins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rush_envs
from games.by_hand import members
from games.curse_of_the_mummy import positions as box
from games.curse_of_the_mummy.oracle import CARD_NAMES, NB, PRISON, START
from games.curse_of_the_mummy.positions import GAME, GO, STEP, Position, Table, copies
from rush_envs.errors import BadOption

PLAYERS = (2, 3, 4, 5)
DEALS = 3000


def dealt(players: int, games: int = 200, **options: Any) -> np.ndarray:
    batch = rush_envs.make_batch(GAME.name, games, seed=17, num_players=players, **options)
    batch.reset()
    return batch.states.copy()


# ------------------------------------------------------------------------------------------------------------------
# CM-1 Agents and configuration


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_1_1_seat_0_is_the_mummy(players: int) -> None:
    batch = rush_envs.make_batch(GAME.name, 1, num_players=players)
    assert batch.agents == ["mummy_0", "explorer_0", "explorer_1", "explorer_2", "explorer_3"][:players]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cm_1_1_pawn_p_belongs_to_seat_p_plus_1(players: int) -> None:
    for pawn in range(players - 1):
        table = Table(Position(players, turn=pawn))
        assert table.asked == (pawn + 1, "ROLLED")
        table.play("announce 1", 69)
        assert table.cells == [69 if other == pawn else START for other in range(players - 1)]


def test_cm_1_2_two_to_five_players_by_default_four() -> None:
    assert rush_envs.make_batch(GAME.name, 1).num_seats == 4
    for players, pawns in ((3, 2), (4, 3), (5, 4)):
        states = dealt(players, 5)
        assert (states["seats"] == players).all()
        assert (states["pawns"] == pawns).all()
    for players in (1, 6, 0, "4"):
        with pytest.raises(BadOption, match="num_players"):
            rush_envs.make_batch(GAME.name, 1, num_players=players)


def test_cm_1_3_two_players_one_explorer_with_two_pawns() -> None:
    assert (dealt(2)["pawns"] == 2).all()
    for pawn in (0, 1):
        table = Table(Position(2, turn=pawn))
        assert table.asked == (1, "ROLLED")
        table.play("announce 1", 69)
        assert table.cells == [69 if other == pawn else START for other in (0, 1)]


def test_cm_1_4_options_and_their_defaults() -> None:
    config = rush_envs.make_batch(GAME.name, 1).config
    assert config.options() == {
        "num_players": 4, "max_steps": 30_000, "mummy_die": (1, 2, 2, 3, 3, 4), "belief": True, "max_rounds": 300,
    }  # fmt: skip
    for rounds in (10, 1000):
        assert rush_envs.make_batch(GAME.name, 1, max_rounds=rounds).config.max_rounds == rounds
    assert rush_envs.make_batch(GAME.name, 1, mummy_die=(1, 6, 1, 6, 1, 6)).config.mummy_die == (1, 6, 1, 6, 1, 6)


@pytest.mark.parametrize("options", [
    {"mummy_die": (1, 2, 3, 4, 5)}, {"mummy_die": (1, 2, 3, 4, 5, 6, 6)}, {"mummy_die": (0, 2, 2, 3, 3, 4)},
    {"mummy_die": (1, 2, 2, 3, 3, 7)}, {"mummy_die": 3}, {"mummy_die": (1, 2, 2, 3, 3, 1.5)}, {"belief": 1},
    {"belief": "yes"}, {"max_rounds": 9}, {"max_rounds": 1001}, {"max_rounds": 10.0},
])  # fmt: skip
def test_cm_1_4_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        rush_envs.make_batch(GAME.name, 1, **options)


@pytest.mark.parametrize(("players", "pawns"), [(2, 2), (3, 2), (4, 3), (5, 4)])
def test_cm_1_5_a_round_is_a_turn_of_each_pawn_and_the_mummys_move(players: int, pawns: int) -> None:
    table = Table(Position(players, phase="MUMMY", mummy=1, steps=3)).rolls("1 2 3 4 arrow")
    order = []
    for rounds in (1, 2):
        table.play("stop")
        assert table.s["rounds"] == rounds
        for pawn in range(pawns):
            assert table.asked == (1 if players == 2 else pawn + 1, "ROLLED")
            order.append(int(table.s["turn"]))
            table.idle()
        assert (table.asked, int(table.s["intermediate"])) == ((0, "MUMMY"), 0)
    assert order == 2 * list(range(pawns))


# ------------------------------------------------------------------------------------------------------------------
# CM-2 Components


def test_cm_2_1_every_face_of_an_explorers_die_is_equally_likely() -> None:
    states = dealt(4, DEALS)
    first = states[(states["phase"] == 1) & (states["turn"] == 0)]
    assert (first["shown"].sum(axis=1) + first["locked"] == 5).all()
    assert len(first) > DEALS - 10, "nearly nobody throws five mummies at once"
    faces = np.append(first["shown"].sum(axis=0), first["locked"].sum()) / (5 * len(first))
    assert np.abs(faces - 1 / 6).max() < 0.015


@pytest.mark.parametrize("die", [(1, 2, 2, 3, 3, 4), (6, 1, 1, 1, 6, 5)])
def test_cm_2_1_the_mummys_die(die: tuple[int, ...]) -> None:
    last = Position(phase="MOVE", turn=2, announced="1", cells=(53, 69))
    batch = copies(last, DEALS, mummy_die=die)
    batch.step(np.full(DEALS, GO + 86))
    assert (batch.seat == 0).all()
    for number in range(1, 7):
        assert abs((batch.states["steps"] == number).mean() - die.count(number) / 6) < 0.04


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_2_2_three_ankhs_for_each_pawn(players: int) -> None:
    states = dealt(players, 20)
    assert (states["ankhs"].sum(axis=1) == 3 * box.PAWNS[players]).all()
    if players > 2:
        assert (states["ankhs"][:, : players - 1] == 3).all()
        assert (states["ankhs"][:, players - 1 :] == 0).all(), "unused colours stay in the box"


def test_cm_2_3_colours_of_the_cards() -> None:
    colours = 5 * ["red"] + 5 * ["blue"] + 5 * ["white"] + 4 * ["green"] + 4 * ["yellow"]
    for card, name in enumerate(CARD_NAMES):
        seen = Table(Position(hands={1: name})).sees(0)["colours"]
        assert seen[1].tolist() == [
            int(colour == colours[card]) for colour in ("red", "blue", "white", "green", "yellow")
        ]


# From the drawing of components.md 4.4.
TREASURES = {
    "R1": 36, "R2": 39, "R3": 48, "R4": 51, "R5": 54, "B1": 41, "B2": 43, "B3": 45, "B4": 56, "B5": 61, "W1": 1,
    "W2": 14, "W3": 17, "W4": 30, "W5": 34, "G1": 63, "G2": 80, "G3": 82, "G4": 84, "Y1": 71, "Y2": 79, "Y3": 94,
    "Y4": 98,
}  # fmt: skip


@pytest.mark.parametrize("name", TREASURES)
def test_cm_2_3_every_card_names_one_cell(name: str) -> None:
    cell = TREASURES[name]
    table = Table(Position(phase="TREASURE", mummy=2, cells=(cell,), announced="1", hands={0: name}))
    table.play("play the treasure")
    assert members(table.s["laid"][0]) == {CARD_NAMES.index(name)}
    others = [other for other in TREASURES if other != name]
    for k in range(5):  # hands of one card of each colour, until every other card was in one
        hand = " ".join(([other for other in others if other[0] == colour] * 2)[k] for colour in "RBWGY")
        rest = Position(phase="TREASURE", mummy=2, cells=(cell,), announced="1", hands={0: hand, 1: "", 2: ""})
        assert Table(rest).legal() == {"hold the treasure"}


def test_cm_2_4_cells_are_numbered_row_by_row() -> None:
    cells = [(row, column) for row in range(9) for column in range(8 - row, 11 + row)]
    assert len(cells) == 99
    for row, column in cells:
        cell = row * (row + 2) + column - (8 - row)
        assert cells[cell] == (row, column)
        assert GAME.describe(GO + cell).startswith(f"go to ({row},{column})")
    assert (START, PRISON) == (87, 91)
    table = Table(3)
    assert (table.cells, table.s["mummy"]) == ([87, 87], 91)


def test_cm_2_4_openings_of_start_and_prison() -> None:
    table = Table(Position(cells=(START, PRISON)))
    assert table.ends("1") == {"1": {69, 86}}
    assert Table(Position(cells=(START, PRISON), turn=1)).ends("1") == {"1": {73, 92}}


def test_cm_2_5_walls_and_openings_everywhere() -> None:
    """The mummy's possible steps on every cell are those of the drawing; nothing enters start or prison."""
    batch = copies([Position(phase="MUMMY", mummy=cell, steps=4) for cell in box.CORRIDORS])
    steps = batch.mask[:, STEP : STEP + 4]
    for row, cell in enumerate(box.CORRIDORS):
        assert members(steps[row]) == {d for d in range(4) if NB[cell][d] not in (None, START, PRISON)}
    for direction in range(4):
        batch = copies([Position(phase="MUMMY", mummy=cell, steps=4) for cell in box.CORRIDORS])
        rows = np.flatnonzero(steps[:, direction])
        batch.step(np.full(len(rows), STEP + direction), rows)
        assert batch.states["mummy"][rows].tolist() == [NB[box.CORRIDORS[row]][direction] for row in rows]


def test_cm_2_5_typed_examples() -> None:
    """Some places read off the drawing by hand: north, east, south, west."""
    for cell, ways in {
        1: "east south west", 7: "south", 18: "north", 88: "east", 69: "north east west", 73: "east west", 92: "east",
        86: "north west", 5: "north east south west", 12: "north east west", 54: "north",
    }.items():  # fmt: skip
        table = Table(Position(phase="MUMMY", mummy=cell, steps=4))
        assert table.legal() == {"stop", *(f"step {way}" for way in ways.split())}, cell


def test_cm_2_6_the_maze_is_one_piece() -> None:
    """97 corridors connected without start and prison, all by symmetric openings; more in the tests of the data."""
    openings = [(cell, d) for cell in range(99) for d in range(4) if NB[cell][d] is not None]
    assert len(openings) == 2 * 131
    assert all(NB[NB[cell][d] or 0][(d + 2) % 4] == cell for cell, d in openings)
    reached, table = {1}, [1]
    while table:
        cell = table.pop()
        mask = copies([Position(phase="MUMMY", mummy=cell, steps=4)]).mask[0]
        for d in members(mask[STEP : STEP + 4]):
            target = NB[cell][d]
            assert target is not None
            if target not in reached:
                reached.add(target)
                table.append(target)
    assert len(reached) == 97
    assert len(box.DEAD_ENDS) == 6
    assert sum(way is not None for way in NB[PRISON]) == 2


# ------------------------------------------------------------------------------------------------------------------
# CM-3 Setup


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_3_1_everybody_stands_where_the_game_begins(players: int) -> None:
    states = dealt(players)
    assert (states["mummy"] == 91).all()
    assert (states["cell"][:, : box.PAWNS[players]] == 87).all()
    assert (states["mummy_ankhs"] == 0).all()
    assert (states["laid"] == 0).all()
    assert (states["shown"].sum(axis=1) + states["locked"] == 5).all(), "five dice were free"
    assert (states["score"] == 0).all()


@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 1), (4, 1), (5, 1)])
def test_cm_3_2_one_card_of_each_colour_for_each_explorer(players: int, each: int) -> None:
    hands = dealt(players, DEALS)["hand"]
    assert (hands[:, 0] == 0).all(), "the mummy has none"
    assert (hands[:, players:] == 0).all()
    assert (hands.sum(axis=1) <= 1).all(), "no card twice"
    for first, last in ((0, 5), (5, 10), (10, 15), (15, 19), (19, 23)):
        deck = hands[:, 1:players, first:last]
        assert (deck.sum(axis=2) == each).all()
        assert np.abs(deck.mean(axis=0) - each / (last - first)).max() < 0.04, "shuffled"
    if players > 2:
        both = (hands[:, 1, 0] & hands[:, 2, 5]).mean()
        assert abs(both - 1 / 25) < 0.015, "each colour is shuffled on its own"


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_3_2_the_rest_is_out_of_play(players: int) -> None:
    aside = 1 - dealt(players, DEALS)["hand"].sum(axis=1)
    assert (aside.sum(axis=1) == 23 - (10 if players == 2 else 5 * (players - 1))).all()
    assert aside.mean(axis=0).max() < 0.7


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_3_3_round_1_begins_with_pawn_0(players: int) -> None:
    states = dealt(players)
    five = states["locked"] == 5
    assert (states["rounds"] == 0).all()
    assert (states["turn"][~five] == 0).all()
    assert (states["active"][~five] == 1 << 1).all()
    assert (states["phase"][~five] == 1).all(), "it has rolled"
    assert (states["history"] == 0).all() or five.any()


def test_cm_3_3_five_mummies_on_the_first_roll_cost_pawn_0_its_turn() -> None:
    states = dealt(5, 60_000)
    lost = states[states["locked"] == 5]
    assert len(lost) > 0
    assert (lost["turn"] == 1).all()
    assert (lost["active"] == 1).all()
    assert (lost["steps"] == 5).all()
    assert (lost["intermediate"] == 1).all()
    assert (lost["history"][:, 0, 0] == 6).all()
