"""Several threads for one step. Kernels run without the interpreter's lock, so plain Python threads are enough: the
same compiled drivers serve any number of them, nothing spins while it waits, and no OpenMP is involved."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

WORTH_SHARING = 256  # rows; below that handing over costs more than it saves
MOST = 64


class Crew:
    """Shares the rows of a step among threads; the calling thread takes the first part itself."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._hire()

    def _hire(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="rush_envs")
        self._process = os.getpid()

    def share(self, work: Callable[[np.ndarray, np.ndarray], object], rows: np.ndarray, values: np.ndarray) -> None:
        """`work(rows, values)` for all rows, each part on a thread of its own."""
        if len(rows) < WORTH_SHARING:
            work(rows, values)
            return
        if os.getpid() != self._process:  # threads do not survive a fork
            self._hire()
        cuts = [len(rows) * k // self.threads for k in range(self.threads + 1)]
        parts = [slice(start, stop) for start, stop in pairwise(cuts)]
        others = [self._pool.submit(work, rows[part], values[part]) for part in parts[1:]]
        work(rows[parts[0]], values[parts[0]])
        for other in others:
            other.result()
