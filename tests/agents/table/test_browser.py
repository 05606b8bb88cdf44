"""The table in a real browser: Debian's chromium, driven by Playwright.

Skipped with a line where there is no chromium. Screenshots go to the folder that RUSH_SCREENSHOTS names.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import ARGUMENTS, CHROMIUM, MISSING

from rush_envs import registry
from rush_envs.kit.scene import changed
from rush_envs.replay import Replay

pytest.importorskip("starlette")

from rush_agents.arena.tournament import Tournament, run
from rush_agents.results.scorebook import Scorebook
from rush_agents.table.game import TableGame
from rush_agents.table.serving import FILE
from rush_agents.table.store import Store

api = pytest.importorskip("playwright.sync_api")

pytestmark = pytest.mark.long

if CHROMIUM is None:
    pytest.skip(MISSING, allow_module_level=True)

GAMES = ("coffee_rush", "curse_of_the_mummy", "silver_gold_pyramids", "rush_out", "coffin_rush")
SHORT = {"rush_out": {"max_ticks": 40}, "coffin_rush": {"max_steps": 160}, "curse_of_the_mummy": {"max_steps": 150}}
BY_MOUSE = 12  # decisions that are clicked as a hand does; the others by the page's own events
PATIENCE = 90_000  # milliseconds: other processes may have the machine
AXE = Path(sys.prefix) / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = os.environ.get("RUSH_SCREENSHOTS")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its games, beside those of a tournament."""
    folder = tmp_path_factory.mktemp("tables")
    asked = Tournament.of("silver_gold_pyramids", ["greedy", "random"], options={"num_players": 2})
    with Scorebook(folder / "games.db", asked.facts()) as book:
        run(asked, 2, book)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    start = "from rush_agents.cli.app import main; main()"
    command = [sys.executable, "-c", start, "serve", "--port", "0", "--no-browser"]
    command += ["--data", str(folder), "--games", str(folder / "games.db")]
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
        # Without the blinking of what may be clicked: painting that takes more time than all games.
        usual = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce"}
        self.context = browser.new_context(**(usual | more))
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


def test_a_table_is_laid_by_the_form(watched: Watched, folder: Path) -> None:
    """Game, options, seats and seed; then the same seed again, and the game is saved and given up."""
    page = watched.page
    page.goto(watched.address)
    page.click("button.game[value=silver_gold_pyramids]")
    page.fill("[name=num_players]", "2")
    page.press("[name=num_players]", "Tab")
    page.fill("[aria-label='who plays player_1']", "random")
    page.fill("#seed", "18446744073709551615")
    page.click("#lay")
    page.wait_for_selector(".choices button")
    first = page.url
    page.click("[data-act=again]")
    page.wait_for_function("(first) => location.href !== first", arg=first)
    page.wait_for_selector(".choices button")
    with page.expect_download() as saved:
        page.click("[data-act=save]")
    replay = Replay.load(Path(saved.value.path()))
    assert (replay.seed, replay.config.num_players) == ((1 << 64) - 1, 2)
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("[data-act=resign]")
    page.wait_for_selector("[data-act=replay]:visible")
    assert "player_0 resigns" in page.inner_text("#words")
    store = Store(folder / FILE)
    tables = [store.facts(re.split("[/#]", url)[4]) for url in (first, page.url)]
    store.close()
    assert [[seat.player for seat in table.seats] for table in tables if table] == [["person", "random"]] * 2


def test_two_people_never_get_what_they_may_not_see(browser: Any, address: str, folder: Path) -> None:
    """Every frame that went over either line is drawn, and told, from that seat's own eyes."""
    one, two = Watched(browser, address), Watched(browser, address)
    made = one.lay("silver_gold_pyramids", ["me", "person"], 77, num_players=2)
    one.sit(made, 0)
    two.sit(made, 1)
    clicks = 0
    for person in [two, one] * 1000:  # whoever is asked, the higher seat first: no replay would ask so
        if clicks == 24:
            break
        row = person.page.locator(".choices button").first
        if row.count():
            row.click()
            clicks += 1
        else:
            person.page.wait_for_timeout(10)
    assert clicks == 24
    frames = [[json.loads(frame) for frame in person.frames] for person in (one, two)]
    one.close()
    two.close()
    store = Store(folder / FILE)
    facts = store.facts(made["id"])
    store.close()
    assert facts is not None
    assert len(facts.answers) >= clicks - 1  # the last may still be on its way
    table = TableGame(facts)
    for seat, heard in enumerate(frames):
        text = json.dumps(heard)
        assert made["seats"][1 - seat]["key"] not in text
        assert {message["seed"] for message in heard if "seed" in message} == {None}
        shown, words = _followed(heard)
        # One drawing after the other of those that this seat has, never one of another's, and nothing told to others.
        own = iter(table.game.draw(state, seat).to_wire() for state in table.states)
        assert len(shown) > 8
        assert all(drawing in own for drawing in shown)
        told = [words for ply in range(1, table.ply + 1) for words in table.told(ply, seat)]
        assert words == told[: len(words)]


