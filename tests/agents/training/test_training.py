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

import rush_envs
from rush_agents import load
from rush_agents.arena.duels import Share, duel, total
from rush_agents.policies import files
from rush_agents.policy import PolicyAgent
from rush_agents.training.league import League
from rush_agents.training.learner.learner import Learner, Update
from rush_agents.training.learner.player import Player
from rush_agents.training.measure import Progress
from rush_agents.training.recipe import SHARES, WITH_GREEDY, Recipe, recipe_of
from rush_agents.training.repeat import repeated
from rush_agents.training.run import Run
from rush_agents.training.train import train
from rush_agents.training.watch import Diverged
from rush_envs import registry
from rush_envs.doors.sb3 import RushVecEnv
from rush_envs.engine.view import Sound
from rush_envs.errors import BadOption, RushError

GAME = rush_envs.game("coffee_rush")
QUICK: dict[str, Any] = {"games": 16, "rollout": 8, "batch": 64, "hidden": (16, 8), "imitation": 64}


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


NOBODY = dict.fromkeys(SHARES, 0.0)


@pytest.mark.parametrize("opponent", ["itself", "random"])
def test_the_learner_is_paid_its_own_reward(tiny: str, opponent: str) -> None:
    """The right answer is 2 from both seats; a learner paid what the other gets would learn 0."""
    shares = NOBODY | {opponent: 1.0}
    recipe = Recipe(hidden=(8,), games=64, rollout=8, batch=64, learning_rate=3e-2, gamma=1.0, league=shares)
    game = rush_envs.game(tiny)
    learner, league = Learner(game, recipe), Untaught(game, shares=shares)
    for _ in range(30):
        learner.take(learner.practice, league, recipe.learning_rate)
    seen = Sound(np.arange(2), np.ones((2, game.actions.size), np.int8), np.eye(2, dtype=np.int8), None)
    assert (learner.network.logits(seen).argmax(axis=1) == 2).all()


class Untaught(League):
    """Of a game that nobody has written a rule of thumb for."""

    def agents(self, seed: int) -> list[Any]:
        return [load("random", self.game, seed=seed)] * len(self.rate)


def test_what_follows_a_stopped_game_is_not_known_and_what_ends_is() -> None:
    recipe = recipe_of("coffee_rush", options={"num_players": 2, "max_steps": 60}, **(QUICK | {"rollout": 120}))
    learner = Learner(GAME, recipe)
    learner.collect(learner.practice, League(GAME))
    for player in learner.players:
        count = player.memory.count
        known = player.memory.arrays.known[:count]
        last = np.zeros(count, bool)  # the last decision of each seat before a game was stopped, or the games went on
        for row in range(player.batch.num_envs):
            for seat in range(2):
                mine = np.flatnonzero(player.seat[:, row] == seat)
                stops = np.flatnonzero(player.over[:, row] == 2)
                ends = [mine[mine <= stop].max() for stop in stops if (mine <= stop).any()]
                ends += [mine.max()] if mine.size else []
                last[player.place[ends, row]] = True
        ended = any((player.over == 1).any(axis=0))
        assert not known[~last].size or known[~last].all()
        assert ended or not known[last].any()


def test_sb3_is_told_which_games_were_truncated() -> None:
    """It adds the critic's value where `TimeLimit.truncated` says so."""
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
        recipe = recipe_of("coffee_rush", options={"num_players": 2}, **QUICK)
        limits: dict[str, Any] = {"minutes": None, "steps": 1024, "look_games": 4, "final_games": 0}
        run = train("coffee_rush", tmp_path / str(k), recipe=recipe, **limits)
        found.append(files.load(run.policy, GAME).network.whole)
    assert (found[0] == found[1]).all()


def test_a_card_makes_its_policy_anew(trained: Run, tmp_path: Path) -> None:
    recipe, steps = repeated(trained.policy, GAME)
    assert (recipe, steps) == (trained.recipe, 512)
    limits: dict[str, Any] = {"minutes": None, "steps": steps, "look_games": 4, "final_games": 0}
    again = train("coffee_rush", tmp_path, recipe=recipe, **limits)
    kept = [files.load(run.policy, GAME).network.whole for run in (trained, again)]
    assert (kept[0] == kept[1]).all()


