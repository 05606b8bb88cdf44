"""The engine's inner loops, written once: `jit.bind` makes a copy of each for every game, with the game's kernels as
the free names below. Few on purpose: each one that steps compiles the rules of every game anew.
"""

from __future__ import annotations

import sys
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.jit import bind, inlined, kernel, template
from rush_envs.engine.pick import pick_some
from rush_envs.engine.rng import mix
from rush_envs.engine.sinks import clear, close
from rush_envs.engine.threads.desk import COUNT, JOB, PICK_JOB, SIZE, claim, finish, is_clear, offer

init: Any = None
legal: Any = None
step: Any = None
observe: Any = None
reveal: Any = None
outcome: Any = None
determinize: Any = None
check: Any = None
progress: Any = None

FORFEIT = -1  # in place of an action: the seat loses the game by an illegal answer
BEGIN = -2  # in place of an action: nobody answers, a new game begins
PAY_OUTCOME, PAY_SCORE, PAY_SHAPED = 0, 1, 2


class Buffers(NamedTuple):
    """What a step reads and writes: always the same arrays and settings of one `BatchEnv`."""

    states: np.ndarray
    seat: np.ndarray
    features: np.ndarray  # (N, F), or (N,) lists: which of them follows from the batch's options
    mask: np.ndarray
    reward: np.ndarray
    done: np.ndarray
    truncated: np.ndarray
    final: np.ndarray  # the last ended game of every row
    blank: np.ndarray  # one record, which knows the teams
    config: np.ndarray
    seeds: np.ndarray
    episodes: np.ndarray
    mode: int  # PAY_…
    scale: float  # of scores
    restart: bool  # ended games
    watch: bool  # whether features are wanted


@kernel
def lowest(active):
    """The lowest active seat, the one that is asked; -1 if there is none."""
    if active == 0:
        return -1
    seat = 0
    while not active >> seat & 1:
        seat += 1
    return seat


@inlined
def goes_on(before, after, seat):
    """Whether a sealed choice is still open: the seat may have finished, nothing else has changed."""
    return before != 1 << seat and (after == before or after == before & ~(1 << seat))


@template(inlined)
def begin(S, i, blank, config, stream):
    """A new game in row i; the blank record knows the teams."""
    S[i] = blank[0]
    s = S[i]
    s.rng = stream
    s.seats = config[0]
    s.max_steps = config[1]
    init(s, config)


@template(inlined)
def play(s, seat, action):
    """One legal answer, and the end of the game if it brings it."""
    step(s, seat, action)
    s.ply += 1
    if s.done:
        s.active = 0
        outcome(s)
    elif s.truncated or s.ply >= s.max_steps:
        s.active = 0
        s.truncated = 1


@template(kernel)
def forfeit(s, seat):
    """The game ends here: the seat's team has lost, all others have won."""
    s.ply += 1
    s.done = 1
    s.active = 0
    for other in range(s.seats):
        s.outcome[other] = -1 if s.team[other] == s.team[seat] else 1


@template(inlined)
def show(s, seat, out, mask, watch):
    """What a seat may do and, if wanted, sees."""
    mask[:] = 0
    if watch:
        clear(out)
    if seat >= 0:
        legal(s, seat, mask)
        if watch:
            observe(s, seat, out)
    if watch:
        close(out)


@kernel
def score_of(s, seat):
    """The progress of a seat in a game that has no other measure of it."""
    return s.score[seat]


@template(inlined)
def counted(s, seat, mode):
    """What margins are reckoned from."""
    return progress(s, seat) if mode == PAY_SHAPED else s.score[seat]


@template(kernel)
def pay_margins(s, reward, sign, mode):
    """Adds every seat's margin, its score (or progress) less the best of another team; with sign -1 takes it off,
    exactly."""
    for seat in range(s.seats):
        best = -(1 << 31)
        for other in range(s.seats):
            if s.team[other] != s.team[seat]:
                best = max(best, counted(s, other, mode))
        reward[seat] += sign * (counted(s, seat, mode) - best)


@template(kernel)
def pay_outcomes(s, reward):
    """Free for all: the winners share +1, the losers share -1. Teams: +1 or -1 to each member. All won: nothing."""
    winners = 0
    teams = False
    for seat in range(s.seats):
        winners += s.outcome[seat] > 0
        for other in range(seat):
            teams |= s.team[other] == s.team[seat]
    losers = s.seats - winners
    if winners > 0 and losers > 0:
        for seat in range(s.seats):
            won = s.outcome[seat] > 0
            share = 1.0 if teams else 1.0 / (winners if won else losers)
            reward[seat] += share if won else -share


