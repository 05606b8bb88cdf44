"""Coffin Rush!, rules CO-13: who knows what, and what is imagined in the place of what one does not know."""

from __future__ import annotations

import numpy as np
import pytest

from games.by_hand import bits
from games.coffin_rush import oracle_temple as ct
from games.coffin_rush.oracle_temple import BOMB, OPEN, RUSH, STAIRS, TRAP_COPIES
from games.coffin_rush.positions import (
    GAME,
    SARCOPHAGI,
    TRAPS,
    Table,
    about,
    analyse,
    cell,
    discard,
    oracle_of,
    scattered,
    shares,
    step,
)
from rush_envs.engine.drivers import drivers_of

MANY = 3000


def imagine(table: Table, viewer: int) -> tuple[np.ndarray, np.ndarray]:
    """A position, and what a viewer imagines in its place, many times."""
    true = np.repeat(table.batch.states, MANY)
    imagined = true.copy()
    streams = np.random.default_rng(5).integers(0, 1 << 64, MANY, np.uint64)
    drivers_of(GAME).imagine(imagined, np.full(MANY, viewer), streams)
    return true, imagined


def differing(true: np.ndarray, imagined: np.ndarray) -> set[str]:
    return {name for name in true.dtype.names or () if not np.array_equal(true[name], imagined[name])}


def draw_of(states: np.ndarray, kind: int) -> np.ndarray:
    """As which of the draws to come a trap will come (the only one of its kind), from 1."""
    count = int(states["deck_count"][0])
    return count - (states["deck"][:, :count] == kind).argmax(axis=1)


# ------------------------------------------------------------------------------------------------------------------
# CO-13.1, CO-13.2 What is seen


def test_co_13_1_all_but_tiles_is_seen_by_everybody() -> None:
    """Whatever is not hidden looks the same from every seat, but for the seats' order."""
    rng = np.random.default_rng(2)
    relative = {"acting", "first", "turn", "company", "at", "bag", "wealth", "tent", "cards", "rush", "immune"}
    relative |= {"victim", "candidates", "points", "analysed"}
    own = {"here", "edges", "beyond", "home", "pile_here", "window", "in_sarcophagi", "in_chests"}
    for _ in range(5):
        table = scattered(4, rng)
        seen = [table.sees(seat) for seat in range(4)]
        for name in set(seen[0]) - relative - own:
            assert all(np.array_equal(view[name], seen[0][name]) for view in seen), name
        for name in ("bag", "wealth", "cards", "tent", "rush", "points", "at"):
            for seat in range(4):
                assert np.array_equal(np.roll(seen[seat][name][:4], seat, axis=0), seen[0][name][:4]), name


def test_co_13_1_that_somebody_analysed_is_known_to_all() -> None:
    """The record tells everybody which places were analysed by whom, and not what was there; so do the features, as
    long as a tile is left there: playing the card does not look like discarding it."""
    assert GAME.state.sees["seen"] == "public"
    table = Table(3).at(cell("Q5", 2, 2)).hide(cell("Q5", 3, 0), 0).hide(cell("Q5", 4, 4), 1).play(analyse(5))
    places = [k for k in range(26) if table.s["seen"][0] >> k & 1]
    assert table.s["spot"][places].tolist() == [cell("Q5", 3, 0), cell("Q5", 4, 4)]
    for viewer in (1, 2):
        assert np.argwhere(table.sees(viewer)["analysed"]).tolist() == [[(0 - viewer) % 3 - 1, 5]]
        assert table.knows(viewer) == {}
    assert not table.sees(0)["analysed"].any()
    for place in (cell("Q5", 3, 0), cell("Q5", 4, 4)):
        assert table.sees(1)["analysed"].any()
        table.turn(0).at(place).play(OPEN)
    assert not table.sees(1)["analysed"].any()
    other = Table(3).at(cell("Q5", 2, 2)).play(discard("analysis"))
    assert not other.sees(1)["analysed"].any()


def test_co_13_2_analysed_tiles_are_remembered_alone() -> None:
    """Also by a member of a company alone, and from far away; opened ones are gone."""
    here, there = cell("Q5", 3, 0), cell("Q5", 4, 4)
    table = Table(4, teams=((0, 1), (2, 3))).at(cell("Q5", 4, 2)).hide(here, 8).hide(there, 16).open_all()
    table.play(analyse(5), step(2), ct.PASS)
    assert table.knows(0) == {here: 5, there: 16}
    for seat in (1, 2, 3):
        assert table.knows(seat) == {}
        assert table.sees(seat)["sarcophagi"][[here, there]].tolist() == [1, 1]
    table.at(RUSH, here).play(OPEN)
    assert table.knows(0) == {there: 16}


def test_co_13_2_hidden_fields() -> None:
    assert GAME.state.sees["deck"] == "nobody"
    table = Table(3).at(cell("Q5", 2, 2)).play(analyse(5))
    hidden = GAME.state.sees["content"](table.batch.states, 0)  # type: ignore[operator]
    seen = [k for k in range(26) if not hidden[k]]
    assert table.s["spot"][seen].tolist() == [cell("Q5", 3, 0), cell("Q5", 4, 4)]
    assert GAME.state.sees["content"](table.batch.states, 1).all()  # type: ignore[operator]


# ------------------------------------------------------------------------------------------------------------------
# CO-13.3 Imagined games


