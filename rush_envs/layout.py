"""Named pieces of observations and named ranges of actions, described once.

Spaces, scale vectors, offsets in kernels, the tables of the pages, the words for actions: all come from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from rush_envs.errors import BadAction, hint


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as the pages hold it."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


MOST_FEATURES = 1 << 15


class Piece(NamedTuple):
    """One named slice of the features: every value is a whole number from 0 to `maximum` (at most 127)."""

    name: str
    shape: tuple[int, ...]
    maximum: int
    meaning: str
    most: int | None = None  # features of it that can be other than zero at once; all of them if not given

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def width(self) -> int:
        """How many of its features are other than zero at most."""
        return self.size if self.most is None else self.most


class FeatureLayout:
    """The pieces of a feature vector, one after the other."""

    def __init__(self, *pieces: Piece) -> None:
        self.pieces = pieces
        self.slices: dict[str, slice] = {}
        start = 0
        for piece in pieces:
            if piece.name in self.slices or not 1 <= piece.maximum <= 127:
                raise ValueError(f"piece {piece.name!r}: names differ and maxima lie in 1–127")
            if not 0 <= piece.width <= piece.size:
                raise ValueError(
                    f"piece {piece.name!r}: {piece.most} of its {piece.size} features cannot be other than 0"
                )
            self.slices[piece.name] = slice(start, start + piece.size)
            start += piece.size
        if start > MOST_FEATURES:
            raise ValueError(f"{start} features; {MOST_FEATURES} are the most that an index of 16 bits can name")
        self.size = start
        self.width = sum(piece.width for piece in pieces)  # features other than zero at most

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def start(self, name: str) -> int:
        """Where a piece begins: kernels take this as a constant."""
        return self.slices[name].start

    @cached_property
    def maxima(self) -> np.ndarray:
        """The largest value of every feature, int8."""
        sizes = np.array([p.size for p in self.pieces], np.int64)  # with its type also where there is no piece
        return np.repeat(np.array([p.maximum for p in self.pieces], np.int8), sizes)

    @cached_property
    def scale(self) -> np.ndarray:
        """features × scale lies in [0, 1], float32."""
        return (1.0 / self.maxima).astype(np.float32)

    def decode(self, features: np.ndarray) -> dict[str, np.ndarray]:
        """Named views of a feature vector (or of the last axis of many), each in its own shape."""
        lead = features.shape[:-1]
        return {p.name: features[..., self.slices[p.name]].reshape(*lead, *p.shape) for p in self.pieces}

    def encode(self, values: Mapping[str, np.ndarray]) -> np.ndarray:
        """The inverse of `decode`."""
        parts = [np.asarray(values[p.name], np.int8) for p in self.pieces]
        lead = parts[0].shape[: parts[0].ndim - len(self.pieces[0].shape)]
        return np.concatenate([part.reshape(*lead, -1) for part in parts], axis=-1)

    def table(self) -> str:
        """The observation table of a page."""
        rows = []
        for p in self.pieces:
            span = self.slices[p.name]
            ids = str(span.start) if p.size == 1 else f"{span.start}–{span.stop - 1}"
            rows.append((f"`{p.name}`", "×".join(map(str, p.shape)), ids, str(p.maximum), p.meaning))
        return markdown(("Piece", "Shape", "Index", "Max", "Meaning"), rows)


class Range:
    """Actions that say the same with other values: `Range("pour", "pour {kind} into cup {cup}", kind=…, cup=…)`."""

    def __init__(self, name: str, words: str, **axes: Sequence[str]) -> None:
        self.name = name
        self.words = words
        self.axes = {axis: tuple(labels) for axis, labels in axes.items()}
        self.shape = tuple(len(labels) for labels in self.axes.values())
        self.size = prod(self.shape)

    def sentences(self) -> list[str]:
        """The words of every action of the range, in order."""
        return [
            self.words.format(**dict(zip(self.axes, labels, strict=True))) for labels in product(*self.axes.values())
        ]


LONGEST = 100  # labels that a page lists


def _shortened(labels: Sequence[str]) -> str:
    """The labels of an axis; of very many the first ones, the last and how many there are."""
    if len(labels) <= LONGEST:
        return ", ".join(labels)
    return f"{', '.join(labels[:3])}, … {labels[-1]} ({len(labels)} of them)"


class ActionLayout:
    """The ranges of flat action ids, one after the other."""

    def __init__(self, *ranges: Range) -> None:
        self.ranges = {r.name: r for r in ranges}
        self.starts: dict[str, int] = {}
        self.words: list[str] = []
        for r in ranges:
            self.starts[r.name] = len(self.words)
            self.words += r.sentences()
        self.size = len(self.words)
        self._ids = {self._plain(words): action for action, words in enumerate(self.words)}
        if len(self._ids) != self.size:
            raise ValueError("two actions have the same words")
        axes = dict.fromkeys(axis for r in ranges for axis in r.axes)  # each once, in the order of the layout
        self.parts = ("range", *axes)

    @cached_property
    def split(self) -> np.ndarray:
        """(actions, parts) int16: which range an action is of, and its place on every axis, -1 where it has none."""
        found = np.full((self.size, len(self.parts)), -1, np.int16)
        for number, r in enumerate(self.ranges.values()):
            span = slice(self.starts[r.name], self.starts[r.name] + r.size)
            found[span, 0] = number
            for axis, places in zip(r.axes, np.indices(r.shape).reshape(len(r.shape), r.size), strict=True):
                found[span, self.parts.index(axis)] = places
        found.flags.writeable = False
        return found

    def meant(self, part: Iterable[Iterable[tuple[str, Iterable[int | str]]]]) -> np.ndarray:
        """(actions,) bool: which actions agree with a part that a drawing names: any of its alternatives, each a number
        of (axis, places) of which all must agree; on the axis `range` places are names."""
        found = np.zeros(self.size, np.bool_)
        for alternative in part:
            agrees = np.ones(self.size, np.bool_)
            for axis, places in alternative:
                column = self._column(axis)
                agrees &= np.isin(self.split[:, column], [self._place(axis, place) for place in places])
            found |= agrees
        return found

    def _column(self, axis: str) -> int:
        if axis not in self.parts:
            raise ValueError(f"no action has a part called {axis!r}; {hint(axis, self.parts)}")
        return self.parts.index(axis)

    def _place(self, axis: str, place: int | str) -> int:
        if axis == "range":
            if place not in self.ranges:
                raise ValueError(f"no range of actions is called {place!r}; {hint(place, self.ranges)}")
            return list(self.ranges).index(str(place))
        size = max(len(r.axes[axis]) for r in self.ranges.values() if axis in r.axes)
        if not isinstance(place, int) or not 0 <= place < size:
            raise ValueError(f"{axis}={place!r}: places of it run from 0 to {size - 1}")
        return place

    @staticmethod
    def _plain(text: str) -> str:
        return " ".join(text.lower().split())

    def start(self, name: str) -> int:
        """The first id of a range: kernels take this as a constant."""
        return self.starts[name]

    def id(self, name: str, *place: int) -> int:
        """The id of one action: `id("move", pawn, direction)`."""
        shape = self.ranges[name].shape
        return self.starts[name] + (int(np.ravel_multi_index(place, shape)) if shape else 0)

    def describe(self, action: int) -> str:
        """An action in a player's words."""
        if not 0 <= action < self.size:
            raise BadAction(f"there is no action {action}; ids run from 0 to {self.size - 1}")
        return self.words[action]

    def parse(self, text: str) -> int:
        """The id for an action's words (or for its number as text)."""
        plain = self._plain(text)
        if plain.isdecimal() and int(plain) < self.size:
            return int(plain)
        if plain not in self._ids:
            close = get_close_matches(plain, self._ids, n=3, cutoff=0.4) or self.words[:3]
            raise BadAction(f"no action is called {text!r}; did you mean {' or '.join(map(repr, close))}?")
        return self._ids[plain]

    def table(self) -> str:
        """The action table of a page."""
        rows = []
        for r in self.ranges.values():
            start = self.starts[r.name]
            ids = str(start) if r.size == 1 else f"{start}–{start + r.size - 1}"
            terms = [f"{prod(r.shape[k + 1 :])}·{axis}".removeprefix("1·") for k, axis in enumerate(r.axes)]
            formula = " + ".join([str(start), *terms])
            values = "; ".join(f"{axis}: {_shortened(labels)}" for axis, labels in r.axes.items())
            rows.append((ids, f"`{r.name}`", formula, f"`{r.words}`", values))
        return markdown(("Ids", "Range", "Id", "Words", "Values"), rows)
