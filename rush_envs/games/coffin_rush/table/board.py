"""The temple: walls and doors, tiles, piles, pawns and servants; RUSH! field and camp.

In text a cell has three characters: its tile, sign or pile, then who stands there. Where that is too little stands
`+`, or `*` for a pile under a sign, and the notes say what is there.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import ITEMS, KIND, STAIRS_TILE, WITH_MUMMY
from rush_envs.games.coffin_rush.state import unseen
from rush_envs.games.coffin_rush.table.signs import (
    SEAT_COLOURS,
    draw_kind,
    draw_pawn,
    draw_words,
    item_letter,
)
from rush_envs.games.coffin_rush.table.stone import (
    BOARD_TALL,
    BOARD_WIDE,
    CORNERS,
    EDGE,
    HALL,
    SIZE,
    TALL,
    TOP,
    WIDE,
    Ends,
    block_corner,
    stone,
)
from rush_envs.games.coffin_rush.table.words import cell_name
from rush_envs.games.coffin_rush.temple import (
    ALTAR,
    BEYOND,
    BLUE_STAIRS,
    CAMP_AT,
    CELL_NAMES,
    COLUMNS,
    DEBRIS,
    GRID,
    NAMES,
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
)
from rush_envs.kit.scene import Panel
from rush_envs.kit.scene.parts import Part
from rush_envs.kit.scene.paths import circle, rectangle

STAIRS = "≡"
SIGNS = {DEBRIS: "░░", PESTILENCE: "≈≈", TRAP_CELL: "××", ALTAR: "☥", RUNE: "✶"}
GROUND_ICONS = {DEBRIS: "debris", PESTILENCE: "pestilence", TRAP_CELL: "trap", ALTAR: "altar", RUNE: "rune"}
STAIRS_COLOURS = {RED_STAIRS: "crimson", YELLOW_STAIRS: "yellow", BLUE_STAIRS: "blue"}
MUMMY, SPECTRE = "M", "S"
SARCOPHAGUS, CHEST = "S", "C"
Piles = dict[int, list[int]]  # items of each cell
Pieces = dict[int, list[str]]  # numbers of pawns and letters of servants on each cell
Place = dict[str, int | str]  # a part of an action
PER_ROW = 10  # pieces side by side on the RUSH! field and in the camp


def draw_board(panel: Panel, state: np.ndarray, viewer: int | None, eyes: int) -> None:
    """All of the map; `eyes` is the seat for which parts of actions are named, -1 for none."""
    s = state[0]
    panel.icon(0, 0, "temple", size=(BOARD_WIDE, BOARD_TALL), only="picture")
    _draw_stone(panel, s, eyes)
    _draw_names(panel, s)
    piles, pieces = piles_of(s), pieces_of(s)
    covers = _covers(s, np.zeros(PLACES, np.bool_) if viewer is None else unseen(state, viewer))
    for cell in range(GRID):
        _draw_cell(panel, s, cell, covers, piles.get(cell, []), pieces.get(cell, []), eyes)
    _draw_camp(panel, s, piles, pieces, eyes)
    if eyes >= 0:
        _draw_ways(panel, s, eyes)


# ------------------------------------------------------------------------------------------------------------------
# Stone


def _draw_stone(panel: Panel, s: np.void, eyes: int) -> None:
    walls, rooms, doors = stone(s)
    for path in rooms:
        panel.shape(0, 0, path, fill="sand", opacity=0.8)
    for x, y in CORNERS:
        panel.text(x, y, "·", colour="brown", only="text")
    for ends, shut, _ in doors:
        looks = {"colour": "vermilion" if shut else "green", "heavy": shut, "dashed": True}
        panel.line(*ends, **looks, only="text")  # type: ignore[arg-type]
    for ends in walls:
        panel.line(*ends, colour="brown", heavy=True, only="text")
        x1, y1, x2, y2 = ends
        slab = rectangle(-2.5, -2.5, (x2 - x1) * 10 + 5, (y2 - y1) * 20 + 5, 2.5)
        panel.shape(x1 + 0.5, y1 + 0.5, slab, fill="brown", line="cocoa", weight=1.5)
    here = int(s["cell"][eyes]) if eyes >= 0 else -1
    for ends, shut, sides in doors:
        ways = [way for cell, way in sides if cell == here]
        part: Part | None = {"range": "door", "direction": ways[0]} if ways else None
        _draw_door(panel, ends, shut, part)


def _draw_door(panel: Panel, ends: Ends, shut: bool, part: Part | None) -> None:
    """A slab of stone across the way, or two halves that stand open."""
    x1, y1, x2, _ = ends
    upright = x1 == x2
    wide, tall = (12, SIZE - 8) if upright else (SIZE - 8, 12)
    left, top = (-6, 4) if upright else (4, -6)
    half = rectangle(left, top, wide, 9, 3) if upright else rectangle(left, top, 9, tall, 3)
    other = rectangle(left, top + tall - 9, wide, 9, 3) if upright else rectangle(left + wide - 9, top, 9, tall, 3)
    path = rectangle(left, top, wide, tall, 3) if shut else half + other
    panel.shape(x1 + 0.5, y1 + 0.5, path, fill="grey" if shut else "lime", line="night", weight=1.5, part=part)
    if shut:
        middle = (left + wide / 2, top + tall / 2)
        panel.shape(x1 + 0.5, y1 + 0.5, circle(*middle, 3.5), fill="gold", line="night", weight=1, part=part)


def _draw_names(panel: Panel, s: np.void) -> None:
    """Positions with their quadrants, columns and rows."""
    for column in range(COLUMNS * SIDE):
        letter, x = chr(ord("A") + column), EDGE + column * WIDE + 1
        panel.text(x, TOP - 1, letter, colour="grey", anchor="middle", width=WIDE - 1, size=13)
    for row in range(ROWS * SIDE):
        panel.text(0, TOP + row * TALL + 1, str(row + 1), colour="grey", anchor="end", width=EDGE - 1, size=13)
    for position in range(POSITIONS):
        x, y = block_corner(position)
        quadrant = CELL_NAMES[OUT_CELL].upper() if position == CAMP_AT else NAMES[s["quadrant"][position]]
        words, part = f"{position} {quadrant}", Place({"range": "analyse", "position": position})
        panel.chip(x + 2, y, words, fill="sand", only="text")
        wide = 7 * len(words) + 8
        panel.shape(x + 0.5, y + 0.5, rectangle(5, -7.5, wide, 15, 5), fill="sand", line="cocoa", weight=1, part=part)
        middle = x + 1 + wide / 20 - len(words) / 2
        panel.text(middle, y, words, bold=True, anchor="middle", width=len(words), size=12, only="picture", part=part)


# ------------------------------------------------------------------------------------------------------------------
# What lies and stands on cells


def piles_of(s: np.void) -> Piles:
    """The items on each cell in the order in which they fell."""
    piles: Piles = {}
    for item in sorted(range(ITEMS), key=lambda item: int(s["order"][item])):
        if s["where"][item] >= 0:
            piles.setdefault(int(s["where"][item]), []).append(item)
    return piles


def pieces_of(s: np.void) -> Pieces:
    pieces: Pieces = {}
    for seat in range(s["seats"]):
        pieces.setdefault(int(s["cell"][seat]), []).append(str(seat))
    for field, letter in (("mummy", MUMMY), ("spectre", SPECTRE)):
        for cell in s[field]:
            if cell >= 0:
                pieces.setdefault(int(cell), []).append(letter)
    return pieces


Cover = tuple[str, int, bool]  # letters, the kind that is known to be inside or -1, whether a mummy is with it


def _covers(s: np.void, secret: np.ndarray) -> dict[int, Cover]:
    """Unopened tiles as far as they are known."""
    covers: dict[int, Cover] = {}
    for place in range(PLACES):
        if s["closed"][place]:
            letter = CHEST if place >= SARCOPHAGI else SARCOPHAGUS
            cover: Cover = (letter + "?", -1, False)
            if not secret[place]:
                content = int(s["content"][place])
                if content == STAIRS_TILE:
                    cover = (letter + STAIRS, -1, False)
                else:
                    guarded = place < SARCOPHAGI and bool(WITH_MUMMY[content])
                    cover = ((MUMMY if guarded else letter) + item_letter(content), int(KIND[content]), guarded)
            covers[int(s["spot"][place])] = cover
    return covers


def _sign(s: np.void, cell: int) -> str:
    """Of the ground, in text; small letters for stairs that lead nowhere yet."""
    ground = int(s["ground"][cell])
    if ground in STAIRS_COLOURS:
        letter = CELL_NAMES[ground][0]
        return STAIRS + (letter.upper() if s["stairs"][ground - RED_STAIRS, 1] >= 0 else letter)
    return SIGNS.get(ground, "")


def _draw_cell(
    panel: Panel, s: np.void, cell: int, covers: dict[int, Cover], pile: list[int], there: list[str], eyes: int
) -> None:
    x, y = CORNERS[cell]
    here = eyes >= 0 and s["cell"][eyes] == cell
    cover, sign = covers.get(cell), _sign(s, cell)
    _write_cell(panel, x, y, cover[0] if cover else sign, pile, there)
    if sign:
        ground = int(s["ground"][cell])
        faint = 0.45 if sign[-1].islower() else 1.0
        looks = {"colour": STAIRS_COLOURS.get(ground, "ink"), "opacity": faint}
        name = GROUND_ICONS.get(ground, "stairs")
        panel.icon(x + 0.9, y + 0.7, name, size=(3.2, 1.6), only="picture", **looks)  # type: ignore[arg-type]
    if cover:
        _draw_tile(panel, cover, x, y, {"range": "open"} if here else None)
    if pile:
        _draw_pile(panel, pile, x, y, bool(sign or cover or there), {"range": "pick up"} if here else None)
    _draw_pieces(panel, s, there, x + 0.5, y + 0.5, bool(pile or sign or cover), eyes)


def _write_cell(panel: Panel, x: int, y: int, sign: str, pile: list[int], there: list[str]) -> None:
    """In text."""
    who = "" if not there else there[0] if len(there) == 1 else "+"
    if sign:
        who = ("+" if there else "*") if pile else who
    elif pile:
        sign = item_letter(pile[0]) if len(pile) == 1 else f"×{len(pile)}"
    if sign:
        panel.text(x + 1, y + 1, sign, bold=True, only="text")
    if who:
        fill = SEAT_COLOURS[int(who)] if who.isdigit() else "yellow" if who in "+*" else "silver"
        panel.chip(x + 3, y + 1, who, fill=fill, only="text")


def is_crowded(s: np.void, cell: int, pile: list[int], there: list[str]) -> bool:
    """Whether a cell's three characters do not tell all."""
    signed = cell < GRID and bool(_sign(s, cell) or cell in s["spot"][s["closed"] == 1])
    return cell < GRID and (len(pile) > 1 or len(there) > 1 or bool(pile and signed))


