"""A process that thinks, as the server sees it."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from rush_envs.errors import RushError

from .mind import work

LONGEST = 120.0  # seconds for a decision or an analysis, then its process is ended


class Failed(RushError):
    """An agent gave no answer; the words say why."""


class Worker:
    """A process, asked one question at a time."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._process: Any = None
        self._line: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "asking")

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._line, other = context.Pipe()
        self._process = context.Process(target=work, args=(other,), daemon=True)
        self._process.start()
        other.close()
        return self._line

    def _ask(self, task: dict[str, Any]) -> Any:
        line = self._line or self._start()
        try:
            line.send(task)
            if not line.poll(LONGEST):
                raise Failed(f"no answer within {LONGEST:g} seconds")
            good, found = line.recv()
        except (EOFError, OSError):
            self.stop()
            raise Failed("its process broke down") from None
        except Failed:
            self.stop()
            raise
        if not good:
            raise Failed(found)
        return found

    async def ask(self, task: dict[str, Any]) -> Any:
        async with self._lock:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, task)

    @property
    def busy(self) -> bool:
        return self._lock.locked()

    def stop(self) -> None:
        line, process, self._line, self._process = self._line, self._process, None, None
        if line is not None:
            with suppress(OSError):
                line.close()
        if process is not None:
            process.terminate()
            process.join(5)

    def close(self) -> None:
        self.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)
