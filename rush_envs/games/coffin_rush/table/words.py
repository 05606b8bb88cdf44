"""Words about a position that drawing and telling share. All of it is public (CO-13.1)."""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import (
    BOMB_STEPS,
    COLOURS,
    FIRST_SLOT,
    GREEN,
    KIND,
    KIND_NAMES,
    RED,
    RED_FROM,
    SLOTS,
    SPECTRES,
    STEPS,
    TOKENS,
    TORCH,
    YELLOW,
    YELLOW_FROM,
)
from rush_envs.games.coffin_rush.state import Phase
from rush_envs.games.coffin_rush.temple import (
    CELL_NAMES,
    COLUMNS,
    GRID,
    LOCAL,
    OUT_CELL,
    PLACES,
    POSITION,
    RUSH,
    RUSH_CELL,
    SIDE,
)

# What each trap does, and what it does at red.
EFFECTS = (
    (f"counter −{BOMB_STEPS}, no temple door", f"counter −{BOMB_STEPS}, no temple door"),
    (f"Movements of {STEPS - 1} steps", f"Movements of {max(1, STEPS - 2)} step"),
    (f"{TOKENS - 1} tokens a turn", f"{TOKENS - 1} tokens a turn, no RUSH!"),
    ("a spectre rose", "two spectres rose"),
    ("the order of play turned", "the order of play turned"),
    ("stone doors fell shut", "doors shut, opening costs 2"),
    ("no card may be played", "no card played, one discarded"),
    ("servants moved 1 cell more", "servants moved 2 cells more"),
    ("one slot roll for each", "two slot rolls for each"),
)


def is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def name(seat: int, viewer: int | None) -> str:
    return f"player_{seat}" + " (you)" * (seat == viewer)


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def members(found: int) -> list[int]:
    """The members of a set that is kept as bits."""
    return [k for k in range(PLACES) if found >> k & 1]


def item_name(item: int) -> str:
    kind = int(KIND[item])
    return KIND_NAMES[kind] + " treasure" * (kind < COLOURS)


def row_and_column(cell: int) -> tuple[int, int]:
    """Of a cell of the grid, on the whole map."""
    down, right = divmod(int(POSITION[cell]), COLUMNS)
    row, column = divmod(int(LOCAL[cell]), SIDE)
    return down * SIDE + row, right * SIDE + column


def cell_name(cell: int) -> str:
    """As the rims of the map have it: B3 is in the second column, third row."""
    if cell >= GRID:
        return CELL_NAMES[RUSH_CELL if cell == RUSH else OUT_CELL]
    row, column = row_and_column(cell)
    return f"{chr(ord('A') + column)}{row + 1}"


def risk(counter: int) -> int:
    """CO-3.9: the colour of the counter, which is also the die."""
    return RED if counter <= RED_FROM else YELLOW if counter <= YELLOW_FROM else GREEN


def deciding(s: np.void) -> int:
    """The seat that is asked; -1 when all is over."""
    return -1 if is_over(s) else members(int(s["active"]))[0]


def company(s: np.void, seat: int) -> list[int]:
    """The other seats that win together with this one."""
    return [other for other in range(s["seats"]) if s["team"][other] == s["team"][seat] and other != seat]


def servant_name(monster: int) -> str:
    """Servants are counted spectres first."""
    return f"spectre {monster + 1}" if monster < SPECTRES else f"mummy {monster - SPECTRES + 1}"


def decision(s: np.void, viewer: int | None) -> str:
    """What the seat that is asked decides."""
    seat, victim, phase = deciding(s), int(s["victim"]), Phase(s["phase"])
    if phase == Phase.DROP:
        return "drops items: one more, or done"
    if phase == Phase.OVERFLOW:
        return f"has no room for slot {FIRST_SLOT + SLOTS}, {item_name(int(s['held']))}: which slot falls?"
    if phase == Phase.SLOT:
        whose = f"the backpack of {name(victim, viewer)}"
        return f"takes a slot out of {whose}" if s["near"] else f"names the slot that falls out of {whose}"
    if phase == Phase.RECOVER:
        return f"takes back {count(int(s['recovers']), 'discarded card')}"
    if phase == Phase.CHARM:
        yellow, red = (int(die) for die in s["dice"])
        return f"suffers an Aggression: yellow {yellow} + red {red} = slot {yellow + red}; sets one die, or keeps both"
    if phase == Phase.TARGET:
        *tied, last = (name(other, viewer) for other in members(int(s["tied"])))
        return f"decides whom {servant_name(int(s['monster']))} hunts: {', '.join(tied)} or {last}"
    return _turn(s, seat)


def _turn(s: np.void, seat: int) -> str:
    words = [count(int(s["tokens"]), "token") + " left"]
    if s["moving"]:
        words.append(f"moves, {count(int(s['steps']), 'step')} left")
    if s["torch"] and TORCH in KIND[s["bag"][seat, : s["bag_count"][seat]]]:
        words.append("torch step unused")
    if s["adrenaline"]:
        words.append("adrenaline" + " at red" * bool(s["adrenaline"] == 2))
    words.append("card used" if s["card_used"] else "may use a card")
    return " · ".join(words)
