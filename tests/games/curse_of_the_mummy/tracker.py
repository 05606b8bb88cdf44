"""Where the explorers could truly stand: a brute-force second opinion on the possible cells of Curse of the Mummy.

The tracker is fed public facts only (CM-11.1), one method for each kind. It keeps every *world*, a tuple of all pawns'
cells, that some history agreeing with all those facts leads to: exact, other pawns' unseen positions included. (What a
world may become depends on its cells alone, so histories that meet in one world need not be kept apart.)

With `independent=True` every pawn is tracked on its own, as if nobody else were on the board, except that an arrow may
stop before any cell where another pawn may stand (CM-11.6). That is the definition of P, worked out path by path.

Only the maze is taken from the oracle. `Oracle.events` holds the facts in the form `replay` takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.curse_of_the_mummy.oracle import NB, PRISON, START

World = tuple[int, ...]

ARROW = 5
GONE = -1  # the cell of an eliminated pawn
SAFE = (START, PRISON)  # shared, never entered by moving


def replaced(world: World, pawn: int, cell: int) -> World:
    return (*world[:pawn], cell, *world[pawn + 1 :])


class Tracker:
    """All worlds that agree with the public facts so far."""

    def __init__(self, num_pawns: int, mummy_cell: int, *, independent: bool = False) -> None:
        self.num_pawns = num_pawns
        self.mummy = mummy_cell
        self.independent = independent
        # Independent: one set of one-pawn worlds for each pawn. Joint: one set of worlds of all pawns.
        if independent:
            self.groups: list[set[World]] = [{(START,)} for _ in range(num_pawns)]
        else:
            self.groups = [{(START,) * num_pawns}]
        self.before_entry = self.groups  # as they were before the mummy's last step

    def cells(self, pawn: int) -> set[int]:
        """The cells on which a pawn may stand; none if it is eliminated."""
        group, place = self._find(pawn)
        return {world[place] for world in self.groups[group]} - {GONE}

    def replay(self, events: list[tuple[str, int, int]]) -> None:
        """Facts as the oracle notes them: (name of a method below, pawn or -1, value or cell or -1)."""
        for name, pawn, number in events:
            getattr(self, name)(*(argument for argument in (pawn, number) if argument != -1))

    def turn_begins(self, pawn: int) -> None:
        """CM-4.2: not boxed in. Told at the beginning of a turn and again before a roll that follows a release."""
        self._keep(pawn, lambda world, place: not self._boxed_in(world, place))

    def skipped(self, pawn: int) -> None:
        """CM-4.2: boxed in."""
        self._keep(pawn, self._boxed_in)

    def moved(self, pawn: int, value: int) -> None:
        """CM-5, at the end of the turn: 1-4 or ARROW was announced, the pawn went to one of the legal cells."""
        group, place = self._find(pawn)
        elsewhere = self._elsewhere(pawn)
        after = set()
        for world in self.groups[group]:
            for cell in self._ends(world, place, value, elsewhere):
                after.add(replaced(world, place, cell))
        self.groups[group] = after

    def laid(self, pawn: int, cell: int) -> None:
        """CM-6.2: after `moved`. The pawn stands on the treasure, so no other does."""
        self._keep(pawn, lambda world, place: world[place] == cell)
        self._nobody_on(cell, but=pawn)

    def mummy_enters(self, cell: int) -> None:
        """CM-7.4: nobody was there, unless `caught` follows."""
        self.mummy = cell
        self.before_entry = list(self.groups)
        self._nobody_on(cell)

    def caught(self, pawn: int) -> None:
        """CM-8.1: right after `mummy_enters`. The pawn was there and is in prison now."""
        group, place = self._find(pawn)
        before = self.before_entry[group]
        self.groups[group] = {replaced(world, place, PRISON) for world in before if world[place] == self.mummy}

    def eliminated(self, pawn: int) -> None:
        """CM-8.3: after `caught`."""
        group, place = self._find(pawn)
        self.groups[group] = {replaced(world, place, GONE) for world in self.groups[group]}

    def _find(self, pawn: int) -> tuple[int, int]:
        """The group in which a pawn is tracked and its place in the worlds of that group."""
        return (pawn, 0) if self.independent else (0, pawn)

    def _keep(self, pawn: int, fits: Callable[[World, int], bool]) -> None:
        group, place = self._find(pawn)
        self.groups[group] = {world for world in self.groups[group] if fits(world, place)}

    def _nobody_on(self, cell: int, but: int | None = None) -> None:
        for pawn in range(self.num_pawns):
            if pawn != but:
                self._keep(pawn, lambda world, place: world[place] != cell)

    def _elsewhere(self, pawn: int) -> set[int]:
        """Independent: the cells where others may stand. Joint: the worlds know better."""
        others = [other for other in range(self.num_pawns) if self.independent and other != pawn]
        return {cell for other in others for cell in self.cells(other)}

    def _boxed_in(self, world: World, place: int) -> bool:
        """CM-5.7, by its definition: no value has a legal destination."""
        return not any(True for value in (1, 2, 3, 4, ARROW) for _ in self._ends(world, place, value, set()))

    def _ends(self, world: World, place: int, value: int, elsewhere: set[int]) -> Iterator[int]:
        """The legal ends of a move in this world; an arrow may also stop before a cell of `elsewhere` (CM-11.6)."""
        others = {cell for other, cell in enumerate(world) if other != place} - {*SAFE, GONE}
        if value == ARROW:
            for direction in range(4):
                yield from self._arrow_ends(world[place], direction, others, elsewhere)
        else:
            for path in self._paths(world[place], value):
                if path[-1] not in others:  # CM-5.2
                    yield path[-1]

    def _free(self, cell: int | None) -> bool:
        """No wall, start, prison or mummy (CM-5)."""
        return cell is not None and cell not in (*SAFE, self.mummy)

    def _paths(self, cell: int, steps: int) -> Iterator[list[int]]:
        """CM-5.1: every walk of exactly so many steps."""
        if steps == 0:
            yield [cell]
            return
        for target in NB[cell]:
            if target is not None and self._free(target):
                for path in self._paths(target, steps - 1):
                    yield [cell, *path]

    def _arrow_ends(self, cell: int, direction: int, others: set[int], elsewhere: set[int]) -> Iterator[int]:
        """CM-5.4: the cell before the first obstacle, and any cell passed before one of `elsewhere`."""
        here, target = cell, NB[cell][direction]
        while target is not None and self._free(target) and target not in others:
            if here != cell and target in elsewhere:
                yield here
            here, target = target, NB[target][direction]
        if here != cell:
            yield here
