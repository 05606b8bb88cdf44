"""What a simulation is worth by the game's own measures: the outcome, and where a playout was cut the margin."""

from __future__ import annotations

import math
from typing import Any

from rush_envs.engine.jit import kernel, template

pay_outcomes: Any = None
standing: Any = None


@template(kernel)
def best_rivals(s, stand, best):
    """For every seat the best standing of another team."""
    for seat in range(s.seats):
        stand[seat] = standing(s, seat)
    for seat in range(s.seats):
        best[seat] = -1e30
        for other in range(s.seats):
            if s.team[other] != s.team[seat]:
                best[seat] = max(best[seat], stand[other])


@template(kernel)
def judge(s, me, reward, stand, plan):
    """Every seat's reward: the outcome and the squashed margin, or the margin alone where the game was cut.

    Rows of `stand`: how seats stand, the best of their rivals, and the same when the search began. What rivals did
    since then is mostly luck that an answer cannot change, so it may be made to count less.
    """
    reward[:] = 0.0
    if s.done:
        pay_outcomes(s, reward)
    share = plan.margin if s.done else 1.0
    if share > 0.0:
        best_rivals(s, stand[0], stand[1])
        for seat in range(s.seats):
            rival = plan.rivals * stand[1, seat] + (1.0 - plan.rivals) * stand[2, seat]
            reward[seat] += share * (math.tanh((stand[0, seat] - rival) / plan.scale) - reward[seat])


@template(kernel)
def begin_judging(s, stand):
    """How everybody stands when the search begins."""
    best_rivals(s, stand[0], stand[2])