def _draw_tile(panel: Panel, cover: Cover, x: int, y: int, part: Part | None) -> None:
    letters, kind, guarded = cover
    name = "chest" if letters[0] == CHEST else "sarcophagus"
    panel.icon(x + 0.8, y + 0.65, name, size=(3.4, 1.7), only="picture", part=part)
    if kind >= 0:
        draw_kind(panel, kind, x + 2.3, y + 1.4, 2.0, part)
    elif letters[1] == STAIRS:
        panel.icon(x + 2.4, y + 1.4, "stairs", size=(2, 1), colour="blue", only="picture")
    if guarded:
        panel.icon(x + 0.6, y + 0.55, "mummy", size=(1.8, 0.9), only="picture")


def _draw_pile(panel: Panel, pile: list[int], x: int, y: int, shared: bool, part: Part | None) -> None:
    """One item large, up to four small ones, of more the first three and how many there are."""
    if len(pile) == 1 and not shared:
        draw_kind(panel, int(KIND[pile[0]]), x + 1.2, y + 0.85, 2.6, part)
        return
    shown = pile if len(pile) <= 4 else pile[:3]
    for k, item in enumerate(shown):
        draw_kind(panel, int(KIND[item]), x + 0.7 + k % 2 * 1.8, y + 0.6 + k // 2 * 0.9, 1.7, part)
    if len(pile) > 4:
        panel.chip(x + 3, y + 1.5, f"{len(pile)}", fill="gold", only="picture", part=part)


def _draw_pieces(panel: Panel, s: np.void, there: list[str], x: float, y: float, shared: bool, eyes: int) -> None:
    """Large if alone on bare floor, smaller in the lower half or on all of the cell."""
    if len(there) <= 1:
        size, spots = (2.4, [(1.5, 0.75)]) if shared else (3.2, [(0.4, 0.2)])
    elif len(there) == 2:
        size, spots = 2.2, [(0.0, 0.85), (1.9, 0.85)] if shared else [(0.0, 0.45), (1.9, 0.45)]
    elif len(there) <= 4:
        size, spots = 1.9, [(k % 2 * 2.0, k // 2 * 1.0) for k in range(4)]
    else:
        size, spots = 1.6, [(k % 3 * 1.25 - 0.1, k // 3 * 0.62) for k in range(9)]
    for who, (right, down) in zip(there, spots, strict=False):
        _draw_piece(panel, s, who, x + right, y + down, size, eyes)
    if len(there) > len(spots):
        panel.chip(x + 3, y + 1.1, f"+{len(there) - len(spots)}", fill="gold", only="picture")


def _draw_piece(panel: Panel, s: np.void, who: str, x: float, y: float, size: float, eyes: int) -> None:
    if who.isdigit():
        if s["turn"] == int(who) and not s["done"]:
            panel.shape(x, y, circle(size * 5, size * 5, size * 5 + 1), fill="yellow", line="cocoa", weight=1)
        draw_pawn(panel, int(who), x, y, size, player_part(s, int(who), eyes))
    else:
        panel.icon(x, y, "mummy" if who == MUMMY else "spectre", size=(size, size / 2), only="picture")


def player_part(s: np.void, seat: int, eyes: int) -> list[Place]:
    """What clicking a player means: whoever is asked counts the others from itself on."""
    if eyes < 0:
        return []
    far = (seat - eyes) % int(s["seats"])
    if far == 0:
        return [{"range": "target", "player": 0}]
    others: list[Place] = [{"range": name, "player": far - 1} for name in ("aggress", "betray", "borrow")]
    return [*others, {"range": "target", "player": far}]


# ------------------------------------------------------------------------------------------------------------------
# RUSH! field and camp


def _draw_camp(panel: Panel, s: np.void, piles: Piles, pieces: Pieces, eyes: int) -> None:
    """The RUSH! field, the temple door, and the camp with the tents."""
    x, y = block_corner(CAMP_AT)
    door, wide = y + HALL * TALL, SIDE * WIDE
    shut = s["edge"][RUSH, SOUTH] == TEMPLE_DOOR
    panel.line(x, door, x + wide, door, colour="brown", heavy=True, only="text")
    panel.shape(x + 0.5, door + 0.5, rectangle(0, -4, wide * 10, 8), fill="cocoa")
    panel.shape(
        x + 0.5, door + 0.5, rectangle(40, -8, wide * 10 - 80, 16, 4), fill="purple" if shut else "pale green",
        line="night", weight=1.5,
    )  # fmt: skip
    words = "temple door shut" if shut else "temple door gone"
    looks = {"bold": bool(shut), "anchor": "middle", "width": 18}
    panel.text(x + 1, door, words, colour="ink", only="text", **looks)  # type: ignore[arg-type]
    draw_words(panel, x + 1.5, door, words, 11, colour="day" if shut else "ink", **looks)
    draw_words(panel, x + 1, y + 1.2, "RUSH!", 30, colour="brown", bold=True, anchor="middle", width=wide - 1)
    for cell, row in ((RUSH, y + 2), (OUT, door + 1)):
        words = CELL_NAMES[s["ground"][cell]] + (f" · pile ×{len(piles[cell])}" if cell in piles else "")
        panel.text(x + 1, row, words, bold=True, anchor="middle", width=wide - 1, only="text")
        _draw_crowd(panel, s, cell, pieces.get(cell, []), piles.get(cell, []), x, row, eyes)
    for seat in range(s["seats"]):
        left = x + 1 + 3.2 * seat
        panel.icon(left, door + 2.55, "tent", size=(3, 1.5), colour=SEAT_COLOURS[seat], only="picture")
        draw_words(panel, left + 1, door + 3.2, str(s["tent"][seat].sum()), 12, colour="day", bold=True)
        panel.text(x + 1 + 3 * seat, door + 3, f"▲{seat}", only="text")


def _draw_crowd(
    panel: Panel, s: np.void, cell: int, there: list[str], pile: list[int], x: int, row: int, eyes: int
) -> None:
    """Everybody side by side on one of the two large fields, and the pile below the door's wall."""
    text_left = x + SIDE * WIDE // 2 - min(len(there), PER_ROW) + 1
    for k, who in enumerate(there):
        fill = SEAT_COLOURS[int(who)] if who.isdigit() else "silver"
        panel.chip(text_left + k % PER_ROW * 2, row + 1 + k // PER_ROW, who, fill=fill, only="text")
    size = 3.0 if len(there) <= 6 else 1.9 if cell == RUSH else 1.6
    if cell == OUT:
        size = min(size, 2.6)
    across = max(1, min(len(there), int((SIDE * WIDE - 1) / size)))
    left = x + 0.5 + (SIDE * WIDE - across * size) / 2
    top = row + 0.7 if cell == RUSH else row - 0.2
    for k, who in enumerate(there):
        _draw_piece(panel, s, who, left + k % across * size, top + k // across * size / 2, size, eyes)
    here = eyes >= 0 and s["cell"][eyes] == cell
    part: Part | None = {"range": "pick up"} if here else None
    for k, item in enumerate(pile):
        down = row + 3.0 if cell == RUSH else row + 1.05
        draw_kind(panel, int(KIND[item]), x + 0.8 + k * min(1.8, 18 / len(pile)), down, 1.6, part)


def _draw_ways(panel: Panel, s: np.void, eyes: int) -> None:
    """Where a step or the stairs lead from the own cell."""
    here = int(s["cell"][eyes])
    for way in range(4):
        beyond = int(BEYOND[here, way])
        if beyond >= 0 and s["edge"][here, way] != WALL:
            _draw_zone(panel, beyond, {"range": "step", "direction": way})
    ground = int(s["ground"][here])
    if ground in STAIRS_COLOURS:
        ends = [int(end) for end in s["stairs"][ground - RED_STAIRS] if end >= 0 and end != here]
        for end in ends:
            _draw_zone(panel, end, {"range": "stairs"})


def _draw_zone(panel: Panel, cell: int, part: Part) -> None:
    if cell < GRID:
        x, y = CORNERS[cell]
        panel.zone(x + 0.9, y + 0.7, WIDE - 0.8, TALL - 0.4, part=part)
        return
    x, y = block_corner(CAMP_AT)
    top, tall = (y + 0.5, HALL * TALL - 0.5) if cell == RUSH else (y + HALL * TALL + 1, (SIDE - HALL) * TALL - 0.5)
    panel.zone(x + 0.7, top, SIDE * WIDE - 0.4, tall, part=part)


def place_words(s: np.void) -> list[str]:
    """What is where the map has no room to say so, in text."""
    piles, pieces = piles_of(s), pieces_of(s)
    words = []
    for cell in sorted({*piles, *pieces}):
        pile, there = piles.get(cell, []), pieces.get(cell, [])
        if is_crowded(s, cell, pile, there) or (cell >= GRID and pile):
            who = " ".join(there) if cell < GRID else ""
            items = " ".join(item_letter(item) for item in pile)
            words.append(f"{cell_name(cell)} {' · '.join(part for part in (items, who) if part)}")
    return words
