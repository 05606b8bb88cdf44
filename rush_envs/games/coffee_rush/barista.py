"""What lies before one player: cups, upgrade tiles, piles, and orders that move from slot 1 to slot 4 and out.

In pictures cups stand on the left, tiles on the right, and below lie the four slots side by side; in text there is a
line for each cup, and one for each order where there is room.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush.components import (
    BOX,
    CUPS,
    PENALTIES_TO_CLOSE,
    RECIPE,
    RECIPES,
    SLOTS,
    SPECIAL,
    UPGRADE_NAMES,
)
from rush_envs.games.coffee_rush.pieces import (
    drink,
    in_two_lines,
    letters,
    one_by_one,
    paint_recipe,
    paint_token,
    write_tokens,
)
from rush_envs.kit.scene import Panel, fit
from rush_envs.kit.scene.paths import rectangle

# Columns and rows
WIDE, TALL = 44, 20
CUP, CUP_WIDE = 8.6, 8  # from one cup to the next
TILES = 27.3  # where the upgrade tiles begin
PILES = 6.3
SLOT = (WIDE - 2) / SLOTS  # from one slot to the next
ORDERS, ORDERS_TALL = 8.1, 11.1
CARDS = (3.2, 2.4, 1.3)  # rows of an order with its name on two lines, on one, and without
NAME = 13  # letters of a name on one line
LINES = 8  # where the orders begin in text
SLOT_FILLS = ("pale green", "pale blue", "cream", "pale red")  # the last slot is about to become penalties
IN_CUP = ((3.05, 2), (1.9, 3), (0.75, 3))  # rows from the top and tokens of each layer, the lowest first
MOST_IN_CUP = sum(number for _, number in IN_CUP)
TILE_WORDS = tuple(name.replace("double", "2×") for name in UPGRADE_NAMES)


def draw_player(panel: Panel, s: np.void, seat: int, mine: bool) -> None:
    """`mine`: whether it is the viewer who sits here, who may then click on things."""
    for cup in range(CUPS):
        _draw_cup(panel, s, seat, cup, mine)
    for tile in range(len(UPGRADE_NAMES)):
        _draw_tile(panel, tile, bool(s["upgraded"][seat, tile]), mine)
    _draw_piles(panel, s, seat)
    for slot in range(SLOTS):
        _paint_slot(panel, s["orders"][seat, slot], slot, mine)
    _write_orders(panel, s["orders"][seat])


def _is_ready(s: np.void, seat: int, cup: int) -> bool:
    """Whether what the cup holds is an order of its owner's."""
    recipes = np.flatnonzero((s["cups"][seat, cup] == RECIPE).all(axis=1))
    return bool(s["orders"][seat][:, recipes].any())


def _draw_cup(panel: Panel, s: np.void, seat: int, cup: int, mine: bool) -> None:
    held = s["cups"][seat, cup]
    part = {"cup": cup} if mine else None
    panel.text(2, 1 + cup, f"cup {cup + 1}", colour="grey", only="text")
    write_tokens(panel, 9, 1 + cup, held)
    x, y = 1.2 + cup * CUP, 1.0
    panel.icon(x, y, "cup", size=(CUP_WIDE, 4.9), only="picture", part=part)
    tokens = list(one_by_one(held, MOST_IN_CUP))
    for row, number in IN_CUP:
        layer, tokens = tokens[:number], tokens[number:]
        for k, (kind, count) in enumerate(layer):
            left = x + CUP_WIDE / 2 + 2.3 * (k - len(layer) / 2) - 0.15
            paint_token(panel, left, y + 0.35 + row, kind, count, size=1.3)
    ready = _is_ready(s, seat, cup)
    panel.chip(x + 3.5, y - 0.08, str(cup + 1), fill="green" if ready else "silver", only="picture", part=part)


