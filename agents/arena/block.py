"""Plays one block of a tournament: some games side by side, each agent asked once for all rows where it is to move.

An agent that raises, answers nonsense or moves illegally loses that game, its side with it; the others go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine.agents import Agent, answers, is_guest, load, places
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.drivers import FORFEIT
from rush_envs.engine.edge import allows
from rush_envs.engine.streams import derived
from rush_envs.replay import HASH_EVERY, Replay, state_hash

from ..results.running import Showing
from ..results.sheets import Result
from .guests.faults import told
from .guests.guest import Guest

Answers = tuple[np.ndarray, dict[int, str]]  # actions, FORFEIT for a failure; and what failed, by place


def round_seed(seed: int, number: int) -> int:
    """The seed of all games of a round."""
    return derived(seed, "tournament rounds", number)


class Player(Protocol):
    def answer(self, batch: BatchEnv, rows: np.ndarray) -> Answers: ...

    def close(self) -> None: ...


class Resident:
    """An agent in this process."""

    def __init__(self, agent: Agent, imagination: np.random.Generator) -> None:
        self._agent = agent
        self._module = type(agent).__module__
        self._imagination = imagination

    def answer(self, batch: BatchEnv, rows: np.ndarray) -> Answers:
        """All rows at once; if that fails one by one, to find the games that are at fault."""
        try:
            return answers(self._agent, batch, rows, self._imagination), {}
        except (Exception, SystemExit):
            actions, faults = np.full(rows.size, FORFEIT), {}
            for place in range(rows.size):
                try:
                    actions[place] = answers(self._agent, batch, rows[place : place + 1], self._imagination)[0]
                except (Exception, SystemExit) as error:
                    faults[place] = told(error, self._module)
            return actions, faults

    def close(self) -> None:
        pass


@dataclass
class Record:
    """What happened in the games of a block, row by row."""

    rows: list[np.ndarray] = field(default_factory=list)
    answers: list[np.ndarray] = field(default_factory=list)  # (k, 2): seat, action
    hashes: dict[int, dict[int, str]] = field(default_factory=dict)
    faults: dict[int, tuple[int, str]] = field(default_factory=dict)  # row -> seat, words

    def by_row(self, count: int) -> list[np.ndarray]:
        rows, answers = np.concatenate(self.rows), np.concatenate(self.answers)
        order = np.argsort(rows, kind="stable")
        return np.split(answers[order], np.searchsorted(rows[order], np.arange(1, count)))


@dataclass(frozen=True)
class Block:
    """The games of one block; `seats[row]` are the numbers of the agents by seat."""

    game: Game
    config: Config
    agents: Sequence[str]
    seed: int
    move_timeout: float
    numbers: range
    rounds: Sequence[int]
    seats: Sequence[Sequence[int]]
    hidden: Sequence[str] = ()
    running: str = ""  # a folder in which a game is shown while it is played

    def play(self) -> list[Result]:
        batch = self._dealt()
        players = {agent: self._player(agent) for agent in sorted({agent for row in self.seats for agent in row})}
        showing = Showing(Path(self.running)) if self.running else None
        try:
            record = self._played(batch, players, showing)
        finally:
            for player in players.values():
                player.close()
            if showing:
                showing.close()
        return [self._result(batch, record, row, answers) for row, answers in enumerate(record.by_row(batch.num_envs))]

    def _dealt(self) -> BatchEnv:
        """The first decisions: episode 0 of every round's seed."""
        batch = BatchEnv(self.game, self.config, len(self.numbers), illegal="lose", features=False, autoreset=False)
        batch.reset(seeds=[round_seed(self.seed, number) for number in self.rounds])
        return batch

    def _player(self, agent: int) -> Player:
        """Fresh, so that nothing it did in another block can matter."""
        first, name = self.numbers.start, self.agents[agent]
        seed = derived(self.seed, "tournament agents", first, agent)
        imagination = np.random.default_rng(derived(self.seed, "tournament imagination", first, agent))
        if is_guest(name) and self.move_timeout:
            return Guest(name, self.game, self.config, seed, self.move_timeout, imagination, self.hidden)
        return Resident(load(name, self.game, seed=seed), imagination)

    def _played(self, batch: BatchEnv, players: dict[int, Player], showing: Showing | None) -> Record:
        record, seats = Record(), np.array(self.seats)
        answered = 0  # by every game that goes on
        while (rows := np.flatnonzero(batch.seat >= 0)).size:
            asked = batch.seat[rows]
            actions = np.full(rows.size, FORFEIT)
            who = seats[rows, asked]
            for agent, mine in places(who):
                actions[mine], faults = players[agent].answer(batch, rows[mine])
                for place, words in faults.items():
                    row = int(rows[mine[place]])
                    record.faults[row] = int(batch.seat[row]), words
            self._note(batch, record, rows, actions)
            batch.step(actions, rows)
            answered += 1
            for row in rows.tolist():
                if row not in record.faults and (answered % HASH_EVERY == 0 or batch.seat[row] < 0):
                    record.hashes.setdefault(row, {})[answered] = state_hash(batch.states[row : row + 1])
            if showing:
                showing.look(lambda: self._so_far(batch, record))
        return record

    def _so_far(self, batch: BatchEnv, record: Record) -> tuple[int, list[int], Replay] | None:
        """The first game that goes on: its number, the agents by seat and its replay up to now."""
        going = np.flatnonzero(batch.seat >= 0)
        if not going.size:
            return None
        row = int(going[0])
        pairs = [(seat, action) for seat, action in record.by_row(batch.num_envs)[row].tolist()]
        return self.numbers[row], list(self.seats[row]), Replay(self.game, self.config, int(batch.seeds[row]), 0, pairs)

    def _note(self, batch: BatchEnv, record: Record, rows: np.ndarray, actions: np.ndarray) -> None:
        """Legal answers go into the replays, illegal ones are faults."""
        legal = np.array([allows(batch.mask[row], action) for row, action in zip(rows, actions, strict=True)], np.bool_)
        for place in np.flatnonzero(~legal).tolist():
            row, action = int(rows[place]), int(actions[place])
            known = 0 <= action < self.game.actions.size
            words = f"action {action}" + (f" ({self.game.describe(action)})" if known else "")
            record.faults.setdefault(row, (int(batch.seat[row]), f"{words} is not legal"))
        record.rows.append(rows[legal])
        record.answers.append(np.stack([batch.seat[rows[legal]], actions[legal]], axis=1))

    def _result(self, batch: BatchEnv, record: Record, row: int, answers: np.ndarray) -> Result:
        state, count = batch.states[row], self.config.num_players
        seed = int(batch.seeds[row])
        pairs = [(seat, action) for seat, action in answers.tolist()]
        seat, words = record.faults.get(row, (None, None))
        replay = Replay(self.game, self.config, seed, 0, pairs, record.hashes.get(row, {}))
        return Result(
            self.numbers[row], self.rounds[row], seed, list(self.seats[row]), state["score"][:count].tolist(),
            state["outcome"][:count].tolist(), len(pairs), bool(state["truncated"]), seat, words, replay.to_json(),
        )  # fmt: skip
