"""The table as players see it: the wizard on the left of his board, curses and market on its right, the heroes below.
Where there is neither and three heroes fit below, the symbols lie under all, and everything is larger on a page.

The drawing keeps its size through a game. Nobody sees how many cards a deck holds, or who else has named a movement in
this tick; under silence a hero sees of other heroes only how many dice they have rolled.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.rush_out.components import CHARACTER_NAMES, COINS_FROM, SPELL_MIX, TYPE_NAMES
from rush_envs.games.rush_out.state import silenced
from rush_envs.games.rush_out.table import board
from rush_envs.games.rush_out.table.facts import is_due, name
from rush_envs.games.rush_out.table.pieces import FRAMES, ICONS
from rush_envs.games.rush_out.table.seats import BLOCK, draw_hero, draw_wizard, hero_height
from rush_envs.games.rush_out.table.sides import (
    draw_curses,
    draw_goals,
    draw_legend,
    draw_long_legend,
    draw_market,
    draw_rules,
    draw_short_legend,
    draw_turn,
)
from rush_envs.kit.scene import Panel, Scene

__all__ = ["draw"]

# Columns and rows
SIDE, TURN = 31, 3
MIDDLE, RIGHT = SIDE + 1, SIDE + board.WIDTH + 2
WIDTH, TALL = RIGHT + SIDE, TURN + board.HEIGHT
WIZARD, CURSES_TALL, MARKET_TALL, LEGEND = 15, 8, 11, 9
SYMBOLS = 47  # columns of the symbols where they lie below
CURSE_TYPE = TYPE_NAMES.index("curse")


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat (0 is the wizard), or the open table."""
    s = state[0]
    heroes = int(s["seats"]) - 1
    narrow = not _has_sides(s) and RIGHT // heroes > BLOCK
    width = RIGHT - 1 if narrow else WIDTH
    wide = (width + 1) // heroes - 1
    below = TALL + hero_height(s, wide)
    scene = Scene(width, below + LEGEND * narrow, "Rush Out!", ICONS)
    draw_turn(scene.panel("turn", MIDDLE, 0, board.WIDTH, TURN), s, viewer)
    if viewer is not None:  # on a phone one's own dice come before everything else
        _draw_seat(scene, state, viewer, viewer, wide)
    board.draw_board(scene.panel("board", MIDDLE, TURN, board.WIDTH, board.HEIGHT), s, viewer)
    for seat in range(s["seats"]):
        if seat != viewer:
            _draw_seat(scene, state, seat, viewer, wide)
    draw_goals(scene.panel("goals", 0, WIZARD, SIDE, TALL - WIZARD, title="how to win"), s)
    if narrow:
        draw_long_legend(scene.panel("symbols", 0, below, SYMBOLS, LEGEND, title="symbols"))
        draw_rules(scene.panel("rules", SYMBOLS + 1, below, width - SYMBOLS - 1, LEGEND, title="in short"))
    else:
        _draw_sides(scene, s, viewer)
    return scene


def _has_sides(s: np.void) -> bool:
    """Whether anything but symbols belongs on the right."""
    return bool(SPELL_MIX[s["scenario"], CURSE_TYPE]) or bool(s["scenario"] >= COINS_FROM)


def _draw_sides(scene: Scene, s: np.void, viewer: int | None) -> None:
    """On the right of the board."""
    top = 0
    if SPELL_MIX[s["scenario"], CURSE_TYPE]:
        draw_curses(scene.panel("curses", RIGHT, top, SIDE, CURSES_TALL, title="curses", line="brown"), s, viewer)
        top += CURSES_TALL
    if s["scenario"] >= COINS_FROM:
        draw_market(scene.panel("market", RIGHT, top, SIDE, MARKET_TALL, title="market", line="gold"), s, viewer)
        top += MARKET_TALL
    place = (RIGHT, top, SIDE, TALL - top)
    if top > TALL // 2:
        draw_short_legend(scene.panel("symbols", *place))
    else:
        draw_legend(scene.panel("symbols", *place, title="symbols"))


def _draw_seat(scene: Scene, state: np.ndarray, seat: int, viewer: int | None, wide: int) -> Panel:
    s, due, label = state[0], is_due(state[0], seat, viewer), name(seat, viewer)
    if seat == 0:
        panel = scene.panel("wizard", 0, 0, SIDE, WIZARD, title=label, line=FRAMES[0], heavy=due)
        draw_wizard(panel, s, viewer)
        return panel
    label = f"{label} · {CHARACTER_NAMES[s['character'][seat - 1]]}"
    place = ((seat - 1) * (wide + 1), TALL, wide, hero_height(s, wide))
    panel = scene.panel(f"hero_{seat - 1}", *place, title=label, line=FRAMES[seat], heavy=due)
    secret = silenced(state, viewer or 0)[seat, 0]  # the wizard sees all faces, and so does the open table
    draw_hero(panel, s, seat, viewer, bool(secret))
    return panel
