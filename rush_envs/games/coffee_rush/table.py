"""The table as players see it: board, supply and deck on the left, one panel for each player on the right.

The drawing is of one size for any number of players. Nobody sees the order of the deck, so it is never read here.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush.components import (
    BOARD,
    BOX,
    CELLS,
    CORNER_CELL,
    CUPS,
    KIND_NAMES,
    KINDS,
    PAWNS,
    RECIPE,
    RECIPES,
    SLOTS,
    SPECIAL,
    SPECIAL_CELL,
    UPGRADE_NAMES,
    WIDTH,
    cell_place,
)
from rush_envs.games.coffee_rush.state import MOVE, PLACE, START, Phase
from rush_envs.kit.scene import Scene, fit

KIND_COLOURS = ("brown", "cream", "silver", "sky", "blue", "lime", "cocoa", "orange")
PLAYER_COLOURS = ("blue", "vermilion", "green", "purple")
SLOT_FILLS = (None, None, "cream", "pale red")  # the last slot is about to become penalties
DECIDES = {
    Phase.PLACE: "places a pawn",
    Phase.START: "pours the token of pawn 2",
    Phase.UPGRADE: "may flip an upgrade",
    Phase.MOVE: "moves",
    Phase.EMPTY: "may empty cups",
    Phase.POUR: "pours",
    Phase.SERVE: "may serve",
}

# Columns and rows of the drawing
CELL, TALL = 14, 5  # from one cell of the board to the next
LEFT = WIDTH * CELL + 1
NAME = 20  # the longest name of a recipe
SLOT = NAME + 3  # from one slot to the next
PANEL = SLOTS * SLOT + 5
HEAD, TURN, SUPPLY, DECK = 2, 5, 5, 2 + (RECIPES + 1) // 2
BODY = WIDTH * TALL + 1 + TURN + SUPPLY + DECK
MANY = 12  # tokens of one heap that are drawn one by one
TILES = 50  # where a panel's tiles begin: cups of all kinds in two digits fit before


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat; everything but the order of the deck is public."""
    s = state[0]
    scene = Scene(LEFT + 1 + PANEL, HEAD + BODY, "Coffee Rush")
    _draw_head(scene, s, viewer)
    _draw_board(scene, s, HEAD)
    (_draw_result if _is_over(s) else _draw_turn)(scene, s, HEAD + WIDTH * TALL + 1)
    _draw_supply(scene, s, HEAD + WIDTH * TALL + 1 + TURN)
    _draw_deck(scene, s, HEAD + BODY - DECK)
    seats = int(s["seats"])
    tall = BODY // seats
    for seat in range(seats):
        top = HEAD + seat * (BODY - tall) // (seats - 1)
        _draw_player(scene, s, seat, viewer, top, tall)
    return scene


def _is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def _has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def _name(seat: int, viewer: int | None = None) -> str:
    return f"player_{seat} (you)" if seat == viewer else f"player_{seat}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _draw_head(scene: Scene, s: np.void, viewer: int | None) -> None:
    scene.text(1, 0, "Coffee Rush", bold=True)
    scene.chip(15, 0, " CLOSED " if s["closed"] else " OPEN ", fill="crimson" if s["closed"] else "green", square=True)
    x = LEFT + 2
    if s["truncated"]:
        scene.text(x, 0, "The game was stopped before its end: nobody wins.", bold=True)
    elif s["done"]:
        winners = [seat for seat in range(s["seats"]) if _has_won(s, seat)]
        for seat in winners:
            scene.chip(x, 0, _name(seat, viewer), fill=PLAYER_COLOURS[seat])
            x += len(_name(seat, viewer)) + 1
        scene.text(x, 0, "wins the game." if len(winners) == 1 else "share the victory.", bold=True)
    else:
        seat = int(s["turn"])
        scene.chip(x, 0, _name(seat, viewer), fill=PLAYER_COLOURS[seat])
        scene.text(x + len(_name(seat, viewer)) + 1, 0, f"{DECIDES[Phase(s['phase'])]}.", bold=True)


