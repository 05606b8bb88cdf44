"""Kills a tournament with SIGKILL again and again and compares the end with an undisturbed run.

    python benchmarks/killing.py --kills 20

One kill in four comes at any moment from the start on, the others while games are played. Prints how many kills hit a
running tournament and whether both databases and both ratings are equal.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

COMMAND = (sys.executable, "-c", "from rush_agents.cli import main; main()")


@dataclass(frozen=True)
class Trial:
    """One tournament that is started, killed and started again."""

    words: Sequence[str]
    folder: Path

    @property
    def db(self) -> Path:
        return self.folder / "games.db"

    def start(self) -> subprocess.Popen[bytes]:
        words = [*COMMAND, "tournament", *self.words, "--out", str(self.folder), "--json"]
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self) -> dict[str, object]:
        out, err = (process := self.start()).communicate()
        if process.returncode:
            raise SystemExit(err.decode())
        told = json.loads(out)
        del told["report"]
        return dict(told)

    def kill(self, after: float, playing: bool) -> bool:
        """Starts it and kills it some seconds later, or later than it has begun to play; true if it was alive."""
        before, process = self.count(), self.start()
        while playing and process.poll() is None and self.count() == before:
            time.sleep(0.02)
        try:
            process.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            return True
        return False

    def count(self) -> int:
        return len(self.games("number"))

    def games(self, columns: str = "*") -> list[tuple[object, ...]]:
        if not self.db.exists():
            return []
        with closing(sqlite3.connect(self.db, timeout=60)) as database:
            there = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'games'").fetchone()[0]
            return database.execute(f"SELECT {columns} FROM games ORDER BY number").fetchall() if there else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--longest", type=float, default=2.0, help="seconds until a kill, at most")
    parser.add_argument("--seed", type=int, default=0, help="of the moments; the tournament's own seed is 1")
    asked = parser.parse_args()
    words = [
        "coffee_rush",
        "--players",
        "2",
        "--agents",
        "random",
        "greedy",
        "--games",
        str(asked.games),
        "--seed",
        "1",
    ]
    moments, hits = random.Random(asked.seed), 0
    with tempfile.TemporaryDirectory() as folder:
        killed = Trial([*words, "--processes", str(asked.processes)], Path(folder, "killed"))
        for kill in range(asked.kills):
            hits += killed.kill(moments.uniform(0.0, asked.longest), playing=kill % 4 > 0)
            print(f"kill {kill + 1}: {killed.count()} games are there", flush=True)
        start = time.perf_counter()
        ends = killed.finish(), Trial([*words, "--processes", "1"], Path(folder, "calm")).finish()
        print(f"{hits} of {asked.kills} kills hit; both ends after {time.perf_counter() - start:.1f} s more")
        games = killed.games(), Trial(words, Path(folder, "calm")).games()
        numbers = [row[0] for row in games[0]]
        print(f"exactly the games asked for: {numbers == list(range(asked.games))}")
        print(f"same games, replays included: {games[0] == games[1]}; same ratings: {ends[0] == ends[1]}")
    if numbers != list(range(asked.games)) or games[0] != games[1] or ends[0] != ends[1]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
