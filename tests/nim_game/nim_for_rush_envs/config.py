"""The variants of Nim (NI-1)."""

from __future__ import annotations

from dataclasses import dataclass

from nim_for_rush_envs.components import MOST_TOKENS, OPENING_NAMES, SEATS
from rush_envs import contract
from rush_envs.contract import option


@dataclass(frozen=True)
class Config(contract.Config):
    """Every option has a range or a list of words: nothing else can reach a kernel."""

    num_players: int = option(SEATS, "players at the table", low=SEATS, high=SEATS)
    max_steps: int = option(MOST_TOKENS, "truncate after this many decisions", low=1, high=MOST_TOKENS)
    opening: str = option("any", "how the heaps begin; any draws one for each game", choices=(*OPENING_NAMES, "any"))
    misere: bool = option(False, "who takes the last token loses")


# The order of `Config.pack()`; the engine itself reads the first two. A word is packed as its place among the choices.
OPENING, MISERE = 2, 3
ANY = len(OPENING_NAMES)

# What the contract kit runs: every option at least once, and here also the shortest game there is, with a limit that it
# just keeps.
VARIANTS = ({}, {"opening": "classic", "misere": True}, {"opening": "pair", "max_steps": 2})
