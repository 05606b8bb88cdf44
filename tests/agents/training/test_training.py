"""Learning: whose reward it is, who one plays against, what is kept, and what happens when something goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

import rush_envs
from rush_agents import load
from rush_agents.arena.duels import Share, duel, total
from rush_agents.policies import files
from rush_agents.policy import PolicyAgent
from rush_agents.training.league import SHARES, League
from rush_agents.training.network import policy_of
from rush_agents.training.recipe import Recipe, recipe_of
from rush_agents.training.run import Run
from rush_agents.training.train import make_model, train
from rush_agents.training.watch import Diverged
from rush_envs import registry
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.errors import BadOption, RushError

GAME = rush_envs.game("coffee_rush")
QUICK: dict[str, Any] = {"games": 16, "rollout": 8, "batch": 64, "hidden": (16, 8), "imitation": 0.001}


def quick_run(folder: Path, **more: Any) -> Run:
    options = {"num_players": 2}
    recipe = recipe_of("coffee_rush", options=options, **QUICK)
    limits: dict[str, Any] = {"minutes": None, "steps": 512, "look_every": 0.1, "look_games": 4, "final_games": 4}
    return train("coffee_rush", folder, recipe=recipe, **(limits | more))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return quick_run(tmp_path_factory.mktemp("run"))


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> str:
    """The smallest game, as long as a test lasts."""
    monkeypatch.setitem(registry._added, "tiny_game", "tiny_game:GAME")
    return "tiny_game"


# ------------------------------------------------------------------------------------------------------------------
# Learning


@pytest.mark.parametrize("seat", ["random", 0, 1])
def test_the_learner_is_paid_its_own_reward(tiny: str, seat: int | str, tmp_path: Path) -> None:
    """The right answer is 2 from both seats; a learner paid what the other gets would learn 0."""
    env = RushVecEnv(tiny, 64, opponents="random", seat=seat, seed=1, raw=True)
    recipe = Recipe(hidden=(8,), rollout=4, batch=64, learning_rate=3e-2, entropy=0.0, gamma=1.0)
    model = make_model(Run(tmp_path, rush_envs.game(tiny), recipe), env)
    model.learn(64 * 4 * 12)
    policy = policy_of(model, rush_envs.game(tiny), {}, {})
    seats = np.eye(2, dtype=np.int8)[[0, 1] if seat == "random" else [seat]]
    assert (policy.logits(seats).argmax(axis=1) == 2).all()


def test_a_truncated_game_is_valued_on_and_an_ended_one_is_not() -> None:
    """SB3 adds the critic's value where `TimeLimit.truncated` says so."""
    env = RushVecEnv("coffee_rush", 8, opponents="random", seed=0, num_players=2, max_steps=100)
    env.reset()
    seen = set()
    for _ in range(200):
        _, _, over, infos = env.step(env.solo.batch.random_actions())
        for ended, info, final in zip(over, infos, env.solo.batch.final_states, strict=True):
            if ended:
                truncated = info["TimeLimit.truncated"]
                assert (truncated, not truncated) == (final["truncated"], final["done"])
                assert info["terminal_observation"].shape == (GAME.observation.size,)
                seen.add(truncated)
    assert seen == {True, False}, "about half of random games are longer"


def test_training_leaves_everything_in_its_folder(trained: Run) -> None:
    names = {path.name for path in trained.folder.iterdir()}
    assert {"policy.npz", "policy.json", "checkpoint.npz", "run.json", "curve.png", "tensorboard"} <= names
    assert trained.steps >= 512
    assert len(trained.history) > 0
    card = json.loads((trained.folder / "policy.json").read_text())
    assert card["training"]["steps"] == trained.steps
    assert card["strength"]["greedy"]["player"][3] == 4


def test_the_policy_that_won_most_is_kept(trained: Run) -> None:
    kept = files.load(trained.policy, GAME).training["kept"]
    assert kept in trained.history
    assert kept["greedy"][0] == max(point["greedy"][0] for point in trained.history)


