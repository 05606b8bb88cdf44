"""A slow, plain second implementation of Curse of the Mummy, for differential tests.

Written only from the manual, the specification (rule numbers CM-x.y refer to it) and the maze drawing of components.md
4.4. It knows nothing of the fast implementation: the caller deals the cards (CM-3.2) and supplies every die, so that
both implementations play the same game.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

# CM-2.4: `|` and `--` are walls, gaps are openings; a cell's column is its character position div 3.
MAZE = """
                        +--+--+--+
                        | . W1  .|
                     +--+  +  +  +--+
                     | .  .  .  .| .|
                  +--+  +  +  +  +  +--+
                  | .  .| .  .  .  . W2|
               +--+  +  +  +  +--+  +  +--+
               | .  .|W3| .| .  .  .| .  .|
            +--+  +  +  +--+  +--+--+  +  +--+
            | .  .| .  .| .  . W4  .  .| . W5|
         +--+  +  +  +--+  +  +  +  +  +  +  +--+
         | . R1| .| . R2  .|B1| . B2  . B3  .  .|
      +--+  +  +  +  +  +  +  +  +  +  +  +--+  +--+
      |R3  .  . R4  .| .|R5| . B4| .  .| .  . B5  .|
   +--+  +--+  +--+  +  +--+--+--+--+--+  +--+  +  +--+
   |G1  .  .| .  .  .  .  . Y1  .  .  .  .  .  .| . Y2|
