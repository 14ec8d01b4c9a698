"""Where a character can go by one move, and why it cannot go along a path. (GH-3)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING

from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex, beyond
from tsolve.games.gloomhaven.lasting import is_unhindered
from tsolve.games.gloomhaven.monster_situation import Gait
from tsolve.games.gloomhaven.state import NOWHERE, State

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


Path = tuple[Hex, ...]
Mark = tuple[str, Hex]
"""What a way may do to somebody, `through` or `beside`, and the hex where that one stands."""
_Spot = tuple[Hex, frozenset[Mark], int]
"""A hex, what the way to it has done, and the number of hexes, if it counts."""
NOTHING: frozenset[Mark] = frozenset()


def _in_order(found: tuple[_Spot, object]) -> tuple[Hex, list[Mark], int]:
    (hex_, passed, number), _ = found
    return hex_, sorted(passed), number


class Walking:
    """The movement of one character by one ability."""

    def __init__(
        self,
        book: Book,
        state: State,
        figure: Figure,
        points: int,
        gait: Gait,
        returns: bool = False,
        opens: bool = False,
    ) -> None:
        """`points` are its movement points, 0 or more; `returns`: whether it may end where it began. A
        character opens doors, and who else `opens` them.
        """
        self._returns = returns
        self._book, self._state = book, state
        self._figure, self._points, self._gait = figure, points, gait
        opens = opens or figure.kind == "character"
        self._doors = state.closed if opens else NOWHERE  # to all others a closed door is a wall (GH-1.5)
        self._shut = state.shut
        self._board = book.board_with(self._shut - self._doors, state.walled)
        self._named = self._board.name
        others = [each for each in state.figures if each.name != figure.name]
        is_swapped = state.led is not None and state.led.in_turn
        side = state.stance(figure) if is_swapped else figure.side
        self._blocking = {each.at: each for each in others if each.side != side}
        self._blocking |= {each.at: each for each in others if each.kind == "object"}
        self._taken = {each.at: each for each in others}
        self._obstacles = frozenset[Hex]() if gait == "fly" else state.obstacles
        springs = frozenset(trap.at for trap in state.traps)
        springs |= frozenset[Hex]() if is_unhindered(figure, "hazardous") else book.terrain.hazards
        self._harmful = frozenset[Hex]() if gait == "fly" else springs
        lands_free = gait == "jump" and book.reads("jump_landing", "free")
        self._difficult = frozenset[Hex]() if gait == "fly" or lands_free else book.difficult_for(figure)

    def paths(self) -> dict[Hex, Path]:
        """Every hex in which it can stop, with the path through the fewest traps and hazards;
        of these the shortest, then the first in the order of hexes. A closed door ends a path: what it
        reveals is seen before the figure goes on.
        """
        return {end: path for (end, _, _), path in self._found({}).items()}

    def paths_through(
        self,
        watched: Mapping[Hex, frozenset[Mark]],
        counts: bool = False,
        any_of: frozenset[Hex] = NOWHERE,
    ) -> list[Path]:
        """The same for all that its way can do by entering `watched` hexes, and both with one `any_of` these
        and without; perhaps it `counts` how many hexes it enters.
        """
        return list(self._found(watched, counts, any_of).values())

    def straight_paths(self) -> Iterator[Path]:
        """Every path in a straight line to a hex in which it can stop."""
        for first in self._board.neighbours(self._figure.at):
            path: Path = (first,)
            for _ in range(self._points):
                if self.why_not(path) is None:
                    yield path
                path = (*path, beyond(path, self._figure.at))

    def _found(
        self,
        watched: Mapping[Hex, frozenset[Mark]],
        counts: bool = False,
        any_of: frozenset[Hex] = NOWHERE,
    ) -> dict[_Spot, Path]:
        best: dict[_Spot, tuple[int, int, Path]] = {}
        by_cost: list[dict[_Spot, tuple[int, Path]]] = [{} for _ in range(self._points + 1)]
        start = self._figure.at, NOTHING, 0
        by_cost[0][start] = (0, ())
        least = {start: 0}
        """The fewest traps and hazards so far: a later path through no fewer need not be continued."""
        for cost, here in enumerate(by_cost):
            for (hex_, passed, number), (harm, path) in sorted(here.items(), key=_in_order):
                for near in self._board.neighbours(hex_):
                    longer = (*path, near)
                    through = passed | watched[near] if near in watched else passed
                    if near in any_of:
                        through |= {("through", min(any_of))}  # one stands for all
                    spot = near, through, number + counts
                    self._stop(best, spot, cost, harm, longer)
                    price = cost + self._price(near, on_the_way=True)
                    if price <= self._points and not self._is_closed(near) and near not in self._doors:
                        found = (harm + self._harm(near, on_the_way=True), longer)
                        known = by_cost[price].get(spot)
                        if found[0] < least.get(spot, inf) or (known is not None and found < known):
                            by_cost[price][spot] = found
                            least[spot] = found[0]
        return {spot: found[2] for spot, found in sorted(best.items(), key=_in_order)}

    def _stop(
        self, best: dict[_Spot, tuple[int, int, Path]], spot: _Spot, cost: int, harm: int, path: Path
    ) -> None:
        """Record the hex at the end of this path, if it can stop there."""
        hex_ = spot[0]
        price = cost + self._price(hex_, on_the_way=False)
        if price > self._points or not self._may_stop(hex_):
            return
        if self._gait == "walk" and self._is_closed(hex_):
            return
        found = (harm + self._harm(hex_, on_the_way=False), price, path)
        if spot not in best or found < best[spot]:
            best[spot] = found

    def why_not(self, path: Sequence[Hex]) -> Reason | None:
        """Why it cannot go along these hexes; None if it can."""
        here, cost = self._figure.at, 0
        for index, hex_ in enumerate(path):
            if (reason := self._why_no_hex(hex_)) is not None:
                return reason
            if hex_ not in self._board.neighbours(here):
                return f"{self._named(here)} and {self._named(hex_)} are not next to each other", (
                    "GH-1.4",
                    "GH-3.1",
                )
            is_last = index == len(path) - 1
            if self._gait == "walk" and self._is_closed(hex_):
                return self._blocked(hex_)
            if hex_ in self._doors and not is_last:
                text = f"the door in {self._named(hex_)} is closed: move to it, then on from there"
                return text, ("GH-1.5",)
            cost += self._price(hex_, on_the_way=not is_last)
            here = hex_
        if not path or (here == self._figure.at and not self._returns):
            return "it ends where it began: skip the move", ("GH-2.6",)
        if not self._may_stop(here):
            return self._blocked(here)
        if cost > self._points:
            text = f"the way to {self._named(here)} costs {cost} movement points, and it has {self._points}"
            return text, ("GH-3.1",)
        return None

    def left_after(self, path: Sequence[Hex]) -> int:
        """The movement points that are left at the end of a path."""
        *way, end = path
        spent = sum(self._price(hex_, on_the_way=True) for hex_ in way)
        return self._points - spent - self._price(end, on_the_way=False)

    def why_not_end(self, end: Hex) -> Reason:
        """Why it cannot stop in a hex, whatever the way."""
        if (reason := self._why_no_hex(end)) is not None:
            return reason
        if not self._may_stop(end):
            return self._blocked(end)
        plenty = 2 * len(self._board.hexes)
        path = Walking(self._book, self._state, self._figure, plenty, self._gait).paths().get(end, ())
        return (self.why_not(path) if path else None) or (
            f"no way leads to {self._named(end)}",
            ("GH-3.2",),
        )

    def _why_no_hex(self, hex_: Hex) -> Reason | None:
        if hex_ in self._shut and hex_ not in self._doors:
            return f"the door in {self._named(hex_)} is locked: a wall until the scenario opens it", (
                "GH-1.5",
            )
        if hex_ not in self._board.hexes:
            return self._book.terrain.why_no_floor(hex_), ("GH-1.4", "GH-3.2")
        return None

    def _blocked(self, hex_: Hex) -> Reason:
        if hex_ == self._figure.at and not self._returns:
            return f"it stands in {self._named(hex_)} already", ("GH-3.1",)
        if hex_ in self._taken:
            return f"{self._named(hex_)} is occupied by {self._taken[hex_].name}", ("GH-3.2",)
        return f"an obstacle stands in {self._named(hex_)}", ("GH-3.2", "GH-1.6")

    def _is_closed(self, hex_: Hex) -> bool:
        """Whether it cannot be passed on foot. (GH-3.2)"""
        return self._gait == "walk" and (hex_ in self._obstacles or hex_ in self._blocking)

    def _may_stop(self, hex_: Hex) -> bool:
        is_new = hex_ != self._figure.at or self._returns
        return hex_ not in self._taken and hex_ not in self._obstacles and is_new

    def _price(self, hex_: Hex, on_the_way: bool) -> int:
        """Movement points for entering a hex; in the air only the last one is touched. (GH-3.1, GH-3.3)"""
        in_the_air = on_the_way and self._gait == "jump"
        return 2 if hex_ in self._difficult and not in_the_air else 1

    def _harm(self, hex_: Hex, on_the_way: bool) -> int:
        in_the_air = on_the_way and self._gait == "jump"
        return int(hex_ in self._harmful and not in_the_air)
