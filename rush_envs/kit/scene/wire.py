"""Drawings as they are sent: plain data for pages, whole or as what has changed.

A drawing is `{"title": …, "panels": [{"name", "title", "place": [x, y, width, height], "marks": [element, …]}, …]}`.
Its elements are SVG in the colours of a style sheet (`colours.style_sheet`); an icon is `<use href="#icon-pawn">`, and
the page holds the symbols.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

Wire = dict[str, Any]
Splice = list[Any]  # [where, how many go, the elements that come]


def differences(before: Wire, after: Wire) -> Wire:
    """What turns one drawing into the other; the whole of it if its panels are others.

    `{"title": …, "changes": {panel: [[where, how many go, [elements that come]], …]}}`, the last place first, so that
    whoever follows them one by one finds each place as it was.
    """
    if [_frame(panel) for panel in before["panels"]] != [_frame(panel) for panel in after["panels"]]:
        return after
    changes = {}
    for old, new in zip(before["panels"], after["panels"], strict=True):
        found = splices(old["marks"], new["marks"])
        if found:
            changes[new["name"]] = found
    return {"title": after["title"], "changes": changes}


def changed(before: Wire, patch: Wire) -> Wire:
    """The drawing that differences lead to."""
    if "panels" in patch:
        return patch
    panels = []
    for panel in before["panels"]:
        marks = list(panel["marks"])
        for where, gone, come in patch["changes"].get(panel["name"], ()):
            marks[where : where + gone] = come
        panels.append(panel | {"marks": marks})
    return {"title": patch["title"], "panels": panels}


def splices(old: list[str], new: list[str]) -> list[Splice]:
    """What turns a list into another, the last place first."""
    head, most = 0, min(len(old), len(new))
    while head < most and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle, coming = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle) == len(coming):  # marks have kept their places, as they mostly do
        spans = _runs(middle, coming)
    else:
        codes = SequenceMatcher(None, middle, coming, autojunk=False).get_opcodes()
        spans = [(a, b, c, d) for tag, a, b, c, d in codes if tag != "equal"]
    return [[head + a, b - a, coming[c:d]] for a, b, c, d in reversed(spans)]


def _runs(old: list[str], new: list[str]) -> list[tuple[int, int, int, int]]:
    """Stretches in which two lists of one length differ."""
    spans, start = [], -1
    for k in range(len(old) + 1):
        differs = k < len(old) and old[k] != new[k]
        if differs and start < 0:
            start = k
        elif not differs and start >= 0:
            spans.append((start, k, start, k))
            start = -1
    return spans


def _frame(panel: Wire) -> tuple[Any, ...]:
    return panel["name"], panel["title"], panel["place"]
