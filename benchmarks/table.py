"""The table under load: how soon a click is answered, whether tables of agents keep their pace, whether memory is flat.

python benchmarks/table.py                       # all three, some minutes
python benchmarks/table.py --tables 20 --seconds 20
python benchmarks/table.py --browser             # from a click to the new picture in chromium, and nothing else
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from rush_agents.table.game import TableGame
from rush_agents.table.hub import Hub
from rush_agents.table.messages import Answer, NewTable
from rush_agents.table.room import Client
from rush_agents.table.store import Store
from rush_agents.table.thinking import Thinkers

GAMES = ("coffee_rush", "curse_of_the_mummy", "silver_gold_pyramids", "rush_out", "coffin_rush")


async def latest(client: Client) -> dict:
    return json.loads(await client.outbox.get())


async def clicks(hub: Hub, game: str, count: int) -> np.ndarray:
    """Seconds from an answer to the message with the new picture."""
    made = await hub.lay(NewTable(game=game, seats=["me", *["greedy"] * (players(game) - 1)], seed=1))
    room, client, times = await hub.found(made["id"]), Client(0), []
    room.enter(client)
    state = await latest(client)
    while len(times) < count and not state.get("over"):
        if state.get("choices"):
            given = state["given"]
            begun = time.perf_counter()
            room.hear(client, Answer(type="answer", action=state["choices"][0]["action"], given=given))
            while state.get("given", given) == given:
                state = await latest(client)
            times.append(time.perf_counter() - begun)
        else:
            state = await latest(client)
    room.leave(client)
    return np.array(times)


def players(game: str) -> int:
    from rush_envs import registry

    return int(registry.game(game).config.of(game, {}).num_players)


async def pace(hub: Hub, tables: int, seconds: float) -> tuple[int, float]:
    """Tables of four greedy seats at one move a second: messages, and the latest that a move came."""
    late, moves = 0.0, 0

    async def look_on(number: int) -> None:
        nonlocal late, moves
        made = await hub.lay(NewTable(game="coffee_rush", seats=["greedy"] * 4, seed=number))
        room, client = await hub.found(made["id"]), Client(None)
        room.pace = 1.0
        room.enter(client)
        before, end = 0.0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            message = await latest(client)
            if message["type"] != "step":
                continue
            now = time.perf_counter()
            if before:
                late = max(late, now - before - 1.0)
            before, moves = now, moves + 1
        room.leave(client)

    await asyncio.gather(*(look_on(number) for number in range(tables)))
    return moves, late


def grown(games: int) -> tuple[float, float]:
    """Megabytes after the first tenth of so many games, and after all: played at random on tables, then thrown away."""
    sizes = []
    rng = np.random.default_rng(0)
    for number in range(games):
        table = TableGame.new("silver_gold_pyramids", {"num_players": 2}, ["greedy", "greedy"], number)
        while table.waiting:
            table.answer(table.waiting[0], int(rng.choice(table.legal(table.waiting[0]))))
        if number in (games // 10, games - 1):
            sizes.append(_resident())
    return sizes[0], sizes[-1]


AS_A_HAND = """() => new Promise((done) => {
  const begun = performance.now();
  const drawn = (node) => !node.closest?.(".halos");  // what may be clicked goes at once
  const seen = new MutationObserver((changes) => {
    if (!changes.some((change) => [...change.addedNodes].some(drawn))) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun), 0));
  });
  for (const id of ["scene", "log"]) seen.observe(document.getElementById(id), { childList: true, subtree: true });
  document.querySelector(".choices button").click();
})"""  # until the frame with the new picture has been painted


def in_browser(count: int) -> None:
    """The whole way, through server, line and page."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = ["rush-envs", "serve", "--port", "0", "--no-browser", "--data", folder]
        server = subprocess.Popen([Path(sys.executable).with_name(command[0]), *command[1:]], stdout=subprocess.PIPE)
        assert server.stdout is not None
        address = server.stdout.readline().decode().split()[-1]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
        for game in GAMES:
            page.goto(address)
            page.evaluate("localStorage.setItem('pace', '0')")
            page.click(f"button.game[value={game}]")
            page.click("#lay")
            times = []
            while len(times) < count and page.is_hidden("[data-act=replay]"):
                page.wait_for_selector(".choices button", timeout=60_000)
                page.wait_for_timeout(100)  # others have answered, and nothing is left to be painted
                times.append(page.evaluate(AS_A_HAND))
            late = np.quantile(times, 0.95)
            print(f"{game}: click to picture in chromium {np.median(times):.0f} ms, 95 % within {late:.0f} ms")
        browser.close()
        server.terminate()
        server.wait()


def _resident() -> float:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--browser", action="store_true")
    asked = parser.parse_args()
    if asked.browser:
        in_browser(asked.clicks)
        return
    asyncio.run(without_browser(asked))


async def without_browser(asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Store(Path(folder) / "tables.db"), Thinkers())
        for game in GAMES:
            times = 1000 * await clicks(hub, game, asked.clicks)
            print(f"{game}: click to picture {np.median(times):.1f} ms, 95 % within {np.quantile(times, 0.95):.1f} ms")
        moves, late = await pace(hub, asked.tables, asked.seconds)
        late_words = f"the latest {1000 * late:.0f} ms after its time"
        print(f"{asked.tables} tables: {moves} moves in {asked.seconds:g} s, {late_words}")
        await hub.close()
    first, last = grown(asked.games)
    print(f"memory: {first:.0f} MB after {asked.games // 10} games, {last:.0f} MB after {asked.games}")


if __name__ == "__main__":
    main()
