"""How positions of the cellar are dealt and made smaller, to find the smallest on which readings differ."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, quoted
from tsolve.source.decode import Decoded
from tsolve.worlds.hunt import Example, Hunt, Hunter, Manner, Parts

from .files import Card, CellarFile
from .position import CellarPosition, position_from
from .rules import Action, Fight, State


class CellarManner(Manner[State, Action]):
    """The fight comes last."""

    def ends(self, action: Action) -> bool:
        return isinstance(action, Fight)


class CellarParts(Parts[CellarFile]):
    """A card or a tooth less."""

    def size(self, table: CellarFile) -> tuple[int, ...]:
        return len(table.hand), table.teeth

    def smaller(self, table: CellarFile) -> Iterator[CellarFile]:
        for at in range(len(table.hand)):
            yield replace(table, hand=table.hand[:at] + table.hand[at + 1 :])
        for teeth in range(table.teeth):
            yield replace(table, teeth=teeth)


class CellarHunter(Hunter[State, Action, CellarFile]):
    """Hunts among random hands."""

    manner = CellarManner()
    parts = CellarParts()

    def __init__(self, hunt: Hunt[Card]) -> None:
        self.hunt = hunt
        empty = CellarFile("cellar", printing=hunt.printing)
        super().__init__(position_from(Decoded(empty, {}, {}), hunt.ruleset, Diagnostics()), hunt)

    def deal(self) -> CellarFile:
        cards = [card.name for card in self.hunt.ruleset.cards.values()]
        hand = self.random.choices(cards, k=self.random.randint(1, self.hunt.hand))
        return CellarFile(
            "cellar",
            printing=self.hunt.printing,
            interpretations=self.chosen,
            hand=tuple(hand),
            teeth=self.random.randint(0, 9),
        )

    def position(self, found: Example[CellarFile]) -> CellarPosition:
        decoded = Decoded(replace(found.table, line=found.line), {}, {})
        return position_from(decoded, self.hunt.ruleset, Diagnostics()).under(self.before)

    def text(self, found: Example[CellarFile]) -> str:
        file = msgspec.to_builtins(replace(found.table, line=found.line))
        return "".join(f"{key}: {quoted(value)}\n" for key, value in file.items())
