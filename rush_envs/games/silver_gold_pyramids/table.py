"""The table as players see it: expedition cards, offer and supply on top, one panel for each player below.

A viewer sees of the others what lay open when the last card was resolved; nobody sees the expedition cards to come, the
order of the deck, or who is still busy behind its screen.
"""

from __future__ import annotations

import numpy as np

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
    turned,
)
from rush_envs.games.silver_gold_pyramids.panels import (
    BANDS,
    FILLS,
    FRESH,
    LETTERS,
    MARKED,
    MINI,
    NEXT,
    PANEL,
    PANEL_TALL,
    PLAYER_COLOURS,
    deed,
    draw_area,
    draw_award,
    draw_mini,
    draw_player,
    has_won,
    player_name,
)
from rush_envs.games.silver_gold_pyramids.state import KEEP, TAKE, Phase
from rush_envs.kit.scene import Scene

# Columns and rows of the drawing
ROUTE, OFFER, SUPPLY = 45, 48, 33  # widths of the boxes on top
HEAD, TOP, LEGEND = 1, 9, 1

SHAPES = tuple(turned(shape, int(max(c for _, c in shape) > 1)) for shape in BOX.shapes)  # two columns at most


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat, or with open screens."""
    s = state[0]
    seats = int(s["seats"])
    rows = (seats + 1) // 2
    scene = Scene(2 * PANEL, HEAD + TOP + rows * PANEL_TALL + LEGEND, "Silver & Gold Pyramids")
    _draw_head(scene, s, viewer)
    _draw_route(scene, s, 0, HEAD)
    _draw_offer(scene, s, ROUTE, HEAD)
    _draw_supply(scene, s, ROUTE + OFFER, HEAD)
    for seat in range(seats):
        alone = seat == seats - 1 and seats % 2
        x = PANEL // 2 if alone else seat % 2 * PANEL
        draw_player(scene, s, seat, viewer, x, HEAD + TOP + seat // 2 * PANEL_TALL)
    _draw_legend(scene, HEAD + TOP + rows * PANEL_TALL)
    return scene


# ------------------------------------------------------------------------------------------------------------------
# Head, expedition cards, offer, supply


def _draw_head(scene: Scene, s: np.void, viewer: int | None) -> None:
    scene.text(1, 0, "Silver & Gold Pyramids", bold=True)
    card = f"card {s['revealed']} of {CARDS_A_ROUND}" if s["revealed"] else "set-up"
    scene.text(27, 0, f"round {s['round_now'] + 1} of {ROUNDS} · {card}")
    x = ROUTE + 15
    if s["truncated"]:
        scene.text(x, 0, "The game was stopped before its end: nobody wins.", bold=True)
        return
    scene.chip(ROUTE + 9, 0, "over" if s["done"] else Phase(s["phase"]).name.lower(), fill="ink", square=True)
    asked = int(s["taking"]) if s["phase"] == TAKE else viewer
    named = [] if asked is None else [asked]
    if s["done"]:
        named = [seat for seat in range(s["seats"]) if has_won(s, seat)]
        words = "wins the game." if len(named) == 1 else "share the victory."
    elif asked is not None:
        words = f"{deed(s, asked, viewer)}."
    else:
        words = "Everybody keeps 2 of 4 cards." if s["phase"] == KEEP else "Everybody marks the shape or 1 cell."
    for seat in named:
        scene.chip(x, 0, player_name(seat, viewer), fill=PLAYER_COLOURS[seat])
        x += len(player_name(seat, viewer)) + 1
    scene.text(x, 0, words, bold=True)


def _draw_route(scene: Scene, s: np.void, x: int, y: int) -> None:
    """The expedition cards of this round in the order they turned up, the newest blue, then those face down."""
    scene.box(x, y, ROUTE, TOP, label="expedition")
    revealed = int(s["revealed"])
    for k in range(EXPEDITION):
        left, newest = x + 2 + 5 * k, k == revealed - 1
        scene.box(left, y + 1, 6, 5, fill="pale blue" if newest else None if k < revealed else "fog")
        if k < revealed:
            pattern = int(s["expedition"][k])
            _draw_shape(scene, pattern, left + 1, y + 2, newest)
            scene.text(left + 1, y + 6, PATTERN_NAMES[pattern], bold=newest, anchor="middle", width=4)
        else:
            scene.text(left + 1, y + 3, "?", colour="grey", anchor="middle", width=4)
    left_over = COPIES - np.bincount(s["expedition"][:revealed], minlength=PATTERNS)
    words = [f"{PATTERN_NAMES[k]}" + f"×{left_over[k]}" * int(left_over[k] > 1) for k in np.flatnonzero(left_over)]
    scene.text(x + 2, y + 7, "face down", colour="grey")
    scene.text(x + 12, y + 7, " ".join(words))


def _draw_shape(scene: Scene, pattern: int, x: int, y: int, newest: bool) -> None:
    """A pattern within two cells by three."""
    cells = SHAPES[pattern]
    tall, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    for r, c in cells:
        draw_area(scene, x + 2 - wide + 2 * c, y + (3 - tall) // 2 + r, "blue" if newest else "silver", "██")


def _draw_offer(scene: Scene, s: np.void, x: int, y: int) -> None:
    scene.box(x, y, OFFER, TOP, label="offer")
    for k, card in enumerate(s["offer"]):
        left = x + 2 + k * NEXT
        scene.text(left, y + 1, str(k + 1), colour="grey", anchor="middle", width=MINI)
        draw_mini(scene, int(card), left, y + 2)


def _draw_supply(scene: Scene, s: np.void, x: int, y: int) -> None:
    """Awards not yet given, and what is known of the deck."""
    scene.box(x, y, SUPPLY, TOP, label="awards and deck")
    scene.text(x + 10, y + 2, "awards left", colour="grey")
    scene.text(x + 22, y + 2, "in deck", colour="grey", anchor="end", width=8)
    for colour, name in enumerate(COLOUR_NAMES):
        row = y + 3 + colour
        scene.text(x + 2, row, name, colour=BANDS[colour], bold=True)
        for award in range(AWARDS):
            if award >= s["awarded"][colour]:
                draw_award(scene, award, x + 10, row)
        known = (int(s["in_deck"]) & int(COLOUR_CARDS[colour])).bit_count()
        scene.text(x + 22, row, "?" if s["phase"] == KEEP else str(known), anchor="end", width=8)
    scene.text(x + 2, y + 6, "cards in the deck", colour="grey")
    scene.text(x + 22, y + 6, str(s["deck_size"]), bold=True, anchor="end", width=8)


def _draw_legend(scene: Scene, y: int) -> None:
    x = 1
    for symbol, name in enumerate(SYMBOL_NAMES):
        if symbol == WALL:
            draw_area(scene, x, y, FILLS[WALL], "██")
        else:
            scene.chip(x, y, LETTERS[symbol], fill=FILLS[symbol], square=symbol in (ENTRANCE, TOMB))
        scene.text(x + 2 + (symbol == WALL), y, name, colour="grey")
        x += len(name) + 4
    for fill, shade, words in ((MARKED, " ▒ ", "marked"), (FRESH, " ░ ", "marked on this card")):
        draw_area(scene, x, y, fill, shade)
        scene.text(x + 4, y, words, colour="grey")
        x += len(words) + 6
