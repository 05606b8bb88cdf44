"""What must hold of a decision of Coffin Rush!: phase, turn and everything that waits for the answer fit together."""

from __future__ import annotations

from rush_envs.games.coffin_rush.cards import count
from rush_envs.games.coffin_rush.components import AGGRESSION, BETRAYAL, CHARM_RELIC, MONSTERS, SLOTS, SPECTRES
from rush_envs.games.coffin_rush.pharaoh import in_order, is_visible, place_of
from rush_envs.games.coffin_rush.state import CHARM, OVERFLOW, RECOVER, SLOT, TARGET
from rush_envs.games.coffin_rush.things import carries
from rush_envs.kit import kernel


@kernel
def asked_holds(s):
    """Whose decision it is: the victim's with a charm, the last one's about targets, else that of the seat on turn."""
    if s.phase == CHARM:
        return 0 <= s.victim < s.seats and s.active == 1 << s.victim
    if s.phase == TARGET:
        return s.turn < 0 and s.active == 1 << in_order(s, s.seats - 1)
    return s.turn >= 0 and s.active == 1 << s.turn


@kernel
def waiting_holds(s):
    """A pile being taken and a mummy about to rise wait for an overfull backpack alone, never both."""
    if s.phase != OVERFLOW:
        return s.taking == 0 and s.surprise == 0
    if s.bag_count[s.turn] != SLOTS:
        return False
    return (s.taking > 0) + s.surprise + (s.playing >= 0) <= 1


@kernel
def card_holds(s):
    """A card that is being played has asked: nothing but Aggression and Betrayal does."""
    if s.phase == RECOVER:
        return s.playing == BETRAYAL and 0 < s.recovers <= count(s.discards[s.turn])
    if s.phase == SLOT:
        return s.playing == AGGRESSION
    if s.phase == CHARM and s.turn >= 0:
        return s.playing == (-1 if s.victim == s.turn else AGGRESSION)
    return s.playing < 0 or (s.phase == OVERFLOW and s.playing == AGGRESSION)


@kernel
def aggression_holds(s):
    """Somebody suffers in SLOT and CHARM alone; more strikes and a near attacker belong to the turn of a player."""
    if s.phase != SLOT and s.phase != CHARM:
        return s.victim < 0 and s.near == 0 and s.strikes == 0
    if s.victim < 0 or s.victim >= s.seats or s.bag_count[s.victim] == 0:
        return False
    if s.near and s.playing != AGGRESSION:
        return False
    if s.strikes and (s.phase == SLOT or s.victim != s.turn):
        return False
    if s.phase == SLOT:
        return s.victim != s.turn
    return s.dice[0] > 0 and s.dice[1] > 0 and carries(s, s.victim, CHARM_RELIC)


@kernel
def strikes_hold(s):
    """A mummy strikes those who stand where it is; its Movement is over, on the cell of its target its turn too."""
    if s.turn >= 0 or s.phase != CHARM:
        return s.victims == 0
    monster = s.monster - MONSTERS
    if monster < SPECTRES or monster >= MONSTERS or s.target[monster] < 0 or s.target[monster] >= s.seats:
        return False
    here = place_of(s, monster)
    for seat in range(s.seats):
        struck = s.victims >> seat & 1 or seat == s.victim
        if struck and (s.cell[seat] != here or not is_visible(s, seat)):
            return False
    if s.cells_left != 0 or (here == s.cell[s.target[monster]] and s.acts != 0):
        return False
    return s.victims >> s.seats == 0 and not s.victims >> s.victim & 1


@kernel
def targets_hold(s):
    """In the Pharaoh's turn: servants' targets and candidates are players whom they can see."""
    if s.turn >= 0:
        return True
    if s.phase == TARGET:
        if s.monster >= MONSTERS or place_of(s, s.monster) < 0:
            return False
        if s.tied & (s.tied - 1) == 0 or s.tied & ~s.candidates or s.candidates >> s.seats:
            return False
        for seat in range(s.seats):
            if s.candidates >> seat & 1 and not is_visible(s, seat):
                return False
    first = 0 if s.phase == TARGET else s.monster - MONSTERS
    for monster in range(first, s.monster if s.phase == TARGET else MONSTERS):
        seat = s.target[monster]
        if seat >= s.seats or (seat >= 0 and (place_of(s, monster) < 0 or not is_visible(s, seat))):
            return False
    return True
