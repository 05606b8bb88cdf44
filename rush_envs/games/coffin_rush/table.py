"""The table as players see it: the temple as a map, the Pharaoh and the players beside it, signs and piles below.

The drawing is of one size for any number of players. Of unopened tiles a viewer sees those that it has analysed, the
open table sees all. Discs are pawns and servants, cards are tiles and items.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import (
    BOMB,
    CARD_NAMES,
    COPIES,
    ITEMS,
    KIND_NAMES,
    STAIRS_TILE,
    TRAP_NAMES,
    TRAPS,
    WITH_MUMMY,
)
from rush_envs.games.coffin_rush.panels import (
    CARD_LETTERS,
    KIND_FILLS,
    KIND_LETTERS,
    PHARAOH_TALL,
    SEAT_COLOURS,
    cell_name,
    deciding,
    draw_counter,
    draw_head,
    draw_pharaoh,
    draw_player,
    item_chip,
    panel_height,
    row_and_column,
)
from rush_envs.games.coffin_rush.state import unseen
from rush_envs.games.coffin_rush.temple import (
    ALTAR,
    BEYOND,
    BLUE_STAIRS,
    CAMP_AT,
    CELL_NAMES,
    CLOSED_DOOR,
    COLUMNS,
    CRYPT_AT,
    DEBRIS,
    EAST,
    GRID,
    NAMES,
    OPEN,
    OPEN_DOOR,
    OUT,
    OUT_CELL,
    PESTILENCE,
    PLACES,
    POSITIONS,
    RED_STAIRS,
    ROWS,
    RUNE,
    RUSH,
    SARCOPHAGI,
    SIDE,
    SOUTH,
    TEMPLE_DOOR,
    TRAP_CELL,
    WALL,
    YELLOW_STAIRS,
    cell_at,
)
from rush_envs.kit.scene import Scene

STAIRS = "≡"
SIGNS = {DEBRIS: "░░", PESTILENCE: "≈≈", TRAP_CELL: "××", ALTAR: "☥", RUNE: "✶"}
GROUND_FILLS = {
    DEBRIS: "silver", PESTILENCE: "lime", TRAP_CELL: "pink", ALTAR: "sky", RUNE: "gold",
    RED_STAIRS: "crimson", YELLOW_STAIRS: "yellow", BLUE_STAIRS: "blue",
}  # fmt: skip
MUMMY, SPECTRE, MUMMY_FILL, SPECTRE_FILL = "M", "S", "ink", "white"
SARCOPHAGUS, CHEST = "S", "C"
UNKNOWN_TILES = ((SARCOPHAGUS + "?", "cocoa"), (CHEST + "?", "brown"))

# Columns and rows
CELL, TALL = 5, 3  # from one cell to the next
EDGE, TOP = 3, 3  # left of and above the temple
MAP_WIDE, MAP_TALL = COLUMNS * SIDE * CELL + 1, ROWS * SIDE * TALL + 1
BESIDE, PANEL = EDGE + MAP_WIDE, 36
WIDTH = BESIDE + PANEL
BELOW = TOP + MAP_TALL
HEIGHT = BELOW + 8
BLOCK_WIDE, BLOCK_TALL = SIDE * CELL, SIDE * TALL
HALL = 3 * TALL  # rows of the camp's quadrant that are inside the temple
DOOR, PER_ROW = 18, 10  # width of the temple door; pieces side by side before it
NOTES, MORE = 8, 73  # first columns of the signs below


def _corner(cell: int) -> tuple[int, int]:
    row, column = row_and_column(cell)
    return EDGE + column * CELL, TOP + row * TALL


def _block(position: int) -> tuple[int, int]:
    """The corner of a quadrant."""
    return EDGE + position % COLUMNS * BLOCK_WIDE, TOP + position // COLUMNS * BLOCK_TALL


CORNERS = tuple(_corner(cell) for cell in range(GRID))
Piles = dict[int, list[int]]  # items of each cell
Pieces = dict[int, list[tuple[str, str]]]  # letters and colours
Notes = list[tuple[str, str, str]]  # letters, colour, meaning


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat, or the open table."""
    s = state[0]
    scene = Scene(WIDTH, HEIGHT, "Coffin Rush!")
    draw_head(scene, s, viewer)
    draw_counter(scene, s)
    _draw_floor(scene, s)
    _draw_edges(scene, s)
    _draw_names(scene, s)
    piles, pieces = _piles(s), _pieces(s)
    secret = np.zeros(PLACES, np.bool_) if viewer is None else unseen(state, viewer)
    _draw_contents(scene, s, secret, piles, pieces)
    _draw_camp(scene, s, piles, pieces)
    draw_pharaoh(scene, s, BESIDE, TOP - 1, PANEL)
    for seat in range(s["seats"]):
        row = TOP - 1 + PHARAOH_TALL + seat * panel_height(int(s["seats"]))
        draw_player(scene, s, seat, viewer, BESIDE, row, PANEL)
    _draw_piles(scene, piles, _draw_traps(scene, s, _draw_legend(scene, BELOW)))
    return scene


