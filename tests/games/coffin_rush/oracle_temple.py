"""The numbers of the specification of Coffin Rush!, its actions and its map, for the slow oracle.

Cells are 0–274 in the grid, RUSH, OUT. Directions 0–3 are N, E, S, W. Items are 0–24, the tile of the blue stairs
STAIRS.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

# --------------------------------------------------------------------------------------------------------------------
# Numbers of the specification

N, E, S, W = range(4)
RUSH, OUT, CELLS = 275, 276, 277
CRYPT_POSITION, CAMP_POSITION = 2, 9
ORDINARY = [q for q in range(12) if q not in (CRYPT_POSITION, CAMP_POSITION)]

TORCH, CHARM_ITEM, AMULET, COINS = (17, 18), (19, 20), (21, 22), (23, 24)  # CO-3.1
ITEMS, TREASURES, STAIRS = 25, 17, 25
WITH_MUMMY = (11, 14, 16)
KIND_OF_ITEM = [0] * 5 + [1] * 4 + [2] * 3 + [3] * 3 + [4] * 2 + [5] * 2 + [6] * 2 + [7] * 2 + [8] * 2
BAG = 6  # slots 2–7 (CO-3.2)
MUMMIES, SPECTRES = 4, 3  # pawns (CO-3.10)

FACES = {"green": [1, 1, 1, 2, 2, 2], "yellow": [1, 1, 2, 2, 3, 3], "red": [1, 2, 2, 3, 3, 4]}  # CO-3.8

AGGRESSION, BETRAYAL, ANALYSIS, ADRENALINE, RUSH_CARD = range(5)  # CO-4.2
BOMB, QUICKSAND, TOXICITY, SUMMONING, FEATHER, SEALS, SILENCE, FURY, EARTHQUAKE = range(9)  # the order of CO-9
TRAP_COPIES = [1, 2, 2, 3, 1, 1, 1, 1, 1]

# CO-14
STEP, TAKE_STAIRS, END_MOVEMENT, DOOR, OPEN, PICK_UP, DROP_SLOT, DONE, PASS = 0, 4, 5, 6, 10, 11, 12, 19, 20
AGGRESS, BETRAY, SLOT, RECOVER, ANALYSE, PLAY_ADRENALINE, PLAY_RUSH = 21 - 1, 26 - 1, 31, 37, 42, 54, 55
DISCARD, KEEP, YELLOW, RED, BORROW, TARGET, ACTIONS = 56, 61, 62 - 1, 65 - 1, 69 - 1, 74, 80
# AGGRESS + o, BETRAY + o, BORROW + o (o from 1), YELLOW + v, RED + v (v from 1), TARGET + o (o from 0),
# DROP_SLOT + k - 2, SLOT + k - 2 (k from 2)
PHASES = ["TURN", "DROP", "OVERFLOW", "SLOT", "RECOVER", "CHARM", "TARGET"]

# components.md 1.4
DRAWINGS = """
Q1     S.D.r ..... ..AT. ....B ...S.   room=TL door=(1,1)S
Q2     ....S .T.D. ..A.. D.... S...B   room=TR door=(1,3)S
Q3     y...S .D.P. ..A.. ....T S...B   room=BR door=(3,3)N
Q4     B...S ..P.. .A.D. ....T S....   room=TL door=(1,1)E
Q5     ..P.. .A... ....D S.T.. ....S
Q6     ...b. .D.A. .T... ...P. S...B   room=BL door=(3,1)N
Q7     S.T.. ...A. .D... B..P. ....S   room=BL door=(3,1)E
Q8     S.... ..DA. .P.T. ..... yB..S   room=TL door=(1,1)S
Q9     ..D.. S..A. ....P .T... ....S
Q10    B..T. .P.A. ....D ..... S...r
CRYPT  ..D.. .P.P. ..R.. .T.T. .....
"""
ROOMS = {"TL": (0, 0), "TR": (0, 3), "BL": (3, 0), "BR": (3, 3)}  # the upper left cell of each


# --------------------------------------------------------------------------------------------------------------------
# The temple


@dataclass(frozen=True)
class Quadrant:
    """One drawing: symbols by (row, column), and inside it the walls and the door as sets of (row, column, direction),
    each edge from both sides."""

    symbols: dict[tuple[int, int], str]
    walls: set[tuple[int, int, int]]
    doors: set[tuple[int, int, int]]

    def turned(self, times: int) -> Quadrant:
        """Turned clockwise by quarter turns: (r, c) goes to (c, 4 - r), north becomes east."""
        if times == 0:
            return self
        walls, doors = ({(c, 4 - r, (d + 1) % 4) for r, c, d in edges} for edges in (self.walls, self.doors))
        return Quadrant({(c, 4 - r): s for (r, c), s in self.symbols.items()}, walls, doors).turned(times - 1)


def beyond(r: int, c: int, d: int) -> tuple[int, int]:
    return r + (d == S) - (d == N), c + (d == E) - (d == W)


@cache
def quadrants() -> dict[str, Quadrant]:
    """The eleven quadrants with a grid, as drawn."""
    result = {}
    for line in DRAWINGS.strip().split("\n"):
        name, *words = line.split()
        symbols = {(r, c): words[r][c] for r in range(5) for c in range(5)}
        walls: set[tuple[int, int, int]] = set()
        doors: set[tuple[int, int, int]] = set()
        if len(words) > 5:
            top, left = ROOMS[words[5].removeprefix("room=")]
            room = {(top + i, left + j) for i in range(2) for j in range(2)}
            for r, c in symbols:
                walls |= {(r, c, d) for d in range(4) if ((r, c) in room) != (beyond(r, c, d) in room)}
            walls = {(r, c, d) for r, c, d in walls if beyond(r, c, d) in symbols}
            text = words[6].removeprefix("door=")
            r, c, d = int(text[1]), int(text[3]), "NESW".index(text[5])
            doors = {(r, c, d), (*beyond(r, c, d), (d + 2) % 4)}
            assert doors <= walls
        result[name] = Quadrant(symbols, walls - doors, doors)
    return result


def cell_id(position: int, row: int, column: int) -> int:
    """CO-2.1."""
    assert position != CAMP_POSITION
    return 25 * (position if position < CAMP_POSITION else position - 1) + 5 * row + column


def place_of(cell: int) -> tuple[int, int, int]:
    """Position, row, column; those of RUSH and OUT as in CO-15."""
    if cell in (RUSH, OUT):
        return CAMP_POSITION, 2 if cell == RUSH else 4, 2
    group, rest = divmod(cell, 25)
    return (group if group < CAMP_POSITION else group + 1), rest // 5, rest % 5


def position_of(cell: int) -> int:
    return place_of(cell)[0]


class Temple:
    """The map (CO-2). `order[i]` is the ordinary quadrant (0 for Q1, … 9) at the i-th ordinary position (0, 1, 3,
    4, 5, 6, 7, 8, 10, 11), `turns[i]` its clockwise quarter turns.

    `symbol[cell]` is as in the drawings ("." also for RUSH and OUT), `edges[cell][d]` is (kind, next cell), kind one of
    "wall", "open", "door", "temple", next cell None behind a wall. A door is the sorted pair of its cells.
    """

    def __init__(self, order: list[int] | None = None, turns: list[int] | None = None) -> None:
        self.order = list(range(10)) if order is None else [int(q) for q in order]
        self.turns = [0] * 10 if turns is None else [int(t) for t in turns]
        assert sorted(self.order) == list(range(10))
        assert len(self.turns) == 10
        self.symbol = ["."] * CELLS
        self.edges: list[list[tuple[str, int | None]]] = [[("wall", None)] * 4 for _ in range(CELLS)]
        # spectres: all neighbouring cells of the grid, RUSH only by its doors (CO-10.4)
        self.air: list[list[int | None]] = [[None] * 4 for _ in range(CELLS)]
        at = {q: quadrants()[f"Q{k + 1}"].turned(t) for q, k, t in zip(ORDINARY, self.order, self.turns, strict=True)}
        at[CRYPT_POSITION] = quadrants()["CRYPT"]
        for q, quadrant in at.items():
            for r, c in quadrant.symbols:
                self._lay(q, r, c, quadrant)
        for d, q, r, c in ((N, 5, 4, 2), (W, 8, 2, 4), (E, 10, 2, 0)):  # CO-2.2
            self._join(RUSH, d, "door", cell_id(q, r, c))
            self.air[RUSH][d], self.air[cell_id(q, r, c)][(d + 2) % 4] = cell_id(q, r, c), RUSH
        self._join(RUSH, S, "temple", OUT)
        self.doors = {
            self.door(cell, d) for cell in range(CELLS) for d in range(4) if self.edges[cell][d][0] == "door"
        }  # fmt: skip
        self.sarcophagi, self.chests, self.altars = self.all("S"), self.all("B"), set(self.all("A"))
        (self.rune,) = self.all("R")
        self._distances: dict[tuple[str, int], list[int | None]] = {}

    def all(self, symbol: str) -> list[int]:
        return [cell for cell in range(CELLS) if self.symbol[cell] == symbol]

    def _join(self, cell: int, d: int, kind: str, other: int) -> None:
        self.edges[cell][d], self.edges[other][(d + 2) % 4] = (kind, other), (kind, cell)

    def _lay(self, q: int, r: int, c: int, quadrant: Quadrant) -> None:
        """One cell of the grid and its four edges. Quadrants join at the midpoints of their sides only, by a door."""
        cell = cell_id(q, r, c)
        self.symbol[cell] = quadrant.symbols[r, c]
        for d in range(4):
            inside = beyond(r, c, d) in quadrant.symbols
            row, column = beyond(5 * (q // 4) + r, 5 * (q % 4) + c, d)  # in the whole grid of 15 × 20
            if not (0 <= row < 15 and 0 <= column < 20):
                continue
            neighbour = 4 * (row // 5) + column // 5
            if neighbour == CAMP_POSITION:
                continue  # joined with RUSH apart
            other = cell_id(neighbour, row % 5, column % 5)
            self.air[cell][d] = other
            middle = c == 2 if d in (N, S) else r == 2
            if inside and (r, c, d) not in quadrant.walls:
                self.edges[cell][d] = ("door" if (r, c, d) in quadrant.doors else "open", other)
            elif not inside and middle:
                self.edges[cell][d] = ("door", other)

    def door(self, cell: int, d: int) -> tuple[int, int]:
        """The name of the door there."""
        kind, other = self.edges[cell][d]
        assert kind == "door"
        assert other is not None
        return min(cell, other), max(cell, other)

    def way(self, monster: str, cell: int, d: int) -> int | None:
        """Where a step of a "mummy" or a "spectre" would lead, closed doors not minded (CO-10.4)."""
        if monster == "spectre":
            return self.air[cell][d]
        kind, other = self.edges[cell][d]
        return other if kind in ("open", "door") else None

    def distances(self, monster: str, goal: int) -> list[int | None]:
        """Steps to the goal, from every cell (CO-10.4)."""
        if (monster, goal) not in self._distances:
            found: list[int | None] = [None] * CELLS
            found[goal] = 0
            line = [goal]
            for cell in line:  # grows
                for d in range(4):
                    other = self.way(monster, cell, d)
                    if other is not None and found[other] is None:
                        found[other] = found[cell] + 1  # type: ignore[operator]
                        line.append(other)
            self._distances[monster, goal] = found
        return self._distances[monster, goal]

    def path(self, monster: str, start: int, goal: int, came: int | None = None) -> list[int]:
        """CO-10.5: the directions of the way, shortest, then fewest changes of direction, then smallest sequence.

        `came` is the direction of the last step of a monster that is on its way already.
        """
        away = self.distances(monster, goal)
        assert away[start] is not None

        def nearer(cell: int) -> list[tuple[int, int]]:
            ways = [(d, self.way(monster, cell, d)) for d in range(4)]
            return [(d, to) for d, to in ways if to is not None and away[to] + 1 == away[cell]]  # type: ignore

        @cache
        def changes(cell: int, came: int | None) -> int:
            """The fewest changes of direction from here on."""
            if cell == goal:
                return 0
            return min(changes(to, d) + (came not in (None, d)) for d, to in nearer(cell))

        result: list[int] = []
        cell = start
        while cell != goal:
            left = changes(cell, came)
            d, to = min((d, to) for d, to in nearer(cell) if changes(to, d) + (came not in (None, d)) == left)
            result.append(d)
            cell, came = to, d
        return result

    def tunnel(self, cell: int, blue: int | None) -> int | None:
        """The other end of the stairs on a cell (CO-2.6); `blue` is the cell of the opened blue stairs."""
        symbol = self.symbol[cell]
        if symbol in ("r", "y"):
            (other,) = [end for end in self.all(symbol) if end != cell]
            return other
        if blue is None or (symbol != "b" and cell != blue):
            return None
        return blue if symbol == "b" else self.all("b")[0]
