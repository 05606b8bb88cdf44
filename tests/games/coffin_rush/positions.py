"""Positions of Coffin Rush! made by hand, tables to play them on, and the oracle at the same point of a game.

Numbers, map and action ids are the oracle's, which has them from the specification. Cells are named by the quadrants
of the standard layout: `cell("Q5", 2, 2)`. Items, seats and cards count from 0, slots of a backpack from 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Self

import numpy as np

import rush_envs
from games import by_hand
from games.by_hand import Naive, bits, config_of, elements, members
from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle import Chance, Oracle, Question
from games.coffin_rush.oracle_temple import OUT, RUSH, STAIRS, Temple
from games.stream import Stream, stream_for
from rush_envs.contract import Config
from rush_envs.engine.batch import BatchEnv

GAME = rush_envs.game("coffin_rush")
N, E, S, W = range(4)
CARDS = ("aggression", "betrayal", "analysis", "adrenaline", "rush")
TRAPS = ("bomb", "quicksand", "toxicity", "summoning", "feather", "seals", "silence", "fury", "earthquake")
GREEN, YELLOW, ORANGE, RED, VIOLET = (0, 1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16)
TORCH, CHARM, AMULET, COINS = 17, 19, 21, 23  # the first of each two
PLAYERS = (2, 3, 4, 5, 6)
TEAMS = {3: ((0, 1), (2,)), 4: ((0, 2), (1, 3)), 5: ((0, 4), (1, 2, 3)), 6: ((0, 3), (1, 4), (2, 5))}

# The record's own words
WALL, OPEN, OPEN_DOOR, CLOSED_DOOR, TEMPLE_DOOR = range(5)
IN_TILE, IN_BAG, HELD, IN_TENT = -1, -2, -3, -4
SPECTRES, MONSTERS = 3, 7
PLACES, SARCOPHAGI = 26, 18

STANDARD = Temple()
ATTIC = ct.cell_id(0, 0, 1)  # a remote cell for what must lie somewhere


def cell(quadrant: str, row: int, column: int) -> int:
    """A cell of the standard layout."""
    position = ct.CRYPT_POSITION if quadrant == "CRYPT" else ct.ORDINARY[int(quadrant[1:]) - 1]
    return ct.cell_id(position, row, column)


RUNE = cell("CRYPT", 2, 2)


# ------------------------------------------------------------------------------------------------------------------
# Actions (CO-14)


def step(way: int) -> int:
    return ct.STEP + way


def door(way: int) -> int:
    return ct.DOOR + way


def drop(slot: int) -> int:
    """In TURN, DROP and OVERFLOW."""
    return ct.DROP_SLOT + slot - 2


def take(slot: int) -> int:
    """In SLOT."""
    return ct.SLOT + slot - 2


def aggress(after: int) -> int:
    """The player so many seats after."""
    return ct.AGGRESS + after


def betray(after: int) -> int:
    return ct.BETRAY + after


def borrow(after: int) -> int:
    return ct.BORROW + after


def target(after: int) -> int:
    return ct.TARGET + after


def recover(card: str) -> int:
    return ct.RECOVER + CARDS.index(card)


def discard(card: str) -> int:
    return ct.DISCARD + CARDS.index(card)


def analyse(position: int) -> int:
    return ct.ANALYSE + position


def set_yellow(value: int) -> int:
    return ct.YELLOW + value


def set_red(value: int) -> int:
    return ct.RED + value


STEPS = {step(way) for way in range(4)}
DOORS = {door(way) for way in range(4)}
DISCARDS = {discard(card) for card in CARDS}
CHARM_ANSWERS = {ct.KEEP, *(set_yellow(k) for k in (1, 2, 3)), *(set_red(k) for k in (1, 2, 3, 4))}


# ------------------------------------------------------------------------------------------------------------------
# Chance

Draws = list[tuple[int, ...]]


def die(colour: str, value: int) -> Draws:
    faces = ct.FACES[colour]
    return [(6, faces.index(value), 5 - faces[::-1].index(value))]


def roll(yellow: int, red: int) -> Draws:
    """Both dice of a slot."""
    return die("yellow", yellow) + die("red", red)


def card(place: int, of: int) -> Draws:
    """The card at this place (from 0) of a hand of so many, in their order."""
    return [(of, place)]


class SameChance(Chance):
    """Draws from the stream of a record in the engine's order, so that the oracle gets what the engine will get."""

    def __init__(self, word: int) -> None:
        super().__init__()
        self.stream = Stream(word)

    def default(self, label: str, arguments: dict[str, Any]) -> Any:
        stream = self.stream
        match label:
            case "layout":
                order, turns = list(range(10)), [0] * 10
                for k in range(9, -1, -1):
                    other = stream.below(k + 1)
                    order[k], order[other] = order[other], order[k]
                    turns[k] = stream.below(4)
                return order, turns
            case "sarcophagi":
                return stream.shuffled([*range(ct.TREASURES), STAIRS])
            case "chests":
                return stream.shuffled(range(ct.TREASURES, ct.ITEMS))
            case "traps":
                return stream.shuffled(sorted(arguments["kinds"]))[::-1]
            case "bomb":
                return 5 + stream.below(3)
            case "trap":
                return arguments["deck"][0]
            case "ritual":
                return ct.FACES[arguments["colour"]][stream.below(6)]
            case "slot_roll":
                return tuple(ct.FACES[colour][stream.below(6)] for colour in ("yellow", "red"))
            case "random_card":
                return sorted(arguments["hand"])[stream.below(len(arguments["hand"]))]
        raise ValueError(label)


