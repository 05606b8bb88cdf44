"""Signs of the drawing that several panels use: treasures, cards, dice, ankhs, and buttons."""

from __future__ import annotations

from pathlib import Path

from rush_envs.games.curse_of_the_mummy.components import ARROW, BOX, COLOUR, COLOUR_NAMES, FIRST_CARD
from rush_envs.games.curse_of_the_mummy.state import LOST, SKIPPED
from rush_envs.kit.scene import Icons, Panel
from rush_envs.kit.scene.parts import Part

ICONS = Icons.read(Path(__file__).with_name("icons.svg"))
CARD_COLOURS = ("crimson", "sky", "day", "lime", "yellow")  # in the order of COLOUR_NAMES
ON_CARDS = ("day", "night", "night", "night", "night")  # what is written and drawn on them
LETTERS = tuple(name[0].upper() for name in COLOUR_NAMES)
NUMBER = tuple(card - int(FIRST_CARD[colour]) + 1 for card, colour in enumerate(COLOUR))
CARD_LETTERS = tuple(f"{LETTERS[colour]}{number}" for colour, number in zip(COLOUR, NUMBER, strict=True))
CARD_WORDS = tuple(name.split(" ", 1)[1] for name in BOX.card_names)
SURE = "⓪①②③"  # pawns whose cell is known; where one may stand it has a plain number
TURN_LETTERS = {ARROW: "→", LOST: "L", SKIPPED: "S"}


def treasure_icon(card: int) -> str:
    """A treasure that somebody has named otherwise is a gem."""
    name = f"treasure-{CARD_WORDS[card]}"
    return name if name in ICONS else "gem"


def draw_card_sign(
    panel: Panel, card: int, x: float, y: float, *, size: tuple[float, float], opacity: float = 1.0
) -> None:
    """A treasure on a tile of its colour, in pictures."""
    colour, (wide, tall) = int(COLOUR[card]), size
    panel.box(
        x, y, wide, tall, fill=CARD_COLOURS[colour], line="night", look="tile", opacity=opacity, only="picture"
    )  # fmt: skip
    inner = (x + wide * 0.1, y + tall * 0.1)
    panel.icon(
        *inner, treasure_icon(card), size=(wide * 0.8, tall * 0.8), colour=ON_CARDS[colour], opacity=opacity,
        only="picture",
    )  # fmt: skip


def draw_card(panel: Panel, card: int, x: float, y: float, tall: float) -> None:
    """A treasure card face up, in pictures; its width is 10/7 of its height in characters."""
    colour, wide = int(COLOUR[card]), tall * 10 / 7
    panel.icon(x, y, "card-face", size=(wide, tall), colour=CARD_COLOURS[colour], only="picture")
    size = (wide * 0.76, wide * 0.38)
    panel.icon(
        x + wide * 0.12, y + tall * 0.13, treasure_icon(card), size=size, colour=ON_CARDS[colour], only="picture"
    )
    panel.text(
        x + wide / 2 - 1, y + tall * 0.8 - 0.5, CARD_LETTERS[card], colour=ON_CARDS[colour], bold=True, anchor="middle",
        width=2, size=4 * tall, only="picture",
    )  # fmt: skip


def entry(value: int) -> str:
    """A turn in one letter."""
    return TURN_LETTERS.get(value, str(value))


def draw_die(
    panel: Panel, value: int, x: float, y: float, size: float, colour: str = "day", part: Part | None = None
) -> None:
    """A face of an explorer's die, or what a turn came to, in pictures; 0 is a die without a face."""
    name = "die-arrow" if value == ARROW else f"die-{value}" if 0 < value < ARROW else "die"
    seen = 1.0 if value else 0.5
    panel.icon(x, y, name, size=(size, size / 2), colour=colour, opacity=seen, only="picture", part=part)
    if value in (0, LOST, SKIPPED):
        words = entry(value) if value else "?"
        panel.text(
            x + size / 2 - 0.5, y + size / 4 - 0.5, words, colour="night", bold=True, anchor="middle", width=1,
            size=5 * size, only="picture",
        )  # fmt: skip


def draw_ankhs(panel: Panel, x: float, y: float, held: int, of: int, *, size: float, colour: str) -> None:
    for k in range(of):
        name = "ankh" if k < held else "ankh-lost"
        panel.icon(x + k * size * 0.9, y, name, size=(size, size / 2), colour=colour, only="picture")


def draw_button(panel: Panel, x: float, y: float, width: float, words: str, range_name: str) -> None:
    """Something to click where nothing on the table stands for it."""
    part = {"range": range_name}
    panel.box(x, y, width, 1.6, fill="gold", line="cocoa", look="card", only="picture", part=part)
    looks = {"colour": "night", "bold": True, "anchor": "middle", "width": int(width)}
    panel.text(x, y + 0.3, words, only="picture", part=part, **looks)  # type: ignore[arg-type]
