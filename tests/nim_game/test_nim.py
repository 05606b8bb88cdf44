"""The template keeps the contract. In a package of its own the last three lines are all it takes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nim_for_rush_envs import GAME
from rush_envs import registry
from rush_envs.testing import Check, checks


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """Here it is not installed, and must not be met by the tests of other games."""
    registry.add("nim", "nim_for_rush_envs:GAME")
    yield
    registry.forget("nim")


@pytest.mark.parametrize("check", checks(GAME), ids=str)
def test_contract(check: Check) -> None:
    check()
