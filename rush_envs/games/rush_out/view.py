"""What a player sees and says: observation pieces, action ids, words (RO-11, RO-12)."""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    CHARACTER_NAMES,
    CLASH,
    COIN,
    COINS_FROM,
    COST,
    CURSES,
    DISSIPATIONS,
    DRAGON_TILE,
    DRAGON_WINS,
    EQUIPMENT,
    EQUIPMENT_CARDS,
    EQUIPMENT_COPIES,
    EQUIPMENT_NAMES,
    FACES,
    FIRST_CURSE_TARGET,
    FIRST_DISSIPATION_TARGET,
    FIRST_END,
    FIRST_TILE,
    HERO_DICE,
    HERO_WORDS,
    HEROES,
    JOKER,
    KIND_NAMES,
    KINDS,
    LIGHTNING_SCROLL,
    LIGHTNING_TARGET,
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
    TROPHIES,
    TROPHIES_FROM,
    UNROLLED,
    WIZARD_DICE,
    WIZARD_TARGETS,
    WIZARD_WORDS,
)  # fmt: skip
from rush_envs.games.rush_out.dice import hears, is_full, wizard_covers
from rush_envs.games.rush_out.state import ASK_NOTHING, MARKET, MOST_FREE, MOST_SPELLS, MOST_WIZARD_FREE
from rush_envs.kit import kernel
from rush_envs.kit.features import put, put_bits, put_counts, put_steps
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
QUESTION_WORDS = "none, target, die, dissipation, damnation, regression"
# The most symbols of a card that can be missing at once, of any ordeal and of all other targets together.
MISSING = SPACES * int((ORDEAL_SPACES > 0).sum(axis=1).max()) + int((MOST_FREE[SPACES:] > 0).sum())
WIZARD_MISSING = int((MOST_WIZARD_FREE > 0).sum())
OTHER_ENDS = SPACES * int((SPELL_HEROES > 0).sum(axis=1).max())
OBSERVATION = FeatureLayout(
    Piece("me", (SEATS,), 1, "the viewer's seat", 1),
    Piece("my_aim", (2 + TARGETS,), 1, "one-hot: free, target 0–19 (wizard 0–7), shut", 1),
    Piece("my_question", (9,), 1, f"one-hot: {QUESTION_WORDS}, experience, market, dice to take back", 1),
    Piece("my_taken", (FACES,), WIZARD_DICE, "dice that the viewer has named to be taken back, by symbol", 5),
    Piece("my_owner", (HEROES,), 1, "heroes between whom the viewer chooses for a point", 2),
    Piece("heroes", (3,), 1, "one-hot 2, 3, 4 heroes", 1),
    Piece("scenario", (len(SCENARIO_NAMES),), 1, "one-hot", 1),
    Piece("character", (HEROES, len(CHARACTER_NAMES)), 1, "of each hero: bard, sentinel, warrior, cleric", HEROES),
    Piece("joker_as", (HEROES, JOKER), 1, "symbols that each hero's joker covers"),
    Piece("wizard_joker_as", (W,), 1, "symbols that the wizard's joker covers now"),
    Piece(
        "hand",
        (HEROES, UNROLLED + 1),
        HERO_DICE,
        "dice in hand by face, then unrolled; silence hides others' faces",
        12,
    ),
    Piece("wizard_hand", (UNROLLED + 1,), WIZARD_DICE, "the same for the wizard", WIZARD_DICE),
    Piece("hero_target", (HEROES, TARGETS + 1), 1, "where each hero's dice lie, none first", HEROES),
    Piece("hero_placed", (HEROES, FACES), HERO_DICE, "dice there by symbol of the space", 12),
    Piece("wizard_target", (WIZARD_TARGETS + 1,), 1, "the same for the wizard", 1),
    Piece("wizard_placed", (W,), WIZARD_DICE, "dice there by symbol of the space"),
    Piece("missing", (TARGETS, FACES), 6, "dice that every target in play still needs, by symbol", MISSING),
    Piece("in_play", (TARGETS,), 1, "targets where heroes' dice may lie"),
    Piece("full", (SPACES,), 1, "ordeals that need no more dice, under the dragon"),
    Piece("wizard_missing", (WIZARD_TARGETS, W), WIZARD_DICE, "the same for the wizard's targets", WIZARD_MISSING),
    Piece("spell_kind", (SPACES, KINDS), 1, "available spells: " + ", ".join(KIND_NAMES), SPACES),
    Piece("spell_hero_end", (SPACES, FACES), 6, "spaces of their other ends", OTHER_ENDS),
    Piece("spell_banner", (SPACES, W), 1, "their banners", SPACES),
    Piece("ordeal_kind", (SPACES, len(ORDEAL_KINDS)), 1, "basic, coin, clash, summoned", SPACES),
    Piece("ordeal_banner", (SPACES, W), 1, "their banners", SPACES),
    Piece("dragon", (4,), 1, "its tile, ordeal 1, 2, 3", 1),
    Piece("dissipation", (DISSIPATIONS, HEROES), 1, "before which hero: " + ", ".join(DISSIPATION_NAMES), DISSIPATIONS),
    Piece("curse", (CURSES,), 1, "lying out: " + ", ".join(CURSE_NAMES)),
    Piece("locked", (HEROES,), 1, "a die lies on a vortex"),
    Piece("owes", (HEROES,), 1, "the next die that comes back goes there"),
    Piece("busy", (HEROES,), 2, "ticks"),
    Piece("wounded", (HEROES,), 1, "wounded heroes"),
    Piece("souls", (8,), 1, "souls left, as steps"),
    Piece("lives", (8,), 1, "lives left, as steps"),
    Piece("trophies", (2, TROPHIES), 1, "of the heroes, of the wizard, as steps"),
    Piece("coins", (2, MOST_COINS), 1, "of the heroes, of the wizard, as steps"),
    Piece("experience", (HEROES,), MOST_POINTS, "points"),
    Piece("able", (HEROES,), 1, "heroes with points enough for their ability"),
    Piece("equipment", (HEROES, EQUIPMENT), 1, "owned: " + ", ".join(EQUIPMENT_NAMES), EQUIPMENT_CARDS),
    Piece("equipment_left", (EQUIPMENT,), int(EQUIPMENT_COPIES.max()), "copies left"),
    Piece("scrolls", (SCROLLS,), 1, "owned: " + ", ".join(SCROLL_NAMES)),
    Piece("wizard_question", (6,), 1, f"one-hot: {QUESTION_WORDS}", 1),
    Piece("casting", (SPACES + 1,), 1, "what the question is about: spell 1, 2, 3, lightning scroll", 1),
    Piece("wounds_due", (2,), 1, "heroes that the wizard has still to choose, as steps"),
    Piece("known_ordeal", (FACES,), 6, "spaces of a summoned card on top of the ordeal deck", 5),
    Piece("known_spell", (KINDS,), 1, "kind of a spell put on top of its deck by a swap", 1),
    Piece("clock", (1,), 100, "100 × ticks ÷ max_ticks"),
)
HIDDEN = FeatureLayout(
    Piece("spell_deck", (MOST_SPELLS,), SPELLS, "spell + 1 of each card of the deck, next card first"),
    Piece("ordeal_deck", (ORDEAL_CARDS,), ORDEAL_CARDS, "ordeal + 1 of each card of the deck, next card first"),
    Piece("sizes", (2,), ORDEAL_CARDS, "cards in both decks: spells, ordeals"),
    Piece("discards", (2,), SPELLS, "cards gone in this round, seen or not: spells, ordeals (points too)"),
)

