"""The learner's inner loops: a network whose first layer knows only features that are not zero, whose last layer knows
only legal actions, and the gradients of both. No thread but the caller's: two cores are two calls side by side.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from rush_envs.engine.jit import entry, inlined

from .memory import UNWEIGHED

fast = partial(entry, fastmath=True)  # sums may be reordered, so that they become vectors
F32 = np.float32
ZERO, ONE = F32(0), F32(1)
LOWEST = F32(-1e30)
FIT = F32(30)  # weight of the squared error of a gain, beside that of imitation

# ------------------------------------------------------------------------------------------------------------------
# Layers


@fast
def listed_layer(rows, start, indices, values, scale, weights, biases, out):
    """The first layer, rectified: `rows` are places in lists of features, `indices[start[row]:start[row + 1]]`."""
    for k in range(rows.shape[0]):
        sums, row = out[k], rows[k]
        for unit in range(biases.shape[0]):
            sums[unit] = biases[unit]
        for place in range(start[row], start[row + 1]):
            index = indices[place]
            value, column = scale[index] * values[place], weights[index]
            for unit in range(biases.shape[0]):
                sums[unit] += value * column[unit]
        for unit in range(biases.shape[0]):
            sums[unit] = max(sums[unit], ZERO)


@fast
def listed_gradient(rows, start, indices, values, scale, slope, by_weights, by_biases):
    """Adds what `slope`, the gradient at the first layer's sums, says of its weights."""
    for k in range(rows.shape[0]):
        pull, row = slope[k], rows[k]
        for unit in range(by_biases.shape[0]):
            by_biases[unit] += pull[unit]
        for place in range(start[row], start[row + 1]):
            index = indices[place]
            value, column = scale[index] * values[place], by_weights[index]
            for unit in range(by_biases.shape[0]):
                column[unit] += value * pull[unit]


@fast
def dense_layer(inputs, weights, biases, out):
    """A further layer, rectified; half of its inputs are zero and cost nothing."""
    for k in range(inputs.shape[0]):
        sums = out[k]
        for unit in range(biases.shape[0]):
            sums[unit] = biases[unit]
        for place in range(inputs.shape[1]):
            value = inputs[k, place]
            if value != ZERO:
                column = weights[place]
                for unit in range(biases.shape[0]):
                    sums[unit] += value * column[unit]
        for unit in range(biases.shape[0]):
            sums[unit] = max(sums[unit], ZERO)


@fast
def dense_gradient(inputs, weights, slope, by_weights, by_biases, by_inputs):
    """As `listed_gradient`, and the gradient at the sums that became the inputs."""
    for k in range(inputs.shape[0]):
        pull = slope[k]
        for unit in range(by_biases.shape[0]):
            by_biases[unit] += pull[unit]
        for place in range(inputs.shape[1]):
            value = inputs[k, place]
            if value == ZERO:  # its sum was below zero: nothing passes
                by_inputs[k, place] = ZERO
                continue
            column, own = weights[place], by_weights[place]
            total = ZERO
            for unit in range(by_biases.shape[0]):
                own[unit] += value * pull[unit]
                total += column[unit] * pull[unit]
            by_inputs[k, place] = total


# ------------------------------------------------------------------------------------------------------------------
# The heads


@inlined
def normalise(chances, count):
    """Scores become the logarithms of probabilities."""
    top = LOWEST
    for k in range(count):
        top = max(top, chances[k])
    whole = ZERO
    for k in range(count):
        whole += math.exp(chances[k] - top)
    whole = math.log(whole) + top
    for k in range(count):
        chances[k] -= whole


@inlined
def log_chances(hidden, legal, weights, biases, chances):
    """The logarithm of every legal action's probability."""
    for k in range(legal.shape[0]):
        row, total = weights[legal[k]], biases[legal[k]]
        for unit in range(hidden.shape[0]):
            total += row[unit] * hidden[unit]
        chances[k] = total
    normalise(chances, legal.shape[0])


@inlined
def worth(hidden, weights, biases):
    total = biases[0]
    for unit in range(hidden.shape[0]):
        total += weights[unit] * hidden[unit]
    return total


@inlined
def draw(chances, count, luck):
    """A place, each as often as its chance says, by `luck` from 0 to 1."""
    left = luck
    for place in range(count):
        left -= math.exp(chances[place])
        if left < ZERO:
            return place
    return count - 1


@fast
def decide(hidden, first, legal_start, legal, heads, luck, action, chance, value, chances):
    """Draws an action for each row from place `first` of the memory on, by `luck` from 0 to 1."""
    for k in range(hidden.shape[0]):
        row = first + k
        may = legal[legal_start[row] : legal_start[row + 1]]
        log_chances(hidden[k], may, heads.actor, heads.actor_biases, chances)
        chosen = draw(chances, may.shape[0], luck[k])
        action[row], chance[row] = may[chosen], chances[chosen]
        value[row] = worth(hidden[k], heads.critic, heads.critic_biases)


