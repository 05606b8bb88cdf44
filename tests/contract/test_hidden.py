"""Contract 6 and 7: what a viewer may not know reaches neither its eyes nor a search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from conftest import Variant

from rush_envs import registry


def scrambled(variant: Variant, state: np.ndarray, viewer: int, rng: np.random.Generator) -> np.ndarray:
    """The same record with arbitrary values wherever the viewer may not look."""
    other = state.copy()
    for name, sees in variant.game.state.sees.items():
        field = other[name][0:1]
        if sees == "public":
            continue
        if sees == "nobody":
            hidden = np.ones(field.shape[1:], np.bool_)
        elif sees == "owner":
            hidden = np.ones(field.shape[1:], np.bool_)
            hidden[viewer] = False
        else:
            hidden = sees(state, viewer)
        limits = np.iinfo(field.dtype)
        noise = rng.integers(limits.min, limits.max, field.shape[1:], field.dtype, endpoint=True)
        other[name][0] = np.where(hidden, noise, other[name][0])
    return other


def looks(variant: Variant) -> Iterator[tuple[np.ndarray, int]]:
    for batch in variant.positions(count=10):
        for viewer in range(batch.num_seats):
            yield batch.states.copy(), viewer


def eyes(variant: Variant, state: np.ndarray, viewer: int) -> tuple[bytes, bytes, str, str]:
    """Everything one viewer gets to see; nobody else looks, since what is hidden may be nonsense here."""
    features = np.empty((1, variant.game.observation.size), np.int8)
    mask = np.empty((1, variant.game.actions.size), np.int8)
    row = np.zeros(1, np.int64)
    variant.game.drivers.show_rows(state, row, row, np.array([viewer]), features, mask, True)
    scene = variant.game.draw(state, viewer)
    return features.tobytes(), mask.tobytes(), scene.to_svg(), scene.to_ansi()


def test_nothing_hidden_reaches_a_viewer(variant: Variant, rng: np.random.Generator) -> None:
    differs = 0
    for state, viewer in looks(variant):
        other = scrambled(variant, state, viewer, rng)
        differs += other.tobytes() != state.tobytes()
        assert eyes(variant, other, viewer) == eyes(variant, state, viewer)
    assert differs > 0


def test_infos_of_the_aec_door_tell_nothing(variant: Variant) -> None:
    env = registry.module(variant.game.name).env(**variant.options)
    env.reset(seed=1)
    for agent in env.agent_iter(50):
        observation, _, terminated, truncated, info = env.last()
        assert info == {}
        env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))


def imagine(batch, seat: int, seed: int) -> np.ndarray:
    states = batch.states.copy()
    batch.game.drivers.imagine(states, np.array([seat]), np.array([seed], np.uint64))
    return states


def test_determinize_keeps_the_view_and_replaces_the_rest(variant: Variant) -> None:
    public = [name for name, sees in variant.game.state.sees.items() if sees == "public"]
    varied = 0
    for batch in variant.positions(count=7):
        for viewer in range(batch.num_seats):
            before = batch.observe(0, viewer), batch.legal(0, viewer)
            worlds = [imagine(batch, viewer, seed) for seed in range(1, 9)]
            assert imagine(batch, viewer, 1).tobytes() == worlds[0].tobytes()
            for world in worlds:
                assert world["rng"][0] != batch.states["rng"][0]
                if not variant.game.simultaneous:
                    assert all((world[name] == batch.states[name]).all() for name in public)
                trial = variant.batch(autoreset=False)
                trial.load(world)
                assert trial.broken_invariants()[0] == 0
                assert (trial.observe(0, viewer) == before[0]).all()
                assert (trial.legal(0, viewer) == before[1]).all()
            bare = [world.copy() for world in worlds]
            for world in bare:
                world["rng"] = 0
            varied += len({world.tobytes() for world in bare}) > 1
    assert varied > 0  # something hidden was drawn anew


def test_views_hold_imagined_states_only(variant: Variant) -> None:
    batch = variant.played(16, 30)
    view = batch.view(rng=np.random.default_rng(0))
    assert not np.isin(view.states["rng"], batch.states["rng"]).any()
    assert (view.features == batch.features).all()
    assert (view.mask == batch.mask).all()
    again = batch.view(rng=np.random.default_rng(0))
    assert again.states.tobytes() == view.states.tobytes()