# ------------------------------------------------------------------------------------------------------------------
# The oracle at the point of a record


@cache
def _temple(order: tuple[int, ...], turns: tuple[int, ...]) -> Temple:
    return Temple(list(order), list(turns))


def temple_of(s: np.record) -> Temple:
    return _temple(tuple(s["quadrant"][ct.ORDINARY].tolist()), tuple(s["turned"][ct.ORDINARY].tolist()))


def oracle_of(s: np.record, config: Config) -> Oracle:
    """The oracle at the point of a record."""
    options = config.options()
    oracle = Oracle(options["num_players"], teams=options["teams"], temple=temple_of(s))
    oracle.chance = SameChance(s["rng"])
    _read_board(oracle, s)
    _read_players(oracle, s)
    _read_pharaoh(oracle, s)
    oracle.round, oracle.turn = int(s["rounds"]) + 1, None if s["turn"] < 0 else int(s["turn"])
    oracle.order = oracle.coming_order()
    oracle.tokens, oracle.moving, oracle.steps = int(s["tokens"]), bool(s["moving"]), int(s["steps"])
    oracle.torch_used, oracle.adrenaline = not s["torch"], int(s["adrenaline"])
    oracle.card_used, oracle.playing = bool(s["card_used"]), None if s["playing"] < 0 else int(s["playing"])
    oracle.over = bool(s["done"])
    oracle.question, oracle.todo, oracle.targets = None, [], {}
    if s["active"]:
        (seat,) = elements(s["active"])
        oracle.question = _question(s, seat)
        oracle.todo = (_left_of_turn(oracle, s) if oracle.turn is not None else _left_of_servants(oracle, s))[::-1]
    return oracle


def _read_board(oracle: Oracle, s: np.record) -> None:
    oracle.tiles = {int(s["spot"][k]): int(s["content"][k]) for k in range(PLACES) if s["closed"][k]}
    oracle.blue = None if s["stairs"][2, 1] < 0 else int(s["stairs"][2, 1])
    oracle.open_doors = {
        (place, int(oracle.temple.edges[place][way][1]))  # type: ignore[arg-type]
        for place, way in np.argwhere(s["edge"] == OPEN_DOOR).tolist()
        if oracle.temple.edges[place][way][1] > place  # type: ignore[operator]
    }
    oracle.temple_door = s["edge"][RUSH, S] == TEMPLE_DOOR
    oracle.piles = {}
    for item in np.argsort(s["order"], kind="stable").tolist():
        if s["where"][item] >= 0:
            oracle.piles.setdefault(int(s["where"][item]), []).append(item)
    oracle.mummies = [int(place) for place in s["mummy"] if place >= 0]
    oracle.spectres = [None if place < 0 else int(place) for place in s["spectre"][: s["spectres"]]]


