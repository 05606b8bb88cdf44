"""The forward pass of a small network, compiled: most features and half of the hidden units are zero and cost nothing.

One thread, no linear-algebra library: a few rows at a time are played fastest so, and many processes do not get into
each other's way.
"""

from __future__ import annotations

import numpy as np

from rush_envs.engine.jit import entry

ZERO = np.float32(0)


@entry
def layer(inputs, scale, weights, biases, rectified, out):  # type: ignore[no-untyped-def]
    """Scaled inputs times weights, plus biases."""
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
        if rectified:
            for k in range(biases.shape[0]):
                sums[k] = max(sums[k], ZERO)
