"""What lies before the players: a panel for each with pyramids and score card, as far as the viewer sees them."""

from __future__ import annotations

from typing import Any

import numpy as np

from rush_envs.games.silver_gold_pyramids.cards import (
    GRID,
    GRID_TALL,
    LARGE,
    MINI,
    NEXT,
    SMALL,
    cell_parts,
    paint_back,
    paint_card,
    write_card,
    write_mini,
)
from rush_envs.games.silver_gold_pyramids.components import CELLS, DRAWN, KEEP_PAIRS, SLOTS, WIDTH
from rush_envs.games.silver_gold_pyramids.score_card import WIDE, counted, draw_score_card
from rush_envs.games.silver_gold_pyramids.state import KEEP, TAKE
from rush_envs.kit.scene import Canvas, Scene

PLAYER_COLOURS = ("blue", "crimson", "brown", "grey")

# Columns and rows
SCORE_CARD = 3 + SLOTS * (GRID + 1)  # where a panel's score card begins
PANEL, PANEL_TALL = SCORE_CARD + WIDE + 2, GRID_TALL + 4
PAINTED, PAINTED_NEXT = 2.85, 22.4  # where the first large grid of a picture begins, and from one to the next
SMALL_NEXT = 11.3


def _is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def sees(viewer: int | None, seat: int) -> bool:
    """Whether the viewer looks behind a seat's screen."""
    return viewer is None or viewer == seat


def player_name(seat: int, viewer: int | None) -> str:
    return f"player_{seat}" + " (you)" * (seat == viewer)


def _tally(s: np.void, seat: int, viewer: int | None) -> list[int]:
    return [int(number) for number in s["tally" if sees(viewer, seat) else "tally_shown"][seat]]


def _decides(s: np.void, seat: int, viewer: int | None) -> bool:
    """Whether the viewer knows that this seat must answer now."""
    known = s["phase"] == TAKE or sees(viewer, seat)
    return bool(known and s["active"] >> seat & 1) and not _is_over(s)


def deed(s: np.void, seat: int, viewer: int | None) -> str:
    """What a seat has to do or has done, as far as the viewer knows."""
    if _is_over(s) or (s["phase"] != TAKE and not sees(viewer, seat)):
        return "wins" if has_won(s, seat) else ""
    if s["phase"] == TAKE:
        takes = int(s["takes"][seat])
        return f"takes {counted(takes, 'card')}" + " later" * bool(seat != s["taking"]) if takes else ""
    if s["phase"] == KEEP:
        return "keeps 2 of 4 cards" if s["kept"][seat] < 0 else "has kept 2 cards"
    if s["main_due"][seat]:
        return "marks the shape or 1 cell"
    extra = int(s["extra_due"][seat])
    return f"has {counted(extra, 'extra mark')} to make" if extra else "is done"


def draw_player(scene: Scene, s: np.void, seat: int, viewer: int | None, x: int, y: int) -> None:
    words = (player_name(seat, viewer), counted(int(s["score"][seat]), "point"), deed(s, seat, viewer))
    title, decides = " · ".join(word for word in words if word), _decides(s, seat, viewer)
    panel = scene.panel(
        f"player_{seat}", x, y, PANEL, PANEL_TALL, title=title, line=PLAYER_COLOURS[seat], heavy=decides
    )
    if s["phase"] == KEEP:
        _draw_drawn(panel, s, seat, viewer)
    else:
        for slot in range(SLOTS):
            _draw_pyramid(panel, s, seat, slot, viewer)
    draw_score_card(panel, s, seat, _tally(s, seat, viewer), SCORE_CARD, 1)


def _draw_drawn(panel: Canvas, s: np.void, seat: int, viewer: int | None) -> None:
    """The four cards of the set-up, face down for others; two clicks keep two."""
    known = sees(viewer, seat)
    kept = KEEP_PAIRS[s["kept"][seat]] if known and s["kept"][seat] >= 0 else ()
    for k in range(DRAWN):
        x, left = 2 + k * NEXT, 2 + k * SMALL_NEXT
        panel.text(x, 3, f"card {k + 1}", colour="grey", anchor="middle", width=MINI, only="text")
        if not known:
            panel.box(x, 4, MINI, WIDTH + 1, fill="sand", line=None, only="text")
            panel.text(x, 7, "?", colour="brown", bold=True, anchor="middle", width=MINI, only="text")
            paint_back(panel, left, 4, 10.4, 6.5)
            continue
        card, pairs = int(s["drawn"][seat, k]), [number for number, pair in enumerate(KEEP_PAIRS) if k in pair]
        write_mini(panel, card, x, 4)
        paint_card(panel, card, left, 4.8, SMALL, f"{k + 1} · ", part={"pair": pairs} if seat == viewer else None)
        panel.text(x, 11, "kept" * (k in kept), bold=True, anchor="middle", width=MINI, only="text")
        if k in kept:
            panel.chip(left + 3.2, 10.4, "kept", fill="yellow", square=True, only="picture")


def _draw_pyramid(panel: Canvas, s: np.void, seat: int, slot: int, viewer: int | None) -> None:
    card, x, y = int(s["slot"][seat, slot]), 2 + slot * (GRID + 1), 1
    left, top = PAINTED + slot * PAINTED_NEXT, 2.4
    if card < 0:
        panel.box(x, y + 1, GRID, GRID_TALL, fill="fog", only="text")
        panel.text(x + 1, y + 1 + GRID_TALL // 2, "no pyramid", colour="grey", anchor="middle", width=GRID - 2)
        panel.box(left - 1.5, top - 1, 21.5, 12, line="silver", look="slot", only="picture")
        return
    marks = int(s["marks" if sees(viewer, seat) else "marks_shown"][seat, slot])
    fresh = marks & ~int(s["marks_shown"][seat, slot])
    write_card(panel, slot, card, marks, fresh, x, y)
    cells: list[Any] = []
    if seat == viewer and s["revealed"] > 0:
        pattern = int(s["expedition"][s["revealed"] - 1])
        cells = [cell_parts(slot, cell, pattern) for cell in range(CELLS)]
    part = {"pyramid": slot} if seat == viewer else None
    paint_card(panel, card, left, top, LARGE, f"{slot + 1} · ", marks=marks, fresh=fresh, part=part, cells=cells)
