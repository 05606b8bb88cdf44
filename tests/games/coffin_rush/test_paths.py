"""Coffin Rush!, rules CO-10.4 and CO-10.5: distances and paths of the servants, against all ways there are."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from games.coffin_rush.oracle_temple import PASS, RUSH, Temple
from games.coffin_rush.positions import ATTIC, STANDARD, E, N, S, Table, W, cell, copies, dealt, die, temple_of

KINDS = ("mummy", "spectre")
GAMES = 400


def chased(kind: str, layout: str, seed: int, trap: str = "fury") -> Any:
    """Many positions: seat 0 somewhere, a servant somewhere else, all doors open, power 1–4 or 3–6."""
    table = Table(2, seed=seed, layout=layout).open_all().counter(8).stack(trap).turn(1)
    temple = temple_of(table.s)
    table.at(RUSH, min(temple.altars))
    if kind == "mummy":
        table.bag(0, 0)
    else:
        table.spectres(ATTIC)
    rng = np.random.default_rng(seed)
    batch = copies(table, GAMES)
    states = batch.states.copy()
    if layout == "random":
        fresh = dealt(8, layout="random", seed=seed).states
        for name in ("quadrant", "turned", "ground", "stairs", "spot"):
            states[name] = np.resize(fresh[name], states[name].shape)
        edge = np.resize(fresh["edge"], states["edge"].shape)
        states["edge"] = np.where(edge == 3, 2, edge)
        states["cell"][:, 1] = (states["ground"] == 4).argmax(axis=1)
    floor = states["ground"] != 4
    floor[:, RUSH + 1] = False
    for row in range(GAMES):
        goal, start = rng.choice(np.flatnonzero(floor[row]), 2, replace=False)
        states["cell"][row, 0] = goal
        states[kind][row, 0] = start
    batch.load(states)
    return batch


def turns(path: list[int]) -> int:
    return sum(a != b for a, b in pairwise(path))


def all_shortest(temple: Temple, kind: str, start: int, goal: int) -> list[list[int]]:
    """Every shortest way, one by one."""
    away = temple.distances(kind, goal)
    found: list[list[int]] = []

    def extend(here: int, path: list[int]) -> None:
        if here == goal:
            found.append(path)
        for way in range(4):
            to = temple.way(kind, here, way)
            if to is not None and away[to] == away[here] - 1:  # type: ignore[operator]
                extend(to, [*path, way])

    extend(start, [])
    return found


def best(temple: Temple, kind: str, start: int, goal: int) -> list[int]:
    """Chosen from all of them, where they are not too many."""
    path = temple.path(kind, start, goal)
    if len(path) <= (14 if kind == "mummy" else 9):
        assert path == min(all_shortest(temple, kind, start, goal), key=lambda way: (turns(way), way))
    return path


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", ["standard", "random"])
@pytest.mark.parametrize("trap", ["fury", "quicksand"])
def test_co_10_5_paths(kind: str, layout: str, trap: str) -> None:
    """Shortest, then with the fewest changes of direction, then the smallest sequence: among all there are.

    Seen by where the servants stand after three to eighteen steps.
    """
    batch = chased(kind, layout, 3 + (trap == "fury"), trap)
    before = batch.states.copy()
    batch.step(np.full(GAMES, PASS))
    arrived = 0
    for s, after in zip(before, batch.states, strict=True):
        if after["done"]:
            continue
        start, goal, steps = int(s[kind][0]), int(s["cell"][0]), 3 * int(after["power"])
        path, here = best(temple_of(s), kind, start, goal), start
        for way in path[:steps]:
            here = temple_of(s).way(kind, here, way)  # type: ignore[assignment]
        arrived += here == goal
        assert after[kind][0] == (-1 if kind == "spectre" and here == goal else here), (start, goal, steps)
    assert 10 < arrived < GAMES - 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", ["standard", "random"])
def test_co_10_4_distances(kind: str, layout: str) -> None:
    """Of two players who draw a servant alike the nearer one is the target, or both are in question."""
    batch = chased(kind, layout, 9, "quicksand")
    states = batch.states.copy()
    rng = np.random.default_rng(1)
    if kind == "mummy":
        states["closed"][np.arange(GAMES), (states["content"] == 1).argmax(axis=1)] = 0
        states["bag"][:, 1, 0], states["bag_count"][:, 1], states["where"][:, 1], states["score"][:, 1] = 1, 1, -2, 1
    for s in states:
        far = temple_of(s).distances(kind, int(s[kind][0]))
        near = [k for k in range(RUSH + 1) if abs((far[k] or 0) - far[s["cell"][0]]) <= 1 and s["ground"][k] != 4]
        s["cell"][1] = rng.choice(near)
    batch.load(states)
    assert not batch.broken_invariants().any()
    batch.step(np.full(GAMES, PASS))
    ties = 0
    for s, after in zip(states, batch.states, strict=True):
        if after["done"]:
            continue
        far = temple_of(s).distances(kind, int(s[kind][0]))
        away = [far[s["cell"][seat]] for seat in (0, 1)]
        if away[0] == away[1]:
            ties += 1
            assert (after["phase"], after["tied"]) == (6, 3)
        else:
            assert after["target"][0 if kind == "spectre" else 3] == (away[1] < away[0])  # type: ignore[operator]
    assert 20 < ties < GAMES - 20


def after_turn(kind: str, start: int, goal: int) -> int:
    """Where a servant is after a Pharaoh's turn of power 2, in the standard layout, doors open; -1 gone."""
    table = Table().open_all().at(goal, cell("Q1", 2, 2))
    table = table.bag(0, 0).mummies(start) if kind == "mummy" else table.spectres(start)
    return int(table.pharaoh("quicksand", chance=[die("green", 2)]).s[kind][0])


