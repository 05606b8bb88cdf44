"""Several threads for one step, without the interpreter.

Handing work to a Python thread costs a wake-up and a fight for the interpreter's lock, about as long as a thousand
games take to step. So a helper stays inside compiled code between steps (`drivers.labour`): it watches a small array,
the *desk*, takes the next free block of rows as soon as one lies there, and falls asleep only when nothing has come
for a while. The calling thread works on the same blocks, so a helper that sleeps is never waited for.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable

import numpy as np

from rush_envs.desk import COUNT, DESK, FIRST, JOB, OFFERED, SIZE

WORTH_SHARING = 256  # rows; below that handing over costs more than it saves
BLOCKS_EACH = 8  # for each thread: the last block is short enough that nobody waits long for it
MOST = 64


class _Helper:
    """A thread that labours when its bell rings."""

    def __init__(self, labour: Callable[[bool], object]) -> None:
        self.bell = threading.Event()
        self.awake = False
        self.dismissed = False
        threading.Thread(target=self._serve, args=(labour,), name="rush_envs", daemon=True).start()

    def _serve(self, labour: Callable[[bool], object]) -> None:
        while True:
            self.bell.wait()
            self.bell.clear()
            if self.dismissed:
                return
            self.awake = True
            labour(True)
            self.awake = False

    def dismiss(self) -> None:
        self.dismissed = True
        self.bell.set()


class Crew:
    """Shares the rows of a step among threads, the calling one among them.

    `rows` and `actions` are what all of them work on; `labour(helper)` takes blocks until `desk.released`.
    """

    def __init__(self, threads: int, size: int) -> None:
        self.threads = threads
        self.rows = np.zeros(size, np.int64)
        self.actions = np.zeros(size, np.int64)
        self.desk = np.zeros(DESK, np.int64)
        self._process = -1

    def hire(self, labour: Callable[[bool], object]) -> None:
        self._labour = labour
        self._process = os.getpid()
        self._helpers = [_Helper(labour) for _ in range(self.threads - 1)]
        for helper in self._helpers:
            weakref.finalize(self, helper.dismiss)

    def share(self, job: int, rows: np.ndarray, actions: np.ndarray | None = None) -> np.ndarray:
        """Does the job for these rows and returns their `actions`, which it reads or writes."""
        if os.getpid() != self._process:  # threads do not survive a fork
            self.hire(self._labour)
        count, desk = len(rows), self.desk
        self.rows[:count] = rows
        if actions is not None:
            self.actions[:count] = actions
        blocks = min(self.threads * BLOCKS_EACH, count)
        desk[FIRST], desk[SIZE], desk[COUNT], desk[JOB] = desk[OFFERED], -(-count // blocks), count, job
        desk[OFFERED] += blocks
        for helper in self._helpers:
            if not helper.awake:
                helper.bell.set()
        self._labour(False)
        return self.actions[:count]
