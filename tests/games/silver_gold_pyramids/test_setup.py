"""Silver & Gold Pyramids, rules SG-1 to SG-3: agents, options, what is in the box, and how a game begins."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import rush_envs
from games.by_hand import elements, members
from games.silver_gold_pyramids.oracle import CARDS, reached
from games.silver_gold_pyramids.positions import (
    GAME,
    LAST,
    PLAYERS,
    SHAPES,
    Position,
    Side,
    Table,
    cells,
    copies,
    dealt,
    mark,
    named,
    nearly,
    open_cells,
    shape,
    tomb,
)
from rush_envs.doors import modules
from rush_envs.errors import BadOption
from rush_envs.games.silver_gold_pyramids import components

DEALS = 3000


def kept(players: int, games: int, seed: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """The records of many games before and after KEEP; everybody keeps its first two cards."""
    batch = dealt(players, games, seed=seed)
    before = batch.states.copy()
    for _ in range(players):
        batch.step(np.zeros(games, int))
    assert not batch.broken_invariants().any()
    return before, batch.states.copy()


# ------------------------------------------------------------------------------------------------------------------
# SG-1 Agents and configuration


@pytest.mark.parametrize("players", PLAYERS)
def test_sg_1_1_agents(players: int) -> None:
    batch = rush_envs.make_batch(GAME.name, 1, num_players=players)
    assert batch.agents == ["player_0", "player_1", "player_2", "player_3"][:players]


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_sg_1_1_no_rule_depends_on_the_seat_number(turn: int) -> None:
    """The same game with everybody moved some chairs on: whoever sits anywhere gets the same."""
    sides = [
        Side((7, 40), (nearly(7), nearly(40)), red=3), Side((12, 5), (nearly(12), ()), skulls=4),
        Side((33, 15), (nearly(33), ()), completed=(3,)), Side((6, 48), (nearly(6), nearly(48)), green=2),
    ]  # fmt: skip
    found = []
    for shift in (0, turn):
        seat = [(k + shift) % 4 for k in range(4)]
        table = Table(Position({seat[k]: side for k, side in enumerate(sides)}, 4, round=1, card=3))
        for k, number in enumerate((7, 12, 33, 6)):
            table.play(seat[k], tomb(number))
        order = []
        while table.phase == "TAKE":
            order.append((table.active[0] - shift) % 4)
            table.play(table.active[0], "take deck" if len(order) % 2 else "take offer 3")
        rows = [[table.row(key)[seat[k]] for k in range(4)] for key in ("score", "lowest")]
        found.append((order, rows, [table.slots(seat[k]) for k in range(4)], [table.awards(seat[k]) for k in range(4)]))
    assert found[0] == found[1]
    assert found[0][0] == [3, 0, 1, 2]
    assert found[0][1] == [[13, 6, 30, 12], [7, 12, 3, 6]], "30: 2nd violet, 10 for the award"


def test_sg_1_2_two_to_four_players_by_default_four() -> None:
    assert rush_envs.make_batch(GAME.name, 1).config.options() == {"num_players": 4, "max_steps": 223}
    assert [dict(options) for options in GAME.variants] == [{"num_players": n} for n in (2, 3, 4)]
    for players in PLAYERS:
        assert dealt(players, 3).states["seats"].tolist() == [players] * 3
    for players in (1, 5, 0, "4", 3.0, None, True):
        with pytest.raises(BadOption, match="num_players"):
            rush_envs.make_batch(GAME.name, 1, num_players=players)
    with pytest.raises(BadOption, match="unexpected keyword argument"):
        rush_envs.make_batch(GAME.name, 1, rounds=4)


def test_sg_1_3_aec_asks_the_lowest_active_seat_until_it_has_finished() -> None:
    """Seat 0 marks a cross: it is asked again before seat 1."""
    batch = copies(Position({0: Side((32, 8))}, 3))
    asked = []
    for words in (mark("r0c0 r1c0"), mark("r1c1"), mark("r0c0"), mark("r0c0", 2)):
        asked.append(int(batch.seat[0]))
        batch.step([GAME.parse(words)])
    assert asked == [0, 0, 1, 2]
    env = modules.module(GAME.name).env(num_players=3)
    env.reset(seed=1)
    agents = []
    for _ in range(3):
        agents.append(env.agent_selection)
        env.step(0)
    assert agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize("players", PLAYERS)
def test_sg_1_3_parallel_asks_all_active_seats(players: int) -> None:
    """Whoever has answered once in each step of the parallel door has played the same game as turn by turn."""
    env = modules.module(GAME.name).parallel_env(num_players=players)
    aec = modules.module(GAME.name).env(num_players=players)
    seen, infos = env.reset(seed=4)
    aec.reset(seed=4)
    several = 0
    while env.agents:
        actions = {agent: int(view["action_mask"].argmax()) for agent, view in seen.items()}
        asked = [agent for agent in seen if infos[agent]["acting"]]
        active = int(env._batch.states["active"][0])
        assert [f"player_{seat}" for seat in range(players) if active >> seat & 1] == asked
        several += len(asked) > 1
        seen, *_rest, infos = env.step({agent: actions[agent] for agent in asked})
    while aec.agents and not aec.terminations[aec.agent_selection]:
        aec.step(int(aec.observe(aec.agent_selection)["action_mask"].argmax()))
    assert several > 28
    assert env._batch.states.tobytes() == aec._batch.states.tobytes()


def test_sg_1_3_take_is_played_one_seat_at_a_time() -> None:
    table = Table(Position({0: Side((7, 8), (nearly(7), ())), 1: Side((5, 9), (nearly(5), ()))}))
    table.play(0, tomb(7)).play(1, tomb(5))
    assert (table.phase, table.active, table.ids(0)) == ("TAKE", [1], set())
    table.play(1, "take deck")
    assert (table.phase, table.active, table.ids(1)) == ("TAKE", [0], set())


# ------------------------------------------------------------------------------------------------------------------
# SG-2 Components

# components.md 2.4: totals of all cards.
TOTALS = {"#": 241, "s": 192, "x": 67, "r": 65, "g": 60, "f": 24, "p": 18, "E": 48, "T": 48}


def test_sg_2_1_every_card_as_its_owner_sees_it() -> None:
    """48 cards, 16 of each colour, and each symbol in its plane, cell 5·row + col."""
    pairs = [(number, number + 1) for number in range(1, 49, 2)]
    batch = copies([Position({0: Side(pair)}) for pair in pairs])
    totals = dict.fromkeys(TOTALS, 0)
    colours = []
    for row, pair in enumerate(pairs):
        pieces = GAME.observation.decode(batch.observe([row], [0])[0])
        assert named(pieces["number"][0]) == list(pair)
        colours += pieces["colour"][0].argmax(axis=1).tolist()
        for number, planes in zip(pair, pieces["symbols"], strict=True):
            for plane, sign in enumerate("#ETxrgfsp"):
                found = members(planes[plane])
                assert found == {cell for cell in range(25) if CARDS[number].grid[cell] == sign}
                totals[sign] += len(found)
    assert totals == TOTALS
    assert [colours.count(colour) for colour in range(3)] == [16, 16, 16]
    assert colours == [CARDS[number].colour for number in CARDS]
    assert {number: colours[number - 1] for number in (1, 2, 3, 15, 33, 46, 47, 48)} == {
        1: 0, 2: 1, 3: 2, 15: 2, 33: 2, 46: 0, 47: 1, 48: 2,
    }  # fmt: skip


def test_sg_2_1_typed_examples_of_cells() -> None:
    """Card 08 `Eg.s. ...#. s.#.r .x#.# s#..T`, row 0 on top."""
    planes = Table(Position({0: Side((8, 9))})).sees(0)["symbols"][0]
    expected = {"wall": "r1c3 r2c2 r3c2 r3c4 r4c1", "entrance": "r0c0", "tomb": "r4c4", "cross": "r3c1", "red": "r2c4",
                "green": "r0c1", "torch": "", "skull": "r0c3 r2c0 r4c0", "potion": ""}  # fmt: skip
    assert {key: members(planes[k]) for k, key in enumerate(expected)} == {
        key: cells(text) for key, text in expected.items()
    }


def test_sg_2_1_one_entrance_above_one_tomb_below_and_all_cells_connected() -> None:
    for number, card in CARDS.items():
        assert (card.grid.count("E"), card.grid.count("T")) == (1, 1)
        assert card.entrance < 5
        assert card.tomb >= 20
        assert reached(card.entrance, open_cells(number)) == open_cells(number)


def test_sg_2_2_eight_expedition_cards_of_six_patterns() -> None:
    _before, after = kept(2, DEALS)
    patterns = after["expedition"]
    assert (np.sort(patterns, axis=1) == [0, 1, 1, 2, 2, 3, 4, 5]).all()
    for place in range(8):
        shares = np.bincount(patterns[:, place], minlength=6) / DEALS
        assert np.abs(shares - np.array([1, 2, 2, 1, 1, 1]) / 8).max() < 0.03, "shuffled"


# SG-2.3 and components.md 2.4, drawn by hand: the orientations of each pattern that are legal.
PICTURES = {
    "I2": {0: "oo", 1: "o o"},
    "I3": {0: "ooo", 1: "o o o"},
    "V3": {0: "o. oo", 1: "oo o.", 2: "oo .o", 3: ".o oo"},
    "O4": {0: "oo oo"},
    "L4": {
        0: "o. o. oo", 1: "ooo o..", 2: "oo .o .o", 3: "..o ooo",
        4: ".o .o oo", 5: "o.. ooo", 6: "oo o. o.", 7: "ooo ..o",
    },
    "S4": {0: ".oo oo.", 1: "o. oo .o", 4: "oo. .oo", 5: ".o oo o."},
}  # fmt: skip


def drawn(picture: str) -> set[tuple[int, int]]:
    return {(r, c) for r, row in enumerate(picture.split()) for c, sign in enumerate(row) if sign == "o"}


def laid(pattern: str) -> dict[int, set[int]]:
    """SG-2.4: the ways to lay a shape on an empty grid, by their numbers among those of all patterns."""
    found: dict[int, set[int]] = {}
    number = 0
    for name in SHAPES:
        for picture in PICTURES[name].values():
            for top in range(5):
                for left in range(5):
                    if all(top + r < 5 and left + c < 5 for r, c in drawn(picture)):
                        if name == pattern:
                            found[number] = {5 * (top + r) + left + c for r, c in drawn(picture)}
                        number += 1
    return found


@pytest.mark.parametrize("pattern", SHAPES)
def test_sg_2_3_orientations(pattern: str) -> None:
    """Every way to lay the shape on unmarked or half explored pyramids marks what is drawn here; there is no other."""
    starts = [(number, marks) for number in CARDS for marks in (set(), nearly(number))]
    base = copies([Position({0: Side((number, None), (marks, ()))}, pattern=pattern) for number, marks in starts])
    rows, ways = np.nonzero(base.mask[:, 6:300])
    trial = dealt(2, len(rows))
    trial.load(base.states[rows])
    trial.step(6 + ways)
    new = trial.states["marks"][:, 0, 0] & ~base.states["marks"][rows, 0, 0]
    numbered = laid(pattern)
    for way, marks in zip(ways.tolist(), new.tolist(), strict=True):
        assert elements(marks) == numbered[way]
    corners = {frozenset(cell - min(numbered[way]) for cell in numbered[way]) for way in ways.tolist()}
    assert len(corners) == len(PICTURES[pattern]), "all of them are there"


@pytest.mark.parametrize("pattern", SHAPES)
def test_sg_2_3_places_on_an_empty_grid(pattern: str) -> None:
    places = laid(pattern)
    assert len(places) == {"I2": 40, "I3": 30, "V3": 64, "O4": 16, "L4": 96, "S4": 48}[pattern]
    ways = components.PLACEMENTS[SHAPES.index(pattern)]
    assert [elements(marks) for marks in ways] == list(places.values())


def test_sg_2_4_the_anchor_is_the_corner_of_the_bounding_box() -> None:
    """r0c0 is marked before: it is the anchor of shapes that do not contain it."""
    s4 = Table(Position({0: Side((8, 9), (cells("r0c0"), ()))}, pattern="S4")).play(0, shape(0, "r0c0"))
    assert s4.marks(0) == cells("r0c0 r0c1 r0c2 r1c0 r1c1")
    l4 = Table(Position({0: Side((8, 9), (cells("r0c0"), ()))}, pattern="L4")).play(0, shape(3, "r0c0"))
    assert l4.marks(0) == cells("r0c0 r0c2 r1c0 r1c1 r1c2")


@pytest.mark.parametrize(("skulls", "loss"), list(enumerate([0, 1, 2, 3, 4, 6, 8, 10, 13, 16, 20])))
def test_sg_2_5_ten_skulls_and_their_values(skulls: int, loss: int) -> None:
    table = Table(Position({0: Side(skulls=skulls)})).quiet()
    assert table.row("score") == [-loss, 0]
    assert Table(Position({0: Side(skulls=skulls)})).sees(1)["skulls"].tolist() == [0, skulls, 0, 0]


def test_sg_2_5_awards_of_10_6_and_3_once_each_among_all_players() -> None:
    """Four players complete their 2nd green on one card: 10, 6, 3 and nothing; the other colours stay."""
    sides = {seat: Side((number, None), (nearly(number), ()), completed=(other,))
             for seat, (number, other) in enumerate([(40, 1), (7, 4), (31, 10), (46, 13)])}  # fmt: skip
    table = Table(Position(sides, 4, **LAST))
    for seat, number in enumerate((40, 7, 31, 46)):
        table.play(seat, tomb(number))
    assert [table.awards(seat) for seat in range(4)] == [{"green 3"}, {"green 10"}, {"green 6"}, set()]
    assert table.row("score") == [23, 30, 26, 20]
    assert table.s["awarded"].tolist() == [3, 0, 0]


def test_sg_2_5_ten_gems_of_each_colour_and_a_torch_a_round() -> None:
    full = Side(red=10, green=10, torches=(0, 1, 2, 3))
    table = Table(Position({0: full}, round=3)).quiet()
    assert table.row("score") == [70, 0]
    sees = table.sees(1)
    assert sees["gems"].tolist() == [[0, 0], [10, 10], [0, 0], [0, 0]]
    assert sees["torches"].tolist() == [[0] * 4, [1] * 4, [0] * 4, [0] * 4]


# ------------------------------------------------------------------------------------------------------------------
# SG-3 Setup


@pytest.mark.parametrize("players", PLAYERS)
def test_sg_3_1_each_seat_draws_four_cards_seat_0_first(players: int) -> None:
    states = dealt(players, DEALS).states
    drawn = states["drawn"][:, :players].reshape(DEALS, -1)
    assert (states["phase"] == 0).all()
    assert (states["deck_size"] == 48 - 4 * players).all()
    assert (drawn == states["deck"][:, ::-1][:, : 4 * players]).all(), "from the top, seat after seat"
    every = np.concatenate([drawn, states["deck"][:, : 48 - 4 * players]], axis=1)
    assert (np.sort(every, axis=1) == np.arange(48)).all(), "nothing is returned yet"
    for seat in range(players):
        shares = np.bincount(states["drawn"][:, seat].ravel(), minlength=48) / DEALS
        assert np.abs(shares - 4 / 48).max() < 0.025, "shuffled"
    assert (states["slot"] == -1).all()
    assert (states["offer"] == -1).all()


@pytest.mark.parametrize(("action", "pair"), list(enumerate(combinations(range(4), 2))))
def test_sg_3_2_keep_two_of_four(action: int, pair: tuple[int, int]) -> None:
    table = Table(3)
    four = (table.s["drawn"][1] + 1).tolist()
    assert table.active == [0, 1, 2]
    assert all(table.ids(seat) == set(range(6)) for seat in range(3))
    assert GAME.describe(action) == f"keep cards {pair[0] + 1} and {pair[1] + 1}"
    table.play(1, GAME.describe(action))
    assert (table.active, table.ids(1), table.slots(1)) == ([0, 2], set(), [None, None]), "sealed"
    table.play(2, "keep cards 1 and 2").play(0, "keep cards 3 and 4")
    assert table.slots(1) == [four[pair[0]], four[pair[1]]]


def test_sg_3_2_drawn_cards_and_choice_are_the_owners_secret() -> None:
    table = Table(3)
    fours = [(table.s["drawn"][seat] + 1).tolist() for seat in range(3)]
    assert [named(table.sees(seat)["offer_number"]) for seat in range(3)] == fours
    views = [table.batch.observe([0], [seat]) for seat in (0, 2)]
    table.play(1, "keep cards 2 and 4")
    assert all((table.batch.observe([0], [seat]) == view).all() for seat, view in zip((0, 2), views, strict=True))


@pytest.mark.parametrize("players", PLAYERS)
def test_sg_3_3_the_last_choice_lays_everything_out(players: int) -> None:
    before, after = kept(players, DEALS)
    left = 48 - 2 * players - 4
    assert (after["slot"][:, :players] == before["drawn"][:, :players, :2]).all()
    assert (after["slot"][:, players:] == -1).all()
    assert (after["drawn"] == -1).all()
    assert (after["deck_size"] == left).all()
    assert (after["offer"] == after["deck"][:, left : left + 4][:, ::-1]).all(), "the top card at place 0"
    rest = after["deck"][:, : left + 4]
    for row in range(0, DEALS, 100):
        kept_cards = set(after["slot"][row, :players].ravel().tolist())
        assert set(rest[row].tolist()) == set(range(48)) - kept_cards
    returned = before["drawn"][:, :players, 2:].reshape(DEALS, 1, -1)
    offered = (after["offer"][:, :, None] == returned).any(axis=2).mean(axis=0)
    assert np.abs(offered - 2 * players / (left + 4)).max() < 0.04, "returned cards are shuffled in"
    assert (after["phase"] == 1).all()
    assert (after["revealed"] == 1).all()
    assert (after["active"] == (1 << players) - 1).all()


def test_sg_3_3_only_the_last_choice_does() -> None:
    table = Table(4)
    for seat, waiting in ((2, [0, 1, 3]), (0, [1, 3]), (3, [1])):
        table.play(seat, "keep cards 1 and 2")
        assert (table.phase, table.active, table.s["revealed"]) == ("KEEP", waiting, 0)
        assert table.offer() == [None] * 4
    table.play(1, "keep cards 1 and 2")
    assert (table.phase, table.active, table.time) == ("MARK", [0, 1, 2, 3], (0, 1))
    assert None not in table.offer()
