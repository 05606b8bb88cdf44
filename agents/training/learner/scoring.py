"""Learning to score actions by what they do: the gradients of `policies.scoring`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rush_envs.engine.jit import inlined

from ...policies.sums import LEAK, accumulate, fast, follow, judge, product
from .kernels import draw, gains_of, miss_of, normalise, steps_of

ZERO = np.float32(0)


class Slopes(NamedTuple):
    """Gradients at the layers of one decision, and its actions' chances and gains with the steps of each."""

    chances: Any  # (A,)
    steps: Any  # (A,)
    gains: Any  # (A,)
    pulls: Any  # (A,)
    sums: Any  # (H,) at an accumulator
    first: Any  # (H,)
    second: Any  # (U,)


@inlined
def pull_listed(slope, first, last, indices, values, scale, by):
    """Adds what a gradient at sums says of the weights of some features."""
    for place in range(first, last):
        index = indices[place]
        value, column = scale[index] * values[place], by[index]
        for unit in range(slope.shape[0]):
            column[unit] += value * slope[unit]


@inlined
def pull_sums(slope, row, m, k, by, by_biases):
    """Back to the weights of what a position shows."""
    for unit in range(slope.shape[0]):
        by_biases[unit] += slope[unit]
    pull_listed(slope, m.start[row], m.start[row + 1], m.indices, m.values, k.scale, by)


@inlined
def pull_layer(inputs, weights, slope, by, by_inputs):
    """The same for a dense layer, and the gradient at the sums that became its inputs."""
    for place in range(inputs.shape[0]):
        by_inputs[place] = ZERO
        if inputs[place] > ZERO:
            value, column, own = inputs[place], weights[place], by[place]
            total = ZERO
            for unit in range(slope.shape[0]):
                own[unit] += value * slope[unit]
                total += column[unit] * slope[unit]
            by_inputs[place] = total


@inlined
def pull_head(step, outputs, weights, by, by_biases, slope):
    """From a score, gain or worth back to the sums of the second layer, whose gradient it is added to."""
    for unit in range(outputs.shape[0]):
        by[unit] += step * outputs[unit]
        pull = step * weights[unit] if outputs[unit] > ZERO else LEAK * step * weights[unit]
        slope[unit] += pull
        by_biases[unit] += pull


@inlined
def pull_action(step, gain, place, m, k, w, by, first, second, e):
    """What an action's steps, of score and gain, say of all weights; its part of the accumulator's gradient is added.
    Only who studies gives gains: for all others they are what they are, which is nothing."""
    e.second[:] = ZERO
    pull_head(step, second, w.score, by.score, by.score_biases, e.second)
    if gain != ZERO:
        pull_head(gain, second, w.gain, by.gain, by.score_biases, e.second)
    pull_layer(first, w.score_layer, e.second, by.score_layer, e.first)
    words = k.words[m.legal[place]]
    for word in range(words.shape[0]):
        if words[word] >= 0:
            column = by.words[words[word]]
            for unit in range(e.first.shape[0]):
                column[unit] += e.first[unit]
    pull_listed(
        e.first, m.change_start[place], m.change_start[place + 1], m.change_indices, m.change_values, k.scale,
        by.features,
    )  # fmt: skip
    for unit in range(e.first.shape[0]):
        e.sums[unit] += e.first[unit]


@inlined
def pull_worth(step, w, by, first, second, e):
    by.worth_bias[0] += step
    e.second[:] = ZERO
    pull_head(step, second, w.worth, by.worth, by.worth_biases, e.second)
    pull_layer(first, w.worth_layer, e.second, by.worth_layer, e.first)
    for unit in range(e.first.shape[0]):
        e.sums[unit] = e.first[unit]


@fast
def scoring_gradient(rows, m, k, w, by, d, e, plan, told):
    """Adds the gradients of these decisions: `d` is room for the layers, `e` for their gradients."""
    studies = plan.gains > ZERO
    for i in range(rows.shape[0]):
        row = rows[i]
        begin, end = m.legal_start[row], m.legal_start[row + 1]
        accumulate(row, m, k, w.worth_features, w.worth_sums, d.sums)
        missed = miss_of(row, judge(d.sums, w, d.first[0], d.second[0]), m, plan, told)
        pull_worth(missed, w, by, d.first[0], d.second[0], e)
        pull_sums(e.sums, row, m, k, by.worth_features, by.worth_sums)
        e.sums[:] = ZERO
        accumulate(row, m, k, w.features, w.biases, d.sums)
        for place in range(begin, end):
            at = place - begin
            e.chances[at] = follow(d.sums, place, m, k, w, d.first[at], d.second[at])
            if studies:  # greedy's answer is the score's alone
                e.gains[at] = product(d.second[at], w.gain)
                e.chances[at] -= e.gains[at]
        normalise(e.chances, end - begin)
        steps_of(row, e.chances, m, plan, told, e.steps)
        if studies:
            gains_of(row, e.chances, e.gains, m, plan, told, e.pulls)
        for place in range(begin, end):
            step, pull = e.steps[place - begin], e.pulls[place - begin] if studies else ZERO
            if abs(step) + abs(pull) > plan.least * plan.share:
                pull_action(step, pull, place, m, k, w, by, d.first[place - begin], d.second[place - begin], e)
        pull_sums(e.sums, row, m, k, by.features, by.biases)


@fast
def draw_actions(rows, m, scores, worths, luck, chances):
    """Draws an action for each of these decisions by its scores, and keeps it."""
    first = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        begin = m.legal_start[row]
        count = m.legal_start[row + 1] - begin
        for place in range(count):
            chances[place] = scores[first + place]
        normalise(chances, count)
        chosen = draw(chances, count, luck[i])
        m.action[row], m.chance[row], m.value[row] = m.legal[begin + chosen], chances[chosen], worths[i]
        first += count
