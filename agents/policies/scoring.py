"""A network that scores actions by what they do; its inner loops are in `sums`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.changes import NO_INSIGHT, ActionTable, Insight, described
from rush_envs.engine.view import Sound

from ..games import part
from .network import LIKELY, Network, Shapes
from .sums import Known, Lists, Scorer, Scratch, score_rows


def words_of(game: Game) -> np.ndarray:
    """(actions, 1 + parts) int64: every action is a word of its own, and so is every value of a named part."""
    split = game.actions.split.astype(np.int64)
    sizes = split.max(axis=0) + 1
    firsts = game.actions.size + np.concatenate([[0], np.cumsum(sizes)[:-1]])
    parts = np.where(split < 0, -1, split + firsts)
    return np.column_stack([np.arange(game.actions.size), parts])


def insight_of(game: Game) -> Insight:
    """What networks are told of a game besides what is seen, from `games/<game>/insight.py`."""
    found: Insight = getattr(part(game.name, "insight"), "INSIGHT", NO_INSIGHT)
    return found


class ScoringNetwork(Network):
    """Two hidden layers, the accumulator and what judges it, of actions and once more of positions."""

    kind = "scoring"
    sees = ("states",)
    layers = (2, 2)

    def __init__(self, game: Game, hidden: Sequence[int]) -> None:
        super().__init__(game, hidden)
        self.insight = insight_of(game)
        self.scorer = Scorer(**self.arrays)
        scale = np.concatenate([game.observation.scale, self.insight.layout.scale])
        self.known = Known(scale, words_of(game))

    @classmethod
    def shapes(cls, game: Game, hidden: Sequence[int]) -> Shapes:
        units, inner = hidden
        features, words = game.observation.size + insight_of(game).layout.size, int(words_of(game).max()) + 1
        return {
            "features": (features, units), "biases": (units,), "words": (words, units),
            "score_layer": (units, inner), "score_biases": (inner,), "score": (inner,), "gain": (inner,),
            "worth_features": (features, units), "worth_sums": (units,),
            "worth_layer": (units, inner), "worth_biases": (inner,), "worth": (inner,), "worth_bias": (1,),
        }  # fmt: skip

    def begin(self, rng: np.random.Generator) -> None:
        w = self.scorer
        for features, layer in ((w.features, w.score_layer), (w.worth_features, w.worth_layer)):
            features[:] = rng.normal(0, math.sqrt(2 / LIKELY), features.shape)
            layer[:] = rng.normal(0, math.sqrt(2 / w.biases.size), layer.shape)
        w.words[:] = rng.normal(0, 0.1, w.words.shape)
        w.score[:] = rng.normal(0, 0.1 / math.sqrt(w.score.size), w.score.shape)

    def scratch(self) -> Scratch:
        units, inner = self.hidden
        shapes = ((units,), (self.game.actions.size, units), (self.game.actions.size, inner))
        return Scratch(*(np.zeros(shape, np.float32) for shape in shapes))

    def logits(self, seen: Sound) -> np.ndarray:
        scores, _ = self._scored(seen)
        found = np.zeros(seen.mask.shape, np.float32)
        found[seen.mask.astype(np.bool_)] = scores
        return found

    def worths(self, seen: Sound) -> np.ndarray:
        return self._scored(seen)[1]

    def describe(self, seen: Sound) -> ActionTable:
        """What the asked seats see and know, and what their legal actions change of it."""
        assert seen.states is not None
        return described(self.game, seen.states, seen.seat, seen.mask, self.insight)

    def _scored(self, seen: Sound) -> tuple[np.ndarray, np.ndarray]:
        """Of all legal actions, row by row, and of all rows."""
        table = self.describe(seen)
        listed = np.arange(table.seen.indices.shape[1]) < table.seen.counts[:, None]
        lists = Lists(
            starts(table.seen.counts), table.seen.indices[listed], table.seen.values[listed],
            starts(seen.mask.sum(axis=1, dtype=np.int64)), table.action.astype(np.int16),
            table.start, table.indices, table.values,
        )  # fmt: skip
        return self.score(np.arange(len(seen.seat)), lists)

    def score(self, rows: np.ndarray, lists: Any) -> tuple[np.ndarray, np.ndarray]:
        """Of all legal actions of these decisions, and of their positions; `lists` has what `Lists` names."""
        count = int((lists.legal_start[rows + 1] - lists.legal_start[rows]).sum())
        scores, worths = np.empty(count, np.float32), np.empty(rows.size, np.float32)
        score_rows(rows, lists, self.known, self.scorer, self.scratch(), scores, worths)
        return scores, worths


def starts(counts: np.ndarray) -> np.ndarray:
    """Where lists begin that follow one another, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
