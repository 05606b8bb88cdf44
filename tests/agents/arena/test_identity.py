"""A tournament knows what played in it, and its stored games can be checked."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from some_policy import some_policy

import rush_envs
from rush_agents.arena import identity as identities
from rush_agents.arena.guests.guest import START_LIMIT
from rush_agents.arena.identity import guest_digest, identity
from rush_agents.arena.tournament import Tournament, run
from rush_agents.arena.verify import verify
from rush_agents.cli import main
from rush_agents.cli.shared import tournaments
from rush_agents.games.coffee_rush import search
from rush_agents.policies import files
from rush_agents.results.scorebook import BadScorebook, Scorebook
from rush_agents.terminal.console import OUT
from rush_envs.engine.kernels.sources import reach

TWO = {"num_players": 2}
GAME = rush_envs.game("coffee_rush")
FIRST = "class Plays:\n    def act(self, view):\n        return view.mask.argmax(axis=1)\n"


def play(path: Path, agents: list[str], games: int = 2, **more: Any) -> list[dict[str, Any]]:
    tournament = Tournament.of("coffee_rush", agents, options=TWO, **more)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, games, book)
        return book.games()


def check_refused(path: Path, agents: list[str], words: str, **more: Any) -> None:
    """And not mixed with what is there."""
    with Scorebook(path) as book:
        before = book.games()
    with pytest.raises(BadScorebook, match=f"is not what it was, its {words} was .* and is .*; give another --out"):
        play(path, agents, 4, **more)
    with Scorebook(path) as book:
        assert book.games() == before


# ------------------------------------------------------------------------------------------------------------------
# Who plays


def test_a_changed_policy_file_is_refused(tmp_path: Path) -> None:
    mine, path = tmp_path / "mine.npz", tmp_path / "a.db"
    files.save(mine, some_policy(GAME))
    agents = [f"ppo:{mine}", "random"]
    play(path, agents)
    assert len(play(path, agents, 4)) == 4
    policy = files.load(mine, GAME)
    policy.network.whole *= 0.5
    files.save(mine, policy)
    check_refused(path, agents, "policy")


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module with a helper beside it, and a package; each test has names of its own, modules are loaded once."""
    folder = tmp_path / "guests"
    (folder / "packed_guest").mkdir(parents=True)
    (folder / "single_guest.py").write_text("import helper_of_single\n" + FIRST)
    (folder / "helper_of_single.py").write_text("import numpy\n")
    (folder / "packed_guest" / "__init__.py").write_text("from .inner import Plays\n")
    (folder / "packed_guest" / "inner.py").write_text(FIRST)
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("single_guest", "single_guest.py"),
        ("single_guest", "helper_of_single.py"),
        ("packed_guest", "packed_guest/inner.py"),
    ],
)
def test_a_changed_file_of_a_guest_is_refused(guests: Path, tmp_path: Path, name: str, file: str) -> None:
    agents, path = [f"{name}:Plays", "random"], tmp_path / "a.db"
    play(path, agents)
    assert len(play(path, agents, 4)) == 4
    (guests / "unrelated.py").write_text("x = 1\n")
    play(path, agents, 4)
    with (guests / file).open("a") as more:
        more.write("# another\n")
    check_refused(path, agents, "files")


def test_a_guest_that_cannot_be_parsed_has_a_digest_too(guests: Path) -> None:
    (guests / "single_guest.py").write_text("import helper_of_single\nimport (")
    assert guest_digest("single_guest") != guest_digest("packed_guest")


def test_changed_time_limits_of_guests_are_refused(guests: Path, tmp_path: Path) -> None:
    agents, path = ["packed_guest:Plays", "random"], tmp_path / "a.db"
    play(path, agents, move_timeout=5)
    check_refused(path, agents, "move", move_timeout=6)
    assert identity("packed_guest:Plays", GAME, 5)["seconds"] == {"move": 5, "start": START_LIMIT}
    play(tmp_path / "ours.db", ["random", "greedy"], move_timeout=5)
    play(tmp_path / "ours.db", ["random", "greedy"], move_timeout=6)  # which ours do not have


def test_changed_settings_of_a_search_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agents, path = ["mcts:2:depth=1", "random"], tmp_path / "a.db"
    play(path, agents)
    known = identity("mcts:2:depth=1", GAME, 0)["settings"]
    assert known.items() >= {"depth": 1, "simulations": 2, "threads": 1, "explore": search.SETTINGS.explore}.items()
    monkeypatch.setattr(search, "SETTINGS", replace(search.SETTINGS, explore=9.0))
    check_refused(path, agents, "explore")


def test_changed_code_of_ours_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path / "a.db", ["random", "greedy"])
    given: list[frozenset[str]] = []

    def another(modules: frozenset[str]) -> str:
        given.append(modules)
        return "another"

    monkeypatch.setattr(identities, "digest", another)
    check_refused(tmp_path / "a.db", ["random", "greedy"], "code")
    covered = set(reach(given[-1]))
    assert {
        "rush_agents.greedy",
        "rush_agents.games.coffee_rush.greedy",
        "rush_envs.games.coffee_rush.rules",
    } <= covered
    assert not any("rush_out" in module for module in covered)


