"""The engine's inner loops, written once: `jit.bind` makes a copy of each for every game, with the game's kernels as
the free names below. Few on purpose: each one that steps compiles the rules of every game anew.
"""

from __future__ import annotations

from typing import Any

from rush_envs.desk import COUNT, JOB, PICK, SIZE, claim, finish, released
from rush_envs.jit import inlined, kernel, template
from rush_envs.pick import pick_one
from rush_envs.rng import mix

init: Any = None
legal: Any = None
step: Any = None
observe: Any = None
reveal: Any = None
outcome: Any = None
determinize: Any = None
check: Any = None

FORFEIT = -1  # in place of an action: the seat loses the game by an illegal answer
BEGIN = -2  # in place of an action: nobody answers, a new game begins
PAY_OUTCOME, PAY_SCORE, PAY_SHAPED = 0, 1, 2


@kernel
def lowest(active):
    """The lowest active seat, the one that is asked; -1 if there is none."""
    if active == 0:
        return -1
    seat = 0
    while not active >> seat & 1:
        seat += 1
    return seat


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
def show(s, seat, features, mask, watch):
    mask[:] = 0
    if watch:
        features[:] = 0
    if seat >= 0:
        legal(s, seat, mask)
        if watch:
            observe(s, seat, features)


@template(kernel)
def pay_margins(s, reward, sign):
    """Adds every seat's margin, its score less the best score of another team; with sign -1 takes it off, exactly."""
    for seat in range(s.seats):
        best = -32768
        for other in range(s.seats):
            if s.team[other] != s.team[seat]:
                best = max(best, s.score[other])
        reward[seat] += sign * (s.score[seat] - best)


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
        pay_margins(s, reward, sign)
    if action == FORFEIT:
        forfeit(s, seat)
    else:
        play(s, seat, action)
    if mode == PAY_SHAPED or (mode == PAY_SCORE and s.done):
        sign = 1
        pay_margins(s, reward, sign)
        for other in range(s.seats):
            reward[other] /= scale
    if s.done and mode != PAY_SCORE:
        pay_outcomes(s, reward)


@template(inlined)
def advance(
    S, i, action, seat, features, mask, reward, done, truncated, final, blank, config, seeds, episodes,
    mode, scale, restart, watch,
):  # fmt: skip
    """One answer of the asked seat in row i, or with BEGIN the row's next game; then who is asked and what it sees.

    An ended game goes to `final`; with `restart` the next episode of the row's seed begins.
    """
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
def advance_rows(
    S, rows, actions, seat, features, mask, reward, done, truncated, final, blank, config, seeds, episodes,
    mode, scale, restart, watch,
):  # fmt: skip
    """`advance` for each of the given rows."""
    for k in range(rows.shape[0]):
        advance(
            S, rows[k], actions[k], seat, features, mask, reward, done, truncated, final, blank, config, seeds,
            episodes, mode, scale, restart, watch,
        )  # fmt: skip


@template()
def labour(
    desk, picks, S, rows, actions, seat, features, mask, reward, done, truncated, final, blank, config, seeds,
    episodes, mode, scale, restart, watch, helper,
):  # fmt: skip
    """Takes blocks of rows from the desk, to `advance` them or to pick random actions, until released: see `crew`."""
    looks = 0
    while not released(desk, helper, looks):
        looks += 1
        block = claim(desk)
        if block >= 0:
            looks = 0
            for k in range(block * desk[SIZE], min((block + 1) * desk[SIZE], desk[COUNT])):
                if desk[JOB] == PICK:
                    actions[k] = pick_one(mask[rows[k]], rows[k], picks)
                else:
                    advance(
                        S, rows[k], actions[k], seat, features, mask, reward, done, truncated, final, blank, config,
                        seeds, episodes, mode, scale, restart, watch,
                    )  # fmt: skip
            finish(desk)


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
