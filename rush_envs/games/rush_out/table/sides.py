"""Beside the board: whose turn it is, how to win, curses, the market, what the symbols mean."""

from __future__ import annotations

import numpy as np

from rush_envs.games.rush_out.components import (
    COINS_A_CARD,
    COINS_FROM,
    DISSIPATIONS,
    DRAGON_FROM,
    EQUIPMENT_NAMES,
    EQUIPMENT_PRICE,
    FIRST_CURSE_TARGET,
    HERO_SYMBOLS,
    HERO_WORDS,
    LIVES,
    LIVES_FROM,
    SCENARIO_NAMES,
    SCROLL_NAMES,
    SCROLL_PRICE,
    SOULS,
    SOULS_FROM,
    TROPHIES,
    TROPHIES_FROM,
)
from rush_envs.games.rush_out.state import MARKET, ROUNDS, THE_HEROES, THE_WIZARD, Phase, Reason
from rush_envs.games.rush_out.table.facts import (
    WIZARD_FACE_WORDS,
    WIZARD_FACES,
    has_won,
    is_due,
    is_over,
    name,
    named_dice,
)
from rush_envs.games.rush_out.table.pieces import (
    FADED,
    FRAMES,
    SEAT_COLOURS,
    SMALL,
    TINTS,
    draw_button,
    draw_pieces,
    hero_spaces,
    hero_target,
)
from rush_envs.games.rush_out.view import ACTIONS
from rush_envs.kit.scene import Panel

REASONS = {Reason.DECK: "empty deck", Reason.DRAGON: "dragon", Reason.SOULS: "souls", Reason.LIVES: "lives"}
TEAMS = ("heroes", "wizard")
CURSE_KINDS = (
    ("silence", "silence", "hide faces"), ("one-hand", "one hand", "act, then rest"),
    ("high-five", "high five", "fill, then rest"),
)  # fmt: skip
RULES = (
    "Fill a card with dice: done.", "Roll all dice in hand at once.", "After a roll, dice go to one", "card only.",
    "Two heroes at most on a card.", "A joker covers the symbols", "named beside it: the wizard's",
    "are on the banners.", "Dice come back only to be", "rolled anew.",
)  # fmt: skip
LONG_RULES = (
    "Fill a card with dice: done.", "Roll all dice in hand at once.", "After a roll, dice go to one card only.",
    "Two heroes at most on a card.", "A joker covers the symbols named beside it:", "the wizard's are on the banners.",
    "Dice come back only to be rolled anew.",
)  # fmt: skip
NOTES = ((1, "die-sword", "S0", "a die"), (10, "die-still", "·", "unrolled"), (21, "die-secret", "?", "secret"))


# ------------------------------------------------------------------------------------------------------------------
# Whose turn it is


def draw_turn(panel: Panel, s: np.void, viewer: int | None) -> None:
    panel.text(1, 0, "Rush Out!", bold=True, size=19)
    words = f"{SCENARIO_NAMES[s['scenario']]} · round {s['round_now'] + 1} · tick {s['ticks']} of {s['max_ticks']}"
    panel.text(14, 0, words, colour="grey", size=13)
    played = [k for k in range(ROUNDS) if s["round_winner"][k] >= 0]
    words = " · ".join(
        f"round {k + 1}: {TEAMS[s['round_winner'][k]]} ({REASONS[Reason(s['round_reason'][k])]})" for k in played
    )
    panel.text(1, 2, words, size=13, width=panel.width - 2)
    if s["truncated"]:
        panel.text(1, 1, "The game was stopped before its end: nobody wins.", bold=True)
        return
    phase = "OVER" if s["done"] else Phase(s["phase"]).name
    panel.chip(1, 1, phase, fill="ink", square=True)
    x = 8
    due = [seat for seat in range(s["seats"]) if is_due(s, seat, viewer)]
    for seat in due:
        panel.chip(x, 1, name(seat, viewer), fill=FRAMES[seat])
        x += len(name(seat, viewer)) + 1
    panel.text(x + 0.5, 1, _deed(s, viewer, bool(due)), bold=True, width=panel.width - x - 1)


