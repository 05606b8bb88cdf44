"""OpenSpiel's door: every game as an OpenSpiel Python game, `pyspiel.load_game("coffee_rush_v1(num_players=2)")`.

Importing this module registers the games under their ids; parameters are the options of the game and `seed`, of all
chance in games loaded with it. A list of words is joined by `+`: `rush_out_v1(num_players=3,heroes=cleric+warrior)`.

- Players answer in turns; sealed choices are answered one after the other, unseen, as PettingZoo's AEC door does it.
- Chance is sampled: a chance node, the deal first of all, has one outcome, which draws from the stream of the loaded
  game. Answers that need no luck have none. What is drawn is not in the state before, so no search can look ahead.
- Tensors are the features of the seat, in [0, 1], by the names of the game's page. `information_state_string` knows
  besides everything that the seat saw and answered at its decisions before: perfect recall, as a digest.
- `resample_from_infostate` draws anew whatever the player does not know. Bots that search on the state itself, as
  `MCTSBot` does, see everything: that is OpenSpiel's own way with games of hidden information.
- OpenSpiel keeps Python states by pickling them: never deserialize a state that you did not write yourself.
"""

from __future__ import annotations

from rush_envs.errors import MissingExtra

try:
    import pyspiel  # noqa: F401
except ImportError:
    raise MissingExtra("rush_envs.doors.openspiel", "openspiel") from None

from rush_envs.doors.openspiel.games import RushGame, register_all

__all__ = ["RushGame", "register_all"]

register_all()
