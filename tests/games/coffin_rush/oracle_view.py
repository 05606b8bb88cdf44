"""What an agent of the slow Coffin Rush! sees (CO-15), and the checks of its invariants (CO-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from games.coffin_rush.oracle import Oracle, value_of
from games.coffin_rush.oracle_temple import (
    BAG,
    BOMB,
    CELLS,
    ITEMS,
    KIND_OF_ITEM,
    MUMMIES,
    OUT,
    PHASES,
    RUSH,
    SPECTRES,
    STAIRS,
    TRAP_COPIES,
    TREASURES,
    WITH_MUMMY,
    place_of,
)

CELL_CODES = {".": 0, "S": 0, "B": 0, "D": 1, "P": 2, "T": 3, "A": 4, "R": 5, "r": 6, "y": 7, "b": 8}
BLUE, RUSH_CODE, OUT_CODE = 8, 9, 10


def one_hot(size: int, chosen: int | None) -> list[int]:
    return [int(k == chosen) for k in range(size)]


def kinds(items: Iterable[int]) -> list[int]:
    """How many of each of the nine kinds."""
    counts = Counter(KIND_OF_ITEM[item] for item in items)
    return [counts[kind] for kind in range(9)]


def cell_code(oracle: Oracle, cell: int) -> int:
    if cell in (RUSH, OUT):
        return RUSH_CODE if cell == RUSH else OUT_CODE
    return BLUE if cell == oracle.blue else CELL_CODES[oracle.temple.symbol[cell]]


def edge_code(oracle: Oracle, cell: int, d: int) -> int:
    kind = oracle.temple.edges[cell][d][0]
    if kind == "door":
        return 2 if oracle.temple.door(cell, d) in oracle.open_doors else 3
    if kind == "temple":
        return 4 if oracle.temple_door else 1
    return {"wall": 0, "open": 1}[kind]


def tile_code(oracle: Oracle, viewer: int, cell: int) -> int:
    if cell not in oracle.tiles:
        return 0
    if cell not in oracle.known[viewer]:
        return {"S": 1, "B": 2}[oracle.temple.symbol[cell]]
    content = oracle.tiles[cell]
    if content == STAIRS:
        return 11
    if content in WITH_MUMMY:
        return 8 + WITH_MUMMY.index(content)
    return 3 + KIND_OF_ITEM[content] if content < TREASURES else 12 + KIND_OF_ITEM[content] - 5


def place_code(cell: int) -> list[int]:
    return [number + 1 for number in place_of(cell)]


def features(oracle: Oracle, viewer: int) -> dict[str, np.ndarray]:
    """The pieces of the table, in its order; the six numbers of the turn as six pieces of shape (1,)."""
    pieces = _who(oracle, viewer) | _board(oracle, viewer) | _players(oracle, viewer) | _rest(oracle, viewer)
    return {name: np.array(values, dtype=np.int64) for name, values in pieces.items()}


def _by_seat(oracle: Oracle, viewer: int, row: Callable[[int], Any]) -> list[Any]:
    """Six rows, the viewer's first; absent seats are zeros."""
    rows = [row((viewer + o) % oracle.n) for o in range(oracle.n)]
    empty = [0] * len(rows[0]) if isinstance(rows[0], list) else 0
    return [row if isinstance(row, list) else int(row) for row in rows] + [empty] * (6 - oracle.n)


def _who(oracle: Oracle, viewer: int) -> dict[str, Any]:
    phase = None if oracle.question is None else PHASES.index(oracle.question.phase)
    company = oracle.company_of(viewer)
    return {
        "phase": one_hot(7, phase),
        "players": one_hot(5, oracle.n - 2),
        "acting": _by_seat(oracle, viewer, lambda seat: seat == oracle.acting()),
        "first": _by_seat(oracle, viewer, lambda seat: seat == 0),
        "turn": _by_seat(oracle, viewer, lambda seat: seat == oracle.turn),
        "company": _by_seat(oracle, viewer, lambda seat: seat in company),
    }


def _board(oracle: Oracle, viewer: int) -> dict[str, Any]:
    def row(cell: int | None) -> list[int]:
        return [0, 0, 0, 0] if cell is None else [1, *place_code(cell)]

    mummies = [*oracle.mummies, *[None] * (MUMMIES - len(oracle.mummies))]
    spectres = [*oracle.spectres, *[None] * (SPECTRES - len(oracle.spectres))]
    piles = [oracle.piles.get(cell, []) for cell in range(CELLS)]
    return {
        "cell": [cell_code(oracle, cell) for cell in range(CELLS)],
        "edge": [[edge_code(oracle, cell, d) for d in range(4)] for cell in range(CELLS)],
        "tile": [tile_code(oracle, viewer, cell) for cell in range(CELLS)],
        "pile": [len(pile) for pile in piles],
        "pile_value": [value_of(pile) for pile in piles],
        "pile_here": kinds(piles[oracle.cell[viewer]]),
        "at": _by_seat(oracle, viewer, lambda seat: place_code(oracle.cell[seat])),
        "monsters": [row(cell) for cell in (*mummies, *spectres)],
    }