# ------------------------------------------------------------------------------------------------------------------
# As a user meets it


class Ended(NamedTuple):
    code: int
    out: str
    err: str


Command = Callable[..., Ended]
SMALL = ("tournament", "coffee_rush", "--players", "2", "--agents", "random", "greedy", "--games")
DATABASE = Path("tournament_coffee_rush") / "games.db"


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    monkeypatch.setattr(OUT, "width", 160)
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["rush-envs", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return Ended(int(end.value.code or 0), *capsys.readouterr())

    return call


def test_tournament_and_what_was_stored_before(command: Command) -> None:
    ended = command(*SMALL, "24")
    assert (ended.code, ended.err) == (0, "0 games were stored before, 24 were played now.\n")
    head = f"{rush_envs.game('coffee_rush').id}, round-robin, 24 games"
    for words in (head, "greedy", "Skill", "Elo", "player_1", "Report: "):
        assert words in ended.out
    assert re.search(r"greedy +│ 24 +│ 100\.0 % \(8\d", ended.out)
    with Scorebook(DATABASE) as book:
        assert len(book) == 24
    again = command(*SMALL, "24")
    assert (again.out, again.err) == (ended.out, "24 games were stored before, 0 were played now.\n")
    assert command(*SMALL, "30").err == "24 games were stored before, 6 were played now.\n"


def test_an_agent_that_is_exchanged_meanwhile_is_noticed(
    command: Command, guests: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exchange(*given: Any, **more: Any) -> None:
        run(*given, **more)
        (guests / "single_guest.py").write_text(FIRST)

    monkeypatch.setattr(tournaments, "run", exchange)
    ended = command(*SMALL[:5], "single_guest:Plays", "random", "--games", "2")
    assert (ended.code, ended.out) == (2, "")
    assert "single_guest:Plays is not what it was, its files was" in ended.err


# ------------------------------------------------------------------------------------------------------------------
# Stored games


def rewrite(statement: str) -> None:
    with closing(sqlite3.connect(DATABASE)) as database, database:
        assert database.execute(statement).rowcount == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("outcome = '[1, 1]'", r"outcome \[1, 1\] should be \["),
        ("scores = '[99, 0]'", r"scores \[99, 0\] should be"),
        ("length = length + 1", "length .* should be"),
        ("truncated = 1", "truncated True should be False"),
        ("seed = '7'", "seed 7 should be"),
        ("round = 0", "round 0 should be 1"),
        ("agents = '[0, 0]'", r"agents \[0, 0\] should be \[1, 0\]"),
        ("fault_seat = 1, fault = 'made up'", "fault_seat 1, but the game was played to its end"),
        ("replay = (SELECT replay FROM games WHERE number = 5)", "its replay has seed"),
        ("replay = (SELECT replay FROM games WHERE number = 2)", "should be"),
        ("replay = x'00'", "not JSON"),
    ],
)
def test_a_rewritten_row_is_found_and_named(command: Command, change: str, words: str) -> None:
    command(*SMALL, "6")
    ended = command("rate", str(DATABASE), "--verify", "--json")
    assert (ended.code, ended.err) == (0, "6 games are what their replays give.\n")
    assert json.loads(ended.out)["games"] == 6
    rewrite(f"UPDATE games SET {change} WHERE number = 3")
    ended = command("rate", str(DATABASE), "--verify")
    assert (ended.code, ended.out) == (2, "")
    assert "1 of 6 games are not what their replays give" in ended.err
    assert re.search(f"game 3: .*{words}", ended.err)
    assert ended.err.count("\n") == 1


def test_a_rewritten_seed_of_the_tournament_is_found(command: Command) -> None:
    command(*SMALL, "6")
    rewrite("UPDATE facts SET value = '1' WHERE name = 'seed'")
    assert "6 of 6 games" in command("rate", str(DATABASE), "--verify").err


FAULTY = """
class Crashes:
    asked = 0
    def act(self, view):
        self.asked += 1
        if self.asked > 5:
            raise ZeroDivisionError
        return view.mask.argmax(axis=1)

class Cheats(Crashes):
    def act(self, view):
        self.asked += 1
        return view.mask.argmax(axis=1) if self.asked < 5 else view.mask.argmin(axis=1)
"""


@pytest.mark.parametrize("name", ["Crashes", "Cheats"])
def test_games_lost_by_a_fault_are_verified_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (tmp_path / "faulty_guests.py").write_text(FAULTY)
    monkeypatch.syspath_prepend(tmp_path)
    games = play(tmp_path / "a.db", [f"faulty_guests:{name}", "greedy"], 4, move_timeout=0)
    assert any(game["fault"] for game in games)
    with Scorebook(tmp_path / "a.db") as book:
        assert verify(book) == 4


@pytest.mark.parametrize("game", rush_envs.games())
def test_tournaments_of_every_game_are_verified(game: str, tmp_path: Path) -> None:
    tournament = Tournament.of(game, ["random", "greedy"], options={"max_steps": 60} if game == "coffee_rush" else {})
    with Scorebook(tmp_path / "a.db", tournament.facts()) as book:
        run(tournament, 3, book)
        assert verify(book) == 3