def _read_players(oracle: Oracle, s: np.record) -> None:
    seats = range(oracle.n)
    oracle.cell = [int(s["cell"][seat]) for seat in seats]
    oracle.bag = [s["bag"][seat][: s["bag_count"][seat]].tolist() for seat in seats]
    oracle.tent = [np.flatnonzero(s["where"] == IN_TENT - seat).tolist() for seat in seats]
    oracle.hand, oracle.discards, oracle.removed = (
        [elements(s[name][seat]) for seat in seats] for name in ("hand", "discards", "removed")
    )
    oracle.rush = [bool(s["rush"][seat]) for seat in seats]
    oracle.known = [{int(s["spot"][place]) for place in elements(s["seen"][seat])} for seat in seats]


def _read_pharaoh(oracle: Oracle, s: np.record) -> None:
    oracle.counter, oracle.clockwise, oracle.power = int(s["counter"]), not s["feather"], int(s["power"])
    oracle.trap, oracle.trap_red = None if s["trap"] < 0 else int(s["trap"]), bool(s["trap_red"])
    oracle.immune = set() if s["trap"] < 0 else {seat for seat in range(oracle.n) if not s["affected"][seat]}
    oracle.deck = s["deck"][: s["deck_count"]].tolist()[::-1]
    oracle.drawn = [kind for kind in range(9) for _ in range(s["drawn"][kind])]
    left = Counter(dict(enumerate(ct.TRAP_COPIES)))
    left.subtract(Counter(oracle.deck + ([] if oracle.trap is None else [oracle.trap])))
    oracle.spent_traps = [kind for kind in range(9) for _ in range(left[kind])]


def _question(s: np.record, seat: int) -> Question:
    phase = ct.PHASES[s["phase"]]
    question = Question(phase, seat)
    if phase == "OVERFLOW":
        question.item = int(s["held"])
    elif phase in ("SLOT", "CHARM"):
        question.victim, question.taker = int(s["victim"]), int(s["turn"]) if s["near"] else None
        question.dice = tuple(s["dice"].tolist()) if phase == "CHARM" else (0, 0)
    elif phase == "TARGET":
        question.candidates = sorted(elements(s["tied"]))
        question.monster = _monster(int(s["monster"]))
    return question


def _monster(number: int) -> tuple[str, int]:
    """A servant as the oracle names it."""
    return ("spectre", number) if number < SPECTRES else ("mummy", number - SPECTRES)


def _left_of_turn(oracle: Oracle, s: np.record) -> list[tuple[Any, ...]]:
    """What is to be done after the decision of a player's turn, the next first."""
    seat, here = int(s["turn"]), int(s["cell"][s["turn"]])
    tasks: list[tuple[Any, ...]] = []
    if s["taking"]:
        waiting = ((s["where"] == here) & (s["order"] <= s["taking"])).sum()
        tasks.append(("take_pile", seat, here, int(waiting)))
    tasks += [("awaken", seat, here)] * int(s["surprise"])
    tasks += [("aggression", seat, None)] * int(s["strikes"])
    if oracle.question is not None and oracle.question.phase == "RECOVER":
        tasks += [("recover", seat)] * (int(s["recovers"]) - 1)
    return tasks + ([("lay_down", seat)] if oracle.playing is not None else [])