O = {piece.name: OBSERVATION.start(piece.name) for piece in OBSERVATION}  # noqa: E741
O_ME, O_AIM, O_QUESTION, O_TAKEN, O_OWNER = (
    O[f"m{name}"] for name in ("e", "y_aim", "y_question", "y_taken", "y_owner")
)
O_HEROES, O_SCENARIO, O_CHARACTER, O_COVERS = O["heroes"], O["scenario"], O["character"], O["joker_as"]
O_WIZARD_COVERS, O_HAND, O_WIZARD_HAND = O["wizard_joker_as"], O["hand"], O["wizard_hand"]
O_AT, O_PLACED, O_WIZARD_AT = O["hero_target"], O["hero_placed"], O["wizard_target"]
O_WIZARD_PLACED, O_MISSING, O_IN_PLAY, O_FULL = O["wizard_placed"], O["missing"], O["in_play"], O["full"]
O_WIZARD_MISSING = O["wizard_missing"]
O_SPELL_KIND, O_SPELL_HEROES, O_SPELL_BANNER = O["spell_kind"], O["spell_hero_end"], O["spell_banner"]
O_ORDEAL_KIND, O_ORDEAL_BANNER, O_DRAGON = O["ordeal_kind"], O["ordeal_banner"], O["dragon"]
O_DISSIPATION, O_CURSE, O_LOCKED, O_OWES, O_BUSY = O["dissipation"], O["curse"], O["locked"], O["owes"], O["busy"]
O_WOUNDED, O_SOULS, O_LIVES, O_TROPHIES, O_COINS = O["wounded"], O["souls"], O["lives"], O["trophies"], O["coins"]
O_EXPERIENCE, O_ABLE, O_EQUIPMENT, O_EQUIPMENT_LEFT = O["experience"], O["able"], O["equipment"], O["equipment_left"]
O_SCROLLS, O_WIZARD_QUESTION, O_CASTING, O_CLOCK = O["scrolls"], O["wizard_question"], O["casting"], O["clock"]
O_WOUNDS_DUE, O_KNOWN_ORDEAL, O_KNOWN_SPELL = O["wounds_due"], O["known_ordeal"], O["known_spell"]
H_SPELLS, H_ORDEALS = HIDDEN.start("spell_deck"), HIDDEN.start("ordeal_deck")
H_SIZES, H_DISCARDS = HIDDEN.start("sizes"), HIDDEN.start("discards")
EXPERIENCE_QUESTION, MARKET_QUESTION, DICE_QUESTION = 6, 7, 8
HAS_HERO_END = SPELL_HEROES.any(axis=1)