# ------------------------------------------------------------------------------------------------------------------
# The temple


def _rooms(s: np.void) -> set[int]:
    """The cells that doors part from the middle of their quadrant."""
    rooms = set(range(GRID))
    reached = [cell_at(position, SIDE // 2, SIDE // 2) for position in range(POSITIONS) if position != CAMP_AT]
    while reached:
        cell = reached.pop()
        rooms.discard(cell)
        for edge, beyond in zip(s["edge"][cell], BEYOND[cell], strict=True):
            if edge == OPEN and beyond in rooms:
                reached.append(int(beyond))
    return rooms


def _draw_floor(scene: Scene, s: np.void) -> None:
    """Rooms and the crypt are darker; dots mark the corners of cells."""
    scene.box(EDGE, TOP, MAP_WIDE, MAP_TALL, fill="cream", line=None)
    x, y = _block(CRYPT_AT)
    scene.box(x + 1, y + 1, BLOCK_WIDE - 1, BLOCK_TALL - 1, fill="pale purple", line=None)
    rooms = _rooms(s)
    for cell, (x, y) in enumerate(CORNERS):
        if cell in rooms:
            right, down = (int(BEYOND[cell, way]) in rooms and s["edge"][cell, way] == OPEN for way in (EAST, SOUTH))
            scene.box(x + 1, y + 1, CELL - 1 + right, TALL - 1 + down, fill="sand", line=None)
    for x, y in CORNERS:
        scene.text(x, y, "·", colour="brown")
    for cell, (x, y) in enumerate(CORNERS):
        ground = int(s["ground"][cell])
        if ground in SIGNS:
            scene.box(x + 1, y + 1, CELL - 1, TALL - 1, fill=GROUND_FILLS[ground], line=None)


def _draw_edges(scene: Scene, s: np.void) -> None:
    """Doors first, so that the walls keep their corners."""
    for wanted in ((OPEN_DOOR, CLOSED_DOOR), (WALL,)):
        for cell, (x, y) in enumerate(CORNERS):
            right, down = x + CELL, y + TALL
            sides = ((x, y, right, y), (right, y, right, down), (x, down, right, down), (x, y, x, down))
            for edge, ends in zip(s["edge"][cell], sides, strict=True):
                if edge in wanted:
                    _draw_edge(scene, int(edge), ends)


def _draw_edge(scene: Scene, edge: int, ends: tuple[int, int, int, int]) -> None:
    if edge == WALL:
        scene.line(*ends, colour="cocoa", heavy=True)
    else:
        shut = edge == CLOSED_DOOR
        scene.line(*ends, colour="vermilion" if shut else "green", heavy=shut, dashed=True)


def _draw_names(scene: Scene, s: np.void) -> None:
    """Positions with their quadrants, columns and rows."""
    for column in range(COLUMNS * SIDE):
        words = chr(ord("A") + column)
        scene.text(EDGE + column * CELL + 1, TOP - 1, words, colour="grey", anchor="middle", width=CELL - 1)
    for row in range(ROWS * SIDE):
        scene.text(0, TOP + row * TALL + 1, str(row + 1), colour="grey", anchor="end", width=EDGE - 1)
    for position in range(POSITIONS):
        x, y = _block(position)
        words = CELL_NAMES[OUT_CELL].upper() if position == CAMP_AT else NAMES[s["quadrant"][position]]
        scene.chip(x + 2, y, f"{position} {words}", fill="sand", square=True)


def _piles(s: np.void) -> Piles:
    """The items on each cell in the order in which they fell."""
    piles: Piles = {}
    for item in sorted(range(ITEMS), key=lambda item: int(s["order"][item])):
        if s["where"][item] >= 0:
            piles.setdefault(int(s["where"][item]), []).append(item)
    return piles


def _pieces(s: np.void) -> Pieces:
    """Pawns and servants on each cell."""
    pieces: Pieces = {}
    for seat in range(s["seats"]):
        pieces.setdefault(int(s["cell"][seat]), []).append((str(seat), SEAT_COLOURS[seat]))
    for field, letter, fill in (("mummy", MUMMY, MUMMY_FILL), ("spectre", SPECTRE, SPECTRE_FILL)):
        for cell in s[field]:
            if cell >= 0:
                pieces.setdefault(int(cell), []).append((letter, fill))
    return pieces


def _tile(place: int, content: int) -> tuple[str, str]:
    """An unopened tile whose content is known."""
    if content == STAIRS_TILE:
        return SARCOPHAGUS + STAIRS, GROUND_FILLS[BLUE_STAIRS]
    letter, fill = item_chip(content)
    cover = CHEST if place >= SARCOPHAGI else MUMMY if WITH_MUMMY[content] else SARCOPHAGUS
    return cover + letter, fill


def _covers(s: np.void, secret: np.ndarray) -> dict[int, tuple[str, str]]:
    """Stairs and unopened tiles: the letters and colour on each such cell."""
    covers = {}
    for cell in range(GRID):
        ground = int(s["ground"][cell])
        if RED_STAIRS <= ground <= BLUE_STAIRS:
            found = s["stairs"][ground - RED_STAIRS, 1] >= 0
            letter = CELL_NAMES[ground][0]
            covers[cell] = (STAIRS + letter.upper(), GROUND_FILLS[ground]) if found else (STAIRS + letter, "fog")
    for place in range(PLACES):
        if s["closed"][place]:
            unknown = UNKNOWN_TILES[place >= SARCOPHAGI]
            covers[int(s["spot"][place])] = unknown if secret[place] else _tile(place, int(s["content"][place]))
    return covers


def _draw_contents(scene: Scene, s: np.void, secret: np.ndarray, piles: Piles, pieces: Pieces) -> None:
    """Tile or sign in the upper half of a cell, beside it the pile; pawns and servants in the lower half."""
    covers, asked = _covers(s, secret), deciding(s)
    if asked >= 0 and s["cell"][asked] < GRID:
        x, y = CORNERS[s["cell"][asked]]
        scene.box(x + 1, y + 2, CELL - 1, 1, fill="yellow", line=None)
    for cell, (x, y) in enumerate(CORNERS):
        pile, cover, sign = piles.get(cell, []), covers.get(cell), SIGNS.get(int(s["ground"][cell]), "")
        left = x + 2 - bool(pile)
        if cover:
            scene.chip(left, y + 1, cover[0], fill=cover[1], square=True)
        elif sign:
            scene.text(left, y + 1, sign, bold=True, anchor="middle", width=2)
        if len(pile) == 1:
            letter, fill = item_chip(pile[0])
            scene.chip(x + 4, y + 1, letter, fill=fill, square=True)
        elif pile:
            scene.text(x + 1, y + 1, f"×{len(pile)}", bold=True, anchor="end", width=CELL - 1)
        _draw_pieces(scene, pieces.get(cell, []), x, y, not (pile or cover or sign))


def _draw_pieces(scene: Scene, there: list[tuple[str, str]], x: int, y: int, free: bool) -> None:
    """Discs side by side, if need be on both halves of a free cell; where there are more they share one."""
    spots = [(2, 2)] if len(there) == 1 else [(1, 2), (3, 2)] + [(1, 1), (3, 1)] * free
    if len(there) <= len(spots):
        for (letter, fill), (right, down) in zip(there, spots, strict=False):
            scene.chip(x + right, y + down, letter, fill=fill)
        return
    words = "".join(letter for letter, _ in there)
    scene.chip(x + 1, y + 2, words if len(words) < CELL else words[: CELL - 2] + "+", fill="ink")


def _draw_camp(scene: Scene, s: np.void, piles: Piles, pieces: Pieces) -> None:
    """The RUSH! field, the temple door, and the camp with the tents."""
    x, y = _block(CAMP_AT)
    door = y + HALL
    scene.box(x + 1, y + 1, BLOCK_WIDE - 1, HALL - 1, fill="sand", line=None)
    scene.box(x + 1, door + 1, BLOCK_WIDE - 1, BLOCK_TALL - HALL, fill="pale green", line=None)
    scene.line(x, door, x + BLOCK_WIDE, door, colour="cocoa", heavy=True)
    shut = s["edge"][RUSH, SOUTH] == TEMPLE_DOOR
    left, wide = x + (BLOCK_WIDE - DOOR) // 2, DOOR
    scene.box(left, door, wide, 1, fill="crimson" if shut else "pale green", line=None)
    words, colour = ("temple door shut", "white") if shut else ("temple door gone", "grey")
    scene.text(left, door, words, colour=colour, bold=bool(shut), anchor="middle", width=wide)
    for cell, row in ((RUSH, y + 3), (OUT, door + 1)):
        words = CELL_NAMES[s["ground"][cell]] + (f" · pile ×{len(piles[cell])}" if cell in piles else "")
        scene.text(x + 1, row, words, bold=True, anchor="middle", width=BLOCK_WIDE - 1)
        there = pieces.get(cell, [])
        left = x + BLOCK_WIDE // 2 + 1 - min(len(there), PER_ROW)
        for k, (letter, fill) in enumerate(there):
            scene.chip(left + k % PER_ROW * 2, row + 1 + k // PER_ROW, letter, fill=fill)
    for seat in range(s["seats"]):
        left = x + 2 + 4 * seat
        scene.chip(left, door + 4, f"▲{seat}", fill=SEAT_COLOURS[seat], square=True)
        scene.text(left, door + 5, str(s["tent"][seat].sum()), anchor="middle", width=2)


# ------------------------------------------------------------------------------------------------------------------
# Below the temple


def _draw_notes(scene: Scene, label: str, notes: Notes, y: int, *, left: int = NOTES, square: bool = True) -> int:
    """Chips with their meaning, on as many rows as they need; returns the row below."""
    scene.text(1, y, label, colour="grey")
    x = left
    for letters, fill, words in notes:
        wide = len(letters) + len(words) + 3 * bool(words)
        if x + wide > BESIDE:
            x, y = left, y + 1
        if fill:
            scene.chip(x, y, letters, fill=fill, square=square)
        else:
            scene.text(x, y, letters, bold=True)
        scene.text(x + len(letters) + 1, y, words, colour="grey")
        x += wide + (not words)
    return y + 1


def _draw_legend(scene: Scene, y: int) -> int:
    _draw_notes(scene, "items", list(zip(KIND_LETTERS, KIND_FILLS, KIND_NAMES, strict=True)), y)
    grounds = [(sign, GROUND_FILLS[ground], CELL_NAMES[ground]) for ground, sign in SIGNS.items()]
    _draw_notes(scene, "cells", [*grounds, (STAIRS, "fog", "stairs")], y + 1)
    for x, edge, words in ((MORE, CLOSED_DOOR, "closed door"), (MORE + 16, OPEN_DOOR, "open door")):
        _draw_edge(scene, edge, (x, y + 1, x + 2, y + 1))
        scene.text(x + 4, y + 1, words, colour="grey")
    (sarcophagus, dark), (chest, light) = UNKNOWN_TILES
    guarded = next(_tile(0, item) for item in range(ITEMS) if WITH_MUMMY[item])
    tiles = [(sarcophagus, dark, "sarcophagus"), (chest, light, "chest")]
    _draw_notes(scene, "tiles", [*tiles, (*_tile(0, 0), "known treasure"), (*guarded, "with a mummy")], y + 2)
    servants = [(MUMMY, MUMMY_FILL, "mummy"), (SPECTRE, SPECTRE_FILL, "spectre")]
    _draw_notes(scene, "", servants, y + 2, left=MORE, square=False)
    cards = [(letters, "cream", words) for letters, words in zip(CARD_LETTERS, CARD_NAMES, strict=True)]
    _draw_notes(scene, "cards", cards, y + 3)
    unfound = STAIRS + CELL_NAMES[BLUE_STAIRS][0]
    return _draw_notes(scene, "", [(unfound, "fog", "not found yet"), ("×2", "", "pile")], y + 3, left=MORE)


def _draw_traps(scene: Scene, s: np.void, y: int) -> int:
    """Those drawn since the last shuffle, which the bomb has no part in."""
    gone = s["edge"][RUSH, SOUTH] != TEMPLE_DOOR and not s["drawn"][BOMB]
    copies = [0 if gone and trap == BOMB else int(COPIES[trap]) for trap in range(TRAPS)]
    facts = zip(s["drawn"], copies, TRAP_NAMES, strict=True)
    return _draw_notes(scene, "drawn", [(f"{drawn}/{of}", "", words) for drawn, of, words in facts if of], y)


def _draw_piles(scene: Scene, piles: Piles, y: int) -> None:
    """What lies where more than one item lies."""
    notes: Notes = []
    for cell, pile in sorted(piles.items()):
        if len(pile) > 1 or cell >= GRID:
            notes += [(cell_name(cell), "", "")] + [(*item_chip(item), "") for item in pile]
    _draw_notes(scene, "piles", notes or [("–", "", "")], y)
