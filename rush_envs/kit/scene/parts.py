"""Which part of an action a mark of a drawing stands for, in the names of the game's action layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Place = int | str | Iterable[int]
Part = Mapping[str, Place] | Sequence[Mapping[str, Place]]
"""`{"cell": 3}`, `{"pawn": 0, "direction": 2}`, `{"cells": [4, 7]}` (any of these), `{"range": "done"}`; or a list of
such, of which any may be meant."""

Plain = tuple[tuple[tuple[str, tuple[int | str, ...]], ...], ...]
"""The same as nested tuples: alternatives, each of (axis, places) that must all agree."""


def plain(part: Part | None) -> Plain:
    """A part as nested tuples, which are compared and sent as they are."""
    if not part:
        return ()
    alternatives = [part] if isinstance(part, Mapping) else part
    return tuple(tuple((axis, _places(place)) for axis, place in one.items()) for one in alternatives)


def _places(place: Place) -> tuple[int | str, ...]:
    if isinstance(place, str):
        return (place,)
    if isinstance(place, Iterable):
        return tuple(int(one) for one in place)
    return (int(place),)
