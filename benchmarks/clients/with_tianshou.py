"""Tianshou's multi-agent tutorial: its PettingZooEnv, DQN in the first chair, masked random agents in the others."""

from __future__ import annotations

import torch
from settings import asked, report
from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import rush_envs

GAMES, STEPS = 4, 1000


def main() -> None:
    name, options = asked()
    torch.manual_seed(0)

    def make() -> PettingZooEnv:
        return PettingZooEnv(rush_envs.make(name, **options))

    env = make()
    net = Net(
        state_shape=env.observation_space["observation"].shape, action_shape=int(env.action_space.n), hidden_sizes=[64]
    )
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1, eps_inference=0.05)
    learner = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=1e-3), n_step_return_horizon=3, gamma=0.9, target_update_freq=320
    )
    others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space) for _ in env.agents[1:]]
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=env)
    games, trials = DummyVectorEnv([make] * GAMES), DummyVectorEnv([make] * 2)
    collector = Collector[CollectStats](algorithm, games, VectorReplayBuffer(4000, len(games)), exploration_noise=True)
    collector.reset()
    collector.collect(n_step=64 * GAMES)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            test_collector=Collector[CollectStats](algorithm, trials, exploration_noise=True),
            max_epochs=1,
            epoch_num_steps=STEPS,
            collection_step_num_env_steps=50,
            test_step_num_episodes=2,
            batch_size=64,
            update_step_num_gradient_steps_per_sample=0.1,
            multi_agent_return_reduction=lambda rewards: rewards[:, 0],
        )
    )
    report(collector.collect_step)


if __name__ == "__main__":
    main()
