"""Ten thousand games on two nodes with two workers each are those of one process, row by row."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rush_agents.arena.tournament import Tournament, run
from rush_agents.results.scorebook import Scorebook
from rush_agents.results.summary import Summary

GAMES = 10_000


def held(path: Path, on: str | None) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    """Every row, replays and all, and the ratings."""
    tournament = Tournament.of("coffee_rush", ["random", "greedy"], options={"num_players": 2}, seed=21)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, GAMES, book, on=on)
        ratings = Summary.of(book).facts()
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM games ORDER BY number").fetchall(), ratings


@pytest.mark.usefixtures("pair")
def test_ten_thousand_games_are_those_of_one_process(tmp_path: Path) -> None:
    there, ratings = held(tmp_path / "nodes.db", "auto")
    assert len(there) == GAMES
    assert (there, ratings) == held(tmp_path / "here.db", None)
