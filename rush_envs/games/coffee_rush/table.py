"""The table as players see it: whose turn it is, the board, supply and deck on the left, the players on the right.

Nobody sees the order of the deck, so it is never read here. What a viewer may click stands for parts of its own
actions, whether or not it is asked.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffee_rush import barista
from rush_envs.games.coffee_rush.board import BOARD_TALL, BOARD_WIDE, draw_board
from rush_envs.games.coffee_rush.components import BOX, FREE_STEPS, KIND_NAMES, KINDS, RECIPES, SPECIAL
from rush_envs.games.coffee_rush.pieces import (
    ICONS,
    KIND_COLOURS,
    PLAYER_COLOURS,
    counted,
    has_won,
    is_over,
    letters,
    one_by_one,
    paint_recipe,
    player_name,
    write_tokens,
)
from rush_envs.games.coffee_rush.state import EMPTY, MOVE, PLACE, SERVE, START, UPGRADE, Phase
from rush_envs.kit.scene import Panel, Scene
from rush_envs.kit.scene.parts import Part

DECIDES = {
    Phase.PLACE: "places a pawn",
    Phase.START: "pours the token of pawn 2",
    Phase.UPGRADE: "may flip an upgrade",
    Phase.MOVE: "moves",
    Phase.EMPTY: "may empty cups",
    Phase.POUR: "pours",
    Phase.SERVE: "may serve",
}
IN_TURN = (Phase.UPGRADE, Phase.MOVE, Phase.EMPTY, Phase.POUR, Phase.SERVE)

# Columns and rows of the drawing
TURN, SUPPLY = 8, 5
LONGEST = max(len(letters(recipe)) + int(SPECIAL[recipe]) for recipe in range(RECIPES))
IN_A_ROW = (BOARD_WIDE - 2) // (LONGEST + 3)  # recipes of the deck
DECK = 2 + -(-RECIPES // IN_A_ROW)
BODY = max(TURN + BOARD_TALL + SUPPLY + DECK, 2 * barista.TALL)


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat; everything but the order of the deck is public."""
    s = state[0]
    seats = int(s["seats"])
    scene = Scene(BOARD_WIDE + 1 + -(-seats // 2) * barista.WIDE, BODY, "Coffee Rush", ICONS)
    (_draw_result if is_over(s) else _draw_turn)(scene, s, viewer)
    board = scene.panel("board", 0, TURN, BOARD_WIDE, BOARD_TALL)
    draw_board(board, s, viewer)
    for seat in sorted(range(seats), key=lambda seat: seat != viewer):  # the viewer's own first
        _draw_player(scene, s, seat, viewer)
    _draw_supply(scene.panel("supply", 0, TURN + BOARD_TALL, BOARD_WIDE, SUPPLY, title="supply"), s, viewer)
    title = f"deck: {counted(int(s['deck_size']), 'order')}"
    _draw_deck(scene.panel("deck", 0, TURN + BOARD_TALL + SUPPLY, BOARD_WIDE, DECK, title=title), s)
    return scene


def _draw_player(scene: Scene, s: np.void, seat: int, viewer: int | None) -> None:
    deciding = bool(seat == s["turn"]) and not is_over(s)
    title = f"{player_name(seat, viewer)} · {counted(int(s['score'][seat]), 'point')}"
    title += " · to decide" * deciding + " · wins" * has_won(s, seat)
    x, y = BOARD_WIDE + 1 + seat // 2 * barista.WIDE, seat % 2 * barista.TALL
    panel = scene.panel(
        f"player_{seat}", x, y, barista.WIDE, barista.TALL, title=title, line=PLAYER_COLOURS[seat], heavy=deciding
    )
    barista.draw_player(panel, s, seat, seat == viewer)


# ------------------------------------------------------------------------------------------------------------------
# Whose turn it is


def _turn_panel(scene: Scene, s: np.void, title: str, line: str) -> Panel:
    """With the sign: closed, this round is the last."""
    panel = scene.panel("turn", 0, 0, BOARD_WIDE, TURN, title=title, line=line)
    words, fill = ("CLOSED", "crimson") if s["closed"] else ("OPEN", "green")
    panel.chip(BOARD_WIDE - 10, 1, f" {words} ", fill=fill, square=True, only="text")
    x = BOARD_WIDE - 11.3
    panel.shape(x, 0.8, "M20 14 50 2 80 14", line="grey", weight=2)
    panel.box(x, 1.4, 10, 1.9, fill=fill, line="cocoa", heavy=True, look="tile", only="picture")
    panel.text(x, 1.85, words, colour="day", bold=True, anchor="middle", width=10, size=17, only="picture")
    return panel


def _draw_turn(scene: Scene, s: np.void, viewer: int | None) -> None:
    """The hand of the player who decides, and what happened this turn."""
    seat, phase = int(s["turn"]), int(s["phase"])
    title = "set-up" if phase in (PLACE, START) else f"turn of {player_name(seat)}"
    panel = _turn_panel(scene, s, title, PLAYER_COLOURS[seat])
    panel.text(2, 1, f"{player_name(seat, viewer)} {DECIDES[Phase(phase)]}.", bold=True, size=16)
    if phase not in (PLACE, START):
        _draw_phases(panel, s)
    panel.text(2, 5, "hand", colour="grey", only="text")
    panel.text(2, 4.7, "hand", colour="grey", only="picture")
    write_tokens(panel, 8, 5, s["hand"])
    for k, (kind, count) in enumerate(one_by_one(s["hand"], 10)):
        part = {"kind": kind} if seat == viewer else None
        panel.icon(7 + 3 * k, 4.4, KIND_NAMES[kind], size=(3.2, 1.6), only="picture", part=part)
        if count > 1:
            panel.text(9.5 + 3 * k, 5.3, f"×{count}", bold=True, size=13, only="picture")
    if seat == viewer and (phase in (UPGRADE, EMPTY, SERVE) or (phase == MOVE and s["moving"] >= 0)):
        panel.box(BOARD_WIDE - 10, 5, 8, 2, fill="blue", line=None, look="card", only="picture", part={"range": "done"})
        panel.text(BOARD_WIDE - 10, 5.45, "done", colour="day", bold=True, anchor="middle", width=8, only="picture")


def _draw_phases(panel: Panel, s: np.void) -> None:
    """The course of a turn, where in it the player is, and what is done so far."""
    x, now = 2.0, Phase(s["phase"])
    for phase in IN_TURN:
        name = phase.name.lower()
        fill = PLAYER_COLOURS[int(s["turn"])] if phase == now else "fog"
        panel.chip(x, 3, name, fill=fill, square=True, only="picture")
        x += 0.9 * len(name) + 1.4
    panel.text(2, 3, " › ".join(f"[{phase.name.lower()}]" if phase == now else phase.name.lower() for phase in IN_TURN),
               only="text")  # fmt: skip
    served, flipped = counted(int(s["served_now"]), "order"), counted(int(s["upgraded_now"]), "tile")
    panel.text(2, 6, f"{served} served, {flipped} flipped this turn", colour="grey", size=13)
    if now == MOVE:
        words = counted(int(s["free_steps"]), "free step") + " left"
        words += "" if s["moving"] < 0 else f", pawn {s['moving'] + 1} is on its way"
        panel.text(2, 4, words, only="text")
        for k in range(FREE_STEPS):
            colour = "ink" if k < s["free_steps"] else "silver"
            panel.icon(39 + 2.8 * k, 3.6, "step", size=(2.8, 1.4), colour=colour, only="picture")


def _draw_result(scene: Scene, s: np.void, viewer: int | None) -> None:
    panel = _turn_panel(scene, s, "stopped" if s["truncated"] else "game over", "ink")
    winners = [player_name(seat, viewer) for seat in range(s["seats"]) if has_won(s, seat)]
    words = f"{' and '.join(winners)} {'wins the game' if len(winners) == 1 else 'share the victory'}."
    if s["truncated"]:
        words = "Stopped before its end: nobody wins."
    panel.text(2, 1, words, bold=True, width=BOARD_WIDE - 14)
    for seat in range(s["seats"]):
        y, won = 3 + seat, has_won(s, seat)
        panel.chip(5, y, player_name(seat), fill=PLAYER_COLOURS[seat])
        if won:
            panel.icon(2, y, "crown", size=(2.4, 1), colour="gold", only="picture")
        panel.text(15, y, counted(int(s["score"][seat]), "point") + ", wins" * won, bold=won)


# ------------------------------------------------------------------------------------------------------------------
# Supply and deck


def _draw_supply(panel: Panel, s: np.void, viewer: int | None) -> None:
    """What is left of each token; a player who may give one back clicks its tray."""
    trays = [(BOX.letters[kind], KIND_NAMES[kind], KIND_COLOURS[kind], s["supply"][kind]) for kind in range(KINDS)]
    trays.append(("R", "rush", "gold", s["rush_supply"]))
    wide = (BOARD_WIDE - 2) / len(trays)
    for k, (letter, name, colour, count) in enumerate(trays):
        part: Part | None = None if viewer is None or k == KINDS else {"range": "return", "kind": k}
        x, y = 2 + k // 3 * 16, 1 + k % 3
        panel.chip(x, y, letter, fill=colour, only="text")
        panel.text(x + 2, y, name, only="text")
        panel.text(x + 10, y, str(count), bold=True, anchor="end", width=4, only="text")
        left = 1 + k * wide
        panel.box(left + 0.1, 0.9, wide - 0.2, 3.5, fill="cream", look="tile", only="picture", part=part)
        panel.icon(left + 0.9, 1.05, name, size=(wide - 1.8, 1.8), opacity=1 if count else 0.3, only="picture")
        colour = "ink" if count else "crimson"
        panel.text(left, 3.2, str(count), bold=True, anchor="middle", width=5, colour=colour, size=16, only="picture")


def _draw_deck(panel: Panel, s: np.void) -> None:
    """How many of each order are left in the deck, in the order of the menu."""
    wide = (BOARD_WIDE - 2) / IN_A_ROW
    for recipe in range(RECIPES):
        count, special = int(s["deck_count"][recipe]), bool(SPECIAL[recipe])
        x, y = 1 + recipe % IN_A_ROW * wide, 1 + recipe // IN_A_ROW
        words = f"{letters(recipe)}{'★' * special}"
        panel.text(x + 1, y, f"{words} {count}", colour="ink" if count else "grey", only="text")
        line = "gold" if special else None
        top = 0.85 + recipe // IN_A_ROW * (DECK - 1.5) / (DECK - 2)
        panel.box(x, top, wide - 0.2, 1.08, fill="fog", line=line, look="tile", only="picture")
        paint_recipe(panel, recipe, x + 0.25, top + 0.08, 0.92, 5.7, opacity=1 if count else 0.25)
        colour = "ink" if count else "grey"
        panel.text(x + 6.1, top + 0.04, str(count), bold=True, colour=colour, size=13, only="picture")
