"""Several trees for one decision: each is grown on its own, with a stream of its own; what they have learned of the
root's answers is added up, tree by tree, and the best answer is chosen as in a single tree.

No tree knows of another, so it does not matter where or in which order they grow.
"""

from __future__ import annotations

import numpy as np

from rush_envs.engine.jit import entry

from .tree import FAVOURITE, NODE, add_child, best_answer, plant

TOLD = 4  # numbers that a survey has of each answer


@entry
def survey(tree, found):
    """What a tree has learned of each answer at its root: the sum of its rewards less the favourite's, that of their
    squares, its visits, and whether it is the favourite itself."""
    found[:] = 0.0
    child = tree[0].first
    while child >= 0:
        node, told = tree[child], found[tree[child].action]
        told[0], told[1], told[2], told[3] = node.value, node.squares, node.visits, 1.0 if child == FAVOURITE else 0.0
        child = node.next


@entry
def choose(found, trust, tree):
    """The best answer by what (trees, A, TOLD) surveys have found together; `tree` is room for one node an answer."""
    favourite = 0
    for action in range(found.shape[1]):
        if found[0, action, 3] > 0.0:
            favourite = action
    plant(tree)
    add_child(tree, 0, FAVOURITE, favourite, 0)
    count = FAVOURITE + 1
    for action in range(found.shape[1]):
        value, squares, visits = 0.0, 0.0, 0.0
        for k in range(found.shape[0]):
            value += found[k, action, 0]
            squares += found[k, action, 1]
            visits += found[k, action, 2]
        if visits > 0 and action != favourite:
            add_child(tree, 0, count, action, 0)
            node = tree[count]
            node.value, node.squares, node.visits = value, squares, np.int32(visits)
            count += 1
    return best_answer(tree, trust)


def room(actions: int) -> np.ndarray:
    """For `choose`."""
    return np.zeros(FAVOURITE + 1 + actions, NODE)
