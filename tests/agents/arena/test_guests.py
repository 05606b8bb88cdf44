"""Strangers' agents: what their process may do, and how their faults are told."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rush_agents.arena.guests import sandbox
from rush_agents.arena.guests.line import LARGEST, Line, Lost
from rush_agents.arena.tournament import Tournament, run
from rush_agents.cli import main
from rush_agents.results.scorebook import Scorebook
from rush_envs.errors import UnknownAgent

TWO = {"num_players": 2}
MODULE = "rush_stranger"
STRANGERS = Path(__file__).parents[2] / "strangers"
walls = pytest.mark.skipif(not sandbox.walled(), reason="there are no user namespaces here")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a stranger's module, with other things in it."""
    shutil.copytree(STRANGERS, tmp_path, dirs_exist_ok=True)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.fixture(params=[pytest.param("walled", marks=walls), "unwalled"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the system's namespaces and without."""
    monkeypatch.setattr(sandbox, "walled", lambda: request.param == "walled")
    return str(request.param)


def faults(home: Path, name: str, *, games: int = 1, timeout: float = 20, **more: Any) -> list[str]:
    """What a guest is told to have done wrong in each game."""
    agents = [f"{MODULE}:{name}", "random"]
    tournament = Tournament.of("coffee_rush", agents, options=TWO, move_timeout=timeout, **more)
    with Scorebook(home / f"{name}.db", tournament.facts()) as book:
        run(tournament, games, book)
        return [game["fault"] for game in book.games()]


def told(home: Path, name: str, **more: Any) -> str:
    """What a guest has found out, in its first decision."""
    fault = faults(home, name, **more)[0]
    assert fault.startswith("Told: "), fault
    return fault[len("Told: ") : fault.rindex(f" ({MODULE}.py, line")]


# ------------------------------------------------------------------------------------------------------------------
# What is limited everywhere


def test_the_environment_holds_what_is_listed(home: Path, either: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUSH_SECRET", "x")
    listed = set(sandbox.environment("/"))
    assert {"HOME"} <= set(told(home, "Environment").split()) <= listed


def test_descriptors_are_pipes_only(home: Path, either: str) -> None:
    number = os.open(home / "helper_of_stranger.py", os.O_RDONLY)
    os.set_inheritable(number, True)
    try:
        assert told(home, "Descriptors").split() == ["pipe"] * 4
    finally:
        os.close(number)


def test_the_scratch_folder_is_its_own_and_deleted(home: Path, either: str) -> None:
    here, its_home, temporary, files = told(home, "Place").split(" ", 3)
    assert here == its_home == temporary
    assert Path(here).name.startswith("rush_guest_")
    assert files == "['kernels', 'mine.txt']"
    assert not Path(here).exists()


@pytest.mark.parametrize("name", ["Floods", "FloodsInOneAnswer"])
def test_who_says_too_much_is_stopped(home: Path, either: str, name: str) -> None:
    begun = time.monotonic()
    assert "it said more than it was asked" in faults(home, name)[0]
    assert time.monotonic() - begun < 15


def test_who_reads_nothing_is_not_waited_for() -> None:
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, bufsize=0, **pipes) as process:
        line = Line(process)
        begun = time.monotonic()
        with pytest.raises(Lost, match=r"no answer within 0\.3 s"):
            line.ask(bytes(1 << 22), 0.3)
        assert time.monotonic() - begun < 5
        line.close()
        process.kill()


def test_what_was_not_asked_for_is_no_answer() -> None:
    code = "import os, struct, time; os.write(1, struct.pack('<cI', b'A', 8) + bytes(8)); time.sleep(60)"
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-c", code], bufsize=0, **pipes) as process:
        line = Line(process)
        time.sleep(1)
        with pytest.raises(Lost, match="without being asked"):
            line.ask(b"?", 5)
        line.close()
        process.kill()


def test_memory_is_limited(home: Path, either: str) -> None:
    assert faults(home, "Allocates")[0].count("MemoryError") == 1


def test_the_size_of_files_is_limited(home: Path, either: str) -> None:
    assert told(home, "WritesMuch") == "OSError"


def test_a_guest_that_compiles_plays(home: Path, either: str) -> None:
    assert faults(home, "Compiles", timeout=60) == [None]
    assert not list(home.glob("__pycache__/*.nb?"))


def alive(number: str) -> list[str]:
    return [
        path.parent.name
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if path.exists() and f"\0{number}\0".encode() in path.read_bytes()
    ]


def check_nobody_is_left(home: Path, name: str) -> None:
    number = f"{600 + os.getpid() % 1000}.{time.time_ns() % 10**9}"
    (home / "number").write_text(number)
    assert told(home, name) == "forked"
    end = time.monotonic() + 60  # of the ten minutes and more that it sleeps: a busy machine buries its dead late
    while alive(number) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(number)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="there is no /proc here")
def test_children_in_its_group_do_not_outlive_it(home: Path, either: str) -> None:
    check_nobody_is_left(home, "Outlives")


# ------------------------------------------------------------------------------------------------------------------
# What is limited by namespaces


@walls
def test_namespaces_no_child_outlives_it_even_in_another_session(home: Path) -> None:
    check_nobody_is_left(home, "OutlivesAndLeaves")


@walls
def test_namespaces_nothing_can_be_written(home: Path) -> None:
    assert told(home, "Writes") == " ".join(["OSError"] * 4)
    assert not list(home.glob("evil"))


@walls
def test_namespaces_results_processes_and_other_folders_are_out_of_sight(home: Path) -> None:
    results = home / "results"
    results.mkdir()
    (results / "games.db").write_text("secret")
    (home / "other.db").write_text("secret")
    found = told(home, "Peeks", hidden=(str(results), str(home / "other.db")))
    assert found == "[[], b'', [1, 2], False]"


@walls
def test_namespaces_there_is_no_network(home: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        (home / "port").write_text(str(server.getsockname()[1]))
        assert told(home, "Calls") in ("OSError", "ConnectionRefusedError")


@walls
def test_namespaces_mounts_cannot_be_undone(home: Path) -> None:
    (home / "results").mkdir()
    assert told(home, "Mounts", hidden=(str(home / "results"),)) == "[-1, -1]"


@walls
@pytest.mark.skipif(os.getuid() == 0, reason="the system does not limit root's processes")
def test_namespaces_processes_are_limited_but_not_for_root(home: Path) -> None:
    assert int(told(home, "Spawns").split()[1]) < sandbox.PROCESSES


# ------------------------------------------------------------------------------------------------------------------
# How faults are told


@pytest.mark.parametrize("timeout", [0, 20])
def test_a_fault_names_the_guests_own_line_and_is_safe_to_show(home: Path, timeout: float) -> None:
    fault = faults(home, "Rude", timeout=timeout)[0]
    assert fault.startswith("ValueError: no [2J mood xxx")
    assert "(helper_of_stranger.py, line 5, in fall)" in fault
    assert ("; it said: [31mbefore I fall" in fault) == (timeout > 0)
    assert fault.isprintable()
    assert len(fault) < 700


def test_last_words_of_a_process_that_died_are_told(home: Path) -> None:
    fault = faults(home, "Dies")[0]
    assert re.fullmatch(r"its process ended; it said: …y+ my last words", fault)
    assert len(fault) < 300 < LARGEST


def test_a_guest_that_cannot_be_made_names_its_line(home: Path) -> None:
    with pytest.raises(UnknownAgent, match=rf"no_such_package.*{MODULE}\.py, line \d+, in unfinished"):
        Tournament.of("coffee_rush", [f"{MODULE}:unfinished", "random"], options=TWO)


# ------------------------------------------------------------------------------------------------------------------
# As a user meets it

Command = Callable[..., tuple[int, str, str]]
WORDS = ("tournament", "coffee_rush", "--players", "2", "--games", "6", "--agents", "random")


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["rush-envs", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), *capsys.readouterr()

    return call


LAZY = "class Lazy:\n    def act(self, view):\n        raise OSError('no mood')\n"


def test_faults_are_reported_and_the_tournament_goes_on(command: Command, tmp_path: Path) -> None:
    (tmp_path / "lazy_agent.py").write_text(LAZY)
    told = json.loads(command(*WORDS, "lazy_agent:Lazy", "--json")[1])
    assert len(told["faults"]) == told["games"] == 6
    assert told["faults"][0]["fault"] == "OSError: no mood (lazy_agent.py, line 3, in act)"
    assert told["standings"][0]["agent"] == "random"
    assert told["standings"][1]["faults"] == 6
    assert "lazy_agent:Lazy lost game 0 as player_1: OSError: no mood (lazy" in command(*WORDS, "lazy_agent:Lazy")[1]
    assert "no mood (lazy_agent.py, line 3" in (tmp_path / "tournament_coffee_rush" / "report.html").read_text()


NOSY = """
import os
class Nosy:
    def act(self, view):
        folder = os.path.join(os.path.dirname(__file__), "tournament_coffee_rush")
        size = os.path.getsize(os.path.join(os.path.dirname(__file__), "kept.db"))
        raise OSError(f"{os.listdir(folder)} {size}")
"""


@walls
def test_namespaces_results_of_the_command_are_out_of_sight(command: Command, tmp_path: Path) -> None:
    (tmp_path / "nosy_agent.py").write_text(NOSY)
    told = json.loads(command(*WORDS, "nosy_agent:Nosy", "--db", "kept.db", "--json")[1])
    assert told["faults"][0]["fault"].startswith("OSError: [] 0 (")
    assert (tmp_path / "kept.db").stat().st_size > 0


def test_the_start_says_where_there_are_no_walls(command: Command, tmp_path: Path, either: str) -> None:
    (tmp_path / "lazy_agent.py").write_text(LAZY)
    err = command(*WORDS, "lazy_agent:Lazy", "--json")[2]
    assert (f"warning: {sandbox.WEAK}\n" in err) == (either == "unwalled")
    assert "warning" not in command(*WORDS, "greedy", "--out", "ours", "--json")[2]
