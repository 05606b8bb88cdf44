"""Curse of the Mummy, rules CM-9 and CM-10: two players, and how a game ends."""

from __future__ import annotations

import pytest

from games.by_hand import members
from games.curse_of_the_mummy.oracle import CARD_NAMES, PRISON, START
from games.curse_of_the_mummy.positions import NEEDED, PAWNS, Position, Table, cards

PLAYERS = (2, 3, 4, 5)
ALL_BUT_R1 = {2: "R2 B1 B2 W1 W2 G1 G2 Y1 Y2", 3: "B1 W1 G1 Y1", 4: "B1 W1 G1 Y1", 5: "B1 W1 G1 Y1"}


# ------------------------------------------------------------------------------------------------------------------
# CM-9 Two players


def test_cm_9_1_pawn_0_then_pawn_1_then_the_mummy() -> None:
    table = Table(Position(2, cells=(67, 70)))
    for _ in range(2):
        for pawn in (0, 1):
            assert (table.asked, table.s["turn"]) == ((1, "ROLLED"), pawn)
            table.idle()
        assert (table.asked, table.s["intermediate"]) == ((0, "MUMMY"), 0)
        table.rolls("1 2 3 4 arrow").play("stop")


def test_cm_9_1_each_pawn_has_a_full_turn_and_the_dice_are_shared() -> None:
    table = Table(Position(2, cells=(67, 70), locked=2)).idle()
    assert (table.asked, table.s["turn"], table.locked) == ((1, "RELEASE"), 1, 2)
    table.play("release the dice")
    assert (table.seat, table.s["steps"], table.s["turn"]) == (0, 2, 1)
    table.rolls("1 2 3 4 mummy").play("stop")
    assert (table.asked, table.s["turn"], table.locked) == ((1, "ROLLED"), 1, 1)
    table = Table(Position(2, cells=(67, 70), locked=4, dice="1")).rolls("mummy").play("roll again")
    assert (table.s["turn"], table.s["intermediate"], table.s["steps"]) == (1, 1, 5), "forced at the second pawn"


@pytest.mark.parametrize("pawn", [0, 1])
def test_cm_9_2_one_hand_for_both_pawns(pawn: int) -> None:
    cells = (36, 70) if pawn == 0 else (67, 36)
    table = Table(Position(2, phase="TREASURE", announced="2", turn=pawn, cells=cells)).play("play the treasure")
    assert members(table.s["laid"][pawn]) == cards("R1")
    assert members(table.s["laid"][1 - pawn]) == set()
    assert len(table.hand(0)) == 9
    assert table.s["score"].tolist()[:2] == [0, 10]


def test_cm_9_2_ten_cards_two_of_each_colour() -> None:
    for seed in range(20):
        table = Table(2, seed=seed)
        colours = [CARD_NAMES[card][0] for card in table.hand(0)]
        assert sorted(colours) == sorted("RRBBWWGGYY")


def test_cm_9_2_six_ankhs_in_one_pool() -> None:
    table = Table(Position(2, phase="MUMMY", steps=5, mummy=66, cells=(67, 70), taken={0: 1}))
    assert [sees["ankhs"].tolist() for sees in map(table.sees, (0, 1))] == [[5, 5, 0, 0]] * 2
    table.rolls("1 2 3 4 arrow").walk(67)
    assert (table.s["mummy_ankhs"], table.over, table.cells) == (2, False, [PRISON, 70])
    assert table.sees(0)["ankhs"].tolist() == [4, 4, 0, 0]
    assert (table.asked, table.s["turn"]) == ((1, "ROLLED"), 0)


def test_cm_9_2_a_pawn_is_never_eliminated() -> None:
    """All from one pawn: after the third the game is over, nobody is out."""
    table = Table(Position(2, phase="MUMMY", steps=5, mummy=66, cells=(67, 70), taken={0: 2})).walk(67)
    assert (table.over, table.s["mummy_ankhs"], table.s["out"].tolist()) == (True, 3, [0, 0, 0, 0])


# ------------------------------------------------------------------------------------------------------------------
# CM-10 End, score, outcome


def last_card(players: int, pawn: int) -> Table:
    """A pawn of some explorer stands on the scarab, its last treasure."""
    explorer = 0 if players == 2 else pawn
    cells = [70, 67, 85, 53][: PAWNS[players]]
    cells[pawn] = 36
    return Table(
        Position(
            players, phase="TREASURE", announced="3", turn=pawn, cells=cells, hands={explorer: "R1"},
            laid={pawn: ALL_BUT_R1[players]},
        )
    )  # fmt: skip


@pytest.mark.parametrize(("players", "pawn"), [(2, 0), (2, 1), (3, 1), (4, 0), (4, 2), (5, 3)])
def test_cm_10_1_the_last_card_wins_at_once(players: int, pawn: int) -> None:
    table = last_card(players, pawn).play("play the treasure")
    winner = 1 if players == 2 else pawn + 1
    assert table.over
    assert (table.seat, table.batch.truncated[0]) == (-1, False)
    assert table.s["outcome"].tolist()[:players] == [1 if seat == winner else -1 for seat in range(players)]
    assert table.s["score"][winner] == 100


def test_cm_10_1_two_players_need_all_ten_by_both_pawns_together() -> None:
    position = Position(
        2, phase="TREASURE", announced="1", turn=1, cells=(70, 36), hands={0: "R1"},
        laid={0: "R2 B1 B2 W1", 1: "W2 G1 G2 Y1 Y2"},
    )  # fmt: skip
    table = Table(position)
    assert table.s["score"].tolist()[:2] == [0, 90]
    table.play("play the treasure")
    assert (table.over, table.s["outcome"].tolist()[:2], table.s["score"].tolist()[:2]) == (True, [-1, 1], [0, 100])


