"""One game at a table: who sits where, and the game with its replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from rush_envs.contract import Config, Game
from rush_envs.engine.agents import load
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.edge import checked_seed
from rush_envs.engine.streams import derived
from rush_envs.errors import BadOption, UnknownAgent, hint, shown
from rush_envs.replay import Replay, story

from .console import ERR, OUT
from .showing import caption, score_table, show_story, show_table, verdict

YOU = "you"  # who plays a person's seat


def seat_number(seat: str, names: Sequence[str]) -> int:
    """A seat given as a number or as an agent's name."""
    if seat in names:
        return names.index(seat)
    if seat.isdecimal() and len(seat) < 4 and int(seat) < len(names):
        return int(seat)
    raise BadOption(f"seat {shown(seat)}: give a number from 0 to {len(names) - 1} or a name; {hint(seat, names)}")


def usual_agent(game: Game) -> str:
    """The rule of thumb where the game has one."""
    try:
        load("greedy", game)
    except UnknownAgent:
        return "random"
    return "greedy"


def seat_players(person: str, seat: int, opponents: str, count: int) -> list[str]:
    """Who plays each of `count` seats; opponents are one name for all, or one for each chair after the person's."""
    given = [name.strip() for name in opponents.split(",")]
    each = given * (count - 1) if len(given) == 1 else given
    if len(each) != count - 1:
        raise BadOption(f"{len(each)} opponents; give one for all, or one for each of the {count - 1} other seats")
    players = [person, *each]
    return [players[(chair - seat) % count] for chair in range(count)]


@dataclass(frozen=True)
class Moment:
    """Where `undo` goes back to."""

    states: np.ndarray
    answers: int  # given before


class Session:
    """One game and its replay; every seat is played by the agent of that name, or waits for a person."""

    def __init__(
        self, game: Game, config: Config, players: Sequence[str], seed: int | None, saved: Replay | None = None
    ) -> None:
        seed = checked_seed(saved.seed if saved else seed)
        self.game = game
        self.players = list(players)
        loaded = {name: load(name, game, seed=derived(seed, "opponents")) for name in players if name != YOU}
        self.agents = [loaded.get(name) for name in players]
        self.batch = BatchEnv(game, config, 1, seed=seed, autoreset=False)
        self.names = self.batch.agents
        self._rng = np.random.default_rng(derived(seed, "imagination"))  # of agents
        with ERR.status("Compiling the rules: some seconds, the first time only …"):
            self.batch.reset(seed, episodes=saved.episode if saved else 0)
        self.replay = Replay.of(self.batch)
        self.states = [self.state.copy()]  # before the first answer and after each
        if saved:
            saved.verify()
            for _, action in saved.answers:
                self.answer(action)

    @property
    def state(self) -> np.ndarray:
        """The one-record array as it is now."""
        return self.batch.states

    @property
    def asked(self) -> int:
        """The seat that decides, or -1 when the game is over."""
        return int(self.batch.seat[0])

    def answer(self, action: int) -> None:
        seat = self.asked
        self.batch.step([action])
        self.replay.add(seat, action, self.state)
        self.states.append(self.state.copy())

    def let_agent_answer(self) -> bool:
        """One answer by the agent that is asked; false if a person is asked or the game is over."""
        agent = self.agents[self.asked] if self.asked >= 0 else None
        if agent is None:
            return False
        self.answer(int(agent.act(self.batch.view(rng=self._rng))[0]))
        return True

    def told(self, since: int, viewer: int | None) -> list[str]:
        """What a viewer, or an open table, is told about the answers since so many had been given."""
        answers = self.replay.answers[since:]
        return list(chain(*story(self.game, self.names, self.states[since:], answers, viewer)))

    def moment(self) -> Moment:
        return Moment(self.state.copy(), len(self.replay.answers))

    def go_back(self, moment: Moment) -> None:
        """The game and its replay as they were then."""
        self.batch.load(moment.states)
        del self.replay.answers[moment.answers :], self.states[moment.answers + 1 :]
        self.replay.hashes = {n: text for n, text in self.replay.hashes.items() if n <= moment.answers}


def demonstrate(session: Session) -> None:
    """Agents play it out; the first, the middle and the last table are shown, open to all."""
    with ERR.status("The agents play …"):
        while session.let_agent_answer():
            pass
    last = len(session.replay.answers)
    for number in sorted({0, last // 2, last}):
        OUT.rule(caption(session.replay, session.names, number))
        show_table(session.game.draw(session.states[number], None))
    show_story(session.told(last - 1, None))
    OUT.print(score_table(session.state, session.names, session.players))
    OUT.print(f"[bold]{verdict(session.state, session.names)}[/] The seed was {session.replay.seed}.")
