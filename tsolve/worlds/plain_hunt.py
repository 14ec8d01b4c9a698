"""Hunts among the positions of a plain game: deals what its file declares, then leaves parts out again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from tsolve.contract.position import Position
from tsolve.diagnostics import Diagnostics, quoted
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.worlds.hunt import Example, Hunt, Hunter, Parts, WalkOptions
from tsolve.written.declared import declared
from tsolve.written.position_file import PositionFile

Opening = Callable[[Decoded[Any], Ruleset[Any], Diagnostics], Position[Any, Any]]


class DeclaredParts(Parts[PositionFile]):
    """Makes a position smaller: one card less, or a lower number."""

    def size(self, table: PositionFile) -> tuple[int, ...]:
        held = [getattr(table, each.key) for each in declared(type(table))]
        things = sum(len(each) for each in held if isinstance(each, tuple))
        return things, sum(each for each in held if isinstance(each, int))

    def smaller(self, table: PositionFile) -> Iterator[PositionFile]:
        for each in declared(type(table)):
            for less in each.smaller(getattr(table, each.key)):
                yield replace(table, **{each.key: less})


class PlainHunter(Hunter[Any, Any, PositionFile]):
    """Hunts among random positions."""

    manner: WalkOptions[Any, Any] = WalkOptions()
    parts = DeclaredParts()

    def __init__(self, hunt: Hunt[Any], file: type[PositionFile], opening: Opening) -> None:
        """`opening` opens a decoded file."""
        self.hunt, self.opening = hunt, opening
        self.empty = file(hunt.ruleset.id, printing=hunt.printing)
        super().__init__(self._opened(self.empty), hunt)

    def _opened(self, file: PositionFile) -> Position[Any, Any]:
        return self.opening(Decoded(file, {}, {}), self.hunt.ruleset, Diagnostics())

    def deal(self) -> PositionFile:
        cards = list(self.hunt.ruleset.cards.values())
        dealt = {
            each.key: each.dealt(self.random, cards, self.hunt.hand) for each in declared(type(self.empty))
        }
        return replace(self.empty, interpretations=self.chosen, **dealt)

    def position(self, found: Example[PositionFile]) -> Position[Any, Any]:
        return self._opened(replace(found.table, line=found.line)).under(self.before)

    def starts(self, start: Position[Any, Any]) -> tuple[Any, Any]:
        return start.state, start.under(self.after).state

    def text(self, found: Example[PositionFile]) -> str:
        file = msgspec.to_builtins(replace(found.table, line=found.line))
        return "".join(f"{key}: {quoted(value)}\n" for key, value in file.items())
