"""Attacks on the edges: corrupt records, random calls, spoiled files, interrupts. Seeded, and bounded in time.

    python benchmarks/attack.py                            # all games, all attacks, about a minute each
    python benchmarks/attack.py --attack records --games rush_out --seconds 300 --seed 7

Kernels run with bounds checks (in kernels of their own), so that an index that would silently hit other memory raises
instead, and each game in a process of its own, so that a crash or a hang is counted, not suffered.

records: positions of real games in which one to four numbers are replaced, within or beyond their ranges. Each must be
refused by name with the batch as it was, or be sound: played on at random, its invariants hold after every step.
doors: random calls with random arguments on `BatchEnv`, PettingZoo's, Gymnasium's and SB3's doors; each must work or
end in one of our errors.
files: replays, policies, views and results with bytes, values or members changed; each must work or be refused in one
printable line that names the file.
interrupts: KeyboardInterrupt at any line of our sources while a batch of two threads or a door is at work. After it
nothing has a mask or a chair that is another's, and no invariant is broken, or only a reset is taken.

Kills are `benchmarks/killing.py`'s; guests, checkpoints, run files and compiled kernels are attacked by the tests.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from attacks import Tries
from attacks.doors import attack_doors
from attacks.interrupted import attack_interrupts
from attacks.records import attack_records
from attacks.spoiled import attack_files

import rush_envs
from rush_envs.layout import markdown

HANG = 60.0  # seconds for a hundred tries: then the process shows where it is and ends

ATTACKS: dict[str, Callable[[str, int], Tries]] = {
    "records": attack_records, "doors": attack_doors, "files": attack_files, "interrupts": attack_interrupts,
}  # fmt: skip


def tried(tries: Tries, count: int) -> Counter[str]:
    """How so many tries ended."""
    counts: Counter[str] = Counter()
    for end, _what in tries:
        if end != "about to":
            counts[end] += 1
            if counts.total() == count:
                break
    return counts


def suffer(attack: str, game: str, seconds: float, seed: int) -> None:
    """The attack itself, inside a process of its own: tells each try before it is made, and at the end the counts."""
    counts: Counter[str] = Counter()
    deadline = time.monotonic() + seconds
    for end, what in ATTACKS[attack](game, seed):
        if end == "about to":
            print(json.dumps({"try": what}), flush=True)
            continue
        counts[end] += 1
        if counts.total() % 100 == 1:
            faulthandler.dump_traceback_later(HANG, exit=True)
        if time.monotonic() > deadline:
            break
    faulthandler.cancel_dump_traceback_later()
    print(json.dumps({"counts": counts}), flush=True)


def besiege(attack: str, game: str, seconds: float, seed: int) -> dict[str, Any]:
    """One attack in a process of its own; what it counted, and how it ended if it did not end well."""
    command = [sys.executable, __file__, "--attack", attack, "--games", game, "--seconds", str(seconds)]
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "RUSH_ENVS_QUIET": "1"}
    process = subprocess.Popen(
        [*command, "--seed", str(seed), "--inside"], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    last, counts = "", {}
    for line in process.stdout:
        found = json.loads(line)
        last, counts = (line, counts) if "counts" not in found else (last, found["counts"])
    code = process.wait()
    return {"attack": attack, "game": game, "counts": counts, "code": code, "last": last if code else ""}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--attack", choices=list(ATTACKS), action="append")
    parser.add_argument("--games", type=lambda text: text.split(","), default=rush_envs.games())
    parser.add_argument("--seconds", type=float, default=60.0, help="of each attack on each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    attacks = asked.attack or list(ATTACKS)
    if asked.inside:
        suffer(attacks[0], asked.games[0], asked.seconds, asked.seed)
        return
    rows, failed = [], 0
    for attack in attacks:
        for game in asked.games:
            told = besiege(attack, game, asked.seconds, asked.seed)
            words = ", ".join(f"{count:,} {name}" for name, count in sorted(told["counts"].items()))
            failed += told["code"] != 0
            rows.append((attack, game, words or "–", "survived" if told["code"] == 0 else f"exit {told['code']}"))
            print(*rows[-1], told["last"][:400], file=sys.stderr, flush=True)
    print(markdown(("Attack", "Game", "Tried", "End"), rows))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
