"""What a viewer may be told about an answer and all that followed from it, in sentences.

Behind its screen a player keeps and marks unseen: the others are told when all have finished, and not even before that
somebody has. An open table (viewer None) is told at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from rush_envs.games.silver_gold_pyramids.cards import SYMBOL_AT, card_name
from rush_envs.games.silver_gold_pyramids.components import (
    AWARD_POINTS,
    AWARDS,
    CARDS,
    CARDS_A_ROUND,
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    KEEP_PAIRS,
    OFFERS,
    PATTERN_NAMES,
    SHAPE_CELLS,
    SHAPES,
    SLOTS,
    SYMBOL_NAMES,
    cell_names,
)
from rush_envs.games.silver_gold_pyramids.panels import has_won, player_name, sees
from rush_envs.games.silver_gold_pyramids.score_card import counted
from rush_envs.games.silver_gold_pyramids.state import KEEP, MARK, SKULLS, TAKE
from rush_envs.games.silver_gold_pyramids.view import A_CELL, A_OFFER, A_SHAPE


def tell(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    """The answer as far as the viewer sees it, then what happened by itself."""
    b, a = before[0], after[0]
    resolved = (b["phase"], b["round_now"], b["revealed"]) != (a["phase"], a["round_now"], a["revealed"]) or a["done"]
    told: list[str] = []
    if b["phase"] == KEEP:
        told += _kept(b, a, seat, action, viewer, bool(resolved))
        told += [f"On offer: {_list(card_name(int(card)) for card in a['offer'])}."] * bool(resolved)
    elif b["phase"] == MARK:
        told += _marked(b, a, seat, action, viewer, bool(resolved))
    else:
        told += _taken(b, a, seat, action, viewer)
    return [*told, *_followed(b, a, viewer)]


def _list(parts: Iterable[str]) -> str:
    """`a, b and c`"""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


# ------------------------------------------------------------------------------------------------------------------
# The answer


def _kept(b: np.void, a: np.void, seat: int, action: int, viewer: int | None, resolved: bool) -> Iterator[str]:
    """The viewer's own choice at once; when all have chosen, that of the others."""
    for other in range(int(b["seats"])):
        if _comes_out(other, seat, viewer, resolved):
            own = sees(viewer, other)
            cards = [b["drawn"][other, k] for k in KEEP_PAIRS[action]] if own else a["slot"][other]
            yield f"{player_name(other, viewer)} keeps {_list(card_name(int(card)) for card in cards)}."


def _comes_out(other: int, seat: int, viewer: int | None, resolved: bool) -> bool:
    """Whether the viewer learns now what a seat did: its own answer, or with the last answer that of all others."""
    if other == seat:
        return resolved or sees(viewer, seat)
    return resolved and not sees(viewer, other)


def _marked(b: np.void, a: np.void, seat: int, action: int, viewer: int | None, resolved: bool) -> Iterator[str]:
    """A mark of the viewer's own; when all have finished the card, what the others have marked on pyramids that still
    lie before them: those completed are gone."""
    for other in range(int(b["seats"])):
        if not _comes_out(other, seat, viewer, resolved):
            continue
        own = sees(viewer, other)
        fresh = _cells(action) if own else (a["marks_shown"][other] & ~b["marks_shown"][other]).tolist()
        for slot in range(SLOTS):
            if fresh[slot]:
                yield _mark(int(b["slot"][other, slot]), slot, fresh[slot], player_name(other, viewer))
        tally = "tally" if own else "tally_shown"
        skulls = int(a[tally][other, SKULLS])
        if skulls != b[tally][other, SKULLS]:
            yield f"{player_name(other, viewer)} has {counted(skulls, 'crossed skull')} now."
    due = int(a["extra_due"][seat])
    if due and sees(viewer, seat):
        yield f"{player_name(seat, viewer)} has {counted(due, 'extra mark')} to make."


def _cells(action: int) -> list[int]:
    """The set of cells that an action marks in each slot."""
    if action < A_CELL:
        slot, way = divmod(action - A_SHAPE, SHAPES)
        cells = int(SHAPE_CELLS[way])
    else:
        slot, cell = divmod(action - A_CELL, CELLS)
        cells = 1 << cell
    return [cells if k == slot else 0 for k in range(SLOTS)]


def _mark(card: int, slot: int, cells: int, name: str) -> str:
    symbols = Counter(int(SYMBOL_AT[card, cell]) for cell in range(CELLS) if cells >> cell & 1)
    found = [counted(symbols[k], SYMBOL_NAMES[k]) for k in sorted(symbols) if k >= 0]
    words = f"{name} marks {cell_names(cells)} on pyramid {slot + 1} ({card_name(card)})"
    return f"{words}: {_list(found)}." if found else f"{words}."


def _taken(b: np.void, a: np.void, seat: int, action: int, viewer: int | None) -> Iterator[str]:
    slot = 0 if b["slot"][seat, 0] < 0 else 1
    place = action - A_OFFER
    source = f"place {place + 1} of the offer" if place < OFFERS else "the deck"
    taken = card_name(int(a["slot"][seat, slot]))
    yield f"{player_name(seat, viewer)} takes {taken} from {source} as pyramid {slot + 1}."
    for k in range(OFFERS):
        card = int(a["offer"][k])
        if card >= 0 and (card != b["offer"][k] or k == place):
            yield f"Place {k + 1} of the offer is filled with {card_name(card)}."


# ------------------------------------------------------------------------------------------------------------------
# What followed


def _followed(b: np.void, a: np.void, viewer: int | None) -> Iterator[str]:
    """Pyramids set aside, who takes, awards, points, the next card, the end: all of it is public."""
    seats = range(int(a["seats"]))
    for card in range(CARDS):
        for seat in seats:
            if (int(a["set_aside"][seat]) & ~int(b["set_aside"][seat])) >> card & 1:
                yield f"{player_name(seat, viewer)} completes {card_name(card)}."
    taker = int(a["taking"])
    if a["phase"] == TAKE and taker >= 0 and taker != b["taking"]:
        yield f"{player_name(taker, viewer)} is to take {counted(int(a['takes'][taker]), 'new pyramid')}."
    for seat in seats:
        for colour in range(COLOURS):
            new = int(a["awards"][seat, colour]) & ~int(b["awards"][seat, colour])
            for award in range(AWARDS):
                if new >> award & 1:
                    worth = counted(int(AWARD_POINTS[award]), "point")
                    yield f"{player_name(seat, viewer)} gets {worth} for {COLOUR_NAMES[colour]} pyramids."
    if (a["score"] != b["score"]).any():
        points = ", ".join(f"{player_name(seat, viewer)} {a['score'][seat]}" for seat in seats)
        yield f"Points: {points}."
    if (a["round_now"], a["revealed"]) != (b["round_now"], b["revealed"]):
        pattern = PATTERN_NAMES[a["expedition"][a["revealed"] - 1]]
        yield f"Round {a['round_now'] + 1}, card {a['revealed']} of {CARDS_A_ROUND}: {pattern}."
    if a["truncated"]:
        yield "The game is stopped before its end."
    elif a["done"]:
        winners = [seat for seat in seats if has_won(a, seat)]
        words = "wins" if len(winners) == 1 else "share the victory"
        names = _list(player_name(seat, viewer) for seat in winners)
        yield f"The game is over: {names} {words} with {counted(int(a['score'][winners[0]]), 'point')}."
