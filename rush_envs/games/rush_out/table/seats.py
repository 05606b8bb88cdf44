"""What lies before the players: dice, scrolls and burdens, and buttons for the one who looks."""

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
    HERO_SYMBOLS,
    HERO_WORDS,
    LIGHTNING_SCROLL,
    LIGHTNING_TARGET,
    PLANT_AIR,
    PLANT_WATER,
    SPACES,
    SPELL_MIX,
    SWAP,
    TYPE_NAMES,
)
from rush_envs.games.rush_out.table.board import TYPE_COLOURS
from rush_envs.games.rush_out.table.facts import aim, asked, place, status
from rush_envs.games.rush_out.table.pieces import (
    SEAT_COLOURS,
    SMALL,
    covered_symbols,
    draw_button,
    draw_dice,
    draw_line,
    draw_pieces,
    draw_symbols,
    draw_tray,
    hero_hand,
    hero_spaces,
    hero_target,
    wizard_hand,
    wizard_spaces,
    wizard_target,
)
from rush_envs.kit.scene import Panel
from rush_envs.kit.scene.parts import Part

TYPE_ICONS = ("confusion", "summoning", "dracology", "vortex", "silence", "damnation", "regression")
EQUIPMENT_WORDS = (("fire", "F"), ("key", "K"), ("footprints", "O"), ("sword", "S"), ("heart", "H"), ("joker", "J"))
DISSIPATION_WORDS = ("vortex1", "vortex2", *(f"no {HERO_SYMBOLS[symbol]}" for symbol in FORBIDS[2:]))
SCROLL_WORDS = ("plant↔water", "plant↔air", "swap spells", "joker=plant", "joker=water", "joker=air")
SCROLL_PARTS: dict[int, dict] = {
    PLANT_WATER: {"range": "flip", "faces": (0, 1)}, PLANT_AIR: {"range": "flip", "faces": (2, 3)},
    SWAP: {"range": "swap"},
}  # fmt: skip
ABILITIES = ("heal a hero", "discard a card", "dragon 1 back", "turn to joker")  # in the order of CHARACTER_NAMES
ABILITY_RANGES = ("heal", "discard", "push", "turn")
DISSIPATION_TYPE = TYPE_NAMES.index("dissipation")

# Columns and rows
BLOCK = 31  # width of a panel at least
SMALL_SLOT, NEXT_SLOT = (2.2, 1.1), 3
PER_ROW = 2  # dissipations


def draw_wizard(panel: Panel, s: np.void, viewer: int | None) -> None:
    panel.text(2, 1, status(s, 0, viewer), bold=True)
    draw_tray(panel, 1.2, 1.9, 28.6, 2.9)
    draw_dice(panel, wizard_hand(s), 2, 2.1, 5)
    panel.text(2, 3, f"lie on {place(s, 0)}", colour="grey", only="text")
    draw_line(panel, "aim", aim(s, 0), 2, 5)
    draw_line(panel, "joker", "" if covered_symbols(s, 0) else "–", 2, 6)
    draw_symbols(panel, covered_symbols(s, 0), 9, 6)
    if s["scenario"] >= COINS_FROM:
        _draw_scrolls(panel, s, viewer)
    else:
        _draw_mix(panel, s)
    if viewer == 0:
        _draw_buttons(panel, panel.height - 2.5)


def _draw_scrolls(panel: Panel, s: np.void, viewer: int | None) -> None:
    """Those the wizard owns; two of them have spaces for dice."""
    cast = bool(asked(s) and s["casting"] == SPACES)
    draw_tray(panel, 1.2, 7, 28.6, 5.2)
    panel.text(2, 7, "scrolls" if s["scrolls"] else "scrolls: none", colour="grey", size=13)
    for k, words in enumerate(SCROLL_WORDS):
        if s["scrolls"] >> k & 1:
            x, y = 2 + k // 3 * 15, 8 + k % 3
            panel.icon(x - 0.5, y, "scroll", size=(2, 1), only="picture")
            panel.text(x + 1.8, y, words, size=13, part=SCROLL_PARTS.get(k))
    for k, words in enumerate(("lightning", "fire")):
        if s["scrolls"] >> LIGHTNING_SCROLL + k & 1:
            x, y = (14, 7) if k == 0 else (2, 11)
            panel.text(x, y, words, size=13, bold=cast and k == 0, part=wizard_target(LIGHTNING_TARGET + k))
            pieces = wizard_spaces(s, LIGHTNING_TARGET + k, viewer)
            draw_pieces(panel, pieces, x + len(words) + 1, y, SMALL_SLOT, NEXT_SLOT)


def _draw_mix(panel: Panel, s: np.void) -> None:
    """The spells of this scenario, where there is nothing to be bought."""
    panel.text(2, 7, "spells of this scenario", colour="grey", size=13)
    mix = [(k, int(number)) for k, number in enumerate(SPELL_MIX[s["scenario"]]) if number]
    for row, (k, number) in enumerate(mix):
        panel.icon(2, 8 + row, TYPE_ICONS[k], size=(2, 1), colour=TYPE_COLOURS[k], only="picture")
        panel.text(5, 8 + row, f"{number} {TYPE_NAMES[k]}", size=13)


