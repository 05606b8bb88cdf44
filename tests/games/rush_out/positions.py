"""Positions of Rush Out! made by hand, tables to play them on, and the oracle at the same point of a game.

Rules and action ids are those of the oracle, which has them from the specification; symbols and banners are read from
the data files, so no test knows which symbols a card has. Seats: 0 the wizard, 1 + h the hero h. Spells,
ordeals and targets are numbered as in the oracle. Hands are words of faces, "?" for a die that has not been rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Self

import numpy as np

import rush_envs
from games import by_hand
from games.by_hand import answer, bits, config_of, elements, members
from games.rush_out import oracle as ro
from games.rush_out.oracle import (
    CHOOSE_DIE,
    CHOOSE_HERO,
    CHOOSE_TARGET,
    CURSE,
    DISSIPATION,
    HERO_FACES,
    HERO_SYMBOLS,
    PLACE_HERO,
    PLACE_JOKER,
    PLACE_WIZARD,
    SUMMONED,
    SUMMONING,
    TAKE_HERO,
    TAKE_WIZARD,
    WAIT,
    WIZARD_FACES,
    WIZARD_SYMBOLS,
    Card,
    Cards,
    Chance,
    Oracle,
    Question,
)
from games.rush_out.oracle_view import WIZARD_QUESTIONS, observation
from games.stream import Stream, stream_for
from rush_envs.contract import Config
from rush_envs.engine.batch import BatchEnv
from rush_envs.games.rush_out import components

GAME = rush_envs.game("rush_out")
SCENARIOS = ro.SCENARIOS
PLAYERS = (3, 4, 5)
NO_HERO = -1
SHUT_AIM = 21  # in the record: 0 free, 1 + target, 21 shut


# ------------------------------------------------------------------------------------------------------------------
# The box, as it is loaded


def letters(counts: Iterable[int], symbols: str) -> str:
    """Spaces by symbol as a word: `[2, 0, 1]` of FSO is FFO."""
    return "".join(symbol * int(count) for symbol, count in zip(symbols, counts, strict=True))


def banner(symbol: int) -> str:
    return "" if symbol < 0 else WIZARD_SYMBOLS[symbol]


@cache
def cards(heroes: int) -> Cards:
    """What is printed on the loaded cards and tiles, as the oracle takes it."""
    spells = [
        Card(ro.SPELL_KINDS[kind], letters(end, HERO_SYMBOLS), letters(wizard, WIZARD_SYMBOLS), banner(symbol))
        for kind, wizard, end, symbol in zip(*components.BOX.spells, strict=True)
    ]
    ordeals = [
        Card(
            components.ORDEAL_KINDS[kind],
            letters(end, HERO_SYMBOLS),
            letters(wizard, WIZARD_SYMBOLS),
            banner(symbol),
            int(back),
        )
        for kind, back, wizard, end, symbol in list(zip(*components.BOX.ordeals, strict=True))[:SUMMONED]
    ]
    return Cards(
        ordeals,
        spells,
        {name: HERO_SYMBOLS[icon] for name, icon in zip(ro.CHARACTERS, components.BOX.icons, strict=True)},
        {k + 2: letters(spaces, HERO_SYMBOLS) for k, spaces in enumerate(components.BOX.dragon_tile)},
        letters(components.BOX.hero_tile, HERO_SYMBOLS),
    )


BOX = cards(2)


def spells(*kinds: str) -> list[int]:
    """All spells of these kinds, in the words of the specification: `spells("dracology 1")`, `spells("no F")`."""
    return [number for number, card in enumerate(BOX.spells) if card.kind in kinds]


def ordeals(kind: str = "basic", players: int = 3, fits: Callable[[Card], bool] = lambda card: True) -> list[int]:
    """The ordeals of a kind for so many players that have a property."""
    return [
        k for k, card in enumerate(BOX.ordeals) if card.kind == kind and card.back <= players and fits(card)
    ]  # fmt: skip


def alone(players: int = 3) -> list[int]:
    """Basic ordeals that one hero can complete by himself."""
    return ordeals("basic", players, lambda card: len(card.hero) <= 3)


def spaces_of(ordeal: int) -> str:
    """The heroes' end."""
    return BOX.ordeal(ordeal).hero


# ------------------------------------------------------------------------------------------------------------------
# Movements (section 11)


