"""The libraries' processes: started once, asked by turns."""

from __future__ import annotations

import json
import os
import select
import subprocess
from typing import Any

from peers.roster import HERE, Library

LONGEST = 400  # wall seconds of an answer: compiling, on a busy machine
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def _keep_to_one_core() -> None:
    """The last one, where a system lets processes choose."""
    if CORES:
        os.sched_setaffinity(0, CORES[-1:])


class Worker:
    """One library, ready to play; all its threads are kept on one core, the same for everybody."""

    def __init__(self, library: Library) -> None:
        env = os.environ | {"PYTHONPATH": str(HERE.parent), "RUSH_ENVS_QUIET": "1", "PYTHONWARNINGS": "ignore"}
        self._process = subprocess.Popen(
            [library.python, str(library.script)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env,
            preexec_fn=_keep_to_one_core,
        )  # fmt: skip
        hello = self._answer()
        while "ready" not in hello and "error" not in hello:  # what some libraries print as they are imported
            hello = self._answer()
        self.error: str = hello.get("error", "")
        self.ready: float = hello.get("ready", 0.0)
        self.games: dict[str, dict[str, Any]] = hello.get("games", {})

    def ask(self, game: str, size: int, seconds: float) -> dict[str, Any]:
        """The rate of a turn; size 0 is a single game."""
        assert self._process.stdin is not None
        try:
            print(json.dumps({"game": game, "size": size, "seconds": seconds}), file=self._process.stdin, flush=True)
        except (BrokenPipeError, ValueError):  # it has ended by itself, or we have ended it
            return {"error": "the process has died"}
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], LONGEST)[0]:
            self.close()
            return {"error": f"no answer within {LONGEST} seconds"}
        line = self._process.stdout.readline()
        if not line:
            return {"error": "the process has died"}
        try:
            found = json.loads(line)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
