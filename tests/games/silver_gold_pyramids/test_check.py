"""Silver & Gold Pyramids: each invariant of `check` speaks up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from games.by_hand import bits
from games.damage import Damage, add, assert_found, both, put, rules_of, store
from games.silver_gold_pyramids.oracle import CARDS
from games.silver_gold_pyramids.positions import (
    GAME,
    LAST,
    Position,
    Side,
    Table,
    all_but,
    cells,
    mark,
    nearly,
    open_cells,
    shape,
    tomb,
)
from rush_envs.engine.records import broken_invariants


def keeping() -> Table:
    return Table(3).play(1, "keep cards 1 and 2")


def marking() -> Table:
    """Seat 0 has marked a cross of card 32 and made one extra mark; seat 2 has finished; completed ones lie aside."""
    sides = {
        0: Side((32, 8), (cells("r0c0"), ()), red=1), 1: Side((1, 22), completed=(4, 7), awards="green 10"),
        2: Side((9, 10)),
    }  # fmt: skip
    table = Table(Position(sides, 3, round=1, card=3, pattern="I3")).play(2, mark("r0c0"))
    return table.play(0, shape(0, "r1c0"), mark("r2c0"))


def taking() -> Table:
    sides = {0: Side((48, 7), (all_but(48, "r4c3"), nearly(7))), 1: Side((12, 9), (nearly(12), cells("r0c0")))}
    return Table(Position(sides)).play(0, shape(0, "r4c3"), tomb(7, 2)).play(1, tomb(12))


def taking_the_last() -> Table:
    """One card for two pyramids."""
    sides = {0: Side((48, 7), (all_but(48, "r4c3"), nearly(7)))}
    position = Position(sides, offer=(30, None, None, None), deck=())
    return Table(position).play(0, shape(0, "r4c3"), tomb(7, 2)).rest()


def over() -> Table:
    return Table(Position({0: Side((7, 8), (nearly(7), ()))}, **LAST)).play(0, tomb(7)).rest()


def marks(seat: int, slot: int, text: str) -> Damage:
    return put("marks", (seat, slot), bits(cells(text)))


def double_the_top_card(s: np.record) -> None:
    s["deck"][s["deck_size"] - 1] = s["slot"][0, 0]


def forget_the_top_card(s: np.record) -> None:
    s["deck_size"] -= 1
    s["in_deck"] &= ~(1 << s["deck"][s["deck_size"]])


def from_the_deck(name: str, place: Any) -> Damage:
    """The top card lies elsewhere."""

    def damage(s: np.record) -> None:
        s["deck_size"] -= 1
        s[name][place] = s["deck"][s["deck_size"]]
        s["in_deck"] &= ~(1 << s[name][place].item())

    return damage


def return_a_card(s: np.record) -> None:
    """A card to keep from lies on the deck."""
    s["deck"][s["deck_size"]], s["drawn"][0, 2] = s["drawn"][0, 2], -1
    s["deck_size"] += 1


def lay_aside(s: np.record) -> None:
    """The top card counts as completed."""
    s["deck_size"] -= 1
    card = int(s["deck"][s["deck_size"]])
    s["set_aside"][0], s["lowest"][0], s["completed"][0, CARDS[card + 1].colour] = 1 << card, card + 1, 1


def two_of_a_kind(s: np.record) -> None:
    """One pattern too many, another too few."""
    s["expedition"][7] = (s["expedition"][7] + 1) % 6


def show(s: np.record) -> None:
    """Makes public what is marked."""
    s["marks_shown"], s["tally_shown"] = s["marks"], s["tally"]


@pytest.mark.parametrize(("number", "moment", "damage"), [
    # 1 cards
    (1, marking, double_the_top_card),
    (1, marking, forget_the_top_card),
    (1, marking, put("offer", 2, -1)),
    (1, marking, put("slot", (2, 1), -1)),
    (1, marking, put("set_aside", 0, 1 << 3)),
    (1, marking, put("set_aside", 1, 1 << 3)),
    (1, marking, store("in_deck", 0)),
    (1, keeping, put("drawn", (2, 3), -1)),
    (1, keeping, store("in_deck", 1)),
    (1, keeping, put("offer", 0, 5)),
    # 2 marks
    (2, marking, marks(1, 0, "r0c1")),
    (2, marking, marks(1, 0, "r0c0 r1c0 r1c1")),
    (2, marking, marks(1, 0, "r0c0 r0c2")),
    (2, marking, marks(1, 0, "r0c0 r2c1 r2c2")),
    (2, marking, both(marks(0, 0, ""), put("marks_shown", (0, 0), 1))),
    (2, marking, put("marks_shown", (1, 1), 1)),
    (2, taking, put("marks_shown", (1, 1), 0b100001 << 5)),
    # 3 tombs and secrets outside MARK
    (3, taking, marks(1, 1, "r0c0 r1c0 r2c0 r3c0 r4c0")),
    (3, taking, both(put("marks", (1, 1), bits(nearly(9) | {24})), show)),
    (3, over, put("marks", (0, 1), 1)),
    # 4 score cards
    (4, marking, put("tally", (0, 0), 11)),
    (4, marking, put("tally", (0, 1), -1)),
    (4, marking, put("tally", (1, 2), 11)),
    (4, marking, put("tally_shown", (1, 1), 11)),
    (4, marking, put("tally_shown", (1, 2), -1)),
    (4, marking, put("tally", (2, 3), 4)),
    (4, marking, put("tally_shown", (2, 3), 8)),
    (4, marking, put("awards", (0, 0), 1)),
    (4, marking, put("awards", (1, 0), 0)),
    (4, marking, put("awards", (1, 0), 2)),
    (4, marking, put("awarded", 0, 2)),
    (4, marking, both(put("awarded", 2, 4), put("awards", (1, 2), 15))),
    (4, marking, store("round_now", 4)),
    (4, marking, store("revealed", 8)),
    # 5 awards for half the pyramids
    (5, marking, put("completed", (1, 0), 1)),
    (5, marking, both(put("awarded", 1, 1), put("awards", (2, 1), 1))),
    # 6 extra marks
    (6, marking, put("extra_due", 0, 5)),
    (6, marking, put("extra_due", 0, -1)),
    (6, taking, put("extra_due", 0, 1)),
    (6, taking, put("main_due", 1, 1)),
    (6, keeping, put("main_due", 0, 1)),
    # 7 scores
    (7, marking, add("score", 0, 1)),
    (7, marking, add("completed", (0, 0), 1)),
    (7, keeping, add("score", 2, 1)),
    (7, over, add("score", 0, 1)),
    # 8 who is asked
    (8, marking, store("active", 0)),
    (8, marking, store("active", 0b111)),
    (8, marking, store("active", 0b010)),
    (8, marking, put("main_due", 2, 1)),
    (8, marking, put("extra_due", 0, 0)),
    (8, keeping, store("active", 0b111)),
    (8, keeping, put("kept", 0, 2)),
    (8, taking, store("active", 0b10)),
    (8, taking, store("active", 0b11)),
    (8, taking, store("taking", -1)),
    (8, taking, store("taking", 1)),
    (8, taking, put("takes", 0, 0)),
    (8, taking, both(put("takes", 0, 0), store("active", 0))),
    (8, taking_the_last, put("takes", 0, 2)),
    (8, over, store("active", 1)),
    # 9 expedition cards
    (9, marking, store("revealed", 0)),
    (9, marking, two_of_a_kind),
    (9, keeping, store("revealed", 1)),
    (9, keeping, store("round_now", 1)),
    # 10 cards to keep from
    (10, marking, put("kept", 0, 1)),
    (10, marking, from_the_deck("drawn", (0, 0))),
    (10, keeping, from_the_deck("slot", (0, 1))),
    (10, keeping, from_the_deck("offer", 3)),
    (10, keeping, return_a_card),
    (10, keeping, both(put("tally_shown", (1, 0), 1), add("score", 1, 1))),
    (10, keeping, both(lay_aside, add("score", 0, 10))),
    # 11 completed pyramids
    (11, marking, put("lowest", 1, 7)),
    (11, marking, put("lowest", 0, 3)),
    (11, marking, both(add("completed", (1, 2), 1), add("score", 1, 10))),
    # 12 before the main mark
    (12, marking, marks(1, 0, "r0c0")),
    (12, marking, put("tally", (1, 0), 1)),
    (12, marking, put("extra_due", 1, 1)),
    (12, marking, both(*(put(name, (2, 0), bits(nearly(9) | {24})) for name in ("marks", "marks_shown")))),
    # 13 cells to mark
    (13, marking, both(put("marks", (0, 0), bits(open_cells(32))), put("marks", (0, 1), bits(open_cells(8))))),
    # 14 secrets
    (14, marking, put("tally", (0, 0), 0)),
    (14, marking, both(put("tally_shown", (2, 1), 1), add("score", 2, 1))),
    (14, marking, put("tally", (0, 3), 1)),
    (14, marking, both(put("tally_shown", (0, 3), 1), add("score", 0, 5))),
    (14, taking, put("tally", (0, 2), 3)),
    (14, over, add("tally", (0, 0), 1)),
    # 15 who takes
    (15, taking, put("takes", 1, 2)),
    (15, taking, put("fresh", 1, 0)),
    (15, taking, put("fresh", 0, 1 << 2)),
    (15, taking, both(store("taking", 1), store("active", 0b10))),
    (15, taking, both(store("revealed", 7), store("round_now", 3))),
    (15, marking, put("takes", 0, 1)),
    (15, marking, store("taking", 1)),
    (15, over, put("fresh", 0, 1 << 6)),
    (15, over, store("taking", 3)),
    # 16 seats without a player
    (16, marking, put("slot", (3, 0), 5)),
    (16, marking, put("drawn", (3, 1), 5)),
    (16, marking, put("kept", 3, 0)),
    (16, marking, put("marks", (3, 0), 1)),
    (16, marking, put("marks_shown", (3, 1), 1)),
    (16, marking, put("tally", (3, 0), 1)),
    (16, marking, put("tally_shown", (3, 3), 1)),
    (16, marking, put("main_due", 3, 1)),
    (16, marking, put("extra_due", 3, 1)),
    (16, marking, put("takes", 3, 1)),
    (16, marking, put("set_aside", 3, 1)),
    (16, marking, put("fresh", 3, 1)),
    (16, marking, put("completed", (3, 1), 1)),
    (16, marking, put("lowest", 3, 1)),
    (16, marking, put("awards", (3, 2), 4)),
    (16, marking, put("score", 3, 1)),
    (16, over, put("outcome", 2, 1)),
])  # fmt: skip
def test_a_broken_rule_is_found(number: int, moment: Callable[[], Table], damage: Damage) -> None:
    assert_found(moment(), damage, number)


def test_what_is_made_public_is_no_damage() -> None:
    """In MARK the shown marks may be all that is marked; the score has to follow: a pair of gems instead of one."""
    table = marking()
    table.edit(show)
    assert table.batch.broken_invariants()[0] == 7
    table.edit(add("score", 0, 5))
    assert table.batch.broken_invariants()[0] == 0


def test_awards_are_for_pyramids_counted_before_this_card() -> None:
    """Those completed on the card in play get theirs when all have taken new cards (SG-8.1)."""

    def give_early(s: np.record) -> None:
        """Card 7 and card 48 were completed on this card; as if both were green."""
        s["completed"][0] = (2, 0, 0)
        s["awards"][0, 0] = s["awarded"][0] = 1
        s["fresh"][0] = (1 << 6) | (1 << 3)

    assert_found(taking(), give_early, 5)


def test_a_forfeit_in_any_phase_leaves_a_possible_position() -> None:
    for moment in (keeping, marking, taking, taking_the_last):
        records = moment().batch.states.copy()
        records["done"], records["active"] = 1, 0
        assert not broken_invariants(GAME, records).any(), moment.__name__


def test_every_invariant_names_its_rule() -> None:
    assert rules_of(GAME) == {
        1: "SG-15.1", 2: "SG-15.2", 3: "SG-15.3", 4: "SG-15.4", 5: "SG-15.5", 6: "SG-14.2", 7: "SG-10.2", 8: "SG-15.6",
        9: "SG-4.1", 10: "SG-3.2", 11: "SG-10.1", 12: "SG-4.2", 13: "SG-6.6", 14: "SG-11.2", 15: "SG-7.2", 16: "SG-2.5",
    }  # fmt: skip
