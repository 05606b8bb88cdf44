"""What lies before the players: the wizard's dice and scrolls, a panel for each hero; and the words and chips that the
whole drawing shares.

A die is a card in its owner's colour, a free space one in the colour of its symbol. Where there is no colour a lone
letter is a free space, a letter with a number holds a die of that hero, and a letter with a disc one of the wizard.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.rush_out.components import (
    CHARACTER_NAMES,
    COINS_FROM,
    COST,
    DISSIPATIONS,
    EQUIPMENT,
    EXPERIENCE_FROM,
    FIRST_DISSIPATION_TARGET,
    FIRST_TILE,
    FORBIDS,
    HERO_DICE,
    HERO_SYMBOLS,
    HEROES,
    JOKER,
    JOKER_PLANT,
    LIGHTNING_SCROLL,
    LIGHTNING_TARGET,
    ORDEAL_BANNER,
    SOULS_FROM,
    SPACES,
    SPELL_BANNER,
    SPELL_MIX,
    TYPE_NAMES,
    UNROLLED,
    WIZARD_SYMBOLS,
)  # fmt: skip
from rush_envs.games.rush_out.state import FREE, MARKET, SHUT, Question
from rush_envs.games.rush_out.view import A_TAKE, TARGET_NAMES, WIZARD_TARGET_NAMES
from rush_envs.kit.scene import Scene

Chips = list[tuple[str, str]]  # words and colour of each

SEAT_COLOURS = ("ink", "blue", "vermilion", "green", "purple")
TINTS = {"F": "orange", "S": "silver", "O": "sand", "K": "gold", "H": "pink", "J": "white"}  # of symbols
TINTS |= {"P": "lime", "W": "sky", "A": "fog", "L": "yellow"}
DISSIPATION_TYPE = TYPE_NAMES.index("dissipation")
WIZARD_FACES = WIZARD_SYMBOLS + HERO_SYMBOLS[JOKER]
WIZARD_DIE, SECRET, STILL = "●", "?", "·"  # on a space; rolled but not told; not rolled
EQUIPMENT_LETTERS = ("F", "K", "O", "S", "H", "any")
DISSIPATION_WORDS = ("vortex1", "vortex2", *(f"no {HERO_SYMBOLS[symbol]}" for symbol in FORBIDS[2:]))
SCROLL_WORDS = ("plant↔water", "plant↔air", "swap spells", "joker=plant", "joker=water", "joker=air")
ABILITIES = ("heal", "discard", "dragon back", "joker")  # in the order of CHARACTER_NAMES
WIZARD_ENDS = [f"ordeal {k + 1}, his end" for k in range(SPACES)]
AIMS = WIZARD_TARGET_NAMES[:SPACES] + WIZARD_ENDS + WIZARD_TARGET_NAMES[2 * SPACES :]
QUESTION_WORDS = {
    Question.TARGET: "chooses a target",
    Question.DIE: "chooses a hero's die",
    Question.DISSIPATION: "chooses a hero",
    Question.DAMNATION: "chooses a hero to wound",
    Question.REGRESSION: "chooses a hero",
}

# Columns and rows
STEP = 3  # from one space to the next
LABEL = 7  # width of the words before a line
BLOCK = 27  # width of a hero's facts at least
PER_ROW, NEXT_CARD = 2, 14  # dissipations: how many in a row, and from one to the next
NEXT_SCROLL = 12


# ------------------------------------------------------------------------------------------------------------------
# Words and facts


def is_over(s: np.void) -> bool:
    return bool(s["done"] or s["truncated"])


def has_won(s: np.void, seat: int) -> bool:
    return bool(s["done"] and s["outcome"][seat] > 0)


def name(seat: int, viewer: int | None) -> str:
    return (f"hero_{seat - 1}" if seat else "wizard_0") + " (you)" * (seat == viewer)


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def is_due(s: np.void, seat: int, viewer: int | None) -> bool:
    """Whether the viewer knows that this seat has to answer now: in a tick nobody knows that of others."""
    known = s["phase"] == MARKET or viewer is None or viewer == seat
    return bool(known and s["active"] >> seat & 1) and not is_over(s)


def asked(s: np.void) -> Question:
    """The wizard's open question; none is left when a round is over."""
    return Question.NONE if s["winner"] >= 0 or is_over(s) else Question(s["question"])


def hero_spaces(s: np.void, target: int) -> Chips:
    """The spaces of a target of heroes, with the dice on them."""
    chips = []
    for symbol, letter in enumerate(HERO_SYMBOLS):
        for seat in range(1, s["seats"]):
            dice = int(s["placed"][seat, symbol]) if s["at"][seat] == target else 0
            chips += [(f"{letter}{seat - 1}", SEAT_COLOURS[seat])] * dice
        chips += [(letter, TINTS[letter])] * int(s["free"][target, symbol])
    return chips


def wizard_spaces(s: np.void, target: int) -> Chips:
    chips = []
    for symbol, letter in enumerate(WIZARD_SYMBOLS):
        dice = int(s["placed"][0, symbol]) if s["at"][0] == target else 0
        chips += [(letter + WIZARD_DIE, SEAT_COLOURS[0])] * dice
        chips += [(letter, TINTS[letter])] * int(s["wizard_free"][target, symbol])
    return chips


