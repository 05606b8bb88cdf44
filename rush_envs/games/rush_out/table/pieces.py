"""What lies on a table: dice, the spaces that they go to, cards, buttons.

A die is a cube in its owner's colour, a free space a dashed square with its symbol. Where there is no colour a lone
letter is a free space, a letter with a number holds a die of that hero, and a letter with a disc one of the wizard.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rush_envs.games.rush_out.components import (
    FOLDER,
    HERO_DICE,
    HERO_SYMBOLS,
    HERO_WORDS,
    JOKER,
    UNROLLED,
    WIZARD_SYMBOLS,
    WIZARD_WORDS,
)
from rush_envs.games.rush_out.table.facts import WIZARD_FACE_WORDS, WIZARD_FACES, covered
from rush_envs.kit.scene import Icons, Panel
from rush_envs.kit.scene.canvas import Only
from rush_envs.kit.scene.parts import Part

One = dict[str, Any]  # what a mark stands for: one of several

ICONS = Icons.read(FOLDER / "icons.svg")
SEAT_COLOURS = ("night", "blue", "vermilion", "green", "purple")
FRAMES = ("ink", *SEAT_COLOURS[1:])  # the wizard's black is not seen on dark paper
TINTS = {"F": "orange", "S": "silver", "O": "sand", "K": "gold", "H": "pink", "J": "white"}  # of symbols, in text
TINTS |= {"P": "lime", "W": "sky", "A": "fog", "L": "yellow"}
WIZARD_DIE, SECRET, STILL, LOCKED = "●", "?", "·", "×"  # on a space; rolled but not told; not rolled; on a vortex
FADED = 0.4
SMALL = (1.8, 1)  # a symbol in a line of words
FLIPS = {0: (0, 2), 1: (1,), 2: (3,)}  # places on the axis `faces` by the wizard's face: plant, water, air


class Piece(NamedTuple):
    """A die, or a space for one: the icon of a picture, the letters of text, a colour, what it stands for."""

    icon: str
    letters: str
    colour: str
    part: Part
    opacity: float = 1.0


def draw_pieces(
    panel: Panel, pieces: list[Piece], x: float, y: float, size: tuple[float, float], step: float, *, only: Only = ""
) -> None:
    """In a row."""
    for k, piece in enumerate(pieces):
        back = piece.colour if piece.icon.startswith("die") else TINTS[piece.letters[0]]
        panel.icon(
            x + k * step, y, piece.icon, piece.letters, size=size, back=back,
            colour=piece.colour, opacity=piece.opacity, only=only, part=piece.part,
        )  # fmt: skip


def draw_dice(panel: Panel, pieces: list[Piece], x: float, y: float, wide: float) -> None:
    """A hand: large in pictures, a line in text."""
    panel.text(2, round(y), "dice", colour="grey", only="text")
    draw_pieces(panel, pieces, 9, round(y), (1, 1), 3, only="text")
    draw_pieces(panel, pieces, x, y, (wide, wide / 2), wide + 0.25, only="picture")


def draw_tray(panel: Panel, x: float, y: float, width: float, height: float) -> None:
    """Where things may come to lie."""
    panel.box(x, y, width, height, fill="fog", line=None, look="tile", only="picture")


def draw_symbols(
    panel: Panel, symbols: list[tuple[str, str]], x: float, y: float, step: float = 2, apart: int = 2
) -> None:
    """Symbols in a line of words, (icon, letter) of each: `step` columns from one to the next, letters `apart`."""
    for k, (icon, letter) in enumerate(symbols):
        panel.icon(x + k * step, y, icon, size=(min(SMALL[0], step), 1), only="picture")
        panel.chip(round(x) + k * apart, round(y), letter, fill=TINTS[letter], only="text")


def draw_button(
    panel: Panel, x: float, y: float, width: float, words: str, icon: str, part: Part, height: float = 1.6
) -> None:
    """What can be said rather than shown; a terminal lists such answers by itself."""
    panel.box(x, y, width, height, fill="pale blue", line="blue", look="tile", only="picture")
    panel.icon(x + 0.5, y + height / 2 - 0.5, icon, size=SMALL, colour="blue", only="picture")
    panel.text(x + 2.6, y + height / 2 - 0.5, words, bold=True, size=13, only="picture")
    panel.zone(x, y, width, height, part=part)


def draw_line(panel: Panel, label: str, words: str, x: float, y: float, gap: int = 7) -> None:
    panel.text(x, y, label, colour="grey", size=13)
    panel.text(x + gap, y, words, colour="grey" if words == "–" else "ink", size=13)


# ------------------------------------------------------------------------------------------------------------------
# Spaces and what lies on them


def hero_spaces(s: np.void, target: int, viewer: int | None) -> list[Piece]:
    """The spaces of a target of heroes, with the dice on them."""
    pieces = []
    this: One = {"range": "target", "target": target}
    for symbol, (letter, word) in enumerate(zip(HERO_SYMBOLS, HERO_WORDS, strict=True)):
        for seat in range(1, s["seats"]):
            dice = int(s["placed"][seat, symbol]) if s["at"][seat] == target else 0
            parts: list[One] = [this, {"range": "die", "hero": seat - 1, "symbol": symbol}]
            if viewer == seat:
                parts = [{"range": "take"}, {"range": "hero_back", "symbol": symbol}]
            for k in range(dice):
                gone = FADED if viewer == seat and k < s["taken"][seat, symbol] else 1.0
                pieces.append(Piece(f"die-{word}", f"{letter}{seat - 1}", SEAT_COLOURS[seat], parts, gone))
        free: list[One] = [{"range": "hero_place", "target": target, "symbol": symbol}, this]
        pieces += [Piece(f"slot-{word}", letter, "grey", free)] * int(s["free"][target, symbol])
    return pieces


def wizard_spaces(s: np.void, target: int, viewer: int | None) -> list[Piece]:
    pieces = []
    for symbol, (letter, word) in enumerate(zip(WIZARD_SYMBOLS, WIZARD_WORDS, strict=True)):
        dice = int(s["placed"][0, symbol]) if s["at"][0] == target else 0
        parts: list[One] = [{"range": "take"}, {"range": "wizard_back", "symbol": symbol}] if viewer == 0 else []
        for k in range(dice):
            gone = FADED if viewer == 0 and k < s["taken"][0, symbol] else 1.0
            pieces.append(Piece(f"die-{word}", letter + WIZARD_DIE, SEAT_COLOURS[0], parts, gone))
        free: list[One] = [
            {"range": way, "target": target, "symbol": symbol} for way in ("wizard_place", "wizard_joker")
        ]
        pieces += [Piece(f"slot-{word}", letter, "grey", free)] * int(s["wizard_free"][target, symbol])
    return pieces


def hero_target(target: int) -> list[One]:
    """A card that heroes place dice on, and that the wizard may choose."""
    return [{"range": "hero_place", "target": target}, {"range": "target", "target": target}]


def wizard_target(target: int) -> list[One]:
    return [{"range": "wizard_place", "target": target}, {"range": "wizard_joker", "target": target}]


def hero_symbols(counts: np.ndarray) -> list[tuple[str, str]]:
    """Spaces of a card that no hero's die can lie on yet."""
    return [(HERO_WORDS[k], HERO_SYMBOLS[k]) for k in range(len(HERO_WORDS)) for _ in range(counts[k])]


