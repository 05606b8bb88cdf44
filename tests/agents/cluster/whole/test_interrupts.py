"""Ctrl-C while a cluster plays: what is finished is kept, Ray is gone, and the same command goes on."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

GAMES = "20000"
COMMAND = Path(sys.executable).with_name("rush-envs")


def kept(folder: Path) -> int:
    """Games in the book so far."""
    if not (folder / "games.db").exists():
        return 0
    with closing(sqlite3.connect(f"file:{folder / 'games.db'}?mode=ro", uri=True)) as database:
        try:
            return int(database.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # it is being made
            return 0


def of_session(session: int) -> list[str]:
    """What processes of a session are called."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                name, parts = (folder / "stat").read_text().rpartition(")")[::2]
            except OSError:
                continue
            if int(parts.split()[3]) == session and parts.split()[0] != "Z":
                found.append(name)
    return found


def rows(folder: Path) -> list[Any]:
    with closing(sqlite3.connect(folder / "games.db")) as database:
        return database.execute("SELECT * FROM games ORDER BY number").fetchall()


def test_ctrl_c_ends_in_good_order_and_the_same_command_goes_on(tmp_path: Path) -> None:
    words = [str(COMMAND), "tournament", "coffee_rush", "--players", "2", "--agents", "greedy", "random", "--out"]
    there = [*words, "there", "--games", GAMES, "--processes", "2", "--on", "ray"]
    process = subprocess.Popen(
        there, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while kept(tmp_path / "there") < 1000:
        assert process.poll() is None, process.communicate()
        sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to everybody
    out, err = process.communicate()
    assert process.returncode == 130, err
    stopped = kept(tmp_path / "there")
    assert 1000 <= stopped < int(GAMES)
    assert out == ""
    assert f"Stopped: {stopped} of {GAMES} games are kept. The same command goes on." in err
    assert "Traceback" not in err
    for _ in range(1200):  # the last of Ray's processes end a moment later
        if not of_session(process.pid):
            break
        sleep(0.05)
    assert not of_session(process.pid)
    last = rows(tmp_path / "there")[-1][0]  # a later task may have come before an earlier one
    more = str(last + 500)
    for folder, way in (("there", ["--on", "ray"]), ("here", [])):
        command = [*words, folder, "--games", more, "--processes", "2", *way]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert rows(tmp_path / "there") == rows(tmp_path / "here")
