"""Positions of Coffee Rush made by hand, tables to play them on, and the oracle at the same point of a game.

Facts of the box are typed in from the pages (components.md 3.3 and 3.4, coffee_rush.md), not taken from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np

import rush_envs
from games import by_hand
from games.by_hand import config_of
from games.coffee_rush.oracle import PHASES, Oracle
from rush_envs.contract import Config
from rush_envs.engine.batch import BatchEnv

GAME = rush_envs.game("coffee_rush")

KINDS = ("coffee", "milk", "steam", "ice", "water", "tea", "chocolate", "caramel")
LETTERS = "CMSIWTHA"
TOKENS = (18, 12, 12, 12, 12, 12, 12, 12)
RUSH_TOKENS = 15
CARDS = 80
BOARD = "IASC CMIW TSMC MIHS".replace(" ", "")
CORNERS = (0, 3, 12, 15)
SPECIAL_CELLS = (1, 7, 8, 14)
TILES = ("double pawns", "diagonal", "double corners", "double specials")
DIRECTIONS = {
    "north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1),
    "north-east": (-1, 1), "south-east": (1, 1), "south-west": (1, -1), "north-west": (-1, -1),
}  # fmt: skip


class Recipe(NamedTuple):
    name: str
    letters: str
    copies: int
    special: bool


RECIPES = (
    Recipe("Espresso", "CS", 2, False),
    Recipe("Ristretto", "CC", 2, False),
    Recipe("Americano", "CWS", 4, False),
    Recipe("Iced Americano", "CWI", 4, False),
    Recipe("Caffè Latte", "CMS", 4, False),
    Recipe("Iced Caffè Latte", "CMI", 4, False),
    Recipe("Macchiato", "CCM", 4, False),
    Recipe("Hot Chocolate", "HMS", 4, False),
    Recipe("Iced Chocolate", "HMI", 4, False),
    Recipe("Green Tea", "TWS", 4, False),
    Recipe("Iced Tea", "TWI", 4, False),
    Recipe("Cappuccino", "CMSS", 4, False),
    Recipe("Flat White", "CCMS", 4, False),
    Recipe("Caramel Caffè Latte", "CAMI", 4, False),
    Recipe("Caffè Mocha", "CHMS", 4, False),
    Recipe("Iced Green Tea Latte", "TMMI", 4, False),
    Recipe("Caramel Macchiato", "CAMS", 4, True),
    Recipe("Choco-Caramel Frappé", "HAMI", 4, True),
    Recipe("Dirty Chai", "CTMS", 4, True),
    Recipe("Mocha Frappé", "CHAI", 4, True),
    Recipe("Caramel Tea", "TAWS", 4, True),
)
COPIES = tuple(recipe.copies for recipe in RECIPES)
RECIPE_LETTERS = tuple(recipe.letters for recipe in RECIPES)


def tokens(letters: str) -> np.ndarray:
    """`"CCM"` as the numbers of tokens of each kind."""
    return np.array([letters.count(letter) for letter in LETTERS], np.int8)


def letters_of(counts: Iterable[int]) -> str:
    """The inverse of `tokens`, kinds in their order."""
    return "".join(letter * int(count) for letter, count in zip(LETTERS, counts, strict=True))


def cards(text: str) -> list[int]:
    """`"CS CMSS"` (ingredients of each card) as recipe numbers."""
    return [RECIPE_LETTERS.index(word) for word in text.split()]


def card_text(recipes: Iterable[int]) -> str:
    """The inverse of `cards`."""
    return " ".join(RECIPE_LETTERS[recipe] for recipe in recipes)


def spread(counts: Iterable[int]) -> list[int]:
    """How often each recipe occurs, as a list of recipes."""
    return [recipe for recipe, count in enumerate(counts) for _ in range(int(count))]


def top_cards(states: np.ndarray) -> np.ndarray:
    """The card that is drawn next in each of many games."""
    top: np.ndarray = states["deck"][np.arange(len(states)), states["deck_size"] - 1]
    return top


# ------------------------------------------------------------------------------------------------------------------
# Positions

BOARDS = {
    2: """
        a . . b
        . . . .
        . . . .
        A . . B""",
    3: """
        a . . b
        . . . .
        . . . .
        . . . c""",
    4: """
        a . . b
        . . . .
        . . . .
        d . . c""",
}


@dataclass(frozen=True)
class Position:
    """A moment of a game. What is not given is as little as it can be; the supplies hold what nobody has.

    The board is a picture, north at the top: `a` to `d` are the pawns of seats 0 to 3, `A` and `B` the second pawns
    of two players, `ab` two pawns on one cell. Slots and the deck (top card first) are written as the ingredients of
    their cards: `"CS CMSS"`. Without a deck given it holds all cards that are nowhere else.
    """

    players: int = 4
    board: str = ""
    turn: int = 0
    phase: str = "MOVE"
    slots: Mapping[int, Sequence[str]] = field(default_factory=dict)
    cups: Mapping[int, Sequence[str]] = field(default_factory=dict)
    hand: str = ""
    deck: str | None = None
    rush: Mapping[int, int] = field(default_factory=dict)
    upgrades: Mapping[int, Sequence[str]] = field(default_factory=dict)
    completed: Mapping[int, int] = field(default_factory=dict)
    penalties: Mapping[int, int] = field(default_factory=dict)
    moving: int | None = None  # without it the first pawn where a move is over, none elsewhere
    free_steps: int = 3
    upgraded_now: int = 0
    served_now: int = 0
    closed: bool = False

    def write(self, s: np.record) -> None:
        """Puts the position into the record of a game that was just dealt."""
        s["phase"], s["turn"], s["active"] = PHASES.index(self.phase), self.turn, 1 << self.turn
        s["placed"] = 4 if self.players == 2 else self.players
        s["pawn"] = -1
        for pawn, cell in pawn_cells(self.board or BOARDS[self.players]).items():
            seat, number = "abcdABCD".index(pawn) % 4, int(pawn.isupper())
            s["pawn"][seat, number] = cell
        walked = 0 if self.phase in ("EMPTY", "POUR", "SERVE") else -1
        s["moving"] = walked if self.moving is None else self.moving
        s["free_steps"], s["closed"] = self.free_steps, self.closed
        s["upgraded_now"], s["served_now"] = self.upgraded_now, self.served_now
        for name in ("cups", "orders", "upgraded", "rush", "completed", "penalties", "score"):
            s[name] = 0
        for name in ("rush", "completed", "penalties"):
            for seat, number in getattr(self, name).items():
                s[name][seat] = number
        for seat, tiles in self.upgrades.items():
            for tile in tiles:
                s["upgraded"][seat, TILES.index(tile)] = 1
        s["score"][:] = s["completed"] + 2 * s["upgraded"].sum(axis=1) - s["penalties"]
        self._write_tokens(s)
        self._write_cards(s)

    def _write_tokens(self, s: np.record) -> None:
        s["hand"] = tokens(self.hand)
        for seat, contents in self.cups.items():
            for cup, letters in enumerate(contents):
                s["cups"][seat, cup] = tokens(letters)
        s["supply"] = np.array(TOKENS, np.int8) - s["hand"] - s["cups"].sum(axis=(0, 1))
        s["rush_supply"] = RUSH_TOKENS - s["rush"].sum()

    def _write_cards(self, s: np.record) -> None:
        for seat, slots in self.slots.items():
            for slot, text in enumerate(slots):
                for recipe in cards(text):
                    s["orders"][seat, slot, recipe] += 1
        in_slots = s["orders"].sum(axis=(0, 1))
        piles = int(s["completed"].sum() + s["penalties"].sum() + 3 * s["upgraded"].sum())
        if self.deck is None:
            left = spread(np.array(COPIES) - in_slots)
            deck = list(np.random.default_rng(len(left)).permutation(left))[: len(left) - piles]
        else:
            deck = cards(self.deck)
        s["deck_size"] = len(deck)
        s["deck"] = 0
        s["deck"][: len(deck)] = deck[::-1]
        s["deck_count"] = np.bincount(np.array(deck, int), minlength=len(RECIPES))
        s["removed"] = CARDS - len(deck) - in_slots.sum() - piles
        assert s["removed"] >= 0, "more cards than there are"


def pawn_cells(picture: str) -> dict[str, int]:
    """Where the pawns of a picture stand."""
    places = picture.split()
    assert len(places) == 16, "a board has 4 rows of 4 cells"
    return {pawn: cell for cell, place in enumerate(places) for pawn in place if pawn != "."}


def scattered(players: int, rng: np.random.Generator) -> Position:
    """A late position at the start of a turn: upgrades, rush tokens, full cups, filled slots, few cards left."""
    pawns = "abcd"[:players] if players > 2 else "abAB"
    board = ["."] * 16
    for pawn, cell in zip(pawns, rng.permutation(16), strict=False):
        board[cell] = pawn
    deal = list(rng.permutation(spread(COPIES)))
    slots = {
        seat: [card_text([deal.pop() for _ in range(rng.integers(0, 3))]) for _ in range(4)] for seat in range(players)
    }
    cups = {seat: _fill_cups(slots[seat], rng) for seat in range(players)}
    left = np.array(TOKENS) - sum(tokens("".join(contents)) for contents in cups.values())
    for kind in rng.choice(8, 3, replace=False):  # of some kinds nearly everything is in cups
        hoarder = int(rng.integers(players))
        cups[hoarder][2] += LETTERS[kind] * max(int(left[kind]) - int(rng.integers(0, 4)), 0)
    upgrades = {seat: [tile for tile in TILES if rng.random() < 0.4] for seat in range(players)}
    completed = {seat: int(rng.integers(0, 7)) for seat in range(players)}
    penalties = {seat: int(rng.integers(0, 4)) for seat in range(players)}
    piles = sum(completed.values()) + sum(penalties.values()) + 3 * sum(map(len, upgrades.values()))
    if piles >= len(deal):
        return scattered(players, rng)
    turn = int(rng.integers(players))
    may_upgrade = completed[turn] >= 3 and len(upgrades[turn]) < 4
    return Position(
        players,
        " ".join(board),
        turn,
        "UPGRADE" if may_upgrade else "MOVE",
        slots,
        cups,
        deck=card_text(deal[: rng.integers(1, min(len(deal) - piles, 20) + 1)]),
        rush={seat: int(rng.integers(0, RUSH_TOKENS // players + 1)) for seat in range(players)},
        upgrades=upgrades,
        completed=completed,
        penalties=penalties,
    )


def _fill_cups(slots: Sequence[str], rng: np.random.Generator) -> list[str]:
    """Two cups that an own order fits, whole or but for one token, and an empty one."""
    orders = " ".join(slots).split() or ["CS"]
    contents = [orders[rng.integers(len(orders))] for _ in range(2)]
    return [letters[rng.integers(0, 2) :] for letters in contents] + [""]


# ------------------------------------------------------------------------------------------------------------------
# One game


class Table(by_hand.Table):
    """One game, played in words."""

    game = GAME

    @property
    def phase(self) -> str | None:
        """What is asked, None when the game is over."""
        return None if self.over else PHASES[self.s["phase"]]

    def legal(self, seat: int | None = None) -> set[str]:
        """What a seat (by default the asked one) may do, in words."""
        mask = self.batch.mask[0] if seat is None else self.batch.legal([0], [seat])[0]
        assert 0 <= mask.min() <= mask.max() <= 1
        return {GAME.describe(int(action)) for action in np.flatnonzero(mask)}

    def moves(self, pawn: int = 1) -> set[str]:
        """The directions in which a pawn may step now."""
        start = f"move pawn {pawn} "
        return {words.removeprefix(start) for words in self.legal() if words.startswith(start)}

    def play(self, *sentences: str) -> Table:
        """Plays some actions, one after the other; an illegal one raises."""
        for words in sentences:
            self.batch.step([GAME.parse(words)])
            self.check(f"after {words!r}")
        return self

    def place(self, *cells: int) -> Table:
        """Places pawns on these cells, in turn."""
        for cell in cells:
            self.batch.step([cell])
        return self

    def idle(self, turns: int = 1) -> Table:
        """Plays whole turns that bring nothing: the shortest move, no token kept, no cup emptied, nothing served."""
        for _ in range(turns):
            seat = self.seat
            while self.seat == seat:
                self.play(min(self.legal(), key=self._bother))
        return self

    def _bother(self, words: str) -> tuple[int, str]:
        """How much an action changes: `done` and `return …` nothing, a step onto another pawn needs one more."""
        if words == "done" or words.startswith("return"):
            return 0, words
        if words.startswith("move"):
            _move, _pawn, number, way = words.split()
            down, right = DIRECTIONS[way]
            target = self.s["pawn"][self.seat, int(number) - 1] + 4 * down + right
            return 1 + int(target in self.s["pawn"]), words
        return 3, words

    def cups(self, seat: int) -> tuple[str, ...]:
        return tuple(letters_of(cup) for cup in self.s["cups"][seat])

    @property
    def hand(self) -> str:
        return letters_of(self.s["hand"])

    def supply(self, letter: str) -> int:
        return int(self.s["supply"][LETTERS.index(letter)])

    def slots(self, seat: int) -> tuple[str, ...]:
        """The cards in the four slots, each slot in the order of the recipes."""
        return tuple(card_text(spread(slot)) for slot in self.s["orders"][seat])

    def deck(self) -> list[int]:
        """The recipes in the deck, top card first."""
        return [int(card) for card in self.s["deck"][: self.s["deck_size"]][::-1]]

    def row(self, name: str) -> list[int]:
        """A field with one number for each player: `completed`, `penalties`, `rush`, `score` …"""
        return [int(value) for value in self.s[name][: self.players]]


# ------------------------------------------------------------------------------------------------------------------
# Purposeful play of many games at once

RECIPE_TOKENS = np.stack([tokens(letters) for letters in RECIPE_LETTERS])
BOARD_KINDS = np.array([LETTERS.index(letter) for letter in BOARD])
STEP = np.array(
    [  # (cells, directions): the cell there, wherever it is on the board
        [(cell + 4 * down + right) % 16 for down, right in DIRECTIONS.values()] for cell in range(16)
    ]
)
EAGER = np.concatenate([  # how much each action is liked, by the ids of CR-12
    np.ones(16), np.full(4, 5.0), np.ones(16), np.full(3, 0.05), np.full(24, 0.05), np.full(8, 0.3), np.full(12, 50.0),
    [0.25],
])  # fmt: skip


def purposeful(batch: BatchEnv, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Random legal actions that serve when they can, collect and pour what own orders need, and empty spoilt cups."""
    states, mask = batch.states[rows], batch.mask[rows]
    many = np.arange(len(rows))
    turn = states["turn"]
    owned = states["orders"][many, turn].any(axis=1)  # (k, recipes)
    cups = states["cups"][many, turn]  # (k, cups, kinds)
    weights = EAGER * mask

    def wanted(contents: np.ndarray) -> np.ndarray:
        """(k, cups): some own order needs all of this."""
        fits = (contents[:, :, None, :] <= RECIPE_TOKENS).all(axis=3)
        answer: np.ndarray = (fits & owned[:, None, :]).any(axis=2)
        return answer

    one_more = cups[:, None] + np.eye(8, dtype=np.int8)[:, None]  # (k, kinds, cups, kinds)
    needed = np.stack([wanted(one_more[:, kind]) for kind in range(8)], axis=1)  # (k, kinds, cups)
    weights[:, 39:63] *= np.where(needed.reshape(len(rows), 24), 200, 1)
    weights[:, 36:39] *= np.where(wanted(cups), 1, 40)
    useful = needed.any(axis=2) & (states["hand"] == 0)  # (k, kinds)
    cells = np.maximum(states["pawn"][many, turn], 0)  # (k, pawns)
    for pawn, (way, target) in product((0, 1), enumerate(STEP.T)):
        kinds = BOARD_KINDS[target[cells[:, pawn]]]
        weights[:, 20 + 8 * pawn + way] *= np.where(useful[many, kinds], 10, 1)
    noise = np.log(rng.random(weights.shape))
    actions: np.ndarray = np.where(weights > 0, noise / np.maximum(weights, 1e-9), -np.inf).argmax(axis=1)
    return actions


