"""What was played elsewhere is learned from as if it had been played here."""

from __future__ import annotations

import numpy as np

import rush_envs
from rush_agents.training.elsewhere.hauls import merged, trimmed
from rush_agents.training.elsewhere.troupes import Hire, Score, Troupe, own_likeness
from rush_agents.training.league import League
from rush_agents.training.learner.learner import Learner, Update
from rush_agents.training.learner.lessons import Lesson
from rush_agents.training.recipe import recipe_of

GAME = rush_envs.game("coffee_rush")
RECIPE = recipe_of(
    "coffee_rush", method="expert", options={"num_players": 2}, games=16, rollout=8, taught=32, hidden=(16, 8),
    imitation=1, weighed=0.5, kept=150,
)  # fmt: skip


class Sent(Learner):
    """Learns from what was decided as it comes out of hauls."""

    def learn(self, lesson: Lesson, rate: float) -> Update:
        own = [player.memory for player in self.players]
        for player in self.players:
            player.memory = merged([trimmed(player.memory)])
        update = super().learn(lesson, rate)
        for player, memory in zip(self.players, own, strict=True):
            player.memory = memory
        return update


def test_lessons_are_the_same() -> None:
    """Imitation first, then studies that go over what earlier ones kept."""
    learners = Learner(GAME, RECIPE), Sent(GAME, RECIPE)
    leagues = [League(GAME, shares=RECIPE.league) for _ in learners]
    here, there = learners
    for steps in range(6):
        told = [made.take(made.lesson(steps), league, 1e-3) for made, league in zip(learners, leagues, strict=True)]
        assert told[0] == told[1]
    assert 1 < len(there.kept) == len(here.kept) < 5
    assert np.array_equal(there.network.whole, here.network.whole)
    assert np.array_equal(there.average, here.average)
    assert there.settled
    assert not np.array_equal(there.average, there.network.whole)


def test_a_troupe_decides_by_the_weights_that_it_is_sent() -> None:
    learner, league = Learner(GAME, RECIPE), League(GAME, shares=RECIPE.league)
    found = []
    for factor in (1.0, 1.0, 2.0):
        troupe = Troupe(Hire("coffee_rush", RECIPE, own_likeness("coffee_rush"), 0, 0))
        haul = troupe.play(Score("studying", factor * learner.average, league.arrays()))
        found.append(haul.decisions.chance[:8].tolist())
    assert found[0] == found[1] != found[2]
