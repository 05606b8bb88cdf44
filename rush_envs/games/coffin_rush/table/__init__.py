"""The table as players see it: the temple as a map, below it Pharaoh and signs, beside it the turn and the players.

The drawing is of one size for any number of players. Of unopened tiles a viewer sees those that it has analysed, the
open table sees all.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.table.board import draw_board
from rush_envs.games.coffin_rush.table.notes import draw_notes
from rush_envs.games.coffin_rush.table.players import draw_player
from rush_envs.games.coffin_rush.table.ritual import draw_pharaoh, draw_turn
from rush_envs.games.coffin_rush.table.signs import ICONS
from rush_envs.games.coffin_rush.table.stone import BOARD_TALL, BOARD_WIDE
from rush_envs.games.coffin_rush.table.words import deciding
from rush_envs.kit.scene import Scene

SIDE_WIDE = 50  # of what stands beside the board
PHARAOH, NOTES = 6, 9  # heights of what stands below it
TURN, MOST_PLAYER = 8, 10  # heights of the turn and, at most, of a player
WIDTH, HEIGHT = BOARD_WIDE + SIDE_WIDE, BOARD_TALL + PHARAOH + NOTES


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat, or the open table."""
    s = state[0]
    eyes = deciding(s) if viewer is None else viewer
    scene = Scene(WIDTH, HEIGHT, "Coffin Rush!", ICONS)
    draw_turn(scene.panel("turn", BOARD_WIDE, 0, SIDE_WIDE, TURN), s, viewer)
    draw_board(scene.panel("board", 0, 0, BOARD_WIDE, BOARD_TALL), state, viewer, eyes)
    draw_pharaoh(scene.panel("pharaoh", 0, BOARD_TALL, BOARD_WIDE, PHARAOH), s)
    seats = int(s["seats"])
    tall = min((HEIGHT - TURN) // seats, MOST_PLAYER)
    for seat in range(seats):
        panel = scene.panel(f"player_{seat}", BOARD_WIDE, TURN + seat * tall, SIDE_WIDE, tall)
        draw_player(panel, s, seat, viewer, eyes)
    draw_notes(scene.panel("signs", 0, BOARD_TALL + PHARAOH, BOARD_WIDE, NOTES), s)
    return scene


__all__ = ["draw"]
