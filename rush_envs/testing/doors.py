"""Contract 9: every door plays the game that BatchEnv plays.

Without the extra `train` the checks of Stable-Baselines3's door are passed over by name."""

from __future__ import annotations

from functools import partial
from typing import Any
from unittest import SkipTest  # pytest and unittest both know what it means

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

import rush_envs
from rush_envs.contract import Game
from rush_envs.doors import modules
from rush_envs.doors.masks import IDLE
from rush_envs.doors.vector import SoloVectorEnv
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.view import View
from rush_envs.errors import BadOption, GameOver, MissingExtra, NotReset, RushError
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


def only_idle(mask: np.ndarray, acting: Any, who: str) -> None:
    """Claims that somebody who is not asked has exactly the one action that is ignored, and knows it."""
    assert mask.sum() == mask[IDLE] == 1, f"{who} is not asked, but is allowed {np.flatnonzero(mask).tolist()}"
    assert not acting, f"{who} is not asked, but is told that it is"


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
        seen, reward, over, cut, info = env.last()
        only_idle(seen["action_mask"], info["acting"], f"{agent}, whose game is over,")
        assert over != cut, f"{agent} is not either terminated or truncated"
        assert np.isclose(reward, total[seat], rtol=1e-6, atol=1e-12), f"{agent} gets {reward}, not {total[seat]}"
        env.step(None)
    assert env.agents == [], "agents are left after the end"


def _compare_aec(env: Any, batch: BatchEnv) -> None:
    """What the door shows before a decision."""
    scale = batch.game.observation.scale
    assert env.agent_selection == batch.agents[batch.seat[0]], "the turn-by-turn door asks another agent"
    observation, _, terminated, truncated, info = env.last()
    assert info["acting"] is True, "the agent that is asked is told that it is not"
    assert not terminated, "an agent is terminated while the game goes on"
    assert not truncated, "an agent is truncated while the game goes on"
    assert (observation["observation"] == batch.features[0] * scale).all(), "the door's observation is another"
    assert (observation["action_mask"] == batch.mask[0]).all(), "the door's mask is another"
    for seat, other in enumerate(batch.agents):
        seen = env.observe(other)
        assert (seen["observation"] == batch.observe(0, seat)[0] * scale).all(), f"{other} sees something else"
        asked = bool(batch.states["active"][0] >> seat & 1)
        assert env.infos[other]["acting"] is asked, f"the info of {other} does not say whether it is asked"
        if asked:
            assert (seen["action_mask"] == batch.legal(0, seat)[0]).all(), f"the mask of {other} is another"
        else:
            only_idle(seen["action_mask"], env.infos[other]["acting"], other)
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
        assert infos["acting"].all(), "a learner is told that it is not asked, though its game has begun anew"
        kept = infos.get("_final_obs", np.zeros(n, bool))
        assert (kept == ended).all(), "final_obs is not there for exactly the games that ended"
        for i in np.flatnonzero(ended):
            final = infos["final_info"]
            only_idle(final["action_mask"][i], final["acting"][i], "the learner of a game that is over")


def _solo_options(variant: Variant, seat: int) -> dict[str, Any]:
    return {"opponents": Lowest(), "seat": seat, "seed": SEED, "reward": "shaped"} | variant.options


def _courses(vector: Any, steps: int) -> list[list[tuple[bytes, float, bool, bool]]]:
    """For each row every decision that counted: what was seen before it, what it paid, how it ended."""
    n, mode = vector.num_envs, vector.metadata["autoreset_mode"]
    courses: list[list[tuple[bytes, float, bool, bool]]] = [[] for _ in range(n)]
    observation, infos = vector.reset(seed=SEED)
    for _ in range(steps):
        acting, mask = infos["acting"], infos["action_mask"]
        assert mask.any(axis=1).all(), "a mask without a one"
        seen = observation
        observation, paid, terminated, truncated, infos = vector.step(choose(mask))
        for i in np.flatnonzero(acting):
            courses[i].append((seen[i].tobytes(), float(paid[i]), bool(terminated[i]), bool(truncated[i])))
        over = terminated | truncated
        assert not over[~acting].any(), "a game ends in which nobody was asked"
        assert not paid[~acting].any(), "a step that only begins a game pays"
        if mode is not AutoresetMode.SAME_STEP:
            for i in np.flatnonzero(over):
                only_idle(infos["action_mask"][i], infos["acting"][i], "the learner of a game that is over")
        if mode is AutoresetMode.DISABLED and over.any():
            refuses(GameOver, partial(vector.step, choose(infos["action_mask"])), "a step in a game that is over")
            observation, infos = vector.reset(options={"reset_mask": over})
    return courses