def test_co_10_4_mummies_keep_to_edges() -> None:
    """Around the wall of a room; a spectre goes through it."""
    assert STANDARD.path("mummy", cell("Q6", 4, 2), cell("Q6", 4, 1)) == [N, N, W, S, S]
    table = Table().at(cell("Q6", 4, 1), cell("Q1", 2, 2)).bag(0, 0).mummies(cell("Q6", 4, 2))
    table.pharaoh("quicksand", chance=[die("green", 1)])
    assert table.s["mummy"][0] == cell("Q6", 2, 1)
    assert after_turn("spectre", cell("Q6", 4, 2), cell("Q6", 4, 1)) == -1


def test_co_10_4_never_by_stairs() -> None:
    """From the red stairs of Q1 to those of Q10: a long way."""
    for kind in KINDS:
        assert after_turn(kind, cell("Q1", 0, 4), cell("Q10", 4, 4)) not in (cell("Q10", 4, 4), -1)


def test_co_10_4_the_rush_field_only_by_its_doors() -> None:
    """A spectre beside the camp's quadrant goes to a midpoint first."""
    assert STANDARD.path("spectre", cell("Q5", 4, 0), RUSH) == [E, E, S]
    table = Table().at(RUSH, cell("Q1", 2, 2)).spectres(cell("Q5", 4, 0))
    assert table.pharaoh("quicksand", chance=[die("green", 1)]).s["spectre"][0] == -1
    table = Table().at(RUSH, cell("Q1", 2, 2)).spectres(cell("Q8", 0, 3))
    assert table.pharaoh("quicksand", chance=[die("green", 1)]).s["spectre"][0] == cell("Q8", 2, 4)


@pytest.mark.parametrize(
    ("start", "goal", "after"),
    [
        ((2, 2), (0, 4), (0, 3)),  # N N E
        ((0, 4), (2, 2), (2, 3)),  # S S W
        ((2, 1), (4, 3), (3, 3)),  # E E S
        ((4, 3), (2, 1), (2, 2)),  # N N W
    ],
)
def test_co_10_5_the_smallest_sequence(start: tuple[int, int], goal: tuple[int, int], after: tuple[int, int]) -> None:
    """North before east before south before west, straight on as long as one can."""
    table = Table().at(cell("Q9", *goal), cell("Q1", 2, 2)).spectres(cell("Q9", *start))
    table.pharaoh("quicksand", chance=[die("green", 1)])
    assert table.s["spectre"][0] == cell("Q9", *after)


def test_co_10_5_straight_on_through_the_rush_field() -> None:
    """To Q6's middle it is nine steps by Q5 and by Q9: who comes from the west has one turn less by Q9."""
    assert after_turn("mummy", cell("Q8", 2, 4), cell("Q6", 2, 2)) == cell("Q9", 0, 2)
