"""CleanRL: a PPO in one file as CleanRL writes them, with masked logits, on `gymnasium.make_vec`."""

from __future__ import annotations

import gymnasium
import numpy as np
import torch
from settings import asked, report
from torch import nn
from torch.distributions import Categorical

import rush_envs

GAMES, LENGTH, UPDATES = 16, 64, 3
GAMMA, LAMBDA, CLIP, ENTROPY = 0.99, 0.95, 0.2, 0.01


class Agent(nn.Module):
    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(features, 64), nn.Tanh(), nn.Linear(64, 1))
        self.actor = nn.Sequential(nn.Linear(features, 64), nn.Tanh(), nn.Linear(64, actions))

    def choose(self, seen: torch.Tensor, mask: torch.Tensor, action: torch.Tensor | None = None) -> tuple:
        choices = Categorical(logits=self.actor(seen).masked_fill(~mask, -1e8))
        action = choices.sample() if action is None else action
        return action, choices.log_prob(action), choices.entropy(), self.critic(seen)[:, 0]


def collect(envs: gymnasium.vector.VectorEnv, agent: Agent, seen: np.ndarray, infos: dict) -> tuple:
    """`LENGTH` steps of every game, their advantages, and where they have led."""
    kept: dict[str, list] = {name: [] for name in ("seen", "mask", "action", "likely", "value", "reward", "over")}
    for _ in range(LENGTH):
        tensors = torch.as_tensor(seen), torch.as_tensor(infos["action_mask"] != 0)
        with torch.no_grad():
            action, likely, _, value = agent.choose(*tensors)
        seen, reward, terminated, truncated, infos = envs.step(action.numpy())
        over = torch.as_tensor(terminated | truncated)
        values = (*tensors, action, likely, value, torch.as_tensor(reward, dtype=torch.float32), over)
        for name, part in zip(kept, values, strict=True):
            kept[name].append(part)
    data = {name: torch.stack(parts) for name, parts in kept.items()}
    with torch.no_grad():
        following = agent.critic(torch.as_tensor(seen))[:, 0]
    advantage, ahead = torch.zeros_like(data["value"]), torch.zeros(GAMES)
    for t in reversed(range(LENGTH)):
        alive = 1.0 - data["over"][t].float()
        ahead = data["reward"][t] + GAMMA * following * alive - data["value"][t] + GAMMA * LAMBDA * alive * ahead
        advantage[t], following = ahead, data["value"][t]
    data["advantage"] = advantage
    return {name: part.flatten(0, 1) for name, part in data.items()}, seen, infos


def main() -> None:
    name, options = asked()
    torch.manual_seed(0)
    envs = gymnasium.make_vec(rush_envs.game(name).gym_id, num_envs=GAMES, **options)
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    agent = Agent(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    optimizer = torch.optim.Adam(agent.parameters(), lr=2.5e-4, eps=1e-5)
    seen, infos = envs.reset(seed=0)
    for _ in range(UPDATES):
        data, seen, infos = collect(envs, agent, seen, infos)
        for part in torch.randperm(GAMES * LENGTH).split(256):
            batch = {name: values[part] for name, values in data.items()}
            _, likely, entropy, value = agent.choose(batch["seen"], batch["mask"], batch["action"])
            ratio, gained = (likely - batch["likely"]).exp(), batch["advantage"]
            gained = (gained - gained.mean()) / (gained.std() + 1e-8)
            surer = torch.min(gained * ratio, gained * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            missed = (value - batch["advantage"] - batch["value"]).pow(2).mean()
            optimizer.zero_grad()
            (0.5 * missed - surer - ENTROPY * entropy.mean()).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    report(UPDATES * GAMES * LENGTH, games=int(data["over"].sum()))


if __name__ == "__main__":
    main()
