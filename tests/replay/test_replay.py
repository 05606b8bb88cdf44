"""Replays verify on their own, and name what is wrong with them."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Variant

import rush_envs
from rush_envs.errors import BadOption, BadReplay
from rush_envs.replay import HASH_EVERY, Replay
from rush_envs.replay.reading import MAX_BYTES


def record(variant: Variant, episode: int = 0) -> Replay:
    """A whole random game, to be changed at will; each is played once, for the tests only look at it differently."""
    played = _played(variant.game.name, tuple(variant.options.items()), episode)
    return replace(played, answers=list(played.answers), hashes=dict(played.hashes))


@cache
def _played(game: str, options: tuple[tuple[str, Any], ...], episode: int) -> Replay:
    batch = Variant(rush_envs.game(game), dict(options)).batch(3, seed=8, autoreset=False)
    for _ in range(episode):
        batch.reset()
    replay = Replay.of(batch, row=1)
    while batch.seat[1] >= 0:
        seat, action = int(batch.seat[1]), int(batch.random_actions(np.array([1]))[0])
        batch.step([action], [1])
        replay.add(seat, action, batch.states[1:2])
    return replay


def test_a_replay_survives_its_file_and_verifies(variant: Variant, tmp_path: Path) -> None:
    for episode in (0, 2):
        replay = record(variant, episode=episode)
        replay.save(tmp_path / "game.json")
        again = Replay.load(tmp_path / "game.json")
        assert again == replay
        end = again.verify()
        assert end.seat[0] == -1
        assert len(replay.hashes) == len(replay.answers) // HASH_EVERY + (len(replay.answers) % HASH_EVERY > 0)
        assert len(list(again.frames())) == len(replay.answers) + 1


def test_divergence_is_named(variant: Variant) -> None:
    replay = record(variant)
    seat, action = replay.answers[12]
    replay.answers[12] = (seat + 1, action)
    with pytest.raises(BadReplay, match="answer 13: seat"):
        replay.verify()
    replay.answers[12] = (seat, 10_000)
    with pytest.raises(BadReplay, match="answer 13: action 10000"):
        replay.verify()
    replay.answers[12] = (seat, action)
    replay.hashes[HASH_EVERY] = "0" * 16
    with pytest.raises(BadReplay, match=f"answer {HASH_EVERY}: the state"):
        replay.verify()


def test_answers_after_the_end_are_named(variant: Variant) -> None:
    replay = record(variant)
    replay.answers.append((0, 0))
    with pytest.raises(BadReplay, match="the game was over"):
        replay.verify()


def tampered(replay: Replay, **changes: Any) -> str:
    return json.dumps(json.loads(replay.to_json()) | changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 99}, "format"), ({"game": "coffee_rush_v99"}, "made by"), ({"game": ["x"]}, "made by"),
        ({"data": "0"}, "other component data"), ({"config": 3}, "config"), ({"config": {"colour": 1}}, "colour"),
        ({"seed": -1}, "seed"), ({"seed": 2**64}, "seed"), ({"seed": 1.5}, "seed"), ({"seed": True}, "seed"),
        ({"episode": "x"}, "episode"), ({"answers": 3}, "answers"), ({"answers": [[1]]}, "answers"),
        ({"answers": [[0, -1]]}, "action"), ({"answers": [["0", 1]]}, "seat"), ({"hashes": []}, "hashes"),
        ({"hashes": {"x": "0"}}, "hashes"), ({"hashes": {"0": "0"}}, "hashes"),
        ({"hashes": {"9" * 5000: "0"}}, "hashes"),        ({"answers": []}, "hashes"), ({"extra": 1}, "keys"),
    ],
)  # fmt: skip
def test_malformed_replays_are_refused(game, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadReplay, match=message):
        Replay.from_json(tampered(record(Variant(game, {})), **changes))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '{"format": 1}', "[" * 100_000, b"\xff\xfe"])
def test_what_is_no_replay_is_refused(text: Any) -> None:
    with pytest.raises(BadReplay):
        Replay.from_json(text)


def test_huge_and_missing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "huge.json").write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(BadReplay, match="larger"):
        Replay.load(tmp_path / "huge.json")
    with pytest.raises(BadReplay, match="cannot be read"):
        Replay.load(tmp_path / "missing.json")


def test_recording_begins_with_the_game(game) -> None:
    with pytest.raises(BadOption, match="middle"):
        Replay.of(Variant(game, {}).played(2, 3))
