"""Tournaments on a cluster: the same rows as in processes, whoever plays; what differs between nodes is refused."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from some_policy import some_policy

from rush_agents.arena.on_ray import errand_of, modules_of, play_blocks, unlike
from rush_agents.arena.tournament import BLOCK, Tournament, run
from rush_agents.arena.workers import WorkerLost
from rush_agents.cluster.joining import NoCluster, checked_place, joined
from rush_agents.cluster.likeness import unlikeness
from rush_agents.policies import files
from rush_agents.results.scorebook import Scorebook
from rush_envs import game
from rush_envs.engine.kernels.sources import reach
from rush_envs.errors import BadOption, MissingExtra

TWO = {"num_players": 2}
GUEST = """
import time
from rush_test_luggage_tables import WAIT

class First:
    def act(self, view):
        return view.mask.argmax(axis=1)

class Sleeps(First):
    def act(self, view):
        time.sleep(WAIT)
        return super().act(view)
"""


def held(path: Path, agents: list[str], games: int, *, on: str | None = None, **more: Any) -> list[tuple[Any, ...]]:
    """Every row of a tournament that was held."""
    tournament = Tournament.of("coffee_rush", agents, options=TWO, **more)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, games, book, on=on)
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM games ORDER BY number").fetchall()


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module that is only here, and what it imports from beside it."""
    (tmp_path / "rush_test_luggage.py").write_text(GUEST)
    (tmp_path / "rush_test_luggage_tables.py").write_text("WAIT = 60\n")
    monkeypatch.syspath_prepend(tmp_path)
    return "rush_test_luggage"


def test_nodes_do_not_matter(pair: Any, tmp_path: Path) -> None:
    """Nor does it what was there before, nor in how many parts it is played."""
    agents, games = ["random", "greedy", "random"], 40 * BLOCK + 5
    wanted = held(tmp_path / "here.db", agents, games)
    assert len(wanted) == games
    shutil.copy(tmp_path / "here.db", tmp_path / "nodes.db")
    with closing(sqlite3.connect(tmp_path / "nodes.db")) as database, database:
        database.execute("DELETE FROM games WHERE number / 32 NOT IN (1, 4, 7)")
    assert held(tmp_path / "nodes.db", agents, games, on="auto") == wanted


def test_policies_and_guests_travel(pair: Any, guests: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    files.save(Path("mine", "best.npz"), some_policy(game("coffee_rush")))
    agents, more = ["ppo:mine/best.npz", f"{guests}:First", f"{guests}:Sleeps"], {"move_timeout": 1.0}
    there, here = (held(Path(f"{on}.db"), agents, 6, on=on, **more) for on in ("auto", None))
    assert there == here
    slept = [row for row in there if "2" in row[3]]
    assert slept
    assert all(re.search(r"no answer within 1 s|not asked any more", row[9]) for row in slept)


def test_a_block_that_fails_is_told(pair: Any, guests: str, tmp_path: Path) -> None:
    tournament = Tournament.of("coffee_rush", [f"{guests}:First", "random"], options=TWO, move_timeout=0)
    (tmp_path / "rush_test_luggage.py").write_text("raise RuntimeError('gone')")
    with (
        Scorebook(tmp_path / "a.db", tournament.facts()) as book,
        pytest.raises(WorkerLost, match=r"gone.*all finished games are kept"),
    ):
        run(tournament, BLOCK, book, on="auto")


def test_a_ray_of_our_own_is_gone_afterwards(ray: Any, tmp_path: Path) -> None:
    rows = held(tmp_path / "ray.db", ["random", "greedy"], 3 * BLOCK, on="ray")
    assert not ray.is_initialized()
    assert rows == held(tmp_path / "here.db", ["random", "greedy"], 3 * BLOCK)


# ------------------------------------------------------------------------------------------------------------------
# What must be the same


def errand() -> Any:
    return errand_of(Tournament.of("coffee_rush", ["greedy", "mcts:3"], options=TWO))


def test_a_node_with_other_libraries_is_refused_by_name() -> None:
    import socket

    sent = errand()
    other = sent._replace(likeness=sent.likeness | {"numba": "0.1", "sources": "ab"})
    fault = play_blocks(other, [range(1)]).fault
    assert fault.startswith(f"node {socket.gethostname()}: its sources is ")
    assert f"its numba is {sent.likeness['numba']}, not 0.1" in fault
    assert "install the same on every node" in fault
    assert not play_blocks(sent, [range(1)]).fault


def test_the_sources_that_are_compared_have_all_that_plays() -> None:
    tournament = Tournament.of("coffee_rush", ["random", "greedy"], options=TWO)
    found = set(reach(modules_of(tournament)))
    assert {f"rush_agents.arena.{name}" for name in ("tournament", "block", "lineups", "on_ray")} <= found
    assert {"rush_agents.results.sheets", "rush_envs.engine.batch"} <= found
    assert {name for name in found if name.startswith("rush_envs.games.coffee_rush.")}


def test_a_node_with_another_agent_is_refused_by_name() -> None:
    sent = errand()
    altered = sent.facts.replace('"depth": ', '"depth": 1')
    assert altered != sent.facts
    assert "mcts:3 is not what it was, its depth was 1" in unlike(sent.tournament, altered)
    data = sent.facts.replace('"data": "', '"data": "x')
    assert unlike(sent.tournament, data).startswith("its data is ")
    assert unlikeness({"a": "1", "b": "2"}, {"a": "1", "b": "2", "c": "3"}) == ""


def test_a_missing_policy_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    gone = Tournament("coffee_rush", (), ("ppo:none.npz", "random"))
    assert "none" in unlike(gone, "{}")


def test_guests_of_this_machine_do_not_see_the_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sent = errand_of(Tournament.of("coffee_rush", ["greedy", "random"], hidden=("out/games.db",), running="out/r"))
    assert sent.tournament.hidden == (str(tmp_path / "out" / "games.db"),)
    assert sent.tournament.running == str(tmp_path / "out" / "r")


# ------------------------------------------------------------------------------------------------------------------
# Where there is none


@pytest.mark.parametrize("where", ["", "Ray", "ray://", "ray://host", "http://host:1", "ray://a b:1", 3])
def test_places_that_are_none(where: Any) -> None:
    with pytest.raises(BadOption, match=r"give ray .this machine., auto"):
        checked_place(where)


def test_no_cluster_is_told(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:9")
    with pytest.raises(NoCluster, match="start one with `ray start --head`"), joined("auto", 1):
        pass
    assert not ray.is_initialized()


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"--on needs .* 'rush-envs\[ray\]'"), joined("ray", 1):
        pass


def test_the_command_plays_on_a_cluster(pair: Any, run: Callable[..., Any]) -> None:
    words = ("tournament", "coffee_rush", "--players", "2", "--games", "70", "--json")
    ended = run(*words, "--on", "auto", "--out", "there")
    assert ended.code == 0
    assert ended.out.replace("there", "here") == run(*words, "--out", "here").out
    run(*words, "--on", "moon").check_refused("--on 'moon': give ray")
    assert "RAY_ADDRESS" in os.environ
