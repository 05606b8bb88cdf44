"""The inner loops of a network that scores actions by what they do.

A first layer sums the weights of all features that are not zero: the accumulator of a position. What an action changes
is added to it, as chess engines do, together with the weights of the action's own words (its id and its named parts);
further layers turn that into one number, the action's score. An accumulator of its own gives the position's worth:
what is likely to come of a position is not what an action depends on, and neither has to learn around the other. Lists
are those of `describe_actions`: an action costs as much as it changes.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from rush_envs.engine.jit import entry, inlined

fast = partial(entry, fastmath=True)  # sums may be reordered, so that they become vectors
ZERO = np.float32(0)
LEAK = np.float32(0.0625)  # of what is below zero passes the second layers: a unit that is shut can open again


class Lists(NamedTuple):
    """Decisions as lists. Decision k sees `indices[start[k]:start[k + 1]]` and may do `legal[legal_start[k]:…]`; the
    action at place p of those changes `change_indices[change_start[p]:change_start[p + 1]]`."""

    start: Any
    indices: Any
    values: Any
    legal_start: Any
    legal: Any
    change_start: Any
    change_indices: Any
    change_values: Any


class Scorer(NamedTuple):
    """The weights: H units in the first layer, U in the second."""

    features: Any  # (F, H)
    biases: Any  # (H,)
    words: Any  # (words, H)
    score_layer: Any  # (H, U)
    score_biases: Any  # (U,)
    score: Any  # (U,)
    gain: Any  # (U,) what playouts have told, see `training`; added to the score
    worth_features: Any  # (F, H)
    worth_sums: Any  # (H,) biases
    worth_layer: Any  # (H, U)
    worth_biases: Any  # (U,)
    worth: Any  # (U,)
    worth_bias: Any  # (1,)


class Scratch(NamedTuple):
    """Room for one decision."""

    sums: Any  # (H,) the accumulator, of actions or of the worth
    first: Any  # (A, H) what follows of it for each action, rectified
    second: Any  # (A, U)


class Known(NamedTuple):
    """Facts of the game that the sums need."""

    scale: Any  # (F,) of features
    words: Any  # (A, W) the words of an action, -1 where it has no more


@inlined
def add_listed(sums, first, last, indices, values, scale, weights):
    """Adds the weights of some features."""
    for place in range(first, last):
        index = indices[place]
        value, column = scale[index] * values[place], weights[index]
        for unit in range(sums.shape[0]):
            sums[unit] += value * column[unit]


@inlined
def add_layer(inputs, weights, biases, sums):
    """A dense layer, rectified but for a leak."""
    for unit in range(sums.shape[0]):
        sums[unit] = biases[unit]
    for place in range(inputs.shape[0]):
        value, column = inputs[place], weights[place]
        for unit in range(sums.shape[0]):
            sums[unit] += value * column[unit]
    for unit in range(sums.shape[0]):
        sums[unit] = max(sums[unit], LEAK * sums[unit])


@inlined
def product(a, b):
    total = ZERO
    for unit in range(a.shape[0]):
        total += a[unit] * b[unit]
    return total


@inlined
def accumulate(row, m, k, features, biases, sums):
    """The accumulator of a position."""
    for unit in range(sums.shape[0]):
        sums[unit] = biases[unit]
    add_listed(sums, m.start[row], m.start[row + 1], m.indices, m.values, k.scale, features)


@inlined
def follow(sums, place, m, k, w, first, second):
    """An action's score; `first` and `second` hold the layers on the way."""
    words = k.words[m.legal[place]]
    for unit in range(sums.shape[0]):
        first[unit] = sums[unit]
    for word in range(words.shape[0]):
        if words[word] >= 0:
            column = w.words[words[word]]
            for unit in range(sums.shape[0]):
                first[unit] += column[unit]
    add_listed(
        first, m.change_start[place], m.change_start[place + 1], m.change_indices, m.change_values, k.scale, w.features
    )
    for unit in range(sums.shape[0]):
        first[unit] = max(first[unit], ZERO)
    add_layer(first, w.score_layer, w.score_biases, second)
    return product(second, w.score) + product(second, w.gain)


@inlined
def judge(sums, w, first, second):
    """The position's worth."""
    for unit in range(sums.shape[0]):
        first[unit] = max(sums[unit], ZERO)
    add_layer(first, w.worth_layer, w.worth_biases, second)
    return product(second, w.worth) + w.worth_bias[0]


@fast
def score_rows(rows, m, k, w, d, scores, worths):
    """Scores of all legal actions of these decisions, one after the other, and the worth of each position."""
    count = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        accumulate(row, m, k, w.worth_features, w.worth_sums, d.sums)
        worths[i] = judge(d.sums, w, d.first[0], d.second[0])
        accumulate(row, m, k, w.features, w.biases, d.sums)
        for place in range(m.legal_start[row], m.legal_start[row + 1]):
            scores[count] = follow(d.sums, place, m, k, w, d.first[0], d.second[0])
            count += 1
