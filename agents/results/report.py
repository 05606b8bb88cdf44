"""The page about a tournament: one HTML file that needs nothing else, with replays worth watching beside it."""

from __future__ import annotations

from pathlib import Path

from rush_envs.errors import BadReplay
from rush_envs.kit.printable import printable
from rush_envs.replay import story

from ..storage.writing import write_safely
from . import charts
from .markup import Markup, joined, markup
from .scorebook import Scorebook
from .summary import Summary, percent, points

REPLAYS = "replays"
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222;
       background: #fff }
h1 { margin-bottom: 0 } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem }
table { border-collapse: collapse; margin: .5rem 0 } th, td { padding: .25rem .7rem; text-align: right }
th, td { white-space: nowrap } tr { border-bottom: 1px solid #ddd } .scroll { overflow-x: auto }
th:first-child, td:first-child, .matrix th { white-space: normal; overflow-wrap: anywhere }
th:first-child, td:first-child { text-align: left; min-width: 11rem }
.matrix th { min-width: 5rem; max-width: 14rem } .matrix td { text-align: center; color: #222 } .none { color: #999 }
svg { max-width: 100%; height: auto; display: block } text { font: 13px system-ui, sans-serif; fill: #222 }
.small { font-size: 11px; fill: #666 } .grid { stroke: #e4e4e4 } .axis { stroke: #888 }
.mark { stroke: #c33; stroke-dasharray: 4 3 } .bar { stroke: #7aa6d8; stroke-width: 5; stroke-linecap: round }
.dot { fill: #1f5fa8 } .column { fill: #7aa6d8 }
code { background: #f3f3f3; padding: .1rem .3rem }
"""


def write(summary: Summary, book: Scorebook, path: Path) -> None:
    """The page, and the replays it points to."""
    links = save_replays(summary, book, path.parent / REPLAYS)
    write_safely(path, page(summary, links).encode())  # whole, whoever else writes it now


def save_replays(summary: Summary, book: Scorebook, folder: Path) -> dict[str, str]:
    """The highlights and the first faults, each as a replay, a story and a page to look at it; file names by
    headline."""
    chosen = dict(summary.highlights)
    chosen |= {f"lost by a fault of {fault['agent']}": fault["game"] for fault in reversed(summary.faults)}
    folder.mkdir(parents=True, exist_ok=True)
    links = {}
    for headline, number in chosen.items():
        name = f"game_{number:06}"
        try:
            replay = book.replay(number)
            states = [batch.states.copy() for batch in replay.frames()]
        except BadReplay:
            continue  # made by another version of the game, for `rate` on old results
        write_safely(folder / f"{name}.json", (replay.to_json() + "\n").encode())
        write_safely(folder / f"{name}.html", replay.to_html().encode())
        told = story(replay.game, replay.game.agent_names(replay.config), states, replay.answers)
        lines = [f"{number} {printable(' '.join(words))}\n" for number, words in enumerate(told, start=1)]
        write_safely(folder / f"{name}.txt", "".join(lines).encode())
        links[headline] = name
    return links


def page(summary: Summary, links: dict[str, str]) -> str:
    results, facts = summary.results, summary.results.facts
    options = ", ".join(f"{name}={value}" for name, value in facts["config"].items())
    parts = [
        markup("<h1>{}</h1>", facts["game"]),
        markup("<p>{}, {} games, seed {}, {}</p>", facts["format"], len(results.games), facts["seed"], options),
        *(markup("<p>{}</p>", words) for words in summary.remarks()),
        section("Standings", standings_table(summary)),
        section("Rating", rating_chart(summary)),
        section("Won against, %", charts.matrix(results.agents, summary.matrix)),
        section("Won by seat or role, %", side_chart(summary)),
        section("Decisions in a game", charts.histogram("lengths", results.lengths)),
        section("Games worth watching", replay_list(summary, links)),
    ]
    return (
        markup(
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width"><style>{style}</style></head>'
            "<body>{parts}</body></html>",
            title=f"{facts['game']}: {facts['format']} of {', '.join(facts['agents'])}",
            style=Markup(STYLE),
            parts=joined(parts),
        )
        + "\n"
    )


def section(title: str, content: Markup) -> Markup:
    return markup('<h2>{}</h2><div class="scroll">{}</div>', title, content) if content else Markup()


def standings_table(summary: Summary) -> Markup:
    head = joined(markup("<th>{}</th>", name) for name in summary.columns)
    lines = []
    for line in summary.standings:
        cells = (
            line.agent, line.games, percent(line.won), points(line.skill, 1), points(line.elo, 0), line.faults or "–",
        )  # fmt: skip
        lines.append(markup("<tr>{}</tr>", joined(markup("<td>{}</td>", cell) for cell in cells)))
    return markup("<table><tr>{}</tr>{}</table>", head, joined(lines))


def rating_chart(summary: Summary) -> Markup:
    """What the table is sorted by; shares of victories have a drawing of their own."""
    if summary.sorted_by == "Won":
        return Markup()
    return charts.intervals(summary.sorted_by, [(line.agent, line.merit[1]) for line in summary.standings])


def side_chart(summary: Summary) -> Markup:
    rows = [
        (f"{line.agent} · {side}", line.by_side.get(side))
        for side in summary.results.side_names
        for line in summary.standings
    ]
    return charts.intervals("won by side", rows, mark=1 / summary.results.sides, unit=0.01)


def replay_list(summary: Summary, links: dict[str, str]) -> Markup:
    items = []
    games = {f"game_{game['number']:06}": game for game in summary.results.games}
    for headline, name in links.items():
        game = games[name]
        seats = zip(summary.results.facts["seats"], game["agents"], game["scores"], strict=True)
        who = ", ".join(f"{seat} {summary.results.agents[agent]} {score}" for seat, agent, score in seats)
        item = (
            '<li><b>{0}</b>: <a href="{1}/{2}.json">replay</a>, <a href="{1}/{2}.txt">story</a>, '
            '<a href="{1}/{2}.html">watch it</a>; {3}; '
            "{4} decisions</li>"
        )
        items.append(markup(item, headline, REPLAYS, name, who, game["length"]))
    hint = markup("<p>Walk through one: <code>rush-envs replay {}/game_….json --step</code></p>", REPLAYS)
    return markup("<ul>{}</ul>{}", joined(items), hint) if items else Markup()
