"""What both sides of Rush Out! work out before a movement: how soon dice fill each target, alone and together, and what
of that the movement serves which they have named in secret. Whoever has named one sees it: what networks are told of
a movement is then what it aims at, and not what all others may do in the same tick."""

from __future__ import annotations

from rush_envs.engine.changes import Insight
from rush_envs.games.rush_out.components import FACES, HEROES, MOST_COLOURS, TARGETS, WIZARD_TARGETS
from rush_envs.games.rush_out.dice import WIZARD_FACES, aims_at, hears, wizard_covers
from rush_envs.games.rush_out.state import TICK as PLAY
from rush_envs.games.rush_out.view import (
    A_DIE,
    A_HERO,
    A_HERO_PLACE,
    A_TAKE,
    A_TARGET,
    A_WIZARD_JOKER,
    A_WIZARD_PLACE,
    OBSERVATION,
)
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import put
from rush_envs.layout import FeatureLayout, Piece

from .greedy import dice_on, wizard_ticks
from .heroes import faster, is_filled, ticks_for
from .rolling import NEVER, TICK, after_hand, barred_for, count, pack

MOST = 127  # of how soon: nothing is missing; half of it with four ticks to go, a third with eight …
PATIENCE = 4 * TICK
LEVEL, LEVELS = 32, 16  # a pace fills one feature after the other: most of each, and how many
MINE, HIS, JOINT, FASTER = range(4)
LAYOUT = FeatureLayout(
    Piece(
        "soon", (TARGETS, 4), MOST,
        "hero: how soon he fills each target with who is there; how soon that one does without him; if nobody is "
        "there, how soon with the mate who helps most; free heroes who would fill it sooner. Wizard: how soon who is "
        "there fills it, in the first place",
    ),
    Piece("wizard_soon", (WIZARD_TARGETS,), MOST, "wizard: how soon he fills each of his targets"),
    Piece("named", (1,), 1, "the viewer has named a movement"),
    Piece("goal", (LEVELS,), LEVEL, "the pace at which the target of a named movement, or the best, is filled"),
    Piece("gain", (LEVELS,), LEVEL, "how much of it is the viewer's doing, half of what two do who come together"),
    Piece("missed", (LEVELS,), LEVEL, "the most that the viewer would do on any other target"),
    Piece("fits", (1,), 6, "dice in hand that fit that target"),
    Piece("symbol", (3,), 6, "placing: a natural face is in hand; free spaces of the symbol; a mate there has one"),
    Piece("others", (2,), 6, "free heroes who would fill that target sooner; heroes' dice on it"),
)  # fmt: skip
START = OBSERVATION.size
SOON, WIZARD_SOON, NAMED, GOAL, GAIN, MISSED, FITS, SYMBOL, OTHERS = (
    START + LAYOUT.start(piece.name) for piece in LAYOUT
)
FASTER_EACH = MOST // HEROES


@inlined
def soon(ticks):
    """Of sixteenths of ticks."""
    return 0 if ticks >= NEVER else MOST * PATIENCE // (PATIENCE + ticks)


@inlined
def pace(ticks):
    """Targets per tick; half a tick more tells an end at once from none at all."""
    return 0 if ticks >= NEVER else LEVEL * LEVELS * TICK // (2 * ticks + TICK)


@inlined
def put_level(out, start, level):
    for place in range(LEVELS):
        put(out, start + place, max(0, min(level - LEVEL * place, LEVEL)))


# ------------------------------------------------------------------------------------------------------------------
# Heroes


@kernel
def mate_at(s, seat, target):
    """Another hero whose dice lie on a target, 0 for none; -1 if there is no room."""
    mate, mates = 0, 0
    for other in range(1, s.seats):
        if other != seat and s.at[other] == target:
            mate = other
            mates += 1
    return -1 if mates >= MOST_COLOURS else mate


@kernel
def best_pair(s, seat, target):
    """Ticks of the hero with the mate who helps most."""
    best = NEVER
    for other in range(1, s.seats):
        if other != seat:
            best = min(best, ticks_for(s, seat, target, seat, other))
    return best