def check_every_autoreset_mode_plays_the_same_games(variant: Variant) -> None:
    steps, n, seat = 60, 5, variant.batch().num_seats - 1
    played = {}
    for mode in AutoresetMode:
        options = _solo_options(variant, seat) | {"autoreset_mode": mode}
        vector: Any = gymnasium.make_vec(variant.game.gym_id, num_envs=n, **options)
        assert vector.unwrapped.autoreset_mode is vector.metadata["autoreset_mode"] is mode, "another mode is declared"
        played[mode] = _courses(vector, steps)
    for mode, courses in played.items():
        for course, same in zip(courses, played[AutoresetMode.SAME_STEP], strict=True):
            common = min(len(course), len(same))
            assert common >= steps // 2, f"{mode} lets the learner decide {len(course)} times in {steps} steps"
            assert course[:common] == same[:common], f"{mode} plays other games than SAME_STEP"


def check_rows_of_the_vector_door_begin_anew(variant: Variant) -> None:
    """By lists of seeds and by masks; the other rows do not move."""
    n, seat = 4, 0
    options = _solo_options(variant, seat)
    vector: Any = gymnasium.make_vec(variant.game.gym_id, num_envs=n, **options)
    seeds = [11, 7, 11, 3]
    observation, _ = vector.reset(seed=seeds)
    batch = vector.unwrapped.solo.batch
    for row, seed in enumerate(seeds):
        single = gymnasium.make(variant.game.gym_id, **options)
        seen, _ = single.reset(seed=seed)
        assert (seen == observation[row]).all(), f"row {row} with the seed {seed} is not the game of that seed"
    vector.step(choose(vector.unwrapped.action_masks()))
    before = batch.states.copy()
    episodes = batch.episodes.copy()
    vector.reset(seed=[5, None, None, None], options={"reset_mask": np.array([True, False, True, False])})
    assert batch.states[[1, 3]].tobytes() == before[[1, 3]].tobytes(), "rows that the mask leaves out have changed"
    assert batch.seeds.tolist() == [5, 7, 11, 3], f"the rows have the seeds {batch.seeds.tolist()}"
    assert batch.episodes[2] > episodes[2], "a row without a seed does not go on to its next episode"
    assert (batch.seat == vector.unwrapped.solo.learner).all(), "after a reset of some rows others are asked"
    before = batch.states.copy()
    for wrong in ([True] * n, np.ones(n), np.ones(n + 1, bool), np.zeros(n, bool)):
        refuses(BadOption, partial(vector.reset, options={"reset_mask": wrong}), f"reset_mask={wrong}", "reset_mask")
    for few in ([1], [1, 2, 3, 1.5], [1, 2, 3, -1]):
        refuses(BadOption, partial(vector.reset, seed=few), f"seed={few}", "seed")
    assert batch.states.tobytes() == before.tobytes(), "a reset was refused but changed a record"


def check_the_mask_is_where_it_is_wanted(variant: Variant) -> None:
    """In the observation, in the info or in both, by the names that were given, in every door."""
    for place in ("observation", "info", "both"):
        named: dict[str, Any] = {"mask": place, "observation_key": "observations", "mask_key": "allowed"}
        options = named | variant.options
        aec = modules.module(variant.game.name).env(**options)
        aec.reset(seed=SEED)
        agent = aec.agent_selection
        seen, *_, info = aec.last()
        looks = [("turn by turn", aec.observation_space(agent), seen, info, aec._batch.mask[0])]
        parallel = modules.module(variant.game.name).parallel_env(**options)
        observations, infos = parallel.reset(seed=SEED)
        space = parallel.observation_space(agent)
        looks.append(("parallel", space, observations[agent], infos[agent], aec._batch.mask[0]))
        single: Any = gymnasium.make(variant.game.gym_id, **options)
        vector = SoloVectorEnv(3, variant.game.name, **options)
        for name, env in (("single", single.unwrapped), ("vector", vector)):
            seen, info = env.reset(seed=SEED)
            looks.append((name, env.observation_space, seen, info, env.action_masks()))
        for name, space, seen, info, mask in looks:
            _compare_masks(f"{name} with mask={place!r}", place, space, seen, info, mask)


