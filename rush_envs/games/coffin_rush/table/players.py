"""A panel for each player: where the pawn stands, RUSH! token, backpack, tent, Looting cards, and what was analysed."""

from __future__ import annotations

import numpy as np

from rush_envs.games.coffin_rush.components import CARDS, FIRST_SLOT, KIND, KINDS, SLOTS, TOKENS
from rush_envs.games.coffin_rush.state import TURN
from rush_envs.games.coffin_rush.table.board import player_part
from rush_envs.games.coffin_rush.table.signs import (
    CARD_ICONS,
    CARD_LETTERS,
    EMPTY,
    KIND_ICONS,
    KIND_INKS,
    KIND_LETTERS,
    SEAT_COLOURS,
    draw_kind,
    draw_pawn,
    draw_words,
    item_letter,
)
from rush_envs.games.coffin_rush.table.words import cell_name, company, count, deciding, has_won, is_over, members, name
from rush_envs.games.coffin_rush.temple import POSITION
from rush_envs.kit.scene import Panel
from rush_envs.kit.scene.parts import Part
from rush_envs.kit.scene.paths import circle

ROOMY = 8  # rows of a panel from which on the backpack has a row of its own
LABEL = 5  # width of the words before a line of text
PLAYS = ("aggress", "betray", "analyse", "adrenaline", "rush")  # the range of actions that each card opens


def draw_player(panel: Panel, s: np.void, seat: int, viewer: int | None, eyes: int) -> None:
    asked = deciding(s) == seat
    on_turn = s["turn"] == seat and not is_over(s)
    status = "decides" if asked else "wins" if has_won(s, seat) else "on turn" * bool(on_turn)
    colour, title = SEAT_COLOURS[seat], f"{name(seat, viewer)} · {count(int(s['score'][seat]), 'point')}"
    panel.line(0, 0, panel.width - 1, 0, colour=colour, heavy=asked, only="text")
    panel.box(0, 0, panel.width, panel.height, line=colour, heavy=asked, only="picture")
    panel.chip(2, 0, f" {title} ", fill=colour, square=True, part=player_part(s, seat, eyes) or None)
    if status:
        panel.chip(panel.width - 4 - len(status), 0, f" {status} ", fill="gold", square=True)
    slots = _slots(s, seat)
    _write(panel, s, seat, slots)
    _draw_facts(panel, s, seat, eyes)
    roomy = panel.height >= ROOMY
    if roomy:
        _draw_bag(panel, s, seat, slots, eyes, 1.5, 2.3, min(5.6, 46 / (len(slots) + 1)))
        _draw_cards(panel, s, seat, eyes, 1.5, 5.3, min((panel.height - 6.1) * 1.4, 4.9))
        _draw_tent(panel, s, seat, 32.5, 5.3, 3, 5.2, min((panel.height - 5.9) / 3, 1.4))
    else:
        _draw_bag(panel, s, seat, slots, eyes, 1.3, 2.1, 26 / (len(slots) + 1))
        _draw_cards(panel, s, seat, eyes, 28, 1.9, 3.8)
        _draw_tent(panel, s, seat, 1.3, 4.1, KINDS, 2.9, 1.0)


def _slots(s: np.void, seat: int) -> list[int]:
    """The items of slots 2 to 7, -1 for an empty one, and of slot 8 while it is decided what falls."""
    held = [int(s["held"])] if s["held"] >= 0 and seat == s["turn"] else []
    return [int(item) for item in s["bag"][seat]] + held


def _analysed(s: np.void, seat: int) -> str:
    """The positions of which a player knows unopened tiles."""
    closed = [place for place in members(int(s["seen"][seat])) if s["closed"][place]]
    return " ".join(map(str, sorted({int(POSITION[s["spot"][place]]) for place in closed})))


def _mates(s: np.void, seat: int) -> list[int]:
    """The other members of a company, where there are companies."""
    return company(s, seat) if len(set(s["team"][: s["seats"]].tolist())) < s["seats"] else []


def _write(panel: Panel, s: np.void, seat: int, slots: list[int]) -> None:
    """All of it in text, on five rows."""
    panel.chip(2, 1, str(seat), fill=SEAT_COLOURS[seat], only="text")
    facts = f"on {cell_name(int(s['cell'][seat]))} · {'RUSH! +1' if s['rush'][seat] else 'RUSH! –'}"
    mates = " ".join(map(str, _mates(s, seat)))
    panel.text(4, 1, facts + f" · with {mates}" * bool(mates), bold=True, only="text")
    bag = " ".join(f"{k}{item_letter(item) if item >= 0 else EMPTY}" for k, item in enumerate(slots, FIRST_SLOT))
    tent = " ".join(f"{letter}{n or EMPTY}" for letter, n in zip(KIND_LETTERS, s["tent"][seat], strict=True))
    cards = ""
    for label, field in (("hand", "hand"), ("used", "discards"), ("gone", "removed")):
        found = [CARD_LETTERS[card] for card in members(int(s[field][seat]))]
        if found or field == "hand":
            cards += f"{label} {' '.join(found) or '–'} "
    if s["playing"] >= 0 and seat == s["turn"]:
        cards += f"{CARD_LETTERS[s['playing']]}!"
    analysed = f"analysed {_analysed(s, seat) or '–'}"
    for row, words in enumerate((f"bag  {bag}", f"tent {tent}", cards.strip(), analysed), 2):
        panel.text(2, row, words, width=panel.width - 3, only="text")


