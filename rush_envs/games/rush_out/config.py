"""The variants of Rush Out! (RO-1)."""

from __future__ import annotations

from dataclasses import dataclass

from rush_envs import contract
from rush_envs.contract import option
from rush_envs.errors import BadOption
from rush_envs.games.rush_out.components import (
    CHARACTER_NAMES,
    FEWEST,
    HERO_DICE,
    SCENARIO_NAMES,
    SEATS,
    WIZARD_DICE,
)

ANSWERS_BESIDE_TICKS = 60  # RO-14.2: markets
# In a tick: that dice are taken back, then each of them; of the wizard's one at least is in hand.
ANSWERS_OF_A_HERO, ANSWERS_OF_THE_WIZARD = 1 + HERO_DICE, WIZARD_DICE
MOST_TICKS = 30_000  # that the option allows


@dataclass(frozen=True)
class Config(contract.Config):
    """Players, scenario and characters; every variant runs through the same compiled kernels."""

    num_players: int = option(4, "the wizard and two to four heroes", low=FEWEST, high=SEATS)
    max_steps: int = option(
        None, "truncate after this many answers; if not given, as many as max_ticks allow", low=1, high=700_000
    )
    scenario: str = option("scenario_1", "which cards and rules are in play", choices=SCENARIO_NAMES)
    heroes: tuple[str, ...] = option(
        None, "the heroes' characters by seat; the first ones if not given", choices=CHARACTER_NAMES
    )
    handicap: bool = option(False, "two random ordeals leave the deck unseen: an experienced wizard against beginners")
    max_ticks: int = option(6000, "truncate after this many ticks", low=1, high=MOST_TICKS)

    def __post_init__(self) -> None:
        players = self._checked("num_players", self.num_players, 0, {"low": FEWEST, "high": SEATS})
        if self.heroes is None:
            object.__setattr__(self, "heroes", CHARACTER_NAMES[: players - 1])
        if self.max_steps is None:
            ticks = self._checked("max_ticks", self.max_ticks, 0, {"low": 1, "high": MOST_TICKS})
            answers = ANSWERS_OF_A_HERO * (players - 1) + ANSWERS_OF_THE_WIZARD
            object.__setattr__(self, "max_steps", answers * ticks + ANSWERS_BESIDE_TICKS)
        super().__post_init__()
        if (
            not isinstance(self.heroes, tuple)
            or len(self.heroes) != players - 1
            or len(set(self.heroes)) != players - 1
        ):
            raise BadOption(f"heroes={self.heroes!r}: give {players - 1} different characters, one for each hero")


# The order of `Config.pack()`; the engine itself reads the first two.
SCENARIO = 2
CHARACTERS = SCENARIO + 1
HANDICAP = CHARACTERS + len(CHARACTER_NAMES)
MAX_TICKS = HANDICAP + 1

# Random players need thousands of ticks for a match; these stop earlier, so that tests of whole games are quick.
VARIANTS = (
    {"num_players": 3, "scenario": "training_1", "max_ticks": 300},
    {"num_players": 4, "scenario": "training_2", "max_ticks": 100},
    {"num_players": 5, "scenario": "scenario_1", "max_ticks": 80},
    {"num_players": 3, "scenario": "scenario_2", "heroes": ("cleric", "warrior"), "max_ticks": 150},
    {"num_players": 4, "scenario": "scenario_3", "max_ticks": 100},
    {"num_players": 5, "scenario": "scenario_4", "max_ticks": 80},
    {"num_players": 4, "scenario": "scenario_5", "handicap": True, "max_ticks": 100},
    {"num_players": 5, "scenario": "scenario_6", "max_ticks": 80},
    {"num_players": 3, "scenario": "scenario_6", "heroes": ("sentinel", "cleric"), "max_ticks": 150},
)


def agent_names(config: Config) -> list[str]:
    """RO-1.1"""
    return ["wizard_0", *(f"hero_{k}" for k in range(config.num_players - 1))]


def teams(config: Config) -> list[int]:
    """The wizard against the heroes."""
    return [0] + [1] * (config.num_players - 1)
