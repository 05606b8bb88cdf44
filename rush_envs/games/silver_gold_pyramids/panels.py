"""What lies before the players: a panel for each with pyramids and score card; and the words, cards and chips that the
whole drawing shares.

Discs and cards with a letter are symbols still to be reached; a marked cell is golden, one marked on the card in play
yellow, and shaded where there is no colour.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    AWARD_POINTS,
    AWARDS,
    CARDS,
    CELLS,
    COLOUR,
    COLOUR_NAMES,
    DRAWN,
    ENTRANCE,
    GEM_POINTS,
    GREEN_GEM,
    KEEP_PAIRS,
    MOST_GEMS,
    MOST_SKULLS,
    PAIR_POINTS,
    PYRAMID_POINTS,
    RED_GEM,
    ROUNDS,
    SKULL_POINTS,
    SLOTS,
    SYMBOL_CELLS,
    SYMBOL_NAMES,
    TOMB,
    WALL,
    WIDTH,
)
from rush_envs.games.silver_gold_pyramids.state import GREEN, KEEP, RED, SKULLS, TAKE, TORCHES
from rush_envs.kit.scene import Scene

PLAYER_COLOURS = ("blue", "crimson", "brown", "grey")
BANDS = ("green", "orange", "purple")  # in the order of COLOUR_NAMES
LETTERS = "#ET+RGFSP"  # in the order of SYMBOL_NAMES
FILLS = ("cocoa", "white", "ink", "blue", "crimson", "green", "orange", "grey", "pink")
DARK = {"cocoa", "ink", "blue", "crimson", "green", "grey", "purple"}  # to be written on in white
FLOOR, MARKED, FRESH = "cream", "gold", "yellow"
NOTHING = -1

# Columns and rows of the drawing
CELL, TALL = 4, 2  # from one cell of a pyramid to the next
GRID, GRID_TALL = WIDTH * CELL + 1, WIDTH * TALL + 1
MINI, NEXT = 2 * WIDTH, 2 * WIDTH + 1  # a small card, and from one to the next
SCORE_CARD = 2 + SLOTS * (GRID + 1)  # where a panel's score card begins
PANEL, PANEL_TALL = SCORE_CARD + 17, GRID_TALL + 4
NUMBERS = 14  # where the numbers of a score card end


def _symbols() -> np.ndarray:
    """(CARDS, CELLS) the symbol of each cell, or NOTHING."""
    found = np.full((CARDS, CELLS), NOTHING)
    for symbol in range(len(SYMBOL_NAMES)):
        found[SYMBOL_CELLS[:, symbol, None] >> np.arange(CELLS) & 1 == 1] = symbol
    return found


SYMBOL_AT = _symbols()


# ------------------------------------------------------------------------------------------------------------------
# Words and facts


def _is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def sees(viewer: int | None, seat: int) -> bool:
    """Whether the viewer looks behind a seat's screen."""
    return viewer is None or viewer == seat


def player_name(seat: int, viewer: int | None) -> str:
    return f"player_{seat}" + " (you)" * (seat == viewer)


def card_name(card: int) -> str:
    """`green 07`"""
    return f"{COLOUR_NAMES[COLOUR[card]]} {card + 1:02}"


def counted(number: int, thing: str) -> str:
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing}es" if thing.endswith(("s", "ch")) else f"{number} {thing}s"


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
    return f"{counted(extra, 'extra mark')} due" if extra else "is done"


# ------------------------------------------------------------------------------------------------------------------
# Cards and chips


def draw_area(scene: Scene, x: int, y: int, fill: str, words: str) -> None:
    """An area of colour; its words are seen only where there is no colour."""
    scene.box(x, y, len(words), 1, fill=fill, line=None)
    for k, word in enumerate(words):
        scene.text(x + k, y, word, colour=fill, anchor="middle", width=1)


def _draw_band(scene: Scene, card: int, x: int, y: int, width: int, words: str = "") -> None:
    """Colour and number of a card, after some words."""
    fill = BANDS[COLOUR[card]]
    scene.box(x, y, width, 1, fill=fill, line=None)
    colour = "white" if fill in DARK else "ink"
    scene.text(x, y, words + card_name(card), colour=colour, bold=True, anchor="middle", width=width)


