"""A slow, plain second implementation of Rush Out!, for differential tests.

Written only from the manual, the specification (rule numbers RO-x.y refer to it) and the cards of components.md 5.4. It
knows nothing of the fast implementation: every shuffle, order and die comes from a `Chance`, which a test may override,
so that both implementations play the same game. What an agent sees, and the checks of RO-14, are in
oracle_view.py.

Seats: 0 the wizard, 1 + h the hero h. Teams: 0 the heroes, 1 the wizard. Symbols are letters (RO-2.1), an unrolled die
is "?". Ordeals are 0–19 basic, 20–23 coin, 24–28 clash, 29–35 the summonings (spells 8–14) on the heroes' side; spells
are 0–46, in the order of the tables below. **Decks are lists with the top first.**
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field

HERO_SYMBOLS, WIZARD_SYMBOLS, JOKER, UNROLLED = "FSOKHJ", "PWAFL", "J", "?"
HERO_FACES, WIZARD_FACES = HERO_SYMBOLS, WIZARD_SYMBOLS + JOKER
HEROES, WIZARD = 0, 1  # teams
FREE, SHUT = -1, -2  # aims beside a target (RO-5.4)

# components.md 5.4. A card: spaces of the heroes (basic) or of the wizard, "/" heroes' end, "ban" banner.
ORDEAL_TABLE = """
basic 3 | SSOK ban P · OOKF ban W · KKFS ban A · FFSO ban F · HSO ban L · SSOO · KKFF · HOK · HHSF
basic 4 | HHHKKK ban A · SSSOOO · KKKFFF ban W · OOOFFF · HHHHSO · HHHHKF
basic 5 | HHHHSS ban F · HHHOOF ban P · HHHKKO ban L · HHHFFS · HHSSOO
coin 3 | PPWA / SSK · WWAP / OOF · AAPW / KKS · FFLL / FFO
clash 3 | PPWW / SSSHH
clash 4 | WWAA / OOOHH · AAP / KKKHHH
clash 5 | FFL / FHHHHH · PWA / SHHHHH
"""
SPELL_TABLE = """
confusion one | PPWL ban W · WWAL ban A · AAPL ban P · PWAL
confusion all | PPLL ban F · WWLL · AALL ban L · PWALL
summoning | PPPPF / SSO ban P · WWWWF / OOK ban W · AAAAF / KKF ban A · PPWWF / FFSS · WWAAF / SOKF ban L \
· PPAAF / HOKF ban F · PWAFL / HSKO
dracology 1 | FFFFP ban F · FFFFW · FFFFA · FFFPW ban P · FFFWA ban W · FFFPA ban A
dracology 2 | FFFFF ban L
vortex | PWLL / HH · PWLL / HH
no F | WWAL / SOK
no S | PPAL / FOK
no O | PPWL / FSK
no K | PWAL / FSO
silence | AAWL / HS · AAWL / HS
one hand | WWPL / HO · WWPL / HO
high five | PPAL / HK · PPAL / HK
damnation 1 | LLP · LLW · LLA · FLL
damnation 2 | FLP · FLW · FLA
regression one | PPPLL · WWWLL · AAALL
regression all | LLLLP · LLLLW · LLLLA
"""
CARD_PATTERN = re.compile(r"([A-Z]+)(?: / ([A-Z]+))?(?: ban ([A-Z]))?")

SUMMONING, DISSIPATION, CURSE = 8, 22, 28  # the first spells of these kinds
SUMMONED = 29  # the ordeal id of spell SUMMONING
SPELL_KINDS = [line.split(" | ")[0] for line in SPELL_TABLE.strip().split("\n")]
FAMILIES = {
    "confusion": ("confusion one", "confusion all"),
    "summoning": ("summoning",),
    "dracology": ("dracology 1", "dracology 2"),
    "dissipation": ("vortex", "no F", "no S", "no O", "no K"),
    "curse": ("silence", "one hand", "high five"),
    "damnation": ("damnation 1", "damnation 2"),
    "regression": ("regression one", "regression all"),
}
# components.md 5.1: the number of spells by family
SPELL_COUNTS = {
    "training_1": (8, 7, 0, 0, 0, 0, 0),
    "training_2": (6, 6, 5, 0, 0, 0, 0),
    "scenario_1": (5, 4, 5, 5, 0, 0, 0),
    "scenario_2": (6, 5, 5, 5, 0, 0, 0),
    "scenario_3": (5, 4, 5, 4, 4, 0, 0),
    "scenario_4": (4, 3, 5, 4, 4, 5, 0),
    "scenario_5": (4, 3, 5, 4, 4, 5, 0),
    "scenario_6": (0, 3, 5, 3, 3, 5, 3),
}
SCENARIOS = list(SPELL_COUNTS)
CHARACTERS = ["bard", "sentinel", "warrior", "cleric"]  # RO-1.3
SOULS = {2: 7, 3: 8, 4: 8}  # RO-3.3, by heroes
LIVES = {2: 4, 3: 5, 4: 6}

EQUIPMENT = ["F", "K", "O", "S", "H", "FSOKH"]  # what a joker may then be, in the order of the actions
EQUIPMENT_PRICES, EQUIPMENT_COPIES = [1, 1, 1, 1, 2, 3], [2, 2, 2, 2, 1, 1]
PLANT_WATER, PLANT_AIR, SWAP_SCROLL, LIGHTNING, FIRE = 0, 1, 2, 6, 7  # scrolls; the last two are targets 6 and 7 too
JOKER_SCROLLS = {3: "P", 4: "W", 5: "A"}
SCROLL_PRICES, SCROLL_SPACES = [2, 2, 1, 1, 1, 1, 2, 3], {LIGHTNING: "LL", FIRE: "FFFFF"}
FLIPS = [("P", "W", PLANT_WATER), ("W", "P", PLANT_WATER), ("P", "A", PLANT_AIR), ("A", "P", PLANT_AIR)]
ABILITY_PRICES = {"bard": 3, "sentinel": 2, "warrior": 3, "cleric": 1}  # RO-9.6

# Targets of heroes (RO-5.8): 0–2 ordeals, then these; of the wizard: 0–2 spells, 3–5 ends of ordeals, 6–7 scrolls.
DRAGON_TILE, DISSIPATION_TARGET, CURSE_TARGET, HERO_TILE, HERO_TARGETS = 3, 4, 10, 16, 20
ORDEAL_END, WIZARD_TARGETS = 3, 8

# Section 11
WAIT, ROLL, TAKE, TAKE_ALL, TAKE_HERO, TAKE_WIZARD = 0, 1, 2, 3, 4, 10
PLACE_HERO, PLACE_WIZARD, PLACE_JOKER = 15, 135, 175
CHOOSE_TARGET, CHOOSE_DIE, CHOOSE_HERO, FLIP, SWAP, SPEND = 215, 235, 259, 263, 267, 270
BUY_EQUIPMENT, BUY_SCROLL, PASS, HEAL, DISCARD, PUSH, TURN, ACTIONS = 271, 277, 285, 286, 290, 302, 303, 323


@dataclass(frozen=True)
class Card:
    """The symbols of an ordeal or a spell."""

    kind: str  # basic, coin, clash, summoned, or one of SPELL_KINDS
    hero: str  # the heroes' spaces
    wizard: str  # the wizard's spaces
    banner: str = ""
    back: int = 3  # RO-3.1


@dataclass(frozen=True)
class Cards:
    """Everything printed (components.md 5.4)."""

    ordeals: list[Card]  # 0–28
    spells: list[Card]  # 0–46
    icons: dict[str, str] = field(default_factory=lambda: dict(zip(CHARACTERS, "KOSF", strict=True)))
    dragon_tile: dict[int, str] = field(default_factory=lambda: {2: "JJ", 3: "JJ", 4: "JJJ"})  # by heroes
    wounded: str = "HHH"

    def ordeal(self, number: int) -> Card:
        """A card on the heroes' side: there only the heroes' end of a summoning counts (RO-7.6)."""
        if number < SUMMONED:
            return self.ordeals[number]
        spell = self.spells[number - SUMMONED + SUMMONING]
        return Card("summoned", spell.hero, "", spell.banner)


def parse(table: str) -> list[tuple[str, str, str, str]]:
    """(name of the row, first spaces, second spaces, banner) of each card."""
    cards = []
    for line in table.strip().split("\n"):
        name, row = line.split(" | ")
        for text in row.split(" · "):
            match = CARD_PATTERN.fullmatch(text.strip())
            assert match, text
            first, second, banner = match.groups(default="")
            cards.append((name, first, second, banner))
    return cards


def parse_ordeal(row: str, first: str, second: str, banner: str) -> Card:
    kind, back = row.split()
    hero, wizard = (first, "") if kind == "basic" else (second, first)
    return Card(kind, hero, wizard, banner, int(back))


CARDS = Cards(
    ordeals=[parse_ordeal(*entry) for entry in parse(ORDEAL_TABLE)],
    spells=[Card(kind, hero, wizard, banner) for kind, wizard, hero, banner in parse(SPELL_TABLE)],
)


class Chance:
    """All chance. Tests override the methods to copy another implementation's results.

    Order of the calls. Match: `choose_spells` for each family that the scenario uses, in the order of FAMILIES, also
    when all of its cards are used; `leave_out_ordeals` with a handicap. Each round: `shuffle_spells`, then
    `shuffle_ordeals`, `reshuffle_ordeals` only if other than basic ordeals were drawn (RO-3.2), `roll(0, 5)` (RO-3.4).
    Each tick: `order` once when the last movement is named, then `roll` for each `roll` movement carried out, in that
    order. Nothing else is random.
    """

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def choose_spells(self, family: str, cards: list[int], number: int) -> list[int]:
        """RO-3.1: which `number` spells of a family are used in this match."""
        return sorted(self.random.sample(cards, number))

    def leave_out_ordeals(self, cards: list[int], number: int) -> list[int]:
        """RO-1.4: which ordeals leave the match."""
        return self.random.sample(cards, number)

    def shuffle_spells(self, cards: list[int]) -> list[int]:
        """The spell deck of a round, top first; the first three will lie out."""
        return self.random.sample(cards, len(cards))

    def shuffle_ordeals(self, cards: list[int]) -> list[int]:
        """The ordeal deck of a round, top first; the first three (basic ones, RO-3.2) will lie out."""
        return self.random.sample(cards, len(cards))

    def reshuffle_ordeals(self, cards: list[int]) -> list[int]:
        """RO-3.2: the rest of the deck with the drawn cards that are not basic, top first."""
        return self.random.sample(cards, len(cards))

    def order(self, agents: list[int]) -> list[int]:
        """RO-4.2; `agents` are seats, lowest first."""
        return self.random.sample(agents, len(agents))

    def roll(self, seat: int, count: int) -> list[str]:
        """One face for each of a player's dice in hand, as they fall one after another (RO-4.4)."""
        return self.random.choices(HERO_FACES if seat else WIZARD_FACES, k=count)


