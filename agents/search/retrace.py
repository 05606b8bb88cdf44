"""The simulations of a search once more without its tree, to measure what the tree itself costs (benchmarks/search.py).

What a simulation does is settled by its imagined game and its answers in the tree: the rest is policy.
"""

from __future__ import annotations

from typing import Any

from rush_envs.drivers import lowest
from rush_envs.jit import kernel, template
from rush_envs.rng import mix

from .driver import goes_on, is_sealed
from .tree import FOLLOW

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
        if seat < 0 or 0 < plan.depth < turns:
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
def retrace(roots, row, seats, streams, numbers, starts, answers, work, mask, reward, stand, picks, plans):
    """All simulations of a search of one row."""
    for k in range(numbers.shape[0]):
        work[0] = roots[row]
        s = work[0]
        luck = mix(streams[row], 2 * numbers[k])
        imagine(s, seats[row], luck)
        picks[0] = mix(streams[row], 2 * numbers[k] + 1)
        follow(s, seats[row], luck, answers, starts[k], starts[k + 1], mask, picks, plans[0])
        judge(s, reward, stand, plans[0])
