"""Kinds of networks by name."""

from __future__ import annotations

from .network import Network, PlainNetwork
from .scoring import ScoringNetwork

KINDS: dict[str, type[Network]] = {kind.kind: kind for kind in (PlainNetwork, ScoringNetwork)}
