"""A slow, plain second implementation of Silver & Gold Pyramids, for differential tests.

Written only from the manual, the specification (rule numbers SG-x.y refer to it) and the cards of components.md 2.4. It
knows nothing of the fast implementation: the caller deals the cards and supplies every shuffle (see `Chance`), so that
both implementations play the same game. Seats, slots, rounds and cells count from 0; cards are their numbers 1–48.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

# Number, colour, five rows: E entrance, T tomb, # wall, x cross, r/g gems, f torch, s skull, p potion.
CARD_LINES = """
01 V Epsrs f#g#. #sx.. r.ss. #.#gT
02 A E..x# #..#. .s.#. s.g.s ..r.T
03 P E#... x..#g p#s.. rs.xs s##.T
04 V E.frs ##.s. p.x.# s.##g s..sT
05 A Ex#.. s#.sg .rsr# s..## .spfT
06 P Egs.. r.#.# ..s#. #g.s. ..sxT
07 V Exs## ..sgg rs#.x ##s#. ...rT
08 A Eg.s. ...#. s.#.r .x#.# s#..T
09 P E#sg. .r#ss .#..f s.s#. ..x#T
10 V E.#sx ...#. #...x r.g#s #s.pT
11 A E.xrs #sfgs s...# #.#.. ...sT
12 P E#..s .ssx# .rs## .s..f .gr.T
13 V E#gf. .#..s r.s#. xss#. p##rT
14 A E#gsr ....# .ssgx p.sx# f##.T
15 P Esrs. ..#.. .#xg. .##.# fsrsT
16 V Esg.# ..#.r x###p ....s s..sT
17 A E#sg. ..s#r xs.#x p.r#g #.#.T
18 P E#s.. ...#p fr.#. .gg#s s.#xT
19 V E#.#. x...s #r..# sg#.# ..s.T
20 A Es..# .#fr. .x..# .#s.s .#.gT
21 P E.#s. ...sx .#..# #.g#r p.s.T
22 V E.s.# #x.#. gg#.s s#x#s ..frT
23 A E.s## #.ssr .g.#. #.xx# ..s.T
24 P E#r.# x##rg .s.s. ..#.s g#..T
25 V Ess.. .sg.# srx.f .##s# #..xT
26 A Efx.g .s#s. ##ss. s..## ..prT
27 P E#.s. x.#s. .#rs. ..s#. .g.#T
28 V E..#. .g..s ..#ss .x#.# .#r.T
29 A Eg##r .#.s. sg#.s ...s. sx#xT
30 P E.g.p .s.fs sx.r. #.##s .s#.T
31 V E#... rsx#r .x#g. s..#. #ss#T
32 A Es... xgx.# r.#fs s#... #...T
33 P E..sg .s#p. .ssx# .f.r# #...T
34 V E#.#. .rs.g .s#.. s##.. rs.xT
35 A E..#s rg#ss .x#.s .#... sx.#T
36 P E.#.x .#s.g ..r#. ..#s. .#.sT
37 V E.s#. x.s#. ss#.. gx#.. .r..T
38 A E.sg# p.xsr ##x.s .##.# .r.sT
39 P E.s.. .#sxs ...s. fr#r# #.gpT
40 V Ef..s gs#.r .r### .#..s gxx#T
41 A E.s## s.#g. r.xr# #s... ss#.T
42 P E#s#s gfs.s s.#.r x.#.g xr.#T
43 V Esp.# .r.## x.rg. sxfs. ..#.T
44 A E#... x.r#r g##.p #sfx. s.s.T
45 P E#x.s .s.#. xs#.. ##.r. g..sT
46 V E#s.. g.##s .r.fs ...#x .ss#T
47 A E..ss sg.#s .g#r# f.s.x ##..T
48 P Es... r.s#. .s##. .g.## .s.xT
""".strip().split("\n")


@dataclass(frozen=True)
class Card:
    """One pyramid card (SG-2.1)."""

    colour: int  # 0 green, 1 orange, 2 violet
    grid: str  # 25 characters, cell 5·row + col

    @property
    def entrance(self) -> int:
        return self.grid.index("E")

    @property
    def tomb(self) -> int:
        return self.grid.index("T")


CARDS: dict[int, Card] = {}
for _line in CARD_LINES:
    _number, _colour, *_rows = _line.split()
    CARDS[int(_number)] = Card("VAP".index(_colour), "".join(_rows))

# SG-2.2: the patterns and how many expedition cards show each.
PATTERNS = [
    [(0, 0), (0, 1)],  # I2
    [(0, 0), (0, 1), (0, 2)],  # I3
    [(0, 0), (1, 0), (1, 1)],  # V3
    [(0, 0), (0, 1), (1, 0), (1, 1)],  # O4
    [(0, 0), (1, 0), (2, 0), (2, 1)],  # L4
    [(0, 1), (0, 2), (1, 0), (1, 1)],  # S4
]
EXPEDITION_CARDS = [0, 1, 1, 2, 2, 3, 4, 5]

SKULL_VALUES = [1, 2, 3, 4, 6, 8, 10, 13, 16, 20]
AWARDS = [10, 6, 3]  # of each colour
COLOURS = range(3)
GRID = range(25)
ROUNDS, CARDS_A_ROUND = 4, 7  # SG-9.1, SG-9.2
PLANES = "#ETxrgfsp"  # the order of the observation's planes (SG-13)

# SG-12
KEEP, SHAPE, CELL, TAKE_OFFER, TAKE_DECK = 0, 6, 594, 644, 648
WAYS = 294  # to lay any of the patterns on an empty grid
PAIRS = list(combinations(range(4), 2))


def turned(pattern: int, orientation: int) -> frozenset[tuple[int, int]]:
    """The cells of a pattern in one of the eight orientations (SG-2.3)."""
    cells = PATTERNS[pattern]
    if orientation >= 4:
        cells = [(r, -c) for r, c in cells]
    for _ in range(orientation % 4):
        cells = [(c, -r) for r, c in cells]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def orientations(pattern: int) -> list[int]:
    """Those whose cells differ from those of every smaller one (SG-2.3)."""
    return [o for o in range(8) if turned(pattern, o) not in [turned(pattern, smaller) for smaller in range(o)]]


def placed(pattern: int, orientation: int, anchor: int) -> frozenset[int] | None:
    """The cells that a shape covers (SG-2.4), None if it does not lie inside the grid."""
    row, col = divmod(anchor, 5)
    cells = [(row + r, col + c) for r, c in turned(pattern, orientation)]
    if any(r > 4 or c > 4 for r, c in cells):
        return None
    return frozenset(5 * r + c for r, c in cells)


# Every shape that fits on an empty grid, by pattern: (orientation, anchor, cells).
PLACEMENTS = [
    [(o, anchor, cells) for o in orientations(p) for anchor in GRID if (cells := placed(p, o, anchor)) is not None]
    for p in range(len(PATTERNS))
]


# SG-2.4: the same one after the other, each with its number.
NUMBER = {way: number for number, way in enumerate((p, *way[:2]) for p, ways in enumerate(PLACEMENTS) for way in ways)}
LAID = [cells for ways in PLACEMENTS for *_, cells in ways]


def adjacent(cell: int, other: int) -> bool:
    """Orthogonally; a corner is not enough (SG-5.3)."""
    return abs(cell // 5 - other // 5) + abs(cell % 5 - other % 5) == 1


def may_mark(number: int, marks: set[int], cells: Iterable[int]) -> bool:
    """SG-5.2 to SG-5.4: a shape and a single cell follow the same rules."""
    card = CARDS[number]
    if any(card.grid[cell] == "#" or cell in marks for cell in cells):
        return False
    if not marks:
        return card.entrance in cells
    return any(adjacent(cell, mark) for cell in cells for mark in marks)


class Chance:
    """Every shuffle of the game (SG-9.3). Tests override the methods to copy another implementation's orders."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def deal(self, num_players: int) -> list[list[int]]:
        """Four drawn cards for each seat (SG-3.1)."""
        order = self.random.sample(list(CARDS), 48)
        return [order[4 * seat : 4 * seat + 4] for seat in range(num_players)]

    def deck_after_keep(self, cards: list[int]) -> list[int]:
        """All cards that nobody kept, top first; the first four will be the offer (SG-3.3)."""
        return self.random.sample(cards, len(cards))

    def expedition(self, round_number: int) -> list[int]:
        """The patterns of the eight expedition cards of a round (from 0), the first to be revealed first."""
        return self.random.sample(EXPEDITION_CARDS, 8)


