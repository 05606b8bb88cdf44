"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from rush_envs.errors import RushError


def write_safely(path: Path, content: bytes) -> None:
    """All of it or nothing: a full disk, a kill or another writer leaves a whole file, of before or of after.

    What is no plain file, a device or a pipe, is written to and stays what it is; so does a link.
    """
    target = Path(os.path.realpath(path))
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise RushError(
            f"{path}: cannot be written ({error.strerror or error}); what was there before is kept"
        ) from None
