"""What a side has come to in a match: the measure whose changes `reward="shaped"` pays (RO-10.3)."""

from __future__ import annotations

from rush_envs.games.rush_out.state import THE_HEROES, THE_WIZARD
from rush_envs.kit import kernel

# A trophy is worth as much as all that a round can bring: that is gone with the next set-up.
TROPHY, CARD = 100, 2
DRAGON_STEP, SOUL, WOUND = 4, 4, 2
LIFE = 6
SCALE = 2.0 * TROPHY  # two trophies of margin are a reward of 1, as in the score


@kernel
def progress(s, seat):
    """[10.3] Trophies and what lies on the way to the next one, up to a number that is the same for the whole match.

    Cards count by how many are left in the side's deck: the deck of every round begins alike.
    """
    if seat > 0:
        return TROPHY * s.trophies[THE_HEROES] - CARD * s.ordeal_count - LIFE * s.lives
    wounds = 0
    for hero in range(s.seats - 1):
        wounds += s.wounded[hero]
    value = TROPHY * s.trophies[THE_WIZARD] - CARD * s.spell_count
    return value + DRAGON_STEP * s.dragon - SOUL * s.souls + WOUND * wounds
