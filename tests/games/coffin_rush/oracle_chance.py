"""The chance of the slow Coffin Rush!: random, from a script, or as another implementation had it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from games.coffin_rush.oracle_temple import FACES, ITEMS, STAIRS, TREASURES

if TYPE_CHECKING:
    from games.coffin_rush.oracle import Oracle


class Chance:
    """All chance. Every question goes through `ask(label, **arguments)`; override it, or `default`.

    Label, arguments → answer, and when it is asked:

    - `layout` → (order, turns) of `Temple`; random layout only
    - `sarcophagi` cells → the content (item or STAIRS) of each, in the same order
    - `chests` cells → likewise
    - `traps` kinds → the 12 traps other than the bomb as a deck (setup, and again with an empty deck)
    - `bomb` → 5, 6 or 7: how many traps lie above it
    - `trap` deck → which kind is drawn (the first one unless overridden)
    - `ritual` colour → what the die shows
    - `slot_roll` seat, why, charm → (yellow, red). why: "trap cell", "earthquake", "aggression"; charm: will be asked
    - `random_card` seat, hand, why → a card of the hand. why: "terror", "betrayal", "silence"

    Order of a Pharaoh's turn: trap (before it traps, with an empty deck); its effects, seat by seat in the order of the
    coming round; ritual; then as the servants act.
    """

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)
        self.log: list[tuple[str, dict[str, Any], Any]] = []

    def ask(self, label: str, **arguments: Any) -> Any:
        answer = self.default(label, arguments)
        self.log.append((label, arguments, answer))
        return answer

    def default(self, label: str, arguments: dict[str, Any]) -> Any:
        match label:
            case "layout":
                return self.random.sample(range(10), 10), [self.random.randrange(4) for _ in range(10)]
            case "sarcophagi":
                contents = [*range(TREASURES), STAIRS]
                return self.random.sample(contents, len(contents))
            case "chests":
                return self.random.sample(range(TREASURES, ITEMS), ITEMS - TREASURES)
            case "traps":
                return self.random.sample(arguments["kinds"], len(arguments["kinds"]))
            case "bomb":
                return self.random.choice([5, 6, 7])
            case "trap":
                return arguments["deck"][0]
            case "ritual":
                return self.random.choice(FACES[arguments["colour"]])
            case "slot_roll":
                return self.random.choice(FACES["yellow"]), self.random.choice(FACES["red"])
            case "random_card":
                return self.random.choice(sorted(arguments["hand"]))
        raise ValueError(label)


class ScriptedChance(Chance):
    """Answers from a list of (label, answer), or of bare answers; with `labels`, others are left to chance."""

    def __init__(self, script: list[Any], labels: set[str] | None = None, seed: int = 0) -> None:
        super().__init__(seed)
        self.script, self.labels = list(script), labels

    def default(self, label: str, arguments: dict[str, Any]) -> Any:
        if self.labels is not None and label not in self.labels:
            return super().default(label, arguments)
        assert self.script, f"the script has no answer to {label} {arguments}"
        entry = self.script.pop(0)
        if isinstance(entry, tuple) and entry and isinstance(entry[0], str):
            assert entry[0] == label, f"the script answers {entry[0]}, asked was {label} {arguments}"
            return entry[1]
        return entry


class ReplayChance(Chance):
    """Answers by meaning: `answers[label](**arguments)`; None, or no such label, leaves it to chance."""

    def __init__(self, answers: dict[str, Callable[..., Any]], seed: int = 0) -> None:
        super().__init__(seed)
        self.answers = answers

    def default(self, label: str, arguments: dict[str, Any]) -> Any:
        answer = self.answers[label](**arguments) if label in self.answers else None
        return super().default(label, arguments) if answer is None else answer


class Unanswered(Exception):
    """A question at which `explore` branches."""


class _Prefix(Chance):
    """The given answers, then the exception."""

    def __init__(self, answers: list[Any]) -> None:
        super().__init__()
        self.left = list(answers)

    def default(self, label: str, arguments: dict[str, Any]) -> Any:
        if not self.left:
            raise Unanswered(label, arguments)
        return self.left.pop(0)


def outcomes(oracle: Oracle, label: str, arguments: dict[str, Any]) -> list[Any]:
    """All answers that differ in what follows (for `explore`)."""
    match label:
        case "trap":
            return sorted(set(arguments["deck"]))[:9]
        case "ritual":
            return sorted(set(FACES[arguments["colour"]]))
        case "slot_roll":
            if arguments["charm"]:
                return [(y, r) for y in (1, 2, 3) for r in (1, 2, 3, 4)]
            rolls = {y + r: (y, r) for y in (1, 2, 3) for r in (1, 2, 3, 4)}
            filled = [slot for slot in rolls if slot - 2 < len(oracle.bag[arguments["seat"]])]
            empty = [slot for slot in rolls if slot not in filled][:1]
            return [rolls[slot] for slot in (*filled, *empty)]
        case "random_card":
            return sorted(arguments["hand"])
    raise ValueError(f"{label} has too many outcomes")


def explore(
    oracle: Oracle, seat: int, action: int, narrow: Callable[[str, dict[str, Any]], list[Any] | None] | None = None
) -> Iterator[Oracle]:
    """All positions that may follow, one after another, for a test that only sees the position after the step.

    `narrow(label, arguments)` may name the possible answers where the test knows them (the trap now in force, the
    power), None leaves them all open. A reshuffle of the traps must be narrowed.
    """
    waiting: list[list[Any]] = [[]]
    while waiting:
        answers = waiting.pop()
        after = oracle.copy()
        try:
            after.apply(seat, action, _Prefix(answers))
        except Unanswered as stop:
            label, arguments = stop.args
            known = narrow(label, arguments) if narrow is not None else None
            chosen = outcomes(after, label, arguments) if known is None else known
            waiting.extend([*answers, answer] for answer in reversed(chosen))
        else:
            yield after
