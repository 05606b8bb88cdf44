"""What lies beside the temple: the Pharaoh with his trap and servants, a panel for each player; and the words and
letters that the whole drawing shares.

An item is a letter in its colour, the initial of its kind; a card is two letters. All of it is public (CO-13.1).
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import (
    BOMB_STEPS,
    CARD_NAMES,
    COLOURS,
    COUNTER,
    DICE,
    DIE_NAMES,
    FIRST_SLOT,
    GREEN,
    KIND,
    KIND_NAMES,
    MUMMIES,
    RED,
    RED_FROM,
    SLOTS,
    SPECTRES,
    STEPS,
    TOKENS,
    TORCH,
    TRAP_NAMES,
    YELLOW,
    YELLOW_FROM,
)
from rush_envs.games.coffin_rush.state import Phase
from rush_envs.games.coffin_rush.temple import (
    CELL_NAMES,
    COLUMNS,
    GRID,
    LOCAL,
    OUT_CELL,
    PLACES,
    POSITION,
    RUSH,
    RUSH_CELL,
    SIDE,
)
from rush_envs.kit.scene import Scene

Chips = list[tuple[str, str]]  # words and colour of each

SEAT_COLOURS = ("blue", "vermilion", "green", "purple", "brown", "sky")
KIND_LETTERS = tuple(name[0].upper() for name in KIND_NAMES)
KIND_FILLS = ("lime", "yellow", "orange", "crimson", "purple", "sand", "pink", "silver", "gold")
CARD_LETTERS = tuple(name[:2].capitalize() for name in CARD_NAMES)
RISK_FILLS = ("green", "yellow", "crimson")  # in the order of DIE_NAMES
assert len(set(KIND_LETTERS)) == len(KIND_NAMES)
assert len(set(CARD_LETTERS)) == len(CARD_NAMES)
EMPTY = "·"
# What each trap does, and what it does at red.
EFFECTS = (
    (f"counter −{BOMB_STEPS}, no temple door", f"counter −{BOMB_STEPS}, no temple door"),
    (f"Movements of {STEPS - 1} steps", f"Movements of {max(1, STEPS - 2)} step"),
    (f"{TOKENS - 1} tokens a turn", f"{TOKENS - 1} tokens a turn, no RUSH!"),
    ("a spectre rose", "two spectres rose"),
    ("the order of play turned", "the order of play turned"),
    ("stone doors fell shut", "doors shut, opening costs 2"),
    ("no card may be played", "no card played, one discarded"),
    ("servants moved 1 cell more", "servants moved 2 cells more"),
    ("one slot roll for each", "two slot rolls for each"),
)

# Columns and rows
PHARAOH_TALL = 10
HALF = (SLOTS + 2) // 2  # rows of a backpack in two columns, with the item held
SMALL, LARGE, ROOMY = 7, 6 + HALF, 4  # heights of a player's panel; up to so many players have large ones
LABEL = 5  # width of the words before a line
STEP = 3  # from one chip of two letters to the next
SHOWN = min(COUNTER, 24)  # numbers of the counter that have room above the 0


# ------------------------------------------------------------------------------------------------------------------
# Words and facts


def is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def name(seat: int, viewer: int | None) -> str:
    return f"player_{seat}" + " (you)" * (seat == viewer)


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def members(found: int) -> list[int]:
    """The members of a set that is kept as bits."""
    return [k for k in range(PLACES) if found >> k & 1]


def item_name(item: int) -> str:
    kind = int(KIND[item])
    return KIND_NAMES[kind] + " treasure" * (kind < COLOURS)


def item_chip(item: int) -> tuple[str, str]:
    return KIND_LETTERS[KIND[item]], KIND_FILLS[KIND[item]]


def row_and_column(cell: int) -> tuple[int, int]:
    """Of a cell of the grid, on the whole map."""
    down, right = divmod(int(POSITION[cell]), COLUMNS)
    row, column = divmod(int(LOCAL[cell]), SIDE)
    return down * SIDE + row, right * SIDE + column


def cell_name(cell: int) -> str:
    """As the rims of the map have it: B3 is in the second column, third row."""
    if cell >= GRID:
        return CELL_NAMES[RUSH_CELL if cell == RUSH else OUT_CELL]
    row, column = row_and_column(cell)
    return f"{chr(ord('A') + column)}{row + 1}"


def risk(counter: int) -> int:
    """CO-3.9: the colour of the counter, which is also the die."""
    return RED if counter <= RED_FROM else YELLOW if counter <= YELLOW_FROM else GREEN


def deciding(s: np.void) -> int:
    """The seat that is asked; -1 when all is over."""
    return -1 if is_over(s) else members(int(s["active"]))[0]


def company(s: np.void, seat: int) -> list[int]:
    """The other seats that win together with this one."""
    return [other for other in range(s["seats"]) if s["team"][other] == s["team"][seat] and other != seat]


def servant_name(monster: int) -> str:
    """Servants are counted spectres first."""
    return f"spectre {monster + 1}" if monster < SPECTRES else f"mummy {monster - SPECTRES + 1}"


def decision(s: np.void, viewer: int | None) -> str:
    """What the seat that is asked decides."""
    seat, victim, phase = deciding(s), int(s["victim"]), Phase(s["phase"])
    if phase == Phase.DROP:
        return "drops items: one more, or done"
    if phase == Phase.OVERFLOW:
        return f"has no room for slot {FIRST_SLOT + SLOTS}, {item_name(int(s['held']))}: which slot falls?"
    if phase == Phase.SLOT:
        whose = f"the backpack of {name(victim, viewer)}"
        return f"takes a slot out of {whose}" if s["near"] else f"names the slot that falls out of {whose}"
    if phase == Phase.RECOVER:
        return f"takes back {count(int(s['recovers']), 'discarded card')}"
    if phase == Phase.CHARM:
        yellow, red = (int(die) for die in s["dice"])
        return f"suffers an Aggression: yellow {yellow} + red {red} = slot {yellow + red}; sets one die, or keeps both"
    if phase == Phase.TARGET:
        *tied, last = (name(other, viewer) for other in members(int(s["tied"])))
        return f"decides whom {servant_name(int(s['monster']))} hunts: {', '.join(tied)} or {last}"
    return _turn(s, seat)


def _turn(s: np.void, seat: int) -> str:
    words = [count(int(s["tokens"]), "token") + " left"]
    if s["moving"]:
        words.append(f"moves, {count(int(s['steps']), 'step')} left")
    if s["torch"] and TORCH in KIND[s["bag"][seat, : s["bag_count"][seat]]]:
        words.append("torch step unused")
    if s["adrenaline"]:
        words.append("adrenaline" + " at red" * bool(s["adrenaline"] == 2))
    words.append("card used" if s["card_used"] else "may use a card")
    return " · ".join(words)


# ------------------------------------------------------------------------------------------------------------------
# Drawing


def draw_chips(scene: Scene, chips: Chips, x: int, y: int, step: int = STEP) -> None:
    for k, (words, fill) in enumerate(chips):
        scene.chip(x + k * step, y, words, fill=fill, square=True)


def draw_seats(scene: Scene, seats: list[int], x: int, y: int) -> None:
    """Discs; a dash if there are none."""
    for k, seat in enumerate(seats):
        scene.chip(x + 2 * k, y, str(seat), fill=SEAT_COLOURS[seat])
    if not seats:
        scene.text(x, y, "–", colour="grey")


def draw_head(scene: Scene, s: np.void, viewer: int | None) -> None:
    scene.text(1, 0, "Coffin Rush!", bold=True)
    scene.text(15, 0, f"round {s['rounds'] + 1}", colour="grey")
    x = 26
    if s["truncated"]:
        scene.text(x, 0, "The game was stopped before its end: nobody wins.", bold=True)
        return
    seats = [seat for seat in range(s["seats"]) if has_won(s, seat)] if s["done"] else [deciding(s)]
    for seat in seats:
        scene.chip(x, 0, name(seat, viewer), fill=SEAT_COLOURS[seat])
        x += len(name(seat, viewer)) + 2
    if s["done"]:
        words = f"{'wins' if len(seats) == 1 else 'win'} the game with {count(int(s['score'][seats[0]]), 'point')}."
    else:
        words = decision(s, viewer) + (f" · {CARD_NAMES[s['playing']]} is played" if s["playing"] >= 0 else "")
    scene.text(x, 0, words, bold=True, width=scene.width - x)


def draw_counter(scene: Scene, s: np.void) -> None:
    """The Pharaoh's clock: what is left has the colours of risk."""
    now = int(s["counter"])
    first = min(COUNTER, max(now + 4, SHOWN))
    scene.text(1, 1, "counter", colour="grey")
    for k, number in enumerate(range(first, first - SHOWN - 1, -1)):
        fill = "fog" if number > now else "ink" if number == now else RISK_FILLS[risk(number)]
        scene.chip(10 + 3 * k, 1, f"{number:2}", fill=fill, square=number != now)
    scene.text(12 + 3 * (SHOWN + 1), 1, f"{now} left", bold=True)


