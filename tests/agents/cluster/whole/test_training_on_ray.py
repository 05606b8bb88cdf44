"""Training whose games are played on a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rush_agents.policies import files
from rush_agents.training.recipe import recipe_of
from rush_agents.training.train import train

QUICK = {"games": 16, "rollout": 8, "taught": 32, "hidden": (16, 8), "imitation": 200, "weighed": 0.5}


def trained(folder: Path, steps: int, **more: Any) -> Any:
    recipe = (
        None if more.get("resume") else recipe_of("coffee_rush", method="expert", options={"num_players": 2}, **QUICK)
    )
    limits = {"minutes": None, "steps": steps, "look_every": 0.1, "look_games": 4, "final_games": 4}
    return train("coffee_rush", folder, recipe=recipe, on="auto", **limits, **more)


@pytest.mark.usefixtures("pair")
def test_games_are_played_elsewhere_and_learned_from_here(tmp_path: Path, ray: Any) -> None:
    phases: list[str] = []
    run = trained(tmp_path / "run", 600, tell=lambda told: phases.append(told.phase))
    assert run.steps >= 600
    assert run.cpu > 0
    assert set(phases) == {"imitating", "studying"}
    before = files.load(run.policy, run.game).network.whole.copy()
    again = trained(tmp_path / "run", 900, resume=True)
    assert again.steps >= 900
    assert files.load(again.policy, run.game).network.whole.shape == before.shape
    assert not ray.is_initialized()
