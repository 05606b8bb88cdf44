"""Information-set Monte-Carlo tree search, written once: `jit.bind` makes a copy for every game.

Each simulation imagines the game anew: everything hidden from the searching seat is drawn again, the stream of chance
with it. It then walks down the tree as UCB1 says, each seat for its own reward, adds one node, plays on by greedy or at
random, and tells the reward to the nodes it passed.

The k-th visits of all actions at the root share their imagined game, and the same luck at the same ply of it: what
differs between their rewards is then more often due to the action than to chance. What others answer while a choice is
sealed cannot depend on our answer, so the tree does not branch there: they play as in a playout.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from rush_envs.engine.drivers import goes_on, lowest
from rush_envs.engine.jit import inlined, kernel, template
from rush_envs.engine.pick import pick_one
from rush_envs.engine.rng import mix

from .settings import BY_PRIORS
from .tree import (
    FAVOURITE,
    FOLLOW,
    add_child,
    best_answer,
    best_child,
    learn,
    plant,
    spread,
    spread_of_pairs,
    strike_children,
)


class Roots(NamedTuple):
    """Where searches of some rows begin, and what they answer."""

    states: np.ndarray  # (k,) imagined records
    seats: np.ndarray  # (k,) who searches
    masks: np.ndarray  # (k, A) what it may do
    streams: np.ndarray  # (k,) of chance
    actions: np.ndarray  # (k,) the best one found


class Workspace(NamedTuple):
    """The memory of a search, laid out before it begins; `w` in the kernels."""

    work: np.ndarray  # (1,) the imagined game
    tree: np.ndarray  # nodes
    path: np.ndarray  # from the root down
    mask: np.ndarray  # (A,)
    reward: np.ndarray  # by seat
    favourites: np.ndarray  # rewards of the rule of thumb's answer, by imagined game
    priors: np.ndarray  # (A,) what a network thinks of the root's answers
    judging: Any  # what `judge` needs
    picks: np.ndarray  # (1,) stream of random answers
    used: np.ndarray  # (1,) nodes


legal: Any = None
determinize: Any = None
play: Any = None
greedy: Any = None
judge: Any = None
begin_judging: Any = None
settle: Any = None
suppose: Any = None
strike: Any = None
leads: Any = None


@inlined
def is_sealed(active):
    """Several seats may answer: none of them sees the others' answers."""
    return active & active - 1 != 0


@template(inlined)
def imagine(s, me, stream):
    """Draws anew what the seat does not know, the stream first of all, as `drivers.imagine` does."""
    s.rng = stream
    s.ply = 0
    determinize(s, me)
    suppose(s, me)


@template(kernel)
def policy(s, seat, mask, picks, by_greedy):
    """An answer among those of the mask."""
    return greedy(s, seat, mask) if by_greedy else pick_one(mask, 0, picks)


@kernel
def likeliest(priors, mask):
    """The answer of the mask that a network likes best."""
    best = -1
    for action in range(mask.shape[0]):
        if mask[action] and (best < 0 or priors[action] > priors[best]):
            best = action
    return best


@template(kernel)
def untried(s, seat, node, mask, w, plan):
    """An answer that has no node yet: greedy's choice, then the next best or any legal one, which uses up the mask.

    At later decisions the first one stands for whatever greedy says: dice and cards differ between imagined games, and
    what was right for those of the first is not for the others.
    """
    if w.tree[node].first < 0:
        return greedy(s, seat, mask) if node == 0 else FOLLOW
    mask[greedy(s, seat, mask)] = 0
    strike_children(w.tree, node, mask)
    if node == 0 and plan.ordered == BY_PRIORS:
        return likeliest(w.priors, mask)
    return policy(s, seat, mask, w.picks, plan.ordered != 0)


@template(kernel)
def choose(s, seat, used, node, mask, w, plan, explore, widen):
    """The child to go to; `used` if it was added there."""
    tree = w.tree
    child, count = best_child(tree, node, mask, explore)
    if count < widen * math.sqrt(tree[node].visits + 1.0):
        total = 0
        for action in range(mask.shape[0]):
            total += mask[action]
        if count < total:
            add_child(tree, node, used, untried(s, seat, node, mask, w, plan), seat)
            child = used
    return child


