"""Curse of the Mummy, rules CM-11.10 and CM-11.11: imagined games hold what the viewer knows, and all of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from games.curse_of_the_mummy.oracle import PRISON, START
from games.curse_of_the_mummy.positions import GAME, PAWNS, Position, cards, cells_of, copies
from rush_envs.engine.drivers import drivers_of

MANY = 3000
Placements = dict[tuple[int, ...], float]


def imagine(position: Position, viewer: int, games: int = MANY) -> tuple[np.ndarray, np.ndarray]:
    """A position, and what a viewer imagines in its place, many times."""
    batch = copies(position, 1)
    true = np.repeat(batch.states.copy(), games)
    imagined = true.copy()
    streams = np.random.default_rng(5).integers(0, 1 << 64, games, np.uint64)
    drivers_of(GAME).imagine(imagined, np.full(games, viewer), streams)
    return true, imagined


def differing(true: np.ndarray, imagined: np.ndarray) -> set[str]:
    return {name for name in true.dtype.names or () if not np.array_equal(true[name], imagined[name])}


def shares(rows: np.ndarray) -> Placements:
    """How often each row occurs."""
    counts = Counter(map(tuple, rows.tolist()))
    return {row: count / len(rows) for row, count in counts.items()}


def placed(possible: dict[int, set[int]], cells: tuple[int, ...], players: int = 5) -> Placements:
    """How often the mummy imagines each placement."""
    position = Position(players, cells=cells, possible=possible, phase="MUMMY", steps=2)
    true, imagined = imagine(position, 0)
    assert differing(true, imagined) <= {"rng", "cell", "hand"}
    return shares(imagined["cell"][:, : PAWNS[players]])


# ------------------------------------------------------------------------------------------------------------------
# CM-11.10 An explorer's view


@pytest.mark.parametrize("phase", ["RELEASE", "ROLLED", "MOVE", "TREASURE", "MUMMY"])
@pytest.mark.parametrize("viewer", [1, 2, 3])
def test_cm_11_10_an_explorer_imagines_other_hands_and_nothing_else(phase: str, viewer: int) -> None:
    possible = {0: {24, 53} if phase == "TREASURE" else {36, 53}, 1: {67, 66}}
    position = Position(
        phase=phase, announced="1" if phase in ("MOVE", "TREASURE") else "", locked=2 if phase == "RELEASE" else 0,
        steps=3, cells=(36, 67, START), possible=possible, laid={1: "B2"},
    )  # fmt: skip
    true, imagined = imagine(position, viewer)
    assert differing(true, imagined) == {"rng", "hand"}
    assert np.array_equal(true["hand"][:, viewer], imagined["hand"][:, viewer])
    assert len(np.unique(imagined["rng"])) == MANY


def test_cm_11_10_cards_are_dealt_anew_by_colour() -> None:
    """Explorer 0 has R1 B1 W1 G1 Y1; B2 is laid by pawn 1, which has no blue card left."""
    true, imagined = imagine(Position(laid={1: "B2"}), 1)
    hands = imagined["hand"]
    for other in (2, 3):
        assert (hands[:, other].sum(axis=1) == true["hand"][:, other].sum(axis=1)).all()
        assert np.abs(hands[:, other, 1:5].mean(axis=0) - 1 / 4).max() < 0.04
        assert np.abs(hands[:, other, 16:19].mean(axis=0) - 1 / 3).max() < 0.04
        assert not hands[:, other, [0, 5, 6, 10, 15, 19]].any(), "own cards and laid ones are elsewhere"
    assert not hands[:, 2, 5:10].any()
    assert np.abs(hands[:, 3, 7:10].mean(axis=0) - 1 / 3).max() < 0.04
    assert (hands.sum(axis=1) <= 1).all(), "no card twice"
    assert not hands[:, 0].any()
    pairs = shares(np.stack([hands[:, 2, 1:5].argmax(axis=1), hands[:, 3, 1:5].argmax(axis=1)], axis=1))
    assert len(pairs) == 12
    assert max(abs(share - 1 / 12) for share in pairs.values()) < 0.03


def test_cm_11_10_the_hand_of_an_eliminated_explorer_may_be_anybodys() -> None:
    position = Position(cells=(53, 67, None), taken={2: 3}, laid={2: "R3"})
    _true, imagined = imagine(position, 1)
    assert not imagined["hand"][:, 3].any()
    assert np.abs(imagined["hand"][:, 2, 6:10].mean(axis=0) - 1 / 4).max() < 0.04, "its blue card is set aside"
    assert np.abs(imagined["hand"][:, 2, [1, 3, 4]].mean(axis=0) - 1 / 3).max() < 0.04


def test_cm_11_10_two_players_the_explorer_knows_everything() -> None:
    true, imagined = imagine(Position(2, cells=(53, 67), possible={0: {53, 5}}), 1)
    assert differing(true, imagined) == {"rng"}


# ------------------------------------------------------------------------------------------------------------------
# CM-11.11 The mummy's view


def test_cm_11_11_each_possible_cell_is_equally_likely() -> None:
    found = placed({0: {53, 67, 5}}, (53, START, START, START))
    assert set(found) == {(cell, START, START, START) for cell in (53, 67, 5)}
    assert max(abs(share - 1 / 3) for share in found.values()) < 0.04
    found = placed({0: {START, 49, 50, 98}}, (START, PRISON), players=3)
    assert set(found) == {(cell, PRISON) for cell in (START, 49, 50, 98)}
    assert max(abs(share - 1 / 4) for share in found.values()) < 0.04


def test_cm_11_11_no_two_pawns_on_one_corridor_drawn_jointly() -> None:
    """{a, b, c} and {a, b}: four placements, equally likely (one pawn after the other would prefer some)."""
    found = placed({0: {53, 67, 5}, 1: {53, 67}}, (53, 67), players=3)
    assert set(found) == {(53, 67), (67, 53), (5, 53), (5, 67)}
    assert max(abs(share - 1 / 4) for share in found.values()) < 0.04


def test_cm_11_11_start_and_prison_may_be_shared() -> None:
    found = placed({0: {PRISON, 53}, 1: {PRISON, 53}}, (PRISON, 53), players=3)
    assert set(found) == {(PRISON, PRISON), (PRISON, 53), (53, PRISON)}
    assert max(abs(share - 1 / 3) for share in found.values()) < 0.04


def test_cm_11_11_tight_sets_always_have_a_placement() -> None:
    assert placed({0: {53, 67}, 1: {53}}, (67, 53), players=3) == {(67, 53): 1.0}
    chain = {0: {53}, 1: {53, 67}, 2: {53, 67, 5}, 3: {53, 67, 5, 70}}
    assert placed(chain, (53, 67, 5, 70)) == {(53, 67, 5, 70): 1.0}
    assert placed({3 - pawn: cells for pawn, cells in chain.items()}, (70, 5, 67, 53)) == {(70, 5, 67, 53): 1.0}


def test_cm_11_11_four_pawns_on_three_cells_and_one() -> None:
    """Six placements; the true one is as likely as any other."""
    three = {53, 67, 5}
    found = placed({0: three, 1: three, 2: three, 3: three | {70}}, (53, 67, 5, 70))
    assert len(found) == 6
    assert all(place[3] == 70 for place in found)
    assert all(len(set(place)) == 4 for place in found)
    assert max(abs(share - 1 / 6) for share in found.values()) < 0.05


def test_cm_11_11_four_pawns_on_four_cells() -> None:
    four = {53, 67, 5, 70}
    found = placed(dict.fromkeys(range(4), four), (53, 67, 5, 70))
    assert len(found) == 24
    assert max(found.values()) < 0.08


def test_cm_11_11_large_sets() -> None:
    everywhere = set(range(99)) - {START, PRISON, 1}
    position = Position(
        5, cells=(53, 67, 5, 70), possible=dict.fromkeys(range(4), everywhere), phase="RELEASE", locked=1
    )
    _true, imagined = imagine(position, 0, 10_000)
    cells = imagined["cell"]
    assert (np.diff(np.sort(cells, axis=1), axis=1) > 0).all()
    for pawn in range(4):
        assert set(np.unique(cells[:, pawn])) == everywhere
        assert np.bincount(cells[:, pawn]).max() / 10_000 < 0.02


def test_cm_11_11_an_eliminated_pawn_stays_out() -> None:
    position = Position(cells=(53, None, 67), possible={0: {53, 5}}, taken={1: 3}, phase="MUMMY", steps=2)
    true, imagined = imagine(position, 0)
    assert (imagined["out"] == [0, 1, 0, 0]).all()
    assert np.array_equal(true["possible"], imagined["possible"])
    assert (imagined["cell"][:, 2] == 67).all()
    assert not imagined["hand"][:, 2].any()


def test_cm_11_11_hands_are_dealt_anew_by_colour() -> None:
    """R1 is laid: three red cards for explorers 1 and 2 come from four; every blue one is as likely."""
    true, imagined = imagine(Position(laid={0: "R1"}, phase="MUMMY", steps=2), 0)
    hands = imagined["hand"]
    assert np.array_equal(true["colours"], imagined["colours"])
    for first, last in ((0, 5), (5, 10), (10, 15), (15, 19), (19, 23)):
        assert np.array_equal(hands[..., first:last].sum(axis=2), true["hand"][..., first:last].sum(axis=2))
    assert (hands.sum(axis=1) <= 1).all()
    assert not hands[:, :, 0].any()
    assert not hands[:, 1, :5].any()
    for seat in (2, 3):
        assert np.abs(hands[:, seat, 1:5].mean(axis=0) - 1 / 4).max() < 0.04
    for seat in (1, 2, 3):
        assert np.abs(hands[:, seat, 5:10].mean(axis=0) - 1 / 5).max() < 0.04
        assert np.abs(hands[:, seat, 19:].mean(axis=0) - 1 / 4).max() < 0.04


def test_cm_11_11_the_hands_of_two_players() -> None:
    hands = imagine(Position(2, laid={0: "B1 G1", 1: "G2"}, phase="MUMMY", steps=2), 0)[1]["hand"]
    assert np.abs(hands[:, 1, :5].mean(axis=0) - 2 / 5).max() < 0.04
    assert np.abs(hands[:, 1, 6:10].mean(axis=0) - 1 / 4).max() < 0.04
    assert (hands[:, 1].sum(axis=1) == 7).all()
    assert not hands[:, 1, [5, *cards("G1 G2 G3 G4")]].any()


@pytest.mark.parametrize("phase", ["ROLLED", "MOVE", "TREASURE"])
@pytest.mark.parametrize("locked", [0, 3])
def test_cm_11_11_a_busy_explorer_has_just_rolled(phase: str, locked: int) -> None:
    position = Position(
        phase=phase, locked=locked, announced="" if phase == "ROLLED" else "1", cells=(36, 67), dice="1 1 1 1 1",
        possible={0: {24, 53} if phase == "TREASURE" else {36, 53}, 1: {67}},
    )  # fmt: skip
    true, imagined = imagine(position, 0)
    assert differing(true, imagined) <= {"rng", "cell", "hand", "deed", "announced", "shown"}
    assert (imagined["deed"] == 0).all()
    assert (imagined["announced"] == 0).all()
    assert (imagined["active"] == 1 << 1).all()
    shown = imagined["shown"]
    assert (shown.sum(axis=1) == 5 - locked).all()
    assert np.abs(shown.mean(axis=0) - (5 - locked) / 5).max() < 0.08
    singles = (shown == 5 - locked).any(axis=1).mean()
    assert abs(singles - 5.0 ** (1 - (5 - locked))) < 0.03, "each die on its own"
    assert set(imagined["cell"][:, 0].tolist()) == ({24, 53} if phase == "TREASURE" else {36, 53})


@pytest.mark.parametrize("phase", ["RELEASE", "MUMMY"])
def test_cm_11_11_no_dice_are_imagined_otherwise(phase: str) -> None:
    position = Position(phase=phase, locked=2, steps=2, intermediate=phase == "MUMMY", cells=(53,))
    true, imagined = imagine(position, 0)
    assert differing(true, imagined) == {"rng", "hand"}


@pytest.mark.parametrize("variant", GAME.variants, ids=lambda variant: "-".join(map(str, variant.values())))
def test_cm_11_11_imagined_games_are_possible_ones(variant: dict[str, Any]) -> None:
    """From points of random games: whatever the mummy imagines lies within P, looks the same and breaks no rule."""
    options = dict(variant)
    batch = copies(Position(options.pop("num_players"), phase="MUMMY", steps=2, mummy=PRISON), 60, **options)
    other = copies(Position(batch.num_seats), 60, **options)
    rng = np.random.default_rng(1)
    rows, seats = np.arange(60), np.zeros(60, int)
    for step in range(150):
        batch.step(batch.random_actions(rows), rows)
        rows = np.flatnonzero(batch.seat >= 0)
        if step % 10:
            continue
        states = batch.states.copy()
        drivers_of(GAME).imagine(states, seats, rng.integers(0, 1 << 64, 60, np.uint64))
        other.load(states)
        assert not other.broken_invariants()[rows].any()
        assert np.array_equal(other.observe(rows, seats[rows]), batch.observe(rows, seats[rows]))
        for row in rows:
            for pawn in range(PAWNS[batch.num_seats]):
                if not states["out"][row, pawn]:
                    assert int(states["cell"][row, pawn]) in cells_of(states["possible"][row, pawn])
