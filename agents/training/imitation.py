"""A head start: do what the rule of thumb does, and learn who wins then."""

from __future__ import annotations

import time

from rush_envs.engine.agents import load

from .measure import Progress
from .watch import Watch

WILD = 0.1  # of the moves are random ones, so that the learner also sees what follows mistakes


def imitate(watch: Watch) -> None:
    """Learns from the rule of thumb's games for the recipe's minutes."""
    run, learner = watch.run, watch.learner
    teacher = load("greedy", run.game)
    begun, span = time.monotonic(), 60 * run.recipe.imitation
    while (spent := time.monotonic() - begun) < span:
        learner.follow(teacher, WILD, watch.league)
        sure = learner.imitate(run.learning_rate)
        watch.check()
        watch.tell(Progress("imitating", 0.0, 0, sure, max(0.0, span - spent)))
    run.seconds += time.monotonic() - begun
    watch.league.remember(learner.network.policy())
