"""Decisions that were made elsewhere: what arrives is what was decided."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import rush_envs
from rush_agents.training.elsewhere.hauls import merged, trimmed
from rush_agents.training.elsewhere.learner import learner_of
from rush_agents.training.elsewhere.troupes import Hire, Score, Troupe, own_likeness
from rush_agents.training.league import League
from rush_agents.training.learner.learner import Learner
from rush_agents.training.learner.memory import Memory
from rush_agents.training.recipe import Recipe, recipe_of
from rush_agents.training.train import train
from rush_envs.errors import BadOption

GAME = rush_envs.game("coffee_rush")
QUICK = {"games": 8, "rollout": 6, "taught": 32, "hidden": (16, 8), "imitation": 0, "weighed": 0.5}


def recipe(**more: object) -> Recipe:
    return recipe_of("coffee_rush", method="expert", options={"num_players": 2}, **(QUICK | more))


@pytest.fixture(scope="module")
def learner() -> Learner:
    made = Learner(GAME, recipe(rollout=16))  # many decisions are greedy's, not the learner's
    made.collect(made.study, League(GAME, shares=made.recipe.league))
    return made


def decisions(memory: Memory) -> Iterator[list[list[float]]]:
    """Everything that a memory says of each of its decisions."""
    m = memory.arrays
    for row in range(memory.count):
        seen, legal = slice(*m.start[row : row + 2]), slice(*m.legal_start[row : row + 2])
        told = [m.indices[seen], m.values[seen], m.legal[legal], m.target[legal], m.gain[legal]]
        for answer in range(legal.start, legal.stop):
            changed = slice(*m.change_start[answer : answer + 2])
            told += [m.change_indices[changed], m.change_values[changed]]
        single = (m.action, m.chance, m.value, m.advantage, m.paid, m.known)
        yield [*(part.tolist() for part in told), [float(array[row]) for array in single]]


def test_what_was_decided_arrives_whole(learner: Learner) -> None:
    memories = [player.memory for player in learner.players]
    there = merged([trimmed(memory) for memory in memories])
    assert list(decisions(there)) == [one for memory in memories for one in decisions(memory)]
    assert there.count == sum(memory.count for memory in memories) > 40
    kinds = [array.dtype for array in there.arrays]
    assert kinds == [array.dtype for array in memories[0].arrays]
    assert all(array.flags.writeable for array in there.arrays)


def test_a_plain_network_has_no_changes() -> None:
    made = Learner(GAME, recipe_of("coffee_rush", games=8, rollout=6, hidden=(16, 8), options={"num_players": 2}))
    made.collect(made.practice, League(GAME, shares=made.recipe.league))
    memory = made.players[1].memory
    there = merged([trimmed(memory)])
    assert there.arrays.change_start.tolist() == [0]
    assert there.arrays.legal.tolist() == memory.arrays.legal[: memory.arrays.legal_start[memory.count]].tolist()
    assert np.array_equal(there.known(), memory.known())


def test_one_learns_the_same_from_what_arrived(learner: Learner) -> None:
    lesson, gradients = learner.study, []
    for memory in (learner.players[0].memory, merged([trimmed(learner.players[0].memory)])):
        gradient = type(learner.network)(GAME, learner.recipe.hidden)
        learner.student.gradient(memory.shown(), memory.arrays, lesson.plan._replace(share=1.0), gradient)
        gradients.append(gradient.whole.copy())
    assert np.any(gradients[0])
    assert np.array_equal(*gradients)


def test_a_troupe_plays_by_what_it_is_sent(learner: Learner) -> None:
    league = League(GAME, shares=learner.recipe.league)
    troupes = [Troupe(Hire("coffee_rush", recipe(), own_likeness("coffee_rush"), 0, number)) for number in (0, 0, 1)]
    score = Score("studying", learner.network.whole, league.arrays())
    first, same, other = (troupe.play(score) for troupe in troupes)
    assert first.decisions.action.tolist() == same.decisions.action.tolist()
    assert first.decisions.indices.tolist() != other.decisions.indices.tolist()
    assert first.phase == "studying"
    assert first.decisions.gain.any()
    imitated = troupes[0].play(score._replace(phase="imitating")).decisions
    assert np.add.reduceat(imitated.target, imitated.legal_start[:-1]).tolist() == [1.0] * imitated.action.size


def test_a_troupe_on_another_node_is_refused_by_name(learner: Learner) -> None:
    wanted = own_likeness("coffee_rush") | {"numba": "0.1"}
    haul = Troupe(Hire("coffee_rush", recipe(), wanted, 0, 0)).play(Score("studying", learner.network.whole, {}))
    assert "its numba is " in haul.refusal
    assert haul.refusal.startswith("node ")


def test_ppo_plays_its_games_itself() -> None:
    with pytest.raises(BadOption, match="--on needs --method expert"), learner_of(GAME, Recipe(), "ray", print):
        pass


def test_a_place_that_is_refused_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="--on 'moon': give ray"):
        train(GAME.name, tmp_path / "run", recipe=recipe_of(GAME.name, method="expert"), on="moon")
    assert not (tmp_path / "run").exists()
