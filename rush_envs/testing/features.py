"""Contract 13: the list of features that are not zero says what the dense ones say; what an action changes is true."""

from __future__ import annotations

import numpy as np

from rush_envs.engine.changes import ActionTable, described
from rush_envs.engine.sinks import PAD
from rush_envs.testing.variants import Variant

STEPS = 150


def check_active_features_are_the_dense_ones(variant: Variant) -> None:
    """In random play with and without dense features beside them; a list that is too short would lack some."""
    dense = variant.batch(16, seed=5)
    both, alone = variant.batch(16, seed=5, active=True), variant.batch(16, seed=5, active=True, features=False)
    layout = variant.game.observation
    assert both.active.indices.shape == (16, layout.width), "the lists are not as wide as the layout says"
    for _ in range(STEPS):
        assert (both.features == dense.features).all(), "with active features the dense ones differ"
        assert (alone.active.indices == both.active.indices).all(), "the lists depend on dense features beside them"
        for row, count in enumerate(alone.active.counts):
            indices, values = alone.active.indices[row], alone.active.values[row]
            assert (indices[count:] == PAD).all(), "the list goes on after its end"
            assert not values[count:].any(), "values go on after the list's end"
            assert len(set(indices[:count])) == count, _twice(variant, indices[:count])
            assert (values[:count] != 0).all(), "a zero is in the list"
            missing = np.setdiff1d(np.flatnonzero(dense.features[row]), indices[:count])
            assert not missing.size, f"{_pieces(variant, missing)}: missing in the list (does `most` say too little?)"
            assert (dense.features[row, indices[:count]] == values[:count]).all(), "values in the list differ"
        actions = dense.random_actions()
        for batch in (dense, both, alone):
            batch.step(actions)


def check_pieces_are_no_fuller_than_declared(variant: Variant) -> None:
    batch = variant.batch(64, seed=6)
    for _ in range(STEPS):
        for piece in variant.game.observation:
            full = np.count_nonzero(batch.features[:, variant.game.observation.slices[piece.name]], axis=1).max()
            assert full <= piece.width, f"{full} features of {piece.name!r} are not zero; `most` says {piece.width}"
        batch.step(batch.random_actions())


def check_described_actions_are_the_legal_ones(variant: Variant) -> None:
    batch = variant.played(12, 25)
    table = batch.describe_actions(rng=np.random.default_rng(0))
    rows, actions = np.nonzero(batch.mask)
    assert (table.row == rows).all(), "other rows are described"
    assert (table.action == actions).all(), "other actions are described than the legal ones"
    layout = variant.game.actions
    for action, parts in zip(table.action, table.parts, strict=True):
        named = dict(zip(layout.parts, parts, strict=True))
        name = list(layout.ranges)[named["range"]]
        place = [int(named[axis]) for axis in layout.ranges[name].axes]
        assert layout.id(name, *place) == action, f"the parts of {layout.describe(int(action))!r} lead elsewhere"


def check_changes_are_what_the_actions_do(variant: Variant) -> None:
    """Played on the same imagined games, what the seat sees afterwards is what it saw and the changes."""
    batch = variant.running(6, 20)
    view = batch.view(rng=np.random.default_rng(1), parts=("features", "states"))
    table = described(variant.game, view.states, view.seat, view.mask)
    again = described(variant.game, view.states, view.seat, view.mask)
    for one, other in zip((*table[:-1], *table.seen), (*again[:-1], *again.seen), strict=True):
        assert (one == other).all(), "describing changes something"
    seen = 0
    for k, (row, action) in enumerate(zip(table.row, table.action, strict=True)):
        after = _after(variant, view.states[row : row + 1], int(view.seat[row]), int(action))
        if after is None:
            continue
        told = view.features[row].astype(int)
        told[table.indices[table.start[k] : table.start[k + 1]]] += _values(table, k)
        assert (told == after).all(), f"{variant.game.describe(int(action))!r} changes something else"
        seen += 1
    assert seen or not table.action.size, "no action could be compared"


def _values(table: ActionTable, k: int) -> np.ndarray:
    return table.values[table.start[k] : table.start[k + 1]].astype(int)


def _after(variant: Variant, state: np.ndarray, seat: int, action: int) -> np.ndarray | None:
    """What the seat sees after its answer; None where others must answer before anything can be seen."""
    batch = variant.batch(1, autoreset=False)
    batch.load(state)
    before = batch.observe([0], [seat])[0]
    batch.ask([seat])
    batch.step([action])
    after: np.ndarray = batch.observe([0], [seat])[0]
    return None if (after == before).all() else after


def _pieces(variant: Variant, indices: np.ndarray) -> str:
    layout = variant.game.observation
    names = [
        p.name for p in layout if any(layout.slices[p.name].start <= i < layout.slices[p.name].stop for i in indices)
    ]
    return ", ".join(names)


def _twice(variant: Variant, indices: np.ndarray) -> str:
    values, counts = np.unique(indices, return_counts=True)
    return f"features are put twice: {_pieces(variant, values[counts > 1])}"