@template(kernel)
def answer(root, me, used, w, plan):
    """The root's child to go to. The favourite is always ahead: there is a reward of its own to compare with."""
    explore = plan.explore * spread_of_pairs(w.tree)
    node = choose(root, me, used, 0, w.mask, w, plan, explore, plan.widen)
    return FAVOURITE if node < used and w.tree[node].visits >= w.tree[FAVOURITE].visits else node


@template(kernel)
def begin(me, stream, w):
    """A new tree, and whatever is to be known of the position for judging what becomes of it."""
    plant(w.tree)
    w.picks[0] = stream
    imagine(w.work[0], me, stream)
    begin_judging(w.work[0], w.judging)


@template(kernel)
def descend(s, me, node, luck, used, w, plan):
    """From the root's child `node` on to the end or the cut; returns the length of the path in the tree."""
    tree, path, mask, picks = w.tree, w.path, w.mask, w.picks
    path[0] = node
    length = 1
    growing = node < used  # the walk ends with the first new node
    seat, action = me, tree[node].action
    sealed = is_sealed(s.active)
    turns = 0
    while True:
        before = s.active
        s.rng = mix(luck, s.ply)
        play(s, seat, action)
        sealed = is_sealed(s.active) or (sealed and goes_on(before, s.active, seat))
        last, seat = seat, lowest(s.active)
        turns += seat == me and last != me
        if seat < 0 or turns >= plan.cut:
            return length
        mask[:] = 0
        legal(s, seat, mask)
        if growing and (seat == me or not sealed):
            node = choose(s, seat, used, node, mask, w, plan, plan.explore * spread(tree[0]), plan.branch)
            growing = node < used
            path[length] = node
            length += 1
            action = tree[node].action
            if action == FOLLOW:
                action = greedy(s, seat, mask)
        else:
            action = policy(s, seat, mask, picks, plan.greedy != 0)


@template(kernel)
def simulate(root, me, root_mask, stream, w, plan):
    """One simulation. The root's answer is chosen before the game is imagined: it does not depend on what is hidden."""
    w.mask[:] = root_mask
    used = w.used[0]
    node = answer(root, me, used, w, plan)
    number = w.tree[node].visits
    s = w.work[0]
    luck = mix(stream, 2 * number)
    imagine(s, me, luck)
    w.picks[0] = mix(stream, 2 * number + 1)
    length = descend(s, me, node, luck, used, w, plan)
    judge(s, me, w.reward, w.judging, plan)
    learn(w.tree, w.path, length, w.reward, me, w.favourites)
    w.used[0] = max(used, w.path[length - 1] + 1)


@template()
def imagine_root(roots, row, states):
    """The first record becomes what the seat of a row may imagine: always the same, whatever is hidden."""
    states[0] = roots.states[row]
    settle(states[0], roots.seats[row])
    imagine(states[0], roots.seats[row], roots.streams[row])


@template()
def search(roots, row, simulations, fresh, w, plans):
    """So many more simulations for one row, and the best action they have found; `fresh` begins a new tree.

    False if none were made: there is nothing to compare, or a mate searches. Mates who answer at the same time each
    imagine that the others play by the rule of thumb, which is true only if one of them searches at a time.
    """
    S, masks, actions = roots.states, roots.masks, roots.actions
    me, stream = roots.seats[row], roots.streams[row]
    if fresh:
        actions[row] = greedy(S[row], me, masks[row])
        strike(S[row], me, masks[row])
        masks[row, actions[row]] = 0
        if not masks[row].any() or not leads(S[row], me):
            return False
        masks[row, actions[row]] = 1
        settle(S[row], me)
        w.work[0] = S[row]
        begin(me, stream, w)
        w.used[0] = 1
    for _ in range(simulations):
        w.work[0] = S[row]
        simulate(S[row], me, masks[row], stream, w, plans[0])
    actions[row] = best_answer(w.tree, plans[0].trust)
    return True
