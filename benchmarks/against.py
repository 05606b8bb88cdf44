"""This checkout against another one, by turns: throughput of every game with each kind of features and with none, and
CPU seconds of the first batch step.

    git worktree add ../before HEAD~1 && make -C ../before .venv/core
    python benchmarks/against.py ../before
    python benchmarks/against.py ../before --games rush_out --rounds 60 --cold 3

Each checkout plays in a process of its own, by its own `.venv`, and both take turns of a fraction of a second, so that
a noisy machine treats them alike. Ratios are medians over the rounds (this one / the other), with their quartiles; a
cold start is a fresh process with an empty kernel cache, and its figure the median of a few.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from throughput import SHOWN

from rush_envs import games
from rush_envs.layout import markdown

WORKER = """
import json, sys, time
import rush_envs
name, size, shown = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
batch = rush_envs.make_batch(name, size, seed=0, **shown)
begun = time.process_time()
batch.reset()
batch.step(batch.random_actions())
print(time.process_time() - begun, flush=True)
for line in sys.stdin:
    begun = time.thread_time()
    for _ in range(int(line)):
        batch.step(batch.random_actions())
    print(time.thread_time() - begun, flush=True)
"""


class Checkout:
    """A process of one checkout that plays a game."""

    def __init__(self, folder: Path, game: str, size: int, shown: dict[str, Any], cache: str | None = None) -> None:
        python = folder / ".venv" / "bin" / "python"
        more = {"RUSH_ENVS_QUIET": "1"} | ({"NUMBA_CACHE_DIR": cache} if cache else {})
        self.process = subprocess.Popen(
            [python, "-c", WORKER, game, str(size), json.dumps(shown)],
            cwd=folder,
            env=os.environ | more,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.first = self._hear()

    def _hear(self) -> float:
        assert self.process.stdout is not None
        return float(self.process.stdout.readline())

    def play(self, steps: int) -> float:
        """CPU seconds of so many steps of the whole batch."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return self._hear()

    def close(self) -> None:
        self.process.communicate()


def throughput(ours: Path, theirs: Path, game: str, asked: argparse.Namespace, form: str) -> list[str]:
    both = [Checkout(folder, game, asked.batch, SHOWN[form]) for folder in (ours, theirs)]
    steps = max(1, 150_000 // asked.batch)
    ratios = []
    rates = []
    for k in range(asked.rounds):
        order = both if k % 2 else both[::-1]
        spent = {id(one): one.play(steps) for one in order}
        ratios.append(spent[id(both[1])] / spent[id(both[0])])
        rates.append(steps * asked.batch / spent[id(both[0])])
    for one in both:
        one.close()
    low, middle, high = statistics.quantiles(ratios, n=4)
    rate = f"{statistics.median(rates):,.0f}"
    return [game, form, rate, f"{middle:.3f}", f"{low:.3f}–{high:.3f}"]


def cold(folder: Path, game: str, times: int) -> float:
    """The median of the CPU seconds to the first batch step, compiling everything."""
    found = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as cache:
            one = Checkout(folder, game, 64, {}, cache)
            one.close()
            found.append(one.first)
    return statistics.median(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the other checkout, with a .venv of its own")
    parser.add_argument("--games", type=lambda text: text.split(","), default=games())
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--cold", type=int, default=0, metavar="N", help="also N cold starts of each game")
    asked = parser.parse_args()
    ours, theirs = Path(__file__).parent.parent.resolve(), asked.other.resolve()
    rows = []
    for game in asked.games:
        for form in SHOWN:
            rows.append(throughput(ours, theirs, game, asked, form))
            print(*rows[-1], file=sys.stderr)
    print(markdown(("Game", "What is shown", "Decisions/s", "Ratio", "Quartiles"), rows))
    if asked.cold:
        starts = []
        for game in asked.games:
            here, there = cold(ours, game, asked.cold), cold(theirs, game, asked.cold)
            starts.append([game, f"{here:.1f}", f"{there:.1f}", f"{here / there:.2f}"])
            print(*starts[-1], file=sys.stderr)
        print(markdown(("Game", "First step, CPU s", "Before", "Ratio"), starts))


if __name__ == "__main__":
    main()