def _deed(s: np.void, viewer: int | None, due: bool) -> str:
    """What goes on, after the names of those who have to answer."""
    if s["done"]:
        return f"The {'wizard wins' if has_won(s, 0) else 'heroes win'} the game."
    if s["phase"] == MARKET:
        return "buys or passes"
    if due or viewer is None:
        return "to answer"
    if s["pending"][viewer] >= 0:
        before = "take back " + named_dice(s, viewer) + " and " if s["taken"][viewer].any() else ""
        return f"You named: {before}{ACTIONS.describe(int(s['pending'][viewer]))}"
    return "You are busy."


# ------------------------------------------------------------------------------------------------------------------
# How to win


def draw_goals(panel: Panel, s: np.void) -> None:
    size = int(s["seats"]) - 3
    _draw_side(panel, s, THE_HEROES, 1)
    panel.text(2, 2, "win with the last ordeal out", size=13)
    if s["scenario"] >= LIVES_FROM:
        _draw_tokens(panel, "or lives", "life", "crimson", int(s["lives"]), int(LIVES[size]), 3)
    _draw_side(panel, s, THE_WIZARD, 4)
    panel.text(2, 5, "wins with the last spell out", size=13)
    if s["scenario"] >= DRAGON_FROM:
        panel.text(2, 6, "or the dragon on the deck", size=13)
    if s["scenario"] >= SOULS_FROM:
        _draw_tokens(panel, "or souls", "soul", "sky", int(s["souls"]), int(SOULS[size]), 7)


def _draw_side(panel: Panel, s: np.void, side: int, y: int) -> None:
    panel.text(2, y, f"The {TEAMS[side]}", bold=True, size=13)
    held, wanted = int(s["trophies"][side]), TROPHIES if s["scenario"] >= TROPHIES_FROM else 1
    for k in range(wanted):
        won = k < held
        panel.icon(14 + 2.4 * k, y, "trophy", "★" if won else "☆", size=(2, 1), colour="gold" if won else "silver")
    if s["scenario"] >= COINS_FROM:
        coins = int(s["coins"][side])
        part = {"range": "coins"} if coins >= COINS_A_CARD else None
        panel.icon(20, y, "gold", size=(2, 1), opacity=1 if coins else FADED, only="picture", part=part)
        panel.text(22.3, y, f"{coins} coin{'s' * (coins != 1)}", size=13, part=part)


def _draw_tokens(panel: Panel, words: str, icon: str, colour: str, left: int, total: int, y: int) -> None:
    """Whoever takes the last one wins."""
    panel.text(2, y, f"{words} {left}", size=13)
    for token in range(total):
        there = token < left
        panel.icon(13 + 2 * token, y, icon, "●" if there else "○", size=SMALL, colour=colour if there else "silver")


# ------------------------------------------------------------------------------------------------------------------
# Curses and the market


def draw_curses(panel: Panel, s: np.void, viewer: int | None) -> None:
    for k, (icon, words, effect) in enumerate(CURSE_KINDS):
        y = 1 + 2 * k
        cards = [card for card in (2 * k, 2 * k + 1) if s["cursed"][card]]
        panel.icon(1.5, y + 0.2, icon, size=(3.2, 1.6), colour="brown" if cards else "silver", only="picture")
        panel.text(5, y, words, colour="ink" if cards else "grey", bold=bool(cards), size=13)
        panel.text(5, y + 1, effect if cards else "–", colour="grey", size=12.5)
        for card in cards:
            row = y + card % 2
            target = FIRST_CURSE_TARGET + card
            panel.text(21, row, str(card % 2 + 1), colour="grey", size=13)
            panel.zone(
                19.5, row, 10.5, 1, part=[*hero_target(target), {"range": "discard", "card": DISSIPATIONS + card}]
            )
            draw_pieces(panel, hero_spaces(s, target, viewer), 23, row, (2, 1), 3)


def draw_market(panel: Panel, s: np.void, viewer: int | None) -> None:
    """Prices; copies left of equipment, scrolls that are sold."""
    panel.text(2, 1, "heroes", colour="grey", size=13)
    panel.text(2, 5, "wizard", colour="grey", size=13)
    for k, words in enumerate(EQUIPMENT_NAMES):
        copies = int(s["equipment_left"][k])
        icon = words if words in HERO_WORDS else "joker"
        _draw_item(panel, k, 3, 2, int(EQUIPMENT_PRICE[k]), icon, f"{words}×{copies}", bool(copies),
                   {"range": "equipment", "item": k})  # fmt: skip
    for k, words in enumerate(SCROLL_NAMES):
        there, part = not s["scrolls"] >> k & 1, {"range": "scroll", "item": k}
        _draw_item(panel, k, 4, 6, int(SCROLL_PRICE[k]), "scroll", words.removesuffix(" scroll"), bool(there), part)
    if s["phase"] == MARKET and not is_over(s):
        panel.text(10, 5, f"{name(int(s['shopper']), viewer)} buys", bold=True, size=13)
    draw_button(panel, 22.3, 0.75, 7.2, "Pass", "cross", {"range": "pass"}, 1.2)


