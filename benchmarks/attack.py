"""Attacks on the engine's edges: corrupt records, and random calls on every door. Seeded, and bounded in time.

    python benchmarks/attack.py                            # all games, both attacks, about a minute each
    python benchmarks/attack.py --attack records --games rush_out --seconds 300 --seed 7

Kernels run with bounds checks (in kernels of their own), so that an index that would silently hit other memory raises
instead, and each game in a process of its own, so that a crash or a hang is counted, not suffered.

records: positions of real games in which one to four numbers are replaced, within or beyond their ranges. Each must be
refused by name with the batch as it was, or be sound: played on at random, its invariants hold after every step.
doors: random calls with random arguments on `BatchEnv`, PettingZoo's, Gymnasium's and SB3's doors; each must work or
end in one of our errors.

Files, interrupts at every line, kills and guests are attacked by the tests and by `benchmarks/killing.py`.
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
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np

import rush_envs
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadRecord, RushError
from rush_envs.layout import markdown
from rush_envs.testing import Variant, variants

PLAYED_ON = 60  # decisions after a record that was admitted
HANG = 60.0  # seconds for a hundred tries: then the process shows where it is and ends

Tries = Iterator[tuple[str, str]]
"""An attack without end: before each try ("about to", what), after it ("worked" or "refused" …, "")."""


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


def attack_records(game: str, seed: int) -> Tries:
    rng = np.random.default_rng(seed)
    worlds = positions(game, rng)
    state = rush_envs.game(game).state
    while True:
        batch, kept = worlds[int(rng.integers(len(worlds)))]
        bad = corrupted(state, kept[[int(rng.integers(len(kept)))]], rng)
        before = batch.states.tobytes()
        yield "about to", bad.tobytes().hex()
        try:
            batch.load(bad)
        except BadRecord:
            assert batch.states.tobytes() == before, "a refused record changed the batch"
            yield "refused", ""
            continue
        for _ in range(PLAYED_ON):
            if batch.seat[0] < 0:
                break
            batch.view(parts=("states",))
            batch.step(batch.random_actions())
            broken = int(batch.broken_invariants()[0])
            assert not broken, f"an admitted record broke invariant {broken} later"
        yield "admitted", ""


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


def batch_calls(batch: BatchEnv, rng: np.random.Generator) -> dict[str, Callable[[], Any]]:
    size = batch.game.actions.size
    return {
        "step": lambda: batch.step(nonsense(rng, size), nonsense(rng, 5)),
        "step all": lambda: batch.step(nonsense(rng, size)),
        "random": lambda: batch.step(batch.random_actions()),
        "random_actions": lambda: batch.random_actions(nonsense(rng, 5)),
        "look": lambda: batch.look(nonsense(rng, 5), nonsense(rng, 6), final=rng.random() < 0.3),
        "reveal": lambda: batch.reveal(nonsense(rng, 5), final=rng.random() < 0.3),
        "ask": lambda: batch.ask(nonsense(rng, 6), nonsense(rng, 5)),
        "view": lambda: batch.view(nonsense(rng, 5)),
        "load": lambda: batch.load(nonsense(rng, 5)),
        "reset": lambda: batch.reset(nonsense(rng, 5), seeds=nonsense(rng, 5), episodes=nonsense(rng, 5)),
    }


def word(rng: np.random.Generator, env: Any) -> Any:
    """Something that might be given for an agent's name."""
    return [*env.possible_agents, "player_9", 0, None, "", ("a",)][int(rng.integers(len(env.possible_agents) + 5))]


def first_legal(env: Any) -> int:
    return int(env.observe(env.agent_selection)["action_mask"].argmax())


def aec_calls(env: Any, rng: np.random.Generator) -> dict[str, Callable[[], Any]]:
    size = env.action_space(env.possible_agents[0]).n
    return {
        "aec step": lambda: env.step(nonsense(rng, size)),
        "aec play": lambda: env.step(first_legal(env)),
        "aec observe": lambda: env.observe(word(rng, env)),
        "aec last": lambda: env.last(bool(rng.random() < 0.5)),
        "aec state": env.state,
        "aec reset": lambda: env.reset(seed=nonsense(rng, 5)),
        "aec anew": lambda: env.reset(seed=int(rng.integers(1 << 30))),
    }


def parallel_calls(env: Any, rng: np.random.Generator) -> dict[str, Callable[[], Any]]:
    size = env.action_space(env.possible_agents[0]).n

    def some_answers() -> Any:
        return {word(rng, env): nonsense(rng, size) for _ in range(int(rng.integers(0, 4)))}

    return {
        "parallel step": lambda: env.step(some_answers()),
        "parallel nonsense": lambda: env.step(nonsense(rng, size)),
        "parallel firsts": lambda: env.step({agent: int(rng.integers(size)) for agent in env.possible_agents}),
        "parallel state": env.state,
        "parallel anew": lambda: env.reset(seed=int(rng.integers(1 << 30))),
    }


def learner_calls(name: str, env: Any, rng: np.random.Generator) -> dict[str, Callable[[], Any]]:
    """Gymnasium's single door, its vector and SB3's: their `step` takes one answer, or one for each row."""
    size, seeded = env.solo.game.actions.size, not isinstance(env, RushVecEnv)

    def legal() -> Any:
        chosen = env.action_masks().argmax(-1)
        return chosen if np.ndim(chosen) else int(chosen)

    return {
        f"{name} step": lambda: env.step(nonsense(rng, size)),
        f"{name} play": lambda: env.step(legal()),
        f"{name} masks": env.action_masks,
        f"{name} anew": lambda: env.reset(**({"seed": int(rng.integers(1 << 30))} if seeded else {})),
    }


def door_calls(variant: Variant, rng: np.random.Generator) -> tuple[BatchEnv, dict[str, Callable[[], Any]]]:
    """A batch, and calls by name on it and on every other door of that variant."""
    batch = variant.batch(5, threads=1)
    module = getattr(rush_envs, variant.game.id)
    single = gymnasium.make(variant.game.gym_id, disable_env_checker=True, **variant.options).unwrapped
    vector = gymnasium.make_vec(variant.game.gym_id, 3, **variant.options)
    calls = batch_calls(batch, rng)
    calls |= aec_calls(module.env(**variant.options), rng)
    calls |= parallel_calls(module.parallel_env(**variant.options), rng)
    calls |= learner_calls("gym", single, rng) | learner_calls("vector", vector, rng)
    calls |= learner_calls("sb3", RushVecEnv(variant.game.name, 3, **variant.options), rng)
    return batch, calls


def attack_doors(game: str, seed: int) -> Tries:
    rng = np.random.default_rng(seed)
    worlds = [door_calls(variant, rng) for variant in variants(rush_envs.game(game))]
    while True:
        batch, calls = worlds[int(rng.integers(len(worlds)))]
        name = list(calls)[int(rng.integers(len(calls)))]
        yield "about to", name
        end = "worked"
        try:
            calls[name]()
        except RushError:
            end = "refused"
        assert not batch.broken_invariants().any(), f"{name} broke an invariant"
        yield end, ""


ATTACKS: dict[str, Callable[[str, int], Tries]] = {"records": attack_records, "doors": attack_doors}


# ------------------------------------------------------------------------------------------------------------------


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
