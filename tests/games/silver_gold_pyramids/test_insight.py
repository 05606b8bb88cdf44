"""What networks are told of the next patterns and of the way to a tomb, against placements tried one by one."""

from __future__ import annotations

from functools import cache

import numpy as np

import rush_envs
from rush_agents.games.silver_gold_pyramids.insight import AHEAD, EIGHTHS, GRADE, INSIGHT, LOWEST, WAY
from rush_agents.games.silver_gold_pyramids.prospects import HORIZON, PROSPECTS
from rush_envs.engine.changes import described
from rush_envs.games.silver_gold_pyramids.components import (
    CARDS_A_ROUND,
    CELLS,
    COPIES,
    CROSS,
    ENTRANCE,
    GREEN_GEM,
    PATTERNS,
    PLACEMENTS,
    POTION,
    RED_GEM,
    ROUNDS,
    SKULL,
    SLOTS,
    SYMBOL_CELLS,
    TOMB,
    TORCH,
    WALL,
    WIDTH,
)
from rush_envs.games.silver_gold_pyramids.state import KEEP

GAME = rush_envs.game("silver_gold_pyramids")
Cells = frozenset[int]


def cells_of(bits: int) -> Cells:
    return frozenset(cell for cell in range(CELLS) if int(bits) >> cell & 1)


SHAPES = [[cells_of(cells) for cells in ways] for ways in PLACEMENTS]
ALL = [*(shape for ways in SHAPES for shape in ways), *(frozenset({cell}) for cell in range(CELLS))]


def symbol(card: int, kind: int) -> Cells:
    return cells_of(SYMBOL_CELLS[card, kind])


def beside(cells: Cells) -> Cells:
    near = set()
    for cell in cells:
        row, column = divmod(cell, WIDTH)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < WIDTH and 0 <= c < WIDTH:
                near.add(r * WIDTH + c)
    return frozenset(near)


def fits(card: int, marks: Cells, shape: Cells) -> bool:
    """SG-5.4: on open cells without marks, at the entrance or beside what is marked."""
    if shape & (marks | symbol(card, WALL)):
        return False
    return bool(shape & (beside(marks) - marks)) if marks else bool(shape & symbol(card, ENTRANCE))


def facts(card: int, marks: Cells, pattern: int) -> list[int]:
    able = [shape for shape in SHAPES[pattern] if fits(card, marks, shape)]
    treasures = frozenset().union(*(symbol(card, kind) for kind in (CROSS, RED_GEM, GREEN_GEM, TORCH, POTION)))
    most = max((len(shape & treasures) for shape in able), default=0)
    return [
        int(bool(able)),
        int(any(shape & symbol(card, TOMB) for shape in able)),
        *(int(most >= k) for k in (1, 2, 3)),
        int(any(shape & symbol(card, CROSS) for shape in able)),
        int(bool(able) and all(shape & symbol(card, SKULL) for shape in able)),
    ]


def way(card: int, marks: Cells) -> int:
    """Cards until the tomb is marked: what can be reached with one more each time, from any cell, marked or not."""
    open_shapes = [shape for shape in ALL if not shape & symbol(card, WALL)]
    reached = set(marks)
    for count in range(WAY):
        if reached & symbol(card, TOMB):
            return count
        near = beside(frozenset(reached)) | reached if reached else symbol(card, ENTRANCE)
        reached |= {cell for shape in open_shapes if shape & near for cell in shape}
    return WAY


@cache
def chance(card: int, cell: int, cards: int, pattern: int) -> float:
    """That a way from this cell, or from the entrance (-1), takes the tomb, if the next card shows a pattern and every
    later one any of them: whoever goes it marks what is best for the next step and forgets what lies behind."""
    if cell >= 0 and cell in symbol(card, TOMB):
        return 1.0
    if cards == 0:
        return 0.0
    near = beside(frozenset({cell})) if cell >= 0 else symbol(card, ENTRANCE)
    able = [*SHAPES[pattern], *(frozenset({one}) for one in range(CELLS))]
    able = [shape for shape in able if shape & near and not shape & (symbol(card, WALL) | {cell})]
    later = [(number, count / sum(COPIES)) for number, count in enumerate(COPIES)]
    ends = {end for shape in able for end in shape}
    return max((sum(share * chance(card, end, cards - 1, k) for k, share in later) for end in ends), default=0.0)


