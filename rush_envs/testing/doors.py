"""Contract 9: every door plays the game that BatchEnv plays.

Without the extra `train` the checks of Stable-Baselines3's door are passed over by name."""

from __future__ import annotations

from functools import partial
from typing import Any
from unittest import SkipTest  # pytest and unittest both know what it means

import gymnasium
import numpy as np

from rush_envs.contract import Game
from rush_envs.doors import modules
from rush_envs.doors.vector import SoloVectorEnv
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.view import View
from rush_envs.errors import BadOption, MissingExtra, NotReset, RushError
from rush_envs.testing.claims import near, refuses
from rush_envs.testing.edges import BAD_VECTORS, N, bad_solo_options
from rush_envs.testing.variants import Variant

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


def check_aec_plays_what_the_batch_plays(variant: Variant) -> None:
    env = modules.module(variant.game.name).env(**variant.options)
    env.reset(seed=SEED)
    batch = variant.batch(1, seed=SEED, autoreset=False)
    total = np.zeros(batch.num_seats)
    while batch.seat[0] >= 0:
        _compare_aec(env, batch)
        action = batch.random_actions()
        batch.step(action)
        env.step(int(action[0]))
        total += batch.reward[0]
        assert env._batch.states.tobytes() == batch.states.tobytes(), "the turn-by-turn door plays another game"
    done, truncated = bool(batch.done[0]), bool(batch.truncated[0])
    assert env.terminations == dict.fromkeys(batch.agents, done), "terminations do not say how the game ended"
    assert env.truncations == dict.fromkeys(batch.agents, truncated), "truncations do not say how the game ended"
    for seat, agent in enumerate(batch.agents):
        assert env.agent_selection == agent, "at the end the agents are not asked in the order of their seats"
        _, reward, over, cut, _ = env.last()
        assert over != cut, f"{agent} is not either terminated or truncated"
        assert np.isclose(reward, total[seat], rtol=1e-6, atol=1e-12), f"{agent} gets {reward}, not {total[seat]}"
        env.step(None)
    assert env.agents == [], "agents are left after the end"


def _compare_aec(env: Any, batch: BatchEnv) -> None:
    """What the door shows before a decision."""
    scale = batch.game.observation.scale
    assert env.agent_selection == batch.agents[batch.seat[0]], "the turn-by-turn door asks another agent"
    observation, _, terminated, truncated, _ = env.last()
    assert not terminated, "an agent is terminated while the game goes on"
    assert not truncated, "an agent is truncated while the game goes on"
    assert (observation["observation"] == batch.features[0] * scale).all(), "the door's observation is another"
    assert (observation["action_mask"] == batch.mask[0]).all(), "the door's mask is another"
    for seat, other in enumerate(batch.agents):
        seen = env.observe(other)
        assert (seen["observation"] == batch.observe(0, seat)[0] * scale).all(), f"{other} sees something else"
        asked = batch.states["active"][0] >> seat & 1
        assert seen["action_mask"].any() == asked, f"the mask of {other} does not say whether it is asked"
    state = env.state()[: scale.size]
    assert (state == batch.observe(0, 0)[0] * scale).all(), "state() does not begin with what seat 0 sees"


Decision = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def _reference(variant: Variant, seat: int, steps: int, num_envs: int) -> list[Decision]:
    """(states, what the learner sees, its reward, ended) after each of its decisions, by BatchEnv alone."""
    batch = variant.batch(num_envs, seed=SEED, reward="shaped")
    found: list[Decision] = []
    carry = np.zeros(num_envs)  # paid in a game before the learner's first decision
    _others(batch, seat, np.zeros(num_envs), np.ones(num_envs, bool), carry)
    for _ in range(steps):
        batch.step(choose(batch.mask))
        reward = carry + batch.reward[:, seat]
        ended = batch.done | batch.truncated
        carry = np.zeros(num_envs)
        _others(batch, seat, reward, ended, carry)
        found.append((batch.states.copy(), batch.features * batch.game.observation.scale, reward, ended.copy()))
    return found


def _others(batch: BatchEnv, seat: int, reward: np.ndarray, ended: np.ndarray, carry: np.ndarray) -> None:
    """The other seats play on; what is paid in a game that began meanwhile goes to `carry`."""
    while (rows := np.flatnonzero(batch.seat != seat)).size:
        batch.step(choose(batch.mask[rows]), rows)
        for i in rows:
            over = batch.done[i] | batch.truncated[i]
            if not ended[i]:
                reward[i] += batch.reward[i, seat]
            else:
                carry[i] = 0 if over else carry[i] + batch.reward[i, seat]  # over before the learner was asked
            ended[i] |= over


def check_the_vector_door_plays_what_the_batch_plays(variant: Variant) -> None:
    steps, n, seat = 60, 5, variant.batch().num_seats - 1
    options: dict[str, Any] = {"opponents": Lowest(), "seat": seat, "seed": SEED, "reward": "shaped"} | variant.options
    vector: Any = gymnasium.make_vec(variant.game.gym_id, num_envs=n, **options)
    vector.reset(seed=SEED)
    for states, seen, reward, ended in _reference(variant, seat, steps, n):
        observation, paid, terminated, truncated, infos = vector.step(choose(vector.unwrapped.action_masks()))
        played = vector.unwrapped.solo.batch.states.tobytes()
        assert played == states.tobytes(), "the vector door plays another game"
        assert (observation == seen).all(), "the vector door shows something else than the learner sees"
        assert near(paid, reward, 1e-5), f"the vector door pays {paid}, not {reward}"
        assert ((terminated | truncated) == ended).all(), "the vector door ends games elsewhere"
        assert (infos["action_mask"] == vector.unwrapped.action_masks()).all(), "the mask in the infos is another"
        kept = infos.get("_final_obs", np.zeros(n, bool))
        assert (kept == ended).all(), "final_obs is not there for exactly the games that ended"


