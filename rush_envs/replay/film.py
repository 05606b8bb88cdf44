"""A game to look at: its drawings as differences with what is told about them, and one HTML file that plays them.

The file needs nothing but a browser: viewer, style and film are in it, and it may load nothing else.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compressobj

import numpy as np

from rush_envs.contract import Game
from rush_envs.kit.scene import differences
from rush_envs.kit.scene.colours import style_sheet
from rush_envs.replay.story import told

if TYPE_CHECKING:
    from rush_envs.replay.replay import Replay

PAGE = Path(__file__).parent / "page"
MODULES = ("scene.js", "player.js")
PLAYED = """
addEventListener("message", ({ data }) => { // a page that frames this one may say on which paper
  if (data === "light" || data === "dark") document.documentElement.dataset.theme = data;
});
const packed = Uint8Array.from(atob(document.getElementById("film").textContent), (c) => c.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
new Player(document.getElementById("player"), JSON.parse(await new Response(stream).text()));
"""
ALLOWED = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


def film(
    game: Game, names: Sequence[str], states: Sequence[np.ndarray], answers: Sequence[tuple[int, int]],
    viewer: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Drawings and words from a viewer's eyes, or of an open table; `states` holds the record before the first answer
    and after each. Each element of a drawing stands there once: the drawings name it by its number."""
    marks: dict[str, int] = {}

    def numbered(elements: Sequence[str]) -> list[int]:
        return [marks.setdefault(element, len(marks)) for element in elements]

    scene = game.draw(states[0], viewer)
    before = scene.to_wire()
    first, changes = _renamed(before, numbered), []
    for state in states[1:]:
        after = game.draw(state, viewer).to_wire()
        changes.append(_renamed(differences(before, after), numbered))
        before = after
    words = [told(game, names, states[k], states[k + 1], answer, viewer) for k, answer in enumerate(answers)]
    return {
        "title": game.title,
        "symbols": scene.icons.symbols("page"),
        "first": first,
        "changes": changes,
        "words": words,
        "captions": [captioned(game, names, answers, words, k, viewer) for k in range(len(states))],
        "marks": list(marks),
    }


def captioned(
    game: Game, names: Sequence[str], answers: Sequence[tuple[int, int]], words: Sequence[Sequence[str]], ply: int,
    viewer: int | None,
) -> str:  # fmt: skip
    """The last thing that the viewer was told."""
    if not ply:
        return f"{game.title}: the game begins."
    if words[ply - 1]:
        return words[ply - 1][-1]
    seat, action = answers[ply - 1]
    return f"{names[seat]}: {game.describe(action)}." if viewer in (None, seat) else f"{names[seat]} has answered."


def _renamed(drawing: dict[str, Any], numbered: Any) -> dict[str, Any]:
    if "panels" in drawing:
        panels = [panel | {"marks": numbered(panel["marks"])} for panel in drawing["panels"]]
        return drawing | {"panels": panels}
    changes = {
        name: [[where, gone, numbered(come)] for where, gone, come in splices]
        for name, splices in drawing["changes"].items()
    }
    return drawing | {"changes": changes}


def html(played: dict[str, Any], title: str) -> str:
    """One file that plays a film."""
    packer = compressobj(9, wbits=-15)
    packed = packer.compress(json.dumps(played, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    script = "\n".join(_inlined(name) for name in MODULES) + PLAYED
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{ALLOWED}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>\n{style_sheet()}{(PAGE / 'scene.css').read_text('utf-8')}body{{padding:12px}}</style>\n"
        f'<h1>{escape(title)}</h1>\n<main id="player"></main>\n'
        f'<script type="text/plain" id="film">{b64encode(packed).decode()}</script>\n'
        f'<script type="module">\n{script}</script>\n</html>\n'
    )


def _inlined(name: str) -> str:
    """A module as part of one script."""
    lines = (PAGE / name).read_text("utf-8").splitlines()
    return "\n".join(line.removeprefix("export ") for line in lines if not line.startswith("import "))


def replay_html(replay: Replay, viewer: int | None = None) -> str:
    """A replay as one HTML file, from a viewer's eyes or as an open table."""
    states = [batch.states.copy() for batch in replay.frames()]
    names = replay.game.agent_names(replay.config)
    seen = "" if viewer is None else f", seen by {names[viewer]}"
    played = film(replay.game, names, states, replay.answers, viewer)
    return html(played, f"{replay.game.title}, seed {replay.seed}{seen}")
