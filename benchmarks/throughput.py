"""Throughput of every game through every door, with peers measured in the same process.

    python benchmarks/throughput.py
    python benchmarks/throughput.py --games coffee_rush --batch 1024,4096 --threads 1,2 --json throughput.json
    python benchmarks/throughput.py --prototype DIR     # also a folder with bench_generic.py, the measured prototype

Peers: PettingZoo's connect four through the same AEC loop; with --prototype the prototype's pick+step+mask+obs rate at
batch 1024 beside our batch door at the same size, with features, with active ones instead, and with neither.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from rush_agents.results import throughput as bench
from rush_envs import games
from rush_envs.doors.modules import module

# Games whose setups differ so much that one number would hide it.
SETUPS: dict[str, tuple[dict[str, str], ...]] = {"rush_out": ({"scenario": "training_2"}, {"scenario": "scenario_6"})}

SHOWN: dict[str, dict[str, bool]] = {
    "features": {},
    "active features": {"features": False, "active": True},
    "no features": {"features": False},
}


def connect_four(names: list[str], seconds: float) -> list[dict[str, Any]]:
    """Our AEC door against PettingZoo's own game, run by turns."""
    from pettingzoo.classic import connect_four_v3

    peer = bench.aec_loop(connect_four_v3.env())
    rows = []
    for name in names:
        turns = bench.rates([bench.aec_loop(module(name).env()), peer], seconds, [time.thread_time] * 2)
        rows.append(_row(f"{name} AEC / connect_four_v3 AEC", turns))
    return rows


def prototype(folder: Path, names: list[str], seconds: float) -> list[dict[str, Any]]:
    """Our batch door against the prototype's driver, batch 1024, run by turns."""
    sys.path.insert(0, str(folder))
    generic = importlib.import_module("bench_generic")
    rules, kernels = generic.make("rules")
    size = 1024
    states, masks, obs, actions, rewards, done = generic.buffers(rules, size)
    kernels.reset_batch(states, np.arange(size, dtype=np.uint64), masks, obs)

    def peer() -> int:
        for _ in range(20):
            kernels.pick_batch(states, masks, actions)
            kernels.step_batch(states, actions, masks, obs, rewards, done)
        return 20 * size

    rows = []
    for name in names:
        for setup in SETUPS.get(name, ({},)):
            for label, shown in SHOWN.items():
                ours = bench.batch_loop(name, size, **shown, **setup)
                turns = bench.rates([ours, peer], seconds, [time.thread_time] * 2)
                rows.append(_row(" ".join([name, *setup.values(), f"batch {size} {label} / prototype"]), turns))
    return rows


def active_over_dense(names: list[str], seconds: float) -> list[dict[str, Any]]:
    """What it gains to ask for the list of non-zero features instead of all of them; and what each costs, beside a step
    that shows nothing but the mask."""
    rows = []
    for name in names:
        works = [
            bench.batch_loop(name, 1024, **SHOWN[label]) for label in ("active features", "features", "no features")
        ]
        turns = bench.rates(works, seconds, [time.thread_time] * 3)
        rows.append(_row(f"{name} active / dense features", turns[:, :2]))
        rows.append(_row(f"{name} dense / no features", turns[:, 1:]))
    return rows


def _row(what: str, turns: np.ndarray) -> dict[str, Any]:
    ours, peer = np.median(turns, axis=0)
    return {"what": what, "ours": round(ours), "peer": round(peer), "ratio": [round(r, 2) for r in bench.ratio(turns)]}


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _words(text: str) -> list[str]:
    return text.split(",")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=_words, default=games())
    parser.add_argument("--batch", type=_numbers, default=[1, 64, 1024, 4096])
    parser.add_argument("--threads", type=_numbers, default=[1, 2])
    parser.add_argument("--doors", type=_words, default=bench.usable())
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--prototype", type=Path, help="folder of the measured prototype")
    parser.add_argument("--json", type=Path, help="write all rows here")
    asked = parser.parse_args()
    console = Console()
    with console.status("measuring") as status:
        rows = bench.run(asked.games, asked.batch, asked.threads, asked.doors, asked.seconds, status.update)
        status.update("peers")
        peers = connect_four(asked.games, asked.seconds) + active_over_dense(asked.games, asked.seconds)
        if asked.prototype:
            peers += prototype(asked.prototype, asked.games, asked.seconds)
    console.print(bench.table(rows))
    shown = Table("ours / peer", "ours", "peer", "ratio", "quartiles", title="Peers, same process, medians of turns")
    for row in peers:
        low, middle, high = row["ratio"]
        shown.add_row(row["what"], f"{row['ours']:,}", f"{row['peer']:,}", f"{middle:.2f}", f"{low:.2f}–{high:.2f}")
    console.print(shown)
    if asked.json:
        asked.json.write_text(json.dumps({"throughput": rows, "peers": peers}, indent=1) + "\n")


if __name__ == "__main__":
    main()
