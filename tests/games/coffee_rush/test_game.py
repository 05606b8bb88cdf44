"""Coffee Rush as a whole: bounds (CR-14), invariants (CR-15), and game after game against the slow oracle."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import rush_envs
from games.coffee_rush import positions as box
from games.coffee_rush.oracle import PHASES, Oracle
from games.coffee_rush.positions import GAME, Position, Table, naive
from games.coffee_rush.sight import seen
from games.whole_games import Steps, at_random, steps_of
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.records import broken_invariants

PLAYERS = (2, 3, 4)
GAMES = 48
PLACE, START, UPGRADE, MOVE, EMPTY, POUR, SERVE = range(len(PHASES))
MOVES, EMPTIES, POURS, SERVES = range(20, 36), range(36, 39), range(39, 63), range(71, 83)


def make(players: int, games: int, seed: int, start: str = "dealt", **options: Any) -> BatchEnv:
    """Games just dealt, with `short` decks of 1 to 6 cards, or from `late` positions full of everything."""
    batch: BatchEnv = rush_envs.make_batch(
        "coffee_rush", games, seed=seed, autoreset=False, num_players=players, **options
    )
    batch.reset()
    rng = np.random.default_rng(seed)
    states = batch.states.copy()
    for s in states:
        if start == "late":
            box.scattered(players, rng).write(s)
        elif start == "short":
            size = rng.integers(1, 7)
            s["removed"] += s["deck_size"] - size
            s["deck_size"] = size
            s["deck_count"] = np.bincount(s["deck"][:size], minlength=21)
    batch.load(states)
    assert not batch.broken_invariants().any()
    return batch


# ------------------------------------------------------------------------------------------------------------------
# Many games, kept


def states_of(steps: Steps) -> np.ndarray:
    return np.concatenate([steps.before, steps.final])


def ended_turn(steps: Steps) -> np.ndarray:
    """The steps with which a turn ended."""
    in_turn = steps.before["phase"] >= UPGRADE
    ended: np.ndarray = in_turn & ((steps.after["turn"] != steps.before["turn"]) | (steps.after["done"] == 1))
    return ended


@cache
def played(players: int, start: str, policy: str) -> Steps:
    rng = np.random.default_rng(players)

    def on_purpose(batch: BatchEnv, rows: np.ndarray) -> np.ndarray:
        return box.purposeful(batch, rows, rng)

    return steps_of(make(players, GAMES, 100 + players, start), at_random if policy == "random" else on_purpose)


SORTS = [(players, start, policy) for players in PLAYERS
         for start, policy in (("dealt", "random"), ("dealt", "purposeful"), ("late", "purposeful"))]  # fmt: skip


@pytest.fixture(params=SORTS, ids=lambda sort: "-".join(map(str, sort)))
def steps(request: pytest.FixtureRequest) -> Steps:
    return played(*request.param)


# ------------------------------------------------------------------------------------------------------------------
# CR-14 Bounds


@pytest.mark.parametrize("policy", ["random", "purposeful"])
@pytest.mark.parametrize("players", PLAYERS)
def test_cr_9_7_everybody_has_had_equally_many_turns(players: int, policy: str) -> None:
    steps = played(players, "dealt", policy)
    turns = np.zeros((GAMES, players), int)
    np.add.at(turns, (steps.game[ended_turn(steps)], steps.before["turn"][ended_turn(steps)]), 1)
    assert (turns == turns[:, :1]).all()


def test_cr_14_1_the_game_always_ends(steps: Steps) -> None:
    assert (steps.final["done"] == 1).all()
    assert (steps.final["truncated"] == 0).all()
    turns = np.bincount(steps.game[ended_turn(steps)], minlength=GAMES)
    rounds = -(-turns // steps.players)
    assert rounds.min() >= 1
    assert rounds.max() <= {2: 38, 3: 45, 4: 53}[steps.players]


def test_cr_14_1_two_idle_players_end_in_the_sixth_round() -> None:
    """Every turn draws a card: seat 0 lets 1, 2, 1, 1 expire in turns 3 to 6, seat 1 one order each."""
    table = Table(2).place(0, 3, 12, 15).play("pour milk into cup 1", "pour steam into cup 1")
    table.idle(11)
    assert (table.over, bool(table.s["closed"]), table.row("penalties")) == (False, True, [5, 3])
    table.idle()
    assert (table.over, table.row("penalties"), table.row("outcome")) == (True, [5, 4], [-1, 1])


def test_cr_14_1_an_order_is_gone_four_turns_after_it_was_drawn() -> None:
    table = Table(Position(3, slots={0: ("CC",)})).idle(9)
    assert table.slots(0) == ("", "", "", "CC")
    table.idle()
    assert (table.s["orders"].sum(), table.row("penalties")) == (0, [1, 0, 0])


def test_cr_14_2_no_game_reaches_the_maximum(steps: Steps) -> None:
    assert rush_envs.make_batch("coffee_rush").config.max_steps == 5300
    assert (steps.final["max_steps"] == 5300).all()
    decisions = np.bincount(steps.game, minlength=GAMES)
    assert np.array_equal(decisions, steps.final["ply"])
    assert decisions.max() < 5300


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_14_2_usual_length_of_random_games(players: int) -> None:
    decisions = played(players, "dealt", "random").final["ply"]
    assert 80 <= decisions.mean() <= 140


# ------------------------------------------------------------------------------------------------------------------
# CR-15 Invariants


def test_cr_15_1_no_token_is_lost(steps: Steps) -> None:
    s = states_of(steps)
    assert (s["supply"] + s["hand"] + s["cups"].sum(axis=(1, 2)) == box.TOKENS).all()
    assert min(s["supply"].min(), s["hand"].min(), s["cups"].min()) >= 0
    idle = np.isin(s["phase"], (PLACE, UPGRADE, SERVE)) | (s["done"] == 1)
    assert s["hand"][idle].sum() == 0


def test_cr_15_2_no_card_is_lost(steps: Steps) -> None:
    s = states_of(steps)
    piles = s["completed"].sum(axis=1) + s["penalties"].sum(axis=1) + 3 * s["upgraded"].sum(axis=(1, 2))
    in_slots = s["orders"].sum(axis=(1, 2))  # by recipe
    assert (s["deck_size"] + in_slots.sum(axis=1) + piles + s["removed"] == 80).all()
    for recipe in range(21):
        in_deck = ((s["deck"] == recipe) & (np.arange(80) < s["deck_size"][:, None])).sum(axis=1)
        assert (in_deck == s["deck_count"][:, recipe]).all()
    assert (s["deck_count"] + in_slots <= box.COPIES).all()
    known = [t["deck_count"] + t["orders"].sum(axis=(1, 2)) for t in (steps.before, steps.after)]
    assert (known[1] <= known[0]).all(), "what is gone stays gone"
    assert (steps.before["removed"] == steps.after["removed"]).all()


def test_cr_15_3_no_rush_token_is_lost(steps: Steps) -> None:
    s = states_of(steps)
    assert (s["rush"].sum(axis=1) + s["rush_supply"] == box.RUSH_TOKENS).all()
    assert min(s["rush"].min(), s["rush_supply"].min()) >= 0


def test_cr_15_4_pawns_share_a_cell_only_during_the_move(steps: Steps) -> None:
    s = states_of(steps)
    pawns = s["pawn"].reshape(len(s), 8).astype(int)
    apart = np.sort(np.where(pawns < 0, -1 - np.arange(8), pawns), axis=1)  # pawns not on the board never meet
    meet = (np.diff(apart, axis=1) == 0).any(axis=1)
    assert not meet[(s["phase"] != MOVE) | (s["done"] == 1)].any()
    assert meet.any(), "passing over pawns does happen"


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("start", ["dealt", "late"])
def test_cr_15_5_only_the_acting_seat_may_act(players: int, start: str) -> None:
    batch = make(players, 24, 7, start)
    rng = np.random.default_rng(7)
    rows = np.arange(24)
    while rows.size:
        for seat in range(players):
            may_act = batch.legal(np.arange(24), np.full(24, seat)).any(axis=1)
            assert np.array_equal(may_act, batch.seat == seat)
        assert np.array_equal(batch.states["active"], np.where(batch.seat >= 0, 1 << np.maximum(batch.seat, 0), 0))
        batch.step(box.purposeful(batch, rows, rng), rows)
        rows = np.flatnonzero(batch.seat >= 0)
    assert not batch.mask.any()


def test_cr_15_6_upgrades_penalties_and_the_sign_never_turn_back(steps: Steps) -> None:
    for name in ("upgraded", "penalties", "closed"):
        assert (steps.after[name] >= steps.before[name]).all(), name
    assert (steps.final["closed"] == 1).all()


def test_cr_15_7_a_cup_changes_only_by_its_owners_pour_empty_or_serve(steps: Steps) -> None:
    changed = (steps.before["cups"] != steps.after["cups"]).any(axis=3)  # (steps, seats, cups)
    acts = steps.actions
    wanted = np.zeros_like(changed)
    for actions, cups in (
        (EMPTIES, acts - 36), (POURS, (acts - 39) % 3), (SERVES, (acts - 71) // 4),
    ):  # fmt: skip
        found = np.flatnonzero(np.isin(acts, actions))
        wanted[found, steps.before["turn"][found], cups[found]] = True
    setup = (steps.before["phase"] == PLACE) & (steps.after["phase"] != PLACE)  # the first token, CR-3.5
    wanted[setup, : steps.players, 0] = True
    assert np.array_equal(changed, wanted)


def test_cr_15_8_slot_1_is_empty_after_the_own_turn(steps: Steps) -> None:
    ended = np.flatnonzero(ended_turn(steps))
    seats = steps.before["turn"][ended]
    first_slot = steps.after["orders"][ended, seats, 0].sum(axis=1)
    assert ended.size >= GAMES * steps.players
    assert first_slot.max() == (1 if steps.players == 2 else 0)


def test_cr_15_the_engine_finds_no_broken_state(steps: Steps) -> None:
    batch = make(steps.players, len(states_of(steps)), 1)
    batch.load(states_of(steps))
    assert not batch.broken_invariants().any()


@pytest.mark.parametrize(("rule", "name", "place"), [
    ("CR-15.1", "supply", 0), ("CR-15.1", "hand", 3), ("CR-15.1", "cups", (1, 0, 2)),
    ("CR-15.2", "completed", 2), ("CR-15.2", "penalties", 0), ("CR-15.2", "upgraded", (3, 1)),
    ("CR-15.2", "removed", ()),
    ("CR-15.2", "orders", (0, 3, 5)), ("CR-15.2", "deck_size", ()), ("CR-15.2", "deck_count", 4),
    ("CR-15.3", "rush", 1), ("CR-15.3", "rush_supply", ()),
    ("CR-10.1", "score", 2), ("CR-15.5", "active", ()),
])  # fmt: skip
def test_cr_15_the_engine_notices_a_broken_state(rule: str, name: str, place: Any) -> None:
    table = Table(Position(slots={0: ("CC",)}, cups={0: ("CMS",)}))
    states = table.batch.states.copy()
    states[name][(0, *np.atleast_1d(place).astype(int))] += 1
    assert GAME.invariants[int(broken_invariants(GAME, states)[0])].startswith(rule)


def test_cr_15_4_the_engine_notices_pawns_that_meet() -> None:
    """Only the pawn that moves may stand beside another, and only while it moves."""
    for phase, moving, free_steps, rule in (
        ("MOVE", 0, 2, None), ("MOVE", -1, 3, "CR-15.4"), ("SERVE", 0, 3, "CR-15.4"),
    ):  # fmt: skip
        table = Table(Position(slots={0: ("CC",)}, cups={0: ("CC",)}))
        states = table.batch.states.copy()
        states["pawn"][0, 1, 0] = states["pawn"][0, 0, 0]
        states["phase"], states["moving"], states["free_steps"] = PHASES.index(phase), moving, free_steps
        broken = int(broken_invariants(GAME, states)[0])
        assert (GAME.invariants[broken][:7] if broken else None) == rule


# ------------------------------------------------------------------------------------------------------------------
# The engine against the oracle


def compare(batch: BatchEnv, row: int, oracle: Oracle, *, look: bool) -> None:
    """Acting seat, legal actions, scores and (with `look`) every viewer's observation are the same."""
    players = batch.num_seats
    seat = oracle.acting()
    assert int(batch.seat[row]) == (-1 if seat is None else seat)
    assert set(np.flatnonzero(batch.mask[row] == 1).tolist()) == oracle.legal()
    assert batch.mask[row].sum() == len(oracle.legal())
    assert batch.states["score"][row, :players].tolist() == oracle.scores()
    if look or seat is None:
        features = batch.observe(np.full(players, row), np.arange(players))
        for viewer in range(players):
            pieces = GAME.observation.decode(features[viewer])
            expected = seen(oracle, viewer)
            assert set(pieces) == set(expected)
            for name, value in pieces.items():
                assert np.array_equal(value, expected[name]), f"{name} seen by {viewer}"
        oracle.content_check()
    if seat is None:
        outcome = batch.states["outcome"][row, :players]
        assert set(np.flatnonzero(outcome == 1).tolist()) == oracle.winners()
        assert set(np.flatnonzero(outcome == -1).tolist()) == set(range(players)) - oracle.winners()


