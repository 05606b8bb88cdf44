"""The variants of Curse of the Mummy (CM-1)."""

from __future__ import annotations

from dataclasses import dataclass

from rush_envs import contract
from rush_envs.contract import option
from rush_envs.games.curse_of_the_mummy.components import BOX, FACES, FEWEST, MOST_STEPS, SEATS

DECISIONS_A_ROUND = 100  # CM-14.1
FEWEST_ROUNDS, MOST_ROUNDS = 10, 1000


@dataclass(frozen=True)
class Config(contract.Config):
    """Player count and options; every variant runs through the same compiled kernels."""

    num_players: int = option(
        4, "the mummy and its explorers; two players: one explorer with two pawns", low=FEWEST, high=SEATS
    )
    max_steps: int = option(
        None, "truncate after this many decisions; 100 × max_rounds if not given", low=1, high=100_000
    )
    mummy_die: tuple[int, ...] = option(BOX.mummy_die, "the six numbers of the mummy's die", low=1, high=MOST_STEPS)
    belief: bool = option(True, "show where each pawn may stand; the announcements are always shown")
    max_rounds: int = option(300, "truncate after this many rounds", low=FEWEST_ROUNDS, high=MOST_ROUNDS)

    def __post_init__(self) -> None:
        if self.max_steps is None:
            rounds = self._checked("max_rounds", self.max_rounds, 0, {"low": FEWEST_ROUNDS, "high": MOST_ROUNDS})
            object.__setattr__(self, "max_steps", DECISIONS_A_ROUND * rounds)
        super().__post_init__()


# The order of `Config.pack()`; the engine itself reads the first two.
MUMMY_DIE = 2
BELIEF = MUMMY_DIE + FACES
MAX_ROUNDS = BELIEF + 1

VARIANTS = (
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 5},
    {"num_players": 4, "belief": False},
    {"num_players": 3, "mummy_die": (1, 1, 2, 2, 6, 6), "max_rounds": 40},
)


def agent_names(config: Config) -> list[str]:
    """CM-1.1"""
    return ["mummy_0", *(f"explorer_{k}" for k in range(config.num_players - 1))]
