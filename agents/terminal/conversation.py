"""A game in the terminal: a person against agents.

Nothing is shown that the person's seat may not know: the table is drawn from its eyes, and the others' moves are told
in words only in games where whatever a player does is public.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import numpy as np
from rich.columns import Columns
from rich.markup import escape

from rush_envs.errors import BadAction, RushError, shown

from .console import ERR, OUT, writing
from .session import Moment, Session
from .showing import everything_is_public, score_table, show_table, turns, verdict

HELP = """\
Make a move by its number or its words; leave words out or cut them short as long as only one move fits.
Enter      draws the table again
undo       back to your previous decision
save FILE  keeps the game so far as a replay
help       this text and the rules in short
quit       leaves the game"""


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
        with ERR.status("The others think …" if self.past else "Compiling the others' thoughts, once …"):
            while self.session.let_agent_answer():
                pass

    def _moves(self) -> dict[str, int]:
        """The legal moves by their words; none once the game is over."""
        legal = np.flatnonzero(self.session.batch.mask[0]).tolist()
        return {self.session.game.describe(action): action for action in legal}

    def _show(self) -> None:
        session = self.session
        show_table(session.game.draw(session.state, self.seat))
        self._tell_news()
        if session.asked >= 0:
            moves = [f"[bold]{n:>3}[/] {escape(words)}" for n, words in enumerate(self._moves(), start=1)]
            OUT.print(Columns(moves, column_first=True, padding=(0, 3)))
        else:
            OUT.print(score_table(session.state, session.names, session.players))
            OUT.print(f"[bold]{self._result()}[/]\n[bold]undo[/], [bold]save FILE[/], or Enter to leave.")

    def _tell_news(self) -> None:
        """What the others did since the person's last decision."""
        session = self.session
        if not everything_is_public(session.game):
            return  # the table shows what this seat may know of it
        since = self.past[-1].answers if self.past else 0
        for seat, words in turns(session.game, session.names, session.replay.answers[since:]):
            if seat != self.seat:
                OUT.print(escape(words), style="cyan")

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
        commands = {"undo": self._undo, "save": self._save, "help": self._help, "quit": self._quit}
        if command.lower() in commands and line.lower() not in map(str.lower, moves):
            return commands[command.lower()](argument.strip())
        if not moves and line:
            raise BadAction("the game is over: undo, save FILE, or Enter to leave")
        if not moves:
            return self._quit("")
        if line:
            place = choose(line, list(moves))
            self.past.append(self.session.moment())
            self.session.answer(list(moves.values())[place])
        return True

    def _undo(self, _: str) -> bool:
        if not self.past:
            raise BadAction("there is nothing to undo: this is your first decision")
        self.session.go_back(self.past.pop())
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