def _draw_board(scene: Scene, s: np.void, top: int) -> None:
    for cell in range(CELLS):
        x, y, kind = cell % WIDTH * CELL, top + cell // WIDTH * TALL, int(BOARD[cell])
        marks = ["corner"] * int(CORNER_CELL[cell]) + ["special"] * int(SPECIAL_CELL[cell])
        fill = "pale purple" if SPECIAL_CELL[cell] else "cream" if CORNER_CELL[cell] else None
        scene.box(x, y, CELL + 1, TALL + 1, fill=fill)
        scene.chip(x + 2, y + 1, BOX.letters[kind], fill=KIND_COLOURS[kind])
        scene.text(x + 4, y + 1, KIND_NAMES[kind])
        scene.text(x + 2, y + 2, " ".join([cell_place(cell), *marks]), colour="grey", width=CELL - 2)
        # Two pawns meet on a cell only while one of them is passing.
        for k, (seat, pawn) in enumerate(_pawns_on(s, cell)):
            words = _name(seat) + (f" #{pawn + 1}" if s["seats"] == 2 else "")
            scene.chip(x + 1 + (CELL - 1 - len(words)) // 2, y + 3 + k, words, fill=PLAYER_COLOURS[seat])


def _pawns_on(s: np.void, cell: int) -> list[tuple[int, int]]:
    each = PAWNS if s["seats"] == 2 else 1
    return [(seat, pawn) for seat in range(s["seats"]) for pawn in range(each) if s["pawn"][seat, pawn] == cell]


def _draw_turn(scene: Scene, s: np.void, top: int) -> None:
    """The hand of the player who decides, and what happened this turn."""
    seat, phase = int(s["turn"]), int(s["phase"])
    label = "set-up" if phase in (PLACE, START) else f"turn of {_name(seat)}"
    scene.box(0, top, LEFT, TURN, line=PLAYER_COLOURS[seat], label=label)
    scene.text(2, top + 1, "hand", colour="grey")
    _draw_tokens(scene, 8, top + 1, s["hand"])
    if phase == MOVE:
        steps = _count(int(s["free_steps"]), "free step") + " left"
        scene.text(2, top + 2, steps if s["moving"] < 0 else f"{steps}, pawn {s['moving'] + 1} is on its way")
    if phase not in (PLACE, START):
        served, flipped = _count(int(s["served_now"]), "order"), _count(int(s["upgraded_now"]), "tile")
        scene.text(2, top + 3, f"{served} served, {flipped} flipped this turn", colour="grey")


def _draw_result(scene: Scene, s: np.void, top: int) -> None:
    scene.box(0, top, LEFT, TURN, label="stopped" if s["truncated"] else "game over")
    for seat in range(s["seats"]):
        x, y = 2 + seat % 2 * 27, top + 1 + seat // 2
        words = f"{_count(int(s['score'][seat]), 'point')}" + ", wins" * _has_won(s, seat)
        scene.chip(x, y, _name(seat), fill=PLAYER_COLOURS[seat])
        scene.text(x + 10, y, words, bold=_has_won(s, seat))


def _draw_tokens(scene: Scene, x: int, y: int, counts: np.ndarray) -> None:
    """A letter for each token; where these are too many, each kind once with its number."""
    one_each = np.sum(counts) <= MANY
    for kind, count in enumerate(counts):
        if count:
            words = [BOX.letters[kind]] * count if one_each else [f"{BOX.letters[kind]}×{count}"]
            for word in words:
                scene.chip(x, y, word, fill=KIND_COLOURS[kind])
                x += len(word) + 1
    if not np.any(counts):
        scene.text(x, y, "–", colour="grey")


def _draw_supply(scene: Scene, s: np.void, top: int) -> None:
    scene.box(0, top, LEFT, SUPPLY, label="supply")
    rows = [(BOX.letters[kind], KIND_NAMES[kind], KIND_COLOURS[kind], s["supply"][kind]) for kind in range(KINDS)]
    rows.append(("R", "rush", "gold", s["rush_supply"]))
    for k, (letter, name, colour, count) in enumerate(rows):
        x, y = 2 + k // 3 * 19, top + 1 + k % 3
        scene.chip(x, y, letter, fill=colour)
        scene.text(x + 2, y, name)
        scene.text(x + 11, y, str(count), bold=True, anchor="end", width=3)


def _draw_deck(scene: Scene, s: np.void, top: int) -> None:
    """What is left in the deck, in the order of the menu."""
    scene.box(0, top, LEFT, DECK, label=f"deck: {_count(int(s['deck_size']), 'order')}")
    for recipe in range(RECIPES):
        x, y = 2 + recipe // (DECK - 2) * 28, top + 1 + recipe % (DECK - 2)
        count = int(s["deck_count"][recipe])
        colour = "ink" if count else "grey"
        scene.text(x, y, BOX.recipe_names[recipe], colour=colour, width=NAME)
        scene.text(x + NAME + 1, y, str(count), colour=colour, bold=True, anchor="end", width=2)
        if SPECIAL[recipe]:
            scene.text(x + NAME + 4, y, "★", colour="gold" if count else "grey")


def _draw_player(scene: Scene, s: np.void, seat: int, viewer: int | None, top: int, tall: int) -> None:
    x = LEFT + 1
    deciding = bool(seat == s["turn"]) and not _is_over(s)
    label = f"{_name(seat, viewer)} · {_count(int(s['score'][seat]), 'point')}"
    label += " · to decide" * deciding + " · wins" * _has_won(s, seat)
    scene.box(x, top, PANEL, tall, line=PLAYER_COLOURS[seat], heavy=deciding, label=label)
    for cup in range(CUPS):
        scene.text(x + 2, top + 1 + cup, f"cup {cup + 1}", colour="grey")
        _draw_tokens(scene, x + 9, top + 1 + cup, s["cups"][seat, cup])
    facts = (("completed", "completed"), ("penalties", "penalties"), ("rush tokens", "rush"))
    for k, (words, field) in enumerate(facts):
        scene.text(x + TILES + 15 * k, top + 3, f"{words} {s[field][seat]}", bold=bool(s[field][seat]))
    for tile, name in enumerate(UPGRADE_NAMES):
        place = (x + TILES + tile % 2 * 22, top + 1 + tile // 2)
        if s["upgraded"][seat, tile]:
            scene.chip(*place, f"■ {name}", fill="gold", square=True)
        else:
            scene.text(*place, f"□ {name}", colour="grey")
    for slot in range(SLOTS):
        _draw_slot(scene, s["orders"][seat, slot], slot, x + 2 + slot * SLOT, top + 4, tall - 5)


def _draw_slot(scene: Scene, orders: np.ndarray, slot: int, x: int, top: int, tall: int) -> None:
    """Orders of one slot: on two rows each where there is room, else on one, else the first few."""
    scene.box(x, top, SLOT + 1, tall, fill=SLOT_FILLS[slot], label=f"slot {slot + 1}")
    cards = [(recipe, int(orders[recipe])) for recipe in range(RECIPES) if orders[recipe]]
    room = tall - 2
    if not cards:
        scene.text(x + 2, top + 1, "–", colour="grey")
    if 2 * len(cards) <= room:
        for k, card in enumerate(cards):
            _draw_card(scene, *card, x + 2, top + 1 + 2 * k)
        return
    shown = cards if len(cards) <= room else cards[: room - 1]
    for k, (recipe, count) in enumerate(shown):
        letters = _letters(recipe) + " ★" * int(SPECIAL[recipe])
        name = f"{count}× " * (count > 1) + BOX.recipe_names[recipe]
        scene.text(x + 2, top + 1 + k, fit(name, NAME - len(letters) - 1))
        scene.text(x + 2, top + 1 + k, letters, bold=True, anchor="end", width=NAME)
    if len(shown) < len(cards):
        more = sum(count for _, count in cards[len(shown) :])
        scene.text(x + 2, top + tall - 2, f"+{more} more", colour="grey")


def _draw_card(scene: Scene, recipe: int, count: int, x: int, y: int) -> None:
    scene.text(x, y, BOX.recipe_names[recipe], bold=True, width=NAME)
    _draw_tokens(scene, x, y + 1, RECIPE[recipe])
    words = f"{count}×" * (count > 1) + " ★" * int(SPECIAL[recipe])
    scene.text(x, y + 1, words, bold=True, anchor="end", width=NAME)


def _letters(recipe: int) -> str:
    return "".join(BOX.letters[kind] * int(RECIPE[recipe, kind]) for kind in range(KINDS))
