"""Positions of Curse of the Mummy made by hand, tables to play them on, and the oracle at the same point of a game.

Facts of the box are typed in from the pages (components.md 4, curse_of_the_mummy.md) or taken from the oracle's
drawing of the maze, never from the engine. Pawns, explorers, cells and cards count from 0 as in the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

import rush_envs
from games import by_hand
from games.by_hand import config_of, members
from games.curse_of_the_mummy.oracle import CARD_COLOURS, CARD_NAMES, NB, PRISON, START, TREASURES, Oracle
from games.stream import Stream, stream_for
from rush_envs.contract import Config
from rush_envs.engine.batch import BatchEnv

GAME = rush_envs.game("curse_of_the_mummy")

FACES = ("1", "2", "3", "4", "arrow", "mummy")
VALUES = FACES[:5]
PHASES = ("RELEASE", "ROLLED", "MOVE", "TREASURE", "MUMMY")
PAWNS = {2: 2, 3: 2, 4: 3, 5: 4}  # by players
NEEDED = {2: 3, 3: 4, 4: 6, 5: 7}  # ankhs
MUMMY_DIE = (1, 2, 2, 3, 3, 4)
CORRIDORS = tuple(cell for cell in range(99) if cell not in (START, PRISON))
DEAD_ENDS = tuple(cell for cell in CORRIDORS if sum(way is not None for way in NB[cell]) == 1)
TREASURE_CELLS = {card: cell for cell, card in TREASURES.items()}
GO, STEP, STOP = 8, 107, 111


def cards(text: str) -> set[int]:
    """`"R1 B2"` as card numbers."""
    return {CARD_NAMES.index(name) for name in text.split()}


def cells_of(words: Sequence[int]) -> set[int]:
    """A set of cells as the record holds it: cell k is bit k of word 0, from 50 on bit k − 50 of word 1."""
    low, high = (int(word) for word in words)
    assert 0 <= low < 1 << 50
    assert 0 <= high < 1 << 49
    return {k for k in range(99) if (low >> k if k < 50 else high >> (k - 50)) & 1}


def words_of(cells: Iterable[int]) -> tuple[int, int]:
    """The inverse of `cells_of`."""
    chosen = set(cells)
    return sum(1 << k for k in chosen if k < 50), sum(1 << (k - 50) for k in chosen if k >= 50)


# ------------------------------------------------------------------------------------------------------------------
# Positions


def default_hand(players: int, explorer: int) -> set[int]:
    """R1 B1 W1 G1 Y1 for the first explorer, R2 B2 … for the second; two players: both."""
    numbers = (1, 2) if players == 2 else (explorer + 1,)
    return {CARD_NAMES.index(f"{colour}{number}") for colour in "RBWGY" for number in numbers}


@dataclass(frozen=True)
class Position:
    """A moment of a game. What is not given is as at the start; P holds the true cells alone.

    `cells` are the pawns' cells, None for an eliminated pawn. `taken` are the ankhs that the mummy has from each pawn
    (an eliminated one has given three). In MUMMY without `intermediate` it is the normal move.
    """

    players: int = 4
    phase: str = "ROLLED"
    turn: int = 0
    cells: Sequence[int | None] = ()
    mummy: int = 1
    locked: int = 0
    dice: str = "1 2 3 4 arrow"
    announced: str = ""
    steps: int = 0
    intermediate: bool = False
    hands: Mapping[int, str] = field(default_factory=dict)
    laid: Mapping[int, str] = field(default_factory=dict)
    taken: Mapping[int, int] = field(default_factory=dict)
    possible: Mapping[int, Iterable[int]] = field(default_factory=dict)
    history: Mapping[int, Sequence[int]] = field(default_factory=dict)
    rounds: int = 0

    def write(self, s: np.record) -> None:
        """Puts the position into the record of a game that was just dealt."""
        self._write_turn(s)
        self._write_pawns(s)
        self._write_cards(s)
        needed = NEEDED[self.players]
        s["mummy_ankhs"] = 3 * PAWNS[self.players] - s["ankhs"].sum()
        s["score"][0] = 100 * int(s["mummy_ankhs"]) // needed
        laid = s["laid"].sum(axis=1)
        s["score"][1:] = 0
        if self.players == 2:
            s["score"][1] = 100 * int(laid.sum()) // 10
        else:
            s["score"][1 : self.players] = 100 * laid[: self.players - 1].astype(int) // 5

    def _write_turn(self, s: np.record) -> None:
        owner = 1 if self.players == 2 else self.turn + 1
        normal = self.phase == "MUMMY" and not self.intermediate
        s["active"] = 1 << (0 if self.phase == "MUMMY" else owner)
        s["turn"] = PAWNS[self.players] if normal else self.turn
        s["phase"] = {"RELEASE": 0, "MUMMY": 2}.get(self.phase, 1)
        s["deed"] = {"MOVE": 1, "TREASURE": 2}.get(self.phase, 0)
        s["mummy"], s["locked"], s["rounds"] = self.mummy, self.locked, self.rounds
        s["steps"] = s["intermediate"] = 0
        if self.phase == "MUMMY":
            s["steps"], s["intermediate"] = self.steps, self.intermediate
        s["announced"] = VALUES.index(self.announced) + 1 if self.announced else 0
        s["shown"] = 0
        if self.phase == "ROLLED":
            faces = self.dice.split()[: 5 - self.locked]
            assert len(faces) == 5 - self.locked, "give every free die"
            s["shown"] = [faces.count(value) for value in VALUES]

    def _write_pawns(self, s: np.record) -> None:
        pawns = range(PAWNS[self.players])
        cells = [*self.cells, *[START] * (len(pawns) - len(self.cells))]
        s["ankhs"] = s["history"] = s["possible"] = s["out"] = 0
        for pawn in pawns:
            cell = cells[pawn]
            s["out"][pawn] = cell is None
            s["ankhs"][pawn] = 0 if cell is None else 3 - self.taken.get(pawn, 0)
            s["cell"][pawn] = START if cell is None else cell
            s["possible"][pawn] = words_of(() if cell is None else self.possible.get(pawn, self._before(pawn, cell)))
            history = list(self.history.get(pawn, ()))
            s["history"][pawn, : len(history)] = history
        if self.players == 2:
            s["ankhs"][:2] = 6 - sum(self.taken.values()), 0

    def _before(self, pawn: int, cell: int) -> set[int]:
        """Where a pawn was when its turn began: it has moved already when it is asked about a treasure."""
        if self.phase != "TREASURE" or pawn != self.turn:
            return {cell}
        closed = {START, PRISON, self.mummy, None}
        if self.announced == "arrow":
            return {NB[cell][way] for way in range(4) if NB[cell][way - 2] in closed} - closed
        ring = {cell}
        for _ in range(int(self.announced)):
            ring = {there for here in ring for there in NB[here]} - closed
        return ring - set(self.cells) or {START}

    def _write_cards(self, s: np.record) -> None:
        s["hand"] = s["laid"] = s["colours"] = 0
        for pawn, text in self.laid.items():
            s["laid"][pawn, sorted(cards(text))] = 1
        gone = {card for text in (*self.laid.values(), *self.hands.values()) for card in cards(text)}
        out = [explorer for explorer, cell in enumerate(self.cells) if cell is None]
        for explorer in range(self.players - 1):
            hand = default_hand(self.players, explorer) - gone
            if explorer in self.hands:
                hand = cards(self.hands[explorer])
            for card in hand if explorer not in out else ():
                s["hand"][explorer + 1, card] = 1
                s["colours"][explorer + 1, CARD_COLOURS[card]] += 1


# ------------------------------------------------------------------------------------------------------------------
# Games


copies = partial(by_hand.copies, GAME)


class Table(by_hand.Table):
    """One game, played in words."""

    game = GAME

    @property
    def phase(self) -> str | None:
        """What is asked, None when the game is over or truncated."""
        if self.seat < 0:
            return None
        return {0: "RELEASE", 1: PHASES[1 + self.s["deed"]], 2: "MUMMY"}[int(self.s["phase"])]

    @property
    def asked(self) -> tuple[int, str | None]:
        """Who is asked and what."""
        return self.seat, self.phase

    @property
    def locked(self) -> int:
        return int(self.s["locked"])

    @property
    def cells(self) -> list[int]:
        """Where the pawns stand."""
        return [int(cell) for cell in self.s["cell"][: PAWNS[self.players]]]

    @property
    def dice(self) -> list[str]:
        """The faces of the free dice."""
        return [value for value, count in zip(VALUES, self.s["shown"], strict=True) for _ in range(count)]

    def P(self, pawn: int) -> set[int]:
        """The cells where a pawn may stand."""
        return cells_of(self.s["possible"][pawn])

    def hand(self, explorer: int) -> set[int]:
        return members(self.s["hand"][explorer + 1])

    def legal(self, seat: int | None = None) -> set[str]:
        """What a seat (by default the asked one) may do, in words."""
        mask = self.batch.mask[0] if seat is None else self.batch.legal([0], [seat])[0]
        return {GAME.describe(action) for action in members(mask)}

    def goes(self) -> set[int]:
        """The cells to which the moving pawn may go."""
        assert self.phase == "MOVE"
        ids = members(self.batch.mask[0])
        assert all(GO <= action < STEP for action in ids)
        return {action - GO for action in ids}

    def ends(self, *values: str) -> dict[str, set[int]]:
        """In ROLLED: for each value (by default all on the dice) the cells to which it leads; the game stays."""
        kept = self.batch.states.copy()
        found: dict[str, set[int]] = {}
        for value in values or VALUES:
            found[value] = set()
            if f"announce {value}" in self.legal():
                self.play(f"announce {value}")
                found[value] = self.goes()
                assert found[value], "an announced value has a destination"
                self.batch.load(kept)
        return found

    def rolls(self, text: str, mummy_die: int | None = None) -> Table:
        """Loads the dice: the next ones to be rolled show these faces, then the mummy's die this number."""
        numbers = [FACES.index(face) for face in text.split()]
        if mummy_die is not None:
            numbers.append(self.s["mummy_die"].tolist().index(mummy_die))
        return self.set(rng=stream_for(tuple((6, number) for number in numbers)))

    def play(self, *sentences: str | int) -> Table:
        """Plays some actions (words, or the cell to go to); an illegal one raises."""
        for words in sentences:
            self.batch.step([words + GO if isinstance(words, int) else GAME.parse(words)])
            self.check(f"after {words!r}")
        return self

    def idle(self, turns: int = 1, then: str = "1 2 3 4 arrow") -> Table:
        """Whole turns of explorers that lay nothing and lock no die; then the dice are loaded."""
        for _ in range(turns):
            if self.phase == "RELEASE":
                self.rolls(" ".join(["2"] * (5 - self.locked))).play("keep the dice")
            self.play(min(self.legal() - {"roll again"}))
            self.rolls(then).play(min(self.goes() - set(TREASURES)))
        return self

    def walk(self, *cells: int) -> Table:
        """The mummy steps from cell to cell."""
        for here, there in pairwise((int(self.s["mummy"]), *cells)):
            self.play(f"step {('north', 'east', 'south', 'west')[NB[here].index(there)]}")
        return self


