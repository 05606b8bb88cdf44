"""Trees that grow on a cluster: the same answers as here, wherever they grow."""

from __future__ import annotations

from typing import Any

import pytest

import rush_agents
import rush_envs
from rush_agents.plantation import NotGrown, Plantation, Seedling, grow, own_likeness

NAME = "mcts:24:trees=3"


@pytest.fixture
def views() -> list[Any]:
    """Some decisions of two games."""
    batch = rush_envs.make_batch("coffee_rush", 3, seed=5, num_players=2)
    batch.reset()
    found = []
    for _ in range(2):
        found.append(batch.view())
        for _ in range(7):
            batch.step(batch.random_actions())
    return found


@pytest.mark.usefixtures("pair")
def test_nodes_do_not_matter(ray: Any, views: list[Any]) -> None:
    here, there = (rush_agents.load(name, "coffee_rush", seed=3) for name in (NAME, f"{NAME}:on=auto"))
    try:
        for view in views:
            assert there.act(view).tolist() == here.act(view).tolist()
    finally:
        ray.shutdown()


def test_a_node_with_other_sources_is_refused_by_name(views: list[Any]) -> None:
    agent: Any = rush_agents.load(NAME, "coffee_rush", seed=3)
    seedling = Seedling.of(agent._one(views[0], 0), 7)
    wanted = own_likeness("coffee_rush")
    found = grow("mcts:24", "coffee_rush", wanted, seedling)
    assert found.shape[0] == rush_envs.game("coffee_rush").actions.size
    words = grow("mcts:24", "coffee_rush", wanted | {"sources": "ab"}, seedling)
    assert isinstance(words, str)
    assert "its sources is" in words


def test_what_fails_there_is_told(views: list[Any]) -> None:
    class Cluster:
        """Ray, with a node that refuses."""

        class exceptions:
            RayError = KeyError

        @staticmethod
        def get(tasks: list[Any]) -> list[Any]:
            return ["node far: its numba is 1"]

    plantation = Plantation.__new__(Plantation)
    plantation._ray, plantation._told = Cluster, ()
    plantation._task = type("Task", (), {"remote": staticmethod(lambda *given: None)})
    with pytest.raises(NotGrown, match="node far: its numba is 1"):
        plantation.grown([None])  # type: ignore[list-item]
