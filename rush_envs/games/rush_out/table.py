"""The table as players see it: the wizard and his spells on top, the dragon's way over the ordeals in the middle,
curses and market below them, the heroes at the bottom.

The drawing keeps its size through a game. Nobody sees how many cards a deck holds, or who else has named a movement in
this tick; under silence a hero sees of other heroes only how many dice they have rolled.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.rush_out.components import (
    BASIC,
    CLASH,
    COIN,
    COINS_FROM,
    DRAGON_FROM,
    DRAGON_TILE,
    DRAGON_WINS,
    EQUIPMENT_NAMES,
    EQUIPMENT_PRICE,
    FIRST_CURSE_TARGET,
    FIRST_END,
    HERO_SYMBOLS,
    HERO_WORDS,
    KIND_NAMES,
    LIVES,
    LIVES_FROM,
    ORDEAL_BANNER,
    ORDEAL_KIND,
    ORDEAL_KINDS,
    ORDEAL_SPACES,
    SCENARIO_NAMES,
    SCROLL_NAMES,
    SCROLL_PRICE,
    SOULS,
    SOULS_FROM,
    SPACES,
    SPELL_BANNER,
    SPELL_HEROES,
    SPELL_KIND,
    SPELL_TYPE,
    SUMMONED,
    TROPHIES,
    TROPHIES_FROM,
    WIZARD_SYMBOLS,
    WIZARD_WORDS,
)  # fmt: skip
from rush_envs.games.rush_out.panels import (
    SEAT_COLOURS,
    SECRET,
    STILL,
    TINTS,
    WIZARD_DIE,
    Chips,
    asked,
    count,
    draw_chips,
    draw_hero,
    draw_scrolls,
    draw_spaces,
    draw_wizard,
    has_won,
    hero_height,
    hero_spaces,
    hero_symbols,
    is_due,
    is_over,
    name,
    named_dice,
    wizard_spaces,
)
from rush_envs.games.rush_out.state import MARKET, ROUNDS, Phase, Reason, silenced
from rush_envs.games.rush_out.view import ACTIONS
from rush_envs.kit.scene import Scene

TYPE_FILLS = ("pink", "lime", "crimson", "sky", "cocoa", "grey", "sand")  # in the order of TYPE_NAMES
ORDEAL_FILLS = ("pale blue", "gold", "crimson", "lime")  # in the order of ORDEAL_KINDS
DARK = {"crimson", "cocoa", "grey"}  # to be written on in white
EFFECTS = (
    "1 hero die goes back", "clears one target", "joins the ordeals", "dragon 1 forward", "dragon 2 forward",
    "locks a hero's die", "no F for one hero", "no S for one hero", "no O for one hero", "no K for one hero",
    "heroes hide faces", "one act, one rest", "rest after filling", "wound 1, take souls", "wound 2 heroes",
    "one hero −1 point", "each hero −1 point",
)  # fmt: skip
FILLED = {BASIC: "full: next ordeal", COIN: "full: a coin", CLASH: "full: 1 life less", SUMMONED: "a summoned spell"}
CURSE_KINDS = (("silence", "hide faces"), ("one hand", "act, then rest"), ("high five", "fill, then rest"))
REASONS = {Reason.DECK: "empty deck", Reason.DRAGON: "dragon", Reason.SOULS: "souls", Reason.LIVES: "lives"}
TEAMS = ("heroes", "wizard")

# Columns and rows
SIDE, CARD = 27, 24
WIDTH = 2 * SIDE + SPACES * CARD
RIGHT = WIDTH - SIDE
STOPS = (SIDE // 2, *(SIDE + k * CARD + CARD // 2 for k in range(SPACES)), WIDTH - SIDE // 2 - 1)
SPELL_ROW, SPELL_TALL = 2, 8
TRACK = SPELL_ROW + SPELL_TALL
ORDEAL_ROW, ORDEAL_TALL, HALF = TRACK + 1, 8, 4
MARKET_ROW, MARKET_TALL, MARKET_LEFT = ORDEAL_ROW + ORDEAL_TALL, 6, SIDE + CARD
NEXT_CURSE, NEXT_ITEM, NEXT_SCROLL = 16, 17, 18


def draw(state: np.ndarray, viewer: int | None) -> Scene:
    """One game from the eyes of a seat (0 is the wizard), or the open table."""
    s = state[0]
    heroes = int(s["seats"]) - 1
    top = MARKET_ROW + (MARKET_TALL if s["scenario"] >= COINS_FROM else 0)
    bottom = top + hero_height(s, WIDTH // heroes)
    scene = Scene(WIDTH, bottom + 2, "Rush Out!")
    _draw_head(scene, s, viewer)
    _draw_results(scene, s)
    draw_wizard(scene, s, viewer, 0, SPELL_ROW, SIDE, SPELL_TALL)
    draw_scrolls(scene, s, RIGHT, SPELL_ROW, SIDE, SPELL_TALL)
    for space in range(SPACES):
        _draw_spell(scene, s, space, SIDE + space * CARD, SPELL_ROW)
        _draw_ordeal(scene, s, space, SIDE + space * CARD, ORDEAL_ROW)
    _draw_track(scene, s)
    _draw_dragon_tile(scene, s, 0, ORDEAL_ROW)
    _draw_tokens(scene, s, 0, ORDEAL_ROW + HALF)
    _draw_decks(scene, s, RIGHT, ORDEAL_ROW)
    if s["scenario"] >= COINS_FROM:
        _draw_curses(scene, s, 0, MARKET_ROW)
        _draw_market(scene, s, viewer, MARKET_LEFT, MARKET_ROW)
    secret = silenced(state, viewer or 0)[:, 0]  # the wizard sees all faces, and so does the open table
    for hero in range(heroes):
        left = hero * WIDTH // heroes
        draw_hero(scene, s, hero + 1, viewer, bool(secret[hero + 1]), left, top, (hero + 1) * WIDTH // heroes - left)
    _draw_legend(scene, bottom)
    return scene


# ------------------------------------------------------------------------------------------------------------------
# Head


def _draw_head(scene: Scene, s: np.void, viewer: int | None) -> None:
    scene.text(1, 0, "Rush Out!", bold=True)
    words = f"{SCENARIO_NAMES[s['scenario']]} · round {s['round_now'] + 1} · tick {s['ticks']} of {s['max_ticks']}"
    scene.text(12, 0, words)
    x = 65
    if s["truncated"]:
        scene.text(x, 0, "The game was stopped before its end: nobody wins.", bold=True)
        return
    scene.chip(x - 9, 0, "OVER" if s["done"] else Phase(s["phase"]).name, fill="ink", square=True)
    due = [seat for seat in range(s["seats"]) if is_due(s, seat, viewer)]
    for seat in due:
        scene.chip(x, 0, name(seat, viewer), fill=SEAT_COLOURS[seat])
        x += len(name(seat, viewer)) + 2
    scene.text(x, 0, _deed(s, viewer, bool(due)), bold=True, width=WIDTH - x)


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


def _draw_results(scene: Scene, s: np.void) -> None:
    """Trophies, and how each round was won."""
    wanted = TROPHIES if s["scenario"] >= TROPHIES_FROM else 1
    x = 1
    for side, team in enumerate(TEAMS):
        held = int(s["trophies"][side])
        scene.text(x, 1, team, colour="grey")
        for k in range(wanted):
            scene.chip(x + 8 + 2 * k, 1, "★" if k < held else "☆", fill="gold" if k < held else "fog")
        x += 10 + 2 * wanted
    played = [k for k in range(ROUNDS) if s["round_winner"][k] >= 0]
    words = [f"round {k + 1}: {TEAMS[s['round_winner'][k]]} ({REASONS[Reason(s['round_reason'][k])]})" for k in played]
    scene.text(33, 1, " · ".join(words))


# ------------------------------------------------------------------------------------------------------------------
# Cards


def _draw_band(scene: Scene, words: str, fill: str, x: int, y: int) -> None:
    """The kind of a card."""
    scene.box(x + 1, y, CARD - 2, 1, fill=fill, line=None)
    scene.text(x + 2, y, words.upper(), colour="white" if fill in DARK else "ink", bold=True, width=CARD - 4)


def _draw_banner(scene: Scene, banner: int, x: int, y: int) -> None:
    """It hangs from the lower side of a card."""
    if banner >= 0:
        letter = WIZARD_SYMBOLS[banner]
        scene.chip(x + CARD - 13, y, f" banner {letter} ", fill=TINTS[letter], square=True)


def _draw_spell(scene: Scene, s: np.void, space: int, x: int, y: int) -> None:
    spell, cast = int(s["spell"][space]), bool(asked(s) and s["casting"] == space)
    scene.box(x, y, CARD, SPELL_TALL, line="purple", heavy=cast, label=f"spell {space + 1}" + " · cast" * cast)
    kind = int(SPELL_KIND[spell])
    _draw_band(scene, KIND_NAMES[kind], TYPE_FILLS[SPELL_TYPE[spell]], x, y + 1)
    scene.text(x + 2, y + 2, EFFECTS[kind], colour="grey")
    draw_spaces(scene, wizard_spaces(s, space), x + 2, y + 3)
    other_end = hero_symbols(SPELL_HEROES[spell])
    if other_end:
        scene.text(x + 2, y + 6, "heroes", colour="grey")
        draw_chips(scene, other_end, x + 9, y + 6)
    _draw_banner(scene, int(SPELL_BANNER[spell]), x, y + SPELL_TALL - 1)


def _draw_ordeal(scene: Scene, s: np.void, space: int, x: int, y: int) -> None:
    ordeal, dragon = int(s["ordeal"][space]), bool(s["dragon"] == space + 1)
    label = f"ordeal {space + 1}" + " · dragon" * dragon
    scene.box(x, y, CARD, ORDEAL_TALL, line="crimson" if dragon else "blue", heavy=dragon, label=label)
    kind, full = int(ORDEAL_KIND[ordeal]), not s["free"][space].any()
    _draw_band(scene, ORDEAL_KINDS[kind], ORDEAL_FILLS[kind], x, y + 1)
    scene.text(x + 2, y + 2, "full, but held" if full and dragon else FILLED[kind], colour="grey")
    draw_spaces(scene, hero_spaces(s, space), x + 2, y + 3)
    wizard_end = wizard_spaces(s, FIRST_END + space)
    if wizard_end:
        scene.text(x + 2, y + 6, "wizard", colour="grey")
        draw_chips(scene, wizard_end, x + 9, y + 6)
    _draw_banner(scene, int(ORDEAL_BANNER[ordeal]), x, y + ORDEAL_TALL - 1)


# ------------------------------------------------------------------------------------------------------------------
# Dragon, tokens, decks


def _draw_track(scene: Scene, s: np.void) -> None:
    """The dragon's way from its tile over the ordeals to the deck."""
    if s["scenario"] < DRAGON_FROM:
        return
    dragon = int(s["dragon"])
    scene.line(STOPS[0], TRACK, STOPS[-1], TRACK, colour="silver", dashed=True)
    if dragon:
        scene.line(STOPS[0], TRACK, STOPS[dragon], TRACK, colour="crimson", heavy=True)
    for stop, x in enumerate(STOPS):
        if stop == dragon:
            scene.chip(x - 3, TRACK, "dragon", fill="crimson")
        else:
            scene.chip(x, TRACK, "○", fill="fog")


