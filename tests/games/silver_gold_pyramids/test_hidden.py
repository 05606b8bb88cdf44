"""Silver & Gold Pyramids, rule SG-11.4: imagined games hold what the viewer knows, and all of it."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import bits
from games.silver_gold_pyramids.positions import (
    GAME,
    PLAYERS,
    Position,
    Side,
    Table,
    all_but,
    cells,
    dealt,
    mark,
    nearly,
    positions,
    shape,
    tomb,
)
from rush_envs.engine.drivers import drivers_of
from rush_envs.games.silver_gold_pyramids.state import Phase

MANY = 3000


def imagine(table: Table, viewer: int, games: int = MANY) -> tuple[np.ndarray, np.ndarray]:
    """A state, and what a viewer imagines in its place, many times."""
    true = np.repeat(table.batch.states.copy(), games)
    imagined = true.copy()
    streams = np.random.default_rng(5).integers(0, 1 << 64, games, np.uint64)
    drivers_of(GAME).imagine(imagined, np.full(games, viewer), streams)
    return true, imagined


def differing(true: np.ndarray, imagined: np.ndarray) -> set[str]:
    """The fields that are not the same, but for the count of answers."""
    names = set(true.dtype.names or ()) - {"ply"}
    return {name for name in names if not np.array_equal(true[name], imagined[name])}


# ------------------------------------------------------------------------------------------------------------------
# The decks


@pytest.mark.parametrize("viewer", range(3))
def test_sg_11_4_both_decks_are_shuffled(viewer: int) -> None:
    """Nobody has marked yet: nothing else differs."""
    table = Table(Position(players=3, pattern="L4", round=1, card=4, deck=(20, 21, 22, 23, 24)))
    true, imagined = imagine(table, viewer)
    assert differing(true, imagined) == {"rng", "deck", "expedition"}
    assert (np.sort(imagined["deck"][:, :5], axis=1) == [19, 20, 21, 22, 23]).all()
    for place in range(5):
        assert np.abs(np.bincount(imagined["deck"][:, place])[19:] / MANY - 1 / 5).max() < 0.04
    assert (imagined["expedition"][:, :4] == true["expedition"][:, :4]).all(), "revealed ones stay"
    hidden = true["expedition"][0, 4:]
    assert (np.sort(imagined["expedition"][:, 4:], axis=1) == np.sort(hidden)).all()
    for place in range(4, 8):
        for pattern in range(6):
            share = (imagined["expedition"][:, place] == pattern).mean()
            assert abs(share - (hidden == pattern).mean()) < 0.04, "the eighth card may be any of them"


@pytest.mark.parametrize("viewer", range(2))
@pytest.mark.parametrize("taken", [False, True])
def test_sg_11_4_in_take_nothing_else_is_hidden(viewer: int, taken: bool) -> None:
    """Seat 0 takes twice, seat 1 waits, before and after the first take: everybody knows all of that."""
    sides = {0: Side((48, 7), (all_but(48, "r4c3"), nearly(7)), red=2), 1: Side((12, 9), (nearly(12), ()))}
    table = Table(Position(sides, card=6)).play(0, shape(0, "r4c3"), tomb(7, 2)).play(1, tomb(12))
    if taken:
        table.play(0, "take offer 2")
    assert (table.phase, table.row("takes")) == ("TAKE", [1 if taken else 2, 1])
    true, imagined = imagine(table, viewer)
    assert differing(true, imagined) == {"rng", "deck", "expedition"}


def test_sg_11_4_the_seventh_card_leaves_one_that_everybody_can_name() -> None:
    true, imagined = imagine(Table(Position(card=7)), 1)
    assert differing(true, imagined) == {"rng", "deck"}


# ------------------------------------------------------------------------------------------------------------------
# KEEP


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("answered", [False, True])
def test_sg_11_4_in_keep_the_cards_not_seen_are_dealt_anew(players: int, answered: bool) -> None:
    """Seats 0 and (if answered) 1 have chosen; seat 1 looks."""
    table = Table(players).play(0, "keep cards 2 and 3")
    if answered and players > 2:
        table.play(1, "keep cards 1 and 4")
    true, imagined = imagine(table, 1)
    assert differing(true, imagined) - {"active", "kept"} == {"rng", "deck", "drawn"}
    assert (imagined["drawn"][:, 1] == true["drawn"][:, 1]).all()
    assert (imagined["deck_size"] == 48 - 4 * players).all()
    own = true["drawn"][0, 1]
    others = [seat for seat in range(players) if seat != 1]
    dealt_anew = imagined["drawn"][:, others].reshape(MANY, -1)
    every = np.concatenate([dealt_anew, imagined["deck"][:, : 48 - 4 * players]], axis=1)
    unseen = np.setdiff1d(np.arange(48), own)
    assert (np.sort(every, axis=1) == unseen).all()
    for seat in others:
        for place in range(4):
            shares = np.bincount(imagined["drawn"][:, seat, place], minlength=48)[unseen] / MANY
            assert np.abs(shares - 1 / 44).max() < 0.015
    assert (imagined["drawn"][:, players:] == -1).all()


@pytest.mark.parametrize(("viewer", "active", "kept"), [
    (0, [1, 2, 3], [1, -1, -1, -1]),  # has chosen itself: its own part stays
    (1, [0, 1, 2, 3], [-1, -1, -1, -1]),
    (2, [0, 1, 3], [-1, -1, 4, -1]),
    (3, [0, 1, 2, 3], [-1, -1, -1, -1]),
])  # fmt: skip
def test_sg_11_4_in_keep_every_other_seat_is_undecided(viewer: int, active: list[int], kept: list[int]) -> None:
    table = Table(4).play(0, "keep cards 1 and 3").play(2, "keep cards 2 and 4")
    _true, imagined = imagine(table, viewer, 20)
    assert (imagined["active"] == sum(1 << seat for seat in active)).all()
    assert (imagined["kept"] == kept).all()


# ------------------------------------------------------------------------------------------------------------------
# MARK


def half_answered() -> Table:
    """Card 32 before seat 0: one extra mark made, one due; seat 1 has finished; seat 2 not begun; 3 has no pyramid."""
    sides = {
        0: Side((32, 8), (cells("r0c0"), ()), red=1, skulls=2, torches=(0,)), 1: Side((1, 22), green=3, skulls=5),
        2: Side((9, 10), (cells("r0c0"), ())), 3: Side((None, None), red=7),
    }  # fmt: skip
    table = Table(Position(sides, 4, round=1, card=2, pattern="I3", offer=(41, 42, 43, 44)))
    table.play(0, shape(0, "r1c0"), mark("r2c0")).play(1, shape(0, "r0c0"))
    assert (table.row("main_due"), table.row("extra_due")) == ([0, 0, 1, 0], [1, 0, 0, 0])
    return table


@pytest.mark.parametrize(("viewer", "active", "main", "extra"), [
    (0, [0, 1, 2], [0, 1, 1, 0], [1, 0, 0, 0]),
    (1, [0, 2], [1, 0, 1, 0], [0, 0, 0, 0]),
    (2, [0, 1, 2], [1, 1, 1, 0], [0, 0, 0, 0]),
    (3, [0, 1, 2], [1, 1, 1, 0], [0, 0, 0, 0]),
])  # fmt: skip
def test_sg_11_4_in_mark_others_are_put_back_to_the_start_of_the_card(
    viewer: int, active: list[int], main: list[int], extra: list[int]
) -> None:
    table = half_answered()
    true, imagined = imagine(table, viewer, 20)
    assert (imagined["active"] == sum(1 << seat for seat in active)).all()
    assert (imagined["main_due"] == main).all()
    assert (imagined["extra_due"] == extra).all()
    marks = [[cells("r0c0 r1c0 r1c1 r1c2 r2c0"), set()], [cells("r0c0 r0c1 r0c2"), set()], [cells("r0c0"), set()]]
    start = [[cells("r0c0"), set()], [set(), set()], [cells("r0c0"), set()]]
    tally, old = [(2, 1, 2, 1), (0, 3, 4, 0), (0, 0, 0, 0)], [(1, 0, 2, 1), (0, 3, 5, 0), (0, 0, 0, 0)]
    for seat in range(3):
        marked, count = (marks[seat], tally[seat]) if seat == viewer else (start[seat], old[seat])
        assert (imagined["marks"][:, seat] == [bits(marked[0]), bits(marked[1])]).all()
        assert (imagined["tally"][:, seat] == count).all()
    assert (imagined["tally"][:, 3] == (7, 0, 0, 0)).all()
    assert differing(true, imagined) <= {
        "rng", "deck", "expedition", "active", "marks", "tally", "main_due", "extra_due",
    }  # fmt: skip


def test_sg_11_4_imagined_games_go_on() -> None:
    """The viewer has finished; the others answer anew, and the card is resolved when they have."""
    table = half_answered()
    _true, imagined = imagine(table, 1, 1)
    table.batch.load(imagined)
    table.check("imagined")
    table.play(2, mark("r1c0")).play(0, mark("r0c1"))
    assert (table.time, table.active) == ((1, 3), [0, 1, 2])
    assert (table.marks(0), table.marks(1)) == (cells("r0c0 r0c1"), cells("r0c0 r0c1 r0c2"))


# ------------------------------------------------------------------------------------------------------------------
# Anywhere


@pytest.mark.parametrize("answers", [1, 3])
def test_sg_11_4_a_truncated_game_stays_so(answers: int) -> None:
    """Stopped in KEEP or in the middle of a card: nobody is asked in an imagined game either."""
    table = Table(2, max_steps=answers).play(1, "keep cards 1 and 2")
    if answers == 3:
        table.play(0, "keep cards 1 and 2").play(0, mark("r0c0"))
    assert (table.s["truncated"], table.active) == (1, [])
    for viewer in range(2):
        _true, imagined = imagine(table, viewer, 5)
        assert (imagined["active"] == 0).all()


@pytest.mark.parametrize("players", PLAYERS)
def test_sg_11_4_imagined_games_are_possible_and_look_the_same(players: int) -> None:
    other = dealt(players, 1)
    checked = 0
    for k, batch in enumerate(positions(players, 41)):
        if k % 3 or batch.seat[0] < 0:
            continue
        for viewer in range(players):
            states = batch.states.copy()
            drivers_of(GAME).imagine(states, np.array([viewer]), np.array([k], np.uint64))
            other.load(states)
            assert other.broken_invariants()[0] == 0
            assert (other.observe([0], [viewer]) == batch.observe([0], [viewer])).all()
            assert (other.legal([0], [viewer]) == batch.legal([0], [viewer])).all()
            size = int(batch.states["deck_size"][0])
            same = (np.sort(states["deck"][0, :size]) == np.sort(batch.states["deck"][0, :size])).all()
            assert same or states["phase"][0] == Phase.KEEP
            checked += 1
    assert checked > 25 * players
