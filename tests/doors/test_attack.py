"""The short form of `benchmarks/attack.py`: every try works or is refused by name."""

from __future__ import annotations

import pytest
from attack import attack_doors, attack_files, attack_interrupts, attack_records, tried

import rush_envs


@pytest.mark.parametrize("name", rush_envs.games())
def test_corrupt_records_are_refused_or_sound(name: str) -> None:
    counts = tried(attack_records(name, 3), 400)
    assert counts["refused"] > 40
    assert counts["admitted"] > 4


@pytest.mark.parametrize("name", rush_envs.games())
def test_random_calls_on_every_door_work_or_are_refused(name: str) -> None:
    counts = tried(attack_doors(name, 4), 1500)
    assert counts["refused"] > 300
    assert counts["worked"] > 300


@pytest.mark.parametrize("name", rush_envs.games())
def test_spoiled_files_work_or_are_refused(name: str) -> None:
    counts = tried(attack_files(name, 5), 150)
    assert counts["refused"] > 50


@pytest.mark.parametrize("name", rush_envs.games())
def test_after_an_interrupt_everything_belongs_together_or_is_given_up(name: str) -> None:
    counts = tried(attack_interrupts(name, 6), 200)
    assert counts["interrupted"] > 30
    assert counts["given up"] > 5
