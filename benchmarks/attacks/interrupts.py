"""Ctrl-C at any line of our own sources."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class Interrupt:
    """Raises KeyboardInterrupt at the n-th line that is run in some source files."""

    def __init__(self, number: int, *modules: Any) -> None:
        self.left = number
        self.files = {module.__file__ for module in modules}
        self.raised = False

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename not in self.files:
            return None
        if event == "line" and not self.raised:
            self.left -= 1
            if self.left < 0:
                self.raised = True
                raise KeyboardInterrupt
        return self

    def during(self, work: Callable[[], object]) -> bool:
        """Does the work and says whether it was interrupted."""
        before = sys.gettrace()
        sys.settrace(self)
        try:
            work()
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
        return self.raised
