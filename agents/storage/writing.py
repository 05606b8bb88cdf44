"""Lets one process at a time write into a folder, and every file be whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from rush_envs.errors import RushError
from rush_envs.kit.printable import printable
from rush_envs.kit.writing import write_safely

__all__ = ["FolderInUse", "sole_writer", "write_safely"]

LOCK, WRITER = ".lock", ".writer"  # who holds the lock is told in a file of its own: a lock's file may be emptied


class FolderInUse(RushError, RuntimeError):
    """Another process is writing into the folder."""


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """While it lasts no other process gets in here; one that tries is told who is writing."""
    lock, writer = FileLock(folder / LOCK), folder / WRITER
    try:
        lock.acquire(timeout=0)
    except Timeout:
        who = _words(writer)
        raise FolderInUse(f"{folder} is being written by {who}; wait for it, or choose another folder") from None
    except NotImplementedError:  # a file system that knows no locks: as before there were any
        yield
        return
    except OSError as error:
        raise RushError(f"{folder} could not be written: {error.strerror or error}; choose another folder") from None
    try:
        write_safely(writer, f"process {os.getpid()}".encode())
        yield
    finally:
        with suppress(OSError):
            writer.unlink(missing_ok=True)
        lock.release()


def _words(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return printable(file.read(40).decode(errors="replace")) or "another process"
    except OSError:
        return "another process"
