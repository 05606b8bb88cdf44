"""Contract 9: every door plays the game that BatchEnv plays."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from conftest import Variant

from rush_envs import registry
from rush_envs.batch import BatchEnv, View
from rush_envs.sb3 import RushVecEnv
from rush_envs.vector import SoloVectorEnv

SEED = 41


class Lowest:
    """An opponent anybody can predict: the first legal action, and now and then the last."""

    def act(self, view: View) -> np.ndarray:
        return choose(view.mask)


def choose(mask: np.ndarray) -> np.ndarray:
    """First legal action where the number of legal ones is odd, else the last."""
    first = mask.argmax(axis=1)
    last = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
    return np.where(mask.sum(axis=1) % 2 == 1, first, last)


def test_aec_plays_what_the_batch_plays(variant: Variant) -> None:
    env = registry.module(variant.game.name).env(**variant.options)
    env.reset(seed=SEED)
    batch = variant.batch(1, seed=SEED, autoreset=False)
    scale = variant.game.observation.scale
    total = np.zeros(batch.num_seats)
    while batch.seat[0] >= 0:
        agent = batch.agents[batch.seat[0]]
        assert env.agent_selection == agent
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        assert not truncated
        assert (observation["observation"] == batch.features[0] * scale).all()
        assert (observation["action_mask"] == batch.mask[0]).all()
        for seat, other in enumerate(batch.agents):
            assert (env.observe(other)["observation"] == batch.observe(0, seat)[0] * scale).all()
            assert env.observe(other)["action_mask"].any() == (batch.states["active"][0] >> seat & 1)
        assert (env.state()[: scale.size] == batch.observe(0, 0)[0] * scale).all()
        action = batch.random_actions()
        batch.step(action)
        env.step(int(action[0]))
        total += batch.reward[0]
        assert env._batch.states.tobytes() == batch.states.tobytes()
    assert env.terminations == dict.fromkeys(batch.agents, bool(batch.done[0]))
    assert env.truncations == dict.fromkeys(batch.agents, bool(batch.truncated[0]))
    for seat, agent in enumerate(batch.agents):
        assert env.agent_selection == agent
        _, reward, terminated, truncated, _ = env.last()
        assert terminated != truncated
        assert reward == pytest.approx(total[seat])
        env.step(None)
    assert env.agents == []


def reference(
    variant: Variant, seat: int, steps: int, num_envs: int
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """(states, learner's reward, ended) after each of the learner's decisions, by BatchEnv alone."""
    batch = variant.batch(num_envs, seed=SEED, reward="shaped")
    _others(batch, seat, np.zeros(num_envs), np.ones(num_envs, bool))
    found = []
    carry = np.zeros(num_envs)
    for _ in range(steps):
        batch.step(choose(batch.mask))
        reward = carry + batch.reward[:, seat]
        ended = batch.done | batch.truncated
        carry = np.zeros(num_envs)
        _others(batch, seat, reward, ended, carry)
        found.append((batch.states.copy(), reward, ended.copy()))
    return found


def _others(batch: BatchEnv, seat: int, reward: np.ndarray, ended: np.ndarray, carry: np.ndarray | None = None) -> None:
    """The other seats play on; what is paid in a game that began meanwhile goes to `carry`."""
    while (rows := np.flatnonzero(batch.seat != seat)).size:
        batch.step(choose(batch.mask[rows]), rows)
        for i in rows:
            if not ended[i]:
                reward[i] += batch.reward[i, seat]
            elif carry is not None:
                carry[i] += batch.reward[i, seat]
            ended[i] |= batch.done[i] | batch.truncated[i]


def test_solo_doors_play_what_the_batch_plays(variant: Variant) -> None:
    steps, n, seat = 60, 5, variant.batch().num_seats - 1
    expected = reference(variant, seat, steps, n)
    options = {"opponents": Lowest(), "seat": seat, "seed": SEED, "reward": "shaped"} | variant.options
    vector = gymnasium.make_vec(registry.gym_id(variant.game.name), num_envs=n, **options)
    sb3 = RushVecEnv(variant.game.name, n, **options)
    vector.reset(seed=SEED)
    sb3.seed(SEED)
    sb3.reset()
    for states, reward, ended in expected:
        masks = vector.unwrapped.action_masks()
        observation, paid, terminated, truncated, infos = vector.step(choose(masks))
        assert vector.unwrapped.solo.batch.states.tobytes() == states.tobytes()
        assert paid == pytest.approx(reward, abs=1e-5)
        assert ((terminated | truncated) == ended).all()
        assert (infos["action_mask"] == vector.unwrapped.action_masks()).all()
        assert (infos.get("_final_obs", np.zeros(n, bool)) == ended).all()
        theirs, their_paid, dones, their_infos = sb3.step(choose(sb3.action_masks().astype(np.int8)))
        assert (theirs == observation).all()
        assert (their_paid == paid).all()
        assert (dones == ended).all()
        for i in np.flatnonzero(ended):
            assert (their_infos[i]["terminal_observation"] == infos["final_obs"][i]).all()
            assert their_infos[i]["TimeLimit.truncated"] == truncated[i]
            assert their_infos[i]["outcome"] == infos["final_info"]["outcome"][i]


def test_single_env_plays_what_the_vector_plays(variant: Variant) -> None:
    options = {"opponents": Lowest(), "seed": SEED} | variant.options
    single = gymnasium.make(registry.gym_id(variant.game.name), **options)
    vector = SoloVectorEnv(1, variant.game.name, **options)
    observation, info = single.reset(seed=SEED)
    many, _ = vector.reset(seed=SEED)
    games = 0
    while games < 2:
        assert (observation == many[0]).all()
        action = choose(info["action_mask"][None])
        observation, reward, terminated, truncated, info = single.step(action[0])
        many, rewards, *_ = vector.step(action)
        assert reward == rewards[0]
        if terminated or truncated:
            games += 1
            observation, info = single.reset()


def test_the_learner_sits_everywhere(variant: Variant) -> None:
    vector = SoloVectorEnv(400, variant.game.name, seed=1, **variant.options)
    vector.reset()
    seats = vector.solo.batch.num_seats
    counts = np.bincount(vector.solo.learner, minlength=seats)
    assert len(counts) == seats
    assert (counts > 400 / seats / 2).all()


def test_a_named_or_numbered_seat_is_kept(variant: Variant) -> None:
    agents = variant.batch().agents
    for seat in (agents[-1], len(agents) - 1):
        env = SoloVectorEnv(8, variant.game.name, seat=seat, seed=0, **variant.options)
        env.reset()
        for _ in range(30):
            assert (env.solo.batch.seat == len(agents) - 1).all()
            env.step(choose(env.action_masks()))


def test_observations_lie_in_the_spaces(variant: Variant) -> None:
    env = SoloVectorEnv(16, variant.game.name, seed=0, **variant.options)
    observation, _ = env.reset()
    for _ in range(40):
        assert env.observation_space.contains(observation)
        observation, *_ = env.step(choose(env.action_masks()))
