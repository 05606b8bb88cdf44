"""Contract 12: layouts tile, words are one to one, the page holds the tables that follow from them; every part of an
action that a drawing names is one that actions have."""

from __future__ import annotations

from functools import partial

import numba
import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.agents import Agent, load
from rush_envs.engine.drivers import drivers_of
from rush_envs.engine.jit import PLAIN
from rush_envs.engine.sinks import empty_lists
from rush_envs.errors import BadAction, UnknownAgent
from rush_envs.kit import pages
from rush_envs.testing.claims import refuses
from rush_envs.testing.variants import Variant, active_seats, variants

MOST_ACTIONS = 700  # Pyramids names every way to lay a shape by its cells; what needs more is several decisions


def check_pieces_tile_the_features(game: Game) -> None:
    for which, layout in {"observation": game.observation, "hidden": game.hidden}.items():
        covered = np.zeros(layout.size, int)
        for piece in layout:
            place = layout.slices[piece.name]
            covered[place] += 1
            right = place.stop - place.start == int(np.prod(piece.shape))
            assert right, f"the piece {piece.name!r} of {which} is not as long as its shape says"
            assert (layout.maxima[place] == piece.maximum).all(), f"the maxima of {piece.name!r} are not its maximum"
        assert (covered == 1).all(), f"the pieces of {which} overlap or leave gaps"
        exact = np.allclose(layout.scale, 1 / layout.maxima, rtol=1e-6, atol=1e-12)
        assert exact, f"the scale of {which} is not one over the maxima"


def check_decode_and_encode_are_inverse(variant: Variant) -> None:
    batch = variant.played(5, 30)
    layout = variant.game.observation
    named = layout.decode(batch.features)
    for piece in layout:
        assert named[piece.name].shape == (5, *piece.shape), f"{piece.name!r} is decoded to another shape"
    assert (layout.encode(named) == batch.features).all(), "encode does not give back what decode has named"
    alone = layout.encode(layout.decode(batch.features[0]))
    assert (alone == batch.features[0]).all(), "encode does not give back what decode has named, for one row"


def check_words_and_ids_are_one_to_one(game: Game) -> None:
    words = [game.describe(action) for action in range(game.actions.size)]
    assert len(set(words)) == game.actions.size, "two actions have the same words"
    assert game.actions.size <= MOST_ACTIONS, f"{game.actions.size} actions: make big moves a chain of small decisions"
    for action, text in enumerate(words):
        meant = {game.parse(text), game.parse(text.upper() + " "), game.parse(str(action))}
        assert meant == {action}, f"the words {text!r} or the number {action} do not lead back to action {action}"


def check_unknown_words_and_ids_are_named(game: Game) -> None:
    refuses(BadAction, partial(game.parse, "fly to the moon"), "parse of unknown words", "did you mean")
    for action in (-1, game.actions.size):
        refuses(BadAction, partial(game.describe, action), f"describe({action})", "ids run from 0")
    refuses(BadAction, partial(game.parse, str(game.actions.size)), "parse of a number that is too high")


def check_ranges_tile_the_actions(game: Game) -> None:
    layout = game.actions
    ids = [layout.id(name, *place) for name, r in layout.ranges.items() for place in np.ndindex(*r.shape)]
    assert ids == list(range(layout.size)), "the ranges of actions overlap or leave gaps"


def check_most_ranges_of_actions_happen(game: Game) -> None:
    """Random play and mostly purposeful play of all variants meet most ranges and ids: dead ones show here."""
    met = np.zeros(game.actions.size, bool)
    purposeful = _purposeful(game)
    for variant in variants(game):
        batch = variant.batch(512, seed=3)
        for _ in range(250):
            met |= batch.mask.any(axis=0)
            batch.step(batch.random_actions())
        # A variant may be short so that tests are; what happens late in a game is met without its limits.
        whole = {name: value for name, value in variant.options.items() if not name.startswith("max_")}
        batch = Variant(game, whole).batch(32, seed=4)
        for k in range(2500):
            met |= batch.mask.any(axis=0)
            batch.step(purposeful.act(batch.view()) if purposeful and k % 12 else batch.random_actions())
    starts = {name: game.actions.start(name) for name in game.actions.ranges}
    missed = [name for name, span in game.actions.ranges.items() if not met[starts[name] :][: span.size].any()]
    # Some need luck, or a purchase that nobody makes.
    assert len(missed) <= len(starts) // 5, f"ranges of actions that never happen: {', '.join(missed)}"
    assert met.mean() > 0.6, f"only {met.mean():.0%} of all actions ever happen; 60 % must"


