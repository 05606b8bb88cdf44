"""RLlib's PPO through PettingZoo, in one file: every seat learns from its own eyes with one masked network.

    python -m rush_agents.examples.rllib_ppo --game silver_gold_pyramids --iterations 20

The door is AEC, which asks one agent at a time, so that each sample is a real decision. RLlib hands an agent its reward
with its next observation: what it was paid since its last decision, and what the end of the game brought.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import nn

import rush_agents
import rush_envs
from rush_agents.arena.duels import duel, total

HIDDEN = 128
EVERYBODY = "everybody"  # the one policy that all seats share


class Network(TorchRLModule, ValueFunctionAPI):
    """Actor and critic with a body of their own each; an illegal action is never chosen."""

    def setup(self) -> None:
        features, actions = self.observation_space["observation"].shape[0], self.action_space.n
        self.actor = nn.Sequential(nn.Linear(features, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, actions))
        self.critic = nn.Sequential(nn.Linear(features, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))

    def _forward(self, batch: dict[str, Any], **more: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, -1e9)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        values: torch.Tensor = self.critic(batch[Columns.OBS]["observation"])[:, 0]
        return values


class Learned:
    """The network as an agent: anything with `act(view)` is one."""

    def __init__(self, network: Network, scale: np.ndarray) -> None:
        self.network, self.scale = network, scale

    def act(self, view: rush_envs.engine.batch.View) -> np.ndarray:
        seen = {
            "observation": torch.as_tensor(view.features * self.scale),
            "action_mask": torch.as_tensor(view.mask),
        }
        with torch.no_grad():
            logits = self.network.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        chosen: np.ndarray = logits.argmax(1).numpy()
        return chosen


def make_env(setting: dict[str, Any]) -> PettingZooEnv:
    return PettingZooEnv(rush_envs.make(setting["game"], reward="shaped", **setting["options"]))


def configure(game: str, options: dict[str, Any], *, games: int, decisions: int, runners: int, seed: int) -> PPOConfig:
    """`games` side by side in each of `runners` processes (0: in this one), `decisions` between two updates."""
    register_env("rush", make_env)
    network = MultiRLModuleSpec(rl_module_specs={EVERYBODY: RLModuleSpec(module_class=Network)})
    return (
        PPOConfig()
        # RLlib's check of an environment would try actions that the mask forbids.
        .environment("rush", env_config={"game": game, "options": options}, disable_env_checking=True)
        .multi_agent(policies={EVERYBODY}, policy_mapping_fn=lambda agent, episode, **more: EVERYBODY)
        .rl_module(rl_module_spec=network)
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=games)
        .training(
            train_batch_size_per_learner=decisions,
            minibatch_size=min(512, decisions),
            num_epochs=3,
            lr=3e-4,
            gamma=0.999,
            lambda_=0.95,
            entropy_coeff=0.01,
            grad_clip=0.5,
        )
        .debugging(seed=seed)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="silver_gold_pyramids", choices=rush_envs.games())
    parser.add_argument("--players", type=int, help="the game's default if not given")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--games", type=int, default=8, help="side by side in each process")
    parser.add_argument("--decisions", type=int, default=4096, help="between two updates")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0 plays in this one")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    options = {} if asked.players is None else {"num_players": asked.players}
    config = configure(
        asked.game, options, games=asked.games, decisions=asked.decisions, runners=asked.runners, seed=asked.seed
    )
    game = rush_envs.game(asked.game)
    algorithm = config.build_algo()
    for number in range(1, asked.iterations + 1):
        result = algorithm.train()
        if number % 10 == 0 or number == asked.iterations:
            learned = Learned(algorithm.get_module(EVERYBODY), game.observation.scale)
            rival = rush_agents.load("random", game, seed=asked.seed)
            share = total(duel(game, learned, rival, 200, seed=number, options=options))
            print(f"{int(result['num_env_steps_sampled_lifetime']):,} decisions: wins against random {share}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
