"""The learners in one file run, and teach every seat what it was paid itself."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import rush_envs
from rush_agents.examples import masked_ppo


def test_masked_ppo_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = "masked_ppo --players 2 --updates 2 --games 8 --length 16"
    monkeypatch.setattr("sys.argv", words.split())
    masked_ppo.main()
    assert "256 decisions" in capsys.readouterr().out


def test_masked_ppo_gives_each_seat_its_own_advantage() -> None:
    """With a critic that expects nothing, the last decision of each seat is worth exactly what that seat was paid."""
    batch = rush_envs.make_batch("coffee_rush", 4, seed=0, num_players=2)
    batch.reset()
    game = batch.game
    network = masked_ppo.Network(game.observation.size, game.actions.size)
    for part in network.critic.parameters():
        torch.nn.init.zeros_(part)
    torch.manual_seed(0)
    length = 400
    seats, paid, over = [], [], []
    step = batch.step

    def watched(actions: np.ndarray) -> None:
        seats.append(batch.seat.copy())
        step(actions)
        paid.append(batch.reward.copy())
        over.append(batch.done.copy())

    batch.step = watched  # type: ignore[method-assign]
    data = masked_ppo.collect(batch, network, game.observation.scale, length)
    advantage = data["advantage"].numpy().reshape(length, 4)
    ends = [(t, row) for t in range(length) for row in range(4) if over[t][row]]
    assert ends
    for t, row in ends:
        for seat in range(2):
            last = max(k for k in range(t + 1) if seats[k][row] == seat)
            assert advantage[last, row] == pytest.approx(paid[t][row, seat])
