"""What checks say: every claim that fails is an AssertionError in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

Errors = type[Exception] | tuple[type[Exception], ...]


def refuses(error: Errors, use: Callable[[], Any], what: str, words: str = "") -> str:
    """Claims that a use raises this error, with these words in its message; returns the message."""
    said = None
    try:
        use()
    except error as caught:
        said = str(caught)
    except Exception as other:
        raise AssertionError(f"{what} raises {type(other).__name__} ({other}) instead of {_named(error)}") from other
    assert said is not None, f"{what} is accepted; it must raise {_named(error)}"
    assert re.search(words, said), f"{what}: the error does not say {words!r}: {said}"
    return said


def _named(error: Errors) -> str:
    return " or ".join(kind.__name__ for kind in (error if isinstance(error, tuple) else (error,)))


def near(one: Any, other: Any, tolerance: float) -> bool:
    """Whether all numbers differ by no more than that: rewards are summed in different orders."""
    return bool(np.allclose(one, other, rtol=0, atol=tolerance))
