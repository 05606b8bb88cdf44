"""What a terminal shows of a game: tables, moves in words, scores and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rich.markup import escape
from rich.table import Table

from rush_envs.kit.scene import Scene
from rush_envs.replay import Replay

from .console import OUT

WRAP_OFF, WRAP_ON = "\x1b[?7l", "\x1b[?7h"


def show_table(scene: Scene, colour: bool | None = None) -> None:
    """Prints a drawing; a window that is too narrow cuts it rather than breaking its lines."""
    if colour is None:
        colour = OUT.color_system is not None and not OUT.no_color
    text = scene.to_ansi(colour)
    if OUT.is_terminal and OUT.width < scene.width:
        advice = f"The table is {scene.width} columns wide, this window {OUT.width}: widen it to see all."
        text = f"{WRAP_OFF}{text}{WRAP_ON}\n{advice}"
    print(text, file=OUT.file)


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
