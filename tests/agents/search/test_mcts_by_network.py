"""The search by a network: as blind and as repeatable as the other, whatever the weights, and as wise as those."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import race_game
from conftest import Variant
from some_policy import some_policy
from test_mcts import first_variants, other_truths, stages

import rush_agents
import rush_envs
from rush_agents import mcts
from rush_agents.arena.identity import identity
from rush_agents.mcts import MctsAgent
from rush_agents.policies import files
from rush_agents.policies.scoring import ScoringNetwork
from rush_agents.search.settings import Budget, Settings, parse, take_net
from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadOption


@pytest.fixture(params=first_variants(), ids=lambda variant: variant.game.name)
def table(request: pytest.FixtureRequest) -> Variant:
    return request.param


def easy(network: ScoringNetwork, seed: int = 3, threads: int = 1) -> MctsAgent:
    """Leaves greedy's way at the least doubt."""
    return MctsAgent(network.game, Budget(24), Settings(depth=2, trust=0.0), threads, seed, network)


def some_network(game: Game, size: float = 0.1) -> ScoringNetwork:
    network = some_policy(game, "scoring").network
    assert isinstance(network, ScoringNetwork)
    network.whole *= np.float32(size)
    return network


# ------------------------------------------------------------------------------------------------------------------
# Names


def test_a_network_is_named_among_the_options() -> None:
    assert take_net("400:depth=2") == (None, "400:depth=2")
    assert take_net("net") == ("", "400")
    assert take_net("net=a/b.npz:50ms") == ("a/b.npz", "50ms")
    assert take_net("70:net=mine:depth=1") == ("mine", "70:depth=1")
    assert take_net("net:depth=1") == ("", "400:depth=1")
    assert parse(take_net("net:20:trust=0")[1], Settings()) == (Budget(20), Settings(trust=0), 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mcts:net:net", "twice"),
        ("mcts:net=a:9:net=b", "twice"),
        ("mcts:net=", "net=FILE"),
        ("mcts:net=:9", "net=FILE"),
    ],
)
def test_bad_names_say_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        rush_agents.load(text, "coffee_rush")


def test_only_a_network_that_scores_can_search(game: Game, tmp_path: Path) -> None:
    plain = files.save(tmp_path / "plain.npz", some_policy(game))
    with pytest.raises(BadOption, match="kind scoring; this one is plain"):
        rush_agents.load(f"mcts:net={plain}:9", game)
    with pytest.raises(files.BadPolicy, match="there is no policy file"):
        rush_agents.load(f"mcts:net={tmp_path}/none.npz", game)


def test_a_network_that_expects_no_outcomes_is_refused(game: Game, tmp_path: Path) -> None:
    """Its worths would be taken for chances to win."""
    shaped = replace(some_policy(game, "scoring"), training={"recipe": {"reward": "shaped"}})
    with pytest.raises(BadOption, match="rewards that are shaped, not outcomes"):
        rush_agents.load(f"mcts:net={files.save(tmp_path / 'shaped.npz', shaped)}:9", game)


def test_a_tournament_knows_the_network(tmp_path: Path) -> None:
    game, mine = rush_envs.game("coffee_rush"), tmp_path / "mine.npz"
    files.save(mine, some_policy(game, "scoring"))
    before = identity(f"mcts:net={mine}:9", game, 0)
    files.save(mine, some_policy(game, "scoring", seed=1))
    after = identity(f"mcts:net={mine}:9", game, 0)
    assert {key for key in before if before[key] != after[key]} == {"policy"}


# ------------------------------------------------------------------------------------------------------------------
# Blind and repeatable


def test_it_picks_the_same_whatever_is_hidden(table: Variant) -> None:
    network = some_network(table.game)
    differed = False
    for batch in stages(table, 8, 6, 17):
        other = other_truths(batch, 5)
        differed |= other.states.tobytes() != batch.states.tobytes()
        first = easy(network).act(batch.view(rng=np.random.default_rng(1)))
        again = easy(network).act(other.view(rng=np.random.default_rng(2)))
        assert (first == again).all()
    assert differed


