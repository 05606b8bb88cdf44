"""What travels with a tournament to other nodes: files of policies, and guests' modules.

A policy that is named by a path below the current folder, and a guest's module that is not installed, are laid into a
folder as they are named; workers are started in a copy of it. Whatever else a name means must be on every node already.
Nothing here is trusted to arrive: workers compare what they have with the facts of the tournament.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rush_envs.engine.agents import is_guest

from .guests.sandbox import home_of
from .identity import file_of, guest_files


@contextmanager
def packed(agents: Iterable[str]) -> Iterator[Path | None]:
    """A folder with the files of these agents, or None if they have none; it is gone afterwards."""
    files = dict(pair for name in agents for pair in _files(name))
    if not files:
        yield None
        return
    with TemporaryDirectory(prefix="rush_luggage_") as folder:
        for name, path in files.items():
            place = Path(folder, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
        yield Path(folder)


def _files(agent: str) -> Iterator[tuple[str, Path]]:
    """Where each file lies in the luggage, and where it is now."""
    if is_guest(agent):
        module = agent.partition(":")[0]
        home = home_of(module)
        if home is not None and not _installed(home):
            yield from ((str(path.relative_to(home)), path) for path in guest_files(module, home))
    elif file := file_of(agent):
        for path in (Path(file).with_suffix(".npz"), Path(file).with_suffix(".json")):
            if path.is_file() and not path.is_absolute() and ".." not in path.parts:
                yield str(path), path


def _installed(home: Path) -> bool:
    return any(home.is_relative_to(prefix) for prefix in (sys.prefix, sys.base_prefix))
