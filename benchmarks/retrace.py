"""The simulations of a search once more without its tree, to measure what the tree itself costs (benchmarks/search.py).

What a simulation does is settled by its imagined game and its answers in the tree: the rest is policy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rush_agents.search.driver import goes_on, is_sealed
from rush_agents.search.tree import FOLLOW
from rush_envs.engine.drivers import lowest
from rush_envs.engine.jit import kernel, template
from rush_envs.engine.rng import mix


class Answers(NamedTuple):
    """What the simulations of a search have answered in its tree."""

    numbers: np.ndarray  # which imagined game each simulation was
    starts: np.ndarray  # where its answers begin, and the end of the last
    answers: np.ndarray


greedy: Any = None
legal: Any = None
play: Any = None
policy: Any = None
judge: Any = None
imagine: Any = None


@template(kernel)
def follow(s, me, luck, answers, first, end, mask, picks, plan):
    """As `driver.descend`, with the answers in the tree given."""
    seat, action, place = me, answers[first], first + 1
    sealed = is_sealed(s.active)
    turns = 0
    while True:
        before = s.active
        s.rng = mix(luck, s.ply)
        play(s, seat, action)
        sealed = is_sealed(s.active) or (sealed and goes_on(before, s.active, seat))
        last, seat = seat, lowest(s.active)
        turns += seat == me and last != me
        if seat < 0 or turns >= plan.cut:
            return
        mask[:] = 0
        legal(s, seat, mask)
        if place < end and (seat == me or not sealed):
            action = answers[place]
            place += 1
            if action == FOLLOW:
                action = greedy(s, seat, mask)
        else:
            action = policy(s, seat, mask, picks, plan.greedy != 0)


@template()
def retrace(roots, row, found, w, plans):
    """All simulations of a search of one row."""
    me, stream = roots.seats[row], roots.streams[row]
    for k in range(found.numbers.shape[0]):
        w.work[0] = roots.states[row]
        s = w.work[0]
        luck = mix(stream, 2 * found.numbers[k])
        imagine(s, me, luck)
        w.picks[0] = mix(stream, 2 * found.numbers[k] + 1)
        follow(s, me, luck, found.answers, found.starts[k], found.starts[k + 1], w.mask, w.picks, plans[0])
        judge(s, me, w.reward, w.judging, plans[0])
