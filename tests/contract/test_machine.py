"""Contract 11: hypothesis plays any game in any configuration; it shrinks what breaks to a short list of actions."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
from conftest import VARIANTS
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import rush_envs
from rush_envs.replay import Replay


class AnyGame(RuleBasedStateMachine):
    @initialize(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**64 - 1))
    def begin(self, variant, seed: int) -> None:
        self.batch = rush_envs.make_batch(variant.game.name, 1, seed=seed, autoreset=False, **variant.options)
        self.batch.reset()
        self.replay = Replay.of(self.batch)

    @precondition(lambda self: self.batch.seat[0] >= 0)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        seat = int(self.batch.seat[0])
        action = data.draw(st.sampled_from(np.flatnonzero(self.batch.mask[0]).tolist()))
        self.batch.step([action])
        self.replay.add(seat, action, self.batch.states)

    @precondition(lambda self: self.batch.seat[0] >= 0)
    @rule(k=st.integers(1, 40))
    def play_on(self, k: int) -> None:
        for _ in range(k):
            if self.batch.seat[0] < 0:
                break
            seat, action = int(self.batch.seat[0]), int(self.batch.random_actions()[0])
            self.batch.step([action])
            self.replay.add(seat, action, self.batch.states)

    @rule(viewer=st.integers(0, 7))
    def look(self, viewer: int) -> None:
        """Also possible when the game is over; looking changes nothing."""
        before = self.batch.states.tobytes()
        seat = viewer % self.batch.num_seats
        assert self.batch.observe(0, seat).any()
        assert self.batch.legal(0, seat).any() == bool(self.batch.states["active"][0] >> seat & 1)
        assert self.batch.game.draw(self.batch.states, seat).to_ansi(colour=False)
        assert self.batch.states.tobytes() == before

    @invariant()
    def all_holds(self) -> None:
        batch = self.batch
        state = batch.states[0]
        assert batch.broken_invariants()[0] == 0
        assert not (state["done"] and state["truncated"])
        assert (batch.seat[0] < 0) == bool(state["done"] or state["truncated"])
        assert (batch.seat[0] < 0) or batch.mask[0].any()
        assert (batch.features[0] <= batch.game.observation.maxima).all()
        assert state["ply"] == len(self.replay.answers)

    def teardown(self) -> None:
        if hasattr(self, "replay"):
            assert Replay.from_json(self.replay.to_json()).verify().states.tobytes() == self.batch.states.tobytes()


AnyGame.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None, derandomize=True)
TestAnyGame = AnyGame.TestCase
