"""Agents from outside: `my_module:MyAgent`, any object with `act`.

In a tournament a guest lives in a process of its own (`guest_process`), which gets nothing but what its seat may know,
as plain bytes, and can be stopped when it hangs. What comes back is at most a number or some words, never a pickle.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import queue
import signal
import struct
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from threading import Thread
from typing import IO, Any

import numpy as np

from rush_envs.batch import BatchEnv
from rush_envs.contract import Config, Game
from rush_envs.drivers import FORFEIT
from rush_envs.errors import UnknownAgent, hint

START_LIMIT = 120.0  # seconds for imports and the like
PATIENCE = 3  # hangs or crashed processes in one block, then it is not asked any more
LARGEST = 4096  # bytes of an answer
HEAD = struct.Struct("<cI")  # kind, length
READY, ACTION, ERROR = b"R", b"A", b"E"


def invite(name: str, game: Game, seed: int | None, ours: Iterable[str]) -> Any:
    """The object that `module:Name` means; a class or function is called, with `game` and `seed` if it takes them."""
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())  # a console script does not look there by itself
    try:
        found = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except ModuleNotFoundError as error:
        raise UnknownAgent(f"agent {name!r}: {error}; {hint(module, ours)}, or module:Name") from None
    except Exception as error:
        raise UnknownAgent(f"agent {name!r}: {type(error).__name__}: {error}") from None
    agent = _made(name, found, {"game": game, "seed": seed})
    if not callable(getattr(agent, "act", None)):
        raise UnknownAgent(f"agent {name!r} has no method act(view)")
    return agent


def _made(name: str, found: Any, offered: dict[str, Any]) -> Any:
    if not inspect.isclass(found) and hasattr(found, "act"):
        return found
    try:
        taken = inspect.signature(found).parameters
        return found(**{key: value for key, value in offered.items() if key in taken})
    except Exception as error:
        raise UnknownAgent(f"agent {name!r} cannot be made: {type(error).__name__}: {error}") from None


class Failure(Exception):
    """A guest gave no action; the words say why."""


class Guest:
    """A guest's process, seen from the arena: asked one decision at a time, so that a fault belongs to one game."""

    def __init__(
        self,
        name: str,
        game: Game,
        config: Config,
        seed: int,
        move_timeout: float,
        imagination: np.random.Generator | None = None,
    ) -> None:
        self._timeout = move_timeout
        self._imagination = imagination
        self._errand = json.dumps([name, game.name, config.options(), seed])
        self._lost = 0
        self._process: subprocess.Popen[bytes] | None = None

    def check(self) -> None:
        """Refuses one that cannot be made, before anything is played."""
        try:
            self._start()
        except Failure as failure:
            raise UnknownAgent(str(failure)) from None
        finally:
            self.close()

    def _start(self) -> None:
        path = os.pathsep.join([part or os.getcwd() for part in sys.path])
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.guest_process", self._errand],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # its own words would disturb the display
            env=os.environ | {"PYTHONPATH": path},
            start_new_session=True,  # it may start processes too, and all are stopped together
        )
        assert self._process.stdout is not None
        self._answers: queue.SimpleQueue[tuple[bytes, bytes] | None] = queue.SimpleQueue()
        self._listener = Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True)
        self._listener.start()
        try:
            self._hear(READY, START_LIMIT)
        except Failure:
            self._stop()
            raise

    def _hear(self, wanted: bytes, limit: float) -> bytes:
        """The next answer of a kind; anything else is a failure."""
        try:
            answer = self._answers.get(timeout=limit)
        except queue.Empty:
            self._stop()
            raise Failure(f"no answer within {limit:g} s") from None
        if answer is None:
            self._stop()
            raise Failure("its process ended")
        kind, content = answer
        if kind == wanted:
            return content
        raise Failure(content.decode("utf-8", "replace") if kind == ERROR else "an answer that makes no sense")

    def answer(self, batch: BatchEnv, rows: np.ndarray) -> tuple[np.ndarray, dict[int, str]]:
        actions, faults = np.full(rows.size, FORFEIT), {}
        for place in range(rows.size):
            try:
                actions[place] = self._ask(batch, rows[place : place + 1])
            except Failure as failure:
                faults[place] = str(failure)
        return actions, faults

    def _ask(self, batch: BatchEnv, row: np.ndarray) -> int:
        if self._lost >= PATIENCE:
            raise Failure(f"not asked any more: it hung or broke down {PATIENCE} times just before")
        if self._process is None:
            self._start()
        view = batch.view(row, self._imagination)
        content = view.seat.tobytes() + view.mask.tobytes() + view.features.tobytes() + view.states.tobytes()
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(HEAD.pack(ACTION, len(content)) + content)
            self._process.stdin.flush()
        except OSError:
            self._stop()
            raise Failure("its process ended") from None
        answer = self._hear(ACTION, self._timeout)
        if len(answer) != 8:
            raise Failure("an answer that makes no sense")
        return int.from_bytes(answer, "little", signed=True)

    def _stop(self) -> None:
        self._lost += self._process is not None
        self.close()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        self._listener.join(1.0)
        if self._listener.is_alive():
            return  # somebody who left its session still holds the other end; closing ours would wait for it
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):  # unsent bytes for a process that is gone
            process.stdin.close()
        process.stdout.close()


def _listen(answers: IO[bytes], heard: queue.SimpleQueue[tuple[bytes, bytes] | None]) -> None:
    """Everything a guest says, as (kind, content); None when it has ended or says too much."""
    try:
        while len(head := answers.read(HEAD.size)) == HEAD.size:
            kind, length = HEAD.unpack(head)
            if length > LARGEST:
                break
            heard.put((kind, answers.read(length)))
    except (OSError, ValueError):
        pass  # closed by us
    heard.put(None)
