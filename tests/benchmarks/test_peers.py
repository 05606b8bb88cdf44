"""The page of peers is what was measured, and the C that is measured plays our game."""

from __future__ import annotations

import json
import shutil

import pytest
from peers import page, run
from peers.c import race
from peers.growth import SIZES
from peers.roster import LIBRARIES, OURS

from rush_envs import games


def test_the_page_is_what_was_measured() -> None:
    """If this fails: PYTHONPATH=benchmarks python -m peers.run --parts."""
    results = json.loads(run.HELD.read_text(encoding="utf-8"))
    assert page.PAGE.read_text(encoding="utf-8") == page.page(results)
    assert set(results) == set(run.PARTS)
    assert {OURS} < set(results["libraries"]["rows"]) <= {library.name for library in LIBRARIES}
    assert list(results["growth"]["games"]) == list(results["libraries"]["rows"][OURS]["games"]) == games()
    assert all(list(map(int, game["with"])) == list(SIZES) for game in results["growth"]["games"].values())


def test_everything_is_pinned_and_says_what_it_does() -> None:
    for library in LIBRARIES:
        assert all("==" in pin for pin in library.pins), library.name
        assert library.what.endswith("."), f"{library.name}: its script begins with what it does, after a colon"
    scripts = {path.stem.removeprefix("with_") for path in (run.HERE / "libraries").glob("with_*.py")}
    assert scripts == {library.name for library in LIBRARIES}


COMPILER = pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="there is no C compiler")


@COMPILER
def test_c_plays_the_same_games() -> None:
    """If this fails after a change of Coffee Rush: the same change belongs into rules.c or view.c."""
    found = race.compare(race.build(), 20)
    assert found["games"] >= 6 * 20
    assert found["decisions"] > 10_000


@COMPILER
def test_a_difference_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single reward of one game, in the first step."""
    real = race.Table.step

    def wrong(table: race.Table) -> None:
        real(table)
        table.batch._reward[0, 0] += 1

    monkeypatch.setattr(race.Table, "step", wrong)
    with pytest.raises(SystemExit, match="differ after 256 decisions"):
        race.compare(race.build(), 20)
