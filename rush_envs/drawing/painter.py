"""Turns a game's scene into what a render mode promises; only `rgb_array` and `human` need the `render` extra."""

from __future__ import annotations

from typing import Any

import numpy as np

from rush_envs.contract import Game
from rush_envs.drawing.pixels import to_rgb
from rush_envs.errors import BadOption, MissingExtra, hint, shown

RENDER_MODES = ("ansi", "svg", "rgb_array", "human")


class Painter:
    """Draws the open table, or the table from one seat's eyes."""

    def __init__(self, game: Game, mode: str | None, viewer: int | None = None) -> None:
        if mode is not None and (not isinstance(mode, str) or mode not in RENDER_MODES):
            raise BadOption(f"render_mode={shown(mode)}: {hint(mode, RENDER_MODES)}")
        self.game = game
        self.mode = mode
        self.viewer = viewer
        self._window: Any = None

    def paint(self, state: np.ndarray) -> Any:
        """`state` is a one-record array."""
        if self.mode is None:
            raise BadOption(f"nothing to render: give the environment a render_mode out of {', '.join(RENDER_MODES)}")
        scene = self.game.draw(state, self.viewer)
        if self.mode == "ansi":
            return scene.to_ansi()
        if self.mode == "svg":
            return scene.to_svg()
        pixels = to_rgb(scene)
        if self.mode == "rgb_array":
            return pixels
        return self._show(pixels)

    def _show(self, pixels: np.ndarray) -> None:
        try:
            import pygame
        except ImportError:
            raise MissingExtra("render_mode='human'", "render") from None
        if self._window is None:
            pygame.display.init()  # counts nothing: whoever asked first has opened it for all
            self._window = pygame.Window(self.game.title, (pixels.shape[1], pixels.shape[0]))
        self._window.get_surface().blit(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        self._window.flip()

    def close(self) -> None:
        """This window only: others may be open, and pygame may serve somebody else."""
        if self._window is not None:
            self._window.destroy()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_window": None}  # a copied environment opens a window of its own
