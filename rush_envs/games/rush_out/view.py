"""What a player sees and says: observation pieces, action ids, words (RO-11, RO-12)."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    CHARACTER_NAMES,
    CURSES,
    DISSIPATIONS,
    EQUIPMENT,
    EQUIPMENT_COPIES,
    EQUIPMENT_NAMES,
    FACES,
    HERO_WORDS,
    HEROES,
    JOKER,
    KIND_NAMES,
    KINDS,
    MOST_COINS,
    MOST_POINTS,
    ORDEAL_BANNER,
    ORDEAL_CARDS,
    ORDEAL_KIND,
    ORDEAL_KINDS,
    ORDEAL_SPACES,
    SCENARIO_NAMES,
    SCROLL_NAMES,
    SCROLLS,
    SEATS,
    SPACES,
    SPELL_BANNER,
    SPELL_HEROES,
    SPELL_KIND,
    SPELLS,
    TARGETS,
    UNROLLED,
    WIZARD_TARGETS,
    WIZARD_WORDS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import hears, wizard_covers
from rush_envs.games.rush_out.state import ASK_NOTHING, MARKET, MOST_SPELLS
from rush_envs.kit import kernel
from rush_envs.kit.features import copy, copy_rows
from rush_envs.layout import ActionLayout, FeatureLayout, Piece, Range

HERO_NAMES = [f"hero_{hero}" for hero in range(HEROES)]
DISSIPATION_NAMES = ("vortex 1", "vortex 2", "no fire", "no sword", "no footprints", "no key")
CURSE_NAMES = ("silence 1", "silence 2", "one hand 1", "one hand 2", "high five 1", "high five 2")
TARGET_NAMES = [
    *(f"ordeal {k + 1}" for k in range(SPACES)), "dragon tile", *DISSIPATION_NAMES, *CURSE_NAMES,
    *(f"tile of {name}" for name in HERO_NAMES),
]  # fmt: skip
WIZARD_TARGET_NAMES = [
    *(f"spell {k + 1}" for k in range(SPACES)), *(f"the wizard's end of ordeal {k + 1}" for k in range(SPACES)),
    "lightning scroll", "fire scroll",
]  # fmt: skip
SPACE_NAMES = [str(k + 1) for k in range(SPACES)]

ACTIONS = ActionLayout(
    Range("wait", "wait"),
    Range("roll", "roll"),
    Range("take", "take back and roll"),
    Range("all", "take back all"),
    Range("hero_back", "take back from a hero's {symbol}", symbol=HERO_WORDS),
    Range("wizard_back", "take back from the wizard's {symbol}", symbol=WIZARD_WORDS),
    Range("hero_place", "place on {target}, {symbol}", target=TARGET_NAMES, symbol=HERO_WORDS),
    Range("wizard_place", "place on {target}, {symbol}", target=WIZARD_TARGET_NAMES, symbol=WIZARD_WORDS),
    Range("wizard_joker", "place a joker on {target}, {symbol}", target=WIZARD_TARGET_NAMES, symbol=WIZARD_WORDS),
    Range("target", "choose target {target}", target=TARGET_NAMES),
    Range("die", "choose the die of {hero} on {symbol}", hero=HERO_NAMES, symbol=HERO_WORDS),
    Range("hero", "choose {hero}", hero=HERO_NAMES),
    Range("flip", "flip {faces}", faces=("plant to water", "water to plant", "plant to air", "air to plant")),
    Range("swap", "swap spell {space}", space=SPACE_NAMES),
    Range("coins", "spend coins"),
    Range("equipment", "buy equipment {item}", item=EQUIPMENT_NAMES),
    Range("scroll", "buy {item}", item=SCROLL_NAMES),
    Range("pass", "pass"),
    Range("heal", "heal {hero}", hero=HERO_NAMES),
    Range("discard", "discard {card}", card=(*DISSIPATION_NAMES, *CURSE_NAMES)),
    Range("push", "push the dragon back"),
    Range("turn", "turn a die of {hero} from {face} to joker", hero=HERO_NAMES, face=HERO_WORDS[:JOKER]),
)
A_WAIT, A_ROLL, A_TAKE, A_ALL = (ACTIONS.start(name) for name in ("wait", "roll", "take", "all"))
A_HERO_BACK, A_WIZARD_BACK = ACTIONS.start("hero_back"), ACTIONS.start("wizard_back")
A_HERO_PLACE, A_WIZARD_PLACE = ACTIONS.start("hero_place"), ACTIONS.start("wizard_place")
A_WIZARD_JOKER = ACTIONS.start("wizard_joker")
A_TARGET, A_DIE, A_HERO = ACTIONS.start("target"), ACTIONS.start("die"), ACTIONS.start("hero")
A_FLIP, A_SWAP, A_COINS = ACTIONS.start("flip"), ACTIONS.start("swap"), ACTIONS.start("coins")
A_EQUIPMENT, A_SCROLL, A_PASS = ACTIONS.start("equipment"), ACTIONS.start("scroll"), ACTIONS.start("pass")
A_HEAL, A_DISCARD, A_PUSH, A_TURN = (ACTIONS.start(name) for name in ("heal", "discard", "push", "turn"))

W = len(WIZARD_WORDS)
OBSERVATION = FeatureLayout(
    Piece("me", (SEATS,), 1, "the viewer's seat"),
    Piece("my_aim", (2 + TARGETS,), 1, "one-hot: free, target 0–19 (wizard 0–7), shut"),
    Piece(
        "my_question",
        (9,),
        1,
        "one-hot: none, target, die, dissipation, damnation, regression, experience, market, dice to take back",
    ),
    Piece("my_taken", (FACES,), 5, "dice that the viewer has named to be taken back, by symbol of the space"),
    Piece("my_owner", (HEROES,), 1, "heroes between whom the viewer chooses for a point"),
    Piece("heroes", (3,), 1, "one-hot 2, 3, 4 heroes"),
    Piece("scenario", (len(SCENARIO_NAMES),), 1, "one-hot"),
    Piece("character", (HEROES, len(CHARACTER_NAMES)), 1, "of each hero: bard, sentinel, warrior, cleric"),
    Piece("joker_as", (HEROES, JOKER), 1, "symbols that each hero's joker covers"),
    Piece("wizard_joker_as", (W,), 1, "symbols that the wizard's joker covers now"),
    Piece("hand", (HEROES, UNROLLED + 1), 3, "dice in hand by face, then unrolled; silence hides others' faces"),
    Piece("wizard_hand", (UNROLLED + 1,), 5, "the same for the wizard"),
    Piece("hero_target", (HEROES, TARGETS + 1), 1, "where each hero's dice lie, none first"),
    Piece("hero_placed", (HEROES, FACES), 3, "dice there by symbol of the space"),
    Piece("wizard_target", (WIZARD_TARGETS + 1,), 1, "the same for the wizard"),
    Piece("wizard_placed", (W,), 5, "dice there by symbol of the space"),
    Piece("hero_spaces", (TARGETS, FACES), 6, "spaces of every target in play"),
    Piece("wizard_spaces", (WIZARD_TARGETS, W), 5, "spaces of every target of the wizard in play"),
    Piece("spell_kind", (SPACES, KINDS), 1, "available spells: " + ", ".join(KIND_NAMES)),
    Piece("spell_hero_end", (SPACES, FACES), 6, "their other ends"),
    Piece("spell_banner", (SPACES, W), 1, "their banners"),
    Piece("ordeal_kind", (SPACES, len(ORDEAL_KINDS)), 1, "basic, coin, clash, summoned"),
    Piece("ordeal_banner", (SPACES, W), 1, "their banners"),
    Piece("dragon", (4,), 1, "its tile, ordeal 1, 2, 3"),
    Piece("dissipation", (DISSIPATIONS, HEROES), 1, "before which hero: " + ", ".join(DISSIPATION_NAMES)),
    Piece("curse", (CURSES,), 1, "lying out: " + ", ".join(CURSE_NAMES)),
    Piece("locked", (HEROES,), 1, "a die lies on a vortex"),
    Piece("owes", (HEROES,), 1, "the next die that comes back goes there"),
    Piece("busy", (HEROES,), 2, "ticks"),
    Piece("wounded", (HEROES,), 1, "wounded heroes"),
    Piece("souls", (1,), 8, "souls left"),
    Piece("lives", (1,), 6, "lives left"),
    Piece("trophies", (2,), 2, "heroes, wizard"),
    Piece("coins", (2,), MOST_COINS, "heroes, wizard"),
    Piece("experience", (HEROES,), MOST_POINTS, "points"),
    Piece("equipment", (HEROES, EQUIPMENT), 1, "owned: " + ", ".join(EQUIPMENT_NAMES)),
    Piece("equipment_left", (EQUIPMENT,), int(EQUIPMENT_COPIES.max()), "copies left"),
    Piece("scrolls", (SCROLLS,), 1, "owned: " + ", ".join(SCROLL_NAMES)),
    Piece("wizard_question", (6,), 1, "one-hot: none, target, die, dissipation, damnation, regression"),
    Piece("known_ordeal", (FACES,), 6, "spaces of a summoned card on top of the ordeal deck"),
    Piece("known_spell", (KINDS,), 1, "kind of a spell put on top of its deck by a swap"),
    Piece("clock", (1,), 100, "100 × ticks ÷ max_ticks"),
)
HIDDEN = FeatureLayout(
    Piece("spell_deck", (MOST_SPELLS,), SPELLS, "spell + 1 of each card of the deck, next card first"),
    Piece("ordeal_deck", (ORDEAL_CARDS,), ORDEAL_CARDS, "ordeal + 1 of each card of the deck, next card first"),
    Piece("sizes", (2,), ORDEAL_CARDS, "cards in both decks: spells, ordeals"),
    Piece("discards", (2,), SPELLS, "cards gone in this round, seen or not: spells, ordeals (points too)"),
)

O = {piece.name: OBSERVATION.start(piece.name) for piece in OBSERVATION}  # noqa: E741
O_ME, O_AIM, O_QUESTION, O_TAKEN = O["me"], O["my_aim"], O["my_question"], O["my_taken"]
O_OWNER, O_HEROES = O["my_owner"], O["heroes"]
O_SCENARIO, O_CHARACTER, O_COVERS = O["scenario"], O["character"], O["joker_as"]
O_WIZARD_COVERS, O_HAND, O_WIZARD_HAND = O["wizard_joker_as"], O["hand"], O["wizard_hand"]
O_AT, O_PLACED, O_WIZARD_AT, O_WIZARD_PLACED = (
    O["hero_target"],
    O["hero_placed"],
    O["wizard_target"],
    O["wizard_placed"],
)
O_SPACES, O_WIZARD_SPACES = O["hero_spaces"], O["wizard_spaces"]
O_SPELL_KIND, O_SPELL_HEROES, O_SPELL_BANNER = O["spell_kind"], O["spell_hero_end"], O["spell_banner"]
O_ORDEAL_KIND, O_ORDEAL_BANNER, O_DRAGON = O["ordeal_kind"], O["ordeal_banner"], O["dragon"]
O_DISSIPATION, O_CURSE, O_LOCKED, O_OWES, O_BUSY = O["dissipation"], O["curse"], O["locked"], O["owes"], O["busy"]
O_WOUNDED, O_SOULS, O_LIVES, O_TROPHIES, O_COINS = O["wounded"], O["souls"], O["lives"], O["trophies"], O["coins"]
O_EXPERIENCE, O_EQUIPMENT, O_EQUIPMENT_LEFT = O["experience"], O["equipment"], O["equipment_left"]
O_SCROLLS, O_WIZARD_QUESTION, O_CLOCK = O["scrolls"], O["wizard_question"], O["clock"]
O_KNOWN_ORDEAL, O_KNOWN_SPELL = O["known_ordeal"], O["known_spell"]
H_SPELLS, H_ORDEALS = HIDDEN.start("spell_deck"), HIDDEN.start("ordeal_deck")
H_SIZES, H_DISCARDS = HIDDEN.start("sizes"), HIDDEN.start("discards")
EXPERIENCE_QUESTION, MARKET_QUESTION, DICE_QUESTION = 6, 7, 8


@kernel
def observe(s, seat, out):
    observe_me(s, seat, out)
    observe_cards(s, out)
    observe_tokens(s, out)
    for hero in range(s.seats - 1):
        observe_hero(s, hero, seat == hero + 1 or seat == 0 or hears(s), out)
    out[O_WIZARD_AT + 1 + s.at[0]] = 1
    for k in range(W):
        out[O_WIZARD_PLACED + k] = s.placed[0, k]
    copy(s.hand[0], out[O_WIZARD_HAND : O_WIZARD_HAND + UNROLLED + 1])
    observe_spaces(s, out)


@kernel
def observe_me(s, seat, out):
    out[O_ME + seat] = 1
    out[O_AIM + s.aim[seat]] = 1
    question = ASK_NOTHING
    if seat == 0:
        question = s.question
    elif s.owners[seat - 1]:
        question = EXPERIENCE_QUESTION
        for hero in range(HEROES):
            out[O_OWNER + hero] = s.owners[seat - 1] >> hero & 1
    if s.phase == MARKET:
        question = MARKET_QUESTION if s.shopper == seat and s.active else ASK_NOTHING
    elif s.pending[seat] == A_TAKE:
        question = DICE_QUESTION
    copy(s.taken[seat], out[O_TAKEN : O_TAKEN + FACES])
    out[O_QUESTION + question] = 1
    out[O_WIZARD_QUESTION + s.question] = 1


@kernel
def observe_hero(s, hero, open_hand, out):
    """One hero, by seat: they differ, so nobody sees them in another order."""
    out[O_CHARACTER + hero * 4 + s.character[hero]] = 1
    out[O_AT + hero * (TARGETS + 1) + 1 + s.at[hero + 1]] = 1
    for k in range(JOKER):
        out[O_COVERS + hero * JOKER + k] = s.covers[hero] >> k & 1
    hand = out[O_HAND + hero * (UNROLLED + 1) : O_HAND + (hero + 1) * (UNROLLED + 1)]
    hand[UNROLLED] = s.hand[hero + 1, UNROLLED]
    for k in range(FACES):
        hand[k] = s.hand[hero + 1, k] if open_hand else 0
        out[O_PLACED + hero * FACES + k] = s.placed[hero + 1, k]
    for k in range(EQUIPMENT):
        out[O_EQUIPMENT + hero * EQUIPMENT + k] = s.equipment[hero] >> k & 1
    out[O_LOCKED + hero] = s.locked[hero]
    out[O_OWES + hero] = s.owes[hero]
    out[O_BUSY + hero] = s.busy[hero]
    out[O_WOUNDED + hero] = s.wounded[hero]
    out[O_EXPERIENCE + hero] = s.experience[hero]


@kernel
def observe_spaces(s, out):
    """Spaces in play are those that are free and those that hold a die."""
    copy_rows(s.free, out[O_SPACES : O_SPACES + TARGETS * FACES])
    copy_rows(s.wizard_free, out[O_WIZARD_SPACES : O_WIZARD_SPACES + WIZARD_TARGETS * W])
    for hero in range(s.seats - 1):
        if s.at[hero + 1] >= 0:
            for k in range(FACES):
                out[O_SPACES + s.at[hero + 1] * FACES + k] += s.placed[hero + 1, k]
    if s.at[0] >= 0:
        for k in range(W):
            out[O_WIZARD_SPACES + s.at[0] * W + k] += s.placed[0, k]


@kernel
def observe_cards(s, out):
    covers = wizard_covers(s)
    for k in range(W):
        out[O_WIZARD_COVERS + k] = covers >> k & 1
    for k in range(SPACES):
        spell, ordeal = s.spell[k], s.ordeal[k]
        out[O_SPELL_KIND + k * KINDS + SPELL_KIND[spell]] = 1
        out[O_ORDEAL_KIND + k * 4 + ORDEAL_KIND[ordeal]] = 1
        if SPELL_BANNER[spell] >= 0:
            out[O_SPELL_BANNER + k * W + SPELL_BANNER[spell]] = 1
        if ORDEAL_BANNER[ordeal] >= 0:
            out[O_ORDEAL_BANNER + k * W + ORDEAL_BANNER[ordeal]] = 1
        for symbol in range(FACES):
            out[O_SPELL_HEROES + k * FACES + symbol] = SPELL_HEROES[spell, symbol]
    if s.known_ordeal >= 0:
        for symbol in range(FACES):
            out[O_KNOWN_ORDEAL + symbol] = ORDEAL_SPACES[s.known_ordeal, symbol]
    if s.known_spell >= 0:
        out[O_KNOWN_SPELL + SPELL_KIND[s.known_spell]] = 1
    for card in range(DISSIPATIONS):
        if s.dissipation[card] >= 0:
            out[O_DISSIPATION + card * HEROES + s.dissipation[card]] = 1
    copy(s.cursed, out[O_CURSE : O_CURSE + CURSES])


@kernel
def observe_tokens(s, out):
    out[O_HEROES + s.seats - 3] = 1
    out[O_SCENARIO + s.scenario] = 1
    if s.dragon < 4:
        out[O_DRAGON + s.dragon] = 1
    out[O_SOULS] = s.souls
    out[O_LIVES] = s.lives
    for side in range(2):
        out[O_TROPHIES + side] = s.trophies[side]
        out[O_COINS + side] = s.coins[side]
    for k in range(SCROLLS):
        out[O_SCROLLS + k] = s.scrolls >> k & 1
    copy(s.equipment_left, out[O_EQUIPMENT_LEFT : O_EQUIPMENT_LEFT + EQUIPMENT])
    out[O_CLOCK] = 100 * s.ticks // s.max_ticks


@kernel
def reveal(s, out):
    for k in range(s.spell_count):
        out[H_SPELLS + k] = s.spell_deck[s.spell_count - 1 - k] + 1
    for k in range(s.ordeal_count):
        out[H_ORDEALS + k] = s.ordeal_deck[s.ordeal_count - 1 - k] + 1
    out[H_SIZES] = s.spell_count
    out[H_SIZES + 1] = s.ordeal_count
    gone, ordeals_gone = s.spell_gone | s.spell_unseen, s.ordeal_gone | s.ordeal_unseen
    for card in range(SPELLS):
        out[H_DISCARDS] += gone >> card & 1
    for card in range(ORDEAL_CARDS):
        out[H_DISCARDS + 1] += ordeals_gone >> card & 1