def place(target: int, symbol: str) -> int:
    return PLACE_HERO + 6 * target + HERO_SYMBOLS.index(symbol)


def cast(target: int, symbol: str) -> int:
    """The wizard places a die."""
    return PLACE_WIZARD + 5 * target + WIZARD_SYMBOLS.index(symbol)


def back(symbol: str) -> int:
    return TAKE_HERO + HERO_SYMBOLS.index(symbol)


def with_joker(target: int, symbol: str) -> int:
    """The wizard places a joker though he has the natural face."""
    return PLACE_JOKER + 5 * target + WIZARD_SYMBOLS.index(symbol)


def wizard_back(symbol: str) -> int:
    return TAKE_WIZARD + WIZARD_SYMBOLS.index(symbol)


def choose_target(target: int) -> int:
    return CHOOSE_TARGET + target


def choose_die(hero: int, symbol: str) -> int:
    return CHOOSE_DIE + 6 * hero + HERO_SYMBOLS.index(symbol)


def choose_hero(hero: int) -> int:
    return CHOOSE_HERO + hero


# ------------------------------------------------------------------------------------------------------------------
# Chance


def order_draws(order: Sequence[int]) -> list[tuple[int, int]]:
    """What the shuffle of the seats must draw to give this order."""
    pile, draws = sorted(order), []
    for last in range(len(pile) - 1, 0, -1):
        other = pile.index(order[last])
        draws.append((last + 1, other))
        pile[last], pile[other] = pile[other], pile[last]
    return draws


class SameChance(Chance):
    """Draws from the stream of a record in the engine's order, so that the oracle gets what the engine will get."""

    def __init__(self, word: int, *, before_the_match: bool = False) -> None:
        super().__init__()
        self.stream = Stream(word)
        self.families = iter(list(ro.FAMILIES.values()) if before_the_match else [])
        self.pile: list[int] = []

    def choose_spells(self, family: str, cards: list[int], number: int) -> list[int]:
        """The engine shuffles the spells of every family, used or not."""
        for kinds in self.families:
            mixed = self.stream.shuffled(spells(*kinds))
            if kinds == ro.FAMILIES[family]:
                assert sorted(mixed) == sorted(cards)
                return sorted(mixed[:number])
        raise AssertionError(family)

    def _other_families(self) -> None:
        for kinds in self.families:
            self.stream.shuffled(spells(*kinds))

    def leave_out_ordeals(self, cards: list[int], number: int) -> list[int]:
        self._other_families()
        pile, gone = sorted(cards), []
        for _ in range(number):
            out = self.stream.below(len(pile))
            gone.append(pile[out])
            pile[out] = pile[-1]
            pile.pop()
        return gone

    def shuffle_spells(self, cards: list[int]) -> list[int]:
        self._other_families()
        return self.stream.shuffled(sorted(cards))[::-1]

    def shuffle_ordeals(self, cards: list[int]) -> list[int]:
        self.pile = self.stream.shuffled(sorted(cards))
        return self.pile[::-1]

    def reshuffle_ordeals(self, cards: list[int]) -> list[int]:
        """The engine brings the next basic ordeal to the top by changing it with the top card."""
        pile = list(self.pile)
        for _ in range(3):
            found = max(
                k for k, card in enumerate(pile) if card < len(BOX.ordeals) and BOX.ordeals[card].kind == "basic"
            )
            pile[found] = pile[-1]
            pile.pop()
        assert sorted(pile) == sorted(cards)
        return self.stream.shuffled(pile)[::-1]

    def order(self, agents: list[int]) -> list[int]:
        return self.stream.shuffled(agents)

    def roll(self, seat: int, count: int) -> list[str]:
        return [(HERO_FACES if seat else WIZARD_FACES)[self.stream.below(6)] for _ in range(count)]


# ------------------------------------------------------------------------------------------------------------------
# The oracle


class Naive(by_hand.Naive):
    """The lowest active seat is asked first."""

    def acting(self) -> int | None:
        return min(self.oracle.acting(), default=None)


def naive(config: Config | Mapping[str, Any], state: np.ndarray) -> Naive:
    """The oracle at the point of a one-record array: freshly dealt, or any later point between two decisions."""
    return Naive(oracle_of(state[0], config_of(GAME, config)))


