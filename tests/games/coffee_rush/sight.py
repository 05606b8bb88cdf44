"""What a seat sees, by the page (CR-13), at a point of the oracle's game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from games.coffee_rush.oracle import (
    BOARD,
    DIAGONAL,
    DIAGONAL_MOVE,
    INGREDIENTS,
    PHASES,
    SLOTS,
    STRAIGHT,
    Oracle,
    Seat,
)  # fmt: skip


def thermometer(count: int, steps: int) -> list[int]:
    return [int(count > step) for step in range(steps)]


def one_hot(place: int | None, size: int) -> list[int]:
    return [int(place == k) for k in range(size)]


def counts(size: int, pile: Counter[int]) -> list[int]:
    return [pile[k] for k in range(size)]


def seen(table: Oracle, viewer: int) -> dict[str, np.ndarray]:
    """The pieces of a viewer's observation."""
    players, acting = table.num_players, table.acting()
    chairs = table.seats[viewer:] + table.seats[:viewer]

    def by_chair(of_seat: Callable[[Seat], Sequence[object]]) -> np.ndarray:
        rows = np.array([of_seat(seat) for seat in chairs])
        return np.concatenate([rows, np.zeros((4 - players, *rows.shape[1:]), int)])

    pieces: dict[str, object] = {
        "phase": [int(phase == table.phase) for phase in PHASES],
        "players": one_hot(players - 2, 3),
        "acting": one_hot(None if acting is None else (acting - viewer) % players, 4),
        "first": one_hot(-viewer % players, 4),
        "closed": [table.closed],
        "pawns": by_chair(lambda seat: [one_hot(cell, 16) for cell in [*seat.pawns, None, None][:2]]),
        "moving": one_hot(table.moving, 2),
        "free_steps": thermometer(table.free_steps, 3),
        "hand": [thermometer(table.hand[kind], 4) for kind in range(8)],
        "own_cups": [[thermometer(cup[kind], 3) for kind in range(8)] for cup in chairs[0].cups],
        "other_cups": by_chair(lambda seat: [counts(8, cup) for cup in seat.cups])[1:],
        "supply": counts(8, table.supply),
        "rush": by_chair(lambda seat: thermometer(seat.rush, 15)),
        "rush_supply": [table.rush_supply],
        "upgrades": by_chair(lambda seat: [int(tile in seat.upgrades) for tile in range(4)]),
        "upgraded_now": thermometer(table.upgraded_now, 4),
        "completed": by_chair(lambda seat: thermometer(seat.completed, 20)),
        "penalties": by_chair(lambda seat: thermometer(seat.penalties, 6)),
        "served_now": thermometer(table.served_now, 3),
        "orders": by_chair(lambda seat: [counts(21, Counter(slot)) for slot in seat.orders]),
        "deck_size": [len(table.deck)],
        "deck_end": thermometer(len(table.deck), 8),
        "deck": counts(21, Counter(table.deck)),
    }
    hand = table.hand if table.turn == viewer and table.phase != "PLACE" else Counter()
    return {name: np.asarray(value) for name, value in (pieces | own(chairs[0], hand)).items()}


def own(seat: Seat, hand: Counter[int]) -> dict[str, np.ndarray]:
    """What the viewer's cards, cups and hand come to (CR-13.2)."""
    wanted, fits = np.zeros((4, 2, 8), int), np.zeros((3, 4, 4), int)
    with_hand, pours, short = np.zeros((3, 4, 4), int), np.zeros((3, 8, 2), int), np.zeros((8, 3), int)
    cards = [(slot, card) for slot in SLOTS for card in seat.orders[slot]]
    for slot, card in cards:
        for kind, count in INGREDIENTS[card].items():
            wanted[slot, :count, kind] = 1
        for number, cup in enumerate(seat.cups):
            if cup - INGREDIENTS[card]:
                continue  # something in it is too much
            lacks = INGREDIENTS[card] - cup
            rest = lacks - hand
            fits[number, slot] |= nearness(lacks.total())
            with_hand[number, slot] |= nearness(rest.total())
            for kind in lacks:
                pours[number, kind] |= [1, lacks.total() == 1]
            for kind in rest:
                short[kind] |= [1, rest.total() <= 2, rest.total() == 1]
    near, reach = around(seat, short)
    return {
        "wanted": wanted, "fits": fits, "fits_with_hand": with_hand, "pours": pours, "short": short, "near": near,
        "reach": reach,
    }  # fmt: skip


def nearness(missing: int) -> np.ndarray:
    return np.array([1, missing <= 2, missing <= 1, missing == 0], int)


def around(seat: Seat, short: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What the cells around the own pawns are good for (CR-13.3)."""
    near, reach = np.zeros((2, 8, 3), int), np.zeros((2, 3, 3), int)
    ways = STRAIGHT + (DIAGONAL if DIAGONAL_MOVE in seat.upgrades else [])

    def entered(cell: int) -> dict[int, int]:
        places = {way: (cell // 4 + down, cell % 4 + right) for way, (down, right) in enumerate(ways)}
        return {way: 4 * row + col for way, (row, col) in places.items() if 0 <= row <= 3 and 0 <= col <= 3}

    for pawn, start in enumerate(seat.pawns):
        for way, cell in entered(start).items():
            near[pawn, way] = short[BOARD[cell]]
        cells = {start}
        for steps in range(3):
            cells = {cell for left in cells for cell in entered(left).values()}
            for cell in cells:
                reach[pawn, steps:] |= short[BOARD[cell]]
    return near, reach
