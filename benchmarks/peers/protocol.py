"""How a library is measured: in a process of its own, asked for one turn at a time, so that all can take turns.

Every script in `libraries/` hands its games to `serve`. A request is a line of JSON, {"game", "size", "seconds"}, with
size 0 for a single game. The answer is one, too: {"rate"}, decisions a CPU second; at the first request of its kind
{"first"}, CPU seconds from nothing to the end of the first piece of work; or {"error"}. Only the standard library is
used here: this is imported beside every library.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

Work = Callable[[], int]  # plays a little and says how many decisions that were
SECONDS = 0.15  # CPU seconds of a turn, at least


@dataclass(frozen=True)
class Game:
    """How a library plays a game: what it shows at every decision, and what makes pieces of work."""

    numbers: int  # in an observation
    actions: int  # numbers in a mask; 0: the library has no mask for it
    single: Callable[[], Work] | None = None
    batch: Callable[[int], Work] | None = None
    note: str = ""


def timed(work: Work, seconds: float = SECONDS) -> float:
    """Decisions in a CPU second of this process, all its threads together."""
    decisions, begun = 0, time.process_time()
    while True:
        decisions += work()
        spent = time.process_time() - begun
        if spent >= seconds:
            return decisions / spent


def alternate(works: Mapping[str, Work], turns: int, seconds: float = SECONDS) -> dict[str, list[float]]:
    """The rates of several pieces of work, turn by turn, so that noise hits all alike."""
    for work in works.values():
        work()  # compiles, fills caches
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(turns):
        for name, work in works.items():
            rates[name].append(timed(work, seconds))
    return rates


def serve(games: Mapping[str, Game]) -> None:
    """Answers requests until there are none; what libraries print goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    about = {name: _about(game) for name, game in games.items()}
    print(json.dumps({"ready": time.process_time(), "games": about}), file=answers)
    works: dict[tuple[str, int], Work] = {}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = _answer(works, games, **request)
        except Exception as error:  # a library that refuses is a result, not the end of the run
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        print(json.dumps(answer), file=answers)


def _about(game: Game) -> dict[str, Any]:
    facts = asdict(game)
    return facts | {name: facts[name] is not None for name in ("single", "batch")}


def _answer(
    works: dict[tuple[str, int], Work], games: Mapping[str, Game], *, game: str, size: int, seconds: float
) -> Any:
    found: dict[str, float] = {}
    if (game, size) not in works:
        begun = time.process_time()
        make = games[game].single if size == 0 else partial(games[game].batch, size)  # type: ignore[arg-type]
        works[game, size] = make()  # type: ignore[misc]
        works[game, size]()
        found["first"] = time.process_time() - begun
        works[game, size]()
    return found | {"rate": timed(works[game, size], seconds)}
