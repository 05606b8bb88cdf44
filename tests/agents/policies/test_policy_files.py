"""Policy files: what is loaded plays as the learner did; what does not fit is refused with the reason."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from some_policy import leaky, some_policy

import rush_envs
from rush_agents import load
from rush_agents.policies import files
from rush_agents.policies.files import BadPolicy, Policy
from rush_agents.policies.kinds import KINDS
from rush_agents.policies.network import PlainNetwork
from rush_agents.policies.scoring import ScoringNetwork, words_of
from rush_agents.training.learner.memory import Memory
from rush_agents.training.learner.students import student_of
from rush_envs.engine.changes import ActionTable
from rush_envs.engine.view import Sound

GAME = rush_envs.game("coffee_rush")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return files.save(tmp_path / "mine.npz", some_policy(GAME))


def some_views(rows: int = 50) -> Sound:
    batch = rush_envs.make_batch("coffee_rush", rows, seed=2)
    batch.reset()
    for _ in range(40):
        batch.step(batch.random_actions())
    return batch.view().for_kernels(GAME, "features", "states")


def test_a_card_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    policy = some_policy(GAME)
    with pytest.raises(BadPolicy, match="infinity"):
        files.save(tmp_path / "mine.npz", replace(policy, training={"minutes": float("inf")}))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_saved_is_what_is_loaded(tmp_path: Path, kind: str) -> None:
    policy = some_policy(GAME, kind)
    file = files.save(tmp_path / "mine.npz", policy)
    for again in (files.load(file, GAME), files.load(file.with_suffix(".json"), GAME)):
        assert again.training == {"steps": 1}
        assert (again.network.kind, again.network.hidden) == (kind, (12, 7))
        assert (policy.network.whole == again.network.whole).all()
        seen = some_views()
        assert (policy.network.logits(seen) == again.network.logits(seen)).all()


def test_it_computes_what_a_network_computes() -> None:
    network, seen = some_policy(GAME).network, some_views()
    assert seen.features is not None
    w, x = network.arrays, seen.features * GAME.observation.scale
    for k in range(2):
        x = np.maximum(x @ w[f"w{k}"] + w[f"b{k}"], 0)
    logits, worths = x @ w["actor"].T + w["actor_biases"], x @ w["critic"] + w["critic_biases"]
    np.testing.assert_allclose(network.logits(seen), logits, rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(network.worths(seen), worths, rtol=1e-3, atol=1e-3)


def dense(table: ActionTable, size: int) -> np.ndarray:
    """What is seen and known in each row, zeros included."""
    found = np.zeros((len(table.seen.counts), size), np.int8)
    for row, count in enumerate(table.seen.counts):
        found[row, table.seen.indices[row, :count]] = table.seen.values[row, :count]
    return found


def test_it_scores_actions_by_what_they_do() -> None:
    """Written down once more with whole vectors: what is seen, what an action changes, and the action's own words."""
    network, seen = some_policy(GAME, "scoring").network, some_views()
    assert isinstance(network, ScoringNetwork)
    w, scale = network.arrays, network.known.scale
    table, logits = network.describe(seen), network.logits(seen)
    known = dense(table, scale.size)
    for k, (row, action) in enumerate(zip(table.row, table.action, strict=True)):
        x, span = known[row].astype(float), slice(table.start[k], table.start[k + 1])
        np.add.at(x, table.indices[span], table.values[span])
        words = words_of(GAME)[action]
        first = np.maximum((x * scale) @ w["features"] + w["biases"] + w["words"][words[words >= 0]].sum(axis=0), 0)
        second = leaky(first @ w["score_layer"] + w["score_biases"])
        np.testing.assert_allclose(logits[row, action], second @ (w["score"] + w["gain"]), rtol=1e-3, atol=1e-2)
    first = np.maximum((known * scale) @ w["worth_features"] + w["worth_sums"], 0)
    worths = leaky(first @ w["worth_layer"] + w["worth_biases"]) @ w["worth"] + w["worth_bias"]
    np.testing.assert_allclose(network.worths(seen), worths, rtol=1e-3, atol=1e-2)


def test_words_of_actions_are_their_ids_and_parts() -> None:
    words = words_of(GAME)
    assert (words[:, 0] == np.arange(GAME.actions.size)).all()
    for part in range(1, words.shape[1]):
        split = GAME.actions.split[:, part - 1]
        assert ((words[:, part] < 0) == (split < 0)).all()
        for value in range(split.max() + 1):
            assert len(set(words[split == value, part])) == 1, "the same word wherever it is the same part"
    ids = [set(words[words[:, part] >= 0, part]) for part in range(words.shape[1])]
    assert sum(map(len, ids)) == len(set.union(*ids)) == words.max() + 1, "no word means two things"


def test_it_plays_as_the_learner_does() -> None:
    """The learner knows only features that are not zero and actions that are legal."""
    network, memory = PlainNetwork(GAME, (32, 16)), Memory(64)
    network.begin(np.random.default_rng(3))
    network.arrays["actor"][:] *= 100  # clear preferences
    batch = rush_envs.make_batch("coffee_rush", 64, seed=0, active=True)
    batch.reset()
    for _ in range(20):
        memory.clear()
        places = memory.note(batch.active, batch.mask, np.arange(64))
        student_of(network).decide(places, memory.arrays, np.random.default_rng(0).random(64, np.float32))
        drawn = memory.arrays.action[:64].copy()
        logits = np.where(batch.mask, network.logits(batch.view().for_kernels(GAME, "features")), -np.inf)
        chances = logits - np.log(np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True))
        chances -= logits.max(axis=1, keepdims=True)
        np.testing.assert_allclose(memory.arrays.chance[:64], chances[np.arange(64), drawn], rtol=1e-3, atol=1e-3)
        batch.step(drawn)


