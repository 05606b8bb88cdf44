"""Words and facts that drawings and sentences share: who has to answer, what is asked, where dice may go."""

from __future__ import annotations

import numpy as np

from rush_envs.games.rush_out.components import (
    HERO_SYMBOLS,
    HERO_WORDS,
    HEROES,
    JOKER,
    JOKER_PLANT,
    LIGHTNING_SCROLL,
    ORDEAL_BANNER,
    SPACES,
    SPELL_BANNER,
    WIZARD_SYMBOLS,
    WIZARD_WORDS,
)
from rush_envs.games.rush_out.state import FREE, MARKET, SHUT, Question
from rush_envs.games.rush_out.view import A_TAKE, TARGET_NAMES, WIZARD_TARGET_NAMES

WIZARD_FACES, WIZARD_FACE_WORDS = WIZARD_SYMBOLS + HERO_SYMBOLS[JOKER], (*WIZARD_WORDS, HERO_WORDS[JOKER])
WIZARD_ENDS = [f"ordeal {k + 1}, his end" for k in range(SPACES)]
AIMS = WIZARD_TARGET_NAMES[:SPACES] + WIZARD_ENDS + WIZARD_TARGET_NAMES[2 * SPACES :]
QUESTION_WORDS = {
    Question.TARGET: "chooses a target",
    Question.DIE: "chooses a hero's die",
    Question.DISSIPATION: "chooses a hero",
    Question.DAMNATION: "chooses a hero to wound",
    Question.REGRESSION: "chooses a hero",
}


def is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def name(seat: int, viewer: int | None) -> str:
    return (f"hero_{seat - 1}" if seat else "wizard_0") + " (you)" * (seat == viewer)


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def is_due(s: np.void, seat: int, viewer: int | None) -> bool:
    """Whether the viewer knows that this seat has to answer now: in a tick nobody knows that of others."""
    known = s["phase"] == MARKET or viewer is None or viewer == seat
    return bool(known and s["active"] >> seat & 1) and not is_over(s)


def asked(s: np.void) -> Question:
    """The wizard's open question; none is left when a round is over."""
    return Question.NONE if s["winner"] >= 0 or is_over(s) else Question(s["question"])


def covered(s: np.void, seat: int) -> list[int]:
    """The symbols that a seat's joker covers; the wizard's are on banners and scrolls."""
    if seat > 0:
        return [k for k in range(JOKER) if s["covers"][seat - 1] >> k & 1]
    found = {*SPELL_BANNER[s["spell"]].tolist(), *ORDEAL_BANNER[s["ordeal"]].tolist()}
    found |= {k for k in range(LIGHTNING_SCROLL - JOKER_PLANT) if s["scrolls"] >> JOKER_PLANT + k & 1}
    return [k for k in range(len(WIZARD_SYMBOLS)) if k in found]


def named_dice(s: np.void, seat: int) -> str:
    """The dice that a seat has named to be taken back, by the spaces they lie on."""
    symbols = HERO_SYMBOLS if seat else WIZARD_FACES
    return "".join(letter * int(number) for letter, number in zip(symbols, s["taken"][seat], strict=True))


def aim(s: np.void, seat: int) -> str:
    """Where the seat's next die may go."""
    names, number = TARGET_NAMES if seat else AIMS, int(s["aim"][seat])
    if number == SHUT:
        return "shut: roll first"
    target = number - 1 if number != FREE else int(s["at"][seat])
    return names[target] if target >= 0 else "any card"


def place(s: np.void, seat: int) -> str:
    """Where the seat's dice lie."""
    names, at = TARGET_NAMES if seat else AIMS, int(s["at"][seat])
    return names[at] if at >= 0 else "–"


def status(s: np.void, seat: int, viewer: int | None) -> str:
    """What a seat is about: a choice that it owes, its pause, or that it has to answer."""
    if is_over(s):
        return "wins the game" if has_won(s, seat) else ""
    if s["phase"] == MARKET:
        return "buys or passes" if is_due(s, seat, viewer) else "waits in the market"
    if viewer == seat and s["pending"][seat] == A_TAKE:
        return f"takes back {named_dice(s, seat)} …"
    if seat == 0:
        question = "chooses 2 to wound" if s["wounds_due"] == 2 else QUESTION_WORDS.get(asked(s), "")
        return question or ("to answer" if is_due(s, 0, viewer) else "")
    if s["owners"][seat - 1]:
        return "point: " + ", ".join(f"hero_{k}" for k in range(HEROES) if s["owners"][seat - 1] >> k & 1)
    if s["busy"][seat - 1]:
        return f"busy for {count(int(s['busy'][seat - 1]), 'tick')}"
    if s["owes"][seat - 1]:
        return "owes a vortex 1 die"
    return "to answer" if is_due(s, seat, viewer) else ""
