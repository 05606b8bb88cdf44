"""Curse of the Mummy: what is told of an answer, and to whom (CM-11.1 to CM-11.3)."""

from __future__ import annotations

import numpy as np
import pytest

from games.curse_of_the_mummy import positions as box
from games.curse_of_the_mummy.oracle import START
from games.curse_of_the_mummy.positions import GAME, GO, Position, Table, copies
from rush_envs.testing.hidden import scrambled
from rush_envs.testing.variants import Variant

FIVE = "1 2 3 4 arrow"
MUMMY, OPEN = 0, None


def told(
    table: Table, words: str | int, viewer: int | None = OPEN, rolls: str = FIVE, die: int | None = None
) -> list[str]:
    """What a viewer hears when this is played; the table stays where that leads."""
    before, seat = table.batch.states.copy(), table.seat
    table.rolls(rolls, die).play(words)
    action = words + GO if isinstance(words, int) else GAME.parse(words)
    assert GAME.tell is not None
    return GAME.tell(before, table.batch.states, seat, action, viewer)


def heard(
    position: Position, words: str | int, rolls: str = FIVE, die: int | None = None
) -> tuple[list[str], list[str]]:
    """The same for an open table and for the mummy."""
    return told(Table(position), words, OPEN, rolls, die), told(Table(position), words, MUMMY, rolls, die)


# ------------------------------------------------------------------------------------------------------------------
# Explorers


def test_a_release_and_the_mummys_steps_at_once() -> None:
    words = ["explorer_1 releases 3 dice: the mummy may go 3 steps at once."]
    assert heard(Position(phase="RELEASE", turn=1, locked=3), "release the dice") == (words, words)
    one = heard(Position(2, phase="RELEASE", turn=1, locked=1), "release the dice")[0]
    assert one == ["explorer_0's pawn 1 releases 1 die: the mummy may go 1 step at once."]


def test_dice_are_kept_and_rolled() -> None:
    everybody, mummy = heard(Position(phase="RELEASE", locked=2), "keep the dice", "mummy 1 arrow")
    assert everybody == ["explorer_0 keeps the dice and rolls: 1, arrow; 3 dice show mummies."]
    assert mummy == ["explorer_0 keeps the dice and rolls: 3 dice show mummies."]


def test_a_turn_lost_to_five_mummies() -> None:
    """The next one must release them; the last one's turn brings the mummy's own move first."""
    forced = "explorer_1 must release 5 dice: the mummy may go 5 steps at once."
    everybody, mummy = heard(Position(locked=4, dice="1"), "roll again", "mummy")
    assert everybody == ["explorer_0 rolls again, nothing but mummies, and loses its turn.", forced]
    assert mummy == ["All dice show mummies: explorer_0 loses its turn.", forced]
    kept = heard(Position(phase="RELEASE", locked=4), "keep the dice", "mummy")[1]
    assert kept == ["explorer_0 keeps the dice, rolls nothing but mummies and loses its turn.", forced]
    die = "The mummy's die shows 4, 5 dice show mummies: it may go 9 steps."
    assert heard(Position(locked=4, dice="1", turn=2), "roll again", "mummy", 4)[1][1:] == [die]


def test_a_roll_of_five_mummies_at_the_beginning_of_a_turn() -> None:
    five = "mummy mummy mummy mummy mummy"
    assert heard(Position(phase="MOVE", announced="1", cells=(67, 70)), 66, five)[0] == [
        "explorer_0 goes to (7,4).",
        "explorer_1 rolls nothing but mummies and loses its turn.",
        "explorer_2 must release 5 dice: the mummy may go 5 steps at once.",
    ]


