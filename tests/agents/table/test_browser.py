"""The table in a real browser: Debian's chromium, driven by Playwright.

Skipped with a line where there is no chromium. Screenshots go to the folder that RUSH_SCREENSHOTS names.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rush_envs import registry
from rush_envs.replay import Replay

pytest.importorskip("starlette")
api = pytest.importorskip("playwright.sync_api")

pytestmark = pytest.mark.long

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if CHROMIUM is None:
    pytest.skip("no chromium on this machine: apt-get install chromium", allow_module_level=True)

ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
GAMES = ("coffee_rush", "curse_of_the_mummy", "silver_gold_pyramids", "rush_out", "coffin_rush")
SHORT = {"rush_out": {"max_ticks": 40}, "coffin_rush": {"max_steps": 160}, "curse_of_the_mummy": {"max_steps": 150}}
BY_MOUSE = 12  # decisions that are clicked as a hand does; the others by the page's own events
PATIENCE = 90_000  # milliseconds: other processes may have the machine
AXE = Path(sys.prefix) / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = os.environ.get("RUSH_SCREENSHOTS")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("tables")
    start = "from rush_agents.cli.app import main; main()"
    command = [sys.executable, "-c", start, "serve", "--port", "0", "--no-browser", "--data", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r"http://[\d.:]+/", server.stdout.readline())
    assert found
    yield found[0]
    server.terminate()
    server.wait(20)
    server.stdout.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield started
        started.close()


class Watched:
    """A page of which everything is noted that must not happen, and every frame that came over its line."""

    def __init__(self, browser: Any, address: str, **more: Any) -> None:
        self.address, self.faults, self.frames = address, [], []
        self.context = browser.new_context(**({"viewport": {"width": 1280, "height": 720}} | more))
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script("localStorage.setItem('pace', '0')")
        self.page = self.context.new_page()
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.faults.append(m.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._look)
        self.page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.frames.append(frame)))

    def _look(self, request: Any) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws"), "blob:", "data:")):
            self.faults.append(f"asks {request.url}")

    def lay(self, game: str, seats: list[str], seed: int = 1, **options: Any) -> dict[str, Any]:
        """A table, by the server's own request: what the form sends."""
        self.page.goto(self.address)
        body = {"game": game, "seats": seats, "seed": seed, "options": options}
        made: dict[str, Any] = self.page.evaluate(
            "async (body) => (await fetch('/api/tables', {method: 'POST', body: JSON.stringify(body)})).json()", body
        )
        assert "id" in made, made
        return made

    def sit(self, made: dict[str, Any], place: int = 0) -> None:
        self.page.goto(f"{self.address}t/{made['id']}#key={made['seats'][place]['key']}")
        self.page.wait_for_selector(".panel svg")

    def wait(self) -> str:
        """Until one may do something or the game is over: `halo`, `list` or `over`."""
        found = self.page.wait_for_function(
            """() => !document.querySelector("[data-act=replay]").hidden ? "over"
                : document.querySelector(".halo") ? "halo"
                : document.querySelector(".choices button") ? "list" : null"""
        )
        return str(found.json_value())

    def click_somewhere(self) -> bool:
        """As a hand does, on the board if anything can be clicked there; whether it could."""
        kind = self.wait()
        spot = self.page.evaluate(
            """(kind) => {
              const all = [...document.querySelectorAll(kind === "halo" ? ".halo" : ".choices button")];
              const one = all[Math.floor(all.length / 2)];
              one?.scrollIntoView({block: "center"});
              const box = one?.getBoundingClientRect();
              return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
            }""",
            kind,
        )
        if kind != "over" and spot:  # others may have answered in between
            self.page.mouse.click(*spot)
            self.page.wait_for_timeout(30)
        return kind == "halo"

    def close(self) -> None:
        self.context.close()
        assert self.faults == []


@pytest.fixture
def watched(browser: Any, address: str) -> Iterator[Watched]:
    page = Watched(browser, address)
    yield page
    page.close()


