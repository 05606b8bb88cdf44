"""Rush Out!, rule RO-14: bounds and invariants, over games that hold much of everything."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from games.by_hand import answer
from games.rush_out import oracle as ro
from games.rush_out.oracle_view import check
from games.rush_out.positions import (
    GAME,
    LIKED,
    PLAYERS,
    SCENARIOS,
    Table,
    alone,
    cast,
    dealt,
    oracle_of,
    place,
    purposeful,
    scattered,
    spells,
)
from games.whole_games import play_out
from rush_envs.doors import modules
from rush_envs.engine.batch import BatchEnv

ROWS = 24


def crowd(scenario: str, players: int, seed: int = 3) -> BatchEnv:
    """Many late positions of a scenario in one batch."""
    rng = np.random.default_rng(seed)
    batch = dealt(ROWS, scenario=scenario, num_players=players, max_ticks=400)
    batch.load(np.concatenate([scattered(scenario, players, rng, max_ticks=400).batch.states for _ in range(ROWS)]))
    return batch


def play(batch: BatchEnv, steps: int, seed: int = 4) -> None:
    """All games go on for some answers."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        rows = np.flatnonzero(batch.seat >= 0)
        if rows.size:
            liked = LIKED * batch.mask[rows] * rng.exponential(size=(rows.size, LIKED.size))
            batch.step(liked.argmax(axis=1), rows)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ro_14_1_numbers_stay_within_their_bounds(scenario: str) -> None:
    batch = crowd(scenario, 5)
    for _ in range(40):
        play(batch, 12)
        s = batch.states
        assert GAME.state.outside(s) is None
        assert (s["trophies"].sum(axis=1) <= 3).all()
        assert not batch.broken_invariants().any()
        assert (batch.features >= 0).all()
        assert (batch.features <= GAME.observation.maxima).all()


def test_ro_14_1_the_bounds_are_the_ranges_of_the_fields() -> None:
    bounds = {"ordeal_count": 33, "spell_count": 22, "experience": 27, "coins": 5, "round_now": 2}
    for name, most in bounds.items():
        assert (GAME.state.high[name] == most).all()
        assert (GAME.state.low[name] == 0).all()


def test_a_movement_is_an_action_of_a_tick() -> None:
    """The range of `pending` is written in numbers: it must be that of the layout."""
    assert GAME.state.high["pending"].tolist() == [GAME.actions.start("coins")] + 4 * [GAME.actions.size - 1]
    assert GAME.actions.start("coins") + 1 == GAME.actions.start("equipment"), "the market follows"


def test_ro_14_1_the_biggest_decks() -> None:
    sizes = {name: sum(counts) for name, counts in ro.SPELL_COUNTS.items()}
    assert max(sizes.values()) - 3 == 22 == dealt(scenario="scenario_4").states["spell_count"][0]
    most = dealt(scenario="scenario_6", num_players=5).states["ordeal_count"][0]
    assert most == 29 - 3
    assert most + len(spells("summoning")) == 33


@pytest.mark.parametrize("side", [0, 1])
def test_ro_14_1_a_market_is_short(side: int) -> None:
    """As many coins as can be, and everybody buys as little as possible at a time: at most 30 answers."""
    for greedy in (False, True):
        table = Table("scenario_2", 5).coins(*((4, 0) if side else (0, 4)))
        if side:
            table.lay_spells(spells("dracology 1")[0]).left(spells=1).tick({0: cast(0, table.fill_wizard(0))})
        else:
            table.lay_ordeals(alone()[0]).left(ordeals=1)
            last = table.fill(0, 0)
            table.hand(1, last).tick({1: place(0, last)})
        assert table.s["coins"].max() == 5
        answers, turn = 0, 0
        while table.s["phase"] == 1:
            ids, turn = table.ids(table.active[0]), turn + 1
            table.shop(min(ids) if greedy or turn % 4 == 0 else max(ids))
            answers += 1
        assert 0 < answers <= 30


@pytest.mark.parametrize("players", PLAYERS)
def test_ro_14_2_answers_in_a_game(players: int) -> None:
    answers = 4 * players + 1  # a hero four in a tick, the wizard five (RO-5.7)
    assert GAME.config(num_players=players).max_steps == answers * GAME.config().max_ticks + 60
    assert GAME.config(num_players=players, max_ticks=7).max_steps == answers * 7 + 60
    assert GAME.config(num_players=players, max_ticks=7, max_steps=5).max_steps == 5
    batch = play_out(dealt(40, num_players=players, max_ticks=9, scenario="scenario_3"))
    assert (batch.states["ticks"] == 9).all()
    assert (batch.states["ply"] < answers * 9 + 60).all()
    assert batch.truncated.all()


