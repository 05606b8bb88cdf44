"""The search agent: blind to what is hidden, the same for the same seed, and never worse than a winning move."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from conftest import Variant

import rush_agents
import rush_envs
from rush_agents.mcts import MctsAgent
from rush_agents.search import forest
from rush_agents.search.settings import Budget, Settings, parse
from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.drivers import drivers_of
from rush_envs.errors import BadOption

FEW = "mcts:24:depth=1"


def load(name: str, game: Game | str, seed: int = 3) -> MctsAgent:
    agent = rush_agents.load(name, game, seed=seed)
    assert isinstance(agent, MctsAgent)
    return agent


def first_variants() -> list[Variant]:
    return [Variant(rush_envs.game(name), dict(rush_envs.game(name).variants[-1])) for name in rush_envs.games()]


@pytest.fixture(params=first_variants(), ids=lambda variant: variant.game.name)
def table(request: pytest.FixtureRequest) -> Variant:
    """Every game once, in its last variant: the richest of Rush Out!."""
    return request.param


def stages(variant: Variant, rows: int, count: int, gap: int) -> Iterator[BatchEnv]:
    """Batches stopped now and then, played by greedy with a random answer every so often."""
    agent = rush_agents.load("greedy", variant.game)
    batch = variant.batch(rows)
    for step in range(count * gap):
        if step % gap == 0:
            yield batch
        batch.step(batch.random_actions() if step % 5 == 0 else agent.act(batch.view()))


def other_truths(batch: BatchEnv, seed: int) -> BatchEnv:
    """The same views, but other things are hidden behind them."""
    other = rush_envs.make_batch(batch.game.name, batch.num_envs, **batch.config.options())
    states = batch.states.copy()
    streams = np.random.default_rng(seed).integers(0, 1 << 64, batch.num_envs, np.uint64)
    drivers_of(batch.game).imagine(states, batch.seat.copy(), streams)
    other.load(states)
    # While a choice is sealed the others are unanswered again, and a lower seat would be asked first.
    other.ask(batch.seat)
    return other


# ------------------------------------------------------------------------------------------------------------------
# Hidden information


def test_mcts_picks_the_same_whatever_is_hidden(table: Variant) -> None:
    differed = False
    for batch in stages(table, 8, 6, 17):
        other = other_truths(batch, 5)
        assert (other.mask == batch.mask).all()
        differed |= other.states.tobytes() != batch.states.tobytes()
        first = load(FEW, table.game).act(batch.view(rng=np.random.default_rng(1)))
        again = load(FEW, table.game).act(other.view(rng=np.random.default_rng(2)))
        assert (first == again).all()
    assert differed


def test_mcts_leaves_view_and_games_alone(table: Variant) -> None:
    batch = table.played(4, 10)
    view = batch.view()
    seen = view.for_kernels(table.game, "states")
    kept = batch.states.tobytes(), seen.states.tobytes(), seen.mask.tobytes(), seen.seat.tobytes()
    load(FEW, table.game).act(view)
    assert kept == (batch.states.tobytes(), seen.states.tobytes(), seen.mask.tobytes(), seen.seat.tobytes())


# ------------------------------------------------------------------------------------------------------------------
# Reproducible


def test_mcts_repeats_itself_for_a_seed_and_any_threads(table: Variant) -> None:
    easy = FEW + ":trust=0"  # leaves greedy's way at the least doubt, so that seeds show
    agents = [load(easy, table.game), load(easy, table.game), load(easy + ":threads=2", table.game)]
    other = load(easy, table.game, seed=4)
    differed = False
    for batch in stages(table, 12, 12, 7):
        first, again, threaded = (agent.act(batch.view()) for agent in agents)
        assert (first == again).all()
        assert (first == threaded).all()
        assert (batch.mask[np.arange(12), first] == 1).all()
        differed |= bool((other.act(batch.view()) != first).any())
    assert differed


def test_mcts_of_a_row_does_not_depend_on_the_others(table: Variant) -> None:
    batch = table.played(6, 12)
    whole = load(FEW, table.game).act(batch.view())
    part = load(FEW, table.game).act(batch.view(np.arange(3)))
    assert (whole[:3] == part).all()


# ------------------------------------------------------------------------------------------------------------------
# Budgets and memory


def test_memory_is_fixed_up_front(table: Variant) -> None:
    agent = load("mcts:30:depth=1:threads=2", table.game)
    assert [len(space.tree) for space in agent.workspaces] == [31, 31]
    places = [space.tree.ctypes.data for space in agent.workspaces]
    before = agent.memory
    batch = table.batch(6)
    for _ in range(3):
        agent.act(batch.view())
    assert agent.memory == before
    assert [space.tree.ctypes.data for space in agent.workspaces] == places
    assert all(space.used[0] <= 31 for space in agent.workspaces)


def test_a_search_by_the_clock_ends_with_its_memory(table: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rush_agents.mcts, "NODES", 40)
    agent = load("mcts:60000ms:depth=1", table.game)
    for batch in stages(table, 2, 6, 9):
        agent.act(batch.view())
    assert agent.workspaces[0].tree["visits"][0] == 39
    assert agent.workspaces[0].used[0] <= 40


def test_milliseconds_are_kept(table: Variant) -> None:
    agent = load("mcts:20ms:depth=1", table.game)
    for batch in stages(table, 2, 6, 9):  # the first search compiles or loads
        agent.act(batch.view())
    assert agent.workspaces[0].tree["visits"][0] > 8


# ------------------------------------------------------------------------------------------------------------------
# Names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mcts:0", "number of simulations"),
        ("mcts:-5", "number of simulations"),
        ("mcts:many", "number of simulations"),
        ("mcts:50s", "number of simulations"),
        ("mcts:99999999999", "number of simulations"),
        ("mcts:400:", "name=value"),
        ("mcts:400:depth", "name=value"),
        ("mcts:400:depth=", "name=value"),
        ("mcts:400:dept=3", "did you mean 'depth'"),
        ("mcts:400:depth=3:depth=4", "twice"),
        ("mcts:400:depth=1.5", "whole number"),
        ("mcts:400:depth=-1", "whole number"),
        ("mcts:400:explore=nan", "number from"),
        ("mcts:400:playout=gredy", "did you mean 'greedy'"),
        ("mcts:400:threads=0", "whole number"),
        ("mcts:400:trees=0", "whole number"),
        ("mcts:400:on=moon", "known: auto, ray"),
        ("mcts:400,depth=3", "number of simulations"),
    ],
)
def test_bad_names_say_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        rush_agents.load(text, "coffee_rush")


def test_names_carry_budget_and_options() -> None:
    assert parse("", Settings()) == (Budget(400), Settings(), 1)
    assert parse("50ms", Settings(depth=2))[:2] == (Budget(0, 50), Settings(depth=2))
    budget, settings, threads = parse("70:playout=random:depth=9:explore=1.5:threads=2", Settings(depth=2))
    assert (budget.simulations, threads) == (70, 2)
    assert settings == Settings(playout="random", depth=9, explore=1.5)


# ------------------------------------------------------------------------------------------------------------------
# What it plays for


def last_moments(variant: Variant, rows: int, back: int) -> BatchEnv:
    """Games of greedy players, each as it stood `back` answers before its end."""
    agent = rush_agents.load("greedy", variant.game)
    batch = variant.batch(rows, autoreset=False)
    history = [batch.states.copy()]
    while (live := np.flatnonzero(batch.seat >= 0)).size:
        batch.step(agent.act(batch.view(live)), live)
        history.append(batch.states.copy())
    states = np.array([history[batch.states["ply"][row] - back][row] for row in range(rows)])
    batch.load(states)
    return batch


def winning(batch: BatchEnv, row: int, tries: int = 16) -> list[int]:
    """The actions that win at once for the asked seat, whatever is hidden."""
    seat, found = int(batch.seat[row]), []
    for action in np.flatnonzero(batch.mask[row]):
        trial = rush_envs.make_batch(batch.game.name, tries, autoreset=False, **batch.config.options())
        states = np.repeat(batch.states[row : row + 1], tries)
        drivers_of(batch.game).imagine(states, np.full(tries, seat), np.arange(tries, dtype=np.uint64))
        trial.load(states)
        if (trial.seat == seat).all():
            trial.step(np.full(tries, action))
            if (trial.final_states["outcome"][:, seat] == 1).all():
                found.append(int(action))
    return found


def test_mcts_takes_a_winning_move() -> None:
    """The last treasure of an explorer, or the last catch of a mummy that knows where its prey is."""
    variant = Variant(rush_envs.game("curse_of_the_mummy"), {"num_players": 4})
    batch = last_moments(variant, 24, 1)
    chances = {row: wins for row in range(24) if (wins := winning(batch, row)) and batch.mask[row].sum() > len(wins)}
    assert len(chances) >= 5
    for playout in ("random", "greedy"):
        chosen = load(f"mcts:60:playout={playout}:depth=0", variant.game).act(batch.view())
        assert all(chosen[row] in wins for row, wins in chances.items())


def test_a_mate_who_wins_is_as_good_as_winning() -> None:
    """The last answers before a victory of the heroes, the wizard not being as near to his own: whoever gives them, all
    heroes expect to win, the wizard to lose."""
    variant = Variant(rush_envs.game("rush_out"), {"num_players": 4, "scenario": "training_2"})
    agent = load("mcts:40:depth=0:margin=0", variant.game)
    expected: dict[int, list[float]] = {0: [], 1: [], 2: [], 3: []}
    for back in (1, 2, 3, 4):
        batch = last_moments(variant, 240, back)
        near = (batch.states["ordeal_count"] == 1) & (batch.states["spell_count"] > 1)
        for row in np.flatnonzero(near & (batch.mask.sum(axis=1) > 1)):
            root = agent.workspaces[0].tree[:1]
            root["visits"] = 0
            agent.act(batch.view(np.array([row])))
            if root["visits"][0]:  # else a mate searches in this tick, or there is nothing to compare
                expected[int(batch.seat[row])].append(float(root["value"][0] / root["visits"][0]))
    means = {seat: float(np.mean(values)) for seat, values in expected.items() if values}
    assert len(means) == 4, means
    assert all(mean < -0.5 if seat == 0 else mean > 0.5 for seat, mean in means.items()), means


# ------------------------------------------------------------------------------------------------------------------
# Several trees


def test_trees_repeat_themselves_for_a_seed_and_any_threads(table: Variant) -> None:
    name = f"{FEW}:trees=3"
    agents = [load(text, table.game) for text in (name, name, f"{name}:threads=2", FEW)]
    differs = 0
    for batch in stages(table, 6, 3, 7):
        view = batch.view()
        first, again, threaded, single = (agent.act(view) for agent in agents)
        assert first.tolist() == again.tolist() == threaded.tolist()
        assert batch.mask[np.arange(6), first].all()
        differs += int((first != single).sum())
    assert differs < 18  # they are trees of the same game


def test_a_single_tree_in_a_forest_is_the_tree_itself() -> None:
    batch = rush_envs.make_batch("coffee_rush", 8, seed=5, num_players=2)
    batch.reset()
    agent, view = load("mcts:60", "coffee_rush"), batch.view()
    wanted = agent.act(view)
    alone = load("mcts:60", "coffee_rush")
    actions = view.mask.argmax(axis=1).astype(np.int64)
    rows = np.flatnonzero(view.mask.sum(axis=1) > 1)
    alone._grow_forest(rows, view, actions)
    assert actions.tolist() == wanted.tolist()


def test_what_trees_have_learned_is_added_up() -> None:
    found = np.zeros((2, 4, forest.TOLD))
    found[:, 2] = (0.0, 0.0, 50, 1)  # the favourite
    found[0, 1] = (20.0, 10.0, 40, 0)  # one tree is sure that it is better
    room = forest.room(4)
    assert forest.choose(found, 1.0, room) == 1
    found[1, 1] = (-30.0, 30.0, 40, 0)  # but not with the other
    assert forest.choose(found, 1.0, room) == 2
    found[1, 3] = (9.0, 4.0, 20, 0)
    assert forest.choose(found, 1.0, room) == 3
    assert forest.choose(found[:, :, :], 1e9, room) == 2
