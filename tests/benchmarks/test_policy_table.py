"""The table of shipped policies says what their cards say."""

from __future__ import annotations

import policies


def test_the_page_holds_what_the_cards_say() -> None:
    """If this fails: python benchmarks/policies.py."""
    text = policies.PAGE.read_text(encoding="utf-8")
    assert policies.BEGIN in text
    assert policies.refreshed(text) == text
