"""The site is built strictly from the living pages, and shows them in a real browser without asking anybody else."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import ARGUMENTS, CHROMIUM, MISSING

import rush_envs

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "site"
PATIENCE = 60_000  # milliseconds: other processes may have the machine
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture
def part(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The site's modules by name; they are no package."""
    monkeypatch.syspath_prepend(str(SITE))
    return importlib.import_module


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `make docs` builds it."""
    pytest.importorskip("zensical", reason="the site's builder is not installed: the extra `docs`")
    out = tmp_path_factory.mktemp("docs")
    asked = [sys.executable, str(SITE / "make.py"), "--out", str(out)]
    ended = subprocess.run(asked, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return out / "site"


# ------------------------------------------------------------------------------------------------------------------
# What it is made of


def test_every_page_of_the_documents_is_on_the_site(part: Any) -> None:
    places = part("contents").places()
    assert len(set(places.values())) == len(places)
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")} <= set(places)
    assert {f"rush_envs/games/{name}/README.md" for name in rush_envs.games()} <= set(places)


def test_links_lead_within_the_site_where_they_can(part: Any, tmp_path: Path) -> None:
    there = {"README.md": "index.md", "docs/how-to/a.md": "how-to/a.md", "agents/training/README.md": "measured/b.md"}
    pages = part("pages").Pages(there, tmp_path)
    address = "https://rush-envs.github.io/rush-envs/"
    assert pages.linked("README.md", f"[a]({address}how-to/a.html#x)") == "[a](how-to/a.md#x)\n"
    assert pages.linked("docs/how-to/a.md", "[b](../../agents/training/README.md)") == "[b](../measured/b.md)\n"
    assert pages.linked("docs/how-to/a.md", f"[home]({address})") == "[home](../index.md)\n"
    source = "https://github.com/rush-envs/rush-envs/blob/main/Makefile"
    assert pages.linked("docs/how-to/a.md", "[m](../../Makefile)") == f"[m]({source})\n"
    assert pages.linked("README.md", "```\n[m](nothing)\n```") == "```\n[m](nothing)\n```\n"
    picture = "rush_envs/games/coffee_rush/picture.png"
    assert pages.linked("docs/how-to/a.md", f'<img src="../../{picture}">') == f'<img src="../pictures/{picture}">\n'
    assert (tmp_path / "pictures" / picture).is_file()


@pytest.mark.parametrize("link", ["nothing.md", "../../outside.md", "https://rush-envs.github.io/rush-envs/no.html"])
def test_a_link_to_what_is_not_there_is_an_error(part: Any, tmp_path: Path, link: str) -> None:
    made = part("pages")
    with pytest.raises(made.BrokenLink, match=r"README\.md: .*(no|outside|nothing)"):
        made.Pages({"README.md": "index.md"}, tmp_path).linked("README.md", f"[x]({link})")


def test_a_built_page_that_leads_nowhere_is_found(part: Any, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h2 id="here"></h2><a href="b.html#there">b</a><img src="gone.png"><a href="#here">'
    )
    (tmp_path / "b.html").write_text('<a href="a.html#here">a</a><a href="https://example.org/x">far</a>')
    assert list(part("links").broken(tmp_path)) == ["a.html: b.html#there", "a.html: gone.png"]


def test_lists_and_tables_stand_apart_as_the_dialect_wants(part: Any) -> None:
    text = "Words:\n- one\n- two\n  lines\n- three\n| a |\n| - |\n"
    assert part("pages").loosened(text) == "Words:\n\n- one\n- two\n  lines\n- three\n\n| a |\n| - |\n"


def test_a_folder_that_holds_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    asked = [sys.executable, str(SITE / "make.py"), "--out", str(tmp_path)]
    ended = subprocess.run(asked, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "give --out a folder that is new" in ended.stderr
    assert (tmp_path / "site").is_dir()


def test_what_was_measured_is_shown_where_it_is_there(
    part: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = part("shown")
    monkeypatch.setattr(shown, "BASELINES", tmp_path)
    monkeypatch.setattr(shown, "ROOT", tmp_path)
    text = "## Strength\nWords.\n\n## Components\n"
    assert shown.with_baselines(text, "coffee_rush") == text
    share = {"wins": 30.0, "games": 100}
    row = {"game": "coffee_rush", "players": 4, "pair": "greedy/random", "won": share, "even": share}
    (tmp_path / "ladder.json").write_text(json.dumps([row, row | {"game": "rush_out", "pair": "other"}]))
    (tmp_path / "curves").mkdir()
    for kind in ("png", "json"):
        (tmp_path / "curves" / f"coffee_rush.{kind}").touch()
    shipped = tmp_path / "agents" / "games" / "coffee_rush" / "curve.png"
    shipped.parent.mkdir(parents=True)
    shipped.touch()
    found = shown.with_baselines(text, "coffee_rush")
    assert "while it was trained](../../../agents/games/coffee_rush/curve.png)" in found
    assert "| Players | Pair | Won | Even |" in found
    assert "| 4 | greedy/random | 30.0 % (21.9–39.6) | 30.0 % (21.9–39.6) |" in found
    assert "other" not in found
    assert "../../../curves/coffee_rush.png" in found
    assert "[The data](../../../curves/coffee_rush.json)" in found
    assert found.index("### Learning curves") < found.index("## Components")


def test_the_reference_is_there(site: Path) -> None:
    text = (site / "reference" / "batch.html").read_text(encoding="utf-8")
    assert 'id="rush_envs.engine.batch.BatchEnv.describe_actions"' in text
    assert 'id="rush_agents.arena.tournament.Tournament"' in (site / "reference" / "agents.html").read_text("utf-8")


def test_nothing_of_the_machine_is_on_the_site(site: Path) -> None:
    for path in (*site.rglob("*.html"), *site.rglob("*.js*")):
        assert str(ROOT) not in path.read_text(encoding="utf-8"), path


# ------------------------------------------------------------------------------------------------------------------
# In a browser, as files: no server, no network


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip(MISSING)
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield started
        started.close()


class Visit:
    """A page of the site, of which everything is noted that must not happen."""

    def __init__(self, browser: Any, site: Path, scheme: str = "light", size: dict[str, int] = WIDE) -> None:
        self.site, self.faults = site, []
        self.page = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce").new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.faults.append(m.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda r: r.url.startswith("http") and self.faults.append(f"asks {r.url}"))

    def open(self, place: str) -> Any:
        self.page.goto((self.site / place).as_uri())
        return self.page


@pytest.mark.parametrize(("scheme", "size"), [("light", WIDE), ("dark", PHONE)])
def test_every_page_fits_and_asks_nobody(browser: Any, site: Path, scheme: str, size: dict[str, int]) -> None:
    visit = Visit(browser, site, scheme, size)
    for path in sorted(site.rglob("*.html")):
        if path.parent.name == "replays" or path.name == "404.html":
            continue
        place = path.relative_to(site).as_posix()
        page = visit.open(place)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], place
        painted = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", painted)[:3])) > 600) == (scheme == "light"), place
        assert page.evaluate("[...document.images].every((i) => i.loading === 'lazy' || i.naturalWidth > 0)"), place
        assert visit.faults == [], place


@pytest.mark.parametrize("name", rush_envs.games())
def test_a_game_can_be_watched(browser: Any, site: Path, name: str) -> None:
    visit = Visit(browser, site, "light")
    page = visit.open(f"games/{name}.html")
    page.locator(".replay").scroll_into_view_if_needed()
    inside = page.frame_locator(".replay iframe")
    place = inside.locator("output")
    assert re.match(r"0 of [1-9]", place.text_content())
    inside.get_by_label("one on").click()
    assert place.text_content().startswith("1 of")
    inside.get_by_label("to the end").click()
    length = place.text_content().split()[-1]
    assert place.text_content() == f"{length} of {length}"
    panel, paper = inside.locator(".panel").first, "panel => getComputedStyle(panel).backgroundColor"
    light = panel.evaluate(paper)
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    inside.locator("html[data-theme=dark]").wait_for()
    assert panel.evaluate(paper) != light, "the game follows the page into the dark"
    assert visit.faults == []


def test_search_finds_what_a_page_says(browser: Any, site: Path) -> None:
    visit = Visit(browser, site)
    page = visit.open("index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("determinize", delay=30)
    page.wait_for_selector("a[href*='concepts/determinize.html']:visible")
    assert visit.faults == []
