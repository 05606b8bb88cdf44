"""What an expert says: gains over greedy in the same imagined games, and networks that heed them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import race_game

import rush_envs
from rush_agents import greedy, mcts
from rush_agents.arena.duels import duel, total
from rush_agents.policy import PolicyAgent
from rush_agents.training.league import League
from rush_agents.training.learner.learner import LATELY, Learner
from rush_agents.training.learner.lessons import SETTLING
from rush_agents.training.learner.memory import UNWEIGHED
from rush_agents.training.recipe import SHARES, Recipe, recipe_of
from rush_envs import registry
from rush_envs.contract import Game
from rush_envs.engine.agents import load
from rush_envs.errors import BadOption

ALONE = dict.fromkeys(SHARES, 0.0) | {"itself": 1.0}
RACE = Recipe(
    method="expert", network="scoring", start="greedy", imitation=0, hidden=(16, 8), games=32, rollout=16, taught=64,
    weighed=1.0, playouts=1, gamma=1.0, league=ALONE,
)  # fmt: skip


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose rule of thumb always adds nothing to its score; the right answer is 2."""
    monkeypatch.setitem(registry._added, "race_game", "race_game:GAME")
    for module in (greedy, mcts):
        monkeypatch.setattr(module, "rule_of_thumb", lambda game: race_game.greedy)
    return rush_envs.game("race_game")


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
    wins; later it is stopped after as many decisions, which an imagined game counts anew, and the margin counts."""
    seen = {"ended": 0, "stopped": 0}
    for margin, gains in weighed(Learner(race, RACE), League(race, shares=ALONE)):
        paid = {"ended": np.sign(margin), "stopped": np.tanh(margin / race.score_scale)}
        fits = [how for how, worth in paid.items() if np.allclose(gains, worth - worth[0])]
        assert fits
        seen[fits[0]] += 1
    assert min(seen.values()) > 20


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


@pytest.fixture(scope="module")
def studied() -> Learner:
    """Who has collected decisions of Coffee Rush, all of them weighed: three answers each."""
    changes = {"method": "expert", "games": 16, "rollout": 12, "weighed": 1.0, "candidates": 3, "playouts": 1}
    game = rush_envs.game("coffee_rush")
    learner = Learner(game, recipe_of("coffee_rush", **changes))
    learner.collect(learner.study, League(game, shares=ALONE))
    return learner


def test_weighed_are_greedys_answer_a_likely_one_and_one_that_is_drawn(studied: Learner) -> None:
    memory, drawn = studied.players[0].memory, []
    m = memory.arrays
    for row in memory.shown():
        span = slice(m.legal_start[row], m.legal_start[row + 1])
        gains, target = m.gain[span], m.target[span]
        some = gains > UNWEIGHED
        assert some.sum() == min(3, gains.size)
        assert target.sum() == target.max() == 1.0
        assert gains[target.argmax()] == 0.0
        if gains.size > 3:
            order = [place for place in np.argsort(-studied.network.score(np.array([row]), m)[0]) if not target[place]]
            assert some[order[0]]
            drawn.append(order.index(next(place for place in order[1:] if some[place])) / (len(order) - 1))
    assert len(drawn) > 40
    assert 0.45 < np.mean(drawn) < 0.75, "of the others each is as likely"


def test_what_was_weighed_is_kept_as_it_was(studied: Learner) -> None:
    """Decision by decision, features, answers, what these change and what they gain."""
    memory = studied.players[0].memory
    kept, m = memory.weighed(), memory.arrays
    k = kept.arrays
    assert kept.count == memory.shown().size > 90
    for place, row in enumerate(memory.shown()):
        span, own = slice(m.start[row], m.start[row + 1]), slice(k.start[place], k.start[place + 1])
        assert (k.indices[own] == m.indices[span]).all()
        assert (k.values[own] == m.values[span]).all()
        answers = np.arange(m.legal_start[row], m.legal_start[row + 1])
        places = range(k.legal_start[place], k.legal_start[place + 1])
        assert len(places) == answers.size
        for answer, other in zip(answers, places, strict=True):
            assert all(getattr(k, name)[other] == getattr(m, name)[answer] for name in ("legal", "gain", "target"))
            changes = slice(m.change_start[answer], m.change_start[answer + 1])
            mine = slice(k.change_start[other], k.change_start[other + 1])
            assert (k.change_indices[mine] == m.change_indices[changes]).all()
            assert (k.change_values[mine] == m.change_values[changes]).all()
        assert (k.paid[place], k.known[place], k.action[place]) == (m.paid[row], m.known[row], m.action[row])


@pytest.mark.parametrize("name", ["imitation", "study"])
def test_who_is_taught_plays_by_the_average_of_its_weights(race: Game, name: str) -> None:
    """Of all there have been at first; who tries for itself plays by what it has learned."""
    learner, league, seen = Learner(race, RACE), League(race, shares=ALONE), []
    learner.take(learner.practice, league, 1e-2)
    assert np.allclose(learner.average, learner.network.whole, atol=1e-6)
    step = learner.optimiser.step

    def watched(*given: Any) -> None:
        step(*given)
        seen.append(learner.network.whole.copy())

    learner.optimiser.step = watched  # type: ignore[method-assign]
    average = learner.average.copy()
    learner.take(getattr(learner, name), league, 1e-2)
    for k, weights in enumerate(seen):
        average += max(SETTLING, LATELY / (LATELY + k)) * (weights - average)
    assert np.allclose(learner.average, average, atol=1e-5)
    assert not np.allclose(learner.average, learner.network.whole, atol=1e-4)
    assert (learner.policy().network.whole == learner.average).all()
    played = learner.average.copy()
    learner.collect = lambda *_: None  # type: ignore[method-assign]
    learner.learn = lambda *_: None  # type: ignore[assignment, method-assign, return-value]
    learner.take(learner.practice, league, 1e-2)
    assert (learner.network.whole == played).all(), "and goes on from there"


def test_what_was_kept_longest_is_forgotten_first(race: Game) -> None:
    learner, league = Learner(race, replace(RACE, kept=3 * 512)), League(race, shares=ALONE)
    for lessons in range(1, 6):
        learner.take(learner.study, league, 1e-3)
        assert len(learner.kept) == min(lessons, 3)
    assert learner.kept[-1][0].count == learner.players[0].memory.count == 256


@pytest.mark.parametrize("changes", [{"start": "scratch"}, {"network": "plain"}])
def test_an_expert_needs_greedy_and_a_network_that_scores(changes: dict[str, str]) -> None:
    with pytest.raises(BadOption, match="start from greedy, with a scoring network"):
        recipe_of("coffee_rush", method="expert", **changes)


def test_there_is_no_other_method() -> None:
    with pytest.raises(BadOption, match="one of ppo, expert"):
        recipe_of("coffee_rush", method="magic")
