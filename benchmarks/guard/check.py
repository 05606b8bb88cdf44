"""Fails when a door of a game has become slower: by more than 15 % against a reference that runs by turns with it.

    export PYTHONPATH=benchmarks
    python -m guard.check                  # `make bench-check`, some minutes
    python -m guard.check --games coffee_rush --doors batch aec
    python -m guard.check --store          # what is measured now is right: the new yardstick

Stored are ratios, never times: decisions of a door for one move of a fixed reference, the median of five runs by turns,
in CPU time. Where valgrind is to be had, instructions a decision are compared, too; they do not jitter, so 5 % is much.
Other kinds of processors have other ratios: on such a machine, `--store` before a change and check after it.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from guard import instructions, ratios
from rush_envs import games

STORED = Path(__file__).parent / "stored.json"
MOST_SLOWER = 0.15
MOST_INSTRUCTIONS_MORE = 0.05


def tell(text: str) -> None:
    """Progress."""
    print(text, file=sys.stderr, flush=True)


def slower(stored: dict[str, float], measured: dict[str, list[float]]) -> list[str]:
    """What to say of every door whose median has fallen too far."""
    found = []
    for name, runs in measured.items():
        if name not in stored:
            found.append(f"{name}: no ratio is stored; run with --store")
            continue
        lost = 1 - float(np.median(runs)) / stored[name]
        if lost > MOST_SLOWER:
            spread = f"{min(runs):.4g}–{max(runs):.4g}"
            found.append(f"{name}: {lost:.0%} slower: {np.median(runs):.4g} ({spread}), stored {stored[name]:.4g}")
    return found


def longer(stored: dict[str, float], counts: dict[str, float]) -> list[str]:
    """What to say of every game that needs too many more instructions."""
    found = []
    for name, count in counts.items():
        if name not in stored:
            found.append(f"{name}: no instructions are stored; run with --store")
        elif count > stored[name] * (1 + MOST_INSTRUCTIONS_MORE):
            more = count / stored[name] - 1
            found.append(f"{name}: {more:.1%} more instructions: {count:,.0f} a decision, stored {stored[name]:,.0f}")
    return found


def why_not_counted(stored: dict[str, Any]) -> str:
    """Why instructions are not compared; nothing if they are."""
    if reason := instructions.missing():
        return reason
    if stored and stored["tools"] != instructions.tools():
        return f"stored were those of {stored['tools']}, installed are {instructions.tools()}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=games(), default=games())
    parser.add_argument("--doors", nargs="+", choices=ratios.usable(), default=ratios.usable(), metavar="DOOR",
                        help=f"some of {', '.join(ratios.usable())}")  # fmt: skip
    parser.add_argument("--no-instructions", action="store_true", help="do not count instructions")
    parser.add_argument("--store", action="store_true", help="keep what is measured as the yardstick")
    asked = parser.parse_args()
    stored: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    doors = {ratios.key(game, door): (game, door) for game in asked.games for door in asked.doors}
    measured = ratios.measured(doors, tell)
    counts: dict[str, float] = {}
    reason = "not asked for" if asked.no_instructions else why_not_counted({} if asked.store else stored)
    if reason:
        tell(f"instructions: skipped, {reason}")
    else:
        counts = instructions.counted(asked.games, tell)
        tell("instructions: " + ", ".join(f"{name} {count:,.0f}" for name, count in counts.items()))
    if asked.store:
        store(stored, measured, counts)
        return
    found = slower(stored.get("ratios", {}), measured) + longer(stored.get("instructions", {}), counts)
    for line in found:
        print(line)
    if found:
        sys.exit(f"{len(found)} of {len(measured) + len(counts)} have become slower")
    print(f"as fast as stored: {len(measured)} ratios, {len(counts)} counts of instructions")


def store(stored: dict[str, Any], measured: dict[str, list[float]], counts: dict[str, float]) -> None:
    kept = stored.get("ratios", {}) | {name: float(f"{np.median(runs):.4g}") for name, runs in measured.items()}
    known = ratios.everything()
    stored["ratios"] = {name: kept[name] for name in known if name in kept}
    if counts:
        same = stored.get("tools") == instructions.tools()
        stored["instructions"] = (stored["instructions"] if same else {}) | {k: round(v) for k, v in counts.items()}
        stored["tools"] = instructions.tools()
    STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    tell(f"stored in {STORED.name}")


if __name__ == "__main__":
    main()
