"""Nim: who takes the last token wins. The template of a game for rush-envs; the page is README.md."""

from nim_for_rush_envs.components import FOLDER
from nim_for_rush_envs.config import VARIANTS, Config
from nim_for_rush_envs.rules import INVARIANTS, check, determinize, init, legal, outcome, step
from nim_for_rush_envs.state import STATE
from nim_for_rush_envs.table import draw, tell
from nim_for_rush_envs.view import ACTIONS, HIDDEN, OBSERVATION, observe, reveal
from rush_envs.contract import Game

GAME = Game(
    name="nim",
    title="Nim",
    summary=(
        "Two players take turns at some heaps of tokens: any number of tokens, but from one heap only. Who takes the "
        "last token wins; in the misère game that player loses."
    ),
    folder=FOLDER,
    config=Config,
    variants=VARIANTS,
    state=STATE,
    actions=ACTIONS,
    observation=OBSERVATION,
    hidden=HIDDEN,
    score_scale=10.0,  # points of margin that are a reward of 1: about the largest margin there is
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
)  # raise `version` whenever rules, actions or observations change: old replays and policies are then refused by name