def _draw_facts(panel: Panel, s: np.void, seat: int, eyes: int) -> None:
    """Pawn, place, tokens of the turn, company, and what was analysed."""
    part = player_part(s, seat, eyes) or None
    draw_pawn(panel, seat, 1.3, 0.95, 2.5, part)
    draw_words(panel, 4.3, 1.0, cell_name(int(s["cell"][seat])), bold=True)
    x = 11.0
    if s["turn"] == seat and not is_over(s):
        for k in range(TOKENS):
            fill = "gold" if k < s["tokens"] else None
            panel.shape(x + 0.7, 1.5, circle(0, 0, 6.5), fill=fill, line="brown", weight=1.5)
            x += 1.7
    x = 17.5
    for mate in _mates(s, seat):
        draw_pawn(panel, mate, x, 1.0, 2)
        x += 2
    saw = _analysed(s, seat)
    if saw:
        panel.icon(26, 1.05, "eye", size=(1.8, 0.9), colour="grey", only="picture")
        draw_words(panel, 28.2, 1.0, saw, 12, colour="grey")


def _draw_bag(
    panel: Panel, s: np.void, seat: int, slots: list[int], eyes: int, x: float, y: float, step: float
) -> None:
    """Slot 1 holds the RUSH! token for ever."""
    size = step - 0.3
    mate = player_part(s, seat, eyes)
    token: Part | None = [one for one in mate if one["range"] == "borrow"] or None
    panel.icon(
        x, y, "rush", size=(size, size / 2), colour="gold" if s["rush"][seat] else "silver",
        opacity=1.0 if s["rush"][seat] else 0.6, only="picture", part=token,
    )  # fmt: skip
    for place, item in enumerate(slots):
        left = x + (place + 1) * step
        part: Part = (
            {"range": "drop", "slot": place} if seat == eyes else {"range": "take", "slot": min(place, SLOTS - 1)}
        )
        if item >= 0:
            draw_kind(panel, int(KIND[item]), left, y, size, part)
        else:
            panel.box(left, y, size, size / 2, line="silver", look="slot", only="picture")
        ink = KIND_INKS[KIND[item]] if item >= 0 else "grey"
        draw_words(panel, left + 0.3, y - 0.2, str(FIRST_SLOT + place), 12, colour=ink)


def _draw_tent(
    panel: Panel, s: np.void, seat: int, x: float, y: float, columns: int, across: float, down: float
) -> None:
    """How many of each kind are under the tent; what is not there is faint."""
    size = min(2.0, down * 1.7)
    if columns < KINDS:
        panel.icon(x - 3.2, y + 0.1, "tent", size=(3, 1.5), colour=SEAT_COLOURS[seat], only="picture")
    for kind in range(KINDS):
        number = int(s["tent"][seat, kind])
        left, top = x + kind % columns * across, y + kind // columns * down
        if number:
            draw_kind(panel, kind, left, top, size)
            draw_words(panel, left + size + 0.1, top + size / 4 - 0.5, str(number), 12, bold=True)
        else:
            panel.icon(left, top, KIND_ICONS[kind], size=(size, size / 2), colour="grey", opacity=0.3, only="picture")


def _draw_cards(panel: Panel, s: np.void, seat: int, eyes: int, x: float, y: float, tall_px: float) -> None:
    """Looting cards of the player's colour: in hand, faint when discarded, a hole when out of the game."""
    wide = min(tall_px, 5.5)
    tall = wide * 0.7
    for card in range(CARDS):
        left = x + card * (wide + 0.3)
        bit = 1 << card
        if s["removed"][seat] & bit:
            panel.box(left, y, wide, tall, line="silver", look="slot", only="picture")
            panel.icon(
                left + wide / 4, y + tall / 4, "cross", size=(wide / 2, tall / 2), colour="silver", only="picture"
            )
            continue
        played = s["playing"] == card and seat == s["turn"]
        in_hand = bool(s["hand"][seat] & bit)
        part: Part | None = None
        if seat == eyes:
            part = {"range": PLAYS[card]} if in_hand else {"range": "recover", "card": card}
        fill, seen = "gold" if played else SEAT_COLOURS[seat], 1.0 if in_hand or played else 0.25
        panel.box(left, y, wide, tall, fill=fill, line="night", look="card", opacity=seen, only="picture", part=part)
        inner = min(wide * 0.7, tall * 1.6)
        spot = (left + (wide - inner) / 2, y + (tall - inner / 2) / 2)
        ink = "night" if SEAT_COLOURS[seat] == "sky" or played else "day"
        panel.icon(
            *spot, CARD_ICONS[card], size=(inner, inner / 2), colour=ink, opacity=max(seen, 0.5), only="picture",
            part=part,
        )  # fmt: skip
        if in_hand and seat == eyes and s["phase"] == TURN and not s["card_used"] and s["turn"] == seat:
            _draw_discard(panel, card, left + wide - 1.1, y - 0.25)


def _draw_discard(panel: Panel, card: int, x: float, y: float) -> None:
    """The corner of a card of one's own: away with it, without effect."""
    part: Part = {"range": "discard", "card": card}
    panel.shape(x + 0.7, y + 0.35, circle(0, 0, 8), fill="day", line="night", weight=1, part=part)
    panel.icon(x + 0.2, y + 0.1, "cross", size=(1, 0.5), colour="crimson", only="picture", part=part)