def draw_mini(scene: Scene, card: int, x: int, y: int) -> None:
    """A small card of two columns a cell."""
    if card < 0:
        scene.box(x, y, MINI, WIDTH + 1, fill="fog", line=None)
        scene.text(x, y + 3, "–", colour="grey", anchor="middle", width=MINI)
        return
    _draw_band(scene, card, x, y, MINI)
    for cell in sorted(range(CELLS), key=lambda cell: SYMBOL_AT[card, cell] != WALL):  # walls below what is beside them
        left, top, symbol = x + cell % WIDTH * 2, y + 1 + cell // WIDTH, int(SYMBOL_AT[card, cell])
        if symbol == WALL:
            draw_area(scene, left, top, FILLS[WALL], "██")
            continue
        fill = FLOOR if symbol < 0 else FILLS[symbol]
        colour = "silver" if symbol < 0 else "white" if fill in DARK else "ink"
        scene.box(left, top, 2, 1, fill=fill, line=None)
        scene.text(left, top, "·" if symbol < 0 else LETTERS[symbol], colour=colour, anchor="middle", width=2)


def draw_award(scene: Scene, award: int, x: int, y: int) -> None:
    """Each award has a place of its own in a row."""
    scene.chip(x + (0, 3, 5)[award], y, str(AWARD_POINTS[award]), fill="gold")


# ------------------------------------------------------------------------------------------------------------------
# Players


def draw_player(scene: Scene, s: np.void, seat: int, viewer: int | None, x: int, y: int) -> None:
    words = (player_name(seat, viewer), counted(int(s["score"][seat]), "point"), deed(s, seat, viewer))
    label, decides = " · ".join(word for word in words if word), _decides(s, seat, viewer)
    scene.box(x, y, PANEL, PANEL_TALL, line=PLAYER_COLOURS[seat], heavy=decides, label=label)
    if s["phase"] == KEEP:
        _draw_drawn(scene, s, seat, viewer, x + 2, y + 3)
    else:
        marks = s["marks" if sees(viewer, seat) else "marks_shown"][seat]
        for slot in range(SLOTS):
            fresh = int(marks[slot]) & ~int(s["marks_shown"][seat, slot])
            left = x + 2 + slot * (GRID + 1)
            _draw_pyramid(scene, slot, int(s["slot"][seat, slot]), int(marks[slot]), fresh, left, y + 1)
    tally, left = _tally(s, seat, viewer), x + SCORE_CARD
    _draw_gems(scene, tally, left, y + 1)
    _draw_torches(scene, tally[TORCHES], left, y + 4)
    _draw_skulls(scene, tally[SKULLS], left, y + 5)
    _draw_completed(scene, s, seat, left, y + 9)


def _draw_drawn(scene: Scene, s: np.void, seat: int, viewer: int | None, x: int, y: int) -> None:
    """The four cards of the set-up, face down for others."""
    known = sees(viewer, seat)
    kept = KEEP_PAIRS[s["kept"][seat]] if known and s["kept"][seat] >= 0 else ()
    for k in range(DRAWN):
        left = x + k * NEXT
        scene.text(left, y, f"card {k + 1}", colour="grey", anchor="middle", width=MINI)
        if known:
            draw_mini(scene, int(s["drawn"][seat, k]), left, y + 1)
            scene.text(left, y + 8, "kept" * (k in kept), bold=True, anchor="middle", width=MINI)
        else:
            scene.box(left, y + 1, MINI, WIDTH + 1, fill="sand", line=None)
            scene.text(left, y + 4, "?", colour="brown", bold=True, anchor="middle", width=MINI)


