"""The network that learns: actor and critic as MaskablePPO wants them, and the actor alone as numpy plays it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from rush_envs.contract import Game

from ..policies import files
from ..policy import NEVER
from .recipe import Recipe


class Body(torch.nn.Module):
    """The hidden layers, for raw observations. Actor and critic share the first, which costs the most; advice skips all
    and goes straight to the actor's last layer."""

    scale: torch.Tensor

    def __init__(self, scale: np.ndarray, advice: int, hidden: tuple[int, ...]) -> None:
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(scale), persistent=False)
        self.latent_dim_pi = hidden[-1] + advice
        self.latent_dim_vf = hidden[-1]
        self.first = torch.nn.Linear(scale.size, hidden[0])
        self.actor, self.critic = _rectified(hidden), _rectified(hidden)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features, advice = seen[:, : self.scale.numel()], seen[:, self.scale.numel() :]
        # Weights are scaled rather than features: there are far fewer of them.
        first = torch.relu(torch.nn.functional.linear(features, self.first.weight * self.scale, self.first.bias))
        return torch.cat([self.actor(first), advice], dim=1), self.critic(first)

    def forward_actor(self, seen: torch.Tensor) -> torch.Tensor:
        return self.forward(seen)[0]

    def forward_critic(self, seen: torch.Tensor) -> torch.Tensor:
        return self.forward(seen)[1]


def _rectified(sizes: tuple[int, ...]) -> torch.nn.Sequential:
    layers = [(torch.nn.Linear(inputs, outputs), torch.nn.ReLU()) for inputs, outputs in itertools.pairwise(sizes)]
    return torch.nn.Sequential(*itertools.chain.from_iterable(layers))


class Brain(MaskableActorCriticPolicy):
    """Actor and critic; before any training the actor mostly follows the advice, if it gets any."""

    def __init__(self, *given: Any, scale: np.ndarray, recipe: Recipe, **more: Any) -> None:
        self.plan = scale, recipe
        super().__init__(*given, **more)

    def _build_mlp_extractor(self) -> None:
        scale, recipe = self.plan
        self.mlp_extractor = Body(scale, self.features_dim - scale.size, recipe.hidden)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        scale, recipe = self.plan
        advice = self.features_dim - scale.size
        last: Any = self.action_net
        if advice:
            with torch.no_grad():
                last.weight[:, -advice:] = recipe.trust * torch.eye(advice)

    def logits(self, latent: torch.Tensor) -> torch.Tensor:
        """The last layer. Advice is a single 1 among zeros: its column is looked up, not multiplied."""
        last: Any = self.action_net
        units = self.mlp_extractor.latent_dim_vf
        found = torch.nn.functional.linear(latent[:, :units], last.weight[:, :units], last.bias)
        if latent.shape[1] > units:
            found = found + torch.nn.functional.embedding(latent[:, units:].argmax(1), last.weight[:, units:].T)
        return found

    def _look(self, seen: torch.Tensor, masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the probabilities of all actions, and the value."""
        latent, worth = self.mlp_extractor(seen.float())
        allowed = torch.as_tensor(masks, dtype=torch.bool)
        return self.logits(latent).masked_fill(~allowed, float(NEVER)).log_softmax(1), self.value_net(worth)

    # The two methods that PPO calls for every decision; SB3's own normalise a distribution three times on the way.

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        likely, values = self._look(obs, action_masks)
        luck = 0 if deterministic else torch.rand_like(likely).log_().neg_().log_()
        actions = (likely - luck).argmax(1)  # the largest is a draw from the softmax
        return actions, values, likely.gather(1, actions[:, None]).flatten()

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        likely, values = self._look(obs, action_masks)
        entropy = -(likely.exp() * likely).sum(1) if self.plan[1].entropy else None
        return values, likely.gather(1, actions[:, None]).flatten(), entropy

    def _get_action_dist_from_latent(self, latent_pi: torch.Tensor) -> Any:
        return self.action_dist.proba_distribution(action_logits=self.logits(latent_pi))


def policy_of(model: MaskablePPO, game: Game, training: Mapping[str, Any], strength: Mapping[str, Any]) -> files.Policy:
    """The actor alone, as numpy plays it."""
    body: Any = model.policy.mlp_extractor
    parts: list[Any] = [body.first, *body.actor, model.policy.action_net]
    linear = [part for part in parts if isinstance(part, torch.nn.Linear)]
    layers = tuple((part.weight.detach().numpy().T.copy(), part.bias.detach().numpy().copy()) for part in linear)
    advised = layers[-1][0].shape[0] > body.latent_dim_vf
    return files.Policy(game, layers, training, strength, "greedy" if advised else None)


def is_sound(model: MaskablePPO) -> bool:
    return all(bool(torch.isfinite(part).all()) for part in model.policy.parameters())
