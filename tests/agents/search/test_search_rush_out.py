"""Searching Rush Out!: which cards are worth a search, who searches, and how a round stands where a playout is cut."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import retrace
from conftest import Variant

import rush_agents
import rush_envs
from rush_agents.games.rush_out.chances import (
    THINGS,
    WEIGHTS,
    WEIGHTS_FILE,
    log_odds,
    outlook,
    write_weights,
)
from rush_agents.games.rush_out.search import leads, may_choose, standing, strike
from rush_agents.mcts import MctsAgent
from rush_agents.search.tree import FOLLOW
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.jit import bind, entry
from rush_envs.games.rush_out.components import SCENARIO_NAMES
from rush_envs.games.rush_out.state import THE_WIZARD, TICK
from rush_envs.games.rush_out.view import A_HERO_PLACE, A_TARGET, A_WIZARD_JOKER, A_WIZARD_PLACE

GAME = rush_envs.game("rush_out")


@entry
def strike_rows(states, seats, masks):  # type: ignore[no-untyped-def]
    for row in range(states.shape[0]):
        strike(states[row], seats[row], masks[row])


@entry
def look(states, leading, choosing, stands, odds):  # type: ignore[no-untyped-def]
    """What the search says of every seat of every game that goes on."""
    for row in range(states.shape[0]):
        s = states[row]
        if not s.done:
            odds[row] = log_odds(s)
            for seat in range(s.seats):
                stands[row, seat] = standing(s, seat)
                leading[row, seat] = leads(s, seat)
                choosing[row, seat] = seat > 0 and may_choose(s, seat)


@entry
def weigh(states, weights, sums):  # type: ignore[no-untyped-def]
    for row in range(states.shape[0]):
        sums[row] = outlook(states[row], weights)


class Looks:
    """`look` with room for what it says."""

    def __init__(self, states: np.ndarray) -> None:
        rows = len(states)
        self.leading, self.choosing = np.zeros((rows, 5), np.bool_), np.zeros((rows, 5), np.bool_)
        self.stands, self.odds = np.zeros((rows, 5)), np.zeros(rows)
        look(states, self.leading, self.choosing, self.stands, self.odds)


def amount(states: np.ndarray, thing: str) -> np.ndarray:
    """How much of a thing there is in each game."""
    unit, sums = np.zeros(len(THINGS)), np.zeros(len(states))
    unit[THINGS.index(thing)] = 1.0
    weigh(states, unit, sums)
    return sums


def midway(scenario: str, players: int, rows: int, ticks: int, seed: int = 5) -> BatchEnv:
    """Rounds between greedy players after so many ticks."""
    variant = Variant(GAME, {"scenario": scenario, "num_players": players})
    batch = variant.batch(rows, seed=seed, autoreset=False)
    agent = rush_agents.load("greedy", GAME)
    while (early := np.flatnonzero((batch.seat >= 0) & (batch.states["ticks"] < ticks))).size:
        batch.step(agent.act(batch.view(early)), early)
    return batch


# ------------------------------------------------------------------------------------------------------------------
# Candidates


def test_a_search_compares_one_die_for_each_card() -> None:
    compared = np.zeros(5, np.int64)
    agent = rush_agents.load("greedy", GAME)
    batch = midway("scenario_2", 4, 24, 20)
    for _ in range(40):
        live = np.flatnonzero(batch.seat >= 0)
        before, after = batch.mask[live], batch.mask[live].copy()
        strike_rows(batch.states[live], batch.seat[live], after)
        assert (after <= before).all()
        assert not after[:, :A_HERO_PLACE].any()
        assert not after[:, A_WIZARD_JOKER:A_TARGET].any()
        for first, end, faces in ((A_HERO_PLACE, A_WIZARD_PLACE, 6), (A_WIZARD_PLACE, A_WIZARD_JOKER, 5)):
            could = before[:, first:end].reshape(len(live), -1, faces)
            may = after[:, first:end].reshape(len(live), -1, faces)
            assert (may.sum(axis=2) == could.any(axis=2)).all()
            np.add.at(compared, batch.seat[live], may.sum(axis=(1, 2)) > 1)
        batch.step(agent.act(batch.view(live)), live)
    assert (compared[:4] > 5).all()


@pytest.mark.parametrize("scenario", ["training_2", "scenario_3"])
def test_one_hero_searches_in_a_tick_if_any_may_choose(scenario: str) -> None:
    led = np.zeros(5, np.int64)
    for ticks in range(10, 60, 5):
        batch = midway(scenario, 5, 24, ticks)
        states = batch.states[(batch.seat >= 0) & (batch.states["phase"] == TICK)]
        looks = Looks(states)
        heroes, choosing = looks.leading[:, 1:], looks.choosing[:, 1:]
        assert (heroes.sum(axis=1) <= 1).all()
        heard = ~states["cursed"][:, :2].any(axis=1)
        assert (heroes.any(axis=1) == choosing.any(axis=1))[heard].all()
        assert (heroes <= choosing)[heard].all()
        led += looks.leading.sum(axis=0)
    assert (led > 0).all()


# ------------------------------------------------------------------------------------------------------------------
# Chances


def test_every_thing_has_a_weight_for_each_number_of_heroes() -> None:
    assert WEIGHTS.shape == (3, len(THINGS))
    assert np.isfinite(WEIGHTS).all()
    assert len(set(THINGS)) == len(THINGS)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_weights(tmp_path / "weights.txt", WEIGHTS)
    assert (tmp_path / "weights.txt").read_bytes() == WEIGHTS_FILE.read_bytes()


@pytest.mark.parametrize("scenario", SCENARIO_NAMES)
def test_what_one_side_hopes_the_other_fears(scenario: str) -> None:
    stands = Looks(midway(scenario, 4, 12, 40).states).stands
    assert np.abs(stands[:, 0]).max() > 0
    assert (stands[:, 1:4] == -stands[:, :1]).all()


def test_a_tick_lost_is_a_chance_lost() -> None:
    """The same table, but each spell needs a die more for every symbol on it."""
    states = midway("training_2", 4, 12, 30).states.copy()
    before, ticks = Looks(states).odds, amount(states, "ticks of the first spell")
    states["wizard_free"][:, :3] += states["wizard_free"][:, :3] > 0
    assert (amount(states, "ticks of the first spell") > ticks).all()
    assert (Looks(states).odds < before).all()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_chances_tell_who_wins(players: int) -> None:
    """Of the rounds that the wizard is likely to win he wins most, and few of the others."""
    batch = midway("training_2", players, 400, 45, seed=77)
    live = np.flatnonzero(batch.seat >= 0)
    odds = Looks(batch.states[live]).odds
    agent = rush_agents.load("greedy", GAME)
    while (rows := np.flatnonzero(batch.seat >= 0)).size:
        batch.step(agent.act(batch.view(rows)), rows)
    won = batch.final_states["round_winner"][live, 0] == THE_WIZARD
    assert won[odds > 0.8].mean() > 0.6
    assert won[odds < -0.8].mean() < 0.4
    assert abs(won.mean() - (1 / (1 + np.exp(-odds))).mean()) < 0.1


# ------------------------------------------------------------------------------------------------------------------
# The tree


def test_the_rule_of_thumb_goes_on_deciding_by_the_dice_it_sees() -> None:
    """A tree that tries nothing new below the root changes nothing: every simulation is a playout by greedy."""
    agent = rush_agents.load("mcts:60:branch=0.01:depth=12", GAME, seed=2)
    assert isinstance(agent, MctsAgent)
    follow = bind(retrace, GAME.name, vars(agent.kernels)).retrace
    batch = midway("training_2", 4, 48, 30)
    view = batch.view()
    roots, space = agent.roots(view, np.zeros(48, np.int64)), agent.workspaces[0]
    searched = 0
    for row in range(48):
        if not agent.grow(row, 60, True, space, roots):
            continue
        searched += 1
        root = space.tree[1]
        deeper = space.tree["action"][: space.used[0]][space.tree["seat"][: space.used[0]] >= 0]
        assert (deeper == FOLLOW).sum() > 10
        rewards = space.favourites[: root["visits"]].copy()
        for k, reward in enumerate(rewards):
            once = retrace.Answers(np.array([k]), np.array([0, 1]), np.array([root["action"]], np.int64))
            follow(roots, row, once, space, agent.plan)
            assert space.reward[roots.seats[row]] == reward
    assert searched > 3
