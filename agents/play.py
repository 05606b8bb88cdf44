"""A game in the terminal: a person against agents, or agents among themselves.

Nothing is shown that the person's seat may not know: the table is drawn from its eyes, and the others' moves are told
in words only in games where whatever a player does is public.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from pathlib import Path

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rush_envs.batch import BatchEnv, checked_seed
from rush_envs.contract import Config, Game
from rush_envs.errors import BadAction, BadOption, RushError, UnknownAgent, hint
from rush_envs.replay import Replay
from rush_envs.scene import Scene

from .base import load

OUT = Console(highlight=False)
ERR = Console(stderr=True, highlight=False)  # spinners, bars and errors: stdout holds nothing but the answer

YOU = "you"  # who plays a person's seat
WRAP_OFF, WRAP_ON = "\x1b[?7l", "\x1b[?7h"

HELP = """\
Make a move by its number or its words; leave words out or cut them short as long as only one move fits.
Enter      draws the table again
undo       back to your previous decision
save FILE  keeps the game so far as a replay
help       this text and the rules in short
quit       leaves the game"""


# ------------------------------------------------------------------------------------------------------------------
# What a terminal shows of a game


def show_table(scene: Scene, colour: bool | None = None) -> None:
    """Prints a drawing; a window that is too narrow cuts it rather than breaking its lines."""
    if colour is None:
        colour = OUT.color_system is not None and not OUT.no_color
    text = scene.to_ansi(colour)
    if OUT.is_terminal and OUT.width < scene.width:
        advice = f"The table is {scene.width} columns wide, this window {OUT.width}: widen it to see all."
        text = f"{WRAP_OFF}{text}{WRAP_ON}\n{advice}"
    print(text, file=OUT.file)


def turns(game: Game, names: Sequence[str], answers: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """(seat, `player_1: move pawn 1 north, done`) for every stretch of answers by one seat."""
    for seat, group in groupby(answers, key=lambda answer: answer[0]):
        yield seat, f"{names[seat]}: {', '.join(game.describe(action) for _, action in group)}"


def everything_is_public(game: Game) -> bool:
    """Nothing is known to some seats only, so neither is what a player answers."""
    return all(sees in ("public", "nobody") for sees in game.state.sees.values())


def winners(state: np.ndarray, names: Sequence[str]) -> list[str]:
    return [name for seat, name in enumerate(names) if state["outcome"][0, seat] > 0]


def verdict(state: np.ndarray, names: Sequence[str]) -> str:
    """How the game ended, in one sentence."""
    won = winners(state, names)
    if state["truncated"][0]:
        return "The game was stopped before its end: nobody wins."
    if not state["done"][0]:
        return "The game is not finished."
    if len(won) < 2:
        return f"{won[0]} wins." if won else "Nobody wins."
    return f"{', '.join(won[:-1])} and {won[-1]} win together."


def score_table(state: np.ndarray, names: Sequence[str], players: Sequence[str] | None = None) -> Table:
    """Everybody's score and result, best first."""
    table = Table("Player", *(["Played by"] if players else []))
    table.add_column("Score", justify="right")
    table.add_column("Result")
    results = {1: "won", -1: "lost"}
    for seat in sorted(range(len(names)), key=lambda seat: (-state["outcome"][0, seat], -state["score"][0, seat])):
        who = [names[seat], players[seat]] if players else [names[seat]]
        table.add_row(*who, str(state["score"][0, seat]), results.get(int(state["outcome"][0, seat]), "–"))
    return table


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says which file could not be written, and why."""
    try:
        yield
    except OSError as error:
        raise BadOption(f"{error.filename or path}: cannot be written ({error.strerror})") from None


# ------------------------------------------------------------------------------------------------------------------
# Who sits where


def seat_number(seat: str, names: Sequence[str]) -> int:
    """A seat given as a number or as an agent's name."""
    if seat in names:
        return names.index(seat)
    if seat.isdecimal() and len(seat) < 4 and int(seat) < len(names):
        return int(seat)
    raise BadOption(f"seat {seat!r}: give a number from 0 to {len(names) - 1} or a name; {hint(seat, names)}")


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


