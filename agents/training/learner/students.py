"""Networks that learn: how they decide while they play, and the gradient of what they decided."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from rush_envs.engine.changes import ActionTable
from rush_envs.engine.view import Sound

from ...policies.network import Network, PlainNetwork
from ...policies.scoring import ScoringNetwork
from . import kernels, scoring
from .memory import Decisions

F32 = np.float32


class Plan(NamedTuple):
    """What a gradient is made of."""

    imitate: bool  # go by what was shown or said, not by what was paid
    clip: float
    value: float  # weight of the critic's error
    entropy: float
    share: float  # one decision's part of the minibatch
    least: float = 0.0  # actions whose score should change by less are left alone, where that saves time
    heed: float = 1.0  # how much counts what was paid
    anchor: float = 1.0  # and what was shown, where anything was
    gains: float = 0.0  # times what an expert has found is added to scores, 0: there is no expert


class Student(ABC):
    """A network, and what it takes to learn."""

    network: Network
    describe: Callable[[Sound], ActionTable] | None = None  # how it is told what actions would change, if it asks

    @abstractmethod
    def decide(self, places: np.ndarray, m: Decisions, luck: np.ndarray) -> None:
        """Draws an action for each of these places, which follow one another, and keeps it in the memory."""

    @abstractmethod
    def gradient(self, rows: np.ndarray, m: Decisions, plan: Plan, into: Any) -> np.ndarray:
        """Adds the gradient of these decisions to a network of the same kind; returns sums of entropy, change of
        chances, error, and sureness."""

    def is_sound(self) -> bool:
        return bool(np.isfinite(self.network.whole).all())


class Heads(NamedTuple):
    """Actor and critic."""

    actor: Any  # (actions, units)
    actor_biases: Any
    critic: Any  # (units,)
    critic_biases: Any  # (1,)


def heads_of(network: PlainNetwork) -> Heads:
    return Heads(*(network.arrays[name] for name in Heads._fields))


def layers_of(network: PlainNetwork) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(network.arrays[f"w{k}"], network.arrays[f"b{k}"]) for k in range(len(network.hidden))]


class PlainStudent(Student):
    """A trunk of rectified layers, of which the first is sparse, an actor and a critic upon it."""

    def __init__(self, network: PlainNetwork) -> None:
        self.network: PlainNetwork = network
        self.scale = network.game.observation.scale
        self.layers, self.heads = layers_of(network), heads_of(network)

    def forward(self, rows: np.ndarray, m: Decisions) -> list[np.ndarray]:
        """The outputs of every hidden layer for these places of a memory."""
        outputs = [np.empty((rows.size, units), F32) for units in self.network.hidden]
        (weights, biases), *further = self.layers
        kernels.listed_layer(rows, m.start, m.indices, m.values, self.scale, weights, biases, outputs[0])
        for k, (weights, biases) in enumerate(further, 1):
            kernels.dense_layer(outputs[k - 1], weights, biases, outputs[k])
        return outputs

    def decide(self, places: np.ndarray, m: Decisions, luck: np.ndarray) -> None:
        hidden = self.forward(places, m)[-1]
        chances = np.empty(self.network.game.actions.size, F32)
        first = int(places[0])
        kernels.decide(hidden, first, m.legal_start, m.legal, self.heads, luck, m.action, m.chance, m.value, chances)

    def gradient(self, rows: np.ndarray, m: Decisions, plan: Plan, into: PlainNetwork) -> np.ndarray:
        told = np.zeros(4)
        outputs, by = self.forward(rows, m), layers_of(into)
        slope = np.empty_like(outputs[-1])
        chances, steps = np.empty((2, self.network.game.actions.size), F32)
        kernels.head_gradient(outputs[-1], rows, m, self.heads, heads_of(into), slope, chances, steps, plan, told)
        for k in range(len(outputs) - 1, 0, -1):
            before = np.empty_like(outputs[k - 1])
            kernels.dense_gradient(outputs[k - 1], self.layers[k][0], slope, *by[k], before)
            slope = before
        kernels.listed_gradient(rows, m.start, m.indices, m.values, self.scale, slope, *by[0])
        return told


class ScoringStudent(Student):
    """Actions are scored by what they do."""

    def __init__(self, network: ScoringNetwork) -> None:
        self.network: ScoringNetwork = network
        self.describe = network.describe

    def decide(self, places: np.ndarray, m: Decisions, luck: np.ndarray) -> None:
        scores, worths = self.network.score(places, m)
        chances = np.empty(self.network.game.actions.size, F32)
        scoring.draw_actions(places, m, scores, worths, luck, chances)

    def gradient(self, rows: np.ndarray, m: Decisions, plan: Plan, into: ScoringNetwork) -> np.ndarray:
        told, network = np.zeros(4), self.network
        (units, inner), actions = network.hidden, network.game.actions.size
        sizes = (actions, actions, actions, actions, units, units, inner)
        room, slopes = network.scratch(), scoring.Slopes(*(np.zeros(size, F32) for size in sizes))
        scoring.scoring_gradient(rows, m, network.known, network.scorer, into.scorer, room, slopes, plan, told)
        return told


def student_of(network: Network) -> Student:
    if isinstance(network, ScoringNetwork):
        return ScoringStudent(network)
    assert isinstance(network, PlainNetwork)
    return PlainStudent(network)


class Adam:
    """The optimiser's memory, and one step of it."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.mean, self.square = (np.zeros_like(network.whole) for _ in range(2))
        self.steps = 0

    def step(self, gradient: np.ndarray, rate: float, largest: float) -> None:
        """Along a gradient, shortened to `largest`; the gradient is zero afterwards."""
        self.steps += 1
        length = math.sqrt(float(np.vdot(gradient, gradient)))
        shrink = min(1.0, largest / length) if length > 0 else 1.0
        kernels.adam(
            self.network.whole, gradient, self.mean, self.square, F32(rate),
            F32(1 / (1 - 0.9**self.steps)), F32(1 / (1 - 0.999**self.steps)), F32(shrink),
        )  # fmt: skip
