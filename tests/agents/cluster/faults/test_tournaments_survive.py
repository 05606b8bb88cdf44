"""Tournaments on clusters that break: nothing is lost, nothing counted twice, the ratings are the same."""

from __future__ import annotations

import re
import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from killing import KILLS, Killer

import rush_agents
from rush_agents.arena.tournament import Tournament, run
from rush_agents.arena.workers import WorkerLost
from rush_agents.results.scorebook import Scorebook
from rush_agents.results.summary import Summary

AGENTS = ["random", "greedy"]
NODE = {"num_cpus": 1, "object_store_memory": 80 << 20}
GAMES = 12_000


def held(path: Path, games: int, **more: Any) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    """Every row, and the ratings."""
    tournament = Tournament.of("coffee_rush", AGENTS, options={"num_players": 2})
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, games, book, **more)
        ratings = Summary.of(book).facts()
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM games ORDER BY number").fetchall(), ratings


def test_nodes_that_are_killed_cost_time_alone(nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rush_agents.arena.on_ray.TASK_SECONDS", 0.1)  # many tasks, so that there is always one to lose
    cluster = nodes(0, 1, 1, 1)
    words: list[str] = []
    with Killer(cluster, GAMES, **NODE) as killer:
        there = held(
            tmp_path / "nodes.db", GAMES, on="auto", finished=lambda block: killer.note(len(block)), noted=words.append
        )
    assert killer.kills == KILLS
    assert any("played again" in told for told in words)
    assert there == held(tmp_path / "here.db", GAMES)


GUESTS = """
import os, signal

class Crashes:
    def act(self, view):
        os.kill(os.getpid(), signal.SIGKILL)
"""


def refused(path: Path, agents: list[str], words: str, **more: Any) -> None:
    """Ends with these words, and keeps what was there."""
    tournament = Tournament.of("coffee_rush", agents, options={"num_players": 2}, **more)
    with Scorebook(path, tournament.facts()) as book:
        with pytest.raises(WorkerLost, match=words):
            run(tournament, 64, book, on="auto")
        assert len(book) in (0, 32, 64)


def test_a_block_that_takes_down_its_worker_does_so_a_few_times_only(
    nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rush_test_crashes.py").write_text(GUESTS)
    monkeypatch.syspath_prepend(tmp_path)
    nodes(2)
    agents = ["rush_test_crashes:Crashes", "random"]
    refused(tmp_path / "a.db", agents, "a worker process ended 5 times at games", move_timeout=0)


def test_a_worker_without_memory_is_told(nodes: Any, tmp_path: Path) -> None:
    """Ray stops workers once so much of a node's memory is taken; here any is too much."""
    nodes(2, _system_config={"memory_usage_threshold": 0.001, "memory_monitor_refresh_ms": 20})
    refused(tmp_path / "a.db", AGENTS, "a worker was out of memory 3 times at games .*give the nodes more memory")


def test_a_store_that_is_full_costs_nothing(ray: Any, nodes: Any, tmp_path: Path) -> None:
    """Three times what the store can hold lies in it before the results come."""
    nodes(2)
    before: list[Any] = []

    def fill(block: range) -> None:
        if not before:
            before.extend(ray.put(np.zeros(20 << 20, np.uint8)) for _ in range(12))

    games = 4000
    assert held(tmp_path / "nodes.db", games, on="auto", started=fill) == held(tmp_path / "here.db", games)
    assert len(before) == 12


def test_a_node_with_other_sources_is_refused_by_name(nodes: Any, tmp_path: Path) -> None:
    other = tmp_path / "rush_agents"
    shutil.copytree(Path(rush_agents.__file__).parent, other, ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "arena" / "block.py").open("a") as file:
        file.write("# a later version\n")
    cluster = nodes(0)
    cluster.add_node(num_cpus=2, object_store_memory=80 << 20, env_vars={"PYTHONPATH": str(tmp_path)})
    name = re.escape(socket.gethostname())
    refused(tmp_path / "a.db", AGENTS, f"node {name}: its sources is .* install the same on every node")
