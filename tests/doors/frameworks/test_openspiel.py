"""OpenSpiel's own tests and algorithms on all games; positions drawn anew tell nothing the player does not know."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from conftest import fewest

import rush_envs
from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadAction, BadOption, RushError

pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")  # OpenSpiel's own

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    evaluate_bots,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.bots import uniform_random  # noqa: E402
from open_spiel.python.pytorch import nfsp  # noqa: E402

import rush_envs.doors.openspiel  # noqa: E402

SHORT = 60  # decisions


def load(game: Game, **parameters: Any) -> Any:
    """The smallest table, for a few decisions."""
    return pyspiel.load_game(game.id, {"num_players": fewest(game), "max_steps": SHORT, "seed": 1} | parameters)


def played(state: Any, rng: np.random.RandomState, decisions: int) -> Any:
    """The state after so many random answers, where somebody is asked."""
    while decisions > 0 or state.is_chance_node():
        if state.is_terminal():
            break
        decisions -= not state.is_chance_node()
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_the_basic_tests(game: Game) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=False, verbose=False)


def test_a_whole_game_pays_what_ours_pays(game: Game) -> None:
    rng = np.random.RandomState(0)
    state = played(pyspiel.load_game(game.id, {"num_players": fewest(game)}).new_initial_state(), rng, 100_000)
    assert state.is_terminal()
    record = state._record
    paid = np.zeros(len(state.returns()))
    if record["done"][0]:
        won = record["outcome"][0, : len(paid)] > 0
        paid = np.where(won, 1 / max(won.sum(), 1), -1 / max((~won).sum(), 1)) if 0 < won.sum() < len(won) else paid
    if state.get_game().get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM:
        paid = np.sign(paid)
    assert state.returns() == pytest.approx(paid.tolist(), abs=1e-12)


def test_states_are_those_of_a_batch(game: Game) -> None:
    """The same seat is asked, sees the same and may do the same."""
    rng = np.random.RandomState(3)
    state = played(load(game).new_initial_state(), rng, 0)
    batch = BatchEnv.of(game.name, 1, num_players=fewest(game), max_steps=SHORT)
    for _ in range(20):
        batch.load(state._record)
        player = state.current_player()
        assert player == batch.seat[0]
        assert state.legal_actions() == np.flatnonzero(batch.mask[0]).tolist()
        seen = batch.features[0] * game.observation.scale
        assert np.allclose(state.observation_tensor(player), seen)
        assert np.allclose(state.information_state_tensor(player), seen)
        played(state, rng, 1)
        if state.is_terminal():
            break


def test_chance_is_drawn_when_it_happens(game: Game) -> None:
    """Copies of a state share no luck to come, or a search on them would see it."""
    start = load(game).new_initial_state()
    assert start.is_chance_node()
    dealt = [start.clone() for _ in range(20)]
    for state in dealt:
        state.apply_action(0)
    assert len({str(state) for state in dealt}) > 1
    first, second = (played(load(game, seed=7).new_initial_state(), np.random.RandomState(0), 20) for _ in range(2))
    assert str(first) == str(second), "but the same seed draws the same"


def test_what_is_drawn_anew_looks_the_same_to_the_player_and_tells_nothing(game: Game) -> None:
    state = played(load(game).new_initial_state(), np.random.RandomState(5), 30)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    drawn = [state.resample_from_infostate(player, sampler) for _ in range(8)]
    for each in drawn:
        assert each.current_player() == player
        assert each.information_state_string(player) == state.information_state_string(player)
        assert each.information_state_tensor(player) == state.information_state_tensor(player)
        assert each.legal_actions() == state.legal_actions()
        assert each.history() == [], "which would tell what others answered"
        assert each._record["rng"] != state._record["rng"]
        assert [own == b"" for own in each._recalled] == [seat != player for seat in range(len(each._recalled))]
    assert len({str(each) for each in drawn}) == len(drawn)
    with pytest.raises(BadAction, match="asked"):
        load(game).new_initial_state().resample_from_infostate(0, sampler)


def test_a_sealed_answer_is_not_known_to_who_is_asked_next() -> None:
    game = rush_envs.game("silver_gold_pyramids")
    state = played(load(game).new_initial_state(), np.random.RandomState(1), 0)
    assert state.current_player() == 0
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1
    drawn = state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
    assert drawn.current_player() == 1
    drawn.apply_action(drawn.legal_actions()[0])
    assert drawn.current_player() == 0, "who is imagined to answer after that"


def test_information_states_remember(game: Game) -> None:
    """Perfect recall: two ways to the same position differ, though what is seen there is the same."""
    state = played(load(game).new_initial_state(), np.random.RandomState(2), 10)
    player = state.current_player()
    other = state.clone()
    other._recalled = tuple(b"another past" for _ in other._recalled)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.information_state_string(player) != state.information_state_string(player)


def test_searches_play(game: Game) -> None:
    """In a tournament of OpenSpiel's, but for ISMCTSBot, which cannot be started anew in one."""
    loaded = load(game, max_steps=10)
    rng = np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    search = mcts.MCTSBot(loaded, 1.4, 2, evaluator, random_state=rng)
    others = [uniform_random.UniformRandomBot(seat, rng) for seat in range(1, loaded.num_players())]
    returns = evaluate_bots.evaluate_bots(loaded.new_initial_state(), [search, *others], rng)
    assert list(returns) == [0.0] * loaded.num_players(), "it was cut short"
    blind = ismcts.ISMCTSBot(loaded, evaluator, 1.4, 3, random_state=rng)
    state = played(loaded.new_initial_state(), rng, 0)
    for _ in range(4):
        answer = int(blind.step(state))
        assert answer in state.legal_actions()
        state.apply_action(answer)
        played(state, rng, 0)


