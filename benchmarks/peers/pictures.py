"""The page's pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from peers.figures import Row, bend, rows

HERE = Path(__file__).parent
SIDE_BY_SIDE, CURVES = HERE / "side_by_side.png", HERE / "curves.png"
OURS, OTHERS = "#c2410c", "#475569"
COLOURS = ("#c2410c", "#0369a1", "#15803d", "#7e22ce", "#a16207")
LIGHT = "#e2e8f0"


def draw(results: dict[str, Any]) -> None:
    """The pictures of what has been measured, beside the data."""
    mpl.use("Agg")
    mpl.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": "peers"})
    if "libraries" in results:
        _save(_side_by_side(rows(results["libraries"])), SIDE_BY_SIDE)
    if "growth" in results:
        _save(_curves(results["growth"]), CURVES)


def _save(figure: Figure, path: Path) -> None:
    figure.savefig(path, dpi=130, bbox_inches="tight", metadata={"Software": None})


def _side_by_side(found: list[Row]) -> Figure:
    """A line for every game: a ring for single games, a dot for the best batch."""
    figure = Figure(figsize=(8.5, 0.24 * len(found) + 1.2))
    axes = figure.subplots()
    for place, row in enumerate(found):
        colour = OURS if row.ours else OTHERS
        ends = [kind.middle for kind in (row.single, row.batch) if kind]
        axes.plot([min(ends), max(ends)], [place, place], color=colour, linewidth=1, alpha=0.5)
        if row.single:
            axes.plot(row.single.middle, place, "o", markerfacecolor="white", color=colour, markersize=5)
        if row.batch:
            axes.plot(row.batch.middle, place, "o", color=colour, markersize=6)
    axes.set_xscale("log")
    axes.set_yticks(
        range(len(found)), [f"{row.library}: {row.game}{'' if row.actions else ' (no mask)'}" for row in found]
    )
    for label, row in zip(axes.get_yticklabels(), found, strict=True):
        label.set_color(OURS if row.ours else "black")
    axes.invert_yaxis()
    axes.set_xlabel("decisions in a CPU second of one core, with mask and observation (logarithmic)")
    axes.grid(axis="x", color=LIGHT)
    axes.set_axisbelow(True)
    ring = Line2D([], [], marker="o", color=OTHERS, markerfacecolor="white", linestyle="", label="single games")
    dot = Line2D([], [], marker="o", color=OTHERS, linestyle="", label="best batch")
    axes.legend(handles=[ring, dot], loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)
    return figure


def _curves(growth: dict[str, Any]) -> Figure:
    """Rates over batch sizes with features and without; ticks where a batch outgrows a cache."""
    figure = Figure(figsize=(9, 4))
    left, right = figure.subplots(1, 2)
    _curve(left, growth, "with", "with features; a bar: the batch outgrows L2, L3")
    _curve(right, growth, "without", "without features")
    left.set_ylabel("decisions in a CPU second, millions")
    left.legend(frameon=False, fontsize=8)
    return figure


def _curve(axes: Axes, growth: dict[str, Any], shown: str, title: str) -> None:
    caches = growth["machine"]["caches"]
    for colour, (name, game) in zip(COLOURS, growth["games"].items(), strict=False):
        sizes = [int(size) for size in game[shown]]
        low, middle, high = np.quantile(list(game[shown].values()), (0.25, 0.5, 0.75), axis=1) / 1e6
        axes.plot(sizes, middle, "o-", color=colour, markersize=3, linewidth=1.3, label=name)
        axes.fill_between(sizes, low, high, color=colour, alpha=0.2, linewidth=0)
        touched = bend(game).bytes - (game["features"] if shown == "without" else 0)
        for size in (caches[level] / touched for level in ("L2", "L3") if level in caches):
            if size <= sizes[-1]:
                axes.plot(size, np.interp(np.log(size), np.log(sizes), middle), "|", color=colour, markersize=14)
    axes.set_xscale("log", base=4)
    axes.set_xticks(sizes[::2], [f"{size:,}" for size in sizes[::2]])
    axes.set_ylim(0)
    axes.set_title(title, fontsize=10)
    axes.set_xlabel("games in the batch")
    axes.grid(color=LIGHT)
    axes.set_axisbelow(True)
