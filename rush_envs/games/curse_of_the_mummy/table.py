"""The table as players see it: the maze in the middle, treasures, dice and mummy above its steps, explorers below.

The drawing is of one size for any number of players; a maze of another shape stands lower, clear of the boxes. The
mummy sees no pawn, only the cells where each may stand, and so nothing that is hidden from it is read here from its
eyes; nobody sees another hand. Discs are pawns, cards are treasures, and small squares are cells where a pawn may
stand.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.curse_of_the_mummy.components import (
    BOX,
    CARD_AT,
    CARDS,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    DICE,
    FACES,
    FIRST_CARD,
    LIVES,
    PRISON,
    START,
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
from rush_envs.games.curse_of_the_mummy.state import BUSY, LOST, ROLLED, SKIPPED
from rush_envs.kit.scene import Scene

PAWN_TINTS = ("pale blue", "pale red", "pale green", "pale purple")
CARD_COLOURS = ("crimson", "sky", "white", "lime", "yellow")  # in the order of COLOUR_NAMES
LETTERS = tuple(name[0].upper() for name in COLOUR_NAMES)
NUMBER = tuple(card - int(FIRST_CARD[colour]) + 1 for card, colour in enumerate(COLOUR))
CARD_LETTERS = tuple(f"{LETTERS[colour]}{number}" for colour, number in zip(COLOUR, NUMBER, strict=True))
CARD_WORDS = tuple(name.split(" ", 1)[1] for name in BOX.card_names)
TURN_LETTERS = {5: "→", LOST: "L", SKIPPED: "S"}

# Columns and rows of the drawing
CELL, TALL = 8, 3  # from one cell of the maze to the next
HEAD, EDGE = 2, 3  # above the boxes and to the left of the maze
LEAST_WIDTH = 156  # room for four explorers
SIDE = 39  # width of the boxes beside the steps
LIST, DICE_BOX, MUMMY_BOX = 12, 5, 7  # heights of those boxes
LEGEND, NOTES = 22, 6  # width and height of the words below them
PANEL = 9  # height of an explorer
NEXT_CARD = 12  # from one treasure of a list to the next

# (first column, last column) of each row of the maze
SPANS = [
    (min(columns), max(columns))
    for row in range(1 + BOX.maze.cells[-1][0])
    if (columns := [column for other, column in BOX.maze.cells if other == row])
]
COLUMNS = 1 + max(last for _, last in SPANS)
WIDTH = max(EDGE + COLUMNS * CELL + 1, LEAST_WIDTH)


def _is_clear(top: int) -> bool:
    """Whether a maze that begins there leaves the boxes and the words beside it alone."""
    for row, (first, last) in enumerate(SPANS):
        y = top + row * TALL
        room = SIDE if y < HEAD + LIST else LEGEND if y < HEAD + LIST + NOTES else 0
        if EDGE + first * CELL - 2 < room or EDGE + (last + 1) * CELL + 1 > WIDTH - room:
            return False
    return True


TOP = next(top for top in range(HEAD, HEAD + LIST + NOTES + 1) if _is_clear(top))
FLOOR = TOP + len(SPANS) * TALL  # the lowest wall
PANELS = FLOOR + 2  # first row of the explorers


def _corner(row: int, column: int) -> tuple[int, int]:
    return EDGE + column * CELL, TOP + row * TALL


CORNERS = tuple(_corner(row, column) for row, column in BOX.maze.cells)


def _walls() -> set[tuple[int, int, int, int]]:
    """The ends of each wall."""
    walls = set()
    for cell, (x, y) in enumerate(CORNERS):
        right, down = x + CELL, y + TALL
        sides = ((x, y, right, y), (right, y, right, down), (x, down, right, down), (x, y, x, down))
        walls |= {side for side, other in zip(sides, BOX.maze.opening[cell], strict=True) if other < 0}
    return walls


WALLS = sorted(_walls())
POSTS = {end for x1, y1, x2, y2 in WALLS for end in ((x1, y1), (x2, y2))}


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat (0 is the mummy), or what lies open for everybody but the mummy."""
    s = state[0]
    scene = Scene(WIDTH, PANELS + PANEL, "Curse of the Mummy")
    _draw_head(scene, s, viewer)
    _draw_maze(scene)
    _draw_contents(scene, s, viewer)
    (_draw_possible if viewer == 0 else _draw_pawns)(scene, s)
    _draw_treasures(scene, s, viewer)
    _draw_dice(scene, s, viewer)
    _draw_mummy(scene, s, viewer)
    _draw_legend(scene, s, viewer)
    explorers = int(s["seats"]) - 1
    for k in range(explorers):
        left = k * WIDTH // explorers
        _draw_explorer(scene, s, k + 1, viewer, left, (k + 1) * WIDTH // explorers - left)
    return scene


# ------------------------------------------------------------------------------------------------------------------
# Words and facts


# ------------------------------------------------------------------------------------------------------------------
# Head and maze


def _draw_head(scene: Scene, s: np.void, viewer: int | None) -> None:
    scene.text(1, 0, "Curse of the Mummy", bold=True)
    rounds = f"{counted(int(s['rounds']), 'round')} played" if is_over(s) else f"round {s['rounds'] + 1}"
    scene.text(22, 0, f"{rounds} of at most {s['max_rounds']}", colour="grey")
    x = SIDE + 19
    if s["truncated"]:
        scene.text(x, 0, "The game was stopped before its end: nobody wins.", bold=True)
        return
    winners = [seat for seat in range(s["seats"]) if has_won(s, seat)]
    for seat in winners if s["done"] else [asked_seat(s)]:
        name = seat_name(seat, viewer)
        if seat == 0:
            _draw_tag(scene, x - 1, 0, name, len(name) + 2)
        else:
            scene.chip(x, 0, name, fill=seat_colour(s, seat))
        words = "wins the game." if s["done"] else doing(s, viewer)
        scene.text(x + len(name) + 2, 0, words, bold=True)


def _draw_maze(scene: Scene) -> None:
    """Corridors cut out of stone, walls, and the numbers of rows and columns."""
    for row, (first, last) in enumerate(SPANS):
        x, y = _corner(row, first)
        scene.box(x, y, (last + 1 - first) * CELL + 1, TALL + 1, fill="sand", line=None)
        scene.text(x - 2, y + 1, str(row), colour="grey")
    for cell, (x, y) in enumerate(CORNERS):
        _, east, south, _ = BOX.maze.opening[cell] >= 0
        scene.box(x + 1, y + 1, CELL - 1 + east, TALL - 1, fill="cream", line=None)
        if south:
            scene.box(x + 1, y + TALL, CELL - 1, 1, fill="cream", line=None)
        if east and south and (x + CELL, y + TALL) not in POSTS:
            scene.text(x + CELL, y + TALL, "·", colour="brown")
    for ends in WALLS:
        scene.line(*ends, colour="cocoa", heavy=True)
    for column in range(COLUMNS):
        scene.text(_corner(0, column)[0] + 1, FLOOR + 1, str(column), colour="grey", anchor="middle", width=CELL - 1)


def _draw_contents(scene: Scene, s: np.void, viewer: int | None) -> None:
    """Treasures, start, prison and the mummy."""
    own = own_cards(s, viewer)
    for cell, (x, y) in enumerate(CORNERS):
        card = int(CARD_AT[cell])
        if cell in (START, PRISON):
            scene.box(x + 1, y + 1, CELL - 1, TALL - 1, fill="silver", line=None)
            scene.text(x + 1, y + 1, "start" if cell == START else "prison", anchor="middle", width=CELL - 1)
        elif card >= 0:
            if card in own:
                scene.box(x + 1, y + 1, CELL - 1, TALL - 1, fill="gold", line=None)
            _draw_card(scene, s, card, x + 2 - is_laid(s, card), y + 1)
            scene.text(x + 6, y + 1, "★" * (card in own))
        if cell == s["mummy"]:
            _draw_tag(scene, x + 1, y + 2, "mummy", CELL - 1)


def _draw_tag(scene: Scene, x: int, y: int, words: str, width: int) -> None:
    """The mummy's name, too broad for a chip."""
    scene.box(x, y, width, 1, fill="ink", line=None)
    scene.text(x, y, words, colour="white", bold=True, anchor="middle", width=width)


def _draw_card(scene: Scene, s: np.void, card: int, x: int, y: int) -> None:
    """A treasure's letter and number; a grey one with a tick lies before an explorer."""
    if is_laid(s, card):
        scene.text(x, y, f"{CARD_LETTERS[card]}✓", colour="grey")
    else:
        scene.chip(x, y, CARD_LETTERS[card], fill=CARD_COLOURS[COLOUR[card]], square=True)


def _draw_pawns(scene: Scene, s: np.void) -> None:
    """Where they stand: on start and prison side by side, on a corridor alone."""
    for pawn in range(s["pawns"]):
        if not s["out"][pawn]:
            cell = int(s["cell"][pawn])
            x, y = CORNERS[cell]
            shared = cell in (START, PRISON)
            if not shared:
                scene.box(x + 1, y + 2, CELL - 1, 1, fill=PAWN_TINTS[pawn], line=None)
            scene.chip(x + (1 + 2 * pawn if shared else CELL // 2), y + 2, str(pawn), fill=PAWN_COLOURS[pawn])


def _draw_possible(scene: Scene, s: np.void) -> None:
    """The cells where each pawn may stand; a pawn with one such cell is known to be there."""
    for pawn in range(s["pawns"]):
        possible = possible_cells(s, pawn)
        for cell in possible:
            x, y = CORNERS[cell]
            shared = cell in (START, PRISON)
            right, down = (1 + 2 * pawn, 2) if shared else (5 + pawn % 2 * 2, 1 + pawn // 2)
            scene.chip(x + right, y + down, str(pawn), fill=PAWN_COLOURS[pawn], square=len(possible) > 1)


# ------------------------------------------------------------------------------------------------------------------
# Beside the steps


def _draw_treasures(scene: Scene, s: np.void, viewer: int | None) -> None:
    """The names of all treasures; own ones are bold."""
    scene.box(0, HEAD, SIDE, LIST, label="treasures")
    own = own_cards(s, viewer)
    for card in range(CARDS):
        colour = int(COLOUR[card])
        x, y = 2 + colour // 2 * NEXT_CARD, HEAD + colour % 2 * 5 + NUMBER[card]
        _draw_card(scene, s, card, x, y)
        scene.text(x + 4, y, CARD_WORDS[card], colour="grey" if is_laid(s, card) else "ink", bold=card in own)


def _draw_dice(scene: Scene, s: np.void, viewer: int | None) -> None:
    x = WIDTH - SIDE
    scene.box(x, HEAD, SIDE, DICE_BOX, label="dice")
    locked, free = int(s["locked"]), DICE - int(s["locked"])
    busy = s["phase"] == BUSY and not is_over(s)
    rolled = viewer != 0 and busy and s["deed"] == ROLLED
    announced = int(s["announced"]) if viewer != 0 and busy and s["deed"] != ROLLED else 0
    scene.text(x + 2, HEAD + 1, "mummies", colour="grey")
    for k in range(locked):
        scene.chip(x + 13 + 2 * k, HEAD + 1, "M", fill="ink", square=True)
    scene.text(x + 25, HEAD + 1, f"{locked} locked")
    scene.text(x + 2, HEAD + 2, "free", colour="grey")
    faces = [_entry(face + 1) for face in range(FACES - 1) for _ in range(s["shown"][face])] if rolled else ["?"] * free
    for k, word in enumerate(faces):
        scene.chip(x + 13 + 2 * k, HEAD + 2, word, fill="white" if rolled else "fog", square=True)
    scene.text(x + 25, HEAD + 2, f"{free} free")
    scene.text(x + 2, HEAD + 3, "announced", colour="grey")
    if announced:
        scene.chip(x + 13, HEAD + 3, _entry(announced), fill="gold", square=True)
    else:
        scene.text(x + 13, HEAD + 3, "–", colour="grey")


def _entry(value: int) -> str:
    """A turn in one letter."""
    return TURN_LETTERS.get(value, str(value))


def _draw_mummy(scene: Scene, s: np.void, viewer: int | None) -> None:
    x, y = WIDTH - SIDE, HEAD + DICE_BOX
    deciding = asked_seat(s) == 0
    held, needed = int(s["mummy_ankhs"]), int(s["ankhs_needed"])
    state = "to decide" if deciding else "wins" if has_won(s, 0) else counted(held, "ankh")
    scene.box(x, y, SIDE, MUMMY_BOX, line="ink", heavy=deciding, label=f"{seat_name(0, viewer)} · {state}")
    scene.text(x + 2, y + 1, "ankhs", colour="grey")
    _draw_ankhs(scene, x + 13, y + 1, held, needed)
    scene.text(x + 28, y + 1, f"{held} of {needed}", bold=True)
    scene.text(x + 2, y + 2, "stands on", colour="grey")
    scene.text(x + 13, y + 2, cell_name(int(s["mummy"])), width=SIDE - 15)
    scene.text(x + 2, y + 3, "steps left", colour="grey")
    scene.text(x + 13, y + 3, str(s["steps"]) if deciding else "–", bold=deciding)
    if deciding:
        scene.text(x + 16, y + 3, "(intermediate move)" if s["intermediate"] else "(normal move)")
    scene.text(x + 2, y + 4, "its die", colour="grey")
    for k, number in enumerate(s["mummy_die"]):
        scene.chip(x + 13 + 2 * k, y + 4, str(number), fill="sand", square=True)
    scene.text(x + 13, y + 5, "plus the locked dice", colour="grey")


def _draw_ankhs(scene: Scene, x: int, y: int, held: int, of: int) -> None:
    for k in range(of):
        scene.chip(x + 2 * k, y, "●" if k < held else "○", fill="gold" if k < held else "fog")


def _draw_legend(scene: Scene, s: np.void, viewer: int | None) -> None:
    y = HEAD + LIST + 1
    notes = [("R1✓", "laid treasure")] + [("★", "in your hand")] * bool(viewer)
    if viewer == 0 and s["belief"]:
        notes += [("", "may stand here"), ("", "must stand here")]
        scene.chip(1, y + 1, "0", fill=PAWN_COLOURS[0], square=True)
        scene.chip(1, y + 2, "0", fill=PAWN_COLOURS[0])
    for k, (mark, words) in enumerate(notes):
        scene.text(1, y + k, mark)
        scene.text(5, y + k, words, colour="grey")
    turns = ["turns: newest first", "→ on to an obstacle", "L lost, S skipped"]
    for k, words in enumerate(turns + ["possible: to the mummy"] * bool(viewer != 0 and s["belief"])):
        scene.text(WIDTH - LEGEND, y + k, words, colour="grey")


# ------------------------------------------------------------------------------------------------------------------
# Explorers


def _draw_explorer(scene: Scene, s: np.void, seat: int, viewer: int | None, x: int, width: int) -> None:
    pawns, y = pawns_of(s, seat), PANELS
    deciding, out = asked_seat(s) == seat, bool(s["out"][pawns[0]])
    label = seat_name(seat, viewer) + " · to decide" * deciding + " · wins" * has_won(s, seat) + " · eliminated" * out
    fill = "fog" if out else None
    scene.box(x, y, width, PANEL, fill=fill, line=seat_colour(s, seat), heavy=deciding, label=label)
    ankhs = int(s["ankhs"][pawns[0]])
    scene.text(x + 2, y + 1, "ankhs", colour="grey")
    _draw_ankhs(scene, x + 9, y + 1, ankhs, LIVES * len(pawns))
    scene.text(x + 9 + 2 * LIVES * len(pawns), y + 1, f"{ankhs} left")
    laid = f"laid {sum(int(s['laid'][pawn].sum()) for pawn in pawns)} of {COLOURS * len(pawns)}"
    scene.text(x + 2, y + 1, laid, bold=True, anchor="end", width=width - 4)
    half = width // len(pawns)
    for k, pawn in enumerate(pawns):
        _draw_pawn_facts(scene, s, pawn, viewer, x + 2 + k * half, y + 2, half - 4)
    _draw_hand(scene, s, seat, viewer, x + 2, y + 5, width - 4)


def _draw_hand(scene: Scene, s: np.void, seat: int, viewer: int | None, x: int, y: int, width: int) -> None:
    """Colours for everybody; for the owner also names, on two rows."""
    scene.text(x, y, "hand", colour="grey")
    colours = s["colours"][seat]
    cards = [colour for colour in range(COLOURS) for _ in range(colours[colour])]
    for k, colour in enumerate(cards):
        scene.chip(x + 7 + 2 * k, y, LETTERS[colour], fill=CARD_COLOURS[colour], square=True)
    if not cards:
        scene.text(x + 7, y, "–", colour="grey")
    columns = (width + 1) // NEXT_CARD
    for k, card in enumerate(own_cards(s, viewer) if seat == viewer else []):
        left, row = x + k % columns * NEXT_CARD, y + 1 + k // columns
        _draw_card(scene, s, card, left, row)
        scene.text(left + 4, row, CARD_WORDS[card], bold=True)


def _draw_pawn_facts(scene: Scene, s: np.void, pawn: int, viewer: int | None, x: int, y: int, width: int) -> None:
    """Where a pawn is as far as the viewer knows, its last turns, and what it laid."""
    scene.chip(x, y, str(pawn), fill=PAWN_COLOURS[pawn])
    possible = possible_cells(s, pawn)
    if s["out"][pawn]:
        where = "out of the game"
    elif viewer == 0:
        where = cell_name(possible[0]) if len(possible) == 1 else f"on one of {len(possible)} cells"
        where = where if s["belief"] else "somewhere in the maze"
    else:
        where = cell_name(int(s["cell"][pawn]))
        if possible:
            scene.text(x, y, f"{len(possible)} possible", colour="grey", anchor="end", width=width)
    scene.text(x + 2, y, where, bold=True)
    scene.text(x, y + 1, "turns", colour="grey")
    turns = [int(entry) for entry in s["history"][pawn] if entry]
    for k, entry in enumerate(turns):
        scene.chip(x + 7 + 2 * k, y + 1, _entry(entry), fill="gold" if k == 0 else "sand", square=True)
    laid = [card for card in range(CARDS) if s["laid"][pawn, card]]
    scene.text(x, y + 2, "laid", colour="grey")
    for k, card in enumerate(laid):
        scene.chip(x + 7 + 3 * k, y + 2, CARD_LETTERS[card], fill=CARD_COLOURS[COLOUR[card]], square=True)
    for row in [y + 1] * (not turns) + [y + 2] * (not laid):
        scene.text(x + 7, row, "–", colour="grey")
