"""What a player sees and says: observation pieces, action ids, words (SG-12, SG-13)."""

from __future__ import annotations

from rush_envs.games.silver_gold_pyramids.components import (
    AWARDS,
    CARD_PLANES,
    CARDS,
    CARDS_A_ROUND,
    CELLS,
    COLOUR,
    COLOURS,
    COPIES,
    DRAWN,
    EXPEDITION,
    KEEP_PAIRS,
    MOST_GEMS,
    OFFERS,
    PATTERNS,
    ROUNDS,
    SEATS,
    SHAPE_CELLS,
    SLOT_PLANES,
    SLOTS,
    SYMBOLS,
    cell_name,
    cell_names,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.state import GREEN, KEEP, RED, SKULLS, TAKE, TORCHES
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import copy
from rush_envs.layout import ActionLayout, FeatureLayout, Piece, Range

PYRAMID_WORDS = ("1", "2")
CELL_WORDS = [cell_name(cell) for cell in range(CELLS)]

ACTIONS = ActionLayout(
    Range("keep", "keep cards {pair}", pair=[f"{i + 1} and {j + 1}" for i, j in KEEP_PAIRS]),
    Range(
        "shape", "mark {cells} on pyramid {pyramid}",
        pyramid=PYRAMID_WORDS, cells=[cell_names(int(cells)) for cells in SHAPE_CELLS],
    ),
    Range("cell", "mark {cell} on pyramid {pyramid}", pyramid=PYRAMID_WORDS, cell=CELL_WORDS),
    Range("offer", "take offer {place}", place=[str(k + 1) for k in range(OFFERS)]),
    Range("deck", "take deck"),
)  # fmt: skip
A_KEEP, A_SHAPE, A_CELL = ACTIONS.start("keep"), ACTIONS.start("shape"), ACTIONS.start("cell")
A_OFFER, A_DECK = ACTIONS.start("offer"), ACTIONS.start("deck")

PLANES = "wall, entrance, tomb, cross, red gem, green gem, torch, skull, potion"
OBSERVATION = FeatureLayout(
    Piece("phase", (3,), 1, "one-hot KEEP, MARK, TAKE; zero when the game is over"),
    Piece("players", (3,), 1, "one-hot 2, 3, 4 players"),
    Piece("round", (ROUNDS,), 1, "one-hot"),
    Piece("card", (1,), CARDS_A_ROUND, "expedition cards revealed this round"),
    Piece("pattern", (PATTERNS,), 1, "the revealed pattern: I2, I3, V3, O4, L4, S4; zero in KEEP"),
    Piece("patterns_left", (PATTERNS,), 2, "hidden expedition cards of each pattern, the eighth included"),
    Piece("main_due", (1,), 1, "the viewer has its main mark still to make"),
    Piece("extra_due", (1,), 4, "extra marks the viewer has left"),
    Piece("taking", (SEATS,), 1, "whose TAKE it is; zero outside TAKE"),
    Piece("takes_left", (1,), 2, "cards that seat has still to take"),
    Piece("pyramids", (SEATS, SLOTS, CELLS, SYMBOLS + 1), 1, f"planes {PLANES}, marked"),
    Piece("pyramid_colour", (SEATS, SLOTS, COLOURS), 1, "green, orange, violet"),
    Piece("pyramid_number", (SEATS, SLOTS), CARDS, "number of each pyramid; 0 where there is none"),
    Piece("offer", (OFFERS, CELLS, SYMBOLS), 1, f"planes {PLANES}; in KEEP the viewer's drawn cards"),
    Piece("offer_colour", (OFFERS, COLOURS), 1, "green, orange, violet"),
    Piece("offer_number", (OFFERS,), CARDS, "number of each card on offer; 0 where a place is empty"),
    Piece("deck_size", (1,), CARDS, "cards in the deck"),
    Piece("deck_cards", (CARDS,), 1, "which cards are in the deck; in KEEP all but the viewer's four"),
    Piece("red", (SEATS,), MOST_GEMS, "red gems"),
    Piece("green", (SEATS,), MOST_GEMS, "green gems"),
    Piece("skulls", (SEATS,), MOST_GEMS, "crossed skulls"),
    Piece("torches", (SEATS, ROUNDS), 1, "torches by round"),
    Piece("completed", (SEATS, COLOURS), CARDS // COLOURS, "completed pyramids by colour"),
    Piece("lowest", (SEATS,), CARDS, "lowest completed number; 0 without"),
    Piece("awards", (SEATS, COLOURS, AWARDS), 1, "awards held: 10, 6, 3 of each colour"),
)
HIDDEN = FeatureLayout(
    Piece("deck_order", (CARDS,), CARDS, "number of each card of the deck, next card first; zero past the last"),
    Piece("patterns_order", (EXPEDITION,), PATTERNS, "pattern + 1 of each hidden expedition card, next card first"),
)

O_PHASE, O_PLAYERS, O_ROUND = OBSERVATION.start("phase"), OBSERVATION.start("players"), OBSERVATION.start("round")
O_CARD, O_PATTERN, O_LEFT = OBSERVATION.start("card"), OBSERVATION.start("pattern"), OBSERVATION.start("patterns_left")
O_MAIN, O_EXTRA = OBSERVATION.start("main_due"), OBSERVATION.start("extra_due")
O_TAKING, O_TAKES, O_PYRAMIDS = (
    OBSERVATION.start("taking"),
    OBSERVATION.start("takes_left"),
    OBSERVATION.start("pyramids"),
)
O_COLOUR, O_NUMBER = OBSERVATION.start("pyramid_colour"), OBSERVATION.start("pyramid_number")
O_OFFER, O_OFFER_COLOUR = OBSERVATION.start("offer"), OBSERVATION.start("offer_colour")
O_OFFER_NUMBER, O_DECK_SIZE = OBSERVATION.start("offer_number"), OBSERVATION.start("deck_size")
O_DECK, O_RED, O_GREEN = OBSERVATION.start("deck_cards"), OBSERVATION.start("red"), OBSERVATION.start("green")
O_SKULLS, O_TORCHES = OBSERVATION.start("skulls"), OBSERVATION.start("torches")
O_COMPLETED, O_LOWEST, O_AWARDS = (
    OBSERVATION.start("completed"),
    OBSERVATION.start("lowest"),
    OBSERVATION.start("awards"),
)
SLOT_SIZE, OFFER_SIZE = CELLS * (SYMBOLS + 1), CELLS * SYMBOLS


@kernel
def observe(s, seat, out):
    if s.active != 0:
        out[O_PHASE + s.phase] = 1
    out[O_PLAYERS + s.seats - 2] = 1
    out[O_ROUND + s.round_now] = 1
    out[O_CARD] = s.revealed
    observe_expedition(s, out)
    out[O_MAIN] = s.main_due[seat]
    out[O_EXTRA] = s.extra_due[seat]
    if s.phase == TAKE and s.taking >= 0:
        out[O_TAKING + (s.taking - seat + s.seats) % s.seats] = 1
        out[O_TAKES] = s.takes[s.taking]
    observe_cards(s, seat, out)
    for k in range(s.seats):
        other = (seat + k) % s.seats
        if k == 0:
            observe_seat(s, other, k, s.marks[other], s.tally[other], out)
        else:
            observe_seat(s, other, k, s.marks_shown[other], s.tally_shown[other], out)


@inlined
def observe_expedition(s, out):
    for pattern in range(PATTERNS):
        out[O_LEFT + pattern] = COPIES[pattern]
    for k in range(s.revealed):
        out[O_LEFT + s.expedition[k]] -= 1
    if s.revealed > 0:
        out[O_PATTERN + s.expedition[s.revealed - 1]] = 1


@inlined
def observe_cards(s, seat, out):
    """The offer and the deck, or what takes their places in KEEP."""
    keeping = s.phase == KEEP
    unknown = s.in_deck
    if keeping:
        unknown = (1 << CARDS) - 1
        for k in range(DRAWN):
            unknown &= ~(1 << s.drawn[seat, k])
    for k in range(OFFERS):
        card = s.drawn[seat, k] if keeping else s.offer[k]
        if card >= 0:
            copy(CARD_PLANES[card], out[O_OFFER + k * OFFER_SIZE : O_OFFER + (k + 1) * OFFER_SIZE])
            out[O_OFFER_COLOUR + k * COLOURS + COLOUR[card]] = 1
            out[O_OFFER_NUMBER + k] = card + 1
    out[O_DECK_SIZE] = s.deck_size
    for card in range(CARDS):
        out[O_DECK + card] = unknown >> card & 1


@kernel
def observe_seat(s, seat, place, marks, tally, out):
    """What lies before one player, `place` chairs after the viewer."""
    for slot in range(SLOTS):
        card = s.slot[seat, slot]
        if card >= 0:
            k = place * SLOTS + slot
            planes = out[O_PYRAMIDS + k * SLOT_SIZE : O_PYRAMIDS + (k + 1) * SLOT_SIZE]
            copy(SLOT_PLANES[card], planes)
            for cell in range(CELLS):
                planes[cell * (SYMBOLS + 1) + SYMBOLS] = marks[slot] >> cell & 1
            out[O_COLOUR + k * COLOURS + COLOUR[card]] = 1
            out[O_NUMBER + k] = card + 1
    out[O_RED + place] = tally[RED]
    out[O_GREEN + place] = tally[GREEN]
    out[O_SKULLS + place] = tally[SKULLS]
    for r in range(ROUNDS):
        out[O_TORCHES + place * ROUNDS + r] = tally[TORCHES] >> r & 1
    out[O_LOWEST + place] = s.lowest[seat]
    for colour in range(COLOURS):
        out[O_COMPLETED + place * COLOURS + colour] = s.completed[seat, colour]
        for award in range(AWARDS):
            out[O_AWARDS + (place * COLOURS + colour) * AWARDS + award] = s.awards[seat, colour] >> award & 1


@kernel
def reveal(s, out):
    for k in range(s.deck_size):
        out[k] = s.deck[s.deck_size - 1 - k] + 1
    for k in range(s.revealed, EXPEDITION):
        out[CARDS + k - s.revealed] = s.expedition[k] + 1
