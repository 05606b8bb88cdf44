"""What there is to say about a tournament: the final table, and everything else a program or a reader may ask."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Column, Table

from rush_envs.kit.printable import printable

from .ratings import Estimate, Standing, standings
from .results import Results
from .scorebook import BadScorebook, Scorebook

FAULTS_SHOWN = 5
COLUMNS = ("Agent", "Games", "Won", "Skill", "Elo", "Faults")
ORDERS = {
    "Elo": "Sorted by Elo: it counts against whom one won, so a smaller share of victories may stand above a larger.",
    "Skill": "Sorted by skill: it counts whom one met and every place, so a smaller share of victories may stand above "
    "a larger.",
    "Won": "Sorted by the share of victories.",
}


def percent(estimate: Estimate | None) -> str:
    """`51.2 % (48.0–54.1)`"""
    if estimate is None:
        return "–"
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def points(estimate: Estimate | None, digits: int) -> str:
    if estimate is None:
        return "–"
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"


@dataclass(frozen=True)
class Summary:
    results: Results

    @classmethod
    def of(cls, book: Scorebook) -> Summary:
        games = book.games()
        if not games:
            raise BadScorebook(f"{book.path} holds no games yet")
        return cls(Results(book.facts, games))

    @cached_property
    def standings(self) -> list[Standing]:
        return standings(self.results)

    @property
    def sorted_by(self) -> str:
        """One of `COLUMNS`."""
        return self.standings[0].merit[0]

    @property
    def columns(self) -> list[str]:
        """The heads of the final table, with an arrow where it is sorted."""
        return [f"{name} ↓" if name == self.sorted_by else name for name in COLUMNS]

    @cached_property
    def matrix(self) -> list[list[float | None]]:
        """How often the row's agent stood before the column's, a tie counting half; in the order of `agents`."""
        won = self.results.duels()
        met = won + won.T
        return [[float(won[i, j] / met[i, j]) if met[i, j] else None for j in range(len(won))] for i in range(len(won))]

    @cached_property
    def faults(self) -> list[dict[str, Any]]:
        """Games that were lost by crashing, hanging or playing illegally."""
        facts = self.results.facts
        return [
            {
                "game": game["number"],
                "agent": self.results.agents[game["agents"][game["fault_seat"]]],
                "seat": facts["seats"][game["fault_seat"]],
                "fault": game["fault"],
            }
            for game in self.results.games
            if game["fault_seat"] is not None
        ]

    @cached_property
    def highlights(self) -> dict[str, int]:
        """Numbers of games worth looking at."""
        results = self.results
        fair = np.array([game["fault_seat"] is None for game in results.games]) & results.counted
        if not fair.any():
            return {}
        rows = np.flatnonzero(fair)
        lengths, ordered = results.lengths[rows], np.sort(results.scores[rows], axis=1)
        found = {"longest": rows[np.argmax(lengths)], "shortest": rows[np.argmin(lengths)]}
        if results.sides > 1:
            found["closest"] = rows[np.argmin(ordered[:, -1] - ordered[:, -2])]
        upset = self._upset(rows)
        if upset is not None:
            found["biggest upset"] = upset
        return {name: int(results.games[row]["number"]) for name, row in found.items()}

    def _upset(self, rows: np.ndarray) -> int | None:
        """The game whose best loser is rated furthest above its best winner."""
        skill = {line.agent: line.skill.value for line in self.standings if line.skill}
        if len(skill) < len(self.results.agents):
            return None
        rated = np.array([skill[name] for name in self.results.agents])[self.results.who[rows]]
        won = self.results.won[rows]
        gap = np.where(won, -np.inf, rated).max(axis=1) - np.where(won, rated, -np.inf).max(axis=1)
        gap[~won.any(axis=1)] = -np.inf
        best = int(np.argmax(gap))
        return int(rows[best]) if gap[best] > 0 else None

    def facts(self) -> dict[str, Any]:
        """Everything, for a program."""
        results = self.results
        low, middle, high = np.percentile(results.lengths, (5, 50, 95))
        return dict(results.facts) | {
            "games": len(results.games),
            "truncated": int((~results.counted).sum()),
            "sorted_by": self.sorted_by.lower(),
            "standings": [asdict(line) for line in self.standings],
            "matrix": self.matrix,
            "length": {"mean": float(results.lengths.mean()), "p5": low, "median": middle, "p95": high},
            "faults": self.faults,
            "highlights": self.highlights,
        }

    # ---------------------------------------------------------------------------------------------------------------

    def csv(self) -> str:
        """The final table."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        sides = self.results.side_names
        measures = ["won", "skill", "elo", *(f"won as {printable(side)}" for side in sides)]
        parts = ("", " low", " high")
        writer.writerow(["agent", "games", *(name + part for name in measures for part in parts), "faults"])
        for line in self.standings:
            values = [line.won, line.skill, line.elo, *(line.by_side.get(side) for side in sides)]
            numbers = [n for e in values for n in ((e.value, e.low, e.high) if e else ("", "", ""))]
            writer.writerow([printable(line.agent), line.games, *numbers, line.faults])
        return text.getvalue()

    def tables(self) -> Iterator[Table | str]:
        """For a terminal."""
        results = self.results
        head = f"{results.facts['game']}, {results.facts['format']}, {len(results.games)} games"
        agent, *others = self.columns
        table = Table(Column(agent, overflow="fold"), *others, title=escape(head), title_justify="left")
        for line in self.standings:
            table.add_row(
                escape(line.agent), str(line.games), percent(line.won), points(line.skill, 1), points(line.elo, 0),
                str(line.faults or "–"),
            )  # fmt: skip
        yield table
        by_side = Table(Column("Won as", overflow="fold"), *map(escape, results.side_names))
        for line in self.standings:
            cells = [percent(line.by_side.get(side)) for side in results.side_names]
            by_side.add_row(escape(line.agent), *cells)
        yield by_side
        yield from map(escape, self.remarks())

    def remarks(self) -> Iterator[str]:
        """What the reader of the table should know."""
        results = self.results
        size = results.facts["round_size"]
        yield ORDERS[self.sorted_by]
        yield f"In brackets 95 % intervals. A fair share is {100 / results.sides:.1f} %."
        stopped = int((~results.counted).sum())
        if stopped:
            yield f"{stopped} games were stopped before their end (max_steps and the like) and count for nobody."
        if len(results.games) % size:
            whole = -(-len(results.games) // size) * size
            yield f"The last round is not complete: seats are balanced after {whole} games (rounds of {size})."
        for fault in self.faults[:FAULTS_SHOWN]:
            yield f"{fault['agent']} lost game {fault['game']} as {fault['seat']}: {fault['fault']}"
        if len(self.faults) > FAULTS_SHOWN:
            yield f"… and {len(self.faults) - FAULTS_SHOWN} more games were lost by faults."