# ------------------------------------------------------------------------------------------------------------------
# Late positions and purposeful play


def scattered(players: int, rng: np.random.Generator) -> Position:
    """A late position: pawns anywhere (dead ends above all), the mummy close by, few cards and ankhs left."""
    pawns = range(PAWNS[players])
    free = [int(cell) for cell in rng.permutation(CORRIDORS)]
    rng.shuffle(ends := [int(cell) for cell in (*DEAD_ENDS, 92)])
    cells: list[int | None] = []
    for _ in pawns:
        cell = rng.choice([START, PRISON]) if rng.random() < 0.15 else ends.pop() if rng.random() < 0.5 else free.pop()
        cells.append(int(cell))
        free = [other for other in free if other not in cells]
        ends = [other for other in ends if other not in cells]
    near = [target for cell in cells if cell is not None for target in NB[cell] if target in free]
    mummy = int(rng.choice(near if near and rng.random() < 0.8 else free))
    taken = {pawn: int(rng.integers(0, 3)) for pawn in pawns}
    if players > 2 and rng.random() < 0.3:
        cells[-1], taken[len(cells) - 1] = None, 3
    if players == 2:
        taken = {0: int(rng.integers(0, 3))}
    while sum(taken.values()) >= NEEDED[players]:
        most = max((pawn for pawn in taken if cells[pawn] is not None), key=lambda pawn: taken[pawn])
        taken[most] -= 1
    hands, laid = {}, {}
    for explorer in range(players - 1):
        hand = [CARD_NAMES[card] for card in rng.permutation(sorted(default_hand(players, explorer)))]
        done = int(rng.integers(len(hand) // 2, len(hand)))
        hands[explorer], laid[explorer] = " ".join(hand[done:]), " ".join(hand[:done])
    possible = {
        pawn: {cell, *(int(k) for k in rng.choice([*free, START, PRISON], rng.integers(0, 30)))} - {mummy}
        for pawn, cell in enumerate(cells)
        if cell is not None
    }
    return Position(
        players, "MUMMY", 0, cells, mummy, int(rng.integers(0, 5)), steps=int(rng.integers(1, 4)), hands=hands,
        laid=laid, taken=taken, possible=possible, rounds=int(rng.integers(0, 5)),
    )  # fmt: skip


def distances() -> np.ndarray:
    """How many steps the mummy needs from cell to cell."""
    table = np.full((99, 99), 99)
    for cell in CORRIDORS:
        ring, far = {cell}, 0
        while ring:
            table[cell, sorted(ring)] = far
            far += 1
            ring = {k for c in ring for k in NB[c] if k in CORRIDORS and table[cell, k] == 99}
    return table


FAR = distances()


def purposeful(batch: BatchEnv, row: int, rng: np.random.Generator) -> int:
    """A random legal action of players who want to win; some games have careless explorers or a lazy mummy."""
    s, mask = batch.states[row], batch.mask[row]
    careless, lazy = row % 3 == 0, row % 4 == 1
    weights = dict.fromkeys(members(mask), 1.0)
    if 2 in weights:  # the more careless, the more dice lock
        weights[2] = 8.0 if careless else 0.3
    if 0 in weights:
        weights[0] = 0.3 if careless else 1.0
    if 112 in weights:
        weights[112] = 30.0
    if STOP in weights:
        goals = [int(cell) for cell, out in zip(s["cell"][: s["pawns"]], s["out"], strict=False) if not out]
        near = min((FAR[s["mummy"], goal] for goal in goals), default=99)
        weights[STOP] = 30.0 if lazy else 1.0 if near == 1 else 0.3
        for direction in range(4):
            if STEP + direction in weights:
                there = min((FAR[NB[s["mummy"]][direction], goal] for goal in goals), default=99)
                weights[STEP + direction] = 6.0 if there < near else 1.0
    hand = members(s["hand"][int(batch.seat[row])])
    for action in weights:
        if GO <= action < STEP and TREASURES.get(action - GO) in hand:
            weights[action] = 30.0
        elif GO <= action < STEP and action - GO in (*DEAD_ENDS, 92):
            weights[action] = 4.0
    chances = np.array(list(weights.values()))
    return int(rng.choice(list(weights), p=chances / chances.sum()))


# ------------------------------------------------------------------------------------------------------------------
# The oracle


def naive(config: Config | Mapping[str, Any], state: np.ndarray) -> Oracle:
    """The oracle at the point of a one-record array: freshly dealt, or any later point between two decisions.

    Both draw from the same stream. The first roll of a game has already happened: the oracle gets the dice that lie
    there. Only for a fresh deal does `events` tell the whole story.
    """
    s = state[0]
    options = config_of(GAME, config).options()
    players = options["num_players"]
    pawns = range(PAWNS[players])
    hands = [members(s["hand"][seat]) for seat in range(1, players)]
    laid = [members(s["laid"][pawn]) for pawn in pawns]
    stream = Stream(s["rng"])
    first = [face for face, count in enumerate(s["shown"], 1) for _ in range(count)]
    first += [6] * (5 - len(first))

    def roll(dice: int) -> list[int]:
        return [stream.below(6) + 1 for _ in range(dice)]

    def roll_mummy() -> int:
        return int(options["mummy_die"][stream.below(6)])

    oracle = Oracle(
        players,
        hands,
        set(range(23)).difference(*hands, *laid),
        mummy_die=options["mummy_die"],
        max_rounds=options["max_rounds"],
        belief=options["belief"],
        roll=lambda dice: first,
        roll_mummy=roll_mummy,
    )
    oracle.roll = roll
    oracle.laid = laid
    oracle.ankhs = [int(ankhs) for ankhs in s["ankhs"][: players - 1]]
    oracle.mummy_ankhs, oracle.mummy = int(s["mummy_ankhs"]), int(s["mummy"])
    oracle.pawns = [None if s["out"][pawn] else int(s["cell"][pawn]) for pawn in pawns]
    oracle.history = [[int(entry) for entry in s["history"][pawn] if entry] for pawn in pawns]
    oracle.cells = [cells_of(s["possible"][pawn]) for pawn in pawns]
    oracle.phase = {0: "RELEASE", 1: PHASES[1 + s["deed"]], 2: "MUMMY"}[int(s["phase"])] if s["active"] else None
    oracle.over, oracle.truncated = oracle.phase is None, bool(s["truncated"])
    oracle.winner = next((seat for seat in range(players) if s["outcome"][seat] == 1), None)
    oracle.faces = [face for face in first if face < 6] if oracle.phase == "ROLLED" else []
    oracle.announced = int(s["announced"]) if oracle.phase in ("MOVE", "TREASURE") else None
    oracle.locked, oracle.rounds, oracle.steps = int(s["locked"]), int(s["rounds"]), int(s["steps"])
    oracle.intermediate, oracle.turn = bool(s["intermediate"]), min(int(s["turn"]), len(pawns) - 1)
    return oracle
