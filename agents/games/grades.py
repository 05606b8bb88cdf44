"""Numbers for networks, as finely as they are: `put_grades`."""

from __future__ import annotations

from rush_envs.kit import inlined
from rush_envs.kit.features import put


@inlined
def put_grades(out, first, left, grades, grade):
    """A number in so many features of at most `grade`, each of which is filled before the next begins: a network has a
    slope of its own for every one of them."""
    for place in range(grades):
        if left > 0:
            put(out, first + place, min(left, grade))
        left -= grade
