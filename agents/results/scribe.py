"""Writes sheets into a scorebook beside whoever collects them: a cluster must not wait for a disk."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

from .scorebook import Scorebook

MOST_WAITING = 1 << 30  # bytes of sheets that are not written yet; who brings more has to wait


class Scribe:
    """A thread with a connection of its own; when the scribe is closed, everything is written or an error is raised."""

    def __init__(self, path: Path, facts: dict[str, Any]) -> None:
        self._thread = ThreadPoolExecutor(1, "scribe")
        self._book: Scorebook = self._thread.submit(Scorebook, path, facts).result()
        self._waiting: deque[tuple[int, Future[None]]] = deque()
        self._bytes = 0

    def write(self, sheet: bytes) -> None:
        """At once or later; raises what went wrong with earlier ones."""
        self._waiting.append((len(sheet), self._thread.submit(self._book.add_sheet, sheet)))
        self._bytes += len(sheet)
        while self._waiting and (self._waiting[0][1].done() or self._bytes > MOST_WAITING):
            self._settle()

    def _settle(self) -> None:
        size, written = self._waiting.popleft()
        self._bytes -= size
        written.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            while self._waiting:
                self._settle()
        finally:
            self._thread.submit(self._book.close)
            self._thread.shutdown(cancel_futures=False)
