"""Contract 6, in words: what a viewer is told about an answer says nothing that it may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from unittest import SkipTest

import numpy as np

from rush_envs.contract import Game
from rush_envs.engine.batch import BatchEnv
from rush_envs.kit.printable import printable
from rush_envs.testing.hidden import scrambled, sight
from rush_envs.testing.variants import Variant, active_seats

GAMES = 2
ANSWERS = 150  # of each game that are looked at, and its last ones
TRIED = 4  # other answers to a sealed question


class Event(NamedTuple):
    """An answer, with the records before and after it."""

    before: np.ndarray
    after: np.ndarray
    seat: int
    action: int


def told(game: Game, event: Event, viewer: int | None) -> list[str]:
    if game.tell is None:
        raise SkipTest(f"{game.name} has no `tell`")
    return game.tell(event.before, event.after, event.seat, event.action, viewer)


def events(variant: Variant, seed: int) -> Iterator[tuple[BatchEnv, Event]]:
    """Answers of a game played at random, where any of the active seats may be the one that is asked; some hundred from
    its beginning, then a few, then its end. The batch stands behind the answer."""
    batch, rng = variant.batch(seed=seed, autoreset=False), np.random.default_rng(seed)
    length = int(variant.lengths(1, seed)[0])  # of the same game asked in order: a good guess
    while batch.seat[0] >= 0:
        ply = int(batch.states["ply"][0])
        seat = int(rng.choice(active_seats(batch)))
        batch.ask(seat)
        before, action = batch.states.copy(), int(batch.random_actions()[0])
        batch.step([action])
        if ply < ANSWERS or ply % 10 == 0 or ply > length - 10 or batch.seat[0] < 0:
            yield batch, Event(before, batch.states.copy(), seat, action)


def check_everybody_is_told_sentences(variant: Variant) -> None:
    """Words for every viewer and for an open table, whatever happens."""
    game = variant.game
    for seed in range(GAMES):
        heard = 0
        for batch, event in events(variant, seed):
            records = event.before.tobytes(), event.after.tobytes()
            for viewer in (None, *range(batch.num_seats)):
                for words in told(game, event, viewer):
                    assert words == words.strip() == printable(words) != "", f"{words!r} is not a sentence"
                    assert words[-1] in ".!?…", f"{words!r} has no end"
            heard += len(told(game, event, None))
            assert (event.before.tobytes(), event.after.tobytes()) == records, "telling changes the game"
        assert heard, "in a whole game nothing is told at an open table"


def check_words_tell_nothing_hidden(variant: Variant) -> None:
    """With arbitrary values wherever the viewer may not look, before and after, it is told the same.

    Where an answer opens what the others have sealed, it opens what was theirs before it, but not what is after it.
    """
    rng = np.random.default_rng(20261118)
    for seed in range(GAMES):
        for batch, event in events(variant, seed):
            opens = variant.game.simultaneous and int(event.before["active"][0]) == 1 << event.seat
            for viewer in range(batch.num_seats):
                other = event._replace(
                    before=scrambled(variant, event.before, viewer, rng, owned=not opens),
                    after=scrambled(variant, event.after, viewer, rng),
                )
                about = f"the words for seat {viewer} about {variant.game.describe(event.action)!r}"
                try:
                    words = told(variant.game, other, viewer)
                except (IndexError, KeyError, ValueError, OverflowError, StopIteration) as error:
                    raise AssertionError(f"{about} depend on what is hidden from it: {error!r}") from error
                assert words == told(variant.game, event, viewer), f"{about} depend on what is hidden from it"


def check_words_keep_a_sealed_answer(variant: Variant) -> None:
    """Where a viewer sees the same whatever a seat answers, the words are the same whatever it answers."""
    game, rng, trial = variant.game, np.random.default_rng(3), variant.batch(autoreset=False)
    for seed in range(GAMES):
        for batch, event in events(variant, seed):
            waiting = int(event.before["active"][0]) & ~(1 << event.seat)
            if not waiting or int(batch.states["active"][0]) != waiting:
                continue  # nobody else was asked at the same time, or all have answered and everything is open
            answers = _other_answers(trial, event, rng)
            for viewer in set(range(batch.num_seats)) - {event.seat}:
                seen = {sight(variant, one.after, viewer) for one in (event, *answers)}
                if answers and len(seen) == 1:
                    words = {tuple(told(game, one, viewer)) for one in (event, *answers)}
                    assert len(words) == 1, f"seat {viewer} is told the sealed answer of seat {event.seat}: {words}"


def _other_answers(trial: BatchEnv, event: Event, rng: np.random.Generator) -> list[Event]:
    """What the seat might have answered instead; `trial` is a batch to play it on."""
    legal = np.flatnonzero(_legal(trial, event))
    found = []
    for action in rng.permutation(legal[legal != event.action])[:TRIED].tolist():
        trial.load(event.before)
        trial.ask(event.seat)
        trial.step([action])
        found.append(event._replace(after=trial.states.copy(), action=action))
    return found


def _legal(trial: BatchEnv, event: Event) -> np.ndarray:
    trial.load(event.before)
    legal: np.ndarray = trial.legal(0, event.seat)
    return legal
