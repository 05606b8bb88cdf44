"""What is asked of a tournament is bounded before it begins, and so is what a stranger's file says of one."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from rush_agents.arena.lineups import Plan
from rush_agents.arena.tournament import Tournament, run
from rush_agents.arena.verify import verify
from rush_agents.results.scorebook import BadScorebook, Scorebook
from rush_envs.errors import BadOption, BadReplay, RushError
from rush_envs.kit.writing import write_safely
from rush_envs.replay import Replay

TWO = {"num_players": 2}


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1, 1e300, "1", None, True, [1]])
def test_a_time_limit_is_a_number_of_seconds(seconds: Any) -> None:
    """NaN was written into results that could not be read again, and nobody can wait for ever."""
    with pytest.raises(BadOption, match="move_timeout"):
        Tournament.of("coffee_rush", ["random", "greedy"], options=TWO, move_timeout=seconds)


@pytest.mark.parametrize(
    "agents", ["random", ["random"] * 101, ["random", 3], None, {"random": 1}, ["mcts:1" + ":" * 1000, "random"]]
)
def test_agents_are_names_and_as_many_as_results_can_hold(agents: Any) -> None:
    with pytest.raises(BadOption):
        Tournament.of("coffee_rush", agents, options=TWO)


def test_a_round_is_bounded() -> None:
    """Sixty agents at a table of five would lay out some twenty-seven million games before the first."""
    with pytest.raises(BadOption, match="too many games"):
        Plan("round-robin", 60, 5)
    assert Plan("round-robin", 20, 5).round_size == 15504 * 5


@pytest.mark.parametrize("sides", [1, 2, 3, 5])
def test_orders_are_those_of_a_dictionary(sides: int) -> None:
    plan, every = Plan("self-play", 2, sides), list(permutations(range(1, sides)))
    assert [plan.order(number)[1:] for number in range(len(every))] == every
    assert all(plan.order(number)[0] == 0 for number in range(len(every)))


def test_a_table_of_sixty_is_no_reason_to_wait() -> None:
    """A stranger's file may say so; all cyclic orders of the sides were laid out."""
    assert len(Plan("round-robin", 60, 60).lineup(12345)) == 60


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("results") / "games.db"
    tournament = Tournament.of("coffee_rush", ["random", "greedy"], options=TWO)
    with Scorebook(path, tournament.facts()) as book:
        run(tournament, 4, book)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    return path


@pytest.mark.parametrize(
    "change",
    [
        {"format": "knockout"},
        {"agents": ["random"] * 100, "sides": list(range(40)), "seats": ["x"] * 40, "roles": ["x"] * 40},
        {"game": "coffee_rush_v99"}, {"config": {}}, {"seed": 7}, {"agents": ["random"]},
    ],
)  # fmt: skip
def test_a_file_whose_facts_were_rewritten_is_found(results: Path, tmp_path: Path, change: dict[str, Any]) -> None:
    path = Path(shutil.copy(results, tmp_path))
    with closing(sqlite3.connect(path)) as database, database:
        for name, value in change.items():
            database.execute("UPDATE facts SET value = ? WHERE name = ?", (json.dumps(value), name))
    with pytest.raises(BadScorebook, match=r"games\.db"), Scorebook(path) as book:
        verify(book)


# ------------------------------------------------------------------------------------------------------------------
# Files


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_a_pipe_is_no_replay(tmp_path: Path) -> None:
    """To open it would be to wait for whoever writes."""
    os.mkfifo(tmp_path / "game.json")
    with pytest.raises(BadReplay, match="no plain file"):
        Replay.load(tmp_path / "game.json")


def test_a_replay_is_written_whole_or_not_at_all(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Scorebook(results) as book:
        replay = book.replay(0)
    path = tmp_path / "game.json"
    replay.save(path)
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RushError, match="No space left"):
        replay.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_and_a_device_stay_what_they_are(tmp_path: Path) -> None:
    """Root could have replaced /dev/null by a file."""
    kept, link = tmp_path / "kept", tmp_path / "link"
    kept.write_bytes(b"before")
    link.symlink_to(kept)
    write_safely(link, b"after")
    assert link.is_symlink()
    assert kept.read_bytes() == b"after"
    if hasattr(os, "mkfifo"):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        write_safely(pipe, b"through")
        assert os.read(reader, 100) == b"through"
        os.close(reader)
        assert pipe.is_fifo()


def test_a_loaded_row_is_not_recorded_under_a_seed_that_is_not_its_own(results: Path) -> None:
    with Scorebook(results) as book:
        replay = book.replay(0)
    other = replay.start()
    other.reset(seed=replay.seed ^ 1)
    Replay.of(other)
    other.load(replay.start().states)
    with pytest.raises(BadOption, match="was loaded"):
        Replay.of(other)
    for row in (1, -1, "x"):
        with pytest.raises(BadOption, match="row="):
            Replay.of(other, row)  # type: ignore[arg-type]