def check_single_env_plays_what_the_vector_plays(variant: Variant) -> None:
    options: dict[str, Any] = {"opponents": Lowest(), "seed": SEED} | variant.options
    single = gymnasium.make(variant.game.gym_id, **options)
    vector = SoloVectorEnv(1, variant.game.name, **options)
    observation, info = single.reset(seed=SEED)
    many, _ = vector.reset(seed=SEED)
    games = 0
    while games < 2:
        assert (observation == many[0]).all(), "the single environment shows something else than the vector"
        action = choose(info["action_mask"][None])
        observation, reward, terminated, truncated, info = single.step(action[0])
        many, rewards, *_ = vector.step(action)
        assert reward == rewards[0], f"the single environment pays {reward}, the vector {rewards[0]}"
        if terminated or truncated:
            games += 1
            observation, info = single.reset()


def check_the_learner_sits_everywhere(variant: Variant) -> None:
    vector = SoloVectorEnv(400, variant.game.name, seed=1, **variant.options)
    vector.reset()
    seats = vector.solo.batch.num_seats
    counts = np.bincount(vector.solo.learner, minlength=seats)
    assert len(counts) == seats, f"the learner sits on chair {len(counts) - 1} of {seats}"
    assert (counts > 400 / seats / 2).all(), f"the learner sits {counts.tolist()} times on the chairs"


def check_a_named_or_numbered_seat_is_kept(variant: Variant) -> None:
    agents = variant.batch().agents
    for seat in (agents[-1], len(agents) - 1):
        env = SoloVectorEnv(8, variant.game.name, seat=seat, seed=0, **variant.options)
        env.reset()
        for _ in range(30):
            assert (env.solo.batch.seat == len(agents) - 1).all(), f"seat={seat!r} was given, another one is asked"
            env.step(choose(env.action_masks()))


def check_observations_lie_in_the_spaces(variant: Variant) -> None:
    env = SoloVectorEnv(16, variant.game.name, seed=0, **variant.options)
    observation, _ = env.reset()
    for _ in range(40):
        assert env.observation_space.contains(observation), "an observation lies outside the observation space"
        observation, *_ = env.step(choose(env.action_masks()))


def _sb3_door() -> Any:
    """The class, if the extra is there."""
    try:
        from rush_envs.doors.sb3 import RushVecEnv
    except MissingExtra as error:
        raise SkipTest(str(error)) from None
    return RushVecEnv


def check_the_sb3_door_plays_what_the_vector_plays(variant: Variant) -> None:
    steps, n, seat = 60, 5, variant.batch().num_seats - 1
    options: dict[str, Any] = {"opponents": Lowest(), "seat": seat, "seed": SEED, "reward": "shaped"} | variant.options
    sb3 = _sb3_door()(variant.game.name, n, **options)
    vector: Any = gymnasium.make_vec(variant.game.gym_id, num_envs=n, **options)
    vector.reset(seed=SEED)
    sb3.seed(SEED)
    sb3.reset()
    for _ in range(steps):
        observation, paid, terminated, truncated, infos = vector.step(choose(vector.unwrapped.action_masks()))
        theirs, their_paid, dones, their_infos = sb3.step(choose(sb3.action_masks().astype(np.int8)))
        assert (theirs == observation).all(), "SB3's door shows something else"
        assert (their_paid == paid).all(), f"SB3's door pays {their_paid}, not {paid}"
        assert (dones == (terminated | truncated)).all(), "SB3's door ends games elsewhere"
        for i in np.flatnonzero(dones):
            last, info = infos["final_obs"][i], their_infos[i]
            assert (info["terminal_observation"] == last).all(), "terminal_observation is not the last observation"
            assert info["TimeLimit.truncated"] == truncated[i], "TimeLimit.truncated does not say how the game ended"
            assert info["outcome"] == infos["final_info"]["outcome"][i], "the outcome in the infos is another"


def check_the_sb3_door_refuses_bad_actions(variant: Variant) -> None:
    sb3 = _sb3_door()(variant.game.name, N, seed=0, **variant.options)
    refuses(NotReset, partial(sb3.step, np.zeros(N, int)), "a step of SB3's door before the first reset")
    sb3.reset()
    before = sb3.solo.batch.states.tobytes()
    for actions in BAD_VECTORS:
        refuses(RushError, partial(sb3.step, actions), f"actions {actions} in SB3's door")
        assert sb3.solo.batch.states.tobytes() == before, f"actions {actions} were refused but changed a record"


def check_bad_options_of_the_sb3_door(game: Game) -> None:
    door = _sb3_door()
    for options in bad_solo_options(game):
        refuses(BadOption, partial(door, game.name, 2, **options), f"SB3's door with {options}")