def _players(oracle: Oracle, viewer: int) -> dict[str, Any]:
    question = oracle.question

    def bag(seat: int) -> list[int]:
        codes = [1 + KIND_OF_ITEM[item] for item in oracle.bag[seat]]
        return codes + [0] * (BAG - len(codes))

    return {
        "bag": _by_seat(oracle, viewer, bag),
        "held": kinds([] if question is None or question.item is None else [question.item]),
        "tent": _by_seat(oracle, viewer, lambda seat: kinds(oracle.tent[seat])),
        "hand": _by_seat(oracle, viewer, lambda seat: [int(card in oracle.hand[seat]) for card in range(5)]),
        "discards": _by_seat(oracle, viewer, lambda seat: [int(card in oracle.discards[seat]) for card in range(5)]),
        "rush": _by_seat(oracle, viewer, lambda seat: oracle.rush[seat]),
        "immune": _by_seat(oracle, viewer, lambda seat: seat in oracle.immune),
    }


def _rest(oracle: Oracle, viewer: int) -> dict[str, Any]:
    question, on = oracle.question, oracle.turn is not None
    victim = None if question is None else question.victim
    candidates = [] if question is None else question.candidates
    scores = oracle.score()
    return {
        "tokens": [oracle.tokens if on else 0],
        "steps": [oracle.steps if on else 0],
        "torch": [int(on and not oracle.torch_used)],
        "adrenaline": [oracle.adrenaline if on else 0],
        "card_used": [int(on and oracle.card_used)],
        "moving": [int(on and oracle.moving)],
        "dice": list((0, 0) if question is None else question.dice),
        "victim": _by_seat(oracle, viewer, lambda seat: seat == victim),
        "candidates": _by_seat(oracle, viewer, lambda seat: seat in candidates),
        "counter": [oracle.counter],
        "colour": [int(oracle.colour() == colour) for colour in ("green", "yellow", "red")],
        "power": [oracle.power],
        "trap": one_hot(9, oracle.trap),
        "trap_red": [int(oracle.trap_red)],
        "drawn": [oracle.drawn.count(kind) for kind in range(9)],
        "temple_door": [int(oracle.temple_door)],
        "feather": [int(not oracle.clockwise)],
        "points": _by_seat(oracle, viewer, lambda seat: scores[seat]),
    }


def check(oracle: Oracle, before: Oracle | None = None) -> None:
    """CO-17.1 to CO-17.4; that no mummy crosses a wall or a closed door is seen to as they move."""
    question = oracle.question
    held = [] if question is None or question.item is None else [question.item]
    unopened = list(oracle.tiles.values())
    stairs = [STAIRS] if oracle.blue is not None else []
    places = [unopened, stairs, held, *oracle.piles.values(), *oracle.bag, *oracle.tent]
    assert sorted(item for place in places for item in place) == [*range(ITEMS), STAIRS], "CO-17.1"
    for seat in range(oracle.n):
        playing = [oracle.playing] if oracle.playing is not None and seat == oracle.turn else []
        cards = [*oracle.hand[seat], *oracle.discards[seat], *oracle.removed[seat], *playing]
        assert sorted(cards) == list(range(5)), "CO-17.1"
    assert oracle.turn is not None or oracle.playing is None
    in_force = [] if oracle.trap is None else [oracle.trap]
    traps = Counter([*oracle.deck, *in_force, *oracle.spent_traps])
    assert [traps[kind] for kind in range(9)] == TRAP_COPIES, "CO-17.1"
    assert (BOMB in oracle.deck) == oracle.temple_door, "CO-9.1"

    assert 0 <= oracle.counter <= 24
    assert oracle.over == (oracle.counter == 0), "CO-11.1"
    assert all(len(bag) <= BAG for bag in oracle.bag), "CO-17.2"
    if held:
        assert len(oracle.bag[question.seat]) == BAG, "CO-3.3"  # type: ignore[union-attr]
    assert all(oracle.piles.values())

    awake = sum(item not in unopened for item in WITH_MUMMY)
    # the mummy appears only after the overflow of its treasure
    waiting = sum(task[0] == "awaken" for task in oracle.todo)
    assert len(oracle.mummies) == 1 + awake - waiting, "CO-17.3"
    assert waiting == 0 or question is not None
    assert len(oracle.spectres) <= SPECTRES, "CO-17.3"
    assert OUT not in oracle.mummies + oracle.spectres, "CO-17.3"
    if oracle.temple_door:
        assert OUT not in oracle.cell, "CO-17.4"
        assert not any(oracle.tent)
        assert OUT not in oracle.piles
    active = [seat for seat in range(oracle.n) if oracle.legal(seat)]
    assert active == ([] if oracle.over else [oracle.acting()]), "CO-17.4"
    if question is not None and question.phase in ("TURN", "DROP"):
        assert not oracle.todo
        assert question.seat == oracle.turn
    if not oracle.moving:
        assert oracle.steps == 0

    if before is not None:
        assert oracle.counter <= before.counter, "CO-17.2"
        assert all(old == new[: len(old)] for old, new in zip(before.tent, oracle.tent, strict=True)), "CO-17.2"
        assert all(old <= new for old, new in zip(before.removed, oracle.removed, strict=True)), "CO-5.11"
        assert all(old <= new for old, new in zip(before.known, oracle.known, strict=True)), "CO-13.2"
        assert set(oracle.tiles) <= set(before.tiles)
        gone = [cell is None for cell in before.spectres]
        assert all(oracle.spectres[k] is None for k, left in enumerate(gone) if left), "CO-3.10"
        assert oracle.temple_door <= before.temple_door
        assert sum(map(len, oracle.hand)) <= 5 * oracle.n
