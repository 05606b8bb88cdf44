"""The arena: tournaments that are fair, fast, and the same however often they are interrupted.

Fair: `lineups` says who sits where; every round plays all line-ups, seats and roles rotated, from one seed.
Fast: games are played in blocks of consecutive numbers (`block`), all games of a block side by side in one `BatchEnv`;
blocks are shared out to processes.
The same: a game depends on nothing but the tournament's seed and numbers. Its deal depends on its round; agents are
loaded afresh for every block, with seeds that depend on the block's first number. A block is written to the results
(`scorebook`) in one transaction, so a tournament killed at any moment goes on with the blocks that are missing, in any
number of processes, and ends with the same results. More games can be asked for later; if that completes a block that
was cut short by the end, its new games are a block of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rush_envs import registry
from rush_envs.contract import Config, Game
from rush_envs.engine.agents import is_guest, load
from rush_envs.engine.edge import checked_count, checked_seed
from rush_envs.errors import BadOption, shown

from ..cluster.joining import checked_place
from ..results.rows import LONGEST_NAME, MOST_AGENTS
from ..results.scorebook import Scorebook
from ..results.sheets import Result
from . import on_ray
from .block import Block
from .guests.guest import Guest
from .identity import identity
from .lineups import Plan, seat_roles, seat_sides
from .workers import WorkerPool

BLOCK, SLOW_BLOCK = 32, 8  # games; part of what makes results what they are, since agents are loaded for each block
SLOW = ("mcts",)  # kinds of agents that gain nothing from company, and that should lose little when they are stopped
MOVE_TIMEOUT = 10.0  # seconds
LONGEST_MOVE = 24 * 3600
MOST_PROCESSES = 64


@dataclass(frozen=True)
class Tournament:
    """What is played, and by whom; two equal ones play the same games."""

    game_name: str
    options: tuple[tuple[str, Any], ...]
    agents: tuple[str, ...]
    format: str = "round-robin"
    seed: int = 0
    move_timeout: float = MOVE_TIMEOUT  # seconds for a decision of a guest; 0: guests are trusted and play in-process
    hidden: tuple[str, ...] = field(default=(), compare=False)  # paths that no guest may see: those of the results
    running: str = field(default="", compare=False)  # a folder for games that are watched while they are played

    @classmethod
    def of(cls, game: str, agents: Sequence[str], *, options: dict[str, Any] | None = None, **more: Any) -> Tournament:
        """Everything checked, before anything is played; `options` are those of the game."""
        chosen = registry.game(game)
        config = chosen.config.of(game, options or {})
        made = cls(game, tuple(config.options().items()), checked_agents(agents), **more)
        checked_seed(made.seed)
        checked_timeout(made.move_timeout)
        made.plan.round_size  # noqa: B018  refuses a wrong format or too few agents
        for name in dict.fromkeys(agents):
            if is_guest(name) and made.move_timeout:
                Guest(name, chosen, config, 0, made.move_timeout, hidden=made.hidden).check()
            else:
                load(name, chosen, seed=0)
        return made

    @cached_property
    def game(self) -> Game:
        return registry.game(self.game_name)

    @cached_property
    def config(self) -> Config:
        return self.game.config.of(self.game_name, dict(self.options))

    @cached_property
    def sides(self) -> list[int]:
        """The side of each seat."""
        return seat_sides(self.game, self.config)

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.format, len(self.agents), max(self.sides) + 1)

    @cached_property
    def labels(self) -> list[str]:
        """The agents' names; one that plays twice gets a number."""
        seen: Counter[str] = Counter()
        labels = []
        for name in self.agents:
            seen[name] += 1
            labels.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
        return labels

    @property
    def block_size(self) -> int:
        return SLOW_BLOCK if any(name.partition(":")[0] in SLOW for name in self.agents) else BLOCK

    def facts(self) -> dict[str, Any]:
        """What makes the results what they are, as JSON can hold it; `Scorebook` keeps it beside them."""
        return {
            "game": self.game.id,
            "data": self.game.data_digest,
            "config": self.config.options(),
            "agents": self.labels,
            "players": [identity(name, self.game, self.move_timeout) for name in self.agents],
            "format": self.format,
            "seed": self.seed,
            "seats": self.game.agent_names(self.config),
            "roles": seat_roles(self.game, self.config),
            "sides": self.sides,
            "round_size": self.plan.round_size,
            "block_size": self.block_size,
        }

    def block(self, numbers: range) -> Block:
        """What is needed to play the games of these numbers."""
        lineups = [self.plan.lineup(number) for number in numbers]
        seats = [[lineup[side] for side in self.sides] for lineup in lineups]
        rounds = [self.plan.round_of(number) for number in numbers]
        return Block(
            self.game, self.config, self.agents, self.seed, self.move_timeout, numbers, rounds, seats, self.hidden,
            self.running,
        )  # fmt: skip

    def words(self, numbers: range) -> str:
        """A block in a few words, for progress."""
        names = ", ".join(self.labels[agent] for agent in self.plan.lineup(numbers.start))
        return f"round {self.plan.round_of(numbers.start) + 1}: {names}"


def checked_agents(agents: Any) -> tuple[str, ...]:
    """Names, as many and as long as results can hold."""
    if not isinstance(agents, list | tuple) or not all(isinstance(name, str) for name in agents):
        raise BadOption(f"agents={shown(agents)}: give a list of names")
    if len(agents) > MOST_AGENTS or any(len(name) > LONGEST_NAME for name in agents):
        raise BadOption(f"give at most {MOST_AGENTS} agents, with names of at most {LONGEST_NAME} characters")
    return tuple(agents)


def checked_timeout(seconds: Any) -> None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= LONGEST_MOVE:
        raise BadOption(f"move_timeout={shown(seconds)}: give seconds from 0 to {LONGEST_MOVE}")


def blocks(missing: Sequence[int], size: int) -> Iterator[range]:
    """Missing games as blocks: consecutive numbers that do not cross a multiple of `size`."""
    start = None
    for place, number in enumerate(missing):
        start = number if start is None else start
        last = place + 1 == len(missing) or missing[place + 1] != number + 1
        if last or (number + 1) % size == 0:
            yield range(start, number + 1)
            start = None


Told = Callable[[range], None]


def run(
    tournament: Tournament,
    games: int,
    book: Scorebook,
    *,
    processes: int = 1,
    on: str | None = None,
    started: Told = lambda block: None,
    finished: Told = lambda block: None,
    noted: Callable[[str], None] = lambda words: None,
) -> None:
    """Plays the games up to number `games` that the book does not have yet, in processes or `on` a cluster."""
    checked_count("games", games, 1, 1 << 31)
    checked_count("processes", processes, 1, MOST_PROCESSES)
    on = None if on is None else checked_place(on)
    waiting = list(blocks(book.missing(games), tournament.block_size))
    if on is not None:
        if waiting:
            on_ray.play(tournament, waiting, book, on, processes, started, finished, noted)
        return
    with closing(_played(tournament, waiting, min(processes, len(waiting)), started)) as played:
        for block, results in played:
            book.add(results)
            finished(block)


def _played(
    tournament: Tournament, waiting: list[range], processes: int, started: Told
) -> Generator[tuple[range, list[Result]], None, None]:
    if processes > 1:
        with WorkerPool(tournament, processes) as pool:
            yield from pool.play(waiting, started)
        return
    for block in waiting:
        started(block)
        yield block, tournament.block(block).play()
