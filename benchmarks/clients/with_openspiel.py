"""OpenSpiel: its basic tests, a tournament of MCTSBot, ISMCTSBot, outcome-sampling MCCFR and NFSP."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.bots import uniform_random
from open_spiel.python.pytorch import nfsp
from settings import asked, report

import rush_envs
import rush_envs.doors.openspiel


def main() -> None:
    name, options = asked()
    ident = rush_envs.game(name).id
    game = pyspiel.load_game(ident, {**options, "seed": 0})
    short = pyspiel.load_game(ident, {**options, "seed": 0, "max_steps": 40})
    rng = np.random.RandomState(0)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    search = mcts.MCTSBot(short, 1.4, 4, evaluator, random_state=rng)
    others = [uniform_random.UniformRandomBot(seat, rng) for seat in range(1, game.num_players())]
    evaluate_bots.evaluate_bots(short.new_initial_state(), [search, *others], rng)
    blind = ismcts.ISMCTSBot(short, evaluator, 1.4, 4, random_state=rng)
    state, decisions = short.new_initial_state(), 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(0 if state.is_chance_node() else int(blind.step(state)))
    sys.setrecursionlimit(10_000)  # MCCFR calls itself for every decision
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(short)
    for _ in range(5):
        solver.iteration()
    decisions += learn(rl_environment.Environment(short))
    report(decisions, information_states=len(solver._infostates))


def learn(environment: rl_environment.Environment) -> int:
    """NFSP in every chair, for some games."""
    size, actions = environment.observation_spec()["info_state"][0], environment.action_spec()["num_actions"]
    agents = [
        nfsp.NFSP(
            seat, size, actions, [32], reservoir_buffer_capacity=256, anticipatory_param=0.1, batch_size=16,
            min_buffer_size_to_learn=16, learn_every=16, replay_buffer_capacity=256,
        )
        for seat in range(environment.num_players)
    ]  # fmt: skip
    decisions = 0
    for _ in range(5):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
            decisions += 1
        for agent in agents:
            agent.step(step)
    return decisions


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
