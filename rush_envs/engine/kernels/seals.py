"""What a kernel's files were when they were written: a list of their hashes beside the folder that holds them, and of
the kinds of arguments that it was compiled for.

numba unpickles its files and runs the machine code in them. A file that was cut off, overwritten or never finished
would be an error of any kind, or bring the process down; so nothing is loaded that its seal does not know.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from contextlib import suppress
from pathlib import Path

LARGEST = 1 << 20  # bytes of a seal; one has some hundred


def _seal(place: Path) -> Path:
    return place.with_name(place.name + ".done")


def _hashes(place: Path) -> dict[str, str]:
    """Of all files that numba would read."""
    found = {}
    for path in sorted([*place.rglob("*.nbi"), *place.rglob("*.nbc")]):
        with path.open("rb") as file:
            found[path.relative_to(place).as_posix()] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def _read(place: Path) -> tuple[dict[str, str], list[str]]:
    """The hashes and kinds of a seal; none of either where it cannot be read."""
    try:
        with _seal(place).open("rb") as file:
            found = json.loads(file.read(LARGEST))
        return dict(found["files"]), list(found["kinds"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}, []


def holds(place: Path, kind: str | None = None) -> bool:
    """Whether the files are those that were sealed, and one of them is for that kind of arguments."""
    files, kinds = _read(place)
    try:
        return bool(files) and (kind is None or kind in kinds) and files == _hashes(place)
    except OSError:  # somebody takes them away
        return False


def put(place: Path, kind: str | None = None) -> None:
    """With one more kind of arguments; whole or not at all, for those who look meanwhile."""
    seal, kinds = _seal(place), _read(place)[1]
    part = seal.with_name(seal.name + ".part")
    more = [kind] if kind is not None and kind not in kinds else []
    part.write_text(json.dumps({"files": _hashes(place), "kinds": kinds + more}))
    part.replace(seal)


def discard(place: Path) -> None:
    """The seal first: without it nothing is loaded."""
    with suppress(OSError):  # else the files that it names go, and it holds no more
        _seal(place).unlink(missing_ok=True)
    shutil.rmtree(place, ignore_errors=True)
