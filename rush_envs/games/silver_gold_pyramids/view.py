"""What a player sees and says: observation pieces, action ids, words (SG-12, SG-13)."""

from __future__ import annotations

import numpy as np

from rush_envs.games.silver_gold_pyramids.components import (
    AWARDS,
    CARDS,
    CARDS_A_ROUND,
    CELLS,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    COPIES,
    DRAWN,
    EXPEDITION,
    FEWEST,
    KEEP_PAIRS,
    MOST_EXTRA,
    MOST_GEMS,
    MOST_SKULLS,
    OFFERS,
    PATTERN_NAMES,
    PATTERNS,
    ROUNDS,
    SEATS,
    SHAPE_CELLS,
    SLOTS,
    SYMBOL_CELLS,
    SYMBOL_NAMES,
    SYMBOLS,
    TOMB,
    cell_name,
    cell_names,
)  # fmt: skip
from rush_envs.games.silver_gold_pyramids.marking import cells_left, frontier
from rush_envs.games.silver_gold_pyramids.printed import (
    FACT_NAMES,
    FACTS,
    LAST_SHAPES,
    MOST_OPEN,
    PATTERN_CELLS,
    SYMBOL_CELL,
    SYMBOL_PLACE,
    WAY,
)
from rush_envs.games.silver_gold_pyramids.state import GREEN, KEEP, RED, SKULLS, TAKE, TORCHES
from rush_envs.kit import inlined, kernel
from rush_envs.kit.features import put, put_bits, put_counts
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

MOST_SYMBOLS = SLOTS * SYMBOL_CELL.shape[1]
MOST_SHOWN = 100  # of half the points
FORESEEN = 8  # cards of the deck that critics are told
ALL_COPIES = sum(int(count) << 3 * pattern for pattern, count in enumerate(COPIES))