@dataclass
class Player:
    """What lies before one seat."""

    drawn: list[int]  # four cards in KEEP, then empty
    kept: tuple[int, int] | None = None  # the sealed choice, places of `drawn`
    slots: list[int | None] = field(default_factory=lambda: [None, None])
    marks: list[set[int]] = field(default_factory=lambda: [set(), set()])  # marked cells, by slot
    main_due: bool = False
    extra_due: int = 0
    red: int = 0
    green: int = 0
    skulls: int = 0  # crossed
    torches: set[int] = field(default_factory=set)  # rounds
    completed: list[int] = field(default_factory=list)  # set aside, in order
    fresh: list[int] = field(default_factory=list)  # those of `completed` from the card being resolved
    awards: set[tuple[int, int]] = field(default_factory=set)  # (colour, value)
    score: int = 0  # as of the last resolved card (SG-10.2)

    def count(self, colour: int) -> int:
        """Completed pyramids of a colour."""
        return sum(CARDS[number].colour == colour for number in self.completed)

    def total(self) -> int:
        """SG-10.1."""
        pairs = min(self.red, self.green)
        singles = self.red + self.green - 2 * pairs
        skull = SKULL_VALUES[self.skulls - 1] if self.skulls else 0
        awards = sum(value for _, value in self.awards)
        return 10 * len(self.completed) + awards + 5 * len(self.torches) + 5 * pairs + singles - skull

    def cells(self) -> set[tuple[int, int]]:
        """The (slot, cell) that may be marked alone (SG-5.4)."""
        filled = [(slot, number) for slot, number in enumerate(self.slots) if number is not None]
        return {(slot, cell) for slot, number in filled for cell in GRID if may_mark(number, self.marks[slot], [cell])}

    def shapes(self, pattern: int) -> set[tuple[int, int, int]]:
        """The (slot, orientation, anchor) where the pattern may be marked (SG-5.2, SG-5.3)."""
        filled = [(slot, number) for slot, number in enumerate(self.slots) if number is not None]
        return {
            (slot, orientation, anchor)
            for slot, number in filled
            for orientation, anchor, cells in PLACEMENTS[pattern]
            if may_mark(number, self.marks[slot], cells)
        }


