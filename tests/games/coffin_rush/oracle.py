"""A slow, plain second implementation of Coffin Rush!, for differential tests.

Written only from the manual, the specification (rule numbers CO-x.y refer to it) and components.md section 1. It knows
nothing of the fast implementation. Everything random is asked from a `Chance` by a label with arguments, so that a test
can answer from what the other implementation did (oracle_chance.py). Numbers and map are in
oracle_temple.py, what an agent sees (CO-15) and the checks of CO-17 in oracle_view.py.

Cells are 0–274 in the grid, RUSH, OUT. Directions 0–3 are N, E, S, W. Items are 0–24, the tile of the blue stairs
STAIRS. A backpack is the list of the items of slots 2, 3, …. Looting cards and traps are numbered as in the constants.
**Decks are lists with the top first.**

How a game waits: `question` is the open decision (phase, seat and what it is about), None when the game is over. What
remains to be done after it lies on the stack `todo` (last entry first): tuples of the name of a method and its
arguments. In TURN `todo` is empty. So a position can be copied, or built by hand, at any point.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from games.coffin_rush.oracle_chance import Chance, ReplayChance, ScriptedChance, explore
from games.coffin_rush.oracle_temple import (
    ADRENALINE,
    AGGRESS,
    AGGRESSION,
    AMULET,
    ANALYSE,
    ANALYSIS,
    BAG,
    BETRAY,
    BETRAYAL,
    BOMB,
    BORROW,
    CHARM_ITEM,
    COINS,
    DISCARD,
    DONE,
    DOOR,
    DROP_SLOT,
    EARTHQUAKE,
    END_MOVEMENT,
    FEATHER,
    FURY,
    KEEP,
    KIND_OF_ITEM,
    MUMMIES,
    OPEN,
    OUT,
    PASS,
    PICK_UP,
    PLAY_ADRENALINE,
    PLAY_RUSH,
    QUICKSAND,
    RECOVER,
    RED,
    RUSH,
    RUSH_CARD,
    SEALS,
    SILENCE,
    SLOT,
    SPECTRES,
    STAIRS,
    STEP,
    SUMMONING,
    TAKE_STAIRS,
    TARGET,
    TORCH,
    TOXICITY,
    TRAP_COPIES,
    TREASURES,
    WITH_MUMMY,
    YELLOW,
    Temple,
    position_of,
)

__all__ = ["Chance", "Oracle", "Question", "ReplayChance", "ScriptedChance", "Temple", "explore", "value_of"]


@dataclass
class Question:
    """An open decision. Beside the phase and who decides: what it is about, as far as the phase needs it."""

    phase: str
    seat: int
    item: int | None = None  # OVERFLOW: held as slot 8
    victim: int | None = None  # SLOT, CHARM: who suffers
    taker: int | None = None  # SLOT, CHARM: who gets the item; None: it falls on the victim's cell
    dice: tuple[int, int] = (0, 0)  # CHARM
    candidates: list[int] = field(default_factory=list)  # TARGET
    monster: tuple[str, int] | None = None  # TARGET: whose target


def value_of(items: list[int]) -> int:
    """PR of items in a backpack, a pile or a tent: treasure 3, relic 2, coins 3."""
    return sum(3 if item < TREASURES or item in COINS else 2 for item in items)


class Oracle:
    """A game. `score()`, `outcome()`, `legal(seat)`, `step(seat, action)`, `features(seat)`, `check()`."""

    def __init__(
        self,
        num_players: int = 4,
        layout: str = "standard",
        teams: Any = None,
        chance: Chance | None = None,
        temple: Temple | None = None,
    ) -> None:
        """CO-4. `temple` overrides the layout."""
        n = self.n = num_players
        assert 2 <= n <= 6
        self.chance = chance or Chance()
        self.companies = [[seat] for seat in range(n)] if teams is None else [sorted(team) for team in teams]
        assert sorted(seat for company in self.companies for seat in company) == list(range(n))
        assert len(self.companies) >= 2
        if temple is None:
            temple = Temple(*self.chance.ask("layout")) if layout == "random" else Temple()
        self.temple = temple

        # on the board
        sarcophagi, chests = temple.sarcophagi, temple.chests
        self.tiles: dict[int, int] = {}  # unopened: what is in them
        self.tiles |= zip(sarcophagi, self.chance.ask("sarcophagi", cells=sarcophagi), strict=True)
        self.tiles |= zip(chests, self.chance.ask("chests", cells=chests), strict=True)
        self.blue: int | None = None  # the cell of the blue stairs' tile, once opened
        self.open_doors: set[tuple[int, int]] = set()
        self.temple_door = True  # shut
        self.piles: dict[int, list[int]] = {}  # by cell, first fallen first; no empty ones
        self.mummies = [temple.rune]
        self.spectres: list[int | None] = []  # in the order of appearing; None: has left

        # the players
        self.cell = [RUSH] * n
        self.bag: list[list[int]] = [[] for _ in range(n)]
        self.tent: list[list[int]] = [[] for _ in range(n)]
        self.hand: list[set[int]] = [set(range(5)) for _ in range(n)]
        self.discards: list[set[int]] = [set() for _ in range(n)]
        self.removed: list[set[int]] = [set() for _ in range(n)]
        self.rush = [False] * n  # token active
        self.known: list[set[int]] = [set() for _ in range(n)]  # cells whose tile was analysed

        # the Pharaoh
        self.counter = 24
        self.clockwise = True
        kinds = [kind for kind, copies in enumerate(TRAP_COPIES) for _ in range(copies) if kind != BOMB]
        self.deck: list[int] = list(self.chance.ask("traps", kinds=kinds))
        self.deck.insert(self.chance.ask("bomb"), BOMB)
        self.trap: int | None = None  # in force
        self.trap_red = False
        self.immune: set[int] = set()
        self.spent_traps: list[int] = []  # discards
        self.drawn: list[int] = []  # since the last shuffle
        self.power = 0  # of the last Pharaoh's turn, fury included
        self.targets: dict[tuple[str, int], int | None] = {}

        # the turn
        self.round = 0
        self.order: list[int] = []  # of this round
        self.turn: int | None = None  # whose; None in the Pharaoh's
        self.tokens = 0  # base tokens left
        self.moving = False
        self.steps = 0
        self.torch_used = False
        self.adrenaline = 0  # 1, or 2 if played at red
        self.card_used = False
        self.playing: int | None = None  # a card that is being resolved

        self.over = False
        self.question: Question | None = None
        self.todo: list[tuple[Any, ...]] = []
        self.later(("begin_round",))
        self.run()

    def copy(self) -> Oracle:
        return copy.deepcopy(self, {id(self.temple): self.temple, id(self.chance): self.chance})

    # ----------------------------------------------------------------------------------------------------------------
    # Driving

    def later(self, *tasks: tuple[Any, ...]) -> None:
        """These are next, the first one first."""
        self.todo.extend(reversed(tasks))

    def run(self) -> None:
        """Until somebody must decide."""
        while self.question is None and not self.over:
            if self.todo:
                name, *arguments = self.todo.pop()
                getattr(self, "do_" + name)(*arguments)
            else:
                self.go_on_with_turn()

    def acting(self) -> int | None:
        return self.question.seat if self.question is not None else None

    def apply(self, seat: int, action: int, chance: Chance | None = None) -> None:
        """One decision. A given chance is used for it alone."""
        if action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {action}: {self.question}")
        assert self.question is not None
        question, self.question = self.question, None
        before, self.chance = self.chance, chance or self.chance
        try:
            getattr(self, "answer_" + question.phase.lower())(question, action)
            self.run()
        finally:
            self.chance = before

    def legal(self, seat: int) -> set[int]:
        """CO-14; empty for a seat that is not asked."""
        question = self.question
        if question is None or question.seat != seat:
            return set()
        match question.phase:
            case "TURN":
                return self.legal_turn(seat)
            case "DROP":
                return {DROP_SLOT + k for k in range(len(self.bag[seat]))} | {DONE}
            case "OVERFLOW":
                return {DROP_SLOT + k for k in range(BAG + 1)}
            case "SLOT":
                return {SLOT + k for k in range(len(self.bag[question.victim]))}  # type: ignore[index]
            case "RECOVER":
                return {RECOVER + card for card in self.discards[seat]}
            case "CHARM":
                return {KEEP} | {YELLOW + v for v in (1, 2, 3)} | {RED + v for v in (1, 2, 3, 4)}
            case "TARGET":
                return {TARGET + (other - seat) % self.n for other in question.candidates}
        raise ValueError(question)

    # ----------------------------------------------------------------------------------------------------------------
    # Small facts

    def colour(self) -> str:
        """Of the counter (CO-3.9); 0 lies beyond all three."""
        return "green" if self.counter >= 17 else "yellow" if self.counter >= 9 else "red" if self.counter else ""

    def red(self) -> bool:
        return self.colour() == "red"

    def under(self, trap: int, seat: int) -> int:
        """0: the seat is not affected by this trap, 1: it is, 2: with the extra at red (CO-8.2)."""
        return 0 if self.trap != trap or seat in self.immune else 2 if self.trap_red else 1

    def coming_order(self) -> list[int]:
        """CO-1.5, of a round that would begin now."""
        return [(k if self.clockwise else -k) % self.n for k in range(self.n)]

    def carries(self, seat: int, kind: tuple[int, int]) -> bool:
        return any(item in kind for item in self.bag[seat])

    def company_of(self, seat: int) -> list[int]:
        return next(company for company in self.companies if seat in company)

    def is_open(self, cell: int, d: int) -> int | None:
        """The next cell if nothing stops a player there (CO-2.4)."""
        kind, other = self.temple.edges[cell][d]
        passable = {
            "open": True,
            "wall": False,
            "temple": not self.temple_door,
            "door": kind == "door" and self.temple.door(cell, d) in self.open_doors,
        }[kind]
        return other if passable else None

    def may_spend_rush(self, seat: int) -> bool:
        """CO-5.2: toxicity drawn at red forbids it."""
        return self.under(TOXICITY, seat) < 2

    def can_pay(self, seat: int, price: int) -> bool:
        return self.tokens + (self.rush[seat] and self.may_spend_rush(seat)) >= price

    def pay(self, seat: int, price: int) -> None:
        from_tokens = min(price, self.tokens)
        self.tokens -= from_tokens
        if price > from_tokens:
            assert price == from_tokens + 1
            assert self.rush[seat]
            self.rush[seat] = False

    def close_movement(self) -> None:
        self.moving, self.steps = False, 0

    def torch_step(self, seat: int) -> int:
        """1 if a torch's step could still be added."""
        return int(not self.torch_used and self.carries(seat, TORCH))

    def movement(self, seat: int) -> int:
        """Steps of a new Movement (CO-5.3)."""
        return (3, 2, 1)[self.under(QUICKSAND, seat)]

    def price(self, cell: int) -> int:
        """In steps, to enter a cell."""
        return 2 if self.temple.symbol[cell] == "D" and not self.adrenaline else 1

    def door_price(self, seat: int, door: tuple[int, int]) -> int:
        """CO-5.5."""
        return 2 if self.under(SEALS, seat) == 2 and door not in self.open_doors else 1

    def borrowable(self, seat: int) -> list[int]:
        """CO-12.4."""
        if self.tokens or not self.may_spend_rush(seat):
            return []
        return [other for other in self.company_of(seat) if other != seat and self.rush[other]]

    def line(self, seat: int) -> dict[int, int]:
        """Cells in line (CO-7.1) with their distances."""
        result = {self.cell[seat]: 0}
        for d in range(4):
            cell: int | None = self.cell[seat]
            for distance in (1, 2, 3):
                cell = self.is_open(cell, d)  # type: ignore[arg-type]
                if cell is None:
                    break
                result[cell] = distance
        return result

    def tiles_at(self, position: int) -> set[int]:
        """The cells of unopened tiles of a quadrant."""
        return {cell for cell in self.tiles if position_of(cell) == position}

    def let_fall(self, cell: int, item: int) -> None:
        self.piles.setdefault(cell, []).append(item)

    # ----------------------------------------------------------------------------------------------------------------
    # A player's turn (CO-5)

    def do_begin_round(self) -> None:
        self.order = self.coming_order()
        self.round += 1
        self.begin_turn(self.order[0])

    def begin_turn(self, seat: int) -> None:
        """CO-5.1."""
        self.turn = seat
        self.tokens = 2 if self.under(TOXICITY, seat) else 3
        self.close_movement()
        self.torch_used, self.adrenaline, self.card_used, self.playing = False, 0, False, None

    def go_on_with_turn(self) -> None:
        """Nothing is left to resolve: the player is asked again, or the turn ends by itself (CO-5.4, CO-5.10)."""
        seat = self.turn
        assert seat is not None
        if self.moving and self.steps == 0 and not self.torch_step(seat):
            self.close_movement()
        card = not self.card_used and self.hand[seat]
        if self.moving or self.can_pay(seat, 1) or self.borrowable(seat) or card:
            self.question = Question("TURN", seat)
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """CO-5.11."""
        seat = self.turn
        assert seat is not None
        self.close_movement()
        self.tokens, self.torch_used, self.adrenaline, self.card_used = 0, False, 0, False
        if not self.hand[seat]:
            self.hand[seat], self.discards[seat] = self.discards[seat], set()
        place = self.order.index(seat) + 1
        if place < self.n:
            self.begin_turn(self.order[place])
        else:
            self.turn = None
            self.later(("draw_trap",), ("ritual",), ("designate",), ("begin_round",))

    def legal_turn(self, seat: int) -> set[int]:
        here, bag = self.cell[seat], self.bag[seat]
        legal = {PASS}
        legal |= {action for action, to in self.ways(seat).items() if self.may_step(seat, to)}
        if self.moving:
            legal.add(END_MOVEMENT)
        for d in range(4):
            is_door = self.temple.edges[here][d][0] == "door"
            if is_door and self.can_pay(seat, self.door_price(seat, self.temple.door(here, d))):
                legal.add(DOOR + d)
        if self.can_pay(seat, 1):
            legal |= {OPEN} if here in self.tiles else set()
            legal |= {PICK_UP} if here in self.piles else set()
            legal |= {DROP_SLOT + k for k in range(len(bag))}
        legal |= {BORROW + (other - seat) % self.n for other in self.borrowable(seat)}
        if not self.card_used:
            legal |= {DISCARD + card for card in self.hand[seat]}  # CO-7.6
            if not self.under(SILENCE, seat):
                legal |= self.legal_cards(seat)
        return legal

    def ways(self, seat: int) -> dict[int, int]:
        """Actions of one step and where they lead, prices not minded."""
        here = self.cell[seat]
        ways = {STEP + d: self.is_open(here, d) for d in range(4)}
        ways[TAKE_STAIRS] = self.temple.tunnel(here, self.blue)
        return {action: to for action, to in ways.items() if to is not None}

    def may_step(self, seat: int, to: int) -> bool:
        """CO-5.3."""
        if not self.moving and not self.can_pay(seat, 1):
            return False
        steps = self.steps if self.moving else self.movement(seat)
        return self.price(to) <= steps + self.torch_step(seat)

    def legal_cards(self, seat: int) -> set[int]:
        """CO-7, of the cards in hand; discarding apart."""
        hand, legal = self.hand[seat], set()
        others = {o: (seat + o) % self.n for o in range(1, self.n)}
        quadrant = position_of(self.cell[seat])
        if AGGRESSION in hand:
            line = self.line(seat)
            legal |= {AGGRESS + o for o, other in others.items() if self.bag[other] and self.cell[other] in line}
        if BETRAYAL in hand:
            near = {o: other for o, other in others.items() if position_of(self.cell[other]) == quadrant}
            legal |= {BETRAY + o for o, other in near.items() if self.hand[other] or self.discards[seat]}
        if ANALYSIS in hand:
            choice = range(12) if self.red() else [quadrant]
            legal |= {ANALYSE + q for q in choice if self.tiles_at(q)}
        if ADRENALINE in hand:
            legal.add(PLAY_ADRENALINE)
        if RUSH_CARD in hand and not self.rush[seat]:
            legal.add(PLAY_RUSH)
        return legal

    def answer_turn(self, question: Question, action: int) -> None:
        seat = question.seat
        here = self.cell[seat]
        if action <= TAKE_STAIRS:
            self.make_step(seat, self.ways(seat)[action])
        elif action == END_MOVEMENT:
            self.close_movement()
        elif DOOR <= action < DOOR + 4:
            door = self.temple.door(here, action - DOOR)
            self.pay_for_other(seat, self.door_price(seat, door))
            self.open_doors ^= {door}
        elif action == OPEN:
            self.pay_for_other(seat, 1)
            self.open_tile(seat)
        elif action == PICK_UP:
            self.pay_for_other(seat, 1)
            self.later(("take_pile", seat, here, len(self.piles[here])))
        elif DROP_SLOT <= action < DROP_SLOT + BAG:
            self.pay_for_other(seat, 1)
            self.drop(seat, action - DROP_SLOT)
        elif action == PASS:
            self.end_turn()
        elif BORROW < action <= BORROW + 5:
            self.rush[(seat + action - BORROW) % self.n] = False
            self.tokens += 1
        else:
            self.use_card(seat, action)

    def pay_for_other(self, seat: int, price: int) -> None:
        """For anything but a Movement: an open one closes (CO-5.4)."""
        self.pay(seat, price)
        self.close_movement()

    def make_step(self, seat: int, to: int) -> None:
        """CO-5.3, then CO-6."""
        if not self.moving:
            self.pay(seat, 1)
            self.moving, self.steps = True, self.movement(seat)
        price = self.price(to)
        if self.steps < price:
            self.steps += 1
            self.torch_used = True
        self.steps -= price
        assert self.steps >= 0
        self.cell[seat] = to
        if self.adrenaline == 0 and self.temple.symbol[to] in ("P", "T"):
            self.close_movement()
            if self.temple.symbol[to] == "T":
                self.slot_roll(seat, "trap cell")
        if self.adrenaline < 2:
            self.later(("meet_spectres", seat), ("meet_mummies", seat))

    def do_meet_spectres(self, seat: int) -> None:
        """CO-6.2."""
        for k, cell in enumerate(self.spectres):
            if cell == self.cell[seat]:
                self.close_movement()
                self.terror(seat)
                self.spectres[k] = None

    def do_meet_mummies(self, seat: int) -> None:
        """CO-6.3."""
        number = self.mummies.count(self.cell[seat])
        if number:
            self.close_movement()
            self.later(*[("aggression", seat, None)] * number)

    def open_tile(self, seat: int) -> None:
        """CO-5.6."""
        cell = self.cell[seat]
        content = self.tiles.pop(cell)
        if content == STAIRS:
            self.blue = cell
        elif content in WITH_MUMMY:
            self.later(("take", seat, content), ("awaken", seat, cell))
        else:
            self.later(("take", seat, content))

    def do_awaken(self, seat: int, cell: int) -> None:
        if len(self.mummies) < MUMMIES:
            self.mummies.append(cell)
        self.later(("aggression", seat, None))

    def do_take(self, seat: int, item: int) -> None:
        """An item comes to a backpack (CO-3.2, CO-3.3)."""
        if len(self.bag[seat]) < BAG:
            self.bag[seat].append(item)
        else:
            self.question = Question("OVERFLOW", seat, item=item)

    def answer_overflow(self, question: Question, action: int) -> None:
        assert question.item is not None
        bag = self.bag[question.seat]
        bag.append(question.item)
        self.let_fall(self.cell[question.seat], bag.pop(action - DROP_SLOT))

    def do_take_pile(self, seat: int, cell: int, number: int) -> None:
        """The first `number` items; what overflows meanwhile comes to the end and stays (CO-3.5)."""
        if number == 0:
            return
        item = self.piles[cell].pop(0)
        if not self.piles[cell]:
            del self.piles[cell]
        self.later(("take", seat, item), ("take_pile", seat, cell, number - 1))

    def drop(self, seat: int, place: int) -> None:
        """CO-5.8."""
        item = self.bag[seat].pop(place)
        if self.cell[seat] == OUT:
            self.tent[seat].append(item)
        else:
            self.let_fall(self.cell[seat], item)
        if self.bag[seat]:
            self.question = Question("DROP", seat)

    def answer_drop(self, question: Question, action: int) -> None:
        if action != DONE:
            self.drop(question.seat, action - DROP_SLOT)

    # ----------------------------------------------------------------------------------------------------------------
    # Dice, Aggression, Terror (CO-6)

    def slot_roll(self, seat: int, why: str) -> None:
        """Without charm."""
        yellow, red = self.chance.ask("slot_roll", seat=seat, why=why, charm=False)
        self.lose(seat, yellow + red, None)

    def lose(self, victim: int, slot: int, taker: int | None) -> None:
        """The slot's content, if any, falls or goes to an attacker."""
        assert 2 <= slot <= 7
        if slot - 2 < len(self.bag[victim]):
            item = self.bag[victim].pop(slot - 2)
            if taker is None:
                self.let_fall(self.cell[victim], item)
            else:
                self.later(("take", taker, item))

    def do_aggression(self, victim: int, taker: int | None) -> None:
        """CO-6.4."""
        charm = self.carries(victim, CHARM_ITEM)
        yellow, red = self.chance.ask("slot_roll", seat=victim, why="aggression", charm=charm)
        if charm:
            self.question = Question("CHARM", victim, victim=victim, taker=taker, dice=(yellow, red))
        else:
            self.lose(victim, yellow + red, taker)

    def answer_charm(self, question: Question, action: int) -> None:
        yellow, red = question.dice
        if YELLOW < action <= YELLOW + 3:
            yellow = action - YELLOW
        elif RED < action <= RED + 4:
            red = action - RED
        self.lose(question.seat, yellow + red, question.taker)

    def random_card(self, seat: int, why: str) -> int:
        """Taken out of the hand."""
        card = self.chance.ask("random_card", seat=seat, hand=set(self.hand[seat]), why=why)
        self.hand[seat].remove(card)
        return card

    def terror(self, seat: int) -> None:
        """CO-6.5."""
        if self.hand[seat]:
            self.removed[seat].add(self.random_card(seat, "terror"))

    # ----------------------------------------------------------------------------------------------------------------
    # Looting cards (CO-7)

    def use_card(self, seat: int, action: int) -> None:
        self.card_used = True
        red = self.red()
        if DISCARD <= action < DISCARD + 5:
            self.play(seat, action - DISCARD)
        elif AGGRESS < action <= AGGRESS + 5:
            victim = (seat + action - AGGRESS) % self.n
            taker = seat if self.line(seat)[self.cell[victim]] <= 1 else None
            self.play(seat, AGGRESSION, ("choose_slot" if red else "aggression", victim, taker))
        elif BETRAY < action <= BETRAY + 5:
            victim = (seat + action - BETRAY) % self.n
            for _ in range(min(1 + red, len(self.hand[victim]))):
                self.discards[victim].add(self.random_card(victim, "betrayal"))
            self.play(seat, BETRAYAL, *[("recover", seat)] * (1 + red))
        elif ANALYSE <= action < ANALYSE + 12:
            self.known[seat] |= self.tiles_at(position_of(self.cell[seat])) | self.tiles_at(action - ANALYSE)
            self.play(seat, ANALYSIS)
        elif action == PLAY_ADRENALINE:
            self.adrenaline = 1 + red
            self.play(seat, ADRENALINE)
        elif action == PLAY_RUSH:
            self.rush[seat] = True
            self.play(seat, RUSH_CARD)
        else:
            raise ValueError(action)

    def play(self, seat: int, card: int, *effects: tuple[Any, ...]) -> None:
        """The card leaves the hand, and lies with the discards once its effects are resolved."""
        self.hand[seat].remove(card)
        self.playing = card
        self.later(*effects, ("lay_down", seat))

    def do_lay_down(self, seat: int) -> None:
        assert self.playing is not None
        self.discards[seat].add(self.playing)
        self.playing = None

    def do_choose_slot(self, victim: int, taker: int | None) -> None:
        assert self.turn is not None
        self.question = Question("SLOT", self.turn, victim=victim, taker=taker)

    def answer_slot(self, question: Question, action: int) -> None:
        assert question.victim is not None
        self.lose(question.victim, action - SLOT + 2, question.taker)

    def do_recover(self, seat: int) -> None:
        if self.discards[seat]:
            self.question = Question("RECOVER", seat)

    def answer_recover(self, question: Question, action: int) -> None:
        self.discards[question.seat].remove(action - RECOVER)
        self.hand[question.seat].add(action - RECOVER)

    # ----------------------------------------------------------------------------------------------------------------
    # The Pharaoh's turn (CO-8, CO-9)

    def do_draw_trap(self) -> None:
        if self.trap is not None:
            self.spent_traps.append(self.trap)
        if not self.deck:
            again = sorted(kind for kind in self.spent_traps if kind != BOMB)
            self.deck = list(self.chance.ask("traps", kinds=again))
            self.spent_traps = [BOMB]
            self.drawn = []
        self.trap = self.chance.ask("trap", deck=list(self.deck))
        self.deck.remove(self.trap)
        self.drawn.append(self.trap)
        self.trap_red = self.red()
        self.immune = {seat for seat in range(self.n) if self.cell[seat] in self.temple.altars}
        affected = [seat for seat in self.coming_order() if seat not in self.immune]
        if self.trap == BOMB:
            self.temple_door = False
            self.lower_counter(4)
        elif self.trap == SUMMONING:
            number = min(1 + self.trap_red, SPECTRES - len(self.spectres))
            self.spectres.extend([self.temple.rune] * number)
        elif self.trap == FEATHER:
            self.clockwise = not self.clockwise
        elif self.trap == SEALS:
            self.open_doors.clear()
        elif self.trap == SILENCE and self.trap_red:
            for seat in affected:
                if self.hand[seat]:
                    self.discards[seat].add(self.random_card(seat, "silence"))
        elif self.trap == EARTHQUAKE:
            for seat in affected:
                for _ in range(1 + self.trap_red):
                    self.slot_roll(seat, "earthquake")

    def lower_counter(self, steps: int) -> None:
        self.counter = max(0, self.counter - steps)
        if self.counter == 0:  # CO-11.1
            self.over = True
            self.todo = []

    def do_ritual(self) -> None:
        """CO-8.4."""
        power = self.chance.ask("ritual", colour=self.colour())
        self.power = power + (1 + self.trap_red if self.trap == FURY else 0)
        self.lower_counter(power)

    # ----------------------------------------------------------------------------------------------------------------
    # Servants (CO-10). A monster is ("spectre" or "mummy", its number in the order of appearing).

    def do_designate(self) -> None:
        """CO-8.5: all targets, then all act."""
        self.targets = {}
        monsters = [("spectre", k) for k, cell in enumerate(self.spectres) if cell is not None]
        monsters += [("mummy", k) for k in range(len(self.mummies))]
        self.later(*[("target", monster) for monster in monsters], *[("act", monster) for monster in monsters])

    def visible(self, cell: int | None = None) -> list[int]:
        """CO-10.1: who can be seen, there or anywhere; in the order of the coming round (CO-8.6)."""
        hidden = {OUT} | self.temple.altars
        seats = [seat for seat in self.coming_order() if self.cell[seat] not in hidden]
        return seats if cell is None else [seat for seat in seats if self.cell[seat] == cell]

    def allure(self, monster: str, seat: int) -> int:
        """What this kind of monsters looks for: PR in the backpack, or cards in hand (CO-10.2)."""
        amount = value_of(self.bag[seat]) if monster == "mummy" else len(self.hand[seat])
        return amount - self.carries(seat, AMULET)

    def where(self, monster: tuple[str, int]) -> int:
        cell = (self.mummies if monster[0] == "mummy" else self.spectres)[monster[1]]
        assert cell is not None
        return cell

    def do_target(self, monster: tuple[str, int]) -> None:
        """CO-10.3."""
        kind = monster[0]
        seen = self.visible()
        most = max((self.allure(kind, seat) for seat in seen), default=0)
        candidates = [seat for seat in seen if self.allure(kind, seat) == most] if most >= 1 else []
        away = {seat: self.temple.distances(kind, self.cell[seat])[self.where(monster)] for seat in candidates}
        tied = [seat for seat in candidates if away[seat] == min(away.values())]  # type: ignore[type-var]
        if len(tied) > 1:
            decider = self.coming_order()[-1]
            self.question = Question("TARGET", decider, candidates=sorted(tied), monster=monster)
        else:
            self.targets[monster] = tied[0] if tied else None

    def answer_target(self, question: Question, action: int) -> None:
        assert question.monster is not None
        self.targets[question.monster] = (question.seat + action - TARGET) % self.n

    def do_act(self, monster: tuple[str, int]) -> None:
        target = self.targets[monster]
        if target is None:
            return  # it waits
        path = self.temple.path(monster[0], self.where(monster), self.cell[target])
        if path:
            self.later(("monster_action", monster, path, 3))
        else:
            self.strike(monster)  # CO-10.8

    def do_monster_action(self, monster: tuple[str, int], path: list[int], left: int) -> None:
        """One of `left` actions, `path` is what remains of it (CO-10.6)."""
        if left == 0 or not path:
            return
        kind, number = monster
        victims: list[int] = []
        if self.closed_for(monster, path[0]):
            self.open_doors.add(self.temple.door(self.where(monster), path[0]))
        else:
            for _ in range(self.power):
                if not path or victims or self.closed_for(monster, path[0]):
                    break
                cell = self.temple.way(kind, self.where(monster), path[0])
                assert cell is not None
                assert cell != OUT
                (self.mummies if kind == "mummy" else self.spectres)[number] = cell
                path = path[1:]
                victims = self.visible(cell)
        if kind == "mummy" or not victims:
            self.later(("monster_action", monster, path, left - 1))
        if victims:
            self.strike(monster)

    def closed_for(self, monster: tuple[str, int], d: int) -> bool:
        cell = self.where(monster)
        is_door = self.temple.edges[cell][d][0] == "door"
        return monster[0] == "mummy" and is_door and self.temple.door(cell, d) not in self.open_doors

    def strike(self, monster: tuple[str, int]) -> None:
        """All visible players on the monster's cell (CO-10.7 to CO-10.9)."""
        victims = self.visible(self.where(monster))
        if monster[0] == "mummy":
            self.later(*[("aggression", seat, None) for seat in victims])
        else:
            for seat in victims:
                self.terror(seat)
            self.spectres[monster[1]] = None

    # ----------------------------------------------------------------------------------------------------------------
    # Score (CO-11, CO-12)

    def company_points(self) -> list[int]:
        """By company."""
        pieces = [  # secured, by colour
            [sum(KIND_OF_ITEM[item] == colour for seat in company for item in self.tent[seat]) for colour in range(5)]
            for company in self.companies
        ]
        points = []
        for mine, company in zip(pieces, self.companies, strict=True):
            secured = sum(value_of(self.tent[seat]) for seat in company)
            carried = sum(len(self.bag[seat]) for seat in company)
            others = [row for row in pieces if row is not mine]
            collections = sum(all(mine[c] > row[c] for row in others) for c in range(5))
            points.append(secured + carried + collections)
        return points

    def score(self) -> list[int]:
        """By seat (CO-11.2, CO-12.2)."""
        points = dict(zip(map(tuple, self.companies), self.company_points(), strict=True))
        return [points[tuple(self.company_of(seat))] for seat in range(self.n)]

    def winners(self) -> set[int]:
        """CO-11.3, CO-12.3, as if the game ended now."""
        ranks = []
        for company, points in zip(self.companies, self.company_points(), strict=True):
            treasures = sum(item < TREASURES for seat in company for item in (*self.tent[seat], *self.bag[seat]))
            ranks.append((points, treasures, sum(self.cell[seat] == OUT for seat in company)))
        return {
            seat for company, rank in zip(self.companies, ranks, strict=True) if rank == max(ranks) for seat in company
        }  # fmt: skip

    def outcome(self) -> list[int]:
        """By seat: +1 won (also shared), −1 lost."""
        if not self.over:
            raise ValueError("the game is not over")
        winners = self.winners()
        return [1 if seat in winners else -1 for seat in range(self.n)]

    # ----------------------------------------------------------------------------------------------------------------
    # What is seen

    def seen_tiles(self, seat: int) -> dict[int, int]:
        """The unopened tiles whose content the seat knows (CO-13.2)."""
        return {cell: content for cell, content in self.tiles.items() if cell in self.known[seat]}

    def hidden_tiles(self, seat: int) -> tuple[dict[int, int], dict[int, int]]:
        """The sarcophagi and the chests it does not know: what `determinize` shuffles (CO-13.3)."""
        hidden = {cell: content for cell, content in self.tiles.items() if cell not in self.known[seat]}
        sarcophagi = {cell: content for cell, content in hidden.items() if self.temple.symbol[cell] == "S"}
        return sarcophagi, {cell: content for cell, content in hidden.items() if cell not in sarcophagi}

    def features(self, seat: int) -> dict[str, Any]:
        """CO-15: a numpy array for each piece."""
        from games.coffin_rush.oracle_view import features

        return features(self, seat)

    def check(self, before: Oracle | None = None) -> None:
        """CO-17; with an earlier position of the game also what may not change."""
        from games.coffin_rush.oracle_view import check

        check(self, before)
