"""Paths for `shape`: in pixels, of which a column has 10 and a row 20."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOKEN = re.compile(r"[A-Za-z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}  # that a command takes


def circle(x: float, y: float, radius: float) -> str:
    """Round its middle."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, wide: float, tall: float) -> str:
    """Round its middle, with half its width and half its height."""
    arc = f"a{wide:g} {tall:g} 0 1 0"
    return f"M{x - wide:g} {y:g}{arc} {2 * wide:g} 0{arc} {-2 * wide:g} 0Z"


def rectangle(x: float, y: float, wide: float, tall: float, radius: float = 0) -> str:
    """From its upper left corner, with round corners if wanted."""
    if not radius:
        return f"M{x:g} {y:g}h{wide:g}v{tall:g}h{-wide:g}Z"
    r, across, down = radius, wide - 2 * radius, tall - 2 * radius
    arc = f"a{r:g} {r:g} 0 0 1"
    return (
        f"M{x + r:g} {y:g}h{across:g}{arc} {r:g} {r:g}v{down:g}{arc} {-r:g} {r:g}"
        f"h{-across:g}{arc} {-r:g} {-r:g}v{-down:g}{arc} {r:g} {-r:g}Z"
    )


def polygon(points: Sequence[tuple[float, float]]) -> str:
    """From corner to corner and back."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def polyline(points: Sequence[tuple[float, float]]) -> str:
    """From point to point."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def extent(path: str) -> tuple[float, float, float, float]:
    """(left, top, right, bottom) that hold the path and all points that steer it: never too small, often too large."""
    x = y = 0.0
    xs, ys, start = [], [], (0.0, 0.0)
    for command, numbers in _commands(path):
        kind, relative = command.upper(), command.islower()
        if kind == "Z":
            x, y = start
            continue
        reach = 2 * max(numbers[:2]) if kind == "A" else 0.0
        for px, py in _points(kind, numbers, relative, x, y):
            xs += [px - reach, px + reach]
            ys += [py - reach, py + reach]
        x, y = px, py
        if kind == "M":
            start = x, y
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def _commands(path: str) -> list[tuple[str, list[float]]]:
    """Each command with its numbers; one that is not repeated in the path is here."""
    found: list[tuple[str, list[float]]] = []
    tokens, k, command = _TOKEN.findall(path), 0, "L"
    while k < len(tokens):
        if tokens[k].isalpha():
            command, k = tokens[k], k + 1
        count = _NUMBERS[command.upper()]
        numbers = [float(token) for token in tokens[k : k + count] if not token.isalpha()]
        if len(numbers) < count:
            raise ValueError(f"no path: {command} takes {count} numbers, in {path[:60]!r}")
        found.append((command, numbers))
        k += count
        command = {"M": "L", "m": "l"}.get(command, command)
        if not count and k < len(tokens) and not tokens[k].isalpha():
            raise ValueError(f"no path: a number after {command}, in {path[:60]!r}")
    return found


def _points(kind: str, numbers: list[float], relative: bool, x: float, y: float) -> list[tuple[float, float]]:
    """Where a command leads and what steers it, the end last."""
    dx, dy = (x, y) if relative else (0.0, 0.0)
    if kind == "H":
        return [(numbers[0] + dx, y)]
    if kind == "V":
        return [(x, numbers[0] + dy)]
    if kind == "A":
        numbers = numbers[5:]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(x, y)] * (kind != "M") + [(px + dx, py + dy) for px, py in pairs]
