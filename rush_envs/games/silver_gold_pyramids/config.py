"""The variants of Silver & Gold Pyramids (SG-1): only the number of players."""

from __future__ import annotations

from dataclasses import dataclass

from rush_envs import contract
from rush_envs.contract import option
from rush_envs.games.silver_gold_pyramids.components import (
    CARDS,
    CARDS_A_ROUND,
    CROSSES,
    FEWEST,
    ROUNDS,
    SEATS,
    SLOTS,
)


def most_decisions(players: int) -> int:
    """SG-14.1: one keep and 28 main marks each, every cross in the box, every card that can be taken."""
    return (1 + ROUNDS * CARDS_A_ROUND) * players + CROSSES + CARDS - SLOTS * players


@dataclass(frozen=True)
class Config(contract.Config):
    """Player count; no rule depends on it."""

    num_players: int = option(4, "players at the table", low=FEWEST, high=SEATS)
    max_steps: int = option(
        None, "truncate after this many decisions; if not given, as many as a game can take", low=1, high=1000
    )

    def __post_init__(self) -> None:
        if self.max_steps is None:
            players = self._checked("num_players", self.num_players, 0, {"low": FEWEST, "high": SEATS})
            object.__setattr__(self, "max_steps", most_decisions(players))
        super().__post_init__()


VARIANTS = ({"num_players": 2}, {"num_players": 3}, {"num_players": 4})
