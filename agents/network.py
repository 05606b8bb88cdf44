"""The forward pass of a small network, compiled: most features and half of the hidden units are zero and cost nothing.

One thread, no linear-algebra library: a few rows at a time are played fastest so, and many processes do not get into
each other's way.
"""

from __future__ import annotations

import numpy as np

from rush_envs.jit import entry

ZERO = np.float32(0)


@entry
def first_layer(features, scale, weights, biases, out):  # type: ignore[no-untyped-def]
    """Scaled int8 features times weights, plus biases, rectified."""
    for row in range(features.shape[0]):
        sums = out[row]
        for k in range(biases.shape[0]):
            sums[k] = biases[k]
        for feature in range(features.shape[1]):
            if features[row, feature] != 0:
                value = features[row, feature] * scale[feature]
                column = weights[feature]
                for k in range(biases.shape[0]):
                    sums[k] += value * column[k]
        for k in range(biases.shape[0]):
            sums[k] = max(sums[k], ZERO)


@entry
def next_layer(inputs, weights, biases, rectified, out):  # type: ignore[no-untyped-def]
    for row in range(inputs.shape[0]):
        sums = out[row]
        for k in range(biases.shape[0]):
            sums[k] = biases[k]
        for unit in range(inputs.shape[1]):
            value = inputs[row, unit]
            if value != 0:
                column = weights[unit]
                for k in range(biases.shape[0]):
                    sums[k] += value * column[k]
        if rectified:
            for k in range(biases.shape[0]):
                sums[k] = max(sums[k], ZERO)