def hero_symbols(counts: np.ndarray) -> Chips:
    """Spaces of a card that no hero's die can lie on yet."""
    return [(letter, TINTS[letter]) for letter, number in zip(HERO_SYMBOLS, counts, strict=True) for _ in range(number)]


def covered(s: np.void, seat: int) -> Chips:
    """The symbols that a seat's joker covers; the wizard's are on banners and scrolls."""
    if seat > 0:
        return [(HERO_SYMBOLS[k], TINTS[HERO_SYMBOLS[k]]) for k in range(JOKER) if s["covers"][seat - 1] >> k & 1]
    found = {*SPELL_BANNER[s["spell"]], *ORDEAL_BANNER[s["ordeal"]]}
    found |= {k for k in range(LIGHTNING_SCROLL - JOKER_PLANT) if s["scrolls"] >> JOKER_PLANT + k & 1}
    return [(letter, TINTS[letter]) for k, letter in enumerate(WIZARD_SYMBOLS) if k in found]


def hand(s: np.void, seat: int, secret: bool) -> Chips:
    """Rolled dice, then those still to be rolled; of secret ones only how many they are."""
    still, colour = int(s["hand"][seat, UNROLLED]), SEAT_COLOURS[seat]
    if secret:
        rolled = HERO_DICE - still - int(s["placed"][seat].sum()) - int(s["locked"][seat - 1])
        return [(SECRET, colour)] * rolled + [(STILL, "fog")] * still
    faces = HERO_SYMBOLS if seat else WIZARD_FACES
    dice = [(letter, colour) for face, letter in enumerate(faces) for _ in range(s["hand"][seat, face])]
    return dice + [(STILL, "fog")] * still


def named_dice(s: np.void, seat: int) -> str:
    """The dice that a seat has named to be taken back, by the spaces they lie on."""
    symbols = HERO_SYMBOLS if seat else WIZARD_FACES
    return "".join(letter * int(number) for letter, number in zip(symbols, s["taken"][seat], strict=True))


def aim(s: np.void, seat: int) -> str:
    """Where the seat's next die may go."""
    names, number = TARGET_NAMES if seat else AIMS, int(s["aim"][seat])
    if number == SHUT:
        return "shut: roll first"
    target = number - 1 if number != FREE else int(s["at"][seat])
    return names[target] if target >= 0 else "any card"


# ------------------------------------------------------------------------------------------------------------------
# Drawing


def draw_spaces(scene: Scene, chips: Chips, x: int, y: int) -> None:
    """The spaces of a card as a row of fields; two letters stand for a die."""
    for k, (words, fill) in enumerate(chips):
        left = x + k * STEP
        scene.box(left, y, STEP + 1, 3, fill=TINTS[words[0]])
        if len(words) > 1:
            scene.chip(left + 1, y + 1, words, fill=fill, square=True)
        else:
            scene.text(left + 1, y + 1, words, bold=True, anchor="middle", width=STEP - 1)


def draw_chips(scene: Scene, chips: Chips, x: int, y: int, step: int = STEP) -> None:
    for k, (words, fill) in enumerate(chips):
        scene.chip(x + k * step, y, words, fill=fill, square=True)


def draw_line(scene: Scene, label: str, chips: Chips, words: str, x: int, y: int) -> None:
    """A label, chips, and words after them; a dash if there is nothing."""
    scene.text(x, y, label, colour="grey")
    draw_chips(scene, chips, x + LABEL, y, 2)
    place = x + LABEL + 2 * len(chips) + bool(chips)
    scene.text(place, y, words if words or chips else "–", colour="ink" if words else "grey")


def draw_wizard(scene: Scene, s: np.void, viewer: int | None, x: int, y: int, width: int, height: int) -> None:
    scene.box(x, y, width, height, line=SEAT_COLOURS[0], heavy=is_due(s, 0, viewer), label=name(0, viewer))
    x, at = x + 2, int(s["at"][0])
    draw_line(scene, "dice", hand(s, 0, False), "", x, y + 1)
    draw_line(scene, "lie on", [], AIMS[at] if at >= 0 else "", x, y + 2)
    draw_line(scene, "aim", [], aim(s, 0), x, y + 3)
    draw_line(scene, "joker", covered(s, 0), "", x, y + 4)
    scene.text(x, y + 6, _status(s, 0, viewer), bold=True)


