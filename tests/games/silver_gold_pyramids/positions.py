"""Positions of Silver & Gold Pyramids made by hand, tables to play them on, and the oracle at the same point of a game.

Facts of the box are those of the oracle, which has them from the pages (components.md 2.4), never from the engine.
Cards are their numbers 1–48; seats, slots, cells and rounds count from 0 as in the specification.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

import rush_envs
from games import by_hand
from games.by_hand import answer, bits, config_of, elements
from games.silver_gold_pyramids.oracle import (
    AWARDS,
    CARDS,
    CELL,
    EXPEDITION_CARDS,
    LAID,
    NUMBER,
    PAIRS,
    SHAPE,
    WAYS,
    Chance,
    Oracle,
    Player,
    adjacent,
    reached,
)
from games.stream import Stream
from rush_envs.contract import Config
from rush_envs.engine.batch import BatchEnv

GAME = rush_envs.game("silver_gold_pyramids")

PLAYERS = (2, 3, 4)
PHASES = ("KEEP", "MARK", "TAKE")
SHAPES = ("I2", "I3", "V3", "O4", "L4", "S4")
COLOUR_NAMES = ("green", "orange", "violet")
RED, GREEN, SKULLS, TORCHES = range(4)  # of a tally in the record
LAST: dict[str, Any] = {"round": 3, "card": 7}  # the last card of a game
NOTHING_LEFT: dict[str, Any] = {"offer": (None,) * 4, "deck": ()}  # nothing to take


def cells(text: str) -> set[int]:
    """`"r0c0 r2c1"` as cell numbers."""
    return {5 * int(name[1]) + int(name[3]) for name in text.split()}


def name(cell: int) -> str:
    return f"r{cell // 5}c{cell % 5}"


def named(flags: np.ndarray) -> Any:
    """The numbers of cards that an observation points at, 0 where there is none."""
    return np.where(flags.any(axis=-1), flags.argmax(axis=-1) + 1, 0).tolist()


def numbers(word: int) -> set[int]:
    """A set of cards as the record holds it."""
    return {k + 1 for k in elements(word)}


def open_cells(number: int) -> set[int]:
    """All cells of a pyramid that are no walls."""
    return {cell for cell in range(25) if CARDS[number].grid[cell] != "#"}


def far(number: int, goal: int) -> list[int]:
    """Steps from every cell of a pyramid to one of them, 99 for walls."""
    steps, ring, free = [99] * 25, {goal}, open_cells(number)
    for step in range(25):
        for cell in ring:
            steps[cell] = step
        ring = {cell for cell in free if steps[cell] == 99 and any(adjacent(cell, other) for other in ring)}
    return steps


FAR = {number: far(number, card.tomb) for number, card in CARDS.items()}  # from the tomb


def nearly(number: int) -> set[int]:
    """A shortest way from the entrance to the tomb, but for the tomb."""
    way = [CARDS[number].entrance]
    while FAR[number][way[-1]] > 1:
        way.append(next(c for c in range(25) if adjacent(c, way[-1]) and FAR[number][c] < FAR[number][way[-1]]))
    return set(way)


def all_but(number: int, text: str) -> set[int]:
    """All cells of a pyramid but the tomb and those of the text."""
    return open_cells(number) - {CARDS[number].tomb} - cells(text)


# ------------------------------------------------------------------------------------------------------------------
# Words


def mark(cells: str, pyramid: int = 1) -> str:
    """One cell, or those of a shape."""
    return f"mark {cells} on pyramid {pyramid}"


def shape(orientation: int, anchor: str, pyramid: int = 1) -> str:
    """The pattern on the table, as SG-2.3 and SG-2.4 lay it: `Table` makes the game's own words of it."""
    return f"shape {orientation} {anchor} {pyramid}"


def tomb(number: int, pyramid: int = 1) -> str:
    """Marks the tomb of a card, alone."""
    return mark(name(CARDS[number].tomb), pyramid)


