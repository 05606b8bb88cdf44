"""The board: the wizard and his spells on top, the dragon's way in the middle, the ordeals below."""

from __future__ import annotations

import numpy as np

from rush_envs.games.rush_out.components import (
    BASIC,
    CLASH,
    COIN,
    DRAGON_FROM,
    DRAGON_SPACES,
    DRAGON_TILE,
    DRAGON_WINS,
    FIRST_END,
    HERO_SYMBOLS,
    HERO_WORDS,
    JOKER,
    KIND_NAMES,
    ORDEAL_BANNER,
    ORDEAL_KIND,
    ORDEAL_KINDS,
    ORDEAL_SPACES,
    SPACES,
    SPELL_BANNER,
    SPELL_HEROES,
    SPELL_KIND,
    SUMMONED,
    TYPE_NAMES,
    TYPE_OF_KIND,
    WIZARD_SYMBOLS,
    WIZARD_WORDS,
)  # fmt: skip
from rush_envs.games.rush_out.table.facts import asked
from rush_envs.games.rush_out.table.pieces import (
    FADED,
    TINTS,
    One,
    Piece,
    draw_pieces,
    draw_symbols,
    hero_spaces,
    hero_symbols,
    hero_target,
    wizard_spaces,
    wizard_target,
)
from rush_envs.kit.scene import Panel
from rush_envs.kit.scene.parts import Part
from rush_envs.kit.scene.paths import ellipse, polygon, polyline, rectangle

TYPE_COLOURS = ("purple", "green", "crimson", "blue", "brown", "vermilion", "purple")  # in the order of TYPE_NAMES
ORDEAL_COLOURS = ("brown", "gold", "crimson", "green")  # in the order of ORDEAL_KINDS
KIND_ICONS = (
    "confusion", "confusion", "summoning", "dracology", "dracology", "vortex", "fire", "sword", "footprints", "key",
    "silence", "one-hand", "high-five", "damnation", "damnation", "regression", "regression",
)  # fmt: skip
ORDEAL_ICONS = ("ordeal", "gold", "clash", "summoning")
EFFECTS = (
    ("1 hero's die", "goes back"), ("clears all of", "one target"), ("joins the", "ordeals"), ("dragon", "1 forward"),
    ("dragon", "2 forward"), ("locks a die", "of one hero"), ("no F for", "one hero"), ("no S for", "one hero"),
    ("no O for", "one hero"), ("no K for", "one hero"), ("heroes hide", "their faces"), ("who acts", "rests 1 tick"),
    ("who fills", "rests 1 tick"), ("wounds 1,", "takes souls"), ("wounds", "2 heroes"), ("one hero", "−1 point"),
    ("each hero", "−1 point"),
)  # fmt: skip
FILLED = {
    BASIC: ("fill it:", "next ordeal"), COIN: ("fill it:", "a coin"), CLASH: ("fill it:", "1 life less"),
    SUMMONED: ("a summoned", "spell"),
}  # fmt: skip

