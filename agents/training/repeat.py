"""Making a policy anew from its card."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from rush_envs.contract import Game
from rush_envs.errors import BadOption

from ..policies import files
from ..storage import reading
from ..storage.reading import Damaged, Facts
from .recipe import Recipe, problem_of
from .run import Part, Point


class Training(Facts):
    """What a card says of the training."""

    command: str
    recipe: Recipe
    parts: Annotated[list[Part], Field(min_length=1)]
    steps: Annotated[int, Field(ge=1)]
    minutes: float
    cpu_minutes: float
    kept: Point | None


def repeated(card: Path, game: Game) -> tuple[Recipe, int]:
    """The recipe of a policy and how many decisions it was trained for: what makes it anew. A run that was limited by
    steps repeats itself exactly; one that the clock has stopped comes near to what it was."""
    policy = files.load(card, game)
    try:
        told = reading.facts(json.dumps(dict(policy.training)), Training)
        problem = problem_of(told.recipe)
        if problem:
            raise Damaged(f"recipe: {problem}")
    except Damaged as damage:
        raise BadOption(
            f"{card} does not say how it was trained ({damage}); give the card of a trained policy"
        ) from None
    if len(told.parts) > 1:
        parts = f"{len(told.parts)} parts, which cannot be repeated in one"
        raise BadOption(f"{card} was trained in {parts}; its commands: {told.command}")
    part = told.parts[0]
    recipe = replace(told.recipe, hidden=tuple(told.recipe.hidden), learning_rate=part.learning_rate)
    return recipe, part.steps or told.steps
