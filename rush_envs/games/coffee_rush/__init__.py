"""Coffee Rush: baristas race to serve orders before they expire. The page is README.md."""

from rush_envs.contract import Game
from rush_envs.games.coffee_rush.components import FOLDER
from rush_envs.games.coffee_rush.config import VARIANTS, Config
from rush_envs.games.coffee_rush.invariants import INVARIANTS, check
from rush_envs.games.coffee_rush.rules import determinize, init, legal, outcome, step
from rush_envs.games.coffee_rush.state import STATE
from rush_envs.games.coffee_rush.table import draw
from rush_envs.games.coffee_rush.telling import tell
from rush_envs.games.coffee_rush.view import ACTIONS, HIDDEN, OBSERVATION, observe, reveal

GAME = Game(
    name="coffee_rush",
    title="Coffee Rush",
    summary=(
        "Baristas walk over a board of sixteen ingredients, pour what they collect into three cups and serve orders "
        "before they expire. Every order served puts new ones on the next players' boards. Three served orders buy "
        "a lasting upgrade. The game closes when the deck is empty or somebody has let five orders expire; orders "
        "held count 1, upgrades 2, penalties -1."
    ),
    folder=FOLDER,
    config=Config,
    variants=VARIANTS,
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    hidden=HIDDEN,
    score_scale=20.0,
    init=init,
    legal=legal,
    step=step,
    observe=observe,
    reveal=reveal,
    outcome=outcome,
    determinize=determinize,
    check=check,
    invariants=INVARIANTS,
    draw=draw,
    tell=tell,
    version=1,
)