+--+  +  +  +  +  +  +  +--+  +  +  +--+  +  +  +  +  +--+
|G2  . G3  . G4  .  . St| .  .  .|Pr  .  . Y3| .  .  . Y4|
+--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+
""".strip("\n").split("\n")

CELLS = range(99)
CARD_NAMES = [f"{colour}{n}" for colour, size in zip("RBWGY", (5, 5, 5, 4, 4), strict=True) for n in range(1, size + 1)]
CARD_COLOURS = ["RBWGY".index(name[0]) for name in CARD_NAMES]  # CM-2.3
CARDS = range(23)
NAMES: dict[str, int] = {}  # name -> cell, for start, prison and treasures
NB: list[list[int | None]] = [[None] * 4 for _ in CELLS]  # nb(c, d), None for a wall; directions N, E, S, W (CM-2.5)


def cell_id(row: int, column: int) -> int:
    """CM-2.4."""
    return row * (row + 2) + column - (8 - row)


def parse_cell(row: int, column: int) -> None:
    """Read a cell's name and the walls east and south of it; the board's rim is drawn as wall."""
    cell, left = cell_id(row, column), 3 * column + 1
    name, below = MAZE[2 * row + 1][left : left + 2], MAZE[2 * row + 2][left : left + 2]
    if name != " .":
        NAMES[name] = cell
    if MAZE[2 * row + 1][left + 2] == " ":
        NB[cell][1], NB[cell + 1][3] = cell + 1, cell
    if below == "  ":
        south = cell_id(row + 1, column)
        NB[cell][2], NB[south][0] = south, cell


for _row in range(9):
    for _column in range(8 - _row, 11 + _row):
        parse_cell(_row, _column)

START, PRISON = NAMES["St"], NAMES["Pr"]
TREASURES = {NAMES[name]: card for card, name in enumerate(CARD_NAMES)}  # cell -> card

ARROW, MUMMY_FACE = 5, 6  # faces of an explorer die beside 1-4 (CM-2.1)
LOST, SKIPPED = 6, 7  # entries of `history` beside 1-5 (CM-13)
VALUES = (1, 2, 3, 4, ARROW)

# CM-12
RELEASE, KEEP, REROLL, ANNOUNCE, GO, STEP, STOP, PLAY, HOLD = 0, 1, 2, 3, 8, 107, 111, 112, 113

ANKHS_NEEDED = {2: 3, 3: 4, 4: 6, 5: 7}  # CM-10.2, by number of players


class Oracle:
    """One game. All attributes are plain and may be set by hand in tests (see __init__)."""

    def __init__(
        self,
        num_players: int,
        hands: list[set[int]],
        aside: set[int],
        *,
        mummy_die: tuple[int, ...] = (1, 2, 2, 3, 3, 4),
        max_rounds: int = 300,
        belief: bool = True,
        roll: Callable[[int], list[int]],
        roll_mummy: Callable[[], int],
    ) -> None:
        self.num_players = num_players
        self.num_pawns = 2 if num_players == 2 else num_players - 1  # E, CM-1.5
        self.pawn_range = range(self.num_pawns)
        self.mummy_die, self.max_rounds, self.belief = mummy_die, max_rounds, belief
        self.roll, self.roll_mummy = roll, roll_mummy
        self.hands = [set(hand) for hand in hands]  # by explorer (seat - 1)
        self.aside = set(aside)  # cards out of play
        self.laid: list[set[int]] = [set() for _ in self.pawn_range]  # by the pawn that laid them
        self.ankhs = [6] if num_players == 2 else [3] * self.num_pawns  # by explorer; two players: one pool (CM-9.2)
        self.mummy_ankhs = 0
        self.pawns: list[int | None] = [START] * self.num_pawns  # cells; None when eliminated
        self.mummy = PRISON
        self.locked = 0  # dice showing a mummy
        self.faces: list[int] = []  # free dice, 1-5, only in ROLLED
        self.announced: int | None = None  # 1-5, only in MOVE and TREASURE
        self.steps = 0  # left of the mummy's move
        self.intermediate = False  # the mummy's move is an intermediate one
        self.history: list[list[int]] = [[] for _ in self.pawn_range]  # newest first, not cut to 8
        self.cells = [{START} for _ in self.pawn_range]  # P (CM-11.4)
        self.rounds = 0  # completed
        self.over = False
        self.truncated = False
        self.winner: int | None = None
        self.events: list[tuple[str, int, int]] = []  # public facts, as Tracker.replay takes them
        self.phase: str | None = None  # RELEASE, ROLLED, MOVE, TREASURE or MUMMY; None when the game is over
        self.turn = 0  # the pawn whose turn it is; in a normal move of the mummy: the last pawn
        self.begin_turn(0)  # CM-3.3

    def owner(self, pawn: int) -> int:
        """The explorer (seat - 1) that plays a pawn (CM-1.1, CM-9.1)."""
        return 0 if self.num_players == 2 else pawn

    def blocked(self, cell: int | None) -> bool:
        """CM-5: a wall (None), start, prison or the mummy's cell."""
        return cell is None or cell in (START, PRISON, self.mummy)

    def free_neighbours(self, cell: int) -> set[int]:
        """N(c), CM-5."""
        return {target for target in NB[cell] if target is not None and not self.blocked(target)}

    def walk(self, cells: set[int], steps: int) -> set[int]:
        """W applied n times (CM-5.1, CM-11.6)."""
        for _ in range(steps):
            cells = {target for cell in cells for target in self.free_neighbours(cell)}
        return cells

    def lines(self, cell: int) -> list[list[int]]:
        """In each direction the cells straight on before the next wall, mummy, start or prison."""
        lines: list[list[int]] = [[], [], [], []]
        for direction, line in enumerate(lines):
            target = NB[cell][direction]
            while target is not None and not self.blocked(target):
                line.append(target)
                target = NB[target][direction]
        return lines

    def other_cells(self, pawn: int) -> set[int]:
        """Corridors on which another pawn stands (start and prison block nobody, CM-5.6)."""
        cells = {cell for other, cell in enumerate(self.pawns) if other != pawn and cell is not None}
        return cells - {START, PRISON}

    def destinations(self, pawn: int, value: int) -> set[int]:
        """The end cells of a move by a number (CM-5.1 to CM-5.3) or by the arrow (CM-5.4)."""
        cell = self.pawns[pawn]
        assert cell is not None
        others = self.other_cells(pawn)
        if value == ARROW:
            lines = [list(takewhile(lambda target: target not in others, line)) for line in self.lines(cell)]
            return {line[-1] for line in lines if line}
        return self.walk({cell}, value) - others

    def boxed_in(self, pawn: int) -> bool:
        """CM-5.7."""
        return not any(self.destinations(pawn, value) for value in VALUES)

    def acting(self) -> int | None:
        if self.over:
            return None
        return 0 if self.phase == "MUMMY" else self.owner(self.turn) + 1

    def legal(self) -> set[int]:
        """The flat ids (CM-12) open to the acting seat."""
        actions: set[int] = set()
        if self.phase == "RELEASE":  # CM-4.4
            actions = {RELEASE, KEEP}
        elif self.phase == "ROLLED":  # CM-4.8
            actions = {ANNOUNCE + value - 1 for value in self.faces if self.destinations(self.turn, value)} | {REROLL}
        elif self.phase == "MOVE":  # CM-4.10
            assert self.announced is not None
            actions = {GO + cell for cell in self.destinations(self.turn, self.announced)}
        elif self.phase == "TREASURE":  # CM-6.1
            in_hand = self._treasure_here() in self.hands[self.owner(self.turn)]
            actions = {PLAY, HOLD} if in_hand else {HOLD}
        elif self.phase == "MUMMY":  # CM-7.3
            actions = {STEP + d for d in range(4) if NB[self.mummy][d] not in (None, START, PRISON)} | {STOP}
        return actions

    def apply(self, action: int) -> None:
        """Carry out a decision, then everything automatic until the next decision or the end."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        if action == RELEASE:
            self._begin_mummy_move(self.locked, intermediate=True)
        elif action in (KEEP, REROLL):
            self._roll()
        elif action < GO:  # CM-4.10
            self.announced, self.faces, self.phase = action - ANNOUNCE + 1, [], "MOVE"
        elif action < STEP:
            self._go_to(action - GO)
        elif action < STOP:
            self._mummy_step(action - STEP)
        elif action == STOP:
            self._end_mummy_move()
        elif action == PLAY:
            self._play()
        else:
            self._end_moved_turn(laid=False)

    def _treasure_here(self) -> int | None:
        """The card named by the moving pawn's cell, unless somebody has laid it (CM-6.1)."""
        cell = self.pawns[self.turn]
        card = None if cell is None else TREASURES.get(cell)
        return None if any(card in laid for laid in self.laid) else card

    def begin_turn(self, pawn: int) -> None:
        """The checks of CM-4.1 to CM-4.4, in their order; after a release once more (CM-4.5)."""
        self.turn = pawn
        if self.pawns[pawn] is None:  # CM-4.1
            self._end_turn()
        elif self.boxed_in(pawn):  # CM-4.2
            self._skip()
        else:
            self._can_move()
            if self.locked == 5:  # CM-4.3
                self._begin_mummy_move(5, intermediate=True)
            elif self.locked > 0:  # CM-4.4
                self.phase = "RELEASE"
            else:
                self._roll()

    def _skip(self) -> None:
        """CM-4.2, with CM-11.5."""
        self.events.append(("skipped", self.turn, -1))
        possible = self.cells[self.turn]
        if possible - {START, PRISON}:
            self.cells[self.turn] = {c for c in possible - {START, PRISON} if not self.free_neighbours(c)}
        self._end_turn(SKIPPED)

    def _can_move(self) -> None:
        """CM-11.5: not skipped, so not boxed in."""
        self.events.append(("turn_begins", self.turn, -1))
        possible = self.cells[self.turn]
        self.cells[self.turn] = {c for c in possible if c in (START, PRISON) or self.free_neighbours(c)}

    def _roll(self) -> None:
        """CM-4.6 to CM-4.8."""
        rolled = self.roll(5 - self.locked)
        assert len(rolled) == 5 - self.locked, "the caller rolls every free die"
        assert set(rolled) <= {*VALUES, MUMMY_FACE}, "CM-2.1"
        self.locked += rolled.count(MUMMY_FACE)
        self.faces = [face for face in rolled if face != MUMMY_FACE]
        if self.locked == 5:  # CM-4.7
            self._end_turn(LOST)
        else:
            self.phase = "ROLLED"

    def _go_to(self, cell: int) -> None:
        assert cell not in (START, PRISON, self.mummy), "CM-15.2"
        self.pawns[self.turn] = cell
        if self._treasure_here() is not None:
            self.phase = "TREASURE"
        else:
            self._end_moved_turn(laid=False)

    def _play(self) -> None:
        """CM-6.2."""
        card = self._treasure_here()
        assert card is not None
        self.hands[self.owner(self.turn)].remove(card)
        self.laid[self.turn].add(card)
        self._end_moved_turn(laid=True)

    def _end_moved_turn(self, *, laid: bool) -> None:
        """CM-11.6: P changes only now. (A winning turn is entered like any other.)"""
        pawn, value, cell = self.turn, self.announced, self.pawns[self.turn]
        assert value is not None
        assert cell is not None
        self.events.append(("moved", pawn, value))
        self.cells[pawn] = self._arrow_possible(pawn) if value == ARROW else self.walk(self.cells[pawn], value)
        if laid:
            self.events.append(("laid", pawn, cell))
            self.cells = [{cell} if other == pawn else self.cells[other] - {cell} for other in self.pawn_range]
        if laid and not self.hands[self.owner(pawn)]:  # CM-10.1
            self.history[pawn].insert(0, value)
            self._finish(self.owner(pawn) + 1)
        else:
            self._end_turn(value)

    def _arrow_possible(self, pawn: int) -> set[int]:
        """CM-11.6: every cell of a line before an obstacle or before a cell where another pawn may stand."""
        others = {cell for other in self.pawn_range if other != pawn for cell in self.cells[other]}
        lines = [line for cell in self.cells[pawn] for line in self.lines(cell)]
        return {x for line in lines for i, x in enumerate(line) if x == line[-1] or line[i + 1] in others}

    def _end_turn(self, entry: int | None = None) -> None:
        """The next pawn, or after the last one the mummy's normal move (CM-7.1)."""
        if entry is not None:
            self.history[self.turn].insert(0, entry)
        self.faces, self.announced = [], None
        if self.turn + 1 < self.num_pawns:
            self.begin_turn(self.turn + 1)
        else:
            self.begin_normal_move()

    def begin_normal_move(self) -> None:
        """CM-7.1."""
        number = self.roll_mummy()
        assert number in self.mummy_die, "CM-1.4"
        self._begin_mummy_move(number + self.locked, intermediate=False)

    def _begin_mummy_move(self, allowance: int, *, intermediate: bool) -> None:
        """CM-7.1 or CM-7.2."""
        self.phase, self.steps, self.intermediate = "MUMMY", allowance, intermediate

    def _mummy_step(self, direction: int) -> None:
        """CM-7.3 and CM-7.4, with CM-11.7."""
        target = NB[self.mummy][direction]
        assert target is not None
        assert target not in (START, PRISON), "CM-15.2"
        self.mummy = target
        self.steps -= 1
        self.events.append(("mummy_enters", -1, target))
        self.cells = [possible - {target} for possible in self.cells]
        if target in self.pawns:
            self._catch(self.pawns.index(target))
        elif self.steps == 0:
            self._end_mummy_move()

    def _catch(self, pawn: int) -> None:
        """CM-8."""
        explorer = self.owner(pawn)
        self.events.append(("caught", pawn, -1))
        self.pawns[pawn], self.cells[pawn] = PRISON, {PRISON}
        self.ankhs[explorer] -= 1
        self.mummy_ankhs += 1
        if self.mummy_ankhs == ANKHS_NEEDED[self.num_players]:  # CM-8.2
            self._finish(0)
            return
        if self.ankhs[explorer] == 0:  # CM-8.3
            self.events.append(("eliminated", pawn, -1))
            self.pawns[pawn], self.cells[pawn] = None, set()
            self.aside |= self.hands[explorer]
            self.hands[explorer] = set()
        self._end_mummy_move()

    def _end_mummy_move(self) -> None:
        """CM-4.5 or CM-7.7."""
        self.steps = 0
        if self.intermediate:
            self.intermediate, self.locked = False, 0
            self.begin_turn(self.turn)  # the same checks again: eliminated, boxed in, else all five dice are rolled
            return
        self.rounds += 1
        if self.rounds >= self.max_rounds:
            self.truncated = True
            self._finish(None)
        else:
            self.begin_turn(0)

    def _finish(self, winner: int | None) -> None:
        self.over, self.winner, self.phase = True, winner, None
        self.faces, self.announced, self.steps, self.intermediate = [], None, 0, False

    def scores(self) -> list[int]:
        """CM-10.4, by seat."""
        laid = [len(cards) for cards in self.laid]
        explorers = [100 * sum(laid) // 10] if self.num_players == 2 else [100 * number // 5 for number in laid]
        return [100 * self.mummy_ankhs // ANKHS_NEEDED[self.num_players], *explorers]

    def winners(self) -> set[int]:
        """CM-10.3 and CM-10.5: one seat, or none after a truncation."""
        if not self.over:
            raise ValueError("the game is not over")
        return set() if self.winner is None else {self.winner}

    def possible(self, pawn: int) -> set[int]:
        """P[p], CM-11; kept with `belief=False` too."""
        return set(self.cells[pawn])

    def content_check(self) -> None:
        """CM-15.1, CM-15.2 and CM-15.4."""
        assert min(self.ankhs) >= 0, "CM-15.1"
        assert sum(self.ankhs) + self.mummy_ankhs == 3 * self.num_pawns, "CM-15.1"
        piles = [*self.hands, *self.laid, self.aside]
        assert sorted(card for pile in piles for card in pile) == list(CARDS), "CM-15.1"
        living = [cell for cell in self.pawns if cell is not None]
        corridors = [cell for cell in living if cell not in (START, PRISON)]
        assert len(corridors) == len(set(corridors)), "CM-15.2"
        assert self.mummy not in [*living, START], "CM-15.2"
        for pawn in self.pawn_range:
            cell, possible = self.pawns[pawn], self.cells[pawn]
            assert bool(possible) == (cell is not None), "CM-15.4"
            assert self.mummy not in possible, "CM-15.4"
            # CM-11.8; a pawn that has just moved is found again at the end of its turn (CM-11.6).
            if cell is not None and not (self.phase == "TREASURE" and pawn == self.turn):
                assert cell in possible, "CM-11.8"
