"""The table as players see it: the maze, below it dice, mummy and treasures, beside it the turn and the explorers.

The mummy sees no pawn, only the cells where each may stand, and so nothing that is hidden from it is read here from its
eyes; nobody sees another hand.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import (
    ARROW,
    CARDS,
    COLOUR,
    COLOURS,
    DICE,
    FACES,
    LIVES,
    cell_name,
)
from rush_envs.games.curse_of_the_mummy.facts import (
    PAWN_COLOURS,
    asked_seat,
    counted,
    doing,
    has_won,
    is_laid,
    is_over,
    own_cards,
    pawns_of,
    possible_cells,
    seat_colour,
    seat_name,
)
from rush_envs.games.curse_of_the_mummy.maze import BOARD_TALL, BOARD_WIDE, draw_maze
from rush_envs.games.curse_of_the_mummy.signs import (
    CARD_COLOURS,
    CARD_LETTERS,
    CARD_WORDS,
    ICONS,
    LETTERS,
    NUMBER,
    SURE,
    draw_ankhs,
    draw_button,
    draw_card,
    draw_card_sign,
    draw_die,
    entry,
)
from rush_envs.games.curse_of_the_mummy.state import BUSY, RELEASE, ROLLED, TREASURE
from rush_envs.kit.scene import Panel, Scene
from rush_envs.kit.scene.paths import circle

# Columns and rows of the drawing
SIDE = 48  # width of what stands beside the board
BOXES, LIST = 7, 8  # heights of dice and mummy, and of the treasures
HEAD, MOST_PANEL, TWO_PAWNS = 5, 11, 22  # heights of the words about the turn and, at most, of an explorer
WIDTH, HEIGHT = BOARD_WIDE + SIDE, BOARD_TALL + BOXES + LIST
HALF = BOARD_WIDE // 2


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat (0 is the mummy), or what lies open for everybody but the mummy."""
    s = state[0]
    scene = Scene(WIDTH, HEIGHT, "Curse of the Mummy", ICONS)
    below = BOARD_TALL
    _draw_turn(scene.panel("turn", BOARD_WIDE, 0, SIDE, HEAD), s, viewer)
    draw_maze(scene.panel("board", 0, 0, BOARD_WIDE, BOARD_TALL), s, viewer)
    _draw_dice(scene.panel("dice", 0, below, HALF, BOXES, title="dice"), s, viewer)
    _draw_mummy(_seat_panel(scene, s, 0, viewer, HALF, below, BOARD_WIDE - HALF, BOXES), s, viewer)
    explorers = int(s["seats"]) - 1
    tall = TWO_PAWNS if s["seats"] == 2 else min((HEIGHT - HEAD) // explorers, MOST_PANEL)
    for seat in range(1, explorers + 1):
        top = HEAD + (seat - 1) * tall
        _draw_explorer(_seat_panel(scene, s, seat, viewer, BOARD_WIDE, top, SIDE, tall), s, seat, viewer)
    _draw_treasures(scene.panel("treasures", 0, below + BOXES, BOARD_WIDE, LIST, title="treasures"), s, viewer)
    return scene


def _seat_panel(
    scene: Scene, s: np.void, seat: int, viewer: int | None, x: int, y: int, width: int, height: int
) -> Panel:
    """A frame that says who it is and how it stands; the panel's own name and title stay."""
    panel = scene.panel(seat_name(seat, None), x, y, width, height)
    ankhs = f" · {s['mummy_ankhs']} of {s['ankhs_needed']} ankhs" if seat == 0 else ""
    label = seat_name(seat, viewer) + (_status(s, seat) or ankhs)
    colour = seat_colour(s, seat) if seat else "brown"
    panel.box(0, 0, width, height, line=colour, heavy=asked_seat(s) == seat, label=label)
    return panel


def _status(s: np.void, seat: int) -> str:
    out = seat > 0 and s["out"][pawns_of(s, seat)[0]]
    return " · to decide" * (asked_seat(s) == seat) + " · wins" * has_won(s, seat) + " · eliminated" * bool(out)


def _may_answer(s: np.void, viewer: int | None) -> bool:
    return not is_over(s) and viewer in (None, asked_seat(s))


def _draw_turn(panel: Panel, s: np.void, viewer: int | None) -> None:
    panel.text(1, 0, "Curse of the Mummy", bold=True, size=20)
    rounds = f"{counted(int(s['rounds']), 'round')} played" if is_over(s) else f"round {s['rounds'] + 1}"
    panel.text(1, 1.1, f"{rounds} of at most {s['max_rounds']}", colour="grey")
    if s["truncated"]:
        panel.text(1, 2.4, "Stopped before its end: nobody wins.", bold=True)
        return
    winners = [seat for seat in range(s["seats"]) if has_won(s, seat)]
    for seat in winners if s["done"] else [asked_seat(s)]:
        name, words = seat_name(seat, viewer), "wins the game." if s["done"] else doing(s, viewer)
        panel.icon(1, 2.3, "mummy" if seat == 0 else "explorer", size=(5, 2.5), colour=_colour(s, seat), only="picture")
        for x, only in ((1, "text"), (7, "picture")):
            panel.text(x, 2.4, name, bold=True, only=only)  # type: ignore[arg-type]
            panel.text(x, 3.4, words, bold=True, only=only)  # type: ignore[arg-type]


def _colour(s: np.void, seat: int) -> str:
    """Of a seat; one with two pawns has that of the pawn whose turn it is."""
    turn = int(s["turn"])
    return PAWN_COLOURS[turn] if s["seats"] == 2 and seat and turn < s["pawns"] else seat_colour(s, seat)


# ------------------------------------------------------------------------------------------------------------------
# Below the board


def _draw_dice(panel: Panel, s: np.void, viewer: int | None) -> None:
    locked, free = int(s["locked"]), DICE - int(s["locked"])
    busy = s["phase"] == BUSY and not is_over(s)
    rolled = viewer != 0 and busy and s["deed"] == ROLLED
    announced = int(s["announced"]) if viewer != 0 and busy and s["deed"] != ROLLED else 0
    faces = [face for face in range(1, FACES) for _ in range(s["shown"][face - 1])] if rolled else [0] * free
    for row, label in enumerate(("mummies", "free", "announced"), 1):
        panel.text(2, row, label, colour="grey", only="text")
    panel.text(13, 1, " ".join("M" * locked) or "–", only="text")
    panel.text(25, 1, f"{locked} locked", only="text")
    panel.text(13, 2, " ".join(entry(face) if face else "?" for face in faces) or "–", only="text")
    panel.text(25, 2, f"{free} free", only="text")
    panel.text(13, 3, entry(announced) if announced else "–", bold=bool(announced), only="text")
    for k in range(locked):
        panel.icon(2 + k * 4.8, 1.2, "die-mummy", size=(4.4, 2.2), only="picture", part={"range": "release"})
    for k, face in enumerate(faces, locked):
        part = {"value": face - 1} if face else {"range": "keep"}
        draw_die(panel, face, 2 + k * 4.8, 1.2, 4.4, part=part)
    words = f"{locked} locked, {free} free"
    panel.text(26.5, 1.3, words, colour="grey", size=13, only="picture")
    if announced:
        panel.text(26.5, 2.2, "announced", colour="grey", size=13, only="picture")
        draw_die(panel, announced, 34, 2, 3, "gold")
    if _may_answer(s, viewer):
        _draw_answers(panel, s)


def _draw_answers(panel: Panel, s: np.void) -> None:
    """What is said rather than shown on the table."""
    answers: tuple[tuple[str, str], ...] = ()
    if s["phase"] == RELEASE:
        answers = (("release", "release the dice"), ("keep", "keep the dice"))
    elif s["phase"] == BUSY and s["deed"] == ROLLED:
        answers = (("reroll", "roll again"),)
    elif s["phase"] == BUSY and s["deed"] == TREASURE:
        answers = (("play", "play the treasure"), ("hold", "hold the treasure"))
    for k, (range_name, words) in enumerate(answers):
        draw_button(panel, 2 + k * 18, 4.1, 17, words, range_name)


def _draw_mummy(panel: Panel, s: np.void, viewer: int | None) -> None:
    deciding = asked_seat(s) == 0
    held, needed = int(s["mummy_ankhs"]), int(s["ankhs_needed"])
    panel.text(2, 1, "ankhs", colour="grey", only="text")
    panel.text(13, 1, " ".join("●" * held + "○" * (needed - held)), only="text")
    panel.text(2, 2, "stands on", colour="grey", only="text")
    panel.text(13, 2, cell_name(int(s["mummy"])), width=panel.width - 14, only="text")
    panel.text(2, 3, "steps left", colour="grey", only="text")
    kind = "(intermediate move)" if s["intermediate"] else "(normal move)"
    panel.text(13, 3, f"{s['steps']} {kind}" if deciding else "–", only="text")
    panel.text(2, 4, "its die", colour="grey", only="text")
    panel.text(13, 4, f"{' '.join(map(str, s['mummy_die']))} + locked dice", only="text")
    panel.icon(1.3, 1.1, "mummy", size=(6, 3), only="picture")
    draw_ankhs(panel, 8.5, 1.0, held, needed, size=3, colour="gold")
    panel.text(8.5, 2.5, f"on {cell_name(int(s['mummy']))}", only="picture")
    if deciding:
        for k in range(s["steps"]):
            panel.icon(8.5 + k * 2, 3.45, "step", size=(2, 1), colour="vermilion", only="picture")
        panel.text(8.5 + 2 * int(s["steps"]) + 0.5, 3.45, counted(int(s["steps"]), "step"), bold=True, only="picture")
    panel.text(1.5, 4.6, "die", colour="grey", size=13, only="picture")
    for k, number in enumerate(s["mummy_die"]):
        panel.icon(5 + k * 2.3, 4.5, f"die-{number}", size=(2.2, 1.1), colour="gold", only="picture")
    panel.text(19.3, 4.6, "+ locked", colour="grey", size=13, only="picture")
    if deciding and _may_answer(s, viewer):
        draw_button(panel, 28, 4.2, 9, "stop", "stop")


def _draw_treasures(panel: Panel, s: np.void, viewer: int | None) -> None:
    """The names of all treasures; own ones are bold and have a star, laid ones a tick."""
    own = own_cards(s, viewer)
    step = (panel.width - 3) / COLOURS
    for card in range(CARDS):
        x, y = 2 + int(int(COLOUR[card]) * step), NUMBER[card]
        laid = is_laid(s, card)
        down = 0.95 + (y - 1) * 1.22
        if card in own:
            panel.box(x - 0.4, down + 0.02, step - 0.8, 1.16, fill="gold", line="cocoa", look="tile", only="picture")
        draw_card_sign(panel, card, x, down + 0.05, size=(2.2, 1.1), opacity=0.3 if laid else 1.0)
        looks = {"colour": "grey" if laid else "night" if card in own else "ink", "bold": card in own}
        mark = "✓" if laid else "★" * (card in own)
        panel.text(x, y, f"{CARD_LETTERS[card]} {CARD_WORDS[card]}{mark}", bold=card in own, only="text")
        panel.text(x + 2.8, down + 0.1, f"{CARD_WORDS[card]}{' ✓' * laid}", **looks, size=13, only="picture")  # type: ignore


# ------------------------------------------------------------------------------------------------------------------
# Explorers


def _draw_explorer(panel: Panel, s: np.void, seat: int, viewer: int | None) -> None:
    pawns, y = pawns_of(s, seat), 1
    ankhs, lives = int(s["ankhs"][pawns[0]]), LIVES * len(pawns)
    for pawn in pawns:
        _draw_pawn(panel, s, pawn, viewer, y)
        y += 2 if len(pawns) == 1 else 3
    draw_ankhs(panel, 46.3 - lives * 2.3, 0.95, ankhs, lives, size=2.5, colour=seat_colour(s, seat))
    panel.text(2, y, "ankhs", colour="grey", only="text")
    panel.text(8, y, " ".join("●" * ankhs + "○" * (lives - ankhs)) + f"  {ankhs} left", only="text")
    laid = [(card, pawn) for card in range(CARDS) for pawn in pawns if s["laid"][pawn, card]]
    total = f"laid {len(laid)} of {COLOURS * len(pawns)}"
    panel.text(30, y, total, bold=True, anchor="end", width=16, only="text")
    _write_cards(panel, s, seat, viewer, y + 1, laid)
    _draw_cards(panel, s, seat, viewer, y + 0.7, laid)


def _draw_pawn(panel: Panel, s: np.void, pawn: int, viewer: int | None, y: int) -> None:
    """Where a pawn is as far as the viewer knows, and its last turns."""
    panel.icon(1.5, y + 0.05, "explorer", size=(5, 2.5), colour=PAWN_COLOURS[pawn], only="picture")
    panel.text(3.5, y + 1.55, str(pawn), colour="day", bold=True, only="picture")
    panel.chip(2, y, SURE[pawn], fill=PAWN_COLOURS[pawn], only="text")
    possible = possible_cells(s, pawn)
    if s["out"][pawn]:
        where = "out of the game"
    elif viewer == 0:
        where = cell_name(possible[0]) if len(possible) == 1 else f"on one of {len(possible)} cells"
        where = where if s["belief"] else "somewhere in the maze"
    else:
        where = cell_name(int(s["cell"][pawn]))
        if possible:
            panel.text(32, y + 1.3, f"{len(possible)} possible", colour="grey", anchor="end", width=14, size=13)
    panel.text(8, y + 0.1, where, bold=True, only="picture")
    panel.text(4, y, where, bold=True, only="text")
    turns = [int(value) for value in s["history"][pawn] if value]
    panel.text(2, y + 1, "turns", colour="grey", only="text")
    panel.text(8, y + 1, " ".join(map(entry, turns)) or "–", only="text")
    for k, value in enumerate(turns):
        draw_die(panel, value, 8 + k * 2.4, y + 1.15, 2.3, "gold" if k == 0 else "day" if value <= ARROW else "silver")


def _write_cards(panel: Panel, s: np.void, seat: int, viewer: int | None, y: int, laid: list[tuple[int, int]]) -> None:
    own = own_cards(s, viewer) if seat == viewer else []
    colours = [LETTERS[colour] for colour in range(COLOURS) for _ in range(s["colours"][seat][colour])]
    panel.text(2, y, "hand", colour="grey", only="text")
    panel.text(8, y, " ".join(CARD_LETTERS[card] for card in own) or " ".join(colours) or "–", only="text")
    panel.text(2, y + 1, "laid", colour="grey", only="text")
    signs = [CARD_LETTERS[card] + (SURE[pawn] if s["seats"] == 2 else "") for card, pawn in laid]
    panel.text(8, y + 1, " ".join(signs) or "–", only="text")


def _draw_cards(panel: Panel, s: np.void, seat: int, viewer: int | None, y: float, laid: list[tuple[int, int]]) -> None:
    """By colour: those laid face up with a tick, those in hand as the viewer sees them, from before or from behind."""
    own = own_cards(s, viewer) if seat == viewer else []
    across = (panel.width - 3) / COLOURS
    rows = 1 if s["seats"] > 2 else 2
    tall = min((panel.height - 0.7 - y) / rows, (across - 0.4) * 0.7)
    for colour in range(COLOURS):
        x = 1.5 + colour * across + (across - tall * 10 / 7) / 2
        shown = [(card, pawn) for card, pawn in laid if COLOUR[card] == colour]
        shown += [(card, -1) for card in own if COLOUR[card] == colour]
        shown += [(-1, -1)] * (0 if own else int(s["colours"][seat][colour]))
        for k, (card, pawn) in enumerate(shown):
            top = y + k * (tall + 0.2)
            if card < 0:
                size = (tall * 10 / 7, tall)
                panel.icon(x, top, "card-back", size=size, colour=CARD_COLOURS[colour], only="picture")
                continue
            draw_card(panel, card, x, top, tall)
            if pawn >= 0:
                panel.shape(x + tall * 10 / 7 - 0.9, top + 0.35, circle(0, 0, 11), fill="green", line="day", weight=2)
                tick = (x + tall * 10 / 7 - 1.6, top)
                panel.icon(*tick, "check", size=(1.4, 0.7), colour="day", only="picture")