# ------------------------------------------------------------------------------------------------------------------
# Positions


@dataclass(frozen=True)
class Side:
    """What lies before one seat at the start of an expedition card; without slots two unmarked pyramids."""

    slots: tuple[int | None, int | None] | None = None
    marks: Sequence[Collection[int]] = ((), ())
    red: int = 0
    green: int = 0
    skulls: int = 0
    torches: Collection[int] = ()  # rounds
    completed: Collection[int] = ()
    awards: str = ""  # "green 10, violet 6"

    def player(self) -> Player:
        held = [award.split() for award in self.awards.split(", ") if award]
        return Player(
            [],
            slots=list(self.slots or (None, None)),
            marks=[set(marked) for marked in self.marks],
            red=self.red,
            green=self.green,
            skulls=self.skulls,
            torches=set(self.torches),
            completed=sorted(self.completed),
            awards={(COLOUR_NAMES.index(colour), int(value)) for colour, value in held},
        )


@dataclass(frozen=True)
class Position:
    """The start of an expedition card: every seat with a pyramid has its main mark to make.

    The cards that are named nowhere go, lowest number first, to the sides without slots, the offer, and the deck. With
    a deck given (top first) those left over were completed by the seat `hoard`. `then` are the patterns after this one.
    """

    sides: Mapping[int, Side] = field(default_factory=dict)
    players: int = 2
    pattern: str = "I2"
    then: Sequence[str] = ()
    round: int = 0
    card: int = 1
    offer: Sequence[int | None] | None = None
    deck: Sequence[int] | None = None
    hoard: int = 1

    def write(self, s: np.record) -> None:
        """Puts the position into the record of a game that was just dealt."""
        players, offer, deck = self._deal()
        for key in ("drawn", "kept", "taking", "slot"):
            s[key] = -1
        for key in (
            "set_aside", "fresh", "marks", "tally", "main_due", "extra_due", "takes", "completed", "lowest", "awards",
            "awarded", "score", "deck", "active",
        ):  # fmt: skip
            s[key] = 0
        s["phase"], s["round_now"], s["revealed"] = PHASES.index("MARK"), self.round, self.card
        s["expedition"] = self._expedition()
        s["offer"] = [-1 if number is None else number - 1 for number in offer]
        s["deck_size"], s["in_deck"] = len(deck), bits(number - 1 for number in deck)
        s["deck"][: len(deck)] = [number - 1 for number in deck[::-1]]
        for seat, player in enumerate(players):
            self._write_player(s, seat, player)
        s["marks_shown"], s["tally_shown"] = s["marks"], s["tally"]

    @staticmethod
    def _write_player(s: np.record, seat: int, player: Player) -> None:
        s["slot"][seat] = [-1 if number is None else number - 1 for number in player.slots]
        s["marks"][seat] = [bits(marked) for marked in player.marks]
        s["tally"][seat] = (player.red, player.green, player.skulls, bits(player.torches))
        s["set_aside"][seat] = bits(number - 1 for number in player.completed)
        s["completed"][seat] = [player.count(colour) for colour in range(3)]
        s["lowest"][seat] = min(player.completed, default=0)
        for colour, value in player.awards:
            s["awards"][seat, colour] |= 1 << AWARDS.index(value)
            s["awarded"][colour] += 1
        s["score"][seat] = player.total()
        if player.slots != [None, None]:
            s["main_due"][seat] = 1
            s["active"] |= 1 << seat

    def _deal(self) -> tuple[list[Player], list[int | None], list[int]]:
        sides = [self.sides.get(seat, Side()) for seat in range(self.players)]
        players = [side.player() for side in sides]
        piles = [pile for player in players for pile in (player.slots, player.completed)]
        named = {number for pile in (*piles, self.offer or (), self.deck or ()) for number in pile}
        free = [number for number in CARDS if number not in named]
        for side, player in zip(sides, players, strict=True):
            if side.slots is None:
                player.slots = [free.pop(0), free.pop(0)]
        offer: list[int | None] = list(self.offer) if self.offer is not None else [free.pop(0) for _ in range(4)]
        if self.deck is None:
            return players, offer, free
        players[self.hoard].completed = sorted([*players[self.hoard].completed, *free])
        return players, offer, list(self.deck)

    def _expedition(self) -> list[int]:
        """The cards of the past, this one and those to come."""
        coming = [SHAPES.index(words) for words in (self.pattern, *self.then)]
        rest = list(EXPEDITION_CARDS)
        for pattern in coming:
            rest.remove(pattern)
        return rest[: self.card - 1] + coming + rest[self.card - 1 :]