def draw_pharaoh(scene: Scene, s: np.void, x: int, y: int, width: int) -> None:
    """The trap in force, the die to be rolled, the order of play, and the servants."""
    acts = bool(s["turn"] < 0 and not is_over(s))
    scene.box(x, y, width, PHARAOH_TALL, line="gold", heavy=acts, label="Pharaoh" + " · his turn" * acts)
    left, wide, trap = x + 9, width - 11, int(s["trap"])
    rows = ("trap", "", "immune", "power", "next die", "order", "mummies", "spectres")
    for k, words in enumerate(rows):
        scene.text(x + 2, y + 1 + k, words, colour="grey")
    red = bool(s["trap_red"])
    scene.text(left + 2, y + 1, (TRAP_NAMES[trap] + " at red" * red) if trap >= 0 else "none yet", bold=True)
    if trap >= 0:
        scene.text(x + 2, y + 2, EFFECTS[trap][red], width=width - 4)
    draw_seats(scene, [k for k in range(s["seats"]) if trap >= 0 and not s["affected"][k]], left + 2, y + 3)
    scene.text(left + 2, y + 4, count(int(s["power"]), "cell") + " a move" if trap >= 0 else "–", width=wide - 2)
    colour = risk(int(s["counter"]))
    scene.chip(left + 2, y + 5, DIE_NAMES[colour], fill=RISK_FILLS[colour], square=True)
    scene.text(left + 10, y + 5, " ".join(str(face) for face in DICE[colour]))
    _draw_order(scene, s, left + 2, y + 6)
    scene.text(left + 2, y + 7, _servants(s, range(SPECTRES, SPECTRES + MUMMIES)), width=wide - 2)
    scene.text(left + 2, y + 8, _servants(s, range(SPECTRES)), width=wide - 2)


