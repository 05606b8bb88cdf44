"""The generated parts of the games' pages. `python -m rush_envs.pages` writes them; a test keeps the pages equal.

A part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from rush_envs.contract import Game
from rush_envs.datafile import SOURCES
from rush_envs.layout import markdown
from rush_envs.registry import game as find_game
from rush_envs.registry import games, gym_id


def specs(game: Game) -> str:
    """The table at the top of a page."""
    config = game.config.of(game.name, {})
    low, high = next((row[2].split("–")) for row in game.config.table() if row[0] == "num_players")
    return markdown(
        ("Fact", "Value"),
        [
            ("PettingZoo", f"`from rush_envs import {game.id}`"),
            ("Gymnasium", f"`{gym_id(game.name, game.version)}`"),
            ("Players", f"{low}–{high}, default {config.num_players}"),
            ("Agents", ", ".join(f"`{name}`" for name in game.agent_names(config))),
            ("Actions", f"`Discrete({game.actions.size})` with a mask"),
            ("Observation", f"`Box(0, 1, ({game.observation.size},), float32)`; int8 features in `BatchEnv`"),
            ("State", f"{game.state.dtype.itemsize} bytes a game"),
            ("Simultaneous choices", "yes" if game.simultaneous else "no"),
            ("Score scale", f"{game.score_scale:g} points of margin are a reward of 1"),
        ],
    )  # fmt: skip


def options(game: Game) -> str:
    return markdown(
        ("Option", "Default", "Range", "Meaning"),
        [(f"`{name}`", f"`{default}`", span, text) for name, default, span, text in game.config.table()],
    )


def invariants(game: Game) -> str:
    return markdown(("Number", "Invariant"), [(str(number), text) for number, text in game.invariants.items()])


def provenance(game: Game) -> str:
    """How many rows of each data file come from where."""
    rows = []
    for path in sorted((game.folder / "data").glob("*.txt")):
        shares = ", ".join(f"{count} {source}" for source, count in sorted(_sources(path).items()))
        rows.append((f"`data/{path.name}`", shares))
    return markdown(("File", "Rows by source"), rows)


def _sources(path: Path) -> Counter[str]:
    """The last column of a table; of a drawing what its comment `# source: …` says."""
    lines = path.read_text(encoding="utf-8").splitlines()
    said = [line.removeprefix("# source:").strip() for line in lines if line.startswith("# source:")]
    ends = [line.rsplit("|", 1)[-1].strip() for line in lines if line and not line.startswith("#")]
    return Counter(f"drawing: {word}" if word in said else word for word in said or ends if word in SOURCES)


PARTS = {
    "specs": specs,
    "options": options,
    "actions": lambda game: game.actions.table(),
    "observation": lambda game: game.observation.table(),
    "hidden": lambda game: game.hidden.table(),
    "invariants": invariants,
    "provenance": provenance,
}


def refreshed(text: str, game: Game) -> str:
    """The page with every generated part as it should be."""
    for name, make in PARTS.items():
        pattern = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        if not pattern.search(text):
            raise ValueError(f"the page of {game.title} has no part {name!r}")
        part = make(game)
        text = pattern.sub(lambda found, part=part: f"{found[1]}{part}\n{found[2]}", text)  # type: ignore[misc]
    return text


def page(game: Game) -> Path:
    return game.folder / "README.md"


def main() -> None:
    for name in games():
        path = page(find_game(name))
        path.write_text(refreshed(path.read_text(encoding="utf-8"), find_game(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
