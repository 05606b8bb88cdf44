"""Nim with one fault each, to see that the contract kit finds it. Names are those of the checks that must."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from nim_for_rush_envs import GAME as NIM
from nim_for_rush_envs import rules, view
from nim_for_rush_envs.config import Config
from nim_for_rush_envs.state import STATE
from rush_envs.contract import Field, option, record
from rush_envs.kit import below, kernel
from rush_envs.kit.scene import Scene

init, legal, step, observe, left = rules.init, rules.legal, rules.step, view.observe, rules.left


@kernel
def telling(s, seat, out):
    """Shows a part of the stream of chance."""
    observe(s, seat, out)
    out[0] = s.rng & 1


@kernel
def endless(s, seat, action):
    """Nobody ever takes the last token."""
    step(s, seat, action)
    if s.done:
        s.heap[0] += 1
        s.tokens += 1
        s.done = 0


@kernel
def generous(s, seat, mask):
    """Lets everybody answer."""
    for action in range(mask.shape[0]):
        mask[action] = 1


@kernel
def blind(s):
    return 0


@kernel
def meddling(s, seat):
    """Draws anew what everybody sees."""
    if left(s) > 1:
        s.misere = below(s, 2)


@kernel
def undecided(s):
    """Leaves a finished game without an outcome."""


@kernel
def idle(s, seat):
    pass


def gossip(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    """Names the answer to everybody, sealed or not."""
    return [f"player_{seat} answers {action}."]


def foresight(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    """Tells a part of the stream of chance, one of its later numbers."""
    return [f"Luck is {'odd' if after['rng'][0] & np.uint64(1) else 'even'}."]


def murmur(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    return ["takes some"]


@dataclass(frozen=True)
class EndlessConfig(Config):
    max_steps: int = option(12, "truncate after this many decisions", low=1, high=12)


OWN = [
    Field(n, np.int8, STATE.dtype[n].shape, low=STATE.low[n], high=STATE.high[n])
    for n in ("heap", "tokens", "last", "misere")
]
HIDING = record(2, *OWN, Field("face_down", np.int8, (), "nobody", low=0, high=127), fewest=2)


def faulty(name: str, **changes: object) -> object:
    return replace(NIM, name=name, variants=({"opening": "classic"},), **changes)


def misled(state: np.ndarray, viewer: int | None) -> Scene:
    """Names a part that no action has."""
    scene = Scene(10, 1, "Nim")
    scene.chip(0, 0, "A", part={"heep": 0})
    return scene


nothing_hidden_reaches_a_viewer = faulty("nothing_hidden_reaches_a_viewer", observe=telling)
every_game_ends_by_itself = faulty(
    "every_game_ends_by_itself", step=endless, config=EndlessConfig, outcome=undecided
)  # fmt: skip
only_active_seats_have_legal_actions = faulty("only_active_seats_have_legal_actions", legal=generous)
a_broken_record_is_found = faulty("a_broken_record_is_found", check=blind)
determinize_keeps_the_view_and_replaces_the_rest = faulty(
    "determinize_keeps_the_view_and_replaces_the_rest", determinize=meddling
)
# A field that is hidden but never drawn anew: the true value would reach every search.
hidden_fields_vary = faulty("hidden_fields_vary", state=HIDING, determinize=idle)
words_tell_nothing_hidden = faulty("words_tell_nothing_hidden", tell=foresight)
drawings_name_parts_that_exist = faulty("drawings_name_parts_that_exist", draw=misled)
everybody_is_told_sentences = faulty("everybody_is_told_sentences", tell=murmur)