# ------------------------------------------------------------------------------------------------------------------
# The game


@dataclass(frozen=True)
class Moment:
    """Where `undo` goes back to."""

    states: np.ndarray
    answers: int  # given before


class Match:
    """One game and its replay; every seat is played by the agent of that name, or waits for a person."""

    def __init__(self, game: Game, config: Config, players: Sequence[str], seed: int | None) -> None:
        seed = checked_seed(seed)
        self.game = game
        self.players = list(players)
        loaded = {name: load(name, game, seed=seed) for name in players if name != YOU}
        self.agents = [loaded.get(name) for name in players]
        self.batch = BatchEnv(game, config, 1, seed=seed, autoreset=False)
        self.names = self.batch.agents
        self._rng = np.random.default_rng(seed)  # for what agents imagine
        with ERR.status("Compiling the rules: some seconds, the first time only …"):
            self.batch.reset()
        self.replay = Replay.of(self.batch)

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

    def let_agent_answer(self) -> bool:
        """One answer by the agent that is asked; false if a person is asked or the game is over."""
        agent = self.agents[self.asked] if self.asked >= 0 else None
        if agent is None:
            return False
        self.answer(int(agent.act(self.batch.view(rng=self._rng))[0]))
        return True

    def moment(self) -> Moment:
        return Moment(self.state.copy(), len(self.replay.answers))

    def go_back(self, moment: Moment) -> None:
        """The game and its replay as they were then."""
        self.batch.load(moment.states)
        del self.replay.answers[moment.answers :]
        self.replay.hashes = {n: text for n, text in self.replay.hashes.items() if n <= moment.answers}


def choose(text: str, moves: Sequence[str]) -> int:
    """The place in the list of the move that a number from 1, words or beginnings of words name."""
    plain = " ".join(text.lower().split())
    if plain.isdecimal() and len(plain) < 9:
        if not 1 <= int(plain) <= len(moves):
            raise BadAction(f"there is no move {plain}; give a number from 1 to {len(moves)}")
        return int(plain) - 1
    for fits in (str.__eq__, str.startswith, _abbreviates):
        found = [place for place, words in enumerate(moves) if fits(words.lower(), plain)]
        if len(found) == 1:
            return found[0]
        if found:
            some = ", ".join(f"{place + 1} {moves[place]}" for place in found[:4]) + ", …" * (len(found) > 4)
            raise BadAction(f"{text!r} fits several moves: {some}")
    raise BadAction(f"no legal move fits {text!r}; give a number or words of the list, or help")


def _abbreviates(words: str, text: str) -> bool:
    """Every word of the text begins a word of the move, in the same order."""
    rest = iter(words.split())
    return all(any(word.startswith(part) for word in rest) for part in text.split())


# ------------------------------------------------------------------------------------------------------------------
# The person


