"""What an agent is given tells nothing about the deal, and no two purposes share a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rush_envs
from rush_agents import load
from rush_agents.arena.duels import duel
from rush_agents.arena.tournament import Tournament, run
from rush_agents.results.scorebook import Scorebook
from rush_agents.terminal.session import Session
from rush_agents.training.learner.learner import Learner
from rush_agents.training.measure import FINAL, LOOK, meet
from rush_agents.training.recipe import recipe_of
from rush_agents.training.run import Run
from rush_envs.doors.solo import Solo
from rush_envs.engine.batch import BatchEnv
from rush_envs.engine.rng import GOLD, M1, M2, mixed
from rush_envs.engine.streams import derived

WORD = (1 << 64) - 1
TWO = {"num_players": 2}
GAME = rush_envs.game("coffee_rush")
# The secret of these tests. It must not be small: the attack would find it among the numbers that it tries.
SEED = 0x5EED_0123_4567_89AB


# ------------------------------------------------------------------------------------------------------------------
# The attack: `rng.mix` is one-to-one, and here is its inverse


def unshift(z: int, bits: int) -> int:
    """The x with z = x ^ (x >> bits)."""
    x = z
    for _ in range(64 // bits):
        x = z ^ (x >> bits)
    return x


def unscramble(z: int) -> int:
    z = unshift(z, 31) * pow(int(M2), -1, 1 << 64) & WORD
    z = unshift(z, 27) * pow(int(M1), -1, 1 << 64) & WORD
    return unshift(z, 30)


def unmix(word: int, number: int) -> int:
    """The seed with mix(seed, number) == word."""
    return (unscramble(unscramble(word) ^ (number * int(GOLD) & WORD)) - int(GOLD)) & WORD


def numbers() -> list[int]:
    """Rounds, agents, blocks and episodes, and the large numbers that have named other streams."""
    return [base + k for base in (0, 1 << 61, 1 << 62, 1 << 63) for k in range(4)]


def learned(word: int) -> set[int]:
    """Every seed that what was given can have been mixed from, in up to two steps, or drawn from."""
    before = {word, *((word - k * int(GOLD)) & WORD for k in range(1, 12))}
    once = {unmix(given, number) for given in before for number in numbers()}
    return before | once | {unmix(given, number) for number in numbers() for given in once}


def test_the_attack_works_on_what_is_mixed() -> None:
    mix = int(mixed(mixed(np.array([SEED], np.uint64), [(1 << 62) + 3]), [1])[0])
    assert SEED in learned(mix)
    assert unmix(int(mixed(np.array([7], np.uint64), [5])[0]), 5) == 7


class Spy:
    """Plays the first legal action and notes whatever it is given."""

    given: list[int] = []  # noqa: RUF012  shared on purpose

    def __init__(self, seed: int) -> None:
        self.given.append(seed)

    def act(self, view: Any) -> np.ndarray:
        self.given.extend(view.states["rng"].tolist())
        return view.mask.argmax(axis=1)


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    monkeypatch.setattr(Spy, "given", [])
    return Spy.given


def check_nothing_is_learned(given: Iterable[int], secrets: Iterable[int]) -> None:
    """From the seed and the first imagined records; each costs a second look at some thousand words."""
    first = list(islice(given, 6))
    assert len(first) == 6
    for word in first:
        assert not learned(word) & set(secrets)


def test_a_guest_learns_neither_the_tournaments_seed_nor_a_deal(spied: list[int], tmp_path: Path) -> None:
    tournament = Tournament.of("coffee_rush", [f"{__name__}:Spy", "random"], options=TWO, seed=SEED, move_timeout=0)
    spied.clear()  # of the trial whether it can be made
    with Scorebook(tmp_path / "a.db", tournament.facts()) as book:
        run(tournament, 4, book)
        deals = {game["seed"] for game in book.games()}
    assert len(deals) == 2
    check_nothing_is_learned(spied, {SEED, *deals, *(int(mixed(np.array([d], np.uint64), [0])[0]) for d in deals)})


def test_an_opponent_learns_nothing_from_the_doors_nor_at_the_table(spied: list[int]) -> None:
    solo = Solo("coffee_rush", 4, opponents=f"{__name__}:Spy", seat=1, seed=SEED, num_players=2)
    solo.reset()
    while len(spied) < 6:
        solo.step(solo.batch.random_actions())
    check_nothing_is_learned(spied, {SEED, *solo.batch.seeds.tolist()})
    spied.clear()
    session = Session(GAME, GAME.config.of("coffee_rush", TWO), [f"{__name__}:Spy"] * 2, SEED)
    while session.let_agent_answer() and len(spied) < 6:
        pass
    check_nothing_is_learned(spied, {SEED})


def test_derived_seeds_differ_by_seed_purpose_and_number() -> None:
    asked = [(seed, purpose, *more) for seed in (0, 1) for purpose in ("a", "b") for more in ((), (0,), (1,), (0, 0))]
    found = {derived(*one) for one in asked}  # type: ignore[arg-type]
    assert len(found) == len(asked)
    assert all(0 <= one <= WORD for one in found)
    assert derived(0, "tournament rounds", 0) == 7604351648076493310  # the same on every machine and in every version


# ------------------------------------------------------------------------------------------------------------------
# Streams by purpose


def train_a_little(tmp_path: Path) -> None:
    Learner(GAME, recipe_of("coffee_rush", options=TWO, games=256, seed=0))


def look(purpose: str) -> Callable[[Path], None]:
    def play(tmp_path: Path) -> None:
        meet(
            Run(tmp_path, GAME, recipe_of("coffee_rush", options=TWO, seed=0)),
            load("greedy", GAME),
            "greedy",
            200,
            purpose,
        )

    return play


def play_a_tournament(tmp_path: Path) -> None:
    tournament = Tournament.of("coffee_rush", ["random", "random"], options=TWO, seed=0)
    with Scorebook(tmp_path / "a.db", tournament.facts()) as book:
        run(tournament, 400, book)


PURPOSES: dict[str, Callable[[Path], Any]] = {
    "training": train_a_little,
    "looks": look(LOOK),
    "final": look(FINAL),
    "duels": lambda path: duel(GAME, load("greedy", GAME), load("greedy", GAME), 200, seed=0, options=TWO),
    "tournament": play_a_tournament,
}


@pytest.fixture
def sown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of all games that are dealt from now on."""
    seeds: list[int] = []
    before = BatchEnv._sow

    def sow(self: BatchEnv, given: np.ndarray) -> None:
        seeds.extend(int(word) for word in given)
        before(self, given)

    monkeypatch.setattr(BatchEnv, "_sow", sow)
    return seeds


def dealt(sown: list[int], tmp_path: Path) -> Iterator[tuple[str, set[int]]]:
    for purpose, play in PURPOSES.items():
        sown.clear()
        play(tmp_path)
        yield purpose, set(sown)


def test_with_the_same_seed_no_two_purposes_share_a_game(sown: list[int], tmp_path: Path) -> None:
    found = dict(dealt(sown, tmp_path))
    assert all(len(seeds) >= 200 for seeds in found.values())
    for one, other in combinations(found, 2):
        assert not found[one] & found[other], f"{one} and {other} share games"
