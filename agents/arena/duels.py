"""How often one agent wins against another: quick, in memory, for progress bars and cards.

One company (or seat) of each game is played by the first agent, all others by the second; companies take turns over the
games. Tournaments with files, replays and ratings are the arena's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent, ask
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.streams import derived

from ..results.shares import Share
from .lineups import seat_roles

SIZE = 512  # games side by side


def play_out(batch: BatchEnv, agents: Sequence[Agent], who: np.ndarray, seed: int) -> np.ndarray:
    """Plays a batch without auto-reset to its end, `who[row, seat]` being the place in `agents`; the final records.

    `seed` is for what agents imagine.
    """
    rng = np.random.default_rng(derived(seed, "imagination"))
    batch.reset()
    while (rows := np.flatnonzero(batch.seat >= 0)).size:
        batch.step(ask(batch, rows, agents, who[rows, batch.seat[rows]], rng), rows)
    return batch.final_states


def duel(
    game: Game, ours: Agent, theirs: Agent, games: int, *, seed: int, options: Mapping[str, Any] | None = None
) -> dict[str, Share]:
    """Our share of victories by role. A victory of several companies counts its part."""
    found: dict[str, Share] = {}
    for start in range(0, games, SIZE):
        for role, share in _play(
            game, ours, theirs, min(SIZE, games - start), derived(seed, "duels", start), options or {}
        ).items():
            found[role] = found.get(role, Share(0.0, 0)).plus(share)
    return found


def total(shares: Mapping[str, Share]) -> Share:
    """All roles together."""
    return Share(sum(share.wins for share in shares.values()), sum(share.games for share in shares.values()))


def _play(
    game: Game, ours: Agent, theirs: Agent, games: int, seed: int, options: Mapping[str, Any]
) -> dict[str, Share]:
    batch = BatchEnv.of(game.name, games, seed=seed, autoreset=False, features=False, **options)
    team = np.array(game.teams(batch.config))
    companies = np.unique(team)
    mine = companies[np.arange(games) % companies.size]
    who = (team != mine[:, None]).astype(np.int64)
    won = play_out(batch, (ours, theirs), who, seed)["outcome"][:, : batch.num_seats] > 0
    winners = np.stack([won[:, team == company].any(axis=1) for company in companies], axis=1)
    part = winners[np.arange(games), np.searchsorted(companies, mine)] / np.maximum(winners.sum(axis=1), 1)
    words = np.array(seat_roles(game, batch.config))
    role = np.array([words[team == company][0] for company in mine])
    return {str(word): Share(float(part[role == word].sum()), int((role == word).sum())) for word in np.unique(role)}