# ------------------------------------------------------------------------------------------------------------------
# Games


copies = partial(by_hand.copies, GAME)


def dealt(players: int, games: int, **options: Any) -> BatchEnv:
    """Games at their beginning."""
    return by_hand.dealt(GAME, games, num_players=players, **options)


def active_seats(s: np.record) -> list[int]:
    return sorted(elements(s["active"]))


class Table(by_hand.Table):
    """One game, played in words."""

    game = GAME

    @property
    def phase(self) -> str | None:
        """What is asked, None when the game is over or truncated."""
        return PHASES[self.s["phase"]] if self.s["active"] else None

    @property
    def active(self) -> list[int]:
        """The seats that may answer."""
        return active_seats(self.s)

    @property
    def time(self) -> tuple[int, int]:
        """The round and how many cards of it are revealed."""
        return int(self.s["round_now"]), int(self.s["revealed"])

    @property
    def pattern(self) -> str:
        return SHAPES[self.s["expedition"][self.s["revealed"] - 1]]

    def legal(self, seat: int) -> set[str]:
        """What a seat may do, in words."""
        return {GAME.describe(action) for action in self.ids(seat)}

    def cells(self, seat: int, slot: int = 0) -> set[str]:
        """The single cells that a seat may mark on one pyramid."""
        return {name(a - CELL - 25 * slot) for a in self.ids(seat) if CELL + 25 * slot <= a < CELL + 25 * slot + 25}

    def shapes(self, seat: int, slot: int = 0) -> set[tuple[int, str]]:
        """The (orientation, anchor) in which a seat may mark the shape on one pyramid."""
        first, ways = SHAPE + WAYS * slot, list(NUMBER)
        found = [ways[action - first] for action in self.ids(seat) if first <= action < first + WAYS]
        assert {pattern for pattern, *_ in found} <= {SHAPES.index(self.pattern)}
        return {(orientation, name(anchor)) for _, orientation, anchor in found}

    def words(self, sentence: str) -> str:
        """A sentence as the game says it: `shape` names no cells."""
        if not sentence.startswith("shape "):
            return sentence
        _, orientation, anchor, pyramid = sentence.split()
        way = NUMBER[SHAPES.index(self.pattern), int(orientation), *cells(anchor)]
        return f"mark {' '.join(map(name, sorted(LAID[way])))} on pyramid {pyramid}"

    def play(self, seat: int, *sentences: str) -> Table:
        """A seat does some things; an illegal one raises."""
        for words in sentences:
            answer(self.batch, 0, seat, GAME.parse(self.words(words)))
            self.check(f"seat {seat}, after {words!r}")
        return self

    def rest(self, *seats: int) -> Table:
        """These seats (by default all that are asked) finish the card with marks that bring as little as can be."""
        time = self.time
        for seat in seats or self.active:
            while seat in self.active and self.time == time and self.phase == "MARK":
                self.play(seat, GAME.describe(min(self.ids(seat), key=lambda action: self._noise(seat, action))))
        return self

    def _noise(self, seat: int, action: int) -> tuple[int, int]:
        """Empty cells are best, then treasures; shapes are worst."""
        if action < CELL:
            return 3, action
        slot, cell = divmod(action - CELL, 25)
        symbol = CARDS[int(self.s["slot"][seat, slot]) + 1].grid[cell]
        return 0 if symbol in ".E" else 2 if symbol in "xT" else 1, action

    def quiet(self, cards: int = 1) -> Table:
        """Whole cards on which nobody does much, replacements from the deck included."""
        for _ in range(cards):
            time = self.time
            while self.time == time and self.phase is not None:
                if self.phase == "TAKE":
                    self.play(self.active[0], max(self.legal(self.active[0])))
                else:
                    self.rest()
        return self

    # What lies on the table

    def slots(self, seat: int) -> list[int | None]:
        return [None if card < 0 else int(card) + 1 for card in self.s["slot"][seat]]

    def marks(self, seat: int, slot: int = 0) -> set[int]:
        return elements(self.s["marks"][seat, slot])

    def offer(self) -> list[int | None]:
        return [None if card < 0 else int(card) + 1 for card in self.s["offer"]]

    def deck(self) -> list[int]:
        """Top card first."""
        return [int(card) + 1 for card in self.s["deck"][: self.s["deck_size"]][::-1]]

    def tally(self, seat: int) -> tuple[int, int, int, set[int]]:
        """Red gems, green gems, skulls, torches, as the owner has them now."""
        red, green, skulls, torches = self.s["tally"][seat]
        return int(red), int(green), int(skulls), elements(torches)

    def aside(self, seat: int) -> set[int]:
        """The pyramids that a seat has completed."""
        return numbers(self.s["set_aside"][seat])

    def awards(self, seat: int) -> set[str]:
        """`{"green 10"}`"""
        return {
            f"{COLOUR_NAMES[colour]} {AWARDS[k]}"
            for colour in range(3)
            for k in elements(self.s["awards"][seat, colour])
        }

    def row(self, key: str) -> list[int]:
        """A field with one number for each player: `score`, `main_due`, `extra_due`, `outcome` …"""
        return [int(value) for value in self.s[key][: self.players]]