def test_co_13_3_only_hidden_things_change() -> None:
    """What was opened or seen stays; all that was not is drawn anew, kind by kind."""
    rng = np.random.default_rng(3)
    for viewer in range(3):
        table = scattered(3, rng)
        open_places = [k for k in range(26) if not table.s["closed"][k]]
        chosen = [int(rng.choice([k for k in places if table.s["closed"][k]])) for places in (range(18), range(18, 26))]
        table.set(seen=[bits(chosen) if seat == viewer else (1 << 26) - 1 for seat in range(6)])
        true, imagined = imagine(table, viewer)
        assert differing(true, imagined) == {"rng", "content", "deck"}
        assert len(np.unique(imagined["rng"])) == MANY
        known = [*open_places, *chosen]
        assert (imagined["content"][:, known] == true["content"][:, known]).all()
        unknown = [k for k in range(26) if k not in known]
        kinds = [[k for k in unknown if (k < SARCOPHAGI) == first] for first in (True, False)]
        alone = {places[0] for places in kinds if len(places) == 1}  # what is left to the last place is known
        for place in set(unknown) - alone:
            assert (imagined["content"][:, place] != true["content"][:, place]).any(), place
        for first, last in ((0, SARCOPHAGI), (SARCOPHAGI, 26)):
            mine, theirs = (np.sort(states["content"][:, first:last], axis=1) for states in (imagined, true))
            assert (mine == theirs).all()
        count = int(table.s["deck_count"])
        assert (np.sort(imagined["deck"][:, :count], axis=1) == np.sort(true["deck"][:, :count], axis=1)).all()
        oracle_of(imagined[0], table.batch.config).check()


def test_co_13_3_every_unseen_place_is_equally_likely() -> None:
    """Seat 0 has analysed Q5; five more tiles are open."""
    table = Table(2).bag(1, 0, 1, 5, 17, 19).at(cell("Q5", 2, 2))
    table.hide(cell("Q5", 3, 0), 2).hide(cell("Q5", 4, 4), STAIRS).play(analyse(5))
    true, imagined = imagine(table, 0)
    assert {(int(p), int(c)) for p, c in zip(*np.nonzero(imagined["content"] != true["content"]), strict=True)}
    known = [int(np.flatnonzero(table.s["content"] == item)[0]) for item in (0, 1, 5, 17, 19, 2, STAIRS)]
    for place in range(26):
        found = shares(imagined["content"][:, place])
        if place in known:
            assert found == {int(table.s["content"][place]): 1.0}
        elif place < SARCOPHAGI:
            unseen = [item for item in range(17) if item not in (0, 1, 5, 2)]
            assert about(found, dict.fromkeys(unseen, 1 / 13), 0.03)
        else:
            assert about(found, dict.fromkeys((18, 20, 21, 22, 23, 24), 1 / 6))
    _, theirs = imagine(table, 1)
    place = int(np.flatnonzero(table.s["spot"] == cell("Q5", 4, 4))[0])
    assert len(shares(theirs["content"][:, place])) == 15, "seat 1 has not seen them"


def test_co_13_3_pairs_of_tiles_are_independent() -> None:
    """Three chests left: six orders, equally likely."""
    table = Table(2).bag(0, 17, 18, 19, 20, 21)
    places = [k for k in range(SARCOPHAGI, 26) if table.s["closed"][k]]
    _, imagined = imagine(table, 0)
    orders = imagined["content"][:, places] @ np.array([10000, 100, 1])
    assert len(shares(orders)) == 6
    assert about(shares(orders), dict.fromkeys(shares(orders), 1 / 6))


@pytest.mark.parametrize(
    ("drawn", "left"),
    [(0, (6, 7, 8)), (5, (1, 2, 3)), (6, (1, 2)), (7, (1,))],
)
def test_co_13_3_the_bomb_comes_at_one_of_the_draws_left_to_it(drawn: int, left: tuple[int, ...]) -> None:
    """After five draws as the next, the one after or the third; after seven it is the next for sure."""
    table = Table(2)
    others = [k for k, copies in enumerate(TRAP_COPIES) if k != BOMB for _ in range(copies)]
    for kind in others[:drawn]:
        table.trap(TRAPS[kind])
    _, imagined = imagine(table, 0)
    found = shares(draw_of(imagined, BOMB))
    assert about(found, dict.fromkeys(left, 1 / len(left)))


def test_co_13_3_other_traps_are_shuffled() -> None:
    table = Table(2)
    _, imagined = imagine(table, 1)
    first = {k: copies / 12 for k, copies in enumerate(TRAP_COPIES) if k != BOMB}
    assert about(shares(imagined["deck"][:, 12]), first)
    assert about(shares(imagined["deck"][:, 0]), first)
    table.blast()
    _, imagined = imagine(table, 1)
    fury = draw_of(imagined, TRAPS.index("fury"))
    assert about(shares(fury), dict.fromkeys(range(1, 13), 1 / 12), 0.03)


def test_co_13_3_after_the_bomb_every_order_is_possible() -> None:
    """Two traps left: both orders."""
    table = Table(2).blast()
    for kind in ("quicksand", "quicksand", "toxicity", "toxicity", "summoning", "summoning", "summoning", "feather"):
        table.trap(kind)
    table.trap("seals").trap("silence")
    assert table.s["deck_count"] == 2
    _, imagined = imagine(table, 0)
    assert about(shares(imagined["deck"][:, 0]), {TRAPS.index("fury"): 1 / 2, TRAPS.index("earthquake"): 1 / 2})