def side_by_side(batch: BatchEnv, seed: int) -> Counter[str]:
    """Plays all games to the end on both sides; returns how often some rare things happened."""
    rng = np.random.default_rng(seed)
    oracles = [naive(batch.config, batch.states[row : row + 1]) for row in range(batch.num_envs)]
    rows = np.arange(batch.num_envs)
    happened: Counter[str] = Counter()
    ply = 0
    while rows.size:
        for row in rows:
            compare(batch, row, oracles[row], look=(ply + row) % 5 == 0)
        before = batch.states[rows]
        actions = box.purposeful(batch, rows, rng)
        batch.step(actions, rows)
        for row, action in zip(rows, actions, strict=True):
            oracles[row].apply(int(action))
        happened += events(before, actions, batch.states[rows])
        for row in rows[batch.seat[rows] < 0]:
            compare(batch, row, oracles[row], look=True)
            happened["shared victory"] += len(oracles[row].winners()) > 1
        rows = np.flatnonzero(batch.seat >= 0)
        ply += 1
    return happened


def events(before: np.ndarray, actions: np.ndarray, after: np.ndarray) -> Counter[str]:
    moved = np.isin(actions, MOVES)
    gain = after["hand"].sum(axis=1, dtype=int) - before["hand"].sum(axis=1, dtype=int)
    closes = (before["closed"] == 0) & (after["closed"] == 1)
    many = np.arange(len(before))
    five = after["penalties"][many, before["turn"]] >= 5
    bare = after["orders"].sum(axis=(1, 2, 3)) == 0
    return Counter({
        "upgrade": int((after["upgraded"].sum(axis=(1, 2)) > before["upgraded"].sum(axis=(1, 2))).sum()),
        "rush step": int((moved & (before["free_steps"] == 0)).sum()),
        "nothing to take": int((moved & (gain == 0)).sum()),
        "two tokens": int((moved & (gain == 2)).sum()),
        "four tokens": int((moved & (gain == 4)).sum()),
        "serve": int(np.isin(actions, SERVES).sum()),
        "emptied cup": int(np.isin(actions, EMPTIES).sum()),
        "no rush token left": int((after["rush_supply"] == 0).sum()),
        "closed by the deck": int((closes & (after["deck_size"] == 0)).sum()),
        "closed by penalties": int((closes & five).sum()),
        "closed by nothing left": int((closes & bare & ~five & (after["deck_size"] > 0)).sum()),
    })  # fmt: skip


