"""A masked network as RLlib's module, and as an agent of ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import nn

from rush_envs.engine.view import View
from rush_envs.registry import game as find_game

HIDDEN = 128
NEVER = -1e9  # the logit of an illegal action


class MaskedNetwork(TorchRLModule, ValueFunctionAPI):
    """Actor and critic with a body of their own each; an illegal action is never chosen.

    `model_config={"hidden": 256}` makes the bodies wider.
    """

    def setup(self) -> None:
        features, actions = self.observation_space["observation"].shape[0], self.action_space.n
        hidden = (self.model_config or {}).get("hidden", HIDDEN)
        self.actor = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, actions))
        self.critic = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def _forward(self, batch: dict[str, Any], **more: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, NEVER)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        values: torch.Tensor = self.critic(batch[Columns.OBS]["observation"])[:, 0]
        return values


class Learned:
    """A module as an agent, which plays the likeliest action: any module that takes our dict observations."""

    sees = ("features",)

    def __init__(self, module: Any, game: str) -> None:
        self.module, self.scale = module, find_game(game).observation.scale

    def act(self, view: View) -> np.ndarray:
        seen = {
            "observation": torch.as_tensor(view.features * self.scale),
            "action_mask": torch.as_tensor(view.mask),
        }
        with torch.no_grad():
            logits = self.module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        chosen: np.ndarray = logits.argmax(1).numpy()
        return chosen
