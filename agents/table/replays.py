"""Replays as pages see them: films from anybody's eyes, positions to analyse, and where the largest mistakes were."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rush_envs.errors import RushError
from rush_envs.replay import Replay
from rush_envs.replay.film import film


class NotFound(RushError):
    """No table or replay has this address."""


class Played:
    """A replay that was played back; of a game that is not over it is what has been answered."""

    def __init__(self, replay: Replay, over: bool = True) -> None:
        self.replay, self.over = replay, over
        self.names = replay.game.agent_names(replay.config)
        self.batch = replay.start()
        self.states = [batch.states.copy() for batch in replay.frames()]
        self.last = len(self.states) - 1
        self._films: dict[int | None, dict[str, Any]] = {}

    def film(self, viewer: int | None) -> dict[str, Any]:
        if viewer is not None and not 0 <= viewer < len(self.names):
            raise NotFound("there is no such seat")
        if viewer not in self._films:
            made = film(self.replay.game, self.names, self.states, self.replay.answers, viewer)
            self._films[viewer] = made | {"names": self.names, "running": not self.over}
        return self._films[viewer]

    def task(self, ply: int, open_table: bool, features: bool = True) -> dict[str, Any]:
        """What an analysis needs: the position as the seat that is asked there may know it, or as it is."""
        game, state = self.replay.game, self.states[ply]
        self.batch.load(state)
        seat, view = int(self.batch.seat[0]), b""
        imagined = state
        if seat >= 0:
            seen = self.batch.view()
            if not open_table:
                imagined = seen.states
            if features:
                view = seen.seat.tobytes() + seen.mask.tobytes() + seen.features.tobytes() + imagined.tobytes()
        return {
            "game": game.name, "options": self.replay.config.options(), "seed": 1, "seat": seat, "view": view,
            "state": imagined.tobytes(),
        }  # fmt: skip


def mistakes(played: Played, points: list[dict[str, Any]], most: int = 5) -> list[dict[str, Any]]:
    """Where a seat's expectation fell most between two points in which it had decided something, beyond what chance of
    the estimate explains."""
    found = []
    for before, after in pairwise(points):
        for seat in {seat for seat, _ in played.replay.answers[before["ply"] : after["ply"]]}:
            fall = before["mean"][seat] - after["mean"][seat]
            if fall > before["error"][seat] + after["error"][seat]:
                ply = next(k for k in range(before["ply"], after["ply"]) if played.replay.answers[k][0] == seat)
                words = played.replay.game.describe(played.replay.answers[ply][1])
                found.append({"ply": ply, "seat": seat, "name": played.names[seat], "fall": fall, "words": words})
    return sorted(found, key=lambda one: -one["fall"])[:most]
