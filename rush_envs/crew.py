"""Several threads for one step. Kernels run without the interpreter's lock, so plain Python threads are enough: the
same compiled drivers serve any number of them, nothing spins while it waits, and no OpenMP is involved."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

WORTH_SHARING = 256  # rows; below that handing over costs more than it saves
BLOCK, BLOCKS_EACH = 128, 2  # rows of a block at least; blocks for each thread at most
MOST = 64


class Crew:
    """Shares the rows of a step among threads, the calling one among them."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._hire()

    def _hire(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="rush_envs")
        self._process = os.getpid()

    def share(self, work: Callable[[np.ndarray, np.ndarray], object], rows: np.ndarray, values: np.ndarray) -> None:
        """`work(rows, values)` for all rows, in blocks that every thread takes as it gets to them.

        A thread takes a while to wake up; meanwhile the calling one goes on with the blocks it would have had.
        """
        if len(rows) < WORTH_SHARING:
            work(rows, values)
            return
        if os.getpid() != self._process:  # threads do not survive a fork
            self._hire()
        size = max(BLOCK, -(-len(rows) // (BLOCKS_EACH * self.threads)))
        blocks = iter([slice(start, start + size) for start in range(0, len(rows), size)])

        def labour() -> None:
            for block in blocks:  # a list's iterator gives each block to one thread only
                work(rows[block], values[block])

        others = [self._pool.submit(labour) for _ in range(self.threads - 1)]
        labour()
        for other in others:
            if not other.cancel():  # one that has not woken up by now is not needed
                other.result()
