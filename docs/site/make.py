"""The site, from the living pages of the repository: `make docs`.

    python docs/site/make.py --out out/docs    # then open out/docs/site/index.html

Pages are gathered with their links led within the site, a replay of each game is made, and Zensical builds what is
there. Whatever leads nowhere ends the build with an error.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from contents import ROOT, places, sections
from links import broken
from pages import BrokenLink, Pages
from shown import replay, with_baselines, with_replay

import rush_envs

HERE = Path(__file__).parent
SETTINGS, MADE = "mkdocs.yml", ("pages", "modules", "site")
SHIM = "https://unpkg.com/iframe-worker/shim"  # which search needs where a site is opened as files
COUNTS_STARS = ' data-md-component="source"'


def gather(out: Path) -> None:
    """Everything that the builder reads: settings, pages, and the packages by the names they are installed under."""
    found = places()
    pages = Pages(found, out / "pages")
    games = {f"rush_envs/games/{name}/README.md": name for name in rush_envs.games()}
    for page in found:
        if page not in games:
            pages.save(page, pages.text(page))
    for page, name in games.items():
        write_game(pages, page, name)
    shutil.copytree(HERE / "page", pages.out / "site")
    shutil.copy(ROOT / "agents" / "table" / "page" / "icon.svg", pages.out / "site")
    modules = out / "modules"
    modules.mkdir()
    (modules / "rush_envs").symlink_to(ROOT / "rush_envs")
    (modules / "rush_agents").symlink_to(ROOT / "agents")
    settings = (HERE / SETTINGS).read_text(encoding="utf-8")
    nav = [{title: [found[page] for page in named]} for title, named in sections().items() if named]
    (out / SETTINGS).write_text(f"{settings}\nnav: {json.dumps(nav)}\n", encoding="utf-8")


def write_game(pages: Pages, page: str, name: str) -> None:
    """A game's page, its replay beside it."""
    print(f"{name}: a game to watch …", flush=True)
    played = replay(name)
    file = Path("replays") / f"{name}.html"
    path = (pages.out / pages.places[page]).parent / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(played.to_html(), encoding="utf-8")
    text = pages.text(page, lambda text: with_baselines(text, name))
    pages.save(page, with_replay(text, name, played, file.as_posix()))


def build(out: Path) -> Path:
    """The built site, in `out`/site; ends with what is wrong, if anything is."""
    make_room(out)
    try:
        gather(out)
    except BrokenLink as error:
        sys.exit(f"broken link: {error}")
    zensical = Path(sys.executable).with_name("zensical")
    if not zensical.is_file():
        sys.exit("the site is built by Zensical; write: pip install -c constraints.txt -e '.[docs]'")
    asked = [str(zensical), "build", "--strict", "--clean", "--config-file", str(out / SETTINGS)]
    if subprocess.run(asked, stdin=subprocess.DEVNULL).returncode:
        sys.exit("Zensical has found what is listed above; mend the page it names")
    site = out / "site"
    make_local(site)
    lost = list(broken(site))
    if lost:
        sys.exit("links that lead nowhere:\n" + "\n".join(lost))
    return site


def make_room(out: Path) -> None:
    """What a former build has left goes; anything else is not ours to take away."""
    if out.is_dir() and any(out.iterdir()) and not (out / SETTINGS).is_file():
        sys.exit(f"{out} holds other things; give --out a folder that is new, or that an earlier build has made")
    out.mkdir(parents=True, exist_ok=True)
    (out / SETTINGS).touch()
    for folder in MADE:
        shutil.rmtree(out / folder, ignore_errors=True)


def make_local(site: Path) -> None:
    """Nothing is asked of other hosts: neither a script, nor how many stars the repository has."""
    for path in site.rglob("*.html"):
        up = "../" * (len(path.relative_to(site).parts) - 1)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(SHIM, f"{up}site/iframe-worker.js").replace(COUNTS_STARS, ""), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("out/docs"), help="the folder for it")
    asked = parser.parse_args()
    site = build(asked.out.resolve())
    print(f"the site: {site / 'index.html'}")


if __name__ == "__main__":
    main()
