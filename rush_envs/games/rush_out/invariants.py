"""What must hold in every state of Rush Out! (RO-14), jitted so that millions of states can be checked.

`check` is also the last part of the gate for records from outside: whatever lies within the ranges of the fields must
be safe to look at here, and what passes must be safe to play on. Each part may rely on those before it.
"""

from __future__ import annotations

from rush_envs.games.rush_out.components import (
    BASIC,
    COINS_FROM,
    DISSIPATIONS,
    DRAGON_WINS,
    EQUIPMENT,
    EQUIPMENT_COPIES,
    EQUIPMENT_COVERS,
    EXPERIENCE_FROM,
    FACES,
    HERO_DICE,
    ICON_COVERS,
    LIVES,
    LIVES_FROM,
    MOST_COINS,
    MOST_POINTS,
    ORDEAL_CARDS,
    ORDEAL_KIND,
    SCROLLS,
    SEATS,
    SOULS,
    SOULS_FROM,
    SPACES,
    SUMMONED,
    TROPHIES,
    TROPHIES_FROM,
    UNROLLED,
    WIZARD_DICE,
)  # fmt: skip
from rush_envs.games.rush_out.dice import in_hand
from rush_envs.games.rush_out.invariants_cards import (
    match_holds,
    nothing_full,
    ordeals_hold,
    spaces_hold,
    spells_hold,
    tops_hold,
)
from rush_envs.games.rush_out.invariants_seats import aims_hold, named_hold, question_holds
from rush_envs.games.rush_out.market import may_buy
from rush_envs.games.rush_out.state import ASK_NOTHING, MARKET, ROUNDS, THE_HEROES, THE_WIZARD, TICK
from rush_envs.games.rush_out.view import A_TAKE
from rush_envs.kit import kernel

INVARIANTS = {
    1: "RO-14.3: three dice a hero and five for the wizard, each in one place, no count negative",
    2: "RO-14.3: dice and free spaces of a target are its spaces, at most two heroes on one",
    3: "RO-14.4: every spell of the match is in one place",
    4: "RO-14.4: every ordeal of the match is in one place",
    5: "RO-14.4: nothing full lies out between movements, but ordeals under the dragon with him who filled them",
    6: "RO-14.5: the dragon is in play, tokens, coins, points, ticks and busy counts lie in their ranges",
    7: "RO-10.2: the score is the trophies of the seat's team",
    8: "RO-4.7: the wizard and every hero who is not busy are asked in a tick, one alone in the market",
    9: "RO-3.1: the match plays as many spells as its setup says, and its ordeals but for those of a handicap",
    10: "RO-13.1: a swapped spell lies on top of its deck, and summoned cards on top of all other ordeals",
    11: "RO-1.6: rounds, their winners and the trophies go together; a match is over exactly when it is decided",
    12: "RO-5.4: a seat with dice on a target aims there, freely or not at all, and at nothing that is not in play",
    13: "RO-7.3: an open choice is that of the spell or scroll that asks for it, and has more answers than it needs",
    14: "RO-4.1: a movement that was named is legal",
    15: "RO-8.2: a hero of the match has a die locked or owes one exactly while a vortex lies before him",
    16: "RO-9.3: equipment is held or left, and a hero's joker covers what his icon and his equipment say",
    17: "RO-9.4: points, and those about which two heroes' choice is open, come from completed ordeals",
    18: "RO-3.3: souls and lives are those of the scenario and the players, and some are left while a round goes on",
    19: "RO-9.2: the market is open from scenario_2, between rounds, and asks one who can buy",
    20: "RO-1.1: a seat without a player has nothing and did nothing",
}


@kernel
def check(s):
    first = check_table(s)
    return first if first > 0 else check_course(s)


