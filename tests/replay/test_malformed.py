"""Replays that are not what they should be: each is refused by name, or it plays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from attacks.mutations import mutated_bytes, mutated_json, survived
from conftest import Variant

from rush_envs.replay import Replay

TIMES = 120


@pytest.mark.parametrize("kind", ["fields", "bytes"])
def test_replays(game, kind: str, tmp_path: Path) -> None:
    rng, seen, path = np.random.default_rng(6), Counter[str](), tmp_path / "game.json"
    batch = Variant(game, {}).batch(autoreset=False)
    replay = Replay.of(batch)
    while batch.seat[0] >= 0 and len(replay.answers) < 64:
        seat, action = int(batch.seat[0]), int(batch.random_actions()[0])
        batch.step([action])
        replay.add(seat, action, batch.states)
    replay.save(path)
    content = path.read_bytes()
    for _ in range(TIMES):
        path.write_bytes((mutated_json if kind == "fields" else mutated_bytes)(content, rng))
        survived(lambda: Replay.load(path).verify(), path, seen)
    print(f"replay of {game.name}, {kind}: {dict(seen)}")
    assert seen.total() == TIMES
    assert seen["BadReplay"] > TIMES // 2
