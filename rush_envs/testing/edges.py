"""Contract 10: nothing from outside reaches a kernel unchecked; after an error all is as it was."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np

from rush_envs.contract import Game
from rush_envs.doors import modules
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadAction, BadOption, GameOver, IllegalAction, NotReset, RushError, UnknownAgent
from rush_envs.testing.claims import Errors, refuses
from rush_envs.testing.variants import Variant, span

N = 8
FAR = 10_000  # no game has so many actions
NONSENSE: list[Any] = [
    None, "0", b"0", 1.0, np.nan, np.inf, 1j, [], [[0] * N], [0] * (N - 1), [0] * (N + 1), [0.5] * N, [True] * N,
    ["a"] * N, [None] * N, np.zeros(N), np.full(N, np.nan), np.zeros(N, bool), np.zeros((N, 1), int),
    np.zeros((1, N), int), np.zeros(N, object), [2**70] * N, np.full(N, 2**63, np.uint64),
    {0: 1}, range(3), np.int64(3), [[0], [0, 1]],
]  # fmt: skip
BAD_VECTORS: list[Any] = [np.zeros(N), np.full(N, -1), np.full(N, FAR), np.zeros(N - 1, int), None]


def _refuses_unchanged(batch: BatchEnv, error: Errors, use: Callable[[], Any], what: str, words: str = "") -> str:
    """Claims that a use is refused and that no game, mask or turn has changed."""
    before = batch.states.tobytes(), batch.mask.tobytes(), batch.seat.tobytes()
    said = refuses(error, use, what, words)
    after = batch.states.tobytes(), batch.mask.tobytes(), batch.seat.tobytes()
    assert after == before, f"{what} was refused but changed the batch"
    return said


def check_batch_refuses_what_is_no_action(variant: Variant) -> None:
    batch = variant.played(N, 20)
    for actions in NONSENSE:
        _refuses_unchanged(batch, BadAction, partial(batch.step, actions), f"step({actions!r:.60})")
        batch.step(batch.random_actions())


def check_one_bad_action_among_many_names_the_row_and_moves_nobody(variant: Variant) -> None:
    batch = variant.played(4096, 5)
    for action in (-1, -(2**62), 2**62, FAR):
        actions = batch.random_actions()
        actions[3210] = action
        _refuses_unchanged(batch, IllegalAction, partial(batch.step, actions), f"action {action}", "row 3210")


def _illegal(batch: BatchEnv, row: int) -> int:
    """An action that the mask forbids; one that does not exist where everything is allowed."""
    forbidden = np.flatnonzero(batch.mask[row] == 0)
    return int(forbidden[0]) if forbidden.size else batch.mask.shape[1]


def check_an_illegal_action_is_named_in_words_with_legal_ones(variant: Variant) -> None:
    batch = variant.played(N, 20)
    bad, good = _illegal(batch, 2), int(np.flatnonzero(batch.mask[2])[0])
    actions = batch.random_actions()
    actions[2] = bad
    said = refuses(IllegalAction, partial(batch.step, actions), f"action {bad}, which the mask forbids,")
    words = [variant.game.describe(action) for action in (bad, good) if action < variant.game.actions.size]
    for word in words:
        assert word in said, f"the error does not name {word!r}: {said}"


def check_batch_refuses_bad_rows(variant: Variant) -> None:
    for rows in ([0, 0], [N], [-1], [0.0], "0", [[0]], [*range(N), 0]):
        batch = variant.played(N, 20)
        step = partial(batch.step, np.zeros(len(rows), int), rows)
        _refuses_unchanged(batch, BadAction, step, f"rows {rows!r}")


def check_some_rows_step_and_the_others_wait(variant: Variant) -> None:
    batch = variant.played(N, 20)
    before = batch.states.copy()
    rows = np.array([5, 1])
    batch.step(batch.random_actions(rows), rows)
    waited = np.setdiff1d(np.arange(N), rows)
    assert batch.states[waited].tobytes() == before[waited].tobytes(), "rows that were not stepped have changed"
    at_once = (batch.done | batch.truncated)[rows] & (before["ply"][rows] == 0)  # over after one answer, and begun anew
    assert (at_once | (batch.states["ply"][rows] != before["ply"][rows])).all(), "rows that were stepped have not moved"


def check_an_illegal_action_may_lose_the_game(variant: Variant) -> None:
    batch = variant.running(N, 20, illegal="lose")
    before, seat = batch.states.copy(), batch.seat.copy()
    actions = batch.random_actions()
    actions[3] = FAR
    actions[4] = _illegal(batch, 4)
    batch.step(actions)
    seats = batch.num_seats
    for i in (3, 4):
        lost = before["team"][i, :seats] == before["team"][i, seat[i]]
        assert batch.done[i], "an illegal action does not end the game"
        assert not batch.truncated[i], "a game lost by an illegal action is truncated"
        right = batch.states["outcome"][i, :seats] == np.where(lost, -1, 1)
        assert right.all(), "an illegal action does not lose for the seat's team and win for all others"
        assert batch.reward[i, seat[i]] == -1, f"an illegal action pays {batch.reward[i, seat[i]]}, not -1"
        for name in set(variant.game.state.dtype.names or ()) - {"done", "active", "outcome", "ply"}:
            assert (batch.states[name][i] == before[name][i]).all(), f"an illegal action changes {name!r}"
    refuses(BadAction, partial(batch.step, ["no"] * N), "words instead of actions")
    refuses(GameOver, partial(batch.step, np.zeros(N, int)), "a step in a game that is over")


def check_step_before_reset(variant: Variant) -> None:
    name, options = variant.game.name, variant.options
    batch = BatchEnv.of(name, 2, **options)
    refuses(NotReset, partial(batch.step, [0, 0]), "a step before the first reset")
    refuses(NotReset, batch.random_actions, "random_actions before the first reset")
    env = modules.module(name).env(**options)
    observe = partial(env.observe, env.possible_agents[0])
    for use in (partial(env.step, 0), env.last, observe, env.state, env.render):
        refuses(NotReset, use, f"{use} before the first reset")
    single = gymnasium.make(variant.game.gym_id, **options)
    refuses((NotReset, gymnasium.error.ResetNeeded), partial(single.step, 0), "Gymnasium's step before the first reset")


def check_step_after_the_end(variant: Variant) -> None:
    batch = variant.batch(1, autoreset=False)
    env = modules.module(variant.game.name).env(**variant.options)
    env.reset(seed=0)
    while batch.seat[0] >= 0:
        batch.step(batch.random_actions())
    refuses(GameOver, partial(batch.step, [0]), "a step after the end", "reset")
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            refuses(ValueError, partial(env.step, 0), "an action of an agent whose game is over", "None")
        env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
    refuses(GameOver, partial(env.step, None), "a step after the last agent has left", "reset")
    batch.reset()
    batch.step(batch.random_actions())


def check_aec_refuses_what_is_no_legal_action(variant: Variant) -> None:
    env = modules.module(variant.game.name).env(**variant.options)
    env.reset(seed=0)
    agent = env.agent_selection
    actions: list[Any] = [None, "0", 1.0, np.nan, True, np.bool_(True), [0], np.zeros(2, int), 2**80, -1, FAR]
    for action in actions:
        _refuses_unchanged(env._batch, BadAction, partial(env.step, action), f"action {action!r}")
        assert env.agent_selection == agent, f"action {action!r} was refused, but another agent is asked"


def check_aec_takes_every_kind_of_whole_number(variant: Variant) -> None:
    for kind in (int, np.int8, np.uint8, np.int64, np.array):
        env = modules.module(variant.game.name).env(**variant.options)
        env.reset(seed=0)
        env.step(kind(env.last()[0]["action_mask"].argmax()))


def check_unknown_agents_are_named(variant: Variant) -> None:
    env = modules.module(variant.game.name).env(**variant.options)
    env.reset(seed=0)
    strangers: list[Any] = ["player_99", 0, None, []]
    for use in (env.observe, env.observation_space, env.action_space):
        for agent in strangers:
            refuses(UnknownAgent, partial(use, agent), f"{use.__name__}({agent!r})", "known")


def check_bad_seeds(variant: Variant) -> None:
    batch = variant.played(N, 20)
    seeds: list[Any] = [-1, 2**64, 1.5, "x", True]
    for seed in seeds:
        _refuses_unchanged(batch, BadOption, partial(batch.reset, seed=seed), f"reset(seed={seed!r})", "seed")


def check_bad_options_are_named(game: Game) -> None:
    fewest, most = span(game, "num_players")
    shortest, longest = span(game, "max_steps")
    wrong: dict[str, list[Any]] = {
        "num_envs": [0, -3, 2.0, True], "reward": ["money"], "illegal": ["fix"], "threads": [0, 10_000],
        "num_players": [*range(fewest), most + 1, 99, str(fewest), float(fewest), True],
        "max_steps": [shortest - 1, 0, longest + 1, 10**9], "no_such_option": ["red"],
    }  # fmt: skip
    for name, values in wrong.items():
        for value in values:
            make = partial(BatchEnv.of, game.name, **{"num_envs": 1} | {name: value})
            refuses(BadOption, make, f"{name}={value!r}", name)


def bad_solo_options(game: Game) -> list[dict[str, Any]]:
    """Options that the doors for one learner must refuse."""
    wrong: list[dict[str, Any]] = [{"seat": 99}, {"seat": "nobody"}, {"seat": None}, {"opponents": 3}]
    return [*wrong, {"opponents": ["random"] * 99}, *([{"opponents": []}] if span(game, "num_players")[0] > 1 else [])]


def check_bad_options_of_the_solo_doors(game: Game) -> None:
    for options in bad_solo_options(game):
        refuses(BadOption, partial(gymnasium.make, game.gym_id, **options), f"gymnasium.make with {options}")


def check_the_vector_door_refuses_bad_actions(variant: Variant) -> None:
    vector: Any = gymnasium.make_vec(variant.game.gym_id, num_envs=N, seed=0, **variant.options)
    vector.reset()
    for actions in BAD_VECTORS:
        batch = vector.unwrapped.solo.batch
        _refuses_unchanged(batch, RushError, partial(vector.step, actions), f"actions {actions} in the vector door")


def check_load_refuses_foreign_records(variant: Variant) -> None:
    batch = variant.played(N, 5)
    for states in (batch.states[:-1], np.zeros(N), np.zeros(N, np.dtype([("rng", np.uint64)]))):
        refuses(BadOption, partial(batch.load, states), "load of records of another game or number", "records")
