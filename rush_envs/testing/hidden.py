"""Contract 6 and 7: what a viewer may not know reaches neither its eyes nor a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rush_envs.doors import modules
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.drivers import drivers_of
from rush_envs.testing.variants import ENGINE_HIDES, Variant, hides

PARTS = ("features", "mask", "drawing")


def scrambled(
    variant: Variant, state: np.ndarray, viewer: int, rng: np.random.Generator, owned: bool = True
) -> np.ndarray:
    """The same record with arbitrary values wherever the viewer may not look, or only where nobody may."""
    other = state.copy()
    for name, sees in variant.game.state.sees.items():
        field = other[name][0:1]
        if sees == "public" or (sees != "nobody" and not owned):
            continue
        hidden = np.ones(field.shape[1:], np.bool_)
        if sees == "owner":
            hidden[viewer] = False
        elif callable(sees):
            hidden = sees(state, viewer)
        limits = np.iinfo(field.dtype)
        noise = rng.integers(limits.min, limits.max, field.shape[1:], field.dtype, endpoint=True)
        other[name][0] = np.where(hidden, noise, other[name][0])
    return other


def sight(variant: Variant, state: np.ndarray, viewer: int) -> tuple[bytes, bytes]:
    """A viewer's features and mask; nobody else looks, since what is hidden may be nonsense here."""
    features = np.empty((1, variant.game.observation.size), np.int8)
    mask = np.empty((1, variant.game.actions.size), np.int8)
    row = np.zeros(1, np.int64)
    drivers_of(variant.game).show_rows(state, row, row, np.array([viewer]), features, mask, True)
    return features.tobytes(), mask.tobytes()


def eyes(variant: Variant, state: np.ndarray, viewer: int) -> tuple[bytes, bytes, tuple[Any, ...]]:
    """Everything one viewer gets to see; text, SVG and pages are made of nothing but what a drawing holds."""
    return *sight(variant, state, viewer), variant.game.draw(state, viewer).plain()


def differing(one: tuple[object, ...], other: tuple[object, ...]) -> str:
    """The parts of two looks that are not equal."""
    return ", ".join(name for name, a, b in zip(PARTS, one, other, strict=True) if a != b)


def check_nothing_hidden_reaches_a_viewer(variant: Variant) -> None:
    rng = np.random.default_rng(20261116)
    differs = 0
    for batch in variant.positions(count=10):
        for viewer in range(batch.num_seats):
            other = scrambled(variant, batch.states, viewer, rng)
            differs += other.tobytes() != batch.states.tobytes()
            told = differing(eyes(variant, other, viewer), eyes(variant, batch.states, viewer))
            assert not told, f"what is hidden from seat {viewer} shows in its {told}"
    assert differs > 0, "nothing was scrambled: not even the stream is hidden"


def check_infos_of_the_aec_door_tell_nothing(variant: Variant) -> None:
    env = modules.module(variant.game.name).env(**variant.options)
    env.reset(seed=1)
    for agent in env.agent_iter(50):
        observation, _, terminated, truncated, info = env.last()
        assert info == {"acting": not (terminated or truncated)}, f"the info of {agent} is {info}"
        env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))


def _imagine(batch: BatchEnv, seat: int, seed: int) -> np.ndarray:
    states = batch.states.copy()
    drivers_of(batch.game).imagine(states, np.array([seat]), np.array([seed], np.uint64))
    return states


def check_determinize_keeps_the_view_and_replaces_the_rest(variant: Variant) -> None:
    trial = variant.batch(autoreset=False)
    varied = 0
    for batch in variant.positions(count=7):
        for viewer in range(batch.num_seats):
            worlds = [_imagine(batch, viewer, seed) for seed in range(1, 9)]
            again = _imagine(batch, viewer, 1)
            assert again.tobytes() == worlds[0].tobytes(), "determinize draws differently from the same stream"
            for world in worlds:
                _compare(variant, batch, world, viewer, trial)
            bare = [world.copy() for world in worlds]
            for world in bare:
                world["rng"] = 0
            varied += len({world.tobytes() for world in bare}) > 1
    if hides(variant.game):
        assert varied > 0, "determinize draws nothing anew, though the record has hidden fields"
    else:
        assert varied == 0, "determinize changes a game in which nothing is hidden"