def _left_of_servants(oracle: Oracle, s: np.record) -> list[tuple[Any, ...]]:
    """What is to be done in the Pharaoh's turn, the next first."""
    on_board = [k for k in range(MONSTERS) if (s["spectre"][k] if k < SPECTRES else s["mummy"][k - SPECTRES]) >= 0]
    now = int(s["monster"])
    tasks: list[tuple[Any, ...]] = [("target", _monster(k)) for k in on_board if k > now]
    if now >= MONSTERS:
        now -= MONSTERS
        tasks = [("aggression", seat, None) for seat in oracle.coming_order() if s["victims"] >> seat & 1]
        here, goal = oracle.where(_monster(now)), oracle.cell[s["target"][now]]
        came = int(s["heading"]) if s["heading"] in range(4) else None  # none before the first step
        tasks.append(("monster_action", _monster(now), oracle.temple.path("mummy", here, goal, came), int(s["acts"])))
        decided = [k for k in on_board if k > now]
        tasks += [("act", _monster(k)) for k in decided]
    else:
        decided = [k for k in on_board if k < now]
        tasks += [("act", _monster(k)) for k in on_board]
    oracle.targets = {_monster(k): None if s["target"][k] < 0 else int(s["target"][k]) for k in decided}
    return [*tasks, ("begin_round",)]


def facts(oracle: Oracle) -> dict[str, Any]:
    """All that is to be known of a game, to compare two of them."""
    found = {key: value for key, value in vars(oracle).items() if key not in ("chance", "temple", "order")}
    found["layout"] = oracle.temple.order, oracle.temple.turns
    for name in ("drawn", "spent_traps"):
        found[name] = sorted(found[name])
    found["tent"] = [sorted(tent) for tent in oracle.tent]
    tasks = [task for task in oracle.todo if not (task[0] == "monster_action" and (not task[2] or not task[3]))]
    tasks = [task for task in tasks if task[0] != "take_pile" or task[3]]
    recovering = sum(task[0] == "recover" for task in tasks)
    found["todo"] = [task for task in tasks if task[0] != "recover"]
    found["recovering"] = min(recovering, len(oracle.discards[oracle.turn]) - 1) if recovering else 0
    acting = {task[1] for task in tasks if task[0] == "act"}
    found["targets"] = {monster: seat for monster, seat in oracle.targets.items() if monster in acting}
    if oracle.turn is None:
        for name in ("tokens", "moving", "steps", "torch_used", "adrenaline", "card_used"):
            del found[name]
    else:
        found["place"] = oracle.order.index(oracle.turn)
    return found


def compare(batch: BatchEnv, row: int, oracle: Oracle, *, look: bool = True, whole: bool = True) -> None:
    """Every seat's legal actions, scores and the stream are the same; with `whole` all facts, with `look` every seat's
    observation."""
    s, seats = batch.states[row], batch.num_seats
    assert isinstance(oracle.chance, SameChance)
    assert int(s["rng"]) == oracle.chance.stream.word
    assert elements(s["active"]) == (set() if oracle.over else {oracle.acting()})
    assert s["score"][:seats].tolist() == oracle.score()
    assert s["outcome"][:seats].tolist() == (oracle.outcome() if oracle.over else [0] * seats)
    features, masks = batch.look(np.full(seats, row), np.arange(seats))
    for seat in range(seats):
        assert members(masks[seat]) == oracle.legal(seat), f"seat {seat}"
    if look or whole:
        here, there = facts(oracle_of(s, batch.config)), facts(oracle)
        assert here == there, {key: (here[key], there[key]) for key in here if here[key] != there.get(key)}
        if oracle.turn is not None:
            assert s["turns"] == oracle.order.index(oracle.turn)
    if look:
        assert batch.broken_invariants()[row] == 0
        oracle.check()
        for seat in range(seats):
            pieces, expected = GAME.observation.decode(features[seat]), oracle.features(seat)
            assert list(pieces) == list(expected)
            for name, value in pieces.items():
                assert np.array_equal(value, expected[name]), f"{name} seen by {seat}"