def oracle_of(s: np.record, config: Config) -> Oracle:
    """The oracle at the point of a record."""
    options = config.options()
    heroes = options["num_players"] - 1
    oracle = Oracle(
        options["scenario"], heroes, list(options["heroes"]), max_ticks=options["max_ticks"], cards=cards(heroes)
    )
    oracle.chance = SameChance(s["rng"])
    _read_cards(oracle, s)
    _read_table(oracle, s)
    for seat, player in enumerate(oracle.players):
        faces = (HERO_FACES if seat else WIZARD_FACES) + ro.UNROLLED
        symbols = HERO_SYMBOLS if seat else WIZARD_FACES
        player.hand = list(letters(s["hand"][seat], faces))
        player.placed = list(letters(s["placed"][seat], symbols))
        player.target = None if s["at"][seat] < 0 else int(s["at"][seat])
        player.aim = {0: ro.FREE, SHUT_AIM: ro.SHUT}.get(int(s["aim"][seat]), int(s["aim"][seat]) - 1)
    for hero in range(heroes):
        player = oracle.hero(hero)
        player.locked, player.owes = bool(s["locked"][hero]), bool(s["owes"][hero])
        player.owners = sorted(elements(s["owners"][hero]))
        player.busy, player.wounded = int(s["busy"][hero]), bool(s["wounded"][hero])
        player.experience, player.equipment = int(s["experience"][hero]), elements(s["equipment"][hero])
    return oracle


def _read_cards(oracle: Oracle, s: np.record) -> None:
    oracle.match_spells, oracle.match_ordeals = sorted(elements(s["spell_set"])), sorted(elements(s["ordeal_set"]))
    oracle.left_out_spells = sorted(set(range(47)) - set(oracle.match_spells))
    oracle.left_out_ordeals = sorted(set(range(29)) - set(oracle.match_ordeals))
    oracle.spells, oracle.ordeals = s["spell"].tolist(), s["ordeal"].tolist()
    oracle.spell_deck = s["spell_deck"][: s["spell_count"]].tolist()[::-1]
    oracle.ordeal_deck = s["ordeal_deck"][: s["ordeal_count"]].tolist()[::-1]
    oracle.known_spell = s["known_spell"] >= 0
    assert not oracle.known_spell or oracle.spell_deck[0] == s["known_spell"]
    oracle.spell_discards = sorted(elements(s["spell_gone"]) | elements(s["spell_unseen"]))
    gone = elements(s["ordeal_gone"]) | elements(s["ordeal_unseen"])
    coins = {card for card in oracle.match_ordeals if BOX.ordeals[card].kind == "coin"}
    oracle.ordeal_discards = sorted(gone | coins - {*oracle.ordeals, *oracle.ordeal_deck})


def _read_table(oracle: Oracle, s: np.record) -> None:
    oracle.dragon, oracle.souls, oracle.lives = int(s["dragon"]), int(s["souls"]), int(s["lives"])
    oracle.dissipations = [None if hero < 0 else int(hero) for hero in s["dissipation"]]
    oracle.curses = [bool(lying) for lying in s["cursed"]]
    oracle.ticks, oracle.max_ticks = int(s["ticks"]), int(s["max_ticks"])
    oracle.trophies, oracle.coins = s["trophies"].tolist(), s["coins"].tolist()
    oracle.scrolls = elements(s["scrolls"])
    oracle.last_placer = [int(hero) for hero in s["last"]]
    seats = range(int(s["seats"]))
    oracle.sealed = {seat: int(s["pending"][seat]) for seat in seats if s["pending"][seat] not in (-1, ro.TAKE)}
    oracle.named = {
        seat: list(letters(s["taken"][seat], HERO_SYMBOLS if seat else WIZARD_FACES))
        for seat in seats
        if s["pending"][seat] == ro.TAKE or s["taken"][seat].any()
    }
    oracle.over, oracle.truncated = bool(s["done"] or s["truncated"]), bool(s["truncated"])
    oracle.winner = (0 if s["trophies"][0] > s["trophies"][1] else 1) if s["done"] else None
    oracle.market_seat = int(s["shopper"]) if s["phase"] == 1 and not oracle.over else None
    oracle.passes = int(s["passes"]) if oracle.market_seat else 0
    oracle.question = None
    if s["question"]:
        source = ro.LIGHTNING if s["casting"] == 3 else int(s["casting"])
        oracle.question = Question(WIZARD_QUESTIONS[s["question"]], source, int(s["wounds_due"]))