def test_it_asks_for_no_more_than_it_says(game: Game) -> None:
    """Duels show an agent the parts of a view that it names, and no others."""
    network, batch = some_network(game), rush_envs.make_batch(game.name, 4, seed=0, features=False)
    batch.reset()
    for _ in range(6):
        agent = easy(network)
        named = agent.act(batch.view(rng=np.random.default_rng(1), parts=agent.sees))
        assert (named == easy(network).act(batch.view(rng=np.random.default_rng(1)))).all()
        batch.step(named)


def test_it_repeats_itself_for_a_seed_and_any_threads(table: Variant) -> None:
    network = some_network(table.game)
    agents = [easy(network), easy(network), easy(network, threads=2)]
    other = easy(network, seed=4)
    differed = False
    for batch in stages(table, 12, 12, 7):
        kept = batch.states.tobytes()
        first, again, threaded = (agent.act(batch.view()) for agent in agents)
        assert (first == again).all()
        assert (first == threaded).all()
        assert (batch.mask[np.arange(12), first] == 1).all()
        differed |= bool((other.act(batch.view()) != first).any())
        assert batch.states.tobytes() == kept
    assert differed


def test_memory_is_fixed_up_front(table: Variant) -> None:
    agent = easy(some_network(table.game))
    before = agent.memory
    assert before > agent.workspaces[0].tree.nbytes + agent.workspaces[0].judging.room.first.nbytes
    batch = table.batch(6)
    agent.act(batch.view())
    assert agent.memory == before
    assert agent.workspaces[0].used[0] <= 25


# ------------------------------------------------------------------------------------------------------------------
# What the network says


@pytest.mark.parametrize("size", [0.0, 1e12, 1e30])
def test_whatever_the_weights_it_plays_on(table: Variant, size: float) -> None:
    """Sums that are infinite, or no numbers at all."""
    agent = easy(some_network(table.game, size))
    for batch in stages(table, 6, 4, 11):
        chosen = agent.act(batch.view())
        assert (batch.mask[np.arange(6), chosen] == 1).all()
        tree = agent.workspaces[0].tree[: agent.workspaces[0].used[0]]
        assert np.isfinite(tree["value"]).all()


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> BatchEnv:
    """The first turn of a game whose rule of thumb always plays badly."""
    monkeypatch.setattr(mcts, "rule_of_thumb", lambda game: race_game.greedy)
    batch = BatchEnv(race_game.GAME, race_game.Config(), 2, seed=1)
    batch.reset()
    return batch


def judge_of_races(own: float, other: float) -> ScoringNetwork:
    """Worth is so much of either score, and the last answers are liked best."""
    network = ScoringNetwork(race_game.GAME, (4, 2))
    w = network.scorer
    w.worth_features[0, :2], w.worth_features[1, :2] = (own, -own), (other, -other)
    w.worth_layer[0, 0] = w.worth_layer[1, 1] = 1
    w.worth[:] = 1, -1
    return network


@pytest.mark.parametrize(("own", "other", "best"), [(0.5, -0.5, 2), (0.0, 0.0, 0), (-0.5, 0.5, 0)])
def test_a_network_that_knows_who_wins_finds_the_way(race: BatchEnv, own: float, other: float, best: int) -> None:
    agent = MctsAgent(race_game.GAME, Budget(60), Settings(), 1, 7, judge_of_races(own, other))
    assert agent.act(race.view()).tolist() == [best, best]


def test_answers_are_tried_in_the_order_of_the_network(race: BatchEnv) -> None:
    network = judge_of_races(0.0, 0.0)
    network.scorer.words[2, 3] = network.scorer.score_layer[3, 0] = network.scorer.score[0] = 1
    agent = MctsAgent(race_game.GAME, Budget(4), Settings(), 1, 7, network)
    agent.act(race.view())
    tree = agent.workspaces[0].tree
    assert tree["action"][tree["seat"] == 0][:2].tolist() == [0, 2]
