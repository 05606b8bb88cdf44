"""Contract 9 and 6: sealed choices are the same game in both PettingZoo doors and in any order of asking, and an answer
that is still sealed shows nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from rush_envs.doors import modules
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadAction, GameOver, IllegalAction, NotReset, UnknownAgent
from rush_envs.testing.claims import near, refuses
from rush_envs.testing.doors import only_idle
from rush_envs.testing.hidden import differing, eyes
from rush_envs.testing.variants import Variant, active_seats

SEED = 7
MANY = 25  # common moments, in games that are long enough to have them
GAMES = 20  # played for sealed answers, if one is too short
Records = dict[tuple[int, ...], bytes]


class Course(NamedTuple):
    """A game as it was played: the record after every answer, by how many each seat had given, and how many times
    the last one that was asked had answered, which are moments that every order of asking comes through."""

    records: Records
    resolved: int


class Choices:
    """Every seat decides by itself: its k-th decision depends on k, the seat and its own mask only."""

    def __init__(self, seats: int) -> None:
        self.made = [0] * seats

    def __call__(self, seat: int, mask: np.ndarray) -> int:
        legal = np.flatnonzero(mask)
        self.made[seat] += 1
        return int(legal[np.random.default_rng((seat, self.made[seat])).integers(legal.size)])


def _by_aec(variant: Variant) -> Course:
    env = modules.module(variant.game.name).env(**variant.options)
    env.reset(seed=SEED)
    choices, records, resolved = Choices(len(env.possible_agents)), {}, 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        seat, asked = env.possible_agents.index(agent), active_seats(env._batch)
        env.step(choices(seat, observation["action_mask"]))
        resolved += asked == [seat] and active_seats(env._batch) != asked
        records[tuple(choices.made)] = env._batch.states.tobytes()
    return Course(records, resolved)


def _by_parallel(variant: Variant) -> Records:
    env = modules.module(variant.game.name).parallel_env(**variant.options)
    observations, infos = env.reset(seed=SEED)
    choices, records = Choices(len(env.possible_agents)), {}
    while env.agents:
        actions = {}
        for seat, agent in enumerate(env.possible_agents):
            mask = observations[agent]["action_mask"]
            asked = seat in active_seats(env._batch)
            assert infos[agent]["acting"] is asked, f"the info of {agent} does not say whether it is asked"
            if not asked:
                only_idle(mask, infos[agent]["acting"], agent)
            actions[agent] = choices(seat, mask) if asked else None
        observations, _, _, _, infos = env.step(actions)
        records[tuple(choices.made)] = env._batch.states.tobytes()
    for agent, observation in observations.items():
        only_idle(observation["action_mask"], infos[agent]["acting"], f"{agent}, whose game is over,")
    return records


def _by_order(order: Callable[[list[int]], int]) -> Callable[[Variant], Records]:
    def play(variant: Variant) -> Records:
        batch = variant.batch(seed=SEED, autoreset=False)
        choices, records = Choices(batch.num_seats), {}
        while active := active_seats(batch):
            seat = order(active)
            batch.ask(seat)
            batch.step([choices(seat, batch.mask[0])])
            records[tuple(choices.made)] = batch.states.tobytes()
        return records

    return play


def check_both_doors_and_every_order_of_asking_play_the_same_game(variant: Variant) -> None:
    any_seat = np.random.default_rng(5)
    first, resolved = _by_aec(variant)
    enough = min(MANY, resolved) if variant.game.simultaneous else len(first)
    for how, play in {
        "the parallel door": _by_parallel,
        "asking the highest seat first": _by_order(max),
        "asking in any order": _by_order(lambda active: int(any_seat.choice(active))),
    }.items():
        other = play(variant)
        common = first.keys() & other.keys()
        assert len(common) >= enough, f"{how} has {len(common)} moments in common with the turn-by-turn door"
        assert max(first) == max(other), f"{how} ends the game elsewhere"
        for made in common:
            assert other[made] == first[made], f"{how} plays another game: answers given by each seat {made}"


def check_the_parallel_door_pays_what_the_turn_by_turn_door_pays(variant: Variant) -> None:
    for reward in ("outcome", "score", "shaped"):
        totals = []
        for door in ("env", "parallel_env"):
            env = getattr(modules.module(variant.game.name), door)(reward=reward, **variant.options)
            totals.append(_paid(env, parallel=door == "parallel_env"))
        assert totals[0].keys() == totals[1].keys(), "the doors pay different agents"
        assert any(totals[0].values()) or _pays_nothing(env._batch), f"reward={reward!r} pays nobody anything"
        for agent, total in totals[0].items():
            other = totals[1][agent]
            assert near(other, total, 1e-5), f"reward={reward!r} pays {agent} {total} turn by turn, {other} in parallel"


def _pays_nothing(batch: BatchEnv) -> bool:
    """Whether a game that is over must not pay: stopped, or with no margin between the seats that could be paid for."""
    final = batch.states[0]
    told = final["score"] if batch.reward_mode == "score" else final["outcome"]
    return bool(batch.truncated[0]) or len(set(told[: batch.num_seats].tolist())) == 1


def _paid(env: Any, parallel: bool) -> Counter[str]:
    """What every agent gets in one game."""
    total: Counter[str] = Counter()
    choices = Choices(len(env.possible_agents))
    start = env.reset(seed=SEED)
    if parallel:
        observations, infos = start
        while env.agents:
            masks = [observations[agent]["action_mask"] for agent in env.possible_agents]
            asked = [k for k, agent in enumerate(env.possible_agents) if infos[agent]["acting"]]
            actions = {env.possible_agents[k]: choices(k, masks[k]) for k in asked}
            observations, rewards, terminations, truncations, infos = env.step(actions)
            over = all(terminations[agent] != truncations[agent] for agent in rewards)
            assert over or env.agents, "the game is over, but not every agent is either terminated or truncated"
            assert all(info.keys() == {"acting"} for info in infos.values()), f"the infos tell something: {infos}"
            total.update(rewards)
        return total
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else choices(env.possible_agents.index(agent), observation["action_mask"]))
    return total


def check_an_answer_that_is_still_sealed_shows_nowhere(variant: Variant) -> None:
    """For games with sealed choices; that in the others nothing is ever sealed is checked too."""
    if not variant.game.simultaneous:
        for batch in variant.positions(count=20):
            assert len(active_seats(batch)) < 2, "several seats are asked at once, but the game is not `simultaneous`"
        return
    trial = variant.batch(autoreset=False)
    compared = 0
    for seed in range(GAMES):
        for batch in variant.positions(seed, count=20):
            active = active_seats(batch)
            if len(active) > 1:
                compared += _compare_eyes(variant, batch, active, trial)
        if compared > 20:
            return  # in a game of some length the first is enough
    raise AssertionError(f"the game is `simultaneous`, but {GAMES} games have {compared} looks at sealed answers")


def _compare_eyes(variant: Variant, batch: BatchEnv, active: list[int], trial: BatchEnv) -> int:
    """Lets each active seat answer by itself and compares what all others see before and after; how many did."""
    before = [eyes(variant, batch.states, viewer) for viewer in range(batch.num_seats)]
    for seat in active:
        trial.load(batch.states)
        trial.ask(seat)
        trial.step([np.flatnonzero(trial.mask[0])[-1]])
        assert trial.states.tobytes() != batch.states.tobytes(), f"the sealed answer of seat {seat} is not kept"
        for viewer in set(range(batch.num_seats)) - {seat}:
            told = differing(eyes(variant, trial.states, viewer), before[viewer])
            assert not told, f"the sealed answer of seat {seat} shows in the {told} of seat {viewer}"
    return len(active) * (batch.num_seats - 1)


def check_the_parallel_door_refuses_what_it_cannot_play(variant: Variant) -> None:
    env = modules.module(variant.game.name).parallel_env(**variant.options)
    refuses(NotReset, partial(env.step, {}), "a step before the first reset")
    observations, infos = env.reset(seed=1)
    masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
    asked = [agent for agent in env.agents if infos[agent]["acting"]]
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
        refuses(error, partial(env.step, actions), f"step({actions})", words)
        assert env._batch.states.tobytes() == before, f"step({actions}) was refused but changed the record"
    idle = {agent: "nonsense" for agent in env.agents if agent not in asked}
    env.step(good | idle)
    moved = env._batch.states.tobytes() != before
    assert moved, "the parallel door does not play, though nonsense came only from agents that are not asked"


def check_in_the_parallel_door_an_illegal_answer_may_lose(variant: Variant) -> None:
    env = modules.module(variant.game.name).parallel_env(illegal="lose", **variant.options)
    observations, infos = env.reset(seed=1)
    asked = [agent for agent in env.agents if infos[agent]["acting"]]
    actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in asked}
    _, rewards, terminations, _, _ = env.step(actions | {asked[0]: -1})
    assert rewards[asked[0]] < 0, "an illegal answer does not lose"
    assert all(terminations.values()), "an illegal answer does not end the game"
    assert env.agents == [], "agents go on after an illegal answer that lost"
    refuses(GameOver, partial(env.step, actions), "a step after the end")