def facts(oracle: Oracle) -> dict[str, Any]:
    """All that is to be known of a game, to compare two of them."""
    passed_over = ("chance", "players", "cards", "contributors", "handicap", "last_placer")
    found = {key: value for key, value in vars(oracle).items() if key not in passed_over}
    for key in ("spell_discards", "ordeal_discards", "match_spells", "match_ordeals"):
        found[key] = sorted(found[key])
    found["named"] = {seat: sorted(dice) for seat, dice in oracle.named.items()}
    found["last"] = [oracle.last_placer[space] if oracle.heroes_on(space) else None for space in range(3)]
    found["players"] = [
        vars(player) | {"hand": sorted(player.hand), "placed": sorted(player.placed)} for player in oracle.players
    ]
    return found


def compare(batch: BatchEnv, row: int, oracle: Oracle, *, look: bool = True) -> None:
    """All facts are the same, every seat's legal movements, and (with `look`) every seat's observation."""
    s, seats = batch.states[row], batch.num_seats
    here, there = facts(oracle_of(s, batch.config)), facts(oracle)
    assert here == there, {key: (here[key], there[key]) for key in here if here[key] != there[key]}
    assert elements(s["active"]) == set(oracle.acting())
    assert s["score"][:seats].tolist() == oracle.scores()
    assert s["outcome"][:seats].tolist() == (oracle.outcome() if oracle.over else [0] * seats)
    features, masks = batch.look(np.full(seats, row), np.arange(seats))
    for seat in range(seats):
        assert members(masks[seat]) == oracle.legal(seat), f"seat {seat}"
    if look:
        assert batch.broken_invariants()[row] == 0
        for seat in range(seats):
            pieces, expected = GAME.observation.decode(features[seat]), observation(oracle, seat)
            assert list(pieces) == list(expected)
            for name, value in pieces.items():
                assert value.tolist() == expected[name], f"{name} seen by {seat}"


# ------------------------------------------------------------------------------------------------------------------
# One game


dealt = partial(by_hand.dealt, GAME)


