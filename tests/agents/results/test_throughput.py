"""The table of `rush-envs bench`: every door is there, and its columns agree with each other."""

from __future__ import annotations

import pytest

from rush_agents.results import throughput


def test_every_row_is_compared_with_the_one_figure_of_the_aec_door(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(env: object) -> throughput.Loop:
        made.append(env)
        return play(env)

    play = throughput.aec_loop
    monkeypatch.setattr(throughput, "aec_loop", counted)
    rows = throughput.run(["silver_gold_pyramids"], [8], [1], throughput.usable(), 0.01)
    assert len(made) == 1, "the baseline is measured once"
    assert [row["door"] for row in rows] == throughput.usable()
    (baseline,) = (row["steps_per_second"] for row in rows if row["door"] == "aec")
    for row in rows:
        assert row["steps_per_second"] > 0
        assert row["times_aec"] == round(row["steps_per_second"] / baseline, 2)
    without = throughput.run(["silver_gold_pyramids"], [8], [1], ["batch"], 0.01)
    assert len(made) == 2
    assert without[0]["times_aec"] > 0
