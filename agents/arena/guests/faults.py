"""How a fault is told: what went wrong, in which line of the guest's own files, and what it said last.

Guests choose these words, so they are stored and shown without control characters, on one line and cut short.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

LONGEST = 300  # characters of what went wrong
LAST_WORDS = 200  # characters of the end of stderr


def plain(text: str, most: int, *, end: bool = False) -> str:
    """On one line, printable, with at most so many characters: the first, or the last."""
    words = " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
    if len(words) <= most:
        return words
    return "…" + words[1 - most :] if end else words[: most - 1] + "…"


def told(error: BaseException, module: str = "") -> str:
    """`ZeroDivisionError: oh no (my_module.py, line 7, in act)`: the innermost line that is the guest's own."""
    return plain(f"{type(error).__name__}: {error}", LONGEST) + place(error, module)


def place(error: BaseException, module: str) -> str:
    """` (my_module.py, line 7, in act)`, if the error came from there at all."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_own(frame.filename, module)]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno}, in {own[-1].name})" if own else ""


def _is_own(file: str, module: str) -> bool:
    """Whether a file is that of the module, lies in its package, or beside it."""
    top = getattr(sys.modules.get(module.partition(".")[0]), "__file__", None)
    return top is not None and Path(top).parent in Path(file).parents


def with_last_words(words: str, stderr: bytes) -> str:
    """And what the guest wrote last."""
    said = plain(stderr.decode("utf-8", "replace"), LAST_WORDS, end=True)
    return f"{plain(words, LONGEST + 100)}; it said: {said}" if said else plain(words, LONGEST + 100)
