"""What answers are worth, without a tree: each is played out by greedy in the same imagined games with the same luck,
to the end or to the cut, and judged as the search judges. Written once: `jit.bind` makes a copy for every game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rush_envs.engine.drivers import lowest
from rush_envs.engine.jit import kernel, template
from rush_envs.engine.rng import mix

legal: Any = None
play: Any = None
greedy: Any = None
imagine: Any = None
judge: Any = None
begin_judging: Any = None


class Question(NamedTuple):
    """Positions and the answers in question: those of position k are `answers[start[k]:start[k + 1]]`."""

    states: np.ndarray  # (k,) imagined records
    seats: np.ndarray  # (k,) who answers
    streams: np.ndarray  # (k,) of chance
    start: np.ndarray  # (k + 1,)
    answers: np.ndarray


@template(kernel)
def play_out(s, me, action, luck, mask, cut):
    """One answer, then greedy for all seats, until so many own turns have begun."""
    seat, turns = me, 0
    while True:
        s.rng = mix(luck, s.ply)
        play(s, seat, action)
        last, seat = seat, lowest(s.active)
        turns += seat == me and last != me
        if seat < 0 or turns >= cut:
            return
        mask[:] = 0
        legal(s, seat, mask)
        action = greedy(s, seat, mask)


@template()
def weigh(q, games, w, plans, worth):
    """`worth[p]` becomes what the answer at place p brings on average over so many imagined games."""
    cut = plans[0].cut
    for k in range(q.seats.shape[0]):
        me = q.seats[k]
        w.work[0] = q.states[k]
        begin_judging(w.work[0], w.judging)
        for place in range(q.start[k], q.start[k + 1]):
            worth[place] = 0.0
            for game in range(games):
                luck = mix(q.streams[k], game)
                w.work[0] = q.states[k]
                s = w.work[0]
                imagine(s, me, luck)
                play_out(s, me, q.answers[place], luck, w.mask, cut)
                judge(s, me, w.reward, w.judging, plans[0])
                worth[place] += w.reward[me] / games
