"""What every part of the drawing shares: icons, colours, names, and tokens one by one or as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rush_envs.games.coffee_rush.components import BOX, KIND_NAMES, KINDS, RECIPE
from rush_envs.kit.scene import Canvas, Icons

ICONS = Icons.read(Path(__file__).with_name("icons.svg"))
KIND_COLOURS = ("brown", "cream", "silver", "sky", "blue", "lime", "cocoa", "orange")
PLAYER_COLOURS = ("blue", "vermilion", "green", "purple")
COFFEE, MILK, STEAM, ICE, WATER, TEA, CHOCOLATE, CARAMEL = range(KINDS)
MANY = 12  # tokens of one heap that are told one by one


def is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def player_name(seat: int, viewer: int | None = None) -> str:
    return f"player_{seat} (you)" if seat == viewer else f"player_{seat}"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# ------------------------------------------------------------------------------------------------------------------
# Tokens


def write_tokens(canvas: Canvas, x: int, y: int, counts: np.ndarray) -> None:
    """In text: a letter for each token; where these are too many, each kind once with its number."""
    one_each = np.sum(counts) <= MANY
    for kind in np.flatnonzero(counts):
        words = [BOX.letters[kind]] * counts[kind] if one_each else [f"{BOX.letters[kind]}{counts[kind]}"]
        for word in words:
            canvas.chip(x, y, word, fill=KIND_COLOURS[kind], only="text")
            x += len(word) + 1
    if not np.any(counts):
        canvas.text(x, y, "–", colour="grey", only="text")


def one_by_one(counts: np.ndarray, most: int) -> Iterator[tuple[int, int]]:
    """(kind, how many it stands for): every token for itself where there is room for all, else each kind once."""
    alone = int(np.sum(counts)) <= most
    for kind in np.flatnonzero(counts).tolist():
        yield from [(kind, 1)] * int(counts[kind]) if alone else [(kind, int(counts[kind]))]


def paint_token(
    canvas: Canvas, x: float, y: float, kind: int, count: int = 1, *, size: float, opacity: float = 1.0
) -> None:
    """In pictures, of so many rows; several of a kind with their number."""
    canvas.icon(x, y, KIND_NAMES[kind], size=(2 * size, size), opacity=opacity, only="picture")
    if count > 1:
        canvas.text(x + 1.1 * size, y + size - 0.9, f"×{count}", bold=True, size=12.5, only="picture")


# ------------------------------------------------------------------------------------------------------------------
# Recipes


def letters(recipe: int) -> str:
    return "".join(BOX.letters[kind] * int(RECIPE[recipe, kind]) for kind in range(KINDS))


def drink(recipe: int) -> tuple[str, str]:
    """The icon of a drink and the colour of what is in it."""
    needs = RECIPE[recipe]
    glass = "iced" if needs[ICE] else "hot" if needs[STEAM] or needs[WATER] else "short"
    if needs[TEA] and not needs[COFFEE]:
        return glass, "lime"
    if needs[CHOCOLATE]:
        return glass, "cocoa"
    if needs[CARAMEL]:
        return glass, "orange"
    return glass, "brown" if needs[MILK] or needs[TEA] else "cocoa"


def paint_recipe(
    canvas: Canvas, recipe: int, x: float, y: float, size: float, room: float, opacity: float = 1.0
) -> None:
    """Its ingredients in a row of so many columns at most, closer together where they are many."""
    kinds = [kind for kind in range(KINDS) for _ in range(int(RECIPE[recipe, kind]))]
    step = min(2 * size, (room - 2 * size) / max(len(kinds) - 1, 1))
    for k, kind in enumerate(kinds):
        paint_token(canvas, x + k * step, y, kind, size=size, opacity=opacity)


def in_two_lines(name: str, width: int) -> tuple[str, str]:
    """The words of a name on two lines, the first as long as fits."""
    words = name.split()
    first = words[0]
    while (rest := words[len(first.split()) :]) and len(first) + 1 + len(rest[0]) <= width:
        first += f" {rest[0]}"
    return first, " ".join(rest)