def _draw_dragon_tile(scene: Scene, s: np.void, x: int, y: int) -> None:
    scene.box(x, y, SIDE, HALF, line="crimson", label="dragon tile")
    if s["scenario"] < DRAGON_FROM:
        scene.text(x + 2, y + 1, "no dragon in this game", colour="grey")
    elif s["dragon"] == 0:
        scene.text(x + 2, y + 1, "the dragon sleeps here", colour="grey")
    else:
        draw_chips(scene, hero_spaces(s, DRAGON_TILE), x + 2, y + 1)
        scene.text(x + 2, y + 2, "full: dragon 1 back", colour="grey")


def _draw_tokens(scene: Scene, s: np.void, x: int, y: int) -> None:
    scene.box(x, y, SIDE, HALF, label="tokens left")
    size = int(s["seats"]) - 3
    kinds = (("souls", SOULS_FROM, SOULS[size], "sky"), ("lives", LIVES_FROM, LIVES[size], "crimson"))
    for row, (kind, begins, total, fill) in enumerate(kinds, y + 1):
        scene.text(x + 2, row, kind, colour="grey")
        if s["scenario"] < begins:
            scene.text(x + 8, row, "not in this game", colour="grey")
            continue
        scene.text(x + 8, row, str(s[kind]), bold=True)
        for token in range(total):
            there = token < s[kind]
            scene.chip(x + 10 + 2 * token, row, "●" if there else "○", fill=fill if there else "fog")


