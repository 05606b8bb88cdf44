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
    cell_id,
    place_of,
    position_of,
)

GROUNDS = {".": 0, "S": 0, "B": 0, "D": 1, "P": 2, "T": 3, "A": 4, "R": 5, "r": 6, "y": 7, "b": 8}
BLUE, RUSH_GROUND, OUT_GROUND = 8, 9, 10
GRID = 275
WINDOW = [(r, c) for r in range(-4, 5) for c in range(-4, 5) if abs(r) + abs(c) <= 4]
FACES = {"yellow": [1, 2, 3], "red": [1, 2, 3, 4]}


def one_hot(size: int, chosen: int | None) -> list[int]:
    return [int(k == chosen) for k in range(size)]


def kinds(items: Iterable[int]) -> list[int]:
    """How many of each of the nine kinds."""
    counts = Counter(KIND_OF_ITEM[item] for item in items)
    return [counts[kind] for kind in range(9)]


def ground(oracle: Oracle, cell: int) -> list[int]:
    if cell in (RUSH, OUT):
        return one_hot(11, RUSH_GROUND if cell == RUSH else OUT_GROUND)
    return one_hot(11, BLUE if cell == oracle.blue else GROUNDS[oracle.temple.symbol[cell]])


def edge(oracle: Oracle, cell: int, d: int) -> list[int]:
    """Open, open door, closed door, temple door."""
    kind = oracle.temple.edges[cell][d][0]
    if kind == "wall":
        return [0, 0, 0, 0]
    if kind == "door":
        return one_hot(4, 1 if oracle.temple.door(cell, d) in oracle.open_doors else 2)
    return one_hot(4, 3 if kind == "temple" and oracle.temple_door else 0)


def inside(content: int) -> list[int]:
    """What is in a sarcophagus or in a chest."""
    if content == STAIRS:
        return one_hot(7, 6)
    if content >= TREASURES:
        return one_hot(4, KIND_OF_ITEM[content] - 5)
    return [*one_hot(5, KIND_OF_ITEM[content]), int(content in WITH_MUMMY), 0]


def where(cell: int | None) -> list[int]:
    """Position, of those but the camp, then RUSH!; and the square in it."""
    if cell is None:
        return [0] * 37
    position, row, column = place_of(cell)
    number = 11 if cell == RUSH else position - (position > 9)
    return one_hot(12, number) + one_hot(25, None if cell == RUSH else 5 * row + column)