def test_the_same_seed_trains_the_same_policy(tmp_path: Path) -> None:
    found = []
    for k in range(2):
        recipe = recipe_of("coffee_rush", options={"num_players": 2}, **(QUICK | {"imitation": 0.0}))
        limits: dict[str, Any] = {"minutes": None, "steps": 256, "look_every": 1e9, "look_games": 4, "final_games": 0}
        run = train("coffee_rush", tmp_path / str(k), recipe=recipe, **limits)
        found.append(files.load(run.policy, GAME).layers)
    assert all((a == b).all() for one, other in zip(*found, strict=True) for a, b in zip(one, other, strict=True))


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    before = quick_run(tmp_path)
    after = quick_run(tmp_path, resume=True, steps=1024)
    assert before.steps < 1024 <= after.steps
    assert len(after.history) > len(before.history)
    assert after.even == before.even
    assert len(after.commands) == 2


def test_a_resumed_league_is_the_one_that_was_kept(trained: Run) -> None:
    policy = files.load(trained.policy, GAME)
    league = League(GAME, seed=0, places=2)
    for k in range(3):
        changed = [(weights + k, biases) for weights, biases in policy.layers]
        league.remember(replace(policy, layers=tuple(changed)))
    league.rate[:] = np.linspace(0.1, 0.9, league.rate.size)
    again = League(GAME, seed=0, places=2)
    again.restore(league.arrays(), policy)
    league.update(policy)
    again.update(policy)
    assert (again.weights() == league.weights()).all()
    for one, other in zip(league.agents[League.FIRST_PAST :], again.agents[League.FIRST_PAST :], strict=True):
        assert (one.policy.layers[0][0] == other.policy.layers[0][0]).all()
    league.remember(policy)
    again.remember(policy)
    assert again.arrays().keys() == league.arrays().keys()
    assert (again.agents[League.FIRST_PAST + 1].policy.layers[0][0] == policy.layers[0][0]).all()


def test_the_environment_adds_the_advice() -> None:
    greedy = load("greedy", GAME)
    plain, raw = (
        RushVecEnv("coffee_rush", 4, seed=0, num_players=2, max_steps=40, raw=raw, adviser=greedy)
        for raw in (False, True)
    )
    features, actions = GAME.observation.size, GAME.actions.size
    for env, seen in ((plain, plain.reset()), (raw, raw.reset())):
        assert seen.shape == (4, features + actions)
        assert env.observation_space.contains(seen[0])
        assert (seen[:, features:].argmax(axis=1) == greedy.act(env.solo.view())).all()
        assert (seen[:, features:].sum(axis=1) == 1).all()
    ended = 0
    for _ in range(60):
        chosen = plain.solo.batch.random_actions()
        scaled, _, over, infos = plain.step(chosen)
        whole, *_ = raw.step(chosen)
        np.testing.assert_array_equal(scaled[:, :features], whole[:, :features] * GAME.observation.scale)
        for row in np.flatnonzero(over):
            assert (infos[row]["terminal_observation"][features:] == 0).all()
            ended += 1
    assert ended > 0