def test_a_policy_file_plays_by_name(file: Path) -> None:
    agent = load(f"ppo:{file}", "coffee_rush")
    batch = rush_envs.make_batch("coffee_rush", 8, seed=0)
    batch.reset()
    batch.step(agent.act(batch.view()))


# ------------------------------------------------------------------------------------------------------------------
# What is refused


def change_card(file: Path, **facts: Any) -> None:
    path = file.with_suffix(".json")
    path.write_text(json.dumps(json.loads(path.read_text()) | facts))


def change_network(file: Path, **facts: Any) -> None:
    network = json.loads(file.with_suffix(".json").read_text())["network"]
    change_card(file, network=network | facts)


def replace_arrays(file: Path, content: bytes) -> None:
    import hashlib

    file.write_bytes(content)
    change_card(file, sha256=hashlib.sha256(content).hexdigest())


def pickled(file: Path) -> None:
    buffer = io.BytesIO()
    arrays = {"w0": np.array([{"a": 1}], dtype=object)}
    np.savez(buffer, **(arrays | {name: np.zeros(1) for name in list(some_policy(GAME).network.arrays)[1:]}))
    replace_arrays(file, buffer.getvalue())


def unfinite(file: Path) -> None:
    policy = some_policy(GAME)
    policy.network.whole[0] = np.nan
    files.save(file, policy)


BAD: dict[str, tuple[Callable[[Path], Any], str]] = {
    "missing": (lambda file: file.unlink(), "no policy file"),
    "missing card": (lambda file: file.with_suffix(".json").unlink(), "no policy file"),
    "truncated": (lambda file: file.write_bytes(file.read_bytes()[:-100]), "altered or cut off"),
    "altered": (lambda file: file.write_bytes(file.read_bytes()[:-1] + b"x"), "altered or cut off"),
    "no archive": (lambda file: replace_arrays(file, b"nothing"), "no archive of plain arrays"),
    "a pickle": (lambda file: replace_arrays(file, pickle.dumps([1, 2])), "no archive of plain arrays"),
    "pickled objects": (pickled, "pickled objects are never read"),
    "not finite": (unfinite, "finite float32"),
    "card cut off": (lambda file: file.with_suffix(".json").write_text('{"format": 1'), "no JSON"),
    "card of another kind": (lambda file: file.with_suffix(".json").write_text("[]"), "no policy's card"),
    "another game": (lambda file: change_card(file, game="rush_out"), "trained for rush_out"),
    "another version": (
        lambda file: change_card(file, version=99),
        f"coffee_rush_v99; Coffee Rush is now {rush_envs.game('coffee_rush').id}",
    ),
    "another layout": (lambda file: change_card(file, layout="0" * 16), "another version"),
    "other components": (lambda file: change_card(file, components="0" * 16), "other components"),
    "another format": (lambda file: change_card(file, format=99), "format 99"),
    "another network": (lambda file: change_network(file, hidden=[3]), "promises"),
    "no network": (lambda file: change_card(file, network={"hidden": "x"}), "network"),
    "an unknown activation": (lambda file: change_network(file, activation="sin"), "network"),
    "wrong shapes": (lambda file: change_network(file, hidden=[13, 7]), "float32 array of shape"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_refused_with_the_reason(file: Path, kind: str) -> None:
    spoil, reason = BAD[kind]
    spoil(file)
    with pytest.raises(BadPolicy, match=reason):
        load(f"ppo:{file}", "coffee_rush")


def test_a_huge_file_is_not_even_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 1000)
    with pytest.raises(BadPolicy, match="no policy"):
        files.load(file, GAME)


def onnx_session(policy: Policy) -> Any:
    runtime = pytest.importorskip("onnxruntime")
    from rush_agents.policies.onnx import onnx_bytes

    return runtime.InferenceSession(onnx_bytes(policy), providers=["CPUExecutionProvider"])


def test_onnx_gives_the_same_numbers() -> None:
    policy, seen = some_policy(GAME), some_views()
    assert seen.features is not None
    inputs = {"observation": (seen.features * GAME.observation.scale).astype(np.float32)}
    logits, worths = onnx_session(policy).run(["logits", "worth"], inputs)
    np.testing.assert_allclose(logits, policy.network.logits(seen), rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(worths, policy.network.worths(seen), rtol=1e-3, atol=1e-3)


def test_onnx_scores_actions_by_what_they_do() -> None:
    policy, seen = some_policy(GAME, "scoring"), some_views(3)
    assert isinstance(policy.network, ScoringNetwork)
    session, scale = onnx_session(policy), policy.network.known.scale
    table = policy.network.describe(seen)
    known = dense(table, scale.size)
    for row in range(3):
        mine = np.flatnonzero(table.row == row)
        changes = np.zeros((mine.size, scale.size), np.float32)
        for k, place in enumerate(mine):
            span = slice(table.start[place], table.start[place + 1])
            changes[k, table.indices[span]] = table.values[span]
        inputs = {"observation": known[row] * scale, "changes": changes * scale, "actions": table.action[mine]}
        logits, worth = session.run(["logits", "worth"], inputs)
        np.testing.assert_allclose(logits, policy.network.logits(seen)[row, table.action[mine]], rtol=1e-3, atol=1e-2)
        np.testing.assert_allclose(worth, policy.network.worths(seen)[row : row + 1], rtol=1e-3, atol=1e-2)