@dataclass
class Player:
    """One seat. Of a placed die only the space matters: a joker stays valid (RO-2.3) and comes back unrolled."""

    hand: list[str] = field(default_factory=list)  # faces or UNROLLED, in no order
    target: int | None = None  # where the placed dice lie
    placed: list[str] = field(default_factory=list)  # symbols of their spaces (not their faces)
    aim: int = FREE  # FREE, SHUT or a target
    # Heroes only:
    locked: bool = False  # a die lies on a vortex
    owes: bool = False  # ... or still has to (RO-8.2)
    owners: list[int] = field(default_factory=list)  # heroes between whom he must choose (RO-9.5)
    busy: int = 0
    wounded: bool = False
    experience: int = 0
    equipment: set[int] = field(default_factory=set)  # indices of EQUIPMENT, for the whole match


@dataclass
class Question:
    """The wizard's open choice (RO-7.3)."""

    kind: str  # target, die, dissipation, damnation, regression
    source: int  # the spell space 0–2 or LIGHTNING
    wounds: int = 0  # left, for damnation


class RoundWon(Exception):
    """Raised the moment a side wins, so that nothing else of the tick happens (RO-4.5)."""

    def __init__(self, team: int) -> None:
        super().__init__(team)
        self.team = team


class Oracle:
    """One match. All attributes are plain and may be set by hand in tests."""

    def __init__(
        self,
        scenario: str = "scenario_1",
        num_heroes: int = 3,
        characters: list[str] | None = None,
        *,
        handicap: bool = False,
        max_ticks: int = 6000,
        cards: Cards = CARDS,
        chance: Chance | None = None,
    ) -> None:
        self.scenario, self.num_heroes, self.handicap, self.max_ticks = scenario, num_heroes, handicap, max_ticks
        self.characters = list(characters or CHARACTERS[:num_heroes])  # by hero
        self.cards, self.chance = cards, chance or Chance()
        self.players = [Player() for _ in range(num_heroes + 1)]  # by seat
        self.ticks = 0
        self.sealed: dict[int, int] = {}  # movements named in the open tick, by seat
        self.named: dict[int, list[str]] = {}  # spaces from which a seat takes dice back before its roll (RO-5.7)
        self.contributors: set[int] = set()  # heroes with dice on what was completed in this tick (RO-8.6)
        self.trophies = [0, 0]  # by team
        self.coins = [0, 0]  # by team: coin cards of this round; in the market what is left with the token
        self.scrolls: set[int] = set()  # for the whole match
        self.market_seat: int | None = None  # who is asked in the market; None in a round
        self.passes = 0  # of heroes, in a row
        self.over = False
        self.truncated = False
        self.winner: int | None = None  # team
        self._choose_decks()
        self._set_up_round()

    # Set-up

    def since(self, scenario: str) -> bool:
        """Whether what begins with a scenario is in this game."""
        return SCENARIOS.index(self.scenario) >= SCENARIOS.index(scenario)

    def _choose_decks(self) -> None:
        """RO-3.1."""
        self.match_spells: list[int] = []
        for (family, kinds), number in zip(FAMILIES.items(), SPELL_COUNTS[self.scenario], strict=True):
            cards = [i for i, spell in enumerate(self.cards.spells) if spell.kind in kinds]
            self.match_spells += self.chance.choose_spells(family, cards, number) if number else []
        first = {"basic": "training_1", "coin": "scenario_2", "clash": "scenario_5"}
        self.match_ordeals = [
            i
            for i, ordeal in enumerate(self.cards.ordeals)
            if self.since(first[ordeal.kind]) and ordeal.back <= self.num_heroes + 1
        ]
        if self.handicap:  # RO-1.4
            gone = self.chance.leave_out_ordeals(list(self.match_ordeals), 2)
            self.match_ordeals = [card for card in self.match_ordeals if card not in gone]
        self.left_out_spells = [i for i in range(len(self.cards.spells)) if i not in self.match_spells]
        self.left_out_ordeals = [i for i in range(len(self.cards.ordeals)) if i not in self.match_ordeals]

    def _set_up_round(self) -> None:
        """RO-3.2 to RO-3.4."""
        self.spell_deck = self.chance.shuffle_spells(list(self.match_spells))
        self.spells = [self.spell_deck.pop(0) for _ in range(3)]  # available, by space
        self.known_spell = False  # the top spell was put there by a swap
        self.spell_discards: list[int] = []
        self._lay_out_ordeals()
        # Ordeals that left their space: discarded, or kept as a coin or as experience (which one makes no difference).
        self.ordeal_discards: list[int] = []
        self.last_placer: list[int | None] = [None] * 3  # hero, by ordeal space, since the card lies there (RO-9.5)
        self.dragon = 0  # RO-2.5; without a dragon 0 for ever
        self.dissipations: list[int | None] = [None] * 6  # before which hero, by card (spells 22–27)
        self.curses = [False] * 6  # lying out (spells 28–33)
        self.souls = SOULS[self.num_heroes] if self.since("scenario_4") else 0
        self.lives = LIVES[self.num_heroes] if self.since("scenario_5") else 0
        self.coins = [0, 0]
        self.question: Question | None = None
        self.sealed, self.named, self.contributors = {}, {}, set()
        for seat, player in enumerate(self.players):
            self.players[seat] = Player(hand=[UNROLLED] * (3 if seat else 5), equipment=player.equipment)
        self._roll(0)

    def _lay_out_ordeals(self) -> None:
        """RO-3.2. Before scenario_2 all ordeals are basic."""
        self.ordeal_deck = self.chance.shuffle_ordeals(list(self.match_ordeals))
        self.ordeals: list[int] = []  # available, by space
        others: list[int] = []
        while len(self.ordeals) < 3:
            card = self.ordeal_deck.pop(0)
            (self.ordeals if self.cards.ordeal(card).kind == "basic" else others).append(card)
        if others:
            self.ordeal_deck = self.chance.reshuffle_ordeals(self.ordeal_deck + others)

    # What lies where

    def hero(self, hero: int) -> Player:
        return self.players[1 + hero]

    def hero_spaces(self, target: int) -> str:
        """The spaces of a hero's target, none if it is not in play (RO-5.8)."""
        if target < DRAGON_TILE:
            return self.cards.ordeal(self.ordeals[target]).hero
        if target == DRAGON_TILE:
            return self.cards.dragon_tile[self.num_heroes] if self.dragon > 0 else ""
        if target < CURSE_TARGET:
            card = target - DISSIPATION_TARGET
            return "" if self.dissipations[card] is None else self.cards.spells[DISSIPATION + card].hero
        if target < HERO_TILE:
            card = target - CURSE_TARGET
            return self.cards.spells[CURSE + card].hero if self.curses[card] else ""
        hero = target - HERO_TILE
        return self.cards.wounded if hero < self.num_heroes and self.hero(hero).wounded else ""

    def wizard_spaces(self, target: int) -> str:
        """The same for the wizard."""
        if target < ORDEAL_END:
            return self.cards.spells[self.spells[target]].wizard
        if target < LIGHTNING:
            return self.cards.ordeal(self.ordeals[target - ORDEAL_END]).wizard
        return SCROLL_SPACES[target] if target in self.scrolls else ""

    def heroes_on(self, target: int) -> list[int]:
        """The heroes with dice on a target; a die on a vortex does not count (RO-5.5)."""
        return [hero for hero in range(self.num_heroes) if self.hero(hero).target == target]

    def dice_on(self, target: int) -> list[str]:
        """The spaces of a hero's target that have a die."""
        return [symbol for hero in self.heroes_on(target) for symbol in self.hero(hero).placed]

    def full(self, target: int) -> bool:
        """RO-2.4, of a hero's target."""
        spaces = self.hero_spaces(target)
        return spaces != "" and sorted(spaces) == sorted(self.dice_on(target))

    def hero_joker(self, hero: int) -> set[str]:
        """RO-2.2."""
        bought = {symbol for kind in self.hero(hero).equipment for symbol in EQUIPMENT[kind]}
        return bought | {self.cards.icons[self.characters[hero]]}

    def wizard_joker(self) -> set[str]:
        """RO-2.3."""
        cards = [self.cards.spells[card] for card in self.spells] + [self.cards.ordeal(card) for card in self.ordeals]
        bought = {symbol for scroll, symbol in JOKER_SCROLLS.items() if scroll in self.scrolls}
        return bought | {card.banner for card in cards if card.banner}

    def forbidden(self, hero: int) -> set[str]:
        """RO-5.6."""
        lying = [DISSIPATION + card for card, before in enumerate(self.dissipations) if before == hero]
        kinds = [self.cards.spells[card].kind for card in lying]
        return {kind[-1] for kind in kinds if kind.startswith("no ")}

    def has_vortex(self, hero: int) -> bool:
        kinds = [self.cards.spells[DISSIPATION + card].kind for card in range(6) if self.dissipations[card] == hero]
        return "vortex" in kinds

    def cursed(self, kind: str) -> bool:
        """Whether a curse of a kind lies out."""
        return any(lying and self.cards.spells[CURSE + card].kind == kind for card, lying in enumerate(self.curses))

    # Legal movements

    def active(self) -> list[int]:
        """The seats that are asked in this tick (RO-4.7), or the one asked in the market."""
        if self.over:
            return []
        if self.market_seat is not None:
            return [self.market_seat]
        return [seat for seat, player in enumerate(self.players) if player.busy == 0]

    def acting(self) -> list[int]:
        """Those of them who have not answered."""
        return [seat for seat in self.active() if seat not in self.sealed]

    def legal(self, seat: int) -> set[int]:
        """The flat ids open to a seat that has still to answer."""
        if seat not in self.acting():
            return set()
        if self.market_seat is not None:
            return self.purchases(seat) | {PASS}
        return self.movements(seat)

    def movements(self, seat: int) -> set[int]:
        """What is legal on the position as it lies (RO-5)."""
        player = self.players[seat]
        if seat in self.named and seat not in self.sealed:
            return self._dice_to_name(seat)
        if seat == 0 and self.question is not None:  # RO-5.9
            return self.options()
        if player.owners:
            return {CHOOSE_HERO + hero for hero in player.owners}
        if player.owes:  # RO-8.2
            return {TAKE_HERO + HERO_SYMBOLS.index(symbol) for symbol in player.placed}
        actions = {WAIT}
        actions |= {ROLL} if player.hand or self._named_there(seat) else set()
        actions |= {TAKE} if player.placed else set()
        actions |= {SPEND} if self.coins[HEROES if seat else WIZARD] >= 2 else set()  # RO-5.10
        return actions | (self._hero_actions(seat - 1) if seat else self._wizard_actions())

    def _dice_to_name(self, seat: int) -> set[int]:
        """RO-5.7: one more die, all of them, or the roll once there is one."""
        first, symbols = (TAKE_HERO, HERO_SYMBOLS) if seat else (TAKE_WIZARD, WIZARD_SYMBOLS)
        left = Counter(self.players[seat].placed) - Counter(self.named[seat])
        return {TAKE_ALL, *(first + symbols.index(symbol) for symbol in left)} | ({ROLL} if self.named[seat] else set())

    def _named_there(self, seat: int) -> list[str]:
        """The dice named to be taken back that still lie where they lay."""
        return list((Counter(self.named.get(seat, [])) & Counter(self.players[seat].placed)).elements())

    def _hero_actions(self, hero: int) -> set[int]:
        placing = {
            PLACE_HERO + 6 * target + index
            for target in range(HERO_TARGETS)
            if self._may_aim(self.hero(hero), target)
            for index, symbol in enumerate(HERO_SYMBOLS)
            if self._hero_may_place(hero, target, symbol)
        }
        return placing | self._abilities(hero)

    def _wizard_actions(self) -> set[int]:
        placing = {
            PLACE_WIZARD + 5 * target + index
            for target in range(WIZARD_TARGETS)
            if self._may_aim(self.players[0], target)
            for index, symbol in enumerate(WIZARD_SYMBOLS)
            if self._wizard_may_place(target, symbol)
        }
        hand = self.players[0].hand
        jokers = {
            PLACE_JOKER + action - PLACE_WIZARD for action in placing if self._choice_of_faces(action - PLACE_WIZARD)
        }
        flips = {FLIP + i for i, (face, _, scroll) in enumerate(FLIPS) if scroll in self.scrolls and face in hand}
        swaps = {SWAP + space for space in range(3) if SWAP_SCROLL in self.scrolls}
        return placing | jokers | flips | swaps

    def _may_aim(self, player: Player, target: int) -> bool:
        """RO-5.3: one target at a time, and one a roll."""
        return player.target in (None, target) and player.aim in (FREE, target)

    def _hero_may_place(self, hero: int, target: int, symbol: str) -> bool:
        """RO-5.3, RO-5.5, RO-5.6."""
        spaces, hand = self.hero_spaces(target), self.hero(hero).hand
        if symbol not in spaces or not (symbol in hand or (JOKER in hand and symbol in self.hero_joker(hero))):
            return False
        free = spaces.count(symbol) - self.dice_on(target).count(symbol)
        colours = {*self.heroes_on(target), hero}
        return free > 0 and len(colours) <= 2 and symbol not in self.forbidden(hero)

    def _wizard_may_place(self, target: int, symbol: str) -> bool:
        """RO-5.3."""
        player = self.players[0]
        there = player.placed.count(symbol) if player.target == target else 0
        free = self.wizard_spaces(target).count(symbol) - there
        return free > 0 and (symbol in player.hand or (JOKER in player.hand and symbol in self.wizard_joker()))

    def _choice_of_faces(self, number: int) -> bool:
        """RO-5.3: the wizard may use a joker though he has the face, unless that is the last space of the card."""
        target, index = divmod(number, 5)
        player, symbol = self.players[0], WIZARD_SYMBOLS[index]
        free = len(self.wizard_spaces(target)) - (len(player.placed) if player.target == target else 0)
        both = symbol in player.hand and JOKER in player.hand and symbol in self.wizard_joker()
        return both and free > 1

    def _abilities(self, hero: int) -> set[int]:
        """RO-9.6."""
        character = self.characters[hero]
        if self.hero(hero).experience < ABILITY_PRICES[character]:
            return set()
        heroes = range(self.num_heroes)
        if character == "bard":
            return {HEAL + other for other in heroes if self.hero(other).wounded}
        if character == "sentinel":
            dissipations = {DISCARD + card for card in range(6) if self.dissipations[card] is not None}
            return dissipations | {DISCARD + 6 + card for card in range(6) if self.curses[card]}
        if character == "warrior":
            return {PUSH} if self.dragon > 0 else set()
        seen = [hero] if self.cursed("silence") else list(heroes)  # RO-8.4
        faces = enumerate("FSOKH")
        return {TURN + 5 * other + i for i, face in faces for other in seen if face in self.hero(other).hand}

    def options(self) -> set[int]:
        """The wizard's choices (RO-7.3)."""
        assert self.question is not None
        kind, heroes = self.question.kind, range(self.num_heroes)
        loose = [target for target in range(HERO_TARGETS) if self.heroes_on(target) and not self.full(target)]
        if kind == "target":
            return {CHOOSE_TARGET + target for target in loose}
        if kind == "die":
            dice = {
                (hero, symbol)
                for hero in heroes
                if self.hero(hero).target in loose
                for symbol in self.hero(hero).placed
            }
            return {CHOOSE_DIE + 6 * hero + HERO_SYMBOLS.index(symbol) for hero, symbol in dice}
        if kind == "dissipation":
            return {CHOOSE_HERO + hero for hero in heroes}
        if kind == "damnation":
            return {CHOOSE_HERO + hero for hero in heroes if not self.hero(hero).wounded}
        return {CHOOSE_HERO + hero for hero in heroes if self.hero(hero).experience > 0}

    # The tick

    def apply(self, seat: int, action: int) -> None:
        """Name a movement; the last one that is named sets the tick off (RO-4.2). In the market: buy or pass."""
        if action not in self.legal(seat):
            raise ValueError(f"action {action} is not legal for seat {seat}")
        if self.market_seat is not None:
            self._trade(seat, action)
            return
        if seat in self.named or action == TAKE:
            self._name_die(seat, action)
        else:
            self.sealed[seat] = action
        if not self.acting():
            self._resolve()

    def _name_die(self, seat: int, action: int) -> None:
        """RO-5.7: the seat is asked until it rolls or no die is left to name; with one die there is nothing to ask."""
        placed, named = self.players[seat].placed, self.named.setdefault(seat, [])
        if action == TAKE_ALL or len(placed) == 1:
            self.named[seat] = list(placed)
        elif action >= TAKE_HERO:
            named.append(HERO_SYMBOLS[action - TAKE_HERO] if seat else WIZARD_SYMBOLS[action - TAKE_WIZARD])
        if action == ROLL or len(self.named[seat]) == len(placed):
            self.sealed[seat] = ROLL

    def _resolve(self) -> None:
        """RO-4.2 to RO-4.6."""
        at_start, self.contributors = list(self.ordeals), set()
        try:
            for seat in self.chance.order(self.active()):
                action = self.sealed[seat]
                space = self._ordeal_space(action)
                same_card = space is None or self.ordeals[space] == at_start[space]
                if same_card and action in self.movements(seat):  # RO-4.3
                    self._carry_out(seat, action)
            self._settle()
        except RoundWon as won:
            self.sealed, self.named = {}, {}
            self.ticks += 1
            self._end_round(won.team)
            return
        self._update_busy()
        self.sealed, self.named = {}, {}
        self.ticks += 1
        if self.ticks >= self.max_ticks:
            self.over = self.truncated = True

    def _ordeal_space(self, action: int) -> int | None:
        """The ordeal space that a movement names (RO-4.3)."""
        space = -1
        if PLACE_HERO <= action < PLACE_WIZARD:
            space = (action - PLACE_HERO) // 6
        elif PLACE_WIZARD <= action < CHOOSE_TARGET:
            space = (action - PLACE_WIZARD) // 5 % WIZARD_TARGETS - ORDEAL_END
        elif CHOOSE_TARGET <= action < CHOOSE_DIE:
            space = action - CHOOSE_TARGET
        return space if 0 <= space < 3 else None

    def _update_busy(self) -> None:
        """RO-8.5 to RO-8.7."""
        one_hand, high_five = self.cursed("one hand"), self.cursed("high five")
        for hero in range(self.num_heroes):
            player = self.hero(hero)
            if player.busy > 0:
                player.busy -= 1
            elif one_hand and self.sealed[1 + hero] != WAIT:
                player.busy += 1
            if high_five and hero in self.contributors:
                player.busy += 1

    def _carry_out(self, seat: int, action: int) -> None:
        player = self.players[seat]
        if action == ROLL:
            self._give_back(player, self._named_there(seat))
            self._roll(seat)
        elif action in range(TAKE_HERO, TAKE_WIZARD):  # RO-8.2
            self._give_back(player, [HERO_SYMBOLS[action - TAKE_HERO]])
            player.aim = SHUT
        elif action in range(PLACE_HERO, PLACE_WIZARD):
            target, index = divmod(action - PLACE_HERO, 6)
            self._place_hero(seat - 1, target, HERO_SYMBOLS[index])
        elif action in range(PLACE_WIZARD, CHOOSE_TARGET):
            target, index = divmod((action - PLACE_WIZARD) % 40, 5)
            self._put_down(player, target, WIZARD_SYMBOLS[index], joker=action >= PLACE_JOKER)
            if sorted(player.placed) == sorted(self.wizard_spaces(target)):
                self._complete_wizard(target)
        elif action in range(CHOOSE_TARGET, FLIP):
            self._choose(action) if seat == 0 else self._choose_owner(player, action - CHOOSE_HERO)
        elif action in range(FLIP, SWAP):
            face, new, _ = FLIPS[action - FLIP]
            player.hand[player.hand.index(face)] = new
        elif action in range(SWAP, SPEND):
            self._swap(action - SWAP)
        elif action == SPEND:
            self._spend(HEROES if seat else WIZARD)
        elif action in range(HEAL, ACTIONS):
            self._use_ability(seat - 1, action)

    # Dice

    def _roll(self, seat: int) -> None:
        """RO-5.2."""
        player = self.players[seat]
        count, faces = len(player.hand), HERO_FACES if seat else WIZARD_FACES
        player.hand = list(self.chance.roll(seat, count))
        assert len(player.hand) == count, "the caller rolls every die in hand"
        assert set(player.hand) <= set(faces), "RO-2.1"
        player.aim = FREE

    def _give_back(self, player: Player, symbols: list[str]) -> None:
        """Dice from these spaces return; the first of a hero who owes a vortex goes there (RO-8.2)."""
        for symbol in list(symbols):
            player.placed.remove(symbol)
            if player.owes:
                player.owes, player.locked = False, True
            else:
                player.hand.append(UNROLLED)
        if not player.placed:
            player.target = None

    def _put_down(self, player: Player, target: int, symbol: str, *, joker: bool = False) -> None:
        """RO-5.3: the natural face before the joker, unless the wizard chose otherwise."""
        player.hand.remove(symbol if symbol in player.hand and not joker else JOKER)
        player.placed.append(symbol)
        player.target = player.aim = target

    def _place_hero(self, hero: int, target: int, symbol: str) -> None:
        self._put_down(self.hero(hero), target, symbol)
        if target < 3:
            self.last_placer[target] = hero
        if self.full(target) and not self._under_dragon(target):
            self._complete(target)

    def _under_dragon(self, target: int) -> bool:
        """RO-2.5."""
        return target < 3 and self.dragon == target + 1

    def _clear_hero_target(self, target: int) -> None:
        """All hero dice on it return, and aims at it are shut (RO-5.4)."""
        for player in self.players[1:]:
            if player.target == target:
                self._give_back(player, player.placed)
            if player.aim == target:
                player.aim = SHUT

    def _clear_wizard_target(self, target: int) -> None:
        player = self.players[0]
        if player.target == target:
            self._give_back(player, player.placed)
        if player.aim == target:
            player.aim = SHUT

    # Completing, heroes

    def _complete(self, target: int) -> None:
        """RO-6.2."""
        contributors = self.heroes_on(target)
        self.contributors |= set(contributors)
        self._clear_hero_target(target)
        if target < DRAGON_TILE:
            self._complete_ordeal(target, contributors)
        elif target == DRAGON_TILE:
            self._push_back()
        elif target < CURSE_TARGET:
            self._discard_dissipation(target - DISSIPATION_TARGET)
        elif target < HERO_TILE:
            self._discard_curse(target - CURSE_TARGET)
        else:
            self.hero(target - HERO_TILE).wounded = False

    def _complete_ordeal(self, space: int, contributors: list[int]) -> None:
        """RO-6.3, RO-6.5, RO-6.6."""
        kind = self.cards.ordeal(self.ordeals[space]).kind
        if kind == "clash":
            self.lives -= 1
            if self.lives == 0:
                raise RoundWon(HEROES)
            return
        if kind == "coin":
            self.coins[HEROES] += 1
        elif self.since("scenario_6"):
            self._earn(space, contributors)
        self._replace_ordeal(space)

    def _earn(self, space: int, contributors: list[int]) -> None:
        """RO-9.4, RO-9.5."""
        if len(contributors) == 1:
            self.hero(contributors[0]).experience += 1
        else:
            placer = self.last_placer[space]
            assert placer is not None
            assert placer in contributors
            self.hero(placer).owners = contributors

    def _choose_owner(self, player: Player, hero: int) -> None:
        """RO-9.5."""
        self.hero(hero).experience += 1
        player.owners = []

    def _replace_ordeal(self, space: int) -> None:
        """The ordeal leaves, all dice on it return, the next one comes (RO-6.4)."""
        self._clear_hero_target(space)
        self._clear_wizard_target(ORDEAL_END + space)
        self.ordeal_discards.append(self.ordeals[space])
        self.ordeals[space] = self.ordeal_deck.pop(0)
        self.last_placer[space] = None
        if not self.ordeal_deck:
            raise RoundWon(HEROES)

    def _push_back(self) -> None:
        """RO-6.7, RO-6.9."""
        left = self.dragon
        self.dragon -= 1
        if self.dragon == 0:
            self._clear_hero_target(DRAGON_TILE)
        self._complete_left(left)

    def _complete_left(self, left: int) -> None:
        """RO-6.9: the ordeal that the dragon stood on before."""
        if left > 0 and self.full(left - 1):
            self._complete(left - 1)

    def _discard_dissipation(self, card: int) -> None:
        """RO-6.8, RO-8.2, RO-8.3."""
        hero = self.dissipations[card]
        assert hero is not None
        self._clear_hero_target(DISSIPATION_TARGET + card)
        self.dissipations[card] = None
        self.spell_discards.append(DISSIPATION + card)
        player = self.hero(hero)
        if not self.has_vortex(hero):
            player.owes = False
            if player.locked:
                player.locked = False
                player.hand.append(UNROLLED)

    def _discard_curse(self, card: int) -> None:
        """RO-6.8."""
        self._clear_hero_target(CURSE_TARGET + card)
        self.curses[card] = False
        self.spell_discards.append(CURSE + card)

    # Completing, wizard

    def _complete_wizard(self, target: int) -> None:
        """RO-6.5, RO-6.6, RO-7.1, RO-7.11."""
        self._clear_wizard_target(target)
        if target < ORDEAL_END:
            self._cast(target)
        elif target < LIGHTNING:
            space = target - ORDEAL_END
            if self.cards.ordeal(self.ordeals[space]).kind == "coin":
                self.coins[WIZARD] += 1
            self._replace_ordeal(space)
        elif target == LIGHTNING:
            self._ask(Question("target", LIGHTNING))
        else:
            left = self.dragon
            self._advance_dragon(1)
            self._complete_left(left)

    def _cast(self, space: int) -> None:
        """RO-7.1, steps 2 to 4."""
        card = self.spells[space]
        kind, left = self.cards.spells[card].kind, self.dragon
        if kind == "summoning":  # RO-7.6
            self.ordeal_deck.insert(0, card - SUMMONING + SUMMONED)
            self._refill_spell(space)
        elif kind in FAMILIES["curse"]:  # RO-7.8
            self.curses[card - CURSE] = True
            self._refill_spell(space)
        elif kind in FAMILIES["dracology"]:  # RO-7.7, RO-6.9
            self._advance_dragon(int(kind[-1]))
            self._discard_spell(space)
            self._complete_left(left)
        elif kind == "regression all":  # RO-7.10
            for player in self.players[1:]:
                player.experience = max(0, player.experience - 1)
            self._discard_spell(space)
        elif kind in FAMILIES["damnation"]:
            self._ask(Question("damnation", space, wounds=int(kind[-1])))
        elif kind in FAMILIES["dissipation"]:
            self._ask(Question("dissipation", space))
        else:
            questions = {"confusion one": "die", "confusion all": "target", "regression one": "regression"}
            self._ask(Question(questions[kind], space))

    def _advance_dragon(self, steps: int) -> None:
        """RO-7.7."""
        self.dragon = min(4, self.dragon + steps)
        if self.dragon == 4:
            raise RoundWon(WIZARD)

    def _discard_spell(self, space: int) -> None:
        """Steps 3 and 4."""
        self.spell_discards.append(self.spells[space])
        self._refill_spell(space)

    def _refill_spell(self, space: int) -> None:
        """Step 4."""
        self.spells[space] = self.spell_deck.pop(0)
        self.known_spell = False
        if not self.spell_deck:
            raise RoundWon(WIZARD)

    def _ask(self, question: Question) -> None:
        self.question = question
        self._settle()

    def _settle(self) -> None:
        """RO-7.4, RO-7.9."""
        if self.question is None:
            return
        options = sorted(self.options())
        if self.question.kind == "damnation":
            if len(options) <= self.question.wounds:
                for option in options:
                    self.hero(option - CHOOSE_HERO).wounded = True
                self._damn()
        elif not options:
            self._answered()
        elif len(options) == 1:
            self._choose(options[0])

    def _answered(self) -> None:
        """Steps 3 and 4 after a choice; a scroll stays (RO-7.11)."""
        assert self.question is not None
        space, self.question = self.question.source, None
        if space != LIGHTNING:
            self._discard_spell(space)

    def _choose(self, action: int) -> None:
        """The wizard's choice, then steps 2 to 4."""
        assert self.question is not None
        if self.question.kind == "target":  # RO-7.5: the aims stay
            for hero in self.heroes_on(action - CHOOSE_TARGET):
                self._give_back(self.hero(hero), self.hero(hero).placed)
            self._answered()
        elif self.question.kind == "die":
            hero, index = divmod(action - CHOOSE_DIE, 6)
            self._give_back(self.hero(hero), [HERO_SYMBOLS[index]])
            self._answered()
        elif self.question.kind == "dissipation":
            self._send(action - CHOOSE_HERO)
        elif self.question.kind == "damnation":  # RO-7.9
            self.hero(action - CHOOSE_HERO).wounded = True
            self.question.wounds -= 1
            self._settle() if self.question.wounds else self._damn()
        else:  # RO-7.10
            self.hero(action - CHOOSE_HERO).experience -= 1
            self._answered()

    def _damn(self) -> None:
        """RO-7.9, when all wounds are dealt."""
        assert self.question is not None
        if self.cards.spells[self.spells[self.question.source]].kind == "damnation 1":
            wounded = sum(player.wounded for player in self.players[1:])
            self.souls -= min(self.souls, wounded)
            if self.souls == 0:
                raise RoundWon(WIZARD)
        self._answered()

    def _send(self, hero: int) -> None:
        """RO-7.8, RO-8.2."""
        assert self.question is not None
        space, self.question = self.question.source, None
        card, player = self.spells[space], self.hero(hero)
        self.dissipations[card - DISSIPATION] = hero
        if self.cards.spells[card].kind == "vortex" and not player.locked:
            if player.hand:
                player.hand.remove(next(face for face in UNROLLED + HERO_FACES if face in player.hand))
                player.locked = True
            else:
                player.owes = True
        self._refill_spell(space)

    def _swap(self, space: int) -> None:
        """RO-7.13."""
        self._clear_wizard_target(space)
        self.spells[space], self.spell_deck[0] = self.spell_deck[0], self.spells[space]
        self.known_spell = True

    # Coins, abilities

    def _spend(self, team: int) -> None:
        """RO-5.10."""
        self.coins[team] -= 2
        if team == HEROES:
            self.ordeal_discards.append(self.ordeal_deck.pop(0))
        else:
            self.spell_discards.append(self.spell_deck.pop(0))
            self.known_spell = False
        if not (self.ordeal_deck if team == HEROES else self.spell_deck):
            raise RoundWon(team)

    def _use_ability(self, hero: int, action: int) -> None:
        """RO-9.6."""
        self.hero(hero).experience -= ABILITY_PRICES[self.characters[hero]]
        if action < DISCARD:
            self.hero(action - HEAL).wounded = False
            self._clear_hero_target(HERO_TILE + action - HEAL)
        elif action < DISCARD + 6:
            self._discard_dissipation(action - DISCARD)
        elif action < PUSH:
            self._discard_curse(action - DISCARD - 6)
        elif action == PUSH:
            self._push_back()
        else:
            other, index = divmod(action - TURN, 5)
            hand = self.hero(other).hand
            hand[hand.index(HERO_SYMBOLS[index])] = JOKER

    # Rounds, market, result

    def _end_round(self, team: int) -> None:
        """RO-9.1, RO-4.6. Open choices fall away; everything else lies as it is until the next set-up."""
        self.trophies[team] += 1
        self.question = None
        for player in self.players:
            player.owners = []
        needed = 2 if self.since("scenario_1") else 1  # RO-1.6
        if self.trophies[team] == needed:
            self.over, self.winner = True, team
        elif self.ticks >= self.max_ticks:
            self.over = self.truncated = True
        elif self.since("scenario_2"):
            self.coins[1 - team] += 1
            self.market_seat = 0
            self._go_on_trading()
        else:
            self._set_up_round()

    def equipment_left(self) -> list[int]:
        """RO-9.3."""
        return [copies - sum(k in p.equipment for p in self.players) for k, copies in enumerate(EQUIPMENT_COPIES)]

    def purchases(self, seat: int) -> set[int]:
        """RO-9.3: what a seat can buy."""
        if seat == 0:
            prices = enumerate(SCROLL_PRICES)
            return {BUY_SCROLL + i for i, price in prices if i not in self.scrolls and price <= self.coins[WIZARD]}
        owned, left = self.players[seat].equipment, self.equipment_left()
        prices = enumerate(EQUIPMENT_PRICES)
        return {BUY_EQUIPMENT + i for i, p in prices if i not in owned and left[i] and p <= self.coins[HEROES]}

    def _trade(self, seat: int, action: int) -> None:
        """RO-9.2."""
        if action == PASS:
            self._pass_on(bought=False)
        elif seat == 0:
            self.scrolls.add(action - BUY_SCROLL)
            self.coins[WIZARD] -= SCROLL_PRICES[action - BUY_SCROLL]
        else:
            self.players[seat].equipment.add(action - BUY_EQUIPMENT)
            self.coins[HEROES] -= EQUIPMENT_PRICES[action - BUY_EQUIPMENT]
            self._pass_on(bought=True)
        self._go_on_trading()

    def _pass_on(self, *, bought: bool) -> None:
        """The next seat in the market; None when the wizard and then all heroes in a row have passed."""
        assert self.market_seat is not None
        if self.market_seat == 0:
            self.market_seat, self.passes = 1, 0
            return
        self.passes = 0 if bought else self.passes + 1
        done = self.passes == self.num_heroes
        self.market_seat = None if done else self.market_seat % self.num_heroes + 1

    def _go_on_trading(self) -> None:
        """RO-9.2: who can buy nothing counts as passing. Then the next round (RO-9.1)."""
        while self.market_seat is not None and not self.purchases(self.market_seat):
            self._pass_on(bought=False)
        if self.market_seat is None:
            self.passes = 0
            self._set_up_round()

    def outcome(self) -> list[int]:
        """RO-10.1, RO-10.2, by seat; all 0 after a truncation."""
        if not self.over:
            raise ValueError("the game is not over")
        signs = [0, 0] if self.winner is None else [1 if team == self.winner else -1 for team in (HEROES, WIZARD)]
        return [signs[WIZARD]] + [signs[HEROES]] * self.num_heroes

    def scores(self) -> list[int]:
        """RO-10.2, by seat."""
        return [self.trophies[WIZARD]] + [self.trophies[HEROES]] * self.num_heroes
