"""How often one agent wins against another: quick, in memory, for progress bars and cards.

One company (or seat) of each game is played by the first agent, all others by the second; companies take turns over the
games. Tournaments with files, replays and ratings are the arena's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from rush_envs.batch import BatchEnv
from rush_envs.contract import Game
from rush_envs.registry import make_batch

from .base import Agent
from .lineups import seat_roles

SIZE = 512  # games side by side
Z = 1.96  # 95 %


class Share(NamedTuple):
    """A share of victories with its 95 % interval (Wilson's)."""

    wins: float
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.rate
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return middle - half, middle + half

    def plus(self, other: Share) -> Share:
        """Both together."""
        return Share(self.wins + other.wins, self.games + other.games)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.rate:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def play_out(batch: BatchEnv, agents: Sequence[Agent], who: np.ndarray, seed: int) -> np.ndarray:
    """Plays a batch without auto-reset to its end, `who[row, seat]` being the place in `agents`; the final records.

    `seed` is for what agents imagine.
    """
    rng = np.random.default_rng(seed)
    batch.reset()
    while (rows := np.flatnonzero(batch.seat >= 0)).size:
        playing = who[rows, batch.seat[rows]]
        actions = np.empty(rows.size, np.int64)
        for place, agent in enumerate(agents):
            part = np.flatnonzero(playing == place)
            if part.size:
                actions[part] = agent.act(batch.view(rows[part], rng))
        batch.step(actions, rows)
    return batch.final_states


def duel(
    game: Game, ours: Agent, theirs: Agent, games: int, *, seed: int, options: Mapping[str, Any] | None = None
) -> dict[str, Share]:
    """Our share of victories by role. A victory of several companies counts its part."""
    found: dict[str, Share] = {}
    for start in range(0, games, SIZE):
        for role, share in _play(game, ours, theirs, min(SIZE, games - start), seed + start, options or {}).items():
            found[role] = found.get(role, Share(0.0, 0)).plus(share)
    return found


def total(shares: Mapping[str, Share]) -> Share:
    """All roles together."""
    return Share(sum(share.wins for share in shares.values()), sum(share.games for share in shares.values()))


def _play(
    game: Game, ours: Agent, theirs: Agent, games: int, seed: int, options: Mapping[str, Any]
) -> dict[str, Share]:
    batch = make_batch(game.name, games, seed=seed, autoreset=False, features=False, **options)
    team = np.array(game.teams(batch.config))
    companies = np.unique(team)
    mine = companies[np.arange(games) % companies.size]
    won = play_out(batch, (ours, theirs), team != mine[:, None], seed)["outcome"][:, : batch.num_seats] > 0
    winners = np.stack([won[:, team == company].any(axis=1) for company in companies], axis=1)
    part = winners[np.arange(games), np.searchsorted(companies, mine)] / np.maximum(winners.sum(axis=1), 1)
    words = np.array(seat_roles(game, batch.config))
    role = np.array([words[team == company][0] for company in mine])
    return {str(word): Share(float(part[role == word].sum()), int((role == word).sum())) for word in np.unique(role)}
