"""Cold and warm start of every game, each in fresh processes with a kernel cache of its own.

    python benchmarks/compile_time.py
    python benchmarks/compile_time.py --games coffee_rush --json compile.json

cold: CPU seconds to the first batch step, and for all drivers, with an empty cache.
warm: the same with the cache filled, and wall seconds from process start to the first batch step.
import: wall seconds of `import rush_envs` beyond numpy, numba, gymnasium and pettingzoo.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from rush_envs import games

PROBE = """
import json, sys, time
import numpy, numba, gymnasium, pettingzoo
before = time.perf_counter()
import rush_envs
imported = time.perf_counter() - before
heavy = [name for name in ("torch", "stable_baselines3", "matplotlib", "pygame", "resvg_py") if name in sys.modules]
batch = rush_envs.make_batch(sys.argv[1], 64, seed=0)
cpu = time.process_time()
batch.reset()
batch.step(batch.random_actions())
first = time.process_time() - cpu
reached = time.time()
batch.view().states
batch.reveal(0)
batch.broken_invariants()
shaped = rush_envs.make_batch(sys.argv[1], 64, seed=0, reward="shaped", max_steps=1)
shaped.reset()
shaped.step(shaped.random_actions())
lost = rush_envs.make_batch(sys.argv[1], 1, seed=0, illegal="lose")
lost.reset()
lost.step([-1])
everything = time.process_time() - cpu
print(json.dumps({"import": imported, "heavy": heavy, "first": first, "all": everything, "reached": reached}))
"""


def probe(game: str, cache: str) -> dict[str, Any]:
    started = time.time()
    done = subprocess.run(
        [sys.executable, "-c", PROBE, game],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    found["start"] = found.pop("reached") - started
    return found


def measure(game: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as cache:
        cold = probe(game, cache)
        warm = min((probe(game, cache) for _ in range(3)), key=lambda found: found["start"])
    return {
        "game": game,
        "cold_first_step_cpu_s": round(cold["first"], 2),
        "cold_all_drivers_cpu_s": round(cold["all"], 2),
        "warm_first_step_cpu_s": round(warm["first"], 2),
        "warm_all_drivers_cpu_s": round(warm["all"], 2),
        "warm_start_to_first_step_s": round(warm["start"], 2),
        "import_s": round(warm["import"], 3),
        "heavy_imports": warm["heavy"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=lambda text: text.split(","), default=games())
    parser.add_argument("--json", type=Path, help="write the rows here")
    asked = parser.parse_args()
    console = Console()
    rows = []
    with console.status("compiling") as status:
        for game in asked.games:
            status.update(f"compiling {game}")
            rows.append(measure(game))
    shown = Table("", *(row["game"] for row in rows), title="Compile time")
    for measure_name in list(rows[0])[1:]:
        shown.add_row(measure_name, *(str(row[measure_name]) for row in rows))
    console.print(shown)
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
