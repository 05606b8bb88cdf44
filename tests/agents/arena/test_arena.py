"""The arena: fair line-ups, results that do not depend on how they came about, and agents that misbehave."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import rush_agents
from rush_agents.arena.lineups import Plan, seat_sides
from rush_agents.arena.tournament import BLOCK, Tournament, blocks, run
from rush_agents.arena.workers import WorkerLost
from rush_agents.results.results import Results
from rush_agents.results.scorebook import BadScorebook, NotWritten, Scorebook
from rush_envs import registry
from rush_envs.errors import BadOption, UnknownAgent

TWO = {"num_players": 2}
GUESTS = '''
import os, sys, time
import numpy as np

class Honest:
    def __init__(self, game, seed):
        self.rng = np.random.default_rng(seed)
        assert game.name == "coffee_rush"
    def act(self, view):
        print("thinking")  # must not be taken for an answer
        assert view.features.shape == (len(view), view.game.observation.size)
        assert view.states.dtype == view.game.state.dtype and view.config.num_players == 2
        return np.array([self.rng.choice(np.flatnonzero(row)) for row in view.mask])

class Sometimes:
    """Does something wrong as seat 0 in its tenth decision."""
    def __init__(self):
        self.asked = 0
    def act(self, view):
        self.asked += 1
        if self.asked > 10 and (view.seat == 0).any():
            return self.wrong(view)
        return view.mask.argmax(axis=1)

class Crashes(Sometimes):
    def wrong(self, view):
        raise ZeroDivisionError("oh no")

class Cheats(Sometimes):
    def wrong(self, view):
        return view.mask.argmin(axis=1)

class Babbles(Sometimes):
    def wrong(self, view):
        return "pour milk"

class Rounds(Sometimes):
    def wrong(self, view):
        return view.mask.argmax(axis=1) + 0.5

class Silent(Sometimes):
    def wrong(self, view):
        return None

class Hangs(Sometimes):
    def wrong(self, view):
        time.sleep(60)

class Forks(Sometimes):
    def wrong(self, view):
        os.fork()
        time.sleep(60)

class Dies(Sometimes):
    def wrong(self, view):
        os._exit(3)

class Exits(Sometimes):
    def wrong(self, view):
        sys.exit("bye")

def fails():
    raise RuntimeError("no licence")

instance = Honest.__new__(Honest)
instance.rng = np.random.default_rng(0)
nothing = 7
'''


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of agents that are not ours."""
    (tmp_path / "rush_test_guests.py").write_text(GUESTS)
    monkeypatch.syspath_prepend(tmp_path)
    return "rush_test_guests"


def played(path: Path, agents: list[str], games: int, *, processes: int = 1, **more: Any) -> list[dict[str, Any]]:
    tournament = Tournament.of("coffee_rush", agents, options=TWO, **more)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, games, book, processes=processes)
        return book.games()


