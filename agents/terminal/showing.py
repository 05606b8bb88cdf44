"""What a terminal shows of a game: tables, moves in words, scores and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from rush_envs.kit.scene import Panel, Scene
from rush_envs.replay import Replay

from .console import OUT

ROOM = 6  # rows for what is said below a drawing
LEAST = 8  # rows of a drawing that are shown at once in however low a window
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


def fits(scene: Scene, below: int) -> bool:
    """Whether the window shows the whole drawing, and so many rows below it."""
    return not OUT.is_terminal or (OUT.width >= scene.width and OUT.height >= scene.height + below)


def show_parts(scene: Scene, part: int, below: int = ROOM) -> int:
    """Prints the whole drawing where it fits above so many other rows; otherwise as much of it, from one part on, as
    the window has room for, and what is left. Returns the part that comes next."""
    if fits(scene, below):
        show_table(scene)
        return 0
    colour = OUT.color_system is not None and not OUT.no_color
    parts = _parts(scene, max(OUT.height - below, LEAST))
    first = part % len(parts)
    last, room = first, OUT.height - below
    while last < len(parts) and (last == first or room >= parts[last].rows):
        one = parts[last]
        if one.of > 1:
            OUT.print(f"{escape(one.panel.name)}, part {one.number} of {one.of}", style="dim")
        print("\n".join(one.lines(colour)), file=OUT.file)
        room -= one.rows
        last += 1
    names = {one.panel.name for one in parts[first:last]}
    left = dict.fromkeys(one.panel.name for k, one in enumerate(parts) if not first <= k < last)
    if left:
        words = ", ".join(f"the rest of {name}" if name in names else name for name in left)
        OUT.print(f"[bold]more[/] shows {escape(words)}; [bold]look NAME[/] one of them.", soft_wrap=True)
    return last % len(parts)


class Part(NamedTuple):
    """A panel, or an area of one that is larger than the window."""

    panel: Panel
    number: int
    of: int
    x: int
    y: int
    wide: int
    tall: int

    @property
    def rows(self) -> int:
        return self.tall + (self.of > 1)

    def lines(self, colour: bool) -> list[str]:
        return self.panel.to_ansi(colour, (self.x, self.y, self.wide, self.tall)).splitlines()


def _parts(scene: Scene, room: int) -> list[Part]:
    """All of a drawing in areas that the window can show; the last ones of a panel reach to its end."""
    found = []
    for panel in scene.panels:
        wide, tall = min(panel.width, OUT.width), panel.height if panel.height <= room else room - 1
        corners = [(x, y) for y in _starts(panel.height, tall) for x in _starts(panel.width, wide)]
        found += [Part(panel, k, len(corners), x, y, wide, tall) for k, (x, y) in enumerate(corners, start=1)]
    return found


def _starts(length: int, step: int) -> list[int]:
    return [min(k, length - step) for k in range(0, length, step)]


def height(words: RenderableType) -> int:
    """Rows that something takes in this window."""
    return len(OUT.render_lines(words)) if words else 0


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