PLANES = ", ".join(SYMBOL_NAMES)
OBSERVATION = FeatureLayout(
    Piece("phase", (3,), 1, "KEEP, MARK, TAKE; zero when the game is over", most=1),
    Piece("players", (3,), 1, "2, 3, 4 players", most=1),
    Piece("round", (ROUNDS,), 1, "which round it is", most=1),
    Piece("card", (CARDS_A_ROUND,), 1, "1 for each expedition card revealed this round"),
    Piece("pattern", (PATTERNS,), 1, f"the revealed pattern: {', '.join(PATTERN_NAMES)}; zero in KEEP", most=1),
    Piece("pattern_cells", (CELLS,), 1, "its cells as printed, in the top left corner of a grid", most=MOST_EXTRA),
    Piece("patterns_left", (PATTERNS,), int(COPIES.max()), "hidden cards of each pattern, the eighth included"),
    Piece("main_due", (1,), 1, "the viewer has its main mark still to make"),
    Piece("extra_due", (MOST_EXTRA,), 1, "1 for each extra mark the viewer has left"),
    Piece("taking", (SEATS,), 1, "whose TAKE it is; zero outside TAKE", most=1),
    Piece("takes_left", (SLOTS,), 1, "1 for each card that seat has still to take"),
    Piece("symbols", (SLOTS, SYMBOLS, CELLS), 1, f"the viewer's cells not yet marked with {PLANES}", most=MOST_SYMBOLS),
    Piece("award", (SLOTS, AWARDS), 1, "the award that the viewer's pyramid would earn, the highest first", most=SLOTS),
    Piece("next_cells", (SLOTS, CELLS), 1, "the viewer's cells that a single mark may take", most=SLOTS * MOST_OPEN),
    Piece("last_cell", (SLOTS,), 1, "a single cell would complete the viewer's pyramid"),
    Piece("last_shape", (SLOTS,), 1, "the shape on the table would complete it, and may be marked"),
    Piece("marked", (SEATS, SLOTS, CELLS), 1, "the marked cells of each pyramid", most=SEATS * SLOTS * MOST_OPEN),
    Piece("cells_left", (SEATS, SLOTS), int(WAY.max()), "cells that must be marked at least until its tomb is"),
    Piece("colour", (SEATS, SLOTS, COLOURS), 1, ", ".join(COLOUR_NAMES), most=SEATS * SLOTS),
    Piece("number", (SEATS, SLOTS, CARDS), 1, "which card it is", most=SEATS * SLOTS),
    Piece("offer_colour", (OFFERS, COLOURS), 1, "of the cards on offer, in KEEP of the drawn ones", most=OFFERS),
    Piece("offer_facts", (OFFERS, len(FACT_NAMES)), int(FACTS.max()), ", ".join(FACT_NAMES)),
    Piece("offer_number", (OFFERS, CARDS), 1, "which card it is; zero where a place is empty", most=OFFERS),
    Piece("deck_size", (1,), CARDS, "cards in the deck"),
    Piece("deck_cards", (CARDS,), 1, "which cards are in the deck; in KEEP all but the viewer's four"),
    Piece("gems", (SEATS, 2), MOST_GEMS, "red and green gems"),
    Piece("skulls", (SEATS,), MOST_SKULLS, "crossed skulls"),
    Piece("torches", (SEATS, ROUNDS), 1, "torches by round"),
    Piece("completed", (SEATS, COLOURS), CARDS // COLOURS, "completed pyramids by colour"),
    Piece("lowest", (SEATS,), CARDS, "lowest completed number; 0 without"),
    Piece("awards", (SEATS, COLOURS, AWARDS), 1, "awards held, the highest first", most=COLOURS * AWARDS),
    Piece("next_award", (COLOURS, AWARDS), 1, "the next award of each colour; zero when all are gone", most=COLOURS),
    Piece("points", (SEATS,), MOST_SHOWN, "half of the points as they stand, from 0 on"),
)  # fmt: skip
HIDDEN = FeatureLayout(
    Piece("deck_next", (FORESEEN, CARDS), 1, "the next cards of the deck, one after the other", most=FORESEEN),
    Piece("patterns_next", (EXPEDITION, PATTERNS), 1, "the hidden expedition cards in their order", most=EXPEDITION),
)

O_PHASE, O_PLAYERS, O_ROUND, O_CARD, O_PATTERN, O_SHAPE, O_LEFT, O_MAIN, O_EXTRA, O_TAKING, O_TAKES = (
    OBSERVATION.start(name)
    for name in (
        "phase", "players", "round", "card", "pattern", "pattern_cells", "patterns_left", "main_due", "extra_due",
        "taking", "takes_left",
    )
)  # fmt: skip
O_SYMBOLS, O_NEXT, O_LAST_CELL, O_LAST_SHAPE = (
    OBSERVATION.start(name) for name in ("symbols", "next_cells", "last_cell", "last_shape")
)
O_MARKED, O_WAY, O_COLOUR, O_AWARD, O_NUMBER = (
    OBSERVATION.start(name) for name in ("marked", "cells_left", "colour", "award", "number")
)
O_OFFER_COLOUR, O_OFFER_FACTS, O_OFFER_NUMBER, O_DECK_SIZE, O_DECK = (
    OBSERVATION.start(name) for name in ("offer_colour", "offer_facts", "offer_number", "deck_size", "deck_cards")
)
O_GEMS, O_SKULLS, O_TORCHES, O_COMPLETED, O_LOWEST, O_AWARDS, O_NEXT_AWARD, O_POINTS = (
    OBSERVATION.start(name)
    for name in ("gems", "skulls", "torches", "completed", "lowest", "awards", "next_award", "points")
)
# (SLOTS, CARDS, most): the features of a card's symbols; unsigned, so that numba looks for no negative index
SYMBOL_FEATURE = np.array([O_SYMBOLS + slot * SYMBOLS * CELLS + SYMBOL_PLACE for slot in range(SLOTS)], np.uint64)


@kernel
def observe(s, seat, out):
    if s.active != 0:
        put(out, O_PHASE + s.phase, 1)
    put(out, O_PLAYERS + s.seats - FEWEST, 1)
    put(out, O_ROUND + s.round_now, 1)
    put_bits(out, O_CARD, steps(s.revealed), CARDS_A_ROUND)
    observe_expedition(s, out)
    put(out, O_MAIN, s.main_due[seat])
    put_bits(out, O_EXTRA, steps(s.extra_due[seat]), MOST_EXTRA)
    if s.phase == TAKE and s.taking >= 0:
        put(out, O_TAKING + (s.taking - seat if s.taking >= seat else s.taking - seat + s.seats), 1)
        put_bits(out, O_TAKES, steps(s.takes[s.taking]), SLOTS)
    observe_cards(s, seat, out)
    for colour in range(COLOURS):
        given = s.awarded[colour]
        put(out, O_NEXT_AWARD + colour * AWARDS + min(given, AWARDS - 1), given < AWARDS)
    observe_seat(s, seat, 0, s.marks[seat], s.tally[seat], out)
    for slot in range(SLOTS):
        if s.slot[seat, slot] >= 0:
            observe_own(s, seat, slot, out)
    torches, held = s.tally[seat, TORCHES], awards_held(s, seat)
    for place in range(1, s.seats):
        other = seat + place if seat + place < s.seats else seat + place - s.seats
        observe_seat(s, other, place, s.marks_shown[other], s.tally_shown[other], out)
        torches |= s.tally_shown[other, TORCHES] << place * ROUNDS
        held |= awards_held(s, other) << place * COLOURS * AWARDS
    put_bits(out, O_TORCHES, torches, SEATS * ROUNDS)
    put_bits(out, O_AWARDS, held, SEATS * COLOURS * AWARDS)


@inlined
def steps(count):
    """A thermometer as bits: written in one go, whatever the count."""
    return (1 << count) - 1


@inlined
def awards_held(s, seat):
    """Of all colours in one set."""
    held = 0
    for colour in range(COLOURS):
        held |= s.awards[seat, colour] << colour * AWARDS
    return held


@inlined
def observe_expedition(s, out):
    """The card on the table, and how many of each pattern lie face down: three bits for each in one number."""
    left = ALL_COPIES
    for k in range(CARDS_A_ROUND):
        left -= 1 << 3 * s.expedition[k] if k < s.revealed else 0
    for pattern in range(PATTERNS):
        put(out, O_LEFT + pattern, left >> 3 * pattern & 7)
    if s.revealed > 0:
        pattern = s.expedition[s.revealed - 1]
        put(out, O_PATTERN + pattern, 1)
        put_bits(out, O_SHAPE, PATTERN_CELLS[pattern], CELLS)


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
            put(out, O_OFFER_COLOUR + k * COLOURS + COLOUR[card], 1)
            put_counts(out, O_OFFER_FACTS + k * FACTS.shape[1], FACTS[card])
            put(out, O_OFFER_NUMBER + k * CARDS + card, 1)
    put(out, O_DECK_SIZE, s.deck_size)
    put_bits(out, O_DECK, unknown, CARDS)


@kernel
def observe_own(s, seat, slot, out):
    """What the viewer looks at on a pyramid of its own: what is still to be found, and what its tomb is in reach of."""
    card, marks = s.slot[seat, slot], s.marks[seat, slot]
    for k in range(SYMBOL_CELL.shape[1]):
        put(out, SYMBOL_FEATURE[slot, card, k], SYMBOL_CELL[card, k] & ~marks != 0)
    number, given = s.completed[seat, COLOUR[card]] + 1, s.awarded[COLOUR[card]]
    earns = (number & 1 == 0) & (number <= 2 * AWARDS) & (given < AWARDS)
    put(out, O_AWARD + slot * AWARDS + min(given, AWARDS - 1), earns)
    near = frontier(card, marks)
    put_bits(out, O_NEXT + slot * CELLS, near, CELLS)
    put(out, O_LAST_CELL + slot, near & SYMBOL_CELLS[card, TOMB] != 0)
    if s.main_due[seat]:
        shapes, reaches = LAST_SHAPES[card, s.expedition[s.revealed - 1]], False
        for k in range(LAST_SHAPES.shape[2]):
            reaches |= (shapes[k] & marks == 0) & (shapes[k] & near != 0)
        put(out, O_LAST_SHAPE + slot, reaches)


@kernel
def observe_seat(s, seat, place, marks, tally, out):
    """What lies before one player, `place` chairs after the viewer."""
    marked = 0
    for slot in range(SLOTS):
        card = s.slot[seat, slot]
        if card >= 0:
            k = place * SLOTS + slot
            marked |= np.int64(marks[slot]) << slot * CELLS
            put(out, O_WAY + k, cells_left(card, marks[slot]))
            put(out, O_COLOUR + k * COLOURS + COLOUR[card], 1)
            put(out, O_NUMBER + k * CARDS + card, 1)
    put_bits(out, O_MARKED + place * SLOTS * CELLS, marked, SLOTS * CELLS)
    put(out, O_GEMS + 2 * place, tally[RED])
    put(out, O_GEMS + 2 * place + 1, tally[GREEN])
    put(out, O_SKULLS + place, tally[SKULLS])
    put_counts(out, O_COMPLETED + place * COLOURS, s.completed[seat])
    put(out, O_LOWEST + place, s.lowest[seat])
    put(out, O_POINTS + place, min(max(s.score[seat] >> 1, 0), MOST_SHOWN))


@kernel
def reveal(s, out):
    for k in range(min(s.deck_size, FORESEEN)):
        out[k * CARDS + s.deck[s.deck_size - 1 - k]] = 1
    for k in range(s.revealed, EXPEDITION):
        out[FORESEEN * CARDS + (k - s.revealed) * PATTERNS + s.expedition[k]] = 1
