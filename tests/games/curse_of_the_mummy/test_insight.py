"""What networks are told of turns and chances, against ends and ways that are tried one by one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

import rush_envs
from rush_agents.games.curse_of_the_mummy.explorers import SITE, TURN, TURNS
from rush_agents.games.curse_of_the_mummy.insight import COSTS, INSIGHT, LEVEL, PARTS
from rush_agents.games.curse_of_the_mummy.mummy import ENOUGH, LIKELY, LONGEST, PREY, RADIUS, SPARED, SURE
from rush_envs.engine.changes import described
from rush_envs.games.curse_of_the_mummy.components import CARD_AT, CELLS, COLOUR, NEXT, TREASURE_CELL, WORD
from rush_envs.games.curse_of_the_mummy.sets import DISTANCE
from rush_envs.games.curse_of_the_mummy.state import BUSY, MOVE, RELEASE, TREASURE
from rush_envs.games.curse_of_the_mummy.view import A_GO

GAME = rush_envs.game("curse_of_the_mummy")
Words = dict[str, np.ndarray]


def told(record: np.ndarray, seat: int) -> Words:
    nothing = np.zeros((1, GAME.actions.size), np.int8)  # what actions do is not looked at
    table = described(GAME, np.array([record], GAME.state.dtype), np.array([seat]), nothing, INSIGHT)
    features, count = np.zeros(GAME.observation.size + INSIGHT.layout.size, np.int64), table.seen.counts[0]
    features[table.seen.indices[0, :count]] = table.seen.values[0, :count]
    return INSIGHT.layout.decode(features[GAME.observation.size :])


def positions(players: int, *, mummy: bool) -> Iterator[tuple[np.ndarray, int, np.ndarray]]:
    """Records in random games, who is asked and what is legal."""
    batch = rush_envs.make_batch("curse_of_the_mummy", 12, seed=6, num_players=players)
    batch.reset()
    for step in range(300):
        batch.step(batch.random_actions())
        if step % 7 == 0:
            for row in np.flatnonzero((batch.seat == 0) == mummy):
                yield batch.states[row].copy(), int(batch.seat[row]), batch.mask[row].copy()


# ------------------------------------------------------------------------------------------------------------------
# Explorers


def turns(cell: int, cards: list[int]) -> int:
    """For all these treasures in their best order, in hundredths."""
    found = []
    for order in permutations(cards):
        places = [cell, *(int(SITE[card + 1]) for card in order)]
        found.append(sum(int(TURNS[at, card + 1]) for at, card in zip(places, order, strict=False)))
    return min(found, default=0)


def from_end(record: np.ndarray, seat: int, cell: int) -> int:
    cards = [int(card) for card in np.flatnonzero(record["hand"][seat])]
    card = int(CARD_AT[cell])
    rest = turns(int(SITE[card + 1]), [other for other in cards if other != card]) if card in cards else 1 << 40
    return min(turns(cell, cards), rest)


def reach(record: np.ndarray, cell: int) -> int:
    """How many of the mummy's rolls bring it to a cell, if one die more is locked by then."""
    return sum(int(DISTANCE[record["mummy"], cell]) <= int(face) + record["locked"] + 1 for face in record["mummy_die"])


