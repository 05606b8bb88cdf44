"""A small cluster on this machine: nodes that are processes, each with a store of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rush_agents.cluster.joining import library

STORE = 80 << 20  # bytes; Ray takes no less
Nodes = Callable[..., Any]


@pytest.fixture(scope="session")
def ray() -> Any:
    return library()


def _made(ray: Any, cores: list[int], **more: Any) -> Any:
    from ray.cluster_utils import Cluster

    made = Cluster()
    for count in cores:
        made.add_node(num_cpus=count, object_store_memory=STORE, include_dashboard=False, **more)
    return made


@pytest.fixture(scope="module")
def pair(ray: Any) -> Iterator[Any]:
    """Two nodes with two cores each; `--on auto` finds them."""
    made = _made(ray, [2, 2])
    before = os.environ.get("RAY_ADDRESS")
    os.environ["RAY_ADDRESS"] = made.address
    yield made
    if before is None:
        del os.environ["RAY_ADDRESS"]
    else:
        os.environ["RAY_ADDRESS"] = before
    made.shutdown()


@pytest.fixture
def nodes(ray: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    """Makes a cluster of nodes with so many cores each."""
    every: list[Any] = []

    def made(*cores: int, **more: Any) -> Any:
        every.append(_made(ray, list(cores), **more))
        monkeypatch.setenv("RAY_ADDRESS", every[-1].address)
        return every[-1]

    yield made
    for one in every:
        one.shutdown()
