"""Worker processes that play blocks of a tournament. They are spawned, never forked, and write nothing themselves."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import TYPE_CHECKING, Any

from rush_envs.errors import RushError

if TYPE_CHECKING:
    from ..results.sheets import Result
    from .tournament import Tournament


class WorkerLost(RushError, RuntimeError):
    """A worker process failed or was stopped from outside; what was played before is kept."""


def work(tournament: Tournament, pipe: Connection) -> None:
    """A worker's life: blocks come in, results go out, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that hands out the work
    Thread(target=_leave_with_parent, daemon=True).start()
    try:
        while True:
            block: range = pipe.recv()
            try:
                answer: Any = tournament.block(block).play()
            except Exception as error:  # told to the user by the parent
                answer = f"{type(error).__name__}: {error}"
            pipe.send((block, answer))
    except (EOFError, OSError):
        pass


def _leave_with_parent() -> None:
    """A tournament that was killed leaves no workers behind, even in the middle of a block."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class WorkerPool:
    """Some workers of one tournament."""

    def __init__(self, tournament: Tournament, size: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._workers = []
        for _ in range(size):
            ours, theirs = context.Pipe()
            worker = context.Process(target=work, args=(tournament, theirs), daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(ours)
            self._workers.append(worker)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe, worker in zip(self._pipes, self._workers, strict=True):
            pipe.close()
            worker.terminate()
            worker.join()

    def play(self, waiting: list[range], started: Callable[[range], None]) -> Iterator[tuple[range, list[Result]]]:
        """The blocks with their results, in the order in which they are finished."""
        rest = iter(waiting)
        busy = [pipe for pipe in self._pipes if self._hand(pipe, rest, started)]
        while busy:
            for pipe in wait(busy):
                assert isinstance(pipe, Connection)
                try:
                    block, results = pipe.recv()
                    more = self._hand(pipe, rest, started)
                except (EOFError, OSError):
                    raise WorkerLost("a worker process ended; all finished games are kept, run again") from None
                if isinstance(results, str):
                    raise WorkerLost(f"a worker process failed: {results}; all finished games are kept")
                if not more:
                    busy.remove(pipe)
                yield block, results

    @staticmethod
    def _hand(pipe: Connection, rest: Iterator[range], started: Callable[[range], None]) -> bool:
        """The next block for a worker; false if there is none."""
        block = next(rest, None)
        if block is None:
            return False
        started(block)
        pipe.send(block)
        return True
