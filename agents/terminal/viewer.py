"""Looks at a replay file: verifies it, sums it up, steps through it, exports its tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from rush_envs.drawing.apng import apng
from rush_envs.drawing.pixels import to_rgb
from rush_envs.kit.scene import Scene
from rush_envs.replay import Replay, story

from ..storage.writing import write_safely
from .console import ERR, OUT, writing
from .session import seat_number
from .showing import caption, score_table, show_story, show_table, verdict, winners

STEP_HELP = "Enter: next, b: back, a number: go there, q: quit"


class Viewer:
    """A replay that was played back and agrees; `states` holds the record before the first answer and after each."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.names = replay.game.agent_names(replay.config)
        with ERR.status("Playing it back …"):
            self.states = [batch.states.copy() for batch in replay.frames()]
        self.last = len(self.states) - 1

    # ---------------------------------------------------------------------------------------------------------------

    def summary(self) -> dict[str, Any]:
        """What a program would ask of a replay."""
        replay, end = self.replay, self.states[-1]
        return {
            "game": replay.game.id,
            "config": replay.config.options(),
            "seed": replay.seed,
            "episode": replay.episode,
            "players": self.names,
            "decisions": self.last,
            "hashes_checked": len(replay.hashes),
            "finished": bool(end["done"][0]),
            "truncated": bool(end["truncated"][0]),
            "scores": dict(zip(self.names, end["score"][0].tolist(), strict=False)),
            "winners": winners(end, self.names),
        }

    def show_summary(self) -> None:
        replay, end = self.replay, self.states[-1]
        facts = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
        facts.add_row("game", f"{replay.game.title} ({replay.game.id})")
        options = ", ".join(f"{name}={value}" for name, value in replay.config.options().items())
        facts.add_row("config", escape(options))
        facts.add_row("seed", f"{replay.seed}, episode {replay.episode}")
        facts.add_row("length", f"{self.last} decisions")
        OUT.print(facts, score_table(end, self.names))
        OUT.print(f"[bold]{verdict(end, self.names)}[/] {self.verified()}", soft_wrap=True)

    def verified(self) -> str:
        hashes = f" and {len(self.replay.hashes)} state hashes agree" if self.replay.hashes else ""
        return f"Verified: {self.last} answers are legal{hashes}."

    # ---------------------------------------------------------------------------------------------------------------

    def show(self, number: int, every: int = 1, colour: bool | None = None) -> None:
        """A table, and what is told about the last `every` answers."""
        OUT.rule(caption(self.replay, self.names, number))
        show_table(self._scene(number), colour)
        show_story(self.told(number - every, number))

    def told(self, begin: int, end: int) -> list[str]:
        """What an open table is told about the answers after `begin` and up to `end`."""
        begin = max(begin, 0)
        answers = self.replay.answers[begin:end]
        return list(chain(*story(self.replay.game, self.names, self.states[begin : end + 1], answers)))

    def print_story(self) -> None:
        """The whole game in sentences, each answer with its number."""
        for number in range(1, self.last + 1):
            told = self.told(number - 1, number)
            OUT.print(escape(f"{number:>{len(str(self.last))}}  {' '.join(told)}"), soft_wrap=True)

    def _scene(self, number: int) -> Scene:
        return self.replay.game.draw(self.states[number], None)

    def chosen(self, every: int) -> Sequence[int]:
        """Every so many decisions, and always the last."""
        return sorted({*range(0, self.last, every), self.last})

    def step(self, every: int) -> None:
        """Through the game at the person's own pace."""
        OUT.print(STEP_HELP)
        place: int | None = 0
        while place is not None:
            self.show(place, every)
            place = self._next(place, every)

    def _next(self, place: int, every: int) -> int | None:
        """Where the person wants to go; None to leave."""
        while True:
            try:
                word = input(f"{place}/{self.last}> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                OUT.print()
                return None
            if word == "q" or (not word and place == self.last):
                return None
            if word == "b":
                return max(place - every, 0)
            if not word:
                return min(place + every, self.last)
            if word.isdecimal() and len(word) < 9 and int(word) <= self.last:
                return int(word)
            OUT.print(f"{escape(repr(word))}: {STEP_HELP} (0 to {self.last})", style="red")

    def print_all(self, every: int) -> None:
        """The tables one after the other, with colour codes wherever they go."""
        for number in self.chosen(every):
            self.show(number, every, colour=True)

    def export(self, folder: Path, every: int) -> int:
        """Numbered SVG files; the number of a file is the number of decisions made."""
        numbers, digits = self.chosen(every), len(str(self.last))
        with writing(folder), Progress(console=ERR) as progress:
            folder.mkdir(parents=True, exist_ok=True)
            for number in progress.track(numbers, description="drawing"):
                (folder / f"{number:0{digits}}.svg").write_text(self._scene(number).to_svg(), "utf-8")
        return len(numbers)

    def html(self, path: Path, eyes: str | None) -> int:
        """One HTML file with slider and words, as a seat sees the game or as an open table; its size."""
        viewer = None if eyes is None else seat_number(eyes, self.names)
        with writing(path), ERR.status("Drawing …"):
            text = self.replay.to_html(viewer).encode()
            write_safely(path, text)
        return len(text)

    def apng(self, path: Path, every: int) -> int:
        """One PNG that moves."""
        numbers = self.chosen(every)
        with writing(path), Progress(console=ERR) as progress:
            drawn = (to_rgb(self._scene(number)) for number in progress.track(numbers, description="drawing"))
            write_safely(path, apng(drawn))
        return len(numbers)
