"""Contract 1–3: the mask is law, invariants hold, every game ends within its bound."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any

import numpy as np

from rush_envs.doors import modules
from rush_envs.engine.records import broken_invariants
from rush_envs.errors import IllegalAction
from rush_envs.testing.claims import refuses
from rush_envs.testing.variants import Variant, span


def check_only_active_seats_have_legal_actions(variant: Variant) -> None:
    batch = variant.batch(64)
    seats = batch.num_seats
    rows, chairs = np.repeat(np.arange(64), seats), np.tile(np.arange(seats), 64)
    for _ in range(150):
        some = batch.legal(rows, chairs).any(axis=1).reshape(64, seats)
        active = batch.states["active"][:, None] >> np.arange(seats) & 1 == 1
        assert (some <= active).all(), "a seat that is not active has a legal action"
        assert (some >= active).all(), "an active seat has no legal action"
        batch.step(batch.random_actions())


def check_doors_accept_exactly_the_mask(variant: Variant) -> None:
    env = modules.module(variant.game.name).env(**variant.options)
    env.reset(seed=5)
    for turn, agent in enumerate(env.agent_iter(60)):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        mask = observation["action_mask"]
        if turn % 20 == 0:
            _try_every_action(env, mask)
        env.step(env.action_space(agent).sample(mask))


def _try_every_action(env: Any, mask: np.ndarray) -> None:
    """What is refused leaves the game as it was, so the refusals need no game each."""
    asked = copy.deepcopy(env)
    for action in range(-1, mask.size + 1):
        if 0 <= action < mask.size and mask[action]:
            copy.deepcopy(env).step(action)
        else:
            refuses(IllegalAction, partial(asked.step, action), f"action {action}, which the mask forbids,")
            same = asked._batch.states.tobytes() == env._batch.states.tobytes()
            assert same, f"action {action} was refused but changed the record"


def check_invariants_hold_and_features_stay_within_their_maxima(variant: Variant) -> None:
    batch = variant.batch(256)
    layout = variant.game.observation
    for _ in range(600):  # games of some length end and begin anew in that time
        broken = int(batch.broken_invariants().max())
        assert not broken, f"invariant {broken} is broken: {variant.game.invariants[broken]}"
        assert (batch.features >= 0).all(), f"a feature is negative: {_outside(layout, batch.features < 0)}"
        above = batch.features > layout.maxima
        assert not above.any(), f"a feature is above its maximum: {_outside(layout, above)}"
        batch.step(batch.random_actions())


def _outside(layout: Any, wrong: np.ndarray) -> str:
    """The pieces with a wrong value."""
    places = np.atleast_1d(wrong.any(axis=0))
    return ", ".join(name for name, piece in layout.slices.items() if places[piece].any())


def check_hidden_features_stay_within_their_maxima(variant: Variant) -> None:
    layout = variant.game.hidden
    for batch in variant.positions():
        hidden = batch.reveal(0)
        wrong = (hidden < 0) | (hidden > layout.maxima)
        assert not wrong.any(), f"reveal writes below 0 or above the maximum: {_outside(layout, wrong)}"


def check_a_broken_record_is_found(variant: Variant) -> None:
    """An invariant that never speaks up proves nothing; each game's own tests break the rest."""
    found = _found_broken(variant, "score")
    assert found > 0.8, f"`check` finds a score that is 1 too high in {found:.0%} of the games; it must in 80 %"
    # The score may have to lag behind while a card is resolved; who is asked never does.
    found = _found_broken(variant, "active")
    assert found == 1, f"`check` finds that nobody is asked in {found:.0%} of the games; it must in all"


def _found_broken(variant: Variant, damage: str) -> float:
    states = variant.played(64, 40).states.copy()
    if damage == "score":
        states["score"][:, 0] += 1
    else:
        states["active"] = 0
    return float((broken_invariants(variant.game, states) > 0).mean())


def check_every_game_ends_by_itself(variant: Variant) -> None:
    batch = variant.batch(128, autoreset=False)
    for _ in range(batch.config.max_steps):
        rows = np.flatnonzero(batch.seat >= 0)
        if not rows.size:
            break
        batch.step(batch.random_actions(rows), rows)
    assert (batch.done | batch.truncated).all(), f"a game goes on after max_steps={batch.config.max_steps} decisions"
    final = batch.final_states
    # A game's own limit may stop it, the engine's never does: the last decision it allows must be the game's own end.
    stopped = (final["ply"] >= batch.config.max_steps) & ~batch.done
    assert not stopped.any(), f"max_steps={batch.config.max_steps} stops a game that would have gone on: raise it"
    outcome = final["outcome"][:, : batch.num_seats]
    assert (outcome[batch.truncated] == 0).all(), "a truncated game has an outcome"
    ended = outcome[batch.done]
    assert ((ended == 1) | (ended == -1)).all(), "a finished game leaves a seat with an outcome other than +1 or -1"
    assert (ended == 1).any(axis=1).all(), "a finished game has no winner (in a draw everybody wins)"


def check_max_steps_truncates_and_pays_no_outcome(variant: Variant) -> None:
    lengths = variant.lengths(8)
    limit = max(span(variant.game, "max_steps")[0], min(10, int(lengths.min()) - 1))
    batch = variant.batch(8, max_steps=limit, autoreset=False)
    for k in range(limit):
        assert not batch.truncated.any(), f"truncated after {k} decisions with max_steps={limit}"
        rows = np.flatnonzero(batch.seat >= 0)
        batch.step(batch.random_actions(rows), rows)
    longer = lengths > limit
    assert (batch.truncated == longer).all(), f"max_steps={limit} does not truncate exactly the games that last longer"
    assert (batch.done == ~longer).all(), "a truncated game is also done"
    assert (batch.reward[longer] == 0).all(), "a truncated game pays an outcome"
    assert (batch.states["outcome"][longer] == 0).all(), "a truncated game has an outcome"
    assert (batch.seat == -1).all(), "somebody is asked in a game that is over"
