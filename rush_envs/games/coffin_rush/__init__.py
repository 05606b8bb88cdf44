"""Coffin Rush!: looters in a temple against the Pharaoh's clock. The page is README.md."""

from rush_envs.contract import Game
from rush_envs.games.coffin_rush.components import FOLDER
from rush_envs.games.coffin_rush.config import VARIANTS, Config, teams
from rush_envs.games.coffin_rush.hidden import determinize
from rush_envs.games.coffin_rush.invariants import INVARIANTS, check
from rush_envs.games.coffin_rush.observing import observe, reveal
from rush_envs.games.coffin_rush.rules import init, legal, outcome, step
from rush_envs.games.coffin_rush.state import STATE
from rush_envs.games.coffin_rush.table import draw
from rush_envs.games.coffin_rush.telling import tell
from rush_envs.games.coffin_rush.view import ACTIONS, HIDDEN, OBSERVATION

GAME = Game(
    name="coffin_rush",
    title="Coffin Rush!",
    summary=(
        "Looters explore a temple of twelve quadrants: they open doors, sarcophagi and chests, fill their backpacks, "
        "and carry what they find to their tents, which they can reach only once a bomb has blown the temple door "
        "away. After every round the Pharaoh sets a trap, turns his counter and sends mummies after the richest and "
        "spectres after those with the most cards. When the counter is at zero the most valuable tent wins, alone or "
        "as a company."
    ),
    folder=FOLDER,
    config=Config,
    variants=VARIANTS,
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    hidden=HIDDEN,
    score_scale=10.0,
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
    teams=teams,
    version=1,
)