def draw_scrolls(scene: Scene, s: np.void, x: int, y: int, width: int, height: int) -> None:
    """Those the wizard owns; two of them have spaces for dice."""
    cast = bool(asked(s) and s["casting"] == SPACES)
    scene.box(x, y, width, height, line=SEAT_COLOURS[0], heavy=cast, label="scrolls" + " · cast" * cast)
    if not s["scrolls"]:
        scene.text(x + 2, y + 1, "the wizard has none", colour="grey")
    for k, words in enumerate(SCROLL_WORDS):
        if s["scrolls"] >> k & 1:
            scene.text(x + 2 + k // 3 * NEXT_SCROLL, y + 1 + k % 3, words)
    for k, words in enumerate(("lightning", "fire")):
        if s["scrolls"] >> LIGHTNING_SCROLL + k & 1:
            scene.text(x + 2, y + 5 + k, words)
            draw_chips(scene, wizard_spaces(s, LIGHTNING_TARGET + k), x + 3 + len(words), y + 5 + k)


def hero_rows(s: np.void) -> tuple[int, int]:
    """Rows of a hero's facts and of what lies before him in this scenario."""
    facts = 5 + (s["scenario"] >= COINS_FROM) + (s["scenario"] >= EXPERIENCE_FROM)
    dissipations = SPELL_MIX[s["scenario"], DISSIPATION_TYPE] > 0
    return int(facts), int(s["scenario"] >= SOULS_FROM) + DISSIPATIONS // PER_ROW * int(dissipations)


def hero_height(s: np.void, width: int) -> int:
    """Wide panels have both side by side."""
    facts, before = hero_rows(s)
    return 2 + (max(facts, before) if width > 2 * BLOCK else facts + before)


def draw_hero(
    scene: Scene, s: np.void, seat: int, viewer: int | None, secret: bool, x: int, y: int, width: int
) -> None:
    hero, height = seat - 1, hero_height(s, width)
    label = f"{name(seat, viewer)} · {CHARACTER_NAMES[s['character'][hero]]}"
    scene.box(x, y, width, height, line=SEAT_COLOURS[seat], heavy=is_due(s, seat, viewer), label=label)
    _draw_facts(scene, s, seat, viewer, secret, x + 2, y + 1)
    if width > 2 * BLOCK:
        _draw_before(scene, s, hero, x + width // 2, y + 1)
    else:
        _draw_before(scene, s, hero, x + 2, y + 1 + hero_rows(s)[0])


def _status(s: np.void, seat: int, viewer: int | None) -> str:
    """What a seat is about: a choice that it owes, its pause, or that it has to answer."""
    if is_over(s):
        return "wins the game" if has_won(s, seat) else ""
    if s["phase"] == MARKET:
        return "buys or passes" if is_due(s, seat, viewer) else "waits in the market"
    if viewer == seat and s["pending"][seat] == A_TAKE:
        return f"takes back {named_dice(s, seat)} …"
    if seat == 0 and asked(s):
        return "chooses 2 to wound" if s["wounds_due"] == 2 else QUESTION_WORDS[asked(s)]
    if seat > 0 and s["owners"][seat - 1]:
        return "gives a point to " + " or ".join(str(k) for k in range(HEROES) if s["owners"][seat - 1] >> k & 1)
    if seat > 0 and s["busy"][seat - 1]:
        return f"busy for {count(int(s['busy'][seat - 1]), 'tick')}"
    return "to answer" if is_due(s, seat, viewer) else ""


def _draw_facts(scene: Scene, s: np.void, seat: int, viewer: int | None, secret: bool, x: int, y: int) -> None:
    hero, at = seat - 1, int(s["at"][seat])
    scene.text(x, y, _status(s, seat, viewer), bold=True)
    vortex = "+ 1 locked" if s["locked"][hero] else "owes 1 to a vortex" if s["owes"][hero] else ""
    draw_line(scene, "dice", hand(s, seat, secret), vortex, x, y + 1)
    draw_line(scene, "lie on", [], TARGET_NAMES[at] if at >= 0 else "", x, y + 2)
    draw_line(scene, "aim", [], aim(s, seat), x, y + 3)
    draw_line(scene, "joker", covered(s, seat), "", x, y + 4)
    if s["scenario"] >= COINS_FROM:
        owned = [EQUIPMENT_LETTERS[k] for k in range(EQUIPMENT) if s["equipment"][hero] >> k & 1]
        draw_line(scene, "gear", [(letter, "sand") for letter in owned], "", x, y + 5)
    if s["scenario"] >= EXPERIENCE_FROM:
        character = int(s["character"][hero])
        ability = f"{s['experience'][hero]} · {ABILITIES[character]}: {COST[character]}"
        draw_line(scene, "points", [], ability, x, y + 6)


def _draw_before(scene: Scene, s: np.void, hero: int, x: int, y: int) -> None:
    """The tile if the hero is wounded, and dissipations."""
    if s["scenario"] >= SOULS_FROM:
        wounded = bool(s["wounded"][hero])
        scene.text(x, y, "wounded" if wounded else "not wounded", colour="crimson" if wounded else "grey", bold=wounded)
        draw_chips(scene, hero_spaces(s, FIRST_TILE + hero), x + LABEL + 2, y)
        y += 1
    lying = [card for card in range(DISSIPATIONS) if s["dissipation"][card] == hero]
    for k, card in enumerate(lying):
        left, row = x + k % PER_ROW * NEXT_CARD, y + k // PER_ROW
        words, chips = DISSIPATION_WORDS[card], hero_spaces(s, FIRST_DISSIPATION_TARGET + card)
        scene.text(left, row, words, colour="purple", bold=True)
        draw_chips(scene, chips, left + len(words) + 1, row)
