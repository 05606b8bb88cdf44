"""What networks are told of dice and movements, against what is counted by hand; and that it is no matter of luck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest

import rush_envs
from rush_agents import load
from rush_agents.games.rush_out.insight import INSIGHT, MOST
from rush_envs.engine.changes import ActionTable, described
from rush_envs.games.rush_out.components import DISSIPATIONS, FACES, FORBIDS, JOKER, TARGETS, WIZARD_TARGETS
from rush_envs.games.rush_out.state import TICK
from rush_envs.games.rush_out.view import A_DIE, A_HERO_PLACE, A_ROLL, A_TAKE, A_TARGET, A_WAIT, A_WIZARD_PLACE

GAME = rush_envs.game("rush_out")
SCENARIOS = ["training_2", "scenario_2", "scenario_4"]
Asked = tuple[np.ndarray, int, np.ndarray]


def table_of(record: np.ndarray, seat: int, mask: np.ndarray) -> ActionTable:
    return described(GAME, np.array([record], GAME.state.dtype), np.array([seat]), mask[None], INSIGHT)


def told(record: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    table = table_of(record, seat, np.zeros(GAME.actions.size, np.int8))  # what actions do is not looked at
    features, count = np.zeros(GAME.observation.size + INSIGHT.layout.size, np.int64), table.seen.counts[0]
    features[table.seen.indices[0, :count]] = table.seen.values[0, :count]
    return INSIGHT.layout.decode(features[GAME.observation.size :])


def positions(scenario: str, *, wizard: bool) -> Iterator[Asked]:
    """Records of rounds as the seat that is asked imagines them, that seat, and what is legal: greedy plays, and now
    and then somebody at random."""
    batch, rng = rush_envs.make_batch("rush_out", 24, seed=2, scenario=scenario), np.random.default_rng(3)
    greedy = load("greedy", GAME)
    batch.reset()
    for step in range(240):
        actions = np.where(rng.random(24) < 0.2, batch.random_actions(), greedy.act(batch.view(rng=rng)))
        batch.step(actions)
        asked = (batch.seat == 0) == wizard
        if step % (3 if wizard else 7) == 0:
            for row in np.flatnonzero(asked & (batch.states["phase"] == TICK)):
                view = batch.view([row], rng)
                yield view.states[0], int(batch.seat[row]), batch.mask[row].copy()


def named(record: np.ndarray, seat: int, action: int) -> dict[str, np.ndarray]:
    sealed = record.copy()
    sealed["pending"][seat] = action
    return told(sealed, seat)


def fitting(free: np.ndarray, hand: np.ndarray, covers: int, barred: int) -> int:
    """How many dice fill spaces: natural faces, then jokers."""
    natural = [min(int(free[k]), int(hand[k])) if not barred >> k & 1 else 0 for k in range(len(free))]
    left = sum(int(free[k]) - natural[k] for k in range(len(natural)) if covers >> k & 1 and not barred >> k & 1)
    return sum(natural) + min(left, int(hand[JOKER]))


def barred_for(record: np.ndarray, seat: int) -> int:
    return sum(1 << FORBIDS[card] for card in range(2, DISSIPATIONS) if record["dissipation"][card] == seat - 1)


def aims_at(record: np.ndarray, seat: int, target: int) -> bool:
    return record["at"][seat] in (-1, target) and record["aim"][seat] in (0, 1 + target)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_dice_that_lie_ready_fill_a_target_within_as_many_ticks(scenario: str) -> None:
    ready = 0
    for record, seat, _ in positions(scenario, wizard=False):
        words = told(record, seat)
        for target in range(TARGETS):
            free, soon = record["free"][target], words["soon"][target]
            missing, there = int(free.sum()), [k for k in range(1, record["seats"]) if record["at"][k] == target]
            if missing == 0:
                assert not soon.any(), "nothing is to be filled"
                continue
            assert soon[0] <= MOST * 4 // (4 + missing // 2), "each die of two takes a tick"
            mates = [k for k in there if k != seat]
            assert soon[1] == 0 or mates
            assert soon[2] == 0 or not mates
            barred, covers = barred_for(record, seat), int(record["covers"][seat - 1])
            fits = fitting(free, record["hand"][seat], covers & ~barred, barred)
            if not mates and aims_at(record, seat, target) and fits == missing and not record["busy"][seat - 1]:
                assert soon[0] == MOST * 4 // (4 + missing)
                ready += 1
    assert ready > 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_placed_die_is_told_with_its_target(scenario: str) -> None:
    placed = 0
    for record, seat, mask in positions(scenario, wizard=False):
        before = told(record, seat)
        assert before["named"].any() == (record["pending"][seat] == A_TAKE)
        for action in np.flatnonzero(mask[A_HERO_PLACE:A_WIZARD_PLACE])[:4] + A_HERO_PLACE:
            target, symbol = divmod(int(action) - A_HERO_PLACE, FACES)
            words = named(record, seat, int(action))
            assert words["named"].all()
            barred, covers = barred_for(record, seat), int(record["covers"][seat - 1])
            free = record["free"][target]
            assert words["fits"][0] == fitting(free, record["hand"][seat], covers & ~barred, barred) > 0
            there = [k for k in range(1, record["seats"]) if record["at"][k] == target]
            silent = record["cursed"][:2].any()
            mate = any(not silent and k != seat and record["hand"][k, symbol] >= free[symbol] for k in there)
            assert words["symbol"].tolist() == [record["hand"][seat, symbol] > 0, free[symbol], mate]
            assert words["others"][1] == sum(int(record["placed"][k].sum()) for k in there)
            assert words["goal"].any() == words["soon"][target, [0, 2]].any()
            assert (words["soon"] == before["soon"]).all(), "nothing has been moved"
            placed += 1
    assert placed > 40


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whoever_is_free_looks_at_the_best(scenario: str) -> None:
    looked = 0
    for record, seat, _ in positions(scenario, wizard=False):
        if record["at"][seat] < 0:
            for words in (told(record, seat), named(record, seat, A_WAIT), named(record, seat, A_ROLL)):
                assert words["gain"].sum() >= words["missed"].sum()
                looked += words["gain"].any()
    assert looked > 40


@pytest.mark.parametrize("wizard", [True, False])
def test_what_a_movement_is_told_to_do_is_not_a_matter_of_luck(wizard: bool) -> None:
    compared = 0
    for record, seat, mask in positions("scenario_2", wizard=wizard):
        if not record["active"] & ~(1 << seat):
            continue  # nobody else is asked: the tick is carried out
        other = record.copy()
        other["rng"] = record["rng"] ^ np.uint64(0x1234_5678_9ABC)
        tables = table_of(record, seat, mask), table_of(other, seat, mask)
        for part in ("action", "start", "indices", "values"):
            assert (getattr(tables[0], part) == getattr(tables[1], part)).all()
        assert (np.diff(tables[0].start) > 0).all(), "every movement is told apart from none"
        compared += 1
    assert compared > 40


def test_the_wizard_is_told_of_his_targets() -> None:
    placed = ready = answered = 0
    for record, _, mask in chain.from_iterable(positions(scenario, wizard=True) for scenario in SCENARIOS):
        words = told(record, 0)
        for target in range(WIZARD_TARGETS):
            free, soon = record["wizard_free"][target], words["wizard_soon"][target]
            missing = int(free.sum())
            assert soon <= (MOST * 4 // (4 + missing) if missing else 0)
            natural = sum(min(int(free[k]), int(record["hand"][0, k])) for k in range(len(free)))
            if missing and natural == missing and aims_at(record, 0, target):
                assert soon == MOST * 4 // (4 + missing)
                ready += 1
        for action in np.flatnonzero(mask):
            after = named(record, 0, int(action))
            assert after["named"].all()
            if A_WIZARD_PLACE <= action < A_TARGET:
                symbol = (int(action) - A_WIZARD_PLACE) % record["wizard_free"].shape[1]
                assert after["symbol"][0] == (record["hand"][0, symbol] > 0)
                assert after["goal"].sum() > 0
                assert after["fits"][0] > 0
                placed += 1
            elif A_TARGET <= action < A_DIE:
                dice = sum(int(record["placed"][k].sum()) for k in range(1, 4) if record["at"][k] == action - A_TARGET)
                assert after["others"][1] == dice
                answered += 1
    assert placed > 10
    assert ready > 0
    assert answered > 0
