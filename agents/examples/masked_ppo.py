"""Masked PPO in one file, torch only, over `BatchEnv`: every seat learns from its own eyes with one network.

    python -m rush_agents.examples.masked_ppo --game coffee_rush --updates 50

Written to be read and changed. Each decision of each game is one sample; its advantage looks ahead to the same seat's
next decision in the same game, so a seat is never taught by what another was paid.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import rush_agents
import rush_envs
from rush_agents.arena.duels import duel, total

GAMMA, LAMBDA, CLIP, ENTROPY = 0.999, 0.95, 0.2, 0.01


class Network(nn.Module):
    """Actor and critic with a body of their own each."""

    def __init__(self, features: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, actions))
        self.critic = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def choices(self, seen: torch.Tensor, mask: torch.Tensor) -> torch.distributions.Categorical:
        return torch.distributions.Categorical(logits=self.actor(seen).masked_fill(~mask, -1e9))


class Learned:
    """The network as an agent: anything with `act(view)` is one."""

    def __init__(self, network: Network, scale: np.ndarray) -> None:
        self.network, self.scale = network, scale

    def act(self, view: rush_envs.engine.batch.View) -> np.ndarray:
        with torch.no_grad():
            seen = torch.as_tensor(view.features * self.scale)
            chosen: np.ndarray = self.network.choices(seen, torch.as_tensor(view.mask != 0)).probs.argmax(1).numpy()
        return chosen


def collect(batch: rush_envs.BatchEnv, network: Network, scale: np.ndarray, length: int) -> dict[str, torch.Tensor]:
    """`length` decisions of every game, with advantages and returns."""
    n, seats = batch.num_envs, batch.num_seats
    parts: dict[str, list[np.ndarray]] = {name: [] for name in ("seen", "mask", "action", "likely", "value")}
    advantage = np.zeros((length, n), np.float32)
    seat_of = np.zeros((length, n), np.int64)
    reward, over = np.zeros((length, n, seats), np.float32), np.zeros((length, n), np.bool_)
    for t in range(length):
        seen, mask = batch.features * scale, batch.mask != 0
        with torch.no_grad():
            choices = network.choices(torch.as_tensor(seen), torch.as_tensor(mask))
            action = choices.sample()
            value = network.critic(torch.as_tensor(seen))[:, 0]
        for name, part in (("seen", seen), ("mask", mask), ("action", action), ("likely", choices.log_prob(action))):
            parts[name].append(np.asarray(part))
        parts["value"].append(value.numpy())
        seat_of[t] = batch.seat
        batch.step(action.numpy())
        reward[t], over[t] = batch.reward, batch.done | batch.truncated
    values = np.stack(parts["value"])
    rows = np.arange(n)
    # For every seat of every game: its reward since its last decision, and the value and advantage that follow.
    paid, later, ahead, known = (np.zeros((n, seats), np.float32) for _ in range(4))
    for t in reversed(range(length)):
        paid = np.where(over[t][:, None], 0.0, paid) + reward[t]
        later, ahead = (np.where(over[t][:, None], 0.0, part) for part in (later, ahead))
        known = np.where(over[t][:, None], 1.0, known)  # else the seat's next decision lies beyond what was collected
        seat = seat_of[t]
        step = paid[rows, seat] + GAMMA * later[rows, seat] - values[t]
        advantage[t] = np.where(known[rows, seat] > 0, step + GAMMA * LAMBDA * ahead[rows, seat], 0.0)
        later[rows, seat], ahead[rows, seat] = values[t], advantage[t]
        paid[rows, seat], known[rows, seat] = 0.0, 1.0
    data = {name: torch.as_tensor(np.concatenate(part)) for name, part in parts.items()}
    return data | {"advantage": torch.as_tensor(advantage.ravel())}


def update(network: Network, optimizer: torch.optim.Optimizer, data: dict[str, torch.Tensor], size: int) -> None:
    gained = data["advantage"]
    returns, gained = gained + data["value"], (gained - gained.mean()) / (gained.std() + 1e-8)
    for _ in range(3):
        for part in torch.randperm(len(gained)).split(size):
            choices = network.choices(data["seen"][part], data["mask"][part])
            ratio = (choices.log_prob(data["action"][part]) - data["likely"][part]).exp()
            surer = torch.minimum(ratio * gained[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gained[part]).mean()
            missed = (network.critic(data["seen"][part])[:, 0] - returns[part]).pow(2).mean()
            loss = -surer + 0.5 * missed - ENTROPY * choices.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="coffee_rush", choices=rush_envs.games())
    parser.add_argument("--players", type=int, help="the game's default if not given")
    parser.add_argument("--updates", type=int, default=50)
    parser.add_argument("--games", type=int, default=256, help="side by side")
    parser.add_argument("--length", type=int, default=64, help="decisions of each between two updates")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    options = {} if asked.players is None else {"num_players": asked.players}
    torch.manual_seed(asked.seed)
    game = rush_envs.game(asked.game)
    scale = game.observation.scale
    batch = rush_envs.make_batch(asked.game, asked.games, seed=asked.seed, reward="shaped", **options)
    batch.reset()
    network = Network(game.observation.size, game.actions.size)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-4)
    begun = time.monotonic()
    for number in range(1, asked.updates + 1):
        update(network, optimizer, collect(batch, network, scale, asked.length), size=2048)
        if number % 10 == 0 or number == asked.updates:
            rival = rush_agents.load("random", game, seed=asked.seed)
            share = total(duel(game, Learned(network, scale), rival, 200, seed=number, options=options))
            steps = number * asked.games * asked.length
            print(f"{steps:,} decisions, {steps / (time.monotonic() - begun):,.0f}/s: wins against random {share}")


if __name__ == "__main__":
    main()
