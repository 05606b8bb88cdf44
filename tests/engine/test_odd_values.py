"""Whatever is given for an option, an action, a row or a seed: one of our errors, in one readable line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import rush_envs
from rush_envs.engine.batch import BatchEnv
from rush_envs.errors import BadOption, RushError, hint, shown


class Wordless:
    """Cannot say what it is."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


class Touchy:
    """Does not want to be compared, counted or turned into an array."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    def __index__(self) -> int:
        raise RuntimeError("no number")

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise RuntimeError("no array")


ITSELF: list[Any] = []
ITSELF.append(ITSELF)
ODD: dict[str, Any] = {
    "wordless": Wordless(), "touchy": Touchy(), "in itself": ITSELF, "too many digits": 10**5000, "long": "x" * 100_000,
    "many": [0] * 100_000, "control": "\x1b[31m", "no number": float("nan"), "nothing": [], "half": 0.5, "word": "3",
    "array": np.array([1, 2]), "empty": np.array([]), "alone": np.array(3), "words": np.array(["x", "y"]),
    "among others": [10**5000], "wordless inside": [Wordless()], "object": object(), "bytes": b"x", "dict": {"a": 1},
    "set": {1}, "complex": 1j, "date": np.datetime64("2020-01-01"), "endless": iter([1]), "type": int, "mapping": {},
}  # fmt: skip
odd = pytest.mark.parametrize("value", ODD.values(), ids=ODD)


def survived(use: Callable[[], Any]) -> None:
    """It works, or the error is one of ours, printable and short."""
    words = ""
    try:
        use()
    except RushError as error:
        words = str(error)
    assert len(words) <= 2000
    assert words.isprintable()


def batch_calls(batch: BatchEnv, value: Any) -> Iterator[Callable[[], Any]]:
    yield lambda: batch.step(value)
    yield lambda: batch.step(batch.mask.argmax(axis=1), value)
    for call in (batch.observe, batch.legal, batch.look, batch.ask):
        yield lambda call=call: call(value, 0)
        yield lambda call=call: call(0, value)
    for call in (batch.random_actions, batch.reveal, batch.view, batch.describe_actions, batch.load, batch.reset):
        yield lambda call=call: call(value)
    yield lambda: batch.look(0, 0, final=value)
    yield lambda: batch.reveal(0, final=value)
    yield lambda: batch.view(0, rng=value)
    yield lambda: batch.view(0, parts=value)
    yield lambda: batch.reset(seeds=value)
    yield lambda: batch.reset(episodes=value)
    yield lambda: batch.game.describe(value)
    yield lambda: batch.game.parse(value)


@odd
def test_calls_of_a_batch(value: Any) -> None:
    batch = rush_envs.make_batch("coffee_rush", 4, seed=0, num_players=2)
    batch.reset()
    for call in batch_calls(batch, value):
        survived(call)
    assert not batch.broken_invariants().any()


@odd
def test_options_of_a_batch_and_of_every_game(value: Any) -> None:
    for name in ("num_envs", "seed", "reward", "illegal", "threads", "features", "active", "autoreset"):
        survived(lambda name=name: rush_envs.make_batch("coffee_rush", **({"num_envs": 2} | {name: value})))
    for game in map(rush_envs.game, rush_envs.games()):
        usual = len(game.config.of(game.name, {}).pack())
        for option in fields(game.config):

            def pack(game: Any = game, name: str = option.name, usual: int = usual) -> None:
                assert len(game.config.of(game.name, {name: value}).pack()) == usual

            survived(pack)


@odd
def test_names_and_doors(value: Any) -> None:
    survived(lambda: rush_envs.make_batch(value))
    survived(lambda: rush_envs.game(value))
    survived(lambda: rush_envs.make(value))
    for name in ("reward", "illegal", "render_mode"):
        survived(lambda name=name: rush_envs.make("coffee_rush", **{name: value}))
    env = rush_envs.make("coffee_rush")
    env.reset(seed=0)
    for call in (env.step, env.observe, env.action_space, env.reset):
        survived(lambda call=call: call(value))


def test_what_is_quoted_is_short_and_usual_values_are_as_python_writes_them() -> None:
    for value in (3, "red", None, (1, 2.5), ["a"], {"b": 1}, ((0, 3), (1, 4), (2, 5))):
        assert shown(value) == repr(value)
    assert shown(10**5000) == "<int>"
    assert shown(Wordless()).startswith("<Wordless")
    assert len(shown([["x" * 1000] * 1000] * 1000)) < 400
    assert shown("\x1b") == "'\\x1b'"
    assert "did you mean 'red'" in hint("redd", ["red", "blue"])
    assert hint(Touchy(), ["red"]) == "known: red"


def test_a_refused_reset_changes_nothing() -> None:
    """Neither the games nor what is told of them: a replay is made of seeds and episodes."""
    batch = rush_envs.make_batch("coffee_rush", 3, seed=5)
    batch.reset()
    batch.reset()
    before = [part.tobytes() for part in (batch.states, batch.seeds, batch.episodes)]
    for wrong in ({"seed": 7, "episodes": "x"}, {"seeds": [1, 2, 3], "episodes": -1}, {"episodes": [1]}):
        with pytest.raises(BadOption, match="episodes"):
            batch.reset(**wrong)
        assert [part.tobytes() for part in (batch.states, batch.seeds, batch.episodes)] == before


@pytest.mark.parametrize("name", ["game", "config", "num_envs", "num_seats", "states", "mask", "seat", "seeds"])
def test_what_a_batch_trusts_cannot_be_replaced(name: str) -> None:
    batch = rush_envs.make_batch("coffee_rush", 2, seed=0)
    batch.reset()
    with pytest.raises(AttributeError):
        setattr(batch, name, 10**9)
    with pytest.raises(RushError):
        batch.random_actions([10**6])
    with pytest.raises(RushError):
        batch.look(0, 50)


def test_every_public_method_checks_what_it_is_given() -> None:
    """None but these take rows or actions; whatever else a batch has for the doors is private."""
    own = vars(BatchEnv).items()
    public = {name for name, part in own if not name.startswith("_") and isinstance(part, FunctionType | classmethod)}
    assert public == {
        "of", "reset", "step", "ask", "random_actions", "observe", "legal", "look", "reveal", "view",
        "describe_actions", "load",
        "broken_invariants", "require_reset",
    }  # fmt: skip


def test_a_reset_forgets_how_the_last_games_ended() -> None:
    batch = rush_envs.make_batch("silver_gold_pyramids", 2, seed=0, num_players=2, max_steps=2, autoreset=False)
    batch.reset()
    for _ in range(2):
        batch.step(batch.random_actions())
    assert batch.truncated.all()
    batch.reset()
    assert not batch.truncated.any()
    assert not batch.done.any()
