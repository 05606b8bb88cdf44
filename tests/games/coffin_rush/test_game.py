"""Coffin Rush! as a whole: game after game against the slow oracle, decision by decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from games.by_hand import members
from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle import Oracle
from games.coffin_rush.positions import (
    CARDS,
    PLAYERS,
    TEAMS,
    TRAPS,
    compare,
    dealt,
    naive,
    oracle_of,
    purposeful,
    scattered,
)
from rush_envs.engine.batch import BatchEnv

RANGES = (
    (ct.STEP, "step"), (ct.TAKE_STAIRS, "stairs"), (ct.END_MOVEMENT, "end movement"), (ct.DOOR, "door"),
    (ct.OPEN, "open"), (ct.PICK_UP, "pick up"), (ct.DROP_SLOT, "drop"), (ct.DONE, "done"), (ct.PASS, "pass"),
    (ct.AGGRESS + 1, "aggression"), (ct.BETRAY + 1, "betrayal"), (ct.SLOT, "slot"), (ct.RECOVER, "recover"),
    (ct.ANALYSE, "analysis"), (ct.PLAY_ADRENALINE, "adrenaline"), (ct.PLAY_RUSH, "rush"), (ct.DISCARD, "discard"),
    (ct.KEEP, "keep"), (ct.YELLOW + 1, "yellow"), (ct.RED + 1, "red"), (ct.BORROW + 1, "borrow"),
    (ct.TARGET, "target"),
)  # fmt: skip


def name_of(action: int) -> str:
    return [name for start, name in RANGES if start <= action][-1]


def glance(oracle: Oracle) -> dict[str, int]:
    """What is counted before and after a decision."""
    return {
        "drawn": len(oracle.drawn),
        "mummies": len(oracle.mummies),
        "removed": sum(map(len, oracle.removed)),
        "tent": sum(map(len, oracle.tent)),
        "blue": oracle.blue is not None,
    } | {f"hand {seat}": len(hand) for seat, hand in enumerate(oracle.hand)}


def notice(before: dict[str, int], seat: int, oracle: Oracle, seen: Counter[str]) -> None:
    """Counts what has happened, to be sure that the games held all of it."""
    after = glance(oracle)
    if oracle.trap is not None and after["drawn"] != before["drawn"]:
        seen[TRAPS[oracle.trap] + (" at red" if oracle.trap_red else "")] += 1
    seen["mummy found"] += after["mummies"] > before["mummies"]
    seen["terror"] += after["removed"] > before["removed"]
    seen["blue stairs"] += after["blue"] > before["blue"]
    seen["tent"] += after["tent"] > before["tent"]
    seen["in the camp"] += ct.OUT in oracle.cell
    seen["immune"] += bool(oracle.immune)
    seen["rest"] += seat != oracle.turn and after[f"hand {seat}"] > before[f"hand {seat}"]
    seen["over"] += oracle.over


def side_by_side(batch: BatchEnv, seed: int, *, wild: float = 0.1, every: int = 1, most: int = 10**6) -> Counter[str]:
    """Plays a game to its end on both sides; `wild` of the answers are random ones, observations are compared now and
    then."""
    rng = np.random.default_rng(seed)
    seen: Counter[str] = Counter()
    oracle = oracle_of(batch.states[0], batch.config)
    compare(batch, 0, oracle)
    earlier = oracle.copy()
    while not oracle.over and seen["decisions"] < most:
        before, question, seat, mask = glance(oracle), oracle.question, int(batch.seat[0]), batch.mask[0]
        assert question is not None
        aimless = rng.random() < wild
        action = int(rng.choice(np.flatnonzero(mask))) if aimless else purposeful(batch.states[0], mask, rng)
        name = name_of(action)
        seen[name + (" at red" if oracle.red() and name in CARDS else "")] += 1
        seen[question.phase + (" of a servant" if oracle.turn is None else "")] += 1
        batch.step([action])
        oracle.apply(seat, action)
        seen["decisions"] += 1
        notice(before, seat, oracle, seen)
        rare = oracle.question is None or oracle.question.phase not in ("TURN", "DROP")
        look = oracle.over or seen["decisions"] % every == 0 or (rare and rng.random() < 0.2)
        compare(batch, 0, oracle, look=look, whole=rare or rng.random() < 0.2)
        if look:
            oracle.check(earlier)
            earlier = oracle.copy()
    return seen


ALWAYS = [
    *(name for _, name in RANGES),
    *(f"{card} at red" for card in CARDS),
    *(trap for trap in TRAPS if trap != "bomb"),
    *(f"{trap} at red" for trap in TRAPS if trap != "bomb"),
    *("DROP", "OVERFLOW", "SLOT", "RECOVER", "CHARM", "TARGET of a servant", "CHARM of a servant"),
    *("bomb", "bomb at red", "mummy found", "terror", "blue stairs", "tent", "in the camp", "immune", "rest", "over"),
]


def test_the_oracle_agrees_on_late_positions() -> None:
    """Everybody near each other, in all configurations: all that may happen happens."""
    rng = np.random.default_rng(1)
    seen: Counter[str] = Counter()
    for k in range(80):
        players = PLAYERS[k % 5]
        options: dict[str, Any] = {"teams": TEAMS.get(players) if k % 3 else None}
        table = scattered(players, rng, layout="random" if k % 4 == 3 else "standard", **options).check()
        seen += side_by_side(table.batch, k, every=25, most=60)
    assert not [what for what in ALWAYS if not seen[what]], seen


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("layout", ["standard", "random"])
def test_the_oracle_agrees_on_whole_games(layout: str, players: int) -> None:
    teams = TEAMS.get(players) if layout == "random" else None
    batch = dealt(num_players=players, layout=layout, teams=teams, seed=players)
    seen = side_by_side(batch, players, every=20)
    assert seen["over"] == 1
    assert seen["bomb"] + seen["bomb at red"] == 1
    assert seen["decisions"] > 100


@pytest.mark.parametrize("players", [2, 5])
def test_the_oracle_agrees_on_wild_games(players: int) -> None:
    """Answers without any purpose."""
    assert side_by_side(dealt(num_players=players, seed=9), 9, wild=1.0, every=20)["over"] == 1


def test_the_oracle_agrees_when_asked_anew_at_any_point() -> None:
    """`naive` as the contract's tests use it, at any point of a game."""
    rng = np.random.default_rng(4)
    table = scattered(4, rng, teams=TEAMS[4])
    batch = table.batch
    asked = naive(batch.config, batch.states)
    while batch.seat[0] >= 0:
        again = naive(batch.config.options(), batch.states)
        assert asked.acting() == again.acting() == batch.seat[0]
        assert asked.legal() == again.legal() == members(batch.mask[0])
        action = purposeful(batch.states[0], batch.mask[0], rng)
        asked.apply(action)
        batch.step([action])
    assert asked.over
    assert naive(batch.config, batch.states).over
    assert asked.acting() is None
    assert asked.legal() == set()
