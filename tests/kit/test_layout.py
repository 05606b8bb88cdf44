"""Layouts that cannot be, and one without a piece; the contract kit sees to those of the games."""

from __future__ import annotations

import numpy as np
import pytest

from rush_envs.layout import FeatureLayout, Piece


def test_bad_pieces_are_refused() -> None:
    for pieces in (
        [Piece("a", (1,), 1, ""), Piece("a", (1,), 1, "")],
        [Piece("a", (1,), 128, "")],
        [Piece("a", (1,), 0, "")],
    ):
        with pytest.raises(ValueError, match="names differ"):
            FeatureLayout(*pieces)


def test_a_layout_may_be_empty() -> None:
    """Of a game that hides nothing."""
    layout = FeatureLayout()
    assert layout.size == 0
    assert layout.maxima.shape == layout.scale.shape == (0,)
    assert layout.decode(np.zeros((3, 0), np.int8)) == {}