def test_rerolls_are_heard_by_what_locks() -> None:
    everybody, mummy = heard(Position(), "roll again", "1 2 2 mummy mummy")
    assert everybody == ["explorer_0 rolls again: 1, 2, 2; 2 dice show mummies."]
    assert mummy == ["explorer_0 rolls again: 2 dice show mummies."]
    everybody, mummy = heard(Position(), "roll again", "1 2 2 3 4")
    assert everybody == ["explorer_0 rolls again: 1, 2, 2, 3, 4; no die shows a mummy."]
    assert mummy == [], "how often a roll was repeated is no business of the mummy's"


def test_an_announcement_reaches_the_mummy_when_the_turn_ends() -> None:
    assert heard(Position(cells=(67, 70)), "announce 2") == (["explorer_0 announces 2."], [])
    position = Position(phase="MOVE", announced="2", cells=(67, 70))
    rolled = "explorer_1 rolls: 1, 2, 3, 4, arrow; no die shows a mummy."
    everybody, mummy = heard(position, 67)
    assert everybody == ["explorer_0 goes to (7,5).", rolled]
    assert mummy == ["explorer_0 announces 2 and moves.", "explorer_1 rolls: no die shows a mummy."]
    arrow = heard(Position(phase="MOVE", announced="arrow", cells=(67, 73)), 66)[1]
    assert arrow[0] == "explorer_0 announces the arrow and moves."


def test_a_treasure_is_laid_or_not() -> None:
    position = Position(phase="TREASURE", announced="4", cells=(36, 70), laid={0: "B1"}, turn=0)
    everybody, mummy = heard(position, "play the treasure")
    assert everybody[0] == "explorer_0 lays the red scarab on (5,4): 2 of 5."
    assert mummy[:2] == ["explorer_0 announces 4 and moves.", "explorer_0 lays the red scarab on (5,4): 2 of 5."]
    everybody, mummy = heard(position, "hold the treasure")
    assert everybody[0] == "explorer_0 lays no card."
    assert mummy[0] == "explorer_0 announces 4 and moves."
    assert len(mummy) == 2, "and the next roll"


def test_going_to_a_treasure_tells_the_mummy_nothing() -> None:
    position = Position(phase="MOVE", announced="1", cells=(24,))
    assert heard(position, 36) == (["explorer_0 goes to (5,4) red scarab."], [])


def test_boxed_in_is_told_to_all() -> None:
    position = Position(phase="MOVE", announced="1", cells=(67, 88), mummy=89)
    for words in heard(position, 66):
        assert words[1] == "explorer_1 is boxed in and skips its turn."


@pytest.mark.parametrize("viewer", [MUMMY, OPEN, 1, 3])
def test_the_last_treasure_wins(viewer: int | None) -> None:
    position = Position(
        phase="TREASURE", announced="3", turn=2, cells=(70, 67, 36), hands={2: "R1"}, laid={2: "B1 W1 G1 Y1"}
    )
    assert told(Table(position), "play the treasure", viewer) == [
        "explorer_2 lays the red scarab on (5,4): 5 of 5.",
        "explorer_2 has laid all its treasures and wins.",
    ]


# ------------------------------------------------------------------------------------------------------------------
# The mummy


def test_the_mummys_die_after_the_last_turn() -> None:
    position = Position(phase="MOVE", announced="1", turn=2, cells=(53, 69), locked=1)
    for words in heard(position, 86, "", 3):
        assert words[-1] == "The mummy's die shows 3, 1 die shows a mummy: it may go 4 steps."


def test_steps_stops_and_rounds() -> None:
    position = Position(phase="MUMMY", steps=2, mummy=1, rounds=3)
    assert heard(position, "step east")[1] == ["The mummy steps east to (0,10)."]
    stopped = ["The mummy stops on (0,9) white cat.", "Round 5 begins."]
    everybody, mummy = heard(position, "stop")
    assert everybody == [*stopped, "explorer_0 rolls: 1, 2, 3, 4, arrow; no die shows a mummy."]
    assert mummy == [*stopped, "explorer_0 rolls: no die shows a mummy."]
    last = Position(phase="MUMMY", steps=1, mummy=1, rounds=3, locked=2)
    assert heard(last, "step east")[0] == ["The mummy steps east to (0,10).", "Round 5 begins."]


