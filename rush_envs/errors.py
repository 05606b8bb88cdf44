"""Every error a user can meet, each with a name to catch and a message that says how to mend it."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 80  # characters of one value that a message quotes
LONGEST_MESSAGE = 2000


class RushError(Exception):
    """Base of all errors of this package. However much of what was given a message quotes, it stays readable."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words if len(words) <= LONGEST_MESSAGE else words[: LONGEST_MESSAGE - 1] + "…")


class UnknownGame(RushError, KeyError):
    """No game of that name is registered."""

    __str__ = Exception.__str__  # KeyError would show the message quoted


class UnknownAgent(RushError, KeyError):
    """No such agent plays in this environment, or no policy of that name exists."""

    __str__ = Exception.__str__


class BadGame(RushError, TypeError):
    """A game does not keep the contract: a page or kernel is missing, or it is registered under another name."""


class BadOption(RushError, ValueError):
    """An option of a game or a door is unknown or out of its range."""


class BadRecord(BadOption):
    """A record from outside is no possible position of the batch's game and configuration."""


class BadData(RushError, ValueError):
    """A data file of a game is malformed or contradicts the rules."""


class BadAction(RushError, ValueError):
    """What was given is no action at all: wrong type, dtype, shape or rows."""


class IllegalAction(BadAction):
    """An action of the right form that the rules do not allow now."""


class NotReset(RushError, RuntimeError):
    """The environment was used before its first reset."""


class ThreadLost(RushError, RuntimeError):
    """A thread that shared the work of a step has ended before it was done."""


class BatchInUse(RushError, RuntimeError):
    """Another thread is using the batch right now."""


class GameOver(RushError, RuntimeError):
    """The game has ended; only a reset makes sense now."""


class BadReplay(RushError, ValueError):
    """A replay file is malformed, too large, or made by another game, version or data."""


class MissingExtra(RushError, ImportError):
    """A feature needs packages of an optional extra."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs packages that are not installed; run: pip install 'rush-envs[{extra}]'")


class CacheWarning(UserWarning):
    """Compiled kernels cannot be kept on disk: everything works, every process compiles anew."""


class GameWarning(UserWarning):
    """A game of another package cannot be loaded and is left out."""


class _Quotation(reprlib.Repr):
    """Of values that may be anything: large, nested in themselves, or with words of their own that fail."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxlong = self.maxother = LONGEST
        self.maxlevel, self.maxtuple, self.maxlist, self.maxdict = 4, 8, 8, 4


_quotation = _Quotation()


def shown(value: object) -> str:
    """A value from outside as a message quotes it: printable, cut short, whatever it is."""
    try:
        words = _quotation.repr(value)
    except Exception:  # a number of too many digits, or a stranger's `__repr__`
        words = f"<{type(value).__name__}>"
    words = words if words.isprintable() else "".join(c if c.isprintable() else "?" for c in words)
    return words if len(words) <= 4 * LONGEST else words[: 4 * LONGEST - 1] + "…"


def hint(word: object, known: Iterable[str]) -> str:
    """`did you mean …` and the list of what there is, for messages about unknown names."""
    names = sorted(known)
    close = get_close_matches(word[:LONGEST], names, n=1) if isinstance(word, str) else []
    start = f"did you mean {close[0]!r}? " if close else ""
    return f"{start}known: {', '.join(names) or 'none'}"
