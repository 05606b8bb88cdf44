"""Win rates over time as a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .measure import RIVALS
from .run import Run


def draw_curve(run: Run) -> Path | None:
    """Win rates over time as a picture; nothing if matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return None
    figure = Figure(figsize=(7, 4), layout="constrained")
    minutes = [point["seconds"] / 60 for point in run.history]
    for name, axes in zip(RIVALS, figure.subplots(2, sharex=True, height_ratios=(2, 1)), strict=True):
        rate, low, high = (np.array([100 * point[name][k] for point in run.history]) for k in range(3))
        axes.plot(minutes, rate, marker=".")
        axes.fill_between(minutes, low, high, alpha=0.2)
        axes.set(ylabel=f"% won against {name}")
        if name == "greedy" and run.even is not None:
            axes.axhline(100 * run.even, color="grey", linestyle=":", label="greedy against greedy")
            axes.legend()
    figure.suptitle(run.game.title)
    axes.set(xlabel="minutes")
    path = run.folder / "curve.png"
    figure.savefig(path, dpi=80)
    return path
