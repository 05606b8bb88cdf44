"""Coffee Rush, rules CR-11 to CR-13: who knows what, actions and observations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from games.by_hand import copies
from games.coffee_rush import positions as box
from games.coffee_rush.positions import GAME, Position, Table
from games.coffee_rush.sight import seen
from rush_envs.errors import BadAction, IllegalAction

PLAYERS = (2, 3, 4)


# ------------------------------------------------------------------------------------------------------------------
# CR-11 Who knows what


def test_cr_11_1_everything_is_public_but_the_order_of_the_deck() -> None:
    """Two games that differ in the order of the deck only look alike to everybody; anything else shows."""
    position = Position(deck="CS CC CMS CMSS TAWS", slots={0: ("CC",)})
    one = Table(position)
    other = Table(Position(deck="TAWS CMS CS CMSS CC", slots={0: ("CC",)}), seed=8)
    for viewer in range(4):
        assert np.array_equal(one.batch.observe([0], [viewer]), other.batch.observe([0], [viewer]))
        assert one.sees(viewer)["deck_size"] == [5]
        assert box.spread(one.sees(viewer)["deck"]) == box.cards("CS CC CMS CMSS TAWS")
    order = GAME.hidden.decode(one.batch.reveal([0])[0])["deck_order"]
    assert order.tolist() == [card + 1 for card in box.cards("CS CC CMS CMSS TAWS")] + [0] * 75, "for `state()` only"
    hidden = {name for name, rule in GAME.state.sees.items() if rule != "public"}
    assert hidden - {"rng", "ply"} == {"deck"}


SERVING = Position(
    turn=2,
    phase="SERVE",
    slots={0: ("CS", "", "", ""), 1: ("", "CMI", "", ""), 2: ("", "CC", "CMS", ""), 3: ("TAWS", "", "", "HMI")},
    cups={0: ("C", "", ""), 2: ("CMS", "", "A"), 3: ("", "TW", "")},
    rush={0: 2, 2: 1},
    upgrades={1: ["double corners"], 2: ["diagonal"]},
    completed={0: 2, 2: 2},
    penalties={1: 3, 3: 1},
    upgraded_now=1,
    served_now=1,
)


def test_cr_11_2_determinize_shuffles_the_deck_and_nothing_else() -> None:
    """In the midst of a turn, when nearly every field holds something that might be lost."""
    games = 2000
    batch = copies(GAME, SERVING, games)
    same = batch.states.copy()
    blank = {name for name in same.dtype.names if not same[name].any()}
    assert blank == {"done", "truncated", "outcome", "hand", "closed", "moving", "removed", "ply", "spare"}
    imagined = batch.view(rng=np.random.default_rng(4)).states
    for name in same.dtype.names or ():
        if name not in ("rng", "deck"):
            assert np.array_equal(imagined[name], same[name]), name
    size = int(same["deck_size"][0])
    assert (np.sort(imagined["deck"][:, :size], axis=1) == np.sort(same["deck"][:, :size], axis=1)).all()
    assert len(np.unique(imagined["deck"][:, :size], axis=0)) == games
    assert len(np.unique(imagined["rng"])) == games
    share = np.bincount(box.top_cards(imagined), minlength=21) / games
    assert np.abs(share - same["deck_count"][0] / size).max() < 0.03
    assert np.array_equal(batch.states, same), "the game itself is untouched"


# ------------------------------------------------------------------------------------------------------------------
# CR-12 Actions


def test_cr_12_ids_and_words() -> None:
    board = [
        ("ice", "caramel", "steam", "coffee"),
        ("coffee", "milk", "ice", "water"),
        ("tea", "steam", "milk", "coffee"),
        ("milk", "ice", "chocolate", "steam"),
    ]
    words = [f"place on r{r}c{c} ({board[r][c]})" for r in range(4) for c in range(4)]
    words += [f"upgrade {tile}" for tile in ("double pawns", "diagonal", "double corners", "double specials")]
    compass = ["north", "east", "south", "west", "north-east", "south-east", "south-west", "north-west"]
    words += [f"move pawn {pawn} {way}" for pawn in (1, 2) for way in compass]
    words += [f"empty cup {cup}" for cup in (1, 2, 3)]
    words += [f"pour {kind} into cup {cup}" for kind in box.KINDS for cup in (1, 2, 3)]
    words += [f"return {kind}" for kind in box.KINDS]
    words += [f"serve cup {cup} to slot {slot}" for cup in (1, 2, 3) for slot in (1, 2, 3, 4)]
    words += ["done"]
    assert GAME.actions.size == len(words) == 84
    assert [GAME.describe(action) for action in range(84)] == words
    assert [GAME.parse(sentence) for sentence in words] == list(range(84))


def test_cr_12_the_examples_of_the_page() -> None:
    examples = {
        "place on r0c3 (coffee)": 3, "upgrade diagonal": 17, "move pawn 1 north-east": 24, "move pawn 2 north": 28,
        "empty cup 2": 37, "pour milk into cup 2": 43, "return milk": 64, "serve cup 1 to slot 4": 74, "done": 83,
    }  # fmt: skip
    assert {sentence: GAME.parse(sentence) for sentence in examples} == examples
    assert GAME.actions.id("move", 1, 7) == 35
    with pytest.raises(BadAction):
        GAME.describe(84)


@pytest.mark.parametrize("players", [3, 4])
def test_cr_12_there_is_no_second_pawn_with_three_or_four_players(players: int) -> None:
    board = f"""
        . . . .
        . a b .
        . c . .
        . . . {"d" if players == 4 else "."}"""
    table = Table(Position(players, board, upgrades={0: ["diagonal"]}))
    assert table.moves(1) == set(box.DIRECTIONS)
    assert table.moves(2) == set()
    with pytest.raises(IllegalAction):
        table.batch.step([28])


# ------------------------------------------------------------------------------------------------------------------
# CR-13 Observation


def test_cr_13_pieces_shapes_and_maxima() -> None:
    table = [
        ("phase", (7,), 1), ("players", (3,), 1), ("acting", (4,), 1), ("first", (4,), 1), ("closed", (1,), 1),
        ("pawns", (4, 2, 16), 1), ("moving", (2,), 1), ("free_steps", (3,), 1), ("hand", (8, 4), 1),
        ("own_cups", (3, 8, 3), 1), ("other_cups", (3, 3, 8), 18), ("supply", (8,), 18), ("rush", (4, 15), 1),
        ("rush_supply", (1,), 15), ("upgrades", (4, 4), 1), ("upgraded_now", (4,), 1), ("completed", (4, 20), 1),
        ("penalties", (4, 6), 1), ("served_now", (3,), 1), ("orders", (4, 4, 21), 4), ("deck_size", (1,), 80),
        ("deck_end", (8,), 1), ("deck", (21,), 4), ("wanted", (4, 2, 8), 1), ("fits", (3, 4, 4), 1),
        ("fits_with_hand", (3, 4, 4), 1), ("pours", (3, 8, 2), 1), ("short", (8, 3), 1), ("near", (2, 8, 3), 1),
        ("reach", (2, 3, 3), 1),
    ]  # fmt: skip
    assert [(piece.name, piece.shape, piece.maximum) for piece in GAME.observation] == table


RICH = Position(
    players=3,
    board="""
        . a . .
        . . . b
        . . . .
        c . . .""",
    turn=1,
    phase="POUR",
    slots={0: ("CS", "", "CMS CMS", ""), 1: ("", "CC", "", "TAWS"), 2: ("CHMS", "", "", "")},
    cups={0: ("CM", "", "A"), 1: ("", "WW", ""), 2: ("TTT", "H", "")},
    hand="CCS",
    deck="CS CMI CMI",
    rush={0: 1, 1: 2, 2: 5},
    upgrades={0: ["diagonal"], 2: ["double pawns", "double specials"]},
    completed={0: 4, 1: 1, 2: 2},
    penalties={0: 1, 2: 3},
    moving=0,
    upgraded_now=0,
    closed=True,
)


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_cr_13_a_position_from_every_chair(viewer: int) -> None:
    sees = Table(RICH).sees(viewer)
    chairs = [*range(viewer, 3), *range(viewer)]  # the viewer first, then clockwise

    def rows(*by_seat: object) -> np.ndarray:
        values = [np.asarray(by_seat[seat]) for seat in chairs]
        return np.stack([*values, np.zeros_like(values[0])])

    def steps(count: int, size: int) -> list[int]:
        return [1] * count + [0] * (size - count)

    def recipes(text: str) -> np.ndarray:
        return np.bincount(np.array(box.cards(text), int), minlength=21)

    one_pawn = np.zeros((3, 2, 16), int)
    for seat, cell in enumerate((1, 7, 12)):
        one_pawn[seat, 0, cell] = 1
    cups = [[box.tokens(cup) for cup in RICH.cups[seat]] for seat in range(3)]
    wanted = {
        "phase": [0, 0, 0, 0, 0, 1, 0], "players": [0, 1, 0], "closed": [1], "moving": [1, 0], "free_steps": [1, 1, 1],
        "acting": rows(0, 1, 0), "first": rows(1, 0, 0),
        "pawns": rows(*one_pawn),
        "hand": [steps(2, 4), steps(0, 4), steps(1, 4), *[steps(0, 4)] * 5],
        "own_cups": [[steps(min(count, 3), 3) for count in cup] for cup in cups[viewer]],
        "other_cups": rows(*cups)[1:],
        "supply": [15, 11, 11, 12, 10, 9, 11, 11],
        "rush": rows(steps(1, 15), steps(2, 15), steps(5, 15)), "rush_supply": [7],
        "upgrades": rows([0, 1, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]), "upgraded_now": [0] * 4,
        "completed": rows(steps(4, 20), steps(1, 20), steps(2, 20)),
        "penalties": rows(steps(1, 6), steps(0, 6), steps(3, 6)), "served_now": [0] * 3,
        "orders": rows(*[[recipes(slot) for slot in RICH.slots[seat]] for seat in range(3)]),
        "deck_size": [3], "deck_end": steps(3, 8), "deck": recipes("CS CMI CMI"),
    }  # fmt: skip
    for name, value in wanted.items():
        assert np.array_equal(sees[name], value), name


def test_cr_13_1_thermometers_end_where_they_end() -> None:
    position = Position(
        phase="POUR",
        hand="CCCCCM",
        cups={0: ("WWWW", "", "")},
        completed={0: 21, 1: 19},
        penalties={2: 7, 3: 6},
        deck="CS",
    )
    sees = Table(position).sees(0)
    assert sees["hand"].sum(axis=1).tolist() == [4, 1, 0, 0, 0, 0, 0, 0]
    assert sees["own_cups"][0].sum(axis=1).tolist() == [0, 0, 0, 0, 3, 0, 0, 0]
    assert sees["completed"].sum(axis=1).tolist() == [20, 19, 0, 0]
    assert sees["penalties"].sum(axis=1).tolist() == [0, 0, 6, 6]
    assert sees["deck_end"].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]


OWN = Position(
    players=2,
    board="""
        . a . .
        . . . b
        . B . .
        A . . .""",
    phase="POUR",
    slots={0: ("TMMI", "CMS", "", "CC CHMS"), 1: ("CS",)},
    cups={0: ("CM", "", "CCC")},
    hand="CS",
)


def kinds(*shown: str) -> list[list[int]]:
    """For each kind, in which of these words its letter is."""
    return [[int(letter in letters) for letters in shown] for letter in box.LETTERS]


def test_cr_13_2_what_the_own_cards_cups_and_hand_come_to() -> None:
    sees = Table(OWN).sees(0)
    assert [box.letters_of(steps.sum(axis=0)) for steps in sees["wanted"]] == ["MMIT", "CMS", "", "CCMSH"]
    nothing, some, two, one, whole = [0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]
    assert sees["fits"].tolist() == [
        [nothing, one, nothing, two],  # coffee and milk: steam for the latte, chocolate and steam for the mocha
        [some, some, nothing, two],  # empty: two coffees for the ristretto
        [nothing, nothing, nothing, nothing],  # three coffees are too many for all
    ]
    assert sees["fits_with_hand"].tolist() == [
        [nothing, whole, nothing, one],
        [some, one, nothing, one],  # a coffee for the ristretto; of the others milk, chocolate and milk
        [nothing, nothing, nothing, nothing],
    ]
    assert sees["pours"].tolist() == [kinds("SH", "S"), kinds("CHMSTI", ""), kinds("", "")]
    assert sees["short"].tolist() == kinds("MTIHC", "HMC", "HMC")
    # pawn 1 stands on caramel: ice to the west, steam to the east, milk to the south
    assert sees["near"][0].tolist() == [[0, 0, 0], [0, 0, 0], [1, 1, 1], [1, 0, 0], *[[0, 0, 0]] * 4]
    # pawn 2 stands on milk in the corner: tea to the north, ice to the east; two steps away coffee and chocolate
    assert sees["near"][1, :4].tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert sees["reach"][1].tolist() == [[1, 0, 0], [1, 1, 1], [1, 1, 1]]


def test_cr_13_2_what_is_in_the_hand_of_another_helps_nobody() -> None:
    sees = Table(OWN).sees(1)
    assert sees["hand"].any()
    assert np.array_equal(sees["fits"], sees["fits_with_hand"])
    assert sees["short"].tolist() == kinds("CS", "CS", "")


def test_cr_13_3_diagonal_steps_are_near_with_their_tile_only() -> None:
    assert not Table(OWN).sees(0)["near"][:, 4:].any()
    tile = Table(replace(OWN, upgrades={0: ["diagonal"]})).sees(0)["near"]
    # from caramel: ice to the south-east, coffee to the south-west; from the corner: steam to the north-east
    assert tile[0, 4:].tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 1], [0, 0, 0]]
    assert tile[1, 4:].tolist() == [[0, 0, 0]] * 4


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_13_late_positions_by_a_second_look(players: int) -> None:
    """Many tiles, tokens and cards, played on for a while; whole games are compared beside the oracle's."""
    rng = np.random.default_rng(players)
    batch = copies(GAME, [box.scattered(players, rng) for _ in range(12)])
    for _ in range(25):
        rows = np.flatnonzero(batch.seat >= 0)
        for row in rng.permutation(rows)[:2].tolist():
            table = box.naive(batch.config, batch.states[row : row + 1])
            for viewer in range(players):
                found = GAME.observation.decode(batch.observe([row], [viewer])[0])
                for name, value in seen(table, viewer).items():
                    assert np.array_equal(found[name], value), (name, row, viewer)
        batch.step(box.purposeful(batch, rows, rng), rows)


