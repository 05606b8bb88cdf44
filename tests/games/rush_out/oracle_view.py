"""What an agent of the slow Rush Out! sees (section 12), and the checks of its invariants (section 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.rush_out.oracle import (
    ABILITY_PRICES,
    CHARACTERS,
    CURSE,
    DISSIPATION,
    EQUIPMENT,
    FREE,
    HERO_FACES,
    HERO_SYMBOLS,
    HERO_TARGETS,
    SCENARIOS,
    SHUT,
    SPELL_KINDS,
    SUMMONED,
    SUMMONING,
    UNROLLED,
    WIZARD_FACES,
    WIZARD_SYMBOLS,
    WIZARD_TARGETS,
    Oracle,
)

ORDEAL_KINDS = ["basic", "coin", "clash", "summoned"]
WIZARD_QUESTIONS = ["none", "target", "die", "dissipation", "damnation", "regression"]
QUESTIONS = [*WIZARD_QUESTIONS, "owner", "market", "dice"]


def one_hot(size: int, value: int | None) -> list[int]:
    return [int(index == value) for index in range(size)]


def count(symbols: str, dice: str | list[str]) -> list[int]:
    return [dice.count(symbol) for symbol in symbols]


def missing(symbols: str, spaces: str, dice: list[str]) -> list[int]:
    """Spaces without a die."""
    return [spaces.count(symbol) - dice.count(symbol) for symbol in symbols]


def steps(size: int, number: int) -> list[int]:
    """A thermometer."""
    return [int(k < number) for k in range(size)]


def members(size: int, chosen: set[int]) -> list[int]:
    return [int(index in chosen) for index in range(size)]


def question(oracle: Oracle, viewer: int) -> str:
    """What the viewer owes (a vortex is not asked for here: `owes` tells it)."""
    if oracle.market_seat == viewer:
        return "market"
    if viewer in oracle.named and viewer not in oracle.sealed:
        return "dice"
    if oracle.players[viewer].owners:
        return "owner"
    return oracle.question.kind if viewer == 0 and oracle.question is not None else "none"


def seen_hand(oracle: Oracle, viewer: int, hero: int) -> list[int]:
    """RO-8.4: silence hides the faces of other heroes' dice from heroes, not how many are unrolled."""
    dice = oracle.hero(hero).hand
    hidden = viewer not in (0, 1 + hero) and oracle.cursed("silence")
    return ([0] * 6 if hidden else count(HERO_FACES, dice)) + [dice.count(UNROLLED)]


def by_hero(oracle: Oracle, row: Callable[[int], Any]) -> list[Any]:
    """A row for each of four heroes; absent heroes are zeros."""
    rows = [row(hero) for hero in range(oracle.num_heroes)]
    empty = [0] * len(rows[0]) if isinstance(rows[0], list) else 0
    return rows + [empty] * (4 - oracle.num_heroes)


def observation(oracle: Oracle, viewer: int) -> dict[str, list[Any]]:
    """The pieces of section 12, in the order of its table."""
    return _me(oracle, viewer) | _dice(oracle, viewer) | _table(oracle) | _rest(oracle)


def _me(oracle: Oracle, viewer: int) -> dict[str, list[Any]]:
    player = oracle.players[viewer]
    return {
        "me": one_hot(5, viewer),
        "my_aim": one_hot(22, {FREE: 0, SHUT: 21}.get(player.aim, 1 + player.aim)),
        "my_question": one_hot(9, QUESTIONS.index(question(oracle, viewer))),
        "my_taken": count(HERO_SYMBOLS if viewer else WIZARD_FACES, oracle.named.get(viewer, [])),
        "my_owner": members(4, set(player.owners)),
        "heroes": one_hot(3, oracle.num_heroes - 2),
        "scenario": one_hot(8, SCENARIOS.index(oracle.scenario)),
        "character": by_hero(oracle, lambda hero: one_hot(4, CHARACTERS.index(oracle.characters[hero]))),
        "joker_as": by_hero(oracle, lambda hero: [int(s in oracle.hero_joker(hero)) for s in "FSOKH"]),
        "wizard_joker_as": [int(s in oracle.wizard_joker()) for s in WIZARD_SYMBOLS],
    }