CLICK_THROUGH = """async (seed) => {
  let state = seed, clicks = 0;
  const any = (list) => { state = (state * 1103515245 + 12345) % 2147483648; return list[state % list.length]; };
  for (let k = 0; k < 20000; k++) {
    if (!document.querySelector("[data-act=replay]").hidden) return clicks;
    const halos = document.querySelectorAll(".halo"), rows = document.querySelectorAll(".choices button");
    const target = halos.length ? any(halos) : rows.length ? any(rows) : null;
    if (target) { clicks += halos.length > 0; target.dispatchEvent(new MouseEvent("click", {bubbles: true})); }
    await new Promise((resume) => setTimeout(resume, target ? 0 : 5));
  }
  throw new Error("the game does not end");
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicking_on_the_board(watched: Watched, game: str) -> None:
    config = registry.game(game).config.of(game, {})
    made = watched.lay(game, ["me", *["greedy"] * (config.num_players - 1)], 3, **SHORT.get(game, {}))
    watched.sit(made)
    on_board = sum(watched.click_somewhere() for _ in range(BY_MOUSE))
    on_board += watched.page.evaluate(CLICK_THROUGH, 7)
    assert watched.page.inner_text("#status")
    if _names_parts(game):
        assert on_board > 5


def _names_parts(game: str) -> bool:
    import rush_envs

    batch = rush_envs.make_batch(game, seed=1)
    batch.reset()
    scene = batch.game.draw(batch.states, int(batch.seat[0]))
    return any(mark.part for panel in scene.panels for mark in panel.marks)


def test_undo_reload_hint_and_analysis(watched: Watched) -> None:
    page = watched.page
    watched.sit(watched.lay("coffee_rush", ["me", "greedy"], 5, num_players=2))
    watched.wait()
    before = page.locator(".choices").inner_text()
    page.locator(".choices button").first.click()
    page.wait_for_function("(before) => document.querySelector('.choices').innerText !== before", arg=before)
    watched.wait()
    after = page.locator(".choices").inner_text()
    page.reload()
    watched.wait()
    assert page.locator(".choices").inner_text() == after
    page.click("[data-act=undo]")
    page.wait_for_function("(before) => document.querySelector('.choices').innerText === before", arg=before)
    page.click("[data-act=hint]")
    page.wait_for_selector(".hinted")
    page.fill("[aria-label='agent that analyses']", "mcts:50ms")
    page.click("#ask button[type=submit]")
    page.wait_for_selector(".ranking tr")
    assert "may know" in page.inner_text("#thoughts")
    page.fill("[aria-label='filter the choices']", "1")
    page.press("[aria-label='filter the choices']", "Enter")
    page.wait_for_function("(before) => document.querySelector('.choices').innerText !== before", arg=before)


def test_two_people_never_get_what_they_may_not_see(browser: Any, address: str) -> None:
    """Every frame that went over either line is drawn, and told, from that seat's own eyes."""
    one, two = Watched(browser, address), Watched(browser, address)
    made = one.lay("silver_gold_pyramids", ["me", "person"], 77, num_players=2)
    one.sit(made, 0)
    two.sit(made, 1)
    for _ in range(16):
        for person in (two, one):
            if person.page.evaluate("() => document.querySelectorAll('.choices button').length"):
                person.page.locator(".choices button").first.click()
                person.page.wait_for_timeout(60)
    frames = [[json.loads(frame) for frame in person.frames] for person in (one, two)]
    for seat, heard in enumerate(frames):
        text = json.dumps(heard)
        assert made["seats"][1 - seat]["key"] not in text
        assert '"seed": null' in text
        assert "77" not in re.findall(r'"seed": "?(\w+)', text)
        first = next(message for message in heard if message["type"] == "table")
        assert first["seat"] == seat
        shown = "".join(mark for panel in first["scene"]["panels"] for mark in panel["marks"])
        assert f"player_{seat} (you)" in shown
        assert f"player_{1 - seat} (you)" not in shown
    # What seat 0 was dealt, and kept before all had answered, stands on its own line only.
    dealt = [next(m for m in heard if m["type"] == "table")["scene"]["panels"] for heard in frames]
    assert dealt[0] != dealt[1]
    one.close()
    two.close()


