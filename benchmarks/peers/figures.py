"""What the page and the pictures say in numbers, worked out from what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from peers.roster import OURS


class Spread(NamedTuple):
    """The quartiles of some turns."""

    low: float
    middle: float
    high: float


class Row(NamedTuple):
    """A game of a library; rates are decisions a CPU second."""

    library: str
    ours: bool
    game: str
    numbers: int
    actions: int
    single: Spread | None
    batch: Spread | None
    size: int  # of the best batch
    note: str


def spread(values: Sequence[float]) -> Spread:
    return Spread(*(float(value) for value in np.quantile(values, (0.25, 0.5, 0.75))))


def ratio(one: Sequence[float], other: Sequence[float]) -> Spread:
    """Turn by turn: both have met the same noise."""
    return spread(np.array(one) / np.array(other))


def rows(libraries: dict[str, Any]) -> list[Row]:
    """All that was measured by turns, in the order of the roster."""
    found = []
    for name, library in libraries["rows"].items():
        for game, about in library["games"].items():
            rates = {int(size): spread(turns) for size, turns in about["rates"].items()}
            size = max(rates)
            batch = rates[size] if size else None
            found.append(
                Row(library["title"], name == OURS, game, about["numbers"], about["actions"], rates.get(0), batch, size,
                    about["note"])
            )  # fmt: skip
    return found


def same_game(found: list[Row], game: str) -> list[Row]:
    """The rows of a game that many libraries have, its variants included."""
    return [row for row in found if row.game.partition(",")[0] == game]


class Bend(NamedTuple):
    """The shape of a game's curve over batch sizes."""

    call: float  # microseconds of a step that do not depend on the number of games
    half: int  # the smallest batch with half of the best rate
    best: int  # the batch size with the best rate
    rate: float  # decisions a CPU second there
    largest: float  # the rate of the largest batch, as a share of the best
    bytes: float  # that a step reads or writes for each game
    in_many: float  # a few games within the largest batch, as a share of their rate alone
    of_many: float  # all games of the largest batch, as a share of the rate of the few alone


def bend(game: dict[str, Any]) -> Bend:
    rates = {int(size): float(np.median(turns)) for size, turns in game["with"].items()}
    best = max(rates, key=lambda size: rates[size])
    few = game["few of many"]
    return Bend(
        call=(1 / rates[1] - 1 / rates[best]) * 1e6,
        half=min(size for size, rate in rates.items() if rate >= rates[best] / 2),
        best=best,
        rate=rates[best],
        largest=rates[max(rates)] / rates[best],
        # Everything that is held but the record of the game that ended last, which is written once a game.
        bytes=game["bytes"] - game["record"],
        in_many=ratio(few["in many"], few["alone"]).middle,
        of_many=ratio(few["all of many"], few["alone"]).middle,
    )
