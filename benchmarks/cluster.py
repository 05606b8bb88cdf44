"""What Ray costs: a whole tournament on a Ray of its own against one in as many processes, by turns; and what each game
costs the driver, who holds the tournament, from which follows how many workers keep it busy.

    python benchmarks/cluster.py --games 20000 --turns 5 --page agents/arena/CLUSTERS.md
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rush_agents.arena.on_ray import MOST_BLOCKS, TASK_SECONDS, Answer, Dispatch, Errand, errand_of
from rush_agents.arena.tournament import Tournament
from rush_agents.cluster.joining import joined
from rush_agents.results.scorebook import Scorebook
from rush_agents.results.sheets import sheet_of

BEGIN, END = "<!-- measured -->", "<!-- end -->"
TICK = os.sysconf("SC_CLK_TCK")
PAIRS = (("random", "greedy"), ("greedy", "mcts:50"))  # of two-player Coffee Rush
WAYS: dict[str, list[str]] = {"processes": [], "ray": ["--on", "ray"], "joined": ["--on", "auto"]}
NAMES = {
    "processes": "Two processes",
    "ray": "A Ray of its own, `--on ray`",
    "joined": "A cluster that runs, `--on auto`",
}
PROGRAMS = Path(sys.executable).parent
LOOK = 0.05  # seconds between two looks at what processes have used
TARGET = 1.15  # times the CPU time of processes
WANTED = 500  # workers that one driver feeds
SHORT = 256  # games
NODES = 500  # cores that a cluster is said to have while its driver is measured
TASKS = 4 * NODES


def used(session: int) -> dict[int, float]:
    """CPU seconds of every process of a session, by number."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parts = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(parts[3]) == session:
                found[int(folder.name)] = (int(parts[11]) + int(parts[12])) / TICK
    return found


class Spent(NamedTuple):
    """By a command with all its processes, and by a cluster that it joined."""

    cpu: float  # seconds
    wall: float


class Meter:
    """CPU seconds of a session, of processes that have ended too: looked at again and again."""

    def __init__(self, session: int, before: float = 0.0) -> None:
        self._session, self._seen, self._before = session, used(session), before

    @classmethod
    def from_now(cls, session: int) -> Meter:
        return cls(session, sum(used(session).values()))

    def look(self) -> float:
        self._seen |= used(self._session)
        return sum(self._seen.values()) - self._before


def cost(command: list[str], cluster: int | None) -> Spent:
    begun = time.perf_counter()
    meters = [] if cluster is None else [Meter.from_now(cluster)]
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    meters.append(Meter(process.pid))
    spent = 0.0
    while process.poll() is None:
        spent = sum(meter.look() for meter in meters)
        time.sleep(LOOK)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: ended with {process.returncode}")
    return Spent(spent, time.perf_counter() - begun)