def _draw_decks(scene: Scene, s: np.void, x: int, y: int) -> None:
    """Only what lies on top is ever known."""
    reached = s["dragon"] == DRAGON_WINS
    scene.box(x, y, SIDE, HALF, line="blue", heavy=bool(reached), label="ordeal deck")
    ordeal, spell = int(s["known_ordeal"]), int(s["known_spell"])
    scene.text(x + 2, y + 1, "top: summoned" if ordeal >= 0 else "face down", colour="ink" if ordeal >= 0 else "grey")
    if ordeal >= 0:
        draw_chips(scene, hero_symbols(ORDEAL_SPACES[ordeal]), x + 2, y + 2)
    scene.box(x, y + HALF, SIDE, HALF, line="purple", label="spell deck")
    words = f"top: {KIND_NAMES[SPELL_KIND[spell]]}" if spell >= 0 else "face down"
    scene.text(x + 2, y + HALF + 1, words, colour="ink" if spell >= 0 else "grey")


# ------------------------------------------------------------------------------------------------------------------
# Curses, market, legend


def _draw_curses(scene: Scene, s: np.void, x: int, y: int) -> None:
    scene.box(x, y, MARKET_LEFT, MARKET_TALL, line="cocoa", label="curses")
    for k, (words, effect) in enumerate(CURSE_KINDS):
        left = x + 2 + k * NEXT_CURSE
        cards = [card for card in (2 * k, 2 * k + 1) if s["cursed"][card]]
        scene.text(left, y + 1, words, colour="ink" if cards else "grey", bold=bool(cards))
        for card in cards:
            scene.text(left, y + 2 + card % 2, str(card % 2 + 1), colour="grey")
            draw_chips(scene, hero_spaces(s, FIRST_CURSE_TARGET + card), left + 3, y + 2 + card % 2)
        if cards:
            scene.text(left, y + 4, effect, colour="grey")
        else:
            scene.text(left, y + 2, "–", colour="grey")


