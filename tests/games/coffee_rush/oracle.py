"""A slow, plain second implementation of Coffee Rush, for differential tests.

Written only from the manual and the specification (rule numbers CR-x.y refer to the latter). It knows nothing of the
fast implementation: the caller deals the cards (CR-3.1 to CR-3.3) and hands both implementations the same deal.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

# CR-2.1: coffee, milk, steam, ice, water, tea, chocolate, caramel.
LETTERS = "CMSIWTHA"
KINDS = range(8)
TOKENS = [18, 12, 12, 12, 12, 12, 12, 12]
RUSH_TOKENS = 15  # CR-2.4
CARDS = 80

# CR-2.2: the board, row by row from the north-west.
BOARD = [LETTERS.index(letter) for letter in "IASC" + "CMIW" + "TSMC" + "MIHS"]
CORNERS = {0, 3, 12, 15}
SPECIAL_CELLS = {1, 7, 8, 14}

# CR-2.3: the recipes in the order of components.md 3.4; the specials are the last five.
RECIPES = "CS CC CWS CWI CMS CMI CCM HMS HMI TWS TWI CMSS CCMS CAMI CHMS TMMI CAMS HAMI CTMS CHAI TAWS"
INGREDIENTS = [Counter(LETTERS.index(letter) for letter in letters) for letters in RECIPES.split()]
COPIES = [2, 2] + [4] * 19
SPECIAL_RECIPES = {16, 17, 18, 19, 20}

# CR-6.2: row and column change of N, E, S, W and, with the upgrade, NE, SE, SW, NW.
STRAIGHT = [(-1, 0), (0, 1), (1, 0), (0, -1)]
DIAGONAL = [(-1, 1), (1, 1), (1, -1), (-1, -1)]

# CR-5.3: the upgrade tiles.
DOUBLE_PAWNS, DIAGONAL_MOVE, DOUBLE_CORNERS, DOUBLE_SPECIALS = range(4)

# CR-12: the first id of each kind of action.
PLACE, UPGRADE, MOVE, EMPTY, POUR, RETURN, SERVE, DONE = 0, 16, 20, 36, 39, 63, 71, 83

PHASES = ["PLACE", "START", "UPGRADE", "MOVE", "EMPTY", "POUR", "SERVE"]
FREE_STEPS = 3
CUPS = range(3)
SLOTS = range(4)

Orders = list[list[list[int]]]  # the cards by seat and slot


@dataclass
class Seat:
    """What one player owns (CR-2.5)."""

    orders: list[list[int]]
    pawns: list[int] = field(default_factory=list)
    cups: list[Counter[int]] = field(default_factory=lambda: [Counter() for _ in CUPS])
    upgrades: set[int] = field(default_factory=set)
    rush: int = 0
    completed: int = 0
    penalties: int = 0


class Oracle:
    """One game, from the first PLACE to the end."""

    phase: str | None  # None when the game is over
    moving: int | None  # the pawn that moves this turn

    def __init__(
        self, num_players: int, orders: Orders, deck: list[int], *, removed: int = 0, upgrades_per_turn: int = 4
    ) -> None:
        self.num_players = num_players
        self.seats = [Seat([list(slot) for slot in slots]) for slots in orders]
        self.deck = list(deck)
        self.removed = removed
        self.upgrades_per_turn = upgrades_per_turn
        self.supply = Counter(dict(enumerate(TOKENS)))
        self.rush_supply = RUSH_TOKENS
        self.closed = False
        self.gone: Counter[int] = Counter()  # cards served or expired, by recipe
        self.dealt = Counter(deck) + Counter(card for slots in orders for slot in slots for card in slot)
        # CR-3.4: the seats that still have to place a pawn.
        self.queue = [1, 0, 1, 0] if num_players == 2 else list(reversed(range(num_players)))
        self.hand: Counter[int] = Counter()
        self.free_steps = FREE_STEPS
        self._reset_turn(0, "PLACE")

    @property
    def over(self) -> bool:
        return self.phase is None

    def acting(self) -> int | None:
        if self.over:
            return None
        return self.queue[0] if self.phase == "PLACE" else self.turn

    def legal(self) -> set[int]:
        """The flat ids (CR-12) open to the acting seat."""
        kinds = self._hand_kinds()
        actions: set[int] = set()
        if self.phase == "PLACE" and self.queue:  # CR-3.4: any cell without a pawn
            actions = {PLACE + cell for cell in range(16) if cell not in self._pawn_cells()}
        elif self.phase == "START":  # CR-3.5: the token in hand goes into cup 1 or cup 2
            actions = {POUR + 3 * kind + cup for kind in kinds for cup in (0, 1)}
        elif self.phase == "UPGRADE":
            actions = self._legal_upgrades() | {DONE}
        elif self.phase == "MOVE":
            actions = self._legal_moves()
        elif self.phase == "EMPTY":  # CR-7.1
            actions = {EMPTY + cup for cup in CUPS if self._mine.cups[cup].total() > 0} | {DONE}
        elif self.phase == "POUR":  # CR-7.2: only the lowest kind in hand
            lowest = kinds[:1]
            actions = {POUR + 3 * kind + cup for kind in lowest for cup in CUPS} | {RETURN + kind for kind in lowest}
        elif self.phase == "SERVE":
            actions = self._legal_serves() | {DONE}
        return actions

    def scores(self) -> list[int]:
        """CR-10.1."""
        return [seat.completed + 2 * len(seat.upgrades) - seat.penalties for seat in self.seats]

    def winners(self) -> set[int]:
        """CR-10.2: score, then completed orders held, then rush tokens, then shared."""
        if not self.over:
            raise ValueError("the game is not over")
        scores = self.scores()
        ranks = [(scores[index], seat.completed, seat.rush) for index, seat in enumerate(self.seats)]
        return {index for index, rank in enumerate(ranks) if rank == max(ranks)}

    def _legal_upgrades(self) -> set[int]:
        """CR-5.1."""
        if self._mine.completed < 3 or self.upgraded_now >= self.upgrades_per_turn:
            return set()
        return {UPGRADE + tile for tile in range(4) if tile not in self._mine.upgrades}

    def _legal_moves(self) -> set[int]:
        """CR-6.1, CR-6.4 and CR-6.5."""
        seat = self._mine
        budget = self.free_steps + seat.rush
        pawns = range(len(seat.pawns)) if self.moving is None else [self.moving]
        actions = set()
        for pawn in pawns:
            for direction, target in self._neighbours(seat.pawns[pawn]).items():
                if budget >= 1 and self._can_end(pawn, target, budget - 1):
                    actions.add(MOVE + 8 * pawn + direction)
        if self.moving is not None and seat.pawns[self.moving] not in self._other_pawns(self.moving):
            actions.add(DONE)
        return actions

    def _legal_serves(self) -> set[int]:
        """CR-8.1."""
        seat = self._mine
        return {
            SERVE + 4 * cup + slot
            for cup in CUPS
            for slot in SLOTS
            if any(INGREDIENTS[card] == seat.cups[cup] for card in seat.orders[slot])
        }

    @property
    def _mine(self) -> Seat:
        return self.seats[self.turn]

    def _pawn_cells(self) -> list[int]:
        return [cell for seat in self.seats for cell in seat.pawns]

    def _hand_kinds(self) -> list[int]:
        return [kind for kind in KINDS if self.hand[kind] > 0]

    def _neighbours(self, cell: int) -> dict[int, int]:
        """Direction -> cell, for the directions the seat on turn may use (CR-6.2)."""
        row, column = divmod(cell, 4)
        changes = STRAIGHT + DIAGONAL if DIAGONAL_MOVE in self._mine.upgrades else STRAIGHT
        return {
            direction: 4 * (row + down) + column + right
            for direction, (down, right) in enumerate(changes)
            if 0 <= row + down < 4 and 0 <= column + right < 4
        }

    def _other_pawns(self, pawn: int) -> set[int]:
        """The cells of all pawns but this one of the seat on turn (two players: one's own second pawn counts)."""
        cells = self._pawn_cells()
        cells.remove(self._mine.pawns[pawn])
        return set(cells)

    def _can_end(self, pawn: int, start: int, steps: int) -> bool:
        """CR-6.4: breadth-first search for a cell without another pawn, at most `steps` steps from `start`."""
        reached = {start}
        for _ in range(steps):
            reached |= {target for cell in reached for target in self._neighbours(cell).values()}
        return bool(reached - self._other_pawns(pawn))

    def _take_tokens(self, kind: int, amount: int) -> None:
        """CR-2.1: from the supply into the hand, as far as there are any."""
        taken = min(amount, self.supply[kind])
        self.supply[kind] -= taken
        self.hand[kind] += taken

    def _return_cup(self, cup: int) -> None:
        self.supply.update(self._mine.cups[cup])
        self._mine.cups[cup] = Counter()

    def _gain_rush(self) -> None:
        """CR-2.4: one rush token, if any is left."""
        if self.rush_supply > 0:
            self.rush_supply -= 1
            self._mine.rush += 1

    def _draw(self, index: int, amount: int) -> None:
        """Cards from the top of the deck into slot 1, as far as there are any."""
        for _ in range(amount):
            if self.deck:
                self.seats[index].orders[0].append(self.deck.pop(0))

    def apply(self, action: int) -> None:
        """Carry out a decision, then everything automatic until the next decision or the end."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        if action == DONE:
            self._next_phase()
        elif action >= SERVE:
            self._serve(*divmod(action - SERVE, 4))
        elif action >= RETURN:
            self.hand[action - RETURN] -= 1
            self.supply[action - RETURN] += 1
        elif action >= POUR:
            self._pour(*divmod(action - POUR, 3))
        elif action >= EMPTY:
            self._return_cup(action - EMPTY)
        elif action >= MOVE:
            self._step(*divmod(action - MOVE, 8))
        elif action >= UPGRADE:
            self._upgrade(action - UPGRADE)
        else:
            self.seats[self.queue.pop(0)].pawns.append(action)
        # CR-4.1 (with CR-6.5 and CR-7.2): a phase that offers nothing, or nothing but `done`, is passed.
        while not self.over and self.legal() <= {DONE}:
            self._next_phase()

    def _upgrade(self, tile: int) -> None:
        """CR-5.2."""
        self._mine.completed -= 3
        self._mine.upgrades.add(tile)
        self.upgraded_now += 1

    def _step(self, pawn: int, direction: int) -> None:
        """CR-6.1 and CR-6.3."""
        seat = self._mine
        if self.free_steps > 0:
            self.free_steps -= 1
        else:
            seat.rush -= 1
            self.rush_supply += 1
        self.moving = pawn
        cell = self._neighbours(seat.pawns[pawn])[direction]
        seat.pawns[pawn] = cell
        amount = 1
        others = self._other_pawns(pawn)
        for tile, cells in ((DOUBLE_PAWNS, others), (DOUBLE_CORNERS, CORNERS), (DOUBLE_SPECIALS, SPECIAL_CELLS)):
            if tile in seat.upgrades and cell in cells:  # CR-5.3 and CR-5.4
                amount *= 2
        self._take_tokens(BOARD[cell], amount)

    def _pour(self, kind: int, cup: int) -> None:
        """CR-3.5 (START) and CR-7.2 (POUR)."""
        self.hand[kind] -= 1
        self._mine.cups[cup][kind] += 1

    def _serve(self, cup: int, slot: int) -> None:
        """CR-8.2."""
        seat = self._mine
        card = INGREDIENTS.index(seat.cups[cup])
        seat.orders[slot].remove(card)
        self.gone[card] += 1
        seat.completed += 1
        self.served_now += 1
        self._return_cup(cup)
        if card in SPECIAL_RECIPES:
            self._gain_rush()

    def _next_phase(self) -> None:
        if self.phase == "PLACE":
            self._all_placed()
        elif self.phase == "START" and self.turn == 1:
            self._begin_start(0)
        elif self.phase == "START":
            self._reset_turn(0, "UPGRADE")
        elif self.phase == "SERVE":
            self._end_turn()
        else:
            self.free_steps = FREE_STEPS  # CR-13: 3 outside MOVE
            self.phase = {"UPGRADE": "MOVE", "MOVE": "EMPTY", "EMPTY": "POUR", "POUR": "SERVE"}[str(self.phase)]

    def _all_placed(self) -> None:
        """CR-3.5: the first pawn's token goes into cup 1, a second pawn's is decided in START."""
        for seat in self.seats:
            kind = BOARD[seat.pawns[0]]
            self.supply[kind] -= 1
            seat.cups[0][kind] += 1
        if self.num_players == 2:
            self._begin_start(1)
        else:
            self._reset_turn(0, "UPGRADE")

    def _begin_start(self, index: int) -> None:
        """CR-3.5: the second pawn's token comes into the hand."""
        self._reset_turn(index, "START")
        self._take_tokens(BOARD[self._mine.pawns[1]], 1)

    def _reset_turn(self, index: int, phase: str | None) -> None:
        """A seat comes to its turn, or (phase None) the game ends."""
        self.turn = index
        self.phase = phase
        self.moving = None
        self.upgraded_now = 0
        self.served_now = 0

    def _end_turn(self) -> None:
        """CR-9, in its order."""
        two_players = self.num_players == 2
        for distance in [1] if two_players else [1, 2]:  # CR-9.1
            self._draw((self.turn + distance) % self.num_players, self.served_now)
        self.closed |= not self.deck  # CR-9.2
        self._time_passes()  # CR-9.3
        self.closed |= self._mine.penalties >= 5  # CR-9.4
        if two_players:  # CR-9.5
            self._draw(self.turn, 1)
            self.closed |= not self.deck
        self.closed |= not any(slot for seat in self.seats for slot in seat.orders)  # CR-9.6
        if self.closed and self.turn == self.num_players - 1:  # CR-9.7
            self._reset_turn(self.turn, None)
        else:
            self._reset_turn((self.turn + 1) % self.num_players, "UPGRADE")

    def _time_passes(self) -> None:
        """CR-9.3."""
        expired = self._mine.orders.pop()
        self._mine.orders.insert(0, [])
        for card in expired:
            self.gone[card] += 1
            self._mine.penalties += 1
            self._gain_rush()

    def content_check(self) -> None:
        """CR-15.1 to CR-15.4."""
        for kind in KINDS:
            in_cups = sum(cup[kind] for seat in self.seats for cup in seat.cups)
            assert min(self.supply[kind], self.hand[kind]) >= 0, "CR-15.1"
            assert self.supply[kind] + in_cups + self.hand[kind] == TOKENS[kind], "CR-15.1"
        assert self.phase in ("MOVE", "EMPTY", "POUR", "START") or self.hand.total() == 0, "CR-15.1"
        in_slots = Counter(card for seat in self.seats for slot in seat.orders for card in slot)
        piles = sum(seat.completed + seat.penalties + 3 * len(seat.upgrades) for seat in self.seats)
        assert len(self.deck) + in_slots.total() + piles + self.removed == CARDS, "CR-15.2"
        assert self.gone.total() == piles, "CR-15.2"
        for card, copies in enumerate(COPIES):
            assert self.deck.count(card) + in_slots[card] + self.gone[card] == self.dealt[card] <= copies, "CR-15.2"
        rush = [self.rush_supply] + [seat.rush for seat in self.seats]
        assert min(rush) >= 0, "CR-15.3"
        assert sum(rush) == RUSH_TOKENS, "CR-15.3"
        assert self.phase == "MOVE" or len(self._pawn_cells()) == len(set(self._pawn_cells())), "CR-15.4"
