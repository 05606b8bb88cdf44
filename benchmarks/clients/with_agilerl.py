"""AgileRL's multi-agent training: IPPO with evolution, on its AsyncPettingZooVecEnv, masks in the infos."""

from __future__ import annotations

import warnings

from agilerl.algorithms.core.registry import HyperparameterConfig, RLParameter
from agilerl.hpo.mutation import Mutations
from agilerl.hpo.tournament import TournamentSelection
from agilerl.training.train_multi_agent_on_policy import train_multi_agent_on_policy
from agilerl.utils.utils import create_population
from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv
from settings import asked, report

import rush_envs

GAMES, STEPS = 2, 1024


def main() -> None:
    name, options = asked()
    make = getattr(rush_envs, rush_envs.game(name).id).parallel_env
    env = AsyncPettingZooVecEnv([lambda: make(mask="info", **options)] * GAMES)
    agents = env.possible_agents
    settings = {"BATCH_SIZE": 64, "LR": 1e-3, "LEARN_STEP": 128, "GAMMA": 0.99, "AGENT_IDS": agents, "POP_SIZE": 2}
    population = create_population(
        algo="IPPO",
        observation_space=[env.single_observation_space(agent) for agent in agents],
        action_space=[env.single_action_space(agent) for agent in agents],
        net_config={"latent_dim": 32, "encoder_config": {"hidden_size": [64]}},
        INIT_HP=settings,
        hp_config=HyperparameterConfig(lr=RLParameter(min=1e-4, max=1e-2)),
        population_size=2,
        num_envs=GAMES,
    )
    trained, _ = train_multi_agent_on_policy(
        env=env,
        env_name=name,
        algo="IPPO",
        pop=population,
        INIT_HP=settings,
        max_steps=STEPS,
        evo_steps=256,
        eval_steps=20,
        tournament=TournamentSelection(2, True, 2, 1),
        mutation=Mutations(0.4, 0.2, 0.2, 0, 0, 0.2),
        verbose=False,
    )
    env.close()
    report(sum(agent.steps[-1] for agent in trained))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