def everything(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM games ORDER BY number").fetchall()


# ------------------------------------------------------------------------------------------------------------------
# Who sits where


def test_one_agent_plays_one_side() -> None:
    def sides(name: str, **options: Any) -> list[int]:
        game = registry.game(name)
        return seat_sides(game, game.config.of(name, options))

    assert sides("coffee_rush", num_players=3) == [0, 1, 2]
    assert sides("curse_of_the_mummy", num_players=4) == [0, 1, 1, 1]
    assert sides("rush_out", num_players=3) == [0, 1, 1]


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("agents", [2, 3, 4, 7])
@pytest.mark.parametrize("form", ["round-robin", "gauntlet", "self-play"])
def test_every_round_is_balanced(form: str, agents: int, sides: int) -> None:
    plan = Plan(form, agents, sides)
    seen = Counter(
        (plan.round_of(n), side, who) for n in range(2 * plan.round_size) for side, who in enumerate(plan.lineup(n))
    )
    for turn in (0, 1):
        for agent in range(agents):
            assert len({seen[turn, side, agent] for side in range(sides)}) == 1  # every seat and role equally often
    if form != "gauntlet":
        assert len({sum(seen[0, side, agent] for side in range(sides)) for agent in range(agents)}) == 1
    lineups = [plan.lineup(n) for n in range(plan.round_size)]
    assert len(set(lineups)) == len(lineups)  # the same deal is never played twice by the same


def test_round_robin_pairings() -> None:
    assert Plan("round-robin", 3, 2).pairings == [(0, 1), (0, 2), (1, 2)]
    assert [Plan("round-robin", 3, 2).lineup(n) for n in range(3)] == [(0, 1), (1, 0), (0, 2)]
    assert Plan("round-robin", 2, 3).pairings == [(0, 1, 0), (0, 1, 1)]
    assert Plan("round-robin", 2, 4).round_size == 2  # in turn, and the other way round
    assert Plan("gauntlet", 3, 3).pairings == [(0, 1, 1), (0, 2, 2)]


def test_nobody_always_plays_after_the_same_one() -> None:
    plan = Plan("round-robin", 4, 4)
    after = {plan.lineup(n)[(plan.lineup(n).index(0) + 1) % 4] for n in range(plan.round_size * 6)}
    assert after == {1, 2, 3}


def test_wrong_plans_are_refused() -> None:
    with pytest.raises(BadOption, match="needs at least 2"):
        Plan("round-robin", 1, 2)
    with pytest.raises(BadOption, match="give one of"):
        Plan("knockout", 2, 2)


# ------------------------------------------------------------------------------------------------------------------
# The same results, however they came about


def test_blocks_cover_what_is_missing() -> None:
    assert list(blocks(range(11), 8)) == [range(8), range(8, 11)]
    assert list(blocks([5, 6, 9], 8)) == [range(5, 7), range(9, 10)]
    assert list(blocks([], 8)) == []


def test_a_round_has_one_deal_and_every_replay_verifies(tmp_path: Path) -> None:
    games = played(tmp_path / "a.db", ["random", "greedy", "random"], 20)
    assert [game["number"] for game in games] == list(range(20))
    assert len({(game["round"], game["seed"]) for game in games}) == 4  # rounds of six
    with Scorebook(tmp_path / "a.db") as book:
        for game in games:
            replay = book.replay(game["number"])
            end = replay.verify().states
            assert replay.seed == game["seed"]
            assert end["outcome"][0, :2].tolist() == game["outcome"]
            assert end["score"][0, :2].tolist() == game["scores"]
            assert len(replay.answers) == game["length"] == end["ply"][0]
            assert max(replay.hashes) == game["length"]


def test_processes_do_not_matter(tmp_path: Path) -> None:
    for processes in (1, 2):
        played(tmp_path / f"{processes}.db", ["random", "greedy"], 3 * BLOCK + 5, processes=processes)
    assert everything(tmp_path / "1.db") == everything(tmp_path / "2.db")


def test_a_stopped_tournament_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    calm, path = tmp_path / "calm.db", tmp_path / "stopped.db"
    played(calm, ["random", "greedy"], 3 * BLOCK)
    tournament = Tournament.of("coffee_rush", ["random", "greedy"], options=TWO)

    def stop(block: range) -> None:
        raise KeyboardInterrupt

    with Scorebook(path, tournament.facts()) as book, pytest.raises(KeyboardInterrupt):
        run(tournament, 3 * BLOCK, book, finished=stop)
    assert len(everything(path)) == BLOCK
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE games SET fault = 'kept' WHERE number < {BLOCK}")
    played(path, ["random", "greedy"], 3 * BLOCK)
    assert [row[9] for row in everything(path)[:BLOCK]] == ["kept"] * BLOCK  # not played again
    assert everything(path)[BLOCK:] == everything(calm)[BLOCK:]


def test_more_games_can_be_asked_for_later(tmp_path: Path) -> None:
    first = played(tmp_path / "a.db", ["random", "greedy"], 5)
    assert played(tmp_path / "a.db", ["random", "greedy"], 50)[:5] == first
    assert len(everything(tmp_path / "a.db")) == 50


def test_seeds_matter(tmp_path: Path) -> None:
    one, two = (played(tmp_path / f"{seed}.db", ["random", "random"], 8, seed=seed) for seed in (1, 2))
    assert [game["seed"] for game in one] != [game["seed"] for game in two]
    assert len({game["length"] for game in one}) > 1


SCRIPT = "from rush_agents.cli import main; main()"


def test_a_killed_tournament_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    """`benchmarks/killing.py` does the same at length."""
    words = (
        f"tournament coffee_rush --players 2 --agents random greedy --games {12 * BLOCK} --processes 2 --json".split()
    )
    command = [sys.executable, "-c", SCRIPT, *words, "--out", str(tmp_path)]
    path = tmp_path / "games.db"
    for _ in range(2):
        before = len(everything(path)) if path.exists() else 0
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while process.poll() is None and (not path.exists() or _count(path) == before):
            time.sleep(0.02)
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert 0 < _count(path) < 12 * BLOCK
    subprocess.run(command, check=True, capture_output=True)
    played(tmp_path / "calm.db", ["random", "greedy"], 12 * BLOCK)
    assert everything(path) == everything(tmp_path / "calm.db")


def _count(path: Path) -> int:
    with closing(sqlite3.connect(path, timeout=60)) as database:
        there = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'games'").fetchone()[0]
        return int(database.execute("SELECT count(*) FROM games").fetchone()[0]) if there else 0


# ------------------------------------------------------------------------------------------------------------------
# Guests


def test_guests_play(guests: str, tmp_path: Path) -> None:
    for name in ("Honest", "instance"):
        for timeout in (0, 30):  # in our process, in one of their own
            games = played(tmp_path / f"{name}{timeout}.db", [f"{guests}:{name}", "random"], 4, move_timeout=timeout)
            assert [game["fault"] for game in games] == [None] * 4
    assert isinstance(rush_agents.load(f"{guests}:Honest", "coffee_rush", seed=1), rush_agents.Agent)


@pytest.mark.parametrize(
    ("name", "words", "timeout"),
    [
        ("Crashes", "ZeroDivisionError: oh no", 0),
        ("Crashes", "ZeroDivisionError: oh no", 30),
        ("Cheats", "is not legal", 0),
        ("Cheats", "is not legal", 30),
        ("Babbles", "give whole numbers", 0),
        ("Babbles", "give whole numbers", 30),
        ("Rounds", "give whole numbers", 0),
        ("Silent", "give whole numbers", 0),
        ("Exits", "SystemExit: bye", 0),
    ],
)
def test_a_guest_that_errs_loses_that_game(guests: str, tmp_path: Path, name: str, words: str, timeout: float) -> None:
    check_faults(played(tmp_path / "a.db", [f"{guests}:{name}", "random"], 6, move_timeout=timeout), words)
    with Scorebook(tmp_path / "a.db") as book:
        for number in range(6):
            book.replay(number).verify()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Hangs", "no answer within"),
        ("Forks", "no answer within"),
        ("Dies", "its process ended"),
        ("Exits", "SystemExit: bye"),
    ],
)
def test_a_guest_that_hangs_or_dies_loses_that_game(guests: str, tmp_path: Path, name: str, words: str) -> None:
    check_faults(played(tmp_path / "a.db", [f"{guests}:{name}", "random"], 6, move_timeout=0.4), words)


