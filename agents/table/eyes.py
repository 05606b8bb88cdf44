"""What one viewer gets to see of a table: made here and nowhere else.

A viewer is a seat, or a watcher (`None`). Watchers see the open table where that tells nobody anything: when the game
is over, when only agents play, or where a game hides nothing from one seat that another knows.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from rush_envs.kit.scene import Scene, differences
from rush_envs.kit.scene.wire import Wire
from rush_envs.replay import everything_is_public

from .game import TableGame

NOTHING: Wire = {"title": "", "panels": []}


def may_watch(table: TableGame) -> bool:
    """Whether the open table may be shown to anybody."""
    return table.over or not table.persons or everything_is_public(table.game)


def scene(table: TableGame, viewer: int | None, ply: int) -> Scene | None:
    if viewer is None and not may_watch(table):
        return None
    return table.game.draw(table.states[ply], viewer)


def wire(table: TableGame, viewer: int | None, ply: int) -> Wire:
    drawn = scene(table, viewer, ply)
    return NOTHING if drawn is None else drawn.to_wire()


def seen(table: TableGame, viewer: int | None) -> list[int]:
    """The plies at which a viewer is shown the table: not while others answer a sealed question. Who has answered it,
    and how often, is nobody's business before it is resolved."""
    answers, openly = table.facts.answers, viewer is None and may_watch(table)
    after = (ply for ply in range(1, table.ply + 1) if openly or answers[ply - 1][0] == viewer or not table.sealed(ply))
    return [0, *after]


def whole(table: TableGame, viewer: int | None) -> dict[str, Any]:
    """Everything a viewer needs that has just come in."""
    plies = seen(table, viewer)
    drawn = scene(table, viewer, plies[-1])
    icons = table.game.draw(table.states[0], viewer if viewer is not None else 0).icons
    return {
        "type": "table",
        "game": table.game.title,
        "name": table.game.name,
        "seat": viewer,
        "seed": str(table.facts.seed) if table.over or len(table.persons) < 2 else None,
        "options": {name: str(value) for name, value in table.config.options().items()},
        "symbols": icons.symbols("page"),
        "scene": NOTHING if drawn is None else drawn.to_wire(),
        "log": [_told(table, viewer, before, after) for before, after in pairwise(plies)],
        "undo": viewer is not None and table.persons == [viewer],
        "alone": len(table.persons) < 2,
        **standing(table, viewer, drawn),
    }


def step(table: TableGame, viewer: int | None) -> dict[str, Any] | None:
    """What the last answer has changed for a viewer, and the sealed ones before it; nothing if it is not to be seen."""
    plies = seen(table, viewer)
    if plies[-1] != table.ply:
        return None
    drawn = scene(table, viewer, plies[-1])
    after = NOTHING if drawn is None else drawn.to_wire()
    ply, before = table.shown.get(viewer, (-1, NOTHING))
    change = differences(before if ply == plies[-2] else wire(table, viewer, plies[-2]), after)
    table.shown[viewer] = (table.ply, after)  # the next step begins there
    told = _told(table, viewer, *plies[-2:])
    return {"type": "step", "change": change, "told": told, **standing(table, viewer, drawn)}


def standing(table: TableGame, viewer: int | None, drawn: Scene | None) -> dict[str, Any]:
    """Who is asked, how it stands, and what the viewer may do."""
    return {
        "ply": len(seen(table, viewer)) - 1,
        "given": table.given(viewer),
        "asked": asked(table, viewer),
        "over": table.over,
        "verdict": table.verdict(),
        "seats": [_seat(table, seat) for seat in range(len(table.names))],
        **_choices(table, viewer, drawn),
    }


def asked(table: TableGame, viewer: int | None) -> list[int]:
    """Whom the table waits for; of a sealed question all others whom it was put to, answered or not."""
    waiting = set(table.waiting)
    if table.game.simultaneous and waiting and not (viewer is None and may_watch(table)):
        waiting = (waiting & {viewer}) | (table.rounds[-1] - {viewer})
    return sorted(waiting)


def _told(table: TableGame, viewer: int | None, before: int, after: int) -> list[str]:
    if viewer is None and not may_watch(table):
        return []
    return [words for ply in range(before + 1, after + 1) for words in table.told(ply, viewer)]


def _seat(table: TableGame, seat: int) -> dict[str, Any]:
    state, over = table.state, bool(table.state["done"][0])
    return {
        "name": table.names[seat],
        "player": table.facts.seats[seat].player,
        "score": int(state["score"][0, seat]) if over else None,
        "outcome": int(state["outcome"][0, seat]) if over else 0,
    }


def _choices(table: TableGame, viewer: int | None, drawn: Scene | None) -> dict[str, Any]:
    """The legal actions in words, and for each panel which marks stand for which of them (by their places)."""
    if viewer is None or drawn is None:
        return {"choices": [], "hot": {}}
    legal = table.legal(viewer)
    choices = [{"action": action, "words": table.game.describe(action)} for action in legal]
    return {"choices": choices, "hot": hot(table, drawn, np.array(legal, np.int64))}


def hot(table: TableGame, drawn: Scene, legal: np.ndarray) -> dict[str, dict[str, list[int]]]:
    if not legal.size:
        return {}
    known: dict[Any, list[int]] = {}
    found: dict[str, dict[str, list[int]]] = {}
    for panel in drawn.panels:
        marks = {}
        for place, mark in enumerate(panel.pictured):
            if not mark.part:
                continue
            if mark.part not in known:
                known[mark.part] = np.flatnonzero(table.game.actions.meant(mark.part)[legal]).tolist()
            if known[mark.part]:
                marks[str(place)] = known[mark.part]
        if marks:
            found[panel.name] = marks
    return found
