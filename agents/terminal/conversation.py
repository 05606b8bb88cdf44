"""A game in the terminal: a person against agents.

Nothing is shown that the person's seat may not know: the table is drawn from its eyes, and what happened is told as the
game tells it to that seat; a game that tells nothing has its answers told only where whatever a player does is public.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import numpy as np
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.text import Text

from rush_envs.errors import BadAction, RushError, hint, shown

from .console import ERR, OUT, writing
from .session import Moment, Session
from .showing import height, score_table, show_parts, show_story, show_table, verdict

PROMPT = 2  # rows: what else of the table there is, and where the person writes
NEWS = 4  # at most this part of a window is for what happened

HELP = """\
Make a move by its number or its words; leave words out or cut them short as long as only one move fits.
A move keeps its number while your turn lasts.
Enter      draws the table again
more       the next parts of a table that is too large for the window
look NAME  one part of the table
moves      all that you may do now
log        what has happened since the game began
undo       back to your previous decision
save FILE  keeps the game so far as a replay
help       this text and the rules in short
quit       leaves the game"""


def choose(text: str, moves: Mapping[int, str]) -> int:
    """The number of the move that a number, words or beginnings of words name."""
    plain = " ".join(text.lower().split())
    if plain.isdecimal() and len(plain) < 9:
        if int(plain) not in moves:
            raise BadAction(f"there is no move {plain} now; give a number of the list")
        return int(plain)
    for fits in (str.__eq__, str.startswith, _abbreviates):
        found = [number for number, words in moves.items() if fits(words.lower(), plain)]
        if len(found) == 1:
            return found[0]
        if found:
            some = ", ".join(f"{number} {moves[number]}" for number in found[:4]) + ", …" * (len(found) > 4)
            raise BadAction(f"{shown(text)} fits several moves: {some}")
    raise BadAction(f"no legal move fits {shown(text)}; give a number or words of the list, or help")


def _abbreviates(words: str, text: str) -> bool:
    """Every word of the text begins a word of the move, in the same order."""
    rest = iter(words.split())
    return all(any(word.startswith(part) for word in rest) for part in text.split())


class Conversation:
    """Shows the person the table and the legal moves, and does what they say."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session = session
        self.seat = seat
        self.past: list[Moment] = []  # one for each of the person's decisions
        self.numbers: dict[int, int] = {}  # of the moves met in this turn, by action: they stay while it lasts
        self.past_numbers: list[dict[int, int]] = []  # at these moments
        self.part = 0  # of the table, that is shown next
        self.left = False

    def run(self) -> None:
        """Until the person leaves, be it by Ctrl-C or Ctrl-D."""
        names, players = self.session.names, self.session.players
        others = ", ".join(f"{names[k]} ({players[k]})" for k in range(len(names)) if k != self.seat)
        OUT.print(f"[bold]{escape(self.session.game.title)}[/]: you are {names[self.seat]}, against {escape(others)}.")
        OUT.print(f"The seed is {self.session.replay.seed}. Type [bold]help[/] for help.\n")
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
        session = self.session
        with ERR.status("") as status:
            while session.asked >= 0 and session.agents[session.asked] is not None:
                status.update(f"{session.names[session.asked]} ({escape(session.players[session.asked])}) thinks …")
                session.let_agent_answer()
                self.numbers, self.part = {}, 0  # a new turn

    def _moves(self) -> dict[int, str]:
        """The words of the legal moves by their numbers; none once the game is over. A move that was met before in the
        turn has the number it had then."""
        legal = np.flatnonzero(self.session.batch.mask[0]).tolist()
        for action in legal:
            self.numbers.setdefault(action, len(self.numbers) + 1)
        return {self.numbers[k]: self.session.game.describe(k) for k in sorted(legal, key=self.numbers.__getitem__)}

    def _show(self) -> None:
        session = self.session
        below = [self._news(), self._choices() if session.asked >= 0 else self._end()]
        rows = sum(height(one) for one in below) + PROMPT
        self.part = show_parts(session.game.draw(session.state, self.seat), self.part, rows)
        OUT.print(*filter(None, below), sep="\n")

    def _news(self) -> RenderableType:
        """What happened since the person's last decision, what it led to included; the last of it in a low window."""
        told = self.session.told(self.past[-1].answers if self.past else 0, self.seat)
        for first in range(len(told) + 1):
            more = f"… {first} more before, [bold]log[/] tells them\n" * bool(first)
            text = Text.from_markup(more + "\n".join(map(escape, told[first:])), style="cyan")
            if not OUT.is_terminal or height(text) <= OUT.height // NEWS or first == len(told) - 1:
                return text
        return Text()

    def _choices(self) -> RenderableType:
        """The moves by their numbers; the first of them where a window is too low for all."""
        moves = [f"[bold]{n:>3}[/] {escape(words)}" for n, words in self._moves().items()]
        for number in range(len(moves), 0, -1):
            more = [] if number == len(moves) else [f"    … {len(moves) - number} more: [bold]moves[/]"]
            listed = Columns(moves[:number] + more, column_first=True, padding=(0, 3))
            if not OUT.is_terminal or height(listed) <= OUT.height // 2:
                return listed
        return Columns(moves)

    def _end(self) -> RenderableType:
        table = score_table(self.session.state, self.session.names, self.session.players)
        return Group(table, f"[bold]{self._result()}[/]\n[bold]undo[/], [bold]save FILE[/], or Enter to leave.")

    def _result(self) -> str:
        own = {1: "You won. ", -1: "You lost. "}.get(int(self.session.state["outcome"][0, self.seat]), "")
        return own + verdict(self.session.state, self.session.names)

    def _listen(self) -> None:
        """Asks until something has changed or the table is wanted again."""
        while True:
            try:
                if self._obey(input(f"{self.session.names[self.seat]}> ").strip()):
                    return
            except RushError as error:
                OUT.print(escape(str(error)), style="red", soft_wrap=True)

    def _obey(self, line: str) -> bool:
        """Does what was typed; true if the table is to be shown again."""
        moves = self._moves()
        command, _, argument = line.partition(" ")
        commands = {
            "undo": self._undo, "save": self._save, "help": self._help, "quit": self._quit,
            "more": self._more, "look": self._look, "log": self._log, "moves": self._all_moves,
        }  # fmt: skip
        if command.lower() in commands and line.lower() not in map(str.lower, moves.values()):
            return commands[command.lower()](argument.strip())
        if not moves and line:
            raise BadAction("the game is over: undo, save FILE, or Enter to leave")
        if not moves:
            return self._quit("")
        if line:
            number = choose(line, moves)
            self.past.append(self.session.moment())
            self.past_numbers.append(dict(self.numbers))
            self.session.answer(self.session.game.parse(moves[number]))
        self.part = 0
        return True

    def _more(self, _: str) -> bool:
        self.part = show_parts(self.session.game.draw(self.session.state, self.seat), self.part)
        return False

    def _look(self, name: str) -> bool:
        panels = {panel.name: panel for panel in self.session.game.draw(self.session.state, self.seat).panels}
        if name not in panels:
            raise BadAction(f"no part of the table is called {shown(name)}; {hint(name, panels)}")
        show_table(panels[name])
        return False

    def _all_moves(self, _: str) -> bool:
        for number, words in self._moves().items():
            OUT.print(f"[bold]{number:>3}[/] {escape(words)}", soft_wrap=True)
        return False

    def _log(self, _: str) -> bool:
        show_story(self.session.told(0, self.seat))
        return False

    def _undo(self, _: str) -> bool:
        if not self.past:
            raise BadAction("there is nothing to undo: this is your first decision")
        self.session.go_back(self.past.pop())
        self.numbers = self.past_numbers.pop()
        return True

    def _save(self, file: str) -> bool:
        if not file:
            raise BadAction("save where? write: save FILE")
        path = Path(file).expanduser()
        with writing(path):
            self.session.replay.save(path)
        OUT.print(f"Saved as {escape(str(path))}.", soft_wrap=True)
        return False

    def _help(self, _: str) -> bool:
        OUT.print(f"{escape(self.session.game.summary)}\n\n{escape(HELP)}")
        return False

    def _quit(self, _: str) -> bool:
        self.left = True
        return True
