"""`rush-envs export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from rush_envs import registry

from ..policies import files as policies
from ..policies.onnx import onnx_bytes
from ..terminal.console import OUT
from .shared.options import GameName

EXAMPLES = ("export coffee_rush coffee_rush.onnx --policy train_coffee_rush/policy.npz",)


def export(
    name: GameName,
    file: Annotated[Path, typer.Argument(metavar="ONNX", help="The file to write.")],
    policy: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A policy.", show_default="the shipped one")
    ] = None,
) -> None:
    """Write a policy as ONNX: float32 observations in [0, 1] to one number for each action (mask them yourself)."""
    game = registry.game(name)
    content = onnx_bytes(policies.load(policy or policies.shipped(game), game))
    policies.write_safely(file, content)
    OUT.print(f"{escape(str(file))}: {len(content):,} bytes", soft_wrap=True)
