"""The line to a guest: questions go out, one answer comes back for each, in time and not too long.

Nothing here waits longer than it is told to, whatever the other end does: reads nothing, says nothing, says too much or
dies in the middle. What is kept of its words is bounded: one answer, and the end of what it wrote to stderr.
"""

from __future__ import annotations

import os
import selectors
import struct
import subprocess
import time
from contextlib import suppress

LARGEST = 4096  # bytes of an answer
TAIL = 2048  # bytes that are kept of stderr
AT_ONCE = 1 << 16  # bytes of one look at stderr
HEAD = struct.Struct("<cI")  # kind, length
READY, ACTION, ERROR = b"R", b"A", b"E"


class Lost(Exception):
    """The other end cannot be asked any more; the words say why."""


def packed(kind: bytes, content: bytes) -> bytes:
    return HEAD.pack(kind, len(content)) + content


class Line:
    """The three pipes of a process."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._questions, self._answers, self._words = (
            pipe.fileno() for pipe in (process.stdin, process.stdout, process.stderr)
        )
        self._watch = selectors.DefaultSelector()
        for pipe in (self._questions, self._answers, self._words):
            os.set_blocking(pipe, False)
        self._watch.register(self._answers, selectors.EVENT_READ)
        self._watch.register(self._words, selectors.EVENT_READ)
        self._heard = b""
        self._tail = b""

    def ask(self, question: bytes, seconds: float) -> tuple[bytes, bytes]:
        """(kind, content) of the answer; `Lost` if there is none."""
        if question and self._listen():
            raise Lost("it spoke without being asked")
        end = time.monotonic() + seconds
        unsent = self._send(question)
        if unsent:
            self._watch.register(self._questions, selectors.EVENT_WRITE)
        try:
            while (left := end - time.monotonic()) > 0:
                ready = {key.fd for key, _ in self._watch.select(left)}
                if self._words in ready:
                    self._overhear()
                if self._questions in ready and not (unsent := self._send(unsent)):
                    self._watch.unregister(self._questions)
                if self._answers in ready and self._listen():
                    return self._answer()
        finally:
            if unsent:
                self._watch.unregister(self._questions)
        raise Lost(f"no answer within {seconds:g} s")

    def _send(self, content: bytes) -> bytes:
        """What is left of it when the pipe is full."""
        try:
            return content[os.write(self._questions, content) :] if content else b""
        except BlockingIOError:
            return content
        except OSError:
            raise Lost("its process ended") from None

    def _listen(self) -> bool:
        """Reads what there is; whether the answer is whole."""
        most = HEAD.size + LARGEST + 1 - len(self._heard)
        with suppress(BlockingIOError):
            more = os.read(self._answers, most)
            if not more:
                raise Lost("its process ended")
            self._heard += more
        if len(self._heard) < HEAD.size:
            return False
        wanted = HEAD.size + min(HEAD.unpack_from(self._heard)[1], LARGEST + 1)
        if wanted > HEAD.size + LARGEST or len(self._heard) > wanted:
            raise Lost("it said more than it was asked")
        return len(self._heard) == wanted

    def _answer(self) -> tuple[bytes, bytes]:
        heard, self._heard = self._heard, b""
        return HEAD.unpack_from(heard)[0], heard[HEAD.size :]

    def _overhear(self) -> None:
        """A look at stderr, of which the end is kept."""
        with suppress(BlockingIOError):
            words = os.read(self._words, AT_ONCE)
            if not words:
                self._watch.unregister(self._words)
            self._tail = (self._tail + words)[-TAIL:]

    def last_words(self) -> bytes:
        """The end of what it has written to stderr until now, each part told once; bounded even if it never stops."""
        for _ in range(64):
            before = self._tail
            self._overhear() if self._words in self._watch.get_map() else None
            if self._tail == before:
                break
        tail, self._tail = self._tail, b""
        return tail

    def close(self) -> None:
        self._watch.close()