@pytest.mark.parametrize("variant", GAME.variants, ids=lambda variant: "-".join(map(str, variant.values())))
def test_the_oracle_agrees_on_whole_games(variant: dict[str, Any]) -> None:
    options = dict(variant)
    seen = side_by_side(make(options.pop("num_players"), 24, 11, **options), 1)
    assert min(seen["serve"], seen["emptied cup"], seen["closed by penalties"]) > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_agrees_on_short_decks(players: int) -> None:
    seen = side_by_side(make(players, 24, 12, "short"), 2)
    assert min(seen["serve"], seen["closed by the deck"]) > 0


@pytest.mark.parametrize("limit", [1, 4])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_agrees_on_late_positions(players: int, limit: int) -> None:
    seen = side_by_side(make(players, 32, 13, "late", upgrades_per_turn=limit), 3)
    expected = {
        "upgrade", "rush step", "nothing to take", "two tokens", "four tokens", "serve", "emptied cup",
        "closed by the deck", "closed by penalties",
    }  # fmt: skip
    assert expected <= set(+seen)


def test_the_oracle_starts_where_the_engine_is() -> None:
    """`naive` takes over at any point of a game, not only after the deal."""
    batch = make(2, 1, 21)
    rng = np.random.default_rng(5)
    row = np.array([0])
    while batch.seat[0] >= 0:
        compare(batch, 0, naive({"num_players": 2}, batch.states), look=True)
        batch.step(box.purposeful(batch, row, rng))
    compare(batch, 0, naive(batch.config, batch.states), look=True)
