"""Runs every client against our games, each in an environment of its own, and writes down what came of it.

    python benchmarks/clients/run.py                              # `make clients`: all of it, about half an hour
    python benchmarks/clients/run.py torchrl rllib --games rush_out

Each client's script, `with_<client>.py`, uses the library as its documentation shows. Nothing of the table is written
by hand: what fails stands there with the library's own words. A run of some clients keeps the rows of the others.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Any

from settings import GAMES, ROLES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VENVS = ROOT / ".venv-clients"
PAGE = ROOT / "rush_envs" / "doors" / "CLIENTS.md"
HELD = HERE / "results.json"  # what the page is written from
LONGEST = 900  # seconds of a script
TORCH = "torch==2.13.0"
ALL = "*"  # in place of a package: the library goes with none of our versions


@dataclass(frozen=True)
class Client:
    """A library, what is installed for it, and by which of our doors it comes in."""

    name: str
    title: str
    door: str
    pins: tuple[str, ...]  # the library first
    own: tuple[str, ...] = ()  # packages of which it wants other versions than `constraints.txt` has
    tests: tuple[str, ...] = ()  # of ours, that want it installed

    @property
    def python(self) -> str:
        return str(VENVS / self.name / "bin" / "python")

    @property
    def what(self) -> str:
        """The first sentence of its script."""
        words = (HERE / f"with_{self.name}.py").read_text(encoding="utf-8").split('"""')[1]
        return " ".join(words.split("\n\n")[0].split())


SB3 = ("stable-baselines3==2.9.2", "sb3-contrib==2.9.2")
FILMS = ("moviepy==2.2.1", "resvg_py==0.5.0", "pygame-ce==2.5.8")
CLIENTS = (
    Client("sb3", "Stable-Baselines3", "`sb3`, `gym`", (*SB3, TORCH, *FILMS)),
    Client("cleanrl", "CleanRL-style", "`vector`", (TORCH,)),
    Client(
        "torchrl", "TorchRL", "`torchrl`", ("torchrl==0.14.1", "tensordict==0.14.3", TORCH),
        tests=("tests/doors/frameworks/test_torchrl.py",),
    ),
    Client(
        "rllib", "RLlib", "`rllib`", ("ray[rllib]==2.60.0", "gymnasium==1.2.2", TORCH), own=("gymnasium",),
        tests=("tests/doors/frameworks/test_rllib.py",),
    ),
    Client("openspiel", "OpenSpiel", "`openspiel`", ("open_spiel==2.0.2", "dm-tree==0.1.10", TORCH)),
    Client("tianshou", "Tianshou", "`aec`", ("tianshou==2.0.1", TORCH), own=(ALL,)),
    Client(
        "agilerl", "AgileRL", "`aec`, `parallel`", ("agilerl==2.58.0", "peft==0.21.2", "pettingzoo==1.26.1", TORCH),
        own=(ALL,),
    ),
    Client("supersuit", "SuperSuit", "`parallel`", ("supersuit==3.11.0",)),
)  # fmt: skip


