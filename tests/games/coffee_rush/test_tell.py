"""What players are told in Coffee Rush: every answer, and all that followed from it."""

from __future__ import annotations

import pytest

from games.coffee_rush.positions import GAME, Position, Table


def heard(table: Table, *sentences: str, viewer: int | None = None) -> list[str]:
    """What is told about some answers, the last one's words only."""
    told: list[str] = []
    assert GAME.tell is not None
    for words in sentences:
        before, seat = table.batch.states.copy(), table.seat
        table.play(words)
        told = GAME.tell(before, table.batch.states, seat, GAME.parse(words), viewer)
    return told


def test_placing_and_the_first_tokens() -> None:
    table = Table(3)
    assert heard(table, "place on r0c3 (coffee)") == ["player_2 places the pawn on r0c3 (coffee)."]
    assert heard(table, "place on r1c1 (milk)", "place on r2c0 (tea)") == [
        "player_0 places the pawn on r2c0 (tea).",
        "Everybody pours the token of their cell into cup 1: player_0 tea, player_1 milk and player_2 coffee.",
    ]


def test_two_players_pour_the_second_token_themselves() -> None:
    table = Table(2)
    heard(table, "place on r0c3 (coffee)", "place on r1c1 (milk)")
    assert heard(table, "place on r2c0 (tea)") == ["player_1 places pawn 2 on r2c0 (tea)."]
    assert heard(table, "place on r3c3 (steam)")[1:] == [
        "Everybody pours the token of their cell into cup 1: player_0 milk and player_1 coffee.",
        "player_1 has 1 tea of pawn 2 to pour.",
    ]
    assert heard(table, "pour tea into cup 1") == [
        "player_1 pours tea into cup 1, which now holds 1 coffee and 1 tea.",
        "player_0 has 1 steam of pawn 2 to pour.",
    ]


def test_a_turn_from_the_tile_to_the_penalty() -> None:
    board = """
        . . . b
        . a . .
        . . . .
        c . . d"""
    position = Position(
        4, board, phase="UPGRADE", completed={0: 6}, penalties={0: 1}, rush={0: 1}, cups={0: ("CM", "WW", "")},
        slots={0: ("", "CAMS", "", "CC CC TWI"), 1: ("CS", "", "", "")}, deck="CMS CMI HMS",
    )  # fmt: skip
    table = Table(position)
    assert heard(table, "upgrade double corners") == [
        "player_0 gives three completed orders for the tile double corners."
    ]
    assert heard(table, "done") == ["player_0 flips no more tiles."]
    assert heard(table, "move pawn 1 north") == ["player_0 steps to r0c1 (caramel) and takes 1 caramel."]
    assert heard(table, "move pawn 1 west") == ["player_0 steps to r0c0 (ice) and takes 2 ice."]
    heard(table, "move pawn 1 east")
    assert heard(table, "move pawn 1 east") == ["player_0 steps to r0c2 (steam) for a rush token and takes 1 steam."]
    assert heard(table, "empty cup 2") == ["player_0 empties cup 2: 2 water back to the supply."]
    assert heard(table, "done") == ["player_0 keeps what is in the cups."]
    assert heard(table, "pour steam into cup 1") == [
        "player_0 pours steam into cup 1, which now holds 1 coffee, 1 milk and 1 steam."
    ]
    assert heard(table, "return ice") == ["player_0 returns 1 ice to the supply."]
    heard(table, "return ice", "pour caramel into cup 1", "return caramel")
    assert heard(table, "serve cup 1 to slot 2") == [
        "player_0 serves Caramel Macchiato from cup 1 to slot 2 and takes a rush token.",
        "player_1 draws Caffè Latte into slot 1.",
        "player_2 draws Iced Caffè Latte into slot 1.",
        "Time runs out for 2 Ristretto and Iced Tea: player_0 takes 3 penalties and 3 rush tokens.",
    ]


def test_an_order_served_in_time_does_not_expire() -> None:
    position = Position(
        phase="SERVE", cups={0: ("TAWS", "", "")}, slots={0: ("", "", "", "TAWS TAWS")}, deck="CS CC CC"
    )
    assert heard(Table(position), "serve cup 1 to slot 4")[-1] == (
        "Time runs out for Caramel Tea: player_0 takes a penalty and a rush token."
    )


def test_an_empty_supply_and_staying() -> None:
    position = Position(cups={1: ("", "", "A" * 12)}, slots={0: ("CS", "", "", "")})
    table = Table(position)
    assert heard(table, "move pawn 1 east") == ["player_0 steps to r0c1 (caramel) and finds no caramel left."]
    assert heard(table, "move pawn 1 west", "done")[0] == "player_0 stays on r0c0 (ice)."


@pytest.mark.parametrize(("position", "why"), [
    (Position(2, phase="SERVE", cups={0: ("CC",)}, slots={0: ("CC",), 1: ("CS",)}, deck="CMS"), "the deck is empty"),
    (Position(phase="SERVE", cups={0: ("CC",)}, slots={0: ("CC", "", "", "CMI CMI"), 1: ("CS",)}, deck="CMS CMS CWS",
              penalties={0: 3}), "player_0 has 5 penalties"),
    (Position(phase="SERVE", cups={0: ("CC",)}, slots={0: ("CC",)}, deck=""), "the deck is empty"),
])  # fmt: skip
def test_the_sign_turns(position: Position, why: str) -> None:
    told = heard(Table(position), "serve cup 1 to slot 1")
    assert f"The sign turns to CLOSED: {why}." in told


def test_two_players_draw_one_more() -> None:
    position = Position(2, phase="SERVE", cups={0: ("CC", "", "")}, slots={0: ("CC",), 1: ("CS",)}, deck="CMS TWI CS")
    assert heard(Table(position), "serve cup 1 to slot 1") == [
        "player_0 serves Ristretto from cup 1 to slot 1.",
        "player_1 draws Caffè Latte into slot 1.",
        "player_0 draws Iced Tea into slot 1.",
    ]


def test_the_end_of_the_game() -> None:
    position = Position(
        3, turn=2, phase="SERVE", cups={2: ("CC", "", "")}, slots={2: ("CC",), 0: ("CS",)}, closed=True,
        completed={0: 3, 1: 4, 2: 2}, penalties={1: 1}, rush={0: 1, 1: 1},
    )  # fmt: skip
    table = Table(position)
    assert heard(table, "done") == [
        "player_2 serves nothing.",
        "The game is over. Points: player_0 3, player_1 3 and player_2 2. player_1 wins.",
    ]
    shared = Table(position).set(rush=[2, 2, 0, 0], rush_supply=11)
    assert heard(shared, "serve cup 1 to slot 1")[-1] == (
        "The game is over. Points: player_0 3, player_1 3 and player_2 3. player_1 wins."
    )


def test_a_stopped_game_and_the_same_for_all() -> None:
    told = [heard(Table(3, max_steps=1), "place on r0c3 (coffee)", viewer=viewer) for viewer in (None, 0, 1, 2)]
    assert told[0][-1] == "The game was stopped before its end: nobody wins."
    assert told[1:] == told[:1] * 3, "everything is public"
