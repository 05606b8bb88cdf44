"""The generated parts of the games' pages. `python -m rush_envs.kit.pages` writes them; a test keeps the pages equal.
After it may follow games that are not installed: `python -m rush_envs.kit.pages nim_for_rush_envs:GAME`.

A part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`. The ids of the game in the page's Python follow its
version, too.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path

from rush_envs.contract import Game
from rush_envs.errors import BadGame
from rush_envs.kit.datafile import SOURCES
from rush_envs.layout import markdown
from rush_envs.registry import game as find_game
from rush_envs.registry import games


def specs(game: Game) -> str:
    """The table at the top of a page."""
    config = game.config.of(game.name, {})
    low, high = next((row[2].split("–")) for row in game.config.table() if row[0] == "num_players")
    return markdown(
        ("Fact", "Value"),
        [
            ("PettingZoo", f"`from rush_envs import {game.id}`"),
            ("Gymnasium", f"`{game.gym_id}`"),
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


def record(game: Game) -> str:
    """The fields in the order of the bytes; a range is from the lowest to the highest over all elements."""
    state = game.state
    words = {"public": "all", "owner": "its owner", "nobody": "nobody"}
    rows = []
    for name in state.dtype.names or ():
        kind, shape = state.dtype[name].base, "×".join(str(length) for length in state.dtype[name].shape)
        span = _span(int(state.low[name].min()), int(state.high[name].max())) if name in state.low else "any"
        sees = state.sees.get(name, "nobody")
        seen = words[sees] if isinstance(sees, str) else f"rule `{sees.__name__}`"
        rows.append((f"`{name}`", str(kind), shape or "1", span, seen))
    return markdown(("Field", "Type", "Shape", "Range", "Seen by"), rows)


def _span(low: int, high: int) -> str:
    """`-1 … 24`; the ends of wide ranges as powers of two, which is how they are meant."""
    if low == high:
        return str(low)
    wide = high > 1 << 10 and (high + 1).bit_count() == 1
    return f"{low} … " + (f"2^{high.bit_length()} − 1" if wide else str(high))


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
    "record": record,
    "invariants": invariants,
    "provenance": provenance,
}


def refreshed(text: str, game: Game) -> str:
    """The page with every generated part as it should be."""
    patterns = {
        name: re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL) for name in PARTS
    }  # fmt: skip
    missing = [name for name, pattern in patterns.items() if not pattern.search(text)]
    if missing:
        raise BadGame(f"{page(game)} lacks generated parts; add these lines where they belong:\n{marks(missing)}")
    for name, pattern in patterns.items():
        part = PARTS[name](game)
        text = pattern.sub(lambda found, part=part: f"{found[1]}{part}\n{found[2]}", text)  # type: ignore[misc]
    return re.sub(r"```python\n.*?```", lambda found: with_present_ids(found[0], game), text, flags=re.DOTALL)


def with_present_ids(code: str, game: Game) -> str:
    """The same code with the ids that the game has now."""
    for known in (game.id, game.gym_id):
        code = re.sub(rf"\b{re.escape(known.removesuffix(str(game.version)))}\d+\b", known, code)
    return code


def marks(parts: Iterable[str]) -> str:
    """The lines between which generated parts stand."""
    return "\n".join(f"<!-- begin {name} -->\n<!-- end {name} -->" for name in parts)


def page(game: Game) -> Path:
    return game.folder / "README.md"


def text(game: Game) -> str:
    """The page as it is."""
    try:
        return page(game).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadGame(
            f"{game.title} has no page: create {page(game)} with the rules in your own words and these lines, "
            f"then run python -m rush_envs.kit.pages:\n{marks(PARTS)}"
        ) from None


def main(homes: Sequence[str]) -> None:
    """Of all games, or of those that live in the given places, `module:NAME`."""
    given = [home.partition(":") for home in homes]
    guests = [getattr(import_module(module), name) for module, _, name in given]
    for game in guests or [find_game(name) for name in games()]:
        page(game).write_text(refreshed(text(game), game), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
