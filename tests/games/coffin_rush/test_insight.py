"""What networks are told of time, loot and ways, against all loot and ways that there are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np
import pytest

import rush_envs
from rush_agents import load
from rush_agents.games.coffin_rush.greedy import CHEST_WORTH, GUARD_LOSS, SARCOPHAGUS_WORTH, STAIRS_WORTH, STRIDE
from rush_agents.games.coffin_rush.insight import AIM, INSIGHT, LEVEL, LOOT, MOST
from rush_envs.engine.changes import described
from rush_envs.games.coffin_rush.components import (
    AGGRESSION,
    BOMB_STEPS,
    RED_FROM,
    SLOTS,
    STAIRS_TILE,
    TOKENS,
    TOXICITY,
    VALUE,
    WITH_MUMMY,
    YELLOW_FROM,
)
from rush_envs.games.coffin_rush.state import IN_TILE
from rush_envs.games.coffin_rush.temple import BEYOND, OPEN, OUT, POSITION, RUSH, SARCOPHAGI, SOUTH, WALL

GAME = rush_envs.game("coffin_rush")
FAR = 1 << 20
Words = dict[str, np.ndarray]


def told(record: np.ndarray, seat: int) -> Words:
    nothing = np.zeros((1, GAME.actions.size), np.int8)  # what actions do is not looked at
    table = described(GAME, np.array([record], GAME.state.dtype), np.array([seat]), nothing, INSIGHT)
    features, count = np.zeros(GAME.observation.size + INSIGHT.layout.size, np.int64), table.seen.counts[0]
    features[table.seen.indices[0, :count]] = table.seen.values[0, :count]
    return INSIGHT.layout.decode(features[GAME.observation.size :])


def positions(players: int) -> Iterator[tuple[np.ndarray, int]]:
    """Records as the seat whose turn it is imagines them: greedy plays, and now and then somebody at random."""
    batch, rng = rush_envs.make_batch("coffin_rush", 8, seed=9, num_players=players), np.random.default_rng(2)
    greedy = load("greedy", GAME)
    batch.reset()
    for step in range(400):
        batch.step(np.where(rng.random(8) < 0.2, batch.random_actions(), greedy.act(batch.view(rng=rng))))
        if step % 25 == 0:
            for row in np.flatnonzero(batch.states["turn"] == batch.seat):
                yield batch.view([row], rng).states[0], int(batch.seat[row])


def steps_from(record: np.ndarray, start: int, *, walls: bool) -> np.ndarray:
    """Steps to every cell of the temple; doors do not count."""
    steps, queue = np.full(OUT + 1, FAR), deque([start])
    steps[start] = 0
    while queue:
        cell = queue.popleft()
        for way, ahead in enumerate(BEYOND[cell]):
            if 0 <= ahead < OUT and steps[ahead] == FAR and not (walls and record["edge"][cell, way] == WALL):
                steps[ahead] = steps[cell] + 1
                queue.append(int(ahead))
    return steps


def home_from(record: np.ndarray, cell: int) -> int:
    """Tokens in hundredths, the drop included."""
    return 100 if cell == OUT else 100 + STRIDE * (int(steps_from(record, RUSH, walls=True)[cell]) + 1)


def budget_of(record: np.ndarray, seat: int) -> int:
    """Tokens in hundredths of this turn and those to come; the Pharaoh takes so much of the counter each time."""
    counter, turns = 100 * int(record["counter"]) - (100 * BOMB_STEPS if record["edge"][RUSH, SOUTH] != OPEN else 0), 0
    while counter > 0:
        turns, counter = (
            turns + 1,
            counter - (170 if counter > 100 * YELLOW_FROM else 230 if counter > 100 * RED_FROM else 290),
        )
    toxic = record["trap"] == TOXICITY and record["affected"][seat] and record["trap_red"]
    means = int(record["tokens"]) + (0 if toxic else int(record["rush"][seat]))
    return 100 * means + 100 * TOKENS * max(0, turns - 1)


def worths(record: np.ndarray, seat: int) -> dict[int, int]:
    """What may be found on each cell, in hundredths of a point, the most of it where there is more than one thing."""
    found: dict[int, int] = {}
    for place in np.flatnonzero(record["closed"]):
        content, cell = int(record["content"][place]), int(record["spot"][place])
        if not record["seen"][seat] >> place & 1:
            worth = SARCOPHAGUS_WORTH if place < SARCOPHAGI else CHEST_WORTH
        elif content == STAIRS_TILE:
            worth = STAIRS_WORTH
        else:
            worth = 100 * int(VALUE[content]) - (GUARD_LOSS if WITH_MUMMY[content] else 0)
        found[cell] = max(found.get(cell, 0), worth)
    where = record["where"]
    for cell in {int(cell) for cell in where if IN_TILE < cell < OUT}:
        found[cell] = max(found.get(cell, 0), 100 * int(VALUE[where == cell].sum()))
    return found


def best_rate(record: np.ndarray, seat: int) -> int:
    """Points for tokens of the best loot that lies somewhere."""
    here, budget, best = int(record["cell"][seat]), budget_of(record, seat), 0
    steps = steps_from(record, RUSH if here == OUT else here, walls=True)
    for cell, worth in worths(record, seat).items() if record["bag_count"][seat] < SLOTS else ():
        tokens = 100 + STRIDE * (int(steps[cell]) + (here == OUT))
        others = [k for k in range(record["seats"]) if k != seat and here != cell]
        share = 4 + sum(POSITION[record["cell"][k]] == POSITION[cell] for k in others)
        if tokens + home_from(record, cell) > budget:
            worth = worth // 3 if tokens < budget else 0
        best = max(best, 200 * worth // (tokens * share))
    return best


@pytest.mark.parametrize("players", [2, 5])
def test_explorers_are_told_of_time_and_the_best_loot(players: int) -> None:
    looked = late = 0
    for record, seat in positions(players):
        words, cell = told(record, seat), int(record["cell"][seat])
        spare = (budget_of(record, seat) - home_from(record, cell)) // 25
        assert words["spare"].sum() == min(max(0, spare), LEVEL * words["spare"].size)
        assert words["late"][0] == (budget_of(record, seat) < home_from(record, cell))
        late += words["late"][0]
        rate = min(best_rate(record, seat), LEVEL * words["loot"].size)
        if not record["hand"][seat] >> AGGRESSION & 1 or record["card_used"]:
            assert words["loot"].sum() == rate
            looked += rate > 0
        else:
            assert words["loot"].sum() >= rate, "or an opponent is the better loot"
    assert looked > 10


@pytest.mark.parametrize("players", [2, 5])
def test_whoever_stands_on_the_best_loot_is_told_so(players: int) -> None:
    standing = 0
    for record, seat in positions(players):
        words, cell = told(record, seat), int(record["cell"][seat])
        for way in (LOOT, AIM):
            assert not words["there"][way] or not words["ways"][way].any()
        if words["there"][LOOT]:
            assert cell in worths(record, seat) or cell in np.delete(record["cell"], seat)
            standing += 1
    assert standing > 3


def test_servants_are_near_as_far_as_their_steps_through_walls() -> None:
    near = 0
    for record, seat in positions(4):
        words, here = told(record, seat), int(record["cell"][seat])
        for place, name in enumerate(("mummy", "spectre")):
            pawns = [int(cell) for cell in record[name] if cell >= 0] if here != OUT else []
            steps = [int(steps_from(record, cell, walls=False)[here]) for cell in pawns]
            expected = max((MOST // (1 + k) for k in steps), default=0)
            assert words["near"][place] == expected
            near += expected > 0
    assert near > 20