def naive(config: Config | Mapping[str, Any], state: np.ndarray) -> Naive:
    """The oracle at the point of a one-record array: freshly dealt, or any later point between two decisions."""
    return Naive(oracle_of(state[0], config_of(GAME, config)))


# ------------------------------------------------------------------------------------------------------------------
# One game


dealt = partial(by_hand.dealt, GAME)


def bomb_in_time(deck: list[int]) -> list[int]:
    """The deck with the bomb at the eighth of all draws or before (CO-4.3): five traps or more below it."""
    place = deck.index(ct.BOMB) if ct.BOMB in deck else 5
    if place < 5:
        deck[place], deck[5] = deck[5], deck[place]
    return deck


class Table(by_hand.Table):
    """One game, dealt and then changed by hand. What is changed stays possible: an item comes out of its tile, with the
    mummy that guards it; a trap comes out of the deck."""

    game = GAME

    def __init__(self, players: int = 2, *, seed: int = 1, **options: Any) -> None:
        super().__init__(players, seed=seed, **options)

    # The temple

    def at(self, *cells: int) -> Self:
        """Where the players stand, by seat."""
        return self.edit(lambda s: s["cell"].put(range(len(cells)), cells))

    def open(self, *doors: tuple[int, int]) -> Self:
        """Opens stone doors, each the edge of a cell in a direction."""
        return self._doors(doors, OPEN_DOOR)

    def open_all(self) -> Self:
        return self.edit(lambda s: s["edge"].__setitem__(s["edge"] == CLOSED_DOOR, OPEN_DOOR))

    def _doors(self, doors: Iterable[tuple[int, int]], state: int) -> Self:
        def change(s: np.record) -> None:
            for here, way in doors:
                kind, there = temple_of(s).edges[here][way]
                assert kind == "door"
                s["edge"][here, way] = s["edge"][there, (way + 2) % 4] = state

        return self.edit(change)

    def blast(self) -> Self:
        """The bomb was drawn some time ago: the temple door is gone, and with it four of the counter."""

        def change(s: np.record) -> None:
            self._draw(s, ct.BOMB)
            s["counter"] = min(int(s["counter"]), 20)
            s["edge"][RUSH, S] = s["edge"][OUT, N] = OPEN

        return self.edit(change)

    # Things

    @staticmethod
    def _take_out(s: np.record, item: int) -> None:
        """An item leaves its unopened tile."""
        (place,) = [k for k in range(PLACES) if s["content"][k] == item]
        assert s["closed"][place], f"item {item} lies elsewhere"
        s["closed"][place] = 0
        if item in ct.WITH_MUMMY:
            s["mummy"][int((s["mummy"] >= 0).sum())] = s["rune"]

    def _score(self, s: np.record) -> None:
        s["score"][: self.players] = oracle_of(s, self.batch.config).score()

    def bag(self, seat: int, *items: int) -> Self:
        """Into a seat's backpack, in this order."""

        def change(s: np.record) -> None:
            for item in items:
                self._take_out(s, item)
                s["bag"][seat, s["bag_count"][seat]] = item
                s["bag_count"][seat] += 1
                s["where"][item] = IN_BAG
            self._score(s)

        return self.edit(change)

    def tent(self, seat: int, *items: int) -> Self:
        def change(s: np.record) -> None:
            for item in items:
                self._take_out(s, item)
                s["tent"][seat, ct.KIND_OF_ITEM[item]] += 1
                s["where"][item] = IN_TENT - seat
            self._score(s)

        return self.edit(change)

    def pile(self, place: int, *items: int) -> Self:
        """On the ground, first fallen first."""

        def change(s: np.record) -> None:
            for item in items:
                self._take_out(s, item)
                s["order"][item] = 1 + max([0, *s["order"][s["where"] == place]])
                s["where"][item] = place

        return self.edit(change)

    def hide(self, place: int, content: int) -> Self:
        """What is in the unopened tile on a cell; it changes places with what was there."""

        def change(s: np.record) -> None:
            (new,) = np.flatnonzero(s["spot"] == place).tolist()
            (old,) = np.flatnonzero(s["content"] == content).tolist()
            assert (new < SARCOPHAGI) == (old < SARCOPHAGI)
            assert s["closed"][old]
            s["content"][old], s["content"][new] = s["content"][new], content
            s["closed"][old], s["closed"][new] = s["closed"][new], 1

        return self.edit(change)

    def find_stairs(self, place: int) -> Self:
        """The blue stairs were opened on the sarcophagus of a cell."""
        self.hide(place, STAIRS)

        def change(s: np.record) -> None:
            s["closed"][s["spot"] == place] = 0
            s["stairs"][2, 1] = place
            s["ground"][place] = 8

        return self.edit(change)

    def mummies(self, *cells: int) -> Self:
        """Where the mummies are; their treasures, if still in the tiles, lie in the attic."""
        for item in ct.WITH_MUMMY[: max(0, len(cells) - int((self.s["mummy"] >= 0).sum()))]:
            self.pile(ATTIC, item)
        return self.edit(lambda s: s["mummy"].put(range(len(cells)), cells))

    def spectres(self, *cells: int | None) -> Self:
        """Those that have come, None for one that has left."""

        def change(s: np.record) -> None:
            s["spectre"] = [-1 if place is None else place for place in (*cells, None, None, None)[:3]]
            s["spectres"] = len(cells)

        return self.edit(change)

    # Cards and tokens

    def cards(self, seat: int, hand: str, discards: str = "") -> Self:
        """Cards in hand and discarded, by name; the rest was removed."""

        def change(s: np.record) -> None:
            sets = [{CARDS.index(name) for name in words.split()} for words in (hand, discards)]
            assert not sets[0] & sets[1]
            s["hand"][seat], s["discards"][seat] = map(bits, sets)
            s["removed"][seat] = bits(set(range(5)) - sets[0] - sets[1])

        return self.edit(change)

    def rush(self, *seats: int) -> Self:
        """These RUSH! tokens are active, the others are not."""
        return self.set(rush=[seat in seats for seat in range(6)])

    def turn(self, seat: int, **values: Any) -> Self:
        """The beginning of a seat's turn, with other values if given (tokens, steps, moving, …)."""

        def change(s: np.record) -> None:
            s["turn"], s["turns"] = seat, (self.players - seat) % self.players if s["feather"] else seat
            s["active"], s["phase"] = 1 << seat, 0
            for name, value in ({"tokens": 3, "moving": 0, "steps": 0, "torch": 1, "card_used": 0} | values).items():
                s[name] = value

        return self.edit(change)

    # The Pharaoh

    @staticmethod
    def _draw(s: np.record, kind: int) -> None:
        """A trap leaves the deck."""
        deck = s["deck"][: s["deck_count"]].tolist()
        deck.remove(kind)
        s["deck"][: len(deck)] = bomb_in_time(deck)
        s["deck_count"] -= 1
        s["drawn"][kind] += 1

    def trap(self, name: str, *, red: bool = False, immune: Sequence[int] = ()) -> Self:
        """In force."""

        def change(s: np.record) -> None:
            self._draw(s, TRAPS.index(name))
            s["trap"], s["trap_red"] = TRAPS.index(name), red
            s["affected"] = [seat < self.players and seat not in immune for seat in range(6)]

        return self.edit(change)

    def stack(self, *names: str) -> Self:
        """The next traps of the deck, the next first."""

        def change(s: np.record) -> None:
            deck = s["deck"][: s["deck_count"]].tolist()
            for name in names:
                deck.remove(TRAPS.index(name))
            s["deck"][: s["deck_count"]] = bomb_in_time([*deck, *(TRAPS.index(name) for name in reversed(names))])

        return self.edit(change)

    def counter(self, value: int) -> Self:
        return self.set(counter=value)

    # Playing

    def chance(self, *draws: Draws) -> Self:
        """What will be drawn next."""
        return self.set(rng=stream_for(tuple(draw for part in draws for draw in part)))

    def play(self, *actions: int, chance: Sequence[Draws] = ()) -> Self:
        """Answers of whoever is asked. The oracle plays them too, and must come to the same."""
        if chance:
            self.chance(*chance)
        oracle = oracle_of(self.s, self.batch.config)
        compare(self.batch, 0, oracle)
        for action in actions:
            assert action in self.ids(), f"{self.seat} may not: {GAME.describe(action)}"
            seat = self.seat
            self.batch.step([action])
            oracle.apply(seat, action)
            compare(self.batch, 0, oracle)
        return self

    def pharaoh(self, *names: str, chance: Sequence[Draws] = ()) -> Self:
        """The last player passes and these traps come: the whole Pharaoh's turn, up to a decision."""
        self.stack(*names)
        last = (1 if self.s["feather"] else self.players - 1) % self.players
        return self.turn(last).play(ct.PASS, chance=chance)

    # What lies on the table

    @property
    def oracle(self) -> Oracle:
        return oracle_of(self.s, self.batch.config)

    @property
    def phase(self) -> str:
        return ct.PHASES[self.s["phase"]]

    def ids(self, seat: int | None = None) -> set[int]:
        """What a seat may do, the one that is asked if none is named."""
        return super().ids(self.seat if seat is None else seat)

    def may(self, *actions: int) -> bool:
        """All of them or none: a mixture is an error of the test."""
        legal = {action in self.ids() for action in actions}
        assert len(legal) == 1, sorted(self.ids())
        return legal.pop()

    def bags(self, seat: int) -> list[int]:
        """The items of a backpack."""
        return self.s["bag"][seat][: self.s["bag_count"][seat]].tolist()

    def lies(self, place: int) -> list[int]:
        """The items on a cell, first fallen first."""
        return self.oracle.piles.get(place, [])

    def hand(self, seat: int) -> str:
        return " ".join(CARDS[k] for k in sorted(elements(self.s["hand"][seat])))

    def discards(self, seat: int) -> str:
        return " ".join(CARDS[k] for k in sorted(elements(self.s["discards"][seat])))

    def knows(self, viewer: int) -> dict[int, int]:
        """What the viewer's features say of tiles, by cell: the lowest content of the kind, with or without a mummy."""
        seen, found = self.sees(viewer), {}
        for place in range(PLACES):
            row = seen["in_sarcophagi"][place] if place < SARCOPHAGI else seen["in_chests"][place - SARCOPHAGI]
            if not row.any():
                continue
            kind = int(row.argmax()) if place < SARCOPHAGI else 5 + int(row.argmax())
            if place < SARCOPHAGI and row[6]:
                content = STAIRS
            else:
                guarded = place < SARCOPHAGI and bool(row[5])
                same = [k for k in range(ct.ITEMS) if ct.KIND_OF_ITEM[k] == kind and (k in ct.WITH_MUMMY) == guarded]
                content = same[0]
            found[int(self.s["spot"][place])] = content
        return found

    def cell_of(self, seat: int) -> int:
        return int(self.s["cell"][seat])

    @property
    def turn_numbers(self) -> tuple[int, int]:
        """Base tokens and steps left."""
        return int(self.s["tokens"]), int(self.s["steps"])