@kernel
def gain_of(ticks, mate_ticks, pair_ticks):
    """What a hero adds to the pace of a target, where he comes to a mate or is the first."""
    if mate_ticks < NEVER:
        return max(0, pace(ticks) - pace(mate_ticks))
    return max(pace(ticks), pace(pair_ticks) // 2)


@kernel
def reckon(s, seat, target):
    """Ticks of a hero and whoever is there, of that one alone, of the best pair if nobody is there; the mate."""
    mate = mate_at(s, seat, target)
    if mate < 0:
        return NEVER, NEVER, NEVER, 0
    ticks = ticks_for(s, seat, target, seat, mate)
    if mate > 0:
        return ticks, ticks_for(s, seat, target, mate, 0), NEVER, mate
    return ticks, NEVER, best_pair(s, seat, target), 0


@kernel
def fitting(s, seat, target):
    """How many dice in hand fit a target of the heroes."""
    if not aims_at(s, seat, target):
        return 0
    barred, need = barred_for(s, seat - 1), pack(s.free[target])
    return count(need) - count(after_hand(need, s.hand[seat], s.covers[seat - 1] & ~barred, barred))


@kernel
def observe_symbol(s, seat, target, symbol, out):
    """Which die is placed, and whether a mate might do it."""
    put(out, SYMBOL, s.hand[seat, symbol] > 0)
    put(out, SYMBOL + 1, s.free[target, symbol])
    for other in range(1, s.seats):
        if other != seat and s.at[other] == target and hears(s) and s.hand[other, symbol] >= s.free[target, symbol]:
            put(out, SYMBOL + 2, 1)
            return


@inlined
def goal_of(s, seat, best):
    """The target that a named movement serves: where a die is placed; else where dice lie, but for those who take them
    back; else the best."""
    named = s.pending[seat]
    if seat > 0 and A_HERO_PLACE <= named < A_WIZARD_PLACE:
        return (named - A_HERO_PLACE) // FACES
    if seat == 0 and A_WIZARD_PLACE <= named < A_TARGET:
        return (named - A_WIZARD_PLACE) % (A_WIZARD_JOKER - A_WIZARD_PLACE) // WIZARD_FACES
    return s.at[seat] if s.at[seat] >= 0 and named != A_TAKE else best


@inlined
def is_placed(s, seat):
    """Whether a named movement places a die."""
    return A_HERO_PLACE <= s.pending[seat] < A_TARGET


@kernel
def observe_hero(s, seat, out):
    best, most, second = -1, -1, 0
    for target in range(TARGETS):
        if not is_filled(s, target):
            ticks, his, pair, mate = reckon(s, seat, target)
            place, gain = SOON + 4 * target, gain_of(ticks, his, pair)
            put(out, place + MINE, soon(ticks))
            put(out, place + HIS, soon(his))
            put(out, place + JOINT, soon(pair))
            if s.at[seat] < 0 and ticks < NEVER:
                put(out, place + FASTER, FASTER_EACH * faster(s, seat, target, mate, ticks))
            if gain > most:
                best, most, second = target, gain, max(most, 0)
            else:
                second = max(second, gain)
    goal = goal_of(s, seat, best)
    put(out, NAMED, s.pending[seat] >= 0)
    if goal < 0 or is_filled(s, goal):
        put_level(out, MISSED, max(most, 0))
        return
    ticks, his, pair, mate = reckon(s, seat, goal)
    if is_placed(s, seat):
        ticks -= TICK // (2 if mate > 0 else 1) if ticks < NEVER else 0
        pair -= TICK // 2 if pair < NEVER else 0
    put_level(out, GOAL, pace(min(ticks, pair)))
    put_level(out, GAIN, gain_of(ticks, his, pair))
    put_level(out, MISSED, second if goal == best else most)
    put(out, FITS, fitting(s, seat, goal))
    if is_placed(s, seat):
        observe_symbol(s, seat, goal, (s.pending[seat] - A_HERO_PLACE) % FACES, out)
    if s.at[seat] < 0 and ticks < NEVER:
        put(out, OTHERS, faster(s, seat, goal, mate, ticks))
    put(out, OTHERS + 1, dice_on(s, goal))


# ------------------------------------------------------------------------------------------------------------------
# The wizard


@kernel
def observe_answer(s, named, out):
    """The target that the wizard's answer is about."""
    if A_TARGET <= named < A_DIE:
        target = named - A_TARGET
    elif A_DIE <= named < A_HERO:
        target = s.at[1 + (named - A_DIE) // FACES]
    else:
        return
    if target >= 0:
        put(out, FITS, min(6, count(pack(s.free[target]))))
        put(out, OTHERS + 1, dice_on(s, target))


@kernel
def observe_occupied(s, out):
    """How soon heroes fill what they have begun."""
    for target in range(TARGETS):
        me, mate = 0, 0
        for seat in range(1, s.seats):
            if s.at[seat] == target:
                me, mate = seat, me
        if me > 0 and not is_filled(s, target):
            put(out, SOON + 4 * target + MINE, soon(ticks_for(s, me, target, me, mate)))


@kernel
def observe_wizard(s, out):
    covers = wizard_covers(s)
    best, most, second = -1, -1, 0
    for target in range(WIZARD_TARGETS):
        if pack(s.wizard_free[target]):
            ticks = wizard_ticks(s, target, covers)
            put(out, WIZARD_SOON + target, soon(ticks))
            if pace(ticks) > most:
                best, most, second = target, pace(ticks), max(most, 0)
            else:
                second = max(second, pace(ticks))
    observe_occupied(s, out)
    named = s.pending[0]
    put(out, NAMED, named >= 0)
    if named >= A_TARGET:
        observe_answer(s, named, out)
        return
    goal = goal_of(s, 0, best)
    if goal < 0 or not pack(s.wizard_free[goal]):
        return
    ticks = wizard_ticks(s, goal, covers)
    if is_placed(s, 0) and ticks < NEVER:
        ticks -= TICK
        symbol = (named - A_WIZARD_PLACE) % WIZARD_FACES
        put(out, SYMBOL, s.hand[0, symbol] > 0)
        put(out, SYMBOL + 1, s.wizard_free[goal, symbol])
    put_level(out, GOAL, pace(ticks))
    put_level(out, MISSED, second if goal == best else most)
    if aims_at(s, 0, goal):
        need = pack(s.wizard_free[goal])
        put(out, FITS, count(need) - count(after_hand(need, s.hand[0], covers, 0)))


@kernel
def observe(s, seat, out):
    if s.phase == PLAY and s.winner < 0:
        if seat == 0:
            observe_wizard(s, out)
        else:
            observe_hero(s, seat, out)


INSIGHT = Insight(LAYOUT, observe)