@kernel
def check_table(s):
    """Everything that lies on the table; once a round is won it stays as it lay at that moment."""
    going = s.winner < 0
    if not dice_hold(s):
        return 1
    if not tokens_hold(s, going):
        return 6
    if not spells_hold(s):
        return 3
    if not ordeals_hold(s):
        return 4
    if not spaces_hold(s):
        return 2
    if going and not nothing_full(s):
        return 5
    for seat in range(s.seats):
        if s.score[seat] != s.trophies[THE_WIZARD if seat == 0 else THE_HEROES]:
            return 7
    return 0 if activity_holds(s) else 8


@kernel
def check_course(s):
    """What the match has come to: its cards, its rounds, what is aimed at, owed, named, held and won."""
    if not match_holds(s):
        return 9
    if not tops_hold(s):
        return 10
    if not rounds_hold(s):
        return 11
    if not aims_hold(s):
        return 12
    if not question_holds(s):
        return 13
    if not named_hold(s):
        return 14
    if not vortices_hold(s):
        return 15
    if not equipment_holds(s):
        return 16
    if not points_hold(s):
        return 17
    if not stocks_hold(s):
        return 18
    if not market_holds(s):
        return 19
    return 0 if absent_hold(s) else 20


@kernel
def dice_hold(s):
    for seat in range(s.seats):
        dice, low = in_hand(s, seat), 0
        for face in range(FACES):
            dice += s.placed[seat, face]
            low = min(low, s.placed[seat, face], s.hand[seat, face])
        if seat > 0:
            dice += s.locked[seat - 1]
            if s.owes[seat - 1] and (s.locked[seat - 1] or in_hand(s, seat)):
                return False
        if low < 0 or s.hand[seat, UNROLLED] < 0 or dice != (WIZARD_DICE if seat == 0 else HERO_DICE):
            return False
    return True


@kernel
def tokens_hold(s, going):
    if s.dragon < 0 or s.dragon > DRAGON_WINS or (s.dragon == DRAGON_WINS and going):
        return False
    for side in range(2):
        if s.coins[side] < 0 or s.coins[side] > MOST_COINS or s.trophies[side] > TROPHIES:
            return False
    for hero in range(s.seats - 1):
        if s.busy[hero] < 0 or s.busy[hero] > 2 or s.experience[hero] < 0 or s.experience[hero] > MOST_POINTS:
            return False
    if going and (s.spell_count < 1 or s.ordeal_count < 1 or s.ordeal_count > ORDEAL_CARDS):
        return False
    over = s.done or s.truncated
    return s.souls >= 0 and s.lives >= 0 and s.ticks < s.max_ticks + (1 if over else 0)


@kernel
def activity_holds(s):
    if s.done or s.truncated:
        return s.active == 0
    wanted = 0
    if s.phase == MARKET:
        wanted = 1 << s.shopper
    else:
        for seat in range(s.seats):
            asked = seat == 0 or s.busy[seat - 1] == 0
            open_yet = s.pending[seat] < 0 or s.pending[seat] == A_TAKE
            wanted |= 1 << seat if asked and open_yet else 0
    return s.active == wanted and wanted != 0 and (s.phase == TICK or s.question == ASK_NOTHING)


@kernel
def rounds_hold(s):
    """A round has a winner and a reason from the moment that it is won; nobody plays on after his second trophy."""
    heroes, wizard = 0, 0
    ended = s.round_now + (1 if s.winner >= 0 else 0)
    for k in range(ROUNDS):
        if (s.round_winner[k] >= 0) != (k < ended) or (s.round_reason[k] > 0) != (k < ended):
            return False
        heroes += s.round_winner[k] == THE_HEROES
        wizard += s.round_winner[k] == THE_WIZARD
    if heroes != s.trophies[THE_HEROES] or wizard != s.trophies[THE_WIZARD]:
        return False
    if s.winner >= 0 and s.round_winner[s.round_now] != s.winner:
        return False
    if s.scenario < TROPHIES_FROM and s.round_now > 0:
        return False
    decided = ended > 0 and (s.scenario < TROPHIES_FROM or max(heroes, wizard) == TROPHIES)
    if decided != (s.done == 1) or (decided and s.winner < 0):
        return False
    if not s.done and not s.truncated and (s.winner >= 0) != (s.phase == MARKET):
        return False
    return outcome_holds(s)


