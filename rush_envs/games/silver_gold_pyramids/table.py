"""The table as players see it: expedition cards, offer, awards and deck on top, one panel for each player below.

A viewer sees of the others what lay open when the last card was resolved; nobody sees the expedition cards to come, the
order of the deck, or who is still busy behind its screen.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.cards import (
    BANDS,
    FILLS,
    FRESH,
    ICONS,
    LETTERS,
    MARKED,
    MINI,
    NEXT,
    PICTURES,
    paint_back,
    paint_card,
    write_area,
    write_mini,
)
from rush_envs.games.silver_gold_pyramids.components import (
    AWARDS,
    BOX,
    CARDS_A_ROUND,
    COLOUR_CARDS,
    COLOUR_NAMES,
    COPIES,
    ENTRANCE,
    EXPEDITION,
    PATTERN_NAMES,
    PATTERNS,
    ROUNDS,
    SYMBOL_NAMES,
    TOMB,
    WALL,
    WIDTH,
    turned,
)
from rush_envs.games.silver_gold_pyramids.panels import (
    PANEL,
    PANEL_TALL,
    PLAYER_COLOURS,
    deed,
    draw_player,
    has_won,
    player_name,
)
from rush_envs.games.silver_gold_pyramids.score_card import paint_award, write_award
from rush_envs.games.silver_gold_pyramids.state import KEEP, MARK, TAKE
from rush_envs.kit.scene import Panel, Scene
from rush_envs.kit.scene.parts import Part
from rush_envs.kit.scene.paths import rectangle

# Columns and rows of the drawing
TURN, OFFER = 46, 50
SUPPLY = 2 * PANEL - TURN - OFFER
TOP = 11
LEGEND, LEGEND_TALL = 78, 2
CARD, CARD_TALL = 5.4, 3.4  # columns from one expedition card to the next, and rows
OFFERED, OFFERED_NEXT = 22, 12.05  # pixels of a cell of the cards on offer, columns from one to the next

SHAPES = tuple(turned(shape, int(max(c for _, c in shape) > 1)) for shape in BOX.shapes)  # two columns at most


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat, or with open screens."""
    s = state[0]
    seats = int(s["seats"])
    rows = (seats + 1) // 2
    scene = Scene(2 * PANEL, TOP + rows * PANEL_TALL + LEGEND_TALL, "Silver & Gold Pyramids", ICONS)
    _draw_turn(scene, s, viewer)
    for seat in sorted(range(seats), key=lambda seat: seat != viewer):  # the viewer's own first
        alone = seat == seats - 1 and seats % 2
        x = PANEL // 2 if alone else seat % 2 * PANEL
        draw_player(scene, s, seat, viewer, x, TOP + seat // 2 * PANEL_TALL)
    _draw_offer(scene.panel("offer", TURN, 0, OFFER, TOP, title="offer"), s, viewer)
    _draw_supply(scene.panel("supply", TURN + OFFER, 0, SUPPLY, TOP, title="awards and deck"), s, viewer)
    _draw_legend(scene.panel("legend", 0, TOP + rows * PANEL_TALL, LEGEND, LEGEND_TALL))
    return scene


# ------------------------------------------------------------------------------------------------------------------
# Whose turn it is, and the expedition cards


def _draw_turn(scene: Scene, s: np.void, viewer: int | None) -> None:
    asked = int(s["taking"]) if s["phase"] == TAKE else viewer
    card = f"card {s['revealed']} of {CARDS_A_ROUND}" if s["revealed"] else "set-up"
    title = f"round {s['round_now'] + 1} of {ROUNDS} · {card}" + " · over" * bool(s["done"])
    line = "ink" if asked is None or s["done"] or s["truncated"] else PLAYER_COLOURS[asked]
    panel = scene.panel("turn", 0, 0, TURN, TOP, title=title, line=line)
    panel.text(2, 1, _happening(s, asked, viewer), bold=True, width=TURN - 4, size=15)
    _draw_route(panel, s)
    if viewer is not None and s["phase"] == MARK and s["main_due"][viewer] and not (s["done"] or s["truncated"]):
        _draw_button(panel, 2, "the whole shape", {"range": "shape"})
        _draw_button(panel, 20, "1 cell", {"range": "cell"})


def _happening(s: np.void, asked: int | None, viewer: int | None) -> str:
    if s["truncated"]:
        return "Stopped before its end: nobody wins."
    if s["done"]:
        winners = [player_name(seat, viewer) for seat in range(s["seats"]) if has_won(s, seat)]
        return f"{', '.join(winners)} {'wins the game' if len(winners) == 1 else 'share the victory'}."
    if asked is not None:
        return f"{player_name(asked, viewer)} {deed(s, asked, viewer)}."
    return "Everybody keeps 2 of 4 cards." if s["phase"] == KEEP else "Everybody marks the shape or 1 cell."


def _draw_button(panel: Panel, x: int, words: str, part: Part) -> None:
    wide = len(words) + 1
    panel.box(x, 8.6, wide, 1.5, fill="blue", line=None, look="card", only="picture", part=part)
    panel.text(x, 8.8, words, colour="day", bold=True, anchor="middle", width=wide, size=13, only="picture")


def _draw_route(panel: Panel, s: np.void) -> None:
    """The expedition cards of this round in the order they turned up, the newest blue, then those face down."""
    revealed = int(s["revealed"])
    for k in range(EXPEDITION):
        left, newest = 2 + 5 * k, k == revealed - 1
        fill = "pale blue" if newest else None if k < revealed else "fog"
        panel.box(left, 2, 6, 5, fill=fill, only="text")
        if k < revealed:
            pattern = int(s["expedition"][k])
            _write_shape(panel, pattern, left + 1, 3, newest)
            panel.text(left + 1, 7, PATTERN_NAMES[pattern], bold=newest, anchor="middle", width=4, only="text")
            _paint_expedition(panel, pattern, 1.4 + CARD * k, newest)
        else:
            panel.text(left + 1, 4, "?", colour="grey", anchor="middle", width=4, only="text")
            paint_back(panel, 1.4 + CARD * k, 2.5, CARD - 0.2, CARD_TALL)
    left_over = COPIES - np.bincount(s["expedition"][:revealed], minlength=PATTERNS)
    words = [f"{PATTERN_NAMES[k]}" + f"×{left_over[k]}" * int(left_over[k] > 1) for k in np.flatnonzero(left_over)]
    panel.text(2, 8, "face down", colour="grey", only="text")
    panel.text(12, 8, " ".join(words), only="text")
    panel.text(2, 7.3, f"face down: {' '.join(words)}", colour="grey", size=13, only="picture")


def _write_shape(panel: Panel, pattern: int, x: int, y: int, newest: bool) -> None:
    """A pattern within two cells by three."""
    cells = SHAPES[pattern]
    tall, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    for r, c in cells:
        write_area(panel, x + 2 - wide + 2 * c, y + (3 - tall) // 2 + r, "blue" if newest else "silver", "██")


def _paint_expedition(panel: Panel, pattern: int, x: float, newest: bool) -> None:
    cells, side = SHAPES[pattern], 18
    tall, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    fill, line = ("pale blue", "blue") if newest else ("fog", "silver")
    part: Part | None = {"range": "shape"} if newest else None
    panel.box(x, 2.5, CARD - 0.2, CARD_TALL, fill=fill, line=line, heavy=newest, look="card", only="picture", part=part)
    left, top = (53.5 - wide * side) / 2, (20 * CARD_TALL - tall * side) / 2
    path = "".join(rectangle(left + side * c, top + side * r, side - 1.5, side - 1.5, 3) for r, c in cells)
    panel.shape(x, 2.5, path, fill="gold", line="night", weight=1.2, opacity=1 if newest else 0.5, part=part)
    colour = "ink" if newest else "grey"
    panel.text(x + 1.1, 6.05, PATTERN_NAMES[pattern], colour=colour, bold=newest, anchor="middle", width=3, size=13,
               only="picture")  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------
# What is to be had


def _draw_offer(panel: Panel, s: np.void, viewer: int | None) -> None:
    for k, number in enumerate(s["offer"]):
        x, left, card = 2 + k * NEXT, 1.4 + k * OFFERED_NEXT, int(number)
        panel.text(x, 1, str(k + 1), colour="grey", anchor="middle", width=MINI, only="text")
        if card >= 0:
            write_mini(panel, card, x, 2)
            part = None if viewer is None else {"place": k}
            paint_card(panel, card, left, 3.4, OFFERED, f"{k + 1} · ", part=part)
        else:
            panel.box(x, 2, MINI, WIDTH + 1, fill="fog", line=None, only="text")
            panel.text(x, 5, "–", colour="grey", anchor="middle", width=MINI, only="text")
            panel.box(left - 0.4, 2.3, 11.9, 6.8, line="silver", look="slot", only="picture")


def _draw_supply(panel: Panel, s: np.void, viewer: int | None) -> None:
    """Awards not yet given, and what is known of the deck."""
    panel.text(10, 2, "awards left", colour="grey", only="text")
    panel.text(22, 2, "in deck", colour="grey", anchor="end", width=8, only="text")
    for colour, name in enumerate(COLOUR_NAMES):
        row, top = 3 + colour, 1.9 + 2.2 * colour
        panel.text(2, row, name, colour=BANDS[colour], bold=True, only="text")
        panel.icon(2, top, "pyramid", size=(4, 1.7), colour=BANDS[colour], only="picture")
        for award in range(AWARDS):
            there = bool(award >= s["awarded"][colour])
            paint_award(panel, award, 6.8 + 3 * award, top + 0.2, there=there)
            if there:
                write_award(panel, award, 10, row)
        known = (int(s["in_deck"]) & int(COLOUR_CARDS[colour])).bit_count()
        words = "?" if s["phase"] == KEEP else str(known)
        panel.text(22, row, words, anchor="end", width=8, only="text")
        panel.text(16.4, top + 0.35, words, anchor="end", width=3, bold=True, size=14, only="picture")
    panel.text(2, 6, "cards in the deck", colour="grey", only="text")
    panel.text(22, 6, str(s["deck_size"]), bold=True, anchor="end", width=8, only="text")
    panel.text(7, 8.7, "awards left", colour="grey", size=12.5, only="picture")
    panel.text(15.5, 8.7, "in deck", colour="grey", size=12.5, only="picture")
    if s["deck_size"]:
        paint_back(panel, 20.7, 1.9, 9.6, 6, part=None if viewer is None else {"range": "deck"})
    words = f"deck: {s['deck_size']}"
    panel.text(20.5, 8.4, words, bold=True, anchor="middle", width=10, only="picture")


def _draw_legend(panel: Panel) -> None:
    x, y, left = 1, 0, 1.0
    for symbol, name in enumerate(SYMBOL_NAMES):
        wide = len(name) + 4
        if x + wide > LEGEND:
            x, y, left = 1, y + 1, 1.0
        if symbol == WALL:
            write_area(panel, x, y, FILLS[WALL], "██")
            panel.box(left, y + 0.1, 1.7, 0.8, fill="brown", line="cocoa", look="tile", only="picture")
        else:
            square = symbol in (ENTRANCE, TOMB)
            panel.chip(x, y, LETTERS[symbol], fill=FILLS[symbol], square=square, only="text")
            panel.icon(left - 0.2, y, PICTURES[symbol], size=(2, 1), colour="day", only="picture")
        panel.text(x + 2 + (symbol == WALL), y, name, colour="grey", only="text")
        panel.text(left + 2.1, y, name, colour="grey", size=13, only="picture")
        x, left = x + wide, left + 0.75 * wide + 1
    for fill, shade, words in ((MARKED, " ▒ ", "marked"), (FRESH, " ░ ", "marked on this card")):
        write_area(panel, x, y, fill, shade)
        panel.box(left, y + 0.1, 1.7, 0.8, fill=fill, line="cocoa", look="tile", only="picture")
        panel.text(x + 4, y, words, colour="grey", only="text")
        panel.text(left + 2.1, y, words, colour="grey", size=13, only="picture")
        x, left = x + len(words) + 6, left + 0.75 * len(words) + 4
