"""Attacks on the engine's edges: corrupt records, and random calls on every door. Seeded, and bounded in time.

    python benchmarks/attack.py                            # all games, both attacks, about a minute each
    python benchmarks/attack.py --attack records --games rush_out --seconds 300 --seed 7

Kernels run with bounds checks (in kernels of their own), so that an index that would silently hit other memory raises
instead, and each game in a process of its own, so that a crash or a hang is counted, not suffered.

records: positions of real games in which one to four numbers are replaced, within or beyond their ranges. Each must be
refused by name with the batch as it was, or be sound: played on at random, its invariants hold after every step.
doors: random calls with random arguments on `BatchEnv`; each must work or end in one of our errors.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import numpy as np

import rush_envs
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadRecord, RushError
from rush_envs.layout import markdown
from rush_envs.testing import variants

PLAYED_ON = 60  # decisions after a record that was admitted
HANG = 30.0  # seconds without a sign of life


# ------------------------------------------------------------------------------------------------------------------
# Records


def positions(game: str, rng: np.random.Generator) -> list[tuple[BatchEnv, np.ndarray]]:
    """For every variant a batch of one and some hundred positions."""
    found = []
    for variant in variants(rush_envs.game(game)):
        batch = variant.batch(64, seed=int(rng.integers(1 << 30)), features=False)
        kept = [batch.states.copy()]
        for step in range(240):
            batch.step(batch.random_actions())
            if step % 30 == 0:
                kept.append(batch.states.copy())
        found.append((variant.batch(1, features=False, autoreset=False), np.concatenate(kept)))
    return found


def corrupted(state: Any, record: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A copy with one to four numbers replaced: mostly by others of their range, some by anything."""
    bad = record.copy()
    names = list(state.low)
    for _ in range(int(rng.integers(1, 5))):
        name = names[int(rng.integers(len(names)))]
        values = bad[name].reshape(1, -1)
        place = int(rng.integers(values.shape[1]))
        low, high = (int(bound[name].reshape(-1)[place]) for bound in (state.low, state.high))
        limits = np.iinfo(values.dtype)
        if rng.random() < 0.1:
            low, high = int(limits.min), int(limits.max)
        near = int(values[0, place]) + int(rng.integers(-2, 3))
        value = near if rng.random() < 0.5 and low <= near <= high else int(rng.integers(low, high, endpoint=True))
        values[0, place] = value
        bad[name] = values.reshape(bad[name].shape)
    return bad


def attack_records(game: str, seconds: float, seed: int) -> Counter[str]:
    rng = np.random.default_rng(seed)
    worlds = positions(game, rng)
    state = rush_envs.game(game).state
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        batch, kept = worlds[int(rng.integers(len(worlds)))]
        bad = corrupted(state, kept[[int(rng.integers(len(kept)))]], rng)
        before = batch.states.tobytes()
        print(json.dumps({"record": bad.tobytes().hex()}), flush=True)
        try:
            batch.load(bad)
        except BadRecord:
            counts["refused"] += 1
            assert batch.states.tobytes() == before, "a refused record changed the batch"
            continue
        counts["admitted"] += 1
        for _ in range(PLAYED_ON):
            if batch.seat[0] < 0:
                break
            batch.step(batch.random_actions())
            broken = int(batch.broken_invariants()[0])
            assert not broken, f"an admitted record broke invariant {broken} later"
        batch.view(parts=("states",)) if batch.seat[0] >= 0 else None
    return counts


# ------------------------------------------------------------------------------------------------------------------
# Doors


def nonsense(rng: np.random.Generator, size: int) -> Any:
    """Something that might be given for actions, rows or seats."""
    choices = (
        lambda: rng.integers(-3, size + 3, int(rng.integers(0, 6))),
        lambda: rng.integers(-(1 << 62), 1 << 62, 3),
        lambda: int(rng.integers(-5, 1 << 40)),
        lambda: rng.random(4),
        lambda: "3",
        lambda: None,
        lambda: [[0, 1], [2]],
        lambda: np.zeros((2, 2), np.int64),
        lambda: np.array([True, False]),
        lambda: [0, 0],
        lambda: np.array([1 << 63], np.uint64),
        lambda: rng.integers(0, size, 4).astype(np.int8),
    )
    return choices[int(rng.integers(len(choices)))]()


def attack_doors(game: str, seconds: float, seed: int) -> Counter[str]:
    rng = np.random.default_rng(seed)
    batches = [variant.batch(5, threads=1) for variant in variants(rush_envs.game(game))]
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        batch = batches[int(rng.integers(len(batches)))]
        size = batch.game.actions.size
        calls = {
            "step": lambda b=batch, n=size: b.step(nonsense(rng, n), nonsense(rng, 5)),
            "step all": lambda b=batch, n=size: b.step(nonsense(rng, n)),
            "random": lambda b=batch: b.step(b.random_actions()),
            "random_actions": lambda b=batch: b.random_actions(nonsense(rng, 5)),
            "look": lambda b=batch: b.look(nonsense(rng, 5), nonsense(rng, 6), final=rng.random() < 0.3),
            "reveal": lambda b=batch: b.reveal(nonsense(rng, 5), final=rng.random() < 0.3),
            "ask": lambda b=batch: b.ask(nonsense(rng, 6), nonsense(rng, 5)),
            "view": lambda b=batch: b.view(nonsense(rng, 5)),
            "load": lambda b=batch: b.load(nonsense(rng, 5)),
            "reset": lambda b=batch: b.reset(nonsense(rng, 5), seeds=nonsense(rng, 5), episodes=nonsense(rng, 5)),
        }
        name = list(calls)[int(rng.integers(len(calls)))]
        print(json.dumps({"call": name}), flush=True)
        try:
            calls[name]()
            counts["worked"] += 1
        except RushError:
            counts["refused"] += 1
        assert not batch.broken_invariants().any(), f"{name} broke an invariant"
    return counts


ATTACKS = {"records": attack_records, "doors": attack_doors}


# ------------------------------------------------------------------------------------------------------------------


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
    code = process.wait(HANG)
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
        counts = ATTACKS[attacks[0]](asked.games[0], asked.seconds, asked.seed)
        print(json.dumps({"counts": counts}), flush=True)
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
