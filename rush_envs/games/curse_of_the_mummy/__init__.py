"""Curse of the Mummy: a mummy hunts explorers it cannot see. The page is README.md."""

from rush_envs.contract import Game
from rush_envs.games.curse_of_the_mummy.components import FOLDER
from rush_envs.games.curse_of_the_mummy.config import VARIANTS, Config, agent_names
from rush_envs.games.curse_of_the_mummy.hidden import determinize
from rush_envs.games.curse_of_the_mummy.invariants import INVARIANTS, check
from rush_envs.games.curse_of_the_mummy.rules import init, legal, outcome, step
from rush_envs.games.curse_of_the_mummy.state import STATE
from rush_envs.games.curse_of_the_mummy.table import draw
from rush_envs.games.curse_of_the_mummy.telling import tell
from rush_envs.games.curse_of_the_mummy.view import ACTIONS, HIDDEN, OBSERVATION, observe, reveal

GAME = Game(
    name="curse_of_the_mummy",
    title="Curse of the Mummy",
    summary=(
        "Explorers run through a maze collecting five secret treasures each; the mummy hears how far they go but does "
        "not see where. Dice that show a mummy are locked and make the mummy faster; explorers may release them at the "
        "price of an extra mummy move. Whoever is caught goes to prison and gives an ankh. The first explorer to lay "
        "all its treasures wins alone, or the mummy, once it holds enough ankhs."
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
    agent_names=agent_names,
    version=1,
)
