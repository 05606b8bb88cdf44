"""`rush-envs curves`: runs that go on, data that others can read, pictures with others' curves beside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rush_agents.cli import main
from rush_agents.training import curves
from rush_envs.errors import BadOption


def command(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["rush-envs", "curves", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0


def test_curves_are_kept_drawn_and_not_made_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("silver_gold_pyramids", "--minutes", "0.05", "--seeds", "2", "--look-every", "2", "--look-games", "8")
    command(monkeypatch, *words, "--out", str(tmp_path))
    found = curves.load(tmp_path / curves.DATA)
    assert [(curve.game, curve.seed) for curve in found] == [("silver_gold_pyramids", 0), ("silver_gold_pyramids", 1)]
    for curve in found:
        assert curve.points
        assert all(point.cpu > 0 and point.steps > 0 for point in curve.points)
        assert curve.even is not None
    assert (tmp_path / curves.PICTURE).read_bytes()[:4] == b"\x89PNG"

    theirs = tmp_path / "theirs.json"
    curves.save([found[0].model_copy(update={"learner": "another"})], theirs)
    monkeypatch.setattr(curves, "train", None)  # everything is there: nothing is trained again
    command(monkeypatch, *words, "--out", str(tmp_path), "--beside", str(theirs))
    assert curves.load(tmp_path / curves.DATA) == found


@pytest.mark.parametrize("content", ["[", "{}", '[{"game": 1}]', json.dumps([{"learner": "x" * 100}])])
def test_a_file_that_holds_no_curves_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "theirs.json"
    path.write_text(content)
    with pytest.raises(BadOption, match="holds no curves"):
        curves.load(path)
    with pytest.raises(BadOption, match="cannot be read"):
        curves.load(tmp_path / "nothing.json")