def _draw_market(scene: Scene, s: np.void, viewer: int | None, x: int, y: int) -> None:
    """Prices; copies left of equipment, scrolls that are sold."""
    is_open = s["phase"] == MARKET and not is_over(s)
    doing = f"{name(int(s['shopper']), viewer)} buys" if is_open else "closed"
    scene.box(x, y, WIDTH - x, MARKET_TALL, line="gold", heavy=is_open, label=f"market (price first) · {doing}")
    for k, words in enumerate(EQUIPMENT_NAMES):
        left, row = x + 2 + k % 2 * NEXT_ITEM, y + 1 + k // 2
        copies = int(s["equipment_left"][k])
        scene.chip(left, row, str(EQUIPMENT_PRICE[k]), fill="gold")
        scene.text(left + 2, row, words, colour="ink" if copies else "grey")
        scene.text(left + 13, row, f"×{copies}", colour="ink" if copies else "grey")
    for side, team in enumerate(TEAMS):
        scene.text(x + 2 + side * NEXT_ITEM, y + 4, f"{team} {count(int(s['coins'][side]), 'coin')}", bold=True)
    for k, words in enumerate(SCROLL_NAMES):
        left, row = x + 3 + 2 * NEXT_ITEM + k // 4 * NEXT_SCROLL, y + 1 + k % 4
        sold = bool(s["scrolls"] >> k & 1)
        scene.chip(left, row, str(SCROLL_PRICE[k]), fill="gold")
        scene.text(left + 2, row, words.removesuffix(" scroll"), colour="grey" if sold else "ink")
        scene.text(left + 14, row, "✓" if sold else "")


def _draw_legend(scene: Scene, y: int) -> None:
    x = 1
    for title, letters, words in (("heroes", HERO_SYMBOLS, HERO_WORDS), ("wizard", WIZARD_SYMBOLS, WIZARD_WORDS)):
        scene.text(x, y, title, colour="grey")
        x += 8
        for letter, word in zip(letters, words, strict=True):
            scene.chip(x, y, letter, fill=TINTS[letter], square=True)
            scene.text(x + 2, y, word, colour="grey")
            x += len(word) + 3
        x += 2
    notes: Chips = [("S", TINTS["S"]), ("S0", SEAT_COLOURS[1]), ("P" + WIZARD_DIE, SEAT_COLOURS[0])]
    notes += [(STILL, "fog"), (SECRET, SEAT_COLOURS[1])]
    meaning = ("free space", "hero_0's die on it", "the wizard's die on it", "not rolled yet", "rolled, kept silent")
    x = 9
    for (letter, fill), word in zip(notes, meaning, strict=True):
        scene.chip(x, y + 1, letter, fill=fill, square=True)
        scene.text(x + len(letter) + 1, y + 1, word, colour="grey")
        x += len(letter) + len(word) + 3