@pytest.mark.parametrize("scenario", ["training_2", "scenario_3", "scenario_6"])
@pytest.mark.parametrize("players", PLAYERS)
def test_ro_14_3_dice_are_in_one_place(scenario: str, players: int) -> None:
    batch = crowd(scenario, players)
    lying: Counter[int] = Counter()
    for _ in range(30):
        play(batch, 9)
        s = batch.states
        heroes = slice(1, players)
        assert GAME.state.outside(s) is None, "no number of dice is negative"
        dice = s["hand"].sum(axis=2) + s["placed"].sum(axis=2)
        assert (dice[:, 0] == 5).all()
        assert (dice[:, heroes] + s["locked"][:, : players - 1] == 3).all()
        assert ((s["at"] >= 0) == (s["placed"].sum(axis=2) > 0))[:, :players].all(), "one colour on one target"
        for target in range(20):
            there = (s["at"][:, heroes] == target).sum(axis=1)
            assert (there <= 2).all()
            lying[target] += int(there.sum())
    assert sum(lying.values()) > 100


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ro_14_4_cards_are_in_one_place(scenario: str) -> None:
    """The oracle's own check of RO-14 on positions of the engine."""
    for players in PLAYERS:
        batch = dealt(scenario=scenario, num_players=players, seed=players)
        rng = np.random.default_rng(players)
        for step in range(160):
            answer(batch, 0, int(batch.seat[0]), purposeful(batch.mask[0], rng))
            if step % 16 == 0:
                check(oracle_of(batch.states[0], batch.config))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ro_14_5_between_ticks(scenario: str) -> None:
    batch = crowd(scenario, 4, seed=5)
    for _ in range(30):
        play(batch, 11)
        for row in np.flatnonzero(batch.seat >= 0):
            s = batch.states[row]
            if s["phase"] == 0:
                assert len({*s["ordeal"].tolist()}) == len({*s["spell"].tolist()}) == 3
                assert 0 <= s["dragon"] <= 3
                assert min(s["spell_count"], s["ordeal_count"]) > 0
        rows, seats = np.repeat(np.arange(ROWS), 4), np.tile(np.arange(4), ROWS)
        some = batch.legal(rows, seats).any(axis=1).reshape(ROWS, 4)
        assert (some == (batch.states["active"][:, None] >> np.arange(4) & 1 == 1)).all(), (
            "no active agent without a choice"
        )


@pytest.mark.parametrize("scenario", ["training_1", "scenario_3", "scenario_6"])
def test_ro_14_6_parallel_and_aec_are_the_same_game(scenario: str) -> None:
    options = {"scenario": scenario, "num_players": 4, "max_ticks": 40}
    turns, together = (getattr(modules.module("rush_out"), door)(**options) for door in ("env", "parallel_env"))
    rng = np.random.default_rng(6)
    turns.reset(seed=8)
    observations, infos = together.reset(seed=8)
    ticks, longest = 0, 0
    while together.agents:
        said: dict[str, list[tuple[np.ndarray, int]]] = {}  # masks and answers of a tick: who takes dice back has more
        tick = together._batch.states["ticks"][0]
        while together.agents and together._batch.states["ticks"][0] == tick:
            masks = {agent: observations[agent]["action_mask"] for agent in together.agents}
            actions = {agent: purposeful(mask, rng) for agent, mask in masks.items() if infos[agent]["acting"]}
            for agent, action in actions.items():
                said.setdefault(agent, []).append((masks[agent].copy(), action))
            observations, *_, infos = together.step({agent: actions.get(agent) for agent in masks})
            if together._batch.states["phase"][0]:
                break
        longest = max(longest, *map(len, said.values()))
        for _ in range(sum(map(len, said.values()))):
            mask, action = said[turns.agent_selection].pop(0)
            assert (turns.last()[0]["action_mask"] == mask).all()
            turns.step(action)
        assert turns._batch.states.tobytes() == together._batch.states.tobytes()
        ticks += 1
    assert ticks > 10
    assert longest > 1