def test_a_card_that_cannot_be_repeated_says_why(trained: Run, tmp_path: Path) -> None:
    policy = files.load(trained.policy, GAME)
    twice = dict(policy.training) | {"parts": list(policy.training["parts"]) * 2}
    for training, words in (({}, "does not say how it was trained"), (twice, "trained in 2 parts")):
        with pytest.raises(BadOption, match=words):
            repeated(files.save(tmp_path / "other.npz", replace(policy, training=training)), GAME)


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    before = quick_run(tmp_path)
    after = quick_run(tmp_path, resume=True, steps=1024)
    assert before.steps < 1024 <= after.steps
    assert len(after.history) > len(before.history)
    assert after.even == before.even
    assert len(after.commands) == 2


def test_a_resumed_league_is_the_one_that_was_kept(trained: Run) -> None:
    policy = files.load(trained.policy, GAME)
    league = League(GAME, places=2)
    for k in range(3):
        changed = policy.network.copy()
        changed.whole += k
        league.remember(replace(policy, network=changed))
    league.rate.flat = np.linspace(0.1, 0.9, league.rate.size)
    again = League(GAME, places=2)
    again.restore(league.arrays(), policy)
    assert (again.weights(2) == league.weights(2)).all()
    for one, other in zip(league.past, again.past, strict=True):
        assert (one.network.whole == other.network.whole).all()
    league.remember(policy)
    again.remember(policy)
    assert (again.past[1].network.whole == league.past[1].network.whole).all()


def test_from_greedy_it_imitates_first(tmp_path: Path) -> None:
    short = QUICK | {"imitation": 128, "hearing": 128}
    recipe = recipe_of("coffee_rush", start="greedy", options={"num_players": 2}, **short)
    assert recipe.league == WITH_GREEDY
    told: list[Any] = []
    limits: dict[str, Any] = {"minutes": None, "steps": 512, "look_games": 4, "final_games": 0}
    train("coffee_rush", tmp_path, recipe=recipe, tell=told.append, **limits)
    assert {progress.phase for progress in told} == {"imitating", "hearing", "learning"}


def test_imitation_learns_what_is_shown() -> None:
    recipe = recipe_of("coffee_rush", start="greedy", options={"num_players": 2}, games=64, rollout=32, batch=256)
    learner, league = Learner(GAME, recipe), League(GAME)
    sure = []
    for _ in range(12):
        sure.append(learner.take(learner.imitation, league, 2e-3).sure)
    assert sure[-1] > sure[0] + 0.15


def test_from_scratch_nobody_meets_greedy() -> None:
    assert recipe_of("coffee_rush").league["greedy"] == 0
    with pytest.raises(BadOption, match="from scratch nobody meets greedy"):
        recipe_of("coffee_rush", league=dict(WITH_GREEDY))


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

    def explode(self: Learner, lesson: Any, rate: float) -> Update:
        self.network.whole[0] = np.nan
        return Update(1, *[0.0] * 6)

    monkeypatch.setattr(Learner, "learn", explode)
    with pytest.raises(Diverged, match="smaller --learning-rate"):
        quick_run(tmp_path, resume=True, steps=good.steps + 2048)
    assert (tmp_path / "checkpoint.npz").read_bytes() == kept


def test_the_time_that_is_left_ends_at_nought(tmp_path: Path) -> None:
    """The last update goes beyond the limit by what it takes."""
    told: list[Progress] = []
    quick_run(tmp_path, steps=300, tell=told.append)
    assert (told[-1].steps > 300, told[-1].countdown) == (True, "0:00 left")
    assert replace(told[-1], left=65.9).countdown == "1:05 left"
    assert replace(told[-1], left=-119.0).countdown == "0:00 left"


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


def test_without_its_extra_training_says_which_to_install() -> None:
    code = "import sys; sys.modules['tensorboard'] = None\nfrom rush_agents.cli import main\n"
    code += "sys.argv = ['rush-envs', 'train', 'coffee_rush']\nmain()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "rush-envs[train]" in done.stderr
    fine = "import sys; sys.modules['torch'] = None; import rush_agents; rush_agents.load('greedy', 'coffee_rush')"
    assert subprocess.run([sys.executable, "-c", fine]).returncode == 0


# ------------------------------------------------------------------------------------------------------------------
# The league


