"""TorchRL: `check_env_specs`, the PPO of its multi-agent tutorial on our native environment, and a race of that with
TorchRL's own PettingZooWrapper."""

from __future__ import annotations

import logging
import time
import warnings
from typing import Any

import torch
from settings import asked, report
from tensordict.nn import TensorDictModule, TensorDictSequential
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, ReplayBuffer, SamplerWithoutReplacement
from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import check_env_specs
from torchrl.modules import MaskedCategorical, MultiAgentMLP, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss, ValueEstimators

import rush_envs
from rush_envs.doors.torchrl import RushEnv

GAMES, FRAMES, UPDATES = 16, 512, 2
RACERS, SECONDS = 1024, 2.0


def networks(env: RushEnv, group: str) -> tuple[Any, Any]:
    """Actor and critic of a group: one network each, shared by its agents, each with its own eyes."""
    features = env.observation_spec[group, "observation"].shape[-1]
    actions, agents = env.full_action_spec[group, "action"].n, len(env.group_map[group])
    shared = {"n_agents": agents, "share_params": True, "depth": 1, "num_cells": 64}

    def body(outputs: int, *, centralised: bool) -> MultiAgentMLP:
        return MultiAgentMLP(features, outputs, centralised=centralised, **shared)

    logits = TensorDictModule(body(actions, centralised=False), [(group, "observation")], [(group, "logits")])
    actor = ProbabilisticActor(
        logits,
        in_keys={"logits": (group, "logits"), "mask": (group, "action_mask")},
        out_keys=[(group, "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=(group, "log_prob"),
    )
    critic = TensorDictModule(body(1, centralised=True), [(group, "observation")], [(group, "state_value")])
    return actor, critic


def losses(env: RushEnv) -> tuple[Any, dict[str, Any]]:
    """The policy of all groups, and each group's loss."""
    actors, found = [], {}
    for group in env.group_map:
        actor, critic = networks(env, group)
        loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, normalize_advantage=False)
        loss.set_keys(
            reward=(group, "reward"), action=(group, "action"), value=(group, "state_value"),
            done=(group, "done"), terminated=(group, "terminated"), sample_log_prob=(group, "log_prob"),
            advantage=(group, "advantage"), value_target=(group, "value_target"),
        )  # fmt: skip
        loss.make_value_estimator(ValueEstimators.GAE, gamma=0.99, lmbda=0.95)
        actors.append(actor)
        found[group] = loss
    return TensorDictSequential(*actors), found


def learn(env: RushEnv) -> tuple[int, float]:
    """Frames that were learnt from, and the last loss."""
    policy, parts = losses(env)
    optimizers = {group: torch.optim.Adam(loss.parameters(), lr=3e-4) for group, loss in parts.items()}
    collector = Collector(env, policy, frames_per_batch=FRAMES, total_frames=FRAMES * UPDATES)
    frames, value = 0, torch.zeros(())
    for data in collector:
        for group, loss in parts.items():
            for flag in ("done", "terminated"):  # of a game, for each of its agents
                shape = data["next", group, "reward"].shape
                data["next", group, flag] = data["next", flag].unsqueeze(-1).expand(shape)
            with torch.no_grad():
                loss.value_estimator(
                    data, params=loss.critic_network_params, target_params=loss.target_critic_network_params
                )
        buffer = ReplayBuffer(storage=LazyTensorStorage(FRAMES), sampler=SamplerWithoutReplacement(), batch_size=128)
        buffer.extend(data.reshape(-1))
        for group, loss in parts.items():
            for _ in range(FRAMES // 128):
                told = loss(buffer.sample())
                value = told["loss_objective"] + told["loss_critic"] + told["loss_entropy"]
                optimizers[group].zero_grad()
                value.backward()
                optimizers[group].step()
        frames += data.numel()
    collector.shutdown()
    return frames, float(value.detach())


def rate(env: Any, games: int) -> float:
    """Steps a CPU second of random play, with resets."""
    seen = env.reset()
    for _ in range(3):
        _, seen = env.step_and_maybe_reset(env.rand_action(seen))
    begun, steps = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        _, seen = env.step_and_maybe_reset(env.rand_action(seen))
        steps += games
    return steps / (time.process_time() - begun)


def main() -> None:
    name, options = asked()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    for groups in ("role", "team", "all", "each"):
        check_env_specs(RushEnv(name, 3, groups=groups, state=True, **options))
    frames, loss = learn(RushEnv(name, GAMES, seed=0, **options))
    if not loss == loss:
        raise ArithmeticError("the loss is no number")
    wrapper = PettingZooWrapper(getattr(rush_envs, rush_envs.game(name).id).parallel_env(**options), use_mask=True)
    ours, theirs = rate(RushEnv(name, RACERS, **options), RACERS), rate(wrapper, 1)
    whole = rate(RushEnv(name, RACERS, scaled=False, **options), RACERS)
    report(
        frames, ours=round(ours), whole_numbers=round(whole), wrapper=round(theirs), times=round(ours / theirs),
        times_whole_numbers=round(whole / theirs),
    )  # fmt: skip


if __name__ == "__main__":
    logging.disable()
    warnings.simplefilter("ignore")
    main()
