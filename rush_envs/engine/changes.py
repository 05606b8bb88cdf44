"""What every legal action would do: its change of the asked seat's own features, tried on an imagined copy.

The copy is drawn once for a row: what is hidden from the seat, and all chance, are drawn anew, so a change tells
nothing that the seat does not know; all actions of a row meet the same luck, so what differs between them is their own.
A sealed answer that the seat cannot see lying there takes effect when the others have given theirs: they answer at
random, all actions meeting the same answers.
"""

from __future__ import annotations

import sys
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.drivers import drivers_of, goes_on, lowest
from rush_envs.engine.jit import bind, kernel, template
from rush_envs.engine.pick import pick_one
from rush_envs.engine.sinks import Active, clear, close, empty_lists, read
from rush_envs.layout import FeatureLayout

legal: Any = None
observe: Any = None
insight: Any = None
play: Any = None

LIKELY = 48  # changes of an action, as a first guess; more are taken as they are needed


class ActionTable(NamedTuple):
    """Every legal action of some rows, one after the other, and what it changes.

    `indices[start[k]:start[k + 1]]` are the features that action k changes and `values` by how much: the form that an
    embedding bag takes. `parts[k]` says what the action is made of, by the names in `game.actions.parts`.
    """

    row: np.ndarray  # (k,) int64, place in the rows asked for
    action: np.ndarray  # (k,) int64
    parts: np.ndarray  # (k, P) int16, -1 where an action has no such part
    start: np.ndarray  # (k + 1,) int64
    indices: np.ndarray  # (changes,) int16
    values: np.ndarray  # (changes,) int8
    seen: Active  # (rows, W) the features before, as lists


class Insight(NamedTuple):
    """Features of an agent's own, beside those of the game: what a player works out from what is seen. Their indices
    follow those of the observation, and `observe(s, seat, out)` puts them as a game does."""

    layout: FeatureLayout
    observe: Any


class Scratch(NamedTuple):
    """The memory of `describe`, laid out before it begins."""

    work: np.ndarray  # (1,) record
    picks: np.ndarray  # (1,) stream of the others' answers
    mask: np.ndarray  # (A,)
    before: np.ndarray  # (F,) dense features
    positions: np.ndarray  # (rows,) lists of what is seen in all positions
    after: np.ndarray  # (1,) list of what is seen afterwards
    row: np.ndarray
    action: np.ndarray
    start: np.ndarray
    indices: np.ndarray
    values: np.ndarray


@kernel
def note_changes(before, seen, after, index, value, count):
    """Writes the differences from place `count` on and returns where they end; `before` is then as it was."""
    for k in range(after.count):
        i = after.indices[k]
        change = after.values[k] - before[i]
        before[i] = 0
        if change != 0:
            index[count], value[count] = i, change
            count += 1
    for k in range(seen.count):
        i = seen.indices[k]
        if before[i] != 0:  # it was not met above: it has gone
            index[count], value[count] = i, -before[i]
            count += 1
        before[i] = seen.values[k]
    return count


@template(kernel)
def move(s, seat, action):
    """`play`, compiled once for both of its uses here."""
    play(s, seat, action)


@template(kernel)
def look(s, seat, out):
    clear(out)
    observe(s, seat, out)
    insight(s, seat, out)
    close(out)


@template(kernel)
def answer_sealed(s, others, mask, picks):
    """These seats answer at random, until the sealed choice is open no more."""
    while others != 0:
        before, seat = s.active, lowest(others)
        mask[:] = 0
        legal(s, seat, mask)
        move(s, seat, pick_one(mask, 0, picks))
        if not goes_on(before, s.active, seat):
            return
        others &= s.active


@template(kernel)
def try_out(root, seat, action, seen, d, count):
    """Plays one action on a copy and notes what the seat then sees changed; returns where the changes end."""
    s = d.work[0]
    others = s.active & ~(1 << seat)
    move(s, seat, action)
    look(s, seat, d.after[0])
    end = note_changes(d.before, seen, d.after[0], d.indices, d.values, count)
    if end == count and others != 0 and s.active == others:
        d.picks[0] = root.rng
        answer_sealed(s, others, d.mask, d.picks)
        look(s, seat, d.after[0])
        end = note_changes(d.before, seen, d.after[0], d.indices, d.values, count)
    return end


@template()
def describe(S, seats, masks, d, row, known, count):
    """From `row` on, as far as there is room; `known` actions and `count` changes have been noted before.

    Returns the row to go on with, and both numbers.
    """
    while row < S.shape[0]:
        legal_actions = 0
        for action in range(masks.shape[1]):
            legal_actions += masks[row, action]
        seen = d.positions[row]
        if count + legal_actions * 2 * seen.width > d.indices.shape[0]:
            break
        d.before[:] = 0
        look(S[row], seats[row], seen)
        for k in range(seen.count):
            d.before[seen.indices[k]] = seen.values[k]
        for action in range(masks.shape[1]):
            if masks[row, action]:
                d.work[0] = S[row]
                count = try_out(S[row], seats[row], action, seen, d, count)
                d.row[known], d.action[known] = row, action
                known += 1
                d.start[known] = count
        row += 1
    return row, known, count


@kernel
def nothing_more(s, seat, out):
    pass


NO_INSIGHT = Insight(FeatureLayout(), nothing_more)


@cache
def kernels(game: Game, insight: Insight = NO_INSIGHT) -> SimpleNamespace:
    """These templates bound to a game."""
    names = {"legal": game.legal, "observe": game.observe, "play": drivers_of(game).play, "insight": insight.observe}
    return bind(sys.modules[__name__], game.name, names, "changes" if insight is NO_INSIGHT else "insight")


def described(
    game: Game, states: np.ndarray, seats: np.ndarray, masks: np.ndarray, insight: Insight = NO_INSIGHT
) -> ActionTable:
    """What the legal actions of these seats change in these records, which were imagined for them."""
    actions = int(np.count_nonzero(masks))
    width = game.observation.width + insight.layout.width
    scratch = _scratch(game, actions, len(states), width, game.observation.size + insight.layout.size)
    row = known = count = 0
    while True:
        row, known, count = kernels(game, insight).describe(states, seats, masks, scratch, row, known, count)
        if row == len(states):
            break
        room = 2 * len(scratch.indices) + 2 * width * game.actions.size  # at least for one more row
        scratch = scratch._replace(indices=_longer(scratch.indices, room), values=_longer(scratch.values, room))
    parts = game.actions.split[scratch.action]
    return ActionTable(
        scratch.row, scratch.action, parts, scratch.start, scratch.indices[:count], scratch.values[:count],
        read(scratch.positions, width),
    )  # fmt: skip


def _scratch(game: Game, actions: int, rows: int, width: int, size: int) -> Scratch:
    return Scratch(
        np.zeros(1, game.state.dtype), np.zeros(1, np.uint64), np.zeros(game.actions.size, np.int8),
        np.zeros(size, np.int8), empty_lists(rows, width), empty_lists(1, width),
        np.zeros(actions, np.int64), np.zeros(actions, np.int64), np.zeros(actions + 1, np.int64),
        np.zeros(LIKELY * actions, np.int16), np.zeros(LIKELY * actions, np.int8),
    )  # fmt: skip


def _longer(array: np.ndarray, length: int) -> np.ndarray:
    longer = np.zeros(length, array.dtype)
    longer[: len(array)] = array
    return longer
