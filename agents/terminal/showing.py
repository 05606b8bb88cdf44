"""What a terminal shows of a game: tables, moves in words, scores and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rich.markup import escape
from rich.table import Table

from rush_envs.kit.scene import Panel, Scene
from rush_envs.replay import Replay

from .console import OUT

ROOM = 6  # rows for what is said below a drawing
WRAP_OFF, WRAP_ON = "\x1b[?7l", "\x1b[?7h"


def show_table(scene: Scene | Panel, colour: bool | None = None) -> None:
    """Prints a drawing; a window that is too narrow cuts it rather than breaking its lines."""
    if colour is None:
        colour = OUT.color_system is not None and not OUT.no_color
    print(_cut(scene.to_ansi(colour), scene.width), file=OUT.file)


def _cut(text: str, width: int) -> str:
    """Text that a narrow window cuts off at its side."""
    if not OUT.is_terminal or OUT.width >= width:
        return text
    advice = f"The table is {width} columns wide, this window {OUT.width}: widen it to see all."
    return f"{WRAP_OFF}{text}{WRAP_ON}\n{advice}"


def fits(scene: Scene) -> bool:
    """Whether the window shows the whole drawing, with some lines for what is said below it."""
    return not OUT.is_terminal or (OUT.width >= scene.width and OUT.height > scene.height + ROOM)


def show_parts(scene: Scene, part: int) -> int:
    """Prints the whole drawing where it fits; otherwise as many of its panels, from one on, as the window has room for,
    and which are left. Returns the panel that comes next."""
    panels = scene.panels
    if fits(scene) or len(panels) == 1:
        show_table(scene)
        return 0
    colour = OUT.color_system is not None and not OUT.no_color
    first = part % len(panels)
    last, room = first, OUT.height - ROOM
    while last < len(panels) and (last == first or room >= panels[last].height):
        room -= panels[last].height
        print(_cut(panels[last].to_ansi(colour), panels[last].width), file=OUT.file)
        last += 1
    others = [panel.name for k, panel in enumerate(panels) if not first <= k < last]
    if others:
        OUT.print(f"[bold]more[/] shows {escape(', '.join(others))}; [bold]look NAME[/] one of them.", soft_wrap=True)
    return last % len(panels)


def show_story(told: Iterable[str], style: str = "cyan") -> None:
    """Sentences, each on a line of its own or more."""
    for words in told:
        OUT.print(escape(words), style=style)


def winners(state: np.ndarray, names: Sequence[str]) -> list[str]:
    return [name for seat, name in enumerate(names) if state["outcome"][0, seat] > 0]


def verdict(state: np.ndarray, names: Sequence[str]) -> str:
    """How the game ended, in one sentence."""
    won = winners(state, names)
    if state["truncated"][0]:
        return "The game was stopped before its end: nobody wins."
    if not state["done"][0]:
        return "The game is not finished."
    if len(won) < 2:
        return f"{won[0]} wins." if won else "Nobody wins."
    return f"{', '.join(won[:-1])} and {won[-1]} win together."


def score_table(state: np.ndarray, names: Sequence[str], players: Sequence[str] | None = None) -> Table:
    """Everybody's score and result, best first."""
    table = Table("Player", *(["Played by"] if players else []))
    table.add_column("Score", justify="right")
    table.add_column("Result")
    results = {1: "won", -1: "lost"}
    for seat in sorted(range(len(names)), key=lambda seat: (-state["outcome"][0, seat], -state["score"][0, seat])):
        who = [escape(name) for name in ([names[seat], players[seat]] if players else [names[seat]])]
        table.add_row(*who, str(state["score"][0, seat]), results.get(int(state["outcome"][0, seat]), "–"))
    return table


def caption(replay: Replay, names: Sequence[str], number: int) -> str:
    """How far a game has come, and the answer that led there."""
    start = f"{replay.game.title} · {number} of {len(replay.answers)} decisions"
    if not number:
        return start
    seat, action = replay.answers[number - 1]
    return escape(f"{start} · {names[seat]}: {replay.game.describe(action)}")