def test_mccfr_learns(game: Game) -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load(game, max_steps=20))
    solver.iteration()
    assert len(solver._infostates) > 5


def test_nfsp_learns(game: Game) -> None:
    environment = rl_environment.Environment(load(game, max_steps=30))
    size, actions = environment.observation_spec()["info_state"][0], environment.action_spec()["num_actions"]
    agents = [
        nfsp.NFSP(
            seat, size, actions, [8], reservoir_buffer_capacity=64, anticipatory_param=0.5, batch_size=4,
            min_buffer_size_to_learn=4, learn_every=8, replay_buffer_capacity=64,
        )
        for seat in range(environment.num_players)
    ]  # fmt: skip
    for _ in range(2):
        step = environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = environment.step([agents[player].step(step).action])
        for agent in agents:
            agent.step(step)
    assert any(agent.loss != (None, None) for agent in agents)


def test_parameters_are_checked() -> None:
    loaded = pyspiel.load_game("rush_out_v1(num_players=3,heroes=cleric+warrior,scenario=scenario_2)")
    assert loaded.config.heroes == ("cleric", "warrior")
    assert loaded.num_players() == 3
    assert loaded.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    with pytest.raises(BadOption, match="scenario"):
        pyspiel.load_game("rush_out_v1(scenario=scenario_99)")
    with pytest.raises(RushError, match="num_players"):
        pyspiel.load_game("coffee_rush_v1(num_players=9)")
    state = played(pyspiel.load_game("coffee_rush_v1").new_initial_state(), np.random.RandomState(0), 0)
    wrong = next(action for action in range(84) if action not in state.legal_actions())
    before = str(state)
    with pytest.raises(BadAction, match="legal_actions"):
        state.apply_action(wrong)
    assert str(state) == before


def test_a_process_that_knows_the_games_ends_well() -> None:
    """OpenSpiel's registry outlives the interpreter, and what it holds must not be let go of there."""
    code = "import rush_envs.doors.openspiel, pyspiel; pyspiel.load_game('coffee_rush_v1')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
