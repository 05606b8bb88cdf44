/* What a player of Coffee Rush sees, in plain C: `observe` as in rush_envs/games/coffee_rush/view.py. */

/* Multisets of tokens as single numbers, six bits for each kind. */
static inline uint64_t beyond(uint64_t tokens, uint64_t others) {
    uint64_t rest = (tokens | SPARE) - others, enough = rest & SPARE;
    return rest & (enough - (enough >> (BITS - 1)));
}
static inline int count(uint64_t tokens) { return tokens * ONES >> (BITS * (KINDS - 1)) & DIGITS; }
static inline bool fits(uint64_t part, uint64_t whole) { return (((whole | SPARE) - part) & SPARE) == SPARE; }
static inline uint64_t kinds_in(uint64_t tokens) { return (tokens + SPARE - ONES) & SPARE; }

static inline uint64_t pack(const int8_t *counts) {
    uint64_t tokens = 0;
    for (int kind = 0; kind < KINDS; kind++) tokens |= (uint64_t)smaller(counts[kind], MOST) << BITS * kind;
    return tokens;
}

static inline void put_steps(int8_t *out, int steps) {
    for (int k = 0; k < steps; k++) out[k] = 1;
}

static inline void put_bits(int8_t *out, uint64_t bits, int width) {
    for (int k = 0; k < width; k++) out[k] = bits >> k & 1;
}

typedef struct {
    uint64_t any, two, one; /* kinds: short of an own order, of one that lacks at most two tokens, of one that lacks one */
} Short;

static inline void put_near(int8_t *out, uint64_t kinds, Short lacking) {
    out[0] = (kinds & lacking.any) != 0;
    out[1] = (kinds & lacking.two) != 0;
    out[2] = (kinds & lacking.one) != 0;
}

static void observe_seat(const State *s, int seat, int place, int8_t *out) {
    for (int pawn = 0; pawn < PAWNS; pawn++) {
        int cell = s->pawn[seat][pawn];
        if (cell >= 0) out[O_PAWNS + (place * PAWNS + pawn) * CELLS + cell] = 1;
    }
    put_steps(out + O_RUSH + place * RUSH_STEPS, s->rush[seat]);
    put_steps(out + O_COMPLETED + place * COMPLETED_STEPS, smaller(s->completed[seat], COMPLETED_STEPS));
    put_steps(out + O_PENALTIES + place * PENALTY_STEPS, smaller(s->penalties[seat], PENALTY_STEPS));
    memcpy(out + O_UPGRADES + place * UPGRADES, s->upgraded[seat], UPGRADES);
    memcpy(out + O_ORDERS + place * SLOTS * RECIPES, s->orders[seat], SLOTS * RECIPES);
    if (place > 0) memcpy(out + O_OTHER_CUPS + (place - 1) * CUPS * KINDS, s->cups[seat], CUPS * KINDS);
}

static void observe_own(const State *s, int seat, int8_t *out) {
    uint64_t cups[CUPS], pours[CUPS] = {0}, last[CUPS] = {0}, fits_now = 0, fits_soon = 0;
    uint64_t hand = s->turn == seat ? pack(s->hand) : 0;
    Short lacking = {0, 0, 0};
    for (int cup = 0; cup < CUPS; cup++) {
        for (int kind = 0; kind < KINDS; kind++)
            put_steps(out + O_OWN_CUPS + (cup * KINDS + kind) * CUP_STEPS, smaller(s->cups[seat][cup][kind], CUP_STEPS));
        cups[cup] = pack(s->cups[seat][cup]);
    }
    for (int slot = 0; slot < SLOTS; slot++) {
        uint64_t wanted = 0;
        for (int recipe = 0; recipe < RECIPES; recipe++) {
            if (s->orders[seat][slot][recipe] <= 0) continue;
            wanted |= WANTED[recipe];
            uint64_t need = NEED[1 + recipe];
            for (int cup = 0; cup < CUPS; cup++) {
                if (!fits(cups[cup], need)) continue;
                uint64_t lacks = need - cups[cup], rest = beyond(lacks, hand);
                int missing = count(lacks), after = count(rest), place = (cup * SLOTS + slot) * FITS;
                fits_now |= (uint64_t)NEARNESS[missing] << place;
                fits_soon |= (uint64_t)NEARNESS[after] << place;
                uint64_t kinds = kinds_in(rest);
                lacking.any |= kinds;
                if (after <= 2) lacking.two |= kinds;
                if (after == 1) lacking.one |= kinds;
                kinds = kinds_in(lacks);
                pours[cup] |= kinds;
                if (missing == 1) last[cup] |= kinds;
            }
        }
        put_bits(out + O_WANTED + slot * WANTED_STEPS * KINDS, wanted, WANTED_STEPS * KINDS);
    }
    put_bits(out + O_FITS, fits_now, CUPS * SLOTS * FITS);
    put_bits(out + O_FITS_WITH_HAND, fits_soon, CUPS * SLOTS * FITS);
    for (int cup = 0; cup < CUPS; cup++)
        for (int kind = 0; kind < KINDS; kind++) {
            int shift = BITS * kind + BITS - 1;
            out[O_POURS + (cup * KINDS + kind) * 2] = pours[cup] >> shift & 1;
            out[O_POURS + (cup * KINDS + kind) * 2 + 1] = last[cup] >> shift & 1;
        }
    for (int kind = 0; kind < KINDS; kind++)
        put_near(out + O_SHORT + kind * NEAR, 1ull << (BITS * kind + BITS - 1), lacking);
    int diagonal = s->upgraded[seat][DIAGONAL];
    for (int pawn = 0; pawn < PAWNS; pawn++) {
        int cell = s->pawn[seat][pawn];
        if (cell < 0) continue;
        for (int direction = 0; direction < (diagonal ? DIRECTIONS : STRAIGHT); direction++) {
            int to = NEIGHBOUR[cell][direction];
            if (to >= 0)
                put_near(out + O_NEAR + (pawn * DIRECTIONS + direction) * NEAR, 1ull << (SHIFT[to] + BITS - 1), lacking);
        }
        for (int steps = 0; steps < FREE_STEPS; steps++)
            put_near(out + O_REACH + (pawn * FREE_STEPS + steps) * NEAR, REACHABLE[diagonal][cell][steps], lacking);
    }
}

static void observe(const State *s, int seat, int8_t *out) {
    out[O_PLAYERS + s->seats - 2] = 1;
    if (s->active) {
        out[O_PHASE + s->phase] = 1;
        out[O_ACTING + (s->turn - seat + s->seats) % s->seats] = 1;
    }
    out[O_FIRST + (s->seats - seat) % s->seats] = 1;
    out[O_CLOSED] = s->closed;
    if (s->moving >= 0) out[O_MOVING + s->moving] = 1;
    put_steps(out + O_FREE, s->free_steps);
    for (int kind = 0; kind < KINDS; kind++)
        put_steps(out + O_HAND + kind * HAND_STEPS, smaller(s->hand[kind], HAND_STEPS));
    memcpy(out + O_SUPPLY, s->supply, KINDS);
    out[O_RUSH_SUPPLY] = s->rush_supply;
    put_steps(out + O_UPGRADED_NOW, s->upgraded_now);
    put_steps(out + O_SERVED_NOW, s->served_now);
    out[O_DECK_SIZE] = s->deck_size;
    put_steps(out + O_DECK_END, smaller(s->deck_size, DECK_STEPS));
    memcpy(out + O_DECK, s->deck_count, RECIPES);
    for (int place = 0; place < s->seats; place++) observe_seat(s, (seat + place) % s->seats, place, out);
    observe_own(s, seat, out);
}
