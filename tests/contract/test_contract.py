"""The contract kit, run over every registered game in every variant."""

from __future__ import annotations

from unittest import SkipTest

import pytest

import rush_envs
from rush_envs.testing import Check, checks

CHECKS = [check for name in rush_envs.games() for check in checks(rush_envs.game(name))]


@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_contract(check: Check) -> None:
    """`make test` installs every extra that the kit could do without, so nothing may be passed over."""
    try:
        check()
    except SkipTest as reason:
        pytest.fail(f"passed over: {reason}")
