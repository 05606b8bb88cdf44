"""Training on clusters that break: it goes on, and no game is learned from twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from killing import KILLS, Killer

from rush_agents.training.elsewhere.hauls import Haul
from rush_agents.training.elsewhere.learner import LearnerElsewhere
from rush_agents.training.measure import Progress
from rush_agents.training.recipe import recipe_of
from rush_agents.training.train import train

NODE = {"num_cpus": 1, "object_store_memory": 80 << 20}
QUICK = {"games": 16, "rollout": 8, "taught": 32, "hidden": (16, 8), "imitation": 0, "weighed": 0.1}
STEPS = 30_000


def test_nodes_that_are_killed_cost_their_games_alone(
    nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = nodes(0, 1, 1, 1)
    seen: list[bytes] = []
    words: list[str] = []
    taken = LearnerElsewhere._taken

    def noting(learner: LearnerElsewhere, brought: Any) -> Haul | None:
        haul = taken(learner, brought)
        if haul is not None:
            seen.append(haul.decisions.indices.tobytes())
        return haul

    monkeypatch.setattr(LearnerElsewhere, "_taken", noting)
    recipe = recipe_of("coffee_rush", method="expert", options={"num_players": 2}, **QUICK)
    limits = {"minutes": None, "steps": STEPS, "look_every": 1000.0, "look_games": 4, "final_games": 4}
    before = 0
    with Killer(cluster, STEPS, **NODE) as killer:

        def tell(told: Progress) -> None:
            nonlocal before
            killer.note(told.steps - before)
            before = told.steps

        run = train("coffee_rush", tmp_path, recipe=recipe, on="auto", tell=tell, noted=words.append, **limits)
    assert killer.kills == KILLS
    assert any("A troupe was lost with its games" in told for told in words)
    assert run.steps >= STEPS
    assert len(set(seen)) == len(seen), "no two hauls are the same games"
