"""Pictures one after the other in one SVG that any browser plays, without a script."""

from __future__ import annotations

import re
from collections.abc import Sequence


def film(pictures: Sequence[str], seconds: float = 0.6, pause: float = 3.0) -> str:
    """SVG pictures of one size, each for so long, the last one longer; then from the start again."""
    found = re.search(r'width="(\d+)" height="(\d+)"', pictures[0])
    if found is None:
        raise ValueError("the first picture does not say its size")
    width, height = found.groups()
    length = seconds * (len(pictures) - 1) + pause
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">']
    for number, picture in enumerate(pictures):
        begin = seconds * number / length
        end = min(1.0, seconds * (number + 1) / length) if number < len(pictures) - 1 else 1.0
        times = f"0;{begin:.6f};{end:.6f}" if number else f"0;0;{end:.6f}"
        show = f'attributeName="visibility" values="hidden;visible;hidden" keyTimes="{times}"'
        parts.append(f'<g visibility="{"hidden" if number else "visible"}">')
        parts.append(f'<animate {show} dur="{length:g}s" calcMode="discrete" repeatCount="indefinite"/>')
        parts += [picture.strip(), "</g>"]
    return "\n".join([*parts, "</svg>\n"])
