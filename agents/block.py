"""Plays one block of a tournament: some games side by side, each agent asked once for all rows where it is to move.

An agent that raises, answers nonsense or moves illegally loses that game, its side with it; the others go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from rush_envs.batch import BatchEnv
from rush_envs.contract import Config, Game
from rush_envs.drivers import FORFEIT
from rush_envs.edge import whole_numbers
from rush_envs.replay import HASH_EVERY, Replay, state_hash
from rush_envs.rng import mixed

from .base import Agent, is_guest, load
from .guests import Guest

# The streams below the tournament's seed: numbers far above any round.
AGENTS, IMAGINED = 1 << 62, 1 << 61

Answers = tuple[np.ndarray, dict[int, str]]  # actions, FORFEIT for a failure; and what failed, by place


@dataclass(frozen=True)
class Result:
    """How one game went. Agents are numbers, by seat."""

    number: int
    round: int
    seed: int
    agents: list[int]
    scores: list[int]
    outcome: list[int]  # +1 won, -1 lost, 0 none, by seat
    length: int  # answers
    truncated: bool
    fault_seat: int | None  # who lost by crashing, hanging or playing illegally
    fault: str | None  # and how
    replay: str  # JSON; of a game with a fault, what was played before


class Player(Protocol):
    def answer(self, batch: BatchEnv, rows: np.ndarray) -> Answers: ...

    def close(self) -> None: ...


class Resident:
    """An agent in this process."""

    def __init__(self, agent: Agent, imagination: np.random.Generator) -> None:
        self._agent = agent
        self._imagination = imagination

    def answer(self, batch: BatchEnv, rows: np.ndarray) -> Answers:
        """All rows at once; if that fails one by one, to find the games that are at fault."""
        try:
            return self._act(batch, rows), {}
        except (Exception, SystemExit):
            actions, faults = np.full(rows.size, FORFEIT), {}
            for place in range(rows.size):
                try:
                    actions[place] = self._act(batch, rows[place : place + 1])[0]
                except (Exception, SystemExit) as error:
                    faults[place] = f"{type(error).__name__}: {error}"
            return actions, faults

    def _act(self, batch: BatchEnv, rows: np.ndarray) -> np.ndarray:
        return whole_numbers("actions", self._agent.act(batch.view(rows, self._imagination)), rows.shape)

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
class Table:
    """The games of one block; `seats[row]` are the numbers of the agents by seat."""

    game: Game
    config: Config
    agents: Sequence[str]
    seed: int
    move_timeout: float
    numbers: range
    rounds: Sequence[int]
    seats: Sequence[Sequence[int]]

    def play(self) -> list[Result]:
        batch = self._dealt()
        players = {agent: self._player(agent) for agent in sorted({agent for row in self.seats for agent in row})}
        try:
            record = self._played(batch, players)
        finally:
            for player in players.values():
                player.close()
        return [self._result(batch, record, row, answers) for row, answers in enumerate(record.by_row(batch.num_envs))]

    def _seed_of(self, stream: int) -> np.ndarray:
        return mixed(np.array([self.seed], np.uint64), [stream])

    def _dealt(self) -> BatchEnv:
        """The first decisions: episode 0 of every round's seed."""
        batch = BatchEnv(
            self.game, self.config, len(self.numbers), seed=0, illegal="lose", features=False, autoreset=False
        )
        batch.reset()
        batch.seeds[:] = mixed(np.array([self.seed], np.uint64), self.rounds)
        batch.episodes[:] = -1  # the next episode is 0
        batch.reset()
        return batch

    def _player(self, agent: int) -> Player:
        """Fresh, so that nothing it did in another block can matter."""
        first, name = self.numbers.start, self.agents[agent]
        seed = int(mixed(self._seed_of(AGENTS + first), [agent])[0])
        imagination = np.random.default_rng(mixed(self._seed_of(IMAGINED + first), [agent]))
        if is_guest(name) and self.move_timeout:
            return Guest(name, self.game, self.config, seed, self.move_timeout, imagination)
        return Resident(load(name, self.game, seed=seed), imagination)

    def _played(self, batch: BatchEnv, players: dict[int, Player]) -> Record:
        record, seats = Record(), np.array(self.seats)
        answered = 0  # by every game that goes on
        while (rows := np.flatnonzero(batch.seat >= 0)).size:
            asked = batch.seat[rows]
            actions = np.full(rows.size, FORFEIT)
            who = seats[rows, asked]
            for agent in np.unique(who):
                places = np.flatnonzero(who == agent)
                actions[places], faults = players[int(agent)].answer(batch, rows[places])
                for place, words in faults.items():
                    row = int(rows[places[place]])
                    record.faults[row] = int(batch.seat[row]), words[:300]
            self._note(batch, record, rows, actions)
            batch.step(actions, rows)
            answered += 1
            for row in rows.tolist():
                if row not in record.faults and (answered % HASH_EVERY == 0 or batch.seat[row] < 0):
                    record.hashes.setdefault(row, {})[answered] = state_hash(batch.states[row : row + 1])
        return record

    def _note(self, batch: BatchEnv, record: Record, rows: np.ndarray, actions: np.ndarray) -> None:
        """Legal answers go into the replays, illegal ones are faults."""
        inside = (actions >= 0) & (actions < self.game.actions.size)
        legal = inside & (batch.mask[rows, np.where(inside, actions, 0)] == 1)
        for place in np.flatnonzero(~legal).tolist():
            row, action = int(rows[place]), int(actions[place])
            words = f"action {action}" + (f" ({self.game.describe(action)})" if inside[place] else "")
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
