"""The learner's gradients, against differences of the loss that is written down here once more; and Adam."""

from __future__ import annotations

import numpy as np
import pytest
from some_policy import leaky

import rush_envs
from rush_agents.policies.kinds import KINDS
from rush_agents.policies.network import Network
from rush_agents.policies.scoring import ScoringNetwork, words_of
from rush_agents.training.learner.kernels import FIT
from rush_agents.training.learner.memory import UNWEIGHED, Decisions, Memory
from rush_agents.training.learner.students import Adam, Plan, student_of

GAME = rush_envs.game("coffee_rush")
ROWS = 24
PLANS = {
    "gain": Plan(False, 0.2, 1.0, 0.0, 1 / ROWS, anchor=0.0),
    "entropy": Plan(False, 0.2, 0.5, 0.3, 1 / ROWS, anchor=0.0),
    "gain with an anchor": Plan(False, 0.2, 1.0, 0.0, 1 / ROWS, heed=0.7, anchor=0.4),
    "imitation": Plan(True, 0.0, 1.0, 0.0, 1 / ROWS),
    "expert": Plan(True, 0.0, 1.0, 0.0, 1 / ROWS, anchor=0.6, gains=3.0),
}


def some_memory(network: Network) -> Memory:
    batch = rush_envs.make_batch("coffee_rush", ROWS, seed=4, active=True)
    batch.reset()
    for _ in range(30):
        batch.step(batch.random_actions())
    memory, rng = Memory(ROWS), np.random.default_rng(5)
    if isinstance(network, ScoringNetwork):
        table = network.describe(batch.view(rng=rng).for_kernels(GAME, "states"))
        places = memory.note(table.seen, batch.mask, np.arange(ROWS))
        memory.note_changes(table)
    else:
        places = memory.note(batch.active, batch.mask, np.arange(ROWS))
    student_of(network).decide(places, memory.arrays, rng.random(ROWS, np.float32))
    m = memory.arrays
    m.chance[:ROWS] += rng.normal(0, 0.3, ROWS)  # some beyond the clip
    m.advantage[:ROWS], m.paid[:ROWS] = rng.normal(size=(2, ROWS))
    m.known[:ROWS] = rng.random(ROWS) < 0.8
    memory.point(places, m.action[places])
    for row in range(ROWS):
        span = slice(m.legal_start[row], m.legal_start[row + 1])
        m.gain[span] = np.where(rng.random(m.gain[span].size) < 0.7, rng.normal(size=m.gain[span].size), UNWEIGHED)
    return memory


def scale_of(network: Network) -> np.ndarray:
    return network.known.scale if isinstance(network, ScoringNetwork) else GAME.observation.scale


