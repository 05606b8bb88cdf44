"""Rush Out!, section 12: what an agent sees, piece by piece, and what `state()` adds."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import answer
from games.rush_out import oracle as ro
from games.rush_out.oracle import FREE, SHUT
from games.rush_out.positions import (
    BOX,
    GAME,
    PLAYERS,
    SCENARIOS,
    Table,
    alone,
    cast,
    compare,
    oracle_of,
    ordeals,
    place,
    purposeful,
    scattered,
    spaces_of,
    spells,
)

LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]
PIECES = {
    "me": ((5,), 1), "my_aim": ((22,), 1), "my_question": ((9,), 1), "my_taken": ((6,), 5),
    "my_owner": ((4,), 1), "heroes": ((3,), 1),
    "scenario": ((8,), 1), "character": ((4, 4), 1), "joker_as": ((4, 5), 1), "wizard_joker_as": ((5,), 1),
    "hand": ((4, 7), 3), "wizard_hand": ((7,), 5), "hero_target": ((4, 21), 1), "hero_placed": ((4, 6), 3),
    "wizard_target": ((9,), 1), "wizard_placed": ((5,), 5), "missing": ((20, 6), 6),
    "in_play": ((20,), 1), "full": ((3,), 1), "wizard_missing": ((8, 5), 5),
    "spell_kind": ((3, 17), 1), "spell_hero_end": ((3, 6), 6), "spell_banner": ((3, 5), 1), "ordeal_kind": ((3, 4), 1),
    "ordeal_banner": ((3, 5), 1), "dragon": ((4,), 1), "dissipation": ((6, 4), 1), "curse": ((6,), 1),
    "locked": ((4,), 1), "owes": ((4,), 1), "busy": ((4,), 2), "wounded": ((4,), 1), "souls": ((8,), 1),
    "lives": ((8,), 1), "trophies": ((2, 2), 1), "coins": ((2, 5), 1), "experience": ((4,), 27), "able": ((4,), 1),
    "equipment": ((4, 6), 1),
    "equipment_left": ((6,), 2), "scrolls": ((8,), 1), "wizard_question": ((6,), 1), "casting": ((4,), 1),
    "wounds_due": ((2,), 1), "known_ordeal": ((6,), 6),
    "known_spell": ((17,), 1), "clock": ((1,), 100),
}  # fmt: skip


def test_the_pieces_of_section_12() -> None:
    assert {piece.name: (piece.shape, piece.maximum) for piece in GAME.observation} == PIECES
    assert [piece.name for piece in GAME.observation] == list(PIECES)
    assert GAME.observation.size == sum(int(np.prod(shape)) for shape, _ in PIECES.values()) == 711


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_piece_for_every_viewer_is_what_the_oracle_sees(scenario: str, players: int) -> None:
    """At every tick of two games that begin late; silence is among them from scenario 3 on."""
    rng = np.random.default_rng(70 + players)
    silent = 0
    for game in range(2):
        batch, ticks = scattered(scenario, players, rng, silence=game == 0, max_ticks=90).batch, -1
        for _ in range(20 * players):
            if batch.seat[0] < 0:
                break
            if ticks != batch.states["ticks"][0] or batch.states["phase"][0] == 1:
                compare(batch, 0, oracle_of(batch.states[0], batch.config))
                ticks = int(batch.states["ticks"][0])
                silent += bool(batch.states["cursed"][0, :2].any())
            answer(batch, 0, int(batch.seat[0]), purposeful(batch.mask[0], rng))
    assert silent > 0 or SCENARIOS.index(scenario) < 4


def test_my_aim() -> None:
    table = Table("scenario_6", 5).wound(3).dissipate(3, 0)
    for aim, index in ((FREE, 0), (SHUT, 21), (0, 1), (19, 20), (7, 8)):
        table.aim(2, aim)
        assert table.sees(2)["my_aim"].tolist() == [int(k == index) for k in range(22)]
        assert table.sees(1)["my_aim"].tolist() == [1] + [0] * 21, "nobody else's"


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        ("confusion all", 1),
        ("confusion one", 2),
        ("no F", 3),
        ("damnation 1", 4),
        ("damnation 2", 4),
        ("regression one", 5),
    ],
)
def test_questions_of_the_wizard(kind: str, number: int) -> None:
    table = Table("scenario_6", 5).lay_ordeals(*LONG[:3]).lay_spells(spells(kind)[0]).points(1, 1, 1, 1)
    table.put(1, 0, spaces_of(LONG[0])[:1]).put(2, 1, spaces_of(LONG[1])[:1])
    assert table.sees(0)["my_question"].tolist() == [1] + [0] * 8
    table.tick({0: cast(0, table.fill_wizard(0))})
    assert table.sees(0)["my_question"].tolist() == [int(k == number) for k in range(9)]
    assert table.sees(3)["my_question"].tolist() == [1] + [0] * 8
    for viewer in range(5):
        assert table.sees(viewer)["wizard_question"].tolist() == [int(k == number) for k in range(6)], "public"
        assert table.sees(viewer)["casting"].tolist() == [1, 0, 0, 0]
        assert table.sees(viewer)["wounds_due"].sum() == (int(kind[-1]) if number == 4 else 0)


def test_questions_of_heroes_and_in_the_market() -> None:
    table = Table("scenario_6").lay_ordeals(LONG[0])
    last = table.fill(0, 0, 1)
    table.hand(2, last).tick({2: place(0, last)})
    assert table.sees(2)["my_question"].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert table.sees(2)["my_owner"].tolist() == [1, 1, 0, 0]
    assert not table.sees(1)["my_owner"].any()
    table = Table("scenario_2").coins(0, 2).lay_ordeals(alone()[0]).left(ordeals=1)
    last = table.fill(0, 0)
    table.hand(1, last).tick({1: place(0, last)})
    assert table.sees(0)["my_question"].tolist() == [0] * 7 + [1, 0]
    for viewer in (1, 2, 3):
        assert table.sees(viewer)["my_question"].tolist() == [1] + [0] * 8


def test_missing_are_the_spaces_without_a_die() -> None:
    table = Table("scenario_6").lay_ordeals(*LONG[:3])
    spaces, spell = spaces_of(LONG[0]), BOX.spells[table.s["spell"][1]].wizard
    assert table.sees(0)["missing"][0].tolist() == [spaces.count(s) for s in "FSOKHJ"]
    assert table.sees(0)["wizard_missing"][1].tolist() == [spell.count(s) for s in "PWAFL"]
    table.put(1, 0, spaces[:2]).put(0, 1, spell[:1])
    for viewer in range(4):
        seen = table.sees(viewer)
        assert seen["missing"][0].tolist() == [spaces[2:].count(s) for s in "FSOKHJ"]
        assert seen["wizard_missing"][1].tolist() == [spell[1:].count(s) for s in "PWAFL"]
        assert seen["hero_target"][0].tolist() == [0, 1] + [0] * 19
        assert seen["wizard_target"].tolist() == [0, 0, 1] + [0] * 6
        assert seen["hero_placed"][0].tolist() == [spaces[:2].count(s) for s in "FSOKHJ"]
        assert seen["wizard_placed"].sum() == 1
        assert seen["hero_target"][1].tolist() == [1] + [0] * 20


def test_a_full_card_is_told_from_one_that_is_not_in_play() -> None:
    table = Table("scenario_6").lay_ordeals(alone()[0], *LONG[:2]).dragon(1).wound(1)
    assert table.sees(2)["in_play"].nonzero()[0].tolist() == [0, 1, 2, 3, 17]
    assert not table.sees(2)["full"].any()
    table.fill(0, 0, but=0)
    seen = table.sees(2)
    assert seen["full"].tolist() == [1, 0, 0]
    assert not seen["missing"][0].any()
    assert seen["in_play"][0] == 1


def test_tokens_are_steps() -> None:
    table = Table("scenario_6").set(souls=3, lives=2).coins(2, 1).trophies(1, 0).points(2, 2, 3)
    seen = table.sees(1)
    assert seen["souls"].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    assert seen["lives"].tolist() == [1, 1] + [0] * 6
    assert seen["coins"].tolist() == [[1, 1, 0, 0, 0], [1, 0, 0, 0, 0]]
    assert seen["trophies"].tolist() == [[1, 0], [0, 0]]
    assert seen["experience"].tolist() == [2, 2, 3, 0]
    assert seen["able"].tolist() == [0, 1, 1, 0], "bard 3, sentinel 2, warrior 3"


@pytest.mark.parametrize(
    ("ticks", "most", "clock"), [(0, 7, 0), (1, 7, 14), (6, 7, 85), (4999, 5000, 99), (299, 30000, 0), (300, 30000, 1)]
)
def test_the_clock(ticks: int, most: int, clock: int) -> None:
    table = Table("scenario_1", max_ticks=most).set(ticks=ticks)
    assert table.sees(2)["clock"].tolist() == [clock]


@pytest.mark.parametrize("players", PLAYERS)
def test_absent_heroes_are_zeros(players: int) -> None:
    table = scattered("scenario_6", players, np.random.default_rng(1))
    seen = table.sees(0)
    for name in ("character", "joker_as", "hand", "hero_target", "able", "hero_placed", "locked", "owes", "busy",
                 "wounded", "experience", "equipment"):  # fmt: skip
        assert not seen[name][players - 1 :].any(), name
    assert not seen["dissipation"][:, players - 1 :].any()
    assert seen["heroes"].tolist() == [int(k == players - 3) for k in range(3)]


def test_kinds_banners_and_other_ends() -> None:
    for number, card in enumerate(BOX.spells):
        table = Table("scenario_6").lay_spells(number)
        seen = table.sees(1)
        assert seen["spell_kind"][0].argmax() == ro.SPELL_KINDS.index(card.kind)
        assert seen["spell_kind"][0].sum() == 1
        assert seen["spell_hero_end"][0].tolist() == [card.hero.count(s) for s in "FSOKHJ"]
        assert seen["spell_banner"][0].tolist() == [card.banner.count(s) for s in "PWAFL"]


def test_state_shows_the_decks_and_their_sizes() -> None:
    """Spells and ordeals that were discarded count, seen or not."""
    table = Table("scenario_6").left(spells=6, ordeals=9)
    hidden = GAME.hidden.decode(table.batch.reveal([0])[0])
    assert [card - 1 for card in hidden["spell_deck"].tolist()[:6]] == table.spell_deck
    assert [card - 1 for card in hidden["ordeal_deck"].tolist()[:9]] == table.ordeal_deck
    assert not hidden["spell_deck"][6:].any()
    assert not hidden["ordeal_deck"][9:].any()
    assert hidden["sizes"].tolist() == [6, 9]
    gone = int(hidden["discards"][0])
    assert gone == 22 - 3 - 6
    table.set(spell_unseen=table.s["spell_gone"], spell_gone=0)
    assert GAME.hidden.decode(table.batch.reveal([0])[0])["discards"][0] == gone