def check_faults(games: list[dict[str, Any]], words: str) -> None:
    assert len(games) == 6
    wrong = [game for game in games if game["fault"]]
    assert wrong
    for game in wrong:
        assert game["agents"][game["fault_seat"]] == 0
        assert game["outcome"] == [1 if seat != game["fault_seat"] else -1 for seat in range(2)]
        assert words in game["fault"] or "not asked any more" in game["fault"]
    assert words in wrong[0]["fault"]


def test_a_fault_loses_for_the_whole_side() -> None:
    """Explorers are no team, but one agent plays them all: it must not win by its own fault."""
    tournament = Tournament.of("curse_of_the_mummy", ["random", "random"], options={"num_players": 3})
    game = {"round": 0, "agents": [0, 1, 1], "scores": [0, 0, 0], "outcome": [1, -1, 1], "fault_seat": 1}
    results = Results(tournament.facts(), [game | {"length": 3, "truncated": False, "number": 0, "fault": "x"}])
    assert results.won.tolist() == [[True, False]]
    assert results.side_names == ["mummy", "explorer"]


@pytest.mark.parametrize(
    ("name", "message", "timeout"),
    [
        ("rush_test_guests:fails", "no licence", 0),
        ("rush_test_guests:fails", "no licence", 30),
        ("rush_test_guests:nothing", "cannot be made", 0),
        ("rush_test_guests:Nobody", "has no attribute 'Nobody'", 0),
        ("no_such_module:Agent", "No module named 'no_such_module'", 0),
        ("greddy:3", "did you mean 'greedy'", 30),
        ("deep", "no agent is called 'deep'", 30),
    ],
)
def test_agents_that_cannot_play_are_refused_at_once(guests: str, name: str, message: str, timeout: float) -> None:
    with pytest.raises(UnknownAgent, match=message):
        Tournament.of("coffee_rush", ["random", name], options=TWO, move_timeout=timeout)


