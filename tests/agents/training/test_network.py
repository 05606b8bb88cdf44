"""The learner's gradients, against differences of the loss that is written down here once more; and Adam."""

from __future__ import annotations

import numpy as np
import pytest

import rush_envs
from rush_agents.training.memory import Memory
from rush_agents.training.network import Adam, Network, Plan, Weights

GAME = rush_envs.game("coffee_rush")
ROWS = 24
PLANS = {
    "gain": Plan(False, 0.2, 1.0, 0.0, 1 / ROWS),
    "entropy": Plan(False, 0.2, 0.5, 0.3, 1 / ROWS),
    "imitation": Plan(True, 0.2, 1.0, 0.0, 1 / ROWS),
}


def some_memory(network: Network) -> Memory:
    batch = rush_envs.make_batch("coffee_rush", ROWS, seed=4, active=True)
    batch.reset()
    for _ in range(30):
        batch.step(batch.random_actions())
    memory, rng = Memory(ROWS), np.random.default_rng(5)
    places = memory.note(batch.active, batch.mask, np.arange(ROWS))
    network.decide(places, memory.arrays, rng.random(ROWS, np.float32))
    m = memory.arrays
    m.chance[:ROWS] += rng.normal(0, 0.3, ROWS)  # some beyond the clip
    m.advantage[:ROWS], m.paid[:ROWS] = rng.normal(size=(2, ROWS))
    m.known[:ROWS] = rng.random(ROWS) < 0.8
    return memory


def loss(network: Network, memory: Memory, plan: Plan) -> float:
    """As one would write it down, with all features and all actions."""
    m, total = memory.arrays, 0.0
    for row in range(ROWS):
        x = np.zeros(GAME.observation.size)
        span = slice(m.start[row], m.start[row + 1])
        x[m.indices[span]] = m.values[span] * GAME.observation.scale[m.indices[span]]
        for weights, biases in network.weights.layers:
            x = np.maximum(x @ weights.astype(float) + biases, 0)
        heads = network.weights.heads
        legal = m.legal[m.legal_start[row] : m.legal_start[row + 1]]
        logits = heads.actor[legal].astype(float) @ x + heads.actor_biases[legal]
        chances = logits - np.log(np.exp(logits).sum())
        chance = chances[list(legal).index(m.action[row])]
        if plan.imitate:
            total -= chance
        else:
            ratio, better = np.exp(chance - m.chance[row]), m.advantage[row]
            total -= min(ratio * better, np.clip(ratio, 1 - plan.clip, 1 + plan.clip) * better)
        total -= plan.entropy * -(np.exp(chances) * chances).sum()
        value = float(heads.critic.astype(float) @ x + heads.critic_biases[0])
        total += plan.value / 2 * (value - m.paid[row]) ** 2 if m.known[row] else 0.0
    return total / ROWS


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("hidden", [(8,), (9, 7), (8, 6, 5)])
def test_gradients_are_the_differences_of_the_loss(name: str, hidden: tuple[int, ...]) -> None:
    network, plan = Network(GAME, hidden, seed=1), PLANS[name]
    rng = np.random.default_rng(2)
    network.weights.whole[:] += rng.normal(0, 0.1, network.weights.whole.size)
    memory, into = some_memory(network), Weights(GAME, hidden)
    network.gradient(np.arange(ROWS), memory.arrays, plan, into)
    assert np.count_nonzero(into.whole) > 100
    strongest = np.argsort(-np.abs(into.whole))[:200]
    for place in rng.choice(strongest, 25, replace=False):
        kept, found = network.weights.whole[place], []
        for step in (1e-3, -1e-3):
            network.weights.whole[place] = kept + step
            found.append(loss(network, memory, plan))
        network.weights.whole[place] = kept
        assert into.whole[place] == pytest.approx((found[0] - found[1]) / 2e-3, rel=0.03, abs=2e-4)


def test_two_halves_are_a_whole() -> None:
    network = Network(GAME, (9, 7), seed=1)
    memory = some_memory(network)
    whole, halves = Weights(GAME, (9, 7)), [Weights(GAME, (9, 7)) for _ in range(2)]
    network.gradient(np.arange(ROWS), memory.arrays, PLANS["gain"], whole)
    for half, rows in zip(halves, np.array_split(np.arange(ROWS), 2), strict=True):
        network.gradient(rows, memory.arrays, PLANS["gain"], half)
    np.testing.assert_allclose(halves[0].whole + halves[1].whole, whole.whole, rtol=1e-4, atol=1e-6)


def test_adam_goes_downhill_by_steps_of_the_rate() -> None:
    network = Network(GAME, (8,), seed=1)
    optimiser, before = Adam(network), network.weights.whole.copy()
    gradient = np.random.default_rng(0).normal(size=before.size).astype(np.float32)
    kept = gradient.copy()
    optimiser.step(gradient, 1e-3, 1e9)
    moved = network.weights.whole - before
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
