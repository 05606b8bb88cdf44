"""RLlib's PPO by way of `rush_envs.doors.rllib`: every seat learns from its own eyes, if you like against its own past.

python -m rush_agents.examples.rllib_ppo --game silver_gold_pyramids --iterations 20 --league 5
"""

from __future__ import annotations

import argparse

import ray

import rush_agents
import rush_envs
from rush_agents.arena.duels import duel, total
from rush_envs.doors.rllib import LEARNER, League, Learned, configure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="silver_gold_pyramids", choices=rush_envs.games())
    parser.add_argument("--players", type=int, help="the game's default if not given")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--games", type=int, default=8, help="side by side in each process")
    parser.add_argument("--decisions", type=int, default=4096, help="between two updates")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0 plays in this one")
    parser.add_argument("--league", type=int, help="after so many updates a copy of the learner becomes a rival")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    options = {} if asked.players is None else {"num_players": asked.players}
    config = configure(
        asked.game,
        league=League.of(every=asked.league) if asked.league else None,
        runners=asked.runners,
        games=asked.games,
        decisions=asked.decisions,
        seed=asked.seed,
        **options,
    )
    game = rush_envs.game(asked.game)
    algorithm = config.build_algo()
    for number in range(1, asked.iterations + 1):
        result = algorithm.train()
        if number % 10 == 0 or number == asked.iterations:
            learned = Learned(algorithm.get_module(LEARNER), asked.game)
            rival = rush_agents.load("random", game, seed=asked.seed)
            share = total(duel(game, learned, rival, 200, seed=number, options=options))
            print(f"{int(result['num_env_steps_sampled_lifetime']):,} decisions: wins against random {share}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
