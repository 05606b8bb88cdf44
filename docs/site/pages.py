"""A page of the repository as a page of the site: the same text, with links that lead within the site where they can.

What a link names must be there. Links to sources and folders lead to the repository; pictures come along.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from contents import ROOT

REPOSITORY = "https://github.com/rush-envs/rush-envs"
RAW = "https://raw.githubusercontent.com/rush-envs/rush-envs/main/"
SITE = "https://rush-envs.github.io/rush-envs/"

PICTURES = (".png", ".svg", ".jpg", ".gif")
FENCE = re.compile(r"^\s*(```|~~~)")
ITEM = re.compile(r"^(?:[-*]|\d+\.) ")
LINK = re.compile(r"(?P<open>\]\(|\b(?:src|href)=\")(?P<target>[^)\"\s]+)(?=[)\"])")


class BrokenLink(Exception):
    """A page names what is not there."""


class Pages:
    """All pages of the site, to be written below `out`."""

    def __init__(self, places: dict[str, str], out: Path) -> None:
        self.places, self.out = places, out

    def text(self, page: str, more: Callable[[str], str] = str) -> str:
        """The page as the site has it; `more` adds what only the site shows, with the links of a page of that place."""
        return self.linked(page, loosened(more((ROOT / page).read_text(encoding="utf-8"))))

    def save(self, page: str, text: str) -> None:
        path = self.out / self.places[page]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def linked(self, page: str, text: str) -> str:
        """With every link as the site needs it; what is code stays as it is."""
        return _outside_code(text, lambda line: LINK.sub(lambda m: m["open"] + self.target(page, m["target"]), line))

    def target(self, page: str, link: str) -> str:
        link, mark, anchor = link.partition("#")
        if not link:
            return mark + anchor
        if link.startswith(SITE):
            there = self._by_place(page, link.removeprefix(SITE))
        elif link.startswith(RAW):
            there = self._in_repository(page, link.removeprefix(RAW))
        elif found := re.match(rf"{REPOSITORY}/(?:blob|tree)/main/(.+)", link):
            there = self._in_repository(page, found[1])
        elif ":" in link:
            there = link
        else:
            there = self._in_repository(page, normpath(join(dirname(page), link)))
        return there + mark + anchor

    def _by_place(self, page: str, address: str) -> str:
        place = (address or "index.html").replace(".html", ".md")
        if place not in self.places.values():
            raise BrokenLink(f"{page}: the site has no page {address}")
        return relpath(place, dirname(self.places[page]))

    def _in_repository(self, page: str, path: str) -> str:
        """The page of the site made of that file, a copy of the picture, or the place in the repository."""
        here, path = dirname(self.places[page]), path.rstrip("/")
        if path in self.places:
            return relpath(self.places[path], here)
        if not (ROOT / path).exists() or path.startswith(".."):
            raise BrokenLink(f"{page}: there is no {path}")
        if path.endswith(PICTURES):
            copy = self.out / "pictures" / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, copy)
            return Path(os.path.relpath(copy, self.out / here)).as_posix()
        return f"{REPOSITORY}/{'tree' if (ROOT / path).is_dir() else 'blob'}/main/{path}"


def loosened(text: str) -> str:
    """With an empty line before each list and table, which the site's dialect of Markdown asks for and GitHub's does
    not."""
    before = ""

    def line_after(line: str) -> str:
        nonlocal before
        begins = (ITEM.match(line) and not ITEM.match(before) and not before.startswith(" ")) or (
            line.startswith("|") and not before.startswith("|")
        )
        spaced = "\n" + line if begins and before.strip() else line
        before = line
        return spaced

    return _outside_code(text, line_after)


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Every line changed but those between fences."""
    lines, fence = [], ""
    for line in text.splitlines():
        found = FENCE.match(line)
        lines.append(line if fence or found else change(line))
        if found:
            fence = "" if found[1] == fence else fence or found[1]
    return "\n".join(lines) + "\n"
