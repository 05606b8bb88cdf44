"""Every link of a built site that stays within it leads somewhere: to a file, and to a place in it."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

NAMED = ("href", "src", "data-src", "poster")


class Found(HTMLParser):
    """The names of a page's places, and what it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.names.add(value)
            elif name in NAMED and value and not (tag == "link" and ("rel", "canonical") in attrs):
                self.links.add(value)


def broken(site: Path) -> Iterator[str]:
    """`page: link` for each that leads nowhere."""
    pages = {path: Found(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # its links begin at the server's root
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            known = pages[there].names if there in pages else {parts.fragment}
            if not there.is_file() or (parts.fragment and unquote(parts.fragment) not in known):
                yield f"{path.relative_to(site)}: {link}"
