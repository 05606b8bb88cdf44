"""What is told about an answer and all that followed from it. Everything at this table is public but the order of the
deck, which is never read here, so all viewers hear the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from rush_envs.games.coffee_rush.components import (
    BOARD,
    BOX,
    KIND_NAMES,
    PENALTIES_TO_CLOSE,
    SLOTS,
    UPGRADE_NAMES,
    cell_name,
)
from rush_envs.games.coffee_rush.state import EMPTY, MOVE, PLACE, SERVE, START, UPGRADE
from rush_envs.games.coffee_rush.view import ACTIONS


def tell(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    """Sentences about one answer: what the player did, then the end of the turn, then the end of the game."""
    s, t = before[0], after[0]
    name, parts = _split(action)
    told = [SENTENCES[name](s, t, seat, *parts)]
    if s["phase"] in (PLACE, START):
        told += _starting_tokens(s, t)
    elif t["turn"] != seat or t["done"]:
        told += _end_of_turn(s, t, seat, parts if name == "serve" else [])
    return told + _end_of_game(t)


def _split(action: int) -> tuple[str, list[int]]:
    """The range of an action and its place on each of its axes: `("move", [pawn, direction])`."""
    places = dict(zip(ACTIONS.parts, ACTIONS.split[action].tolist(), strict=True))
    name = list(ACTIONS.ranges)[places["range"]]
    return name, [places[axis] for axis in ACTIONS.ranges[name].axes]


def _player(seat: int) -> str:
    return f"player_{seat}"


def _list(words: Iterable[str]) -> str:
    """`a, b and c`."""
    found = list(words)
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def _tokens(counts: np.ndarray) -> str:
    """`2 coffee and 1 milk`."""
    return _list(f"{count} {KIND_NAMES[kind]}" for kind, count in enumerate(counts) if count) or "nothing"


def _cards(counts: np.ndarray) -> str:
    """`Espresso and 2 Iced Tea`."""
    names = zip(BOX.recipe_names, counts, strict=True)
    return _list(name if count == 1 else f"{count} {name}" for name, count in names if count)


def _many(count: int, thing: str, things: str) -> str:
    return f"a {thing}" if count == 1 else f"{count} {things}"


# ------------------------------------------------------------------------------------------------------------------
# What the player did


def _place(s: np.void, t: np.void, seat: int, cell: int) -> str:
    pawn = f"pawn {1 + int(s['pawn'][seat, 0] >= 0)}" if s["seats"] == 2 else "the pawn"
    return f"{_player(seat)} places {pawn} on {cell_name(cell)}."


def _upgrade(s: np.void, t: np.void, seat: int, tile: int) -> str:
    return f"{_player(seat)} gives three completed orders for the tile {UPGRADE_NAMES[tile]}."


def _move(s: np.void, t: np.void, seat: int, pawn: int, direction: int) -> str:
    cell = int(t["pawn"][seat, pawn])
    kind = int(BOARD[cell])
    taken = int(t["hand"][kind] - s["hand"][kind])  # a turn goes on as long as there is something in hand
    which = f" pawn {pawn + 1}" if s["seats"] == 2 else ""
    paid = " for a rush token" if not s["free_steps"] else ""
    brings = f"takes {taken} {KIND_NAMES[kind]}" if taken else f"finds no {KIND_NAMES[kind]} left"
    return f"{_player(seat)} steps{which} to {cell_name(cell)}{paid} and {brings}."


def _empty(s: np.void, t: np.void, seat: int, cup: int) -> str:
    return f"{_player(seat)} empties cup {cup + 1}: {_tokens(s['cups'][seat, cup])} back to the supply."


def _pour(s: np.void, t: np.void, seat: int, kind: int, cup: int) -> str:
    content = s["cups"][seat, cup].copy()
    content[kind] += 1
    return f"{_player(seat)} pours {KIND_NAMES[kind]} into cup {cup + 1}, which now holds {_tokens(content)}."


def _return(s: np.void, t: np.void, seat: int, kind: int) -> str:
    return f"{_player(seat)} returns 1 {KIND_NAMES[kind]} to the supply."


def _recipe_in(s: np.void, seat: int, cup: int) -> int:
    return int(np.flatnonzero((BOX.recipes == s["cups"][seat, cup]).all(axis=1))[0])


def _serve(s: np.void, t: np.void, seat: int, cup: int, slot: int) -> str:
    recipe = _recipe_in(s, seat, cup)
    rush = " and takes a rush token" if BOX.special[recipe] and s["rush_supply"] else ""
    return f"{_player(seat)} serves {BOX.recipe_names[recipe]} from cup {cup + 1} to slot {slot + 1}{rush}."


def _done(s: np.void, t: np.void, seat: int) -> str:
    stays = cell_name(int(s["pawn"][seat, s["moving"]]))
    doing = {
        UPGRADE: "flips no more tiles" if s["upgraded_now"] else "flips no tile",
        MOVE: f"stays on {stays}",
        EMPTY: "keeps what is in the cups",
        SERVE: "serves no more" if s["served_now"] else "serves nothing",
    }
    return f"{_player(seat)} {doing[int(s['phase'])]}."


SENTENCES: dict[str, Callable[..., str]] = {
    "place": _place, "upgrade": _upgrade, "move": _move, "empty": _empty, "pour": _pour, "return": _return,
    "serve": _serve, "done": _done,
}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------
# What followed


def _starting_tokens(s: np.void, t: np.void) -> list[str]:
    """The tokens of the cells on which the pawns were placed [3.5]."""
    seats = range(int(s["seats"]))
    told = []
    if s["phase"] == PLACE and t["phase"] != PLACE:
        first = (f"{_player(seat)} {KIND_NAMES[BOARD[t['pawn'][seat, 0]]]}" for seat in seats)
        told.append(f"Everybody pours the token of their cell into cup 1: {_list(first)}.")
    if t["phase"] == START:
        turn = int(t["turn"])
        told.append(f"{_player(turn)} has {_tokens(t['hand'])} of pawn 2 to pour.")
    return told


def _end_of_turn(s: np.void, t: np.void, seat: int, served: list[int]) -> list[str]:
    """[9.1] to [9.6]; `served` is the cup and the slot of an order served by this very answer."""
    seats = int(s["seats"])
    told = []
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        drawn = t["orders"][other, 0] - s["orders"][other, 0]
        if drawn.any():
            told.append(f"{_player(other)} draws {_cards(drawn)} into slot 1.")
    told += _expired(s, t, seat, served)
    if seats == 2 and t["orders"][seat, 0].any():
        told.append(f"{_player(seat)} draws {_cards(t['orders'][seat, 0])} into slot 1.")
    if t["closed"] and not s["closed"]:
        told.append(f"The sign turns to CLOSED: {_why_closed(t, seat)}.")
    return told


def _expired(s: np.void, t: np.void, seat: int, served: list[int]) -> list[str]:
    late = s["orders"][seat, SLOTS - 1].copy()
    rush = int(t["rush"][seat] - s["rush"][seat])
    if served:
        cup, slot = served
        recipe = _recipe_in(s, seat, cup)
        late[recipe] -= slot == SLOTS - 1
        rush -= int(BOX.special[recipe] and s["rush_supply"] > 0)
    if not late.any():
        return []
    brings = [_many(int(late.sum()), "penalty", "penalties")]
    brings += [_many(rush, "rush token", "rush tokens")] if rush > 0 else []
    return [f"Time runs out for {_cards(late)}: {_player(seat)} takes {_list(brings)}."]


def _why_closed(t: np.void, seat: int) -> str:
    if t["deck_size"] == 0:
        return "the deck is empty"
    if t["penalties"][seat] >= PENALTIES_TO_CLOSE:
        return f"{_player(seat)} has {t['penalties'][seat]} penalties"
    return "no order is left"


def _end_of_game(t: np.void) -> list[str]:
    if t["truncated"]:
        return ["The game was stopped before its end: nobody wins."]
    if not t["done"]:
        return []
    seats = range(int(t["seats"]))
    points = _list(f"{_player(seat)} {t['score'][seat]}" for seat in seats)
    winners = [_player(seat) for seat in seats if t["outcome"][seat] > 0]
    ends = f"{winners[0]} wins" if len(winners) == 1 else f"{_list(winners)} share the victory"
    return [f"The game is over. Points: {points}. {ends}."]
