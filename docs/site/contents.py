"""What the site shows, and where: its pages are the living pages of the repository."""

from __future__ import annotations

from pathlib import Path

import rush_envs

ROOT = Path(__file__).parents[2]

# Sections in their order, pages as patterns of the repository. A page stands where it is named first; a pattern that
# finds nothing is passed over, so a page that comes later finds its place by itself.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Start": ("README.md", "docs/quick-start.md"),
    "Games": tuple(f"rush_envs/games/{name}/README.md" for name in rush_envs.games()),
    "Doors": (
        "docs/doors/every-door.md",
        "docs/doors/batches.md",
        "docs/doors/pettingzoo.md",
        "docs/doors/gymnasium.md",
        "docs/doors/*.md",
    ),
    "How to": (
        "docs/how-to/agents.md",
        "docs/how-to/own-agent.md",
        "docs/how-to/own-game.md",
        "docs/how-to/training.md",
        "docs/how-to/self-play.md",
        "docs/how-to/tournament.md",
        "agents/*/CLUSTERS.md",
        "docs/how-to/table.md",
        "docs/how-to/command-line.md",
        "docs/how-to/*.md",
    ),
    "Concepts": (
        "docs/concepts/record.md",
        "docs/concepts/kernels.md",
        "docs/concepts/sealed-choices.md",
        "docs/concepts/hidden-information.md",
        "docs/concepts/*.md",
    ),
    "Measured": (
        "docs/measured/speed.md",
        "benchmarks/*.md",
        "docs/measured/strength.md",
        "agents/training/README.md",
        "rush_envs/doors/CLIENTS.md",
        "docs/measured/*.md",
    ),
    "Trust": ("docs/faithful.md", "RELIABILITY.md", "docs/*.md"),
    "API": ("docs/reference/batch.md", "docs/reference/doors.md", "docs/reference/agents.md", "docs/reference/*.md"),
    "Project": ("CONTRIBUTING.md", "VERSIONING.md", "CHANGELOG.md", "*.md"),
}

# Pages of docs/ keep their names; those beside the code get names of their own, or are called after their files in the
# folder of their section.
FOLDERS = {"How to": "how-to/", "Measured": "measured/"}
NAMES = {
    "README.md": "index.md",
    "agents/training/README.md": "measured/training.md",
    "rush_envs/doors/CLIENTS.md": "measured/clients.md",
    **{f"rush_envs/games/{name}/README.md": f"games/{name}.md" for name in rush_envs.games()},
}


def sections() -> dict[str, list[str]]:
    """The pages that are there, by section, as paths in the repository."""
    seen: set[str] = set()
    found: dict[str, list[str]] = {}
    for title, patterns in SECTIONS.items():
        matches = [path for pattern in patterns for path in sorted(ROOT.glob(pattern)) if path.is_file()]
        names = dict.fromkeys(path.relative_to(ROOT).as_posix() for path in matches)
        found[title] = [name for name in names if name not in seen]
        seen.update(found[title])
    return found


def places() -> dict[str, str]:
    """Where each page of the repository lies among those of the site."""
    return {page: _place(page, title) for title, pages in sections().items() for page in pages}


def _place(page: str, section: str) -> str:
    if page.startswith("docs/"):
        return page.removeprefix("docs/")
    return NAMES.get(page) or FOLDERS.get(section, "") + page.rpartition("/")[2].lower()