class Conversation:
    """Shows the person the table and the legal moves, and does what they say."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.past: list[Moment] = []  # one for each of the person's decisions
        self.left = False

    def run(self) -> None:
        """Until the person leaves, be it by Ctrl-C or Ctrl-D."""
        names, players = self.match.names, self.match.players
        others = ", ".join(f"{names[k]} ({players[k]})" for k in range(len(names)) if k != self.seat)
        OUT.print(f"[bold]{escape(self.match.game.title)}[/]: you are {names[self.seat]}, against {escape(others)}.")
        OUT.print(f"The seed is {self.match.replay.seed}. Type [bold]help[/] for help.\n")
        with suppress(ImportError):  # not on every system
            import_module("readline")  # arrow keys and history at the prompt
        try:
            while not self.left:
                self._wait_for_others()
                self._show()
                self._listen()
        except (EOFError, KeyboardInterrupt):
            OUT.print("\nGoodbye.")

    def _wait_for_others(self) -> None:
        with ERR.status("The others think …" if self.past else "Compiling the others' thoughts, once …"):
            while self.match.let_agent_answer():
                pass

    def _moves(self) -> dict[str, int]:
        """The legal moves by their words; none once the game is over."""
        legal = np.flatnonzero(self.match.batch.mask[0]).tolist()
        return {self.match.game.describe(action): action for action in legal}

    def _show(self) -> None:
        match = self.match
        show_table(match.game.draw(match.state, self.seat))
        self._tell_news()
        if match.asked >= 0:
            moves = [f"[bold]{n:>3}[/] {escape(words)}" for n, words in enumerate(self._moves(), start=1)]
            OUT.print(Columns(moves, column_first=True, padding=(0, 3)))
        else:
            OUT.print(score_table(match.state, match.names, match.players))
            OUT.print(f"[bold]{self._result()}[/]\n[bold]undo[/], [bold]save FILE[/], or Enter to leave.")

    def _tell_news(self) -> None:
        """What the others did since the person's last decision."""
        match = self.match
        if not everything_is_public(match.game):
            return  # the table shows what this seat may know of it
        since = self.past[-1].answers if self.past else 0
        for seat, words in turns(match.game, match.names, match.replay.answers[since:]):
            if seat != self.seat:
                OUT.print(escape(words), style="cyan")

    def _result(self) -> str:
        own = {1: "You won. ", -1: "You lost. "}.get(int(self.match.state["outcome"][0, self.seat]), "")
        return own + verdict(self.match.state, self.match.names)

    def _listen(self) -> None:
        """Asks until something has changed or the table is wanted again."""
        while True:
            try:
                if self._obey(input(f"{self.match.names[self.seat]}> ").strip()):
                    return
            except RushError as error:
                OUT.print(escape(str(error)), style="red", soft_wrap=True)

    def _obey(self, line: str) -> bool:
        """Does what was typed; true if the table is to be shown again."""
        moves = self._moves()
        command, _, argument = line.partition(" ")
        commands = {"undo": self._undo, "save": self._save, "help": self._help, "quit": self._quit}
        if command.lower() in commands and line.lower() not in map(str.lower, moves):
            return commands[command.lower()](argument.strip())
        if not moves and line:
            raise BadAction("the game is over: undo, save FILE, or Enter to leave")
        if not moves:
            return self._quit("")
        if line:
            place = choose(line, list(moves))
            self.past.append(self.match.moment())
            self.match.answer(list(moves.values())[place])
        return True

    def _undo(self, _: str) -> bool:
        if not self.past:
            raise BadAction("there is nothing to undo: this is your first decision")
        self.match.go_back(self.past.pop())
        return True

    def _save(self, file: str) -> bool:
        if not file:
            raise BadAction("save where? write: save FILE")
        path = Path(file).expanduser()
        with writing(path):
            self.match.replay.save(path)
        OUT.print(f"Saved as {escape(str(path))}.", soft_wrap=True)
        return False

    def _help(self, _: str) -> bool:
        OUT.print(f"{escape(self.match.game.summary)}\n\n{escape(HELP)}")
        return False

    def _quit(self, _: str) -> bool:
        self.left = True
        return True


# ------------------------------------------------------------------------------------------------------------------
# Nobody at the table


def demonstrate(match: Match) -> None:
    """Agents play it out; the first, the middle and the last table are shown, open to all."""
    with ERR.status("The agents play …"):
        states = [match.state.copy()]
        while match.let_agent_answer():
            states.append(match.state.copy())
    last = len(states) - 1
    for number in sorted({0, last // 2, last}):
        OUT.rule(caption(match.replay, match.names, number))
        show_table(match.game.draw(states[number], None))
    OUT.print(score_table(match.state, match.names, match.players))
    OUT.print(f"[bold]{verdict(match.state, match.names)}[/] The seed was {match.replay.seed}.")


def caption(replay: Replay, names: Sequence[str], number: int) -> str:
    """How far a game has come, and the answer that led there."""
    start = f"{replay.game.title} · {number} of {len(replay.answers)} decisions"
    if not number:
        return start
    _, words = next(turns(replay.game, names, replay.answers[number - 1 : number]))
    return escape(f"{start} · {words}")
