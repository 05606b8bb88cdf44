"""A view is an agent's own, and none of ours trips over what somebody has written into one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from some_policy import some_policy

import rush_agents
import rush_envs
from rush_agents.policy import PolicyAgent
from rush_envs.doors.solo import Solo
from rush_envs.engine.agents import Agent
from rush_envs.engine.view import View
from rush_envs.errors import BadOption

GAME = rush_envs.game("coffee_rush")
AGENTS: dict[str, Callable[[], Agent]] = {
    **{name: partial(rush_agents.load, name, GAME, seed=3) for name in ("random", "greedy", "mcts:4")},
    "a policy": lambda: PolicyAgent(some_policy(GAME)),
}


def some_view(game: str = "coffee_rush") -> View:
    batch = rush_envs.make_batch(game, 3, seed=1)
    batch.reset()
    for _ in range(9):
        batch.step(batch.random_actions())
    return batch.view(rng=np.random.default_rng(0))


@pytest.mark.parametrize("name", AGENTS)
def test_what_is_written_into_a_view_reaches_no_kernel(name: str) -> None:
    answers = []
    for spoiled in (False, True):
        view = some_view()
        if spoiled:
            view.states["seats"], view.states["rng"] = 1 << 40, 7
            view.seat[:], view.mask[:], view.features[:] = 1 << 40, 0, 127
        answers.append(AGENTS[name]().act(view).tolist())
    assert answers[0] == answers[1]


def play(solo: Solo) -> None:
    """Until the opponent has been asked."""
    solo.reset()
    for _ in range(100):
        solo.step(solo.batch.random_actions())


@pytest.mark.parametrize("name", list(AGENTS)[1:])
def test_an_agent_of_another_game_is_refused_by_name(name: str) -> None:
    """Its arrays have other lengths: it would read and write beyond them."""
    agent = AGENTS[name]()
    with pytest.raises(BadOption, match="load one for silver_gold_pyramids"):
        agent.act(some_view("silver_gold_pyramids"))
    solo = Solo("silver_gold_pyramids", 2, opponents=agent, seat=1, num_players=2)
    with pytest.raises(BadOption, match="load one for silver_gold_pyramids"):
        play(solo)


def parts(view: View) -> dict[str, Any]:
    return {
        "seat": view.seat.copy(), "mask": view.mask.copy(), "features": view.features.copy(),
        "states": view.states.copy(),
    }  # fmt: skip


@pytest.mark.parametrize("game", rush_envs.games())
def test_a_view_can_be_made_of_its_parts(game: str) -> None:
    view = some_view(game)
    again = View(view.game, view.config, **parts(view))
    for name in ("greedy", "mcts:2"):
        agents = (rush_agents.load(name, game, seed=3) for _ in range(2))
        one, other = (agent.act(seen) for agent, seen in zip(agents, (view, again), strict=True))
        assert one.tolist() == other.tolist()
    less = parts(view)
    less["mask"][:, 1 + less["mask"][0].argmax() :] = 0
    less = {name: part[:1] for name, part in less.items()}
    assert rush_agents.load("random", game).act(View(view.game, view.config, **less)) == less["mask"][0].argmax()


def put(name: str, value: Any, field: str = "") -> Callable[[dict[str, Any]], None]:
    def change(given: dict[str, Any]) -> None:
        if field:
            given[name][field] = value
        else:
            given[name] = value(given[name]) if callable(value) else value

    return change


WRONG = {
    "a seat that nobody has": put("seat", lambda part: part + 4),
    "a seat below": put("seat", lambda part: part - 5),
    "seats as a list": put("seat", lambda part: part.tolist()),
    "seats of another type": put("seat", lambda part: part.astype(np.int32)),
    "fewer seats": put("seat", lambda part: part[:2]),
    "nothing legal": put("mask", np.zeros_like),
    "a mask of twos": put("mask", lambda part: part * 2),
    "a mask of anything": put("mask", np.ones_like),
    "a shorter mask": put("mask", lambda part: part[:, :-1]),
    "other features": put("features", lambda part: part[:, :-1]),
    "features with a point": put("features", lambda part: part / 2),
    "records of nobody": put("states", 99, "seats"),
    "records of another game": put("states", lambda part: some_view("silver_gold_pyramids").states),
    "impossible records": put("states", np.zeros_like),
    "a larger table": put("states", lambda part: np.repeat(part, 2)),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_view_that_could_be_none_is_refused(kind: str) -> None:
    view = some_view()
    given = parts(view)
    WRONG[kind](given)
    with pytest.raises(BadOption):
        View(view.game, view.config, **given)


@pytest.mark.parametrize("sees", [5, "features", ("hands",), [3], None])
def test_what_an_agent_says_it_sees_is_checked(sees: Any) -> None:
    class Odd:
        def act(self, view: View) -> np.ndarray:
            return view.mask.argmax(axis=1)

    agent = Odd()
    agent.sees = sees  # type: ignore[attr-defined]
    solo = Solo("coffee_rush", 2, opponents=agent, seat=1, num_players=2)
    with pytest.raises(BadOption, match="sees of Odd"):
        play(solo)
