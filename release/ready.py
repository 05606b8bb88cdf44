"""Whether this version may be tagged: `python release/ready.py` before, `python release/ready.py v1.2.3` afterwards.

It needs nothing but Python and git, and says everything that is missing at once.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r'^__version__ = "(\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)"$', re.MULTILINE)
HEADING = re.compile(r"^## (\S+) \((.+)\)\n+([^#\s])?", re.MULTILINE)


def version(root: Path) -> str:
    found = VERSION.search((root / "rush_envs" / "version.py").read_text(encoding="utf-8"))
    return found[1] if found else ""


def untold(root: Path) -> list[str]:
    """What changelog and citation do not say of the version."""
    now = version(root)
    if not now:
        return ['rush_envs/version.py: write __version__ = "1.2.3", or 1.2.3rc1 before it']
    heading = HEADING.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    of, day, line = heading.groups() if heading else (None, None, None)
    wrong = []
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", day or ""):
        day = "YYYY-MM-DD"
    if of != now or day == "YYYY-MM-DD" or not line:
        wrong.append(f"CHANGELOG.md: begin with `## {now} ({day})`, the day, and what has changed")
    cited = (root / "CITATION.cff").read_text(encoding="utf-8")
    wrong += [
        f"CITATION.cff: write `{words}`"
        for words in (f"version: {now}", f"date-released: {day}")
        if words not in cited.splitlines()
    ]
    return wrong


def unfit(root: Path) -> list[str]:
    """Why the tree should not be tagged as it is."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()

    tag, wrong = f"v{version(root)}", []
    if git("branch", "--show-current") != "main":
        wrong.append("git: versions are tagged on main")
    if git("status", "--porcelain"):
        wrong.append("git: commit or remove what has changed")
    if git("tag", "--list", tag):
        wrong.append(f"git: {tag} is there already; raise the version in rush_envs/version.py")
    return wrong


def main() -> None:
    tag = f"v{version(ROOT)}"
    wrong = untold(ROOT)
    if sys.argv[1:]:
        wrong += [f"the tag is {given}, the version's would be {tag}" for given in sys.argv[1:] if given != tag]
    else:
        wrong += unfit(ROOT)
    print("\n".join(wrong) or f"{tag} is ready")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
