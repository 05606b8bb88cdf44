"""What the drawing asks of a record: who decides and what, where pawns may stand, what a viewer may see."""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import CARDS, CELLS, WORD
from rush_envs.games.curse_of_the_mummy.state import MUMMY, RELEASE, Deed

PAWN_COLOURS = ("blue", "vermilion", "green", "purple")
DECIDES = {Deed.ROLLED: "announces a die or rolls again", Deed.MOVE: "moves", Deed.TREASURE: "is at a treasure"}


def is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def seat_name(seat: int, viewer: int | None) -> str:
    return ("mummy_0" if seat == 0 else f"explorer_{seat - 1}") + " (you)" * (seat == viewer)


def seat_colour(s: np.void, seat: int) -> str:
    return "ink" if seat == 0 else "grey" if s["seats"] == 2 else PAWN_COLOURS[seat - 1]


def asked_seat(s: np.void) -> int:
    """The seat that is asked; -1 when all is over."""
    if is_over(s):
        return -1
    return 0 if s["phase"] == MUMMY else 1 if s["seats"] == 2 else int(s["turn"]) + 1


def pawns_of(s: np.void, seat: int) -> tuple[int, ...]:
    return (0, 1) if s["seats"] == 2 else (seat - 1,)


def possible_cells(s: np.void, pawn: int) -> list[int]:
    """The cells where a pawn may stand, as everybody can work them out; none if they are not to be shown."""
    if not s["belief"] or s["out"][pawn]:
        return []
    words = [int(word) for word in s["possible"][pawn]]
    return [cell for cell in range(CELLS) if words[cell // WORD] >> cell % WORD & 1]


def is_laid(s: np.void, card: int) -> bool:
    return bool(s["laid"][:, card].any())


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def own_cards(s: np.void, viewer: int | None) -> list[int]:
    return [card for card in range(CARDS) if s["hand"][viewer, card]] if viewer else []


def doing(s: np.void, viewer: int | None) -> str:
    """What the seat that is asked does; the mummy does not know what a busy explorer is at."""
    pawn = f"pawn {s['turn']}: " if s["seats"] == 2 and s["phase"] != MUMMY else ""
    if s["phase"] == RELEASE:
        return pawn + "releases the locked dice or keeps them"
    if s["phase"] == MUMMY:
        return "moves, because the dice are released" if s["intermediate"] else "moves"
    return pawn + ("is busy" if viewer == 0 else DECIDES[Deed(s["deed"])])
