"""What the signs mean, which traps have been drawn, and in text what lies where the map has no room to say so."""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import BOMB, CARD_NAMES, COPIES, KIND_NAMES, POINTS, TRAP_NAMES, TRAPS
from rush_envs.games.coffin_rush.table.board import GROUND_ICONS, SIGNS, STAIRS, place_words
from rush_envs.games.coffin_rush.table.signs import (
    CARD_ICONS,
    CARD_LETTERS,
    KIND_LETTERS,
    TRAP_ICONS,
    draw_kind,
    draw_words,
)
from rush_envs.games.coffin_rush.temple import CELL_NAMES, RUSH, SOUTH, TEMPLE_DOOR
from rush_envs.kit.scene import Panel

LEFT = 8  # first column of what stands behind a label


def draw_notes(panel: Panel, s: np.void) -> None:
    traps = _traps(s)
    _write(panel, s, traps)
    _draw(panel, traps)


def _traps(s: np.void) -> list[tuple[int, int, int]]:
    """(trap, drawn since the last shuffle, of how many), which the bomb has no part in once it was drawn (CO-8.1)."""
    gone = s["edge"][RUSH, SOUTH] != TEMPLE_DOOR and not s["drawn"][BOMB]
    copies = [0 if gone and trap == BOMB else int(COPIES[trap]) for trap in range(TRAPS)]
    return [(trap, int(s["drawn"][trap]), of) for trap, of in enumerate(copies) if of]


def _write(panel: Panel, s: np.void, traps: list[tuple[int, int, int]]) -> None:
    """In text, each label with as many rows as it needs."""
    items = [f"{letter} {words}" for letter, words in zip(KIND_LETTERS, KIND_NAMES, strict=True)]
    cells = [f"{sign} {CELL_NAMES[ground]}" for ground, sign in SIGNS.items()] + [f"{STAIRS} stairs", "a pile of ×2"]
    tiles = ["S? sarcophagus", "C? chest", "SG known", "MG with a mummy", "M mummy", "S spectre"]
    doors = ["╏ shut door", "╎ open", "+ several, * items"]
    cards = [f"{letters} {words}" for letters, words in zip(CARD_LETTERS, CARD_NAMES, strict=True)]
    drawn = [f"{number}/{of} {TRAP_NAMES[trap]}" for trap, number, of in traps]
    y = 0
    for label, words in (
        ("items", items), ("cells", cells), ("tiles", tiles), ("cards", cards + doors), ("drawn", drawn),
        ("there", place_words(s)),
    ):  # fmt: skip
        if words:
            panel.text(1, y, label, colour="grey", only="text")
        line = ""
        for word in words:
            if line and LEFT + len(line) + 2 + len(word) > panel.width:
                panel.text(LEFT, y, line, only="text")
                y, line = y + 1, ""
            line += "  " * bool(line) + word
        panel.text(LEFT, y, line, width=panel.width - LEFT, only="text")
        y += bool(words)


def _draw(panel: Panel, traps: list[tuple[int, int, int]]) -> None:
    """In pictures four rows of icons with their names."""
    for kind, words in enumerate(KIND_NAMES):
        x = 1 + kind * 9.2
        draw_kind(panel, kind, x, 0.4, 2.6)
        draw_words(panel, x + 2.9, 0.15, words.split()[-1], 11)  # the icon says which charm
        draw_words(panel, x + 2.9, 0.85, f"{POINTS[kind]} points", 11, colour="grey")
    signs = [(name, CELL_NAMES[ground]) for ground, name in GROUND_ICONS.items()]
    signs += [("stairs", "stairs"), ("sarcophagus", "coffin"), ("chest", "chest"), ("spectre", "spectre")]
    for k, (icon, words) in enumerate(signs):
        x = 1 + k * 9.2
        panel.icon(x, 2.35, icon, size=(2.6, 1.3), colour="crimson", only="picture")
        draw_words(panel, x + 2.9, 2.5, words, 11)
    for trap, drawn, of in traps:
        x = 1 + trap * 9.2
        panel.box(x, 4.25, 2.6, 1.3, fill="sand", line="cocoa", look="tile", only="picture")
        panel.icon(x + 0.3, 4.4, TRAP_ICONS[trap], size=(2, 1), colour="ink", only="picture")
        draw_words(panel, x + 2.9, 4.05, TRAP_NAMES[trap], 11)
        draw_words(panel, x + 2.9, 4.75, f"{drawn}/{of} drawn", 11, colour="grey")
    for card, words in enumerate(CARD_NAMES):
        x = 1 + card * 12
        panel.box(x, 6.2, 2.2, 1.5, fill="grey", line="night", look="card", only="picture")
        panel.icon(x + 0.2, 6.5, CARD_ICONS[card], size=(1.8, 0.9), colour="day", only="picture")
        draw_words(panel, x + 2.7, 6.45, words, 12.5)
