"""Silver & Gold Pyramids, rules SG-11.1 to SG-11.3, SG-12 and SG-13: who knows what, actions and observations."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from games.by_hand import members
from games.silver_gold_pyramids.oracle import CARDS, LAID, observation
from games.silver_gold_pyramids.positions import (
    GAME,
    LAST,
    PLAYERS,
    SHAPES,
    Position,
    Side,
    Table,
    all_but,
    cells,
    mark,
    named,
    nearly,
    oracle_of,
    positions,
    shape,
    tomb,
)
from rush_envs.errors import BadAction

BASE: dict[str, Any] = {"players": 3, "pattern": "V3", "round": 1, "card": 3, "offer": (41, 42, 43, 44)}
SIDES = {
    0: Side((8, 32), (cells("r0c0 r0c1"), ()), red=2, green=1, skulls=3, torches=(0,)), 1: Side((1, 25)),
    2: Side((9, 7), (cells("r0c0"), ()), completed=(16, 19, 33), awards="green 10"),
}  # fmt: skip


def view(table: Table, seat: int) -> np.ndarray:
    return table.batch.observe([0], [seat])[0]


def views(table: Table) -> list[bytes]:
    return [view(table, seat).tobytes() for seat in range(table.players)]


# ------------------------------------------------------------------------------------------------------------------
# SG-11 Who knows what


@pytest.mark.parametrize("change", [
    {"sides": SIDES | {0: Side((8, 31), (cells("r0c0 r0c1"), ()), red=2, green=1, skulls=3, torches=(0,))}},
    {"sides": SIDES | {0: Side((8, 32), (cells("r0c0 r1c0"), ()), red=2, green=1, skulls=3, torches=(0,))}},
    {"sides": SIDES | {0: Side((8, 32), (cells("r0c0 r0c1"), ()), red=3, green=1, skulls=3, torches=(0,))}},
    {"sides": SIDES | {0: Side((8, 32), (cells("r0c0 r0c1"), ()), red=2, green=2, skulls=3, torches=(0,))}},
    {"sides": SIDES | {0: Side((8, 32), (cells("r0c0 r0c1"), ()), red=2, green=1, skulls=4, torches=(0,))}},
    {"sides": SIDES | {0: Side((8, 32), (cells("r0c0 r0c1"), ()), red=2, green=1, skulls=3, torches=(1,))}},
    {"sides": SIDES | {2: Side((9, 7), (cells("r0c0"), ()), completed=(16, 22, 33), awards="green 10")}},
    {"sides": SIDES | {2: Side((9, 7), (cells("r0c0"), ()), completed=(16, 19, 33))}},
    {"pattern": "O4"}, {"round": 2}, {"card": 4}, {"offer": (41, 42, 43, 45)}, {"offer": (42, 41, 43, 44)},
])  # fmt: skip
def test_sg_11_1_public_facts_show(change: dict[str, Any]) -> None:
    one, other = (Table(Position(**{"sides": SIDES} | BASE | more)) for more in ({}, change))
    assert all(a != b for a, b in zip(views(one), views(other), strict=True))


def test_sg_11_1_the_deck_is_known_but_for_its_order() -> None:
    table = Table(Position(SIDES, **BASE))
    gone = {8, 32, 1, 25, 9, 7, 16, 19, 33, 41, 42, 43, 44}
    for viewer in range(3):
        sees = table.sees(viewer)
        assert {k + 1 for k in members(sees["deck_cards"])} == set(CARDS) - gone
        assert sees["deck_size"] == [35]


def test_sg_11_1_the_hidden_expedition_cards_are_known_but_for_their_order() -> None:
    """I2 and I3 are past, V3 is on the table."""
    for viewer in range(3):
        assert Table(Position(SIDES, **BASE)).sees(viewer)["patterns_left"].tolist() == [0, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("words", [
    [mark("r0c2")], [mark("r1c0")], [shape(1, "r0c2")], [mark("r0c0", 2)], [shape(0, "r0c0", 2)],
    [shape(0, "r0c0", 2), mark("r1c2", 2), mark("r0c1", 2)], [shape(1, "r0c0", 2), mark("r0c2")],
])  # fmt: skip
def test_sg_11_2_marks_gems_skulls_and_extra_marks_of_the_card_in_play(words: list[str]) -> None:
    """Whatever seat 0 does before the others have finished, they see nothing of it; nor that it has finished."""
    table = Table(Position(SIDES, **BASE))
    before = views(table)
    for sentence in words:
        table.play(0, sentence)
        after = views(table)
        assert after[1:] == before[1:]
        assert after[0] != before[0]


def test_sg_11_2_the_torch_of_the_card_in_play() -> None:
    table = Table(Position({0: Side((1, 8), (cells("r0c0"), ()))}, 3, round=2))
    before = views(table)
    table.play(0, mark("r1c0"))
    assert views(table)[1:] == before[1:]
    assert table.sees(0)["torches"][0].tolist() == [0, 0, 1, 0]


def test_sg_11_2_drawn_cards_and_choice_in_keep() -> None:
    table = Table(3)
    drawn = (table.s["drawn"][:3] + 1).tolist()
    for seat in range(3):
        assert named(table.sees(seat)["offer_number"]) == drawn[seat]
    before = views(table)

    def swap(s: np.record) -> None:
        """Seats 1 and 2 have drawn other cards."""
        s["drawn"][1], s["drawn"][2] = s["drawn"][2].copy(), s["drawn"][1].copy()

    table.edit(swap)
    assert views(table)[0] == before[0]
    assert views(table)[1] != before[1]
    table.play(2, "keep cards 1 and 4")
    assert views(table)[0] == before[0]


def test_sg_11_3_nobody_knows_the_orders() -> None:
    table = Table(Position(SIDES, **BASE, then=("I3", "O4", "S4")))
    before = views(table)

    def turn(s: np.record) -> None:
        s["deck"][:35] = s["deck"][:35][::-1].copy()
        s["expedition"][3:] = s["expedition"][3:][::-1].copy()

    table.edit(turn)
    assert views(table) == before
    table.check("after the decks were turned")


def test_sg_11_3_who_is_still_active_does_not_show() -> None:
    table = Table(Position(SIDES, **BASE))
    before = views(table)
    table.play(1, mark("r0c0")).play(0, mark("r0c0", 2))
    assert table.active == [2]
    assert views(table)[2] == before[2]
    table = Table(4)
    before = views(table)
    table.play(3, "keep cards 1 and 2").play(1, "keep cards 1 and 2")
    assert (views(table)[0], views(table)[2]) == (before[0], before[2])


def test_sg_11_3_the_fields_and_their_eyes() -> None:
    eyes = {name: rule for name, rule in GAME.state.sees.items() if rule != "public"}
    assert {name for name, rule in eyes.items() if rule == "nobody"} == {"rng", "ply", "deck"}
    assert {name for name, rule in eyes.items() if rule == "owner"} == {
        "marks", "tally", "drawn", "kept", "main_due", "extra_due",
    }  # fmt: skip
    assert set(eyes) == {"rng", "ply", "deck", "marks", "tally", "drawn", "kept", "main_due", "extra_due", "expedition"}
    state = Table(Position(SIDES, **BASE)).batch.states
    for viewer in range(3):
        assert members(eyes["expedition"](state, viewer)) == {3, 4, 5, 6, 7}


def test_sg_11_3_what_nobody_sees_is_in_the_state_for_critics() -> None:
    table = Table(Position(SIDES, **BASE))
    hidden = GAME.hidden.decode(table.batch.reveal([0])[0])
    assert named(hidden["deck_next"]) == table.deck()[:8]
    assert named(hidden["patterns_next"]) == [int(k) + 1 for k in table.s["expedition"][3:]] + [0] * 3
    few = Table(Position(SIDES, **BASE, deck=(22, 20, 21)))
    assert named(GAME.hidden.decode(few.batch.reveal([0])[0])["deck_next"]) == [22, 20, 21, 0, 0, 0, 0, 0]


# ------------------------------------------------------------------------------------------------------------------
# SG-12 Actions


def test_sg_12_ids_and_words() -> None:
    assert GAME.actions.size == 649
    words = {k: f"keep cards {i + 1} and {j + 1}" for k, (i, j) in enumerate(combinations(range(4), 2))}
    words |= {6 + 294 * p + way: f"mark {' '.join(f'r{k // 5}c{k % 5}' for k in sorted(laid))} on pyramid {p + 1}"
              for p in range(2) for way, laid in enumerate(LAID)}  # fmt: skip
    words |= {594 + 25 * p + 5 * r + c: f"mark r{r}c{c} on pyramid {p + 1}"
              for p in range(2) for r in range(5) for c in range(5)}  # fmt: skip
    words |= {644 + k: f"take offer {k + 1}" for k in range(4)} | {648: "take deck"}
    assert len(words) == 649
    assert words[6 + 294 + 40 + 14] == "mark r4c2 r4c3 r4c4 on pyramid 2"
    for action, sentence in words.items():
        assert GAME.describe(action) == sentence
        assert GAME.parse(sentence) == action
    with pytest.raises(BadAction):
        GAME.describe(649)


def test_sg_12_ids_mean_what_they_say() -> None:
    """Pyramid 2 is slot 1; of L4 (the fifth pattern) orientation 6, anchor r0c1, is the 74th way."""
    table = Table(Position({0: Side((9, 8), ((), cells("r0c0")))}, pattern="L4"))
    table.batch.step([6 + 294 + 150 + 6 * 12 + 1])
    assert table.marks(0, 1) == cells("r0c0 r0c1 r0c2 r1c1 r2c1")
    table = Table(Position({0: Side((9, 8), ((), cells("r0c0")))}))
    table.batch.step([594 + 25 + 5])
    assert (table.marks(0, 0), table.marks(0, 1)) == (set(), cells("r0c0 r1c0"))


# ------------------------------------------------------------------------------------------------------------------
# SG-13 Observation


def test_sg_13_pieces_shapes_and_maxima() -> None:
    assert [(p.name, p.shape, p.maximum) for p in GAME.observation] == [
        ("phase", (3,), 1), ("players", (3,), 1), ("round", (4,), 1), ("card", (7,), 1), ("pattern", (6,), 1),
        ("pattern_cells", (25,), 1), ("patterns_left", (6,), 2), ("main_due", (1,), 1), ("extra_due", (4,), 1),
        ("taking", (4,), 1), ("takes_left", (2,), 1), ("symbols", (2, 9, 25), 1), ("award", (2, 3), 1),
        ("next_cells", (2, 25), 1), ("last_cell", (2,), 1), ("last_shape", (2,), 1), ("marked", (4, 2, 25), 1),
        ("cells_left", (4, 2), 11), ("colour", (4, 2, 3), 1), ("number", (4, 2, 48), 1), ("offer_colour", (4, 3), 1),
        ("offer_facts", (4, 7), 11), ("offer_number", (4, 48), 1), ("deck_size", (1,), 48), ("deck_cards", (48,), 1),
        ("gems", (4, 2), 10), ("skulls", (4,), 10), ("torches", (4, 4), 1), ("completed", (4, 3), 16),
        ("lowest", (4,), 48), ("awards", (4, 3, 3), 1), ("next_award", (3, 3), 1), ("points", (4,), 100),
    ]  # fmt: skip


@pytest.mark.parametrize("viewer", range(3))
def test_sg_13_a_position_from_every_chair(viewer: int) -> None:
    table = Table(Position(SIDES, **BASE))
    pieces = table.sees(viewer)
    sees = {name: value.tolist() for name, value in pieces.items()}
    order = [(viewer + k) % 3 for k in range(3)]

    def by_seat(*rows: Any, absent: Any = 0) -> list[Any]:
        return [rows[seat] for seat in order] + [absent]

    assert (sees["phase"], sees["players"], sees["round"]) == ([0, 1, 0], [0, 1, 0], [0, 1, 0, 0])
    assert (sees["card"], sees["pattern"]) == ([1, 1, 1, 0, 0, 0, 0], [int(words == "V3") for words in SHAPES])
    assert members(sees["pattern_cells"]) == cells("r0c0 r1c0 r1c1")
    assert (sees["main_due"], sees["extra_due"], sees["taking"], sees["takes_left"]) == ([1], [0] * 4, [0] * 4, [0, 0])
    assert named(pieces["number"]) == by_seat([8, 32], [1, 25], [9, 7], absent=[0, 0])
    green, orange, violet = [1, 0, 0], [0, 1, 0], [0, 0, 1]
    assert sees["colour"] == by_seat([orange] * 2, [green] * 2, [violet, green], absent=[[0] * 3] * 2)
    marked = [[members(slot) for slot in seat] for seat in sees["marked"]]
    assert marked == by_seat([{0, 1}, set()], [set(), set()], [{0}, set()], absent=[set(), set()])
    assert sees["cells_left"] == by_seat([9, 9], [9, 9], [10, 9], absent=[0, 0])
    assert named(pieces["offer_number"]) == [41, 42, 43, 44]
    assert sees["offer_colour"] == [orange, violet, green, orange]
    assert sees["gems"] == by_seat([2, 1], [0, 0], [0, 0], absent=[0, 0])
    assert sees["points"] == by_seat(4, 0, 20)
    assert sees["next_award"] == [[0, 1, 0], [1, 0, 0], [1, 0, 0]]
    assert sees["skulls"] == by_seat(3, 0, 0)
    assert sees["torches"] == by_seat([1, 0, 0, 0], [0] * 4, [0] * 4, absent=[0] * 4)
    assert sees["completed"] == by_seat([0] * 3, [0] * 3, [2, 0, 1], absent=[0] * 3)
    assert sees["lowest"] == by_seat(0, 0, 16)
    none = [[0] * 3] * 3
    assert sees["awards"] == by_seat(none, none, [[1, 0, 0], [0] * 3, [0] * 3], absent=none)


def test_sg_13_what_is_printed_on_the_cards_of_the_offer() -> None:
    """Place 2 holds card 32 `Es... xgx.# r.#fs s#... #...T`, place 3 is empty."""
    sees = Table(Position(offer=(41, 42, 32, None))).sees(1)
    assert sees["offer_facts"][2].tolist() == [2, 1, 1, 1, 3, 0, 9]
    assert sees["offer_facts"][3].tolist() == [0] * 7
    assert named(sees["offer_number"]) == [41, 42, 32, 0]
    assert sees["offer_colour"].tolist() == [[0, 1, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]]


def test_sg_13_symbols_vanish_under_marks_and_next_cells_lie_beside_them() -> None:
    """Card 32 with entrance, cross r1c0 and the green gem r1c1 marked."""
    table = Table(Position({0: Side((32, 8), (cells("r0c0 r1c0 r1c1"), ()))}))
    own = table.sees(0)
    assert [members(plane) for plane in own["symbols"][0]] == [
        cells(text) for text in ("r1c4 r2c2 r3c1 r4c0", "", "r4c4", "r1c2", "r2c0", "", "r2c3", "r0c1 r2c4 r3c0", "")
    ]  # fmt: skip
    assert [members(cell) for cell in own["next_cells"]] == [cells("r0c1 r1c2 r2c0 r2c1"), cells("r0c0")]
    assert own["cells_left"][0].tolist() == [6, 11]


def test_sg_13_what_would_complete_a_pyramid() -> None:
    """Card 48 `Es... r.s#. .s##. .g.## .s.xT`: two cells from its tomb, then beside it."""
    table = Table(Position({0: Side((48, 8), (all_but(48, "r4c3"), ()))}))
    assert (table.sees(0)["last_cell"].tolist(), table.sees(0)["last_shape"].tolist()) == ([0, 0], [1, 0])
    table = Table(Position({0: Side((48, 8), (all_but(48, "r4c3"), ()))}, pattern="O4"))
    assert table.sees(0)["last_shape"].tolist() == [0, 0]
    table.play(0, mark("r4c3"))
    sees = table.sees(0)
    assert (sees["last_cell"].tolist(), sees["last_shape"].tolist()) == ([1, 0], [0, 0])
    assert (sees["main_due"], sees["extra_due"].tolist()) == ([0], [1, 0, 0, 0])
    table.play(0, tomb(48))
    assert table.sees(0)["cells_left"][0].tolist() == [0, 11]


@pytest.mark.parametrize(("completed", "others", "award"), [
    ((), "", [0, 0, 0]), ((1,), "", [1, 0, 0]), ((1,), "green 10", [0, 1, 0]), ((1,), "green 10, green 6", [0, 0, 1]),
    ((1,), "green 10, green 6, green 3", [0, 0, 0]), ((1, 4), "green 10", [0, 0, 0]),
    ((1, 4, 10), "green 10", [0, 1, 0]), ((1, 4, 10, 13, 19, 22, 25), "", [0, 0, 0]), ((3,), "", [0, 0, 0]),
])  # fmt: skip
def test_sg_13_the_award_a_pyramid_would_earn(completed: tuple[int, ...], others: str, award: list[int]) -> None:
    """Card 07 is green; the other seat has six green ones."""
    rival = Side(completed=(28, 31, 34, 37, 40, 43), awards=others)
    table = Table(Position({0: Side((7, 8), completed=completed), 1: rival}))
    assert table.sees(0)["award"].tolist() == [award, [0, 0, 0]]


@pytest.mark.parametrize(("red", "skulls", "points"), [(0, 3, 0), (1, 0, 0), (2, 0, 1), (7, 0, 3), (0, 0, 0)])
def test_sg_13_half_of_the_points(red: int, skulls: int, points: int) -> None:
    assert Table(Position({0: Side(red=red, skulls=skulls)})).sees(1)["points"].tolist() == [0, points, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sg_13_keep(players: int) -> None:
    table = Table(players)
    for viewer in range(players):
        four = (table.s["drawn"][viewer] + 1).tolist()
        sees = table.sees(viewer)
        assert (sees["phase"].tolist(), sees["round"].tolist()) == ([1, 0, 0], [1, 0, 0, 0])
        assert (sees["card"].sum(), sees["deck_size"]) == (0, [48 - 4 * players])
        assert not sees["pattern"].any()
        assert sees["patterns_left"].tolist() == [1, 2, 2, 1, 1, 1]
        assert named(sees["offer_number"]) == four
        assert sees["offer_facts"][1, 4] == CARDS[four[1]].grid.count("s")
        assert {k + 1 for k in members(sees["deck_cards"])} == set(CARDS) - set(four)
        assert not any(sees[name].any() for name in ("symbols", "next_cells", "marked", "number", "cells_left"))
        assert sees["players"].tolist() == [int(number == players) for number in (2, 3, 4)]


def test_sg_13_own_things_now_and_others_as_at_the_start_of_the_card() -> None:
    """Seat 0 has crossed red gem, skull and cross; seat 1 looks at the start of the card."""
    side = Side((32, 8), (cells("r0c0"), ()), red=1, skulls=2)
    table = Table(Position({0: side}, 2, pattern="V3")).play(0, shape(0, "r1c0"))
    own, other = table.sees(0), table.sees(1)
    assert (own["main_due"], own["extra_due"].sum(), own["gems"][0].tolist()) == ([0], 1, [2, 0])
    assert members(own["marked"][0, 0]) == cells("r0c0 r1c0 r2c0 r2c1")
    assert (other["main_due"], other["extra_due"].sum(), other["gems"][1].tolist()) == ([1], 0, [1, 0])
    assert members(other["marked"][1, 0]) == cells("r0c0")
    table.play(0, mark("r0c1"))
    own, other = table.sees(0), table.sees(1)
    assert (own["phase"].tolist(), own["main_due"], own["extra_due"].sum()) == ([0, 1, 0], [0], 0)
    assert own["skulls"][0] == 3
    assert other["skulls"][1] == 2


def test_sg_13_take() -> None:
    sides = {1: Side((48, 7), (all_but(48, "r4c3"), nearly(7)))}
    table = Table(Position(sides, 3)).play(1, shape(0, "r4c3"), tomb(7, 2)).rest()
    for left in (2, 1):
        for viewer, place in ((0, 1), (1, 0), (2, 2)):
            sees = table.sees(viewer)
            assert sees["phase"].tolist() == [0, 0, 1]
            assert (members(sees["taking"]), sees["takes_left"].sum()) == ({place}, left)
        table.play(1, "take deck")
    assert not table.sees(1)["taking"].any()
    assert table.sees(1)["takes_left"].sum() == 0


@pytest.mark.parametrize("players", PLAYERS)
def test_sg_13_every_piece_as_the_oracle_sees_it(players: int) -> None:
    """All viewers, at points of a game where cards are half answered and marks hidden, and all others."""
    secrets = 0
    for k, batch in enumerate(positions(players, 51)):
        s = batch.states[0]
        hidden = (s["marks"] != s["marks_shown"]).any()
        if k % 4 == 0 or s["phase"] == 2 or s["done"]:
            secrets += hidden
            oracle = oracle_of(s, players)
            for viewer in range(players):
                pieces = GAME.observation.decode(batch.observe([0], [viewer])[0])
                expected = observation(oracle, viewer)
                assert {name: value.tolist() for name, value in pieces.items()} == expected
    assert secrets > 5


def test_sg_13_takes_left_counts_the_choices_there_will_be() -> None:
    """Two pyramids completed, one card to take: one choice."""
    sides = {0: Side((48, 7), (all_but(48, "r4c3"), nearly(7)))}
    table = Table(Position(sides, offer=(None, 30, None, None), deck=())).play(0, shape(0, "r4c3"), tomb(7, 2)).rest()
    assert [table.sees(viewer)["takes_left"].tolist() for viewer in range(2)] == [[1, 0], [1, 0]]


def test_sg_13_game_over() -> None:
    table = Table(Position({0: Side((7, 8), (nearly(7), ()))}, 2, **LAST)).play(0, tomb(7)).rest()
    for viewer in range(2):
        sees = table.sees(viewer)
        assert not sees["phase"].any()
        assert not sees["taking"].any()
        assert (sees["round"].tolist(), sees["card"].sum()) == ([0, 0, 0, 1], 7)
        assert sees["completed"][viewer].tolist() == [1, 0, 0]
