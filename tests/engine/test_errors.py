"""Mistakes that whoever writes a game makes: each is told in a sentence, with the place where it was made."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import nim_for_rush_envs
from nim_for_rush_envs import GAME
from rush_envs.errors import BadGame
from rush_envs.kit import pages

# A kernel two calls below the one that the engine calls, with one line to be filled in.
MISTAKEN = """
from dataclasses import replace

from nim_for_rush_envs import GAME as NIM
from rush_envs.kit import inlined, kernel


@kernel
def deepest(s, seat):
    MISTAKE


@inlined
def deeper(s, seat):
    deepest(s, seat)


@kernel
def step(s, seat, action):
    deeper(s, seat)
    s.done = 1


GAME = replace(NIM, name="mistaken", step=step)
"""
PLAY = """
import rush_envs
rush_envs.registry.add("mistaken", "mistaken:GAME")
batch = rush_envs.make_batch("mistaken", 2, seed=0)
try:
    batch.reset()
    batch.step(batch.random_actions())
except rush_envs.errors.BadGame as error:
    print(error)
"""
MODES = [{}, {"RUSH_ENVS_ACCELERATOR": "0"}, {"NUMBA_DISABLE_JIT": "1"}]


def told(mistake: str, folder: Path, environment: dict[str, str]) -> str:
    """What a process says that plays a game with this line in its deepest kernel."""
    (folder / "mistaken.py").write_text(MISTAKEN.replace("MISTAKE", mistake))
    path = os.pathsep.join([str(folder), str(Path(nim_for_rush_envs.__file__).parent.parent)])
    more = {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "cache"), "RUSH_ENVS_QUIET": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], env=os.environ | more | environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize("environment", MODES, ids=str)
@pytest.mark.parametrize("mistake", ["s.scroe[seat] += 1", "s.scroe = seat"])
def test_a_field_that_does_not_exist_is_named_with_the_kernel_and_the_likely_one(
    mistake: str, environment: dict[str, str], tmp_path: Path
) -> None:
    words = told(mistake, tmp_path, environment)
    line = MISTAKEN[: MISTAKEN.index("MISTAKE")].count("\n") + 1
    assert f"deepest ({tmp_path / 'mistaken.py'}, line {line})" in words
    assert "no field 'scroe'; did you mean 'score'?" in words


@pytest.mark.parametrize("environment", MODES[:2], ids=str)
def test_what_numba_cannot_compile_is_told_with_the_call_that_led_there(
    environment: dict[str, str], tmp_path: Path
) -> None:
    words = told("no_such_name(s)", tmp_path, environment)
    assert words.startswith("deeper (")
    assert "mistaken.py, line" in words
    assert "name 'no_such_name' is not defined" in words
    assert "During" not in words  # the pages that numba fills


def test_a_kernel_called_from_python_says_who_can_call_it() -> None:
    with pytest.raises(TypeError, match=r"legal \(.*rules\.py, line \d+\) is a kernel.*NUMBA_DISABLE_JIT=1"):
        GAME.legal(None, 0, None)


def test_a_missing_page_is_named_with_what_to_write_into_it(tmp_path: Path) -> None:
    homeless = replace(GAME, folder=tmp_path)
    with pytest.raises(BadGame, match=f"create {re.escape(str(tmp_path / 'README.md'))}") as caught:
        pages.text(homeless)
    for part in pages.PARTS:
        assert f"<!-- begin {part} -->\n<!-- end {part} -->" in str(caught.value)


def test_a_page_without_a_generated_part_is_told_which_lines_to_add() -> None:
    page = pages.text(GAME)
    for part in pages.PARTS:
        without = re.sub(f"<!-- begin {part} -->.*<!-- end {part} -->", "", page, flags=re.DOTALL)
        with pytest.raises(BadGame, match=r"README\.md lacks generated parts") as caught:
            pages.refreshed(without, GAME)
        assert str(caught.value).endswith(f":\n<!-- begin {part} -->\n<!-- end {part} -->")
