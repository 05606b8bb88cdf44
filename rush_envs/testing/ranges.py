"""What fields may hold: no position leaves the declared ranges, and every position passes the gate for records."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.testing.variants import Variant, span

ROWS, STEPS = 128, 300


def records_of(batch: BatchEnv, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """The positions of a batch, what the asked seats may imagine instead of them, and the games that have ended."""
    yield batch.states
    yield batch.view(rng=rng).states
    yield batch.final_states[batch.final_states["max_steps"] > 0]  # records of rows that never ended are blank


def stays_inside(game: Game, records: np.ndarray) -> None:
    found = game.state.outside(records)
    assert found is None, f"row {found[0]}: {found[1]}{list(found[2]) or ''} is {found[3]}, outside its range"


def check_no_position_leaves_the_ranges(variant: Variant) -> None:
    batch, rng = variant.batch(ROWS), np.random.default_rng(20261116)
    for _ in range(STEPS):
        for records in records_of(batch, rng):
            stays_inside(variant.game, records)
        batch.step(batch.random_actions())


def check_every_position_passes_the_gate(variant: Variant) -> None:
    """The last positions of a game are seen by playing it to its end; `load` must take each of them."""
    other = variant.batch(1, seed=99, autoreset=False)
    for batch in variant.positions(count=60):
        stays_inside(variant.game, batch.states)
        other.load(batch.states)
        assert other.states.tobytes() == batch.states.tobytes(), "`load` changes a record"
        assert (other.mask == batch.mask).all(), "a loaded position has other legal actions"


def check_games_that_were_stopped_or_lost_stay_inside(variant: Variant) -> None:
    low, high = span(variant.game, "max_steps")
    for options in ({"max_steps": min(max(7, low), high)}, {"illegal": "lose"}):
        batch = variant.batch(16, autoreset=False, **options)
        for _ in range(7):
            rows = np.flatnonzero(batch.seat >= 0)
            if rows.size:
                batch.step(batch.random_actions(rows), rows)
        rows = np.flatnonzero(batch.seat >= 0)
        if rows.size:
            batch.step(np.full(rows.size, variant.game.actions.size), rows)
        assert (batch.done | batch.truncated).all(), "a game goes on after its limit or an illegal answer"
        stays_inside(variant.game, batch.states)


def check_the_ranges_fit_the_options(game: Game) -> None:
    """The fewest and the most players are those of the option, and no game asks a seat that there is not."""
    players = (int(game.state.low["seats"]), int(game.state.high["seats"]))
    assert players == span(game, "num_players"), f"the record is for {players} players: give `record` its `fewest`"
    assert players[1] == game.state.seats, "the record has more seats than there can be players"