def install(client: Client) -> str:
    """Its environment, if it is not there as pinned; what pip said if that failed."""
    ready = VENVS / client.name / "ready"
    if ready.exists() and ready.read_text(encoding="utf-8") == repr(client):
        return ""
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENVS / client.name)], check=True)
    kept = [
        line
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if not {line.partition("==")[0], ALL} & set(client.own)
    ]
    constraints = VENVS / client.name / "constraints.txt"
    constraints.write_text("\n".join(kept) + "\n", encoding="utf-8")
    command = [client.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", str(constraints)]
    done = subprocess.run(
        [*command, "-e", str(ROOT), "pytest", "hypothesis", *client.pins], capture_output=True, text=True
    )
    if done.returncode:
        return last_words(done.stderr)
    ready.write_text(repr(client), encoding="utf-8")
    return ""


def last_words(text: str) -> str:
    """The line that says what went wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    faults = [line for line in lines if re.match(r"[\w.]*(Error|Exception|ERROR|Option|Action)\b", line)]
    return (faults or lines or ["no word"])[-1][:300].replace("|", "/")


def attempt(command: list[str]) -> dict[str, Any]:
    """One process: its report, or what went wrong."""
    begun = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=LONGEST, env=quiet())
    except subprocess.TimeoutExpired:
        return {"error": f"not done after {LONGEST} seconds"}
    seconds = round(time.monotonic() - begun)
    if done.returncode:
        return {"error": last_words(done.stderr + done.stdout), "seconds": seconds}
    return {"told": done.stdout.strip().splitlines()[-1], "seconds": seconds}


def quiet() -> dict[str, str]:
    return os.environ | {"RUSH_ENVS_QUIET": "1", "SDL_VIDEODRIVER": "dummy", "PYTHONWARNINGS": "ignore"}


def version(client: Client) -> str:
    """Of the library as it is installed; ours stands for scripts that need none."""
    name = client.pins[0].partition("==")[0].partition("[")[0].replace("-", "_")
    found = next((VENVS / client.name / "lib").glob(f"*/site-packages/{name}-*.dist-info"), None)
    if found is None:
        return client.pins[0]
    return f"{name.replace('_', '-')} {PathDistribution(found).version}"


def run(client: Client, games: list[str], rows: dict[str, Any]) -> None:
    """Everything that can be known of a client; written down as it comes, so that a run may be stopped."""
    row = rows.setdefault(client.name, {"games": {}})
    row |= {"title": client.title, "door": client.door, "what": client.what}
    print(f"{client.title}: installing", flush=True)
    refused = install(client)
    row["version"] = version(client)
    for game in games:
        script = [client.python, str(HERE / f"with_{client.name}.py"), game]
        result = {"error": refused} if refused else attempt(script)
        if "told" in result:
            result |= json.loads(result.pop("told"))
        row["games"][game] = result
        write(rows)
        print(f"{client.title}: {game}: {result}", flush=True)
    if client.tests and not refused:
        result = attempt([client.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *client.tests])
        row["tests"] = result.get("told", result.get("error", ""))
        write(rows)
        print(f"{client.title}: {row['tests']}", flush=True)


def write(rows: dict[str, Any]) -> None:
    """What was measured, and the page made of it."""
    HELD.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(rows), encoding="utf-8")


def cell(result: dict[str, Any] | None) -> str:
    if result is None:
        return "not run"
    if "error" in result:
        return f"fails: `{result['error']}`"
    more = [f"fails in {name}: `{words}`" for name, words in result.get("failed", {}).items()]
    return "; ".join([f"{result['decisions']:,} decisions", *more])


def page(rows: dict[str, Any]) -> str:
    """The table, and what was measured besides."""
    shown = [rows[client.name] for client in CLIENTS if client.name in rows]
    heads = ["Client", "Door", *(f"`{name}`{' (roles)' if name in ROLES else ''}" for name in GAMES)]
    lines = [
        "# Clients",
        "",
        "What learners of other people's making did with our games, each in an environment of its own and in the way "
        "that its documentation shows. Written by `make clients`: do not edit.",
        "",
        "| " + " | ".join(heads) + " |",
        "| " + " | ".join(["---"] * len(heads)) + " |",
    ]
    for row in shown:
        cells = [f"{row['title']} ({row['version']})", row["door"], *(cell(row["games"].get(name)) for name in GAMES)]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", "## What each does", *(f"- **{row['title']}.** {row['what'].partition(': ')[2]}" for row in shown)]
    races = rows.get("torchrl", {}).get("games", {})
    if any("times" in result for result in races.values()):
        lines += ["", *race(races)]
    return "\n".join(lines) + "\n"


def race(results: dict[str, Any]) -> list[str]:
    """TorchRL's native environment beside TorchRL's wrapper."""
    lines = [
        "## TorchRL, native and wrapped",
        "Steps in a CPU second of one core, random play with resets: `RushEnv` with 1,024 games, the same with "
        "features as whole numbers (`scaled=False`), and TorchRL's own `PettingZooWrapper` around our parallel door.",
        "",
        "| Game | `RushEnv` | whole numbers | wrapper | times |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name in GAMES:
        found = results.get(name, {})
        if "times" in found:
            rates = [f"{found[key]:,}" for key in ("ours", "whole_numbers", "wrapper")]
            times = f"{found['times']}, {found['times_whole_numbers']}"
            lines.append("| " + " | ".join([f"`{name}`", *rates, times]) + " |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [client.name for client in CLIENTS]
    parser.add_argument("clients", nargs="*", metavar="client", help=f"some of {', '.join(names)}; all if not given")
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    asked = parser.parse_args()
    if unknown := set(asked.clients) - set(names):
        parser.error(f"no client is called {', '.join(sorted(unknown))}; known: {', '.join(names)}")
    rows = json.loads(HELD.read_text(encoding="utf-8")) if HELD.exists() else {}
    VENVS.mkdir(exist_ok=True)
    for client in CLIENTS:
        if client.name in (asked.clients or names):
            run(client, asked.games, rows)


if __name__ == "__main__":
    main()
