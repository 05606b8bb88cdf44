"""AgileRL: masked DQN in self-play, as its connect-four tutorial does it, and multi-agent IPPO with evolution.

IPPO goes without masks here, with `illegal="random"`: it looks for None among masks that are arrays, which fails
whatever they hold.
"""

from __future__ import annotations

import warnings

import numpy as np
from agilerl.algorithms.dqn import DQN
from agilerl.components.data import Transition
from agilerl.components.replay_buffer import ReplayBuffer
from agilerl.hpo.mutation import Mutations
from agilerl.hpo.tournament import TournamentSelection
from agilerl.training.train_multi_agent_on_policy import train_multi_agent_on_policy
from agilerl.utils.utils import create_population
from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv
from settings import asked, report

import rush_envs

GAMES, STEPS, DECISIONS = 2, 1024, 1500
NETWORK = {"latent_dim": 32, "encoder_config": {"hidden_size": [64]}}


def self_play(name: str, options: dict) -> int:
    """One network answers for everybody, and learns from each agent's own decisions."""
    env = rush_envs.make(name, mask="info", **options)
    first = env.possible_agents[0]
    agent = DQN(env.observation_space(first), env.action_space(first), net_config=NETWORK, batch_size=64)
    memory, decisions = ReplayBuffer(max_size=5000), 0
    while decisions < DECISIONS:
        env.reset(seed=decisions)
        before: dict[str, tuple] = {}
        for player in env.agent_iter():
            seen, reward, terminated, truncated, info = env.last()
            over = terminated or truncated
            if player in before:
                then, answer = before[player]
                kept = Transition(
                    obs=then[None], action=np.array([answer]), reward=np.array([reward], np.float32),
                    next_obs=seen[None], done=np.array([over]), batch_size=[1],
                )  # fmt: skip
                memory.add(kept.to_tensordict())
            if over:
                env.step(None)
                continue
            answer = int(agent.get_action(seen[None], epsilon=0.2, action_mask=info["action_mask"][None])[0])
            before[player] = seen, answer
            env.step(answer)
            decisions += 1
            if len(memory) >= 64 and decisions % 8 == 0:
                agent.learn(memory.sample(64))
    return decisions


def evolve(name: str, options: dict) -> int:
    """A population of IPPO learners."""
    make = getattr(rush_envs, rush_envs.game(name).id).parallel_env
    env = AsyncPettingZooVecEnv([lambda: make(illegal="random", mask_key="legal", **options)] * GAMES)
    agents = env.possible_agents
    population = create_population(
        algo="IPPO",
        observation_space=[env.single_observation_space(agent) for agent in agents],
        action_space=[env.single_action_space(agent) for agent in agents],
        net_config=None,
        INIT_HP={"BATCH_SIZE": 64, "LR": 1e-3, "LEARN_STEP": 128, "AGENT_IDS": agents},
        population_size=2,
        num_envs=GAMES,
    )
    trained, _ = train_multi_agent_on_policy(
        env=env,
        env_name=name,
        algo="IPPO",
        pop=population,
        max_steps=STEPS,
        evo_steps=256,
        eval_steps=20,
        tournament=TournamentSelection(tournament_size=2, elitism=True, population_size=2),
        mutation=Mutations(0.4, 0.2, 0.2, 0, 0, 0.2),
        verbose=False,
    )
    env.close()
    return STEPS if trained else 0


def main() -> None:
    name, options = asked()
    report(self_play(name, options) + evolve(name, options))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