@kernel
def observe(s, seat, out):
    observe_me(s, seat, out)
    observe_tokens(s, out)
    observe_spells(s, out)
    observe_ordeals(s, out)
    observe_burdens(s, out)
    hearing = seat == 0 or hears(s)
    for hero in range(s.seats - 1):
        observe_hero(s, hero, hearing or seat == hero + 1, out)
    observe_wizard(s, out)


@kernel
def observe_me(s, seat, out):
    put(out, O_ME + seat, 1)
    put(out, O_AIM + s.aim[seat], 1)
    question = ASK_NOTHING
    if seat == 0:
        question = s.question
    elif s.owners[seat - 1]:
        question = EXPERIENCE_QUESTION
        put_bits(out, O_OWNER, s.owners[seat - 1], HEROES)
    if s.phase == MARKET:
        question = MARKET_QUESTION if s.shopper == seat and s.active else ASK_NOTHING
    elif s.pending[seat] == A_TAKE:
        question = DICE_QUESTION
    put(out, O_QUESTION + question, 1)
    if s.pending[seat] == A_TAKE or s.pending[seat] == A_ROLL:
        put_counts(out, O_TAKEN, s.taken[seat])


@kernel
def observe_tokens(s, out):
    put(out, O_HEROES + s.seats - 3, 1)
    put(out, O_SCENARIO + s.scenario, 1)
    put(out, O_CLOCK, 100 * s.ticks // s.max_ticks)
    if s.dragon < DRAGON_WINS:
        put(out, O_DRAGON + s.dragon, 1)
    put_steps(out, O_SOULS, s.souls)
    put_steps(out, O_LIVES, s.lives)
    if s.scenario >= COINS_FROM:
        put_counts(out, O_EQUIPMENT_LEFT, s.equipment_left)
        put_bits(out, O_SCROLLS, s.scrolls, SCROLLS)
    else:
        put_counts(out, O_EQUIPMENT_LEFT, EQUIPMENT_COPIES)
    for side in range(2):
        put_steps(out, O_TROPHIES + side * TROPHIES, s.trophies[side])
        put_steps(out, O_COINS + side * MOST_COINS, s.coins[side])


@kernel
def observe_spells(s, out):
    for k in range(SPACES):
        spell = s.spell[k]
        put(out, O_SPELL_KIND + k * KINDS + SPELL_KIND[spell], 1)
        if SPELL_BANNER[spell] >= 0:
            put(out, O_SPELL_BANNER + k * W + SPELL_BANNER[spell], 1)
        if HAS_HERO_END[spell]:
            put_counts(out, O_SPELL_HEROES + k * FACES, SPELL_HEROES[spell])
        put_counts(out, O_WIZARD_MISSING + k * W, s.wizard_free[k])
    for target in range(LIGHTNING_TARGET, WIZARD_TARGETS):
        if s.scrolls >> (LIGHTNING_SCROLL + target - LIGHTNING_TARGET) & 1:
            put_counts(out, O_WIZARD_MISSING + target * W, s.wizard_free[target])
    if s.known_spell >= 0:
        put(out, O_KNOWN_SPELL + SPELL_KIND[s.known_spell], 1)
    put(out, O_WIZARD_QUESTION + s.question, 1)
    if s.question != ASK_NOTHING:
        put(out, O_CASTING + s.casting, 1)
        put_steps(out, O_WOUNDS_DUE, s.wounds_due)


@kernel
def observe_ordeals(s, out):
    for k in range(SPACES):
        ordeal = s.ordeal[k]
        put(out, O_ORDEAL_KIND + k * len(ORDEAL_KINDS) + ORDEAL_KIND[ordeal], 1)
        if ORDEAL_BANNER[ordeal] >= 0:
            put(out, O_ORDEAL_BANNER + k * W + ORDEAL_BANNER[ordeal], 1)
        put(out, O_IN_PLAY + k, 1)
        if is_full(s.free[k]):
            put(out, O_FULL + k, 1)
        else:
            put_counts(out, O_MISSING + k * FACES, s.free[k])
        if ORDEAL_KIND[ordeal] == COIN or ORDEAL_KIND[ordeal] == CLASH:
            put_counts(out, O_WIZARD_MISSING + (FIRST_END + k) * W, s.wizard_free[FIRST_END + k])
    if s.known_ordeal >= 0:
        put_counts(out, O_KNOWN_ORDEAL, ORDEAL_SPACES[s.known_ordeal])


@kernel
def show_target(s, target, out):
    """A target beside the ordeals that is in play."""
    put(out, O_IN_PLAY + target, 1)
    put_counts(out, O_MISSING + target * FACES, s.free[target])


@kernel
def observe_burdens(s, out):
    """The dragon's tile, dissipations, curses and wounded heroes."""
    if s.dragon > 0:
        show_target(s, DRAGON_TILE, out)
    if s.scenario < TROPHIES_FROM:
        return
    for card in range(DISSIPATIONS):
        if s.dissipation[card] >= 0:
            put(out, O_DISSIPATION + card * HEROES + s.dissipation[card], 1)
            show_target(s, FIRST_DISSIPATION_TARGET + card, out)
    for card in range(CURSES):
        if s.cursed[card]:
            put(out, O_CURSE + card, 1)
            show_target(s, FIRST_CURSE_TARGET + card, out)
    for hero in range(s.seats - 1):
        if s.wounded[hero]:
            put(out, O_WOUNDED + hero, 1)
            show_target(s, FIRST_TILE + hero, out)


@kernel
def observe_hero(s, hero, open_hand, out):
    """One hero, by seat: they differ, so nobody sees them in another order."""
    seat = hero + 1
    put(out, O_CHARACTER + hero * len(CHARACTER_NAMES) + s.character[hero], 1)
    put(out, O_AT + hero * (TARGETS + 1) + 1 + s.at[seat], 1)
    put_bits(out, O_COVERS + hero * JOKER, s.covers[hero], JOKER)
    if open_hand:
        put_counts(out, O_HAND + hero * (UNROLLED + 1), s.hand[seat])
    else:
        put(out, O_HAND + hero * (UNROLLED + 1) + UNROLLED, s.hand[seat, UNROLLED])
    if s.at[seat] >= 0:
        put_counts(out, O_PLACED + hero * FACES, s.placed[seat])
    put(out, O_LOCKED + hero, s.locked[hero])
    put(out, O_OWES + hero, s.owes[hero])
    put(out, O_BUSY + hero, s.busy[hero])
    put_bits(out, O_EQUIPMENT + hero * EQUIPMENT, s.equipment[hero], EQUIPMENT)
    if s.experience[hero]:
        put(out, O_EXPERIENCE + hero, s.experience[hero])
        put(out, O_ABLE + hero, s.experience[hero] >= COST[s.character[hero]])


@kernel
def observe_wizard(s, out):
    put_bits(out, O_WIZARD_COVERS, wizard_covers(s), W)
    put_counts(out, O_WIZARD_HAND, s.hand[0])
    put(out, O_WIZARD_AT + 1 + s.at[0], 1)
    if s.at[0] >= 0:
        put_counts(out, O_WIZARD_PLACED, s.placed[0, :W])


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
