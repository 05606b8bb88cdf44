"""HTML in which nothing but the page itself is HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Formatter
from typing import Any

from rush_envs.kit.printable import printable


class Markup(str):
    """A piece of a page that is made already: it stays as it is where a piece is filled in."""


class _Filling(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        words = format(value, format_spec)
        return words if isinstance(value, Markup) else escape(printable(words))


def markup(piece: str, *values: Any, **named: Any) -> Markup:
    """`markup("<p>{}</p>", words)`: whatever is filled in is text, of printable characters, unless it is `Markup`."""
    return Markup(_Filling().vformat(piece, values, named))


def joined(pieces: Iterable[Markup]) -> Markup:
    return Markup("".join(pieces))
