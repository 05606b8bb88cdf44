"""The walls around a guest's process: what a stranger's agent may do, exactly, and what nobody keeps it from doing.

Everywhere:
- It has a session and process group of its own, which is killed as a whole, and on Linux it dies with the arena.
- Of our descriptors it has three pipes. Of our environment it has what `environment` lists and nothing else.
- It starts in a scratch folder of its own, which is also its HOME and TMPDIR and is deleted with it. Its own module's
  folder can be imported from; kernels that we have compiled are read, those it compiles stay in the scratch folder.
- LIMITS: address space, size of a file, open files, processor seconds (a backstop), no core files.
- Its answers are read up to a length, one for each question (`line`); who says more, or too late, is stopped.

Where the system has user namespaces (Linux 5.12 and later, unless forbidden), moreover:
- Of the files it sees Python, what is installed, and the folders of sys.path with its own, all read-only. The
  results of the tournament are out of its reach, wherever they lie. All it can write is some memory.
- It sees no processes but its own, and none of them outlives it. It has at most PROCESSES of them, threads among
  them, but the system does not apply that limit to root.
- It has no network, not even this machine's.

Elsewhere nothing of that: it may read and write what you may, talk to the network, and leave processes behind in
another session. `weakness` says so. Use --move-timeout 0 for nobody whom you do not trust: then there are no walls.

Never promised: that it cannot use up processor time (it has its time limit, with as many threads as it likes), that it
cannot tell its own processes something in the time of one block of games, and safety from errors in the kernel.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import rush_envs
from rush_envs.engine.kernels import cache as kernels

JAIL = Path(__file__).with_name("jail.py")
LIMITS = {
    "RLIMIT_AS": 8 << 30,  # bytes; compilers and tensor libraries ask for much that they never use
    "RLIMIT_FSIZE": 256 << 20,
    "RLIMIT_CORE": 0,
    "RLIMIT_CPU": 24 * 3600,  # seconds, of all its threads together
    "RLIMIT_NOFILE": 256,
}
PROCESSES = 128  # threads among them
SCRATCH = 256 << 20  # bytes of the scratch folder, where it is of memory
WEAK = (
    "guests are not walled off on this system (no user namespaces): they may read and write your files and use the "
    "network; invite only agents that you trust"
)


def search_path() -> list[str]:
    """Where we look for modules, and last of all where we were started: a console script does not look there."""
    return list(dict.fromkeys([*(part or os.getcwd() for part in sys.path), os.getcwd()]))


def home_of(module: str) -> Path | None:
    """The folder that a module's outermost package or file lies in; nothing is imported."""
    top = module.partition(".")[0]
    with suppress(ValueError, ImportError):
        spec = find_spec(top)
        if spec is not None:
            places = [*(spec.submodule_search_locations or []), spec.origin or ""]
            return Path(places[0]).parent if places[0] else None
    here = Path.cwd()
    return here if top and any((here / name).exists() for name in (top, f"{top}.py")) else None


def environment(scratch: str) -> dict[str, str]:
    """Everything that a guest finds in its environment."""
    passed = ("LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "NUMBA_DISABLE_JIT", "RUSH_ENVS_ACCELERATOR")
    return {name: os.environ[name] for name in passed if name in os.environ} | {
        "PATH": os.defpath,
        "HOME": scratch,
        "TMPDIR": scratch,
        "PYTHONPATH": os.pathsep.join(search_path()),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": os.path.join(scratch, "kernels"),
        "RUSH_ENVS_QUIET": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def visible(module: str) -> list[str]:
    """What a guest may read, besides what every program needs; outer folders first."""
    ours = [Path(rush_envs.__file__).parent, Path(__file__).parents[2]]
    found = [sys.prefix, sys.base_prefix, sys.executable, *sys.path, *ours, kernels.root(), home_of(module)]
    paths = {os.path.abspath(path) for path in found if path}
    return sorted((paths | {os.path.realpath(path) for path in paths}) - {"/"}, key=lambda path: (len(path), path))


def _order(command: Sequence[str], module: str, scratch: str, hidden: Iterable[str], apart: bool) -> str:
    both = {place(path) for path in hidden for place in (os.path.abspath, os.path.realpath)}
    own = os.path.realpath(home_of(module) or scratch)
    both = {path for path in both if os.path.commonpath([path, own]) != path}  # it must see itself
    source = kernels.root()
    return json.dumps(
        {
            "command": list(command),
            "environment": environment(scratch),
            "scratch": scratch,
            "scratch_bytes": SCRATCH,
            "visible": visible(module),
            "hidden": [path + end for path in sorted(both) for end in ("", "-wal", "-shm", "-journal")],
            "links": [(str(source), os.path.join(scratch, "kernels"))] if source else [],
            "limits": LIMITS | ({"RLIMIT_NPROC": PROCESSES} if apart else {}),
            "apart": apart,
        }
    )


@cache
def walled() -> bool:
    """Whether guests get namespaces of their own here: tried once, with a process that does nothing."""
    if sys.platform != "linux":
        return False
    with Sandbox([sys.executable, "-c", "print('inside')"], "", apart=True) as trial:
        try:
            return trial.process.communicate(timeout=30)[0].strip() == b"inside"
        except subprocess.TimeoutExpired:
            return False


def weakness() -> str | None:
    """One line for whoever starts a tournament with guests, where not everything is to be had."""
    return None if walled() else WEAK


class Sandbox:
    """A process behind these walls; `hidden` are paths that it must not see though they lie in a folder that it may."""

    def __init__(self, command: Sequence[str], module: str, hidden: Iterable[str] = (), *, apart: bool | None = None):
        self._scratch = os.path.realpath(tempfile.mkdtemp(prefix="rush_guest_"))
        order = _order(command, module, self._scratch, hidden, walled() if apart is None else apart)
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(JAIL), order],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={},
            bufsize=0,
            start_new_session=True,
        )

    def kill(self) -> None:
        """All of it; what it has said can still be read."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        shutil.rmtree(self._scratch, ignore_errors=True)
