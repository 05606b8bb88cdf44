"""The games of a tournament as arrays, side by side: what ratings and reports are made of.

A truncated game has no result and counts for nothing but lengths. A shared victory counts its share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Results:
    """G games of S sides; `facts` are those of the tournament."""

    facts: dict[str, Any]
    games: list[dict[str, Any]]  # as `Scorebook.games` gives them

    @cached_property
    def agents(self) -> list[str]:
        return list(self.facts["agents"])

    @cached_property
    def _seats(self) -> list[list[int]]:
        """The seats of each side."""
        sides: list[int] = self.facts["sides"]
        return [[seat for seat, side in enumerate(sides) if side == one] for one in range(max(sides) + 1)]

    @property
    def sides(self) -> int:
        return len(self._seats)

    @cached_property
    def side_names(self) -> list[str]:
        """The role where there are roles, else the seat."""
        roles, seats = self.facts["roles"], self.facts["seats"]
        names = [roles[group[0]] for group in self._seats]
        return names if len(set(names)) == len(names) else [" + ".join(seats[s] for s in g) for g in self._seats]

    @cached_property
    def who(self) -> np.ndarray:
        """(G, S) number of the agent on each side."""
        seats = np.array([game["agents"] for game in self.games], np.int64).reshape(len(self.games), -1)
        return seats[:, [group[0] for group in self._seats]]

    @cached_property
    def rounds(self) -> np.ndarray:
        return np.array([game["round"] for game in self.games], np.int64)

    @cached_property
    def lengths(self) -> np.ndarray:
        return np.array([game["length"] for game in self.games], np.int64)

    @cached_property
    def counted(self) -> np.ndarray:
        """(G,) games with a result."""
        return np.array([not game["truncated"] for game in self.games], np.bool_)

    @cached_property
    def scores(self) -> np.ndarray:
        """(G, S) the best score on each side."""
        return self._best("scores")

    def _best(self, what: str) -> np.ndarray:
        values = np.array([game[what] for game in self.games], np.int64).reshape(len(self.games), -1)
        return np.stack([values[:, group].max(axis=1) for group in self._seats], axis=1)

    @cached_property
    def won(self) -> np.ndarray:
        """(G, S) a side wins if one of its seats does; by a fault a whole side loses, whoever made it."""
        won = self._best("outcome") > 0
        for row, game in enumerate(self.games):
            if game["fault_seat"] is not None:
                won[row] = np.arange(self.sides) != self.facts["sides"][game["fault_seat"]]
        return won

    @cached_property
    def share(self) -> np.ndarray:
        """(G, S) of one victory."""
        return self.won / np.maximum(self.won.sum(axis=1, keepdims=True), 1)

    @cached_property
    def places(self) -> np.ndarray:
        """(G, S) 1 for the winners; the others stand below by score where all sides are alike, else together."""
        alike = len(set(self.facts["roles"])) == 1 and self.sides == len(self.facts["seats"])
        merit = np.where(self.won, 1 << 20, self.scores if alike else 0)
        return 1 + (merit[:, None, :] > merit[:, :, None]).sum(axis=2)

    def points(self, side: int, other: int, weights: np.ndarray) -> np.ndarray:
        """(…, k, k) of the row's agent on `side` against the column's on `other`: 1 for standing before it, half for a
        tie; weights (…, G) say how often each game counts."""
        count, games = len(self.agents), len(self.games)
        cells = self.who[:, side] * count + self.who[:, other]
        worth = self.counted * (0.5 + 0.5 * np.sign(self.places[:, other] - self.places[:, side]))
        found = [np.bincount(cells, row * worth, count * count) for row in weights.reshape(-1, games)]
        return np.reshape(found, (*weights.shape[:-1], count, count))

    def duels(self) -> np.ndarray:
        """(k, k) how often the row's agent stood before the column's, on whatever sides; nobody meets itself."""
        once, pairs = np.ones(len(self.games)), permutations(range(self.sides), 2)
        met = sum((self.points(side, other, once) for side, other in pairs), np.zeros((len(self.agents),) * 2))
        np.fill_diagonal(met, 0.0)
        return met


def resampled(rounds: Sequence[int] | np.ndarray, times: int, seed: int) -> np.ndarray:
    """(times, G) how often each game is drawn when rounds are drawn anew with replacement.

    Whole rounds, since games of one deal are alike; single games if there are too few rounds to draw from.
    """
    _, group = np.unique(rounds, return_inverse=True)
    if group.max(initial=0) < 9:
        group = np.arange(len(group))
    kinds = int(group.max(initial=-1)) + 1
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(kinds, np.full(kinds, 1 / kinds), size=times) if kinds else np.zeros((times, 0), np.int64)
    return drawn[:, group]
