"""The header of the C files: the record, constants and tables of Coffee Rush, written from the game itself.

So the C plays with whatever cards and board the game has, and works on the same arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rush_envs.games.coffee_rush import components, config, multisets, view
from rush_envs.games.coffee_rush.state import STATE

NUMBERS: dict[Any, tuple[str, ...]] = {
    components: (
        "SEATS", "PAWNS", "CUPS", "SLOTS", "KINDS", "CELLS", "UPGRADES", "DIRECTIONS", "STRAIGHT", "FREE_STEPS",
        "PENALTIES_TO_CLOSE", "ORDERS_PER_UPGRADE", "UPGRADE_POINTS", "RECIPES", "RUSH_TOKENS",
    ),
    config: ("BEGINNER_ORDERS", "UPGRADES_PER_TURN"),
    multisets: ("BITS", "SPARE", "DIGITS", "ONES", "MOST"),
}  # fmt: skip
TABLES: dict[Any, tuple[str, ...]] = {
    components: (
        "BOARD", "TOKENS", "COPIES", "BEGINNER_COPIES", "OTHER_COPIES", "SPECIAL", "CORNER_CELL", "SPECIAL_CELL",
        "NEIGHBOUR", "REACH", "RECIPE_KEY",
    ),
    multisets: ("SHIFT", "NEED"),
    view: ("WANTED", "REACHABLE", "NEARNESS"),
}  # fmt: skip
WIDTHS = {"uint64": "uint64_t", "int64": "int64_t", "int32": "int32_t", "int16": "int16_t", "int8": "int8_t"}


def header() -> str:
    """Everything that the C files need to know of the game."""
    return "\n".join(["/* Written by tables.py. */", "#include <stddef.h>", *_numbers(), *_record(), *_tables(), ""])


def _numbers() -> Iterator[str]:
    for module, names in NUMBERS.items():
        for name in names:
            yield f"#define {name} {int(getattr(module, name))}LL"
    for name, value in vars(view).items():  # where actions and pieces begin, and how long pieces are
        if name.isupper() and isinstance(value, int) and (name[:2] in ("A_", "O_") or name not in vars(components)):
            yield f"#ifndef {name}\n#define {name} {value}\n#endif"
    yield f"#define ACTIONS {view.ACTIONS.size}"
    yield f"#define FEATURES {view.OBSERVATION.size}"


def _record() -> Iterator[str]:
    fields = STATE.dtype.fields
    assert fields is not None
    yield "typedef struct {"
    for name, (kind, *_) in fields.items():
        sizes = "".join(f"[{size}]" for size in kind.shape)
        yield f"    {WIDTHS[kind.base.name]} {name}{sizes};"
    yield "} State;"
    yield f'_Static_assert(sizeof(State) == {STATE.dtype.itemsize}, "the record");'
    for name, (_, offset, *_) in fields.items():
        yield f'_Static_assert(offsetof(State, {name}) == {offset}, "{name}");'


def _tables() -> Iterator[str]:
    for module, names in TABLES.items():
        for name in names:
            table = getattr(module, name)
            sizes = "".join(f"[{size}]" for size in table.shape)
            yield f"static const int64_t {name}{sizes} = {_braces(table)};"


def _braces(table: np.ndarray) -> str:
    return f"{{{', '.join(_braces(row) if row.ndim else f'{int(row)}LL' for row in table)}}}"
