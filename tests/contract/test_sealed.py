"""Contract 9 and 6: sealed choices are the same game in both PettingZoo doors and in any order of asking, and an answer
that is still sealed shows nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from conftest import VARIANTS, Variant
from test_hidden import eyes

from rush_envs import registry
from rush_envs.batch import BatchEnv
from rush_envs.errors import BadAction, GameOver, IllegalAction, NotReset, UnknownAgent

SEED = 7
Records = dict[tuple[int, ...], bytes]
SEALED = [variant for variant in VARIANTS if variant.game.simultaneous]


class Choices:
    """Every seat decides by itself: its k-th decision depends on k, the seat and its own mask only."""

    def __init__(self, seats: int) -> None:
        self.made = [0] * seats

    def __call__(self, seat: int, mask: np.ndarray) -> int:
        legal = np.flatnonzero(mask)
        self.made[seat] += 1
        return int(legal[np.random.default_rng((seat, self.made[seat])).integers(legal.size)])


def active_seats(batch: BatchEnv) -> list[int]:
    return [seat for seat in range(batch.num_seats) if batch.states["active"][0] >> seat & 1]


def by_aec(variant: Variant) -> Records:
    env = registry.module(variant.game.name).env(**variant.options)
    env.reset(seed=SEED)
    choices, records = Choices(len(env.possible_agents)), {}
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        env.step(choices(env.possible_agents.index(agent), observation["action_mask"]))
        records[tuple(choices.made)] = env._batch.states.tobytes()
    return records


def by_parallel(variant: Variant) -> Records:
    env = registry.module(variant.game.name).parallel_env(**variant.options)
    observations, _ = env.reset(seed=SEED)
    choices, records = Choices(len(env.possible_agents)), {}
    while env.agents:
        actions = {}
        for seat, agent in enumerate(env.possible_agents):
            mask = observations[agent]["action_mask"]
            assert mask.any() == (seat in active_seats(env._batch))
            actions[agent] = choices(seat, mask) if mask.any() else None
        observations, *_ = env.step(actions)
        records[tuple(choices.made)] = env._batch.states.tobytes()
    return records


def by_order(order: Callable[[list[int]], int]) -> Callable[[Variant], Records]:
    def play(variant: Variant) -> Records:
        batch = variant.batch(seed=SEED, autoreset=False)
        choices, records = Choices(batch.num_seats), {}
        while active := active_seats(batch):
            batch.seat[0] = seat = order(active)
            action = choices(seat, batch.legal(0, seat)[0])
            batch.advance(np.zeros(1, np.int64), np.array([action]))
            records[tuple(choices.made)] = batch.states.tobytes()
        return records

    return play


def test_both_doors_and_every_order_of_asking_play_the_same_game(variant: Variant) -> None:
    any_seat = np.random.default_rng(5)
    first = by_aec(variant)
    for play in (by_parallel, by_order(max), by_order(lambda active: int(any_seat.choice(active)))):
        other = play(variant)
        common = first.keys() & other.keys()
        assert len(common) >= (25 if variant.game.simultaneous else len(first))
        assert max(first) == max(other)  # the end of the game among them
        for made in common:
            assert other[made] == first[made], made


def test_the_parallel_door_pays_what_the_turn_by_turn_door_pays(variant: Variant) -> None:
    for reward in ("outcome", "score", "shaped"):
        totals = []
        for door in ("env", "parallel_env"):
            env = getattr(registry.module(variant.game.name), door)(reward=reward, **variant.options)
            totals.append(paid(env, parallel=door == "parallel_env"))
        assert totals[0].keys() == totals[1].keys()
        assert any(totals[0].values()) or env._batch.truncated[0] or not env._batch.states["score"].any()
        for agent, total in totals[0].items():
            assert totals[1][agent] == pytest.approx(total, abs=1e-5)


def paid(env, parallel: bool) -> Counter[str]:
    """What every agent gets in one game."""
    total: Counter[str] = Counter()
    choices = Choices(len(env.possible_agents))
    start = env.reset(seed=SEED)
    if parallel:
        observations = start[0]
        while env.agents:
            masks = [observations[agent]["action_mask"] for agent in env.possible_agents]
            actions = {env.possible_agents[k]: choices(k, mask) for k, mask in enumerate(masks) if mask.any()}
            observations, rewards, terminations, truncations, infos = env.step(actions)
            assert all(terminations[agent] != truncations[agent] for agent in rewards) or env.agents
            assert not any(infos.values())
            total.update(rewards)
        return total
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else choices(env.possible_agents.index(agent), observation["action_mask"]))
    return total


@pytest.mark.parametrize("variant", SEALED, ids=str)
def test_an_answer_that_is_still_sealed_shows_nowhere(variant: Variant) -> None:
    compared = 0
    for batch in variant.positions(count=20):
        active = active_seats(batch)
        for seat in active if len(active) > 1 else []:
            before = {viewer: eyes(variant, batch.states, viewer) for viewer in range(batch.num_seats)}
            trial = variant.batch(autoreset=False)
            trial.load(batch.states)
            trial.seat[0] = seat
            action = np.flatnonzero(trial.legal(0, seat)[0])[-1]
            trial.advance(np.zeros(1, np.int64), np.array([action]))
            assert trial.states.tobytes() != batch.states.tobytes()
            for viewer in set(range(batch.num_seats)) - {seat}:
                assert eyes(variant, trial.states, viewer) == before[viewer]
                compared += 1
    assert compared > 20


def test_the_parallel_door_refuses_what_it_cannot_play(variant: Variant) -> None:
    env = registry.module(variant.game.name).parallel_env(**variant.options)
    with pytest.raises(NotReset):
        env.step({})
    observations, _ = env.reset(seed=1)
    masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
    asked = [agent for agent in env.agents if masks[agent].any()]
    good = {agent: int(masks[agent].argmax()) for agent in asked}
    before = env._batch.states.tobytes()
    last = asked[-1]
    illegal = int(masks[last].argmin()) if not masks[last].all() else masks[last].size
    for actions, error, words in (
        ({k: v for k, v in good.items() if k != last}, BadAction, last),
        (good | {last: None}, BadAction, last),
        (good | {last: 1.5}, BadAction, "1.5"),
        (good | {last: -1}, IllegalAction, last),
        (good | {last: illegal}, IllegalAction, last),
        (good | {"nobody_9": 0}, UnknownAgent, "nobody_9"),
        ([0], BadAction, "dict"),
    ):
        with pytest.raises(error, match=words):
            env.step(actions)
        assert env._batch.states.tobytes() == before
    idle = {agent: "nonsense" for agent in env.agents if agent not in asked}
    env.step(good | idle)  # what is sent for those who are not asked is ignored
    assert env._batch.states.tobytes() != before


def test_in_the_parallel_door_an_illegal_answer_may_lose(variant: Variant) -> None:
    env = registry.module(variant.game.name).parallel_env(illegal="lose", **variant.options)
    observations, _ = env.reset(seed=1)
    asked = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
    actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in asked}
    _, rewards, terminations, _, _ = env.step(actions | {asked[0]: -1})
    assert rewards[asked[0]] < 0
    assert all(terminations.values())
    assert env.agents == []
    with pytest.raises(GameOver):
        env.step(actions)