# ------------------------------------------------------------------------------------------------------------------
# The oracle


def naive(config: Config | Mapping[str, Any], state: np.ndarray) -> Oracle:
    """The oracle at the point of a one-record array: freshly dealt, or any later point between two decisions."""
    s = state[0]
    options = config_of(GAME, config).options()
    players = options["num_players"]
    slots = [[spread(slot) for slot in s["orders"][seat]] for seat in range(players)]
    deck = [int(card) for card in s["deck"][: s["deck_size"]][::-1]]
    limit = options["upgrades_per_turn"]
    oracle = Oracle(players, slots, deck, removed=int(s["removed"]), upgrades_per_turn=limit)
    for index, seat in enumerate(oracle.seats):
        seat.pawns = [int(cell) for cell in s["pawn"][index] if cell >= 0]
        seat.cups = [_counter(cup) for cup in s["cups"][index]]
        seat.upgrades = {tile for tile in range(4) if s["upgraded"][index, tile]}
        seat.rush, seat.completed, seat.penalties = (int(s[f][index]) for f in ("rush", "completed", "penalties"))
    del oracle.queue[: int(s["placed"])]
    oracle.supply, oracle.hand = _counter(s["supply"]), _counter(s["hand"])
    oracle.rush_supply, oracle.free_steps = int(s["rush_supply"]), int(s["free_steps"])
    oracle.closed = bool(s["closed"])
    oracle.turn = int(s["turn"]) if oracle.queue == [] else 0
    oracle.phase = None if s["done"] else PHASES[s["phase"]]
    oracle.moving = int(s["moving"]) if s["moving"] >= 0 else None
    oracle.upgraded_now, oracle.served_now = int(s["upgraded_now"]), int(s["served_now"])
    # Which cards lie in the piles is of no account (CR-2.5): any that are nowhere else will do.
    piles = sum(seat.completed + seat.penalties + 3 * len(seat.upgrades) for seat in oracle.seats)
    missing = spread(copies - oracle.dealt[recipe] for recipe, copies in enumerate(COPIES))
    oracle.gone = Counter(missing[:piles])
    oracle.dealt += oracle.gone
    return oracle


def _counter(counts: Iterable[int]) -> Counter[int]:
    return Counter({kind: int(count) for kind, count in enumerate(counts) if count})
