"""The record of one game of Nim, field by field. The common header (who is asked, scores, …) comes before these."""

from __future__ import annotations

import numpy as np

from nim_for_rush_envs.components import HEAPS, LARGEST, MOST_TOKENS, SEATS
from rush_envs.contract import Field, record

# A field that players may not see says so: Field("deck", np.int8, (CARDS,), "nobody", …), "owner" for a hand of cards.
# `low` and `high` are what it may ever hold; `fixed` fields are settled by the configuration for the whole game.
STATE = record(
    SEATS,
    Field("heap", np.int8, (HEAPS,), low=0, high=LARGEST),  # tokens left
    Field("tokens", np.int8, low=0, high=MOST_TOKENS),  # in the game at its beginning
    # Who took last. `ply`, the number of answers, would tell as well, but a search does not know it.
    Field("last", np.int8, low=0, high=1),
    Field("misere", np.int8, low=0, high=1, fixed=True),  # 1: who takes the last token loses
    fewest=SEATS,
)
