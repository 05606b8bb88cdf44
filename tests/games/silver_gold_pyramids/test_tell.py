"""Silver & Gold Pyramids in words: what a viewer is told about an answer and what followed from it, and no more."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import answer
from games.silver_gold_pyramids.positions import (
    GAME,
    LAST,
    PLAYERS,
    Position,
    Side,
    Table,
    active_seats,
    all_but,
    cells,
    dealt,
    mark,
    nearly,
    purposeful,
    shape,
    tomb,
)
from rush_envs.engine.drivers import drivers_of


def told(table: Table, seat: int, words: str, viewer: int | None) -> list[str]:
    """What a viewer is told when a seat gives an answer."""
    before, action = table.batch.states.copy(), GAME.parse(table.words(words))
    table.play(seat, words)
    assert GAME.tell is not None
    return GAME.tell(before, table.batch.states.copy(), seat, action, viewer)


def start() -> Table:
    """Card 32 `Es... xgx.# …` and card 08 `Eg.s. …` before seat 0."""
    return Table(Position({0: Side((32, 8)), 1: Side((1, 22))}, 2, pattern="I2", offer=(41, 42, 43, 44)))


def test_a_mark_is_told_to_its_owner_alone() -> None:
    for viewer in (0, None):
        name = "player_0 (you)" if viewer == 0 else "player_0"
        assert told(start(), 0, mark("r0c0 r1c0"), viewer) == [
            f"{name} marks r0c0 r1c0 on pyramid 1 (orange 32): 1 entrance and 1 cross.",
            f"{name} has 1 extra mark to make.",
        ]
    table = start()
    assert told(table, 0, mark("r0c0 r1c0"), 1) == []
    assert told(table, 0, mark("r1c1"), 1) == [], "nor that it has finished"


def test_all_marks_of_a_card_are_told_when_the_last_seat_has_finished() -> None:
    def played() -> Table:
        return start().play(0, mark("r0c0 r1c0"), mark("r0c1"))

    others = [
        "player_0 marks r0c0 r0c1 r1c0 on pyramid 1 (orange 32): 1 entrance, 1 cross and 1 skull.",
        "player_0 has 1 crossed skull now.",
    ]
    follows = ["Points: player_0 -1, player_1 0.", "Round 1, card 2 of 7: I3."]
    assert told(played(), 1, mark("r0c0", 2), None) == [
        "player_1 marks r0c0 on pyramid 2 (green 22): 1 entrance.", *follows,
    ]  # fmt: skip
    assert told(played(), 1, mark("r0c0", 2), 1) == [
        *others, "player_1 (you) marks r0c0 on pyramid 2 (green 22): 1 entrance.",
        "Points: player_0 -1, player_1 (you) 0.", follows[1],
    ]  # fmt: skip
    assert told(played(), 1, mark("r0c0", 2), 0) == [
        "player_1 marks r0c0 on pyramid 2 (green 22): 1 entrance.",
        "Points: player_0 (you) -1, player_1 0.", follows[1],
    ]  # fmt: skip


def test_an_empty_cell_and_skulls_wiped_off() -> None:
    table = Table(Position({0: Side((1, 8), (cells("r0c0"), cells("r0c0")), skulls=3)}, 2))
    assert told(table, 0, mark("r1c0", 2), 0) == ["player_0 (you) marks r1c0 on pyramid 2 (orange 08)."]
    table = Table(Position({0: Side((1, 8), (cells("r0c0"), cells("r0c0")), skulls=3)}, 2))
    assert told(table, 0, mark("r0c1"), 0) == [
        "player_0 (you) marks r0c1 on pyramid 1 (green 01): 1 potion.", "player_0 (you) has 1 crossed skull now.",
    ]  # fmt: skip


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_pyramids_takes_awards_points_and_the_next_card(viewer: int | None) -> None:
    sides = {0: Side((7, 8), (nearly(7), ()), completed=(1,)), 1: Side((9, 10), (cells("r0c0"), ()))}
    table = Table(Position(sides, 2, offer=(41, 42, 43, 44), deck=(20, 21), hoard=1)).play(0, tomb(7))
    names = [f"player_{seat}" + " (you)" * (seat == viewer) for seat in range(2)]
    assert told(table, 1, mark("r1c0"), viewer)[-2:] == [
        f"{names[0]} completes green 07.", f"{names[0]} is to take 1 new pyramid.",
    ]  # fmt: skip
    score = int(table.s["score"][1])
    assert told(table, 0, "take offer 2", viewer) == [
        f"{names[0]} takes violet 42 from place 2 of the offer as pyramid 1.",
        "Place 2 of the offer is filled with orange 20.",
        f"{names[0]} gets 10 points for green pyramids.",
        f"Points: {names[0]} 30, {names[1]} {score}.",
        "Round 1, card 2 of 7: I3.",
    ]


def test_a_card_from_the_deck_and_the_second_of_two_takes() -> None:
    sides = {0: Side((48, 7), (all_but(48, "r4c3"), nearly(7)))}
    table = Table(Position(sides, 2, offer=(41, 42, 43, 44), deck=(20, 21, 22)))
    table.play(0, shape(0, "r4c3"), tomb(7, 2)).rest()
    assert told(table, 0, "take deck", 1) == ["player_0 takes orange 20 from the deck as pyramid 1."]
    assert told(table, 0, "take offer 4", 1)[:2] == [
        "player_0 takes orange 44 from place 4 of the offer as pyramid 2.",
        "Place 4 of the offer is filled with violet 21.",
    ]


def test_kept_cards_are_told_to_their_owner_and_at_last_to_all() -> None:
    table = Table(2)
    names = [[f"{['green', 'orange', 'violet'][card % 3]} {card + 1:02}" for card in four] for four in table.s["drawn"]]
    before = Table(2)
    assert told(before, 0, "keep cards 1 and 3", 1) == []
    assert told(table, 0, "keep cards 1 and 3", 0) == [f"player_0 (you) keeps {names[0][0]} and {names[0][2]}."]
    said = told(table, 1, "keep cards 2 and 4", 1)
    assert said[:2] == [
        f"player_0 keeps {names[0][0]} and {names[0][2]}.", f"player_1 (you) keeps {names[1][1]} and {names[1][3]}.",
    ]  # fmt: skip
    assert said[2].startswith("On offer: ")
    assert said[3].startswith("Round 1, card 1 of 7: ")
    assert len(said) == 4


def test_the_end_is_told() -> None:
    table = Table(Position({0: Side((7, 8), (nearly(7), ())), 1: Side((9, 10))}, 2, **LAST)).play(0, tomb(7))
    assert told(table, 1, mark("r0c0"), None)[-3:] == [
        "player_0 completes green 07.", "Points: player_0 10, player_1 0.",
        "The game is over: player_0 wins with 10 points.",
    ]  # fmt: skip
    table = Table(Position({0: Side((7, 8)), 1: Side((9, 10))}, 2, **LAST)).play(0, mark("r0c0"))
    assert told(table, 1, mark("r0c0"), 0)[-1] == (
        "The game is over: player_0 (you) and player_1 share the victory with 0 points."
    )
    table = Table(2, max_steps=1)
    assert told(table, 0, "keep cards 1 and 2", 1) == ["The game is stopped before its end."]


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_told_that_the_viewer_may_not_know(players: int) -> None:
    """The same answer in the true game and in one imagined by the viewer: as long as nothing public follows from it, in
    both of them, the same is told, and to others nothing at all."""
    assert GAME.tell is not None
    rng, compared, silent = np.random.default_rng(players), 0, 0
    batch, other = dealt(players, 1, seed=61), dealt(players, 1)
    while batch.seat[0] >= 0:
        seat = int(rng.choice(active_seats(batch.states[0])))
        action = purposeful(batch.states[0], seat, batch.legal([0], [seat])[0], rng)
        before = batch.states.copy()
        answer(batch, 0, seat, action)
        for viewer in range(players):
            said = GAME.tell(before, batch.states, seat, action, viewer)
            secret = before["phase"][0] != 2 and int(before["active"][0]).bit_count() > 1
            open_still = secret and bool(batch.states["active"][0] & ~(1 << seat))
            if open_still and seat != viewer and batch.states["phase"][0] == before["phase"][0]:
                assert said == []
                silent += 1
            if seat == viewer and open_still:
                imagined = before.copy()
                drivers_of(GAME).imagine(imagined, np.array([viewer]), np.array([compared], np.uint64))
                other.load(imagined)
                answer(other, 0, seat, action)
                assert GAME.tell(imagined, other.states, seat, action, viewer) == said
                compared += 1
    assert min(compared, silent) > 20
