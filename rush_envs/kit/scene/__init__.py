"""A drawing in character cells, described once and shown as terminal text, SVG, pixels or a page that can be clicked.

    scene = Scene(60, 20, "Coffee Rush", ICONS)                        # columns, rows; icons: see `icons`
    board = scene.panel("board", 0, 0, 40, 20, title="board")          # a named part with coordinates of its own
    board.box(2, 2, 8, 4, fill="cream", look="tile", part={"cell": 0}) # a frame, an area of colour, a card
    board.text(3, 3, "milk", bold=True)                                # words
    board.chip(3, 4, "M", fill="gold")                                 # a token or badge with words on it
    board.icon(7, 3, "pawn", "@", size=(2, 2), colour="blue", part={"pawn": 1})
    board.line(12, 6, 30, 6, heavy=True)                               # a wall; dashed, a door
    board.shape(2, 2, circle(20, 20, 18), line="gold")                 # pictures only; `paths` makes paths
    scene.to_ansi(); scene.to_svg("dark"); scene.to_wire()             # pixels: rush_envs.drawing.pixels

Columns count from the left, rows from the top, both from 0; in pictures a column has 10 pixels and a row 20. Frames and
lines run through the middle of their cells, so frames that share a column or row of cells share that side. What is
drawn later covers what was drawn before, and what lies outside is cut off in text. Text without colour is words and
lines only, so the words alone must tell everything; `only="text"` and `only="picture"` say what belongs to one of the
two. Places and sizes may be fractions for pictures; text rounds them.

Panels: draw everything on the scene itself, or everything on panels. Pages lay panels out side by side where there is
room and below each other where there is not, terminals show them one by one: keep each within 80 columns and 24 rows
where you can, the most important first. Their names and places should stay the same all through a game.

Parts: `part=` says which part of an action a mark stands for, in the names of the game's action layout, `game.actions`:
`{"cell": 3}`, `{"pawn": 0, "direction": 2}`, `{"cells": [4, 7]}` for any of these, `{"range": "done"}` for a range, and
a list of such for alternatives. A page knows no game: it lights up the marks that agree with a legal action, and a
click keeps the actions that agree until one is left. What no mark stands for becomes a button in words. Name parts as
the seat to act counts them; for any other viewer they say nothing. `zone` is an area that shows nothing but can be
clicked.

Colours are names of `PALETTE`. Ink, white, grey, silver, fog, cream, sand and the pale ones turn on dark paper; strong
colours stay, and on them write in `night` or `day` (plain ink on an area of strong colour does so by itself).
"""

from rush_envs.kit.scene.canvas import Anchor, Canvas, Mark, fit
from rush_envs.kit.scene.colours import PALETTE
from rush_envs.kit.scene.icons import Icons
from rush_envs.kit.scene.scene import Panel, Scene
from rush_envs.kit.scene.wire import changed, differences

__all__ = ["PALETTE", "Anchor", "Canvas", "Icons", "Mark", "Panel", "Scene", "changed", "differences", "fit"]