def copies(table: Table, games: int = 3000) -> BatchEnv:
    """The position of a table many times, each with its own chance."""
    batch = dealt(games, **table.batch.config.options())
    states = np.repeat(table.batch.states, games)
    states["rng"] = np.random.default_rng(5).integers(0, 1 << 64, games, np.uint64)
    batch.load(states)
    return batch


def shares(values: np.ndarray) -> dict[Any, float]:
    """How often each number occurs."""
    numbers, counts = np.unique(values, return_counts=True)
    return dict(zip(numbers.tolist(), (counts / len(values)).tolist(), strict=True))


def about(found: Mapping[Any, float], expected: Mapping[Any, float], within: float = 0.04) -> bool:
    """Whether frequencies are what they should be; what is not expected does not occur."""
    return set(found) == set(expected) and all(abs(found[k] - expected[k]) < within for k in expected)


# ------------------------------------------------------------------------------------------------------------------
# Late positions and purposeful play

LIKED = np.ones(ct.ACTIONS)
LIKED[[ct.PASS, ct.END_MOVEMENT, ct.OPEN, ct.PICK_UP, ct.DONE, ct.PLAY_ADRENALINE]] = 0.02, 0.05, 60, 15, 0.3, 0.3
LIKED[sorted(DISCARDS)] = 0.05
LIKED[aggress(1) : aggress(5) + 1] = 5.0


