"""Small drawings for reports, as inline SVG without any library: what is drawn is text, escaped, and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rich.cells import cell_len

from .markup import Markup, joined, markup
from .ratings import Estimate

WIDTH, LABEL, RIGHT, LINE = 720, 190, 60, 26
LETTER = 8  # a letter of a name at most, but for capitals
Labelled = tuple[str, Estimate | None]


def _svg(height: float, parts: Iterable[Markup], title: str, width: int = WIDTH) -> Markup:
    return markup(
        '<svg viewBox="0 0 {0} {1:.0f}" width="{0}" role="img" aria-label="{2}">{3}</svg>',
        width, height, title, joined(parts),
    )  # fmt: skip


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> Markup:
    return markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" class="{}">{}</text>', x, y, anchor, kind, words)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>', x1, y1, x2, y2, kind)


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers between two others."""
    span = max(high - low, 1e-9)
    step = 10 ** np.floor(np.log10(span / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 6)
    return [float(k * step) for k in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1)]


def intervals(title: str, rows: Sequence[Labelled], *, mark: float | None = None, unit: float = 1.0) -> Markup:
    """A dot and its interval for every row; `mark` is a line to compare with; values are shown divided by `unit`."""
    known = [estimate for _, estimate in rows if estimate is not None]
    if not known:
        return Markup()
    values = [e.low for e in known] + [e.high for e in known] + ([mark] if mark is not None else [])
    low, high = min(values), max(values)
    margin = 0.05 * (high - low) or 0.5 * unit
    low, high = low - margin, high + margin
    label = max(LABEL, 20 + LETTER * max(cell_len(name) for name, _ in rows))
    width = WIDTH - LABEL + label  # the page shows a wide drawing smaller

    def x(value: float) -> float:
        return label + (value - low) / (high - low) * (width - label - RIGHT)

    bottom = len(rows) * LINE + 6
    parts = [_line(x(t * unit), 0, x(t * unit), bottom, "grid") for t in ticks(low / unit, high / unit)]
    parts += [_text(x(t * unit), bottom + 15, f"{t:g}", "middle", "small") for t in ticks(low / unit, high / unit)]
    if mark is not None:
        parts.append(_line(x(mark), 0, x(mark), bottom, "mark"))
    for place, (name, estimate) in enumerate(rows):
        y = place * LINE + LINE / 2 + 3
        parts.append(_text(label - 10, y + 4, name, "end"))
        if estimate is not None:
            parts.append(_line(x(estimate.low), y, x(estimate.high), y, "bar"))
            parts.append(markup('<circle cx="{:.1f}" cy="{:.1f}" r="4.5" class="dot"/>', x(estimate.value), y))
            parts.append(_text(width - RIGHT + 8, y + 4, f"{estimate.value / unit:.4g}", "start", "small"))
    return _svg(bottom + 22, parts, title, width)


def histogram(title: str, values: np.ndarray, bins: int = 30) -> Markup:
    """How often values fall into each of some equal ranges."""
    counts, edges = np.histogram(values, bins=min(bins, max(1, len(np.unique(values)))))
    height, left, right = 150.0, 40.0, 20.0

    def x(value: float) -> float:
        return float(left + (value - edges[0]) / (edges[-1] - edges[0]) * (WIDTH - left - right))

    parts = []
    for count, start, end in zip(counts, edges, edges[1:], strict=False):
        tall = height * count / counts.max()
        wide = max(x(end) - x(start) - 1, 0.5)
        title_of_bar = markup("<title>{:.0f} to {:.0f}: {} games</title>", start, end, count)
        bar = '<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="column">{}</rect>'
        parts.append(markup(bar, x(start), height - tall, wide, tall, title_of_bar))
    parts.append(_line(left, height, WIDTH - right, height, "axis"))
    parts += [_text(x(t), height + 16, f"{t:g}", "middle", "small") for t in ticks(edges[0], edges[-1])]
    parts.append(_text(left - 6, 10, str(counts.max()), "end", "small"))
    return _svg(height + 24, parts, title)


def matrix(names: Sequence[str], cells: Sequence[Sequence[float | None]]) -> Markup:
    """A table of shares between 0 and 1, from red over white to green."""
    head = joined(markup("<th>{}</th>", name) for name in names)
    lines = [
        markup("<tr><th>{}</th>{}</tr>", name, joined(map(_cell, row))) for name, row in zip(names, cells, strict=True)
    ]
    return markup('<table class="matrix"><tr><th></th>{}</tr>{}</table>', head, joined(lines))


def _cell(share: float | None) -> Markup:
    if share is None:
        return Markup('<td class="none">–</td>')
    hue, light = 130 if share >= 0.5 else 5, 100 - 90 * abs(share - 0.5)
    return markup('<td style="background:hsl({} 55% {:.0f}%)">{:.1f}</td>', hue, light, 100 * share)
