"""The table as players see it, once for the terminal, SVG and pixels, and what is told about an answer."""

from __future__ import annotations

import numpy as np

from nim_for_rush_envs.components import HEAPS, LARGEST, SEATS
from nim_for_rush_envs.view import ACTIONS
from rush_envs.kit.scene import Panel, Scene

COLOURS = ("blue", "vermilion")
WIDTH, HEIGHT = 34, 9


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game; nothing is hidden, so the viewer only gets to know which seat is its own."""
    s = state[0]
    scene = Scene(WIDTH, HEIGHT, "Nim")
    scene.panel("turn", 0, 0, WIDTH, 1).text(1, 0, _head(s), bold=True)
    _draw_heaps(scene.panel("heaps", 0, 1, WIDTH, HEAPS + 2, title="heaps"), s)
    players = scene.panel("players", 0, HEAPS + 4, WIDTH, SEATS)
    for seat in range(SEATS):
        you = " (you)" if seat == viewer else ""
        players.chip(2, seat, f"player_{seat}", fill=COLOURS[seat])
        players.text(12, seat, f"has taken {s['score'][seat]}{you}")
    return scene


def _draw_heaps(panel: Panel, s: np.void) -> None:
    """Tokens are taken from the right: whoever clicks one means it and all to the right of it."""
    for heap in range(HEAPS):
        size = min(int(s["heap"][heap]), LARGEST)
        panel.text(2, 1 + heap, f"{'ABC'[heap]} {s['heap'][heap]}", part={"heap": heap})
        for token in range(size):
            panel.chip(7 + 3 * token, 1 + heap, "o", fill="gold", part={"heap": heap, "count": size - 1 - token})


def _head(s: np.void) -> str:
    kind = "Misère Nim" if s["misere"] else "Nim"
    if s["truncated"]:
        return f"{kind}: stopped, nobody wins."
    if s["done"]:
        return f"{kind}: player_{int(s['outcome'][1] > 0)} wins."
    return f"{kind}: player_{int(s['active']) - 1} takes."


def tell(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    """What the player did and what followed; in a game with secrets only what the viewer may know."""
    _, heap, _ = ACTIONS.split[action].tolist()
    taken, left = int(before["heap"][0, heap] - after["heap"][0, heap]), int(after["heap"][0, heap])
    told = [f"player_{seat} takes {taken} from heap {'ABC'[heap]} and leaves {left or 'nothing'}."]
    return told + [_head(after[0])] * bool(after["done"][0] or after["truncated"][0])
