"""What `benchmarks/attack.py` tries: one file an attack."""

from __future__ import annotations

from collections.abc import Iterator

Tries = Iterator[tuple[str, str]]
"""An attack without end: before each try ("about to", what), after it ("worked" or "refused" …, "")."""
