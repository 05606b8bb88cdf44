"""Who is measured, and how each is installed: an environment of its own for every library."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VENVS = ROOT / ".venv-peers"
NUMPY = "numpy==2.4.6"
FEW = (64, 512, 4096)  # batch sizes tried where each costs seconds of compiling
MANY = (16, 128, 1024, 8192)
OURS = "rush_envs"


@dataclass(frozen=True)
class Library:
    """Its script is `libraries/with_<name>.py`."""

    name: str
    title: str
    pins: tuple[str, ...]  # the library first; none: it runs where we run
    sizes: tuple[int, ...] = MANY

    @property
    def script(self) -> Path:
        return HERE / "libraries" / f"with_{self.name}.py"

    @property
    def python(self) -> str:
        return str(VENVS / self.name / "bin" / "python") if self.pins else sys.executable

    @property
    def what(self) -> str:
        """What its script says of itself, without the name."""
        words = " ".join(self.script.read_text(encoding="utf-8").split('"""')[1].split("\n\n")[0].split())
        return words.partition(": ")[2]


LIBRARIES = (
    Library(OURS, "rush-envs", (), (1, *MANY)),
    Library("pettingzoo", "PettingZoo", ("pettingzoo[classic]==1.27.0", NUMPY)),
    Library("openspiel", "OpenSpiel", ("open_spiel==2.0.2", NUMPY)),
    Library("pgx", "Pgx", ("pgx==2.6.0", "jax==0.10.2"), FEW),
    Library("envpool", "EnvPool", ("envpool==1.2.5", "numba==0.68.1", NUMPY)),
    Library("jumanji", "Jumanji", ("jumanji==1.1.2", "jax==0.10.2"), FEW),
    Library("jaxmarl", "JaxMARL", ("jaxmarl==0.2.0", "jax==0.10.2"), FEW),
    Library("rlcard", "RLCard", ("rlcard==1.2.0", NUMPY)),
    Library("pufferlib", "PufferLib", ("pufferlib==2.0.2", "torch==2.13.0")),
    Library("hanabi", "Hanabi Learning Environment", ("hanabi-learning-environment==0.0.4", NUMPY)),
    Library("catanatron", "Catanatron", ("catanatron-gym==4.0.0", NUMPY)),
)

# What we would have measured, too, and why its package may not install; each run tries again.
REFUSED = (
    ("PufferLib 3", "pufferlib==3.0.0", "no wheel, and building it downloads raylib from outside the package index"),
    ("TAG (PyTAG)", "pytag", "not on the package index, and needs Java"),
    ("Procgen", "procgen", "no build for this Python"),
)


def install(library: Library) -> str:
    """Its environment, if it is not there as pinned; what pip said if that failed."""
    home = VENVS / library.name
    ready = home / "ready"
    if not library.pins or (ready.exists() and ready.read_text(encoding="utf-8") == repr(library.pins)):
        return ""
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
    refused = pip(library.python, *library.pins)
    if not refused:
        ready.write_text(repr(library.pins), encoding="utf-8")
    return refused


def pip(python: str, *pins: str) -> str:
    """Installs packages; the line that says what went wrong."""
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *pins]
    # CMake 4 builds projects of older days only if it is told to.
    env = os.environ | {"CMAKE_POLICY_VERSION_MINIMUM": "3.5"}
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    return fault(done.stderr) if done.returncode else ""


def fault(text: str) -> str:
    """The most telling line of an error."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    named = [line for line in lines if re.search(r"\w(Error|Exception)\b.*:", line) and "subprocess" not in line]
    others = [line for line in lines if line.startswith("ERROR")]
    return (named or others or lines or ["no word"])[-1][:200].replace("|", "/")


def attempt(pin: str) -> str:
    """Whether there is a wheel by now of a package that did not install: what pip says, nothing if there is."""
    home = VENVS / "refused"
    if not home.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    return pip(str(home / "bin" / "python"), "--dry-run", "--no-deps", "--only-binary", ":all:", pin)
