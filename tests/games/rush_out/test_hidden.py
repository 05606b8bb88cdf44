"""Rush Out!, rule RO-13: who knows what, and imagined games."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import answer, elements
from games.rush_out import oracle as ro
from games.rush_out.oracle import ROLL, SPEND, WAIT
from games.rush_out.positions import (
    BOX,
    GAME,
    SCENARIOS,
    Table,
    alone,
    cast,
    dealt,
    ordeals,
    place,
    purposeful,
    scattered,
    spaces_of,
    spells,
)
from rush_envs.engine.drivers import drivers_of

MANY = 4000
NEAR = 0.045  # five standard deviations of a share
LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]


def imagine(table: Table, viewer: int, games: int = MANY) -> tuple[np.ndarray, np.ndarray]:
    """A state, and what a viewer imagines in its place, many times."""
    true = np.repeat(table.batch.states.copy(), games)
    imagined = true.copy()
    streams = np.random.default_rng(5).integers(0, 1 << 64, games, np.uint64)
    drivers_of(GAME).imagine(imagined, np.full(games, viewer), streams)
    assert (imagined["ply"] == 0).all(), "the count of answers would tell how many have answered"
    return true, imagined


def differing(true: np.ndarray, imagined: np.ndarray) -> set[str]:
    """The fields that are not the same, but for the count of answers."""
    names = set(true.dtype.names or ()) - {"ply"}
    return {name for name in names if not np.array_equal(true[name], imagined[name])}


def share(words: np.ndarray, card: int) -> float:
    """In how many of the sets a card is."""
    return float((words >> card & 1).mean())


def eyes(table: Table, viewer: int) -> tuple[bytes, bytes, str]:
    features, mask = table.batch.look([0], [viewer])
    return features.tobytes(), mask.tobytes(), GAME.draw(table.batch.states, viewer).to_ansi()


# ------------------------------------------------------------------------------------------------------------------
# RO-13.1 to RO-13.3


def test_ro_13_1_a_summoned_card_on_the_deck_is_known() -> None:
    table = Table("scenario_6").lay_spells(*spells("summoning")[:2])
    assert not table.sees(1)["known_ordeal"].any()
    for number in spells("summoning")[:2]:
        space = table.s["spell"].tolist().index(number)
        table.tick({0: cast(space, table.fill_wizard(space))})
        for viewer in range(4):
            assert table.sees(viewer)["known_ordeal"].tolist() == [BOX.spells[number].hero.count(s) for s in "FSOKHJ"]
    table.lay_ordeals(alone()[0])
    last = table.fill(0, 0)
    table.hand(1, last).tick({1: place(0, last)})
    first = spells("summoning")[0]
    assert table.sees(2)["known_ordeal"].tolist() == [BOX.spells[first].hero.count(s) for s in "FSOKHJ"], (
        "the one below"
    )


def test_ro_13_1_a_swapped_spell_is_known_until_it_comes() -> None:
    table = Table("scenario_2").scrolls(ro.SWAP_SCROLL)
    old = int(table.s["spell"][2])
    table.tick({0: ro.SWAP + 2})
    kind = ro.SPELL_KINDS.index(BOX.spells[old].kind)
    for viewer in range(4):
        assert table.sees(viewer)["known_spell"].tolist() == [int(k == kind) for k in range(17)]
    table.lay_spells(spells("dracology 1")[0]).tick({0: cast(0, table.fill_wizard(0))})
    assert not table.sees(0)["known_spell"].any()
    assert table.s["spell"][0] == old


def test_ro_13_1_what_lies_on_the_table_is_seen_by_all_alike() -> None:
    """But for me, my aim, my question and my owner every piece is the same for all eyes (without silence)."""
    rng = np.random.default_rng(3)
    for scenario in SCENARIOS:
        table = scattered(scenario, 4, rng)
        while table.s["cursed"][:2].any():
            table = scattered(scenario, 4, rng)
        pieces = [table.sees(viewer) for viewer in range(4)]
        for name in pieces[0]:
            if not name.startswith("m"):
                assert all((pieces[viewer][name] == pieces[0][name]).all() for viewer in range(4)), name


def test_ro_13_2_decks_and_discards_are_seen_by_nobody() -> None:
    """Other orders, other sizes, other discards, another stream: the same eyes; `state()` shows it."""
    table = Table("scenario_6", handicap=True)
    before = [eyes(table, viewer) for viewer in range(4)]
    hidden = GAME.hidden.decode(table.batch.reveal([0])[0])
    sizes = len(table.spell_deck), len(table.ordeal_deck)
    assert hidden["sizes"].tolist() == list(sizes)
    assert hidden["discards"].tolist() == [0, 0]
    assert [card - 1 for card in hidden["spell_deck"].tolist() if card] == table.spell_deck
    assert [card - 1 for card in hidden["ordeal_deck"].tolist() if card] == table.ordeal_deck
    table.left(spells=4, ordeals=5)
    for deck, size in (("spell_deck", 4), ("ordeal_deck", 5)):
        table.edit(lambda s, d=deck, n=size: s[d].__setitem__(slice(n), s[d][:n][::-1].copy()))
    table.set(rng=99, order=[3, 1, 0, 2, 0])
    assert [eyes(table, viewer) for viewer in range(4)] == before
    hidden = GAME.hidden.decode(table.batch.reveal([0])[0])
    assert hidden["sizes"].tolist() == [4, 5]
    gone = elements(table.s["ordeal_gone"])
    assert hidden["discards"].tolist() == [sizes[0] - 4, len(gone)]


def test_ro_13_3_movements_of_an_open_tick_are_sealed() -> None:
    table = Table("scenario_6", 5).points(1, 1, 3, 1).dragon(2)
    before = [eyes(table, viewer) for viewer in range(5)]
    for seat in (3, 0, 4):
        answer(table.batch, 0, seat, max(table.ids(seat)))
        for viewer in (1, 2):
            assert eyes(table, viewer) == before[viewer]


def test_ro_13_3_under_silence_nothing_depends_on_others_faces() -> None:
    """Observation, mask and drawing of a hero; the cleric among them."""
    table = Table("scenario_6", 4, heroes=("cleric", "bard", "warrior")).curse(0).points(3, 3, 3).wound(0)
    table.hand(1, "FSO").hand(2, "KKJ").hand(3, "H")
    before = [eyes(table, viewer) for viewer in range(4)]
    table.hand(2, "FHH").hand(3, "J")
    assert eyes(table, 1) == before[1]
    assert eyes(table, 2) != before[2], "his own"
    assert eyes(table, 0) != before[0], "the wizard sees all"
    table.hand(3, "SJ")
    assert eyes(table, 1) != before[1], "how many are rolled is seen"


# ------------------------------------------------------------------------------------------------------------------
# RO-13.4 Imagined games


@pytest.mark.parametrize("viewer", range(4))
def test_ro_13_4_what_stays_and_what_varies(viewer: int) -> None:
    table = Table("scenario_5").dissipate(0, 1).wound(2).dragon(1).stack_ordeals(ro.SUMMONED, ro.SUMMONED + 1)
    true, imagined = imagine(table, viewer, 500)
    assert differing(true, imagined) == {"rng", "spell_deck", "spell_set", "ordeal_deck"}
    top = int(true["ordeal_count"][0])
    assert (imagined["ordeal_deck"][:, top - 2 : top] == true["ordeal_deck"][:, top - 2 : top]).all(), "known tops stay"
    assert (np.sort(imagined["ordeal_deck"][:, : top - 2]) == np.sort(true["ordeal_deck"][0, : top - 2])).all()
    for place_of in range(top - 2):
        assert len(set(imagined["ordeal_deck"][:, place_of].tolist())) > 5
    assert (imagined["spell_count"] == true["spell_count"]).all()


def test_ro_13_4_orders_are_uniform() -> None:
    table = Table("training_1", 3).left(spells=4, ordeals=4)
    true, imagined = imagine(table, 1)
    assert differing(true, imagined) == {"rng", "spell_deck", "ordeal_deck"}, "in training 1 all spells of a type play"
    for deck in ("spell_deck", "ordeal_deck"):
        for card in true[deck][0, :4]:
            for place_of in range(4):
                assert abs((imagined[deck][:, place_of] == card).mean() - 1 / 4) < NEAR


def test_ro_13_4_a_swapped_spell_stays_on_top() -> None:
    table = Table("scenario_2").scrolls(ro.SWAP_SCROLL).tick({0: ro.SWAP + 1})
    true, imagined = imagine(table, 2, 300)
    top = int(true["spell_count"][0]) - 1
    assert (imagined["spell_deck"][:, top] == true["known_spell"][0]).all()
    assert len(set(imagined["spell_deck"][:, top - 1].tolist())) > 8


@pytest.mark.parametrize("unseen", [0, 1, 2])
@pytest.mark.parametrize("seed", [1, 2])
def test_ro_13_4_spells_left_out_and_discarded_unseen(unseen: int, seed: int) -> None:
    """Of each type as many as play; which of the unknown ones is equally likely, and so is where each lies."""
    table = Table("scenario_3", seed=seed).left(spells=5 + unseen)
    if unseen:
        table.coins(0, 2 * unseen)
    for _ in range(unseen):
        table.tick({0: SPEND})
    true, imagined = imagine(table, 1)
    s = true[0]
    deck, gone = set(s["spell_deck"][:5].tolist()), elements(s["spell_unseen"])
    assert len(gone) == unseen
    for word in np.unique(imagined["spell_set"]):
        for kinds, number in zip(ro.FAMILIES.values(), ro.SPELL_COUNTS["scenario_3"], strict=True):
            assert len(elements(word) & set(spells(*kinds))) == number
    in_deck = np.zeros((MANY, 47), bool)
    np.put_along_axis(in_deck, imagined["spell_deck"][:, :5].astype(int), True, axis=1)
    for kinds in ro.FAMILIES.values():
        family = set(spells(*kinds))
        hidden, out = len(family & (deck | gone)), len(family - elements(s["spell_set"]))
        for card in family & (deck | gone) | family - elements(s["spell_set"]):
            plays = hidden / (hidden + out)
            assert abs(share(imagined["spell_set"], card) - plays) < NEAR
            assert abs(share(imagined["spell_unseen"], card) - plays * unseen / (5 + unseen)) < NEAR
            assert abs(in_deck[:, card].mean() - plays * 5 / (5 + unseen)) < NEAR
        for card in family & elements(s["spell_set"]) - deck - gone:
            assert share(imagined["spell_set"], card) == 1, "seen by all"
    assert (imagined["spell_gone"] == s["spell_gone"]).all()


@pytest.mark.parametrize("unseen", [0, 1, 2])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ro_13_4_ordeals_left_out_and_discarded_unseen(unseen: int, seed: int) -> None:
    table = Table("scenario_2", handicap=True, seed=seed)

    def discard_unseen(s: np.record) -> None:
        s["ordeal_count"] -= 1
        s["ordeal_unseen"] |= 1 << int(s["ordeal_deck"][s["ordeal_count"]])

    for _ in range(unseen):
        table.edit(discard_unseen)
    table.check()
    true, imagined = imagine(table, 0)
    s = true[0]
    size = int(s["ordeal_count"])
    playing = {k for k, card in enumerate(BOX.ordeals) if card.kind in ("basic", "coin") and card.back <= 4}
    deck, gone, out = (
        set(s["ordeal_deck"][:size].tolist()),
        elements(s["ordeal_unseen"]),
        playing - elements(s["ordeal_set"]),
    )
    assert (len(gone), len(out)) == (unseen, 2)
    pool = deck | gone | out
    for card in pool:
        assert abs(1 - share(imagined["ordeal_set"], card) - 2 / len(pool)) < NEAR
        assert abs(share(imagined["ordeal_unseen"], card) - unseen / len(pool)) < NEAR
    for card in playing - pool:
        assert share(imagined["ordeal_set"], card) == 1


def test_ro_13_4_faces_hidden_by_silence_are_rolled_again() -> None:
    table = Table("scenario_6", 4).curse(1).hand(1, "FS").hand(2, "KHJ").hand(3, "")
    for viewer in range(4):
        _true, imagined = imagine(table, viewer)
        hands = imagined["hand"]
        assert (hands[:, 0] == table.s["hand"][0]).all()
        for seat, rolled in ((1, 2), (2, 3), (3, 0)):
            if viewer in (0, seat):
                assert (hands[:, seat] == table.s["hand"][seat]).all()
            else:
                assert (hands[:, seat, 6] == 3 - rolled).all(), "how many are rolled is known"
                assert (hands[:, seat].sum(axis=1) == 3).all()
                for face in range(6):
                    assert abs(hands[:, seat, face].mean() - rolled / 6) < 0.06
    _true, imagined = imagine(Table("scenario_6", 4).hand(1, "FS"), 2, 50)
    assert (imagined["hand"][:, 1, :2] == 1).all(), "without silence all is open"


@pytest.mark.parametrize(
    ("viewer", "active", "pending"),
    [
        (0, [1, 4], [5, -1, -1, -1, -1]),
        (1, [0, 1, 4], [-1] * 5),
        (2, [0, 1, 4], [-1] * 5),
        (4, [0, 1], [-1, -1, -1, -1, 0]),
    ],
)
def test_ro_13_4_in_an_open_tick_others_are_unanswered(viewer: int, active: list[int], pending: list[int]) -> None:
    """The wizard rolls, hero 3 waits; heroes 1 and 2 are busy."""
    table = Table("scenario_6", 5).busy(0, 1, 2, 0)
    answer(table.batch, 0, 0, ROLL)
    answer(table.batch, 0, 4, WAIT)
    true, imagined = imagine(table, viewer, 20)
    assert (imagined["active"] == sum(1 << seat for seat in active)).all()
    assert (imagined["pending"] == [ROLL if number == 5 else number for number in pending]).all()
    assert differing(true, imagined) <= {"rng", "spell_deck", "spell_set", "ordeal_deck", "active", "pending"}


@pytest.mark.parametrize("viewer", range(4))
def test_ro_13_4_in_the_market_nobody_is_put_back(viewer: int) -> None:
    table = Table("scenario_2").coins(0, 2).lay_ordeals(alone()[0]).left(ordeals=1)
    last = table.fill(0, 0)
    table.hand(1, last).tick({1: place(0, last)})
    assert table.active == [0]
    true, imagined = imagine(table, viewer, 50)
    assert (imagined["active"] == 1).all()
    assert differing(true, imagined) <= {"rng", "spell_deck", "spell_set", "ordeal_deck", "spell_unseen", "ordeal_set"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ro_13_4_imagined_games_are_possible_and_look_the_same(scenario: str) -> None:
    rng = np.random.default_rng(9)
    checked = 0
    for players in (3, 4, 5):
        batch = scattered(scenario, players, rng, max_ticks=60, handicap=True).batch
        other = dealt(scenario=scenario, num_players=players, handicap=True, max_ticks=60)
        for step in range(120):
            if batch.seat[0] < 0:
                break
            answer(batch, 0, int(batch.seat[0]), purposeful(batch.mask[0], rng))
            for viewer in range(players) if step % 6 == 0 else []:
                states = batch.states.copy()
                drivers_of(GAME).imagine(states, np.array([viewer]), np.array([step], np.uint64))
                other.load(states)
                assert other.broken_invariants()[0] == 0
                assert (other.observe([0], [viewer]) == batch.observe([0], [viewer])).all()
                assert (other.legal([0], [viewer]) == batch.legal([0], [viewer])).all()
                checked += 1
    assert checked > 50


def test_ro_13_4_a_deck_does_not_remember_what_was_discarded_unseen() -> None:
    table = Table("scenario_3").coins(0, 2).tick({0: SPEND})
    true, imagined = imagine(table, 1, 20)
    for deck, count in (("spell_deck", "spell_count"), ("ordeal_deck", "ordeal_count")):
        assert not imagined[deck][:, int(true[count][0]) :].any()