def test_cr_13_what_changes_within_a_turn() -> None:
    board = """
        . . . b
        . a . .
        . . . .
        A . . B"""
    position = Position(
        2, board, phase="UPGRADE", completed={0: 3}, slots={0: ("CC", "", "CS", "")}, cups={0: ("C", "", "CS")}
    )
    table = Table(position)

    def shown(*names: str) -> list[list[int]]:
        """Pieces; thermometers as their number."""
        sees = table.sees(1)
        return [[int(sees[n].sum())] if n in steps else sees[n].tolist() for n in names]

    steps = ("upgraded_now", "free_steps", "served_now")

    assert shown("phase", "upgraded_now", "moving", "free_steps") == [[0, 0, 1, 0, 0, 0, 0], [0], [0, 0], [3]]
    table.play("upgrade double corners")  # none left to buy, so the move comes next
    assert shown("phase", "upgraded_now", "moving", "free_steps") == [[0, 0, 0, 1, 0, 0, 0], [1], [0, 0], [3]]
    table.play("move pawn 1 west")
    assert shown("moving", "free_steps") == [[1, 0], [2]]
    assert table.sees(1)["hand"].sum(axis=1).tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    table.play("done")
    assert shown("phase", "moving", "free_steps") == [[0, 0, 0, 0, 1, 0, 0], [1, 0], [3]]
    table.play("done")
    assert shown("phase") == [[0, 0, 0, 0, 0, 1, 0]]
    table.play("pour coffee into cup 1")
    assert shown("phase", "served_now") == [[0, 0, 0, 0, 0, 0, 1], [0]]
    assert not table.sees(1)["hand"].any()
    table.play("serve cup 1 to slot 1")
    assert shown("phase", "served_now") == [[0, 0, 0, 0, 0, 0, 1], [1]]
    table.play("serve cup 3 to slot 3")
    assert shown("phase", "served_now", "upgraded_now", "moving") == [[0, 0, 0, 1, 0, 0, 0], [0], [0], [0, 0]]
    assert shown("acting") == [[1, 0, 0, 0]]
    table.play("move pawn 2 north")
    assert shown("moving") == [[0, 1]]


