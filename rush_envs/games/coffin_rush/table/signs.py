"""Signs that several panels use: items, cards, pawns, servants, and buttons.

In text an item is a letter in its colour, the initial of its kind; a card is two letters.
"""

from __future__ import annotations

from pathlib import Path

from rush_envs.games.coffin_rush.components import CARD_NAMES, COLOURS, KIND, KIND_NAMES, TRAP_NAMES
from rush_envs.kit.scene import Icons, Panel
from rush_envs.kit.scene.parts import Part

ICONS = Icons.read(Path(__file__).with_name("icons.svg"))
SEAT_COLOURS = ("blue", "vermilion", "green", "purple", "brown", "sky")
KIND_LETTERS = tuple(name[0].upper() for name in KIND_NAMES)
KIND_FILLS = ("lime", "yellow", "orange", "crimson", "purple", "day", "day", "day", "day")
KIND_ICONS = (*(f"treasure-{name}" for name in KIND_NAMES[:COLOURS]), "torch", "charm", "amulet", "coins")
KIND_INKS = ("night", "night", "night", "day", "day", "night", "night", "night", "night")
CARD_LETTERS = tuple(name[:2].capitalize() for name in CARD_NAMES)
CARD_ICONS = tuple(f"card-{name}" for name in CARD_NAMES)
TRAP_ICONS = tuple(f"trap-{name}" for name in TRAP_NAMES)
RISK_FILLS = ("green", "yellow", "crimson")  # in the order of DIE_NAMES
EMPTY = "·"
assert len(set(KIND_LETTERS)) == len(KIND_NAMES)
assert len(set(CARD_LETTERS)) == len(CARD_NAMES)


def item_letter(item: int) -> str:
    return KIND_LETTERS[KIND[item]]


def draw_kind(panel: Panel, kind: int, x: float, y: float, size: float, part: Part | None = None) -> None:
    """An item on a tile of its colour, in pictures; `size` in columns."""
    panel.box(
        x, y, size, size / 2, fill=KIND_FILLS[kind], line="night", look="tile", only="picture", part=part
    )  # fmt: skip
    inner = size * 0.8
    panel.icon(
        x + size * 0.1, y + size * 0.05, KIND_ICONS[kind], size=(inner, inner / 2), colour=KIND_INKS[kind],
        only="picture", part=part,
    )  # fmt: skip


def draw_pawn(panel: Panel, seat: int, x: float, y: float, size: float, part: Part | None = None) -> None:
    """A player's pawn with its number, in pictures."""
    looks = {"size": (size, size / 2), "colour": SEAT_COLOURS[seat]}
    panel.icon(x, y, "explorer", **looks, only="picture", part=part)  # type: ignore[arg-type]
    middle = (x + size / 2 - 0.5, y + size * 0.385 - 0.5)
    panel.text(
        *middle, str(seat), colour="day", bold=True, anchor="middle", width=1, size=3.4 * size, only="picture",
        part=part,
    )  # fmt: skip


def draw_words(panel: Panel, x: float, y: float, words: str, size: float = 14, **looks: object) -> None:
    """Words in pictures only; a kind of shorthand."""
    panel.text(x, y, words, size=size, only="picture", **looks)  # type: ignore[arg-type]


def draw_button(panel: Panel, x: float, y: float, words: str, range_name: str) -> float:
    """Something to click where nothing on the table stands for it; returns the column after it."""
    part, width = {"range": range_name}, len(words) + 2.5
    panel.box(x, y, width, 1.5, fill="gold", line="cocoa", look="card", only="picture", part=part)
    looks = {"colour": "night", "bold": True, "anchor": "middle", "width": int(width), "size": 13}
    panel.text(x, y + 0.25, words, only="picture", part=part, **looks)  # type: ignore[arg-type]
    return x + width + 0.5