@template(inlined)
def answer(s, seat, action, reward, mode, scale):
    """One answer and what it pays: a game that was truncated pays no outcome."""
    sign = -1
    if mode == PAY_SHAPED:
        pay_margins(s, reward, sign, mode)
    if action == FORFEIT:
        forfeit(s, seat)
    else:
        play(s, seat, action)
    if mode == PAY_SHAPED or (mode == PAY_SCORE and s.done):
        sign = 1
        pay_margins(s, reward, sign, mode)
        for other in range(s.seats):
            reward[other] /= scale
    if s.done and mode != PAY_SCORE:
        pay_outcomes(s, reward)


@template(kernel)
def advance(b, rows, actions, first, last):
    """For the rows from place `first` on, up to `last`: one answer of the asked seat, or with BEGIN the next game; then
    who is asked and what it sees. An ended game goes to `final`; with `restart` the next episode of the seed begins.

    The buffers are taken apart before the loop, and the loop is a kernel, not part of an entry: both keep numba from
    counting references to them for every row, which would cost a tenth of the time.
    """
    (
        S, seat, features, mask, reward, done, truncated, final, blank, config, seeds, episodes,
        mode, scale, restart, watch,
    ) = b  # fmt: skip
    for k in range(first, last):
        i, action = rows[k], actions[k]
        reward[i, :] = 0.0
        fresh = action == BEGIN
        if not fresh:
            answer(S[i], seat[i], action, reward[i], mode, scale)
        done[i] = S[i].done
        truncated[i] = S[i].truncated
        if not fresh and S[i].active == 0:
            final[i] = S[i]
            if restart:
                episodes[i] += 1
                fresh = True
        if fresh:
            begin(S, i, blank, config, mix(seeds[i], episodes[i]))
        seat[i] = lowest(S[i].active)
        show(S[i], seat[i], features[i], mask[i], watch)


@template()
def advance_rows(b, rows, actions):
    """`advance` for all of the given rows."""
    advance(b, rows, actions, 0, rows.shape[0])


@template()
def advance_blocks(desk, picks, b, rows, actions, count, job, blocks, helper, patience):
    """Offers `count` rows on the desk, if any, then takes blocks from it, to `advance` them or pick random actions.

    True when every block is done, for a helper never; false when there was nothing to take for so many looks in a row.
    What happens here is out of reach of exceptions: rows are either not offered or will be done (see `threads`).
    """
    if count > 0:
        offer(desk, count, job, blocks)
    looks = 0
    while looks < patience:
        looks += 1
        block = claim(desk)
        if block >= 0:
            looks = 0
            first, last = block * desk[SIZE], min((block + 1) * desk[SIZE], desk[COUNT])
            if desk[JOB] == PICK_JOB:
                pick_some(b.mask, rows, picks, actions, first, last)
            else:
                advance(b, rows, actions, first, last)
            finish(desk)
        elif not helper and is_clear(desk):
            return True
    return False


@template()
def show_rows(S, rows, places, seats, features, mask, watch):
    """What a seat sees and may do in row `rows[k]`: seat, features and mask stand at `places[k]` of their arrays."""
    for k in range(rows.shape[0]):
        j = places[k]
        show(S[rows[k]], seats[j], features[j], mask[j], watch)


@template()
def uncover(S, rows, out):
    """What no seat sees."""
    for k in range(rows.shape[0]):
        out[k, :] = 0
        reveal(S[rows[k]], out[k])


@template()
def imagine(S, seats, streams):
    """Replaces what is hidden from seat `seats[k]` in row k; the stream and the count of answers first of all, which
    would tell how many others have given while a choice is sealed."""
    for k in range(S.shape[0]):
        S[k].rng = streams[k]
        S[k].ply = 0
        determinize(S[k], seats[k])


@template()
def inspect(S, broken):
    """The first broken invariant of every row, 0 where all hold."""
    for i in range(S.shape[0]):
        broken[i] = check(S[i])


@cache
def drivers_of(game: Game) -> SimpleNamespace:
    """These templates bound to a game's kernels, each compiled on first use."""
    kernels = {name: getattr(game, name) for name in game.KERNELS} | {"progress": game.progress or score_of}
    return bind(sys.modules[__name__], game.name, kernels, "rules")
