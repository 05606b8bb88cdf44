"""Silver & Gold Pyramids: everybody marks the same shapes on pyramids of their own. The page is README.md."""

from rush_envs.contract import Game
from rush_envs.games.silver_gold_pyramids.components import FOLDER
from rush_envs.games.silver_gold_pyramids.config import VARIANTS, Config
from rush_envs.games.silver_gold_pyramids.invariants import INVARIANTS, check
from rush_envs.games.silver_gold_pyramids.rules import determinize, init, legal, outcome, step
from rush_envs.games.silver_gold_pyramids.state import STATE
from rush_envs.games.silver_gold_pyramids.table import draw
from rush_envs.games.silver_gold_pyramids.telling import tell
from rush_envs.games.silver_gold_pyramids.view import ACTIONS, HIDDEN, OBSERVATION, observe, reveal

GAME = Game(
    name="silver_gold_pyramids",
    title="Silver & Gold Pyramids",
    summary=(
        "Everybody explores two pyramids at a time, grids of 25 cells with walls and treasures. A card shows a shape, "
        "the same for all, and each player secretly marks it (or a single cell) on one own pyramid, connected to what "
        "is marked already. Gems, torches, skulls, potions and extra marks lie under the cells; who reaches the tomb "
        "has completed the pyramid and takes a new one. After four rounds of seven cards, pyramids, awards for "
        "pyramids of a colour, torches and pairs of gems count, the last crossed skull is a loss."
    ),
    folder=FOLDER,
    config=Config,
    variants=VARIANTS,
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    hidden=HIDDEN,
    score_scale=100.0,
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
    simultaneous=True,
    version=1,
)
