"""How strong agents are, from the results of a tournament, with 95 % intervals by the bootstrap over rounds.

- Skill: openskill's Plackett–Luce, for duels, free-for-all and teams. Games in the order of their numbers.
- Elo, where there are two sides: the Bradley–Terry strengths of greatest likelihood on Elo's scale (400 points are odds
  of ten to one; the mean is 1500), with the advantage of a side as one more unknown. Fitted to all games at once, so
  their order does not matter.
- Win rates: overall, for each side, and against each other agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rush_envs.errors import MissingExtra

from .results import Results, resampled
from .shares import Z, wilson

TIMES = 400  # resamples for rates and Elo, fewer for very many games:
MOST_DRAWN = 10_000_000  # games in all resamples together, for the sake of memory
SKILL_UPDATES = 12_000  # openskill's updates for intervals: 1 to 2 s
VIRTUAL = 0.25  # points for each side of a pairing
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float

    def contains(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Standing:
    """One agent's line of the final table."""

    agent: str
    games: int  # with a result; an agent on several sides of a game counts once for each
    won: Estimate | None  # None: no game with a result
    skill: Estimate | None  # None: nobody else to compare with
    elo: Estimate | None  # None: more than two sides
    by_side: dict[str, Estimate]
    faults: int = 0

    @property
    def merit(self) -> tuple[str, Estimate | None]:
        """What the table is sorted by: the strength that considers whom one met, where there is one."""
        named = (("Elo", self.elo), ("Skill", self.skill))
        return next(((name, known) for name, known in named if known), ("Won", self.won))


