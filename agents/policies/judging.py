"""What a simulation of the tree search is worth by a network: the outcome, or where a playout was cut what the network
expects of the imagined game, seen with the eyes of the seat that searches. Nothing is known here of the search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rush_envs.engine.jit import kernel, template
from rush_envs.engine.sinks import clear, close, empty_lists

from .scoring import ScoringNetwork
from .sums import Known, Scorer, Scratch, add_listed
from .sums import judge as worth_of_sums

observe: Any = None
insight: Any = None
pay_outcomes: Any = None

MOST = 1.0  # what an outcome can be worth


class Judging(NamedTuple):
    """A network, and room for one look."""

    known: Known
    scorer: Scorer
    room: Scratch
    seen: np.ndarray  # (1,) list of features


def judging(network: ScoringNetwork) -> Judging:
    width = network.game.observation.width + network.insight.layout.width
    return Judging(network.known, network.scorer, network.scratch(), empty_lists(1, width))


@template(kernel)
def worth(s, seat, j):
    """What a seat may expect. Weights come from files, their sums may be anything: an outcome's worth is bounded."""
    sums, seen = j.room.sums, j.seen[0]
    clear(seen)
    observe(s, seat, seen)
    insight(s, seat, seen)
    close(seen)
    for unit in range(sums.shape[0]):
        sums[unit] = j.scorer.worth_sums[unit]
    add_listed(sums, 0, seen.count, seen.indices, seen.values, j.known.scale, j.scorer.worth_features)
    found = worth_of_sums(sums, j.scorer, j.room.first[0], j.room.second[0])
    if not found > -MOST:  # nor is it a number
        return -MOST
    return min(float(found), MOST)


@template(kernel)
def judge(s, me, reward, j, plan):
    """Every seat's reward. What is good for a seat is good for its mates, and all others share the loss."""
    reward[:] = 0.0
    if s.done:
        pay_outcomes(s, reward)
    elif s.active != 0:
        mates = 0
        for seat in range(s.seats):
            mates += s.team[seat] == s.team[me]
        found = worth(s, me, j)
        for seat in range(s.seats):
            reward[seat] = found if s.team[seat] == s.team[me] else -found * mates / (s.seats - mates)


@template(kernel)
def begin_judging(s, j):
    """A network asks for nothing but the position at the end."""
