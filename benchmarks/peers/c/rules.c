/* The rules of Coffee Rush in plain C, phase by phase as in rush_envs/games/coffee_rush/: rules.py, turn.py.
   Only what random play of the ordinary game needs: `init`, `legal`, `step`, `outcome`. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tables.h"

enum { PLACE, START, UPGRADE, MOVE, EMPTY, POUR, SERVE };
enum { DOUBLE_PAWNS, DIAGONAL, DOUBLE_CORNERS, DOUBLE_SPECIALS };

static inline int smaller(int a, int b) { return a < b ? a : b; }

/* ---- Random numbers: splitmix64, a stream in every record ---- */

static inline uint64_t scramble(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static const uint64_t GOLD = 0x9E3779B97F4A7C15u;

static inline uint64_t mix(uint64_t seed, uint64_t number) { return scramble(scramble(seed + GOLD) ^ number * GOLD); }

static inline int64_t below(uint64_t *stream, uint64_t n) {
    uint64_t word = *stream + GOLD;
    uint64_t product = (scramble(word) >> 32) * n;
    if ((uint32_t)product < n) {
        uint64_t reject = ((1ull << 32) - n) % n;
        while ((uint32_t)product < reject) {
            word += GOLD;
            product = (scramble(word) >> 32) * n;
        }
    }
    *stream = word;
    return product >> 32;
}

/* ---- Set-up ---- */

static inline int pawns_each(const State *s) { return s->seats == 2 ? PAWNS : 1; }

static inline void ask(State *s, int phase, int seat) {
    s->phase = phase;
    s->turn = seat;
    s->active = 1 << seat;
}

static void draw(State *s, int seat, int slot) {
    if (s->deck_size > 0) {
        int recipe = s->deck[--s->deck_size];
        s->deck_count[recipe]--;
        s->orders[seat][slot][recipe]++;
    }
}

static int fill(int8_t *pile, const int64_t *copies) {
    int count = 0;
    for (int kind = 0; kind < RECIPES; kind++)
        for (int k = 0; k < copies[kind]; k++) pile[count++] = kind;
    return count;
}

static void shuffle(State *s, int8_t *pile, int count) {
    for (int last = count - 1; last > 0; last--) {
        int other = below(&s->rng, last + 1);
        int8_t card = pile[last];
        pile[last] = pile[other];
        pile[other] = card;
    }
}

static void make_deck(State *s, const int64_t *copies) {
    for (int recipe = 0; recipe < RECIPES; recipe++) s->deck_count[recipe] = copies[recipe];
    s->deck_size = fill(s->deck, copies);
    shuffle(s, s->deck, s->deck_size);
}

static void init(State *s, const int32_t *config) {
    s->upgrades_per_turn = config[UPGRADES_PER_TURN];
    s->rush_supply = RUSH_TOKENS;
    for (int kind = 0; kind < KINDS; kind++) s->supply[kind] = TOKENS[kind];
    memset(s->pawn, -1, sizeof s->pawn);
    if (config[BEGINNER_ORDERS]) {
        int cards = fill(s->deck, BEGINNER_COPIES);
        shuffle(s, s->deck, cards);
        for (int seat = 0; seat < s->seats; seat++) s->orders[seat][0][s->deck[seat]]++;
        s->removed = cards - s->seats;
        make_deck(s, OTHER_COPIES);
        for (int k = 0; k <= s->seats; k++) draw(s, k % s->seats, k < s->seats);
    } else {
        make_deck(s, COPIES);
        for (int seat = 0; seat < s->seats; seat++)
            for (int slot = 0; slot < 2; slot++)
                for (int k = seat == 0 && slot == 0 ? 2 : 1; k > 0; k--) draw(s, seat, slot);
    }
    s->moving = -1;
    s->free_steps = FREE_STEPS;
    ask(s, PLACE, s->seats - 1);
}

/* ---- What the phases ask ---- */

static int first_in_hand(const State *s) {
    for (int kind = 0; kind < KINDS; kind++)
        if (s->hand[kind] > 0) return kind;
    return KINDS;
}

/* The content of a cup as one number, a byte for each kind. */
static inline uint64_t content(const State *s, int seat, int cup) {
    uint64_t key;
    memcpy(&key, s->cups[seat][cup], sizeof key);
    return key;
}

static int recipe_in(const State *s, int seat, int cup) {
    uint64_t key = content(s, seat, cup);
    if (key)
        for (int recipe = 0; recipe < RECIPES; recipe++)
            if ((uint64_t)RECIPE_KEY[recipe] == key) return recipe;
    return -1;
}

static uint32_t other_pawns(const State *s, int seat, int pawn) {
    uint32_t cells = 0;
    for (int other = 0; other < s->seats; other++)
        for (int k = 0; k < pawns_each(s); k++)
            if (other != seat || k != pawn) cells |= 1u << s->pawn[other][k];
    return cells;
}

static bool any_filled(const State *s, int seat) {
    for (int cup = 0; cup < CUPS; cup++)
        if (content(s, seat, cup)) return true;
    return false;
}

static bool can_serve(const State *s, int seat) {
    for (int cup = 0; cup < CUPS; cup++) {
        int recipe = recipe_in(s, seat, cup);
        if (recipe >= 0)
            for (int slot = 0; slot < SLOTS; slot++)
                if (s->orders[seat][slot][recipe] > 0) return true;
    }
    return false;
}

static bool can_upgrade(const State *s, int seat) {
    if (s->completed[seat] < ORDERS_PER_UPGRADE || s->upgraded_now >= s->upgrades_per_turn) return false;
    for (int tile = 0; tile < UPGRADES; tile++)
        if (!s->upgraded[seat][tile]) return true;
    return false;
}

/* ---- Answers ---- */

static inline int take(State *s, int kind, int amount) {
    int taken = smaller(amount, s->supply[kind]);
    s->supply[kind] -= taken;
    return taken;
}

static inline void take_rush(State *s, int seat, int amount) {
    int taken = smaller(amount, s->rush_supply);
    s->rush_supply -= taken;
    s->rush[seat] += taken;
}

static inline void begin_turn(State *s, int seat) { ask(s, can_upgrade(s, seat) ? UPGRADE : MOVE, seat); }

static void begin_start(State *s, int seat) {
    int kind = BOARD[s->pawn[seat][1]];
    s->hand[kind] = take(s, kind, 1);
    ask(s, START, seat);
}

static int points(const State *s, int seat) {
    int tiles = 0;
    for (int tile = 0; tile < UPGRADES; tile++) tiles += s->upgraded[seat][tile];
    return s->completed[seat] + UPGRADE_POINTS * tiles - s->penalties[seat];
}

static void place(State *s, int seat, int cell) {
    s->pawn[seat][s->placed / s->seats] = cell;
    s->placed++;
    if (s->placed < s->seats * pawns_each(s)) {
        ask(s, PLACE, s->seats - 1 - s->placed % s->seats);
        return;
    }
    for (int other = 0; other < s->seats; other++) {
        int kind = BOARD[s->pawn[other][0]];
        s->cups[other][0][kind] += take(s, kind, 1);
    }
    if (s->seats == 2) begin_start(s, 1);
    else begin_turn(s, 0);
}

static void upgrade(State *s, int seat, int tile) {
    s->completed[seat] -= ORDERS_PER_UPGRADE;
    s->upgraded[seat][tile] = 1;
    s->upgraded_now++;
    s->score[seat] = points(s, seat);
    if (!can_upgrade(s, seat)) s->phase = MOVE;
}

static void end_move(State *s) {
    s->free_steps = FREE_STEPS;
    s->phase = EMPTY;
}

static void move(State *s, int seat, int pawn, int direction) {
    int cell = NEIGHBOUR[s->pawn[seat][pawn]][direction];
    if (s->free_steps > 0) s->free_steps--;
    else s->rush[seat]--, s->rush_supply++;
    s->moving = pawn;
    s->pawn[seat][pawn] = cell;
    uint32_t others = other_pawns(s, seat, pawn);
    const int8_t *tiles = s->upgraded[seat];
    int amount = 1 << ((tiles[DOUBLE_PAWNS] && others >> cell & 1) + (tiles[DOUBLE_CORNERS] && CORNER_CELL[cell])
                       + (tiles[DOUBLE_SPECIALS] && SPECIAL_CELL[cell]));
    int kind = BOARD[cell];
    s->hand[kind] += take(s, kind, amount);
    int budget = s->free_steps + s->rush[seat];
    if (budget == 0 || (budget == 1 && !(REACH[tiles[DIAGONAL]][cell] & ~others))) end_move(s);
}

static void empty_cup(State *s, int seat, int cup) {
    for (int kind = 0; kind < KINDS; kind++) s->supply[kind] += s->cups[seat][cup][kind];
    memset(s->cups[seat][cup], 0, KINDS);
}

static void pour(State *s, int seat, int kind, int cup) {
    s->hand[kind]--;
    s->cups[seat][cup][kind]++;
    if (s->phase == START) {
        if (seat == 1) begin_start(s, 0);
        else begin_turn(s, 0);
    }
}

static void serve(State *s, int seat, int cup, int slot) {
    int recipe = recipe_in(s, seat, cup);
    empty_cup(s, seat, cup);
    s->orders[seat][slot][recipe]--;
    s->completed[seat]++;
    s->served_now++;
    if (SPECIAL[recipe]) take_rush(s, seat, 1);
    s->score[seat] = points(s, seat);
}

/* ---- End of a turn ---- */

static void pass_time(State *s, int seat) {
    int expired = 0;
    for (int recipe = 0; recipe < RECIPES; recipe++) expired += s->orders[seat][SLOTS - 1][recipe];
    memmove(s->orders[seat][1], s->orders[seat][0], (SLOTS - 1) * RECIPES);
    memset(s->orders[seat][0], 0, RECIPES);
    if (expired > 0) {
        s->penalties[seat] += expired;
        take_rush(s, seat, expired);
        s->score[seat] = points(s, seat);
    }
}

static bool orders_left(const State *s) {
    const int8_t *cards = s->orders[0][0];
    int found = 0;
    for (int k = 0; k < SEATS * SLOTS * RECIPES; k++) found |= cards[k];
    return found;
}

static void end_turn(State *s, int seat) {
    for (int ahead = 1; ahead < (s->seats == 2 ? 2 : 3); ahead++)
        for (int k = 0; k < s->served_now; k++) draw(s, (seat + ahead) % s->seats, 0);
    if (s->deck_size == 0) s->closed = 1;
    pass_time(s, seat);
    if (s->penalties[seat] >= PENALTIES_TO_CLOSE) s->closed = 1;
    if (s->seats == 2) {
        draw(s, seat, 0);
        if (s->deck_size == 0) s->closed = 1;
    }
    if (!orders_left(s)) s->closed = 1;
    s->moving = -1;
    s->upgraded_now = 0;
    s->served_now = 0;
    if (s->closed && seat == s->seats - 1) {
        s->done = 1;
        s->active = 0;
    } else {
        begin_turn(s, (seat + 1) % s->seats);
    }
}

static void end_phase(State *s, int seat) {
    if (s->phase == UPGRADE) s->phase = MOVE;
    else if (s->phase == MOVE) end_move(s);
    else if (s->phase == EMPTY) s->phase = POUR;
    else end_turn(s, seat);
}

static void step(State *s, int seat, int action) {
    if (action < A_UPGRADE) place(s, seat, action - A_PLACE);
    else if (action < A_MOVE) upgrade(s, seat, action - A_UPGRADE);
    else if (action < A_EMPTY) move(s, seat, (action - A_MOVE) / DIRECTIONS, (action - A_MOVE) % DIRECTIONS);
    else if (action < A_POUR) empty_cup(s, seat, action - A_EMPTY);
    else if (action < A_RETURN) pour(s, seat, (action - A_POUR) / CUPS, (action - A_POUR) % CUPS);
    else if (action < A_SERVE) s->hand[action - A_RETURN]--, s->supply[action - A_RETURN]++;
    else if (action < A_DONE) serve(s, seat, (action - A_SERVE) / SLOTS, (action - A_SERVE) % SLOTS);
    else end_phase(s, seat);
    if (s->done) return;
    if (s->phase == EMPTY && !any_filled(s, seat)) s->phase = POUR;
    if (s->phase == POUR && first_in_hand(s) == KINDS) s->phase = SERVE;
    if (s->phase == SERVE && !can_serve(s, seat)) end_turn(s, seat);
}

/* ---- Legal answers ---- */

static bool can_get_free(int cell, uint32_t others, int diagonal, int steps) {
    uint32_t reach = 1u << cell;
    for (int k = smaller(steps, 3); k > 0; k--) {
        if (reach & ~others) return true;
        uint32_t grown = reach;
        for (uint32_t left = reach; left; left &= left - 1) grown |= REACH[diagonal][__builtin_ctz(left)];
        reach = grown;
    }
    return reach & ~others;
}

static void legal_moves(const State *s, int seat, int8_t *mask) {
    int diagonal = s->upgraded[seat][DIAGONAL], ways = diagonal ? DIRECTIONS : STRAIGHT;
    int budget = s->free_steps + s->rush[seat];
    for (int pawn = 0; pawn < pawns_each(s); pawn++) {
        if (s->moving >= 0 && s->moving != pawn) continue;
        uint32_t others = other_pawns(s, seat, pawn);
        for (int direction = 0; direction < ways; direction++) {
            int cell = NEIGHBOUR[s->pawn[seat][pawn]][direction];
            if (cell >= 0 && can_get_free(cell, others, diagonal, budget - 1))
                mask[A_MOVE + DIRECTIONS * pawn + direction] = 1;
        }
        if (s->moving == pawn && !(others >> s->pawn[seat][pawn] & 1)) mask[A_DONE] = 1;
    }
}

static void legal(const State *s, int seat, int8_t *mask) {
    int kind = first_in_hand(s);
    switch (s->phase) {
    case PLACE:
        memset(mask + A_PLACE, 1, CELLS);
        for (int other = 0; other < s->seats; other++)
            for (int pawn = 0; pawn < pawns_each(s); pawn++)
                if (s->pawn[other][pawn] >= 0) mask[A_PLACE + s->pawn[other][pawn]] = 0;
        break;
    case START:
        mask[A_POUR + CUPS * kind] = mask[A_POUR + CUPS * kind + 1] = 1;
        break;
    case UPGRADE:
        for (int tile = 0; tile < UPGRADES; tile++) mask[A_UPGRADE + tile] = 1 - s->upgraded[seat][tile];
        mask[A_DONE] = 1;
        break;
    case MOVE:
        legal_moves(s, seat, mask);
        break;
    case EMPTY:
        for (int cup = 0; cup < CUPS; cup++) mask[A_EMPTY + cup] = content(s, seat, cup) != 0;
        mask[A_DONE] = 1;
        break;
    case POUR:
        for (int cup = 0; cup < CUPS; cup++) mask[A_POUR + CUPS * kind + cup] = 1;
        mask[A_RETURN + kind] = 1;
        break;
    default:
        for (int cup = 0; cup < CUPS; cup++) {
            int recipe = recipe_in(s, seat, cup);
            if (recipe >= 0)
                for (int slot = 0; slot < SLOTS; slot++)
                    if (s->orders[seat][slot][recipe] > 0) mask[A_SERVE + SLOTS * cup + slot] = 1;
        }
        mask[A_DONE] = 1;
    }
}

/* ---- The end ---- */

static int rank(const State *s, int seat) {
    return (s->score[seat] * 100 + s->completed[seat]) * 100 + s->rush[seat];
}

static void outcome(State *s) {
    int best = rank(s, 0);
    for (int seat = 1; seat < s->seats; seat++)
        if (rank(s, seat) > best) best = rank(s, seat);
    for (int seat = 0; seat < s->seats; seat++) s->outcome[seat] = rank(s, seat) == best ? 1 : -1;
}
