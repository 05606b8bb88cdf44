"""Coffin Rush!, rules CO-1, CO-2 and CO-4: agents and options, the temple, the set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import rush_envs
from games.by_hand import elements
from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle import Oracle
from games.coffin_rush.oracle_temple import OUT, PASS, RUSH, STAIRS
from games.coffin_rush.positions import (
    CARDS,
    CLOSED_DOOR,
    COINS,
    DISCARDS,
    GAME,
    GREEN,
    OPEN,
    PLAYERS,
    RUNE,
    TEAMS,
    TEMPLE_DOOR,
    WALL,
    E,
    N,
    S,
    SameChance,
    Table,
    W,
    about,
    cell,
    compare,
    dealt,
    door,
    facts,
    oracle_of,
    shares,
    step,
    temple_of,
)
from rush_envs.engine.rng import mixed
from rush_envs.errors import BadOption

# ------------------------------------------------------------------------------------------------------------------
# CO-1 Agents and configuration


@pytest.mark.parametrize("players", PLAYERS)
def test_co_1_1_agents_and_the_first_player(players: int) -> None:
    table = Table(players)
    assert table.batch.agents == [f"player_{k}" for k in range(players)]
    for trap in ("quicksand", "feather", "quicksand"):
        assert (table.seat, table.s["turn"]) == (0, 0)
        table.pharaoh(trap)


def test_co_1_2_two_to_six_players() -> None:
    assert GAME.config().num_players == 4
    assert [GAME.config(num_players=n).num_players for n in PLAYERS] == list(PLAYERS)
    for n in (1, 7):
        with pytest.raises(BadOption, match=f"num_players={n}"):
            GAME.config(num_players=n)


def test_co_1_3_the_standard_layout_is_the_drawing() -> None:
    batch = dealt(4)
    assert GAME.config().layout == "standard"
    for s in batch.states:
        assert s["quadrant"].tolist() == [0, 1, 10, 2, 3, 4, 5, 6, 7, -1, 8, 9]
        assert not s["turned"].any()
    with pytest.raises(BadOption, match="layout='round'"):
        GAME.config(layout="round")


def test_co_1_3_random_layouts_are_fair() -> None:
    games = 3000
    states = dealt(games, layout="random", num_players=2).states
    assert (states["quadrant"][:, 2] == 10).all()
    assert (states["quadrant"][:, 9] == -1).all()
    assert (states["turned"][:, [2, 9]] == 0).all()
    for position in ct.ORDINARY:
        assert about(shares(states["quadrant"][:, position]), dict.fromkeys(range(10), 0.1), 0.025)
        assert about(shares(states["turned"][:, position]), dict.fromkeys(range(4), 0.25))
    pairs = states["quadrant"][:, 0] * 4 + states["turned"][:, 0]
    assert len(np.unique(pairs)) == 40
    assert (np.sort(states["quadrant"][:, ct.ORDINARY], axis=1) == np.arange(10)).all()


def test_co_1_3_every_layout_is_connected() -> None:
    for s in dealt(60, layout="random").states:
        reached, line = {RUSH}, [RUSH]
        for here in line:
            for way in range(4):
                there = temple_of(s).edges[here][way][1]
                if s["edge"][here, way] in (OPEN, CLOSED_DOOR) and there not in reached:
                    assert there is not None
                    reached.add(there)
                    line.append(there)
        assert reached == set(range(RUSH + 1))


def test_co_1_3_layouts_are_turned_clockwise_as_the_oracle_turns_them() -> None:
    batch = dealt(40, layout="random", num_players=3)
    for row in range(40):
        compare(batch, row, oracle_of(batch.states[row], batch.config))


def test_co_1_4_companies() -> None:
    assert GAME.config().teams is None
    assert dealt(num_players=3).states["team"][0, :3].tolist() == [0, 1, 2]
    for teams in (((0, 3), (1, 4), (2, 5)), [[5, 4, 3, 2, 1], [0]]):
        team = dealt(num_players=6, teams=teams).states["team"][0].tolist()
        found = [[seat for seat in range(6) if team[seat] == company] for company in range(len(teams))]
        assert found == [sorted(company) for company in teams]


@pytest.mark.parametrize(
    ("players", "teams", "says"),
    [
        (4, ((0, 1), (2,)), "every seat from 0 to 3"),
        (3, ((0, 1), (1, 2)), "every seat from 0 to 2"),
        (3, ((0, 1), (2, 3)), "every seat from 0 to 2"),
        (3, ((0, 1, 2), ()), "every seat from 0 to 2"),
        (3, ((0, 1, 2),), "at least two companies"),
        (2, ((0,), (True,)), "seat numbers"),
        (2, ((0,), ("1",)), "seat numbers"),
        (2, (0, 1), "companies of seats"),
        (2, "01", "companies of seats"),
    ],
)
def test_co_1_4_companies_part_all_seats(players: int, teams: Any, says: str) -> None:
    with pytest.raises(BadOption, match=f"teams=.*{says}"):
        GAME.config.of(GAME.name, {"num_players": players, "teams": teams})


@pytest.mark.parametrize("players", PLAYERS)
def test_co_1_5_order_of_a_round(players: int) -> None:
    table = Table(players).stack("feather", "quicksand", "quicksand")
    for order in (range(players), [-k % players for k in range(players)]):
        for seat in order:
            assert table.seat == seat
            table.play(PASS)
    assert (table.seat, table.s["feather"]) == (0, 1)


# ------------------------------------------------------------------------------------------------------------------
# CO-2 The temple


@pytest.mark.parametrize("place", [0, 24, 25, 62, 224, 225, 274, RUSH, OUT])
def test_co_2_1_cells(place: int) -> None:
    """Positions row by row; there is none of the camp in the grid."""
    table = Table().blast().at(place)
    at = [int(k == place) for k in range(277)]
    assert table.sees(0)["at"][0].tolist() == at
    assert table.sees(1)["at"][1].tolist() == at
    group, rest = divmod(place, 25)
    if place < 275:
        named = ct.cell_id(group if group < 9 else group + 1, rest // 5, rest % 5)
        assert named == place
    assert cell("CRYPT", 0, 0) == 50
    assert cell("Q9", 0, 0) == 225


def test_co_2_1_the_camp_is_one_quadrant() -> None:
    """RUSH! and the camp: a betrayal reaches from one to the other."""
    table = Table().blast().at(RUSH, OUT)
    assert table.may(ct.BETRAY + 1)
    assert not table.at(RUSH, cell("Q5", 4, 2)).may(ct.BETRAY + 1)


def test_co_2_2_ways_from_the_rush_field() -> None:
    table = Table()
    assert table.s["edge"][RUSH].tolist() == [CLOSED_DOOR, CLOSED_DOOR, TEMPLE_DOOR, CLOSED_DOOR]
    assert table.s["edge"][OUT].tolist() == [TEMPLE_DOOR, WALL, WALL, WALL]
    table.open_all().blast()
    for way, there in ((N, cell("Q5", 4, 2)), (W, cell("Q8", 2, 4)), (E, cell("Q9", 2, 0)), (S, OUT)):
        table.turn(0).at(RUSH).play(step(way), step((way + 2) % 4))
        assert table.cell_of(0) == RUSH
        assert table.turn(0).at(RUSH).play(step(way)).cell_of(0) == there


@pytest.mark.parametrize("layout", ["standard", "random"])
def test_co_2_3_edges(layout: str) -> None:
    s = dealt(layout=layout, seed=8).states[0]
    doors = np.argwhere(s["edge"] == CLOSED_DOOR).tolist()
    assert len(doors) == 48, "24 doors of two sides"
    temple = temple_of(s)
    between = sum(
        ct.position_of(here) != ct.position_of(temple.edges[here][way][1] or 0) for here, way in doors
    )  # fmt: skip
    assert between == 34
    kinds = {"wall": WALL, "open": OPEN, "door": CLOSED_DOOR, "temple": TEMPLE_DOOR}
    for here in range(ct.CELLS):
        assert s["edge"][here].tolist() == [kinds[kind] for kind, _ in temple.edges[here]]


def test_co_2_4_closed_doors_stop_players() -> None:
    table = Table().at(cell("Q5", 4, 2))
    assert not table.may(step(S))
    table.play(door(S))
    assert table.may(step(S))
    table.play(step(S))
    assert table.cell_of(0) == RUSH
    assert not table.may(step(W), step(E), step(S), door(S)), "nobody can work the temple door"
    table.blast()
    assert table.may(step(S))
    assert not table.may(door(S))


def test_co_2_5_cells_of_the_temple() -> None:
    """As they are seen from each cell in turn."""
    table = Table().blast()
    found: Counter[int] = Counter()
    for place in range(277):
        found[int(table.at(place).sees(0)["here"].argmax())] += 1
    floor = 275 - sum(found[k] for k in range(1, 9))
    assert found == {0: floor, 1: 12, 2: 10, 3: 12, 4: 10, 5: 1, 6: 2, 7: 2, 8: 1, 9: 1, 10: 1}
    assert (table.sees(0)["sarcophagi"].sum(), table.sees(0)["chests"].sum()) == (18, 8)
    place = cell("Q5", 3, 0)
    table.hide(place, GREEN[0]).at(place).play(ct.OPEN)
    assert (table.sees(0)["here"].tolist().index(1), table.sees(0)["sarcophagi"][place]) == (0, 0)
    assert not table.may(ct.OPEN)


def test_co_2_6_stairs() -> None:
    red, yellow = (cell("Q1", 0, 4), cell("Q10", 4, 4)), (cell("Q3", 0, 0), cell("Q8", 4, 0))
    blue = cell("Q6", 0, 3), cell("Q5", 4, 4)
    table = Table()
    for ends in (red, yellow):
        for here, there in (ends, ends[::-1]):
            table.turn(0).at(here).play(ct.TAKE_STAIRS)
            assert (table.cell_of(0), table.turn_numbers) == (there, (2, 2))
    assert not table.turn(0).at(blue[0]).may(ct.TAKE_STAIRS)
    assert not table.at(blue[1]).may(ct.TAKE_STAIRS)
    table.hide(blue[1], STAIRS).play(ct.OPEN)
    assert table.bags(0) == []
    assert table.sees(1)["stairs"].nonzero()[0].tolist() == [blue[1]]
    assert table.sees(0)["here"].tolist().index(1) == 8
    table.play(ct.TAKE_STAIRS)
    assert table.cell_of(0) == blue[0]
    assert table.play(ct.TAKE_STAIRS).cell_of(0) == blue[1]


def test_co_2_7_pawns_share_cells() -> None:
    place = cell("Q5", 4, 3)
    table = Table(6).mummies(place, place).spectres(place, place).at(place, *[place] * 4, cell("Q5", 4, 2))
    table.turn(5).play(step(E))
    assert table.s["cell"].tolist() == [place] * 6


# ------------------------------------------------------------------------------------------------------------------
# CO-4 Setup


def test_co_4_1_the_board() -> None:
    s = Table(3).s
    assert sorted(s["content"][:18].tolist()) == [*range(17), STAIRS]
    assert sorted(s["content"][18:].tolist()) == list(range(17, 25))
    assert s["closed"].all()
    assert s["spot"].tolist() == sorted(s["spot"][:18].tolist()) + sorted(s["spot"][18:].tolist())
    assert (s["mummy"].tolist(), s["spectre"].tolist()) == ([RUNE, -1, -1, -1], [-1, -1, -1])
    assert (s["counter"], s["feather"], s["power"], s["spectres"]) == (24, 0, 0, 0)


def test_co_4_1_contents_are_dealt_fairly() -> None:
    contents = dealt(3000, num_players=2).states["content"]
    for place, things in ((0, [*range(17), STAIRS]), (17, [*range(17), STAIRS]), (18, range(17, 25))):
        expected = dict.fromkeys(things, 1 / len(things))
        assert about(shares(contents[:, place]), expected, 0.03)
    assert about(shares(contents[:, 25]), dict.fromkeys(range(17, 25), 1 / 8), 0.03)


def test_co_4_2_the_players() -> None:
    table = Table(6)
    for seat in range(6):
        assert (table.cell_of(seat), table.bags(seat), table.hand(seat)) == (RUSH, [], " ".join(CARDS))
        assert (table.discards(seat), table.s["removed"][seat], table.s["rush"][seat]) == ("", 0, 0)
    assert not table.s["tent"].any()
    assert [GAME.describe(action) for action in sorted(DISCARDS)] == [f"discard {name}" for name in CARDS]


def test_co_4_3_the_bomb_is_the_sixth_to_eighth_trap() -> None:
    states = dealt(3000, num_players=2).states
    assert (states["deck_count"] == 13).all()
    draws = 13 - (states["deck"] == ct.BOMB).argmax(axis=1)
    assert about(shares(draws), dict.fromkeys((6, 7, 8), 1 / 3))
    kinds = [np.sort(deck).tolist() for deck in states["deck"][:50]]
    assert kinds == [[k for k, copies in enumerate(ct.TRAP_COPIES) for _ in range(copies)]] * 50
    first = {k: copies / 12 for k, copies in enumerate(ct.TRAP_COPIES) if k != ct.BOMB}
    assert about(shares(states["deck"][:, 12]), first)
    assert about(shares(states["deck"][:, 0]), first)


def test_co_4_4_no_trap_in_the_first_round() -> None:
    table = Table(2)
    assert (table.s["trap"], table.seat, table.phase) == (-1, 0, "TURN")
    assert not table.sees(0)["trap"].any()
    assert not table.sees(0)["immune"].any()
    assert table.turn_numbers == (3, 0)


@pytest.mark.parametrize("layout", ["standard", "random"])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_sets_up_the_same_game(layout: str, players: int) -> None:
    """From the same numbers as the engine."""
    for seed in (1, 2):
        teams = TEAMS.get(players) if seed == 1 else None
        batch = dealt(seed=seed, num_players=players, layout=layout, teams=teams)
        (word,) = mixed(batch.seeds[:1], [0])
        oracle = Oracle(players, layout, teams, SameChance(int(word)))
        assert facts(oracle_of(batch.states[0], batch.config)) == facts(oracle)
        compare(batch, 0, oracle)


def test_places_of_companies_and_coins_in_a_fresh_game() -> None:
    """The default game has four players, alone."""
    batch = rush_envs.make_batch(GAME.name, 1, seed=3)
    batch.reset()
    assert batch.num_seats == 4
    assert elements(batch.states["active"][0]) == {0}
    assert COINS in batch.states["content"][0, 18:]