def covered_symbols(s: np.void, seat: int) -> list[tuple[str, str]]:
    words, letters = (HERO_WORDS, HERO_SYMBOLS) if seat else (WIZARD_WORDS, WIZARD_SYMBOLS)
    return [(words[k], letters[k]) for k in covered(s, seat)]


# ------------------------------------------------------------------------------------------------------------------
# Hands


def hero_hand(s: np.void, seat: int, viewer: int | None, secret: bool) -> list[Piece]:
    """Rolled dice, those still to be rolled, the one on a vortex; of secret ones only how many they are."""
    still, locked, colour = int(s["hand"][seat, UNROLLED]), int(s["locked"][seat - 1]), SEAT_COLOURS[seat]
    pieces: list[Piece] = []
    if secret:
        rolled = HERO_DICE - still - int(s["placed"][seat].sum()) - locked
        pieces += [Piece("die-secret", SECRET, colour, ())] * rolled
    for face, letter in enumerate(() if secret else HERO_SYMBOLS):
        parts: list[One] = [{"range": "turn", "hero": seat - 1, "face": face}] if face < JOKER else []
        if viewer == seat:
            symbols = [face] if face < JOKER else [JOKER, *covered(s, seat)]
            parts = [*parts, {"range": "hero_place", "symbol": symbols}]
        pieces += [Piece(f"die-{HERO_WORDS[face]}", letter, colour, parts)] * int(s["hand"][seat, face])
    return pieces + [Piece("die-still", STILL, colour, ())] * still + [Piece("die-locked", LOCKED, colour, ())] * locked


def wizard_hand(s: np.void) -> list[Piece]:
    """A joker is placed as such, or as the symbol that no die in hand shows."""
    hand, colour = s["hand"][0], SEAT_COLOURS[0]
    pieces: list[Piece] = []
    for face, letter in enumerate(WIZARD_FACES):
        parts: list[One] = [{"range": "wizard_place", "symbol": face}]
        if face in FLIPS:
            parts.append({"range": "flip", "faces": FLIPS[face]})
        if face == JOKER:
            alone = [symbol for symbol in covered(s, 0) if not hand[symbol]]
            parts = [{"range": "wizard_joker"}, *([{"range": "wizard_place", "symbol": alone}] if alone else [])]
        pieces += [Piece(f"die-{WIZARD_FACE_WORDS[face]}", letter, colour, parts)] * int(hand[face])
    return pieces + [Piece("die-still", STILL, colour, ())] * int(hand[UNROLLED])