def _draw_pyramid(scene: Scene, slot: int, card: int, marks: int, fresh: int, x: int, y: int) -> None:
    """A card of a player with its place among both, and the numbers of rows and columns beside it: moves use them."""
    if card < 0:
        scene.box(x, y + 1, GRID, GRID_TALL, fill="fog")
        scene.text(x + 1, y + 1 + GRID_TALL // 2, "no pyramid", colour="grey", anchor="middle", width=GRID - 2)
        return
    _draw_band(scene, card, x + 1, y, GRID - 2, f"{slot + 1} · ")
    for k in range(WIDTH):
        scene.text(x - 1, y + 2 + k * TALL, str(k), colour="grey")
        scene.text(x + 1 + k * CELL, y + 1 + GRID_TALL, f"c{k}", colour="grey", anchor="middle", width=CELL - 1)
    for cell in range(CELLS):
        place = x + cell % WIDTH * CELL, y + 1 + cell // WIDTH * TALL
        _draw_cell(scene, int(SYMBOL_AT[card, cell]), bool(marks >> cell & 1), bool(fresh >> cell & 1), *place)


def _draw_cell(scene: Scene, symbol: int, marked: bool, fresh: bool, x: int, y: int) -> None:
    fill = FRESH if fresh else MARKED if marked else FILLS[WALL] if symbol == WALL else FLOOR
    scene.box(x, y, CELL + 1, TALL + 1, fill=fill)
    if symbol == WALL:
        scene.text(x + 1, y + 1, "███", colour=fill)
    elif marked:
        scene.text(x + 1, y + 1, "░░░" if fresh else "▒▒▒", colour=fill)
        used = symbol >= 0
        scene.text(x + 2, y + 1, LETTERS[symbol] if used else "×", colour="cocoa" if used else "brown", bold=used)
    elif symbol >= 0:
        scene.chip(x + 2, y + 1, LETTERS[symbol], fill=FILLS[symbol], square=symbol in (ENTRANCE, TOMB))


# ------------------------------------------------------------------------------------------------------------------
# Score cards


def _draw_points(scene: Scene, words: str, points: int, x: int, y: int) -> None:
    scene.text(x, y, words, colour="grey")
    scene.text(x, y, f"{points:+}".replace("-", "−") if points else "0", bold=True, anchor="end", width=NUMBERS)


def _draw_gems(scene: Scene, tally: list[int], x: int, y: int) -> None:
    red, green = tally[RED], tally[GREEN]
    for k, (symbol, count) in enumerate(((RED_GEM, red), (GREEN_GEM, green))):
        scene.chip(x, y + k, LETTERS[symbol], fill=FILLS[symbol])
        for gem in range(MOST_GEMS):
            glyph, colour = ("♦", FILLS[symbol]) if gem < count else ("·", "silver")
            scene.text(x + 2 + gem, y + k, glyph, colour=colour, anchor="middle", width=1)
        scene.text(x, y + k, str(count), bold=True, anchor="end", width=NUMBERS)
    pairs = min(red, green)
    _draw_points(scene, counted(pairs, "pair"), PAIR_POINTS * pairs + GEM_POINTS * abs(red - green), x, y + 2)


def _draw_torches(scene: Scene, torches: int, x: int, y: int) -> None:
    """One a round."""
    scene.text(x, y, "torch", colour="grey")
    for k in range(ROUNDS):
        found = torches >> k & 1
        scene.chip(x + 7 + 2 * k, y, str(k + 1) if found else "–", fill="orange" if found else "fog")


def _draw_skulls(scene: Scene, skulls: int, x: int, y: int) -> None:
    """The track of losses: crossed ones, the last of them, and those to come."""
    _draw_points(scene, counted(skulls, "skull"), -int(SKULL_POINTS[skulls]), x, y)
    for k in range(MOST_SKULLS):
        left, row, loss = x + 3 * (k % 5), y + 1 + k // 5, str(SKULL_POINTS[k + 1])
        if k + 1 < skulls:
            scene.chip(left, row, "×", fill="grey")
        elif k + 1 == skulls:
            scene.chip(left, row, loss, fill="ink")
        else:
            scene.text(left, row, loss, colour="grey")


def _draw_completed(scene: Scene, s: np.void, seat: int, x: int, y: int) -> None:
    """Pyramids and awards of each colour, and the lowest number, which breaks ties."""
    number, lowest = int(s["completed"][seat].sum()), int(s["lowest"][seat])
    _draw_points(scene, counted(number, "pyramid"), PYRAMID_POINTS * number, x, y)
    for colour, name in enumerate(COLOUR_NAMES):
        row = y + 1 + colour
        scene.text(x, row, name, colour=BANDS[colour], bold=True)
        scene.text(x + 7, row, str(s["completed"][seat, colour]), bold=True)
        for award in range(AWARDS):
            if s["awards"][seat, colour] >> award & 1:
                draw_award(scene, award, x + 9, row)
    if lowest:
        scene.text(x, y + 4, f"lowest {lowest:02}", colour="grey")
