"""Whose turn it is and what may be done, and the Pharaoh with his clock, trap and servants."""

from __future__ import annotations

from textwrap import wrap

import numpy as np

from rush_envs.games.coffin_rush.components import (
    CARD_NAMES,
    COUNTER,
    DICE,
    DIE_NAMES,
    MUMMIES,
    RED_FACES,
    SPECTRES,
    TRAP_NAMES,
    YELLOW_FACES,
)
from rush_envs.games.coffin_rush.state import CHARM, DROP, TURN
from rush_envs.games.coffin_rush.table.board import STAIRS_COLOURS
from rush_envs.games.coffin_rush.table.signs import (
    RISK_FILLS,
    SEAT_COLOURS,
    TRAP_ICONS,
    draw_button,
    draw_pawn,
    draw_words,
)
from rush_envs.games.coffin_rush.table.words import (
    EFFECTS,
    cell_name,
    count,
    deciding,
    decision,
    has_won,
    is_over,
    name,
    risk,
)
from rush_envs.kit.scene import Panel

SHOWN = min(COUNTER, 24)  # numbers of the counter that have room above the 0
DIE_COLOURS = ("lime", "yellow", "vermilion")  # in the order of DIE_NAMES
TEXT_WIDE = 40  # columns of the words about a decision


def draw_turn(panel: Panel, s: np.void, viewer: int | None) -> None:
    panel.text(1, 0, "Coffin Rush!", bold=True, size=20)
    panel.text(18, 0.1, f"round {s['rounds'] + 1} · counter {s['counter']}", colour="grey")
    if s["truncated"]:
        panel.text(1, 1.4, "Stopped before its end: nobody wins.", bold=True)
        return
    seats = [seat for seat in range(s["seats"]) if has_won(s, seat)] if s["done"] else [deciding(s)]
    lines = wrap("  ".join(name(seat, viewer) for seat in seats), TEXT_WIDE)
    if s["done"]:
        words = f"{'wins' if len(seats) == 1 else 'win'} the game with {count(int(s['score'][seats[0]]), 'point')}."
    else:
        words = decision(s, viewer) + (f" · {CARD_NAMES[s['playing']]} is played" if s["playing"] >= 0 else "")
    for k, seat in enumerate(seats):
        draw_pawn(panel, seat, 1 + k % 3 * 2.6, 1.4 + k // 3 * 1.3, 4 if len(seats) == 1 else 2.5)
    for k, line in enumerate(lines + wrap(words, TEXT_WIDE)):
        panel.text(1, 1 + k, line, bold=k < len(lines), only="text")
        draw_words(panel, 9, 1.3 + k * 0.95, line, bold=k < len(lines))
    if not s["done"] and viewer in (None, seats[0]):
        _draw_answers(panel, s, seats[0])


def _draw_answers(panel: Panel, s: np.void, seat: int) -> None:
    """What is said rather than shown on the table."""
    x, y = 1.0, 6.2
    if s["phase"] == TURN:
        cell = int(s["cell"][seat])
        x = draw_button(panel, x, y, "pass", "pass")
        if s["moving"]:
            x = draw_button(panel, x, y, "end movement", "end movement")
        if (s["spot"][s["closed"] == 1] == cell).any():
            x = draw_button(panel, x, y, "open", "open")
        if (s["where"] == cell).any():
            x = draw_button(panel, x, y, "pick up", "pick up")
        if int(s["ground"][cell]) in STAIRS_COLOURS:
            x = draw_button(panel, x, y, "stairs", "stairs")
    elif s["phase"] == DROP:
        draw_button(panel, x, y, "done dropping", "done")
    elif s["phase"] == CHARM:
        _draw_faces(panel, s, draw_button(panel, x, y, "keep the dice", "keep"), y)


def _draw_faces(panel: Panel, s: np.void, x: float, y: float) -> None:
    """What a lucky charm can turn either die to; the faces that were rolled are bright."""
    dice = (("yellow", "yellow", YELLOW_FACES), ("red", "vermilion", RED_FACES))
    step = min(3.2, (panel.width - x - 1) / (len(YELLOW_FACES) + len(RED_FACES)))
    for (axis, colour, faces), now in zip(dice, s["dice"], strict=True):
        for place, face in enumerate(faces):
            looks = {"size": (step - 0.1, step / 2), "colour": colour, "opacity": 1.0 if face == now else 0.5}
            part = {"range": axis, "value": place}
            panel.icon(x, y, f"die-{face}", only="picture", part=part, **looks)  # type: ignore[arg-type]
            x += step


def draw_pharaoh(panel: Panel, s: np.void) -> None:
    """The counter, the trap in force, the die to be rolled, the order of play, and the servants."""
    acts = bool(s["turn"] < 0 and not is_over(s))
    label = "Pharaoh" + " · his turn" * acts
    panel.box(0, 0, panel.width, panel.height, line="gold", heavy=acts, label=label)
    _draw_counter(panel, s)
    seats, trap, red = range(s["seats"]), int(s["trap"]), bool(s["trap_red"])
    words = (TRAP_NAMES[trap] + " at red" * red) if trap >= 0 else "none yet"
    effect = EFFECTS[trap][red] if trap >= 0 else ""
    immune = [seat for seat in seats if trap >= 0 and not s["affected"][seat]]
    power = count(int(s["power"]), "cell") + " a move" if trap >= 0 else "–"
    _write_pharaoh(panel, s, words + f": {effect}" * bool(effect), immune, power)
    _draw_trap(panel, trap, red, words, effect)
    draw_words(panel, 54, 2.35, "immune" if immune else "nobody is immune" * (trap >= 0), 12, colour="grey")
    for k, seat in enumerate(immune):
        draw_pawn(panel, seat, 60 + k * 2.2, 2.2, 2.2)
    draw_words(panel, 1.8, 4.0, "power", 12, colour="grey")
    draw_words(panel, 6.5, 4.0, power, bold=True)
    draw_words(panel, 19, 4.0, "next die", 12, colour="grey")
    die = risk(int(s["counter"]))
    for k, face in enumerate(DICE[die]):
        panel.icon(25 + k * 2.3, 3.95, f"die-{face}", size=(2.2, 1.1), colour=DIE_COLOURS[die], only="picture")
    draw_words(panel, 41, 4.0, "order", 12, colour="grey")
    for k, (seat, gone) in enumerate(_order(s)):
        _draw_order(panel, seat, gone, 45.5 + k * 2.4)
    panel.icon(60.5, 3.85, "trap-feather", size=(2.4, 1.2), colour="ink", only="picture")
    draw_words(panel, 63, 4.0, "↺" if s["feather"] else "↻", 16, bold=True)
    draw_words(panel, 67, 4.0, _hunted(s), 12, width=16)


def _write_pharaoh(panel: Panel, s: np.void, trap: str, immune: list[int], power: str) -> None:
    """In text."""
    die = risk(int(s["counter"]))
    order = " ".join(f"({seat})" if gone else str(seat) for seat, gone in _order(s))
    for x, y, words in (
        (2, 2, f"trap {trap}"),
        (60, 2, f"immune {' '.join(map(str, immune)) or '–'}"),
        (2, 3, f"power {power}"),
        (24, 3, f"next die {DIE_NAMES[die]} {' '.join(map(str, DICE[die]))}"),
        (53, 3, f"order {order} {'↺' if s['feather'] else '↻'}"),
        (2, 4, f"mummies {_servants(s, range(SPECTRES, SPECTRES + MUMMIES))}"),
        (47, 4, f"spectres {_servants(s, range(SPECTRES))}"),
    ):
        panel.text(x, y, words, only="text")


def _order(s: np.void) -> list[tuple[int, bool]]:
    """The seats as the feather of Maat lies, and whether each has played in this round."""
    seats = int(s["seats"])
    order = [(seats - k) % seats if s["feather"] else k for k in range(seats)]
    return [(seat, bool(s["turn"] >= 0 and k < s["turns"])) for k, seat in enumerate(order)]


def _draw_order(panel: Panel, seat: int, gone: bool, x: float) -> None:
    looks = {"size": (2.2, 1.1), "colour": SEAT_COLOURS[seat], "opacity": 0.3 if gone else 1.0}
    panel.icon(x, 3.95, "explorer", only="picture", **looks)  # type: ignore[arg-type]
    draw_words(panel, x + 0.6, 4.3, str(seat), 8, colour="day", bold=True, anchor="middle", width=1)


def _draw_trap(panel: Panel, trap: int, red: bool, words: str, effect: str) -> None:
    panel.box(1.8, 2.15, 3, 1.5, fill="crimson" if red else "sand", line="cocoa", look="tile", only="picture")
    if trap >= 0:
        panel.icon(
            2.15, 2.3, TRAP_ICONS[trap], size=(2.3, 1.15), colour="day" if red else "ink", only="picture"
        )  # fmt: skip
    draw_words(panel, 5.5, 2.35, words, bold=True)
    draw_words(panel, 23, 2.35, effect)


def _draw_counter(panel: Panel, s: np.void) -> None:
    """The Pharaoh's clock: what is left has the colours of risk."""
    now = int(s["counter"])
    first = min(COUNTER, max(now + 4, SHOWN))
    for k, number in enumerate(range(first, first - SHOWN - 1, -1)):
        fill = "fog" if number > now else RISK_FILLS[risk(number)] if number else "ink"
        panel.chip(2 + 3 * k, 1, f"{number:2}", fill="gold" if number == now else fill, only="text")
        x = 1.8 + k * 3.2
        looks = {"fill": fill, "line": "night" if number == now else "silver", "heavy": number == now}
        panel.box(x, 0.85, 3.1, 1.15, look="tile", only="picture", **looks)  # type: ignore[arg-type]
        colour = "grey" if number > now else "white" if not number else "night" if fill == "yellow" else "day"
        draw_words(
            panel, x + 0.55, 0.92, str(number), 12, colour=colour, bold=number == now, anchor="middle", width=2
        )  # fmt: skip


def _servants(s: np.void, monsters: range) -> str:
    """Where they are, with their targets as far as the Pharaoh's turn has chosen them."""
    words = []
    for monster in monsters:
        cell = int(s["spectre"][monster] if monster < SPECTRES else s["mummy"][monster - SPECTRES])
        chosen = s["turn"] < 0 and monster < s["monster"] and s["target"][monster] >= 0
        words += [cell_name(cell) + f"→{s['target'][monster]}" * bool(chosen)] if cell >= 0 else []
    if monsters[0] < SPECTRES:
        words += [f"({SPECTRES - s['spectres']} to come)"] * bool(s["spectres"] < SPECTRES)
    return " ".join(words) or "–"


def _hunted(s: np.void) -> str:
    """Who is hunted, as far as the Pharaoh's turn has chosen."""
    targets = [int(t) for k, t in enumerate(s["target"]) if s["turn"] < 0 and k < s["monster"] and t >= 0]
    return f"hunted: {' '.join(map(str, sorted(set(targets))))}" if targets else ""
