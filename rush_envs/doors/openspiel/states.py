"""States and observers of OpenSpiel, on records."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from rush_envs.errors import BadAction, BadOption, shown

if TYPE_CHECKING:
    from rush_envs.doors.openspiel.games import RushGame

DEAL = -1  # in place of the answer whose luck is to be drawn
WORDS = 1 << 64


def digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


class RushState(pyspiel.State):
    """A record, who is asked, and the answer whose luck is still to be drawn.

    OpenSpiel copies a state attribute by attribute, so there is nothing here but values.
    """

    def __init__(self, game: RushGame) -> None:
        super().__init__(game)
        self._record = np.zeros(1, game.game.state.dtype)
        self._waiting: int | None = DEAL
        self._seat = -1  # the one asked; -1 before the deal and after the end
        self._returns = (0.0,) * game.config.num_players
        self._recalled = (b"",) * game.config.num_players  # by seat: a digest of its decisions up to now

    def current_player(self) -> int:
        if self._waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self._seat if self._seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self._waiting is None and self._seat < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One, which stands for whatever luck brings."""
        return [(0, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = np.flatnonzero(self._looked(player).mask[0]).tolist()
        return found

    def _looked(self, player: int) -> Any:
        """The kernels, with what the player sees now."""
        kernels = self.get_game().kernels
        kernels.look(self._record, player)
        return kernels

    def _apply_action(self, action: int) -> None:
        kernels, rng = self.get_game().kernels, self.get_game().rng
        if self._waiting is not None:
            stream = rng.integers(0, WORDS, dtype=np.uint64)
            waiting, self._waiting = self._waiting, None
            if waiting == DEAL:
                self._go_on(kernels.deal(stream), kernels)
            else:
                self._go_on(kernels.answered(self._record, self._seat, waiting, stream), kernels)
            return
        seat = self._seat
        kernels.look(self._record, seat)
        if not 0 <= action < kernels.mask.shape[1] or not kernels.mask[0, action]:
            raise BadAction(f"action {shown(action)} is not legal now; legal_actions() lists those that are")
        seen = digest(self._recalled[seat], kernels.features.tobytes(), action.to_bytes(4, "little"))
        self._recalled = (*self._recalled[:seat], seen, *self._recalled[seat + 1 :])
        after = kernels.answered(self._record, seat, action)
        if after["rng"][0] == self._record["rng"][0]:
            self._go_on(after, kernels)
        else:  # this answer needs luck: it is played when that is drawn
            self._waiting = action

    def _go_on(self, record: np.ndarray, kernels: Any) -> None:
        self._record, self._seat = record, kernels.asked()
        if self._seat < 0:
            # Shares as exact as doubles can be: OpenSpiel wants those of all players to add up to nothing.
            shares = (Fraction(paid).limit_denominator(len(self._returns)) for paid in kernels.reward[0].tolist())
            self._returns = tuple(float(share) for share in shares)

    def returns(self) -> list[float]:
        """What the end of the game has paid; nothing if it was truncated."""
        return list(self._returns)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> RushState:
        """A position that the player cannot tell from this one; its history is empty, since that would tell."""
        if self._waiting is not None or self.is_terminal():
            raise BadAction("only where a player is asked can a position be drawn anew")
        stream = np.uint64(int(probability_sampler() * (1 << 32)) << 32 | int(probability_sampler() * (1 << 32)))
        game = self.get_game()
        drawn = game.new_initial_state()
        drawn._record = game.kernels.imagined(self._record, player_id, stream)
        drawn._waiting = None
        # Who else has answered a sealed choice is not known, so the player is asked first.
        active = int(drawn._record["active"][0])
        drawn._seat = player_id if active >> player_id & 1 else (active & -active).bit_length() - 1
        drawn._recalled = tuple(own if seat == player_id else b"" for seat, own in enumerate(self._recalled))
        return drawn

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "deal" if self._waiting == DEAL else "luck"
        words: str = self.get_game().game.describe(action)
        return words

    def __str__(self) -> str:
        """Who is asked, and a digest of everything, hidden things too: OpenSpiel compares states by it."""
        agents = self.get_game().kernels.game.agent_names(self.get_game().config)
        who = "luck" if self._waiting is not None else "over" if self._seat < 0 else agents[self._seat]
        waiting = -2 if self._waiting is None else self._waiting
        known = digest(self._record.tobytes(), *self._recalled, waiting.to_bytes(4, "little", signed=True))
        return f"{self.get_game().game.id} {who} {known.hex()}"


class RushObserver:
    """What a player sees: `tensor`, and in `dict` its named pieces."""

    def __init__(self, game: RushGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise BadOption(f"observers take no parameters, but {shown(dict(params))} was given")
        layout = game.game.observation
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self._scale = layout.scale
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = layout.decode(self.tensor)

    def set_from(self, state: RushState, player: int) -> None:
        """The features of the player, in [0, 1]; before the deal there is nothing to see."""
        if state._waiting == DEAL:
            self.tensor.fill(0)
        else:
            np.multiply(state._looked(player).features[0], self._scale, out=self.tensor)

    def string_from(self, state: RushState, player: int) -> str:
        """Equal exactly where a player sees, and with perfect recall has seen and answered, the same."""
        if state._waiting == DEAL:
            return f"{player} before the deal"
        kernels = state._looked(player)
        recalled = state._recalled[player] if self._recalls else b""
        return f"{player} {digest(recalled, kernels.features.tobytes(), kernels.mask.tobytes()).hex()}"