def test_cm_10_1_holding_the_last_card_does_not_win() -> None:
    table = last_card(4, 0).rolls("1 2 3 4 arrow").play("hold the treasure")
    assert (table.over, table.seat) == (False, 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_10_2_the_mummys_number_of_ankhs(players: int) -> None:
    needed = {2: 3, 3: 4, 4: 6, 5: 7}[players]
    for have in range(needed):
        pawns = PAWNS[players]
        taken = {0: have} if players == 2 else {p: min(max(have - 2 * (pawns - 1 - p), 0), 2) for p in range(pawns)}
        if sum(taken.values()) != have:
            taken = {0: 2, **dict.fromkeys(range(1, pawns), 0)}
            for extra in range(have - 2):
                taken[1 + extra % (pawns - 1)] += 1
        assert sum(taken.values()) == have
        position = Position(players, phase="MUMMY", steps=3, mummy=66, cells=(67,), taken=taken)
        table = Table(position)
        assert table.sees(0)["mummy_ankhs"].tolist() == [1] * have + [0] * (7 - have)
        assert table.sees(0)["missing"].tolist() == [1] * (needed - have) + [0] * (7 - needed + have)
        table.rolls("1 2 3 4 arrow").walk(67)
        assert table.over == (have + 1 == needed)
        assert table.s["outcome"].tolist()[:players] == ([1] + [-1] * (players - 1) if table.over else [0] * players)


@pytest.mark.parametrize("players", PLAYERS)
def test_cm_10_3_every_seat_is_a_team_of_its_own(players: int) -> None:
    assert Table(players).s["team"].tolist()[:players] == list(range(players))
    table = last_card(players, 0).play("play the treasure")
    assert table.s["outcome"].tolist()[:players].count(1) == 1
    assert table.batch.reward[0].argmax() == 1


@pytest.mark.parametrize(("players", "needed"), [(3, 4), (4, 6), (5, 7)])
def test_cm_10_3_the_explorers_are_never_all_eliminated(players: int, needed: int) -> None:
    """With one explorer left the mummy has 3 for each of the others: that and one or two more is enough."""
    others = 3 * (players - 2)
    assert others + 3 > needed, "the last one cannot lose its third before the end"
    cells = (67, *[None] * max(needed // 3 - 1, 0), *[70, 85, 53])[: players - 1]
    out = {pawn: 3 for pawn, cell in enumerate(cells) if cell is None}
    table = Table(Position(players, phase="MUMMY", steps=1, mummy=66, cells=cells, taken=out | {0: 2}))
    table.rolls("1 2 3 4 arrow").walk(67)
    assert table.over == (sum(out.values()) + 3 >= needed)
    assert not table.s["out"][: players - 1].all()


def test_cm_10_4_scores() -> None:
    for players in (3, 4, 5):
        for laid, score in (("", 0), ("R1", 20), ("R1 B1", 40), ("R1 B1 W1", 60), ("R1 B1 W1 G1", 80)):
            table = Table(Position(players, laid={0: laid}))
            assert table.s["score"][1] == score
            assert table.sees(1)["laid"].sum() == len(laid.split())
    for players in PLAYERS:
        for taken in (1, 2):
            table = Table(Position(players, phase="MUMMY", steps=1, mummy=66, cells=(67,), taken={0: taken - 1}))
            table.rolls("1 2 3 4 arrow").walk(67)
            assert table.s["score"][0] == 100 * taken // NEEDED[players]
    assert table.s["score"][0] == 28, "2 of 7, rounded down"


def test_cm_10_4_the_score_grows_with_every_card() -> None:
    for players, step in ((2, 10), (3, 20), (4, 20), (5, 20)):
        table = Table(Position(players, phase="TREASURE", announced="2", cells=(36,)))
        assert table.s["score"].sum() == 0
        table.play("play the treasure")
        assert table.s["score"].tolist() == [0, step, 0, 0, 0]


def test_cm_10_4_an_eliminated_explorer_keeps_its_score() -> None:
    position = Position(phase="MUMMY", steps=1, mummy=66, cells=(67, 70, 85), taken={0: 2}, laid={0: "R1 B1"})
    table = Table(position).rolls("1 2 3 4 arrow").walk(67)
    assert (table.s["out"][0], table.s["score"].tolist()[:4]) == (1, [50, 40, 0, 0])


def test_cm_10_5_truncation_has_no_winner() -> None:
    position = Position(phase="MUMMY", steps=3, rounds=9, cells=(67, START, 70), laid={0: "R1 B1"}, taken={1: 2})
    table = Table(position, max_rounds=10).play("stop")
    assert (table.over, bool(table.batch.truncated[0]), table.seat) == (False, True, -1)
    assert table.s["outcome"].tolist() == [0] * 5
    assert (table.batch.reward == 0).all()


def test_cm_10_5_a_catch_in_the_last_round_still_wins() -> None:
    position = Position(phase="MUMMY", steps=3, rounds=9, mummy=66, cells=(67, START, 70), taken={0: 1, 1: 2, 2: 2})
    table = Table(position, max_rounds=10).walk(67)
    assert (table.over, bool(table.batch.truncated[0])) == (True, False)
    assert table.s["outcome"].tolist()[:4] == [1, -1, -1, -1]