def test_after_a_release_the_dice_are_free() -> None:
    position = Position(phase="MUMMY", steps=2, intermediate=True, locked=2, turn=1, mummy=1)
    assert heard(position, "step east")[1] == ["The mummy steps east to (0,10)."]
    assert heard(position, "stop", "1 2 3 mummy mummy")[1] == [
        "The mummy stops on (0,9) white cat.",
        "All dice are free.",
        "explorer_1 rolls: 2 dice show mummies.",
    ]


def test_a_catch() -> None:
    position = Position(phase="MUMMY", steps=3, mummy=66, cells=(70, 67), taken={0: 1}, locked=1)
    assert heard(position, "step east")[0] == [
        "The mummy steps east to (7,5).",
        "It catches explorer_1: it has 2 of 6 ankhs.",
        "explorer_1 goes to prison.",
        "Round 2 begins.",
    ]
    out = Position(phase="MUMMY", steps=3, mummy=66, cells=(70, 67), taken={1: 2}, locked=1)
    assert heard(out, "step east")[1][1:3] == [
        "It catches explorer_1: it has 3 of 6 ankhs.",
        "explorer_1 has no ankh left and is out of the game.",
    ]


@pytest.mark.parametrize("pawn", [0, 1])
def test_a_catch_of_two_players(pawn: int) -> None:
    cells = (67, box.PRISON) if pawn == 0 else (box.PRISON, 67)
    words = heard(Position(2, phase="MUMMY", steps=3, mummy=66, cells=cells, taken={0: 1}), "step east")[1]
    assert words[1] == f"It catches explorer_0's pawn {pawn}: it has 2 of 3 ankhs."


def test_the_mummys_victory_and_a_game_that_is_stopped() -> None:
    position = Position(phase="MUMMY", mummy=66, steps=4, cells=(67, 70, 53), taken={0: 1, 1: 2, 2: 2})
    assert heard(position, "step east")[1][-1] == "mummy_0 has all the ankhs it needs and wins."
    table = Table(Position(phase="MUMMY", steps=3, rounds=9, cells=(67, START, 70)), max_rounds=10)
    assert told(table, "stop", OPEN)[-1] == "The game is stopped in round 10: nobody wins."


# ------------------------------------------------------------------------------------------------------------------
# Who is told what


def test_the_mummy_is_told_the_same_whatever_it_cannot_see() -> None:
    """Other cells, dice, announcements and answers with the same public outcome: the same words, at every answer."""
    variant = Variant(GAME, {"num_players": 4})
    batch = copies([box.scattered(4, np.random.default_rng(k)) for k in range(30)], seed=3)
    rng = np.random.default_rng(9)
    assert GAME.tell is not None
    busy = 0
    for row in range(30):
        while batch.seat[row] >= 0:
            before, seat = batch.states[row : row + 1].copy(), int(batch.seat[row])
            action = box.purposeful(batch, row, rng)
            batch.step([action], [row])
            after = batch.states[row : row + 1].copy()
            for viewer in range(4):
                words = GAME.tell(before, after, seat, action, viewer)
                other = [scrambled(variant, state, viewer, rng) for state in (before, after)]
                secret = viewer == 0 and before["phase"][0] == 1
                busy += secret
                for answer in range(GAME.actions.size) if secret else (action,):
                    assert GAME.tell(*other, seat, answer, viewer) == words
    assert busy > 200


def test_explorers_hear_what_an_open_table_hears() -> None:
    for position, words in ((Position(cells=(67, 70)), "announce 2"), (Position(phase="MUMMY", steps=2), "stop")):
        table = [told(Table(position), words, viewer) for viewer in (OPEN, 1, 2, 3)]
        assert table[0] == table[1] == table[2] == table[3]
