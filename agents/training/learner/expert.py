"""An expert who tells the network better: at some of its decisions answers are weighed, each played out by greedy in
the same imagined games with the same luck.

What an answer brings more than another is its gain. One gain is mostly luck; a network that is fitted to the gains of
very many decisions keeps what they have in common. Playouts are judged by the measures of the game's own search: cut
early and judged by a network they are cheaper and less of a lottery, but then the network learns its own errors.
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

LIKED = 2 / 3  # of the answers to weigh; the others are drawn, so that a network hears of what it would never do


@cache
def scales(game: Game) -> Callable[..., None]:
    """What weighs answers, bound to a game."""
    weigh: Callable[..., None] = bind(weighing, game.name, vars(kernels(game)), "weighing").weigh
    return weigh


@entry
def short_list(places, m, scores, favourites, luck, start, found):  # type: ignore[no-untyped-def]
    """For each decision the places of the answers to weigh: the favourite, those with the highest scores, and from
    place `liked` on others, drawn by `luck`."""
    first = 0
    for k in range(places.shape[0]):
        begin, end = m.legal_start[places[k]], m.legal_start[places[k] + 1]
        liked = start[k] + int(LIKED * (start[k + 1] - start[k]))
        for at in range(start[k], start[k + 1]):
            best, left = -1, int(luck[at] * (end - begin - (at - start[k])))
            for place in range(begin, end):
                taken = False
                for other in range(start[k], at):
                    taken = taken or found[other] == place
                if taken:
                    continue
                if at == start[k]:
                    fits = m.legal[place] == favourites[k]
                elif at < liked:
                    fits = best < 0 or scores[first + place - begin] > scores[first + best - begin]
                else:
                    fits = left == 0
                    left -= 1
                if fits:
                    best = place
            found[at] = best
        first += end - begin


@entry
def note_gains(places, start, found, worth, m):  # type: ignore[no-untyped-def]
    """Gains over the favourite, which is the first of each list and the target."""
    for k in range(places.shape[0]):
        for at in range(start[k], start[k + 1]):
            m.gain[found[at]] = worth[at] - worth[start[k]]
        m.target[found[start[k]]] = 1.0


class Expert:
    """Weighs answers for one player, who has it to itself."""

    def __init__(self, game: Game, recipe: Recipe, network: ScoringNetwork) -> None:
        self.game, self.recipe, self.network = game, recipe, network
        settings = getattr(part(game.name, "search"), "SETTINGS", Settings())
        margin = settings.margin if recipe.margin is None else recipe.margin
        self.plan = replace(settings, margin=margin).packed(game.score_scale)
        self.space = workspace(game, 1, None)

    def advise(self, places: np.ndarray, memory: Memory, seen: Sound, rng: np.random.Generator) -> None:
        """Notes what answers to these decisions bring; `seen` is what they were made by."""
        m, favourites = memory.arrays, np.empty(places.size, np.int64)
        assert seen.states is not None
        chooser(self.game)(seen.states, seen.seat, seen.mask, favourites)
        legal = m.legal_start[places + 1] - m.legal_start[places]
        start = starts(np.minimum(legal, self.recipe.candidates))
        found, worth = np.empty(start[-1], np.int64), np.empty(start[-1])
        short_list(places, m, self.network.score(places, m)[0], favourites, rng.random(start[-1]), start, found)
        streams = rng.integers(0, 1 << 64, places.size, np.uint64)
        question = weighing.Question(seen.states, seen.seat, streams, start, m.legal[found].astype(np.int64))
        scales(self.game)(question, self.recipe.playouts, self.space, self.plan, worth)
        note_gains(places, start, found, worth, m)
