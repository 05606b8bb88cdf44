"""The page about a tournament: one HTML file that needs nothing else, with replays worth watching beside it."""

from __future__ import annotations

from html import escape
from pathlib import Path

from rush_envs.errors import BadReplay

from . import charts
from .scorebook import Scorebook
from .summary import Summary, percent, points

REPLAYS = "replays"
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222;
       background: #fff }
h1 { margin-bottom: 0 } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem }
table { border-collapse: collapse; margin: .5rem 0 } th, td { padding: .25rem .7rem; text-align: right }
th:first-child, td:first-child { text-align: left } tr { border-bottom: 1px solid #ddd }
.matrix td { text-align: center; color: #222 } .none { color: #999 } .scroll { overflow-x: auto }
svg { max-width: 100%; height: auto; display: block } text { font: 13px system-ui, sans-serif; fill: #222 }
.small { font-size: 11px; fill: #666 } .grid { stroke: #e4e4e4 } .axis { stroke: #888 }
.mark { stroke: #c33; stroke-dasharray: 4 3 } .bar { stroke: #7aa6d8; stroke-width: 5; stroke-linecap: round }
.dot { fill: #1f5fa8 } .column { fill: #7aa6d8 }
code { background: #f3f3f3; padding: .1rem .3rem }
"""


def write(summary: Summary, book: Scorebook, path: Path) -> None:
    """The page, and the replays it points to."""
    links = save_replays(summary, book, path.parent / REPLAYS)
    path.write_text(page(summary, links), encoding="utf-8")


def save_replays(summary: Summary, book: Scorebook, folder: Path) -> dict[str, str]:
    """The highlights and the first faults, each as a replay and a drawing of its last table; file names by headline."""
    chosen = dict(summary.highlights)
    chosen |= {f"lost by a fault of {fault['agent']}": fault["game"] for fault in reversed(summary.faults)}
    folder.mkdir(parents=True, exist_ok=True)
    links = {}
    for headline, number in chosen.items():
        name = f"game_{number:06}"
        try:
            replay = book.replay(number)
            last = replay.verify()
        except BadReplay:
            continue  # made by another version of the game, for `rate` on old results
        replay.save(folder / f"{name}.json")
        (folder / f"{name}.svg").write_text(replay.game.draw(last.states, None).to_svg(), encoding="utf-8")
        links[headline] = name
    return links


def page(summary: Summary, links: dict[str, str]) -> str:
    results, facts = summary.results, summary.results.facts
    options = ", ".join(f"{name}={value}" for name, value in facts["config"].items())
    title = f"{facts['game']}: {facts['format']} of {', '.join(facts['agents'])}"
    parts = [
        f"<h1>{escape(facts['game'])}</h1>",
        f"<p>{escape(facts['format'])}, {len(results.games)} games, seed {facts['seed']}, {escape(options)}</p>",
        *(f"<p>{escape(words)}</p>" for words in summary.remarks()),
        section("Standings", standings_table(summary)),
        section("Rating", rating_chart(summary)),
        section("Won against, %", charts.matrix(results.agents, summary.matrix)),
        section("Won by seat or role, %", side_chart(summary)),
        section("Decisions in a game", charts.histogram("lengths", results.lengths)),
        section("Games worth watching", replay_list(summary, links)),
    ]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def section(title: str, content: str) -> str:
    return f'<h2>{escape(title)}</h2><div class="scroll">{content}</div>' if content else ""


def standings_table(summary: Summary) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("Agent", "Games", "Won", "Skill", "Elo", "Faults"))
    lines = []
    for line in summary.standings:
        cells = (
            line.agent, line.games, percent(line.won), points(line.skill, 1), points(line.elo, 0), line.faults or "–",
        )  # fmt: skip
        lines.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>"


def rating_chart(summary: Summary) -> str:
    """Elo where there is one, else skill."""
    lines = summary.standings
    if any(line.elo for line in lines):
        return charts.intervals("Elo", [(line.agent, line.elo) for line in lines])
    return charts.intervals("skill", [(line.agent, line.skill) for line in lines])


def side_chart(summary: Summary) -> str:
    rows = [
        (f"{line.agent} · {side}", line.by_side.get(side))
        for side in summary.results.side_names
        for line in summary.standings
    ]
    return charts.intervals("won by side", rows, mark=1 / summary.results.sides, unit=0.01)


def replay_list(summary: Summary, links: dict[str, str]) -> str:
    items = []
    games = {f"game_{game['number']:06}": game for game in summary.results.games}
    for headline, name in links.items():
        game = games[name]
        seats = zip(summary.results.facts["seats"], game["agents"], game["scores"], strict=True)
        who = ", ".join(f"{seat} {summary.results.agents[agent]} {score}" for seat, agent, score in seats)
        items.append(
            f'<li><b>{escape(headline)}</b>: <a href="{REPLAYS}/{name}.json">replay</a>, '
            f'<a href="{REPLAYS}/{name}.svg">last table</a>; {escape(who)}; {game["length"]} decisions</li>'
        )
    hint = f"<p>Walk through one: <code>rush-envs replay {REPLAYS}/game_….json --step</code></p>"
    return f"<ul>{''.join(items)}</ul>{hint}" if items else ""
