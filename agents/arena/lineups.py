"""Who sits where in every game of a tournament: a function of the game's number alone.

A *side* is what one agent plays in a game: a team; in a game of roles without teams all seats of a role (the mummy, its
explorers); otherwise one seat. A *pairing* is a choice of agents, one for each side; its *line-ups* are its rotations
over the sides, so everybody plays every seat and role. A *round* is one game of every line-up of every pairing, all
from the same seed: the luck of the deal is the same for all and cancels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, factorial

from rush_envs.contract import Config, Game
from rush_envs.errors import BadOption, shown

FORMATS = ("round-robin", "gauntlet", "self-play")
MOST_IN_A_ROUND = 1_000_000  # games: all pairings of a round are laid out at once
Numbers = tuple[int, ...]  # numbers of agents


def seat_roles(game: Game, config: Config) -> list[str]:
    """The role of each seat: `mummy`, `explorer`, `explorer`."""
    return [name.rsplit("_", 1)[0] for name in game.agent_names(config)]


def seat_sides(game: Game, config: Config) -> list[int]:
    """The side of each seat, numbered from 0."""
    roles, teams = seat_roles(game, config), game.teams(config)
    if len(set(teams)) < len(teams):
        groups: list[int] | list[str] = teams
    elif len(set(roles)) > 1:
        groups = roles
    else:
        return list(range(len(roles)))
    known = list(dict.fromkeys(groups))
    return [known.index(group) for group in groups]


def round_robin(agents: int, sides: int) -> list[Numbers]:
    """Every choice of as many different agents as there are sides.

    With fewer agents than sides all play in every pairing, equally often or, by turns, one time more.
    """
    every = tuple(range(agents))
    times, rest = divmod(sides, agents)
    return [every * times + more for more in combinations(every, rest)]


def gauntlet(agents: int, sides: int) -> list[Numbers]:
    """The first agent against each of the others, who then takes all other sides."""
    return [(0, *(other,) * (sides - 1)) for other in range(1, agents)]


def self_play(agents: int, sides: int) -> list[Numbers]:
    """Each agent against itself."""
    return [(agent,) * sides for agent in range(agents)]


MAKERS = {"round-robin": round_robin, "gauntlet": gauntlet, "self-play": self_play}


@dataclass(frozen=True)
class Plan:
    """Who plays which side in game 0, 1, 2, … of a tournament."""

    format: str
    agents: int
    sides: int

    def __post_init__(self) -> None:
        if not isinstance(self.format, str) or self.format not in MAKERS:
            raise BadOption(f"format {shown(self.format)}: give one of {', '.join(FORMATS)}")
        least = 1 if self.format == "self-play" else 2
        if self.agents < least:
            raise BadOption(f"{self.agents} agents; a {self.format} tournament needs at least {least}")
        pairings = comb(self.agents, self.sides % self.agents) if self.format == "round-robin" else self.agents
        if pairings * self.sides**2 > MOST_IN_A_ROUND:
            raise BadOption(
                f"a round of {self.agents} agents on {self.sides} sides has too many games; give fewer agents"
            )

    @cached_property
    def pairings(self) -> list[Numbers]:
        return MAKERS[self.format](self.agents, self.sides)

    @cached_property
    def places(self) -> list[tuple[Numbers, int]]:
        """(pairing, rotation) of every game of a round; a rotation that gives the same line-up again is left out."""
        return [
            (pairing, turn)
            for pairing in self.pairings
            for turn in range(self.sides)
            if rotated(pairing, turn) not in [rotated(pairing, other) for other in range(turn)]
        ]

    def order(self, number: int) -> Numbers:
        """The so-and-so-many-th cyclic order of the sides, as a dictionary has them; the rounds go through them, so
        that nobody always plays after the same one."""
        left, found = list(range(1, self.sides)), [0]
        while left:
            place, number = divmod(number, factorial(len(left) - 1))
            found.append(left.pop(place))
        return tuple(found)

    @property
    def round_size(self) -> int:
        """Games in a round."""
        return len(self.places)

    def round_of(self, number: int) -> int:
        return number // self.round_size

    def lineup(self, number: int) -> Numbers:
        """The agent on each side in a game."""
        pairing, turn = self.places[number % self.round_size]
        if len(set(pairing)) == len(pairing):
            order = self.order(self.round_of(number) % factorial(self.sides - 1))
            pairing = tuple(pairing[place] for place in order)
        return rotated(pairing, turn)


def rotated(pairing: Numbers, turn: int) -> Numbers:
    return pairing[turn:] + pairing[:turn]
