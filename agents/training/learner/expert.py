"""An expert who tells the network better: at some of its decisions the likely answers are weighed, each played out by
greedy in the same imagined games with the same luck.

What an answer brings more than greedy's own is its gain. One gain is mostly luck; a network that is pulled towards more
of them, in proportion, adds up very many, and luck cancels out. Greedy's answer remains the target beside that: where
nothing is to be gained the network does as it does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.jit import bind, entry
from rush_envs.engine.view import Sound

from ...games import part
from ...greedy import chooser
from ...mcts import kernels, workspace
from ...policies.scoring import ScoringNetwork, starts
from ...search import weighing
from ...search.settings import Settings
from ..recipe import Recipe
from .memory import Memory


@cache
def scales(game: Game) -> Callable[..., None]:
    """What weighs answers, bound to a game."""
    weigh: Callable[..., None] = bind(weighing, game.name, vars(kernels(game, True)), "weighing").weigh
    return weigh


@entry
def short_list(places, m, scores, favourites, start, found):  # type: ignore[no-untyped-def]
    """For each decision the places of the answers to weigh: the favourite, then those with the highest scores."""
    first = 0
    for k in range(places.shape[0]):
        begin, end = m.legal_start[places[k]], m.legal_start[places[k] + 1]
        for at in range(start[k], start[k + 1]):
            best = -1
            for place in range(begin, end):
                if at == start[k]:
                    fits = m.legal[place] == favourites[k]
                else:
                    fits = best < 0 or scores[first + place - begin] > scores[first + best - begin]
                    for other in range(start[k], at):
                        fits = fits and found[other] != place
                if fits:
                    best = place
            found[at] = best
        first += end - begin


@entry
def note_gains(places, start, found, worth, m):  # type: ignore[no-untyped-def]
    """Gains over the favourite, which is the first of each list and the target; what was not weighed is as bad as the
    worst that was."""
    for k in range(places.shape[0]):
        least = 0.0
        for at in range(start[k], start[k + 1]):
            least = min(least, worth[at] - worth[start[k]])
        for place in range(m.legal_start[places[k]], m.legal_start[places[k] + 1]):
            m.gain[place] = least
        for at in range(start[k], start[k + 1]):
            m.gain[found[at]] = worth[at] - worth[start[k]]
        m.target[found[start[k]]] = 1.0


class Expert:
    """Weighs answers for one player, who has it to itself."""

    def __init__(self, game: Game, recipe: Recipe, network: ScoringNetwork) -> None:
        self.game, self.recipe, self.network = game, recipe, network
        settings = replace(getattr(part(game.name, "search"), "SETTINGS", Settings()), depth=recipe.depth)
        self.plan = settings.packed(game.score_scale, by_network=True)
        self.space = workspace(game, 1, network)

    def advise(self, places: np.ndarray, memory: Memory, seen: Sound, rng: np.random.Generator) -> None:
        """Notes what the answers of these decisions bring; `seen` is what they were made by."""
        m, favourites = memory.arrays, np.empty(places.size, np.int64)
        assert seen.states is not None
        chooser(self.game)(seen.states, seen.seat, seen.mask, favourites)
        legal = m.legal_start[places + 1] - m.legal_start[places]
        start = starts(np.minimum(legal, self.recipe.candidates))
        found, worth = np.empty(start[-1], np.int64), np.empty(start[-1])
        short_list(places, m, self.network.score(places, m)[0], favourites, start, found)
        streams = rng.integers(0, 1 << 64, places.size, np.uint64)
        question = weighing.Question(seen.states, seen.seat, streams, start, m.legal[found].astype(np.int64))
        scales(self.game)(question, self.recipe.playouts, self.space, self.plan, worth)
        note_gains(places, start, found, worth, m)
