"""The board: sixteen cells that give an ingredient each, and the baristas on them."""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush.components import (
    BOARD,
    BOX,
    CELLS,
    CORNER_CELL,
    KIND_NAMES,
    NEIGHBOUR,
    PAWNS,
    SPECIAL_CELL,
    WIDTH,
    cell_place,
)
from rush_envs.games.coffee_rush.pieces import KIND_COLOURS, PLAYER_COLOURS, player_name
from rush_envs.kit.scene import Panel
from rush_envs.kit.scene.paths import polygon

CELL, TALL = 12, 5  # columns and rows from one cell to the next
BOARD_WIDE, BOARD_TALL = WIDTH * CELL + 2, WIDTH * TALL + 1
TINTS = ("sand", "fog", "pale purple", "pale blue", "pale blue", "pale green", "pale red", "cream")  # of the kinds
RIBBON = polygon([(60, 0), (84, 0), (116, 32), (116, 56)])  # across a special cell's corner
Means = list[dict[str, int | str]]  # alternatives of what a mark stands for
BRACKETS = {0: "M4 30V4H34", 3: "M82 4h30v26", 12: "M4 66V92H34", 15: "M82 92h30V66"}  # of the corners


def draw_board(panel: Panel, s: np.void, viewer: int | None) -> None:
    panel.box(0, 0, BOARD_WIDE, BOARD_TALL, fill="brown", line="cocoa", heavy=True, look="card", only="picture")
    parts = _parts(s, viewer)
    for cell in range(CELLS):
        _draw_cell(panel, cell, parts[cell])
    for cell in range(CELLS):
        _draw_pawns(panel, s, cell, viewer, parts[cell])


def _parts(s: np.void, viewer: int | None) -> list[Means]:
    """What each cell stands for: a place for a pawn, and a step of each pawn beside it."""
    if viewer is None:
        return [[]] * CELLS
    parts = []
    for cell in range(CELLS):
        found: Means = [{"range": "place", "cell": cell}]
        for pawn in range(_pawns_each(s)):
            at = int(s["pawn"][viewer, pawn])
            ways = np.flatnonzero(NEIGHBOUR[at] == cell) if at >= 0 else ()
            found += [{"pawn": pawn, "direction": int(direction)} for direction in ways]
        parts.append(found)
    return parts


def _pawns_each(s: np.void) -> int:
    return PAWNS if s["seats"] == 2 else 1


def _draw_cell(panel: Panel, cell: int, part: Means) -> None:
    x, y, kind = cell % WIDTH * CELL, cell // WIDTH * TALL, int(BOARD[cell])
    special, corner = bool(SPECIAL_CELL[cell]), bool(CORNER_CELL[cell])
    panel.box(x, y, CELL + 1, TALL + 1, only="text")
    panel.text(x + 1, y, cell_place(cell), colour="grey", only="text")
    panel.chip(x + 1, y + 1, BOX.letters[kind], fill=KIND_COLOURS[kind], only="text")
    panel.text(x + 2, y + 1, f" {KIND_NAMES[kind]}"[: CELL - 2], only="text")
    panel.text(x + 1, y + 2, "special" * special + "corner" * corner, colour="grey", only="text")
    left, top = x + 1.2, y + 0.6
    panel.box(left, top, 11.6, 4.8, fill=TINTS[kind], line="cocoa", look="tile", only="picture", part=part)
    if special:
        panel.shape(left, top, RIBBON, fill="gold", opacity=0.9)
        panel.icon(left + 8.5, top + 0.45, "star", size=(1.8, 0.9), colour="day", only="picture")
    if corner:
        panel.shape(left, top, BRACKETS[cell], line="gold", weight=5)
    panel.icon(left + 0.8, top + 0.85, KIND_NAMES[kind], size=(5.6, 2.8), only="picture")
    panel.text(left + 0.8, top + 3.7, KIND_NAMES[kind], bold=True, size=13, only="picture")
    panel.text(left + 0.8, top + 0.1 + 0.15 * corner, cell_place(cell), colour="grey", size=12.5,
               only="picture")  # fmt: skip


def _draw_pawns(panel: Panel, s: np.void, cell: int, viewer: int | None, part: Means) -> None:
    """Two pawns meet on a cell only while one of them is passing."""
    x, y, each = cell % WIDTH * CELL, cell // WIDTH * TALL, _pawns_each(s)
    found = [(seat, pawn) for seat in range(s["seats"]) for pawn in range(each) if s["pawn"][seat, pawn] == cell]
    for k, (seat, pawn) in enumerate(found):
        words = player_name(seat) + (f" #{pawn + 1}" if each > 1 else "")
        panel.chip(x + 1 + (CELL - 1 - len(words)) // 2, y + 3 + k, words, fill=PLAYER_COLOURS[seat], only="text")
        left, top = x + 7.1 - 2.6 * k, y + 1.15
        means: Means = [{"pawn": pawn}, *part[1:]] if seat == viewer else part
        panel.icon(left, top, "barista", size=(5.4, 4), colour=PLAYER_COLOURS[seat], only="picture", part=means)
        number = f"{seat}" + f"·{pawn + 1}" * (each > 1)
        panel.text(left, top + 2.5, number, colour="night", bold=True, anchor="middle", width=5, size=15,
                   only="picture")  # fmt: skip