def _draw_buttons(panel: Panel, y: float) -> None:
    """A tick is answered in words, or by clicking on dice and spaces."""
    draw_button(panel, 1.2, y, 6.3, "Roll", "cup", {"range": "roll"})
    draw_button(panel, 7.7, y, 10.3, "Take back", "back", {"range": "take"})
    draw_button(panel, 18.2, y, 5, "All", "back", {"range": "all"})
    draw_button(panel, 23.4, y, 6.6, "Wait", "hourglass", {"range": "wait"})


# ------------------------------------------------------------------------------------------------------------------
# Heroes


def hero_height(s: np.void, width: int) -> int:
    """Rows of a hero's panel in this scenario; a wide one has what lies before him beside his dice."""
    before = DISSIPATIONS // PER_ROW if SPELL_MIX[s["scenario"], DISSIPATION_TYPE] else 0
    return _facts(s) + (0 if width > 2 * BLOCK else before) + 3


def _facts(s: np.void) -> int:
    return 6 + int(s["scenario"] >= COINS_FROM) + int(s["scenario"] >= EXPERIENCE_FROM)


def draw_hero(panel: Panel, s: np.void, seat: int, viewer: int | None, secret: bool) -> None:
    hero, wide = seat - 1, panel.width > 2 * BLOCK
    _draw_person(panel, s, seat, viewer)
    draw_tray(panel, 7.7, 2, 13, 2.1)
    draw_dice(panel, hero_hand(s, seat, viewer, secret), 8, 2.1, 3.9)
    draw_pieces(panel, hero_spaces(s, FIRST_TILE + hero, viewer), 21, 2.1, (2.8, 1.4), NEXT_SLOT)
    panel.text(2, 3, f"lie on {place(s, seat)}", colour="grey", only="text")
    draw_line(panel, "aim", aim(s, seat), 2, 4.2)
    draw_line(panel, "joker", "", 2, 5.2)
    draw_symbols(panel, covered_symbols(s, seat), 9, 5.2)
    if s["scenario"] >= COINS_FROM:
        owned = [EQUIPMENT_WORDS[k] for k in range(EQUIPMENT) if s["equipment"][hero] >> k & 1]
        draw_line(panel, "gear", "" if owned else "–", 2, 6.2)
        draw_symbols(panel, owned, 9, 6.2)
    if s["scenario"] >= EXPERIENCE_FROM:
        character = int(s["character"][hero])
        words = f"{s['experience'][hero]} · {COST[character]}: {ABILITIES[character]}"
        draw_line(panel, "points", words, 2, 7.2)
        if viewer == seat:
            panel.zone(1.5, 7.2, 28, 1, part={"range": ABILITY_RANGES[character]})
    _draw_dissipations(panel, s, hero, viewer, BLOCK if wide else 2, 1.2 if wide else _facts(s) + 0.2)
    if viewer == seat:
        _draw_buttons(panel, panel.height - 2.4)


def _draw_person(panel: Panel, s: np.void, seat: int, viewer: int | None) -> None:
    hero = seat - 1
    wounded = bool(s["wounded"][hero])
    part: Part = [{"range": "hero", "hero": hero}, {"range": "heal", "hero": hero}]
    fill = "pale red" if wounded else "fog"
    panel.box(1.3, 1.1, 6, 3, fill=fill, line="crimson" if wounded else "silver", look="tile", only="picture")
    panel.icon(1.8, 1.3, CHARACTER_NAMES[s["character"][hero]], size=(5, 2.5), colour=SEAT_COLOURS[seat],
               only="picture")  # fmt: skip
    panel.zone(1.3, 1.1, 6, 3, part=part)
    if wounded:
        panel.text(1, 1, "WOUNDED", colour="crimson", bold=True, only="text")
        panel.text(21, 3.55, "heal the wound", colour="crimson", size=12.5, only="picture")
        panel.zone(20.8, 2, 9.4, 2.3, part=hero_target(FIRST_TILE + hero))
    panel.text(9, 1, status(s, seat, viewer), bold=True, size=13, width=21)


def _draw_dissipations(panel: Panel, s: np.void, hero: int, viewer: int | None, x: float, y: float) -> None:
    if not SPELL_MIX[s["scenario"], DISSIPATION_TYPE]:
        return
    lying = [card for card in range(DISSIPATIONS) if s["dissipation"][card] == hero]
    draw_tray(panel, x - 0.8, y - 0.05, panel.width - x - 0.4, DISSIPATIONS // PER_ROW + 0.1)
    if not lying:
        panel.text(x, y + 1, "nothing lies before this hero", colour="grey", size=12.5, only="picture")
    for k, card in enumerate(lying):
        left, row = x + k % PER_ROW * 14.2, y + k // PER_ROW
        target = FIRST_DISSIPATION_TARGET + card
        panel.box(left - 0.7, row, 14, 1, fill="pale blue", line="blue", look="tile", only="picture")
        icon = "vortex" if FORBIDS[card] < 0 else HERO_WORDS[FORBIDS[card]]
        panel.icon(left - 0.3, row, icon, size=(1.6, 1), colour="blue", only="picture")
        if FORBIDS[card] >= 0:
            panel.icon(left - 0.4, row, "forbidden", size=SMALL, only="picture")
        words = DISSIPATION_WORDS[card]
        panel.text(left, row, words, colour="purple", bold=True, only="text")
        panel.text(left + 1.7, row, words, size=12.5, only="picture")
        panel.zone(left - 0.7, row, 14, 1, part=[*hero_target(target), {"range": "discard", "card": card}])
        draw_pieces(panel, hero_spaces(s, target, viewer), left + 8, row, (2, 1), NEXT_SLOT - 0.8)
