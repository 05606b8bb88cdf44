"""Where compiled kernels are kept, and how several processes share them.

numba's own disk cache is used by public means: while an entry is built, `numba.config.CACHE_DIR` is a folder named by
the digest of everything the entry depends on (`sources`) and of what else shapes the machine code. So a kernel is
either current or not found. Whoever compiles holds the folder's lock, and processes that start together compile once.

numba keeps pickles and machine code, which do whatever they say: nobody else may write into the folder. It is made for
its owner alone, one that others own or may write to is not used, and a kernel is loaded only if its files are those
that were sealed when it was compiled (`seals`); what was cut off or overwritten since is compiled anew.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba as typed_numba
import numpy as np
from filelock import FileLock, Timeout
from platformdirs import user_cache_dir

from rush_envs.engine.kernels import seals, sources
from rush_envs.errors import CacheWarning

numba: Any = typed_numba  # numba does not type its settings

HOME = Path(__file__).resolve().parents[2]
KEPT = 6  # folders of a name: the present one, and some for other branches or settings
PER_SECOND = 14_000  # bytes of source in reach that are compiled in a second, roughly; only for what is told
_told: set[str] = set()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _private(folder: Path) -> bool:
    """Whether nobody else can put kernels there, as far as the platform tells."""
    if not hasattr(os, "getuid"):
        return True
    facts = folder.stat()
    if facts.st_uid == os.getuid() and not facts.st_mode & 0o022:
        return True
    _warn(
        f"compiled kernels are not kept in {folder}, where other users could change them; make it yours alone "
        "(chown, chmod go-w) or set NUMBA_CACHE_DIR to another folder"
    )
    return False


def _warn(words: str) -> None:
    """Once for each reason and process."""
    if words not in _told:
        _told.add(words)
        warnings.warn(words, CacheWarning, stacklevel=3)


@functools.cache
def root() -> Path | None:
    """The folder of all kernels, or None where no place can be written to.

    A folder named by NUMBA_CACHE_DIR is used or nothing is: whoever set it must not get kernels from elsewhere.
    """
    if numba.config.DISABLE_JIT:
        return None
    if numba.config.CACHE_DIR:
        choices = [Path(numba.config.CACHE_DIR)]
    else:
        choices = [HOME / "__pycache__" / "kernels", Path(user_cache_dir("rush_envs", appauthor=False))]
    able = [folder for folder in choices if _writable(folder)]
    if not able:
        _warn(
            "compiled kernels cannot be kept on disk, so every process compiles them again; "
            "set NUMBA_CACHE_DIR to a folder you can write to"
        )
    return next((folder for folder in able if _private(folder)), None)


def settings(*more: object) -> str:
    """What shapes machine code besides the sources, as a short digest; numba's own key knows only some of it."""
    config = numba.config
    facts = [numba.__version__, np.__version__, sys.version_info[:2], config.BOUNDSCHECK, config.OPT, *more]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:6]


class KernelCache:
    """The kernels of one purpose, such as the drivers of a game: a folder that is current or does not exist yet.

    Every entry has a folder of its own in it, and a seal beside that.
    """

    def __init__(self, name: str, modules: frozenset[str], *more: object) -> None:
        self.name = name
        self.modules = modules
        base = root()
        self.folder = None
        if base is not None:
            folder = base / f"{name}-{sources.digest(modules)}-{settings(*more)}"
            try:
                if not folder.exists():
                    self._make_room(base)
                folder.mkdir(mode=0o700, exist_ok=True)
                self.folder = folder
            except OSError as error:
                self.fails(error)

    def fails(self, error: Exception, entry: str | None = None) -> None:
        """A kernel could not be kept or found: whatever there is of it goes, and the games go on without."""
        reason = error.strerror if isinstance(error, OSError) else type(error).__name__
        if self.folder is not None and entry is not None:
            seals.discard(self._place(entry))
        _warn(f"compiled kernels cannot be kept in {root()} ({reason}); make room there or set NUMBA_CACHE_DIR")

    def _place(self, entry: str) -> Path:
        assert self.folder is not None
        return self.folder / re.sub(r"[^\w.-]", "_", entry)

    def _make_room(self, base: Path) -> None:
        """The oldest folders of the same name go; a process that still uses one would compile again."""
        old = sorted(base.glob(f"{self.name}-*-*"), key=lambda path: path.stat().st_mtime)
        for path in old[: max(0, len(old) - KEPT + 1)]:
            shutil.rmtree(path, ignore_errors=True)

    @contextmanager
    def building(self, entry: str) -> Iterator[bool]:
        """While an entry is made numba looks here for its kernels; false if it cannot keep any."""
        config = numba.config
        names = [name for name in ("CACHE_DIR", "CACHE_LOCATOR_CLASSES") if hasattr(config, name)]
        before = {name: getattr(config, name) for name in names}
        if self.folder is not None:
            # A list of locators set by the user would lead elsewhere, to kernels that know one file only.
            for name in names:
                setattr(config, name, str(self._place(entry)) if name == "CACHE_DIR" else "")
        try:
            yield self.folder is not None
        finally:
            for name, value in before.items():
                setattr(config, name, value)

    @contextmanager
    def compiling(self, entry: str, words: str, kind: str) -> Iterator[None]:
        """Around the first use of an entry with a kind of arguments: one process compiles it, those that start
        meanwhile wait and load it. Nobody else may look at the files between numba's writing and the new seal."""
        if self.folder is None:
            self._tell(words)
            yield
            return
        place = self._place(entry)
        if seals.holds(place, kind):
            yield
            return
        with self._lock(words):
            if not seals.holds(place):
                seals.discard(place)
                self._tell(words)
            yield
            seals.put(place, kind)

    def keep(self, entry: str) -> None:
        """An entry that is sealed already has got kernels for one more kind of arguments."""
        if self.folder is None:
            return
        try:
            with self._lock(""):
                seals.put(self._place(entry))
        except OSError as error:
            self.fails(error, entry)

    @contextmanager
    def _lock(self, words: str) -> Iterator[None]:
        assert self.folder is not None
        lock = FileLock(self.folder / "lock")
        try:
            lock.acquire(timeout=0.2)
        except Timeout:
            say(f"another process compiles {words}; waiting for it …") if words else None
            lock.acquire()
        except OSError:  # a file system that knows no locks: everybody compiles
            yield
            return
        try:
            yield
        finally:
            lock.release()

    def _tell(self, words: str) -> None:
        """Once for each cache and process, and not for what takes no time."""
        if words and self.name not in _told:
            _told.add(self.name)
            seconds = max(1, round(sources.size(self.modules) / PER_SECOND))
            say(f"compiling {words}, about {seconds} s; kept for the next time …")


def say(words: str) -> None:
    """On stderr, for whoever waits."""
    if not os.environ.get("RUSH_ENVS_QUIET"):
        print(f"rush_envs: {words}", file=sys.stderr, flush=True)