class Oracle:
    """One game. All attributes are plain and may be set by hand in tests.

    In MARK set `before` too: call `remember` with everything as at the start of the card, then set what the seats have
    marked since.
    """

    def __init__(self, num_players: int, drawn: list[list[int]], chance: Chance) -> None:
        self.num_players = num_players
        self.chance = chance
        self.phase = "KEEP"  # KEEP, MARK, TAKE or OVER
        self.players = [Player(list(four)) for four in drawn]
        self.before = deepcopy(self.players)  # as at the start of the card: what others see in MARK (SG-13)
        self.deck = [number for number in CARDS if not any(number in four for four in drawn)]  # top first
        self.offer: list[int | None] = [None] * 4
        self.round = 0
        self.expedition: list[int] = []  # patterns of this round's eight cards, in order; empty in KEEP
        self.revealed = 0  # how many of them are
        self.queue: list[int] = []  # seats that take, the first one now
        self.takes_left = 0  # of the first seat in `queue`

    @property
    def over(self) -> bool:
        return self.phase == "OVER"

    @property
    def active(self) -> list[int]:
        """The seats that must decide, rising; in KEEP and MARK they may be asked in any order."""
        if self.phase == "KEEP":
            return [seat for seat, player in enumerate(self.players) if player.kept is None]
        if self.phase == "MARK":
            return [seat for seat, player in enumerate(self.players) if player.main_due or player.extra_due]
        return self.queue[:1]

    @property
    def pattern(self) -> int | None:
        """The one on the revealed expedition card, None in KEEP."""
        return self.expedition[self.revealed - 1] if self.revealed else None

    def legal(self, seat: int) -> set[int]:
        """The flat ids (SG-12) open to a seat, none if it is not active."""
        player = self.players[seat]
        if seat not in self.active:
            return set()
        if self.phase == "KEEP":
            return {KEEP + pair for pair in range(len(PAIRS))}
        if self.phase == "TAKE":
            places = {TAKE_OFFER + place for place, number in enumerate(self.offer) if number is not None}
            return places | ({TAKE_DECK} if self.deck else set())  # SG-7.5
        actions = {CELL + 25 * slot + cell for slot, cell in player.cells()}
        if player.main_due:
            assert self.pattern is not None
            actions |= {SHAPE + WAYS * k + NUMBER[self.pattern, o, a] for k, o, a in player.shapes(self.pattern)}
        return actions

    def apply(self, seat: int, action: int) -> None:
        """Carry out a decision, then everything automatic until the next decision or the end."""
        if action not in self.legal(seat):
            raise ValueError(f"action {action} is not legal for seat {seat}")
        if self.phase == "KEEP":
            self.players[seat].kept = PAIRS[action - KEEP]
            if not self.active:
                self._end_keep()
        elif self.phase == "TAKE":
            self._take(None if action == TAKE_DECK else action - TAKE_OFFER)
        else:
            self._mark(self.players[seat], action)
            if not self.active:
                self._resolve()

    def _end_keep(self) -> None:
        """SG-3.3."""
        rest = list(self.deck)
        for player in self.players:
            assert player.kept is not None
            player.slots = [player.drawn[place] for place in player.kept]
            rest += [number for number in player.drawn if number not in player.slots]
            player.drawn, player.kept = [], None
        self.deck = list(self.chance.deck_after_keep(rest))
        assert sorted(self.deck) == sorted(rest), "a shuffle"
        self._refill()
        self._begin_round()

    def _begin_round(self) -> None:
        """SG-9.1."""
        self.expedition, self.revealed = list(self.chance.expedition(self.round)), 0
        assert sorted(self.expedition) == EXPEDITION_CARDS, "a shuffle"
        self._reveal()

    def _reveal(self) -> None:
        """SG-4.1 and SG-4.3."""
        self.phase = "MARK"
        self.revealed += 1
        for player in self.players:
            player.main_due = player.slots != [None, None]
        self.remember()
        if not self.active:
            self._resolve()

    def remember(self) -> None:
        """What everybody sees of the others until the card is resolved is how things are now."""
        self.before = deepcopy(self.players)

    def _mark(self, player: Player, action: int) -> None:
        """The main mark (SG-5) or an extra mark (SG-6.6)."""
        if action >= CELL:
            slot, cell = divmod(action - CELL, 25)
            cells = frozenset([cell])
        else:
            slot, way = divmod(action - SHAPE, WAYS)
            cells = LAID[way]
        number = player.slots[slot]
        assert number is not None
        if player.main_due:
            player.main_due = False
        else:
            player.extra_due -= 1
        player.marks[slot] |= cells
        self._symbols(player, [CARDS[number].grid[cell] for cell in cells])
        if not player.cells():
            player.extra_due = 0  # SG-6.6: lost

    def _symbols(self, player: Player, symbols: list[str]) -> None:
        """SG-6.1 to SG-6.4 and SG-6.6, in this order. The tomb is looked for when the card is resolved."""
        player.skulls = min(10, player.skulls + symbols.count("s"))
        player.skulls = max(0, player.skulls - 2 * symbols.count("p"))
        player.red = min(10, player.red + symbols.count("r"))
        player.green = min(10, player.green + symbols.count("g"))
        if "f" in symbols:
            player.torches.add(self.round)
        player.extra_due += symbols.count("x")

    def _resolve(self) -> None:
        """SG-4.2: all have marked."""
        for player in self.players:
            player.fresh = []
            for slot, number in enumerate(player.slots):
                if number is not None and CARDS[number].tomb in player.marks[slot]:  # SG-7.1
                    player.fresh.append(number)
                    player.slots[slot], player.marks[slot] = None, set()
            player.completed += player.fresh
        self.phase = "TAKE"
        finished = [seat for seat, player in enumerate(self.players) if player.fresh]
        self.queue = sorted(finished, key=lambda seat: min(self.players[seat].fresh))  # SG-7.2
        if (self.round, self.revealed) == (ROUNDS - 1, CARDS_A_ROUND):  # SG-7.6
            self.queue = []
        self._next_taker()

    def _next_taker(self) -> None:
        """The first seat of the queue chooses, unless there is nothing to take (SG-7.5)."""
        while self.queue:
            available = len(self.deck) + sum(number is not None for number in self.offer)
            self.takes_left = min(len(self.players[self.queue[0]].fresh), available)
            if self.takes_left:
                return
            self.queue.pop(0)
        self._end_card()

    def _take(self, place: int | None) -> None:
        """SG-7.3 and SG-7.4; no place: from the deck."""
        player = self.players[self.queue[0]]
        number: int | None
        if place is None:
            number = self.deck.pop(0)
        else:
            number, self.offer[place] = self.offer[place], None
        player.slots[player.slots.index(None)] = number  # its marks are empty since SG-7.1
        self.takes_left -= 1
        if self.takes_left == 0:
            self._refill()
            self.queue.pop(0)
            self._next_taker()

    def _refill(self) -> None:
        """SG-7.4."""
        for place in range(4):
            if self.offer[place] is None and self.deck:
                self.offer[place] = self.deck.pop(0)

    def _end_card(self) -> None:
        """SG-8, then the next card, the next round or the end (SG-9)."""
        self._pyramid_points()
        for player in self.players:
            player.score, player.fresh = player.total(), []
        if self.revealed < CARDS_A_ROUND:
            self._reveal()
        elif self.round < ROUNDS - 1:
            self.round += 1
            self._begin_round()
        else:
            self.phase = "OVER"

    def _pyramid_points(self) -> None:
        """SG-8: the fresh pyramids of all seats, one by one in rising order of number."""
        counted = sorted((number, seat) for seat, player in enumerate(self.players) for number in player.fresh)
        for number, seat in counted:
            player, colour = self.players[seat], CARDS[number].colour
            later = [other for other in player.fresh if other > number and CARDS[other].colour == colour]
            if player.count(colour) - len(later) in (2, 4, 6):
                left = [value for value in AWARDS if all((colour, value) not in p.awards for p in self.players)]
                player.awards |= {(colour, value) for value in left[:1]}

    def scores(self) -> list[int]:
        """By seat, as of the last resolved card (SG-10.2)."""
        return [player.score for player in self.players]

    def winners(self) -> set[int]:
        """SG-10.3."""
        if not self.over:
            raise ValueError("the game is not over")
        best = [seat for seat, score in enumerate(self.scores()) if score == max(self.scores())]
        numbers = {number: seat for seat in best for number in self.players[seat].completed}
        return {numbers[min(numbers)]} if len(best) > 1 and numbers else set(best)

    def content_check(self) -> None:
        """SG-15.1 to SG-15.5, as far as one position shows them."""
        places = [self.deck, self.offer, *(pile for p in self.players for pile in (p.drawn, p.slots, p.completed))]
        assert sorted(n for pile in places for n in pile if n is not None) == list(CARDS), "SG-15.1"
        for player in self.players:
            for number, marks in zip(player.slots, player.marks, strict=True):
                assert not marks or number is not None, "SG-15.2"
                if number is not None and marks:
                    assert reached(CARDS[number].entrance, marks) == marks, "SG-15.2"
                    assert not any(CARDS[number].grid[cell] == "#" for cell in marks), "SG-15.2"
                    assert self.phase == "MARK" or CARDS[number].tomb not in marks, "SG-15.3"
            assert player.torches <= set(range(self.round + 1)), "SG-15.4"
            assert all(0 <= value <= 10 for value in (player.red, player.green, player.skulls)), "SG-15.4"
            for colour in COLOURS:
                held = sum(award[0] == colour for award in player.awards)
                assert held <= min(3, player.count(colour) // 2), "SG-15.5"
        awards = [award for player in self.players for award in player.awards]
        assert len(awards) == len(set(awards)), "SG-15.4"


def reached(start: int, marks: set[int]) -> set[int]:
    """The marked cells connected with a cell, which is in the result even if it is unmarked."""
    group: set[int] = {start}
    while more := {cell for cell in marks - group if any(adjacent(cell, other) for other in group)}:
        group |= more
    return group


# ------------------------------------------------------------------------------------------------------------------
# SG-13


def one_hot(size: int, place: int | None) -> list[int]:
    return [int(index == place) for index in range(size)]


def steps(size: int, count: int) -> list[int]:
    """A thermometer."""
    return [int(index < count) for index in range(size)]


def grid(cells: Iterable[int]) -> list[int]:
    chosen = set(cells)
    return [int(cell in chosen) for cell in GRID]


def colour_of(number: int | None) -> list[int]:
    return one_hot(3, None if number is None else CARDS[number].colour)


def number_of(number: int | None) -> list[int]:
    return one_hot(48, None if number is None else number - 1)


def cells_left(number: int | None, marks: set[int]) -> int:
    """Cells to be marked at least until the tomb is; the entrance comes first."""
    if number is None:
        return 0
    card = CARDS[number]
    found, count = (set(marks), 0) if marks else ({card.entrance}, 1)
    while card.tomb not in found:
        found |= {c for c in GRID if card.grid[c] != "#" and any(adjacent(c, other) for other in found)}
        count += 1
    return count


def facts_of(number: int | None) -> list[int]:
    """How often each symbol is printed on a card, and the cells of its shortest way."""
    if number is None:
        return [0] * 7
    return [*(CARDS[number].grid.count(sign) for sign in "xrgfsp"), cells_left(number, set())]


def planes(player: Player, slot: int) -> list[list[int]]:
    """9×25: the symbols on cells not marked."""
    number = player.slots[slot]
    if number is None:
        return [[0] * 25 for _ in PLANES]
    free = [cell for cell in GRID if cell not in player.marks[slot]]
    return [grid(cell for cell in free if CARDS[number].grid[cell] == sign) for sign in PLANES]


def next_award(oracle: Oracle, colour: int) -> int | None:
    """The place of the largest award of a colour still there."""
    given = {value for player in oracle.players for held, value in player.awards if held == colour}
    return next((k for k, value in enumerate(AWARDS) if value not in given), None)


def award_of(oracle: Oracle, player: Player, slot: int) -> list[int]:
    """What the pyramid would earn if it were the next one of its colour."""
    number = player.slots[slot]
    if number is None or player.count(CARDS[number].colour) + 1 not in (2, 4, 6):
        return [0, 0, 0]
    return one_hot(3, next_award(oracle, CARDS[number].colour))


def completing_shape(player: Player, slot: int, pattern: int | None) -> bool:
    """Whether the shape on the table may be marked over the tomb."""
    if not player.main_due or pattern is None:
        return False
    ways = [LAID[NUMBER[pattern, o, a]] for k, o, a in player.shapes(pattern) if k == slot]
    number = player.slots[slot]
    return number is not None and any(CARDS[number].tomb in cells for cells in ways)


def observation(oracle: Oracle, viewer: int) -> dict[str, Any]:
    """The pieces of the SG-13 table as nested lists, in its order."""
    me, n, keeping, taking = oracle.players[viewer], oracle.num_players, oracle.phase == "KEEP", oracle.phase == "TAKE"
    seats = [(viewer + place) % n for place in range(n)]
    hidden = oracle.phase == "MARK"
    seen = [oracle.before[seat] if hidden and seat != viewer else oracle.players[seat] for seat in seats]
    seen += [Player([]) for _ in range(4 - n)]  # absent seats
    offer: list[int | None] = [*me.drawn] if keeping else oracle.offer
    unseen = [number for number in CARDS if number not in me.drawn] if keeping else oracle.deck
    shown = oracle.expedition[: oracle.revealed]
    pattern = oracle.pattern
    tombs = [None if number is None else CARDS[number].tomb for number in me.slots]

    def by_seat(row: Callable[[Player], Any]) -> list[Any]:
        return [row(player) for player in seen]

    return {
        "phase": [int(oracle.phase == phase) for phase in ("KEEP", "MARK", "TAKE")],
        "players": one_hot(3, n - 2),
        "round": one_hot(4, oracle.round),
        "card": steps(7, oracle.revealed),
        "pattern": one_hot(6, pattern),
        "pattern_cells": grid([] if pattern is None else (5 * r + c for r, c in PATTERNS[pattern])),
        "patterns_left": [EXPEDITION_CARDS.count(pattern) - shown.count(pattern) for pattern in range(6)],
        "main_due": [int(me.main_due)],
        "extra_due": steps(4, me.extra_due),
        "taking": one_hot(4, seats.index(oracle.queue[0]) if taking else None),
        "takes_left": steps(2, oracle.takes_left if taking else 0),
        "symbols": [planes(me, slot) for slot in range(2)],
        "award": [award_of(oracle, me, slot) for slot in range(2)],
        "next_cells": [grid(cell for k, cell in me.cells() if k == slot) for slot in range(2)],
        "last_cell": [int((slot, tombs[slot]) in me.cells()) for slot in range(2)],
        "last_shape": [int(completing_shape(me, slot, pattern)) for slot in range(2)],
        "marked": by_seat(lambda player: [grid(marks) for marks in player.marks]),
        "cells_left": by_seat(lambda p: [cells_left(p.slots[slot], p.marks[slot]) for slot in range(2)]),
        "colour": by_seat(lambda player: [colour_of(number) for number in player.slots]),
        "number": by_seat(lambda player: [number_of(number) for number in player.slots]),
        "offer_colour": [colour_of(number) for number in offer],
        "offer_facts": [facts_of(number) for number in offer],
        "offer_number": [number_of(number) for number in offer],
        "deck_size": [len(oracle.deck)],
        "deck_cards": [int(number in unseen) for number in CARDS],
        "gems": by_seat(lambda player: [player.red, player.green]),
        "skulls": by_seat(lambda player: player.skulls),
        "torches": by_seat(lambda player: [int(number in player.torches) for number in range(ROUNDS)]),
        "completed": by_seat(lambda player: [player.count(colour) for colour in COLOURS]),
        "lowest": by_seat(lambda player: min(player.completed, default=0)),
        "awards": by_seat(lambda p: [[int((colour, value) in p.awards) for value in AWARDS] for colour in COLOURS]),
        "next_award": [one_hot(3, next_award(oracle, colour)) for colour in COLOURS],
        "points": by_seat(lambda player: min(max(player.score // 2, 0), 100)),
    }