def _followed(heard: list[dict[str, Any]]) -> tuple[list[Any], list[str]]:
    """The drawings that a page was shown, one after the other, and everything that it was told."""
    shown: list[Any] = []
    words: list[str] = []
    for message in heard:
        if message["type"] == "table":
            shown, words = [message["scene"]], [one for told in message["log"] for one in told]
        elif message["type"] == "step":
            shown.append(changed(shown[-1], message["change"]))
            words += message["told"]
        else:
            assert message["type"] == "here"
    return shown, words


@pytest.fixture(scope="module")
def finished(browser: Any, address: str) -> str:
    """A game that was played to its end."""
    watched = Watched(browser, address)
    made = watched.lay("silver_gold_pyramids", ["me", "greedy"], 5, num_players=2)
    watched.sit(made)
    watched.page.evaluate(CLICK_THROUGH, 3)
    watched.close()
    return str(made["id"])


def test_a_replay_is_opened_stepped_through_and_analysed(watched: Watched, finished: str, tmp_path: Path) -> None:
    page = watched.page
    page.goto(f"{watched.address}t/{finished}")
    page.wait_for_selector("[data-act=save]:visible")
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


def test_a_game_of_a_tournament_opens_by_its_link(watched: Watched) -> None:
    page = watched.page
    page.goto(watched.address)
    page.click("#tournaments a >> text=game 1")
    page.wait_for_selector(".panel svg")
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelectorAll('.log li').length > 10")
    page.goto(f"{page.url.partition('#')[0]}#ply=7")
    page.reload()
    page.wait_for_selector(".panel svg")
    assert page.input_value("input[type=range]") == "7"


def test_a_replay_file_needs_no_server(watched: Watched, finished: str, tmp_path: Path) -> None:
    watched.page.goto(watched.address)
    content = watched.page.evaluate("async (id) => (await fetch(`/api/replays/${id}/page`)).text()", finished)
    file = tmp_path / "game.html"
    file.write_text(content, "utf-8")
    assert len(content) < 1 << 20
    page = watched.context.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector(".panel svg")
    page.keyboard.press("End")
    assert page.locator(".log li").count() == int(page.input_value("input[type=range]")) > 10


@pytest.mark.parametrize("where", ["", "table", "replay"])
def test_no_serious_accessibility_fault(browser: Any, address: str, finished: str, where: str) -> None:
    if not AXE.is_file():
        pytest.skip(f"no axe-core: npm install --prefix {sys.prefix} axe-core")
    watched = Watched(browser, address, bypass_csp=True)
    page = watched.page
    if where == "table":
        watched.sit(watched.lay("coffee_rush", ["me", "greedy"], 5, num_players=2))
        watched.wait()
    elif where == "replay":
        page.goto(f"{address}r/{finished}")
        page.wait_for_selector(".panel svg")
    else:
        page.goto(address)
        page.wait_for_selector(".game")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations.map((v) => [v.impact, v.id, v.nodes[0].html])")
    assert [one for one in found if one[0] in ("serious", "critical")] == []
    watched.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_fits_the_screen(watched: Watched, game: str) -> None:
    """Wide and on a phone, on light and on dark paper."""
    config, page = registry.game(game).config.of(game, {}), watched.page
    watched.sit(watched.lay(game, ["me", *["greedy"] * (config.num_players - 1)], 3))
    for _ in range(4):
        watched.wait()
        page.locator(".choices button").first.click()
    watched.wait()
    for size, wide, tall in (("wide", 1280, 720), ("phone", 390, 844)):
        page.set_viewport_size({"width": wide, "height": tall})
        over = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{over} pixels too wide for {size}"
        papers = set()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            papers.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
            if PICTURES:
                page.screenshot(path=f"{PICTURES}/{game}_{size}_{theme}.png", full_page=size == "phone")
        assert len(papers) == 2
