"""What positions made by hand share, whatever the game: sets as records hold them, tables to play on, and an oracle
that is asked as the engine asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, Self

import numpy as np

import rush_envs
from rush_envs.contract import Config, Game
from rush_envs.engine.batch import BatchEnv

# ------------------------------------------------------------------------------------------------------------------
# Sets


def elements(word: int) -> set[int]:
    """The bits of a set as a record holds it."""
    word = int(word)
    assert word >= 0
    return {k for k in range(word.bit_length()) if word >> k & 1}


def bits(chosen: Iterable[int]) -> int:
    """The inverse of `elements`."""
    return sum(1 << k for k in set(chosen))


def members(flags: Iterable[int]) -> set[int]:
    """The places of a row of zeros and ones that hold a one."""
    values = [int(flag) for flag in flags]
    assert set(values) <= {0, 1}
    return {place for place, value in enumerate(values) if value}


# ------------------------------------------------------------------------------------------------------------------
# Games


class Written(Protocol):
    """A position that can be put into the record of a game that was just dealt."""

    players: int

    def write(self, s: np.record) -> None: ...


def dealt(game: Game, games: int = 1, *, seed: int = 1, **options: Any) -> BatchEnv:
    """Games at their beginning."""
    batch: BatchEnv = rush_envs.make_batch(game.name, games, seed=seed, autoreset=False, **options)
    batch.reset()
    return batch


def copies(
    game: Game, positions: Written | Sequence[Written], games: int = 1, *, seed: int = 1, **options: Any
) -> BatchEnv:
    """A batch of positions, each with a stream of its own: one position many times, or each of several once."""
    chosen = positions if isinstance(positions, Sequence) else [positions] * games
    batch = dealt(game, len(chosen), seed=seed, num_players=chosen[0].players, **options)
    states = batch.states.copy()
    for s, position in zip(states, chosen, strict=True):
        position.write(s)
    batch.load(states)  # refuses what is not possible
    return batch


def answer(batch: BatchEnv, row: int, seat: int, action: int) -> None:
    """The answer of any active seat: the engine asks the lowest first, but that is not the only order."""
    batch.ask([seat], [row])
    batch.step([action], [row])


class Table:
    """One game of the engine: dealt for so many players or a position made by hand, and then changed at will."""

    game: Game

    def __init__(self, start: Written | int = 4, *, seed: int = 1, **options: Any) -> None:
        self.players = start if isinstance(start, int) else start.players
        self.batch = dealt(self.game, seed=seed, num_players=self.players, **options)
        if not isinstance(start, int):
            self.edit(start.write).check()

    @property
    def s(self) -> np.record:
        """The record itself."""
        record: np.record = self.batch.states[0]
        return record

    def edit(self, change: Callable[[np.record], object]) -> Self:
        """Changes the record: `change` gets it. Half of a change is no possible position: `check` comes after all."""
        states = self.batch.states.copy()
        change(states[0])
        self.batch._take(states)
        return self

    def set(self, **values: Any) -> Self:
        """Sets whole fields."""

        def change(s: np.record) -> None:
            for name, value in values.items():
                s[name] = value

        return self.edit(change)

    def check(self, when: str = "a position made by hand") -> Self:
        """Nothing is broken, no field leaves its range, and all see features within their maxima."""
        broken = int(self.batch.broken_invariants()[0])
        assert broken == 0, f"{when}: {self.game.invariants[broken]}"
        found = self.game.state.outside(self.batch.states)
        assert found is None, f"{when}: {found}"
        features = self.batch.observe(np.zeros(self.players, int), np.arange(self.players))
        assert ((features >= 0) & (features <= self.game.observation.maxima)).all(), when
        return self

    @property
    def seat(self) -> int:
        """Who is asked, -1 when the game is over."""
        return int(self.batch.seat[0])

    @property
    def over(self) -> bool:
        return bool(self.batch.done[0])

    def ids(self, seat: int) -> set[int]:
        """What a seat may do."""
        return members(self.batch.legal([0], [seat])[0])

    def sees(self, viewer: int = 0) -> dict[str, np.ndarray]:
        """The pieces of a viewer's observation."""
        return self.game.observation.decode(self.batch.observe([0], [viewer])[0])


# ------------------------------------------------------------------------------------------------------------------
# Oracles


def config_of(game: Game, config: Config | Mapping[str, Any]) -> Config:
    """A configuration, given as one or as its options."""
    return config if isinstance(config, Config) else game.config.of(game.name, config)


class Naive:
    """An oracle of any seat's actions, asked as the engine asks: about one seat at a time."""

    def __init__(self, oracle: Any) -> None:
        self.oracle = oracle

    def acting(self) -> int | None:
        return self.oracle.acting()

    def legal(self) -> set[int]:
        seat = self.acting()
        return set() if seat is None else self.oracle.legal(seat)

    def apply(self, action: int) -> None:
        seat = self.acting()
        assert seat is not None
        self.oracle.apply(seat, action)

    @property
    def over(self) -> bool:
        return self.oracle.over
