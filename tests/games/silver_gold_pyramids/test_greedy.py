"""The rule of thumb of Silver & Gold Pyramids: what a pyramid promises, and that it looks at what lies face down."""

from __future__ import annotations

import editions
import numpy as np
import pytest

import rush_agents
from games.silver_gold_pyramids.oracle import CARDS
from games.silver_gold_pyramids.positions import (
    FAR,
    GAME,
    Position,
    Side,
    Table,
    all_but,
    cells,
    dealt,
    mark,
    nearly,
    open_cells,
    positions,
    tomb,
)
from rush_agents.arena.duels import duel, total
from rush_agents.games.silver_gold_pyramids.prospects import COMPLETED, HORIZON, PROSPECTS
from rush_agents.greedy import chooser
from rush_envs.engine.batch import BatchEnv

GREEDY = rush_agents.load("greedy", GAME)


def chosen(batch: BatchEnv, seat: int = 0) -> str:
    batch.ask([seat])
    return GAME.describe(int(GREEDY.act(batch.view())[0]))


# ------------------------------------------------------------------------------------------------------------------
# Prospects


def test_a_pyramid_promises_nothing_when_no_card_is_to_come() -> None:
    assert PROSPECTS.shape == (HORIZON + 1, 48, 26, 6)
    assert not PROSPECTS[0].any()


@pytest.mark.parametrize("number", [1, 8, 32, 48])
def test_beside_its_tomb_it_promises_most(number: int) -> None:
    """With one card to come all but a completed pyramid is only treasure; I2 reaches it from one or two cells away."""
    one = PROSPECTS[1, number - 1]
    for cell in open_cells(number) - {CARDS[number].tomb}:
        for pattern in range(6):
            reaches = one[cell, pattern] > COMPLETED // 2
            assert reaches or FAR[number][cell] > 1, "a single cell is always free to choose"
    near = [cell for cell in open_cells(number) if FAR[number][cell] == 2]
    assert any(one[cell, 0] > COMPLETED // 2 for cell in near)
    assert (PROSPECTS[HORIZON, number - 1, near] >= PROSPECTS[1, number - 1, near]).all()


# ------------------------------------------------------------------------------------------------------------------
# Choices


def test_it_completes_a_pyramid() -> None:
    table = Table(Position({0: Side((7, 8), (nearly(7), ()))}, pattern="O4"))
    assert chosen(table.batch) == tomb(7)


def test_it_looks_where_the_extra_mark_of_a_cross_leads() -> None:
    """Card 48 `… .s.xT`: the cross r4c3 alone, then the tomb."""
    table = Table(Position({0: Side((48, 8), (all_but(48, "r4c3"), cells("r0c0")))}, pattern="O4", round=3, card=7))
    assert chosen(table.batch) == mark("r4c3")
    assert chosen(table.play(0, mark("r4c3")).batch) == tomb(48)


def test_it_counts_the_patterns_that_lie_face_down() -> None:
    """Which patterns are past, and so which are left, makes a difference; the order of those left makes none."""
    changed = seen = 0
    for batch in positions(2, 71, 3):
        s = batch.states[0]
        if s["phase"] != 1 or not s["main_due"][0] or not 3 <= s["revealed"] < 7:
            continue
        before, other = chosen(batch), dealt(2, 1)
        for swap in ("hidden", "past"):
            states = batch.states.copy()
            line, now = states["expedition"][0], int(s["revealed"])
            if swap == "hidden":
                line[now:] = line[now:][::-1].copy()
            else:
                line[0], line[now] = int(line[now]), int(line[0])
            other.load(states)
            differs = chosen(other) != before
            assert swap == "past" or not differs
            changed += differs
        seen += 1
    assert seen > 30
    assert changed > 0


def test_it_beats_its_former_edition() -> None:
    """Among three of them; `benchmarks/editions.py` does the same at length (even is 25 %)."""
    share = total(duel(GAME, GREEDY, editions.Former(GAME), 480, seed=4))
    assert share.wins / share.games > 0.5


def test_a_mask_may_leave_out_answers() -> None:
    """A search strikes some: greedy then takes one of those left, in every phase."""
    phases, action = set(), np.zeros(1, np.int64)
    for batch in positions(3, 72):
        if batch.seat[0] >= 0 and batch.mask[0].sum() > 1:
            mask = batch.mask.copy()
            chooser(GAME)(batch.states, batch.seat, mask, action)
            best = int(action[0])
            mask[0, best] = 0
            chooser(GAME)(batch.states, batch.seat, mask, action)
            assert action[0] != best
            assert mask[0, action[0]]
            phases.add(int(batch.states["phase"][0]))
    assert phases == {0, 1, 2}
