"""A learner among others: nobody plays in another's chair, and nobody waits for ever."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import rush_envs
from rush_envs.doors.solo import Solo
from rush_envs.engine.view import View
from rush_envs.errors import BadAction, BadOption, GameOver


class Moody:
    """Plays the first legal action, but fails or answers nonsense at its n-th call."""

    def __init__(self, calls: int, answer: Any = None) -> None:
        self.calls, self.answer = calls, answer

    def act(self, view: View) -> Any:
        self.calls -= 1
        if self.calls == 0:
            if self.answer is None:
                raise RuntimeError("not today")
            return [self.answer] * len(view.seat)
        return view.mask.argmax(1)


def play_for_ever(solo: Solo) -> None:
    while True:
        solo.step(solo.batch.random_actions())


@pytest.mark.parametrize("answer", [None, 2.7, "3", True, [1]])
def test_after_an_opponent_has_failed_only_a_reset_goes_on(answer: Any) -> None:
    """Not even a learner that catches the error plays in the opponent's chair."""
    solo = Solo("coffee_rush", 4, opponents=Moody(3, answer), seat=0, seed=5, num_players=2)
    solo.reset()
    with pytest.raises(RuntimeError if answer is None else BadAction):
        play_for_ever(solo)
    assert (solo.batch.seat != solo.learner).any()
    before = solo.batch.states.tobytes()
    with pytest.raises(GameOver, match="call reset"):
        solo.step(solo.batch.mask.argmax(1))
    assert solo.batch.states.tobytes() == before
    for look in (solo.masks, solo.observations, solo.view):
        with pytest.raises(GameOver, match="call reset"):
            look()  # what the opponent sees and may do
    solo.reset()
    solo.step(solo.batch.random_actions())
    assert (solo.batch.seat == solo.learner).all()


class Field:
    """Draws whatever it was told to."""

    def __init__(self, drawn: Any) -> None:
        self.agents, self.drawn = [Moody(0), Moody(0)], drawn

    def draw(self, count: int) -> Any:
        return self.drawn


@pytest.mark.parametrize("drawn", [np.array([2]), np.array([-1]), np.array([0.5]), np.array([0, 0]), None, "x"])
def test_what_a_field_draws_is_checked(drawn: Any) -> None:
    with pytest.raises(BadAction, match="the field has drawn"):
        Solo("coffee_rush", 1, opponents=Field(drawn), seed=5, num_players=2).reset()


def test_an_opponent_that_fails_before_the_first_decision() -> None:
    env = gymnasium.make(rush_envs.game("coffee_rush").gym_id, opponents=Moody(1), seat=0, num_players=2)
    with pytest.raises(RuntimeError, match="not today"):
        env.reset(seed=1)
    with pytest.raises((GameOver, gymnasium.error.ResetNeeded)):
        env.step(0)
    env.reset(seed=1)
    env.close()


@pytest.mark.parametrize("max_steps", [1, 2])
def test_a_learner_that_is_never_asked_is_told_so(max_steps: int) -> None:
    options = {"num_players": 4, "seat": 0, "max_steps": max_steps}
    single = gymnasium.make(rush_envs.game("coffee_rush").gym_id, **options)
    vector = gymnasium.make_vec(rush_envs.game("coffee_rush").gym_id, 3, **options)
    for env in (single, vector):
        with pytest.raises(BadOption, match=f"max_steps={max_steps}"):
            env.reset(seed=1)
        env.close()


@pytest.mark.parametrize("option", [{"scenario": ["training_1"]}, {"scenario": ("training_1",)}, {"scenario": 3}])
def test_one_word_is_no_list_of_words(option: dict[str, Any]) -> None:
    """A list would take another number of places in what `init` gets, and shift all later options."""
    with pytest.raises(BadOption, match="scenario"):
        rush_envs.make_batch("rush_out", **option)


def test_an_ended_game_has_no_last_agent(game) -> None:
    env = getattr(rush_envs, game.id).env(max_steps=3)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in env.agent_iter():
        observation, _reward, termination, truncation, _info = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else int(rng.choice(legal)))
    with pytest.raises(GameOver, match="call reset"):
        env.last()
