"""The contract kit finds what is broken and says so; it needs neither pytest nor hypothesis nor an extra."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import faulty_games
import pytest

import nim_for_rush_envs
from nim_for_rush_envs import GAME
from rush_envs import registry, testing
from rush_envs.errors import BadGame
from rush_envs.testing import Variant, hidden, layouts, rules, variants, words

FAULTS = {
    "nothing_hidden_reaches_a_viewer": (hidden.check_nothing_hidden_reaches_a_viewer, "shows in its features"),
    "every_game_ends_by_itself": (rules.check_every_game_ends_by_itself, "max_steps=12 stops a game"),
    "only_active_seats_have_legal_actions": (
        rules.check_only_active_seats_have_legal_actions,
        "a seat that is not active has a legal action",
    ),
    "a_broken_record_is_found": (rules.check_a_broken_record_is_found, "finds a score that is 1 too high in 0%"),
    "determinize_keeps_the_view_and_replaces_the_rest": (
        hidden.check_determinize_keeps_the_view_and_replaces_the_rest,
        "determinize changes the public field 'misere'",
    ),
    "hidden_fields_vary": (
        hidden.check_determinize_keeps_the_view_and_replaces_the_rest,
        "draws nothing anew, though the record has hidden fields",
    ),
    "words_tell_nothing_hidden": (
        words.check_words_tell_nothing_hidden,
        r"the words for seat \d about 'take \d from heap [ABC]' depend on what is hidden from it",
    ),
    "drawings_name_parts_that_exist": (
        layouts.check_drawings_name_parts_that_exist,
        "the panel 'table' for seat 0: no action has a part called 'heep'; did you mean 'heap'",
    ),
    "everybody_is_told_sentences": (words.check_everybody_is_told_sentences, "'takes some' has no end"),
}


@pytest.fixture
def known() -> Iterator[None]:
    for name in FAULTS:
        registry.add(name, f"faulty_games:{name}")
    registry.add("nim", "nim_for_rush_envs:GAME")
    yield
    for name in (*FAULTS, "nim"):
        registry.forget(name)


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_named(name: str) -> None:
    check, message = FAULTS[name]
    (variant,) = variants(getattr(faulty_games, name))
    with pytest.raises(AssertionError, match=message):
        check(variant)


def test_words_that_give_away_a_sealed_answer_are_found() -> None:
    """Only a game with sealed choices has some to give away."""
    pyramids = registry.game("silver_gold_pyramids")
    variant = Variant(replace(pyramids, tell=faulty_games.gossip), dict(pyramids.variants[0]))
    with pytest.raises(AssertionError, match="is told the sealed answer of seat"):
        words.check_words_keep_a_sealed_answer(variant)


@pytest.mark.usefixtures("known")
def test_check_game_names_the_check_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "SUBJECTS", (rules,))
    told: list[str] = []
    name = "only_active_seats_have_legal_actions"
    with pytest.raises(AssertionError, match=f"^{name}-{name}-opening=classic: a seat that is not active"):
        testing.check_game(getattr(faulty_games, name), told.append)
    assert told == [f"{name}-{name}-opening=classic"]


def test_there_is_one_check_a_game_or_variant_each_with_a_name_of_its_own() -> None:
    names = [str(check) for check in testing.checks(GAME)]
    assert len(names) == len(set(names)) > 150
    assert "an_answer_that_is_still_sealed_shows_nowhere-nim-opening=classic-misere=True" in names
    assert names.count("bounds_checks_find_nothing-nim") == 1


def test_a_game_that_nobody_knows_is_told_how_to_become_known() -> None:
    stranger = replace(GAME, name="stranger")
    with pytest.raises(BadGame, match=r"entry point of 'rush_envs\.games'.*registry\.add\(\"stranger\""):
        testing.check_game(stranger)


ALONE = """
import sys
sys.modules.update(dict.fromkeys(("pytest", "hypothesis", "torch", "stable_baselines3", "sb3_contrib")))
import rush_envs, rush_envs.testing
rush_envs.registry.add("nim", "nim_for_rush_envs:GAME")
rush_envs.testing.check_game(rush_envs.game("nim"), print)
"""


def test_the_kit_runs_without_any_extra_and_says_what_it_leaves_out() -> None:
    """The whole of it, on the template, as somebody else would run it."""
    environment = os.environ | {"PYTHONPATH": str(Path(nim_for_rush_envs.__file__).parent.parent)}
    done = subprocess.run([sys.executable, "-c", ALONE], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    passed_over = [line for line in done.stdout.splitlines() if " is left out: " in line]
    assert passed_over
    assert all("sb3_door" in line and "rush-envs[train]" in line for line in passed_over)
    assert "bounds_checks_find_nothing-nim" in done.stdout.splitlines()
