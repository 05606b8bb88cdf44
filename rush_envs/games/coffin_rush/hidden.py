"""What a viewer cannot know, drawn anew (CO-13.3)."""

from __future__ import annotations

from rush_envs.games.coffin_rush.components import BOMB, DECK, EARLIEST_BOMB
from rush_envs.games.coffin_rush.rules import bury
from rush_envs.games.coffin_rush.temple import CHESTS, RUSH, SARCOPHAGI, SOUTH, TEMPLE_DOOR
from rush_envs.kit import below, inlined, kernel
from rush_envs.kit.piles import shuffle


@kernel
def determinize(s, seat):
    mix(s, seat, 0, SARCOPHAGI)
    mix(s, seat, SARCOPHAGI, SARCOPHAGI + CHESTS)
    if s.edge[RUSH, SOUTH] != TEMPLE_DOOR:
        shuffle(s, s.deck, s.deck_count)
        return
    others = 0
    for k in range(s.deck_count):
        if s.deck[k] != BOMB:
            s.deck[others] = s.deck[k]
            others += 1
    shuffle(s, s.deck, others)
    bury(s, max(EARLIEST_BOMB, DECK - s.deck_count + 1))


@inlined
def is_unknown(s, seat, place):
    return s.closed[place] and not s.seen[seat] >> place & 1


@kernel
def mix(s, seat, first, end):
    """Every order of the contents that the seat has not seen is equally likely."""
    unknown = 0
    for place in range(first, end):
        if is_unknown(s, seat, place):
            unknown += 1
            skip = below(s, unknown)
            for other in range(first, place + 1):
                if is_unknown(s, seat, other):
                    if skip == 0:
                        content = s.content[place]
                        s.content[place] = s.content[other]
                        s.content[other] = content
                    skip -= 1