def test_a_replay_is_opened_stepped_through_and_analysed(watched: Watched, tmp_path: Path) -> None:
    page = watched.page
    made = watched.lay("silver_gold_pyramids", ["me", "greedy"], 5, num_players=2)
    watched.sit(made)
    page.evaluate(CLICK_THROUGH, 3)
    with page.expect_download() as saved:
        page.click("[data-act=save]")
    file = tmp_path / "game.json"
    saved.value.save_as(file)
    Replay.load(file).verify()
    page.goto(watched.address)
    page.set_input_files("#upload", file)
    page.wait_for_url("**/r/*")
    page.wait_for_selector(".panel svg")
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("PageDown", 11)):
        page.keyboard.press(key)
        assert page.url.endswith(f"ply={ply}")
    link = page.url
    page.select_option("#eyes", "1")
    page.wait_for_function("() => document.querySelector('#player svg').textContent.includes('player_1 (you)')")
    page.click("#ask button[type=submit]")
    page.wait_for_selector(".outcomes")
    page.click("#whole")
    page.wait_for_selector(".curve")
    page.goto(watched.address)
    page.goto(link)
    page.wait_for_selector(".panel svg")
    assert page.input_value("input[type=range]") == "11"


def test_a_replay_file_needs_no_server(watched: Watched, tmp_path: Path) -> None:
    made = watched.lay("coffee_rush", ["me", "greedy"], 5, num_players=2)
    watched.sit(made)
    watched.page.evaluate(CLICK_THROUGH, 3)
    content = watched.page.evaluate("async (id) => (await fetch(`/api/replays/${id}/page`)).text()", made["id"])
    file = tmp_path / "game.html"
    file.write_text(content, "utf-8")
    assert len(content) < 1 << 20
    page = watched.context.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector(".panel svg")
    page.keyboard.press("End")
    assert page.locator(".log li").count() == int(page.input_value("input[type=range]")) > 10


def test_round_trip_of_a_click(watched: Watched) -> None:
    """From a click to the new picture. `benchmarks/table.py` measures it on an idle core; here the machine is shared,
    so only the order of size is asked for."""
    watched.sit(watched.lay("coffee_rush", ["me", "greedy"], 5, num_players=2))
    watched.wait()
    times = []
    for _ in range(10):
        watched.wait()
        begun = time.perf_counter()
        watched.page.evaluate(
            """() => new Promise((done) => {
              const seen = new MutationObserver(() => { seen.disconnect(); done(true); });
              for (const svg of document.querySelectorAll(".panel svg")) seen.observe(svg, {childList: true});
              document.querySelector(".choices button").click();
            })"""
        )
        times.append(time.perf_counter() - begun)
    assert sorted(times)[len(times) // 2] < 2.0


@pytest.mark.parametrize("where", ["", "table", "replay"])
def test_no_serious_accessibility_fault(browser: Any, address: str, where: str) -> None:
    if not AXE.is_file():
        pytest.skip(f"no axe-core: npm install --prefix {sys.prefix} axe-core")
    watched = Watched(browser, address, bypass_csp=True)
    page = watched.page
    if where:
        made = watched.lay("coffee_rush", ["me", "greedy"], 5, num_players=2)
        watched.sit(made)
        watched.wait()
        if where == "replay":
            page.evaluate(CLICK_THROUGH, 3)
            page.goto(f"{address}r/{made['id']}")
            page.wait_for_selector(".panel svg")
    else:
        page.goto(address)
        page.wait_for_selector(".game")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations.map((v) => [v.impact, v.id, v.nodes[0].html])")
    assert [one for one in found if one[0] in ("serious", "critical")] == []
    watched.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("size", "wide", "tall"), [("wide", 1280, 720), ("phone", 390, 844)])
def test_every_game_fits_the_screen(browser: Any, address: str, theme: str, size: str, wide: int, tall: int) -> None:
    watched = Watched(browser, address, viewport={"width": wide, "height": tall}, color_scheme=theme)
    for game in GAMES:
        config = registry.game(game).config.of(game, {})
        watched.sit(watched.lay(game, ["me", *["greedy"] * (config.num_players - 1)], 3))
        for _ in range(4):
            watched.wait()
            watched.page.locator(".choices button").first.click()
        watched.wait()
        over = watched.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{game} is {over} pixels too wide"
        if PICTURES:
            watched.page.screenshot(path=f"{PICTURES}/{game}_{size}_{theme}.png", full_page=size == "phone")
    watched.close()