@pytest.mark.parametrize("players", PLAYERS)
def test_cr_13_placing_starting_and_the_end(players: int) -> None:
    table = Table(players)
    assert table.sees()["pawns"].sum() == 0
    assert table.sees()["phase"].tolist() == [1, 0, 0, 0, 0, 0, 0]
    table.place(6)
    last = players - 1
    assert table.sees(last)["pawns"][0, 0, 6] == 1
    assert table.sees(0)["pawns"][last, 0, 6] == 1
    if players == 2:
        table.place(0, 9, 10)
        assert table.sees()["phase"].tolist() == [0, 1, 0, 0, 0, 0, 0]
        assert table.sees()["hand"].sum(axis=1).tolist() == box.tokens(box.BOARD[9]).tolist(), "the token to pour"
    final = Table(Position(players, turn=last, closed=True, slots={0: ("CC",)})).idle()
    assert final.over
    for viewer in range(players):
        sees = final.sees(viewer)
        assert sees["phase"].sum() == 0
        assert sees["acting"].sum() == 0
        assert sees["closed"] == [1]
        assert sees["players"].tolist() == [int(players == k) for k in PLAYERS]
        assert sees["first"].argmax() == (players - viewer) % players
        for name in ("pawns", "rush", "upgrades", "completed", "penalties", "orders"):
            assert sees[name][players:].sum() == 0, "absent seats are zero"
        assert sees["other_cups"][players - 1 :].sum() == 0, "absent seats are zero"


def test_cr_13_the_tiles_are_named_in_order() -> None:
    for place, tile in enumerate(box.TILES):
        sees = Table(Position(upgrades={2: [tile]})).sees(1)
        assert np.argwhere(sees["upgrades"]).tolist() == [[1, place]]
