"""One game at a table: who sits where, what was answered, and how it stands. No network, no files."""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rush_envs import registry
from rush_envs.contract import Config, Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.edge import allows, checked_seed
from rush_envs.engine.streams import derived
from rush_envs.engine.view import View
from rush_envs.errors import BadAction, BadOption
from rush_envs.replay import Replay, told

PERSON = "person"  # who plays a seat that waits for somebody


@dataclass
class Seat:
    """A chair: an agent's name or `person`, and for a person the key that opens it."""

    player: str
    key: str = ""

    @property
    def is_person(self) -> bool:
        return self.player == PERSON


@dataclass
class Facts:
    """What makes a table what it is, as it is kept."""

    game: str
    options: dict[str, Any]
    seed: int
    seats: list[Seat]
    answers: list[tuple[int, int]] = field(default_factory=list)  # in the order in which they were given
    resigned: tuple[int, str] | None = None  # the seat that gave up, and why


class TableGame:
    """A game that goes on: every change is checked here, and leaves everything as it was if it may not be."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.game: Game = registry.game(facts.game)
        self.config: Config = self.game.config.of(facts.game, facts.options)
        if len(facts.seats) != self.config.num_players:
            raise BadOption(f"{len(facts.seats)} seats are taken; {self.config.num_players} play")
        self.batch = BatchEnv(self.game, self.config, 1, seed=facts.seed, autoreset=False)
        self.batch.reset()
        self.names = list(self.batch.agents)
        self.states = [self.batch.states.copy()]  # before the first answer and after each
        self.rounds: list[frozenset[int]] = [frozenset(self.active)]  # then, who was asked when the question was opened
        self.shown: dict[int | None, tuple[int, dict[str, Any]]] = {}  # the last drawing that each viewer was sent
        self._told: dict[tuple[int, int | None], list[str]] = {}  # words are asked for by everybody who comes in
        self._rng = np.random.default_rng(derived(facts.seed, "imagination"))
        answers, facts.answers = facts.answers, []
        for seat, action in answers:
            self.answer(seat, action)

    @classmethod
    def new(cls, game: str, options: dict[str, Any], players: list[str], seed: int | None) -> TableGame:
        """A table that nobody has answered at; persons get keys."""
        seats = [Seat(player, secrets.token_urlsafe(16) if player == PERSON else "") for player in players]
        return cls(Facts(game, options, checked_seed(seed), seats))

    # ---------------------------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        return len(self.facts.answers)

    @property
    def state(self) -> np.ndarray:
        return self.states[-1]

    @property
    def active(self) -> list[int]:
        """The seats that may answer now."""
        bits = int(self.batch.states["active"][0])
        return [seat for seat in range(self.batch.num_seats) if bits >> seat & 1]

    @property
    def waiting(self) -> list[int]:
        return [] if self.facts.resigned else self.active

    @property
    def over(self) -> bool:
        return not self.waiting

    @property
    def persons(self) -> list[int]:
        return [k for k, seat in enumerate(self.facts.seats) if seat.is_person]

    def seat_of(self, key: str) -> int | None:
        """The chair that a key opens."""
        for number, seat in enumerate(self.facts.seats):
            if seat.key and secrets.compare_digest(seat.key, key):
                return number
        return None

    def given(self, seat: int | None) -> int:
        """How many answers a seat has given."""
        return sum(who == seat for who, _ in self.facts.answers)

    def sealed(self, ply: int) -> bool:
        """Whether the answer that led to a ply left a question open that several seats were asked at once."""
        return self.game.simultaneous and self.rounds[ply] is self.rounds[ply - 1]

    def legal(self, seat: int) -> list[int]:
        """What a seat may answer now."""
        if seat not in self.waiting:
            return []
        return [int(action) for action in np.flatnonzero(self.batch.legal(0, seat))]

    def answer(self, seat: int, action: int) -> None:
        if seat not in self.waiting:
            raise BadAction(f"{self.names[seat]} is not asked now")
        if not allows(self.batch.legal(0, seat)[0], action):
            raise BadAction(f"{self.game.describe(action)!r} is not legal now")
        before = set(self.active)
        self.batch.ask(seat)
        self.batch.step([action])
        self.facts.answers.append((seat, action))
        self.states.append(self.batch.states.copy())
        goes_on = len(self.rounds[-1]) > 1 and bool(self.active) and before.issuperset(self.active)
        self.rounds.append(self.rounds[-1] if goes_on else frozenset(self.active))

    def resign(self, seat: int, why: str) -> None:
        if self.over:
            raise BadAction("the game is over")
        self.facts.resigned = (seat, why)

    def undo(self, seat: int) -> int:
        """Back to the seat's previous decision, where nobody but agents is against it; the ply it is at now."""
        if self.persons != [seat]:
            raise BadAction("undo is for games of one person against agents")
        own = [ply for ply, (who, _) in enumerate(self.facts.answers) if who == seat]
        if not own and self.facts.resigned is None:
            raise BadAction("there is nothing to undo: this is your first decision")
        if self.facts.resigned is not None:
            self.facts.resigned = None
            return self.ply
        ply = own[-1]
        self.batch.load(self.states[ply])
        self.shown.clear()
        self._told.clear()
        del self.facts.answers[ply:], self.states[ply + 1 :], self.rounds[ply + 1 :]
        return ply

    def view(self, seat: int) -> View:
        """What an agent on that chair decides by: its own eyes, and an imagined record."""
        self.batch.ask(seat)
        return self.batch.view(rng=self._rng)

    # ---------------------------------------------------------------------------------------------------------------

    def told(self, ply: int, viewer: int | None) -> list[str]:
        """What a viewer is told about the answer that led to a ply."""
        if (ply, viewer) not in self._told:
            before, after, answer = self.states[ply - 1], self.states[ply], self.facts.answers[ply - 1]
            self._told[ply, viewer] = told(self.game, self.names, before, after, answer, viewer)
        return self._told[ply, viewer]

    def verdict(self) -> str:
        """How the game ended, in one sentence; nothing while it goes on."""
        if self.facts.resigned:
            seat, why = self.facts.resigned
            return f"{self.names[seat]} resigns" + (f": {why}" if why else ".")
        state = self.state
        if state["truncated"][0]:
            return "The game was stopped before its end: nobody wins."
        if not state["done"][0]:
            return ""
        won = [name for seat, name in enumerate(self.names) if state["outcome"][0, seat] > 0]
        if len(won) < 2:
            return f"{won[0]} wins." if won else "Nobody wins."
        return f"{', '.join(won[:-1])} and {won[-1]} win together."

    def replay(self) -> Replay:
        """The game so far as replays ask, the lowest seat first: sealed answers that wait for one are left out."""
        batch = BatchEnv(self.game, self.config, 1, seed=self.facts.seed, autoreset=False)
        batch.reset()
        replay = Replay.of(batch)
        queues: list[deque[int]] = [deque() for _ in self.names]
        for seat, action in self.facts.answers:
            queues[seat].append(action)
        while batch.seat[0] >= 0 and queues[seat := int(batch.seat[0])]:
            action = queues[seat].popleft()
            batch.step([action])
            replay.add(seat, action, batch.states)
        return replay
