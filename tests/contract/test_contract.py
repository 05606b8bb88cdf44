"""The contract kit, run over every registered game in every variant."""

from __future__ import annotations

import pytest

import rush_envs
from rush_envs.testing import Check, checks

CHECKS = [check for name in rush_envs.games() for check in checks(rush_envs.game(name))]


@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_contract(check: Check) -> None:
    check()