def purposeful(s: np.record, mask: np.ndarray, rng: np.random.Generator) -> int:
    """A random legal action of a player who opens doors and tiles and brings things to the camp."""
    liked = LIKED.copy()
    if s["phase"] == 0:
        here = int(s["cell"][s["turn"]])
        liked[ct.DOOR : ct.DOOR + 4] = np.where(s["edge"][here] == OPEN_DOOR, 0.01, 4.0)
        liked[drop(2) : drop(7) + 1] = 20.0 if here == OUT else 0.005
    chances = liked * mask
    return int(rng.choice(ct.ACTIONS, p=chances / chances.sum()))


def scattered(players: int, rng: np.random.Generator, **options: Any) -> Table:
    """The start of a turn somewhere in a game: everybody near each other, much in backpacks, doors open."""
    table = Table(players, seed=int(rng.integers(1 << 30)), **options)
    temple = temple_of(table.s)
    home = RUSH if rng.random() < 0.5 else int(rng.integers(275))
    far = temple.distances("spectre", home)
    near = [place for place in range(276) if far[place] is not None and far[place] <= 3]  # type: ignore[operator]

    def somewhere() -> int:
        return int(rng.choice(near))

    wanted = rng.choice([0, 2, 5, 6], players).tolist()
    items = rng.permutation(ct.ITEMS)[: rng.integers(10, 22)].tolist()
    for seat in range(players):
        table.bag(seat, *items[: wanted[seat]])
        items = items[wanted[seat] :]
    for item in items:
        table.pile(somewhere(), item)
    sarcophagi = table.s["spot"][:SARCOPHAGI][table.s["closed"][:SARCOPHAGI] == 1]
    if rng.random() < 0.5:
        table.find_stairs(int(rng.choice(sarcophagi)))
    elif np.isin(sarcophagi, near).any():
        table.hide(int(sarcophagi[np.isin(sarcophagi, near)][0]), STAIRS)
    table.mummies(*(somewhere() for _ in range((table.s["mummy"] >= 0).sum())))
    table.spectres(*(somewhere() if rng.random() < 0.8 else None for _ in range(rng.integers(4))))
    doors = sorted(temple.doors)
    ajar = [doors[k] for k in np.flatnonzero(rng.random(len(doors)) < 0.6)]
    table.open(*((here, [other for _, other in temple.edges[here]].index(there)) for here, there in ajar))
    if rng.random() < 0.7:
        table.blast()
        near += [OUT] * 10 if home == RUSH else []
    else:
        table.stack("bomb")
    table.at(*(somewhere() for _ in range(players)))
    for seat in range(players):
        places = rng.choice(4, 5)
        table.cards(
            seat,
            " ".join(name for name, k in zip(CARDS, places, strict=True) if k < 2),
            " ".join(name for name, k in zip(CARDS, places, strict=True) if k == 2),
        )
    table.rush(*np.flatnonzero(rng.random(players) < 0.4)).counter(int(rng.integers(1, 21)))
    if rng.random() < 0.8:
        trap = str(rng.choice(TRAPS[1:]))
        immune = np.flatnonzero(rng.random(players) < 0.2).tolist()
        table.trap(trap, red=bool(rng.random() < 0.5), immune=immune)
    table.set(feather=int(rng.random() < 0.5))
    return table.turn(int(rng.integers(players)))
