"""Rush Out!: a wizard against heroes, all rolling at once. The page is README.md."""

from rush_envs.contract import Game
from rush_envs.games.rush_out.components import FOLDER
from rush_envs.games.rush_out.config import VARIANTS, Config, agent_names, teams
from rush_envs.games.rush_out.hidden import determinize
from rush_envs.games.rush_out.invariants import INVARIANTS, check
from rush_envs.games.rush_out.progress import SCALE, progress
from rush_envs.games.rush_out.rules import init, legal, outcome, step
from rush_envs.games.rush_out.state import STATE
from rush_envs.games.rush_out.table import draw
from rush_envs.games.rush_out.telling import tell
from rush_envs.games.rush_out.view import ACTIONS, HIDDEN, OBSERVATION, observe, reveal

GAME = Game(
    name="rush_out",
    title="Rush Out!",
    summary=(
        "A wizard with five dice races two to four heroes with three dice each; nobody waits for a turn. Time passes "
        "in ticks: in each of them everybody names one movement in secret, to roll, to place a die on a card, to take "
        "dice back, and all are carried out in a random order. Full cards are completed: ordeals by the heroes, spells "
        "by the wizard, and every spell hurts. The side whose deck runs out first wins the round, unless the dragon, "
        "souls or lives decide it before. Eight setups, from two trainings to a scenario with market, curses and "
        "experience."
    ),
    folder=FOLDER,
    config=Config,
    variants=VARIANTS,
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    hidden=HIDDEN,
    score_scale=2.0,
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
    agent_names=agent_names,
    teams=teams,
    progress=progress,
    progress_scale=SCALE,
    version=1,
    simultaneous=True,
)
