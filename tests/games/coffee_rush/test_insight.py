"""What networks are told of walks, against walks that are tried one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

import rush_envs
from rush_agents.games.coffee_rush.greedy import (
    LAST_TURN,
    LIKELY_LAST,
    LIKELY_LAST_AHEAD,
    LONG_WALK,
    MOST_CARDS,
    RUSH,
    judgement,
    list_orders,
    plan,
)
from rush_agents.games.coffee_rush.greedy import ahead as next_turn
from rush_agents.games.coffee_rush.insight import BOTH, FIFTIETH, GRADE, GRADES, INSIGHT, MORE, URGENT, USE
from rush_envs.engine.changes import described
from rush_envs.engine.jit import entry
from rush_envs.games.coffee_rush.components import BOARD, CUPS, KINDS, NEIGHBOUR, RECIPE, SLOTS, STRAIGHT
from rush_envs.games.coffee_rush.multisets import BITS, MOST
from rush_envs.games.coffee_rush.state import MOVE

GAME = rush_envs.game("coffee_rush")


def positions(players: int) -> list[tuple[np.ndarray, int]]:
    """Records in MOVE and who is asked, before any tile is flipped, with no more orders than are looked at."""
    batch, found = rush_envs.make_batch("coffee_rush", 64, seed=8, num_players=players), []
    batch.reset()
    for step in range(120):
        if step % 8 == 0:
            rows = np.flatnonzero((batch.states["phase"] == MOVE) & ~batch.states["upgraded"].any(axis=(1, 2)))
            asked = [(batch.states[row].copy(), int(batch.seat[row])) for row in rows]
            found += [(record, seat) for record, seat in asked if record["orders"][seat].sum() <= MOST_CARDS][:6]
        batch.step(batch.random_actions())
    return found


def told(record: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    nothing = np.zeros((1, GAME.actions.size), np.int8)  # what actions do is not looked at
    table = described(GAME, np.array([record], GAME.state.dtype), np.array([seat]), nothing, INSIGHT)
    features, count = np.zeros(GAME.observation.size + INSIGHT.layout.size, np.int8), table.seen.counts[0]
    features[table.seen.indices[0, :count]] = table.seen.values[0, :count]
    return INSIGHT.layout.decode(features[GAME.observation.size :])


def walks(record: np.ndarray, seat: int, steps: int) -> list[tuple[Counter[int], int]]:
    """What every walk brings that may end where it does, and where."""
    found = []
    pawns = range(2 if record["seats"] == 2 else 1)
    for pawn in pawns if record["moving"] < 0 else [int(record["moving"])]:
        others = {int(cell) for place, cell in np.ndenumerate(record["pawn"]) if place != (seat, pawn)}
        for ways in product(range(STRAIGHT), repeat=steps):
            cell, brought = int(record["pawn"][seat, pawn]), Counter[int]()
            for way in ways:
                cell = int(NEIGHBOUR[cell, way]) if cell >= 0 else -1
                if cell >= 0:
                    brought[int(BOARD[cell])] += 1
            if cell >= 0 and cell not in others:
                found.append(
                    (Counter({kind: min(n, int(record["supply"][kind])) for kind, n in brought.items()}), cell)
                )
    return found


def served(record: np.ndarray, seat: int, tokens: Counter[int]) -> tuple[int, int, int, list[Counter[int]]]:
    """Drinks, their urgency, tokens of use in the other cups, and what the last two of these lack."""
    cups = [Counter({kind: int(n) for kind, n in enumerate(cup) if n}) for cup in record["cups"][seat]]
    left = [
        (slot, Counter({kind: int(n) for kind, n in enumerate(RECIPE[recipe]) if n}))
        for slot in reversed(range(SLOTS)) for recipe in range(len(RECIPE))
        for _ in range(record["orders"][seat, slot, recipe])
    ]  # fmt: skip
    tokens, made, urgent, use, lacks = tokens.copy(), 0, 0, 0, []
    free = list(range(CUPS))
    for order in list(left):
        able = [cup for cup in free if cups[cup] <= order[1] and order[1] - cups[cup] <= tokens]
        if able:
            cup = max(able, key=lambda cup: cups[cup].total())
            tokens -= order[1] - cups[cup]
            free.remove(cup)
            left.remove(order)
            made, urgent = made + 1, urgent + order[0]
    for cup in free:
        goods = []
        for order in left:
            content = cups[cup] if cups[cup] <= order[1] else Counter[int]()
            missing = (order[1] - content) - tokens
            goods.append((order[1].total() - missing.total(), -missing.total(), missing, content, order))
        best = max(goods, key=lambda good: good[:2], default=(0,))
        if best[0] > 0:
            *_, missing, content, order = best
            tokens -= (order[1] - content) - missing
            left.remove(order)
            use += best[0]
            lacks.append(missing)
    return made, urgent, use, lacks[-2:]


def ahead(cell: int, lacks: list[Counter[int]]) -> int:
    """How many of these half made drinks one walk of the next turn completes."""
    most = 0
    for ways in product(range(STRAIGHT), repeat=3):
        at, brought = cell, Counter[int]()
        for way in ways:
            at = int(NEIGHBOUR[at, way]) if at >= 0 else -1
            if at >= 0:
                brought[int(BOARD[at])] += 1
        if at >= 0:
            rest, done = brought, 0
            for missing in reversed(lacks):
                if missing and missing <= rest:
                    rest, done = rest - missing, done + 1
            most = max(most, done)
    return most


def lacking(record: np.ndarray, seat: int, tokens: Counter[int]) -> np.ndarray:
    """(cups, slots, 4): fits, lacks at most two, one, none."""
    found = np.zeros((CUPS, SLOTS, 4), np.int8)
    for cup, slot, recipe in product(range(CUPS), range(SLOTS), np.flatnonzero(record["orders"][seat].any(axis=0))):
        content = record["cups"][seat, cup]
        if record["orders"][seat, slot, recipe] and (content <= RECIPE[recipe]).all():
            missing = sum(max(0, int(RECIPE[recipe, kind] - content[kind]) - tokens[kind]) for kind in range(KINDS))
            found[cup, slot, : 4 - min(missing, 3)] = 1
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_walks_bring_what_they_bring(players: int) -> None:
    seen = positions(players)
    assert len(seen) > 40
    for record, seat in seen:
        hand = Counter({kind: int(n) for kind, n in enumerate(record["hand"])})
        near = np.zeros((CUPS, SLOTS, 4), np.int8)
        for brought, _ in walks(record, seat, int(record["free_steps"])):
            near |= lacking(record, seat, hand + brought)
        words = told(record, seat)
        assert (words["walk"] == near).all()
        assert bool(words["plan"][:CUPS].any()) == bool(near[..., 3].any()), "a drink is made where nothing is lacking"
        if record["rush"][seat] == 0:
            assert not words["long_walk"].any()
            assert not words["long_plan"].any()


@pytest.mark.parametrize("players", [2, 4])
def test_a_plan_is_the_best_walk(players: int) -> None:
    drinks = 0
    for record, seat in positions(players)[:40]:
        hand = Counter({kind: int(n) for kind, n in enumerate(record["hand"])})
        best, both = (0, 0, 0, 0), 0
        for brought, cell in walks(record, seat, int(record["free_steps"])):
            made, urgent, use, lacks = served(record, seat, hand + brought)
            more = ahead(cell, lacks)
            best, both = max(best, (made, urgent, use, more)), max(both, made + more)
        steps = [*zip(best, (CUPS, URGENT, USE, MORE), strict=True), (both, BOTH)]
        expected = [1 if k < count else 0 for count, size in steps for k in range(size)]
        assert told(record, seat)["plan"].tolist() == expected
        drinks += best[0]
    assert drinks > 3


@entry
def known(states: Any, seat: int) -> tuple[int, int]:
    """The seat's orders, and which part of greedy's worths counts."""
    return list_orders(states[0], seat), judgement(states[0], seat)


@entry
def promised(cup0: int, cup1: int, cup2: int, tokens: int, orders: int, judge: int, cell: int, share: int) -> int:
    value, _, slots, lacks0, lacks1, lacks2 = plan(cup0, cup1, cup2, tokens, orders, True, judge, 0)
    return value + next_turn(0, cell, slots, lacks0, lacks1, lacks2, 0) * share // 100


def packed(counts: Sequence[int]) -> int:
    return sum(min(int(n), MOST) << BITS * kind for kind, n in enumerate(counts))


@pytest.mark.parametrize("players", [2, 4])
def test_a_promise_is_what_the_best_walk_promises(players: int) -> None:
    """By greedy's plan of what each walk brings, cups and the next turn included; a rush token spent has its price."""
    for record, seat in positions(players)[:24]:
        orders, judge = known(np.array([record], GAME.state.dtype), seat)
        cups, hand = [packed(cup) for cup in record["cups"][seat]], packed(record["hand"])
        share, best = {LAST_TURN: 0, LIKELY_LAST: LIKELY_LAST_AHEAD}.get(judge, 100), 0
        free = int(record["free_steps"])
        for spent in range(min(LONG_WALK - free, int(record["rush"][seat])) + 1):
            for brought, cell in walks(record, seat, free + spent):
                tokens = hand + packed([brought[kind] for kind in range(KINDS)])
                value = promised(*cups, tokens, orders, judge, cell, share)
                best = max(best, value - spent * (0 if record["closed"] else RUSH))
        grades = told(record, seat)["promise"]
        assert grades.sum() == min(best // FIFTIETH, GRADES * GRADE)
        assert sorted(grades, reverse=True) == grades.tolist()


def test_who_is_not_asked_is_told_of_the_next_turn_only() -> None:
    record, seat = positions(4)[0]
    words = told(record, (seat + 1) % 4)
    assert not words["walk"].any()
    assert not words["long_plan"].any()