def offset(here: int, there: int) -> tuple[int, int] | None:
    """How far down and right a cell lies from another. RUSH! lies where its doors lead; the camp is south of it."""
    if here == there:
        return 0, 0
    if OUT in (here, there):
        return {(RUSH, OUT): (1, 0), (OUT, RUSH): (-1, 0)}.get((here, there))
    if here == RUSH:
        back = offset(there, here)
        return None if back is None else (-back[0], -back[1])
    position, row, column = place_of(here)
    down, right = 5 * (position // 4) + row, 5 * (position % 4) + column
    if there == RUSH:
        # one step south of Q5(4, 2), east of Q8(2, 4), west of Q9(2, 0), and from nowhere else
        door = {5: (10, 7), 8: (12, 5), 10: (12, 9)}.get(position)
        return None if door is None else (door[0] - down, door[1] - right)
    position, row, column = place_of(there)
    return 5 * (position // 4) + row - down, 5 * (position % 4) + column - right


def window(here: int, cells: Iterable[int | None]) -> list[int]:
    found = {offset(here, cell) for cell in cells if cell is not None}
    return [int(place in found) for place in WINDOW]


def features(oracle: Oracle, viewer: int) -> dict[str, np.ndarray]:
    """The pieces of the table, in its order."""
    pieces = _who(oracle, viewer) | _board(oracle, viewer) | _tiles(oracle, viewer) | _players(oracle, viewer)
    pieces |= _turn(oracle, viewer) | _pharaoh(oracle)
    return {name: np.array(values, dtype=np.int64) for name, values in pieces.items()}


def _by_seat(oracle: Oracle, viewer: int, row: Callable[[int], Any]) -> list[Any]:
    """Six rows, the viewer's first; absent seats are zeros."""
    rows = [row((viewer + o) % oracle.n) for o in range(oracle.n)]
    empty = (np.array(rows[0]) * 0).tolist() if isinstance(rows[0], list) else 0
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
        "at": _by_seat(oracle, viewer, lambda seat: one_hot(CELLS, oracle.cell[seat])),
    }


def _monsters(oracle: Oracle) -> tuple[list[int | None], list[int | None]]:
    """Spectres and mummies, with those that are not there."""
    spectres = [*oracle.spectres, *[None] * (SPECTRES - len(oracle.spectres))]
    return spectres, [*oracle.mummies, *[None] * (MUMMIES - len(oracle.mummies))]


def _board(oracle: Oracle, viewer: int) -> dict[str, Any]:
    temple, here = oracle.temple, oracle.cell[viewer]
    between, rooms = [], []
    for position in range(12):
        cells = [RUSH] if position == 9 else [cell_id(position, row, column) for row in range(5) for column in range(5)]
        doors = [(cell, d) for cell in cells for d in range(4) if temple.edges[cell][d][0] == "door"]
        ways = {(d, position_of(temple.edges[cell][d][1]) == position): temple.door(cell, d) for cell, d in doors}  # type: ignore
        between += [int(ways[d, False] in oracle.open_doors) for d in (1, 2) if (d, False) in ways]
        if position not in (2, 9):
            rooms.append(int(any(door in oracle.open_doors for (_, own), door in ways.items() if own)))
    laid = [[one_hot(4, turns if k == quadrant else None) for k in range(10)]
            for quadrant, turns in zip(temple.order, temple.turns, strict=True)]  # fmt: skip
    home = temple.distances("mummy", RUSH)[here] if here != OUT else -1
    return {
        "monsters": [where(cell) for kind in _monsters(oracle) for cell in kind],
        "laid": laid,
        "doors": between,
        "rooms": rooms,
        "here": ground(oracle, here),
        "edges": [edge(oracle, here, d) for d in range(4)],
        "beyond": [[0] * 11 if to is None else ground(oracle, to) for _, to in temple.edges[here]],
        "stairs": one_hot(GRID, oracle.blue),
        "home": one_hot(24, home + 1),  # type: ignore[operator]
    }


def _tiles(oracle: Oracle, viewer: int) -> dict[str, Any]:
    temple, here = oracle.temple, oracle.cell[viewer]

    def seen(cell: int, width: int) -> list[int]:
        known = cell in oracle.tiles and cell in oracle.known[viewer]
        return inside(oracle.tiles[cell]) if known else [0] * width

    def analysed(seat: int) -> list[int]:
        known = {position_of(cell) for cell in oracle.known[seat] if cell in oracle.tiles}
        return [int(position in known) for position in range(12)]

    unopened = [[cell for cell in cells if cell in oracle.tiles] for cells in (temple.sarcophagi, temple.chests)]
    others = [oracle.cell[seat] for seat in range(oracle.n) if seat != viewer]
    planes: list[Iterable[int | None]] = [*unopened, oracle.piles, *_monsters(oracle), others]
    return {
        "sarcophagi": [int(cell in unopened[0]) for cell in range(GRID)],
        "chests": [int(cell in unopened[1]) for cell in range(GRID)],
        "in_sarcophagi": [seen(cell, 7) for cell in temple.sarcophagi],
        "in_chests": [seen(cell, 4) for cell in temple.chests],
        "analysed": _by_seat(oracle, viewer, analysed)[1:],
        "pile": [len(oracle.piles.get(cell, [])) for cell in range(CELLS)],
        "pile_here": kinds(oracle.piles.get(here, [])),
        "window": [window(here, cells) for cells in planes],
    }


def _players(oracle: Oracle, viewer: int) -> dict[str, Any]:
    question, scores = oracle.question, oracle.score()

    def bag(seat: int) -> list[list[int]]:
        items = [*oracle.bag[seat], *[None] * (BAG - len(oracle.bag[seat]))]
        return [one_hot(9, None if item is None else KIND_OF_ITEM[item]) for item in items]

    def cards(seat: int) -> list[list[int]]:
        piles = (oracle.hand[seat], oracle.discards[seat], oracle.removed[seat])
        return [[int(card in pile) for card in range(5)] for pile in piles]

    return {
        "bag": _by_seat(oracle, viewer, bag),
        "wealth": _by_seat(oracle, viewer, lambda seat: value_of(oracle.bag[seat])),
        "held": kinds([] if question is None or question.item is None else [question.item]),
        "tent": _by_seat(oracle, viewer, lambda seat: kinds(oracle.tent[seat])),
        "cards": _by_seat(oracle, viewer, cards),
        "playing": one_hot(5, oracle.playing if question is not None else None),
        "rush": _by_seat(oracle, viewer, lambda seat: oracle.rush[seat]),
        "immune": _by_seat(oracle, viewer, lambda seat: seat in oracle.immune),
        "points": _by_seat(oracle, viewer, lambda seat: scores[seat]),
    }


def _turn(oracle: Oracle, viewer: int) -> dict[str, Any]:
    """The numbers of the turn, and what the decision is about."""
    question, on = oracle.question, oracle.turn is not None and oracle.question is not None
    phase = None if question is None else question.phase
    victim = None if question is None else question.victim
    candidates = [] if question is None else question.candidates
    dice = (0, 0) if question is None else question.dice
    recovers = min(1 + sum(task[0] == "recover" for task in oracle.todo), len(oracle.discards[oracle.turn or 0]))
    kind, number = ("", 0) if phase != "TARGET" else question.monster  # type: ignore[union-attr, misc]
    return {
        "tokens": one_hot(4, oracle.tokens if on else None),
        "steps": one_hot(4, oracle.steps if on else None),
        "moving": [int(on and oracle.moving)],
        "torch": [int(on and not oracle.torch_used)],
        "adrenaline": one_hot(2, oracle.adrenaline - 1 if on else None),
        "card_used": [int(on and oracle.card_used)],
        "recovers": one_hot(2, recovers - 1 if phase == "RECOVER" else None),
        "yellow": [int(face == dice[0]) for face in FACES["yellow"]],
        "red": [int(face == dice[1]) for face in FACES["red"]],
        "victim": _by_seat(oracle, viewer, lambda seat: seat == victim),
        "near": [int(victim is not None and question.taker is not None)],  # type: ignore[union-attr]
        "candidates": _by_seat(oracle, viewer, lambda seat: seat in candidates),
        "hunter": one_hot(7, None if not kind else number + (SPECTRES if kind == "mummy" else 0)),
    }


def _pharaoh(oracle: Oracle) -> dict[str, Any]:
    return {
        "counter": one_hot(25, oracle.counter),
        "colour": [int(oracle.colour() == colour) for colour in ("green", "yellow", "red")],
        "power": one_hot(7, oracle.power),
        "trap": one_hot(9, oracle.trap),
        "trap_red": [int(oracle.trap_red)],
        "drawn": [oracle.drawn.count(kind) for kind in range(9)],
        "temple_door": [int(oracle.temple_door)],
        "feather": [int(not oracle.clockwise)],
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
