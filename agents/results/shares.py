"""A share of victories and how sure it is."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.96  # standard errors of a 95 % interval


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share that was seen in so many games."""
    if not games:
        return 0.0, 1.0
    middle = rate + Z * Z / (2 * games)
    half = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


class Share(NamedTuple):
    """Victories, of which a shared one counts its part, in so many games."""

    wins: float
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, Wilson's."""
        return wilson(self.rate, self.games)

    def plus(self, other: Share) -> Share:
        """Both together."""
        return Share(self.wins + other.wins, self.games + other.games)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.rate:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