# ------------------------------------------------------------------------------------------------------------------
# The file


def test_a_file_holds_one_tournament(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    kept = played(path, ["random", "greedy"], 4)
    for agents, more in ((["greedy", "random"], {}), (["random", "greedy"], {"seed": 1})):
        with pytest.raises(BadScorebook, match=r"holds another tournament: its (agents|seed) is"):
            played(path, agents, 4, **more)
    with pytest.raises(BadScorebook, match=r"its game is 'coffee_rush_v\d+', not 'silver_gold_pyramids_v\d+'"):
        Scorebook(path, Tournament.of("silver_gold_pyramids", ["random", "greedy"], options=TWO).facts())
    facts = Tournament.of("coffee_rush", ["random", "greedy"], options=TWO).facts()
    with pytest.raises(BadScorebook, match="its data is"):
        Scorebook(path, facts | {"data": "other components"})
    assert played(path, ["random", "greedy"], 4) == kept


def test_files_of_something_else_are_refused(tmp_path: Path) -> None:
    text, other, later = tmp_path / "text.db", tmp_path / "other.db", tmp_path / "later.db"
    text.write_text("no database at all, but long enough to be taken for one" * 20)
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("CREATE TABLE games (number)")
    played(later, ["random", "greedy"], 2)
    with closing(sqlite3.connect(later)) as database:
        database.execute("PRAGMA user_version = 9")
    for path, message in ((text, "not a database"), (other, "something else"), (later, "in form 9")):
        before = path.read_bytes()
        with pytest.raises(BadScorebook, match=message):
            played(path, ["random", "greedy"], 2)
        with pytest.raises(BadScorebook, match=message):
            Scorebook(path)
        assert path.read_bytes() == before
    with pytest.raises(BadScorebook, match="no such file"):
        Scorebook(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


def test_a_full_disk_keeps_what_was_finished(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    tournament = Tournament.of("coffee_rush", ["random", "greedy"], options=TWO)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, BLOCK, book)
        pages = book._value("PRAGMA page_count")
        book._value(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(NotWritten, match="full; finished games are kept"):
            run(tournament, 2 * BLOCK, book)
        assert len(book) == BLOCK
    played(path, ["random", "greedy"], 2 * BLOCK)
    played(tmp_path / "calm.db", ["random", "greedy"], 2 * BLOCK)
    assert everything(path) == everything(tmp_path / "calm.db")


def test_a_worker_that_fails_is_told(tmp_path: Path, guests: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = Tournament.of("coffee_rush", [f"{guests}:Honest", "random"], options=TWO, move_timeout=0)
    (tmp_path / "rush_test_guests.py").write_text("raise RuntimeError('gone')")
    with Scorebook(tmp_path / "a.db", tournament.facts()) as book, pytest.raises(WorkerLost, match="gone"):
        run(tournament, 2 * BLOCK, book, processes=2)
