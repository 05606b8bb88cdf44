"""Drawings: one description, text and SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import Variant

from rush_envs.kit.scene import Scene

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def test_text_and_svg_say_the_same() -> None:
    scene = Scene(20, 5, "A <test> & more")
    scene.box(0, 0, 20, 5, label="box")
    scene.text(2, 2, "milk & tea")
    scene.chip(15, 2, "M", fill="gold")
    text = scene.to_ansi(colour=False)
    assert "milk & tea" in text
    assert "\x1b" not in text
    assert ESCAPE.sub("", scene.to_ansi()) == text
    root = ElementTree.fromstring(scene.to_svg())
    words = "".join(root.itertext())
    assert "milk & tea" in words
    assert "A <test> & more" in words


def test_unknown_colours_and_slanted_lines_are_refused() -> None:
    scene = Scene(5, 5, "")
    with pytest.raises(ValueError, match="gold"):
        scene.box(0, 0, 2, 2, fill="golf")
    with pytest.raises(ValueError, match="line"):
        scene.line(0, 0, 3, 4)


def test_every_game_draws_from_every_seat(variant: Variant) -> None:
    for batch in variant.positions(count=4):
        for viewer in (None, *range(batch.num_seats)):
            scene = variant.game.draw(batch.states, viewer)
            ElementTree.fromstring(scene.to_svg())
            lines = scene.to_ansi(colour=False).splitlines()
            assert all(line == line.rstrip() for line in lines)
            for agent in batch.agents:
                assert any(agent in line for line in lines)