def plain_head(network: Network, m: Decisions, row: int, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    w = {name: part.astype(float) for name, part in network.arrays.items()}
    for k in range(len(network.hidden)):
        x = np.maximum(x @ w[f"w{k}"] + w[f"b{k}"], 0)
    legal = m.legal[m.legal_start[row] : m.legal_start[row + 1]]
    return w["actor"][legal] @ x + w["actor_biases"][legal], np.zeros(0), float(w["critic"] @ x + w["critic_biases"][0])


def scoring_head(network: Network, m: Decisions, row: int, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    w = {name: part.astype(float) for name, part in network.arrays.items()}
    sums, logits, gains = x @ w["features"] + w["biases"], [], []
    for place in range(m.legal_start[row], m.legal_start[row + 1]):
        span = slice(m.change_start[place], m.change_start[place + 1])
        changes = m.change_values[span] * scale_of(network)[m.change_indices[span]]
        words = words_of(GAME)[m.legal[place]]
        after = sums + changes @ w["features"][m.change_indices[span]] + w["words"][words[words >= 0]].sum(axis=0)
        second = leaky(np.maximum(after, 0) @ w["score_layer"] + w["score_biases"])
        logits.append(second @ w["score"])
        gains.append(second @ w["gain"])
    judged = x @ w["worth_features"] + w["worth_sums"]
    inner = leaky(np.maximum(judged, 0) @ w["worth_layer"] + w["worth_biases"])
    return np.array(logits), np.array(gains), float(inner @ w["worth"] + w["worth_bias"][0])


HEADS = {"plain": plain_head, "scoring": scoring_head}


def loss(network: Network, memory: Memory, plan: Plan) -> float:
    """As one would write it down, with all features and all actions."""
    m, total = memory.arrays, 0.0
    for row in range(ROWS):
        x, scale = np.zeros(scale_of(network).size), scale_of(network)
        span = slice(m.start[row], m.start[row + 1])
        x[m.indices[span]] = m.values[span] * scale[m.indices[span]]
        logits, gains, value = HEADS[network.kind](network, m, row, x)
        chances = logits - np.log(np.exp(logits).sum())
        legal = m.legal[m.legal_start[row] : m.legal_start[row + 1]]
        chance = chances[list(legal).index(m.action[row])]
        span = slice(m.legal_start[row], m.legal_start[row + 1])
        total -= plan.anchor * float(m.target[span] @ chances)
        if plan.imitate:
            weighed = m.gain[span] > UNWEIGHED
            if plan.gains > 0 and weighed.any():
                missed = (gains - plan.gains * m.gain[span])[weighed]
                total += float(FIT) / plan.gains**2 * float(((missed - missed.mean()) ** 2).sum()) / 2
        else:
            ratio, better = np.exp(chance - m.chance[row]), m.advantage[row]
            total -= plan.heed * min(ratio * better, np.clip(ratio, 1 - plan.clip, 1 + plan.clip) * better)
        total -= plan.entropy * -(np.exp(chances) * chances).sum()
        total += plan.value / 2 * (value - float(m.paid[row])) ** 2 if m.known[row] else 0.0
    return total / ROWS


def some_network(kind: str, hidden: tuple[int, ...]) -> Network:
    network, rng = KINDS[kind](GAME, hidden), np.random.default_rng(1)
    network.begin(rng)
    network.whole[:] += rng.normal(0, 0.1, network.whole.size)
    return network


NETWORKS = [("plain", (8,)), ("plain", (9, 7)), ("plain", (8, 6, 5)), ("scoring", (9, 7))]


@pytest.mark.parametrize(
    ("name", "kind", "hidden"),
    [(name, *network) for name in PLANS for network in NETWORKS if name != "expert" or network[0] == "scoring"],
)
def test_gradients_are_the_differences_of_the_loss(name: str, kind: str, hidden: tuple[int, ...]) -> None:
    network, plan = some_network(kind, hidden), PLANS[name]
    if isinstance(network, ScoringNetwork) and not plan.gains:
        network.scorer.gain[:] = 0.0  # nobody has told it anything
    rng = np.random.default_rng(2)
    memory, into = some_memory(network), type(network)(GAME, hidden)
    student_of(network).gradient(np.arange(ROWS), memory.arrays, plan, into)
    assert np.count_nonzero(into.whole) > 100
    strongest = np.argsort(-np.abs(into.whole))[:200]
    for place in rng.choice(strongest, 25, replace=False):
        kept, found = network.whole[place], []
        for step in (1e-5, -1e-5):  # rectifiers have a bend: the steps are small
            network.whole[place] = kept + step
            found.append(loss(network, memory, plan))
        network.whole[place] = kept
        assert into.whole[place] == pytest.approx((found[0] - found[1]) / 2e-5, rel=0.03, abs=2e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_two_halves_are_a_whole(kind: str) -> None:
    network = some_network(kind, (9, 7))
    memory, student = some_memory(network), student_of(network)
    whole, *halves = (type(network)(GAME, (9, 7)) for _ in range(3))
    student.gradient(np.arange(ROWS), memory.arrays, PLANS["gain"], whole)
    for half, rows in zip(halves, np.array_split(np.arange(ROWS), 2), strict=True):
        student.gradient(rows, memory.arrays, PLANS["gain"], half)
    np.testing.assert_allclose(halves[0].whole + halves[1].whole, whole.whole, rtol=1e-4, atol=1e-6)


def test_adam_goes_downhill_by_steps_of_the_rate() -> None:
    network = some_network("plain", (8,))
    optimiser, before = Adam(network), network.whole.copy()
    gradient = np.random.default_rng(0).normal(size=before.size).astype(np.float32)
    kept = gradient.copy()
    optimiser.step(gradient, 1e-3, 1e9)
    moved = network.whole - before
    clear = np.abs(kept) > 1e-2  # a first step has the same length everywhere
    np.testing.assert_allclose(moved[clear], -1e-3 * np.sign(kept[clear]), rtol=1e-2)
    assert not gradient.any(), "it begins anew"


def test_a_memory_grows_with_what_it_is_given() -> None:
    memory = Memory(ROWS)
    memory.arrays = memory.arrays._replace(
        indices=np.zeros(3, np.int16), values=np.zeros(3, np.int8), legal=np.zeros(2, np.int16)
    )
    batch = rush_envs.make_batch("coffee_rush", ROWS, seed=4, active=True)
    batch.reset()
    memory.note(batch.active, batch.mask, np.arange(ROWS))
    m = memory.arrays
    for row in range(ROWS):
        span = slice(m.start[row], m.start[row + 1])
        features = np.zeros(GAME.observation.size, np.int8)
        features[m.indices[span]] = m.values[span]
        assert (features == batch.features[row]).all()
        assert (m.legal[m.legal_start[row] : m.legal_start[row + 1]] == np.flatnonzero(batch.mask[row])).all()