def shares_of(record: np.record) -> np.ndarray:
    """How likely the next card shows each pattern: those face down, or all of them when the round is over."""
    revealed, hidden = int(record["revealed"]), np.array(COPIES)
    for pattern in record["expedition"][: revealed if revealed < CARDS_A_ROUND else 0]:
        hidden[int(pattern)] -= 1
    return hidden / hidden.sum()


def eighths(record: np.record, card: int, marks: Cells) -> list[float]:
    """How likely 1, 2 … of the cards still to come take the tomb; those face down are what may come next."""
    shares = shares_of(record)
    best = []
    for cards in range(1, AHEAD + 1):
        likely = (sum(share * chance(card, cell, cards, k) for k, share in enumerate(shares)) for cell in marks or {-1})
        best.append(EIGHTHS * max(likely))
    return best


def told(record: np.record) -> dict[str, np.ndarray]:
    """What the first seat knows."""
    nothing = np.zeros((1, GAME.actions.size), np.int8)  # what actions do is not looked at
    table = described(GAME, np.array([record], GAME.state.dtype), np.zeros(1, np.int64), nothing, INSIGHT)
    features, count = np.zeros(GAME.observation.size + INSIGHT.layout.size, np.int8), table.seen.counts[0]
    features[table.seen.indices[0, :count]] = table.seen.values[0, :count]
    return INSIGHT.layout.decode(features[GAME.observation.size :])


def promise(record: np.record, card: int, marks: Cells) -> float:
    """Points that greedy's table promises from the best marked cell, or the beginning."""
    cards = min((ROUNDS - int(record["round_now"])) * CARDS_A_ROUND - int(record["revealed"]), HORIZON)
    return max(float(PROSPECTS[cards, card, cell] @ shares_of(record)) for cell in marks or {CELLS}) / 100


def close(grades: np.ndarray, points: float) -> bool:
    """Grades are filled one after the other, and say so many points in all."""
    total, most = int(grades.sum()), GRADE * len(grades)
    filled = [min(max(total - GRADE * place, 0), GRADE) for place in range(len(grades))]
    return grades.tolist() == filled and abs(total - min(max(20 * (points - LOWEST), 0), most)) <= 1


def test_promises_are_those_of_greedys_table() -> None:
    batch, seen, offered = rush_envs.make_batch("silver_gold_pyramids", 48, seed=6), 0, 0
    batch.reset()
    for step in range(140):
        if step % 20 == 0:
            for record in batch.states[:6]:
                words = told(record)
                keeping = record["phase"] == KEEP
                for place, card in enumerate(record["drawn"][0] if keeping else record["offer"]):
                    grades = words["offer_promise"][place]
                    assert close(grades, promise(record, int(card), frozenset())) if card >= 0 else not grades.any()
                    offered += card >= 0
                for slot, card in enumerate(record["slot"][0]):
                    marks = cells_of(record["marks"][0, slot])
                    if card >= 0 and not marks & symbol(int(card), TOMB):
                        assert close(words["promise"][slot], promise(record, int(card), marks))
                        seen += 1
                    else:
                        assert not words["promise"][slot].any()
        batch.step(batch.random_actions())
    assert min(seen, offered) > 40


def test_the_next_patterns_do_what_is_told() -> None:
    batch, seen = rush_envs.make_batch("silver_gold_pyramids", 48, seed=5), 0
    batch.reset()
    for step in range(140):
        batch.step(batch.random_actions())
        if step % 20 != 19:
            continue
        for record in batch.states[:6]:
            words = told(record)
            for slot in range(SLOTS):
                card, marks = int(record["slot"][0, slot]), cells_of(record["marks"][0, slot])
                if card < 0 or marks & symbol(card, TOMB):
                    assert not words["next_patterns"][slot].any()
                    assert not words["cards_left"][slot].any()
                    assert not words["chance"][slot].any()
                    continue
                seen += 1
                expected = [facts(card, marks, pattern) for pattern in range(PATTERNS)]
                assert words["next_patterns"][slot].tolist() == expected
                assert words["cards_left"][slot].sum() == way(card, marks)
                assert np.abs(words["chance"][slot].sum(axis=1) - eighths(record, card, marks)).max() < 0.51
    assert seen > 40
