"""What a seat sees of the oracle's game, piece by piece, written from the table of CM-13 alone."""

from __future__ import annotations

from collections.abc import Callable

from games.curse_of_the_mummy.oracle import (
    ANKHS_NEEDED,
    CARD_COLOURS,
    CARDS,
    CELLS,
    NB,
    PRISON,
    START,
    TREASURES,
    VALUES,
    Oracle,
)

PHASES = ["RELEASE", "ROLLED", "MOVE", "TREASURE", "MUMMY", "BUSY"]
SECRET_PHASES = ("ROLLED", "MOVE", "TREASURE")  # the mummy sees BUSY
TREASURE_CELLS = {card: cell for cell, card in TREASURES.items()}


def rings(cell: int) -> dict[int, int]:
    """How many steps each cell is away from one, ring by ring; nothing enters start and prison."""
    found, ring, far = {cell: 0}, {cell}, 0
    while ring:
        far += 1
        ring = {k for c in ring for k in NB[c] if k is not None} - {START, PRISON} - set(found)
        found |= dict.fromkeys(ring, far)
    return found


STEPS = [rings(cell) for cell in CELLS]


def one_hot(size: int, value: int | None) -> list[int]:
    return [int(index == value) for index in range(size)]


def members(size: int, chosen: set[int]) -> list[int]:
    return [int(index in chosen) for index in range(size)]


def thermometer(size: int, value: int) -> list[int]:
    return [int(index < value) for index in range(size)]


class View:
    """One seat's eyes on a game."""

    def __init__(self, game: Oracle, seat: int) -> None:
        self.game, self.seat, self.is_mummy = game, seat, seat == 0
        first = 0 if self.is_mummy or game.num_players == 2 else seat - 1
        self.order = [(first + place) % game.num_pawns for place in game.pawn_range]
        self.hand: set[int] = set() if self.is_mummy else game.hands[seat - 1]

    def by_pawn(self, width: int, row: Callable[[int], list[int]]) -> list[int]:
        rows = [value for pawn in self.order for value in row(pawn)]
        return rows + [0] * (width * (4 - self.game.num_pawns))

    def colours(self, pawn: int) -> list[int]:
        hand = self.game.hands[self.game.owner(pawn)]
        alive = self.game.pawns[pawn] is not None
        return [alive * sum(CARD_COLOURS[card] == colour for card in hand) for colour in range(5)]

    def shown_cells(self, pawn: int) -> set[int]:
        return self.game.cells[pawn] if self.game.belief else set()

    def distance(self, pawn: int) -> list[int]:
        """From the mummy to the pawn, or for the mummy to the nearest cell where it may be."""
        cell = self.game.pawns[pawn]
        places = self.shown_cells(pawn) if self.is_mummy else set() if cell is None else {cell}
        steps = [STEPS[self.game.mummy][place] for place in places - {START, PRISON}]
        return one_hot(12, min(min(steps), 12) - 1 if steps else None)

    def near(self, pawn: int) -> list[int]:
        places = self.shown_cells(pawn) - {START, PRISON}
        return [sum(STEPS[self.game.mummy][place] <= steps for place in places) for steps in (3, 6, 10)]

    def history(self, pawn: int) -> list[int]:
        entries = (self.game.history[pawn] + [0] * 8)[:8]
        return [value for entry in entries for value in one_hot(7, entry - 1)]

    def close(self) -> list[int]:
        """From the own pawn, with two players from both, to the treasures in hand."""
        found = []
        for place in range(2):
            own = not self.is_mummy and (place == 0 or self.game.num_players == 2)
            cell = self.game.pawns[self.order[place]] if own else None
            for card in CARDS:
                steps = None if cell is None or card not in self.hand else STEPS[cell].get(TREASURE_CELLS[card], 99)
                found.append(0 if steps is None else max(13 - steps, 1))
        return found

    def leads(self) -> list[int]:
        """How many own treasures each value can reach."""
        if self.game.phase != "ROLLED" or self.game.acting() != self.seat:
            return [0] * 5
        goals = {TREASURE_CELLS[card] for card in self.hand}
        return [len(self.game.destinations(self.game.turn, value) & goals) for value in VALUES]


def observe(game: Oracle, seat: int) -> dict[str, list[int]]:
    """The pieces of the CM-13 table, flattened row by row."""
    view = View(game, seat)
    is_mummy, needed = view.is_mummy, ANKHS_NEEDED[game.num_players]
    secret = is_mummy and game.phase in SECRET_PHASES
    normal_move = game.phase == "MUMMY" and not game.intermediate
    active = None if game.over or normal_move else game.turn
    return {
        "role": [int(is_mummy)],
        "players": one_hot(4, game.num_players - 2),
        "phase": [int(phase == ("BUSY" if secret else game.phase)) for phase in PHASES],
        "acting": view.by_pawn(1, lambda pawn: [int(pawn == active)]),
        "mummy": one_hot(99, game.mummy),
        "pawns": view.by_pawn(99, lambda pawn: one_hot(99, None if is_mummy else game.pawns[pawn])),
        "possible": view.by_pawn(99, lambda pawn: members(99, view.shown_cells(pawn))),
        "distance": view.by_pawn(12, view.distance),
        "near": view.by_pawn(3, view.near),
        "history": view.by_pawn(56, view.history),
        "ankhs": view.by_pawn(1, lambda pawn: [game.ankhs[game.owner(pawn)]]),
        "mummy_ankhs": thermometer(7, game.mummy_ankhs),
        "missing": thermometer(7, needed - game.mummy_ankhs),
        "locked": thermometer(5, game.locked),
        "shown": [0 if is_mummy else game.faces.count(value) for value in VALUES],
        "announced": [int(not is_mummy and value == game.announced) for value in VALUES],
        "leads": view.leads(),
        "steps": thermometer(11, game.steps),
        "intermediate": [int(game.intermediate)],
        "hand": members(23, view.hand),
        "close": view.close(),
        "colours": view.by_pawn(5, view.colours),
        "laid": view.by_pawn(23, lambda pawn: members(23, game.laid[pawn])),
        "time": [100 * game.rounds // game.max_rounds],
    }