def _draw_item(
    panel: Panel, k: int, rows: int, top: int, price: int, icon: str, words: str, there: bool, part: dict
) -> None:
    x, y = 2 + k // rows * 15, top + k % rows
    panel.chip(x, y, str(price) if there else "✓", fill="gold" if there else "silver")
    panel.icon(x + 1.7, y, icon, size=SMALL, opacity=1 if there else FADED, only="picture")
    panel.text(x + 3.7, y, words, colour="ink" if there else "grey", size=13, only="picture")
    panel.text(x + 2, y, words, colour="ink" if there else "grey", only="text")
    panel.zone(x - 0.6, y, 14, 1, part=part)


# ------------------------------------------------------------------------------------------------------------------
# What the symbols mean


def draw_legend(panel: Panel) -> None:
    """Names of symbols, what dice look like, and the rules in short where there is room for them."""
    step = 1 if panel.height < 20 else 1.5
    sides = (("heroes", HERO_WORDS, HERO_SYMBOLS), ("wizard", WIZARD_FACE_WORDS, WIZARD_FACES))
    for k, (title, words, letters) in enumerate(sides):
        x = 2 + 14 * k
        panel.text(x, 1, title, colour="grey", size=13)
        for row, (word, letter) in enumerate(zip(words, letters, strict=True)):
            _draw_name(panel, word, letter, x, 2 + row * step)
    y = 2 + round(len(HERO_WORDS) * step)
    _draw_notes(panel, y)
    for row, rule in enumerate(RULES[: max(panel.height - 3 - y, 0)]):
        panel.text(2, y + 1.5 + row, rule, colour="grey", size=13)


def draw_long_legend(panel: Panel) -> None:
    """The same in a strip below everything, the rules apart."""
    sides = (("heroes", HERO_WORDS, HERO_SYMBOLS), ("wizard", WIZARD_FACE_WORDS, WIZARD_FACES))
    for k, (title, words, letters) in enumerate(sides):
        panel.text(2 + 15 * k, 1, title, colour="grey", size=13)
        for row, (word, letter) in enumerate(zip(words, letters, strict=True)):
            _draw_name(panel, word, letter, 2 + 15 * k, 2 + row)
    panel.text(33, 1, "dice", colour="grey", size=13)
    for row, (_, icon, shown, meaning) in enumerate(NOTES):
        _draw_note(panel, 33, 2 + row, icon, shown, meaning)


def draw_rules(panel: Panel) -> None:
    for row, rule in enumerate(LONG_RULES):
        panel.text(2, 1 + row, rule, colour="grey", size=13)


def draw_short_legend(panel: Panel) -> None:
    """The same in five lines."""
    symbols = [*zip(HERO_WORDS, HERO_SYMBOLS, strict=True), *zip(WIZARD_FACE_WORDS, WIZARD_FACES, strict=True)]
    for k, (word, letter) in enumerate([*symbols[:-2], symbols[-1], symbols[-2]]):  # the longest word last
        _draw_name(panel, word, letter, (1, 9, 18)[k % 3], k // 3)
    _draw_notes(panel, 4)


def _draw_name(panel: Panel, word: str, letter: str, x: float, y: float) -> None:
    panel.icon(x, y, word, letter, size=SMALL, back=TINTS[letter], only="picture")
    panel.chip(x, y, letter, fill=TINTS[letter], only="text")
    panel.text(x + 2.2, y, word, size=13)


def _draw_notes(panel: Panel, y: float) -> None:
    for x, icon, letters, words in NOTES:
        _draw_note(panel, x, y, icon, letters, words)


def _draw_note(panel: Panel, x: float, y: float, icon: str, letters: str, words: str) -> None:
    panel.icon(x, y, icon, size=SMALL, colour=SEAT_COLOURS[1], only="picture")
    panel.text(x + 2.1, y, words, size=13, only="picture")
    panel.text(x, y, f"{letters} {words}", only="text")