def _dice(oracle: Oracle, viewer: int) -> dict[str, list[Any]]:
    wizard = oracle.players[0]

    def lies_on(targets: int, target: int | None) -> list[int]:
        return one_hot(1 + targets, 0 if target is None else 1 + target)

    return {
        "hand": by_hero(oracle, lambda hero: seen_hand(oracle, viewer, hero)),
        "wizard_hand": [*count(WIZARD_FACES, wizard.hand), wizard.hand.count(UNROLLED)],
        "hero_target": by_hero(oracle, lambda hero: lies_on(HERO_TARGETS, oracle.hero(hero).target)),
        "hero_placed": by_hero(oracle, lambda hero: count(HERO_SYMBOLS, oracle.hero(hero).placed)),
        "wizard_target": lies_on(WIZARD_TARGETS, wizard.target),
        "wizard_placed": count(WIZARD_SYMBOLS, wizard.placed),
        "missing": [missing(HERO_SYMBOLS, oracle.hero_spaces(t), oracle.dice_on(t)) for t in range(HERO_TARGETS)],
        "in_play": [int(oracle.hero_spaces(target) != "") for target in range(HERO_TARGETS)],
        "full": [int(oracle.full(space)) for space in range(3)],
        "wizard_missing": [
            missing(WIZARD_SYMBOLS, oracle.wizard_spaces(t), wizard.placed if wizard.target == t else [])
            for t in range(WIZARD_TARGETS)
        ],
    }


def _table(oracle: Oracle) -> dict[str, list[Any]]:
    spells = [oracle.cards.spells[card] for card in oracle.spells]
    ordeals = [oracle.cards.ordeal(card) for card in oracle.ordeals]
    return {
        "spell_kind": [one_hot(17, SPELL_KINDS.index(spell.kind)) for spell in spells],
        "spell_hero_end": [count(HERO_SYMBOLS, spell.hero) for spell in spells],
        "spell_banner": [count(WIZARD_SYMBOLS, spell.banner) for spell in spells],
        "ordeal_kind": [one_hot(4, ORDEAL_KINDS.index(ordeal.kind)) for ordeal in ordeals],
        "ordeal_banner": [count(WIZARD_SYMBOLS, ordeal.banner) for ordeal in ordeals],
        "dragon": one_hot(4, oracle.dragon),
        "dissipation": [one_hot(4, hero) for hero in oracle.dissipations],
        "curse": [int(lying) for lying in oracle.curses],
        "locked": by_hero(oracle, lambda hero: int(oracle.hero(hero).locked)),
        "owes": by_hero(oracle, lambda hero: int(oracle.hero(hero).owes)),
        "busy": by_hero(oracle, lambda hero: oracle.hero(hero).busy),
        "wounded": by_hero(oracle, lambda hero: int(oracle.hero(hero).wounded)),
        "souls": steps(8, oracle.souls),
        "lives": steps(8, oracle.lives),
    }