def tournament_cost(games: int, way: str, cluster: int) -> Spent:
    """Of a whole tournament of two, start and report included."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["tournament", "coffee_rush", "--players", "2", "--processes", "2", "--games", str(games)]
        command = [str(PROGRAMS / "rush-envs"), *words, "--agents", *PAIRS[0], "--out", folder, *WAYS[way]]
        return cost(command, cluster if way == "joined" else None)


@contextmanager
def running() -> Iterator[int]:
    """A cluster of this machine with two cores, which `--on auto` finds; its session."""
    port = free_port()
    words = ["start", "--head", "--block", "--port", str(port), "--num-cpus", "2", "--include-dashboard", "false"]
    process = subprocess.Popen(
        [str(PROGRAMS / "ray"), *words, "--node-ip-address", "127.0.0.1"],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    )
    os.environ["RAY_ADDRESS"] = f"127.0.0.1:{port}"
    try:
        yield process.pid
    finally:
        del os.environ["RAY_ADDRESS"]
        process.terminate()
        process.wait()


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def overhead(games: int, turns: int) -> dict[str, Any]:
    """Long tournaments by turns, and short ones, which are little but their start."""
    found: dict[tuple[str, int], list[Spent]] = {(way, size): [] for way in WAYS for size in (games, SHORT)}
    with running() as cluster:
        for way in WAYS:
            tournament_cost(SHORT, way, cluster)  # compiles, and waits for the cluster
        for turn in range(turns):
            for (way, size), spent in found.items():
                spent.append(tournament_cost(size, way, cluster))
                told = f"turn {turn + 1} of {turns}, {way}, {size}: {spent[-1].cpu:.1f} CPU s, {spent[-1].wall:.1f} s"
                print(told, file=sys.stderr)
    return {"games": games, "turns": turns, "ways": {way: told_of(way, games, found) for way in WAYS}}


def told_of(way: str, games: int, found: dict[tuple[str, int], list[Spent]]) -> dict[str, Any]:
    """Medians and quartiles of one way, and of its ratios to processes turn by turn."""
    long, short = np.array(found[way, games]), np.array(found[way, SHORT])
    rival, rival_short = np.array(found["processes", games]), np.array(found["processes", SHORT])
    game, rival_game = (np.median(a[:, 0]) - np.median(b[:, 0]) for a, b in ((long, short), (rival, rival_short)))
    return {
        "cpu_seconds": spread(long[:, 0]),
        "seconds": spread(long[:, 1]),
        "cpu_ratio": spread(long[:, 0] / rival[:, 0]),
        "ratio": spread(long[:, 1] / rival[:, 1]),
        "start_cpu_seconds": spread(short[:, 0]),
        "game_cpu_ratio": round(float(game / rival_game), 3),
    }


def spread(values: np.ndarray) -> list[float]:
    """Quartiles."""
    found: list[float] = np.quantile(values, (0.25, 0.5, 0.75)).round(3).tolist()
    return found


class Idle(Dispatch):
    """A driver whose workers have done everything already: what is left is its own work."""

    def __init__(self, ray: Any, errand: Errand, waiting: list[range], sheet: bytes) -> None:
        super().__init__(ray, errand, waiting, lambda block: None, lambda words: None)
        done = Answer(sheet, TASK_SECONDS)
        self._task = ray.remote(num_cpus=1, max_retries=0)(lambda errand, blocks: done)

    def _census(self) -> int:
        return NODES


def driver(agents: tuple[str, str], ray: Any) -> dict[str, Any]:
    """Microseconds of CPU for each game: of a worker, of who hands out tasks and takes sheets, of who writes them."""
    tournament = Tournament.of("coffee_rush", agents, options={"num_players": 2})
    size = tournament.block_size
    tournament.block(range(size)).play()  # compiles
    begun, results = time.process_time(), []
    while len(results) < MOST_BLOCKS * size and time.process_time() - begun < TASK_SECONDS:
        results += tournament.block(range(len(results), len(results) + size)).play()
    worker = (time.process_time() - begun) / len(results)
    sheet, games = sheet_of(results), len(results)
    waiting = [range(k * size, (k + 1) * size) for k in range(TASKS)]
    taken = []
    for _ in range(3):
        idle = Idle(ray, errand_of(tournament), waiting, sheet)
        idle._blocks = 1
        begun = time.process_time()
        count = sum(1 for _ in idle.sheets())
        taken.append((time.process_time() - begun) / count)
    with tempfile.TemporaryDirectory() as folder, Scorebook(Path(folder) / "a.db", tournament.facts()) as book:
        sheets = [sheet_of([replace(one, number=one.number + k * games) for one in results]) for k in range(20)]
        begun = time.process_time()
        for one in sheets:
            book.add_sheet(one)
        writing = (time.process_time() - begun) / len(sheets) / games
    task, busy = float(np.median(taken)), worker * games
    return {
        "agents": list(agents),
        "games_of_a_task": games,
        "sheet_bytes_of_a_game": round(len(sheet) / games),
        "worker_us_of_a_game": round(worker * 1e6, 1),
        "driver_us_of_a_task": round(task * 1e6),
        "writing_us_of_a_game": round(writing * 1e6, 2),
        "workers_fed": int(busy / task),
        "workers_written": int(worker / writing),
    }


HEADS = (
    "Two players of Coffee Rush", "Worker, a game", "A task", "Driver, a task", "Writing, a game", "Workers fed",
    "Workers written",
)  # fmt: skip


def lines(told: dict[str, Any]) -> list[str]:
    """The tables of the page."""
    rows = ["| " + " | ".join(HEADS) + " |", "| --- " * len(HEADS) + "|"] if "driver" in told else []
    for one in told.get("driver", []):
        games = one["games_of_a_task"]
        cells = (
            ", ".join(one["agents"]), f"{one['worker_us_of_a_game']:,} µs",
            f"{games:,} games, {games * one['sheet_bytes_of_a_game'] / 1000:,.0f} kB",
            f"{one['driver_us_of_a_task']:,} µs", f"{one['writing_us_of_a_game']} µs",
            f"{one['workers_fed']:,}", f"{one['workers_written']:,}",
        )  # fmt: skip
        rows.append("| " + " | ".join(cells) + " |")
    if "driver" in told:
        rows += [
            "",
            "*Fed*: so many workers keep the driver busy with tasks and sheets. *Written*: so many bring as much as",
            f"the book can take in the long run. Either should be {WANTED} at least: {driver_verdict(told['driver'])}.",
        ]
    return rows + (overhead_lines(told["overhead"]) if "overhead" in told else [])


def driver_verdict(told: list[dict[str, Any]]) -> str:
    fewest = min(min(one["workers_fed"], one["workers_written"]) for one in told)
    return "it is" if fewest >= WANTED else f"it is not, {fewest} are what there is at worst"


def overhead_lines(told: dict[str, Any]) -> list[str]:
    """What a whole tournament costs in each way."""
    rows = [
        "",
        f"A whole tournament of {told['games']:,} games of two-player Coffee Rush between {' and '.join(PAIRS[0])}",
        f"at two cores, start and report included: medians of {told['turns']} alternating turns, with quartiles.",
        f"*Start* is a tournament of {SHORT} games. *To processes* compares turn by turn; *a game* is what is left",
        "without the start.",
        "",
        "| | CPU s | To processes | Wall s | To processes | Start, CPU s | A game, to processes |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for way, one in told["ways"].items():
        names = ("cpu_seconds", "cpu_ratio", "seconds", "ratio", "start_cpu_seconds")
        cells = [ranged(one[name], 2 if "ratio" in name else 1) for name in names]
        rows.append(f"| {NAMES[way]} | " + " | ".join(cells) + f" | {one['game_cpu_ratio']:.2f} |")
    verdicts = []
    for way in list(told["ways"])[1:]:
        more, word = told["ways"][way]["cpu_ratio"][1], f"`{' '.join(WAYS[way])}`"
        verdict = "met" if more < TARGET else f"missed by {(more - TARGET) * 100:.0f} points"
        verdicts.append(f"{word} takes {(more - 1) * 100:+.0f} % of CPU time: {verdict}")
    rows += ["", f"The target is less than {(TARGET - 1) * 100:.0f} % more. {'; '.join(verdicts)}."]
    return rows


def ranged(quartiles: list[float], digits: int) -> str:
    low, middle, high = (f"{value:.{digits}f}" for value in quartiles)
    return f"{middle} ({low}–{high})"


def write(page: Path, told: dict[str, Any]) -> None:
    """Between the marks of a page."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    page.write_text("\n".join([before + BEGIN, *lines(told), END + rest.partition(END)[2]]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="of each tournament; 0 leaves the turns out")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--out", type=Path, help="the figures, as JSON")
    parser.add_argument("--page", type=Path, help="where they are told")
    given = parser.parse_args()
    told: dict[str, Any] = {}
    with joined("ray", 2) as ray:
        told["driver"] = [driver(agents, ray) for agents in PAIRS]
        print(json.dumps(told["driver"], indent=2))
    if given.games:
        told["overhead"] = overhead(given.games, given.turns)
        print(json.dumps(told["overhead"], indent=2))
    if given.out:
        given.out.write_text(json.dumps(told, indent=2) + "\n")
    if given.page:
        write(given.page, told)


if __name__ == "__main__":
    main()
