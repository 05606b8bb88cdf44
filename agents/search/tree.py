"""The tree of a search, in memory that was laid out before it began. No game is known here.

A node stands for an answer; its children are a list through `next`, from `first` on. What happens to be legal differs
between imagined games, so a node counts how often it could have been chosen, not only how often it was.

The first answer of all is the favourite, the rule of thumb's own. The other answers at the root are compared with it
pair by pair, each time in the same imagined game, which takes most of the luck out of the comparison.
"""

from __future__ import annotations

import math

import numpy as np

from rush_envs.engine.jit import inlined, kernel

FAVOURITE = 1  # its node
FOLLOW = -1  # the action of a node that stands for the rule of thumb's answer, whatever it is
LEAST = 1e-8  # of a variance
PRIOR = 6.0  # pairs with the spread of all of them, so that a few equal rewards make nothing sure

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float64),  # sum of the rewards of `seat`; for an answer at the root, less the favourite's
                ("squares", np.float64),  # sum of the squares of the same, at the root and its answers only
                ("visits", np.int32),
                ("available", np.int32),
                ("first", np.int32),  # child, -1 none
                ("next", np.int32),  # sibling, -1 none
                ("action", np.int32),
                ("seat", np.int32),  # who gave this answer
            ],
            align=True,
        ),
    )
)


@kernel
def plant(tree):
    """A tree of nothing but a root."""
    tree[0].value = 0.0
    tree[0].squares = 0.0
    tree[0].visits = 0
    tree[0].available = 0
    tree[0].first = -1
    tree[0].next = -1
    tree[0].action = -1
    tree[0].seat = -1


@kernel
def add_child(tree, parent, child, action, seat):
    node = tree[child]
    node.value = 0.0
    node.squares = 0.0
    node.visits = 0
    node.available = 1
    node.first = -1
    node.next = tree[parent].first
    node.action = action
    node.seat = seat
    tree[parent].first = child


@kernel
def strike_children(tree, parent, mask):
    """Takes the actions that have a node already out of the mask."""
    child = tree[parent].first
    while child >= 0:
        if tree[child].action != FOLLOW:
            mask[tree[child].action] = 0
        child = tree[child].next


@inlined
def spread(root):
    """How far rewards lie apart, as a standard deviation: what is worth exploring is measured by it."""
    if root.visits < 2:
        return 1.0
    mean = root.value / root.visits
    return math.sqrt(max(root.squares / root.visits - mean * mean, LEAST))


@kernel
def spread_of_pairs(tree):
    """The same for the differences between the favourite and the other answers at the root."""
    squares, pairs = 0.0, 0
    child = tree[0].first
    while child > FAVOURITE:
        squares += tree[child].squares
        pairs += tree[child].visits
        child = tree[child].next
    return math.sqrt(max(squares / pairs, LEAST)) if pairs > 0 else 1.0


@inlined
def score(node, explore):
    """UCB1, counted over the times the node could have been chosen."""
    return node.value / node.visits + explore * math.sqrt(math.log(float(node.available)) / node.visits)


@kernel
def best_child(tree, parent, mask, explore):
    """The most promising child among those legal now, or -1, and how many are legal; each is counted as available."""
    best, chosen, count = -1e30, -1, 0
    child = tree[parent].first
    while child >= 0:
        if tree[child].action == FOLLOW or mask[tree[child].action]:
            count += 1
            tree[child].available += 1
            found = score(tree[child], explore)
            if found > best:
                best, chosen = found, child
        child = tree[child].next
    return chosen, count


@kernel
def best_answer(tree, trust):
    """The action that is most surely better than the favourite, by `trust` standard errors at least; else that one."""
    best, action = 0.0, tree[FAVOURITE].action
    unit = spread_of_pairs(tree)
    child = tree[0].first
    while child > FAVOURITE:
        node = tree[child]
        variance = (node.squares + PRIOR * unit * unit) / (node.visits + PRIOR)
        sure = node.value / node.visits - trust * math.sqrt(variance / node.visits)
        if sure > best:
            best, action = sure, node.action
        child = node.next
    return action


@kernel
def learn(tree, path, length, reward, me, favourites):
    """Everyone on the path remembers what it brought to the seat that answered."""
    root, answer = tree[0], tree[path[0]]
    root.visits += 1
    root.value += reward[me]
    root.squares += reward[me] * reward[me]
    if path[0] == FAVOURITE:
        favourites[answer.visits] = reward[me]
    difference = reward[me] - favourites[answer.visits]
    answer.visits += 1
    answer.value += difference
    answer.squares += difference * difference
    for k in range(1, length):
        node = tree[path[k]]
        node.visits += 1
        node.value += reward[node.seat]
