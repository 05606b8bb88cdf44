"""Pictures one after the other in one SVG that any browser plays, without a script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from rush_envs.kit.printable import printable
from rush_envs.kit.scene import fit

LINES, LINE, LETTER = 4, 22, 8.5  # of words under a picture: how many, how high, how wide a letter may be


def film(pictures: Sequence[str], seconds: float = 0.6, pause: float = 3.0, words: Sequence[Sequence[str]] = ()) -> str:
    """SVG pictures of one size, each for so long, the last one longer; then from the start again. Under each may stand
    some sentences, the last few of them if there are many."""
    found = re.search(r'width="(\d+)" height="(\d+)"', pictures[0])
    if found is None:
        raise ValueError("the first picture does not say its size")
    width, height = found.groups()
    length = seconds * (len(pictures) - 1) + pause
    tall = int(height) + (LINES * LINE + LINE // 2 if any(words) else 0)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{tall}">']
    parts += ['<rect width="100%" height="100%" fill="white"/>'] * any(words)
    for number, picture in enumerate(pictures):
        begin = seconds * number / length
        end = min(1.0, seconds * (number + 1) / length) if number < len(pictures) - 1 else 1.0
        times = f"0;{begin:.6f};{end:.6f}" if number else f"0;0;{end:.6f}"
        show = f'attributeName="visibility" values="hidden;visible;hidden" keyTimes="{times}"'
        parts.append(f'<g visibility="{"hidden" if number else "visible"}">')
        parts.append(f'<animate {show} dur="{length:g}s" calcMode="discrete" repeatCount="indefinite"/>')
        parts += [picture.strip(), *(_written(words[number], int(width), int(height)) if words else ()), "</g>"]
    return "\n".join([*parts, "</svg>\n"])


def _written(sentences: Sequence[str], width: int, top: int) -> list[str]:
    """The last few sentences as lines under a picture, cut to its width."""
    lines = []
    for k, words in enumerate(sentences[-LINES:], start=1):
        text = escape(fit(printable(words), int(width / LETTER)))
        lines.append(f'<text x="10" y="{top + k * LINE}" font-family="sans-serif" font-size="16">{text}</text>')
    return lines
