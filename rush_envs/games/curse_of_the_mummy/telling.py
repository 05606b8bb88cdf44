"""What a viewer may be told about an answer and all that followed from it, in sentences.

The mummy is told what the record shows to everybody, never what an answer was: of a busy explorer it hears how many
dice show mummies, and at the end of the turn the value and a card that was laid (CM-11.1). Explorers, and an open
table, hear everything but what is in a hand.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    BIT,
    BOX,
    CARDS,
    COLOURS,
    DICE,
    DIRECTION_NAMES,
    FACE_NAMES,
    PRISON,
    TREASURE_CELL,
    cell_name,
)
from rush_envs.games.curse_of_the_mummy.state import BUSY, LOST, MUMMY, RELEASE, SKIPPED
from rush_envs.games.curse_of_the_mummy.view import A_ANNOUNCE, A_GO, A_PLAY, A_RELEASE, A_REROLL, A_STEP, A_STOP


def tell(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    """One answer, from the record before it to the record after it, for the eyes of a seat or for an open table."""
    b, a = before[0], after[0]
    if b["phase"] == MUMMY:
        found = _mummy_move(b, a, action)
    elif b["phase"] == RELEASE:
        found = _release(b, a, action, viewer)
    else:
        found = _heard(b, a) if viewer == 0 else _busy(b, a, action)
    return found + _following(b, a, viewer) + _end(a)


# ------------------------------------------------------------------------------------------------------------------
# Words and facts


def _who(s: np.void, pawn: int) -> str:
    return f"explorer_0's pawn {pawn}" if s["seats"] == 2 else f"explorer_{pawn}"


def _many(number: int, thing: str, things: str = "") -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"


def _value(value: int) -> str:
    return "the arrow" if value == ARROW else FACE_NAMES[value - 1]


def _dice(locked: int) -> str:
    """How many dice are locked, as a sentence's end."""
    return "no die shows a mummy" if locked == 0 else f"{_many(locked, 'die shows a mummy', 'dice show mummies')}"


def _roll(a: np.void, viewer: int | None) -> str:
    """What the dice show now; the mummy sees the locked ones only."""
    if viewer == 0:
        return _dice(int(a["locked"]))
    faces = [name for name, count in zip(FACE_NAMES, a["shown"], strict=False) for _ in range(count)]
    return f"{', '.join(faces)}; {_dice(int(a['locked']))}"


def _turn_ended(b: np.void, a: np.void) -> bool:
    """Whether an explorer's turn is over: everybody sees that."""
    return bool(a["turn"] != b["turn"])


def _lost(b: np.void, a: np.void) -> bool:
    return _turn_ended(b, a) and bool(a["history"][b["turn"], 0] == LOST)


# ------------------------------------------------------------------------------------------------------------------
# Explorers


def _release(b: np.void, a: np.void, action: int, viewer: int | None) -> list[str]:
    who = _who(b, int(b["turn"]))
    if action == A_RELEASE:
        dice = _many(int(b["locked"]), "die", "dice")
        return [f"{who} releases {dice}: the mummy may go {_many(int(a['steps']), 'step')} at once."]
    if _lost(b, a):
        return [f"{who} keeps the dice, rolls nothing but mummies and loses its turn."]
    return [f"{who} keeps the dice and rolls: {_roll(a, viewer)}."]


def _busy(b: np.void, a: np.void, action: int) -> list[str]:
    """What explorers do, as they see it themselves."""
    who = _who(b, int(b["turn"]))
    if action == A_REROLL:
        if _lost(b, a):
            return [f"{who} rolls again, nothing but mummies, and loses its turn."]
        return [f"{who} rolls again: {_roll(a, None)}."]
    if action < A_GO:
        return [f"{who} announces {_value(action - A_ANNOUNCE + 1)}."]
    if action < A_STEP:
        return [f"{who} goes to {cell_name(action - A_GO)}."]
    return _laid(b, a) if action == A_PLAY else [f"{who} lays no card."]


def _heard(b: np.void, a: np.void) -> list[str]:
    """What the mummy hears of a busy explorer, from what everybody sees."""
    who = _who(b, int(b["turn"]))
    if _lost(b, a):
        return [f"All dice show mummies: {who} loses its turn."]
    if _turn_ended(b, a):
        return [f"{who} announces {_value(int(a['history'][b['turn'], 0]))} and moves.", *_laid(b, a)]
    rolled = [f"{who} rolls again: {_dice(int(a['locked']))}."] if a["locked"] != b["locked"] else []
    return rolled + _laid(b, a)


