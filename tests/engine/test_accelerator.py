"""The accelerator is optional: with or without it the same games are played, and a broken one is not used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rush_envs.engine import jit
from rush_envs.engine.kernels import accelerator

PLAY = """
import hashlib, sys
import rush_envs, rush_agents
from rush_envs.engine import jit
for name in sys.argv[1:]:
    batch = rush_envs.make_batch(name, 300, seed=31, reward="shaped", threads=2)
    batch.reset()
    for step in range(40):
        batch.step(batch.random_actions())
    batch.step(rush_agents.load("greedy", name).act(batch.view(rng=__import__("numpy").random.default_rng(1))))
    parts = (batch.states, batch.features, batch.mask, batch.reward, batch.reveal(range(300)))
    print(name, hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest())
print(jit.accelerated(), file=sys.stderr)
"""


def test_the_same_games_are_played_without_it() -> None:
    def play(**environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", PLAY, "coffee_rush"]
        return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)

    ours, without = play(), play(RUSH_ENVS_ACCELERATOR="0")
    assert ours.stderr.split()[-1] == str(jit.accelerated())
    assert without.stderr.split()[-1] == "False"
    assert ours.stdout == without.stdout


def test_a_self_test_that_fails_or_crashes_means_no(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash() -> bool:
        raise SystemExit  # stands for a process that is gone

    monkeypatch.setattr(accelerator, "_passes", crash)
    with pytest.raises(SystemExit):
        accelerator.works(tmp_path)
    assert accelerator.works(tmp_path) is False, "not tried again"
    monkeypatch.setattr(accelerator, "_passes", lambda: False)
    assert accelerator.works(None) is False
    (tmp_path / "other").mkdir()
    assert accelerator.works(tmp_path / "other") is False


def test_the_self_test_finds_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    if not accelerator._passes():
        return  # this numba has other insides: nothing to break
    monkeypatch.setattr(accelerator, "widened", lambda get_call_template, args, kws: get_call_template(args, kws))
    assert not accelerator._passes()


def test_the_verdict_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = accelerator.works(tmp_path)
    monkeypatch.setattr(accelerator, "_passes", lambda: not verdict)
    assert accelerator.works(tmp_path) is verdict
