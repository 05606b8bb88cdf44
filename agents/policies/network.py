"""Networks as policies hold them and learners change them: all weights are named views of one array, so that a file, an
optimiser, a checkpoint and a sum over two cores see nothing but these.
"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.jit import entry
from rush_envs.engine.view import Sound

F32 = np.float32
ZERO = F32(0)
LIKELY = 80  # features that are not zero, for the size of the first weights

Shapes = Mapping[str, tuple[int, ...]]


class Network(ABC):
    """Weights, and what follows from them for those who ask with a view."""

    kind: ClassVar[str]
    sees: ClassVar[tuple[str, ...]]  # of a view
    layers: ClassVar[tuple[int, int]]  # how many hidden ones there may be

    def __init__(self, game: Game, hidden: Sequence[int]) -> None:
        self.game, self.hidden = game, tuple(hidden)
        shapes = self.shapes(game, self.hidden)
        self.whole = np.zeros(sum(map(math.prod, shapes.values())), F32)
        self.arrays = named_views(self.whole, shapes)

    @classmethod
    @abstractmethod
    def shapes(cls, game: Game, hidden: Sequence[int]) -> Shapes:
        """Of all weights, in order."""

    @abstractmethod
    def begin(self, rng: np.random.Generator) -> None:
        """The weights of one who has learned nothing."""

    @abstractmethod
    def logits(self, seen: Sound) -> np.ndarray:
        """(n, actions) float32: the larger, the likelier; those of illegal actions mean nothing."""

    @abstractmethod
    def worths(self, seen: Sound) -> np.ndarray:
        """(n,) float32: what the asked seats may expect of the outcome."""

    def copy(self) -> Network:
        same = type(self)(self.game, self.hidden)
        same.whole[:] = self.whole
        return same


def named_views(whole: np.ndarray, shapes: Shapes) -> dict[str, np.ndarray]:
    """One array as many."""
    ends = itertools.accumulate(math.prod(shape) for shape in shapes.values())
    return {
        name: whole[end - math.prod(shape) : end].reshape(shape)
        for end, (name, shape) in zip(ends, shapes.items(), strict=True)
    }


class PlainNetwork(Network):
    """Scaled features through rectified layers to one number for each action, and one for the position."""

    kind = "plain"
    sees = ("features",)
    layers = (1, 8)

    @classmethod
    def shapes(cls, game: Game, hidden: Sequence[int]) -> Shapes:
        sizes = list(itertools.pairwise([game.observation.size, *hidden]))
        found: dict[str, tuple[int, ...]] = {}
        for k, (inputs, outputs) in enumerate(sizes):
            found |= {f"w{k}": (inputs, outputs), f"b{k}": (outputs,)}
        last = hidden[-1]
        heads = {"actor": (game.actions.size, last), "actor_biases": (game.actions.size,)}
        return found | heads | {"critic": (last,), "critic_biases": (1,)}

    def begin(self, rng: np.random.Generator) -> None:
        for k in range(len(self.hidden)):
            weights = self.arrays[f"w{k}"]
            inputs = LIKELY if k == 0 else weights.shape[0]
            weights[:] = rng.normal(0, math.sqrt(2 / inputs), weights.shape)
        self.arrays["actor"][:] = rng.normal(0, 0.01, self.arrays["actor"].shape)

    def logits(self, seen: Sound) -> np.ndarray:
        found: np.ndarray = self._trunk(seen) @ self.arrays["actor"].T + self.arrays["actor_biases"]
        return found

    def worths(self, seen: Sound) -> np.ndarray:
        found: np.ndarray = self._trunk(seen) @ self.arrays["critic"] + self.arrays["critic_biases"]
        return found

    def _trunk(self, seen: Sound) -> np.ndarray:
        assert seen.features is not None
        x, scale = seen.features, self.game.observation.scale
        for k, units in enumerate(self.hidden):
            y = np.empty((len(x), units), F32)
            layer(x, scale, self.arrays[f"w{k}"], self.arrays[f"b{k}"], y)
            x, scale = y, np.ones(units, F32)
        return x


@entry
def layer(inputs: Any, scale: Any, weights: Any, biases: Any, out: Any) -> None:
    """Scaled inputs times weights, plus biases, rectified: most features and half of the hidden units are zero and cost
    nothing. One thread: many processes do not get into each other's way."""
    for row in range(inputs.shape[0]):
        sums = out[row]
        for k in range(biases.shape[0]):
            sums[k] = biases[k]
        for unit in range(inputs.shape[1]):
            if inputs[row, unit] != 0:
                value = inputs[row, unit] * scale[unit]
                column = weights[unit]
                for k in range(biases.shape[0]):
                    sums[k] += value * column[k]
        for k in range(biases.shape[0]):
            sums[k] = max(sums[k], ZERO)
