"""The page: every figure in it comes from the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from peers.figures import Bend, Row, Spread, bend, ratio, rows, same_game, spread
from peers.growth import LARGE, SMALL
from peers.pictures import CURVES, SIDE_BY_SIDE
from peers.roster import HERE, OURS

PAGE = HERE.parent / "PEERS.md"
COMMON = "connect four"  # the game that most libraries have


def page(results: dict[str, Any]) -> str:
    parts = {"libraries": (_side_by_side, _method, _starts), "growth": (_growth, _compiling), "c": (_distance,)}
    lines = [
        "# Our games beside others",
        "Written by `make peers` (`benchmarks/peers/`) from [the data](peers/results.json): do not edit. "
        "How much faster or slower is every game here than those of other libraries, what does it cost to grow, and "
        "how far is it to plain C?",
    ]
    for part, sections in parts.items():
        if part in results:
            lines += [line for section in sections for line in ("", *section(results))]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------------------------
# Words


def _rate(rates: Spread | None) -> str:
    return "—" if rates is None else f"{_three(rates.middle)} ({_three(rates.low)}–{_three(rates.high)})"


def _three(number: float) -> str:
    """Three digits that count."""
    rounded = float(f"{number:.3g}")
    return f"{rounded / 1e6:,.3g} M" if rounded >= 1e6 else f"{rounded:,.0f}"


def _share(number: Spread) -> str:
    return f"{number.middle:.0%} ({number.low:.0%}–{number.high:.0%})"


def _bytes(number: float) -> str:
    return f"{number / 2**20:.3g} MB" if number >= 2**20 else f"{number / 2**10:.3g} kB"


def _table(heads: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *body]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _when(part: dict[str, Any]) -> str:
    """The machine in general words, and the date."""
    machine = part["machine"]
    caches = ", ".join(f"{level} {_bytes(size)}" for level, size in machine["caches"].items())
    return (
        f"Measured on {part['date']} on a machine with {machine['cores']} cores ({machine['kind']}; caches {caches}) "
        f"that other work shared, load {machine['load']} at the start; Python {machine['python']}."
    )


# ------------------------------------------------------------------------------------------------------------------
# Parts


def _side_by_side(results: dict[str, Any]) -> Iterator[str]:
    libraries = results["libraries"]
    found = rows(libraries)
    yield "## Side by side"
    yield (
        "Random legal play with mask and observation: decisions in a CPU second of one core, the median of turns that "
        "all took one after the other, with quartiles. " + _when(libraries)
    )
    yield ""
    yield f"![Decisions in a CPU second, game by game](peers/{SIDE_BY_SIDE.name})"
    yield ""
    yield from _table(
        ["Library", "Game", "Numbers observed", "Actions in the mask", "Single games", "Best batch", "of"],
        [_cells(row) for row in found],
    )
    yield ""
    ours = [row for row in found if row.ours]
    single, batch = _range([row.single for row in ours]), _range([row.batch for row in ours])
    yield (
        f"Ours (four players; {_between([row.numbers for row in ours])} numbers observed at each decision) make "
        f"{single} decisions a second as single PettingZoo games and {batch} in batches."
    )
    yield ""
    yield f"The same game in many libraries says what their machinery costs. {COMMON.capitalize()}: " + "; ".join(
        _of_common(row) for row in same_game(found, COMMON)
    ) + "."  # fmt: skip
    if libraries["refused"]:
        yield ""
        yield "Not measured here: " + " ".join(
            f"{title} ({about['why']}; pip: `{about['said']}`)." for title, about in libraries["refused"].items()
        )


def _cells(row: Row) -> list[str]:
    library, game = (f"**{row.library}**", f"`{row.game}`") if row.ours else (row.library, row.game)
    size = f"{row.size:,}" if row.batch else "no batches"
    mask = f"{row.actions:,}" if row.actions else "no mask"
    return [library, game, f"{row.numbers:,}", mask, _rate(row.single), _rate(row.batch), size]


def _of_common(row: Row) -> str:
    variant = row.game.partition(",")[2].strip()
    name = f"{row.library} ({variant})" if variant else row.library
    kinds = (("single", row.single), ("in batches", row.batch))
    ends = [f"{_three(rates.middle)} {word}" for word, rates in kinds if rates]
    return f"{name} {', '.join(ends)}" + (f" ({row.note})" if row.note else "")


def _range(rates: Sequence[Spread | None]) -> str:
    middles = [rate.middle for rate in rates if rate]
    return f"{_three(min(middles))} to {_three(max(middles))}"


def _method(results: dict[str, Any]) -> Iterator[str]:
    yield "## What is compared"
    yield (
        "Every library has an environment and a process of its own, kept on one core, and plays one short turn after "
        "another's: so all meet the same noise. The clock is the CPU time of the process, all its threads together. A "
        "decision is one action of one player who has to choose. Every step includes a random legal action, the rules, "
        "the next mask and observation, rewards, and new games where games end. Batches are the best of a few sizes, "
        "found in turns of their own."
    )
    yield ""
    yield (
        "Games differ: a decision of ours is a small part of a turn in a game with hundreds of cards and tokens, and "
        "hundreds or thousands of numbers are observed for it; connect four has 42 cells. So no row says that a "
        "library is better than another. JAX libraries are made for accelerators, EnvPool for many threads: here each "
        "has one core. What each does:"
    )
    yield ""
    for name, library in results["libraries"]["rows"].items():
        version = f" {library['version']}" if library["version"] else ""
        notes = sorted({game["note"] for game in library["games"].values()} - {""})
        more = f" Here {'; '.join(notes)}." if notes else ""
        yield f"- **{library['title']}{version}**, `benchmarks/peers/libraries/with_{name}.py`: {library['what']}{more}"


def _starts(results: dict[str, Any]) -> Iterator[str]:
    yield "## Import and first step"
    yield (
        "CPU seconds: until a library is imported and its games are known, and then until the first piece of work of a "
        "single game and of the best batch is done, compiling included; from the quickest game to the slowest."
    )
    yield ""
    body = []
    for name, library in results["libraries"]["rows"].items():
        firsts: dict[bool, list[float]] = {False: [], True: []}
        for about in library["games"].values():
            for size in about["rates"]:
                firsts[size != "0"].append(about["first"][size])
        title = f"**{library['title']}**, kernels on disk" if name == OURS else library["title"]
        body.append([title, f"{library['ready']:.1f}", *(_seconds(firsts[kind]) for kind in (False, True))])
    yield from _table(["Library", "Import", "First work, single", "First work, batch"], body)


def _compiling(results: dict[str, Any]) -> Iterator[str]:
    yield "## Compiling our kernels"
    yield "CPU seconds of new processes, to the end of the import and then of the first batch step (64 games):"
    yield ""
    yield from _table(
        ["Game", "Import", "First step, compiling", "First step, kernels on disk"],
        [
            [f"`{name}`", *(f"{game['start'][key]:.2f}" for key in ("import", "cold", "warm"))]
            for name, game in results["growth"]["games"].items()
        ],
    )


def _seconds(values: Sequence[float]) -> str:
    if not values:
        return "—"
    low, high = min(values), max(values)
    return f"{low:.2f}–{high:.2f}" if len(values) > 1 else f"{low:.2f}"


def _growth(results: dict[str, Any]) -> Iterator[str]:
    growth = results["growth"]
    bends = {name: bend(game) for name, game in growth["games"].items()}
    yield "## Growth"
    yield f"Our own games in batches of 1 to 65,536, one thread; medians of {growth['turns']} turns. " + _when(growth)
    yield ""
    yield f"![Rates over batch sizes](peers/{CURVES.name})"
    yield ""
    sizes = list(next(iter(growth["games"].values()))["with"])
    yield from _table(
        ["Game", *(f"{int(size):,}" for size in sizes)],
        [
            [f"`{name}`", *(_three(spread(game["with"][size]).middle) for size in sizes)]
            for name, game in growth["games"].items()
        ],
    )
    yield ""
    yield from _why(growth, bends)
    yield ""
    yield from _table(
        ["Game", "Record, bytes", "Memory a game", "a step touches",
         f"{SMALL} games in {LARGE:,}, beside {SMALL} alone", f"all {LARGE:,}, beside {SMALL} alone",
         "Two threads: wall clock", "CPU time"],
        [_memory(name, game, bends[name]) for name, game in growth["games"].items()],
    )  # fmt: skip
    yield ""
    yield (
        "*Memory a game* is everything that a batch holds for it: the record, that of the game which ended last, "
        "features, mask, rewards, seeds. *Two threads* plays a batch of 4,096 with `threads=2`, as a multiple of one "
        "thread's rate by the clock on the wall, and by CPU time (100 %: sharing costs nothing); on shared cores the "
        "wall clock also says how much of them others left."
    )


def _memory(name: str, game: dict[str, Any], shape: Bend) -> list[str]:
    wall, cpu = (spread(game["threads"][clock]) for clock in ("wall", "cpu"))
    return [
        f"`{name}`", f"{game['record']:,}", _bytes(game["bytes"]), _bytes(shape.bytes), f"{shape.in_many:.0%}",
        f"{shape.of_many:.0%}", f"{wall.middle:.2f} × ({wall.low:.2f}–{wall.high:.2f})", _share(cpu),
    ]  # fmt: skip


def _why(growth: dict[str, Any], bends: dict[str, Bend]) -> Iterator[str]:
    """Where the curves bend, said from what was measured."""
    calls, halves = [shape.call for shape in bends.values()], [shape.half for shape in bends.values()]
    yield (
        f"**The lower bend** is the call: a step costs {min(calls):.1f} to {max(calls):.1f} µs however few games it "
        f"moves, so half of the best rate needs {_between(halves)} games."
    )
    yield ""
    caches = growth["machine"]["caches"]
    if not {"L2", "L3"} <= caches.keys():
        return
    full = {level: [int(caches[level] / shape.bytes) for shape in bends.values()] for level in ("L2", "L3")}
    lost = [1 - shape.largest for shape in bends.values()]
    bare = [_lost(game["without"]) for game in growth["games"].values()]
    few, many = [shape.in_many for shape in bends.values()], [shape.of_many for shape in bends.values()]
    touched = _between([round(shape.bytes) for shape in bends.values()])
    yield (
        f"**The upper bend** is memory. A step touches {touched} bytes a game, so a batch outgrows L2 "
        f"({_bytes(caches['L2'])}) at {_between(full['L2'])} games and L3 ({_bytes(caches['L3'])}) at "
        f"{_between(full['L3'])}: the bars; past the first of them the curves hardly rise. With {LARGE:,} games "
        f"{_percents(lost)} of the best rate is lost, without features {_percents(bare)}. It is not their number: "
        f"{SMALL} of these games, stepped again and again by `step(actions, rows)`, run at {_percents(few)} of the "
        f"rate of a batch of {SMALL}, all of them at {_percents(many)}."
    )


def _lost(rates: dict[str, list[float]]) -> float:
    """Of the best rate, in the largest batch."""
    middles = {int(size): spread(turns).middle for size, turns in rates.items()}
    return 1 - middles[max(middles)] / max(middles.values())


def _between(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _percents(shares: Sequence[float]) -> str:
    return f"{min(shares):.0%} to {max(shares):.0%}"


def _distance(results: dict[str, Any]) -> Iterator[str]:
    c = results["c"]
    same = c["same"]
    yield "## The distance to plain C"
    yield (
        "Coffee Rush's loop (random action, step, mask, features, restart) is written once more in plain C, "
        f"`benchmarks/peers/c/`, compiled for this very machine (`{c['flags']}`, {c['compiler']}). It works on the "
        f"same arrays and plays identical games: after every step of {same['decisions']:,} decisions, "
        f"{same['games']:,} whole games in six variants, the digest of all records, masks, features, rewards and "
        f"random streams was the same. Then both were timed by turns, {len(c['features']['c'])} each, "
        f"{c['batch']:,} games in a batch. " + _when(c)
    )
    yield ""
    body = []
    for shown in ("features", "no features"):
        turns = c[shown]
        rates = [_rate(spread(turns[kind])) for kind in ("c", "kernels", "batch")]
        shares = [_share(ratio(turns[kind], turns["c"])) for kind in ("kernels", "batch")]
        body.append([shown, *rates, *shares])
    yield from _table(["", "C", "Our kernels", "`BatchEnv`", "Kernels / C", "`BatchEnv` / C"], body)
    yield ""
    yield (
        "*Kernels* are the same two calls that C gets; *`BatchEnv`* checks every action first, as users meet it. The C "
        "is a translation with the same algorithms; one with other ideas might be faster still."
    )
