"""What a kernel's files were when they were written: a list of their hashes beside the folder that holds them.

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


def holds(place: Path) -> bool:
    """Whether the files are those that were sealed."""
    try:
        with _seal(place).open("rb") as file:
            return bool(json.loads(file.read(LARGEST)) == _hashes(place))
    except (OSError, ValueError, RecursionError):
        return False


def put(place: Path) -> None:
    """Whole or not at all, for those who look meanwhile."""
    seal = _seal(place)
    part = seal.with_name(seal.name + ".part")
    part.write_text(json.dumps(_hashes(place)))
    part.replace(seal)


def discard(place: Path) -> None:
    """The seal first: without it nothing is loaded."""
    with suppress(OSError):  # else the files that it names go, and it holds no more
        _seal(place).unlink(missing_ok=True)
    shutil.rmtree(place, ignore_errors=True)