class Table(by_hand.Table):
    """One game, dealt and then changed by hand. What is changed stays possible: a card that is laid somewhere changes
    places with the one that was there (a spell of the match with one left out, if need be)."""

    game = GAME

    def __init__(self, scenario: str = "scenario_6", players: int = 4, *, seed: int = 1, **options: Any) -> None:
        super().__init__(players, seed=seed, scenario=scenario, **options)
        self.scenario = scenario
        self.before = 0  # rounds that were over before the first tick at this table

    def _respace(self, s: np.record) -> None:
        """Free spaces are the spaces in play less the dice there."""
        oracle = oracle_of(s, self.batch.config)
        for target in range(20):
            free = [oracle.hero_spaces(target).count(symbol) for symbol in HERO_SYMBOLS]
            s["free"][target] = np.array(free) - s["placed"][1:][s["at"][1:] == target].sum(axis=0)
        for target in range(8):
            free = [oracle.wizard_spaces(target).count(symbol) for symbol in WIZARD_SYMBOLS]
            s["wizard_free"][target] = np.array(free) - (s["placed"][0][:5] if s["at"][0] == target else 0)

    def _change(self, change: Callable[[np.record], object]) -> Self:
        """One edit: between the change and the spaces that follow from it the position is not possible."""

        def whole(s: np.record) -> None:
            change(s)
            self._respace(s)

        return self.edit(whole)

    # Cards

    def lay_spells(self, *numbers: int) -> Self:
        """Available spells, by space."""

        def change(s: np.record) -> None:
            for space, number in enumerate(numbers):
                self._lay_spell(s, number, "spell", space)

        return self._change(change)

    def stack_spells(self, *numbers: int) -> Self:
        """The next spells of the deck, top first."""

        def change(s: np.record) -> None:
            for k, number in enumerate(numbers, 1):
                self._lay_spell(s, number, "spell_deck", int(s["spell_count"]) - k)

        return self._change(change)

    def lay_ordeals(self, *numbers: int) -> Self:
        """Available ordeals, by space; a summoning (29–35) leaves the spell deck for it."""

        def change(s: np.record) -> None:
            for space, number in enumerate(numbers):
                self._lay_ordeal(s, number, "ordeal", space)

        return self._change(change)

    def stack_ordeals(self, *numbers: int) -> Self:
        """The next ordeals of the deck, top first."""

        def change(s: np.record) -> None:
            for k, number in enumerate(numbers, 1):
                self._lay_ordeal(s, number, "ordeal_deck", int(s["ordeal_count"]) - k)

        return self._change(change)

    @staticmethod
    def _find(s: np.record, number: int, side: str) -> tuple[str, int] | None:
        """Where a card lies: a field and a place, if it is available or in the deck."""
        for name, size in ((side, 3), (f"{side}_deck", int(s[f"{side}_count"]))):
            if number in s[name][:size].tolist():
                return name, s[name][:size].tolist().index(number)
        return None

    def _lay_spell(self, s: np.record, number: int, name: str, index: int) -> None:
        old, found = int(s[name][index]), self._find(s, number, "spell")
        if found is not None:
            s[found[0]][found[1]] = old
        elif old != number:
            assert not s["spell_set"] >> number & 1, f"spell {number} lies elsewhere"
            s["spell_set"] ^= 1 << number | 1 << old
        s[name][index] = number

    def _lay_ordeal(self, s: np.record, number: int, name: str, index: int) -> None:
        old, found = int(s[name][index]), self._find(s, number, "ordeal")
        if found is not None:
            s[found[0]][found[1]] = old
        elif number >= SUMMONED:
            self._drop_spell(s, number - SUMMONED + SUMMONING)
            count = int(s["ordeal_count"])
            s["ordeal_deck"][1 : count + 1] = s["ordeal_deck"][:count].copy()
            s["ordeal_deck"][0] = old
            s["ordeal_count"] += 1
            index += name == "ordeal_deck"
        else:
            assert not s["ordeal_set"] >> number & 1, f"ordeal {number} lies elsewhere"
            s["ordeal_set"] ^= 1 << number | 1 << old
        s[name][index] = number
        top = int(s["ordeal_deck"][s["ordeal_count"] - 1])
        s["known_ordeal"] = top if top >= SUMMONED else -1

    def _drop_spell(self, s: np.record, spell: int) -> None:
        """A spell goes to another place on the table: it comes from the deck, which has one card less."""
        self._lay_spell(s, spell, "spell_deck", 0)
        s["spell_count"] -= 1
        s["spell_deck"][:-1] = s["spell_deck"][1:].copy()

    def left(self, *, spells: int | None = None, ordeals: int | None = None) -> Self:
        """Decks of so many cards: those at the bottom were discarded."""

        def change(s: np.record) -> None:
            for wanted, name in ((spells, "spell"), (ordeals, "ordeal")):
                surplus = 0 if wanted is None else int(s[f"{name}_count"]) - wanted
                assert surplus >= 0
                deck = s[f"{name}_deck"]
                for card in deck[:surplus].tolist():
                    if name == "spell" or card >= SUMMONED or BOX.ordeals[card].kind != "coin":
                        s[f"{name}_gone"] |= 1 << card
                s[f"{name}_deck"][: deck.size - surplus] = deck[surplus:].copy()
                s[f"{name}_count"] -= surplus

        return self._change(change)

    def coins(self, heroes: int = 0, wizard: int = 0) -> Self:
        """Coin cards won: they come from the deck."""

        def change(s: np.record) -> None:
            s["coins"] = heroes, wizard
            for _ in range(heroes + wizard):
                deck = s["ordeal_deck"][: s["ordeal_count"]].tolist()
                card = next(card for card in deck if card < SUMMONED and BOX.ordeals[card].kind == "coin")
                deck.remove(card)
                s["ordeal_count"] -= 1
                s["ordeal_deck"][: len(deck)] = deck

        return self._change(change)

    def dissipate(self, card: int, hero: int) -> Self:
        """A dissipation (0–5) lies before a hero; of a vortex the die is taken from his hand if he has one."""

        def change(s: np.record) -> None:
            self._drop_spell(s, DISSIPATION + card)
            s["dissipation"][card] = hero
            if card < 2 and not s["locked"][hero]:
                hand = s["hand"][1 + hero]
                if hand.sum():
                    hand[6 if hand[6] else int(np.flatnonzero(hand)[0])] -= 1
                    s["locked"][hero] = 1
                else:
                    s["owes"][hero] = 1

        return self._change(change)

    def curse(self, *numbers: int) -> Self:
        """Curses lie out: 0–1 silence, 2–3 one hand, 4–5 high five."""

        def change(s: np.record) -> None:
            for card in numbers:
                self._drop_spell(s, CURSE + card)
                s["cursed"][card] = 1

        return self._change(change)

    # Dice

    def hand(self, seat: int, faces: str) -> Self:
        """Faces of dice in hand; those not named have not been rolled."""

        def change(s: np.record) -> None:
            symbols = HERO_FACES if seat else WIZARD_FACES
            dice = int(s["hand"][seat].sum())
            counts = [faces.count(symbol) for symbol in symbols]
            assert sum(counts) == len(faces.replace("?", "")) <= dice
            s["hand"][seat] = [*counts, dice - sum(counts)]

        return self._change(change)

    def put(self, seat: int, target: int, symbols: str, rest: str = "") -> Self:
        """Dice lie on these spaces of a target; `rest` are the faces of the dice left in hand. The aim is free."""

        def change(s: np.record) -> None:
            names = HERO_SYMBOLS if seat else WIZARD_SYMBOLS
            assert s["at"][seat] in (-1, target)
            for symbol in symbols:
                s["placed"][seat, names.index(symbol)] += 1
            s["hand"][seat] = [0] * 6 + [s["hand"][seat].sum() - len(symbols)]
            s["at"][seat] = target if symbols or s["at"][seat] == target else -1
            s["aim"][seat] = 0

        return self._change(change).hand(seat, rest)

    def fill(self, target: int, *heroes: int, but: int = 1) -> str:
        """Heroes' dice on all spaces of a target but the last ones, whose symbols are returned; three dice a hero."""
        spaces = oracle_of(self.s, self.batch.config).hero_spaces(target)
        assert spaces
        filled = spaces[: len(spaces) - but]
        assert len(filled) <= 3 * len(heroes)
        for hero in heroes:
            self.put(1 + hero, target, filled[:3])
            filled = filled[3:]
        return spaces[len(spaces) - but :]

    def fill_wizard(self, target: int, but: int = 1, rest: str = "") -> str:
        """The same for the wizard."""
        spaces = oracle_of(self.s, self.batch.config).wizard_spaces(target)
        assert spaces
        self.put(0, target, spaces[: len(spaces) - but], rest or spaces[len(spaces) - but :])
        return spaces[len(spaces) - but :]

    def fill_all(self, target: int, *heroes: int) -> Self:
        """A target full of dice."""
        self.fill(target, *heroes, but=0)
        return self

    def fill_wizard_all(self, target: int) -> Self:
        spaces = oracle_of(self.s, self.batch.config).wizard_spaces(target)
        return self.put(0, target, spaces)

    def aim(self, seat: int, aim: int) -> Self:
        """A target, or FREE or SHUT of the oracle."""

        def change(s: np.record) -> None:
            s["aim"][seat] = {ro.FREE: 0, ro.SHUT: SHUT_AIM}.get(aim, aim + 1)

        return self.edit(change)

    # Tokens

    def dragon(self, place: int) -> Self:
        return self._change(lambda s: s.__setitem__("dragon", place))

    def wound(self, *heroes: int) -> Self:
        return self._change(lambda s: s["wounded"].put(heroes, 1))

    def points(self, *numbers: int) -> Self:
        """Experience, by hero: for each point an ordeal at the bottom of the deck was completed."""

        def change(s: np.record) -> None:
            s["experience"][: len(numbers)] = numbers
            worth = {card for card in range(36) if BOX.ordeal(card).kind not in ("coin", "clash")}
            for _ in range(int(s["experience"].sum()) - len(elements(s["ordeal_gone"]) & worth)):
                deck = s["ordeal_deck"][: s["ordeal_count"]].tolist()
                card = next(card for card in deck if card in worth)
                deck.remove(card)
                s["ordeal_gone"] |= 1 << card
                s["ordeal_count"] -= 1
                s["ordeal_deck"][: len(deck)] = deck

        return self.edit(change)

    def busy(self, *numbers: int) -> Self:
        """Ticks for which heroes are busy, by hero."""

        def change(s: np.record) -> None:
            s["busy"][: len(numbers)] = numbers
            s["active"] = bits([0, *(1 + hero for hero in range(self.players - 1) if not s["busy"][hero])])

        return self.edit(change)

    def scrolls(self, *numbers: int) -> Self:
        return self._change(lambda s: s.__setitem__("scrolls", bits(numbers)))

    def equip(self, hero: int, *items: int) -> Self:
        def change(s: np.record) -> None:
            s["equipment"][hero] = bits(items)
            s["equipment_left"] -= np.isin(np.arange(6), items)
            jokers = {*ro.Oracle.hero_joker(oracle_of(s, self.batch.config), hero)}
            s["covers"][hero] = bits(HERO_SYMBOLS.index(symbol) for symbol in jokers)

        return self.edit(change)

    def buy(self, hero: int, item: int) -> Self:
        """A hero buys equipment as the rules have it: the wizard wins a round, then comes the market."""
        self.coins(3, 0).lay_spells(SUMMONING).left(spells=1)
        self.tick({0: PLACE_WIZARD + WIZARD_SYMBOLS.index(self.fill_wizard(0))})
        while self.s["phase"] == 1:
            mine = self.active[0] == 1 + hero and not self.s["equipment"][hero] >> item & 1
            self.shop(ro.BUY_EQUIPMENT + item if mine else ro.PASS)
        assert self.s["equipment"][hero] >> item & 1
        return self

    def trophies(self, heroes: int, wizard: int) -> Self:
        """Rounds won before this one."""

        def change(s: np.record) -> None:
            s["trophies"] = heroes, wizard
            s["score"][: self.players] = [wizard] + [heroes] * (self.players - 1)
            s["round_now"] = heroes + wizard
            s["round_winner"] = ([0] * heroes + [1] * wizard + [-1] * 3)[:3]
            s["round_reason"] = s["round_winner"] >= 0
            self.before = heroes + wizard

        return self.edit(change)

    # Playing

    def tick(
        self,
        movements: Mapping[int, int | Sequence[int]] | None = None,
        *,
        order: Sequence[int] | None = None,
        rolls: Mapping[int, str] | None = None,
    ) -> Self:
        """One whole tick, in this order (or by seats) and with these faces; who is not named waits, and who takes dice
        back gives several answers.

        The oracle plays it too, and must come to the same.
        """
        self.check()
        named = dict.fromkeys(self.active, WAIT) | dict(movements or {})
        assert sorted(named) == self.active, "all that are active, and nobody else"
        order = sorted(named) if order is None else order
        draws = order_draws(order)
        for seat in order:
            faces = (rolls or {}).get(seat, "")
            draws += [(6, (HERO_FACES if seat else WIZARD_FACES).index(face)) for face in faces]
        self.set(rng=stream_for(tuple(draws)))
        oracle = oracle_of(self.s, self.batch.config)
        compare(self.batch, 0, oracle)
        for seat, movement in named.items():
            for action in [movement] if isinstance(movement, int) else movement:
                assert action in self.ids(seat), f"seat {seat} may not: {GAME.describe(action)}"
                answer(self.batch, 0, seat, action)
                oracle.apply(seat, action)
        compare(self.batch, 0, oracle)
        return self

    def shop(self, action: int) -> Self:
        """One answer in the market."""
        assert self.s["phase"] == 1
        oracle = oracle_of(self.s, self.batch.config)
        seat = self.active[0]
        answer(self.batch, 0, seat, action)
        oracle.apply(seat, action)
        compare(self.batch, 0, oracle)
        return self

    # What lies on the table

    @property
    def active(self) -> list[int]:
        return sorted(elements(self.s["active"]))

    def may(self, seat: int, action: int) -> bool:
        return action in self.ids(seat)

    def held(self, seat: int) -> str:
        """The dice in hand."""
        return letters(self.s["hand"][seat], (HERO_FACES if seat else WIZARD_FACES) + "?")

    def lies(self, seat: int) -> tuple[int, str]:
        """Where a seat's dice lie, on which spaces; -1 nowhere."""
        return int(self.s["at"][seat]), letters(self.s["placed"][seat], HERO_SYMBOLS if seat else WIZARD_FACES)

    def aims(self, seat: int) -> int:
        """FREE, SHUT or a target."""
        return {0: ro.FREE, SHUT_AIM: ro.SHUT}.get(int(self.s["aim"][seat]), int(self.s["aim"][seat]) - 1)

    @property
    def ordeal_deck(self) -> list[int]:
        """Top first."""
        return self.s["ordeal_deck"][: self.s["ordeal_count"]].tolist()[::-1]

    @property
    def spell_deck(self) -> list[int]:
        return self.s["spell_deck"][: self.s["spell_count"]].tolist()[::-1]

    @property
    def won(self) -> tuple[int, str] | None:
        """Who has won the last round that ended at this table (0 the heroes, 1 the wizard), and how."""
        ended = np.flatnonzero(self.s["round_winner"] >= 0)[self.before :]
        if not ended.size:
            return None
        last = int(ended[-1])
        return int(self.s["round_winner"][last]), ("", "deck", "dragon", "souls", "lives")[self.s["round_reason"][last]]


