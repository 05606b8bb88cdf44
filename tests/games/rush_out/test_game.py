"""Rush Out! as a whole: game after game against the slow oracle, seats asked in any order."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from games.by_hand import answer, members
from games.rush_out import oracle as ro
from games.rush_out.oracle import Oracle
from games.rush_out.positions import PLAYERS, SCENARIOS, compare, dealt, naive, oracle_of, purposeful, scattered
from rush_envs.engine.batch import BatchEnv


def notice(oracle: Oracle, seen: Counter[str]) -> None:
    """Counts what there is, to be sure that the games held all of it."""
    heroes = oracle.players[1:]
    if oracle.question is not None:
        seen[f"question {oracle.question.kind}"] += 1
        seen["scroll question"] += oracle.question.source == ro.LIGHTNING
    seen["owners"] += any(player.owners for player in heroes)
    seen["locked"] += any(player.locked for player in heroes)
    seen["busy"] += any(player.busy for player in heroes)
    seen["busy twice"] += any(player.busy == 2 for player in heroes)
    seen["wounded"] += any(player.wounded for player in heroes)
    seen["full under the dragon"] += any(oracle.full(space) for space in range(3))
    seen["market wizard"] += oracle.market_seat == 0
    seen["market hero"] += bool(oracle.market_seat)
    seen["summoned"] += any(card >= ro.SUMMONED for card in oracle.ordeals)
    seen["known spell"] += bool(oracle.known_spell)
    seen["silence"] += oracle.cursed("silence")
    kinds = [oracle.cards.ordeal(card).kind for card in oracle.ordeals]
    wizard = oracle.players[0].target
    if wizard in (3, 4, 5):
        seen[f"wizard on {kinds[wizard - 3]}"] += 1
    seen["wizard on scroll"] += wizard in (6, 7)


def side_by_side(batch: BatchEnv, seed: int, *, ticks: int, wild: float = 0.1) -> Counter[str]:
    """Plays a game for some ticks on both sides, random seats first; `wild` of the answers are random ones."""
    rng = np.random.default_rng(seed)
    seen: Counter[str] = Counter()
    oracle = oracle_of(batch.states[0], batch.config)
    compare(batch, 0, oracle)
    end = oracle.ticks + ticks
    while not oracle.over and oracle.ticks < end:
        seat = int(rng.choice(oracle.acting()))
        mask = batch.legal([0], [seat])[0]
        action = int(rng.choice(np.flatnonzero(mask))) if rng.random() < wild else purposeful(mask, rng)
        before = oracle.ticks, oracle.market_seat, sum(oracle.trophies)
        answer(batch, 0, seat, action)
        oracle.apply(seat, action)
        seen["decisions"] += 1
        if before != (oracle.ticks, oracle.market_seat, sum(oracle.trophies)):
            notice(oracle, seen)
            rare = before[1] is not None or oracle.over or oracle.market_seat is not None
            compare(batch, 0, oracle, look=rare or oracle.ticks % 5 == 0)
            seen["rounds"] += sum(oracle.trophies) > before[2]
            seen["later rounds"] += oracle.market_seat is None and sum(oracle.trophies) > 0 and not oracle.over
        elif seen["decisions"] % 7 == 0:
            compare(batch, 0, oracle, look=False)  # while a tick is open
    seen["won"] += oracle.over and not oracle.truncated
    return seen


EXPECTED = {  # what a position holds from the start, or must come to: nothing that the symbols of cards make rare
    "training_1": (),
    "training_2": (),
    "scenario_1": ("locked", "later rounds"),
    "scenario_2": ("market hero", "later rounds"),
    "scenario_3": ("silence", "busy"),
    "scenario_4": ("wounded", "busy"),
    "scenario_5": ("wounded", "locked"),
    "scenario_6": ("owners", "silence"),
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_oracle_agrees_on_late_positions(scenario: str) -> None:
    """Short decks and much lying about: rounds end, markets open, next rounds begin."""
    rng = np.random.default_rng(1)
    seen: Counter[str] = Counter()
    for k in range(12):
        table = scattered(scenario, PLAYERS[k % 3], rng, max_ticks=200).check()
        seen += side_by_side(table.batch, k, ticks=40)
    assert min(seen[what] for what in ("rounds", "won", *EXPECTED[scenario])) > 0, seen


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_oracle_agrees_from_the_start(scenario: str, players: int) -> None:
    batch = dealt(scenario=scenario, num_players=players, seed=21 + players, handicap=players == 4)
    assert side_by_side(batch, players, ticks=25)["decisions"] > 50


@pytest.mark.parametrize("scenario", ["scenario_1", "scenario_6"])
def test_the_oracle_agrees_on_wild_games(scenario: str) -> None:
    """Answers without any purpose, up to a truncation."""
    batch = dealt(scenario=scenario, num_players=4, seed=5, max_ticks=60)
    side_by_side(batch, 5, ticks=1000, wild=1.0)
    assert batch.truncated[0]


def test_the_oracle_agrees_on_a_whole_match() -> None:
    """From the first deal to the last trophy, markets included."""
    batch = dealt(scenario="scenario_2", num_players=3, seed=6)
    seen = side_by_side(batch, 6, ticks=5000, wild=0.02)
    assert seen["won"] == 1
    assert seen["rounds"] >= 2


@pytest.mark.parametrize("scenario", ["training_1", "scenario_6"])
def test_the_oracle_agrees_when_asked_in_the_engines_order(scenario: str) -> None:
    """`naive` as the contract's tests use it, at any point of a game."""
    batch = dealt(scenario=scenario, num_players=3, seed=13, max_ticks=40)
    rng = np.random.default_rng(4)
    asked = naive(batch.config, batch.states)
    while batch.seat[0] >= 0:
        again = naive(batch.config.options(), batch.states)
        assert asked.acting() == again.acting() == batch.seat[0]
        assert asked.legal() == again.legal() == members(batch.mask[0])
        action = purposeful(batch.mask[0], rng)
        asked.apply(action)
        batch.step([action])
    assert asked.over
    assert naive(batch.config, batch.states).over
    assert asked.acting() is None
    assert asked.legal() == set()
