"""Where words go: stdout holds nothing but the answer, stderr spinners, bars and errors.

Names, faults and titles come from files and strangers. Whatever they hold, none of their control codes reaches it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from rush_envs.errors import BadOption
from rush_envs.kit.printable import printable_lines


class SafeConsole(Console):
    """All text that is shown passes here, in pieces that are apart from rich's own codes."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable_lines(segment.text), segment.style)


OUT = SafeConsole(highlight=False)
ERR = SafeConsole(stderr=True, highlight=False)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says which file could not be written, and why."""
    try:
        yield
    except OSError as error:
        raise BadOption(f"{error.filename or path}: cannot be written ({error.strerror})") from None
