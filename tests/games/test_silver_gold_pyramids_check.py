"""Silver & Gold Pyramids: each invariant of `check` speaks up when its rule is broken."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from by_hand import bits
from silver_gold_pyramids_positions import GAME, LAST, Position, Side, Table, all_but, cells, mark, nearly, shape, tomb

Damage = Callable[[np.record], object]


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


def put(name: str, place: object, value: int) -> Damage:
    """Sets one number of the record."""

    def damage(s: np.record) -> None:
        s[name][place] = value

    return damage


def store(name: str, value: int) -> Damage:
    """Sets a field without places."""

    def damage(s: np.record) -> None:
        s[name] = value

    return damage


def add(name: str, place: object, value: int) -> Damage:
    def damage(s: np.record) -> None:
        s[name][place] += value

    return damage


def marks(seat: int, slot: int, text: str) -> Damage:
    return put("marks", (seat, slot), bits(cells(text)))


def both(*damages: Damage) -> Damage:
    def damage(s: np.record) -> None:
        for one in damages:
            one(s)

    return damage


def double_the_top_card(s: np.record) -> None:
    s["deck"][s["deck_size"] - 1] = s["slot"][0, 0]


def forget_the_top_card(s: np.record) -> None:
    s["deck_size"] -= 1
    s["in_deck"] &= ~(1 << s["deck"][s["deck_size"]])


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
])  # fmt: skip
def test_a_broken_rule_is_found(number: int, moment: Callable[[], Table], damage: Damage) -> None:
    table = moment()
    table.check("before")
    table.edit(damage)
    assert table.batch.broken_invariants()[0] == number
    assert number in GAME.invariants


def test_what_is_made_public_is_no_damage() -> None:
    """In MARK the shown marks may be all that is marked; the score has to follow: a pair of gems instead of one."""
    table = marking()
    table.edit(show)
    assert table.batch.broken_invariants()[0] == 7
    table.edit(add("score", 0, 5))
    assert table.batch.broken_invariants()[0] == 0


def test_every_invariant_names_its_rule() -> None:
    rules = {number: words.split(":")[0] for number, words in GAME.invariants.items()}
    assert rules == {
        1: "SG-15.1", 2: "SG-15.2", 3: "SG-15.3", 4: "SG-15.4", 5: "SG-15.5", 6: "SG-14.2", 7: "SG-10.2", 8: "SG-15.6",
    }  # fmt: skip