# ------------------------------------------------------------------------------------------------------------------
# Late positions and purposeful play


def explored(number: int, rng: np.random.Generator) -> set[int]:
    """Random marks on a pyramid without its tomb: none, all but what is beside the tomb, a way to it, nearly all."""
    kind = rng.random()
    if kind < 0.15:
        return set()
    if kind < 0.45:
        start = CARDS[number].entrance
        return reached(start, {cell for cell in open_cells(number) if FAR[number][cell] > 1} | {start})
    marked = nearly(number) if kind < 0.85 else {CARDS[number].entrance}
    for _ in range(24 if kind < 0.5 else rng.integers(0, 8)):
        free = open_cells(number) - marked - {CARDS[number].tomb}
        ring = [cell for cell in sorted(free) if any(adjacent(cell, other) for other in marked)]
        marked |= {int(rng.choice(ring))} if ring else set()
    return marked


CROSS_BY_TOMB = [n for n, card in CARDS.items() if any(card.grid[c] == "x" and FAR[n][c] == 1 for c in range(25))]


def scattered(players: int, rng: np.random.Generator) -> Position:
    """A late position: pyramids nearly done, score cards nearly full, few cards (or none) left to take."""
    pile = sorted(map(int, rng.permutation(list(CARDS))), key=lambda number: number in CROSS_BY_TOMB)
    slots = [[pile.pop(), pile.pop()] for _ in range(players)]
    rng.shuffle(pile)
    left = int(rng.choice([0, 1, 1, 1, 2, 4, 6, 9]))
    offer: list[int | None] = [pile.pop() if place < left else None for place in rng.permutation(4)]
    deck = [pile.pop() for _ in range(left - 4)]
    aside: list[list[int]] = [[] for _ in range(players)]
    if left == 0:
        for seat in range(players):
            for slot in range(2):
                if rng.random() < 0.25 and (seat, slot) != (0, 0):
                    aside[seat].append(slots[seat][slot])
                    slots[seat][slot] = 0
    for number in pile:
        aside[rng.integers(players)].append(number)
    awards = share_awards(aside, rng)
    return Position(
        {
            seat: Side(
                (slots[seat][0] or None, slots[seat][1] or None),
                [explored(number, rng) if number else set() for number in slots[seat]],
                red=int(rng.integers(6, 11)),
                green=int(rng.integers(6, 11)),
                skulls=int(rng.integers(0, 11)),
                torches=[number for number in range(3) if rng.random() < 0.5],
                completed=aside[seat],
                awards=awards[seat],
            )
            for seat in range(players)
        },
        players,
        "I2" if rng.random() < 0.5 else SHAPES[rng.integers(6)],
        round=int(rng.integers(2, 4)),
        card=int(rng.integers(1, 8)),
        offer=offer,
        deck=deck,
    )


