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
from rush_envs.engine.sinks import Active, clear, close, empty_lists, row_of

legal: Any = None
observe: Any = None
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


class Scratch(NamedTuple):
    """The memory of `describe`, laid out before it begins."""

    work: np.ndarray  # (1,) record
    picks: np.ndarray  # (1,) stream of the others' answers
    mask: np.ndarray  # (A,)
    before: np.ndarray  # (F,) dense features
    seen: Active  # of the position
    after: Active  # of what follows
    row: np.ndarray
    action: np.ndarray
    start: np.ndarray
    indices: np.ndarray
    values: np.ndarray


@kernel
def note_changes(before, seen, after, index, value, count):
    """Writes the differences from place `count` on and returns where they end; `before` is then as it was."""
    for k in range(after.counts[0]):
        i = after.indices[k]
        change = after.values[k] - before[i]
        before[i] = 0
        if change != 0:
            index[count], value[count] = i, change
            count += 1
    for k in range(seen.counts[0]):
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
def try_out(root, seat, action, d, count):
    """Plays one action on a copy and notes what the seat then sees changed; returns where the changes end."""
    s = d.work[0]
    others = s.active & ~(1 << seat)
    move(s, seat, action)
    look(s, seat, d.after)
    end = note_changes(d.before, d.seen, d.after, d.indices, d.values, count)
    if end == count and others != 0 and s.active == others:
        d.picks[0] = root.rng
        answer_sealed(s, others, d.mask, d.picks)
        look(s, seat, d.after)
        end = note_changes(d.before, d.seen, d.after, d.indices, d.values, count)
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
        if count + legal_actions * 2 * d.seen.indices.shape[0] > d.indices.shape[0]:
            break
        d.before[:] = 0
        look(S[row], seats[row], d.seen)
        for k in range(d.seen.counts[0]):
            d.before[d.seen.indices[k]] = d.seen.values[k]
        for action in range(masks.shape[1]):
            if masks[row, action]:
                d.work[0] = S[row]
                count = try_out(S[row], seats[row], action, d, count)
                d.row[known], d.action[known] = row, action
                known += 1
                d.start[known] = count
        row += 1
    return row, known, count


@cache
def kernels(game: Game) -> SimpleNamespace:
    """These templates bound to a game."""
    names = {"legal": game.legal, "observe": game.observe, "play": drivers_of(game).play}
    return bind(sys.modules[__name__], game.name, names, "changes")


def described(game: Game, states: np.ndarray, seats: np.ndarray, masks: np.ndarray) -> ActionTable:
    """What the legal actions of these seats change in these records, which were imagined for them."""
    actions = int(np.count_nonzero(masks))
    scratch = _scratch(game, actions)
    row = known = count = 0
    while True:
        row, known, count = kernels(game).describe(states, seats, masks, scratch, row, known, count)
        if row == len(states):
            break
        room = 2 * len(scratch.indices) + 2 * game.observation.width * game.actions.size  # at least for one more row
        scratch = scratch._replace(indices=_longer(scratch.indices, room), values=_longer(scratch.values, room))
    parts = game.actions.split[scratch.action]
    return ActionTable(
        scratch.row, scratch.action, parts, scratch.start, scratch.indices[:count], scratch.values[:count]
    )


def _scratch(game: Game, actions: int) -> Scratch:
    lists = empty_lists(2, game.observation.width)
    return Scratch(
        np.zeros(1, game.state.dtype), np.zeros(1, np.uint64), np.zeros(game.actions.size, np.int8),
        np.zeros(game.observation.size, np.int8), row_of(lists, 0), row_of(lists, 1),
        np.zeros(actions, np.int64), np.zeros(actions, np.int64), np.zeros(actions + 1, np.int64),
        np.zeros(LIKELY * actions, np.int16), np.zeros(LIKELY * actions, np.int8),
    )  # fmt: skip


def _longer(array: np.ndarray, length: int) -> np.ndarray:
    longer = np.zeros(length, array.dtype)
    longer[: len(array)] = array
    return longer
