"""Drawings: one description, text and SVG."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from conftest import Variant
from hypothesis import given
from hypothesis import strategies as st

from rush_envs.kit.scene import PALETTE, Icons, Scene, changed, differences
from rush_envs.kit.scene.colours import DARK
from rush_envs.kit.scene.parts import Part, plain
from rush_envs.kit.scene.paths import circle, extent, polygon, rectangle
from rush_envs.kit.scene.wire import splices
from rush_envs.layout import ActionLayout, Range

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


# ------------------------------------------------------------------------------------------------------------------
# Panels


def parted(score: int = 6) -> Scene:
    scene = Scene(40, 8, "Parted")
    board = scene.panel("board", 0, 0, 24, 8, title="board")
    board.icon(2, 2, "pawn", "@", size=(2, 1), colour="blue", part={"cell": 3})
    board.text(6, 2, "only text", only="text")
    board.text(6, 3, "only picture", only="picture")
    board.zone(2, 4, 4, 2, part=[{"cell": 1}, {"range": "done"}])
    scene.panel("player", 24, 2, 16, 4).text(1, 1, f"score {score}")
    return scene


def test_panels_have_coordinates_of_their_own() -> None:
    lines = parted().to_ansi(colour=False).splitlines()
    assert lines[3].index("score 6") == 25
    assert lines[2][2] == "@"
    assert [panel.name for panel in parted().panels] == ["board", "player"]
    assert parted().panels[1].to_ansi(colour=False).splitlines()[1] == " score 6"
    ElementTree.fromstring(parted().panels[0].to_svg("dark"))


def test_what_belongs_to_one_of_both_is_not_in_the_other() -> None:
    scene = parted()
    words = "".join(ElementTree.fromstring(scene.to_svg()).itertext())
    assert "only picture" in words
    assert "only text" not in words
    assert "only text" in scene.to_ansi()
    assert "only picture" not in scene.to_ansi()


def test_a_drawing_with_panels_is_drawn_on_its_panels() -> None:
    scene = parted()
    with pytest.raises(ValueError, match="on its panels"):
        scene.text(0, 0, "lost")
    with pytest.raises(ValueError, match="names of their own"):
        scene.panel("board", 0, 0, 1, 1)
    whole = Scene(5, 5, "")
    whole.text(0, 0, "words")
    with pytest.raises(ValueError, match="on its panels"):
        whole.panel("board", 0, 0, 1, 1)
    assert [panel.name for panel in whole.panels] == ["table"]


def test_a_panel_cuts_off_what_lies_outside_of_it_in_text() -> None:
    scene = Scene(10, 2, "")
    scene.panel("left", 0, 0, 5, 2).text(3, 0, "abcdef")
    scene.panel("right", 5, 0, 5, 2).text(-1, 1, "xyz")
    assert scene.to_ansi(colour=False) == "   ab\n     yz"


# ------------------------------------------------------------------------------------------------------------------
# Parts


def test_parts_find_their_actions() -> None:
    actions = ActionLayout(
        Range("go", "go with {pawn} to {cell}", pawn="ab", cell="1234"),
        Range("done", "done"),
        Range("cell", "{cell}", cell="12"),
    )

    def meant(part: Part) -> list[str]:
        return [actions.words[k] for k in np.flatnonzero(actions.meant(plain(part)))]

    assert meant({"cell": 1}) == ["go with a to 2", "go with b to 2", "2"]
    assert meant({"pawn": 1, "cell": (0, 3)}) == ["go with b to 1", "go with b to 4"]
    assert meant([{"range": "done"}, {"pawn": 0, "cell": np.int64(2)}]) == ["go with a to 3", "done"]
    for wrong, message in {"cell": "0 to 3", "sell": "did you mean 'cell'", "range": "no range"}.items():
        with pytest.raises(ValueError, match=message):
            meant({wrong: 4})


# ------------------------------------------------------------------------------------------------------------------
# Icons, paper, what has changed


def test_icons_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="pawn"):
        Scene(5, 5, "").icon(0, 0, "prawn")
    head = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="x" viewBox="0 0 1 1">'
    for inner, message in {
        "<script/>": "not script",
        '<path onclick="x" d=""/>': "no attribute onclick",
        '<path fill="#fff" d=""/>': "no name of the palette",
    }.items():
        (tmp_path / "icons.svg").write_text(f"{head}{inner}</symbol></svg>")
        with pytest.raises(ValueError, match=message):
            Icons.read(tmp_path / "icons.svg")
    (tmp_path / "icons.svg").write_text(f'{head}<path fill="pale blue" d="M0 0"/></symbol></svg>')
    icons = Icons.read(tmp_path / "icons.svg")
    assert {"x", "pawn"} <= set(icons)
    assert PALETTE["pale blue"] in icons.symbol("x", "light")
    assert "var(--pale-blue)" in icons.symbol("x", "page")


def test_a_picture_brings_the_icons_it_shows_and_no_others() -> None:
    svg = parted().to_svg()
    assert svg.count("<symbol") == 1
    assert 'id="icon-pawn"' in svg
    assert "icon-" not in Scene(5, 5, "").to_svg()


def test_paths_hold_nothing_but_a_path() -> None:
    scene = Scene(5, 5, "")
    scene.shape(0, 0, circle(5, 5, 4) + rectangle(0, 0, 9, 9, 2) + polygon([(0, 0), (1.5, 2)]), fill="gold")
    with pytest.raises(ValueError, match="no path"):
        scene.shape(0, 0, 'M0 0"/><script>')


def test_ink_on_strong_colours_is_readable_on_any_paper() -> None:
    scene = Scene(20, 3, "")
    scene.box(0, 0, 10, 1, fill="gold", line=None)
    scene.text(1, 0, "on gold")
    scene.text(12, 0, "on paper")
    (panel,) = scene.to_wire()["panels"]
    assert "var(--night)" in panel["marks"][1]
    assert "var(--ink)" in panel["marks"][2]
    assert PALETTE["ink"] in scene.to_svg("light")
    assert DARK["ink"] in scene.to_svg("dark")


def test_differences_lead_from_one_drawing_to_the_other(variant: Variant) -> None:
    drawn = [variant.game.draw(batch.states, None).to_wire() for batch in variant.positions(count=6)]
    for before, after in pairwise(drawn):
        patch = json.loads(json.dumps(differences(before, after)))
        assert changed(before, patch) == after
    assert differences(drawn[0], drawn[0]) == {"title": drawn[0]["title"], "changes": {}}


def test_what_has_changed_is_little() -> None:
    before, after = parted(6).to_wire(), parted(7).to_wire()
    patch = differences(before, after)
    assert patch == {"title": "Parted", "changes": {"player": [[0, 1, [after["panels"][1]["marks"][0]]]]}}


@given(st.lists(st.sampled_from("abcd"), max_size=8), st.lists(st.sampled_from("abcd"), max_size=8))
def test_splices_lead_from_one_list_to_any_other(old: list[str], new: list[str]) -> None:
    marks = list(old)
    for where, gone, come in splices(old, new):
        marks[where : where + gone] = come
    assert marks == new


@pytest.mark.parametrize(
    ("path", "box"),
    [
        ("M1 2h3v4H0z", (0, 2, 4, 6)),
        ("m1 1 2 2l-5.5-1", (-2.5, 1, 3, 3)),
        ("M0 0C1-2 3 4 2 2", (0, -2, 3, 4)),
        ("", (0, 0, 0, 0)),
    ],
)
def test_what_a_path_covers(path: str, box: tuple[float, ...]) -> None:
    assert extent(path) == box
    left, top, right, bottom = extent(circle(50, 40, 10))
    assert left <= 40
    assert right >= 60
    assert top <= 30
    assert bottom >= 50
    with pytest.raises(ValueError, match="takes 2 numbers"):
        extent("M1")