def share_awards(aside: Sequence[Collection[int]], rng: np.random.Generator) -> list[str]:
    """Awards as they may have been given for these pyramids, or some of them."""
    held: list[list[str]] = [[] for _ in aside]
    for colour, word in enumerate(COLOUR_NAMES):
        counts = [sum(CARDS[number].colour == colour for number in pile) // 2 for pile in aside]
        takers = [seat for seat, count in enumerate(counts) for _ in range(min(count, 3))]
        given = rng.permutation(takers)[: rng.integers(0, 4)]
        for value, seat in zip(AWARDS, given, strict=False):
            held[seat].append(f"{word} {value}")
    return [", ".join(awards) for awards in held]


# What each action marks: up to four cells of 25, the 26th being none.
MARKED = np.full((649, 4), 25)
for _slot in range(2):
    for _way, _cells in enumerate(LAID):
        MARKED[SHAPE + WAYS * _slot + _way, : len(_cells)] = sorted(_cells)
    MARKED[CELL + 25 * _slot : CELL + 25 * _slot + 25, 0] = range(25)
STEPS = np.array([[*FAR[number], 99] for number in CARDS])
LIKED = {"x": 2.0, "r": 0.7, "g": 0.7, "f": 1.5, "p": 0.7, "s": -0.6}
WORTH = np.array([[*(LIKED.get(sign, 0.1) for sign in card.grid), 0.0] for card in CARDS.values()])


def purposeful(s: np.record, seat: int, mask: np.ndarray, rng: np.random.Generator) -> int:
    """A random legal action of a player who wants to get to the tombs and to collect treasures on the way."""
    actions = np.flatnonzero(mask)
    if s["phase"] != PHASES.index("MARK"):
        return int(rng.choice(actions))
    slots = np.where(actions >= CELL, (actions - CELL) // 25, (actions - SHAPE) // WAYS)
    marked = MARKED[actions]
    cards = s["slot"][seat][slots]
    reach = [min((FAR[card + 1][cell] for cell in elements(word)), default=12)
             for card, word in zip(s["slot"][seat].tolist(), s["marks"][seat].tolist(), strict=True)]  # fmt: skip
    gain = np.maximum(np.array(reach)[slots] - STEPS[cards[:, None], marked].min(axis=1), 0)
    value = 1.5 * gain + WORTH[cards[:, None], marked].sum(axis=1) + rng.gumbel(size=len(actions))
    return int(actions[value.argmax()])


# ------------------------------------------------------------------------------------------------------------------
# The oracle


class SameChance(Chance):
    """Shuffles with the stream of a record, so that the oracle gets the orders that the engine will get."""

    def __init__(self, s: np.record) -> None:
        super().__init__()
        self.stream = Stream(s["rng"])
        self.patterns = [int(pattern) for pattern in s["expedition"]]
        dealt = [int(card) + 1 for four in s["drawn"] for card in four if card >= 0]
        self.pile = [int(card) + 1 for card in s["deck"][: s["deck_size"]]] + dealt  # the lowest card first

    def deck_after_keep(self, cards: list[int]) -> list[int]:
        return self.stream.shuffled([number for number in self.pile if number in cards])[::-1]

    def expedition(self, round_number: int) -> list[int]:
        self.patterns = self.stream.shuffled(self.patterns)
        return self.patterns


class Naive(by_hand.Naive):
    """The lowest active seat is asked first."""

    def acting(self) -> int | None:
        return min(self.oracle.active, default=None)


def naive(config: Config | Mapping[str, Any], state: np.ndarray) -> Naive:
    """The oracle at the point of a one-record array: freshly dealt, or any later point between two decisions."""
    options = config_of(GAME, config).options()
    return Naive(oracle_of(state[0], options["num_players"]))


def oracle_of(s: np.record, players: int) -> Oracle:
    """The oracle at the point of a record."""
    drawn = [[int(card) + 1 for card in s["drawn"][seat] if card >= 0] for seat in range(players)]
    oracle = Oracle(players, drawn, SameChance(s))
    oracle.phase = "OVER" if s["done"] else PHASES[s["phase"]]
    oracle.round, oracle.revealed = int(s["round_now"]), int(s["revealed"])
    if oracle.phase != "KEEP":
        oracle.expedition = [int(pattern) for pattern in s["expedition"]]
    oracle.deck = [int(card) + 1 for card in s["deck"][: s["deck_size"]][::-1]]
    oracle.offer = [None if card < 0 else int(card) + 1 for card in s["offer"]]
    for seat, player in enumerate(oracle.players):
        player.kept = None if s["kept"][seat] < 0 else PAIRS[s["kept"][seat]]
        player.slots = [None if card < 0 else int(card) + 1 for card in s["slot"][seat]]
        player.main_due, player.extra_due = bool(s["main_due"][seat]), int(s["extra_due"][seat])
        player.completed = sorted(numbers(s["set_aside"][seat]))
        player.fresh = sorted(numbers(s["fresh"][seat]))
        player.awards = {(colour, AWARDS[k]) for colour in range(3) for k in elements(s["awards"][seat, colour])}
        player.score = int(s["score"][seat])
        _read_card(player, s["marks"][seat], s["tally"][seat])
    oracle.before = [replace(player) for player in oracle.players]
    for seat, player in enumerate(oracle.before):
        _read_card(player, s["marks_shown"][seat], s["tally_shown"][seat])
    if oracle.phase == "TAKE":
        takers = [seat for seat in range(players) if s["takes"][seat]]
        oracle.queue = sorted(takers, key=lambda seat: oracle.players[seat].fresh[0])
        oracle.takes_left = int(s["takes"][oracle.queue[0]])
    return oracle


def _read_card(player: Player, marks: np.ndarray, tally: np.ndarray) -> None:
    """What changes while a card is played."""
    player.marks = [elements(word) for word in marks]
    player.red, player.green, player.skulls = (int(tally[k]) for k in (RED, GREEN, SKULLS))
    player.torches = elements(tally[TORCHES])


def facts(oracle: Oracle) -> dict[str, Any]:
    """All that is to be known of a game, to compare two of them."""
    found = {key: value for key, value in vars(oracle).items() if key not in ("chance", "players", "before")}
    found["players"] = [
        vars(player) | {"completed": sorted(player.completed), "fresh": sorted(player.fresh)}
        for player in oracle.players
    ]
    if oracle.phase == "MARK":
        found["before"] = [(p.marks, p.red, p.green, p.skulls, p.torches) for p in oracle.before]
    if oracle.phase != "TAKE":
        found["takes_left"] = 0
    return found


def positions(players: int, seed: int, games: int = 1) -> Iterator[BatchEnv]:
    """Points of purposeful games in any order of asking, one batch of one at a time (it goes on afterwards)."""
    rng = np.random.default_rng(seed)
    for game in range(games):
        batch = dealt(players, 1, seed=seed + game)
        yield batch
        while batch.seat[0] >= 0:
            seat = int(rng.choice(active_seats(batch.states[0])))
            answer(batch, 0, seat, purposeful(batch.states[0], seat, batch.legal([0], [seat])[0], rng))
            yield batch
