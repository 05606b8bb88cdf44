"""Everything that shapes a run besides its length; what is special about a game stands in `games/<game>/recipe.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from rush_envs.engine.batch import REWARDS
from rush_envs.errors import BadOption

from ..games import part
from ..policies.files import MOST_LAYERS, Units
from ..policies.kinds import KINDS
from ..storage import reading

# How often each kind of opponent is met. From scratch means that greedy has no part in it.
SHARES: Mapping[str, float] = {"itself": 0.8, "past": 0.15, "greedy": 0.0, "random": 0.05}
WITH_GREEDY: Mapping[str, float] = {"itself": 0.3, "past": 0.1, "greedy": 0.6, "random": 0.0}
# What else is different for PPO from greedy: there is something to lose, so steps are small and surely felt.
FROM_GREEDY: Mapping[str, Any] = {
    "league": dict(WITH_GREEDY), "network": "scoring", "hidden": (128, 32), "games": 2048, "batch": 8192,
    "learning_rate": 2e-3, "entropy": 5e-4, "stride": 0.01,
}  # fmt: skip
# And for who studies.
STUDYING: Mapping[str, Any] = {
    "league": dict(WITH_GREEDY), "network": "scoring", "start": "greedy", "hidden": (128, 32), "epochs": 6,
    "learning_rate": 2e-3, "imitation": 1_000_000,
}  # fmt: skip
STARTS = ("scratch", "greedy")
METHODS = ("ppo", "expert")
MOST_DECISIONS = 1 << 22  # between two updates: all of them are kept in memory

Fraction = Annotated[float, Field(ge=0, le=1)]


@dataclass(frozen=True)
class Recipe:
    """Everything that shapes a run besides its length. The ranges are checked by `checked` and in files of a run."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    seed: Annotated[int, Field(ge=0, lt=1 << 32)] = 0
    reward: str = "outcome"
    cap: Annotated[float, Field(gt=0, le=1e6)] = 1.0  # no single reward counts more
    method: str = "ppo"  # or "expert": it studies what an expert says of its answers
    start: str = "scratch"  # or "greedy": it imitates greedy first and meets it in the league
    network: str = "plain"  # or "scoring": it scores actions by what they do
    hidden: Annotated[tuple[Units, ...], Field(min_length=1, max_length=MOST_LAYERS)] = (128, 64)
    games: Annotated[int, Field(ge=1, le=1 << 16)] = 1024  # side by side
    rollout: Annotated[int, Field(ge=1, le=1 << 14)] = 64  # decisions in each game between two updates
    batch: Annotated[int, Field(ge=2, le=1 << 20)] = 4096  # decisions of a minibatch
    epochs: Annotated[int, Field(ge=1, le=1000)] = 2
    learning_rate: Annotated[float, Field(gt=0, le=1)] = 1e-3  # at first; falls to a tenth of it at the end
    gamma: Fraction = 0.999
    smoothing: Fraction = 0.95  # lambda of the advantage estimate
    stride: Annotated[float, Field(gt=0, le=10)] = 0.02  # of PPO: how far an update moves the chances of what was done
    entropy: Annotated[float, Field(ge=0, le=100)] = 0.01
    league: Mapping[str, Fraction] = field(default_factory=lambda: dict(SHARES))  # how often each kind is met
    taught: Annotated[int, Field(ge=2, le=1 << 20)] = 512  # the same, where greedy or the expert says what to do
    imitation: Annotated[int, Field(ge=0, lt=1 << 40)] = 3_000_000  # decisions of it
    hearing: Annotated[int, Field(ge=0, lt=1 << 40)] = 1_000_000  # decisions of its own before PPO, see `Practice`
    weighed: Fraction = 0.5  # of the decisions are weighed by the expert
    candidates: Annotated[int, Field(ge=2, le=1000)] = 6  # answers that are weighed
    playouts: Annotated[int, Field(ge=1, le=10_000)] = 2  # of each of them
    margin: Fraction | None = None  # its share in what a playout brought, None: as the game's search has it
    kept: Annotated[int, Field(ge=0, lt=1 << 31)] = 400_000  # decisions that were weighed; two kilobytes each
    heed: Annotated[float, Field(ge=0, le=10_000)] = 160.0  # times what answers gain is added to their scores
    anchor: Annotated[float, Field(ge=0, le=1000)] = 0.02  # weight of greedy's own answer, beside what was paid
    options: Mapping[str, Any] = field(default_factory=dict)  # of the game


def recipe_of(game: str, base: Recipe | None = None, **changes: Any) -> Recipe:
    """The game's own recipe, or another, with these changes; those that are None stay as they are."""
    given = {name: value for name, value in changes.items() if value is not None}
    own = asdict(base) if base else _own(game, given.get("method", "ppo"), given.get("start", "scratch"))
    given["options"] = {**own.get("options", {}), **given.get("options", {})}
    recipe = Recipe(**(own | given))
    problem = problem_of(recipe)
    if problem:
        raise BadOption(f"recipe of {game}: {problem}")
    return recipe


def _own(game: str, method: str, start: str) -> dict[str, Any]:
    """What a game's folder says of a method: `RECIPE` for PPO, `EXPERT` for the other."""
    if method != "expert":
        own = dict(getattr(part(game, "recipe"), "RECIPE", {}))
        return dict(FROM_GREEDY) | own if start == "greedy" else own
    own = dict(getattr(part(game, "recipe"), "EXPERT", {}))
    return {"method": "expert"} | dict(STUDYING) | own


def problem_of(recipe: Recipe) -> str | None:
    """What is out of its range, if anything is."""
    try:
        own = {name: value for name, value in asdict(recipe).items() if name != "options"}  # the game checks those
        reading.facts(json.dumps(own), Recipe)
    except reading.Damaged as damage:
        return str(damage)
    if recipe.reward not in REWARDS:
        return f"reward={recipe.reward!r}: give one of {', '.join(REWARDS)}"
    if recipe.network not in KINDS:
        return f"network={recipe.network!r}: give one of {', '.join(KINDS)}"
    if recipe.method not in METHODS:
        return f"method={recipe.method!r}: give one of {', '.join(METHODS)}"
    if recipe.method == "expert" and (recipe.start != "greedy" or recipe.network != "scoring"):
        return "method=expert plays answers out by greedy and scores them: start from greedy, with a scoring network"
    if recipe.start not in STARTS:
        return f"start={recipe.start!r}: give one of {', '.join(STARTS)}"
    if set(recipe.league) != set(SHARES) or sum(recipe.league.values()) - recipe.league["past"] <= 0:
        return f"league: give a share for each of {', '.join(SHARES)}, and some to another than the past"
    if recipe.start == "scratch" and recipe.league["greedy"] > 0:
        return "league: from scratch nobody meets greedy; give it no share, or start from greedy"
    if recipe.games * recipe.rollout > MOST_DECISIONS:
        return f"games times rollout is more than {MOST_DECISIONS:,}; give fewer of one of them"
    return None


def differences(recipe: Recipe, other: Recipe) -> dict[str, tuple[Any, Any]]:
    """What two recipes do not have in common, by name."""
    one, two = asdict(recipe), asdict(other)
    return {name: (one[name], two[name]) for name in one if one[name] != two[name]}
