"""What a search can be told, and how it is written behind `mcts:`."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace

import numpy as np

from rush_envs.engine.threads import MOST
from rush_envs.errors import BadOption, hint

PLAYOUTS = ("random", "greedy")
BY_GREEDY, BY_PRIORS = 1, 2  # in which order answers at the root are tried; 0: in any
NEVER = 1 << 62  # turns
SIMULATIONS = 400
MOST_SIMULATIONS = 1 << 22
MOST_MILLISECONDS = 3_600_000
MOST_TREES = 1024
CLUSTERS = ("ray", "auto")  # one of our own on this machine, or the one that Ray finds

# The settings as the compiled search reads them.
PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("explore", np.float64),
                ("trust", np.float64),
                ("widen", np.float64),
                ("branch", np.float64),
                ("margin", np.float64),
                ("scale", np.float64),
                ("rivals", np.float64),
                ("cut", np.int64),
                ("greedy", np.int64),
                ("ordered", np.int64),
            ],
            align=True,
        ),
    )
)


@dataclass(frozen=True)
class Settings:
    """How a simulation is played and judged; the defaults of a game stand in `games/<game>/search.py`."""

    playout: str = "greedy"  # who plays below the tree, and others during a sealed choice
    depth: int = 0  # cut the playout after so many own turns, 0 never (by a network: 0 more turns than the present
    # one); what counts then is the margin, or what the network says
    explore: float = 2.0  # of UCB1, in standard deviations of the rewards
    trust: float = 1.0  # standard errors by which an action must be better than greedy's to be preferred
    widen: float = 1.0  # n simulations try at most `widen` √n answers; the first is greedy's choice
    branch: float = 0.1  # the same for later decisions in the tree: trying much there blurs what answers are worth
    margin: float = 0.0  # share of the squashed margin in the reward of a finished game; the rest is its outcome
    scale: float = 1.0  # of the game's `score_scale`: the margin that is squashed to tanh(1)
    rivals: float = 1.0  # share of the margin's change that rivals make by themselves: less of it is less noise
    ordered: bool = False  # greedy chooses among what a mask leaves: asked again and again it ranks the actions

    def packed(self, score_scale: float, *, by_network: bool = False) -> np.ndarray:
        """One record of PLAN."""
        plan = np.zeros(1, PLAN)
        for name in ("explore", "trust", "widen", "branch", "margin", "rivals"):
            plan[name] = getattr(self, name)
        plan["scale"] = self.scale * score_scale
        plan["cut"] = self.depth + 1 if self.depth or by_network else NEVER
        plan["ordered"] = BY_PRIORS if by_network else BY_GREEDY * self.ordered
        plan["greedy"] = self.playout == "greedy"
        return plan


@dataclass(frozen=True)
class Budget:
    """So many simulations for each tree, or so many milliseconds; one of the two is 0. A decision has one tree, or
    several that know nothing of each other, here or on a cluster."""

    simulations: int = SIMULATIONS
    milliseconds: int = 0
    trees: int = 1
    on: str = ""


# What may be given by name, with its range or words; `threads` belongs to the agent, `trees` and `on` to its budget,
# the others to its settings.
_RANGES: dict[str, tuple[float, float]] = {
    "depth": (0, 1_000_000),
    "explore": (0, 100),
    "trust": (0, 10),
    "widen": (0.1, 1000),
    "branch": (0.01, 1000),
    "margin": (0, 1),
    "scale": (1e-6, 1e6),
    "rivals": (0, 1),
    "threads": (1, MOST),
    "trees": (1, MOST_TREES),
}
_WORDS = {"playout": PLAYOUTS, "on": CLUSTERS}


def take_net(argument: str) -> tuple[str | None, str]:
    """The network's file among what stands behind `mcts:`, empty for the one that comes with the game and None if no
    network is asked for; and the rest, which has a budget."""
    words = argument.split(":")
    nets = [word for word in words if word == "net" or word.startswith("net=")]
    if not nets:
        return None, argument
    rest = [word for word in words if word not in nets]
    if len(nets) > 1:
        raise BadOption(f"mcts:{argument}: net is given twice")
    if nets[0] == "net=":
        raise BadOption(f"mcts:{argument}: write net, or net=FILE")
    if not rest or "=" in rest[0]:
        rest.insert(0, str(SIMULATIONS))
    return nets[0].removeprefix("net").removeprefix("="), ":".join(rest)


def parse(argument: str, settings: Settings) -> tuple[Budget, Settings, int]:
    """What stands behind `mcts:`, on top of the game's own settings: `400`, `50ms`, `400:playout=random:threads=2`.

    Colons stand between options because commas stand between agents on command lines.
    """
    first, *options = argument.split(":") if argument else [str(SIMULATIONS)]
    given: dict[str, object] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals or not value:
            raise BadOption(f"mcts:{argument}: {text!r} is no option; write it as name=value")
        if name in given:
            raise BadOption(f"mcts:{argument}: {name} is given twice")
        given[name] = _value(name, value)
    threads = given.pop("threads", 1)
    assert isinstance(threads, int)
    more = {name: given.pop(name) for name in ("trees", "on") if name in given}
    budget = replace(_budget(first), **more)  # type: ignore[arg-type]
    return budget, replace(settings, **given), threads  # type: ignore[arg-type]


def _budget(text: str) -> Budget:
    found = re.fullmatch(r"([0-9]{1,12})(ms)?", text)
    most = MOST_MILLISECONDS if found and found[2] else MOST_SIMULATIONS
    if found is None or not 1 <= int(found[1]) <= most:
        raise BadOption(
            f"mcts:{text}: give a number of simulations (1 to {MOST_SIMULATIONS}) or milliseconds (50ms), "
            "then options such as :playout=random:depth=3:threads=2"
        )
    return Budget(0, int(found[1])) if found[2] else Budget(int(found[1]))


def _value(name: str, text: str) -> object:
    if name in _WORDS:
        if text not in _WORDS[name]:
            raise BadOption(f"mcts: {name}={text}: {hint(text, _WORDS[name])}")
        return text
    if name not in _RANGES:
        raise BadOption(f"mcts has no option {name!r}; {hint(name, [*_WORDS, *_RANGES])}")
    low, high = _RANGES[name]
    kind = int if name in ("depth", "threads", "trees") else float
    try:
        value = kind(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise BadOption(f"mcts: {name}={text}: give a {'whole ' * (kind is int)}number from {low:g} to {high:g}")
    return value


assert {f.name for f in fields(Settings)} >= _RANGES.keys() - {"threads", "trees"}