def _purposeful(game: Game) -> Agent | None:
    """The game's rule of thumb, if somebody has written one."""
    try:
        return load("greedy", game)
    except UnknownAgent:
        return None


def check_the_record_is_plain(game: Game) -> None:
    dtype = game.state.dtype
    names = dtype.names or ()
    shadowed = (set(dir(np.record)) | set(dir(np.recarray))) & set(names)
    assert not shadowed, f"numpy's records have something called {', '.join(shadowed)}: give the field another name"
    assert len(names) <= 70, f"{len(names)} fields: each costs time to compile"
    for name in names:
        base = dtype[name].base
        assert base.names is None, f"the field {name!r} is a record itself; lay it out flat"
        assert base.kind == ("u" if name == "rng" else "i"), f"the field {name!r} is no signed integer"


def check_each_kernel_is_compiled_once(game: Game) -> None:
    if PLAIN:
        return  # nothing is compiled
    for variant in variants(game):
        for features in (True, False):
            batch = variant.batch(4, features=features)
            batch.step(batch.random_actions())
            batch.step([int(batch.mask[2].argmax())], [2])
            batch.observe([0, 1], [0, batch.num_seats - 1])
            batch.view().states  # noqa: B018
            batch.reveal(0)
            batch.broken_invariants()
    drivers = vars(drivers_of(game))
    compiled = {name: drivers[name] for name in ("advance_rows", "show_rows", "imagine", "uncover", "inspect")}
    compiled |= {name: getattr(game, name) for name in game.KERNELS}
    listed = str(numba.typeof(empty_lists(1, game.observation.width)).dtype)
    own = str(numba.from_dtype(game.state.dtype))  # a kernel may serve another game's record, too
    for name, function in compiled.items():
        signatures = [" ".join(map(str, kinds)) for kinds in function.signatures]
        lists = [listed in signature for signature in signatures if own in signature]
        assert len(lists) == len(set(lists)), f"{name} is compiled for several kinds of arguments"


def check_the_page_holds_the_generated_tables(game: Game) -> None:
    text = pages.text(game)
    assert pages.refreshed(text, game) == text, f"{pages.page(game)} is out of date: python -m rush_envs.kit.pages"


# ------------------------------------------------------------------------------------------------------------------
# Drawings


def check_drawings_name_parts_that_exist(variant: Variant) -> None:
    """From the eyes of every seat, as pages that can be clicked show it to the one who is asked."""
    layout = variant.game.actions
    for batch in variant.positions(count=8):
        for viewer in active_seats(batch):
            for panel in variant.game.draw(batch.states, viewer).panels:
                for part in {mark.part for mark in panel.marks if mark.part}:
                    try:
                        meant = layout.meant(part)
                    except ValueError as error:
                        raise AssertionError(f"the panel {panel.name!r} for seat {viewer}: {error}") from error
                    assert meant.any(), f"the panel {panel.name!r} for seat {viewer}: no action agrees with {part}"


def check_panels_lie_within_the_drawing(variant: Variant) -> None:
    for batch in variant.positions(count=4):
        for viewer in (None, *range(batch.num_seats)):
            scene = variant.game.draw(batch.states, viewer)
            for panel in scene.panels:
                inside = 0 <= panel.x <= scene.width - panel.width and 0 <= panel.y <= scene.height - panel.height
                assert inside, f"the panel {panel.name!r} at {panel.place} leaves {scene.width} × {scene.height} cells"