@inlined
def steps_of(row, chances, m, plan, told, steps):
    """How far the score of each legal action should fall: by PPO's clipped gain; by what pulls towards the targets of
    the memory; by entropy. `m` is the memory, `told` sums for the log: of entropy (see `gains_of` for imitation), of
    how far chances have moved (or decisions that were shown), of the critic's error, of how sure the network is of
    what was shown."""
    first = m.legal_start[row]
    count = m.legal_start[row + 1] - first
    chosen, entropy, gain, aimed = 0, ZERO, ZERO, ZERO
    for place in range(count):
        entropy -= math.exp(chances[place]) * chances[place]
        if m.legal[first + place] == m.action[row]:
            chosen = place
        aimed += m.target[first + place]
        told[3] += math.exp(chances[place]) * m.target[first + place]
    if plan.imitate:
        told[1] += 1.0
    else:
        ratio, better = math.exp(chances[chosen] - m.chance[row]), m.advantage[row]
        clipped = (better > 0 and ratio > 1 + plan.clip) or (better < 0 and ratio < 1 - plan.clip)
        gain = ZERO if clipped else -better * ratio
        told[0] += entropy
        told[1] += m.chance[row] - chances[chosen]
    for place in range(count):
        likely = math.exp(chances[place])
        step = plan.anchor * (aimed * likely - m.target[first + place])
        if not plan.imitate:
            step += plan.heed * gain * ((ONE if place == chosen else ZERO) - likely)
        steps[place] = (step + plan.entropy * likely * (chances[place] + entropy)) * plan.share


@inlined
def gains_of(row, chances, gains, m, plan, told, steps):
    """How far what is added to the score of each action should fall, for its differences to be those of the gains that
    an expert has found, times `plan.gains`."""
    first = m.legal_start[row]
    count = m.legal_start[row + 1] - first
    weighed, middle, best = 0, ZERO, -1
    for place in range(count):
        if m.gain[first + place] > UNWEIGHED:
            weighed += 1
            middle += gains[place] - plan.gains * m.gain[first + place]
            if best < 0 or chances[place] + gains[place] > chances[best] + gains[best]:
                best = place
    if weighed > 0:
        middle /= weighed
        told[0] += m.gain[first + best]
    for place in range(count):
        steps[place] = ZERO
        if m.gain[first + place] > UNWEIGHED:
            missed = gains[place] - plan.gains * m.gain[first + place] - middle
            steps[place] = FIT / (plan.gains * plan.gains) * missed * plan.share


@inlined
def miss_of(row, value, m, plan, told):
    """How far the critic's value should fall."""
    missed = plan.value * (value - m.paid[row]) if m.known[row] else ZERO
    told[2] += missed * missed
    return missed * plan.share


@fast
def head_gradient(hidden, rows, m, heads, by, slope, chances, steps, plan, told):
    """For one part of a minibatch: gradients at the heads and, in `slope`, at the sums before the last rectifier; `by`
    are the gradients of the heads."""
    for k in range(rows.shape[0]):
        row, h, pull = rows[k], hidden[k], slope[k]
        may = m.legal[m.legal_start[row] : m.legal_start[row + 1]]
        log_chances(h, may, heads.actor, heads.actor_biases, chances)
        steps_of(row, chances, m, plan, told, steps)
        missed = miss_of(row, worth(h, heads.critic, heads.critic_biases), m, plan, told)
        by.critic_biases[0] += missed
        for unit in range(h.shape[0]):
            pull[unit] = missed * heads.critic[unit]
            by.critic[unit] += missed * h[unit]
        for place in range(may.shape[0]):
            weights, own = heads.actor[may[place]], by.actor[may[place]]
            by.actor_biases[may[place]] += steps[place]
            for unit in range(h.shape[0]):
                pull[unit] += steps[place] * weights[unit]
                own[unit] += steps[place] * h[unit]
        for unit in range(h.shape[0]):
            if h[unit] <= ZERO:
                pull[unit] = ZERO


# ------------------------------------------------------------------------------------------------------------------
# Adam, and advantages


@fast
def adam(weights, gradient, mean, square, rate, first, second, shrink):
    """One step; `first` and `second` undo the start from zero, `shrink` bounds the whole gradient."""
    for k in range(weights.shape[0]):
        pull = gradient[k] * shrink
        mean[k] += F32(0.1) * (pull - mean[k])
        square[k] += F32(0.001) * (pull * pull - square[k])
        weights[k] -= rate * (mean[k] * first) / (math.sqrt(square[k] * second) + F32(1e-5))
        gradient[k] = ZERO


@fast
def settle(average, weights, share):
    """An average follows the weights by this share of what it lacks."""
    for k in range(weights.shape[0]):
        average[k] += share * (weights[k] - average[k])


@entry
def advantages(place, seat, reward, over, value, weights, seats, m):
    """Generalised advantages by seat, backwards in time; `over` is 1 for a game that has ended and 2 for one that was
    stopped. What followed a decision may not be known: the game was stopped, or goes on after the last step.

    `weights` are gamma and lambda. `seats` (rows, seats, 4) holds what was paid since a seat's next decision, its
    value, its advantage, and whether anything is known of it.
    """
    seats[:] = 0.0
    gamma, smoothing = weights
    for t in range(seat.shape[0] - 1, -1, -1):
        for i in range(seat.shape[1]):
            if over[t, i]:
                seats[i, :, :3] = 0.0
                seats[i, :, 3] = over[t, i] == 1
            for k in range(reward.shape[2]):
                seats[i, k, 0] += reward[t, i, k]
            if place[t, i] >= 0:
                own, row = seats[i, seat[t, i]], place[t, i]
                m.known[row] = own[3] > 0
                ahead = own[0] + gamma * own[1] - value[row] + gamma * smoothing * own[2]
                m.advantage[row] = ahead
                m.paid[row] = ahead + value[row]
                own[0], own[1], own[2], own[3] = 0.0, value[row], ahead, 1.0
