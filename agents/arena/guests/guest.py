"""Agents from outside: `my_module:MyAgent`, any object with `act`.

In a tournament a guest lives in a process of its own (`process`) behind the walls of `sandbox`, which gets
nothing but what its seat may know, as plain bytes, and can be stopped when it hangs. What comes back is at most a
number or some words, never a pickle.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.drivers import FORFEIT
from rush_envs.errors import UnknownAgent

from .faults import with_last_words
from .line import ACTION, ERROR, READY, Line, Lost, packed
from .sandbox import Sandbox

START_LIMIT = 120.0  # seconds for imports and the like
PATIENCE = 3  # hangs or crashed processes in one block, then it is not asked any more


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
        hidden: Sequence[str] = (),
    ) -> None:
        self._timeout = move_timeout
        self._imagination = imagination
        self._module = name.partition(":")[0]
        self._errand = json.dumps([name, game.name, config.options(), seed])
        self._hidden = hidden
        self._lost = 0
        self._sandbox: Sandbox | None = None

    def check(self) -> None:
        """Refuses one that cannot be made, before anything is played."""
        try:
            self._start()
        except Failure as failure:
            raise UnknownAgent(str(failure)) from None
        finally:
            self.close()

    def _start(self) -> None:
        command = [sys.executable, "-P", "-m", f"{__package__}.process", self._errand]
        self._sandbox = Sandbox(command, self._module, self._hidden)
        self._line = Line(self._sandbox.process)
        try:
            self._ask_for(READY, b"", START_LIMIT)
        except Failure:
            self._stop()
            raise

    def _ask_for(self, wanted: bytes, question: bytes, seconds: float) -> bytes:
        """The next answer of a kind; anything else is a failure."""
        assert self._sandbox is not None
        try:
            kind, content = self._line.ask(question, seconds)
        except Lost as lost:
            self._sandbox.kill()  # and all that it has said is there to be read
            failure = Failure(with_last_words(str(lost), self._line.last_words()))
            self._stop()
            raise failure from None
        if kind == wanted:
            return content
        words = content.decode("utf-8", "replace") if kind == ERROR else "an answer that makes no sense"
        raise Failure(with_last_words(words, self._line.last_words()))

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
        if self._sandbox is None:
            self._start()
        view = batch.view(row, self._imagination)
        content = view.seat.tobytes() + view.mask.tobytes() + view.features.tobytes() + view.states.tobytes()
        answer = self._ask_for(ACTION, packed(ACTION, content), self._timeout)
        if len(answer) != 8:
            raise Failure("an answer that makes no sense")
        return int.from_bytes(answer, "little", signed=True)

    def _stop(self) -> None:
        self._lost += self._sandbox is not None
        self.close()

    def close(self) -> None:
        sandbox, self._sandbox = self._sandbox, None
        if sandbox is not None:
            self._line.close()
            sandbox.close()
