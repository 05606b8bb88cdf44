"""Silver & Gold Pyramids, rules SG-14 and SG-15: bounds and invariants, in games played at random and on purpose."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

import rush_envs
from games.by_hand import answer, elements
from games.silver_gold_pyramids import positions as box
from games.silver_gold_pyramids.oracle import CARDS, CELL, PLACEMENTS, reached
from games.silver_gold_pyramids.positions import (
    GAME,
    PLAYERS,
    Position,
    Side,
    Table,
    active_seats,
    cells,
    dealt,
    mark,
    numbers,
)

GAMES = 8
KEEP, MARK, TAKE = range(3)
TOMBS = np.array([CARDS[number].tomb for number in CARDS])


class Steps(NamedTuple):
    """All steps of some games, one after the other, seats asked in any order."""

    players: int
    before: np.ndarray
    seats: np.ndarray
    actions: np.ndarray
    after: np.ndarray
    masks: np.ndarray  # of all active seats before each step
    final: np.ndarray  # the last record of every game


@cache
def played(players: int, policy: str) -> Steps:
    batch = dealt(players, GAMES, seed=100 + players)
    rng = np.random.default_rng(players)
    parts, masks = [], []
    for row in range(GAMES):
        while batch.states["active"][row]:
            before = batch.states[row : row + 1].copy()
            asked = active_seats(before[0])
            legal = batch.legal(np.full(len(asked), row), asked)
            k = rng.integers(len(asked))
            if policy == "random":
                action = int(rng.choice(np.flatnonzero(legal[k])))
            else:
                action = box.purposeful(before[0], asked[k], legal[k], rng)
            answer(batch, row, asked[k], action)
            parts.append((before, [asked[k]], [action], batch.states[row : row + 1].copy()))
            masks.append(legal)
    before, seats, actions, after = (np.concatenate(column) for column in zip(*parts, strict=True))
    assert not batch.broken_invariants().any()
    assert GAME.state.outside(after) is None
    return Steps(players, before, seats, actions, after, np.concatenate(masks), batch.states.copy())


@pytest.fixture(params=[(n, p) for n in PLAYERS for p in ("random", "purposeful")], ids=lambda p: f"{p[0]}-{p[1]}")
def steps(request: pytest.FixtureRequest) -> Steps:
    return played(*request.param)


# ------------------------------------------------------------------------------------------------------------------
# SG-14 Bounds


@pytest.mark.parametrize(("players", "most"), [(2, 169), (3, 196), (4, 223)])
def test_sg_14_1_the_bound_is_the_default_of_max_steps(players: int, most: int) -> None:
    assert rush_envs.make_batch(GAME.name, 1, num_players=players).config.max_steps == most
    crosses = sum(card.grid.count("x") for card in CARDS.values())
    assert crosses == 67
    assert most == 29 * players + crosses + 48 - 2 * players
    assert rush_envs.make_batch(GAME.name, 1, num_players=players, max_steps=500).config.max_steps == 500


def test_sg_14_1_no_game_takes_more_decisions(steps: Steps) -> None:
    assert (steps.final["done"] == 1).all()
    assert (steps.final["truncated"] == 0).all()
    marks = 29 * steps.players
    assert (steps.final["ply"] >= marks).all()
    assert (steps.final["ply"] <= marks + 67 + 48 - 2 * steps.players).all()


def test_sg_14_1_a_game_that_ends_with_its_last_decision_is_over() -> None:
    plies: list[int] = []
    for limit in (None, 0, -1):
        more = {} if limit is None else {"max_steps": plies[0] + limit}
        batch = dealt(2, 1, seed=3, **more)
        while batch.seat[0] >= 0:
            batch.step([int(batch.mask[0].argmax())])
        plies.append(int(batch.states["ply"][0]))
        ended = (bool(batch.done[0]), bool(batch.truncated[0]))
        assert ended == ((False, True) if limit == -1 else (True, False))
    assert plies == [plies[0], plies[0], plies[0] - 1]


@pytest.mark.parametrize(("policy", "low", "high"), [("random", 130, 150), ("purposeful", 155, 195)])
def test_sg_14_1_usual_length_with_four_players(policy: str, low: int, high: int) -> None:
    assert low <= played(4, policy).final["ply"].mean() <= high


def test_sg_14_2_at_most_four_extra_marks_are_due(steps: Steps) -> None:
    """The cards of the box never give more than two at once; an extra mark spends one and adds at most one."""
    rows = np.arange(len(steps.seats))
    before, after = (s["extra_due"][rows, steps.seats] for s in (steps.before, steps.after))
    assert 1 <= after.max() <= 2
    extra = (steps.before["phase"] == MARK) & (steps.before["main_due"][rows, steps.seats] == 0)
    assert extra.any()
    assert (after[extra] <= before[extra]).all()
    most = max(sum(card.grid[cell] == "x" for cell in shape)
               for card in CARDS.values() for ways in PLACEMENTS for _, _, shape in ways
               if all(card.grid[cell] != "#" for cell in shape))  # fmt: skip
    assert most == 2


def test_sg_14_2_four_are_kept_apart_and_counted_down() -> None:
    """Only by hand: four due, the next mark is a cross and leaves four, then they go one by one."""
    table = Table(Position({0: Side((42, 8), (cells("r0c0 r1c0 r2c0"), ()))}))

    def owe(s: np.record) -> None:
        s["main_due"][0], s["extra_due"][0] = 0, 4

    table.edit(owe)
    table.check("four extra marks")
    assert table.sees(0)["extra_due"].tolist() == [1, 1, 1, 1]
    left = []
    for cell in ("r3c0", "r4c0", "r4c1", "r3c1", "r2c1", "r1c1"):
        table.play(0, mark(cell))
        left.append(table.row("extra_due")[0])
    assert left == [4, 4, 3, 2, 1, 0]
    assert table.active == [1]


# ------------------------------------------------------------------------------------------------------------------
# SG-15 Invariants


def test_sg_15_1_every_card_is_in_exactly_one_place(steps: Steps) -> None:
    for s in (*steps.before[::7], *steps.final):
        places = [*s["deck"][: s["deck_size"]], *s["offer"], *s["slot"].ravel(), *s["drawn"].ravel()]
        found = [int(card) + 1 for card in places if card >= 0]
        found += [number for word in s["set_aside"] for number in numbers(word)]
        assert sorted(found) == list(CARDS)
        assert numbers(s["in_deck"]) == ({int(c) + 1 for c in s["deck"][: s["deck_size"]]} if s["phase"] else set())


def test_sg_15_2_marks_are_one_group_with_the_entrance(steps: Steps) -> None:
    for s in steps.after[::3]:
        for card, word in zip(s["slot"].ravel().tolist(), s["marks"].ravel().tolist(), strict=True):
            marked = elements(word)
            assert card >= 0 or not marked
            if marked:
                assert reached(CARDS[card + 1].entrance, marked) == marked
                assert marked <= box.open_cells(card + 1)


def test_sg_15_2_marks_never_vanish_while_the_pyramid_is_in_play(steps: Steps) -> None:
    same = steps.before["slot"] == steps.after["slot"]
    assert (steps.before["marks"] & ~steps.after["marks"] == 0)[same].all()
    new = np.count_nonzero(steps.before["marks"] != steps.after["marks"], axis=(1, 2))
    marking = (steps.before["phase"] == MARK) & (steps.after["phase"] == MARK) & same.all(axis=(1, 2))
    assert (new[marking] == 1).all(), "each answer marks one pyramid"


def test_sg_15_3_no_complete_pyramid_in_a_slot_outside_mark(steps: Steps) -> None:
    s = steps.before[steps.before["phase"] != MARK]
    tombs = s["marks"] >> TOMBS[s["slot"]] & 1
    assert not tombs[s["slot"] >= 0].any()
    inside = steps.before[steps.before["phase"] == MARK]
    assert (inside["marks"] >> TOMBS[inside["slot"]] & 1)[inside["slot"] >= 0].any()
    assert (steps.before["set_aside"] & ~steps.after["set_aside"] == 0).all(), "for good"


def test_sg_15_4_score_cards_stay_within_their_limits(steps: Steps) -> None:
    for tally in ("tally", "tally_shown"):
        assert (GAME.state.low[tally] == 0).all()
        assert (GAME.state.high[tally] == [10, 10, 10, 0b1111]).all()
    for s in (steps.after, steps.final):
        assert GAME.state.outside(s) is None
        torches = s["tally"][:, :, 3]
        assert (torches >> (s["round_now"][:, None] + 1) == 0).all(), "never of a later round"
        held = [[[elements(word) for word in row] for row in game] for game in s["awards"][::20].tolist()]
        for game in held:
            for colour in range(3):
                every = [award for seat in game for award in seat[colour]]
                assert sorted(every) == list(range(len(every)))
    lit = steps.before["tally"][:, :, 3] & ~steps.after["tally"][:, :, 3]
    assert (lit == 0).all(), "a torch is never put out"


def test_sg_15_5_an_award_for_every_two_pyramids_at_most(steps: Steps) -> None:
    awards = sum(steps.after["awards"] >> k & 1 for k in range(3))
    assert (2 * awards <= steps.after["completed"]).all()
    assert (GAME.state.high["awarded"] == 3).all()
    assert GAME.state.outside(steps.after) is None
    assert (awards <= 3).all()
    by_colour = np.array([[sum(CARDS[n].colour == colour for n in numbers(word)) for colour in range(3)]
                          for word in steps.final["set_aside"].ravel()])  # fmt: skip
    assert (by_colour.reshape(GAMES, 4, 3) == steps.final["completed"]).all()


def test_sg_15_6_an_active_seat_can_always_do_something(steps: Steps) -> None:
    assert steps.masks.any(axis=1).all()
    marks, takes = slice(6, CELL + 50), slice(CELL + 50, None)
    marking = steps.masks[steps.masks[:, marks].any(axis=1)]
    assert marking[:, CELL : CELL + 50].any(axis=1).all()
    kinds = np.stack([m.any(axis=1) for m in (steps.masks[:, :6], steps.masks[:, marks], steps.masks[:, takes])])
    assert (kinds.sum(axis=0) == 1).all(), "one kind of decision at a time"


def test_sg_15_6_exactly_28_cards(steps: Steps) -> None:
    times = {(int(s["round_now"]), int(s["revealed"])) for s in steps.before[steps.before["phase"] == MARK]}
    assert times == {(number, card) for number in range(4) for card in range(1, 8)}
    starts = (steps.before["phase"] == MARK) & (steps.before["main_due"].sum(axis=1) == steps.players)
    fresh = starts & (steps.before["marks"] == steps.before["marks_shown"]).all(axis=(1, 2))
    assert fresh.sum() == 28 * GAMES


# ------------------------------------------------------------------------------------------------------------------
# SG-15.7 The order of asking


def choice(mask: np.ndarray, seat: int, count: int) -> int:
    """What a seat answers to its count-th question: the same in any order of asking."""
    actions = np.flatnonzero(mask)
    rng = np.random.default_rng((seat, count))
    return int(rng.choice(actions[actions < CELL] if (actions < CELL).any() and rng.random() < 0.8 else actions))


def history(players: int, seed: int, order: str) -> list[bytes]:
    """The records whenever no card is half answered, with seats asked in one of several orders."""
    batch = dealt(players, 1, seed=seed)
    rng = np.random.default_rng(seed)
    counts = [0] * players
    found = []
    last = -1
    while active := active_seats(batch.states[0]):
        if order == "lowest":
            seat = active[0]
        elif order == "highest":
            seat = active[-1]
        elif order == "in turn":  # each answers once, as through the parallel door
            seat = min(active, key=lambda k: (k - last - 1) % players)
        else:
            seat = int(rng.choice(active))
        answer(batch, 0, seat, choice(batch.legal([0], [seat])[0], seat, counts[seat]))
        counts[seat] += 1
        last = seat
        s = batch.states[0]
        undecided = s["kept"][:players] < 0 if s["phase"] == KEEP else s["main_due"][:players] == 1
        if s["phase"] == TAKE or undecided.all():
            found.append(batch.states.tobytes())
    return found


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("order", ["highest", "in turn", "random"])
def test_sg_15_7_the_order_of_asking_changes_nothing(players: int, order: str) -> None:
    for seed in (1, 2, 3):
        expected = history(players, seed, "lowest")
        assert history(players, seed, order) == expected
        assert len(expected) >= 28


def test_sg_15_7_other_seeds_and_choices_are_other_games() -> None:
    assert history(2, 1, "lowest")[0] != history(2, 2, "lowest")[0]