def _laid(b: np.void, a: np.void) -> list[str]:
    pawn = int(b["turn"])
    cards = [card for card in range(CARDS) if a["laid"][pawn, card] and not b["laid"][pawn, card]]
    count, goal = int(a["laid"][pawn].sum()), COLOURS
    if a["seats"] == 2:
        count, goal = int(a["laid"].sum()), 2 * COLOURS
    return [
        f"{_who(b, pawn)} lays the {BOX.card_names[card]} on {cell_name(int(TREASURE_CELL[card])).split()[0]}: "
        f"{count} of {goal}."
        for card in cards
    ]


# ------------------------------------------------------------------------------------------------------------------
# The mummy


def _mummy_move(b: np.void, a: np.void, action: int) -> list[str]:
    here = cell_name(int(a["mummy"]))
    if action == A_STOP:
        return [f"The mummy stops on {here}."]
    found = [f"The mummy steps {DIRECTION_NAMES[action - A_STEP]} to {here}."]
    if a["mummy_ankhs"] == b["mummy_ankhs"]:
        return found
    pawn = next(pawn for pawn in range(b["pawns"]) if _is_caught(b, a, pawn))
    ankhs = f"it has {a['mummy_ankhs']} of {a['ankhs_needed']} ankhs"
    found.append(f"It catches {_who(b, pawn)}: {ankhs}.")
    if a["out"][pawn]:
        found.append(f"{_who(b, pawn)} has no ankh left and is out of the game.")
    else:
        found.append(f"{_who(b, pawn)} goes to prison.")
    return found


def _is_caught(b: np.void, a: np.void, pawn: int) -> bool:
    """The pawn that gave the ankh; of two players' pawns the one that is known to be in prison from now on."""
    if b["seats"] > 2:
        return bool(a["ankhs"][pawn] < b["ankhs"][pawn])
    prison = BIT[PRISON]
    return bool((a["possible"][pawn] == prison).all() and (b["possible"][pawn] != prison).any())


# ------------------------------------------------------------------------------------------------------------------
# What follows by itself


def _following(b: np.void, a: np.void, viewer: int | None) -> list[str]:
    """Free dice, the next round, turns that were skipped or lost, the next roll or the mummy's die."""
    if a["done"] or (a["truncated"] and a["rounds"] == a["max_rounds"]):
        return []
    if b["phase"] == MUMMY and _move_ended(b, a):
        pawn, found = (int(b["turn"]), ["All dice are free."]) if b["intermediate"] else (0, [_round(a)])
    elif b["phase"] != MUMMY and _turn_ended(b, a):
        pawn, found = int(b["turn"]) + 1, []
    else:
        return []
    for other in range(pawn, a["turn"]):
        entry = a["history"][other, 0]
        if not a["out"][other] and entry in (LOST, SKIPPED):
            how = "is boxed in and skips" if entry == SKIPPED else "rolls nothing but mummies and loses"
            found.append(f"{_who(a, other)} {how} its turn.")
    return found + _next(a, viewer)


def _move_ended(b: np.void, a: np.void) -> bool:
    """Whether the mummy's move is over; in one turn dice are released once."""
    if not b["intermediate"]:
        return bool(a["rounds"] != b["rounds"])
    return bool(a["phase"] != MUMMY or not a["intermediate"] or a["turn"] != b["turn"])


def _round(a: np.void) -> str:
    return f"Round {a['rounds'] + 1} begins."


def _next(a: np.void, viewer: int | None) -> list[str]:
    """What the next one begins with, without having been asked."""
    if a["phase"] == BUSY:
        return [f"{_who(a, int(a['turn']))} rolls: {_roll(a, viewer)}."]
    if a["phase"] != MUMMY:
        return []
    steps, locked = int(a["steps"]), int(a["locked"])
    if a["intermediate"]:
        return [f"{_who(a, int(a['turn']))} must release {DICE} dice: the mummy may go {_many(steps, 'step')} at once."]
    return [f"The mummy's die shows {steps - locked}, {_dice(locked)}: it may go {_many(steps, 'step')}."]


def _end(a: np.void) -> list[str]:
    if a["truncated"]:
        return [f"The game is stopped in round {a['rounds']}: nobody wins."]
    if not a["done"]:
        return []
    if a["mummy_ankhs"] == a["ankhs_needed"]:
        return ["mummy_0 has all the ankhs it needs and wins."]
    winner = next(seat for seat in range(1, a["seats"]) if a["score"][seat] == 100)
    return [f"explorer_{winner - 1} has laid all its treasures and wins."]