def _rest(oracle: Oracle) -> dict[str, list[Any]]:
    asked = "none" if oracle.question is None else oracle.question.kind
    known_ordeals = [card for card in oracle.ordeal_deck[:1] if card >= SUMMONED]  # always known (RO-13.1)
    known_kind = oracle.cards.spells[oracle.spell_deck[0]].kind if oracle.known_spell else None
    return {
        "trophies": [steps(2, number) for number in oracle.trophies],
        "coins": [steps(5, number) for number in oracle.coins],
        "experience": by_hero(oracle, lambda hero: oracle.hero(hero).experience),
        "able": by_hero(
            oracle, lambda hero: int(oracle.hero(hero).experience >= ABILITY_PRICES[oracle.characters[hero]])
        ),
        "equipment": by_hero(oracle, lambda hero: members(len(EQUIPMENT), oracle.hero(hero).equipment)),
        "equipment_left": oracle.equipment_left(),
        "scrolls": members(8, oracle.scrolls),
        "wizard_question": one_hot(6, WIZARD_QUESTIONS.index(asked)),
        "casting": one_hot(4, None if oracle.question is None else min(oracle.question.source, 3)),
        "wounds_due": steps(2, 0 if oracle.question is None else oracle.question.wounds),
        "known_ordeal": count(HERO_SYMBOLS, "".join(oracle.cards.ordeal(card).hero for card in known_ordeals)),
        "known_spell": one_hot(17, None if known_kind is None else SPELL_KINDS.index(known_kind)),
        "clock": [100 * oracle.ticks // oracle.max_ticks],
    }


def check(oracle: Oracle) -> None:
    """RO-14. Between two answers, in a round, in the market or at the end."""
    _check_dice(oracle)
    _check_cards(oracle)
    _check_counts(oracle)
    if not oracle.over and oracle.market_seat is None:
        _check_round(oracle)
    for seat in oracle.acting():
        assert oracle.legal(seat), "RO-14.5"


def _check_dice(oracle: Oracle) -> None:
    for seat, player in enumerate(oracle.players):
        assert len(player.hand) + len(player.placed) + player.locked == (3 if seat else 5), "RO-14.3"
        assert set(player.hand) <= {*(HERO_FACES if seat else WIZARD_FACES), UNROLLED}, "RO-2.1"
        assert (player.target is None) == (not player.placed), "RO-14.3"
        assert not player.owes or len(player.placed) == 3, "RO-8.2"
    for hero in range(oracle.num_heroes):
        player = oracle.hero(hero)
        assert oracle.has_vortex(hero) == (player.locked or player.owes), "RO-8.2, RO-8.3"
        assert not (player.locked and player.owes), "RO-8.3"
    for target in range(HERO_TARGETS):
        assert len(oracle.heroes_on(target)) <= 2, "RO-5.5"
        assert Counter(oracle.dice_on(target)) <= Counter(oracle.hero_spaces(target)), "RO-14.3"
    wizard = oracle.players[0]
    if wizard.target is not None:
        assert Counter(wizard.placed) <= Counter(oracle.wizard_spaces(wizard.target)), "RO-14.3"


def _check_cards(oracle: Oracle) -> None:
    lying = [DISSIPATION + card for card in range(6) if oracle.dissipations[card] is not None]
    lying += [CURSE + card for card in range(6) if oracle.curses[card]]
    heroes_side = oracle.ordeal_deck + oracle.ordeals + oracle.ordeal_discards
    summoned = [card - SUMMONED + SUMMONING for card in heroes_side if card >= SUMMONED]
    wizards_side = oracle.spell_deck + oracle.spells + oracle.spell_discards + lying + summoned
    ordeals = [card for card in heroes_side if card < SUMMONED]
    assert sorted(wizards_side) == sorted(oracle.match_spells), "RO-14.4"
    assert sorted(wizards_side + oracle.left_out_spells) == list(range(47)), "RO-14.4"
    assert sorted(ordeals) == sorted(oracle.match_ordeals), "RO-14.4"
    assert sorted(ordeals + oracle.left_out_ordeals) == list(range(29)), "RO-14.4"
    kinds = Counter(oracle.cards.ordeal(card).kind for card in oracle.ordeal_discards)
    token = oracle.market_seat is not None
    assert sum(oracle.coins) <= kinds["coin"] + token, "coins come from coin cards"
    points = sum(len(player.owners) > 0 for player in oracle.players)
    points += sum(player.experience for player in oracle.players)
    assert points <= kinds["basic"] + kinds["summoned"], "experience comes from ordeals"


def _check_counts(oracle: Oracle) -> None:
    assert len(oracle.ordeal_deck) <= 33, "RO-14.1"
    assert len(oracle.spell_deck) <= 22, "RO-14.1"
    assert all(0 <= coins <= 5 for coins in oracle.coins), "RO-14.1"
    assert all(0 <= player.experience <= 27 for player in oracle.players), "RO-14.1"
    assert all(0 <= player.busy <= 2 for player in oracle.players), "RO-8.7"
    assert max(oracle.trophies) <= 2, "RO-1.6"
    assert min(oracle.equipment_left()) >= 0, "RO-9.3"
    assert 0 <= oracle.souls <= 8, "RO-3.3"
    assert 0 <= oracle.lives <= 6, "RO-3.3"


def _check_round(oracle: Oracle) -> None:
    assert len(oracle.spells) == len(oracle.ordeals) == 3, "RO-14.5"
    assert oracle.spell_deck, "the wizard would have won"
    assert oracle.ordeal_deck, "the heroes would have won"
    assert 0 <= oracle.dragon <= 3, "RO-14.5"
    for target in range(HERO_TARGETS):
        assert not oracle.full(target) or oracle.dragon == target + 1 <= 3, "RO-14.4"
    wizard = oracle.players[0]
    assert wizard.target is None or sorted(wizard.placed) != sorted(oracle.wizard_spaces(wizard.target)), "RO-14.4"
    assert oracle.question is None or len(oracle.options()) > 1, "RO-7.4"
