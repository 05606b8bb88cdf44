"""Our games beside those of other libraries, what growth costs, and the distance to plain C; writes the page.

    export PYTHONPATH=benchmarks
    python -m peers.run                   # `make peers`: installs, measures, writes benchmarks/PEERS.md
    python -m peers.run --parts c growth  # these parts only; the others keep what was measured before
    python -m peers.run --parts           # none: only the page and its pictures anew from results.json

The parts are `libraries`, `growth` and `c`. Nothing of the page's figures is written by hand.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import time
from typing import Any

from peers import growth, machine, page, pictures
from peers.c import race
from peers.roster import HERE, LIBRARIES, REFUSED, Library, attempt, install
from peers.workers import Worker

HELD = HERE / "results.json"  # what the page is written from
PARTS = ("libraries", "growth", "c")
SECONDS = 0.12  # CPU seconds of a turn
LOOKS, TURNS = 2, 7  # turns to find the best batch size, and to be written down
BEGUN = time.monotonic()

Places = list[tuple[str, str, int]]  # library, game, batch size (0: a single game)


def tell(text: str) -> None:
    """Progress."""
    print(f"[{time.monotonic() - BEGUN:5.0f} s] {text}", file=sys.stderr, flush=True)


def measure_libraries() -> dict[str, Any]:
    """Everybody by turns, after each has shown which batch size suits it best."""
    found: dict[str, Any] = {"refused": {}, "rows": {}}
    for title, pin, why in REFUSED:
        tell(f"{title}: tried")
        said = attempt(pin)
        if said:
            found["refused"][title] = {"why": why, "said": said}
    workers: dict[str, Worker] = {}
    try:
        for library in LIBRARIES:
            _start(library, workers, found)
        places = [place for library in LIBRARIES if library.name in workers for place in _look(library, workers, found)]
        for turn in range(TURNS):
            tell(f"turn {turn + 1} of {TURNS}: {len(places)} settings, one after the other")
            places = [place for place in places if _turn(*place, workers, found)]
    finally:
        for worker in workers.values():
            worker.close()
    for row in found["rows"].values():
        row["games"] = {name: game for name, game in row["games"].items() if game["rates"]}
    return found


def _refuse(found: dict[str, Any], title: str, why: str, said: str) -> None:
    """What cannot be measured here stands on the page, with the reason; the others go on."""
    tell(f"{title}: {why}: {said}")
    found["refused"][title] = {"why": why, "said": said}


def _start(library: Library, workers: dict[str, Worker], found: dict[str, Any]) -> None:
    tell(f"{library.title}: installed and started")
    if refused := install(library):
        _refuse(found, library.title, "does not install here", refused)
        return
    worker = Worker(library)
    if worker.error:
        _refuse(found, library.title, "does not start here", worker.error)
        return
    workers[library.name] = worker
    version = library.pins[0] if library.pins else ""
    found["rows"][library.name] = {
        "title": library.title, "version": version.partition("==")[2], "what": library.what, "ready": worker.ready,
        "games": {name: about | {"tried": {}, "rates": {}, "first": {}} for name, about in worker.games.items()},
    }  # fmt: skip


def _look(library: Library, workers: dict[str, Worker], found: dict[str, Any]) -> Places:
    """Which of its settings are worth turns: a single game, and the best batch size."""
    places: Places = []
    for name, game in found["rows"][library.name]["games"].items():
        tried: dict[int, float] = {}
        for size in ([0] if game["single"] else []) + (list(library.sizes) if game["batch"] else []):
            answers = [workers[library.name].ask(name, size, SECONDS) for _ in range(LOOKS)]
            if errors := [answer["error"] for answer in answers if "error" in answer]:
                _refuse(found, f"{library.title}: {name}, batch {size}", "fails here", errors[0])
                continue
            game["first"][str(size)] = answers[0]["first"]
            tried[size] = sum(answer["rate"] for answer in answers) / LOOKS
        game["tried"] = {str(size): rate for size, rate in tried.items()}
        batches = [size for size in tried if size]
        places += [(library.name, name, 0)] if 0 in tried else []
        places += [(library.name, name, max(batches, key=lambda size: tried[size]))] if batches else []
        tell(f"{library.title}: {name}: " + ", ".join(f"{size}: {rate:,.0f}" for size, rate in tried.items()))
    return places


def _turn(name: str, game: str, size: int, workers: dict[str, Worker], found: dict[str, Any]) -> bool:
    """One more rate; whether another can be asked for."""
    answer = workers[name].ask(game, size, SECONDS)
    row = found["rows"][name]
    if "error" in answer:
        _refuse(found, f"{row['title']}: {game}, batch {size}", "fails here", answer["error"])
        return False
    row["games"][game]["rates"].setdefault(str(size), []).append(answer["rate"])
    return True


def write(results: dict[str, Any]) -> None:
    """The data, the pictures and the page made of them."""
    HELD.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    pictures.draw(results)
    page.PAGE.write_text(page.page(results), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args()
    results = json.loads(HELD.read_text(encoding="utf-8")) if HELD.exists() else {}
    measures = {
        "libraries": measure_libraries,
        "growth": lambda: growth.measure(tell),
        "c": lambda: race.race(games=500, turns=15),
    }
    for part in PARTS:
        if part in asked.parts:
            tell(f"part {part}")
            about = {"date": datetime.date.today().isoformat(), "machine": machine.about()}
            results[part] = about | measures[part]()
            write(results)
    write(results)
    tell("done")


if __name__ == "__main__":
    main()
