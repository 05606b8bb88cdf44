"""The golden playthroughs still play out word for word."""

from __future__ import annotations

import importlib.util
from pathlib import Path

HERE = Path(__file__).parent
spec = importlib.util.spec_from_file_location("golden_make", HERE / "make.py")
assert spec is not None
assert spec.loader is not None
golden = importlib.util.module_from_spec(spec)
spec.loader.exec_module(golden)


def test_playthrough_is_as_recorded(game) -> None:
    """If a rule changed on purpose: python tests/golden/make.py, then review the difference."""
    recorded = (HERE / f"{game.name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (old, new) in enumerate(
        zip(recorded, golden.playthrough(game.name).splitlines(), strict=True), start=1
    ):
        assert old == new, f"{game.name}.txt, line {number}"