# Columns and rows
SIDE, CARD, TALL = 11, 14, 9
DECK = SIDE + SPACES * CARD
WIDTH, HEIGHT = DECK + 10, 21
TRACK, ORDEAL_ROW = TALL, TALL + 3
STOPS = (SIDE // 2, *(SIDE + k * CARD + CARD // 2 for k in range(SPACES)), DECK + 4)
SLOT, NEXT_SLOT = (3.6, 1.8), (4.1, 1.85)
SMALL_SLOT, NEXT_SMALL = (2.4, 1.2), 2.6
A_ROW = 3  # spaces


def draw_board(panel: Panel, s: np.void, viewer: int | None) -> None:
    panel.shape(0, 0, rectangle(1, 1, WIDTH * 10 - 2, 198, 12), fill="pale purple", line="purple")
    panel.shape(0, 0, rectangle(1, 221, WIDTH * 10 - 2, 198, 12), fill="cream", line="brown")
    panel.icon(0.4, 0.3, "wizard", size=(10.4, 8.9), only="picture")
    for space in range(SPACES):
        _draw_spell(panel, s, space, viewer)
    _draw_spell_deck(panel, s)
    _draw_track(panel, s)
    _draw_dragon_tile(panel, s, viewer)
    for space in range(SPACES):
        _draw_ordeal(panel, s, space, viewer)
    _draw_ordeal_deck(panel, s)


# ------------------------------------------------------------------------------------------------------------------
# Cards


def _draw_card(
    panel: Panel, x: int, y: int, label: str, title: str, colour: str, fill: str, marked: str | None
) -> None:
    """A card with its kind in a coloured head; `marked` is the colour of a heavy frame."""
    line = marked or colour
    panel.box(x + 0.15, y + 0.2, CARD - 0.3, TALL - 0.4, fill=fill, line=line, heavy=bool(marked), look="card",
              only="picture")  # fmt: skip
    panel.box(x, y, CARD, TALL, line=line, heavy=bool(marked), label=label, only="text")
    panel.shape(x, y, rectangle(5, 9, CARD * 10 - 10, 21, 5), fill=colour)
    panel.text(x + 1, y + 0.47, label[-1], colour="day", bold=True, size=13, only="picture")
    panel.text(x + 2, y + 0.47, title.upper(), colour="day", bold=True, size=13, anchor="middle", width=CARD - 3,
               only="picture")  # fmt: skip
    panel.text(x + 2, y + 1, title.upper(), bold=True, only="text")


def _draw_words(panel: Panel, lines: tuple[str, str], x: float, y: int) -> None:
    for k, words in enumerate(lines):
        panel.text(x + 5.3, y + 1.65 + 0.72 * k, words, size=13, only="picture")
        panel.text(x + 1, y + 2 + k, words, colour="grey", only="text")


def _draw_slots(panel: Panel, pieces: list[Piece], x: int, y: int) -> None:
    """The spaces of a card in one row or two, in the middle of it."""
    first = len(pieces) if len(pieces) <= A_ROW else (len(pieces) + 1) // 2
    for k, row in enumerate((pieces[:first], pieces[first:])):
        left = x + (CARD - len(row) * NEXT_SLOT[0] + NEXT_SLOT[0] - SLOT[0]) / 2
        top = y + 3.6 + k * NEXT_SLOT[1] + (0.8 if len(pieces) <= A_ROW else 0)
        draw_pieces(panel, row, left, top, SLOT, NEXT_SLOT[0])


def _draw_banner(panel: Panel, banner: int, x: int, y: int) -> None:
    """It hangs from the lower side of a card."""
    if banner >= 0:
        letter = WIZARD_SYMBOLS[banner]
        panel.shape(x + 10.6, y + 7.35, polygon([(0, 0), (26, 0), (26, 32), (13, 26), (0, 32)]), fill="purple")
        panel.icon(x + 11, y + 7.45, f"slot-{WIZARD_WORDS[banner]}", size=(1.9, 1), colour="gold", only="picture")
        panel.chip(x + 3, y + TALL - 1, f" banner {letter} ", fill=TINTS[letter], square=True, only="text")


def _draw_spell(panel: Panel, s: np.void, space: int, viewer: int | None) -> None:
    x, spell, cast = SIDE + space * CARD, int(s["spell"][space]), bool(asked(s) and s["casting"] == space)
    kind = int(SPELL_KIND[spell])
    type_, label = int(TYPE_OF_KIND[kind]), f"spell {space + 1}"
    colour = TYPE_COLOURS[type_]
    _draw_card(panel, x, 0, label, TYPE_NAMES[type_], colour, "fog", "orange" if cast else None)
    panel.icon(x + 0.8, 1.55, KIND_ICONS[kind], size=(4, 2), colour=colour, only="picture")
    if TYPE_NAMES[type_] == "dissipation" and KIND_NAMES[kind] != "vortex":
        panel.icon(x + 0.6, 1.45, "forbidden", size=(4.4, 2.2), opacity=0.85, only="picture")
    _draw_words(panel, EFFECTS[kind], x, 0)
    if cast:
        panel.text(x + 1, 6, "it is cast", bold=True, only="text")
    part: list[One] = [*wizard_target(space), {"range": "swap", "space": space}]
    panel.zone(x + 0.15, 0.2, CARD - 0.3, TALL - 0.4, part=part)
    _draw_slots(panel, wizard_spaces(s, space, viewer), x, 0)
    other_end = hero_symbols(SPELL_HEROES[spell])
    if other_end:
        panel.icon(x + 0.6, 7.4, "meeple", "▸", size=(1.5, 1), colour="grey")
        draw_symbols(panel, other_end, x + 2.2, 7.35, 1.65)
    _draw_banner(panel, int(SPELL_BANNER[spell]), x, 0)


def _draw_ordeal(panel: Panel, s: np.void, space: int, viewer: int | None) -> None:
    x, y, ordeal, dragon = SIDE + space * CARD, ORDEAL_ROW, int(s["ordeal"][space]), bool(s["dragon"] == space + 1)
    kind, held = int(ORDEAL_KIND[ordeal]), dragon and not s["free"][space].any()
    title = "ordeal" if kind == BASIC else ORDEAL_KINDS[kind]
    _draw_card(panel, x, y, f"ordeal {space + 1}", title, ORDEAL_COLOURS[kind], "fog", "crimson" if dragon else None)
    part: list[One] = [*hero_target(space), *wizard_target(FIRST_END + space)]
    panel.zone(x + 0.15, y + 0.2, CARD - 0.3, TALL - 0.4, part=part)
    wizard_end = wizard_spaces(s, FIRST_END + space, viewer)
    words = ("full, but the", "dragon holds") if held else FILLED[kind]
    if wizard_end:
        panel.shape(x, y, rectangle(5, 32, CARD * 10 - 10, 31, 5), fill="night", opacity=0.85)
        panel.text(x + 1, y + 3, "wizard's end", only="text", colour="grey")
        draw_pieces(panel, wizard_end, x + 1.1, y + 1.78, SMALL_SLOT, NEXT_SMALL)
        panel.icon(x + 0.7, y + 7.2, ORDEAL_ICONS[kind], size=(2.6, 1.3), only="picture")
        panel.text(x + 3.5, y + 7.35, words[1], size=13, only="picture")
        panel.text(x + 1, y + 7, words[1], colour="grey", only="text")
    else:
        panel.icon(x + 0.8, y + 1.55, ORDEAL_ICONS[kind], size=(4, 2), colour="green", only="picture")
        _draw_words(panel, words, x, y)
    _draw_slots(panel, hero_spaces(s, space, viewer), x, y)
    _draw_banner(panel, int(ORDEAL_BANNER[ordeal]), x, y)


# ------------------------------------------------------------------------------------------------------------------
# Decks: only what lies on top is ever known


def _draw_spell_deck(panel: Panel, s: np.void) -> None:
    spell = int(s["known_spell"])
    panel.box(DECK, 0, 10, TALL, line="purple", label="deck", only="text")
    panel.icon(DECK + 1, 0.8, "spell-back", size=(8, 5.5), only="picture")
    panel.text(DECK, 6.6, "spells", size=13, anchor="middle", width=10, only="picture")
    panel.text(DECK + 1, 1, "top:" if spell >= 0 else "spells", colour="grey", only="text")
    if spell >= 0:
        kind = int(SPELL_KIND[spell])
        first, *rest = KIND_NAMES[kind].split()
        panel.box(DECK + 0.9, 1.7, 7.4, 3.4, fill="white", line="gold", look="tile", only="picture")
        panel.icon(DECK + 3, 1.9, KIND_ICONS[kind], size=(3.2, 1.6), colour=TYPE_COLOURS[TYPE_OF_KIND[kind]],
                   only="picture")  # fmt: skip
        panel.text(DECK - 2.4, 3.4, KIND_NAMES[kind], size=11, anchor="middle", width=14, only="picture")
        panel.text(DECK + 1, 2, first[:8], only="text")
        panel.text(DECK + 1, 3, " ".join(rest), only="text")


def _draw_ordeal_deck(panel: Panel, s: np.void) -> None:
    y, ordeal, reached = ORDEAL_ROW, int(s["known_ordeal"]), bool(s["dragon"] == DRAGON_WINS)
    panel.box(DECK, y, 10, TALL, line="brown", heavy=reached, label="deck", only="text")
    panel.icon(DECK + 1, y + 0.8, "ordeal-back", size=(8, 5.5), only="picture")
    panel.text(DECK, y + 6.6, "ordeals", size=13, anchor="middle", width=10, only="picture")
    panel.text(DECK + 1, y + 1, "top:" if ordeal >= 0 else "ordeals", colour="grey", only="text")
    if ordeal >= 0:
        panel.box(DECK + 0.9, y + 1.7, 7.4, 3.4, fill="white", line="green", look="tile", only="picture")
        panel.icon(DECK + 3, y + 1.8, "summoning", size=(3, 1.5), colour="green", only="picture")
        panel.text(DECK + 1, y + 2, "summoned", only="text")
        symbols = hero_symbols(ORDEAL_SPACES[ordeal])
        draw_symbols(panel, symbols, DECK + 4.6 - 0.7 * len(symbols), y + 3.6, 1.4, 1)


# ------------------------------------------------------------------------------------------------------------------
# The dragon


def _draw_track(panel: Panel, s: np.void) -> None:
    """The dragon's way from its tile over the ordeals to the deck."""
    if s["scenario"] < DRAGON_FROM:
        return
    dragon, row = int(s["dragon"]), TRACK + 1
    panel.line(STOPS[0], row, STOPS[-1], row, colour="silver", dashed=True, only="text")
    points = [(stop * 10 + 5, row * 20 + 10 + 6 * (-1) ** k) for k, stop in enumerate(STOPS)]
    panel.shape(0, 0, polyline(points), line="silver", weight=9)
    for x, y in points:
        panel.shape(0, 0, ellipse(x, y, 26, 12), fill="fog", line="grey")
    for stop, x in enumerate(STOPS):
        if stop != dragon:
            panel.text(x, row, "○", colour="grey", only="text")
    part: Part = {"range": "push"}
    x, y = points[dragon]
    panel.icon(x / 10 - 4, y / 20 - 3, "dragon", size=(8, 3.7), only="picture", part=part)
    panel.chip(STOPS[dragon] - 3, row, "dragon", fill="crimson", only="text")


def _draw_dragon_tile(panel: Panel, s: np.void, viewer: int | None) -> None:
    x, y = 0, ORDEAL_ROW
    panel.box(x, y, SIDE, TALL, line="crimson", only="text")
    panel.text(x + 1, y + 1, "DRAGON", bold=True, only="text")
    if s["scenario"] < DRAGON_FROM:
        panel.text(x + 1, y + 2, "none here", colour="grey", only="text")
        panel.icon(x + 2, y + 2, "ordeal", size=(7, 3.5), opacity=FADED, only="picture")
        return
    asleep = bool(s["dragon"] == 0)
    panel.box(x + 0.3, y + 1.2, SIDE - 0.7, TALL - 2.6, fill="pale red", line="crimson", look="tile", only="picture")
    panel.shape(x, y, rectangle(7, 29, SIDE * 10 - 18, 20, 4), fill="crimson")
    panel.text(x - 0.2, y + 1.47, "DRAGON TILE", colour="day", bold=True, size=12, anchor="middle", width=SIDE,
               only="picture")  # fmt: skip
    panel.zone(x + 0.3, y + 1.2, SIDE - 0.7, TALL - 2.6, part=hero_target(DRAGON_TILE))
    pieces = hero_spaces(s, DRAGON_TILE, viewer)
    if asleep:
        spaces = int(DRAGON_SPACES[s["seats"] - 3, JOKER])
        pieces = [Piece(f"slot-{HERO_WORDS[JOKER]}", HERO_SYMBOLS[JOKER], "grey", (), FADED)] * spaces
    draw_pieces(panel, pieces, x + (SIDE - 0.2 - 3.1 * len(pieces)) / 2, y + 3.2, (2.9, 1.45), 3.1)
    for k, words in enumerate(("while it is", "asleep: none") if asleep else ("fill it: the", "dragon 1 back")):
        panel.text(x - 1.1, y + 4.9 + 0.7 * k, words, size=12.5, anchor="middle", width=SIDE + 2, only="picture")
    for k, words in enumerate(("asleep:", "not used") if asleep else ("full:", "1 back")):
        panel.text(x + 1, y + 5 + k, words, colour="grey", only="text")