def _draw_order(scene: Scene, s: np.void, x: int, y: int) -> None:
    """As the feather of Maat lies; those who have played are pale."""
    seats = int(s["seats"])
    for k in range(seats):
        seat = (seats - k) % seats if s["feather"] else k
        played = s["turn"] >= 0 and k < s["turns"]
        scene.chip(x + 2 * k, y, str(seat), fill="fog" if played else SEAT_COLOURS[seat])
    scene.text(x + 2 * seats + 1, y, "feather ↺" if s["feather"] else "feather ↻", colour="grey")


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


def panel_height(seats: int) -> int:
    return LARGE if seats <= ROOMY else SMALL


def draw_player(scene: Scene, s: np.void, seat: int, viewer: int | None, x: int, y: int, width: int) -> None:
    asked, tall = deciding(s) == seat, panel_height(int(s["seats"]))
    label = f"{name(seat, viewer)} · {count(int(s['score'][seat]), 'point')}"
    scene.box(x, y, width, tall, line=SEAT_COLOURS[seat], heavy=asked, label=label)
    on_turn = s["turn"] == seat and not is_over(s)
    status = "decides" if asked else "wins" if has_won(s, seat) else "on turn" * bool(on_turn)
    if status:
        scene.chip(x + width - 4 - len(status), y + tall - 1, f" {status} ", fill=SEAT_COLOURS[seat], square=True)
    x, y = x + 2, y + 1
    _draw_facts(scene, s, seat, x, y)
    bag = _draw_large_bag if tall == LARGE else _draw_bag
    y = bag(scene, _slots(s, seat), x, y + 1, width - 4)
    scene.text(x, y, "tent", colour="grey")
    tent = [f"{letter}{number or EMPTY}" for letter, number in zip(KIND_LETTERS, s["tent"][seat], strict=True)]
    fills = [fill if number else "fog" for fill, number in zip(KIND_FILLS, s["tent"][seat], strict=True)]
    draw_chips(scene, list(zip(tent, fills, strict=True)), x + LABEL, y)
    _draw_cards(scene, s, seat, x, y + 1)
    closed = members(int(s["seen"][seat]))
    saw = sorted({int(POSITION[s["spot"][place]]) for place in closed if s["closed"][place]})
    scene.text(x, y + 2, "analysed", colour="grey")
    scene.text(x + 9, y + 2, " ".join(map(str, saw)) or "–", width=width - 13)


