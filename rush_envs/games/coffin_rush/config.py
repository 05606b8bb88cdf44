"""The variants of Coffin Rush! (CO-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rush_envs import contract
from rush_envs.contract import option
from rush_envs.errors import BadOption
from rush_envs.games.coffin_rush.components import FEWEST, SEATS

LAYOUTS = ("standard", "random")


def companies(given: Any) -> tuple[tuple[int, ...], ...] | None:
    """The `teams` option as it is kept: None, or companies in the order given."""
    if given is None:
        return None
    if not isinstance(given, list | tuple) or not all(isinstance(company, list | tuple) for company in given):
        raise BadOption(f"teams={given!r}: give companies of seats, for example ((0, 3), (1, 4), (2, 5))")
    seats = [seat for company in given for seat in company]
    if not all(isinstance(seat, int) and not isinstance(seat, bool) for seat in seats):
        raise BadOption(f"teams={given!r}: a company is made of seat numbers")
    return tuple(tuple(int(seat) for seat in company) for company in given)


@dataclass(frozen=True)
class Config(contract.Config):
    """Players, layout and companies; every variant runs through the same compiled kernels."""

    num_players: int = option(4, "looters", low=FEWEST, high=SEATS)
    max_steps: int = option(60_000, "truncate after this many decisions", low=1, high=100_000)
    layout: str = option("standard", "where the quadrants lie: as drawn, or dealt and turned anew", choices=LAYOUTS)
    teams: tuple[tuple[int, ...], ...] | None = option(
        None, "companies of seats that win together, such as ((0, 3), (1, 4), (2, 5)); None: each alone", own=companies
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.teams is None:
            return
        seats = sorted(seat for company in self.teams for seat in company)
        if seats != list(range(self.num_players)) or not all(self.teams):
            raise BadOption(
                f"teams={self.teams!r}: every seat from 0 to {self.num_players - 1} must be in exactly one company"
            )
        if len(self.teams) < 2:
            raise BadOption(f"teams={self.teams!r}: there must be at least two companies")


# The order of `Config.pack()`; the engine itself reads the first two.
LAYOUT = 2

VARIANTS = (
    {"num_players": 2},
    {"num_players": 3, "layout": "random"},
    {"num_players": 4},
    {"num_players": 5, "teams": ((0, 2), (1, 3, 4))},
    {"num_players": 6, "layout": "random", "teams": ((0, 3), (1, 4), (2, 5))},
    {"num_players": 6},
)


def teams(config: Config) -> list[int]:
    """CO-1.4"""
    if config.teams is None:
        return contract.alone(config)
    number = {seat: company for company, members in enumerate(config.teams) for seat in members}
    return [number[seat] for seat in range(config.num_players)]