@pytest.mark.parametrize("players", [3, 5])
def test_explorers_are_told_the_turns_from_their_best_end(players: int) -> None:
    moves = treasures = feared = 0
    for record, seat, mask in positions(players, mummy=False):
        words, cell = told(record, seat), int(record["cell"][seat - 1])
        costs = words["turns"][0].sum(axis=1)
        assert costs.shape == (len(COSTS),)
        assert (np.diff(costs) >= 0).all(), "the more a catch costs the longer it takes"
        assert not words["turns"][1].any()
        for piece in ("doubt", "promise", "find", "near"):
            assert not words[piece].any(), "what only the mummy is told"
        assert words["risk"][0] == 0 or reach(record, cell)
        feared += words["risk"][0] > 0
        busy, expected = record["phase"] == BUSY, None
        if busy and record["deed"] == MOVE:
            ends = np.flatnonzero(mask[A_GO : A_GO + CELLS])
            expected = min(from_end(record, seat, int(end)) for end in ends)
            moves += 1
        elif busy and record["deed"] == TREASURE:
            expected = from_end(record, seat, cell)
            treasures += 1
        elif not busy:
            cards = [int(card) for card in np.flatnonzero(record["hand"][seat])]
            expected = turns(cell, cards)
        if expected is not None:
            assert costs[0] == min(8 * expected // TURN, words["turns"].shape[2] * LEVEL)
    assert moves > 20
    assert treasures > 3
    assert feared > 5


def test_a_roll_promises_no_less_than_to_stay_and_no_more_than_the_best_face() -> None:
    rolls = 0
    for record, seat, _ in positions(4, mummy=False):
        if record["phase"] != BUSY or record["deed"] != 0:
            continue
        hoped = told(record, seat)["turns"][0, 0].sum() / 8
        cards = [int(card) for card in np.flatnonzero(record["hand"][seat])]
        stay = turns(int(record["cell"][seat - 1]), cards) / TURN + 1
        faces = []
        for value in range(1, 6):
            trial = record.copy()
            trial["deed"], trial["announced"] = MOVE, value
            faces.append(told(trial, seat)["turns"][0, 0].sum() / 8)
        assert min(*faces, stay) - 0.2 <= hoped <= stay + 0.2 or stay > 20
        rolls += 1
    assert rolls > 20


def test_two_pawns_of_one_player_are_told_of_both() -> None:
    both = 0
    for record, seat, _ in positions(2, mummy=False):
        words = told(record, seat)
        both += words["turns"][0].any() and words["turns"][1].any()
    assert both > 20


@pytest.mark.parametrize("players", [2, 4])
def test_who_is_exposed_can_be_reached_by_the_dice_released(players: int) -> None:
    exposed = 0
    for record, seat, _ in positions(players, mummy=False):
        pawns = int(record["pawns"])
        first = 0 if players == 2 else seat - 1
        near = [
            record["phase"] == RELEASE and not record["out"][pawn]
            and DISTANCE[record["mummy"], record["cell"][pawn]] <= record["locked"]
            for pawn in ((first + k) % pawns for k in range(pawns))
        ]  # fmt: skip
        assert told(record, seat)["exposed"].tolist() == [*map(int, near), *[0] * (4 - pawns)]
        exposed += any(near)
    assert exposed > 3


# ------------------------------------------------------------------------------------------------------------------
# The mummy


def cells_of(words: np.ndarray) -> set[int]:
    return {k for k in range(CELLS) if (int(words[0]) >> k if k < WORD else int(words[1]) >> (k - WORD)) & 1}


def weights(record: np.ndarray, pawn: int) -> dict[int, int]:
    """The possible cells of a pawn, those close to treasures it may look for counting more."""
    seat = 1 if record["seats"] == 2 else pawn + 1
    goals = [
        int(cell) for card, cell in enumerate(TREASURE_CELL)
        if record["colours"][seat, COLOUR[card]] and not record["laid"][:, card].any()
    ]  # fmt: skip
    return {
        cell: 1 + LIKELY * any(DISTANCE[cell, goal] <= RADIUS[0] for goal in goals)
        for cell in cells_of(record["possible"][pawn])
    }


def prey(record: np.ndarray, pawn: int) -> int:
    return PREY[min(int(record["laid"][pawn].sum()), len(PREY) - 1)]


def chances(record: np.ndarray) -> dict[int, int]:
    """What looking on each cell promises."""
    found = dict.fromkeys(range(CELLS), 0)
    for pawn in range(int(record["pawns"])):
        cells, worth = weights(record, pawn), prey(record, pawn) * SURE
        if record["seats"] > 2 and record["ankhs"][pawn] == 1:
            worth = worth * SPARED // 100
        for cell, weight in cells.items():
            found[cell] += worth // sum(cells.values()) * weight
    return found


def most_found(cell: int, seen: frozenset[int], steps: int, chance: dict[int, int]) -> int:
    """On all paths from a cell that cross none twice."""
    best = 0
    for ahead in NEXT[cell] if steps else ():
        if ahead >= 0 and int(ahead) not in seen:
            here = chance[int(ahead)]
            more = 0 if here >= ENOUGH else most_found(int(ahead), seen | {int(ahead)}, steps - 1, chance)
            best = max(best, here + more)
    return best


@pytest.mark.parametrize("players", [2, 5])
def test_the_mummy_is_told_what_it_may_find(players: int) -> None:
    found = 0
    for record, seat, _ in positions(players, mummy=True):
        words, pawns = told(record, seat), range(int(record["pawns"]))
        most = SURE * max(prey(record, pawn) for pawn in pawns if not record["out"][pawn])
        for piece in ("turns", "risk", "exposed"):
            assert not words[piece].any(), "what only explorers are told"
        for pawn in pawns:
            doubt = PARTS * SURE * prey(record, pawn) * math.log(max(1, sum(weights(record, pawn).values()))) / most
            assert abs(words["doubt"][pawn].sum() - min(doubt, LEVEL * words["doubt"].shape[1])) <= 1
        cell, steps = int(record["mummy"]), min(int(record["steps"]), LONGEST)
        best = most_found(cell, frozenset({cell}), steps, chances(record))
        assert words["find"].sum() == min(PARTS * best // most, LEVEL * words["find"].size)
        assert words["promise"].sum() >= min(words["find"].sum(), LEVEL * words["promise"].size)
        assert (np.diff(words["near"], axis=1) >= 0).all(), "the farther one looks the more there is"
        found += best > 0
    assert found > 10
