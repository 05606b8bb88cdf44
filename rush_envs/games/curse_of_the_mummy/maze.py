"""The pyramid in the drawing: its walls and floors, what lies in it, and who stands or may stand there.

A cell takes 4 × 2 characters with its upper and left wall, a square in pictures. Pictures show the pyramid in the
desert; a dot or disc in a corner of a cell says that a pawn may stand there, and each pawn has a corner of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import BOX, CARD_AT, NEXT, PAWNS, PRISON, START
from rush_envs.games.curse_of_the_mummy.facts import (
    PAWN_COLOURS,
    asked_seat,
    is_laid,
    own_cards,
    possible_cells,
)
from rush_envs.games.curse_of_the_mummy.signs import CARD_LETTERS, ICONS, SURE, draw_card_sign
from rush_envs.games.curse_of_the_mummy.state import MUMMY
from rush_envs.kit.scene import Panel
from rush_envs.kit.scene.paths import circle, polyline, rectangle

WIDE, TALL = 4, 2  # from one cell to the next
EDGE, TOP = 2, 1  # left of the maze and above it
COLUMN, ROW = 10, 20  # pixels
SIZE = WIDE * COLUMN  # of a cell
NOTE, NOTES = 14, 7  # the narrowest room for notes, and how many such rows are needed

# (first column, last column) of each row of the maze
SPANS = [
    (min(columns), max(columns))
    for row in range(1 + BOX.maze.cells[-1][0])
    if (columns := [column for other, column in BOX.maze.cells if other == row])
]
COLUMNS = 1 + max(last for _, last in SPANS)
BOARD_WIDE = max(EDGE + COLUMNS * WIDE + 2, 80)
FLOOR = TOP + len(SPANS) * TALL  # the lowest wall


def _rooms() -> list[tuple[int, int]]:
    """(row, columns) beside the steps on either side, and below a maze that leaves no room there."""
    found = []
    for y in range(FLOOR):
        first, last = SPANS[min(max(y - TOP, 0) // TALL, len(SPANS) - 1)]
        free = min(EDGE + first * WIDE, BOARD_WIDE - EDGE - (last + 1) * WIDE) - 3
        if free < NOTE:
            break
        found.append((y, free))
    return found if len(found) >= NOTES else [(FLOOR + 2 + k, BOARD_WIDE // 2 - 2) for k in range(NOTES)]


ROOMS = _rooms()
BOARD_TALL = max(FLOOR + 2, ROOMS[-1][0] + 1) + 1
CORNERS = tuple((EDGE + column * WIDE, TOP + row * TALL) for row, column in BOX.maze.cells)


def draw_maze(panel: Panel, s: np.void, viewer: int | None) -> None:
    """All of the board; the mummy sees no pawn, only the cells where each may stand."""
    _draw_pyramid(panel)
    _draw_treasures(panel, s, viewer)
    for cell, name, letters in ((START, "gate", "St"), (PRISON, "sarcophagus", "Pr")):
        x, y = CORNERS[cell]
        panel.icon(x + 0.75, y + 0.62, name, size=(3.5, 1.75), only="picture")
        panel.text(x + 1, y + 1, letters, only="text")
    pawns = _sure_pawns(s, viewer)
    _draw_possible(panel, s, viewer)
    if viewer == 0:
        _write_possible(panel, s)
    else:
        _write_pawns(panel, pawns)
    _draw_mummy(panel, s)
    _draw_pawns(panel, s, pawns)
    _draw_notes(panel, s, viewer)
    _draw_zones(panel, s, viewer)


# ------------------------------------------------------------------------------------------------------------------
# Stone


def _walls() -> list[tuple[int, int, int, int]]:
    """The ends of each wall, in columns and rows; walls in one line are one."""
    walls = set()
    for cell, (x, y) in enumerate(CORNERS):
        right, down = x + WIDE, y + TALL
        sides = ((x, y, right, y), (right, y, right, down), (x, down, right, down), (x, y, x, down))
        walls |= {side for side, other in zip(sides, BOX.maze.opening[cell], strict=True) if other < 0}
    joined: list[tuple[int, int, int, int]] = []
    for upright in (False, True):
        lines = sorted((wall for wall in walls if (wall[0] == wall[2]) == upright), key=lambda w: (w[upright ^ 1], w))
        for wall in lines:
            if joined and joined[-1][2:] == wall[:2] and (joined[-1][0] == joined[-1][2]) == upright:
                joined[-1] = (*joined[-1][:2], *wall[2:])
            else:
                joined.append(wall)
    return joined


WALLS = _walls()
POSTS = {
    (x, y)
    for x1, y1, x2, y2 in WALLS
    for x in range(x1, x2 + 1, WIDE)
    for y in range(y1, y2 + 1, TALL)
}  # fmt: skip


def _pixels(x: float, y: float) -> tuple[float, float]:
    """The middle of a character."""
    return (x + 0.5) * COLUMN, (y + 0.5) * ROW


def _joined(lines: list[tuple[int, int, int, int]]) -> str:
    return "".join(polyline([_pixels(x1, y1), _pixels(x2, y2)]) for x1, y1, x2, y2 in lines)


def _steps(margin: float) -> str:
    """The rows of the maze as blocks of stone, so much larger than they are."""
    blocks = []
    for row, (first, last) in enumerate(SPANS):
        x, y = _pixels(EDGE + first * WIDE, TOP + row * TALL)
        wide = (last + 1 - first) * SIZE + 2 * margin
        blocks.append(rectangle(x - margin, y - margin, wide, SIZE + 2 * margin, min(margin, 4)))
    return "".join(blocks)


def _joints() -> Iterator[tuple[int, int, int, int]]:
    """Where two cells open into each other, a seam in the floor."""
    for cell, (x, y) in enumerate(CORNERS):
        _, east, south, _ = BOX.maze.opening[cell] >= 0
        if east:
            yield x + WIDE, y, x + WIDE, y + TALL
        if south:
            yield x, y + TALL, x + WIDE, y + TALL


WIDTH, HEIGHT = BOARD_WIDE * COLUMN, BOARD_TALL * ROW
GROUND = _pixels(0, FLOOR)[1]
DUNES = (
    f"M0 {GROUND - 50:g}Q{WIDTH * 0.15:g} {GROUND - 130:g} {WIDTH * 0.4:g} {GROUND - 60:g}"
    f"Q{WIDTH * 0.8:g} {GROUND - 140:g} {WIDTH:g} {GROUND - 90:g}"
    f"V{HEIGHT - 14:g}a14 14 0 0 1-14 14H14a14 14 0 0 1-14-14Z"
)
SKY = rectangle(0, 0, WIDTH, HEIGHT, 14)
SEAMS, STONES = _joined(list(_joints())), _joined(WALLS)


def _pyramid() -> str:
    """All that never changes as one icon, since it is painted once and sent once: corridors cut out of stone."""
    areas = [
        (SKY, "pale blue", 1.0), (circle(80, 66, 38), "yellow", 0.35), (circle(80, 66, 28), "yellow", 1.0),
        (DUNES, "sand", 0.75),
    ]  # fmt: skip
    lines = [(_steps(9), "brown", "cocoa", 2.0), (_steps(0), "cream", None, 0.0), (SEAMS, None, "sand", 1.5)]
    lines += [(STONES, None, "cocoa", 7.0), (STONES, None, "brown", 3.5)]
    parts = [f'<path d="{path}" fill="{{{fill}}}" opacity="{opacity:g}"/>' for path, fill, opacity in areas]
    for path, inside, line, weight in lines:
        fill, stroke = (f"{{{colour}}}" if colour else "none" for colour in (inside, line))
        looks = f'stroke-width="{weight:g}" stroke-linecap="round" stroke-linejoin="round"'
        parts.append(f'<path d="{path}" fill="{fill}" stroke="{stroke}" {looks}/>')
    return "".join(parts)


ICONS["pyramid"], ICONS.boxes["pyramid"] = _pyramid(), f"0 0 {WIDTH} {HEIGHT}"


def _draw_pyramid(panel: Panel) -> None:
    """The stone, and the numbers of rows and columns."""
    panel.icon(0, 0, "pyramid", size=(BOARD_WIDE, BOARD_TALL), only="picture")
    for x, y in {(x + WIDE, y + TALL) for x, y in CORNERS} - POSTS:
        panel.text(x, y, "·", colour="brown", only="text")
    for ends in WALLS:
        panel.line(*ends, colour="brown", heavy=True, only="text")
    for row, (first, _) in enumerate(SPANS):
        panel.text(EDGE + first * WIDE - 2, TOP + row * TALL + 1, str(row), colour="grey", size=13)
    for column in range(COLUMNS):
        words = {"anchor": "middle", "width": WIDE - 1, "size": 12}
        panel.text(EDGE + column * WIDE + 1, FLOOR + 1, str(column), colour="grey", **words)  # type: ignore[arg-type]


def _draw_treasures(panel: Panel, s: np.void, viewer: int | None) -> None:
    """On tiles of their colours; faint once they lie before an explorer, in a gold ring while in the own hand."""
    own = own_cards(s, viewer)
    for cell, (x, y) in enumerate(CORNERS):
        card = int(CARD_AT[cell])
        if card < 0:
            continue
        if card in own:
            panel.shape(x + 0.5, y + 0.5, rectangle(3.5, 3.5, 33, 33, 8), fill="gold", line="cocoa", weight=1)
        faint = 0.3 if is_laid(s, card) else 1.0
        draw_card_sign(panel, card, x + 1.15, y + 0.825, size=(2.7, 1.35), opacity=faint)
        letters = CARD_LETTERS[card].lower() if is_laid(s, card) else CARD_LETTERS[card] + "★" * (card in own)
        panel.text(x + 1, y + 1, letters, bold=card in own, only="text")


# ------------------------------------------------------------------------------------------------------------------
# Who stands there


def _sure_pawns(s: np.void, viewer: int | None) -> dict[int, list[int]]:
    """The pawns on each cell; for the mummy those that can be on one cell only."""
    there: dict[int, list[int]] = {}
    for pawn in range(s["pawns"]):
        if viewer == 0:
            possible = possible_cells(s, pawn)
            cells = possible if len(possible) == 1 else []
        else:
            cells = [] if s["out"][pawn] else [int(s["cell"][pawn])]
        for cell in cells:
            there.setdefault(cell, []).append(pawn)
    return there


def _draw_pawns(panel: Panel, s: np.void, pawns: dict[int, list[int]]) -> None:
    """Large and alone on a corridor, smaller beside a treasure or each other."""
    turn = int(s["turn"]) if asked_seat(s) >= 0 and s["phase"] != MUMMY else -1
    for cell, there in pawns.items():
        x, y = CORNERS[cell]
        for pawn in there:
            size, right, down = 3.2, 0.9, 0.7
            if cell in (START, PRISON):
                size, right, down = 1.9, 0.6 + pawn % 2 * 1.9, 0.55 + pawn // 2 * 0.95
            elif CARD_AT[cell] >= 0:
                size, right, down = 2.4, 2.0, 1.15
            if pawn == turn:
                ring = circle(*_pixels(right + size / 2 - 0.5, down + size / 4 - 0.5), size * 5 + 2)
                panel.shape(x, y, ring, fill="yellow", line="cocoa", weight=1)
            place = (x + right, y + down)
            panel.icon(*place, "explorer", size=(size, size / 2), colour=PAWN_COLOURS[pawn], only="picture")
            panel.text(
                place[0] + size / 2 - 0.5, place[1] + size * 0.38 - 0.5, str(pawn), colour="day", bold=True,
                anchor="middle", width=1, size=3.2 * size, only="picture",
            )  # fmt: skip


def _draw_mummy(panel: Panel, s: np.void) -> None:
    x, y = CORNERS[s["mummy"]]
    if CARD_AT[s["mummy"]] >= 0:
        panel.icon(x + 1.5, y + 0.9, "mummy", size=(3, 1.5), only="picture")
    else:
        panel.icon(x + 0.7, y + 0.6, "mummy", size=(3.6, 1.8), only="picture")
    named = CARD_AT[s["mummy"]] >= 0 or s["mummy"] == PRISON
    panel.chip(x + (3 if named else 2), y + 1, "M", fill="vermilion", only="text")


# Each pawn has a corner of a cell, and its number is drawn in two or three strokes.
MANY = 48  # cells, about half of the maze: dots on more of them would say nothing
SPOTS = ((10.5, 10.5), (29.5, 10.5), (10.5, 29.5), (29.5, 29.5))
STROKES = ("m0-4a2.3 4 0 1 0 .01 0Z", "m0-4v8", "m-2-4h4v4h-4v4h4", "m-2-4h4v8h-4m0-4h4")


def _draw_possible(panel: Panel, s: np.void, viewer: int | None) -> None:
    """Numbered discs for the mummy, dots for those who see the pawns themselves."""
    for pawn in range(PAWNS):
        possible = possible_cells(s, pawn) if pawn < s["pawns"] else []
        if len(possible) < 2 or (viewer != 0 and len(possible) > MANY):
            continue
        right, down = SPOTS[pawn]
        spots = [_pixels(x, y) for x, y in (CORNERS[cell] for cell in possible)]
        points = [f"M{x + right:g} {y + down:g}" for x, y in spots]
        dots = "".join(f"{point}h.01" for point in points)
        if viewer != 0:
            panel.shape(0, 0, dots, line=PAWN_COLOURS[pawn], weight=5, opacity=0.7)
            continue
        panel.shape(0, 0, dots, line="day", weight=15)
        panel.shape(0, 0, dots, line=PAWN_COLOURS[pawn], weight=13)
        panel.shape(0, 0, "".join(point + STROKES[pawn] for point in points), line="day", weight=1.6)


def _write_pawns(panel: Panel, pawns: dict[int, list[int]]) -> None:
    for cell, there in pawns.items():
        x, y = CORNERS[cell]
        named = cell in (START, PRISON) or CARD_AT[cell] >= 0
        words = SURE[there[0]] if len(there) == 1 else "+"
        fill = PAWN_COLOURS[there[0]] if len(there) == 1 else "grey"
        panel.chip(x + (3 if named else 2), y + 1, words, fill=fill, only="text")


def _write_possible(panel: Panel, s: np.void) -> None:
    """The numbers of those who may stand on a cell; on one with a name `+`, and the notes say who."""
    for cell, there in _expected(s).items():
        x, y = CORNERS[cell]
        named = cell in (START, PRISON) or CARD_AT[cell] >= 0
        words = "".join(there)
        if named:
            panel.text(x + 3, y + 1, words if len(there) == 1 else "+", bold=True, only="text")
        else:
            panel.text(x + 1, y + 1, words if len(there) < WIDE else "all", bold=True, only="text")


def _expected(s: np.void) -> dict[int, list[str]]:
    """The signs of the pawns that may stand on each cell."""
    signs: dict[int, list[str]] = {}
    for pawn in range(s["pawns"]):
        possible = possible_cells(s, pawn)
        for cell in possible:
            signs.setdefault(cell, []).append(SURE[pawn] if len(possible) == 1 else str(pawn))
    return signs


# ------------------------------------------------------------------------------------------------------------------
# Beside the steps


def _draw_notes(panel: Panel, s: np.void, viewer: int | None) -> None:
    """What the signs mean on the right; in text on the left who stands where there is no room to say so."""
    marks = ["r1 laid treasure", "M mummy"] + ["R1★ in your hand"] * bool(viewer)
    if viewer == 0:
        marks += ["0 may stand there", f"{SURE[0]} must stand there"] if s["belief"] else []
        crowds = {cell: there for cell, there in _expected(s).items() if len(there) > 1}
    else:
        marks += [f"{SURE[0]} pawn"]
        there = {cell: [SURE[pawn] for pawn in pawns] for cell, pawns in _sure_pawns(s, viewer).items()}
        crowds = {cell: pawns for cell, pawns in there.items() if len(pawns) > 1}
    for (y, free), words in zip(ROOMS, marks, strict=False):
        panel.text(BOARD_WIDE - free - 1, y, words, colour="grey", anchor="end", width=free, only="text")
    named: dict[str, list[str]] = {}
    for cell, pawns in crowds.items():
        if cell in (START, PRISON) or CARD_AT[cell] >= 0:
            where = {START: "start", PRISON: "prison"}.get(cell) or CARD_LETTERS[CARD_AT[cell]]
            named.setdefault("".join(pawns), []).append(where)
    for (y, _), words in zip(ROOMS, _wrapped([w for who in named for w in [who + ":", *named[who]]]), strict=False):
        panel.text(0, y, words, colour="grey", only="text")
    if s["belief"]:
        y, free = ROOMS[0]
        words = "discs: where a pawn may stand" if viewer == 0 else "dots: cells the mummy considers"
        panel.text(BOARD_WIDE - free - 2, y, words, colour="grey", anchor="end", width=free, size=13, only="picture")


def _wrapped(words: list[str]) -> Iterator[str]:
    """Words in lines that fit the rooms one after another."""
    rooms, line = iter(ROOMS), ""
    free = next(rooms)[1]
    for word in words:
        if len(line) + 1 + len(word) > free:
            yield line
            line, free = "", next(rooms, (0, BOARD_WIDE))[1]
        line += " " * bool(line) + word
    yield line


def _draw_zones(panel: Panel, s: np.void, viewer: int | None) -> None:
    """A cell is where a pawn goes; beside the mummy it is a step, and the mummy itself stops."""
    steps = {int(cell): way for way, cell in enumerate(NEXT[s["mummy"]]) if cell >= 0}
    for cell, (x, y) in enumerate(CORNERS):
        parts: list[dict[str, int | str]] = [{"cell": cell}] if viewer != 0 else []
        if viewer in (0, None):
            parts += [{"direction": steps[cell]}] if cell in steps else []
            parts += [{"range": "stop"}] if cell == s["mummy"] else []
        if parts:
            panel.zone(x + 0.5, y + 0.5, WIDE, TALL, part=parts)