def _draw_tile(panel: Panel, tile: int, flipped: bool, mine: bool) -> None:
    part = {"tile": tile} if mine else None
    place = (2 + tile % 2 * 21, 4 + tile // 2)
    if flipped:
        panel.chip(*place, f"■ {UPGRADE_NAMES[tile]}", fill="gold", square=True, only="text")
    else:
        panel.text(*place, f"□ {UPGRADE_NAMES[tile]}", colour="grey", only="text")
    x, y = TILES + tile % 2 * 8, 1.1 + tile // 2 * 2.45
    fill, line = ("gold", "cocoa") if flipped else ("fog", "silver")
    panel.box(x, y, 7.8, 2.35, fill=fill, line=line, look="tile", only="picture", part=part)
    colour = "night" if flipped else "grey"
    panel.icon(x + 2.3, y + 0.18, f"upgrade-{tile}", size=(3.2, 1.2), colour=colour, only="picture", part=part)
    panel.text(x - 2.1, y + 1.32, TILE_WORDS[tile], colour=colour, bold=flipped, anchor="middle", width=12, size=12.5,
               only="picture")  # fmt: skip


def _draw_piles(panel: Panel, s: np.void, seat: int) -> None:
    completed, penalties, rush = (int(s[field][seat]) for field in ("completed", "penalties", "rush"))
    panel.text(2, 6, f"completed {completed}, penalties {penalties}, rush tokens {rush}", only="text")
    x, y = 1.5, PILES
    panel.icon(x, y, "done-pile", size=(3.5, 1.4), colour="green", only="picture")
    panel.text(x + 3.8, y + 0.2, str(completed), bold=True, size=18, only="picture")
    panel.text(x + 6.2, y + 0.2, "served", colour="grey", size=12.5, only="picture")
    panel.icon(x + 12, y, "rush", size=(2.8, 1.4), only="picture")
    panel.text(x + 15.2, y + 0.2, str(rush), bold=True, size=18, only="picture")
    panel.text(x + 17.4, y + 0.2, "rush", colour="grey", size=12.5, only="picture")
    panel.icon(x + 22, y, "late-pile", size=(3.5, 1.4), colour="crimson" if penalties else "silver", only="picture")
    panel.text(x + 25.8, y + 0.2, str(penalties), bold=True, size=18, only="picture")
    for k in range(PENALTIES_TO_CLOSE):
        fill = "crimson" if k < penalties else None
        panel.shape(x + 28.2 + 1.5 * k, y + 0.2, rectangle(0, 2, 12, 16, 2), fill=fill, line="silver")
    panel.text(x + 36, y + 0.2, "late", colour="grey", size=12.5, only="picture")


# ------------------------------------------------------------------------------------------------------------------
# Orders


def _cards(orders: np.ndarray) -> list[tuple[int, int]]:
    return [(recipe, int(orders[recipe])) for recipe in range(RECIPES) if orders[recipe]]


def _paint_slot(panel: Panel, orders: np.ndarray, slot: int, mine: bool) -> None:
    """Orders with their names where there is room, else their ingredients alone, else the first few."""
    x, cards = 1.05 + slot * SLOT, _cards(orders)
    part = {"slot": slot} if mine else None
    panel.box(x, ORDERS, SLOT - 0.1, ORDERS_TALL, fill=SLOT_FILLS[slot], look="tile", only="picture", part=part)
    words = f"slot {slot + 1}" + ", last" * (slot == SLOTS - 1)
    panel.text(x - 0.9, ORDERS + 0.05, words, colour="grey", anchor="middle", width=12, size=12.5, only="picture")
    room, top = ORDERS_TALL - 1.15, ORDERS + 1
    tall = next((tall for tall in CARDS if tall * len(cards) <= room), CARDS[-1])
    fits = int(room // tall)
    shown = cards if len(cards) <= fits else cards[: fits - 1]
    for k, (recipe, count) in enumerate(shown):
        _paint_card(panel, recipe, count, x + 0.2, top + k * tall, tall, part)
    if len(shown) < len(cards):
        more = sum(count for _, count in cards[len(shown) :])
        panel.text(x, top + len(shown) * tall, f"+{more} more", anchor="middle", width=10, only="picture")


def _paint_card(
    panel: Panel, recipe: int, count: int, x: float, y: float, tall: float, part: dict[str, int] | None
) -> None:
    special, wide = bool(SPECIAL[recipe]), SLOT - 0.5
    line = "gold" if special else "grey"
    panel.box(x, y, wide, tall - 0.12, fill="white", line=line, heavy=special, look="tile", only="picture", part=part)
    bolt = 1.6 * special
    lines = in_two_lines(BOX.recipe_names[recipe], NAME) if tall == CARDS[0] else (BOX.recipe_names[recipe],)
    if tall > CARDS[-1]:
        for k, words in enumerate(lines):
            panel.text(x + 0.5, y + 0.1 + 0.68 * k, fit(words, NAME + 1), size=12.5, only="picture")
    badge = x + wide - 2.5 if count > 1 else x + wide
    row = y + tall - (1.45 if tall > CARDS[-1] else 1.24)
    room = badge - bolt - x - 0.4 if tall < CARDS[0] else wide - bolt - 0.5
    paint_recipe(panel, recipe, x + 0.3, row, 1.15 if tall > CARDS[-1] else 1, room)
    if special:
        left = x + wide - 1.9 if tall == CARDS[0] else badge - 1.9
        panel.icon(left, y + tall - 1.2, "rush", size=(1.8, 0.9), only="picture")
    if count > 1:
        top = y + 0.75 if tall == CARDS[0] else y + tall - 1.2
        panel.chip(badge, top, f"×{count}", fill="yellow", square=True, only="picture")
    elif tall == CARDS[0]:
        icon, colour = drink(recipe)
        panel.icon(x + wide - 2.2, y + 0.85, icon, size=(1.9, 0.95), colour=colour, only="picture")


def _write_orders(panel: Panel, orders: np.ndarray) -> None:
    """In text: a line for each order with its name where there is room for all, else a line for each slot."""
    slots = [_cards(orders[slot]) for slot in range(SLOTS)]
    y, room = LINES, TALL - 1 - LINES
    by_name = sum(max(len(cards), 1) for cards in slots) <= room
    for slot, cards in enumerate(slots):
        panel.text(2, y, f"slot {slot + 1}", colour="grey", only="text")
        words = [f"{letters(recipe)}{'★' * int(SPECIAL[recipe])}" for recipe, _ in cards]
        if by_name:
            for k, (recipe, count) in enumerate(cards):
                name = f"{count}× " * (count > 1) + BOX.recipe_names[recipe]
                panel.text(10, y + k, words[k], bold=True, only="text")
                panel.text(20, y + k, fit(name, WIDE - 22), only="text")
            y += max(len(cards), 1)
        else:
            y = _write_letters(panel, words, [count for _, count in cards], y, SLOTS - 1 - slot)
        if not cards:
            panel.text(10, y - 1, "–", colour="grey", only="text")


def _write_letters(panel: Panel, words: list[str], counts: list[int], y: int, slots_after: int) -> int:
    """Orders without their names, row by row; the row after them."""
    x, last = 10, TALL - 2 - slots_after
    for k, (word, count) in enumerate(zip(words, counts, strict=True)):
        word += f"×{count}" * (count > 1)
        if x + len(word) > WIDE - (6 if y == last else 2):
            if y == last:
                panel.text(x, y, f"+{sum(counts[k:])}", colour="grey", only="text")
                break
            x, y = 10, y + 1
        panel.text(x, y, word, bold=True, only="text")
        x += len(word) + 1
    return y + 1