def _draw_facts(scene: Scene, s: np.void, seat: int, x: int, y: int) -> None:
    """Where the pawn stands, the RUSH! token, and the company."""
    scene.chip(x, y, str(seat), fill=SEAT_COLOURS[seat])
    scene.text(x + 2, y, f"on {cell_name(int(s['cell'][seat]))}", bold=True)
    ready = bool(s["rush"][seat])
    scene.chip(x + 11, y, "RUSH! +1" if ready else "RUSH! –", fill="gold" if ready else "fog", square=True)
    if len(set(s["team"][: s["seats"]].tolist())) < s["seats"]:
        scene.text(x + 20, y, "with", colour="grey")
        draw_seats(scene, company(s, seat), x + 25, y)


def _slots(s: np.void, seat: int) -> list[int]:
    """The items of slots 2 to 7, -1 for an empty one, and of slot 8 while it is decided what falls."""
    held = [int(s["held"])] if s["held"] >= 0 and seat == s["turn"] else []
    return [int(item) for item in s["bag"][seat]] + held


def _draw_bag(scene: Scene, items: list[int], x: int, y: int, width: int) -> int:
    """In letters, on one row; returns the row below."""
    scene.text(x, y, "bag", colour="grey")
    for slot, item in enumerate(items, FIRST_SLOT):
        letter, fill = item_chip(item) if item >= 0 else (EMPTY, "fog")
        scene.chip(x + LABEL + (slot - FIRST_SLOT) * (STEP + (SLOTS < 7)), y, f"{slot}{letter}", fill=fill, square=True)
    return y + 1


def _draw_large_bag(scene: Scene, items: list[int], x: int, y: int, width: int) -> int:
    """In words, on two columns; returns the row below."""
    for slot, item in enumerate(items, FIRST_SLOT):
        right, down = divmod(slot - FIRST_SLOT, HALF)
        letter, fill = item_chip(item) if item >= 0 else (EMPTY, "fog")
        left = x + right * width // 2
        scene.chip(left, y + down, f"{slot}{letter}", fill=fill, square=True)
        scene.text(left + 3, y + down, KIND_NAMES[KIND[item]] if item >= 0 else "", width=width // 2 - 4)
    return y + HALF


def _draw_cards(scene: Scene, s: np.void, seat: int, x: int, y: int) -> None:
    """In hand, discarded, out of the game, and the one being played."""
    groups = [("hand", "hand", "cream"), ("used", "discards", "silver"), ("gone", "removed", "pale red")]
    for label, field, fill in groups:
        cards = members(int(s[field][seat]))
        if cards or field == "hand":
            scene.text(x, y, label, colour="grey")
            draw_chips(scene, [(CARD_LETTERS[card], fill) for card in cards], x + LABEL, y)
            x += LABEL + STEP * len(cards) + (not cards)
    if s["playing"] >= 0 and seat == s["turn"]:
        scene.chip(x, y, CARD_LETTERS[s["playing"]] + "!", fill="gold", square=True)
