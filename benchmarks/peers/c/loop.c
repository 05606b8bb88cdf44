/* Many games of Coffee Rush, random play: what `pick` and `advance` do in rush_envs/engine/, for rewards by outcome.
   Works on the very arrays of a BatchEnv, so that every byte can be compared. One unit, so that all of it inlines. */

#include "rules.c"
#include "view.c"

typedef struct {
    State *states, *final;
    int64_t *seat;
    int8_t *features; /* NULL: not wanted */
    int8_t *mask;
    float *reward; /* (games, seats) */
    bool *done, *truncated;
    const State *blank;
    const int32_t *config;
    const uint64_t *seeds;
    int64_t *episodes;
    uint64_t *picks;
    int64_t *actions;
} Batch;

static void pay(const State *s, float *reward) {
    int winners = 0;
    for (int seat = 0; seat < s->seats; seat++) winners += s->outcome[seat] > 0;
    int losers = s->seats - winners;
    if (winners && losers)
        for (int seat = 0; seat < s->seats; seat++)
            reward[seat] = s->outcome[seat] > 0 ? (float)(1.0 / winners) : (float)(-1.0 / losers);
}

static void begin(const Batch *b, int64_t i) {
    State *s = b->states + i;
    *s = *b->blank;
    s->rng = mix(b->seeds[i], b->episodes[i]);
    s->seats = b->config[0];
    s->max_steps = b->config[1];
    init(s, b->config);
}

/* A random legal action for every game. */
void pick(const Batch *b, int64_t games) {
    for (int64_t i = 0; i < games; i++) {
        const int8_t *mask = b->mask + i * ACTIONS;
        int legal_ones = 0;
        for (int a = 0; a < ACTIONS; a++) legal_ones += mask[a];
        int left = below(b->picks + i, legal_ones > 0 ? legal_ones : 1), place = 0;
        for (int a = 0; a < ACTIONS; a++) {
            left -= mask[a];
            place += left >= 0;
        }
        b->actions[i] = smaller(place, ACTIONS - 1);
    }
}

/* One answer in every game; ended games begin anew; then who is asked, what it may do and sees. */
void advance(const Batch *b, int64_t games) {
    for (int64_t i = 0; i < games; i++) {
        State *s = b->states + i;
        float *reward = b->reward + i * b->config[0];
        memset(reward, 0, sizeof *reward * b->config[0]);
        step(s, b->seat[i], b->actions[i]);
        s->ply++;
        if (s->done) {
            outcome(s);
            pay(s, reward);
        } else if (s->ply >= s->max_steps) {
            s->active = 0;
            s->truncated = 1;
        }
        b->done[i] = s->done;
        b->truncated[i] = s->truncated;
        if (!s->active) {
            b->final[i] = *s;
            b->episodes[i]++;
            begin(b, i);
        }
        int seat = __builtin_ctz(s->active);
        b->seat[i] = seat;
        int8_t *mask = b->mask + i * ACTIONS;
        memset(mask, 0, ACTIONS);
        legal(s, seat, mask);
        if (b->features) {
            int8_t *out = b->features + i * FEATURES;
            memset(out, 0, FEATURES);
            observe(s, seat, out);
        }
    }
}