def _compare_masks(door: str, place: str, space: Any, seen: Any, info: Any, mask: np.ndarray) -> None:
    assert space.contains(seen), f"{door}: the observation is not in the space"
    within = seen.get("allowed") if isinstance(seen, dict) else None
    assert isinstance(seen, dict) == (place != "info"), f"{door}: the observation is a {type(seen).__name__}"
    for found, wanted in ((within, place != "info"), (info.get("allowed"), place != "observation")):
        assert (found is not None) == wanted, f"{door}: a mask is not where it was wanted, or where it was not"
        assert found is None or (found == mask).all(), f"{door}: the mask is another"
    assert not isinstance(seen, dict) or seen.keys() == {"observations", "allowed"}, (
        f"{door}: other keys: {seen.keys()}"
    )


def check_an_illegal_action_may_be_replaced(variant: Variant) -> None:
    """By a legal one, never silently; the game goes on, and the same seed replaces it by the same."""
    far = variant.game.actions.size
    records = []
    for _ in range(2):
        aec = modules.module(variant.game.name).env(illegal="random", **variant.options)
        aec.reset(seed=SEED)
        first = aec.agent_selection
        aec.step(far)
        assert aec.infos[first]["illegal"] is True, "a replaced answer is not flagged"
        others = [info["illegal"] for agent, info in aec.infos.items() if agent != first]
        assert not any(others), "an answer is flagged that nobody gave"
        parallel = modules.module(variant.game.name).parallel_env(illegal="random", **variant.options)
        _, infos = parallel.reset(seed=SEED)
        asked = {agent for agent, info in infos.items() if info["acting"]}
        *_, infos = parallel.step(dict.fromkeys(parallel.agents, -1))
        flagged = {agent for agent, info in infos.items() if info["illegal"]}
        assert flagged == asked, f"the answers of {asked} were replaced, those of {flagged} are flagged"
        vector = SoloVectorEnv(3, variant.game.name, illegal="random", opponents=Lowest(), **variant.options)
        _, infos = vector.reset(seed=SEED)
        actions = choose(infos["action_mask"])
        actions[1] = far
        *_, infos = vector.step(actions)
        final = infos.get("final_info", {}).get("illegal", np.zeros(3, bool))
        assert ((infos["illegal"] | final) == [False, True, False]).all(), "not the replaced action is flagged"
        records.append(b"".join(env.states.tobytes() for env in (aec._batch, parallel._batch, vector.solo.batch)))
        refuses(RushError, partial(aec.step, "one"), "a word instead of an action, with illegal='random',")
    assert records[0] == records[1], "the same seed replaces illegal actions by others"


def check_unknown_options_are_named_as_python_names_them(game: Game) -> None:
    doors = modules.module(game.name)
    single, vector = partial(gymnasium.make, game.gym_id), partial(SoloVectorEnv, 2, game.name)
    for make in (doors.env, doors.parallel_env, partial(rush_envs.make_batch, game.name), single, vector):
        said = refuses(
            TypeError, partial(make, num_player=2), f"{make} with num_player=2", "unexpected keyword argument"
        )
        assert "did you mean 'num_players'" in said, f"the error does not say what was meant: {said}"


def check_single_env_plays_what_the_vector_plays(variant: Variant) -> None:
    options: dict[str, Any] = {"opponents": Lowest(), "seed": SEED} | variant.options
    single = gymnasium.make(variant.game.gym_id, **options)
    vector: Any = SoloVectorEnv(1, variant.game.name, **options)
    observation, info = single.reset(seed=SEED)
    many, _ = vector.reset(seed=SEED)
    games = 0
    while games < 2:
        assert (observation == many[0]).all(), "the single environment shows something else than the vector"
        action = choose(info["action_mask"][None])
        observation, reward, terminated, truncated, info = single.step(action[0])
        many, rewards, *_ = vector.step(action)
        assert reward == rewards[0], f"the single environment pays {reward}, the vector {rewards[0]}"
        assert not any(isinstance(value, str) for value in info.values()), f"the info holds a word: {info}"
        if terminated or truncated:
            only_idle(info["action_mask"], info["acting"], "the learner of a game that is over")
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
            assert info["agent"] == infos["final_info"]["agent"][i], "the learner's chair in the infos is another"
        masks = np.stack([info["action_mask"] for info in their_infos])
        assert (masks == sb3.action_masks()).all(), "the masks in the infos of SB3's door are others"


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