# ------------------------------------------------------------------------------------------------------------------
# Late positions and purposeful play

# How much a player likes each movement: to place and to choose, then to roll; seldom to wait or to take dice back.
LIKED = np.ones(ro.ACTIONS)
LIKED[WAIT], LIKED[ro.ROLL], LIKED[ro.TAKE] = 0.03, 1.0, 0.04
LIKED[PLACE_HERO:CHOOSE_TARGET] = 12.0
LIKED[ro.FLIP : ro.SWAP], LIKED[ro.SWAP : ro.SPEND] = 0.3, 0.03
LIKED[ro.PASS] = 0.4


def purposeful(mask: np.ndarray, rng: np.random.Generator) -> int:
    """A random legal movement of a player who wants to get on."""
    chances = LIKED * mask
    return int(rng.choice(ro.ACTIONS, p=chances / chances.sum()))


def scattered(scenario: str, players: int, rng: np.random.Generator, *, silence: bool = False, **options: Any) -> Table:
    """A late position: short decks, much of what a scenario knows lying about."""
    table = Table(scenario, players, seed=int(rng.integers(1 << 30)), **options)
    since, heroes = SCENARIOS.index(scenario), players - 1
    if since >= 1:
        table.dragon(int(rng.integers(4)))
    if since >= 2:
        table.trophies(int(rng.integers(2)), int(rng.integers(2)))
        for card in rng.permutation(6)[: rng.integers(4)]:
            table.dissipate(int(card), int(rng.integers(heroes)))
    if since >= 3:
        table.scrolls(*(k for k in range(8) if rng.random() < 0.5))
        there = sum(card < SUMMONED and BOX.ordeals[card].kind == "coin" for card in table.ordeal_deck)
        won = min(int(rng.integers(3)), there)
        table.coins(won, min(int(rng.integers(3)), there - won))
        for hero in range(heroes):
            table.equip(hero, *(item for item in range(6) if rng.random() < 0.3 and table.s["equipment_left"][item]))
    if since >= 4:
        table.curse(*{int(card) for card in rng.permutation(6)[: rng.integers(4)]} | ({0} if silence else set()))
    if since >= 5:
        table.wound(*(hero for hero in range(heroes) if rng.random() < 0.4)).set(souls=int(rng.integers(2, 8)))
    if since >= 6:
        table.set(lives=int(rng.integers(1, 4)))
    if since >= 7:
        worth = sum(card >= SUMMONED or BOX.ordeals[card].kind == "basic" for card in table.ordeal_deck)
        table.points(*(min(int(number), (worth - 1) // heroes) for number in rng.integers(0, 5, heroes)))
    kinds = {3: "coin", 6: "clash"}
    for first, kind in kinds.items():
        if since >= first and rng.random() < 0.7:
            deck = [card for card in table.ordeal_deck if card < SUMMONED and BOX.ordeals[card].kind == kind]
            table.lay_ordeals(*table.s["ordeal"][: rng.integers(3)].tolist(), *deck[:1])
    sizes = rng.integers(1, 6, 2).tolist()
    return table.left(spells=min(sizes[0], len(table.spell_deck)), ordeals=min(sizes[1], len(table.ordeal_deck)))
