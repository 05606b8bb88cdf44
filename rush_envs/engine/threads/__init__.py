"""Several threads for one step, without the interpreter.

Handing work to a Python thread costs a wake-up and a fight for the interpreter's lock, about as long as a thousand
games take to step. So a helper stays inside compiled code between steps (`drivers.advance_blocks`): it watches a small
array, the *desk*, takes the next free block of rows as soon as one lies there, and falls asleep only when nothing has
come for a while. The calling thread works on the same blocks, so a helper that sleeps is never waited for.

Rows are offered, and nearly always finished, within one compiled call, where no exception can come between. Should the
caller be interrupted while a helper is still at its last block, that block stays the helper's: the next call, of
whatever kind, waits for it before it looks at any row.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from rush_envs.engine.threads.desk import DESK
from rush_envs.errors import BatchInUse, ThreadLost

WORTH_SHARING = 256  # rows; below that handing over costs more than it saves
BLOCKS_EACH = 8  # for each thread: the last block is short enough that nobody waits long for it
MOST = 64
# Looks at an empty desk: before a helper falls asleep, less than a millisecond; and before a caller that waits for a
# helper's last block comes up to see whether that helper is still alive and whether somebody has pressed Ctrl-C.
HELPER_LOOKS, CALLER_LOOKS = 300_000, 30_000_000

Work = Callable[[int, int, int, bool, int], bool]
"""The rest of `advance_blocks`: count, job, blocks, helper, patience."""


def exclusive(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method that one Python thread at a time may call: kernels run without the interpreter's lock, and two of them
    on the same rows would tear the records apart. The object has a dictionary `_user` for it."""

    @wraps(method)
    def guarded(self: Any, *arguments: Any, **more: Any) -> Any:
        me = threading.get_ident()
        if self._user.setdefault("thread", me) != me:  # one atomic look and claim
            raise BatchInUse("another thread is using this batch; make a batch for each thread, or take turns")
        try:
            if self.threads > 1:
                self._settle()
            return method(self, *arguments, **more)
        finally:
            self._user.pop("thread", None)

    return guarded


class _Helper:
    """A thread that works when its bell rings."""

    def __init__(self, work: Work) -> None:
        self.bell = threading.Event()
        self.awake = False
        self.dismissed = False
        self.thread = threading.Thread(target=self._serve, args=(work,), name="rush_envs", daemon=True)
        self.thread.start()

    def _serve(self, work: Work) -> None:
        while True:
            self.bell.wait()
            self.bell.clear()
            if self.dismissed:
                return
            self.awake = True
            work(0, 0, 0, True, HELPER_LOOKS)
            self.awake = False

    def dismiss(self) -> None:
        self.dismissed = True
        self.bell.set()


class ThreadTeam:
    """Shares the rows of a step among threads, the calling one among them.

    `rows` and `actions` are what all of them work on.
    """

    def __init__(self, threads: int, size: int) -> None:
        self.threads = threads
        self.rows = np.zeros(size, np.int64)
        self.actions = np.zeros(size, np.int64)
        self.desk = np.zeros(DESK, np.int64)
        self._process = -1
        self._open = False  # blocks may be on the desk

    def start(self, work: Work) -> None:
        self._work = work
        self.desk[:] = 0
        self._helpers = [_Helper(work) for _ in range(self.threads - 1)]
        for helper in self._helpers:
            weakref.finalize(self, helper.dismiss)
        self._process = os.getpid()
        self._open = False

    def share(self, job: int, rows: np.ndarray, actions: np.ndarray | None = None) -> np.ndarray:
        """Does the job for these rows and returns their `actions`, which it reads or writes."""
        if os.getpid() != self._process:  # threads do not survive a fork
            self.start(self._work)
        self.settle()
        count = len(rows)
        self.rows[:count] = rows
        if actions is not None:
            self.actions[:count] = actions
        for helper in self._helpers:
            if not helper.awake:
                helper.bell.set()
        self._open = True
        if not self._work(count, job, min(self.threads * BLOCKS_EACH, count), False, CALLER_LOOKS):
            self._wait()
        self._open = False
        return self.actions[:count]

    def settle(self) -> None:
        """Waits for what an interrupted call has left to helpers."""
        if self._open and os.getpid() == self._process:
            self._wait()
        self._open = False

    def _wait(self) -> None:
        """Until every block is done, for those that another thread has taken."""
        while not self._work(0, 0, 0, False, CALLER_LOOKS):
            if not all(helper.thread.is_alive() for helper in self._helpers):
                self._process = -1  # the next call begins with new helpers and an empty desk
                raise ThreadLost("a helper thread is gone with some rows half done; reset() or load() the batch")
