"""Rush Out!, rule RO-10.3: the progress whose changes `reward="shaped"` pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from games.rush_out import oracle as ro
from games.rush_out.positions import SCENARIOS, Table, alone, cast, ordeals, place, spaces_of, spells
from rush_envs.games.rush_out.progress import CARD, DRAGON_STEP, LIFE, SOUL, TROPHY, WOUND, progress

SHAPED = {"reward": "shaped"}


def progresses(table: Table) -> list[int]:
    """By seat, from the kernel's own source."""
    s = SimpleNamespace(**{name: table.s[name].astype(int) for name in table.s.dtype.names})
    return [int(progress.py_func(s, seat)) for seat in range(table.players)]


def paid(table: Table, movements: Mapping[int, int | Sequence[int]]) -> list[float]:
    """What a tick pays by seat, in points of progress."""
    before = progresses(table)
    table.tick(movements)
    return [after - b for after, b in zip(progresses(table), before, strict=True)]


def test_ro_10_3_a_completed_ordeal_and_a_spell() -> None:
    table = Table("scenario_5", 4).lay_ordeals(alone()[0]).lay_spells(spells("silence")[0])
    last, need = table.fill(0, 0), table.fill_wizard(0)
    assert paid(table.hand(1, last), {1: place(0, last)}) == [0, CARD, CARD, CARD]
    assert paid(table, {0: cast(0, need)}) == [CARD, 0, 0, 0]


def test_ro_10_3_a_summoning_sets_the_heroes_back() -> None:
    table = Table("scenario_5", 3).lay_spells(spells("summoning")[0])
    assert paid(table, {0: cast(0, table.fill_wizard(0))}) == [CARD, -CARD, -CARD]


def test_ro_10_3_dragon_wounds_and_souls() -> None:
    table = Table("scenario_5", 3).lay_spells(*spells("dracology 1")[:1], *spells("damnation 1")[:1])
    assert paid(table, {0: cast(0, table.fill_wizard(0))}) == [CARD + DRAGON_STEP, 0, 0]
    table.wound(0)
    assert paid(table, {0: cast(1, table.fill_wizard(1))}) == [CARD + WOUND + 2 * SOUL, 0, 0]
    table.put(1, 16, "HH").hand(1, "H")
    assert paid(table, {1: place(16, "H")}) == [-WOUND, 0, 0], "healed"
    table.put(2, 3, "J").hand(2, "J")
    assert paid(table, {2: place(3, "J")}) == [-DRAGON_STEP, 0, 0], "pushed back"


def test_ro_10_3_a_life_and_a_coin_card() -> None:
    clash = ordeals("clash", 3)[0]
    table = Table("scenario_5", 3).lay_ordeals(clash)
    last = table.fill(0, 0, 1)
    assert len(spaces_of(clash)) > 3
    assert paid(table.hand(2, last), {2: place(0, last)}) == [0, LIFE, LIFE]
    table = Table("scenario_5", 3).coins(2, 0)
    assert paid(table, {1: ro.SPEND}) == [0, CARD, CARD]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ro_10_3_a_trophy_is_worth_what_a_round_can_bring(scenario: str) -> None:
    for players in (3, 4, 5):
        s = Table(scenario, players).s
        souls = scenario >= "scenario_4" and not scenario.startswith("training")
        round_ = CARD * int(s["spell_count"]) + 4 * DRAGON_STEP + SOUL * int(s["souls"]) + souls * WOUND * (players - 1)
        assert round_ <= TROPHY
        assert CARD * int(s["ordeal_count"]) + LIFE * int(s["lives"]) <= TROPHY


def test_ro_10_3_shaped_pays_its_changes_by_the_scale() -> None:
    """The margin: own progress less that of the other side."""
    table = Table("scenario_5", 3, **SHAPED).lay_spells(spells("summoning")[0])
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert table.batch.reward[0] == pytest.approx(np.array([2, -2, -2]) * CARD / (2 * TROPHY))
