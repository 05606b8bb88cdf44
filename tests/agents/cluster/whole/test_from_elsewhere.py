"""A cluster that this machine does not belong to, by Ray's client server."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from rush_agents.arena.tournament import Tournament, run
from rush_agents.results.scorebook import Scorebook


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def await_answer(port: int) -> None:
    """On a busy machine a client server begins long after its node."""
    for _ in range(600):
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port))):
            return
        sleep(0.1)


def held(path: Path, agents: list[str], games: int, on: str | None) -> list[tuple[Any, ...]]:
    tournament = Tournament.of("coffee_rush", agents, options={"num_players": 2})
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, games, book, on=on)
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM games ORDER BY number").fetchall()


@pytest.mark.filterwarnings("ignore:.*ray_client_server:pytest.PytestUnraisableExceptionWarning")  # logs Ray left open
def test_a_tournament_is_the_same_from_elsewhere(
    nodes: Any, ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRPC_ENABLE_FORK_SUPPORT", "0")  # else the client server's child may die before it begins
    port = free_port()
    nodes(2, ray_client_server_port=port)
    await_answer(port)
    agents, games = ["random", "greedy"], 2000
    there = held(tmp_path / "there.db", agents, games, f"ray://127.0.0.1:{port}")
    assert there == held(tmp_path / "here.db", agents, games, None)
    assert not ray.is_initialized()
