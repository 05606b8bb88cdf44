"""Policy files: what is loaded plays as the learner did; what does not fit is refused with the reason."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from some_policy import some_policy

import rush_envs
from rush_agents import load
from rush_agents.policies import files
from rush_agents.policies.files import BadPolicy, Policy
from rush_agents.training.memory import Memory
from rush_agents.training.network import Network

GAME = rush_envs.game("coffee_rush")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return files.save(tmp_path / "mine.npz", some_policy(GAME))


def some_features(rows: int = 50) -> np.ndarray:
    batch = rush_envs.make_batch("coffee_rush", rows, seed=2)
    batch.reset()
    for _ in range(40):
        batch.step(batch.random_actions())
    return batch.features.copy()


def test_a_card_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    policy = some_policy(GAME)
    with pytest.raises(BadPolicy, match="infinity"):
        files.save(tmp_path / "mine.npz", Policy(GAME, policy.layers, {"minutes": float("inf")}, {}))
    assert list(tmp_path.iterdir()) == []


def test_what_is_saved_is_what_is_loaded(file: Path) -> None:
    policy, again = some_policy(GAME), files.load(file, GAME)
    assert again.training == {"steps": 1}
    assert again.hidden == [12, 7]
    features = some_features()
    assert (policy.logits(features) == again.logits(features)).all()
    assert files.load(file.with_suffix(".json"), GAME).hidden == [12, 7]


def test_it_computes_what_a_network_computes() -> None:
    policy, features = some_policy(GAME), some_features()
    x = features * GAME.observation.scale
    for weights, biases in policy.layers[:-1]:
        x = np.maximum(x @ weights + biases, 0)
    weights, biases = policy.layers[-1]
    np.testing.assert_allclose(policy.logits(features), x @ weights + biases, rtol=1e-3, atol=1e-3)


def test_it_plays_as_the_learner_does() -> None:
    """The learner knows only features that are not zero and actions that are legal."""
    network, memory = Network(GAME, (32, 16), seed=3), Memory(64)
    network.weights.heads.actor[:] *= 100  # clear preferences
    batch = rush_envs.make_batch("coffee_rush", 64, seed=0, active=True)
    batch.reset()
    for _ in range(20):
        memory.clear()
        places = memory.note(batch.active, batch.mask, np.arange(64))
        drawn = network.decide(places, memory.arrays, np.random.default_rng(0).random(64, np.float32))
        logits = np.where(batch.mask, network.policy().logits(batch.features), -np.inf)
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
    np.savez(buffer, **(arrays | {name: np.zeros(1) for name in ("b0", "w1", "b1", "w2", "b2")}))
    replace_arrays(file, buffer.getvalue())


def unfinite(file: Path) -> None:
    layers = [list(layer) for layer in some_policy(GAME).layers]
    layers[0][1][0] = np.nan
    files.save(file, Policy(GAME, tuple((w, b) for w, b in layers), {}, {}))


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


def test_onnx_gives_the_same_numbers() -> None:
    runtime = pytest.importorskip("onnxruntime")
    from rush_agents.policies.onnx import onnx_bytes

    policy, features = some_policy(GAME), some_features()
    session = runtime.InferenceSession(onnx_bytes(policy), providers=["CPUExecutionProvider"])
    inputs = {"observation": (features * GAME.observation.scale).astype(np.float32)}
    (logits,) = session.run(None, inputs)
    np.testing.assert_allclose(logits, policy.logits(features), rtol=1e-3, atol=1e-3)
