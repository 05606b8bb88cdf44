"""What an expert says: gains over greedy in the same imagined games, and networks that heed them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import race_game

import rush_envs
from rush_agents import greedy, mcts
from rush_agents.arena.duels import duel, total
from rush_agents.policies.sums import Scorer
from rush_agents.policy import PolicyAgent
from rush_agents.training.league import League
from rush_agents.training.learner.learner import Learner
from rush_agents.training.recipe import SHARES, Recipe, recipe_of
from rush_envs import registry
from rush_envs.contract import Game
from rush_envs.engine.agents import load
from rush_envs.errors import BadOption

ALONE = dict.fromkeys(SHARES, 0.0) | {"itself": 1.0}
RACE = Recipe(
    method="expert", network="scoring", start="greedy", imitation=0, hidden=(16, 8), games=32, rollout=16, taught=64,
    weighed=1.0, playouts=1, depth=100, gamma=1.0, league=ALONE,
)  # fmt: skip


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose rule of thumb always adds nothing to its score; the right answer is 2."""
    monkeypatch.setitem(registry._added, "race_game", "race_game:GAME")
    for module in (greedy, mcts):
        monkeypatch.setattr(module, "rule_of_thumb", lambda game: race_game.greedy)
    return rush_envs.game("race_game")


def by_the_margin(w: Scorer) -> None:
    """A position is worth a tenth of the margin: one unit sees it if it is positive, the other if it is negative."""
    for weights in (w.worth_features, w.worth_sums, w.worth_layer, w.worth_biases, w.worth, w.worth_bias):
        weights[:] = 0.0
    w.worth_features[:2, :2] = [[1.0, -1.0], [-1.0, 1.0]]
    w.worth_layer[:2, :2] = [[1.0, 0.0], [0.0, 1.0]]
    w.worth[:2] = np.array([0.1, -0.1]) * 8  # scores are seen as eighths


def weighed(learner: Learner, league: League) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Of each decision the margin that every answer leads to, and the gains that were noted."""
    learner.collect(learner.study, league)
    player = learner.players[0]
    m = player.memory.arrays
    for row in range(player.memory.count):
        span, legal = slice(m.start[row], m.start[row + 1]), slice(m.legal_start[row], m.legal_start[row + 1])
        scores = np.zeros(2)
        scores[m.indices[span]] = m.values[span]
        assert m.target[legal].tolist() == [1, 0, 0]
        yield scores[0] + np.arange(3) - scores[1], m.gain[legal]


def test_gains_are_what_answers_bring_more_than_greedys(race: Game) -> None:
    """Nobody adds anything later on. From the beginning a game is played to its end, and who leads after the answer
    wins; later it is stopped after as many decisions, which an imagined game counts anew, and nobody has won."""
    seen = {"ended": 0, "stopped": 0}
    for margin, gains in weighed(Learner(race, RACE), League(race, shares=ALONE)):
        paid = {"ended": np.sign(margin), "stopped": np.zeros(3)}
        fits = [how for how, worth in paid.items() if np.allclose(gains, worth - worth[0])]
        assert fits
        seen[fits[0]] += 1
    assert min(seen.values()) > 20


def test_where_a_playout_is_cut_the_network_judges(race: Game) -> None:
    learner, judged = Learner(race, replace(RACE, depth=0)), 0
    by_the_margin(learner.network.scorer)
    for margin, gains in weighed(learner, League(race, shares=ALONE)):
        worth = np.clip(margin / 10, -1, 1)
        assert np.allclose(gains, worth - worth[0], atol=1e-6)
        judged += 1
    assert judged > 20


def test_a_network_that_studies_beats_a_bad_greedy(race: Game) -> None:
    learner, league = Learner(race, RACE), League(race, shares=ALONE)
    told = [learner.take(learner.lesson(0), league, 1e-2) for _ in range(25)]
    assert told[-1].gain > told[0].gain > 0, "any answer is at least as good as greedy's"
    share = total(duel(race, PolicyAgent(learner.policy()), load("greedy", race), 64, seed=3))
    assert share.rate == 1.0


def test_without_heed_it_does_as_greedy_does(race: Game) -> None:
    learner, league = Learner(race, replace(RACE, heed=0.0)), League(race, shares=ALONE)
    told = [learner.take(learner.study, league, 1e-2) for _ in range(25)]
    assert told[-1].sure > 0.95


def test_what_is_not_weighed_counts_as_the_worst_that_is() -> None:
    """And what is weighed are greedy's answer and those that the network likes best."""
    recipe = recipe_of(
        "coffee_rush", method="expert", games=16, rollout=12, weighed=1.0, candidates=3, playouts=1, depth=1
    )
    game = rush_envs.game("coffee_rush")
    learner = Learner(game, recipe)
    learner.collect(learner.study, League(game, shares=ALONE))
    player, many = learner.players[0], 0
    m = player.memory.arrays
    for row in player.memory.shown():
        span = slice(m.legal_start[row], m.legal_start[row + 1])
        gains, target = m.gain[span], m.target[span]
        assert target.sum() == target.max() == 1.0
        assert gains[target.argmax()] == 0.0
        if gains.size > 3:
            many += 1
            scores = learner.network.score(np.array([row]), m)[0]
            liked = np.argsort(-scores)[:3]  # three of these and greedy's are weighed
            others = np.setdiff1d(np.arange(gains.size), [target.argmax(), *liked])
            assert (gains[others] == min(0.0, gains.min())).all()
    assert many > 20


@pytest.mark.parametrize("changes", [{"start": "scratch"}, {"network": "plain"}])
def test_an_expert_needs_greedy_and_a_network_that_scores(changes: dict[str, str]) -> None:
    with pytest.raises(BadOption, match="start from greedy, with a scoring network"):
        recipe_of("coffee_rush", method="expert", **changes)


def test_there_is_no_other_method() -> None:
    with pytest.raises(BadOption, match="one of ppo, expert"):
        recipe_of("coffee_rush", method="magic")
