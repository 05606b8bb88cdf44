"""Instructions of a decision, counted by valgrind: a number that does not jitter, however busy the machine is.

The kernels are compiled for one common processor and the program is run once under `callgrind`, which writes its
counters down and begins anew whenever `getppid` is called; so the start, which takes longest, is counted apart.

Run by itself this file is that program: it plays each of the games that are named, a few steps of a batch.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

GAMES, STEPS = 256, 8
TARGET = {"x86_64": "x86-64-v3"}  # the common processor, by kind of machine
LONGEST = 1200  # wall seconds


def missing() -> str:
    """Why instructions cannot be counted here; nothing if they can."""
    if platform.machine() not in TARGET:
        return f"no common processor is chosen for {platform.machine()}"
    return "" if shutil.which("valgrind") else "valgrind is not installed"


def tools() -> str:
    """What decides about the machine code besides our sources: counts of other versions say nothing."""
    return f"numba {version('numba')}, llvmlite {version('llvmlite')}, numpy {version('numpy')}"


def counted(names: Sequence[str], tell: Callable[[str], None]) -> dict[str, float]:
    """Instructions a decision of every game: random actions, step, mask and features, restarts."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {
            "NUMBA_CPU_NAME": TARGET[platform.machine()], "NUMBA_CPU_FEATURES": "", "RUSH_ENVS_QUIET": "1",
            "NUMBA_CACHE_DIR": f"{folder}/kernels", "PYTHONHASHSEED": "0",
            "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
        }  # fmt: skip
        program = [sys.executable, __file__, *names]
        tell("instructions: compiling the kernels for a common processor")
        subprocess.run(program, env=env, check=True)
        tell("instructions: running under valgrind, which takes a minute")
        command = ["valgrind", "--tool=callgrind", "--dump-before=getppid", f"--callgrind-out-file={folder}/count"]
        done = subprocess.run([*command, *program], env=env, capture_output=True, text=True, timeout=LONGEST)
        if done.returncode:
            raise SystemExit(f"valgrind failed:\n{done.stderr[-2000:]}")
        # The first count is of everything before the games.
        totals = [_total(Path(folder) / f"count.{k + 2}") for k in range(len(names))]
    return {name: total / (GAMES * STEPS) for name, total in zip(names, totals, strict=True)}


def _total(path: Path) -> int:
    found = re.search(r"^totals: (\d+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise SystemExit(f"{path.name}: valgrind has written no total")
    return int(found[1])


def play(names: Sequence[str]) -> None:
    """Each game's few steps, between two calls of `getppid`."""
    import rush_envs

    batches = [rush_envs.make_batch(name, GAMES, seed=0) for name in names]
    for batch in batches:
        batch.reset()
        for _ in range(3):
            batch.step(batch.random_actions())
    os.getppid()
    for batch in batches:
        for _ in range(STEPS):
            batch.step(batch.random_actions())
        os.getppid()


if __name__ == "__main__":
    play(sys.argv[1:])