def _compare(variant: Variant, batch: BatchEnv, world: np.ndarray, viewer: int, trial: BatchEnv) -> None:
    """One imagined record beside the true one; `trial` is a batch to look at it with."""
    assert world["rng"][0] != batch.states["rng"][0], "an imagined record has the true stream"
    for name, sees in variant.game.state.sees.items():
        if sees == "public" and not variant.game.simultaneous:
            assert (world[name] == batch.states[name]).all(), f"determinize changes the public field {name!r}"
    trial.load(world)
    broken = int(trial.broken_invariants()[0])
    assert not broken, f"determinize breaks invariant {broken}: {variant.game.invariants[broken]}"
    assert (trial.observe(0, viewer) == batch.observe(0, viewer)).all(), "determinize changes what the viewer sees"
    assert (trial.legal(0, viewer) == batch.legal(0, viewer)).all(), "determinize changes what the viewer may do"


IMAGINED = 32  # copies of each position for each viewer
FEW, GAMES = 2, 40  # of which positions are taken: more while something rare has not been imagined otherwise


def hidden_from(variant: Variant, state: np.ndarray, viewer: int, name: str) -> np.ndarray:
    """Which elements of a field the viewer may not see in a position."""
    sees = variant.game.state.sees[name]
    hidden = np.full(state[name].shape[1:], sees != "public")
    if sees == "owner":
        hidden[viewer] = False
    return sees(state, viewer) if callable(sees) else hidden


def in_any_order(variant: Variant, seed: int, every: int = 2) -> Iterator[BatchEnv]:
    """A game in which any of the active seats is asked, so that each may have a sealed answer while others have not;
    stopped now and then, and never once it is over, when nobody imagines anything."""
    batch, rng = variant.batch(seed=seed, autoreset=False), np.random.default_rng(seed)
    while batch.seat[0] >= 0:
        active = [seat for seat in range(batch.num_seats) if batch.states["active"][0] >> seat & 1]
        batch.ask(int(rng.choice(active)))
        if batch.states["ply"][0] % every == 0:
            yield batch
        batch.step(batch.random_actions())


def check_everything_hidden_is_drawn_anew(variant: Variant) -> None:
    """A hidden element that has several values in real games may not be the true one in every imagined game.

    The rules leave several possibilities wherever it varies from position to position. If all can work it out all the
    same, it is no secret, and the declaration must say so.
    """
    seen: dict[tuple[str, int], set[int]] = {}  # the true values of each element where it was hidden
    drawn: set[tuple[str, int]] = set()  # elements that were once imagined otherwise
    names = [name for name, sees in variant.game.state.sees.items() if sees != "public" and name not in ENGINE_HIDES]
    for seed in range(GAMES):
        for batch in in_any_order(variant, seed):
            for viewer in range(batch.num_seats):
                worlds = np.repeat(batch.states, IMAGINED)
                streams = np.arange(1, IMAGINED + 1, dtype=np.uint64)
                drivers_of(batch.game).imagine(worlds, np.full(IMAGINED, viewer), streams)
                for name in names:
                    hidden = np.flatnonzero(hidden_from(variant, batch.states, viewer, name))
                    true, imagined = batch.states[name].reshape(-1), worlds[name].reshape(IMAGINED, -1)
                    other = (imagined != true).any(axis=0)
                    for place in hidden.tolist():
                        seen.setdefault((name, place), set()).add(int(true[place]))
                        drawn |= {(name, place)} if other[place] else set()
        kept = sorted(key for key, values in seen.items() if len(values) > 1 and key not in drawn)
        if not kept and seed >= FEW:
            return
    assert not kept, f"declared hidden, but determinize always leaves the truth in (field, element) {kept[:20]}"


def check_views_hold_imagined_states_only(variant: Variant) -> None:
    batch = variant.played(16, 30)
    view = batch.view(rng=np.random.default_rng(0))
    assert not np.isin(view.states["rng"], batch.states["rng"]).any(), "a view holds a true stream"
    assert (view.features == batch.features).all(), "a view's features are not the asked seats'"
    assert (view.mask == batch.mask).all(), "a view's mask is not the asked seats'"
    again = batch.view(rng=np.random.default_rng(0))
    assert again.states.tobytes() == view.states.tobytes(), "the same generator imagines other records"