def standings(results: Results, *, seed: int = 0) -> list[Standing]:
    """The final table, best first."""
    weights = resampled(results.rounds, int(np.clip(MOST_DRAWN // len(results.games), 50, TIMES)), seed)
    skills = skill_estimates(results, seed)
    elos = elo_estimates(results, weights, seed)
    lines = []
    for agent, name in enumerate(results.agents):
        mine = (results.who == agent) & results.counted[:, None]
        sides = {side: rate(results, mine, weights, k) for k, side in enumerate(results.side_names)}
        known = {side: value for side, value in sides.items() if value is not None}
        own = Standing(name, int(mine.sum()), rate(results, mine, weights), skills.get(agent), elos.get(agent), known)
        lines.append(replace(own, faults=_faults(results, agent)))
    return sorted(lines, key=_order, reverse=True)


def _order(line: Standing) -> list[float]:
    return [estimate.value if estimate else 0.0 for estimate in (line.merit[1], line.won)]


def _faults(results: Results, agent: int) -> int:
    games = (game for game in results.games if game["fault_seat"] is not None)
    return sum(game["agents"][game["fault_seat"]] == agent for game in games)


# ------------------------------------------------------------------------------------------------------------------
# Win rates


def rate(results: Results, mine: np.ndarray, weights: np.ndarray, side: int | None = None) -> Estimate | None:
    """The share of victories where `mine` (G, S) is true, on all sides or one."""
    chosen = mine if side is None else mine & (np.arange(results.sides) == side)
    count, won = chosen.sum(axis=1), (results.share * chosen).sum(axis=1)
    total = count.sum()
    if total == 0:
        return None
    drawn = weights @ count
    values = (weights @ won)[drawn > 0] / drawn[drawn > 0]
    return widened(float(won.sum() / total), values, int(total))


def widened(value: float, values: np.ndarray, games: int) -> Estimate:
    """The bootstrap's interval; where all games ended alike it has no width, and Wilson's bound stands in."""
    low, high = interval(values)
    if low == high:
        low, high = wilson(value, games)
    return Estimate(value, float(low), float(high))


def interval(values: np.ndarray) -> tuple[float, float]:
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(values, (tail, 100 - tail))
    return float(low), float(high)


# ------------------------------------------------------------------------------------------------------------------
# Elo


def bradley_terry(first: np.ndarray, second: np.ndarray, rng: np.random.Generator | None = None) -> np.ndarray:
    """(…, k) Elo from (…, k, k) points: the row's agent on the first side, the column's on the second.

    One more unknown is how much better the first side is: without it a strong seat or role would draw all agents
    together. Newton's method, short steps. Every pair and seating that met gets a quarter of a virtual point each; for
    resamples `rng` draws them with that mean, as Jeffreys' prior has it, so that clean sweeps too have an interval.
    """
    count = first.shape[-1]
    apart = 1 - np.eye(count)
    shape = (2, *first.shape)
    virtual = (first + second > 0) * (np.full(shape, VIRTUAL) if rng is None else rng.gamma(VIRTUAL, size=shape))
    first, met = (first + virtual[0]) * apart, (first + second + virtual.sum(axis=0)) * apart
    unknown = np.zeros((*first.shape[:-2], count + 1))  # strengths in natural logarithms, then the side
    for _ in range(100):
        strength, side = unknown[..., :count], unknown[..., count:]
        chance = 1 / (1 + np.exp(-(strength[..., :, None] - strength[..., None, :] + side[..., None])))
        step = _newton_step(first - met * chance, met * chance * (1 - chance))
        unknown = unknown + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-6:
            break
    strength = unknown[..., :count] - unknown[..., :count].mean(axis=-1, keepdims=True)
    return 1500 + 400 / np.log(10) * strength


def _newton_step(missed: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """(…, k + 1) from the (…, k, k) points beyond expectation and their variances."""
    count = missed.shape[-1]
    slope = np.append(missed.sum(-1) - missed.sum(-2), missed.sum((-1, -2))[..., None], axis=-1)
    curve = np.zeros((*slope.shape, count + 1))
    both = weight + np.swapaxes(weight, -1, -2)
    curve[..., :count, :count] = both.sum(-1)[..., None] * np.eye(count) - both
    curve[..., :count, count] = curve[..., count, :count] = weight.sum(-1) - weight.sum(-2)
    curve[..., count, count] = weight.sum((-1, -2))
    curve += 1e-6 * np.eye(count + 1)  # only differences of strengths are known; this picks the smallest
    return np.linalg.solve(curve, slope[..., None])[..., 0]


def elo_estimates(results: Results, weights: np.ndarray, seed: int = 0) -> dict[int, Estimate]:
    """By agent; empty unless there are two sides and somebody met somebody."""
    if results.sides != 2 or not results.duels().any():
        return {}
    values, drawn = (
        bradley_terry(results.points(0, 1, rows), np.swapaxes(results.points(1, 0, rows), -1, -2), rng)
        for rows, rng in ((np.ones(len(results.games)), None), (weights, np.random.default_rng(seed)))
    )
    return {k: Estimate(float(value), *interval(drawn[:, k])) for k, value in enumerate(values)}


# ------------------------------------------------------------------------------------------------------------------
# Skill


def skill_estimates(results: Results, seed: int) -> dict[int, Estimate]:
    """By agent. Intervals are twice the spread of resampled rounds, since few resamples can be afforded; where those
    are nearly all alike (clean sweeps) twice openskill's own deviation, which is wide."""
    matches = _matches(results)
    if not matches:
        return {}
    values, deviations = skill(matches, len(results.agents))
    times = int(np.clip(SKILL_UPDATES // len(matches), 8, 100))
    places = np.flatnonzero(results.counted)
    weights = resampled(results.rounds[places], times, seed)
    drawn = [skill(_repeated(matches, row), len(results.agents))[0] for row in weights]
    spread = np.std(drawn, axis=0, ddof=1)
    spread = np.where(spread > deviations / 10, spread, deviations)
    return {
        k: Estimate(float(value), float(value - Z * half), float(value + Z * half))
        for k, (value, half) in enumerate(zip(values, spread, strict=True))
    }


Match = tuple[list[int], list[int]]  # the agent and the place of every side


def _matches(results: Results) -> list[Match]:
    rows = zip(results.who.tolist(), results.places.tolist(), results.counted, strict=True)
    found = [(who, places) for who, places, counted in rows if counted]
    return found if any(len(set(who)) > 1 for who, _ in found) else []


def _repeated(matches: Sequence[Match], weights: np.ndarray) -> list[Match]:
    return [match for match, times in zip(matches, weights.tolist(), strict=True) for _ in range(times)]


def skill(matches: Sequence[Match], agents: int) -> np.ndarray:
    """(2, agents) openskill's mean and deviation after these matches; 25 and 8.3 to begin with."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtra("rating agents", "arena") from None
    model = PlackettLuce(tau=0)  # agents do not change while they play
    ratings = [model.rating() for _ in range(agents)]
    for who, places in matches:
        rated = model.rate([[ratings[agent]] for agent in who], ranks=[float(place) for place in places])
        for agent in set(who):
            told = [team[0] for team, other in zip(rated, who, strict=True) if other == agent]
            ratings[agent] = (
                told[0]
                if len(told) == 1
                else model.rating(
                    mu=sum(one.mu for one in told) / len(told),  # on several sides: the mean of what they say
                    sigma=sum(one.sigma for one in told) / len(told),
                )
            )
    return np.array([[rating.mu for rating in ratings], [rating.sigma for rating in ratings]])