def test_the_league_draws_hard_snapshots_most(trained: Run) -> None:
    league = League(GAME, places=3, shares=WITH_GREEDY)
    assert league.weights(2)[League.FIRST_PAST :].sum() == 0
    policy = files.load(trained.policy, GAME)
    for _ in range(2):
        league.remember(policy)
    places = League.FIRST_PAST + np.arange(2)
    won = np.array([0.0, 1.0])  # always lost against the first, always won against the second
    random = np.full(2, League.RANDOM)
    for _ in range(100):
        for company in (0, 1):
            league.note(places, np.full(2, company), won)
            league.note(random, np.full(2, company), np.ones(2))
    drawn = np.bincount(league.draw(20_000, 2, np.random.default_rng(0))[0], minlength=6) / 20_000
    assert drawn[places[0]] > 5 * drawn[places[1]] > 0
    assert drawn[League.FIRST_PAST + 2] == 0
    assert abs(drawn[League.GREEDY] - WITH_GREEDY["greedy"]) < 0.02


def test_the_league_practises_where_the_learner_loses() -> None:
    """As the company that loses, and against random play while that wins from anywhere."""
    league, rng = League(GAME), np.random.default_rng(0)
    for _ in range(300):
        for place in (League.ITSELF, League.RANDOM):
            league.note(np.full(2, place), np.array([0, 1]), np.array([1.0, 0.0]))
    places, companies = league.draw(20_000, 2, rng)
    assert np.mean(companies[places == League.RANDOM] == 1) > 0.9
    assert np.mean(places == League.RANDOM) > 0.3
    for _ in range(600):
        league.note(np.full(1, League.RANDOM), np.array([1]), np.ones(1))
    places, companies = league.draw(20_000, 2, rng)
    assert abs(np.mean(places == League.RANDOM) - SHARES["random"] / sum(SHARES.values())) < 0.03
    assert abs(np.mean(companies[places == League.RANDOM] == 1) - 0.5) < 0.1


def test_the_oldest_snapshot_makes_room(trained: Run) -> None:
    league = League(GAME, places=2)
    policy = files.load(trained.policy, GAME)
    for _ in range(2):
        league.remember(replace(policy))
    first = league.past[0]
    league.rate[League.FIRST_PAST] = 0.9
    league.remember(policy)
    assert league.past[0] is not first
    assert (league.rate[League.FIRST_PAST] == 0.5).all()


def test_the_learner_sits_in_one_company_or_everywhere() -> None:
    game = rush_envs.game("rush_out")
    learner = Learner(game, recipe_of("rush_out", games=64, rollout=1, batch=8, hidden=(8,)))
    player = learner.players[0]
    league = League(game, shares=NOBODY | {"itself": 0.5, "random": 0.5})
    player.sit(np.arange(32), league)
    for rival, ours in zip(player.rival, player.ours, strict=True):
        heroes = {tuple(ours)} <= {(True, False, False, False), (False, True, True, True)}
        assert ours.all() if rival == League.ITSELF else heroes
    assert {tuple(ours) for ours in player.ours} >= {(True,) * 4, (True, False, False, False)}


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


def test_games_of_equal_length_do_not_end_together() -> None:
    """A game of Pyramids has about 90 decisions whoever plays: every few of them some game must end."""
    player = Player(
        rush_envs.game("silver_gold_pyramids"),
        recipe_of("silver_gold_pyramids", games=128, options={"num_players": 2}),
        0,
        None,
    )
    player.scatter()
    for _ in range(12):
        ended = 0
        for _ in range(12):
            player.batch.step(player.batch.random_actions())
            ended += int(player.batch.done.sum())
        assert ended > 0


# ------------------------------------------------------------------------------------------------------------------
# The pace of PPO


@pytest.mark.parametrize(("stride", "slower"), [(1e-5, True), (10.0, False)])
def test_updates_keep_to_the_stride(stride: float, slower: bool) -> None:
    recipe = recipe_of("coffee_rush", options={"num_players": 2}, games=64, rollout=32, batch=256, stride=stride)
    learner, league = Learner(GAME, recipe), League(GAME)
    for _ in range(6):
        learner.take(learner.practice, league, 1e-2)
    assert (learner.pace[0] < 0.5) == slower
    assert 0 < learner.pace[0] <= 1
