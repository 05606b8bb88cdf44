"""Rush Out! in sentences: what viewers are told of ticks, rounds and markets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.by_hand import answer
from games.rush_out import oracle as ro
from games.rush_out.oracle import ROLL, TAKE, WAIT
from games.rush_out.positions import BOX, GAME, Table, alone, cast, choose_hero, ordeals, place, spaces_of, spells

LONG = [k for k in ordeals() if len(spaces_of(k)) > 3]


def story(
    table: Table, movements: Mapping[int, int], viewer: int | None = None, rolls: Mapping[int, str] | None = None
) -> list[str]:
    """What a viewer is told when the last of a tick has answered; the wizard answers last, if he is not named."""
    named = dict.fromkeys(table.active, WAIT) | dict(movements)
    last = min(set(named) - set(movements), default=min(named))
    draws: Sequence[int] = [seat for seat in named if seat != last]
    order = [*draws, last]
    before = table.batch.states.copy()
    table.tick({seat: named[seat] for seat in order}, order=order, rolls=rolls)
    assert GAME.tell is not None
    return GAME.tell(before, table.batch.states.copy(), last, named[last], viewer)


def test_a_sealed_answer_is_told_to_its_own_seat_only() -> None:
    table = Table("scenario_1").put(1, 0, spaces_of(int(Table("scenario_1").s["ordeal"][0]))[:2])
    for action, words in ((TAKE, "take back and roll"), (ro.TAKE_ALL, "take back all")):
        before = table.batch.states.copy()
        answer(table.batch, 0, 1, action)
        after = table.batch.states.copy()
        assert GAME.tell is not None
        assert GAME.tell(before, after, 1, action, 1) == [f"hero_0 (you) names: {words}."]
        assert GAME.tell(before, after, 1, action, None) == [f"hero_0 names: {words}."]
        for viewer in (0, 2, 3):
            assert GAME.tell(before, after, 1, action, viewer) == []


def test_dice_and_a_completed_ordeal() -> None:
    table = Table("scenario_1").lay_ordeals(alone()[0], *LONG[:2])
    last = table.fill(0, 0)
    new = BOX.ordeal(table.ordeal_deck[0]).kind
    told = story(table.hand(1, last), {1: place(0, last), 2: ROLL}, viewer=2, rolls={2: "SOJ"})
    assert "hero_1 (you) holds sword, footprints, joker." in told
    assert f"Ordeal 1 (basic) is done. Now a {new} one lies there." in told
    assert f"hero_0 gets {len(spaces_of(alone()[0])) - 1} dice back from ordeal 1." in told
    card = LONG[0]
    table = Table("scenario_1").lay_ordeals(card).hand(3, spaces_of(card)[0])
    word = dict(zip("FSOKH", ("fire", "sword", "footprints", "key", "heart"), strict=True))[spaces_of(card)[0]]
    assert f"hero_2 has placed a die on ordeal 1, {word}." in story(table, {3: place(0, spaces_of(card)[0])})


def test_spells_and_what_they_do() -> None:
    table = Table("scenario_6").lay_spells(spells("dracology 1")[0])
    new = table.spell_deck[0]
    told = story(table, {0: cast(0, table.fill_wizard(0))}, viewer=1)
    kind = GAME.observation and BOX.spells[new].kind
    assert any(words.startswith("Spell 1 is cast: dracology 1.") for words in told), kind
    assert "The dragon moves to ordeal 1." in told
    table = Table("scenario_6").lay_spells(spells("no F")[0])
    assert "The wizard chooses a hero." in story(table, {0: cast(0, table.fill_wizard(0))})
    assert "No fire lies before hero_1 (you)." in story(table, {0: choose_hero(1)}, viewer=2)
    table = Table("scenario_6").lay_spells(spells("damnation 1")[0]).wound(0, 1)
    told = story(table, {0: cast(0, table.fill_wizard(0))})
    assert {"hero_2 is wounded.", "The wizard takes 3 souls: 5 left."} <= set(told)
    table = Table("scenario_6").lay_spells(spells("high five")[0])
    assert any("High five" in words for words in story(table, {0: cast(0, table.fill_wizard(0))}))


def test_lives_points_and_abilities() -> None:
    clash = ordeals("clash", 4)[0]
    table = Table("scenario_6").lay_ordeals(clash)
    last = table.fill(0, 0, 1)
    assert "The heroes take 1 life: 4 left." in story(table.hand(2, last), {2: place(0, last)})
    table = Table("scenario_6").points(3, 0, 0).wound(1)
    assert {"hero_1 is healed.", "hero_0 has 0 points of experience."} <= set(story(table, {1: ro.HEAL + 1}))


def test_the_end_of_a_round_and_the_market() -> None:
    table = Table("scenario_2").coins(2, 0).lay_spells(spells("summoning")[0]).left(spells=1)
    told = story(table, {0: cast(0, table.fill_wizard(0))})
    assert "The wizard wins round 1: the last card of his own deck lies out." in told
    assert told[-1] == "The market opens."
    assert GAME.tell is not None
    before = table.batch.states.copy()
    table.shop(ro.BUY_EQUIPMENT + 1)
    assert GAME.tell(before, table.batch.states, 1, ro.BUY_EQUIPMENT + 1, 3) == [
        "hero_0: buy equipment key: 2 coins left."
    ]
    while table.s["phase"] == 1:
        before = table.batch.states.copy()
        seat = table.active[0]
        table.shop(ro.PASS)
        told = GAME.tell(before, table.batch.states, seat, ro.PASS, 0)
    assert told[-1] == "Round 2 begins."


@pytest.mark.parametrize("scenario", ["training_1", "scenario_1"])
def test_the_end_of_a_match(scenario: str) -> None:
    table = Table(scenario).lay_ordeals(alone()[0]).left(ordeals=1)
    if scenario == "scenario_1":
        table.trophies(1, 0)
    last = table.fill(0, 0)
    told = story(table.hand(1, last), {1: place(0, last)})
    assert told[-1] == "The heroes win the match."
    table = Table("training_1", max_ticks=1)
    assert story(table, {})[-1] == "The match is stopped after 1 tick: nobody wins."


def test_silence_hides_faces_in_words_too() -> None:
    table = Table("scenario_3").curse(0)
    told = {viewer: story(table, {1: ROLL}, viewer, {1: "SOK"}) for viewer in (2,)}
    assert "hero_0 holds 3 rolled." in told[2]
    table = Table("scenario_3").curse(0)
    assert "hero_0 holds sword, footprints, key." in story(table, {1: ROLL}, 0, {1: "SOK"})