@kernel
def outcome_holds(s):
    """[10.1]"""
    for seat in range(s.seats):
        side = THE_WIZARD if seat == 0 else THE_HEROES
        wanted = 1 if s.trophies[side] > s.trophies[1 - side] else -1
        if s.outcome[seat] != (wanted if s.done else 0):
            return False
    return True


@kernel
def vortices_hold(s):
    for card in range(DISSIPATIONS):
        if s.dissipation[card] >= s.seats - 1:
            return False
    for hero in range(s.seats - 1):
        drawn_in = s.dissipation[0] == hero or s.dissipation[1] == hero
        if s.locked[hero] + s.owes[hero] != (1 if drawn_in else 0):
            return False
    return True


@kernel
def equipment_holds(s):
    for item in range(EQUIPMENT):
        copies = s.equipment_left[item]
        for hero in range(s.seats - 1):
            copies += s.equipment[hero] >> item & 1
        if copies != EQUIPMENT_COPIES[item]:
            return False
    for hero in range(s.seats - 1):
        covers = ICON_COVERS[s.character[hero]]
        for item in range(EQUIPMENT):
            if s.equipment[hero] >> item & 1:
                covers |= EQUIPMENT_COVERS[item]
        if covers != s.covers[hero]:
            return False
    return True


@kernel
def points_hold(s):
    """Two heroes are chosen between, and the one who chooses is among them."""
    points = 0
    for card in range(ORDEAL_CARDS):
        if ORDEAL_KIND[card] == BASIC or ORDEAL_KIND[card] == SUMMONED:
            points += s.ordeal_gone >> card & 1
    if s.scenario < EXPERIENCE_FROM:
        points = 0
    for hero in range(s.seats - 1):
        points -= s.experience[hero]
        if s.owners[hero]:
            points -= 1
            first = s.owners[hero] & -s.owners[hero]
            second = s.owners[hero] ^ first
            if second == 0 or second & (second - 1) or not s.owners[hero] >> hero & 1:
                return False
            if s.owners[hero] >> (s.seats - 1) or s.phase == MARKET:
                return False
    return points >= 0


@kernel
def stocks_hold(s):
    souls = SOULS[s.seats - 3] if s.scenario >= SOULS_FROM else 0
    lives = LIVES[s.seats - 3] if s.scenario >= LIVES_FROM else 0
    if s.winner < 0 and ((souls > 0 and s.souls == 0) or (lives > 0 and s.lives == 0)):
        return False
    return s.souls <= souls and s.lives <= lives


@kernel
def market_holds(s):
    if s.shopper >= s.seats or s.passes >= s.seats:
        return False
    if s.phase == TICK:
        return True
    if s.scenario < COINS_FROM or s.winner < 0 or (s.shopper == 0 and s.passes > 0):
        return False
    if s.done or s.truncated:
        return True
    for item in range(SCROLLS):
        if may_buy(s, s.shopper, item):
            return s.passes < s.seats - 1
    return False


@kernel
def absent_hold(s):
    if s.helped >> (s.seats - 1):
        return False
    for space in range(SPACES):
        if s.last[space] >= s.seats - 1:
            return False
    for seat in range(s.seats, SEATS):
        hero = seat - 1
        something = s.at[seat] | s.aim[seat] | s.pending[seat] | s.score[seat] | s.outcome[seat] | in_hand(s, seat)
        something |= s.covers[hero] | s.locked[hero] | s.owes[hero] | s.busy[hero] | s.wounded[hero]
        something |= s.experience[hero] | s.owners[hero] | s.equipment[hero]
        for symbol in range(FACES):
            something |= s.placed[seat, symbol] | s.taken[seat, symbol]
        if something != 0:
            return False
    return True
