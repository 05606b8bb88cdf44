"""The guard for speed notices what is slower, and lets alone what is not."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest
import tiny_game
from guard import check, instructions, ratios

from rush_agents.results.throughput import Loop
from rush_envs import games
from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.kit import below, kernel


@kernel
def slow_step(s: Any, seat: Any, action: Any) -> None:
    """The same rules after some work for nothing: nobody looks at the stream, but it must be kept."""
    for _ in range(40):
        below(s, 3)
    tiny_game.step(s, seat, action)


SLOW = dataclasses.replace(tiny_game.GAME, name="slow_tiny_game", step=slow_step)


def loop(game: Game) -> Loop:
    batch = BatchEnv(game, game.config(), ratios.SIZE, seed=0)
    batch.reset()

    def play() -> int:
        for _ in range(20):
            batch.step(batch.random_actions())
        return 20 * ratios.SIZE

    return play


def test_a_slowed_kernel_fails_and_the_same_kernel_does_not() -> None:
    made = {"tiny": tiny_game.GAME, "slow": SLOW}
    told: list[str] = []
    runs = ratios.measured({name: (name, "batch") for name in made}, told.append, lambda name, door: loop(made[name]))
    assert [len(each) for each in runs.values()] == [ratios.RUNS] * 2
    assert len(told) == 2
    stored = {name: float(np.median(runs["tiny"])) for name in made}
    (found,) = check.slower(stored, runs)
    assert found.startswith("slow: ")


def test_the_median_decides_and_the_limit_is_what_is_said() -> None:
    stored = {"coffee_rush: batch": 1.0}
    assert check.slower(stored, {"coffee_rush: batch": [0.2, 0.2, 0.86, 1.0, 1.1]}) == []
    (found,) = check.slower(stored, {"coffee_rush: batch": [2.0, 0.5, 0.84, 0.8, 0.9]})
    assert found == "coffee_rush: batch: 16% slower: 0.84 (0.5–2), stored 1"
    (found,) = check.slower({}, {"coffee_rush: new door": [1.0]})
    assert "--store" in found


def test_more_instructions_fail_and_fewer_do_not() -> None:
    stored = {"coffee_rush": 1000.0}
    assert check.longer(stored, {"coffee_rush": 1049.0}) == []
    (found,) = check.longer(stored, {"coffee_rush": 1051.0})
    assert found == "coffee_rush: 5.1% more instructions: 1,051 a decision, stored 1,000"
    assert check.longer({}, {"coffee_rush": 1.0}) != []


def test_counts_of_other_tools_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instructions, "missing", lambda: "")
    assert check.why_not_counted({"tools": instructions.tools()}) == ""
    assert "numba 0.0" in check.why_not_counted({"tools": "numba 0.0"})
    monkeypatch.setattr(instructions, "missing", lambda: "valgrind is not installed")
    assert check.why_not_counted({}) == "valgrind is not installed"


def test_every_game_and_door_has_a_ratio_and_no_time_is_stored() -> None:
    """If this fails: make bench-store."""
    stored = json.loads(check.STORED.read_text(encoding="utf-8"))
    assert list(stored["ratios"]) == list(ratios.everything())
    assert set(stored) == {"ratios", "instructions", "tools"}
    assert set(stored["instructions"]) == set(games())
