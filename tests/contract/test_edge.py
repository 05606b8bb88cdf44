"""Contract 10: nothing from outside reaches a kernel unchecked; after an error all is as it was."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import Variant

import rush_envs
from rush_envs import registry
from rush_envs.errors import BadAction, BadOption, GameOver, IllegalAction, NotReset, RushError, UnknownAgent
from rush_envs.sb3 import RushVecEnv

N = 8
NONSENSE: list[Any] = [
    None, "0", b"0", 1.0, np.nan, np.inf, 1j, [], [[0] * N], [0] * (N - 1), [0] * (N + 1), [0.5] * N, [True] * N,
    ["a"] * N, [None] * N, np.zeros(N), np.full(N, np.nan), np.zeros(N, bool), np.zeros((N, 1), int),
    np.zeros((1, N), int), np.zeros(N, object), [2**70] * N, np.full(N, 2**63, np.uint64),
    {0: 1}, range(3), np.int64(3), [[0], [0, 1]],
]  # fmt: skip
FAR = [-1, -(2**62), 2**62, 10_000]


@pytest.mark.parametrize("actions", NONSENSE, ids=lambda value: repr(value)[:30])
def test_batch_refuses_what_is_no_action(variant: Variant, actions: Any) -> None:
    batch = variant.played(N, 20)
    before = batch.states.tobytes(), batch.mask.tobytes(), batch.seat.tobytes()
    with pytest.raises(BadAction):
        batch.step(actions)
    assert (batch.states.tobytes(), batch.mask.tobytes(), batch.seat.tobytes()) == before
    batch.step(batch.random_actions())


@pytest.mark.parametrize("action", FAR)
def test_one_bad_action_among_many_names_the_row_and_moves_nobody(variant: Variant, action: int) -> None:
    batch = variant.played(4096, 5)
    before = batch.states.tobytes()
    actions = batch.random_actions()
    actions[3210] = action
    with pytest.raises(IllegalAction, match="row 3210"):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_an_illegal_action_is_named_in_words_with_legal_ones(variant: Variant) -> None:
    batch = variant.played(N, 20)
    bad = int(np.flatnonzero(batch.mask[2] == 0)[0])
    good = int(np.flatnonzero(batch.mask[2])[0])
    actions = batch.random_actions()
    actions[2] = bad
    with pytest.raises(IllegalAction) as caught:
        batch.step(actions)
    assert variant.game.describe(bad) in str(caught.value)
    assert variant.game.describe(good) in str(caught.value)


@pytest.mark.parametrize("rows", [[0, 0], [N], [-1], [0.0], "0", [[0]], [*range(N), 0]])
def test_batch_refuses_bad_rows(variant: Variant, rows: Any) -> None:
    batch = variant.played(N, 20)
    before = batch.states.tobytes()
    with pytest.raises(BadAction):
        batch.step(np.zeros(len(rows), int), rows)
    assert batch.states.tobytes() == before


def test_some_rows_step_and_the_others_wait(variant: Variant) -> None:
    batch = variant.played(N, 20)
    before = batch.states.copy()
    rows = np.array([5, 1])
    batch.step(batch.random_actions(rows), rows)
    waited = np.setdiff1d(np.arange(N), rows)
    assert batch.states[waited].tobytes() == before[waited].tobytes()
    assert (batch.states["ply"][rows] != before["ply"][rows]).all()


def test_an_illegal_action_may_lose_the_game(variant: Variant) -> None:
    batch = variant.batch(N, illegal="lose", autoreset=False)
    for _ in range(20):
        batch.step(batch.random_actions())
    before, seat = batch.states.copy(), batch.seat.copy()
    actions = batch.random_actions()
    actions[3] = 10_000
    actions[4] = int(np.flatnonzero(batch.mask[4] == 0)[0])
    batch.step(actions)
    seats = batch.num_seats
    for i in (3, 4):
        lost = before["team"][i, :seats] == before["team"][i, seat[i]]
        assert batch.done[i]
        assert not batch.truncated[i]
        assert (batch.states["outcome"][i, :seats] == np.where(lost, -1, 1)).all()
        assert batch.reward[i, seat[i]] == -1
        header = {"done", "active", "outcome", "ply"}
        for name in set(variant.game.state.dtype.names) - header:
            assert (batch.states[name][i] == before[name][i]).all(), name
    with pytest.raises(BadAction):
        batch.step(["no"] * N)
    with pytest.raises(GameOver):
        batch.step(np.zeros(N, int))


def test_step_before_reset(variant: Variant) -> None:
    name, options = variant.game.name, variant.options
    with pytest.raises(NotReset):
        rush_envs.make_batch(name, 2, **options).step([0, 0])
    with pytest.raises(NotReset):
        rush_envs.make_batch(name, 2, **options).random_actions()
    env = rush_envs.make(name, **options)
    for use in (lambda: env.step(0), env.last, lambda: env.observe(env.possible_agents[0]), env.state, env.render):
        with pytest.raises(NotReset):
            use()
    with pytest.raises((NotReset, gymnasium.error.ResetNeeded)):
        gymnasium.make(registry.gym_id(name), **options).step(0)
    with pytest.raises(NotReset):
        RushVecEnv(name, 2, **options).step(np.zeros(2, int))


def test_step_after_the_end(variant: Variant) -> None:
    batch = variant.batch(1, autoreset=False)
    env = rush_envs.make(variant.game.name, **variant.options)
    env.reset(seed=0)
    while batch.seat[0] >= 0:
        batch.step(batch.random_actions())
    with pytest.raises(GameOver, match="reset"):
        batch.step([0])
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            with pytest.raises(ValueError, match="None"):
                env.step(0)
        env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
    with pytest.raises(GameOver, match="reset"):
        env.step(None)
    batch.reset()
    batch.step(batch.random_actions())


@pytest.mark.parametrize(
    "action", [None, "0", 1.0, np.nan, True, np.bool_(True), [0], np.zeros(2, int), 2**80, -1, 10_000]
)
def test_aec_refuses_what_is_no_legal_action(variant: Variant, action: Any) -> None:
    env = rush_envs.make(variant.game.name, **variant.options)
    env.reset(seed=0)
    before, agent = env._batch.states.tobytes(), env.agent_selection
    with pytest.raises(BadAction):
        env.step(action)
    assert env._batch.states.tobytes() == before
    assert env.agent_selection == agent


def test_aec_takes_every_kind_of_whole_number(variant: Variant) -> None:
    for kind in (int, np.int8, np.uint8, np.int64, np.array):
        env = rush_envs.make(variant.game.name, **variant.options)
        env.reset(seed=0)
        env.step(kind(env.last()[0]["action_mask"].argmax()))


def test_unknown_agents_are_named(variant: Variant) -> None:
    env = rush_envs.make(variant.game.name, **variant.options)
    env.reset(seed=0)
    for use in (env.observe, env.observation_space, env.action_space):
        for agent in ("player_99", 0, None, []):
            with pytest.raises(UnknownAgent, match="known"):
                use(agent)


@pytest.mark.parametrize("reset", [{"seed": -1}, {"seed": 2**64}, {"seed": 1.5}, {"seed": "x"}, {"seed": True}])
def test_bad_seeds(variant: Variant, reset: dict[str, Any]) -> None:
    batch = variant.played(N, 20)
    before = batch.states.tobytes()
    with pytest.raises(BadOption, match="seed"):
        batch.reset(**reset)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    "options",
    [
        {"num_envs": 0}, {"num_envs": -3}, {"num_envs": 2.0}, {"num_envs": True}, {"reward": "money"},
        {"illegal": "fix"}, {"threads": 0}, {"threads": 10_000}, {"num_players": 1}, {"num_players": 99},
        {"num_players": "4"}, {"num_players": 2.0}, {"num_players": True}, {"max_steps": 0}, {"max_steps": 10**9},
        {"colour": "red"},
    ],
    ids=str,
)  # fmt: skip
def test_bad_options_are_named(game, options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        rush_envs.make_batch(game.name, **{"num_envs": 1} | options)


@pytest.mark.parametrize(
    "options", [{"seat": 99}, {"seat": "nobody"}, {"seat": None}, {"opponents": 3}, {"opponents": []}]
)
def test_bad_options_of_the_solo_doors(game, options: dict[str, Any]) -> None:
    for make in (
        lambda **o: gymnasium.make(registry.gym_id(game.name), **o),
        lambda **o: RushVecEnv(game.name, 2, **o),
    ):
        with pytest.raises(BadOption):
            make(**options)


def test_vector_and_sb3_refuse_bad_actions(variant: Variant) -> None:
    vector = gymnasium.make_vec(registry.gym_id(variant.game.name), num_envs=N, seed=0, **variant.options)
    vector.reset()
    sb3 = RushVecEnv(variant.game.name, N, seed=0, **variant.options)
    sb3.reset()
    for env, solo in ((vector, vector.unwrapped.solo), (sb3, sb3.solo)):
        before = solo.batch.states.tobytes()
        for actions in (np.zeros(N), np.full(N, -1), np.full(N, 10_000), np.zeros(N - 1, int), None):
            with pytest.raises(RushError):
                env.step(actions)
            assert solo.batch.states.tobytes() == before


def test_load_refuses_foreign_records(variant: Variant) -> None:
    batch = variant.played(N, 5)
    for states in (batch.states[:-1], np.zeros(N), np.zeros(N, np.dtype([("rng", np.uint64)]))):
        with pytest.raises(BadOption, match="records"):
            batch.load(states)
