"""The network that learns: a trunk of rectified layers, of which the first is sparse, an actor and a critic upon it.

All weights are views of one array, and so are their gradients: an optimiser, a checkpoint and a sum over two cores see
nothing but these.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from rush_envs.contract import Game

from ..policies import files
from . import kernels
from .memory import Decisions

F32 = np.float32


class Heads(NamedTuple):
    """Actor and critic."""

    actor: Any  # (actions, units)
    actor_biases: Any
    critic: Any  # (units,)
    critic_biases: Any  # (1,)


class Plan(NamedTuple):
    """What a gradient is made of."""

    imitate: bool
    clip: float
    value: float  # weight of the critic's error
    entropy: float
    share: float  # one decision's part of the minibatch


class Weights:
    """Layers and heads as views of one array."""

    def __init__(self, game: Game, hidden: tuple[int, ...], whole: np.ndarray | None = None) -> None:
        sizes = list(itertools.pairwise([game.observation.size, *hidden]))
        shapes = [shape for inputs, outputs in sizes for shape in ((inputs, outputs), (outputs,))]
        shapes += [(game.actions.size, hidden[-1]), (game.actions.size,), (hidden[-1],), (1,)]
        lengths = [math.prod(shape) for shape in shapes]
        self.whole = np.zeros(sum(lengths), F32) if whole is None else whole
        ends = np.cumsum(lengths)
        views = [
            self.whole[end - length : end].reshape(shape)
            for end, length, shape in zip(ends, lengths, shapes, strict=True)
        ]
        self.layers = list(zip(views[: 2 * len(sizes) : 2], views[1 : 2 * len(sizes) : 2], strict=True))
        self.heads = Heads(*views[2 * len(sizes) :])


class Network:
    """Weights of a game's network, what follows from them, and gradients."""

    LIKELY = 80  # features that are not zero, for the size of the first weights

    def __init__(self, game: Game, hidden: tuple[int, ...], seed: int) -> None:
        self.game, self.hidden = game, hidden
        self.scale = game.observation.scale
        self.weights = Weights(game, hidden)
        rng = np.random.default_rng(seed)
        for k, (weights, _) in enumerate(self.weights.layers):
            inputs = self.LIKELY if k == 0 else weights.shape[0]
            weights[:] = rng.normal(0, math.sqrt(2 / inputs), weights.shape)
        self.weights.heads.actor[:] = rng.normal(0, 0.01, self.weights.heads.actor.shape)

    def forward(self, rows: np.ndarray, m: Decisions) -> list[np.ndarray]:
        """The outputs of every hidden layer for these places of a memory."""
        outputs = [np.empty((rows.size, units), F32) for units in self.hidden]
        (weights, biases), *further = self.weights.layers
        kernels.listed_layer(rows, m.start, m.indices, m.values, self.scale, weights, biases, outputs[0])
        for k, (weights, biases) in enumerate(further, 1):
            kernels.dense_layer(outputs[k - 1], weights, biases, outputs[k])
        return outputs

    def decide(self, places: np.ndarray, m: Decisions, luck: np.ndarray) -> np.ndarray:
        """Draws an action for each of these places, which follow one another, and keeps it in the memory."""
        hidden = self.forward(places, m)[-1]
        chances = np.empty(self.game.actions.size, F32)
        kernels.decide(
            hidden, int(places[0]), m.legal_start, m.legal, self.weights.heads, luck, m.action, m.chance, m.value,
            chances,
        )  # fmt: skip
        chosen: np.ndarray = m.action[places[0] : places[-1] + 1]
        return chosen

    def gradient(self, rows: np.ndarray, m: Decisions, plan: Plan, into: Weights) -> np.ndarray:
        """Adds the gradient of these decisions; returns sums of entropy, change of chances, error, and sureness."""
        told = np.zeros(4)
        outputs = self.forward(rows, m)
        slope, chances = np.empty_like(outputs[-1]), np.empty(self.game.actions.size, F32)
        kernels.head_gradient(outputs[-1], rows, m, self.weights.heads, into.heads, slope, chances, plan, told)
        for k in range(len(self.hidden) - 1, 0, -1):
            before = np.empty_like(outputs[k - 1])
            kernels.dense_gradient(outputs[k - 1], self.weights.layers[k][0], slope, *into.layers[k], before)
            slope = before
        kernels.listed_gradient(rows, m.start, m.indices, m.values, self.scale, slope, *into.layers[0])
        return told

    def is_sound(self) -> bool:
        return bool(np.isfinite(self.weights.whole).all())

    def policy(self, training: Mapping[str, Any] | None = None) -> files.Policy:
        """The actor alone, as agents play it."""
        last = (self.weights.heads.actor.T, self.weights.heads.actor_biases)
        layers = tuple((weights.copy(), biases.copy()) for weights, biases in [*self.weights.layers, last])
        return files.Policy(self.game, layers, training or {}, {})


class Adam:
    """The optimiser's memory, and one step of it."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.mean, self.square = (np.zeros_like(network.weights.whole) for _ in range(2))
        self.steps = 0

    def step(self, gradient: np.ndarray, rate: float, largest: float) -> None:
        """Along a gradient, shortened to `largest`; the gradient is zero afterwards."""
        self.steps += 1
        length = math.sqrt(float(np.vdot(gradient, gradient)))
        shrink = min(1.0, largest / length) if length > 0 else 1.0
        kernels.adam(
            self.network.weights.whole, gradient, self.mean, self.square, F32(rate),
            F32(1 / (1 - 0.9**self.steps)), F32(1 / (1 - 0.999**self.steps)), F32(shrink),
        )  # fmt: skip
