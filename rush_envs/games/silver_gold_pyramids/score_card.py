"""The score card of a player: gems in pairs, torches, the track of skulls, pyramids and awards, and their worth."""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.cards import BANDS, FILLS, LETTERS, PICTURES
from rush_envs.games.silver_gold_pyramids.components import (
    AWARD_POINTS,
    AWARDS,
    COLOUR_NAMES,
    GEM_POINTS,
    GREEN_GEM,
    MOST_GEMS,
    MOST_SKULLS,
    PAIR_POINTS,
    PYRAMID_POINTS,
    RED_GEM,
    ROUNDS,
    SKULL_POINTS,
    TORCH_POINTS,
)
from rush_envs.games.silver_gold_pyramids.state import GREEN, RED, SKULLS, TORCHES
from rush_envs.kit.scene import Canvas

WIDE = 15  # columns
PLACES = (0, 3, 5)  # of the awards in a row of text
UNMADE = 0.22  # how much is seen of what is still to be got


def counted(number: int, thing: str) -> str:
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing}es" if thing.endswith(("s", "ch")) else f"{number} {thing}s"


def write_award(canvas: Canvas, award: int, x: int, y: int) -> None:
    """Each award has a place of its own in a row."""
    canvas.chip(x + PLACES[award], y, str(AWARD_POINTS[award]), fill="gold", only="text")


def paint_award(canvas: Canvas, award: int, x: float, y: float, *, there: bool) -> None:
    canvas.icon(x, y, "coin", size=(2.6, 1.3), colour="gold", opacity=1 if there else UNMADE, only="picture")
    points, colour = str(AWARD_POINTS[award]), "night" if there else "grey"
    canvas.text(x - 0.2, y + 0.15, points, colour=colour, bold=there, anchor="middle", width=3, size=13, only="picture")


def draw_score_card(canvas: Canvas, s: np.void, seat: int, tally: list[int], x: int, y: int) -> None:
    """On so many columns and 13 rows."""
    canvas.box(x - 0.6, y - 0.1, WIDE + 1.2, 13.3, fill="fog", line="silver", look="tile", only="picture")
    _draw_gems(canvas, tally[RED], tally[GREEN], x, y)
    _draw_torches(canvas, tally[TORCHES], x, y + 3)
    _draw_skulls(canvas, tally[SKULLS], x, y + 4)
    _draw_completed(canvas, s, seat, x, y + 8)


def _draw_points(canvas: Canvas, words: str, points: int, x: int, y: int, painted: float) -> None:
    """In text on the row y, in pictures where it is painted."""
    told = f"{points:+}".replace("-", "−") if points else "0"
    canvas.text(x, y, words, colour="grey", only="text")
    canvas.text(x, y, told, bold=True, anchor="end", width=WIDE, only="text")
    canvas.text(x, painted, words, colour="grey", size=13, only="picture")
    canvas.text(x, painted, told, bold=True, anchor="end", width=WIDE, size=13, only="picture")


def _draw_gems(canvas: Canvas, red: int, green: int, x: int, y: int) -> None:
    for k, (symbol, count) in enumerate(((RED_GEM, red), (GREEN_GEM, green))):
        canvas.chip(x, y + k, LETTERS[symbol], fill=FILLS[symbol], only="text")
        words = "♦" * count + "·" * (MOST_GEMS - count)
        canvas.text(x + 2, y + k, words, colour=FILLS[symbol], only="text")
        canvas.text(x, y + k, str(count), bold=True, anchor="end", width=WIDE, only="text")
        for gem in range(MOST_GEMS):
            canvas.icon(x + 1.5 * gem, y + 0.15 + 0.9 * k, PICTURES[symbol], size=(1.6, 0.8),
                        opacity=1 if gem < count else UNMADE, only="picture")  # fmt: skip
    pairs, single = min(red, green), abs(red - green)
    _draw_points(canvas, counted(pairs, "pair"), PAIR_POINTS * pairs + GEM_POINTS * single, x, y + 2, y + 1.95)


def _draw_torches(canvas: Canvas, torches: int, x: int, y: int) -> None:
    """One a round."""
    canvas.text(x, y, "torch", colour="grey", only="text")
    for k in range(ROUNDS):
        found = bool(torches >> k & 1)
        canvas.chip(x + 6 + 2 * k, y, str(k + 1) if found else "–", fill="orange" if found else "fog", only="text")
        canvas.icon(x + 2.6 * k - 0.2, y, "torch", size=(2.6, 1.3), opacity=1 if found else UNMADE,
                    only="picture")  # fmt: skip
    points = TORCH_POINTS * torches.bit_count()
    told = f"{points:+}" if points else "0"
    canvas.text(x, y + 0.15, told, bold=True, anchor="end", width=WIDE, size=13, only="picture")


def _draw_skulls(canvas: Canvas, skulls: int, x: int, y: int) -> None:
    """The track of losses: crossed ones, the last of them, which counts, and those to come."""
    _draw_points(canvas, counted(skulls, "skull"), -int(SKULL_POINTS[skulls]), x, y, y + 0.4)
    for k in range(MOST_SKULLS):
        left, row, loss = x + 3 * (k % 5), y + 1 + k // 5, str(SKULL_POINTS[k + 1])
        crossed, last = k < skulls, k + 1 == skulls
        if last:
            canvas.chip(left, row, loss, fill="ink", only="text")
        elif crossed:
            canvas.chip(left, row, "×", fill="grey", only="text")
        else:
            canvas.text(left, row, loss, colour="grey", only="text")
        top = y + 1.3 + k // 5 * 1.15
        fill = "crimson" if last else "grey" if crossed else "white"
        canvas.box(left, top, 2.85, 1.15, fill=fill, look="tile", only="picture")
        if crossed and not last:
            canvas.icon(left + 0.4, top + 0.08, "skull", size=(2, 1), colour="day", only="picture")
        else:
            colour = "day" if last else "grey"
            canvas.text(left, top + 0.07, loss, colour=colour, bold=last, anchor="middle", width=3, size=13,
                        only="picture")  # fmt: skip


def _draw_completed(canvas: Canvas, s: np.void, seat: int, x: int, y: int) -> None:
    """Pyramids and awards of each colour, and the lowest number, which breaks ties."""
    number, lowest = int(s["completed"][seat].sum()), int(s["lowest"][seat])
    _draw_points(canvas, counted(number, "pyramid"), PYRAMID_POINTS * number, x, y, y - 0.15)
    for colour, name in enumerate(COLOUR_NAMES):
        row, count = y + 1 + colour, int(s["completed"][seat, colour])
        canvas.text(x, row, name, colour=BANDS[colour], bold=True, only="text")
        canvas.text(x + 7, row, str(count), bold=True, only="text")
        top = y + 0.75 + 1.15 * colour
        canvas.icon(x - 0.2, top, "pyramid", size=(2.9, 1.2), colour=BANDS[colour], only="picture")
        canvas.text(
            x + 2.9, top + 0.1, f"×{count}", bold=bool(count), colour="ink" if count else "grey", only="picture"
        )
        for award in range(AWARDS):
            held = bool(s["awards"][seat, colour] >> award & 1)
            if held:
                write_award(canvas, award, x + 9, row)
                paint_award(canvas, award, x + 6.6 + 2.8 * award, top - 0.05, there=True)
    if lowest:
        canvas.text(x, y + 4, f"lowest {lowest:02}", colour="grey", only="text")
        canvas.text(x, y + 4.15, f"lowest {lowest:02}", colour="grey", size=12.5, only="picture")
