"""What a viewer may be told about an answer and all that followed from it, in sentences.

Everything comes from the two records and is public (CO-13.1), but for what analysis shows: only its player reads that,
and an open table. What was in a tile is read from the later record, where an opened one lies open. An answer may end a
round: then losses that the records cannot tell apart, of a last step and of the servants, stand after the servants.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import (
    BOMB,
    CARD_NAMES,
    DIE_NAMES,
    FIRST_SLOT,
    ITEMS,
    RED_FACES,
    SLOTS,
    SPECTRES,
    STAIRS_TILE,
    SUMMONING,
    TRAP_NAMES,
    WITH_MUMMY,
    YELLOW_FACES,
)
from rush_envs.games.coffin_rush.state import HELD, IN_TENT, IN_TILE, Phase, unseen
from rush_envs.games.coffin_rush.table.words import (
    EFFECTS,
    cell_name,
    count,
    deciding,
    decision,
    is_over,
    item_name,
    members,
    name,
    risk,
    servant_name,
)
from rush_envs.games.coffin_rush.temple import (
    BEYOND,
    CLOSED_DOOR,
    DEBRIS,
    DIRECTION_NAMES,
    EAST,
    NAMES,
    OPEN_DOOR,
    OUT,
    PESTILENCE,
    PLACES,
    POSITION,
    SARCOPHAGI,
    SOUTH,
    TRAP_CELL,
)
from rush_envs.games.coffin_rush.view import (
    A_ADRENALINE,
    A_AGGRESS,
    A_ANALYSE,
    A_BETRAY,
    A_BORROW,
    A_DISCARD,
    A_DONE,
    A_DOOR,
    A_DROP,
    A_END,
    A_OPEN,
    A_PASS,
    A_PICK_UP,
    A_RECOVER,
    A_RED,
    A_RUSH,
    A_STAIRS,
    A_STEP,
    A_TAKE,
    A_TARGET,
    A_YELLOW,
)

Place = tuple[str, int]  # "tile", "bag" and "tent" with a seat, "held", "cell" with its number


def tell(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    """The sentences, in the order of events."""
    return _Story(before, after, seat, action, viewer).sentences()


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _the(item: int) -> str:
    return f"the {item_name(item)}"


class _Story:
    """Two records and the answer between them; `b` is the earlier one, `a` the later."""

    def __init__(self, before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> None:
        self.b, self.a = before[0], after[0]
        self.after, self.seat, self.action, self.viewer = after, seat, action, viewer
        self.seats = int(self.a["seats"])
        self.who = self.name(seat)
        self.told: set[int] = set()  # items whose way the answer's own sentence has told
        self.phase = Phase(self.b["phase"])
        turn = int(self.b["turn"])
        self.turn_ended = turn >= 0 and (int(self.a["turn"]) != turn or bool(self.a["done"]))
        self.pharaoh = self.turn_ended and (int(self.a["turn"]) < 0 or self.a["rounds"] != self.b["rounds"])

    def name(self, seat: int) -> str:
        return name(seat, self.viewer)

    def other(self, first: int, ahead: int = 1) -> int:
        """The seat that an action names by how many seats on it sits."""
        return (self.seat + ahead + self.action - first) % self.seats

    def sentences(self) -> list[str]:
        words = [*self._answer(), *self._cards()]
        servants = self.pharaoh or self.b["turn"] < 0
        words += [] if servants else self._things()
        words += self._rest()
        words += self._trap() if self.pharaoh else []
        words += [*self._servants(), *self._things()] if servants else []
        return words + (self._end() if is_over(self.a) else self._next())

    # The answer

    def _answer(self) -> list[str]:
        if self.phase == Phase.TURN:
            return self._acts() if self.action <= A_PASS or self.action >= A_BORROW else self._plays()
        if self.phase == Phase.DROP:
            return [f"{self.who} has done dropping."] if self.action == A_DONE else [self._drops()]
        if self.phase == Phase.OVERFLOW:
            return [self._overflows()]
        if self.phase == Phase.SLOT:
            slot, victim = self.action - A_TAKE, int(self.b["victim"])
            item = int(self.b["bag"][victim, slot])
            return [f"{self.who} names slot {slot + FIRST_SLOT} of {self.name(victim)}, {_the(item)}."]
        if self.phase == Phase.RECOVER:
            return [f"{self.who} takes {CARD_NAMES[self.action - A_RECOVER]} back to its hand."]
        if self.phase == Phase.CHARM:
            return [self._charms()]
        hunter, victim = servant_name(int(self.b["monster"])), self.other(A_TARGET, 0)
        return [f"{self.who} sends {hunter} after {self.name(victim)}."]

    def _acts(self) -> list[str]:
        action, here = self.action, int(self.b["cell"][self.seat])
        if action < A_END:
            return self._moves()
        if action == A_END:
            return [f"{self.who} ends the Movement."]
        if action < A_OPEN:
            way = action - A_DOOR
            verb = "opens" if self.b["edge"][here, way] == CLOSED_DOOR else "closes"
            return [f"{self.who} {verb} the stone door {DIRECTION_NAMES[way]} of {cell_name(here)}."]
        if action == A_OPEN:
            return self._opens(here)
        if action == A_PICK_UP:
            return [f"{self.who} picks up the pile on {cell_name(here)}."]
        if action < A_DONE:
            return [self._drops()]
        if action == A_PASS:
            return [f"{self.who} passes."]
        return [f"{self.who} uses the RUSH! token of {self.name(self.other(A_BORROW))}."]

    def _moves(self) -> list[str]:
        to = int(self.a["cell"][self.seat])
        way = f"steps {DIRECTION_NAMES[self.action - A_STEP]}" if self.action < A_STAIRS else "takes the stairs"
        words = [f"{self.who} {way} to {cell_name(to)}."]
        ground = int(self.a["ground"][to])
        if not self.b["adrenaline"]:
            if ground == DEBRIS:
                words.append("Debris costs two steps.")
            elif ground in (PESTILENCE, TRAP_CELL):
                words.append(f"{'Pestilence' if ground == PESTILENCE else 'A trap'} ends the Movement there.")
        if self.b["adrenaline"] < 2:
            strikes, frights = int((self.b["mummy"] == to).sum()), int((self.b["spectre"] == to).sum())
            words += [f"{self.who} meets {count(frights, 'spectre')}."] * bool(frights)
            words += [f"{self.who} runs into {count(strikes, 'mummy').replace('mummys', 'mummies')}."] * bool(strikes)
        return words

    def _opens(self, here: int) -> list[str]:
        (place,) = (k for k in range(PLACES) if self.b["closed"][k] and not self.a["closed"][k])
        content = int(self.a["content"][place])
        tile = "sarcophagus" if place < SARCOPHAGI else "chest"
        found = "the blue stairs" if content == STAIRS_TILE else _the(content)
        words = [f"{self.who} opens the {tile} on {cell_name(here)} and finds {found}."]
        if content != STAIRS_TILE and WITH_MUMMY[content] and not self.a["surprise"]:
            words.append(f"A mummy rises on {cell_name(here)} and strikes {self.who}.")
        return words

    def _drops(self) -> str:
        item, here = int(self.b["bag"][self.seat, self.action - A_DROP]), int(self.b["cell"][self.seat])
        self.told.add(item)
        if here == OUT:
            return f"{self.who} puts {_the(item)} under its tent."
        return f"{self.who} drops {_the(item)} on {cell_name(here)}."

    def _overflows(self) -> str:
        held, slot, here = int(self.b["held"]), self.action - A_DROP, cell_name(int(self.b["cell"][self.seat]))
        if slot == SLOTS:
            self.told.add(held)
            return f"{self.who} leaves {_the(held)} on {here}."
        item = int(self.b["bag"][self.seat, slot])
        self.told.add(item)
        words = f"{self.who} lets {_the(item)} of slot {slot + FIRST_SLOT} fall on {here} and keeps {_the(held)}."
        if self.b["surprise"]:
            words += f" A mummy rises on {here} and strikes {self.who}."
        return words

    def _charms(self) -> str:
        yellow, red = (int(die) for die in self.b["dice"])
        if self.action >= A_RED:
            deed, red = "turns the red die", int(RED_FACES[self.action - A_RED])
        elif self.action >= A_YELLOW:
            deed, yellow = "turns the yellow die", int(YELLOW_FACES[self.action - A_YELLOW])
        else:
            deed = "keeps the dice"
        return f"{self.who} {deed}: {yellow} + {red} = slot {yellow + red}."

    def _plays(self) -> list[str]:
        action = self.action
        if action >= A_DISCARD:
            return [f"{self.who} discards {CARD_NAMES[action - A_DISCARD]}."]
        if action == A_RUSH:
            return [f"{self.who} plays rush: its RUSH! token is active."]
        if action == A_ADRENALINE:
            monsters = " and of servants" * bool(self.a["adrenaline"] == 2)
            return [f"{self.who} plays adrenaline: no effects of cells{monsters} in this turn."]
        if action >= A_ANALYSE:
            return self._analyses()
        if action >= A_BETRAY:
            return [f"{self.who} betrays {self.name(self.other(A_BETRAY))}."]
        victim = self.other(A_AGGRESS)
        words = [f"{self.who} plays aggression on {self.name(victim)}."]
        if self.a["victim"] < 0 and not self.pharaoh:  # no choice was open: the dice were rolled, and no charm asked
            yellow, red = (int(die) for die in self.a["dice"])
            words.append(f"The dice show {yellow} + {red} = slot {yellow + red}.")
        return words

    def _analyses(self) -> list[str]:
        """Where one looks is public; what one sees is not."""
        here = int(POSITION[self.b["cell"][self.seat]])
        chosen = sorted({here, self.action - A_ANALYSE})
        places = [k for k in range(PLACES) if self.a["closed"][k] and POSITION[self.a["spot"][k]] in chosen]
        where = _listed(
            [f"position {k} ({NAMES[self.a['quadrant'][k]]})" for k in chosen if self.a["quadrant"][k] >= 0]
        )
        words = [f"{self.who} looks into the tiles of {where}."]
        if self.viewer in (None, self.seat):
            secret = unseen(self.after, self.seat)
            for place in places:
                if not secret[place]:
                    words.append(f"On {cell_name(int(self.a['spot'][place]))} it sees {self._content(place)}.")
        return words

    def _content(self, place: int) -> str:
        content = int(self.a["content"][place])
        if content == STAIRS_TILE:
            return "the blue stairs"
        return _the(content) + " with a mummy" * bool(WITH_MUMMY[content])

    # What followed from it

    def _played(self) -> int:
        """The card that the answer plays or discards, -1 if it is about something else."""
        if self.phase != Phase.TURN or not A_AGGRESS <= self.action < A_DISCARD + len(CARD_NAMES):
            return -1
        if self.action >= A_DISCARD:
            return self.action - A_DISCARD
        firsts = (A_AGGRESS, A_BETRAY, A_ANALYSE, A_ADRENALINE, A_RUSH)
        return sum(first <= self.action for first in firsts) - 1

    def _cards(self) -> list[str]:
        """Cards that were lost, by terror, betrayal or silence; the RUSH! token spent."""
        words = []
        for seat in range(self.seats):
            lost = members(int(self.a["removed"][seat] & ~self.b["removed"][seat]))
            words += [f"{self.name(seat)} loses {CARD_NAMES[card]} to terror, for ever." for card in lost]
            given = members(int(self.b["hand"][seat] & self.a["discards"][seat]))
            own = self._played() if seat == self.seat else -1
            words += [f"{self.name(seat)} must discard {CARD_NAMES[card]}." for card in given if card != own]
        if self.phase == Phase.TURN and self.b["rush"][self.seat] and not self.a["rush"][self.seat]:
            words.append(f"{self.who} spends its RUSH! token.")
        return words

    def _place(self, s: np.void, item: int) -> Place:
        where = int(s["where"][item])
        if where >= 0:
            return "cell", where
        if where in (IN_TILE, HELD):
            return ("tile" if where == IN_TILE else "held"), 0
        if where <= IN_TENT:
            return "tent", IN_TENT - where
        return "bag", next(seat for seat in range(self.seats) if item in s["bag"][seat, : s["bag_count"][seat]])

    def _things(self) -> list[str]:
        """Items that came to lie elsewhere, as far as the answer's own sentence has not told it."""
        taken, lost = [], []
        for item in range(ITEMS):
            (old, owner), (new, there) = self._place(self.b, item), self._place(self.a, item)
            if item in self.told or (old, owner) == (new, there):
                continue
            loser = owner if old == "bag" else self.seat
            if new == "cell" and old != "cell":
                lost.append(f"{self.name(loser)} loses {_the(item)}: it lies on {cell_name(there)}.")
            elif new == "bag" and old == "cell":
                taken.append(f"{self.name(there)} takes {_the(item)}.")
            elif new == "bag" and old == "bag":
                taken.append(f"{self.name(there)} takes {_the(item)} from {self.name(owner)}.")
        return taken + lost

    def _rest(self) -> list[str]:
        seat = int(self.b["turn"])
        returned = int(self.a["hand"][seat] & ~self.b["hand"][seat])
        if self.phase == Phase.RECOVER:
            returned &= ~(1 << self.action - A_RECOVER)
        rests = self.turn_ended and returned
        return [f"{self.name(seat)} rests: its discarded cards return to its hand."] if rests else []

    # The Pharaoh

    def _trap(self) -> list[str]:
        trap, red = int(self.a["trap"]), bool(self.a["trap_red"])
        words = [f"The Pharaoh's trap: {TRAP_NAMES[trap]}{' at red' * red}, {EFFECTS[trap][red]}."]
        immune = [self.name(seat) for seat in range(self.seats) if not self.a["affected"][seat]]
        if immune:
            words.append(f"On an altar it does not affect {_listed(immune)}.")
        if trap == BOMB:
            words.append("The temple door is gone: the way to the camp is open.")
        if trap == SUMMONING and self.a["spectres"] == self.b["spectres"]:
            words.append("No spectre is left to rise.")
        old, new = int(self.b["counter"]), int(self.a["counter"])
        words.append(f"The counter falls from {old} to {new}.")
        if new and risk(new) != risk(old):
            words.append(f"The counter is {DIE_NAMES[risk(new)]} now.")
        words += [f"The servants' Movements have {count(int(self.a['power']), 'cell')}."] * bool(new)
        return words

    def _servants(self) -> list[str]:
        """Where they went, whom they hunt, which doors they opened."""
        words = []
        for monster in range(len(self.a["target"])):
            old, new = (int(s["spectre"][monster] if monster < SPECTRES else s["mummy"][monster - SPECTRES])
                        for s in (self.b, self.a))  # fmt: skip
            rose = monster < SPECTRES and self.b["spectres"] <= monster < self.a["spectres"]
            start = int(self.a["rune"]) if rose else old
            if start < 0 or (new == old and not rose):
                continue
            target = int(self.a["target"][monster])
            hunts = f", hunting {self.name(target)}" if target >= 0 else ""
            went = f"goes from {cell_name(start)} to {cell_name(new)}" if new >= 0 else "meets its victim and is gone"
            risen = " rises from the rune and" * bool(rose)
            went = "waits" if rose and new == start else went
            words.append(f"{servant_name(monster).capitalize()}{risen} {went}{hunts}.")
        return words + self._opened()

    def _opened(self) -> list[str]:
        found = []
        for cell, way in np.argwhere((self.b["edge"] == CLOSED_DOOR) & (self.a["edge"] == OPEN_DOOR)).tolist():
            if way in (EAST, SOUTH) and not (self.phase == Phase.TURN and A_DOOR <= self.action < A_OPEN):
                found.append(
                    f"A mummy opens the door between {cell_name(cell)} and {cell_name(int(BEYOND[cell, way]))}."
                )
        return found

    # What comes next

    def _next(self) -> list[str]:
        words, turn = [], int(self.a["turn"])
        if turn >= 0 and turn != self.b["turn"]:
            begins = f"Round {self.a['rounds'] + 1} begins: " * bool(self.a["rounds"] != self.b["rounds"])
            words.append(f"{begins}{self.name(turn)} is on turn.")
        if self.a["phase"] not in (Phase.TURN, Phase.DROP):
            words.append(f"{self.name(deciding(self.a))} {decision(self.a, self.viewer)}.".replace("?.", "?"))
        return words

    def _end(self) -> list[str]:
        if self.a["truncated"]:
            return ["The game was stopped before its end: nobody wins."]
        scores = [f"{self.name(seat)} {self.a['score'][seat]}" for seat in range(self.seats)]
        winners = [self.name(seat) for seat in range(self.seats) if self.a["outcome"][seat] > 0]
        verb = "wins" if len(winners) == 1 else "win"
        return [f"The counter is at 0: the game is over. Points: {', '.join(scores)}.", f"{_listed(winners)} {verb}."]