def test_resuming_what_is_not_there_or_damaged(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no run to resume"):
        quick_run(tmp_path, resume=True)
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(BadOption, match="damaged"):
        quick_run(tmp_path, resume=True)
    (tmp_path / "run.json").write_text(json.dumps({"game": "rush_out"}))
    with pytest.raises(BadOption, match="a run of rush_out"):
        quick_run(tmp_path, resume=True)


def test_broken_weights_stop_the_run_and_keep_the_last_good_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = quick_run(tmp_path)
    kept = (tmp_path / "checkpoint.npz").read_bytes()

    def explode(model: Any) -> None:
        with torch.no_grad():
            next(model.policy.parameters()).fill_(float("nan"))

    monkeypatch.setattr(MaskablePPO, "train", explode)
    with pytest.raises(Diverged, match="smaller --learning-rate"):
        quick_run(tmp_path, resume=True, steps=good.steps + 2048)
    assert (tmp_path / "checkpoint.npz").read_bytes() == kept


def test_a_full_disk_keeps_the_file_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    files.write_safely(path, b"before")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RushError, match="No space left"):
        files.write_safely(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_without_torch_training_says_which_extra_to_install() -> None:
    code = "import sys; sys.modules['torch'] = None\nfrom rush_agents.cli import main\n"
    code += "sys.argv = ['rush-envs', 'train', 'coffee_rush']\nmain()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "rush-envs[train]" in done.stderr
    fine = "import sys; sys.modules['torch'] = None; import rush_agents; rush_agents.load('greedy', 'coffee_rush')"
    assert subprocess.run([sys.executable, "-c", fine]).returncode == 0


# ------------------------------------------------------------------------------------------------------------------
# The league


def test_the_league_draws_hard_snapshots_most(trained: Run) -> None:
    league = League(GAME, seed=0, places=3)
    weights = league.weights()
    assert weights[League.ITSELF] == 0
    assert weights[League.FIRST_PAST :].sum() == 0
    policy = files.load(trained.policy, GAME)
    league.update(policy)
    for _ in range(2):
        league.remember(policy)
    places = League.FIRST_PAST + np.arange(2)
    for _ in range(100):
        league.note(places, np.array([0.0, 1.0]))  # always lost against the first, always won against the second
    drawn = np.bincount(league.draw(20_000), minlength=len(league.agents)) / 20_000
    assert drawn[places[0]] > 5 * drawn[places[1]] > 0
    assert drawn[League.FIRST_PAST + 2] == 0
    assert abs(drawn[League.GREEDY] - SHARES["greedy"]) < 0.02


def test_the_oldest_snapshot_makes_room(trained: Run) -> None:
    league = League(GAME, seed=0, places=2)
    policy = files.load(trained.policy, GAME)
    for _ in range(2):
        league.remember(policy)
    first = league.agents[League.FIRST_PAST]
    league.rate[League.FIRST_PAST] = 0.9
    league.remember(policy)
    assert league.agents[League.FIRST_PAST] is not first
    assert league.rate[League.FIRST_PAST] == 0.5


def test_each_game_keeps_its_opponent() -> None:
    """A field's agent plays all other seats of a game from its beginning to its end."""

    class Field:
        def __init__(self) -> None:
            self.agents = [load("random", GAME, seed=k) for k in range(3)]
            self.drawn: list[int] = []

        def draw(self, count: int) -> np.ndarray:
            return np.full(count, 2)

    env = RushVecEnv("coffee_rush", 4, opponents=Field(), seed=0, num_players=3)
    env.reset()
    ended = 0
    for _ in range(300):
        _, _, over, _ = env.step(env.solo.batch.random_actions())
        ended += over.sum()
        assert (env.solo.final_opponent[over] == 2).all()
    assert ended > 0


# ------------------------------------------------------------------------------------------------------------------
# Measuring


def test_shares_and_their_intervals() -> None:
    share = Share(50.0, 100)
    low, high = share.interval
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert Share(0.0, 0).interval == (0.0, 1.0)
    assert str(share) == "50.0 % (40.4–59.6)"


def test_a_duel_rotates_seats() -> None:
    greedy, random = load("greedy", GAME), load("random", GAME, seed=1)
    shares = duel(GAME, greedy, random, 20, seed=3, options={"num_players": 2})
    assert set(shares) == {"player"}
    assert total(shares).games == 20
    assert total(shares).rate > 0.9


def test_a_duel_seats_a_whole_company() -> None:
    """One agent is the wizard, the other all heroes, and the other way round."""
    game = rush_envs.game("rush_out")
    asked: list[set[int]] = []

    class Recorder:
        def act(self, view: Any) -> np.ndarray:
            asked.append(set(view.seat.tolist()))
            return view.mask.argmax(axis=1)

    shares = duel(game, Recorder(), load("random", game, seed=1), 2, seed=3, options={"max_ticks": 5})
    assert {role: share.games for role, share in shares.items()} == {"wizard": 1, "hero": 1}
    assert set().union(*asked) == {0, 1, 2, 3}


def test_a_policy_agent_only_plays_what_is_legal(trained: Run) -> None:
    policy = files.load(trained.policy, GAME)
    batch = rush_envs.make_batch("coffee_rush", 32, seed=0, num_players=2)
    batch.reset()
    for agent in (PolicyAgent(policy), PolicyAgent(policy, sample=True, seed=1)):
        for _ in range(50):
            actions = agent.act(batch.view())
            assert batch.mask[np.arange(32), actions].all()
            batch.step(actions)
